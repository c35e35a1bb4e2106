"""What held at the time that a question asks for goes first, where no key says so; on whole memories, with days by hand."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from hindsight_integrations import Hindsight, Role, Turn, UserMemory
from hindsight_integrations.engine.saying import Wanted
from hindsight_integrations.engine.succession import succeeded
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


TRAINS = (
    ("2023-02-03", "the Ironworks club is 38 a month for climbing, is that worth it?"),
    ("2023-06-10", "what rhymes with orange?"),
    ("2024-05-02", "climbing hurts my wrists, so it is rowing at the Tarn boathouse from now on"),
)
RENTS = (
    ("2023-02-03", "桐树里单间一千八，隔音棉贴墙有用吗"),
    ("2023-06-10", "十一怎么拼假最划算"),
    ("2024-05-02", "搬到云麓街了，两房四千三"),
)


@pytest.mark.parametrize(
    ("told", "question", "day"),
    [
        (TRAINS, "where was I climbing in June 2023?", "2023-02-03"),
        (TRAINS, "what did I pay for climbing in June 2023?", "2023-02-03"),
        (RENTS, "2023年6月我租的单间多少钱", "2023-02-03"),
    ],
)
def test_a_state_that_no_key_names_was_told_before_the_time_asked_for(
    hindsight: Hindsight, told: tuple[tuple[str, str], ...], question: str, day: str
) -> None:
    """What was said in June says nothing of it, and what was said later tells what held later."""
    made = memory(hindsight, *told)
    found = made.recall(question, at=ASKED, touch=False)
    assert found[0].turns[0].rpartition("/")[2] == day
    assert {item.turns[0].rpartition("/")[2] for item in found} == {"2023-02-03", "2023-06-10"}


def test_a_state_of_which_nothing_was_told_by_then_is_asked_of_all(hindsight: Hindsight) -> None:
    made = memory(hindsight, *TRAINS)
    assert answer(made, "where was I climbing in June 2022?") in {"2023-02-03", "2024-05-02"}


def test_what_happened_in_a_window_is_asked_of_the_window(hindsight: Hindsight) -> None:
    made = memory(hindsight, *TRAINS)
    assert answer(made, "what did we talk about in June 2023?") == "2023-06-10"


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


@pytest.mark.parametrize(("attributes", "lifted"), [((), [1]), (("gym",), [])])
def test_what_stands_under_a_known_attribute_is_the_matter_of_its_chain(
    attributes: tuple[str, ...], lifted: list[int]
) -> None:
    old = make_memory("old", "My gym day is Tuesday", subject_key="user.gym", at=MOMENT)
    later = MOMENT + timedelta(days=3)
    new = make_memory("new", "My gym day moved to Saturday", type="utterance", at=later)
    asked = Wanted(frozenset(("gym", "day")), "what is my gym day?")
    found = succeeded(asked, [(0, old, 0.9), (1, new, 0.8)], attributes)
    assert list(found) == lifted


TEAM = (
    ("2024-01-08", "I'm on the harbour team with Bea"),
    ("2024-03-04", "after the reshuffle I joined the bridges team"),
    ("2024-06-06", "moved to the tunnels team, Bea stayed behind"),
)
HALL = (
    ("2024-01-08", "客厅刷的是米白色"),
    ("2024-06-06", "客厅改刷成浅灰色了"),
)


@pytest.mark.parametrize(
    ("told", "question", "day"),
    [
        (TEAM, "which team am I on?", "2024-06-06"),
        (TEAM, "which team was I on before the tunnels?", "2024-03-04"),
        (TEAM, "which team was I on in April 2024?", "2024-03-04"),
        (HALL, "客厅现在是什么颜色？", "2024-06-06"),
        (HALL, "改刷浅灰前客厅是什么颜色？", "2024-01-08"),
        (HALL, "2024年3月的时候客厅是什么颜色？", "2024-01-08"),
    ],
)
def test_the_question_says_which_of_a_chain_it_means(
    hindsight: Hindsight, told: tuple[tuple[str, str], ...], question: str, day: str
) -> None:
    assert answer(memory(hindsight, *told), question) == day


@pytest.mark.parametrize(
    ("told", "question"),
    [
        ((("2024-01-08", "I swim at the Dolphin pool"), ("2024-06-06", "my sister switched to the Otter pool")), "which pool do I swim at?"),
        ((("2024-01-08", "Leo eats porridge for breakfast"), ("2024-06-06", "Mia has stopped eating porridge, it's toast now")), "what does Leo eat for breakfast?"),
        ((("2024-01-08", "我在海豚馆游泳"), ("2024-06-06", "我妹妹改去海狮馆游泳了")), "我在哪个馆游泳？"),
    ],
)  # fmt: skip
def test_what_others_changed_changes_nothing_of_ones_own(
    hindsight: Hindsight, told: tuple[tuple[str, str], ...], question: str
) -> None:
    assert answer(memory(hindsight, *told), question) == "2024-01-08"


@pytest.mark.parametrize(
    ("told", "question"),
    [
        ((("2024-01-08", "Greta eats kosher"), ("2024-02-01", "Greta moved to Oslo"), ("2024-06-06", "Greta eats vegan now")), "As of March 1, 2024: what does Greta eat?"),
        ((("2024-01-08", "王芳吃清真"), ("2024-02-01", "王芳搬到上海了"), ("2024-06-06", "王芳改吃素了")), "2024年3月王芳吃什么？"),
    ],
)  # fmt: skip
def test_what_changed_of_another_attribute_is_no_answer(
    hindsight: Hindsight, told: tuple[tuple[str, str], ...], question: str
) -> None:
    assert answer(memory(hindsight, *told), question) == "2024-01-08"


@pytest.mark.parametrize(
    ("told", "question"),
    [
        ((("2024-01-08", "I'm vegan"), ("2024-06-06", "the vegan thing lasted six months, I gave up on it")), "what's my diet?"),
        ((("2024-01-08", "我在远航公司上班"), ("2024-06-06", "远航公司太折腾，待不下去就走了")), "我在哪里上班？"),
    ],
)  # fmt: skip
def test_who_says_that_a_value_is_over_is_heard_though_no_rule_reads_it(
    hindsight: Hindsight, told: tuple[tuple[str, str], ...], question: str
) -> None:
    made = memory(hindsight, *told)
    assert len(made.find(statuses="active", subjects=("user.diet", "user.employer"))) == 1
    assert answer(made, question) == "2024-06-06"


def test_the_trace_says_why(hindsight: Hindsight) -> None:
    made = memory(hindsight, *TEAM)
    notes = made.recall("which team am I on?", at=ASKED, touch=False).trace.notes
    assert any("announces a change of what is said by" in note for note in notes)
    made = memory(hindsight, *HALL)
    notes = made.recall("2024年3月的时候客厅是什么颜色？", at=ASKED, touch=False).trace.notes
    assert any("held at the time asked for, before" in note for note in notes)
