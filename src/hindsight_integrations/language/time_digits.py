"""Reads digits with signs between them as dates, months, clock times and numbers; it knows no word and no present."""

from __future__ import annotations

import re
from typing import Any

from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.time_marks import Time, mark, of

Read = tuple[str, Any] | None


def links(text: str, meridian: bool) -> list[tuple[str, Any, int, int]]:
    """The chain as one piece, or as two with a dash between them: kinds, values, places.

    ``meridian`` says that "am" or "pm" follows.
    """
    whole = _atom(text, meridian)
    if whole is not None:
        return [(*whole, 0, len(text))]
    for cut in re.finditer("[-~–—]", text):
        first, second = _atom(text[: cut.start()], False), _atom(text[cut.end() :], meridian)
        if first is not None and second is not None:
            moment = first[0] == "time" and second[0] == "clock"
            middle = ("noise" if moment else "dash", "-", cut.start(), cut.end())
            return [(*first, 0, cut.start()), middle, (*second, cut.end(), len(text))]
    return [("other", text, 0, len(text))]


def _atom(text: str, meridian: bool) -> Read:
    dotted = compiled(r"(\d{1,2})\.(\d\d)").fullmatch(text)
    if dotted is not None and meridian:
        hour, minute = int(dotted[1]), int(dotted[2])
        return ("clock", (hour, minute, 0, "minute", False)) if hour < 13 and minute < 60 else None
    for pattern, read in _ATOMS:
        match = compiled(pattern).fullmatch(text)
        if match is not None and (found := read(match)) is not None:
            return found
    return None


def calendar(year: int, month: str, day: str) -> bool:
    return 1000 <= year <= 2199 and 1 <= int(month) <= 12 and 1 <= int(day) <= 31


def full_date(year: int, month: int, day: int) -> Time:
    return of(mark("year", year), mark("month", month), mark("date", day))


def full_year(text: str) -> int:
    """A year of two digits is one from 1940 to 2039."""
    value = int(text)
    return value if len(text) > 2 else value + (1900 if value >= 40 else 2000)


def _iso(match: re.Match[str]) -> Read:
    year, month, day = int(match[1]), match[3], match[4]
    return ("time", full_date(year, int(month), int(day))) if calendar(year, month, day) else None


def _trailing(match: re.Match[str]) -> Read:
    """Day and month before the year: the American order, unless it can only be the other."""
    month, day = _ordered(int(match[1]), int(match[3]))
    year = full_year(match[4])
    return ("time", full_date(year, month, day)) if calendar(year, str(month), str(day)) else None


def _ordered(first: int, second: int) -> tuple[int, int]:
    return (first, second) if first <= 12 else (second, first)


def _yearless(match: re.Match[str]) -> Read:
    """10/25 is a date, 1/2 may be a half, 24/7 is always."""
    first, second = int(match[1]), int(match[3])
    month, day = _ordered(first, second)
    if (first, second) == (24, 7) or not calendar(2000, str(month), str(day)):
        return None
    sure = match[2] == "/" and max(len(match[1]), len(match[3])) > 1
    return "time", of(mark("month", month), mark("date", day), sure=sure)


def _year_month(match: re.Match[str]) -> Read:
    year, month = (match[1], match[2]) if len(match[1]) == 4 else (match[2], match[1])
    if not calendar(int(year), month, "1"):
        return None
    return "time", of(mark("year", int(year)), mark("month", int(month)))


def _clock(match: re.Match[str]) -> Read:
    hour, minute, second = int(match[1]), int(match[2]), int(match[3] or 0)
    if hour > 24 or minute > 59 or second > 59:
        return None
    settled = hour > 12 or (len(match[1]) > 1 and hour < 1)
    return "clock", (hour, minute, second, "second" if match[3] else "minute", settled)


def _decimal(match: re.Match[str]) -> Read:
    return "num", float(match[0])


def _whole(match: re.Match[str]) -> Read:
    value = int(match[0])
    if len(match[0]) == 4:
        return ("year", value) if 1000 <= value <= 2199 else None
    return ("num", value) if len(match[0]) <= 2 else None


_ATOMS = (
    (r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})", _iso),
    (r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d\d)", _trailing),
    (r"(\d{4})[-/.](0?[1-9]|1[0-2])", _year_month),
    (r"(0?[1-9]|1[0-2])[-/](\d{4})", _year_month),
    (r"(\d{1,2}):(\d\d)(?::(\d\d))?", _clock),
    (r"\d{1,3}\.\d{1,2}", _decimal),
    (r"(\d{1,2})(/)(\d{1,2})", _yearless),
    (r"(\d\d)(-)(\d\d)", _yearless),
    (r"\d+", _whole),
)
