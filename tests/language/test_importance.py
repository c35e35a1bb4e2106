"""How much what is said matters: complaints, money, accounts; requests; small talk; and what only sounds like them."""

from __future__ import annotations

import pytest

from hindsight_integrations.language.importance import Weight, weight
from scene import Scene


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I want to complain about the courier", Weight(0.9, "a complaint")),
        ("This is absolutely unacceptable", Weight(0.9, "a complaint")),
        ("我要投诉这个快递员", Weight(0.9, "a complaint")),
        ("服务太差了", Weight(0.9, "a complaint")),
        ("I paid 300 euros for the course", Weight(0.8, "money")),
        ("The refund never came", Weight(0.8, "money")),
        ("退款一直没到", Weight(0.8, "money")),
        ("我上个月多付了200元", Weight(0.8, "money")),
        ("My account is locked", Weight(0.8, "an account")),
        ("我的账户被锁了", Weight(0.8, "an account")),
        ("Could you find a hotel near the lake", Weight(0.5, "a request")),
        ("帮我找一家湖边的酒店", Weight(0.5, "a request")),
        ("Good morning!", Weight(0.2, "small talk")),
        ("早上好", Weight(0.2, "small talk")),
    ],
)
def test_what_matters(text: str, expected: Weight) -> None:
    assert weight(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Here is my account of the trip to the coast",
        "We stayed at home on account of the rain",
        "That complaint is not mine",
        "I have no complaints",
        "那个投诉不是我的",
        "店里的账目很清楚",
        "我住在湖边",
        "I live by the lake",
    ],
)
def test_what_only_sounds_like_it(text: str) -> None:
    assert weight(text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My account is locked since Monday", 0.8),
        ("我的账户周一被锁了", 0.8),
        ("The lake was calm and cold", 0.3),
        ("湖水又静又凉", 0.3),
    ],
)
def test_an_utterance_has_it(text: str, expected: float) -> None:
    user = Scene().user(session="s")
    user.observe([("user", text)])
    assert [said.importance for said in user.find(types="utterance")] == [expected]


@pytest.mark.parametrize("text", ["Remember that the deposit was 500 euros", "记住押金是500元"])
def test_a_claim_has_it(text: str) -> None:
    user = Scene().user(session="s")
    user.observe([("user", text)])
    assert {claim.importance for claim in user.find(types="fact")} == {0.8}


def test_what_the_assistant_says_is_not_weighed() -> None:
    user = Scene().user(session="s")
    user.observe([("assistant", "Your account number ends in a seven, as it says here")])
    assert [said.importance for said in user.find(types="utterance")] == [0.3]
