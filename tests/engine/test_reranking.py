"""A second opinion: its order, both its scores, and the first order where it fails or answers nonsense."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from hindsight_integrations.answers import Recall
from hindsight_integrations.records import Claim
from hindsight_integrations.testing import BrokenReranker
from scene import (
    LateIndex,
    PointingEncoder,
    Scene,
    ScriptedReranker,
    contents,
    keep,
    moved,
    on_both_stores,
)

DAY = timedelta(days=1)


@on_both_stores
class TestReranking:
    SAID = ("one", "two", "three")

    def asked(self, store: str, reranker: Any, query: str = "numbers", **how: Any) -> Recall:
        encoder = PointingEncoder({"one": 10, "two": 50, "three": 80, "numbers": 0})
        scene = Scene(store, embedder=encoder, reranker=reranker)
        keep(scene.user(), *(Claim(content=content) for content in self.SAID))
        return scene.user().recall(query, **how)

    def test_without_one(self, store: str) -> None:
        assert contents(self.asked(store, None).memories) == ["one", "two", "three"]

    def test_its_order_and_both_its_scores(self, store: str) -> None:
        reranker = ScriptedReranker({"one": -2.0, "two": 0.0, "three": 2.0})
        answer = self.asked(store, reranker)
        assert contents(answer.memories) == ["three", "two", "one"]
        scored = answer.trace.scored
        assert [item.raw["rerank"] for item in scored] == [2.0, 0.0, -2.0]
        # 1 / (1 + e^-2) = 0.880797
        shares = [0.880797, 0.5, 0.119203]
        assert [item.raw["rerank_normalised"] for item in scored] == pytest.approx(shares, abs=1e-6)
        assert [item.parts[0].value for item in scored] == pytest.approx(shares, abs=1e-6)

    def test_it_reads_the_time_and_the_words(self, store: str) -> None:
        reranker = ScriptedReranker({})
        self.asked(store, reranker)
        ((query, passages),) = reranker.asked
        assert query == "numbers"
        assert passages == ("[2025-03-03] one", "[2025-03-03] two", "[2025-03-03] three")

    def test_it_judges_the_best_twenty_and_k_stays_exact(self, store: str) -> None:
        reranker = ScriptedReranker({"n 3": 0.9})
        scene = Scene(store, reranker=reranker)
        keep(scene.user(), *(Claim(content=f"say n {n}") for n in range(30)))
        answer = scene.user().recall("say n", k=25)
        assert len(answer) == 25
        assert len(reranker.asked[0][1]) == 20
        judged = [scored for scored in answer.trace.scored if "rerank" in scored.raw]
        assert judged == list(answer.trace.scored[:20])

    def test_an_empty_question_is_not_judged(self, store: str) -> None:
        reranker = ScriptedReranker({"one": 1.0})
        answer = self.asked(store, reranker, query=" ")
        assert reranker.asked == []
        assert contents(answer.memories) == ["three", "two", "one"]

    @pytest.mark.parametrize("error", [None, KeyError("scores"), OSError("down"), ValueError("x")])
    def test_if_it_fails_the_order_stays(self, store: str, error: Exception | None) -> None:
        answer = self.asked(store, BrokenReranker(error))
        assert contents(answer.memories) == ["one", "two", "three"]
        assert answer.degraded == ("reranker: ModelError",)

    @pytest.mark.parametrize(
        "scores",
        [[0.5], [0.1, 0.2, 0.3, 0.4], [0.1, float("nan"), 0.3], ["a", "b", "c"], None, 7],
        ids=str,
    )
    def test_if_it_answers_nonsense_the_order_stays(self, store: str, scores: Any) -> None:
        answer = self.asked(store, _Saying(scores))
        assert contents(answer.memories) == ["one", "two", "three"]
        assert answer.degraded == ("reranker: ModelError",)
        assert "rerank" not in answer.trace.scored[0].raw

    def test_it_sees_only_what_may_be_shown(self, store: str) -> None:
        reranker = ScriptedReranker({})
        scene = Scene(store, reranker=reranker, index=lambda index: _Stale(index, "m1"))
        moved(scene.user())
        scene.user().recall("Ada lives")
        ((_, passages),) = reranker.asked
        assert passages == ("[2025-03-03] Ada lives in Lisbon",)


class _Stale(LateIndex):
    def __init__(self, index: Any, *stale: str) -> None:
        super().__init__(index)
        self.stale = list(stale)


class _Saying:
    """A reranker that answers whatever it was given."""

    model_id = "saying"

    def __init__(self, answer: Any) -> None:
        self._answer = answer

    def score(self, query: str, passages: Sequence[str]) -> Any:
        return self._answer
