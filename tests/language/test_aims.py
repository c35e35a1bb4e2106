"""Which of a fact's values a question asks for, in both languages."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from hindsight_integrations.language.aims import NOW, Aim, Order, aim_of, asked_time
from hindsight_integrations.language.times import find_window

AT = datetime(2025, 6, 15, tzinfo=UTC)
#: In the middle of a minute, a day, a week, a month and a year.
AMID = datetime(2025, 6, 18, 15, 42, 31, tzinfo=UTC)

ORDERS = """
    before | Where did Ana live before?
    before | What was Ana's old phone number?
    before | Where did Ana use to live, and where had she lived before that?
    before | What was her previous job?
    before | 王芳以前在哪个单位？
    before | 王芳原来的电话号码是多少？
    first | What was Ana's first employer?
    first | Where did she originally live?
    first | 王芳最早在哪里上班？
    now | Where does Ana live now?
    now | How old is Ana?
    now | What is Ana's last name?
    now | 王芳现在住在哪里？
"""
TIMES = """
    As of May 3, 2025: where does Ana live? | 2025-05-03T12:00
    Where did Ana live back in March? | 2025-03-16T12:00
    Where did Ana live before May? | 2025-05-01T00:00
    2025年5月3日那天，王芳住在哪里？ | 2025-05-03T12:00
    今年三月的时候王芳住在哪里？ | 2025-03-16T12:00
"""


def aim(question: str, at: datetime = AT) -> Aim:
    cue = find_window(asked_time(question), at, "UTC")
    return aim_of(question, cue.window if cue and cue.clear else None, at)


@pytest.mark.parametrize("row", ORDERS.strip().splitlines())
def test_words_of_order(row: str) -> None:
    order, question = (part.strip() for part in row.split("|"))
    assert aim(question) == Aim(Order(order))


@pytest.mark.parametrize("row", TIMES.strip().splitlines())
def test_a_time_in_the_text(row: str) -> None:
    question, moment = (part.strip() for part in row.split("|"))
    assert aim(question) == Aim(Order.AS_OF, datetime.fromisoformat(moment).replace(tzinfo=UTC))


@pytest.mark.parametrize("question", ["Where has Ana lived since May?", "王芳五月以来住在哪里？"])
def test_since_a_time_is_now(question: str) -> None:
    assert aim(question) == NOW


@pytest.mark.parametrize(
    "question",
    [
        "Where does she live now?",
        "Where do I live at the moment?",
        "What is my phone number today?",
        "Who is my dentist this week?",
        "Where are we living this year?",
        "她现在住在哪里？",
        "我目前的手机号是多少？",
        "他今天住哪家酒店？",
        "这周谁是我的医生？",
        "我今年在哪家公司上班？",
        "我這週住在哪裡？",
    ],
)
def test_a_time_that_is_not_over_is_what_holds_now(question: str) -> None:
    assert aim(question, AMID) == NOW


@pytest.mark.parametrize(
    "question",
    [
        "Where did she live this year?",
        "Where was I living earlier this month?",
        "她今年住过哪里？",
        "他这个月曾在哪里上班？",
    ],
)
def test_who_looks_back_in_it_asks_for_what_held_in_it(question: str) -> None:
    assert aim(question, AMID).order is Order.AS_OF
