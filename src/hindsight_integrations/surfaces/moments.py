"""Reads the times that chat exports write; it reads no clock and no words of a conversation."""

from __future__ import annotations

import re
from datetime import UTC, datetime, tzinfo
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.surfaces.places import Found

# Not strptime: its month names follow the machine's language.
_MONTHS = {
    "january": 1,
    "february": 2,
    "march": 3,
    "april": 4,
    "may": 5,
    "june": 6,
    "july": 7,
    "august": 8,
    "september": 9,
    "october": 10,
    "november": 11,
    "december": 12,
}
#: LoCoMo: "1:56 pm on 8 May, 2023".
_SPOKEN = re.compile(r"(\d{1,2}):(\d{2}) ([ap])m on (\d{1,2}) (\w+), (\d{4})", re.IGNORECASE)
#: LongMemEval: "2023/05/20 (Sat) 02:21".
_SLASHED = re.compile(r"(\d{4})/(\d{2})/(\d{2}) \(\w{3}\) (\d{2}):(\d{2})")
#: Above this a number counts milliseconds: as seconds it would be the year 5138.
_MILLISECONDS = 1e11


def time_zone(name: str) -> tzinfo:
    """The zone of this IANA name; :class:`InvalidInput` if this machine does not know it."""
    if name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise InvalidInput(
            f"time zone {name!r} is not known; write one like Europe/Berlin"
        ) from None


def read_moment(found: Found[Any], zone: tzinfo) -> datetime | None:
    """The instant of an ISO time, a Unix time (s or ms) or a data set's own form; null is none.

    A time without an offset is read in ``zone``. Raises :class:`InvalidInput` for any other.
    """
    if found.value is None:
        return None
    try:
        moment = _moment(found.value)
    except (ValueError, OverflowError, OSError):
        moment = None
    if moment is None:
        raise found.place.wrong(
            "is no time that can be read; write it like 2024-05-31T09:30:00+02:00"
        )
    return moment if moment.tzinfo else moment.replace(tzinfo=zone)


def _moment(value: Any) -> datetime | None:
    match value:
        case bool():
            return None
        case int() | float():
            seconds = value / 1000 if abs(value) >= _MILLISECONDS else value
            return datetime.fromtimestamp(seconds, UTC)
        case str():
            return _spoken(value.strip()) or _slashed(value.strip()) or _iso(value.strip())
    return None


def _spoken(text: str) -> datetime | None:
    match = _SPOKEN.fullmatch(text)
    if not match or match[5].lower() not in _MONTHS:
        return None
    hour, minute, half, day, month, year = match.groups()
    hours = int(hour) % 12 + (12 if half.lower() == "p" else 0)
    return _local(int(year), _MONTHS[month.lower()], int(day), hours, int(minute))


def _slashed(text: str) -> datetime | None:
    if not (match := _SLASHED.fullmatch(text)):
        return None
    return _local(*(int(part) for part in match.groups()))


def _iso(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _local(*parts: int) -> datetime:
    year, month, day, hour, minute = parts
    return datetime(year, month, day, hour, minute)  # noqa: DTZ001 - the caller gives the zone
