"""Builds what only Chinese says: 上周三, 2021年前两个季度, 月初, 五年前的今天; it knows no word and no pattern."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from hindsight_integrations.language import spans
from hindsight_integrations.language import time_dates as dates
from hindsight_integrations.language import time_lengths as lengths
from hindsight_integrations.language.time_dates import fixed
from hindsight_integrations.language.time_digits import full_year
from hindsight_integrations.language.time_grammar import Built, Now, Parts
from hindsight_integrations.language.time_marks import Mark, Time, counted, mark, of

_UNITS = {
    "zyear": "year", "zmonth": "month", "zday": "day", "zquarter": "quarter", "zminute": "minute",
}  # fmt: skip


def _unit(parts: Parts) -> str:
    unit = parts.get("unit")
    if unit is not None:
        return str(unit)
    return next(_UNITS[piece.kind] for piece in parts.pieces if piece.kind in _UNITS)


def year_of(parts: Parts) -> Built:
    """2015年; 07年, 98年: two digits are a year when a zero leads or more of a date follows."""
    year = parts.get("year")
    if year is None:
        year = full_year(f"{int(parts.get('num')):02d}")
    return "time", of(mark("year", year))


def short_year(parts: Parts) -> Built:
    number = parts.pieces[0]
    value = number.value
    if number.end - number.start != 2 or value != int(value) or value > 99:
        return None
    known = value < 10 or value > 31 or len(parts.pieces) > 2
    return "time", replace(of(mark("year", full_year(f"{int(value):02d}"))), sure=known)


def month_named(parts: Parts) -> Built:
    number = parts.get("num")
    if number not in range(1, 13):
        return None
    return "time", of(mark("month", int(number)))


def date_of(parts: Parts) -> Built:
    """6月18日, 去年 6月18, 本月 十日."""
    day = parts.get("num")
    if day not in range(1, 32):
        return None
    time: Time = parts.get("time")
    found = time.with_marks(mark("date", int(day)))
    parts.now.span(found)
    return "time", found


def same_day(parts: Parts) -> Built:
    """去年的今天, 五年前的今天, 上个月的今天: the same day so much earlier."""
    today = parts.all("time")[-1]
    if today.marks != counted("day", 0).marks:
        return None
    if parts.has("length"):
        return lengths.at_distance(
            parts.now, parts.get("length"), -1, spans.midnight(parts.now.moment)
        )
    first = parts.all("time")[0]
    if len(first.marks) != 1 or not first.marks[0].relative:
        return None
    count = first.marks[0].value[0]
    return lengths.at_distance(
        parts.now, ((count, first.marks[0].name),), 1, spans.midnight(parts.now.moment)
    )


def day_alone(parts: Parts) -> Built:
    """29日, 12号: a day of a month, if it stands as one."""
    day = parts.get("num")
    if day not in range(1, 32):
        return None
    return "time", of(mark("date", int(day)))


def rel_unit(parts: Parts) -> Built:
    return "time", counted(_unit(parts), parts.get("rel"))


def rel_weekday(parts: Parts) -> Built:
    """上周三 is the one of last week: Chinese counts weeks."""
    (day, _) = parts.get("weekday")
    return "time", of(Mark("week", (parts.get("rel"),), relative=True), mark("weekday", day))


def ordinal_of(parts: Parts) -> Built:
    return "ordinal", int(parts.get("num", parts.get("ordinal")))


def quarter_of(parts: Parts) -> Built:
    number = parts.get("ordinal", parts.get("num"))
    if number not in range(1, 5):
        return None
    time = parts.get("time")
    found = mark("quarter", int(number))
    return "time", time.with_marks(found) if time else of(found)


def half_of(parts: Parts) -> Built:
    time = parts.get("time") or counted("year", 0)
    if not parts.get("half"):
        return None
    return "time", time.with_marks(mark("half", parts.get("half")))


def decade_of(parts: Parts) -> Built:
    """90年代, 十九世纪七十年代."""
    value = int(parts.all("num")[-1])
    if value % 10 or value > 90:
        return None
    century = parts.all("num")[0] - 1 if len(parts.all("num")) > 1 else 20 if value < 30 else 19
    return "time", of(mark("decade", int(century * 100 + value)))


def century_of(parts: Parts) -> Built:
    first = int(parts.get("num") - 1) * 100
    return "time", of(mark("century", first or 1))


def school_break(parts: Parts) -> Built:
    """暑假, 寒假: from the first day of a month, some months long."""
    first, months = parts.get("ofday")
    time = parts.get("time")
    start = of(mark("month", first))
    begin = parts.now.closed(time.with_marks(*start.marks) if time else start)[0]
    return fixed((begin, spans.months_before(begin, -months)), "month")


def edge_named(parts: Parts) -> Built:
    """年初 and 年底 are two months, 月初 five days and 月底 a week; 上旬 and 下旬 are ten days."""
    time: Time | None = parts.get("time")
    if parts.has("zedge"):
        unit, edge = parts.get("zedge")
        time = _whole(parts, unit)
    else:
        edge = parts.get("edge")
    if time is None:
        return None
    start, end = parts.now.closed(time)
    found = _edges(start, end, time.grain, edge)
    if found is None:
        return dates.edge_of(parts.now, time, edge)
    third = dates.edge_of(parts.now, time, edge)
    wide = third[1].span if third else None
    return fixed(found, "day", wide=_hull(found, wide))


def numbered_edge(parts: Parts) -> Built:
    """19年底, 8月初."""
    unit, edge = parts.get("zedge")
    number = parts.get("year", parts.get("num"))
    if unit == "year":
        whole = of(mark("year", full_year(f"{int(number):02d}")))
    elif unit == "month" and number in range(1, 13):
        whole = (parts.get("time") or Time()).with_marks(mark("month", int(number)))
    else:
        return None
    return edge_named(Parts(parts.pieces[:1], parts.now).plus(time=whole, edge=edge))


def before_end(parts: Parts) -> Built:
    """年底前: up to its end."""
    time: Time | None = parts.get("time")
    unit, edge = parts.get("zedge", (None, parts.get("edge")))
    if edge != "late" or (time is None and unit is None):
        return None
    whole = time if time is not None and unit in (None, time.grain) else counted(unit, 0)
    return fixed((None, parts.now.closed(whole)[1]), whole.grain)


def _hull(one: spans.Span, other: spans.Span | None) -> spans.Span:
    if other is None or None in (*one, *other):
        return one
    return min(one[0], other[0]), max(one[1], other[1])  # type: ignore[type-var]


def _whole(parts: Parts, unit: str) -> Time:
    """The unit whose edge is meant: of the time before it, of a counted one, of this one."""
    time: Time | None = parts.get("time")
    if time is None:
        return counted(unit, parts.get("rel", 0))
    if time.grain == unit:
        return time
    raise ValueError("the edge of another unit")


def _edges(start: datetime, end: datetime, grain: str, edge: str) -> spans.Span | None:
    months, days = spans.months_before, spans.DAY
    table = {
        ("year", "early"): (start, months(start, -2)),
        ("year", "late"): (months(end, 2), end),
        ("quarter", "late"): (months(end, 1), end),
        ("month", "early"): (start, start + 5 * days),
        ("month", "late"): (end - 7 * days, end),
    }
    return table.get((grain, edge))


def first_units(parts: Parts) -> Built:
    """2021年前两个季度, 今年前五个月, 4月前4天, 2021年的最后4个月."""
    time: Time = parts.get("time")
    length: dates.Length = parts.get("length")
    count, unit = length[0]
    outer = parts.now.closed(time)
    if spans.GRAINS.index(unit) >= spans.GRAINS.index(time.grain) or count != int(count):
        return None
    last = parts.has("ju", "hou")
    if unit == "week":
        return fixed(dates.weeks(outer, -1 if last else 1, int(count)), unit)
    return fixed(dates.units(outer, -1 if last else 1, int(count), unit), unit)


def nth_of(parts: Parts) -> Built:
    """八月份的第一个周二, 3月第三周, 2021年的第三个月, 十月第一个星期一."""
    time: Time = parts.get("time")
    outer = parts.now.closed(time)
    count = int(parts.get("ordinal", 1))
    if parts.has("weekday"):
        found = dates.weekdays(outer, count, parts.get("weekday")[0])
        return fixed(found, "day") if found[1] <= outer[1] else None
    unit = _unit(parts)
    if unit == "week":
        return fixed(
            _month_weeks(outer, count) if time.grain == "month" else dates.weeks(outer, count, 1),
            unit,
        )
    if spans.GRAINS.index(unit) >= spans.GRAINS.index(time.grain):
        return None
    return fixed(dates.units(outer, count, 1, unit), unit)


def _month_weeks(outer: dates.Closed, count: int) -> dates.Closed:
    """Weeks of a month are counted from its first Monday."""
    start = dates.weekdays(outer, count, 0)[0]
    return start, start + 7 * spans.DAY


def length_of(parts: Parts) -> Built:
    """三天, 3个月, 两年半, 一个半小时, 半年."""
    counts = parts.all("num", "few")
    count = counts[0] if counts else 0
    if parts.has("half"):
        count += 0.5
    if count > 9_999 or not count:
        return None
    unit = _unit(parts)
    if unit == "quarterhour":
        return "length", ((count * 15, "minute"),)
    return "length", ((count, unit),)


def leading_zero(parts: Parts) -> Built:
    """07年 is a year also before 前, where 10年 is a length."""
    return short_year(parts) if parts.get("num") < 10 else None


def rel_long_unit(parts: Parts) -> Built:
    """上周, 本周末; 上小时 is none."""
    return None if parts.get("unit") in _SHORT else rel_unit(parts)


_SHORT = ("second", "minute", "hour", "quarterhour")


def weekday_of_week(parts: Parts) -> Built:
    """三周前的周五."""
    (count, unit), *_ = parts.get("length")
    if unit != "week":
        return None
    week = Mark("week", (-int(count),), relative=True)
    return "time", of(week, mark("weekday", parts.get("weekday")[0]))


def season(parts: Parts) -> Built:
    return "time", parts.get("season")


def first_quarters(parts: Parts) -> Built:
    """今年前三季度."""
    return first_units(parts.plus(length=((parts.get("num"), "quarter"),)))


def rel_length(parts: Parts) -> Built:
    """这两天 go up to now; 上两周 are whole weeks."""
    if parts.get("rel") == 0 or parts.has("nei"):
        return last_length(parts)
    return up_to_last(parts)


def formerly(parts: Parts) -> Built:
    """之前 and 以前 alone are a hint; 前 alone is a place."""
    word = parts.pieces[0]
    return ("vague", "ever") if word.end - word.start > 1 else None


def several(parts: Parts) -> Built:
    return "vague", "fortnight" if _unit(parts) == "day" else "ever"


def ago(parts: Parts) -> Built:
    return lengths.at_distance(parts.now, parts.get("length"), -1)


def hence(parts: Parts) -> Built:
    return lengths.at_distance(parts.now, parts.get("length"), 1)


def last_length(parts: Parts) -> Built:
    """最近三天, 过去的一周, 上两周."""
    length: dates.Length = parts.get("length")
    if parts.get("rel", -1) == 1 or parts.has("hou"):
        return lengths.next_length(parts)
    return lengths.up_to_now(parts.now, length)


def up_to_last(parts: Parts) -> Built:
    """上两周, 上个两个月: whole units that are over."""
    (count, unit), side = parts.get("length")[0], parts.get("rel")
    if abs(side) != 1 or count != int(count):
        return None
    return fixed(_whole_units(parts.now, int(count), unit, side), unit)


def _whole_units(now: Now, count: int, unit: str, side: int) -> spans.Span:
    at = spans.UNITS[unit]
    if side < 0:
        return at(now.moment, count)[0], at(now.moment, 1)[1]
    return at(now.moment, -1)[0], at(now.moment, -count)[1]


def within(parts: Parts) -> Built:
    length: dates.Length = parts.get("length")
    return fixed((parts.now.moment, lengths.moved(parts.now.moment, length, 1)), length[0][1])


def same_month(parts: Parts) -> Built:
    """2019年4月12-19日, 九号到十五号."""
    first, second = parts.all("num")
    if first not in range(1, 32) or second not in range(1, 32):
        return None
    time: Time = parts.get("time") or Time()
    start = parts.now.closed(time.with_marks(mark("date", int(first))))[0]
    end = Now(start, "future").closed(of(mark("date", int(second))))[1]
    return fixed((start, end), "day")


def same_year(parts: Parts) -> Built:
    """2019年1-五月, 1到3月."""
    first, second = parts.all("num")
    if first not in range(1, 13) or second not in range(1, 13):
        return None
    time: Time = parts.get("time") or Time()
    if time.marks and time.grain != "year":
        return None
    start = parts.now.closed(time.with_marks(mark("month", int(first))))[0]
    end = Now(start, "future").closed(of(mark("month", int(second))))[1]
    return fixed((start, end), "month")


def years_between(parts: Parts) -> Built:
    first, second = parts.all("year")
    if first >= second:
        return None
    return fixed(
        (
            parts.now.closed(of(mark("year", first)))[0],
            parts.now.closed(of(mark("year", second)))[1],
        ),
        "year",
    )
