"""Which came first, the first time, since then, in order: what goes first and what the trace says of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from hindsight_integrations.answers import Recall
from hindsight_integrations.records import Role, Turn
from hindsight_integrations.user_memory import UserMemory
from scene import Scene, ScriptedReranker, on_both_stores

START = datetime(2025, 3, 1, 9, tzinfo=UTC)
LATER = START + timedelta(days=60)
TOLD = {
    "en": [
        "I painted the garden fence green",
        "I rode a camel at the zoo",
        "I am learning to juggle",
        "I repaired the shed roof",
        "I rode a camel once more",
        "I want to ride a camel in Egypt",
        "I work at the mill now",
    ],
    "zh": [
        "我把花园围栏刷成了绿色",
        "我在动物园骑了骆驼",
        "我在学杂耍",
        "我修好了棚子的屋顶",
        "我又骑了一次骆驼",
        "我想去埃及骑骆驼",
        "我现在在磨坊上班",
    ],
}


def told(store: str, language: str, **parts: object) -> UserMemory:
    memory = Scene(store, **parts).user(session="s1")  # type: ignore[arg-type]
    memory.observe(
        Turn(role=Role.USER, content=text, id=str(day), at=START + timedelta(days=day))
        for day, text in enumerate(TOLD[language])
    )
    return memory


def days(found: Recall) -> list[int]:
    """On which days the answers were told, each once."""
    return list(dict.fromkeys((item.memory.happened_at - START).days for item in found))


@on_both_stores
@pytest.mark.parametrize(
    ("language", "question", "order"),
    [
        ("en", "Which came first, the shed roof or the garden fence?", [0, 3]),
        ("en", "Did I repair the roof before I rode a camel at the zoo?", [1, 3]),
        ("en", "When was the first time I rode a camel?", [1, 4]),
        ("en", "When did I last ride a camel?", [4, 1]),
        ("en", "In what order did I repair the roof, paint the fence and juggle?", [0, 2, 3]),
        ("zh", "修屋顶和刷围栏哪个在前？", [0, 3]),
        ("zh", "我是先修屋顶还是先去动物园的？", [1, 3]),
        ("zh", "我第一次骑骆驼是什么时候？", [1, 4]),
        ("zh", "我上一次骑骆驼是哪天？", [4, 1]),
        ("zh", "我按什么顺序修了屋顶、刷了围栏和学了杂耍？", [0, 2, 3]),
    ],
)
def test_the_events_go_first_in_order(
    store: str, language: str, question: str, order: list[int]
) -> None:
    found = told(store, language).recall(question, k=5, at=LATER)
    assert days(found)[: len(order)] == order


@on_both_stores
@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "Tell me in chronological order what I did with the camel"),
        ("zh", "按时间顺序说说我骑骆驼的事"),
    ],
)
def test_all_that_fits_is_told_in_the_order_of_time(
    store: str, language: str, question: str
) -> None:
    found = told(store, language).recall(question, k=5, at=LATER)
    assert days(found)[0] == 1
    assert [day for day in days(found) if day in (1, 4)] == [1, 4]
    assert found.trace.notes[-1] == "told in the order of time"


@on_both_stores
def test_the_trace_says_which_was_earlier(store: str) -> None:
    found = told(store, "en").recall(
        "Which came first, the shed roof or the garden fence?", at=LATER
    )
    assert found.trace.notes[-1] == (
        "'the garden fence' (2025-03-01) was earlier than 'the shed roof' (2025-03-04)"
    )
    assert found.trace.routes[0].name == "order"
    zh = told(store, "zh").recall("修屋顶和刷围栏哪个在前？", at=LATER)
    assert zh.trace.notes[-1] == "'刷围栏' (2025-03-01) was earlier than '修屋顶' (2025-03-04)"


@on_both_stores
def test_an_event_is_of_the_day_that_its_telling_names(store: str) -> None:
    memory = Scene(store).user(session="s1")
    for number, text in enumerate(["I sold the boat", "I bought the cabin in May 2019"]):
        memory.observe(
            [Turn(role=Role.USER, content=text, id=str(number), at=START + timedelta(days=number))]
        )
    found = memory.recall("Which came first, the boat or the cabin?", at=LATER)
    assert days(found)[:2] == [1, 0]
    assert "'the cabin' (2019-05-01) was earlier than 'the boat'" in found.trace.notes[-1]


@on_both_stores
@pytest.mark.parametrize(
    ("language", "question", "side"),
    [
        ("en", "I repaired the shed roof. What have I ridden since then?", [4, 5, 6]),
        ("en", "What have I ridden since I repaired the shed roof?", [4, 5, 6]),
        ("zh", "我修好了棚子的屋顶。从那以后我骑了什么？", [4, 5, 6]),
        ("zh", "自从我修好了屋顶，我骑了什么？", [4, 5, 6]),
    ],
)
def test_since_an_event(store: str, language: str, question: str, side: list[int]) -> None:
    found = told(store, language).recall(question, k=3, at=LATER)
    happened = [item.memory for item in found if item.memory.type.value == "utterance"]
    assert happened
    assert {(memory.happened_at - START).days for memory in happened} <= set(side)


@pytest.mark.parametrize(
    ("said", "question", "meant"),
    [
        (
            "The shed was finished on 4 March 2025",
            "What have I ridden since then?",
            "What have I ridden since 2025-03-04?",
        ),
        ("棚子2025年3月4日完工了", "从那以后我骑了什么？", "2025-03-04以来我骑了什么？"),
    ],
)
def test_since_the_day_that_was_named_last(said: str, question: str, meant: str) -> None:
    memory = Scene().user(session="s1")
    memory.observe([("user", said)], at=LATER)
    found = memory.recall(question, at=LATER + timedelta(minutes=5))
    assert (found.trace.query, found.trace.rewritten) == (question, meant)


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "Which came first, the opera or the garden fence?"),
        ("zh", "歌剧和刷围栏哪个在前？"),
    ],
)
def test_an_event_that_is_not_known_leaves_the_question_to_its_words(
    language: str, question: str
) -> None:
    found = told("fakes", language).recall(question, at=LATER)
    assert "order" not in {route.name for route in found.trace.routes}
    assert days(found)[0] == 0


@on_both_stores
def test_a_home_of_the_past_can_be_one_of_the_events(store: str) -> None:
    memory = Scene(store).user(session="s1")
    for number, text in enumerate(["I moved to Bergen", "I repaired the roof", "I moved to Turin"]):
        memory.observe(
            [Turn(role=Role.USER, content=text, id=str(number), at=START + timedelta(days=number))]
        )
    found = memory.recall(
        "Which came first, the move to Bergen or repairing the roof?", at=LATER, k=4
    )
    assert days(found)[:2] == [0, 1]


def test_a_reranker_does_not_undo_the_order() -> None:
    reranker = ScriptedReranker({"mill now": 9.0, "roof": 5.0, "green": 1.0})
    memory = told("fakes", "en", reranker=reranker)
    found = memory.recall("Which came first, the shed roof or the garden fence?", at=LATER)
    assert days(found)[:2] == [0, 3]
    assert reranker.asked
