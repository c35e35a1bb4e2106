"""Lines that say who speaks, and lines that only have a colon."""

from __future__ import annotations

import pytest

from hindsight_integrations.language.speakers import speaker, told_by
from hindsight_integrations.records import Role


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ana: I moved to Porto", "Ana"),
        ("Ana Maria Silva: hello", "Ana Maria Silva"),
        ("<Ana>: hello", "Ana"),
        ("小林：我搬家了", "小林"),
        ("小林: 我搬家了", "小林"),
        ("Élodie: bonjour", "Élodie"),
    ],
)
def test_a_speaker(text: str, name: str) -> None:
    assert speaker(text) == name


@pytest.mark.parametrize(
    "text",
    [
        "Note: the door is open",
        "注意：门开着",
        "http://example.org",
        "Https://example.org",
        "the plan: go home",
        "My plan is this: go home",
        "At 10:30 we left",
        "我今天想说的事情是这样的：下雨了",
        "Ana:",
        "",
        "hello",
    ],
)
def test_nobody(text: str) -> None:
    assert speaker(text) is None


@pytest.mark.parametrize(
    ("question", "role"),
    [
        ("What did she tell me last week?", Role.USER),
        ("what have I said about the lamp", Role.USER),
        ("What did you recommend for dinner?", Role.ASSISTANT),
        ("她上周跟我说了什么？", Role.USER),
        ("我之前提到过哪本书？", Role.USER),
        ("你上次推荐的餐厅叫什么？", Role.ASSISTANT),
        ("Where does she live?", None),
        ("她住在哪里？", None),
    ],
)
def test_whose_words_a_question_asks_for(question: str, role: Role | None) -> None:
    assert told_by(question) is role
