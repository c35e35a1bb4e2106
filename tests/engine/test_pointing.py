"""A question that points at something named in the session is rewritten, and the trace says so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from hindsight_integrations.errors import InvalidInput, Unavailable
from hindsight_integrations.ports import Heard
from hindsight_integrations.records import Claim
from hindsight_integrations.testing import InMemoryWorkingMemory
from scene import Scene


@pytest.mark.parametrize("store", ["fakes", "sqlite"])
@pytest.mark.parametrize(
    ("turns", "question", "meant"),
    [
        (
            ["My order number is 88213, a lamp", "The other one, order 90155, is a chair"],
            "what was in that order?",
            "what was in that order 90155?",
        ),
        (["订单号是88213，买的台灯", "还有一个订单90155，是椅子"], "那个订单买了什么？", "订单90155买了什么？"),
        (
            ["The lamp comes from 14 Crown Street", "Send the chair to 22 Mill Lane please"],
            "what goes to that address?",
            "what goes to that address 22 Mill Lane?",
        ),
        (
            ["I returned the iPhone 15 Pro", "Then I bought the Galaxy S24 Ultra"],
            "what did I do with that phone?",
            "what did I do with that phone Galaxy S24 Ultra?",
        ),
        (["台灯寄到建国路88号", "椅子寄到世纪大道100号"], "那个地址收什么？", "那个地址（世纪大道100号）收什么？"),
        (["我退了小米14", "后来买了华为Mate60Pro"], "那款手机怎么样？", "那款手机（华为Mate60Pro）怎么样？"),
    ],
)  # fmt: skip
def test_a_reference_is_resolved(store: str, turns: list[str], question: str, meant: str) -> None:
    memory = Scene(store).user()
    memory.observe([("user", text) for text in turns])
    answer = memory.recall(question)
    assert (answer.trace.query, answer.trace.rewritten) == (question, meant)
    assert answer[0].memory.content == turns[1]


def test_without_a_session_memory_the_question_stays() -> None:
    memory = Scene().user()
    answer = memory.recall("where is that order?")
    assert answer.trace.query == answer.trace.rewritten == "where is that order?"


class _Down(InMemoryWorkingMemory):
    """A working memory whose stack cannot be reached."""

    def mention(self, scope: Any, entities: Sequence[Mapping[str, str]], **how: Any) -> None:
        raise Unavailable("the stack is down")

    def entities(self, scope: Any, **how: Any) -> list[Mapping[str, str]]:
        raise Unavailable("the stack is down")


def test_a_stack_that_is_down_is_noted_and_loses_nothing() -> None:
    memory = Scene(working=_Down()).user()
    seen = memory.observe([("user", "my order number is 88213")])
    assert "entities: Unavailable" in seen.degraded
    answer = memory.recall("where is that order?")
    assert "entities: Unavailable" in answer.degraded
    assert "88213" in answer[0].memory.content


@pytest.mark.parametrize("store", ["fakes", "sqlite"])
def test_what_holds_the_number_itself_is_found_first(store: str) -> None:
    memory = Scene(store).user()
    texts = [
        "Ticket TK-4711 is about a lamp that came broken",
        "Ticket TK-4712 is about a lamp that came broken",
        "工单TK-4713说的是台灯坏了",
    ]
    memory.observe([("user", text) for text in texts])
    for number, text in zip(("TK-4711", "TK-4712", "TK-4713"), texts, strict=True):
        answer = memory.recall(f"broken lamp, the one of {number}")
        assert answer[0].memory.content == text
        (route,) = [route for route in answer.trace.routes if route.name == "entity"]
        assert [hit.id for hit in route.hits] == [answer[0].memory.id]
    assert "entity" not in {route.name for route in memory.recall("broken lamp").trace.routes}


class _Mute:
    """An extractor that reads nothing, so that only the reading of names can fail."""

    def extract(self, heard: Heard) -> Sequence[Claim]:
        return ()


@pytest.mark.parametrize("store", ["fakes", "sqlite"])
@pytest.mark.parametrize("text", ["My order 88213 came on Monday", "订单88213星期一到了"])
def test_a_turn_whose_names_cannot_be_read_is_not_kept(store: str, text: str) -> None:
    """They are read before the transaction, so an error says truly that nothing was written."""
    scene = Scene(store, extractor=_Mute())
    with pytest.raises(InvalidInput, match="time zone"):
        scene.user(tz="Nowhere/Land").observe([("user", text)])
    memory = scene.user()
    assert (memory.count(), memory.window()) == (0, ())
    assert memory.observe([("user", text)]).repeated == 0


@pytest.mark.parametrize("text", ["My order 88213 came on Monday", "订单88213星期一到了"])
def test_a_turn_at_the_end_of_the_calendar_is_kept_and_its_number_known(text: str) -> None:
    memory = Scene(extractor=_Mute()).user(tz="Asia/Shanghai")
    last = datetime(9999, 12, 31, 23, tzinfo=UTC)  # in Shanghai the year 10000 has begun
    assert len(memory.observe([("user", text)], at=last).turns) == 1
    assert memory.recall("what of that order?", at=last).trace.rewritten == (
        "what of that order 88213?"
    )
