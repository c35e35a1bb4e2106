"""Builds clock times as Chinese says them: 五点一刻, 下午五点到六点; it knows no word and no pattern."""

from __future__ import annotations

from dataclasses import replace

from hindsight_integrations.language import spans
from hindsight_integrations.language import time_hours as hours
from hindsight_integrations.language.time_dates import fixed
from hindsight_integrations.language.time_grammar import Built, Parts
from hindsight_integrations.language.time_marks import Time, counted, mark, of


def clock_of(parts: Parts) -> Built:
    """八点, 九点二十, 三点半, 五点一刻, 16时40分50秒."""
    numbers = parts.all("num")
    hour = numbers[0]
    minute = numbers[1] if len(numbers) > 1 else 30 if parts.has("half") else 0
    if parts.get("unit") == "quarterhour":
        minute *= 15
    second = numbers[2] if len(numbers) > 2 else 0
    grain = (
        "second" if len(numbers) > 2 else "minute" if minute or len(parts.pieces) > 2 else "hour"
    )
    return hours.clock_of(hour, int(minute), int(second), grain=grain, sure=hour > 12)


def clocks(parts: Parts) -> Built:
    """下午五点到六点, 9~11点: what one end leaves out, the other tells."""
    ends = parts.all("clock", "num")
    first, second = (
        end if isinstance(end, tuple) else (int(end), 0, 0, "hour", False) for end in ends
    )
    if first[4] and not second[4] and first[0] > 12 and second[0] + 12 > first[0]:
        second = (second[0] + 12, *second[1:])
    if first[0] > 24:
        return None
    return "both", (first, second)


def part_hours(parts: Parts) -> Built:
    first, second = parts.get("both")
    part = parts.get("part")
    return "both", (hours.in_part(first, part), hours.in_part(second, part))


def hours_of(parts: Parts) -> Built:
    first, second = parts.get("both")
    time: Time = parts.get("time") or counted("day", 0)
    start = parts.now.closed(time.with_marks(mark("clock", *first[:4])))[0]
    end = parts.now.closed(time.with_marks(mark("clock", *second[:4])))[0]
    return fixed((start, end + (spans.DAY if end <= start else 0 * spans.DAY)), "minute")


def bare_hour(parts: Parts) -> Built:
    """两点建议 is advice: a bare hour is a time only where nothing is counted after it."""
    clock = parts.get("clock")
    return "time", replace(
        of(mark("clock", *clock[:4])), sure=clock[4] or clock[3] != "hour" or len(parts.pieces) > 1
    )
