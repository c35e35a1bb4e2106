"""Builds dates and parts of times out of matched pieces, as both languages do; it knows no word and no pattern."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from hindsight_integrations.language import spans
from hindsight_integrations.language.spans import DAY, Span
from hindsight_integrations.language.time_digits import full_year
from hindsight_integrations.language.time_grammar import Built, Now, Parts
from hindsight_integrations.language.time_marks import Time, counted, mark, of

#: A length of time: how many of which units.
Length = tuple[tuple[float, str], ...]
Closed = tuple[datetime, datetime]
#: What recurs every year.
YEARLY = ("month", "season", "holiday", "quarter", "half")


def fixed(span: Span, grain: str, *, wide: Span | None = None, vague: bool = False) -> Built:
    return "time", Time(span=span, grain=grain, wide=wide, vague=vague)


def month_of_year(parts: Parts) -> Built:
    years = parts.all("year")
    year = years[0] if years else full_year(f"{parts.get('num'):02d}")
    return "time", of(mark("year", year), mark("month", parts.get("month")[0]))


def date(parts: Parts) -> Built:
    """A day of a month; with a year, of that year."""
    days = parts.all("num", "ordinal")
    if parts.get("unit", "day") != "day":
        return None
    if not 1 <= days[0] <= 31 or days[0] != int(days[0]):
        return None
    month, sure, capital = parts.get("month")
    found = of(mark("month", month), mark("date", int(days[0])))
    year = parts.get("year", full_year(f"{days[1]:02d}") if len(days) > 1 else None)
    if year is not None:
        return "time", found.with_marks(mark("year", year))
    return "time", replace(found, sure=sure or capital or parts.has("ordinal", "of", "on", "the"))


def month(parts: Parts) -> Built:
    number, sure, _ = parts.get("month")
    return "time", of(mark("month", number), sure=sure)


def weekday(parts: Parts) -> Built:
    number, sure = parts.get("weekday")
    return "time", of(mark("weekday", number), sure=sure)


def year(parts: Parts) -> Built:
    return "time", of(mark("year", parts.get("year")))


def surer(parts: Parts) -> Built:
    """A preposition before it, and it can be nothing else."""
    time = parts.get("time")
    return None if time.sure else ("time", replace(time, sure=True))


def joined(parts: Parts) -> Built:
    """Two times that pin one: "Friday, 6 July", "last week on Monday", 去年 6月."""
    first, second = parts.all("time")
    for one, other in ((first, second), (second, first)):
        if one.mark("weekday") and other.mark("date") and other.mark("month"):
            return "time", other if one.marks[0].relative else one.with_marks(*other.marks)
    for one, other in ((first, second), (second, first)):
        if (
            one.marks
            and one.marks[0].name in YEARLY
            and not one.marks[0].relative
            and _spacious(other)
        ):
            assert other.wide is not None  # "Thanksgiving a year ago", "March in one year"
            return fixed(parts.now.span(replace(one, span=other.wide, grain="day")), one.grain)
    if not first.marks or not second.marks:
        first, second = (first, second) if second.marks else (second, first)
    if second.span is not None or not second.marks:
        return None
    if first.vague or second.vague or "minute" in (first.grain, second.grain):
        return None
    found = first.with_marks(*second.marks)
    parts.now.span(found)
    return "time", found


def _spacious(time: Time) -> bool:
    """Whether it may mean a whole month or year, as "a year ago" may."""
    if time.span is None or time.wide is None or time.wide[0] is None or time.wide[1] is None:
        return False
    return time.wide[1] - time.wide[0] >= 28 * DAY


def nth(parts: Parts) -> Built:
    """The first Monday of, the third week of, the last 3 weeks of something."""
    inner = parts.get("time")
    outer = parts.now.closed(inner)
    count, unit, run, day = _counted(parts)
    if unit is not None and spans.GRAINS.index(unit) >= spans.GRAINS.index(inner.grain):
        return None
    if unit == "week":
        return fixed(weeks(outer, count, run), "week")
    found = units(outer, count, run, unit) if unit else weekdays(outer, count, day)
    if found[0] < outer[0] or found[1] > outer[1]:
        return None
    return fixed(found, unit or "day")


def _counted(parts: Parts) -> tuple[int, str | None, int, int]:
    """Which one (from the end, if negative), its unit, how many together, or its weekday."""
    length: Length | None = parts.get("length")
    rel, ordinal = parts.get("rel"), parts.get("ordinal")
    from_end = rel == -1 or parts.has("ju")
    count = -(ordinal or 1) if from_end else int(ordinal or 1)
    if rel not in (None, -1):
        raise ValueError("no part")
    if length is not None:
        return count, length[0][1], int(length[0][0]), 0
    return count, parts.get("unit"), 1, parts.get("weekday", (0,))[0]


def units(outer: Closed, count: int, run: int, unit: str) -> Closed:
    if count > 0:
        start = spans.shifted(outer[0], count - 1, unit)
    else:
        start = spans.shifted(outer[1], count - run + 1, unit)
    return start, spans.shifted(start, run, unit)


def weeks(outer: Closed, count: int, run: int) -> Closed:
    """Weeks belong to the month or year that holds their Thursday (as in ISO 8601)."""
    edge = outer[0] + 3 * DAY if count > 0 else outer[1] - 4 * DAY
    first = spans.week(edge)[0]
    assert first is not None
    start = first + (count - 1 if count > 0 else count - run + 2) * 7 * DAY
    return start, start + run * 7 * DAY


def weekdays(outer: Closed, count: int, day: int) -> Closed:
    if count > 0:
        start = outer[0] + ((day - outer[0].weekday()) % 7 + 7 * (count - 1)) * DAY
    else:
        start = outer[1] - ((outer[1].weekday() - day - 1) % 7 + 1 + 7 * (-count - 1)) * DAY
    return start, start + DAY


#: Which third of the whole an edge is.
_THIRDS = {"early": 0, "mid": 1, "late": 2, "first10": 0, "last10": 2}


def edge_of(now: Now, time: Time, edge: str) -> Built:
    """The beginning, middle or end of a time: thirds; of a month ten days; of a week its three first and last days."""
    start, end = now.closed(time)
    third = _THIRDS[edge]
    if time.grain == "month":
        cuts = [start, start + 10 * DAY, start + 20 * DAY, end]
    elif time.grain == "week":
        cuts = [start, start + 3 * DAY, start + 4 * DAY, end]
    elif time.grain in ("year", "half", "quarter", "season"):
        size = {"year": 4, "half": 2}.get(time.grain, 1)
        cuts = [spans.months_before(start, -size * place) for place in range(3)] + [end]
    else:
        cuts = [start + (end - start) * place / 3 for place in range(4)]
    return fixed((cuts[third], cuts[third + 1]), "day", wide=None)


def edge(parts: Parts) -> Built:
    time = parts.get("time") or counted(parts.get("unit"), 0)
    return edge_of(parts.now, time, parts.get("edge"))
