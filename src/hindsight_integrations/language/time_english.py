"""Builds what only English says: last Monday, the week of the 18th, three Fridays ago; it knows no word and no pattern."""

from __future__ import annotations

from hindsight_integrations.language import spans
from hindsight_integrations.language import time_dates as dates
from hindsight_integrations.language import time_lengths as lengths
from hindsight_integrations.language import time_ranges as ranges
from hindsight_integrations.language.time_dates import fixed
from hindsight_integrations.language.time_digits import full_year
from hindsight_integrations.language.time_grammar import Built, Now, Parts
from hindsight_integrations.language.time_marks import Mark, Time, counted, mark, of


def length_of(parts: Parts) -> Built:
    """3 weeks, a year, half an hour, two and a half years, a couple of days."""
    counts = parts.all("num", "year", "few")
    count = counts[0] if counts else 1
    if parts.has("half") and parts.has("and"):
        count += 0.5
    elif parts.has("half"):
        count = count + 0.5 if counts or len(parts.all("a")) > 1 else 0.5
    if count > 5_000:
        return None
    return "length", ((count, parts.get("unit")),)


def num_rel_unit(parts: Parts) -> Built:
    """The 5 past years, 2 upcoming months."""
    return rel_length(parts.plus(length=((parts.get("num"), parts.get("unit")),)))


def adjacent(parts: Parts) -> Built:
    return "rel", parts.get("adjacent")


def season_of_year(parts: Parts) -> Built:
    return "time", parts.get("season").with_marks(mark("year", parts.get("year")))


def year_quarter(parts: Parts) -> Built:
    """2019 H2."""
    marks = parts.get("time").marks
    return yearly(parts) if marks and marks[0].name in ("quarter", "half") else None


def weekday_date(parts: Parts) -> Built:
    """Monday 21."""
    return ordinal_date(parts) if parts.get("time").grain == "day" else None


def same_time(parts: Parts) -> Built:
    """This time last year."""
    side = parts.get("rel")
    return lengths.at_distance(parts.now, ((1, parts.get("unit")),), side) if side else None


def several(parts: Parts) -> Built:
    """A few weeks ago: no one knows how many."""
    return (
        ("vague", "fortnight" if parts.get("unit") == "day" else "ever")
        if parts.get("few") > 2
        else None
    )


def lengths_of(parts: Parts) -> Built:
    first, second = parts.all("length")
    if spans.GRAINS.index(first[-1][1]) <= spans.GRAINS.index(second[0][1]):
        return None
    return "length", first + second


def rel_length(parts: Parts) -> Built:
    """The last 3 weeks go up to now; bare "last 3 weeks" are the whole weeks before this one."""
    side = parts.get("rel", parts.get("adjacent", -1))
    length: dates.Length = parts.get("length")
    if length[0][1] == "quarter":
        return run_of_units(parts.now, length, side)
    bare = not parts.has("the", "on", "in", "within", "recent") and parts.pieces[0].kind == "rel"
    if side == -1 and bare and len(length) == 1 and length[0][1] in ("week", "month", "year"):
        return run_of_units(parts.now, length, side)
    if side == -1:
        return lengths.up_to_now(parts.now, length)
    return lengths.next_length(parts) if side == 1 else lengths.up_to_now(parts.now, length)


def run_of_units(now: Now, length: dates.Length, side: int) -> Built:
    count, unit = int(length[0][0]), length[0][1]
    first = spans.UNITS[unit](now.moment, count if side == -1 else -1)[0]
    last = spans.UNITS[unit](now.moment, 1 if side == -1 else -count)[1]
    wide = (first, spans.midnight(now.moment) + spans.DAY) if side == -1 else None
    return fixed((first, last), unit, wide=wide)


def over_the_past(parts: Parts) -> Built:
    """In the past month: up to now, and not the month before this one."""
    return lengths.up_to_now(parts.now, ((1, parts.get("unit")),))


def ago(parts: Parts) -> Built:
    return lengths.at_distance(parts.now, parts.get("length"), -1)


def hence(parts: Parts) -> Built:
    return lengths.at_distance(parts.now, parts.get("length"), 1)


def within(parts: Parts) -> Built:
    length: dates.Length = parts.get("length")
    if parts.get("rel", 0) == -1:
        return lengths.up_to_now(parts.now, length)
    return fixed((parts.now.moment, lengths.moved(parts.now.moment, length, 1)), length[0][1])


def around(parts: Parts) -> Built:
    """Three days after Easter, two days before yesterday, two weeks from tomorrow."""
    back = parts.has("before")
    start = parts.now.closed(parts.get("time"))[0]
    return lengths.at_distance(parts.now, parts.get("length"), -1 if back else 1, start)


def lasting(parts: Parts) -> Built:
    """From Monday for 3 days."""
    start = parts.now.closed(parts.get("time"))[0]
    return fixed((start, lengths.moved(start, parts.get("length"), 1)), parts.get("time").grain)


def weekdays_away(parts: Parts) -> Built:
    """Two Sundays ago, three Fridays from now."""
    count, day = int(parts.get("num", parts.get("few", 1))), parts.get("weekdays")
    if parts.has("ago"):
        start = spans.past_weekday(parts.now.moment, day)[0]
        assert start is not None
        return fixed(spans.day(start, 7 * (count - 1)), "day")
    ahead = (
        parts.now.moment
        + ((day - parts.now.moment.weekday() - 1) % 7 + 1 + 7 * (count - 1)) * spans.DAY
    )
    return fixed(spans.day(ahead), "day")


def rel_unit(parts: Parts) -> Built:
    return "time", counted(parts.get("unit"), parts.get("rel"))


def this_past(parts: Parts) -> Built:
    """ "This past weekend", "this coming Friday": the nearer word holds."""
    return "rel", parts.all("rel")[-1]


def rel_weekday(parts: Parts) -> Built:
    """Last Monday is the most recent one, this Monday the one of this week, next Monday the nearest ahead."""
    (day, _), side = parts.get("weekday"), parts.get("rel")
    if side == 0:
        return "time", of(Mark("week", (0,), relative=True), mark("weekday", day))
    start = Now(parts.now.moment, "past" if side == -1 else "future").closed(
        of(mark("weekday", day))
    )[0]
    weeks = (spans.midnight(start) - spans.closed(spans.week(parts.now.moment))[0]).days // 7
    return "time", of(Mark("week", (weeks,), relative=True), mark("weekday", day))


def adjacent_weekday(parts: Parts) -> Built:
    """The previous Monday is the one of last week, the following Monday the one of next week."""
    side, (day, _) = parts.get("adjacent"), parts.get("weekday")
    return "time", of(Mark("week", (side,), relative=True), mark("weekday", day))


def rel_named(parts: Parts) -> Built:
    """Last March, next summer, last Christmas: the nearest one that lies wholly on that side."""
    time: Time = parts.get("time") or parts.get("season")
    side = parts.get("rel")
    if not time.sure and side == 0 and not parts.has("season"):
        return None  # "this may take longer"
    if time.span is not None or time.marks[0].relative or time.marks[0].name not in dates.YEARLY:
        return None
    if side == 0:
        last = parts.now.closed(time.with_marks(Mark("year", (-1,), relative=True)))
        if last[0] <= parts.now.moment < last[1]:
            return fixed(last, time.grain)  # "this winter", said in January
        return "time", time.with_marks(Mark("year", (0,), relative=True))
    for year in range(3):
        found = parts.now.closed(time.with_marks(Mark("year", (side * year,), relative=True)))
        if found[1] <= parts.now.moment if side == -1 else found[0] > parts.now.moment:
            return fixed(found, time.grain)
    return None


def weekday_after_next(parts: Parts) -> Built:
    if parts.get("rel") == 0:
        return None
    day = parts.get("weekday")[0]
    step = 7 if parts.has("after") else -7
    side = Now(parts.now.moment, "future" if step > 0 else "past")
    start = side.closed(of(mark("weekday", day)))[0]
    return fixed(spans.day(start + step * spans.DAY), "day")


def ordinal_date(parts: Parts) -> Built:
    """The 4th; of last month; "Tuesday the 19th"."""
    day = parts.get("ordinal", parts.get("num"))
    if not 1 <= day <= 31 or day != int(day):
        return None
    time = parts.get("time") or Time()
    return "time", time.with_marks(mark("date", int(day)))


def quarter(parts: Parts) -> Built:
    """The first quarter; of a year."""
    number = parts.get("ordinal")
    if not 1 <= number <= 4:
        return None
    year = parts.get("year")
    found = of(mark("quarter", number))
    return "time", found.with_marks(mark("year", year)) if year else found


def half_of(parts: Parts) -> Built:
    return "time", parts.get("time").with_marks(mark("half", parts.get("half")))


def decade(parts: Parts) -> Built:
    return "time", of(mark("decade", parts.get("decade")))


def century(parts: Parts) -> Built:
    first = (parts.get("ordinal") - 1) * 100
    if first < 0:
        return None
    return "time", of(mark("century", first or 1))


def season(parts: Parts) -> Built:
    return "time", parts.get("season")


def yearly(parts: Parts) -> Built:
    """Summer 2015, Easter 2010, Q4 of 2018."""
    year = parts.get("year")
    found = parts.get("time").with_marks(mark("year", year))
    parts.now.span(found)
    return "time", found


def short_year(parts: Parts) -> Built:
    return "time", of(
        mark("year", full_year(f"{parts.get('num'):02d}")), mark("month", parts.get("month")[0])
    )


def week_of(parts: Parts) -> Built:
    """The week of April 10th."""
    time = parts.get("time")
    if spans.GRAINS.index(time.grain) > spans.GRAINS.index("day"):
        return None
    unit = parts.get("weekof", parts.get("unit"))
    if unit not in ("week", "weekend"):
        return None
    return fixed(spans.UNITS[unit](parts.now.closed(time)[0], 0), "week")


def week_number(parts: Parts) -> Built:
    if not 1 <= parts.get("num") <= 53:
        return None
    found = of(mark("week_of", int(parts.get("num"))), sure=parts.has("on", "in", "of", "the"))
    if parts.has("year"):
        found = found.with_marks(mark("year", parts.get("year")))
    return "time", found


def short_edge(parts: Parts) -> Built:
    """EOY, end of month."""
    unit, edge = parts.get("zedge")
    return dates.edge_of(parts.now, counted(unit, 0), edge)


def half_edge(parts: Parts) -> Built:
    """Earlier this month, later this week: its first or second half."""
    time = parts.get("time") or counted(parts.get("unit"), 0)
    if time.grain not in ("day", "week", "month", "year", "quarter"):
        return None
    start, end = parts.now.closed(time)
    middle = spans.shifted(start, 6, "month") if time.grain == "year" else start + (end - start) / 2
    if time.grain != "day":
        middle = spans.midnight(middle)
    if parts.has("sooner"):
        return fixed((start, middle), time.grain)
    if parts.get("time", time).marks == counted(time.grain, 0).marks:
        middle = min(
            max(middle, spans.midnight(parts.now.moment)), end - spans.DAY
        )  # said on the 28th
    return fixed((middle, end), time.grain)


def the_weekend(parts: Parts) -> Built:
    """Over the weekend: the one that has begun, or the coming one."""
    this = counted("weekend", 0)
    if parts.now.prefer == "past" and parts.now.closed(this)[0] > parts.now.moment:
        this = counted("weekend", -1)
    return "time", this


def before_end(parts: Parts) -> Built:
    """Before the end of December: up to its end."""
    time = parts.get("time") or counted(parts.get("unit"), 0)
    return fixed((None, parts.now.closed(time)[1]), time.grain)


def long_weekend(parts: Parts) -> Built:
    """Labor Day weekend: Saturday and Sunday, and the holiday if it lies next to them."""
    time: Time = parts.get("time")
    if time.mark("holiday") is None:
        return None
    if parts.has("year"):
        time = time.with_marks(mark("year", parts.get("year")))
    day = parts.now.closed(time)[0]
    start, end = spans.closed(spans.weekend(day, 1 if day.weekday() == 0 else 0))
    return fixed(
        (min(start, day) if day.weekday() == 4 else start, end + (day.weekday() == 0) * spans.DAY),
        "weekend",
    )


def farther(parts: Parts) -> Built:
    """More than two weeks ago; less than two weeks ago."""
    start, end = spans.closed(parts.now.span(ago(parts)[1]))  # type: ignore[index]
    return fixed((None, end) if parts.has("more") else (start, parts.now.moment), "day")


def until_now(parts: Parts) -> Built:
    """From March to date."""
    return fixed((parts.now.closed(parts.get("time"))[0], parts.now.moment), "day")


def day_range(parts: Parts) -> Built:
    """July 13-15, 13th to 15th July, May 8 through June 9 share their month or year."""
    days = [int(day) for day in parts.all("num", "ordinal")]
    month, sure, capital = parts.get("month")
    marks = [mark("month", month)]
    if parts.has("year"):
        marks.append(mark("year", parts.get("year")))
    first, second = (of(*marks, mark("date", day)) for day in days)
    if days[1] < days[0]:  # "April 27th to the 3rd"
        second = of(mark("date", days[1]))
    start = parts.now.closed(first)[0]
    end = ranges.end_after(parts.now, second, start)
    if (
        end is None
        or start >= end
        or (not (sure or capital) and not parts.has("on", "from", "between", "ordinal"))
    ):
        return None
    return fixed((start, end), "day")


def date_after(parts: Parts) -> Built:
    """April 9th through the 17th."""
    day = parts.get("ordinal", parts.get("num"))
    time: Time = parts.get("time")
    if time.span is not None or time.marks[-1].name != "date" or not 1 <= day <= 31:
        return None
    start = parts.now.closed(time)[0]
    end = Now(start, "future").closed(of(mark("date", int(day))))[1]
    return fixed((start, end), "day")


def nth_day(parts: Parts) -> Built:
    """The first Monday of the month, the last weekend of July."""
    times = parts.all("time")
    outer = times[1] if len(times) > 1 else counted(parts.get("unit"), 0)
    inner = times[0]
    if inner.span is not None or len(inner.marks) != 1 or inner.marks[0].name != "weekday":
        return None
    counts = Parts([p for p in parts.pieces if p.kind in ("ordinal", "rel")], parts.now)
    return dates.nth(counts.plus(time=outer, weekday=inner.marks[0].value))


def ordinal_of(parts: Parts) -> Built:
    """The 20th of last month; the 15th day of June; the 9th month of next year."""
    if parts.has("unit") and parts.get("unit") != "day":
        return dates.nth(parts)
    return ordinal_date(parts)


def week_of_date(parts: Parts) -> Built:
    if parts.get("weekof", parts.get("unit")) != "week" or not 1 <= parts.get("ordinal") <= 31:
        return None
    start = parts.now.closed(of(mark("date", parts.get("ordinal"))))[0]
    return fixed(spans.week(start), "week")
