"""The newer of two near copies goes first, in English and Chinese, and nothing else does."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from hindsight_integrations.engine.newer import Lift, newer_copies
from hindsight_integrations.language.tokens import query_terms
from hindsight_integrations.records import Memory
from hindsight_integrations.testing.builders import MOMENT, make_memory
from scene import Scene


def said(text: str, days: int = 0, **fields: Any) -> Memory:
    return make_memory(
        f"d{days}", text, type="utterance", at=MOMENT + timedelta(days=days), **fields
    )


def lifts(question: str, old: Memory, new: Memory, near: tuple[float, float] = (0.9, 0.6)) -> bool:
    found = newer_copies(query_terms(question), [(0, old, near[0]), (1, new, near[1])])
    assert found in ({}, {1: Lift(0, near[0])})
    return bool(found)


@pytest.mark.parametrize(
    ("question", "old", "new"),
    [
        (
            "Who chairs the garden committee with Ana Silva?",
            "Bruno and Ana Silva chair the garden committee.",
            "Celia and Ana Silva chair the garden committee now.",
        ),
        (
            "周会在哪个会议室开？",
            "项目周会改在三楼的会议室开。",
            "项目周会改在五楼的会议室开。",
        ),
    ],
)
def test_a_later_near_copy_is_lifted(question: str, old: str, new: str) -> None:
    assert lifts(question, said(old), said(new, 1))
    # Told the other way round, the other one is the newer.
    assert newer_copies(
        query_terms(question), [(0, said(old, 2), 0.6), (1, said(new, 1), 0.9)]
    ) == {0: Lift(1, 0.9)}


@pytest.mark.parametrize(
    ("question", "old", "new"),
    [
        # The question names one of two tickets.
        (
            "what is ticket 4711 about?",
            "My ticket 4711 is about the broken lamp",
            "My ticket 4712 is about the broken door",
        ),
        ("工单4711是什么问题？", "工单4711说的是台灯坏了", "工单4712说的是台灯坏了"),
        # The question holds more of the older one.
        ("How is the grey cat?", "The grey cat is ill again", "The brown dog is ill again"),
        ("退款要多久？", "我申请了退款，等了三天", "我申请了换货，等了三天"),
        # Little in common.
        ("Where is the key?", "The key is under the mat", "The key of the car is lost for good"),
        ("钥匙在哪里？", "钥匙在门口的垫子下面", "车的钥匙我昨天弄丢了"),
    ],
)
def test_what_the_question_tells_apart_is_left(question: str, old: str, new: str) -> None:
    assert not lifts(question, said(old), said(new, 1))


OLD, NEW = "The team meets on Monday in room four", "The team meets on Friday in room four"


def test_what_is_no_free_statement_is_left() -> None:
    asked = "When does the team meet in room four?"
    assert lifts(asked, said(OLD), said(NEW, 1))
    assert not lifts(asked, said(OLD), said(NEW + "?", 1))
    assert not lifts(asked, said(OLD), said(NEW, 1, subject_key="team.day"))
    assert not lifts(asked, said(OLD), said(NEW, 1, status="superseded"))
    assert not lifts(asked, said(OLD), said(NEW, 1, payload={"role": "assistant"}))
    assert lifts(
        asked,
        said(OLD, payload={"role": "assistant"}),
        said(NEW, 1, payload={"role": "assistant"}),
    )


def test_a_copy_that_fits_badly_is_left() -> None:
    asked = "When does the team meet in room four?"
    assert not lifts(asked, said(OLD), said(NEW, 1), (0.9, 0.4))
    assert not lifts(asked, said(OLD), said(NEW, 1), (0.6, 0.9))  # it goes first anyway


def test_the_newest_of_many_takes_it_all() -> None:
    texts = [OLD, NEW, OLD.replace("Monday", "Sunday")]
    items = [(n, said(text, n), 0.9 - n / 10) for n, text in enumerate(texts)]
    found = newer_copies(query_terms("When does the team meet in room four?"), items)
    assert {place: lift.similarity for place, lift in found.items()} == {1: 0.9, 2: 0.9}


def test_recall_tells_both_and_says_why() -> None:
    memory = Scene().user()
    for number, text in enumerate((OLD, NEW)):
        memory.observe([("user", text)], at=MOMENT + timedelta(hours=number))
    answer = memory.recall("Does the team meet on Monday in room four?")
    first, second = answer
    assert (first.memory.content, second.memory.content) == (NEW, OLD)
    note = f"{first.memory.id} says nearly the same as {second.memory.id}, later: it goes first"
    assert note in answer.trace.notes
    assert answer.trace.scored[0].raw["newer_copy"] == second.parts[0].value / 0.9
