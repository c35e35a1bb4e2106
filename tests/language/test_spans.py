"""Spans of the calendar at its edges: ends of months, leap days, years."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hindsight_integrations.language import spans


def d(year: int, month: int, day: int) -> datetime:
    return datetime(year, month, day)


@pytest.mark.parametrize(
    ("moment", "count", "wanted"),
    [
        (d(2025, 3, 31), 1, d(2025, 2, 28)),
        (d(2024, 3, 31), 1, d(2024, 2, 29)),
        (d(2025, 1, 15), 1, d(2024, 12, 15)),
        (d(2025, 12, 31), -1, d(2026, 1, 31)),
        (d(2024, 2, 29), 12, d(2023, 2, 28)),
        (d(2025, 6, 18), 0, d(2025, 6, 18)),
    ],
)
def test_months_before(moment: datetime, count: int, wanted: datetime) -> None:
    assert spans.months_before(moment, count) == wanted


def test_months_and_years() -> None:
    assert spans.month(d(2025, 1, 31), 1) == (d(2024, 12, 1), d(2025, 1, 1))
    assert spans.month(d(2024, 12, 5)) == (d(2024, 12, 1), d(2025, 1, 1))
    assert spans.year(d(2024, 2, 29), 1) == (d(2023, 1, 1), d(2024, 1, 1))


def test_a_leap_day_is_one_of_a_leap_year() -> None:
    assert spans.past_date(d(2025, 6, 18), 2, 29) == (d(2024, 2, 29), d(2024, 3, 1))
    assert spans.past_date(d(1903, 6, 18), 2, 29) == (d(1896, 2, 29), d(1896, 3, 1))
    for month, day in ((2, 30), (4, 31), (13, 1), (1, 0)):
        with pytest.raises(ValueError):
            spans.past_date(d(2025, 6, 18), month, day)


@given(st.datetimes(datetime(1900, 1, 1), datetime(2100, 1, 1)), st.integers(0, 6))
@settings(max_examples=100)
def test_a_past_weekday_is_that_day_and_within_a_week(moment: datetime, wanted: int) -> None:
    start, end = spans.past_weekday(moment, wanted)
    assert start is not None
    assert end is not None
    assert start.weekday() == wanted
    assert end <= moment
    assert moment - start < timedelta(days=8)


@given(st.datetimes(datetime(1900, 1, 1), datetime(2100, 1, 1)), st.integers(0, 18))
@settings(max_examples=100)
def test_units_follow_one_another_without_a_gap(moment: datetime, back: int) -> None:
    for unit in (unit for name, unit in spans.UNITS.items() if name != "weekend"):
        assert unit(moment, back + 1)[1] == unit(moment, back)[0]
    start, end = spans.week(moment, back)
    assert start is not None
    assert start.weekday() == 0
    assert end == start + timedelta(days=7)
