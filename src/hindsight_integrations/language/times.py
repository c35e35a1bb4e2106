"""The window of time that a question names, in English and Chinese; it looks nothing up and reads no clock.

The table of ``time_rules`` is tried from the most exact row to the vaguest; the first that fits
decides. A day or a month without a year is the most recent one that has begun.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo

from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.spans import Span
from hindsight_integrations.language.time_rules import HINTS, RULES, Found
from hindsight_integrations.records import Window
from hindsight_integrations.validation import utc

#: A question is read up to here.
MAX_READ = 2_000


@dataclass(frozen=True, slots=True)
class TimeCue:
    """A window and the words that named it.

    ``clear`` says that the window can filter; a vague one ("recently") should only order.
    """

    window: Window
    clear: bool
    span: str


def find_window(text: str, at: datetime, tz: str) -> TimeCue | None:
    """The window that ``text`` names when it is asked at ``at`` by someone in ``tz``; else ``None``.

    Days are those of ``tz`` (an IANA name), the window is in UTC. Raises
    :class:`InvalidInput` for a naive ``at`` and for an unknown zone.
    """
    zone = zone_of(tz)
    now = utc(at, "at").astimezone(zone).replace(tzinfo=None)
    folded = unicodedata.normalize("NFKC", text[:MAX_READ]).replace("\u2019", "'")
    lower = folded.lower()
    if not any(hint in lower for hint in HINTS):
        return None
    for rule in RULES:
        for found in compiled(rule.pattern, re.IGNORECASE).finditer(folded):
            try:
                span = _bounded(rule.read(found, now), found)
                return TimeCue(_window(span, zone), rule.clear, found[0].strip())
            except (ValueError, OverflowError):
                continue  # no date of the calendar (30 February), or beyond it
    return None


def zone_of(tz: str) -> tzinfo:
    """The time zone of this IANA name; :class:`InvalidInput` if there is none."""
    if tz == "UTC":
        return UTC  # needs no time zone data on the machine
    try:
        return ZoneInfo(tz)
    except (KeyError, ValueError, OSError, TypeError):
        raise InvalidInput(
            f"{tz!r} is no time zone known here; use a name like 'Asia/Shanghai' "
            "(where the system has no time zones: pip install tzdata)"
        ) from None


def _window(span: Span, zone: tzinfo) -> Window:
    start, end = (
        None if moment is None else moment.replace(tzinfo=zone).astimezone(UTC) for moment in span
    )
    return Window(start, end)


_BEFORE = r"\b(?:before|until|till|prior to|up to)\s+(?:the\s+)?$"
_SINCE = r"\bsince\s+(?:the\s+)?$"
_AFTER = r"\bafter\s+(?:the\s+)?$"
_BEHIND = (
    "(?P<before>(?:之|以)?前(?![面台往端提景途任天年]))"
    "|(?P<after>(?:之|以)?后(?![来面悔续台果天年]))"
    "|(?P<since>以来|起(?![床来飞身码因]))"
)


def _bounded(span: Span, found: Found) -> Span:
    """``span`` itself, or what lies before or after it if the words around it say so."""
    start, end = span
    ahead = found.string[max(0, found.start() - 20) : found.start()]
    behind = compiled(_BEHIND).match(found.string, found.end())
    side = behind.lastgroup if behind else None
    if found.string.startswith("'s", found.end()):
        return span  # "after yesterday's call" is about yesterday
    if side == "before" or compiled(_BEFORE, re.IGNORECASE).search(ahead):
        return None, start
    if side == "after" or compiled(_AFTER, re.IGNORECASE).search(ahead):
        return end, None
    if side == "since" or compiled(_SINCE, re.IGNORECASE).search(ahead):
        return start, None
    return span
