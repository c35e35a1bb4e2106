"""What is searched for is data: no character of a question is syntax, whatever the store's engine makes of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hindsight_integrations import Hindsight, Recall, UserMemory
from hindsight_integrations.models.hashing import HashingEncoder

#: What each memory says, by a name for it.
MEMORIES = {
    "hyphen": "the pre-edit version was better",
    "apostrophe": "I don't mind the rain",
    "quote": 'she wrote "abracadabra" on the wall',
    "colon": "the ratio alpha:beta is four",
    "wildcard": "Lisbon has seven hills",
    "percent": "a discount of 40% was given",
    "underscore": "the variable is called snake_case_name",
    "chinese": "爱丽丝住在里斯本的山上",
}
#: Questions and the memory that each must find first.
QUESTIONS = {
    "pre-edit": "hyphen",
    "PRE-EDIT version": "hyphen",
    "don't": "apostrophe",
    "don’t mind": "apostrophe",
    '"abracadabra': "quote",
    '"abracadabra" OR "nothing"': "quote",
    "alpha:beta": "colon",
    "content:ratio": "colon",
    "NEAR(ratio alpha)": "colon",
    "(seven hills": "wildcard",
    "seven AND NOT hills": "wildcard",
    "^Lisbon": "wildcard",
    "40%": "percent",
    "snake_case_name": "underscore",
    "{snake_case_name}": "underscore",
    "里斯本": "chinese",
    "“里斯本”*": "chinese",
    "'; DROP TABLE records; -- hills": "wildcard",
}
#: Questions without a word in them.
WORDLESS = ["", " ", "\n", "*", "?", "%", "_", "__", '"', "'", "()", "-", "--", ":", "^", "\\", "\x00", "。", "\ud800"]  # fmt: skip


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[UserMemory]:
    path: Path = tmp_path_factory.mktemp("search") / "memory.db"
    with Hindsight.open(f"sqlite:///{path}", embedder=HashingEncoder()) as hindsight:
        memory = hindsight.for_user("alice")
        for content in MEMORIES.values():
            memory.remember(content)
        yield memory


def by_words(answer: Recall) -> set[str]:
    """The ids that the keyword route found."""
    return {
        hit.id for route in answer.trace.routes if route.name == "keyword" for hit in route.hits
    }


@pytest.mark.parametrize("question", QUESTIONS)
def test_questions_find_their_words(memory: UserMemory, question: str) -> None:
    answer = memory.recall(question, k=1, touch=False)
    assert answer.memories[0].content == MEMORIES[QUESTIONS[question]]
    assert answer.memories[0].id in by_words(answer)


@pytest.mark.parametrize("question", WORDLESS)
def test_questions_without_words_find_nothing_by_words(memory: UserMemory, question: str) -> None:
    answer = memory.recall(question, k=100, touch=False)
    assert by_words(answer) == set()
    assert answer.degraded == ()


@pytest.mark.parametrize(
    "question", ["lis*", "Lis%", "L_sbon", "?isbon", "lisbo", "discoun*", "abra*"]
)
def test_no_character_is_a_wildcard(memory: UserMemory, question: str) -> None:
    assert by_words(memory.recall(question, touch=False)) == set()


@pytest.mark.parametrize("question", ["NOT", "OR", "AND", "NEAR", "content", "records"])
def test_no_word_is_an_operator(memory: UserMemory, question: str) -> None:
    """None of them stands in a memory, so none finds one, and none is an error."""
    assert by_words(memory.recall(question, touch=False)) == set()


def test_a_question_may_be_as_long_as_a_book(memory: UserMemory) -> None:
    for question in ("hills " * 17_000, "里斯本" * 34_000, "x" * 100_000, "\x00" * 100_000):
        answer = memory.recall(question, touch=False)
        assert answer.degraded == ()
    assert by_words(memory.recall("hills " + "zebra " * 17_000, touch=False)) != set()


@given(st.text(max_size=40))
@settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_no_question_is_an_error(memory: UserMemory, question: str) -> None:
    answer = memory.recall(question, k=3, touch=False)
    assert len(answer) == 3
    assert answer.degraded == ()
