"""Builds ranges, open sides and hints out of times; it knows no word and no pattern."""

from __future__ import annotations

from datetime import datetime

from hindsight_integrations.language import spans
from hindsight_integrations.language.spans import DAY, Span
from hindsight_integrations.language.time_dates import fixed, joined
from hindsight_integrations.language.time_grammar import Build, Built, Now, Parts
from hindsight_integrations.language.time_lengths import FINE
from hindsight_integrations.language.time_marks import Mark, Time


def between(parts: Parts) -> Built:
    """From one time to the end of another; what one of them leaves out, the other tells."""
    first, second = parts.all("time")
    if first.vague or second.vague:
        return None
    if first.grain == "week" and second.marks and second.marks[0].name == "weekday":
        return joined(parts)  # "last week - Monday"
    first, second, borrowed = _shared(first, second)
    start = parts.now.closed(first)[0]
    end = end_after(parts.now, second, start)
    if borrowed and end is not None and start >= end:
        start = spans.shifted(start, -1, borrowed)
    if end is None or start >= end:
        return None
    return fixed((start, end), second.grain)


def _shared(first: Time, second: Time) -> tuple[Time, Time, str | None]:
    """Both, the first one with the year that only the second one names, and the unit that was lent."""
    if first.span is not None or second.span is not None:
        return first, second, None
    if _stands(first) and _stands(second):
        return first, second, None
    coarse = first.marks[0]
    lacking = [m for m in second.marks if _coarser(m, coarse) and first.mark(m.name) is None]
    if lacking and not _stands(first):
        return first.with_marks(*lacking), second, "year" if lacking[0].name == "year" else None
    return first, second, None


def _stands(time: Time) -> bool:
    return time.marks[0].relative or time.marks[0].name in ("year", "decade", "century")


def _coarser(one: Mark, other: Mark) -> bool:
    order = spans.GRAINS
    names = {"date": "day", "weekday": "day", "holiday": "day", "clock": "hour", "week_of": "week"}
    return order.index(names.get(one.name, one.name)) > order.index(
        names.get(other.name, other.name)
    )


def end_after(now: Now, second: Time, start: datetime) -> datetime | None:
    """Where the second end lies: the first one after the start, if it says no year."""
    if (
        second.span is None
        and second.marks[0].name not in ("year", "decade")
        and not second.marks[0].relative
    ):
        ahead = Now(start, "future")
        found = ahead.span(second)
    else:
        found = now.span(second)
    begin, end = found
    if second.grain in ("minute", "second", "hour") or (
        second.marks and second.marks[-1].name == "clock"
    ):
        return begin
    return end


def open_side(side: str) -> Build:
    """What lies before or after a time. "Before March" ends where March begins, "after March" begins where it ends."""

    def build(parts: Parts) -> Built:
        time: Time = parts.get("time")
        if time.vague:
            return None
        start, end = parts.now.span(time)
        if start is None or end is None:
            return None
        point = (bool(time.marks) and time.marks[-1].name == "clock") or time.grain in FINE
        found: Span = {
            "before": (None, start),
            "until": (None, start if point else end),
            "since": (start, None),
            "after": (start if point else end, None),
        }[side]
        return fixed(found, time.grain)

    return build


def vague(parts: Parts) -> Built:
    """A hint at a time: the last month, the last two weeks, ever until now."""
    kind = parts.get("vague")
    if kind == "ever":
        return fixed((None, parts.now.moment), "year", vague=True)
    days = {"day": 1, "fortnight": 14, "month": 30}[kind]
    return fixed((spans.midnight(parts.now.moment) - days * DAY, None), "day", vague=True)
