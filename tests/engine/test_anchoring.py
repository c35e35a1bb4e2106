"""Order questions: what is told lies on the asked side of the event that the question names."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from hindsight_integrations.records import Role, Turn
from hindsight_integrations.user_memory import UserMemory
from scene import Scene, on_both_stores

START = datetime(2025, 3, 1, 9, tzinfo=UTC)
LATER = START + timedelta(days=60)
TOLD = {
    "en": [
        "I live in Oslo",
        "I had lunch with Marta at the harbour",
        "I went to the concert in Leipzig",
        "I bought a blue bicycle",
        "I moved to Rome",
        "I had lunch with Pavel at the market",
    ],
    "zh": ["我住在奥斯陆", "我和小玛在码头吃了午饭", "我去看了莱比锡的音乐会", "我买了一辆蓝色自行车", "我搬到罗马了", "我和小帕在市场吃了午饭"],
}  # fmt: skip


def told(store: str, language: str) -> UserMemory:
    memory = Scene(store).user(session="s1")
    turns = [
        Turn(role=Role.USER, content=text, id=str(day), at=START + timedelta(days=day))
        for day, text in enumerate(TOLD[language])
    ]
    memory.observe(turns)
    return memory


@on_both_stores
@pytest.mark.parametrize(
    ("language", "question", "side"),
    [
        ("en", "What did I do before the concert in Leipzig?", [0, 1]),
        ("en", "What did I do after the concert in Leipzig?", [3, 4, 5]),
        ("en", "Who did I have lunch with after I moved to Rome?", [5]),
        ("en", "Who did I have lunch with before I moved to Rome?", [0, 1, 2, 3]),
        ("en", "After I bought the bicycle, what did I do?", [4, 5]),
        ("zh", "去看音乐会之前我做了什么？", [0, 1]),
        ("zh", "音乐会以后我做了什么？", [3, 4, 5]),
        ("zh", "我搬到罗马之后和谁吃了午饭？", [5]),
        ("zh", "我搬到罗马之前和谁吃了午饭？", [0, 1, 2, 3]),
    ],
)
def test_the_asked_side_comes_first(
    store: str, language: str, question: str, side: list[int]
) -> None:
    memory = told(store, language)
    found = memory.recall(question, k=3, at=LATER)
    first = TOLD[language].index(found[0].memory.content)
    assert first in side
    happened = [item.memory.content for item in found if item.memory.type.value == "utterance"]
    assert {TOLD[language].index(text) for text in happened} <= set(side)


@on_both_stores
@pytest.mark.parametrize(
    ("language", "question", "home"),
    [
        ("en", "Where did I live before I moved to Rome?", "Oslo"),
        ("en", "Where did I live after I moved to Rome?", "Rome"),
        ("zh", "搬到罗马之前我住在哪里？", "奥斯陆"),
        ("zh", "我搬到罗马之后住在哪里？", "罗马"),
    ],
)
def test_the_value_of_that_side(store: str, language: str, question: str, home: str) -> None:
    found = told(store, language).recall(question, at=LATER)
    assert found[0].memory.payload["value"] == home


@on_both_stores
@pytest.mark.parametrize(
    "question", ["What did I do before the opera in Vienna?", "去看歌剧之前我做了什么？"]
)
def test_an_event_that_is_not_known_filters_nothing(store: str, question: str) -> None:
    found = told(store, "en").recall(question, at=LATER)
    assert not any("told is what happened" in note for note in found.trace.notes)


@on_both_stores
def test_the_question_itself_is_no_event(store: str) -> None:
    memory = told(store, "en")
    memory.observe(
        [
            Turn(
                role=Role.USER,
                content="What did I do before the concert in Leipzig?",
                id="q",
                at=LATER,
            )
        ]
    )
    found = memory.recall("What did I do after the concert in Leipzig?", k=9, at=LATER)
    told_after = {item.memory.content for item in found} - {
        "What did I do before the concert in Leipzig?"
    }
    assert told_after == set(TOLD["en"][3:])


@on_both_stores
@pytest.mark.parametrize(
    ("told_so", "question"),
    [
        (
            "After the concert in Leipzig we ate soup",
            "What did we eat after the concert in Leipzig?",
        ),
        ("看完音乐会以后我们喝了汤", "音乐会以后我们喝了什么？"),
    ],
)
def test_what_tells_the_order_itself_answers(store: str, told_so: str, question: str) -> None:
    memory = Scene(store).user(session="s1")
    memory.observe([Turn(role=Role.USER, content=told_so, id="a", at=START)])
    memory.observe([Turn(role=Role.USER, content="I bought a bicycle", id="b", at=LATER)])
    assert memory.recall(question, at=LATER + timedelta(days=1))[0].memory.content == told_so
