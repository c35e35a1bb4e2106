"""Summaries by rule and by a plugged-in model: which lines, in which order, and what a failure leaves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from hindsight_integrations import Hindsight, InvalidInput, UserMemory
from hindsight_integrations.errors import ConfigurationError
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.testing import FrozenClock

NOW = datetime(2025, 6, 1, 12, tzinfo=UTC)


class Counting:
    """A summarizer that answers how many lines it was given, and keeps them."""

    def __init__(self, answer: Any = None) -> None:
        self.given: list[Sequence[str]] = []
        self.answer = answer

    def summarize(self, lines: Sequence[str]) -> str:
        self.given.append(lines)
        if isinstance(self.answer, Exception):
            raise self.answer
        return f"{len(lines)} lines" if self.answer is None else self.answer


def opened(summarizer: Any = None) -> Hindsight:
    return Hindsight.open(
        "sqlite:///:memory:",
        embedder=HashingEncoder(),
        clock=FrozenClock(NOW),
        summarizer=summarizer,
    )


def filled(hindsight: Hindsight) -> UserMemory:
    memory = hindsight.for_user("ann", session="s1")
    for days, content, subject in (
        (90, "Ann lives in Berlin", "user.location"),
        (20, "Ann lives in Lisbon", "user.location"),
        (10, "安喜欢茶", "user.preference.drink"),
    ):
        memory.remember(content, subject=subject, event_time=NOW - timedelta(days=days))
    memory.event("order_placed", {"order": "A-17"}, event_time=NOW - timedelta(days=5))
    return memory


@pytest.fixture
def memory() -> Iterator[UserMemory]:
    with opened() as hindsight:
        yield filled(hindsight)


HOME = "2025-05-12 user.location: Ann lives in Lisbon ← Ann lives in Berlin"
TEA = "2025-05-22 user.preference.drink: 安喜欢茶"


class TestByRule:
    def test_a_subject(self, memory: UserMemory) -> None:
        summary = memory.summarize("user.*")
        assert summary.text.splitlines() == [HOME, TEA]
        assert len(summary.memories) == 2
        assert memory.summarize("user.location").text == HOME

    def test_a_span_of_time(self, memory: UserMemory) -> None:
        lines = memory.summarize(within=timedelta(days=12)).text.splitlines()
        assert lines[0] == TEA
        assert lines[1].startswith("2025-05-27 ")
        assert len(lines) == 2

    def test_utterances_are_told_where_nothing_was_learnt(self, memory: UserMemory) -> None:
        talk = memory.owner.for_user("ann", session="s2")  # type: ignore[attr-defined]
        talk.observe([("user", "The weather was\nfine in the mountains today.")])
        assert talk.summarize(session="s2").text == (
            "2025-06-01 The weather was fine in the mountains today."
        )

    def test_the_least_important_goes_first(self, memory: UserMemory) -> None:
        (_, tea) = memory.summarize("user.*").memories
        memory.update(tea, importance=0.1)
        assert memory.summarize("user.*", budget=30).text == HOME
        assert memory.summarize("user.*", budget=1).text == ""

    def test_nothing_known(self, memory: UserMemory) -> None:
        summary = memory.summarize("user.job")
        assert (summary.text, summary.memories, summary.degraded) == ("", (), ())

    def test_what_is_forgotten_is_not_told(self, memory: UserMemory) -> None:
        memory.forget(subject="user.location", reason="asked")
        assert memory.summarize("user.*").text == TEA

    def test_it_needs_something_to_sum_up(self, memory: UserMemory) -> None:
        with pytest.raises(InvalidInput, match="subject"):
            memory.summarize()

    @pytest.mark.parametrize("budget", [0, 1.5, True, "9"])
    def test_a_budget_is_a_whole_number(self, memory: UserMemory, budget: Any) -> None:
        with pytest.raises(InvalidInput, match="budget"):
            memory.summarize("user.*", budget=budget)


class TestByModel:
    def test_it_is_given_the_lines(self) -> None:
        model = Counting()
        with opened(model) as hindsight:
            summary = filled(hindsight).summarize("user.*")
        assert (summary.text, len(summary.memories)) == ("2 lines", 2)
        assert model.given == [[HOME, TEA]]

    def test_it_is_not_asked_about_nothing(self) -> None:
        model = Counting()
        with opened(model) as hindsight:
            assert filled(hindsight).summarize("user.job").text == ""
        assert model.given == []

    @pytest.mark.parametrize("answer", [ValueError("Lisbon"), "", "  ", 5, ["x"]], ids=str)
    def test_its_failure_leaves_the_lines(self, answer: Any) -> None:
        with opened(Counting(answer)) as hindsight:
            summary = filled(hindsight).summarize("user.*")
        assert summary.text.splitlines() == [HOME, TEA]
        assert summary.degraded == ("summarizer: ModelError; told by rule",)

    def test_something_else_is_refused_at_the_door(self) -> None:
        with pytest.raises(ConfigurationError, match="summarizer"):
            opened(object())


def test_what_an_application_keeps_by_key_is_not_summed_up() -> None:
    with opened() as hindsight:
        memory = filled(hindsight)
        before = memory.summarize(within=timedelta(days=100)).text
        from hindsight_integrations.langgraph import HindsightStore

        store = HindsightStore(hindsight, user=0)
        store.put(("ann", "profile"), "茶", {"text": "an item of the application"})
        assert memory.recall("item of the application", types="item")
        assert memory.summarize(within=timedelta(days=100)).text == before
