"""Builds clock times as English says them: half past three, 3 to 5 pm, tomorrow before 5; it knows no word and no pattern."""

from __future__ import annotations

from dataclasses import replace

from hindsight_integrations.language import spans
from hindsight_integrations.language import time_hours as hours
from hindsight_integrations.language import time_ranges as ranges
from hindsight_integrations.language.time_dates import fixed
from hindsight_integrations.language.time_grammar import Built, Parts
from hindsight_integrations.language.time_marks import Mark, Time, counted, mark, of


def meridian(parts: Parts) -> Built:
    """7 pm, 7:30 a.m., seven thirty pm, 330 pm."""
    hour, minute, second, grain, _ = parts.get("clock") or _numbers(parts.all("num"))
    if not 1 <= hour <= 23 or minute > 59 or hour != int(hour):
        return None
    if hour <= 12:
        hour = hour % 12 + (12 if str(parts.get("ampm"))[0] == "p" else 0)
    return "clock", (int(hour), int(minute), second, grain, True)


def _numbers(numbers: list[float]) -> tuple[float, float, int, str, bool]:
    hour, *minutes = numbers
    if hour > 99:
        return hour // 100, hour % 100, 0, "minute", False
    return hour, minutes[0] if minutes else 0, 0, "minute" if minutes else "hour", False


def oclock(parts: Parts) -> Built:
    return hours.clock_of(parts.get("num"), grain="hour") if parts.get("num") <= 24 else None


def past_hour(parts: Parts) -> Built:
    """20 past 8, half past three, a quarter past noon."""
    numbers = parts.all("num")
    said = not parts.has("half") and parts.get("unit") != "quarter"
    if len(numbers) < said + (not parts.has("clock")):
        return None
    minutes = numbers.pop(0) if said else 30 if parts.has("half") else 15
    if minutes > 59:
        return None
    clock = parts.get("clock") or (numbers[0], 0, 0, "hour", False)
    if parts.get("unit", "minute") not in ("minute", "quarter") or not 0 <= clock[0] <= 24:
        return None
    return "clock", (int(clock[0]), int(minutes), 0, "minute", clock[4])


def spoken_clock(parts: Parts) -> Built:
    """Three twenty: an hour and minutes of two digits."""
    hour, minute = parts.all("num")
    if not (1 <= hour <= 12 and 10 <= minute <= 59 and minute % 5 == 0):
        return None
    return "clock", (hour, minute, 0, "minute", False)


def at_hour(parts: Parts) -> Built:
    """A bare number beside a day or a part of it is an hour; "at 2.30" an hour and minutes."""
    hour = parts.get("num")
    minutes = round(hour % 1 * 100)
    if not 1 <= hour <= 24 or minutes > 59 or (minutes and not parts.has("on")):
        return None
    grain = "minute" if minutes else "hour"
    return hours.time_clock(parts.plus(clock=(int(hour), minutes, 0, grain, hour > 12)))


def num_part(parts: Parts) -> Built:
    """7 in the evening, in the afternoon at 7."""
    hour = parts.get("num")
    if hour not in range(1, 13):
        return None
    return hours.clock_part(parts.plus(clock=(hour, 0, 0, "hour", False)))


def rel_part(parts: Parts) -> Built:
    """This morning."""
    day = Mark("day", (parts.get("rel"),), relative=True)
    return "time", of(day, mark("part", parts.get("part")))


def early_rel_part(parts: Parts) -> Built:
    """Late this morning."""
    built = early_part(parts)
    return rel_part(parts.plus(part=built[1])) if built else None


def time_half(parts: Parts) -> Built:
    """Tomorrow am, today pm."""
    part = "morning" if str(parts.get("ampm"))[0] == "a" else "afternoon"
    return "time", parts.get("time").with_marks(mark("part", part))


_EDGED = {
    "early morning": "early morning",
    "late night": "late night",
    "late evening": "late night",
}


def early_part(parts: Parts) -> Built:
    """Early morning and late night are parts of their own."""
    part = parts.get("part")
    return "part", _EDGED.get(f"{parts.get('edge')} {part}", part)


def open_clock(parts: Parts) -> Built:
    """Tomorrow before 5 pm, 3 pm or later on Monday."""
    built = hours.time_clock(parts)
    if built is None:
        return None
    side = "before" if parts.has("before", "until", "by") else "since"
    return ranges.open_side(side)(parts.plus(time=built[1]))


def clocks(parts: Parts) -> Built:
    """From 3 to 5 pm: the later end tells the half of the day."""
    first, second = (_as_clock(value) for value in parts.all("clock", "num"))
    if first is None or second is None:
        return None
    if not first[4] and second[4] and first[0] + 12 <= second[0] and first[0] < 12:
        first = (first[0] + 12, *first[1:])
    return "both", (first, second)


def _as_clock(value: hours.Clock | float) -> hours.Clock | None:
    if isinstance(value, tuple):
        return value
    if value != int(value) or not 0 <= value <= 24:
        return None
    return int(value), 0, 0, "hour", value > 12


def hours_of(parts: Parts) -> Built:
    """Monday from 9 to 11, 3 to 5 pm tomorrow."""
    time: Time = parts.get("time") or counted("day", 0)
    first, second = parts.get("both")
    part = time.mark("part")
    if part is not None:
        first, second = (hours.in_part(end, str(part.value[0])) for end in (first, second))
        time = replace(time, marks=tuple(other for other in time.marks if other != part))
    start = parts.now.closed(time.with_marks(mark("clock", *first[:4])))[0]
    end = parts.now.closed(time.with_marks(mark("clock", *second[:4])))[0]
    while end <= start:
        end += spans.DAY / 2
    return fixed((start, end), "minute")
