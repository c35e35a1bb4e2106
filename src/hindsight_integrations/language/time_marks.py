"""What a time expression pins down, and where on the calendar that lies; it reads no text and knows no time zone.

A :class:`Mark` pins one thing: a year, a month of the year, a weekday, a clock time. Marks are
placed from the coarsest to the finest, each inside the one before ("Friday" of "last week").
What repeats and has nothing around it ("in March") is placed by the wished direction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from hindsight_integrations.language import holidays, spans
from hindsight_integrations.language.spans import DAY, Span

Prefer = Literal["past", "future"]
Placed = tuple[datetime, datetime]

#: How many parents (years, months, weeks) are tried for what repeats.
_FAR = 41
#: When parts of the day begin and how many hours they last.
PARTS = {
    "dawn": (4, 4),
    "early morning": (4, 5),
    "morning": (8, 4),
    "noon": (12, 2),
    "lunch": (11, 2),
    "afternoon": (12, 6),
    "daytime": (8, 10),
    "dusk": (17, 3),
    "evening": (18, 6),
    "night": (18, 6),
    "late night": (21, 3),
    "small hours": (0, 5),
}
#: Whoever says these may mean more: the night goes on until six, the morning begins at four.
_WIDER = {"night": (18, 12), "evening": (18, 12), "morning": (4, 8), "late night": (21, 9)}
_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing that is pinned: ``name`` says which, ``value`` to what.

    ``this`` marks count units from now: ``Mark("week", (-1,), relative=True)`` is last week.
    """

    name: str
    value: tuple[object, ...]
    relative: bool = False


@dataclass(frozen=True, slots=True)
class Time:
    """A time as it was said: marks yet to be placed, or a span that is placed.

    ``sure`` says that the words can hardly mean anything else ("may" can); ``vague`` that the
    span is no more than a hint. ``wide`` is what the speaker may have meant besides.
    """

    marks: tuple[Mark, ...] = ()
    span: Span | None = None
    grain: str = "day"
    sure: bool = True
    vague: bool = False
    wide: Span | None = None

    def mark(self, name: str) -> Mark | None:
        return next((mark for mark in self.marks if mark.name == name), None)

    def _holds_hours(self) -> bool:
        if self.span is not None:
            return self.grain in ("day", "part", "hour")
        return not self.marks or any(mark.name in _DAYS for mark in self.marks)

    def with_marks(self, *more: Mark) -> Time:
        """The same with more marks; the finest one gives the grain. ValueError: pinned twice."""
        if any(mark.name not in _RANKS for mark in more):
            raise ValueError("a quarter of an hour is a length, no place in the calendar")
        marks = sorted((*self.marks, *more), key=lambda mark: _RANKS[mark.name])
        names = [mark.name for mark in marks]
        if len(set(names)) < len(names):
            raise ValueError("pinned twice")
        if any(mark.relative or mark.name in _ANCHORS for mark in marks[1:]):
            raise ValueError("an anchor inside another")
        finest = marks[-1]
        if finest.name in ("part", "clock") and not self._holds_hours():
            raise ValueError("hours of no day")
        grain = str(finest.value[3]) if finest.name == "clock" else _GRAIN[finest.name]
        if self.span is not None and spans.GRAINS.index(self.grain) < spans.GRAINS.index(grain):
            raise ValueError("nothing coarser lies inside")
        return replace(self, marks=tuple(marks), grain=grain, sure=True)


def of(*marks: Mark, sure: bool = True) -> Time:
    return replace(Time().with_marks(*marks), sure=sure)


def mark(name: str, *value: object) -> Mark:
    return Mark(name, value)


def counted(unit: str, count: int) -> Time:
    """The unit ``count`` units from now: last week is -1."""
    return of(Mark(unit, (count,), relative=True))


_ORDER = (
    "century decade year half quarter season month holiday week_of fortnight week weekend day "
    "date weekday part hour minute second clock"
)
_RANKS = {name: place for place, name in enumerate(_ORDER.split())}
_ANCHORS = ("century", "decade", "year", "minute", "second", "hour")
_DAYS = ("holiday", "day", "date", "weekday", "part", "clock")
_GRAIN = {name: name for name in _RANKS} | {
    "holiday": "day", "week_of": "week", "date": "day", "weekday": "day",
}  # fmt: skip
#: The unit in which something occurs once.
_PARENT = {
    "half": "year", "quarter": "year", "season": "year", "month": "year", "holiday": "year",
    "week_of": "year", "date": "month", "weekday": "week", "part": "day", "clock": "day",
}  # fmt: skip


def place(time: Time, now: datetime, prefer: Prefer) -> Span:
    """Where ``time`` lies. Raises :class:`ValueError` if there is no such time."""
    if not time.marks:
        assert time.span is not None
        return time.span
    first, rest = time.marks[0], time.marks[1:]
    if time.span is not None:
        start, end = time.span
        if start is None or end is None:
            raise ValueError("an open span holds no part")
        return _inside((start, end), time.marks)
    outer = _anchored(first, now)
    if outer is not None:
        return _inside(outer, rest)
    return _repeated(time.marks, now, prefer)


def widened(time: Time, span: Span) -> Span:
    """``span`` and what a speaker may have meant besides."""
    if time.wide is not None:
        return time.wide
    last = time.marks[-1] if time.marks else None
    start = span[0]
    if last is not None and last.name == "part" and start is not None:
        begin, hours = _WIDER.get(str(last.value[0]), (None, 0))
        if begin is not None:
            start = spans.midnight(start) + timedelta(hours=begin)
            return start, start + timedelta(hours=hours)
    return span


def _anchored(mark: Mark, now: datetime) -> Placed | None:
    """The span of a mark that needs nothing around it."""
    if mark.relative:
        return spans.closed(spans.UNITS[mark.name](now, -_int(mark, 0)))
    if mark.name in ("year", "decade", "century"):
        return spans.closed(spans.UNITS[mark.name](spans.wall(max(_int(mark, 0), 1)), 0))
    return None


def _repeated(marks: tuple[Mark, ...], now: datetime, prefer: Prefer) -> Placed:
    """The nearest occurrence on the wished side; the present counts to both."""
    names = {mark.name for mark in marks}
    parent = _PARENT[marks[0].name]
    if {"date", "weekday"} <= names and "month" not in names:
        parent = "month"
    step = 1 if prefer == "past" else -1
    for back in range(0, step * _FAR, step):
        try:
            outer = spans.closed(spans.UNITS[parent](now, back))
            found = _inside(outer, marks)
        except (ValueError, OverflowError):
            continue
        if _fits(found, marks, now, prefer) and _agrees(found, marks):
            return found
    raise ValueError("no such time")


def _fits(found: Placed, marks: tuple[Mark, ...], now: datetime, prefer: Prefer) -> bool:
    start, end = found
    if marks[0].name == "weekday":  # today is called today
        return end <= spans.midnight(now) if prefer == "past" else start > now
    if prefer == "past":
        return start <= now
    return start >= now if marks[-1].name == "clock" else end > now


def _agrees(found: Placed, marks: tuple[Mark, ...]) -> bool:
    """Whether "Friday the 13th" is a Friday. Beside a full date a wrong weekday is a slip."""
    named = {mark.name: mark for mark in marks}
    if "weekday" not in named or "date" not in named or "month" in named:
        return True
    return found[0].weekday() == _int(named["weekday"], 0)


def _inside(outer: Placed, marks: tuple[Mark, ...]) -> Placed:
    """The first time that fulfils the marks inside ``outer``. ValueError: there is none."""
    if not marks:
        return outer
    first, rest = marks[0], marks[1:]
    if first.name == "weekday" and outer[1] - outer[0] <= DAY:
        return _inside(outer, rest)  # a wrong weekday beside a date is a slip
    for found in _occurrences(first, outer):
        return _inside(found, rest)
    raise ValueError(f"no {first.name} inside")


def _occurrences(mark: Mark, outer: Placed) -> Iterator[Placed]:
    if mark.relative or mark.name not in _PARENT:
        raise ValueError(f"{mark.name} stands alone")
    parent = _PARENT[mark.name]
    begin = spans.UNITS[parent](outer[0], 0)[0]
    while begin is not None and begin < outer[1]:
        found = _once(mark, begin)
        if found is not None and _holds(mark, outer, found):
            yield found
        begin = spans.UNITS[parent](begin, -1)[0]


def _holds(mark: Mark, outer: Placed, found: Placed) -> bool:
    """Whether an occurrence belongs to ``outer``: nights, winters and ISO weeks may reach out of it."""
    if mark.name in ("part", "clock", "season", "week_of"):
        return outer[0] <= found[0] + (4 * DAY if mark.name == "week_of" else 0 * DAY) < outer[1]
    return outer[0] <= found[0] and found[1] <= outer[1]


def _once(mark: Mark, begin: datetime) -> Placed | None:
    """The occurrence in the parent unit that starts at ``begin``; ``None`` if it has none."""
    try:
        return _ONCE[mark.name](mark, begin)
    except (ValueError, OverflowError):
        return None


def _month(mark: Mark, begin: datetime) -> Placed:
    return spans.closed(spans.month(begin.replace(month=_int(mark, 0))))


def _date(mark: Mark, begin: datetime) -> Placed:
    return spans.closed(spans.day(begin.replace(day=_int(mark, 0))))


def _weekday(mark: Mark, begin: datetime) -> Placed:
    return spans.closed(spans.day(begin + _int(mark, 0) * DAY))


def _run(size: int) -> Callable[[Mark, datetime], Placed]:
    def run(mark: Mark, begin: datetime) -> Placed:
        start = begin.replace(month=(_int(mark, 0) - 1) * size + 1)
        return start, spans.months_before(start, -size)

    return run


def _season(mark: Mark, begin: datetime) -> Placed:
    start = begin.replace(month=_SEASONS[str(mark.value[0])])
    return start, spans.months_before(start, -3)


def _week_of(mark: Mark, begin: datetime) -> Placed:
    """The ISO week of that number: week 1 holds the 4th of January."""
    first = spans.week(begin.replace(day=4))[0]
    assert first is not None
    return spans.closed(spans.week(first + (_int(mark, 0) - 1) * 7 * DAY))


def _holiday(mark: Mark, begin: datetime) -> Placed:
    return spans.closed(spans.day(holidays.on(str(mark.value[0]), begin.year)))


def _part(mark: Mark, begin: datetime) -> Placed:
    start, hours = PARTS[str(mark.value[0])]
    moment = begin + timedelta(hours=start)
    return moment, moment + timedelta(hours=hours)


def _clock(mark: Mark, begin: datetime) -> Placed:
    """Hour, minute, second and the grain of a clock time."""
    hour, minute, second = (_int(mark, place) for place in range(3))
    start = begin + timedelta(hours=hour, minutes=minute, seconds=second)
    return start, start + timedelta(**{f"{mark.value[3]}s": 1})


_ONCE: dict[str, Callable[[Mark, datetime], Placed]] = {
    "month": _month, "date": _date, "weekday": _weekday, "quarter": _run(3), "half": _run(6),
    "season": _season, "week_of": _week_of, "holiday": _holiday, "part": _part, "clock": _clock,
}  # fmt: skip


def _int(mark: Mark, place: int) -> int:
    value = mark.value[place]
    assert isinstance(value, int)
    return value
