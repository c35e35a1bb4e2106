"""Builds clock times and parts of days; it knows no word and no pattern."""

from __future__ import annotations

from dataclasses import replace

from hindsight_integrations.language.time_grammar import Built, Parts
from hindsight_integrations.language.time_marks import Time, mark, of

#: Hour, minute, second, the grain, and whether the half of the day is settled.
Clock = tuple[int, int, int, str, bool]
_PM = ("afternoon", "evening", "night", "dusk", "late night")


def clock_of(
    hour: float, minute: float = 0, second: float = 0, *, grain: str = "hour", sure: bool = False
) -> Built:
    if not (0 <= hour <= 24 and 0 <= minute < 60 and 0 <= second < 60) or hour != int(hour):
        return None
    return "clock", (int(hour), int(minute), int(second), grain, sure or hour > 12)


def in_part(clock: Clock, part: str) -> Clock:
    """The clock time of that part of the day: 7 in the evening is 19:00."""
    hour, minute, second, grain, sure = clock
    if sure:
        return clock
    if part in _PM and hour < 12:
        small = part in ("night", "late night") and hour < 5
        return (hour if small else hour + 12), minute, second, grain, True
    if part in ("night", "evening") and hour == 12:
        return 24, minute, second, grain, True
    if part == "noon" and hour < 4:
        return hour + 12, minute, second, grain, True
    if part in ("small hours", "dawn") and hour == 12:
        return 0, minute, second, grain, True
    return hour, minute, second, grain, True


def clock_part(parts: Parts) -> Built:
    return "clock", in_part(parts.get("clock"), parts.get("part"))


def time_clock(parts: Parts) -> Built:
    """A clock time of a day; of a part of a day it is the one in that part."""
    time: Time = parts.get("time")
    clock = parts.get("clock")
    part = time.mark("part")
    if part is not None:
        clock = in_part(clock, str(part.value[0]))
        time = replace(time, marks=tuple(other for other in time.marks if other != part))
    if not time.marks and time.span is None:
        return None
    found = time.with_marks(mark("clock", *clock[:4]))
    parts.now.span(found)
    return "time", found


def time_part(parts: Parts) -> Built:
    found = parts.get("time").with_marks(mark("part", parts.get("part")))
    parts.now.span(found)
    return "time", found


def bare_clock(parts: Parts) -> Built:
    clock = parts.get("clock")
    return "time", replace(of(mark("clock", *clock[:4])), sure=clock[4] or clock[3] != "hour")


def bare_part(parts: Parts) -> Built:
    return "time", of(mark("part", parts.get("part")), sure=False)
