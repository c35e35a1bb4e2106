"""The newer of two near copies goes first, and so does a later value, in English and Chinese; nothing else does."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from hindsight_integrations.engine.saying import Wanted
from hindsight_integrations.engine.succession import Lift, succeeded
from hindsight_integrations.language.tokens import query_terms
from hindsight_integrations.records import Memory
from hindsight_integrations.testing.builders import MOMENT, make_memory
from scene import Scene


def said(text: str, days: int = 0, **fields: Any) -> Memory:
    return make_memory(
        f"d{days}", text, type="utterance", at=MOMENT + timedelta(days=days), **fields
    )


def wanted(question: str) -> Wanted:
    return Wanted(frozenset(query_terms(question)))


def lifts(question: str, old: Memory, new: Memory, near: tuple[float, float] = (0.9, 0.6)) -> bool:
    found = succeeded(wanted(question), [(0, old, near[0]), (1, new, near[1])])
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
    assert succeeded(wanted(question), [(0, said(old, 2), 0.6), (1, said(new, 1), 0.9)]) == {
        0: Lift(1, 0.9)
    }


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
    found = succeeded(wanted("When does the team meet in room four?"), items)
    assert {place: lift.similarity for place, lift in found.items()} == {1: 0.9, 2: 0.9}


def later(question: str, old: Memory, new: Memory) -> bool:
    """Whether the newer one, which fits less well, goes first with a later value."""
    asked = Wanted(frozenset(query_terms(question)), question)
    found = succeeded(asked, [(0, old, 0.9), (1, new, 0.6)])
    assert found in ({}, {1: Lift(0, 0.9, "later_value")})
    return bool(found)


@pytest.mark.parametrize(
    ("question", "old", "new"),
    [
        (
            "When is the final draft due?",
            "The final draft is due on May 20 and I have not begun, where do I start?",
            "They gave us more time, so the final draft was moved to May 27, how shall I plan it?",
        ),
        (
            "What is my rent?",
            "My rent is 850 and the heating is broken, what can I do?",
            "From March my rent was raised to 910, may they do that?",
        ),
        (
            "终稿什么时候交？",
            "终稿5月20日交，我还没动笔，从哪里开始？",
            "时间宽裕了，终稿改到5月27日交，怎么安排？",
        ),
        ("我的房租是多少？", "我房租850，暖气坏了，怎么办？", "三月起房租涨到910，可以这样吗？"),
    ],
)
def test_a_later_value_is_lifted(question: str, old: str, new: str) -> None:
    assert later(question, said(old), said(new, 1))
    # An assistant's words take nobody's place.
    assert not later(question, said(old), said(new, 1, payload={"role": "assistant"}))


@pytest.mark.parametrize(
    ("question", "old", "new"),
    [
        # Of another name, another number, another thing.
        (
            "When is my flight to Oslo in May?",
            "My flight to Oslo in May is on May 3, what do I pack?",
            "My flight to Rome in May was moved to May 9, what now?",
        ),
        (
            "What is the price of room 12?",
            "The price of room 12 is 80 a night, is that fair?",
            "The price of room 14 was raised to 95 a night, is that fair?",
        ),
        (
            "12号房的价格是多少？",
            "12号房的价格是80块一晚，合理吗？",
            "14号房的价格涨到95块一晚了，合理吗？",
        ),
        (
            "What is the budget for the kitchen?",
            "The budget for the kitchen is 9000, any ideas?",
            "The garden gets 2000 now, any ideas?",
        ),
        ("厨房的预算是多少？", "厨房的预算是9000块，有建议吗？", "花园现在有2000块，有建议吗？"),
        # A time for an amount.
        (
            "How many guests are coming to the party?",
            "40 guests are coming to the party, which hall?",
            "The party for the guests was moved to June 3, which hall?",
        ),
        ("聚会来多少客人？", "聚会来40位客人，哪个厅？", "客人的聚会改到6月3日了，哪个厅？"),
        # It only asks.
        ("What is my rent?", "My rent is 850, what can I do?", "Was my rent raised to 910?"),
        ("我的房租是多少？", "我房租850，怎么办？", "我的房租涨到910了吗？"),
        # What was is asked of its own time.
        (
            "What did my bicycle cost?",
            "My bicycle cost 300, was that much?",
            "My new bicycle light cost 45, was that much?",
        ),
    ],
)
def test_what_tells_no_later_value_is_left(question: str, old: str, new: str) -> None:
    assert not later(question, said(old), said(new, 1))


def test_recall_tells_a_later_value_first_and_says_why() -> None:
    memory = Scene().user()
    old = "The final draft is due on May 20 and I have not begun, where do I start?"
    new = "We have more time, the final draft was moved to May 27, how shall I plan the week?"
    for number, text in enumerate((old, new)):
        memory.observe([("user", text)], at=MOMENT + timedelta(hours=number))
    answer = memory.recall("When is the final draft due?", types="utterance")
    first, second = answer.memories[:2]
    assert (first.content, second.content) == (new, old)
    note = f"{first.id} tells another value of what is asked than {second.id}, later: it goes first"
    assert note in answer.trace.notes
    past = memory.recall("When was the final draft due before?", types="utterance")
    assert past.memories[0].content == old


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


def test_a_value_that_is_none_is_named_by_nobody() -> None:
    question = "Where do I keep my boat?"
    old = said("I keep my boat at the old pier", payload={"value": None})
    new = said("None of it is easy, I quit rowing at dawn", 1)
    asked = Wanted(frozenset(query_terms(question)), question)
    assert succeeded(asked, [(0, old, 0.9), (1, new, 0.4)]) == {}


def test_what_a_relative_changed_is_theirs_in_traditional_characters_too() -> None:
    question = "我現在的房東是誰？"
    old = said("我的房東是老周")
    asked = Wanted(frozenset(query_terms(question)), question)
    mine, mothers = said("我換房東了", 1), said("媽媽換房東了", 1)
    assert succeeded(asked, [(0, old, 0.9), (1, mine, 0.6)]) == {1: Lift(0, 0.9, "change")}
    assert succeeded(asked, [(0, old, 0.9), (1, mothers, 0.6)]) == {}


@pytest.mark.parametrize("seed", ["1", "2", "3", "4", "5"])
def test_every_process_finds_the_same(seed: str) -> None:
    """Both share "gym" and 健身, and a set hands them out in another order in each process."""
    program = (
        "from test_succession import *;"
        "question = '我每周的锻炼是哪天？';"
        "asked = Wanted(frozenset(query_terms(question)), question);"
        "old, new = said('我每周二去gym健身'), said('gym健身改到周六了', 1);"
        "print(succeeded(asked, [(0, old, 0.9), (1, new, 0.4)])[1].kind)"
    )
    here = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", program],
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": here},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "change"
