"""What another retriever found, judged by the memory's rules: values worked out by hand."""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from hindsight_integrations import Hindsight, InvalidInput, Passage, UserMemory, Verdict
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.testing import BrokenEmbedder, FrozenClock

NOW = datetime(2025, 6, 1, 12, tzinfo=UTC)
KEY = "user.location"


def ago(days: float) -> datetime:
    return NOW - timedelta(days=days)


@pytest.fixture
def memory() -> Iterator[UserMemory]:
    with Hindsight.open(
        "sqlite:///:memory:", embedder=HashingEncoder(), clock=FrozenClock(NOW)
    ) as hindsight:
        yield hindsight.for_user("ann")


def passage(content: str, days: float | None = None, **fields: Any) -> Passage:
    when = None if days is None else ago(days)
    return Passage(content=content, event_time=when, **{"score": 0.8, **fields})


def outcome(memory: UserMemory, *passages: Passage) -> dict[int, tuple[bool, str]]:
    """By place: whether it holds, and the verdict."""
    judged = memory.judge("where does she live?", passages)
    return {item.place: (item.holds, item.verdict.value) for item in judged}


class TestConflicts:
    def test_the_later_of_two_under_a_key_holds(self, memory: UserMemory) -> None:
        old = passage("Ann lives in Berlin", 90, subject=KEY)
        new = passage("Ann lives in Lisbon", 10, subject=KEY)
        expected = {0: (False, "replaced"), 1: (True, "fresh")}
        assert outcome(memory, old, new) == expected
        judged = memory.judge("where does she live?", [old, new])
        assert [item.place for item in judged] == [1, 0]
        assert judged[1].reason == "a later value took its place"
        assert (judged[0].subject, judged[0].reason) == (KEY, None)

    def test_what_the_memory_knows_counts(self, memory: UserMemory) -> None:
        memory.remember("Ann lives in Porto", subject=KEY, event_time=ago(20))
        before, after = (
            passage("Ann lives in Berlin", 90, subject=KEY),
            passage("Ann lives in Lisbon", 10, subject=KEY),
        )
        assert outcome(memory, before) == {0: (False, "replaced")}
        assert outcome(memory, after) == {0: (True, "fresh")}

    def test_the_same_as_the_memory_knows_holds(self, memory: UserMemory) -> None:
        memory.remember("Ann lives in Porto", subject=KEY, event_time=ago(20))
        assert outcome(memory, passage("Ann lives in Porto", 5, subject=KEY)) == {
            0: (True, "fresh")
        }

    def test_an_inference_does_not_replace_a_statement(self, memory: UserMemory) -> None:
        memory.remember("Ann lives in Porto", subject=KEY, event_time=ago(20))
        guess = passage("Ann lives in Lisbon", 10, subject=KEY, type="inference", source="inferred")
        assert outcome(memory, guess) == {0: (False, "replaced")}

    def test_one_without_a_time_replaces_nothing_and_is_doubted(self, memory: UserMemory) -> None:
        memory.remember("Ann lives in Porto", subject=KEY, event_time=ago(20))
        assert outcome(memory, passage("Ann lives in Rome", subject=KEY)) == {
            0: (True, "contradicted")
        }
        assert outcome(memory, passage("Ann lives in Porto", subject=KEY)) == {0: (True, "fresh")}

    def test_keys_that_hold_many_replace_nothing(self, memory: UserMemory) -> None:
        memory.remember("allergic to nuts", subject="user.allergy", event_time=ago(20))
        pollen = passage("allergic to pollen", 10, subject="user.allergy")
        cats = passage("allergic to cats", 30, subject="user.allergy")
        assert outcome(memory, pollen, cats) == {0: (True, "fresh"), 1: (True, "fresh")}

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("I live in Berlin.", "I moved to Lisbon."),
            ("我住在柏林。", "我搬到里斯本了。"),
        ],
    )
    def test_the_subject_is_read_where_none_is_given(
        self, memory: UserMemory, old: str, new: str
    ) -> None:
        assert outcome(memory, passage(new, 10), passage(old, 90)) == {
            0: (True, "fresh"),
            1: (False, "replaced"),
        }

    def test_the_same_words_count_once(self, memory: UserMemory) -> None:
        worse, better = passage("Tea is served.", score=0.2), passage("tea is served", score=0.9)
        judged = memory.judge("tea", [worse, better])
        assert [(item.place, item.reason) for item in judged] == [
            (1, None),
            (0, "it says the same as passage 1"),
        ]

    def test_another_users_memory_does_not_count(self) -> None:
        with Hindsight.open(
            "sqlite:///:memory:", embedder=HashingEncoder(), clock=FrozenClock(NOW)
        ) as hindsight:
            ben = hindsight.for_user("ben")
            ben.remember("lives in Porto", subject=KEY, event_time=ago(1))
            found = passage("Ann lives in Berlin", 90, subject=KEY)
            assert outcome(hindsight.for_user("ann"), found) == {0: (True, "fresh")}

    def test_nothing_is_written(self, memory: UserMemory) -> None:
        memory.remember("Ann lives in Porto", subject=KEY, event_time=ago(20))
        before = memory.history(KEY)
        memory.judge("home?", [passage("Ann lives in Lisbon", 1, subject=KEY)])
        assert memory.history(KEY) == before
        assert memory.count() == 1


class TestScores:
    def test_a_score_is_the_sum_of_its_parts(self, memory: UserMemory) -> None:
        """0.5 · 0.8 + 0.2 · 0.8 · 0.95 + 0.15 · 2^(-30/365) + 0.1 · 0.6 · 2^(-30/180)."""
        (item,) = memory.judge("home?", [passage("Ann lives in Lisbon", 30, subject=KEY)])
        expected = 0.4 + 0.152 + 0.15 * 2 ** (-30 / 365) + 0.06 * 2 ** (-30 / 180)
        assert item.score == pytest.approx(expected, abs=1e-12)
        assert item.score == math.fsum(part.contribution for part in item.parts)
        assert item.confidence == pytest.approx(0.8 * 0.95)

    def test_a_replaced_one_loses_its_penalty(self, memory: UserMemory) -> None:
        old = passage("Ann lives in Berlin", 30, subject=KEY)
        (alone,) = memory.judge("home?", [old])
        new = passage("Ann lives in Lisbon", 10, subject=KEY)
        replaced = memory.judge("home?", [old, new])[-1]
        assert replaced.place == 0
        assert replaced.score == pytest.approx(alone.score - 0.3)

    @pytest.mark.parametrize(
        ("scores", "expected"),
        [
            ([0.0, 1.0], [0.0, 1.0]),
            ([0, 0.5], [0.0, 0.5]),
            # A reranker's raw scores: their logistic.
            ([0.0, 2.0], [0.5, 1 / (1 + math.exp(-2))]),
            ([-3.0, 0.5], [1 / (1 + math.exp(3)), 1 / (1 + math.exp(-0.5))]),
        ],
    )
    def test_given_scores_are_the_similarity(
        self, memory: UserMemory, scores: list[float], expected: list[float]
    ) -> None:
        found = [passage(f"tea number {n}", score=score) for n, score in enumerate(scores)]
        judged = sorted(memory.judge("tea", found), key=lambda item: item.place)
        assert [item.parts[0].value for item in judged] == pytest.approx(expected)

    def test_without_scores_the_encoder_says_how_near(self, memory: UserMemory) -> None:
        far, near = passage("the weather", score=None), passage("where she lives", score=0.1)
        judged = memory.judge("where she lives", [far, near])
        assert [item.place for item in judged] == [1, 0]
        assert judged[0].parts[0].value == pytest.approx(1.0, abs=1e-6)

    def test_without_an_encoder_shared_words_do(self) -> None:
        with Hindsight.open("sqlite:///:memory:", embedder=BrokenEmbedder()) as hindsight:
            found = [passage("green tea", score=None), passage("绿茶", score=None)]
            judged = hindsight.for_user("ann").judge("milk tea", found)
        assert [(item.place, item.parts[0].value) for item in judged] == [(0, 0.5), (1, 0.0)]

    def test_age_and_confidence_order_what_is_equally_near(self, memory: UserMemory) -> None:
        old, new, unsure = (
            passage("old tea", 400),
            passage("new tea", 1),
            passage("unsure tea", 1, confidence=0.2),
        )
        assert [item.place for item in memory.judge("tea", [old, unsure, new])] == [2, 1, 0]
        assert memory.judge("tea", [old])[0].verdict is Verdict.AGEING


class TestInput:
    def test_nothing_is_judged_as_nothing(self, memory: UserMemory) -> None:
        assert memory.judge("tea", []) == []

    @pytest.mark.parametrize(
        "fields",
        [{"content": " "}, {"score": float("nan")}, {"score": True}, {"subject": "a b"},
         {"event_time": datetime(2025, 1, 1)}, {"confidence": 2}, {"type": "x"}],
        ids=str,
    )  # fmt: skip
    def test_a_passage_is_checked(self, fields: dict[str, Any]) -> None:
        with pytest.raises(InvalidInput):
            Passage(**{"content": "tea", **fields})

    def test_only_passages_are_taken(self, memory: UserMemory) -> None:
        with pytest.raises(InvalidInput, match="Passage"):
            memory.judge("tea", ["tea"])  # type: ignore[list-item]
