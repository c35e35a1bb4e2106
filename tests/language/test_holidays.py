"""Holidays that follow from the calendar, checked against printed calendars."""

from __future__ import annotations

from datetime import datetime

import pytest

from hindsight_integrations.language import holidays


@pytest.mark.parametrize(
    ("year", "month", "day"),
    [(1961, 4, 2), (2000, 4, 23), (2010, 4, 4), (2019, 4, 21), (2024, 3, 31), (2025, 4, 20), (2038, 4, 25)],
)  # fmt: skip
def test_easter(year: int, month: int, day: int) -> None:
    assert holidays.easter(year) == datetime(year, month, day)


@pytest.mark.parametrize(
    ("name", "year", "month", "day"),
    [
        ("christmas", 2024, 12, 25), ("thanksgiving", 2024, 11, 28), ("black friday", 2024, 11, 29),
        ("black friday", 2019, 11, 29), ("labor day", 2024, 9, 2), ("memorial day", 2024, 5, 27),
        ("mother's day", 2024, 5, 12), ("good friday", 2024, 3, 29), ("pentecost", 2024, 5, 19),
        ("圣诞节", 2024, 12, 25), ("感恩节", 2024, 11, 28), ("劳动节", 2024, 5, 1), ("国庆节", 2024, 10, 1),
        ("母亲节", 2024, 5, 12), ("父亲节", 2024, 6, 16), ("复活节", 2024, 3, 31), ("双十一", 2024, 11, 11),
    ],
)  # fmt: skip
def test_a_name_and_a_year_give_a_day(name: str, year: int, month: int, day: int) -> None:
    assert holidays.on(holidays.names()[name], year) == datetime(year, month, day)


def test_lunar_holidays_are_left_alone() -> None:
    assert not {"春节", "中秋节", "除夕", "chinese new year", "diwali"} & set(holidays.names())
