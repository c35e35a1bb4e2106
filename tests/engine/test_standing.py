"""What held at the time that a question asks for goes first, where no key says so; on whole memories, with days by hand."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from hindsight_integrations import Hindsight, Role, Turn, UserMemory
from hindsight_integrations.engine.standing import stood
from hindsight_integrations.language.aims import Aim, Order
from hindsight_integrations.testing import MOMENT, make_memory

ASKED = datetime(2024, 12, 20, 12, tzinfo=UTC)


@pytest.fixture
def hindsight() -> Iterator[Hindsight]:
    with Hindsight.open("sqlite:///:memory:") as opened:
        yield opened


def memory(hindsight: Hindsight, *told: tuple[str, str]) -> UserMemory:
    made = hindsight.for_user("mia", session="told")
    made.observe(
        Turn(
            role=Role.USER, content=text, id=day, at=datetime.fromisoformat(day).replace(tzinfo=UTC)
        )
        for day, text in told
    )
    return made


def answer(made: UserMemory, question: str) -> str:
    return made.recall(question, at=ASKED, touch=False)[0].turns[0].rpartition("/")[2]


CHOIR = (
    ("2024-01-08", "my choir practice is on Tuesdays"),
    ("2024-02-01", "what should I wear to a gala?"),
    ("2024-06-06", "choir practice got moved to Saturdays"),
)
POOL = (
    ("2024-01-08", "我每周二去游泳"),
    ("2024-02-01", "晚宴穿什么好？"),
    ("2024-06-06", "游泳改到周六了"),
)


@pytest.mark.parametrize(
    ("told", "question", "day"),
    [
        (CHOIR, "which day is my choir practice?", "2024-06-06"),
        (CHOIR, "what day was my choir practice in March 2024?", "2024-01-08"),
        (CHOIR, "what day was my choir practice before?", "2024-01-08"),
        (POOL, "我哪天去游泳？", "2024-06-06"),
        (POOL, "2024年3月我哪天去游泳？", "2024-01-08"),
        (POOL, "我以前哪天去游泳？", "2024-01-08"),
    ],
)
def test_what_held_then_answers(
    hindsight: Hindsight, told: tuple[tuple[str, str], ...], question: str, day: str
) -> None:
    assert answer(memory(hindsight, *told), question) == day


def test_what_only_shares_a_word_changes_nothing(hindsight: Hindsight) -> None:
    made = memory(
        hindsight,
        ("2024-01-08", "my choir practice is on Tuesdays"),
        ("2024-06-06", "the choir sang well"),
    )
    assert answer(made, "which day is my choir practice?") == "2024-01-08"


def test_a_question_for_an_event_is_left_alone(hindsight: Hindsight) -> None:
    made = memory(
        hindsight,
        ("2024-01-08", "I talked to Ana about the choir trip to Malmo"),
        ("2024-06-06", "the choir trip is now to Oslo instead"),
    )
    assert answer(made, "what did I tell you about the choir trip to Malmo?") == "2024-01-08"


def test_a_key_knows_better(hindsight: Hindsight) -> None:
    made = memory(
        hindsight,
        ("2024-01-08", "I live in Malmo"),
        ("2024-06-06", "I moved my desk in Malmo to the window"),
    )
    assert answer(made, "where do I live?") == "2024-01-08"


@pytest.mark.parametrize(("attributes", "first"), [((), "new"), (("gym",), None)])
def test_what_stands_under_a_known_attribute_is_the_matter_of_its_chain(
    attributes: tuple[str, ...], first: str | None
) -> None:
    old = make_memory("old", "My gym day is Tuesday", subject_key="user.gym", at=MOMENT)
    later = MOMENT + timedelta(days=3)
    new = make_memory("new", "My gym day moved to Saturday", type="utterance", at=later)
    found = stood(("gym", "day"), Aim(Order.NOW), [(old, 0.9), (new, 0.8)], attributes)
    assert found == first
