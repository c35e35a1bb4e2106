"""The nouns that come back: scores from parts, traces as data, erasures that are complete or not, reprs without content."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations.answers import (
    Action,
    Change,
    Copy,
    Erasure,
    Explanation,
    Hit,
    Left,
    Observation,
    Part,
    Recall,
    Recollection,
    RouteTrace,
    Scored,
    ScoreForm,
    Trace,
    Verdict,
    combined,
)
from hindsight_integrations.records import Role, Turn
from hindsight_integrations.testing import MOMENT, make_memory

SECRET = "zqx-secret"


class TestScores:
    PARTS = (Part("similarity", 0.5, 0.5), Part("recency", 0.25, 0.2), Part("conflict", 1.0, -0.3))

    def test_a_weighted_sum(self) -> None:
        # 0.25 + 0.05 - 0.3
        assert combined(self.PARTS, ScoreForm.WEIGHTED) == pytest.approx(0.0, abs=1e-15)
        assert [part.contribution for part in self.PARTS] == [0.25, 0.05, -0.3]

    def test_a_product_of_factors(self) -> None:
        assert combined(self.PARTS, ScoreForm.PRODUCT) == 0.125

    def test_of_nothing(self) -> None:
        assert combined((), ScoreForm.WEIGHTED) == 0.0
        assert combined((), ScoreForm.PRODUCT) == 1.0

    @given(st.lists(st.tuples(st.floats(-1, 1), st.floats(-1, 1)), max_size=8), st.randoms())
    def test_the_order_of_the_parts_makes_no_difference(
        self, drawn: list[tuple[float, float]], chance: Any
    ) -> None:
        parts = [Part(str(n), value, weight) for n, (value, weight) in enumerate(drawn)]
        score = combined(tuple(parts), ScoreForm.WEIGHTED)
        chance.shuffle(parts)
        assert combined(tuple(parts), ScoreForm.WEIGHTED) == score
        assert score == math.fsum(value * weight for value, weight in drawn)


def trace(**fields: Any) -> Trace:
    """A trace whose query is secret, with one of everything."""
    scored = Scored("m1", 0.5, (Part("similarity", 1.0, 0.5),), {"vector": 1.0}, Verdict.FRESH)
    known: dict[str, Any] = {
        "query": SECRET,
        "rewritten": f"{SECRET} again",
        "at": MOMENT,
        "form": ScoreForm.WEIGHTED,
        "routes": (RouteTrace("vector", (Hit("m1", 1.0), Hit("m2", 0.5)), "a word"),),
        "notes": ("a note",),
        "degraded": ("reranker: ModelError",),
        "_scored": lambda: iter([scored]),
        "_left": lambda: iter([Left("m2", "rank", "ranked below the first 1")]),
        "_injected": lambda: ["m1"],
    }
    return Trace(**known | fields)


class TestTraces:
    def test_as_data(self) -> None:
        assert json.loads(json.dumps(trace().as_dict())) == {
            "query": SECRET,
            "rewritten": f"{SECRET} again",
            "at": "2025-03-03T12:00:00+00:00",
            "form": "weighted",
            "routes": [
                {
                    "name": "vector",
                    "note": "a word",
                    "hits": [{"id": "m1", "score": 1.0}, {"id": "m2", "score": 0.5}],
                }
            ],
            "scored": [
                {
                    "id": "m1",
                    "score": 0.5,
                    "parts": [{"name": "similarity", "value": 1.0, "weight": 0.5}],
                    "raw": {"vector": 1.0},
                    "verdict": "fresh",
                }
            ],
            "left_out": [{"id": "m2", "step": "rank", "reason": "ranked below the first 1"}],
            "injected": ["m1"],
            "notes": ["a note"],
            "degraded": ["reranker: ModelError"],
        }

    def test_without_content(self) -> None:
        told = trace().as_dict(content=False)
        assert SECRET not in json.dumps(told)
        assert (told["query"], told["rewritten"]) == ("", "")
        assert told["scored"] == trace().as_dict()["scored"]

    def test_what_costs_is_worked_out_once_and_only_when_looked_at(self) -> None:
        asked: list[str] = []

        def left() -> list[Left]:
            asked.append("left")
            return []

        seen = trace(_left=left)
        assert asked == []
        assert (seen.left_out, seen.left_out) == ((), ())
        assert asked == ["left"]

    def test_an_empty_one(self) -> None:
        empty = Trace(query="", rewritten="", at=MOMENT, form=ScoreForm.PRODUCT)
        assert (empty.scored, empty.left_out, empty.injected) == ((), (), ())
        assert empty.as_dict()["form"] == "product"

    def test_its_repr_holds_no_query(self) -> None:
        assert SECRET not in repr(trace())


def recall(*contents: str) -> Recall:
    """An answer that tells its contents, its form and its budget."""

    def tell(told: tuple[Recollection, ...], form: str, budget: int | None) -> str:
        return f"{[item.memory.content for item in told]} {form} {budget}"

    told = tuple(
        Recollection(make_memory(f"m{n}", content), 1.0 - n / 10, ())
        for n, content in enumerate(contents)
    )
    return Recall(told, trace(), tell)


class TestRecalls:
    def test_it_is_a_sequence_best_first(self) -> None:
        answer = recall("a", "b", "c")
        assert len(answer) == 3
        assert [item.memory.content for item in answer] == ["a", "b", "c"]
        assert answer[0].memory.id == "m0"
        assert answer[-1].memory.id == "m2"
        assert [memory.id for memory in answer.memories] == ["m0", "m1", "m2"]
        assert not recall()

    def test_it_is_told_by_what_it_was_given(self) -> None:
        answer = recall("a", "b")
        assert answer.as_prompt() == "['a', 'b'] json None"
        assert answer.as_prompt("text", budget=9) == "['a', 'b'] text 9"
        fewer = replace(answer, recollections=answer.recollections[:1])
        assert fewer.as_prompt() == "['a'] json None"

    def test_what_could_not_be_asked(self) -> None:
        assert recall().degraded == ("reranker: ModelError",)

    def test_its_repr_holds_no_content(self) -> None:
        assert SECRET not in repr(recall(SECRET))


class TestErasures:
    @pytest.mark.parametrize(
        ("where", "complete"),
        [
            ({}, True),
            ({"records": Copy.SCRUBBED, "log": Copy.SCRUBBED}, True),
            ({"records": Copy.SCRUBBED, "journal": Copy.PENDING}, False),
        ],
    )
    def test_complete_when_no_copy_is_pending(self, where: dict[str, Copy], complete: bool) -> None:
        erasure = Erasure(("m1",), ("t1",), where, "asked", None, MOMENT)
        assert erasure.complete == complete
        assert len(erasure.unreachable) == 4


def test_no_repr_holds_content() -> None:
    memory = make_memory("m1", SECRET, tags=(SECRET,), payload={"a": SECRET})
    turn = Turn(role=Role.USER, content=SECRET)
    change = Change(Action.ADDED, memory, (memory,))
    for answer in (
        change,
        Observation((turn,), (change,)),
        Recollection(memory, 0.5, (), predecessor=memory),
        Explanation("m1", True, "ranked 1 of 1", trace=trace()),
    ):
        assert SECRET not in repr(answer)
