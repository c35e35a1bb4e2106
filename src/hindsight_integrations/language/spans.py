"""Spans of the calendar around a moment, in wall time; it reads no text and knows no time zone.

Moments are naive datetimes: what clock and calendar on the wall show. Weeks begin on Monday.
A span holds its start and not its end; an open side is ``None``.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

Span = tuple[datetime | None, datetime | None]
DAY = timedelta(days=1)


def wall(year: int, month: int = 1, day: int = 1) -> datetime:
    """Midnight of that day, as calendars on the wall show it."""
    return datetime(year, month, day)  # noqa: DTZ001 (wall time has no zone)


def closed(span: Span) -> tuple[datetime, datetime]:
    """Both sides of a span that has them; :class:`ValueError` for an open one."""
    start, end = span
    if start is None or end is None:
        raise ValueError("an open span")
    return start, end


def midnight(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def day(moment: datetime, back: int = 0) -> Span:
    """The day ``back`` days before."""
    start = midnight(moment) - back * DAY
    return start, start + DAY


def evening(moment: datetime, back: int = 0) -> Span:
    """From 18:00 of the day ``back`` days before to 06:00 of the next."""
    start = midnight(moment) - back * DAY + timedelta(hours=18)
    return start, start + timedelta(hours=12)


def week(moment: datetime, back: int = 0) -> Span:
    """The week, from Monday to Monday, ``back`` weeks before."""
    start = midnight(moment) - (moment.weekday() + 7 * back) * DAY
    return start, start + 7 * DAY


def weekend(moment: datetime, back: int = 0) -> Span:
    """Saturday and Sunday of the week ``back`` weeks before."""
    start, end = week(moment, back)
    assert start is not None
    return start + 5 * DAY, end


def month(moment: datetime, back: int = 0) -> Span:
    """The calendar month ``back`` months before."""
    start = months_before(midnight(moment).replace(day=1), back)
    return start, months_before(start, -1)


def year(moment: datetime, back: int = 0) -> Span:
    """The calendar year ``back`` years before."""
    start = midnight(moment).replace(year=moment.year - back, month=1, day=1)
    return start, start.replace(year=start.year + 1)


def months_before(moment: datetime, count: int) -> datetime:
    """The same day of the month ``count`` months before, or that month's last day."""
    months = moment.year * 12 + moment.month - 1 - count
    first = moment.replace(year=months // 12, month=months % 12 + 1, day=1)
    nextmonth = (first + 31 * DAY).replace(day=1)
    last = (nextmonth - DAY).day
    return first.replace(day=min(moment.day, last))


def past_weekday(moment: datetime, wanted: int) -> Span:
    """The most recent such day before today (0 is Monday)."""
    return day(moment, (moment.weekday() - wanted - 1) % 7 + 1)


def past_month(moment: datetime, wanted: int) -> Span:
    """The most recent such month that has begun."""
    return month(moment, (moment.month - wanted) % 12)


def past_date(moment: datetime, wanted_month: int, wanted_day: int) -> Span:
    """The most recent such date that has begun (29 February: of a leap year).

    Raises :class:`ValueError` for a date that does not exist.
    """
    for years in range(9):  # leap years are at most eight years apart
        try:
            start = midnight(moment).replace(
                year=moment.year - years, month=wanted_month, day=wanted_day
            )
        except ValueError:
            continue
        if start <= moment:
            return start, start + DAY
    raise ValueError(f"there is no {wanted_month}-{wanted_day}")


def last(moment: datetime, count: int, unit: str) -> Span:
    """The last ``count`` days, weeks, months or years, up to the end of today."""
    today = midnight(moment)
    if unit in ("month", "year"):
        start = months_before(today, count * (12 if unit == "year" else 1))
    else:
        start = today - count * (7 if unit == "week" else 1) * DAY
    return start, today + DAY


def clock(moment: datetime, unit: str, back: int = 0) -> Span:
    """The hour, minute or second ``back`` units before."""
    keep = {"hour": 1, "minute": 2, "second": 3}[unit]
    start = midnight(moment) + timedelta(
        hours=moment.hour,
        minutes=moment.minute if keep > 1 else 0,
        seconds=moment.second if keep > 2 else 0,
    )
    step = timedelta(**{f"{unit}s": 1})
    return start - back * step, start - (back - 1) * step


def months(moment: datetime, back: int, size: int) -> Span:
    """The run of ``size`` months of its year (a quarter, a half), ``back`` runs before."""
    first = (moment.month - 1) // size * size + 1
    start = months_before(midnight(moment).replace(month=first, day=1), back * size)
    return start, months_before(start, -size)


def years(moment: datetime, back: int, size: int) -> Span:
    """The run of ``size`` years (a decade, a century), ``back`` runs before."""
    first = (moment.year // size - back) * size
    start = midnight(moment).replace(year=max(first, 1), month=1, day=1)
    return start, start.replace(year=first + size)


#: The calendar's units by name: the one around a moment, or some units before.
UNITS: dict[str, Callable[[datetime, int], Span]] = {
    "second": lambda moment, back: clock(moment, "second", back),
    "minute": lambda moment, back: clock(moment, "minute", back),
    "hour": lambda moment, back: clock(moment, "hour", back),
    "day": day,
    "week": week,
    "fortnight": lambda moment, back: (
        week(moment, 2 * back)[0],
        week(moment, 2 * back - 1)[1],
    ),
    "weekend": weekend,
    "month": month,
    "quarter": lambda moment, back: months(moment, back, 3),
    "half": lambda moment, back: months(moment, back, 6),
    "year": year,
    "decade": lambda moment, back: years(moment, back, 10),
    "century": lambda moment, back: years(moment, back, 100),
}
#: The units, fine to coarse.
GRAINS = (
    "second", "minute", "hour", "part", "day", "weekend", "week", "fortnight", "month",
    "quarter", "season", "half", "year", "decade", "century",
)  # fmt: skip

_MONTHS = {"month": 1, "quarter": 3, "half": 6, "year": 12, "decade": 120, "century": 1200}
_SECONDS = {
    "second": 1,
    "minute": 60,
    "quarterhour": 900,
    "hour": 3_600,
    "day": 86_400,
    "week": 604_800,
    "weekend": 604_800,
    "fortnight": 1_209_600,
}


def shifted(moment: datetime, count: float, unit: str) -> datetime:
    """``moment`` moved on by ``count`` units (back, if negative); half a month is 15 days."""
    if unit not in _MONTHS:
        return moment + timedelta(seconds=count * _SECONDS[unit])
    total = count * _MONTHS[unit]
    whole = int(total)
    return months_before(moment, -whole) + timedelta(days=round((total - whole) * 30))
