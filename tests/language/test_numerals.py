"""Numbers and months as people write them."""

from __future__ import annotations

import pytest

from hindsight_integrations.language.numerals import month, number, weekday


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("42", 42),
        ("a", 1),
        ("Two", 2),
        ("twelve", 12),
        ("thirty", 30),
        ("一", 1),
        ("两", 2),
        ("十", 10),
        ("十五", 15),
        ("二十", 20),
        ("二十一", 21),
        ("九十九", 99),
        ("一百", 100),
        ("一百零五", 105),
        ("一百二十三", 123),
        ("三百六十五", 365),
    ],
)
def test_number(text: str, value: int) -> None:
    assert number(text) == value


@pytest.mark.parametrize("text", ["", "few", "几", "二二", "1.5", "-1", "②", "12x"])
def test_no_number(text: str) -> None:
    with pytest.raises(ValueError):
        number(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [("March", 3), ("mar", 3), ("Sept.", 9), ("may", 5), ("12", 12), ("十二", 12), ("三", 3)],
)
def test_month(text: str, value: int) -> None:
    assert month(text) == value


@pytest.mark.parametrize("text", ["0", "13", "十三", "mars", ""])
def test_no_month(text: str) -> None:
    with pytest.raises(ValueError):
        month(text)


def test_weekday() -> None:
    names = ("Monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "SUNDAY")
    assert [weekday(name) for name in names] == list(range(7))
    assert [weekday(name) for name in "一二三四五六日"] == list(range(7))
    assert weekday("天") == 6
