"""What tells when somebody was born, and what only tells when they did something."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from hindsight_integrations.language.extraction import RuleExtractor
from hindsight_integrations.ports import Heard
from hindsight_integrations.records import Role, Turn

NOW = datetime(2025, 1, 6, 9, tzinfo=UTC)


def birthdays(text: str) -> list[object]:
    heard = Heard(turn=Turn(role=Role.USER, content=text), id="t", at=NOW, tz="UTC")
    told = RuleExtractor().extract(heard)
    return [one.payload.get("value") for one in told if one.subject == "user.birthday"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("我是五月的", "五月"),
        ("我是3月5号的", "3月5号"),
        ("我是农历三月初八的。", "农历三月初八"),
        ("我是五月生的", "五月"),
        ("我是1990年出生的", "1990年"),
    ],
)
def test_a_date_that_stands_alone_is_when_one_was_born(text: str, value: str) -> None:
    assert birthdays(text) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "我是五月搬到无锡的",
        "我们是六月结婚的",
        "我是3月5号入职的",
        "我是2019年毕业的",
        "我是2019年来的",
        "I moved to Wuxi in May",
    ],
)
def test_when_one_did_something_is_no_birthday(text: str) -> None:
    assert birthdays(text) == []
