"""Spans of the calendar around a moment, in wall time; it reads no text and knows no time zone.

Moments are naive datetimes: what clock and calendar on the wall show. Weeks begin on Monday.
A span holds its start and not its end; an open side is ``None``.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

Span = tuple[datetime | None, datetime | None]
DAY = timedelta(days=1)


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


#: The calendar's units by name, for ``N units ago``.
UNITS: dict[str, Callable[[datetime, int], Span]] = {
    "day": day,
    "week": week,
    "month": month,
    "year": year,
}
