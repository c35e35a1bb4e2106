"""Candidates in columns: the order, its ties and its determinism, scores taken apart, and a reranker's second opinion."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations.answers import Hit, Verdict, combined
from hindsight_integrations.engine.judging import Judged, judge, rejudge
from hindsight_integrations.engine.question import Ask, Question
from hindsight_integrations.engine.routes import Found
from hindsight_integrations.language.times import TimeCue
from hindsight_integrations.outlines import Outlines
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Memory, Window
from hindsight_integrations.settings import ScoreSettings, Settings
from hindsight_integrations.testing import MOMENT, direction, make_memory
from scene import outlined

SETTINGS = Settings(score=ScoreSettings(meaning=1.0, words=1.0, subject_match=0.6, time_match=0.15))
DAY = timedelta(days=1)


def question(window: Window | None = None, **where: Any) -> Question:
    """A question with an encoder's vector, asked at ``MOMENT``."""
    cue = None if window is None else TimeCue(window, clear=True, span="yesterday")
    wanted = Where(**where)
    ask = Ask(query="tea", k=5, at=MOMENT, tz="UTC", where=wanted)
    return Question(ask, wanted, ("tea",), direction(0), cue, ())


def found(
    cosines: Mapping[str, float] | None = None,
    words: Mapping[str, float] | None = None,
    subject: Mapping[str, float] | None = None,
) -> Found:
    routes = Found(cosines=dict(cosines or {}))
    for name, scores in (("keyword", words), ("subject", subject)):
        routes.add(name, [Hit(id, score) for id, score in (scores or {}).items()])
    return routes


def judged(*memories: Memory, routes: Found | None = None, **asked: Any) -> Judged:
    return judge(outlined(*memories), question(**asked), routes or found(), SETTINGS)


def order(answer: Judged) -> list[str]:
    return [answer.outlines.ids[place] for place in answer.order]


def fact(id: str, **fields: Any) -> Memory:
    return make_memory(id, f"says {id}", **fields)


class TestOrder:
    def test_the_best_score_first(self) -> None:
        answer = judged(
            fact("a"), fact("b"), fact("c"), routes=found({"a": 0.1, "b": 0.9, "c": 0.5})
        )
        assert order(answer) == ["b", "c", "a"]
        assert [item.id for item in answer.all_scored()] == ["b", "c", "a"]

    def test_of_equal_scores_the_later_written_first(self) -> None:
        assert order(judged(fact("a"), fact("b"), fact("c"))) == ["c", "b", "a"]

    def test_rounding_decides_nothing(self) -> None:
        # The two scores differ in the fifteenth digit.
        answer = judged(fact("a"), fact("b"), routes=found({"a": 0.5 + 1e-14, "b": 0.5}))
        assert order(answer) == ["b", "a"]

    def test_a_penalty_of_what_was_replaced(self) -> None:
        # 0.3 for the conflict outweighs 0.5 · (1 - 0.6 ** 1.5), which is 0.268.
        old = fact("old", status="superseded", valid_to=MOMENT)
        answer = judged(old, fact("new"), routes=found({"old": 0.5, "new": 0.3}))
        assert order(answer) == ["new", "old"]

    def test_nothing(self) -> None:
        answer = judged()
        assert (answer.order, answer.left, list(answer.all_scored())) == ((), (), [])

    @given(st.data())
    def test_the_same_candidates_in_any_order_give_the_same_order(
        self, data: st.DataObject
    ) -> None:
        share = st.sampled_from([0.0, 0.25, 0.5, 1.0])
        drawn = data.draw(
            st.lists(
                st.tuples(share, share, st.sampled_from([0, 3, 400]), st.sampled_from("xyz")),
                min_size=1,
                max_size=7,
            )
        )
        memories = [
            make_memory(f"m{n}", said, at=MOMENT - days * DAY)
            for n, (_, _, days, said) in enumerate(drawn)
        ]
        routes = found(
            {f"m{n}": cosine for n, (cosine, *_) in enumerate(drawn)},
            {f"m{n}": words for n, (_, words, *_) in enumerate(drawn)},
        )
        outlines = outlined(*memories)
        first = judge(outlines, question(), routes, SETTINGS)
        places = data.draw(st.permutations(range(len(memories))))
        again = judge(_shuffled(outlines, places), question(), routes, SETTINGS)
        assert order(again) == order(first)
        assert list(again.all_scored()) == list(first.all_scored())
        assert {item.id for item in again.left} == {item.id for item in first.left}


def _shuffled(outlines: Outlines, places: list[int]) -> Outlines:
    """The same outlines in another order."""
    columns: dict[str, Any] = {
        name: tuple(column[place] for place in places)
        if isinstance(column := getattr(outlines, name), tuple)
        else column[places]
        for name in outlines.__slots__
    }
    return Outlines(**columns)


class TestTakenApart:
    def test_each_routes_own_score_is_kept(self) -> None:
        answer = judged(fact("a"), routes=found({"a": 0.6}, {"a": 0.25}))
        (scored,) = answer.all_scored()
        assert scored.raw == {"vector": 0.6, "keyword": 0.25}
        assert scored.parts[0].value == 1.0  # the best of one
        assert scored.score == combined(scored.parts, SETTINGS.score.form)

    def test_the_better_score_counts_where_a_route_ran_twice(self) -> None:
        routes = found()
        routes.add("keyword", [Hit("a", 0.1)], "inside the window")
        routes.add("keyword", [Hit("a", 0.3), Hit("b", 0.2)], "standing facts")
        assert routes.scores("keyword") == {"a": 0.3, "b": 0.2}
        assert routes.ids == ["a", "b"]

    def test_a_subject_that_is_asked_for_lifts(self) -> None:
        answer = judged(fact("a"), fact("b"), routes=found({"b": 0.2}, subject={"a": 1.0}))
        # 0.6 against (0.2 / 0.3) ** 1.5 · 0.8 for what is of another subject.
        assert order(answer) == ["a", "b"]
        first, second = answer.all_scored()
        assert (first.parts[0].value, second.parts[0].value) == pytest.approx((0.6, 0.435465))

    def test_a_window_adds_to_what_happened_in_it(self) -> None:
        inside, outside = fact("in", at=MOMENT - DAY), fact("out", at=MOMENT - 30 * DAY)
        answer = judged(inside, outside, window=Window(MOMENT - 2 * DAY, MOMENT))
        values = {item.id: item.parts[0].value for item in answer.all_scored()}
        assert values == {"in": pytest.approx(0.15), "out": 0.0}

    def test_verdicts(self) -> None:
        answer = judged(
            fact("fresh"),
            fact("doubted", contradicted_by="x"),
            fact("unhelpful", helpful=False),
            fact("helpful", helpful=True),
            fact("ageing", at=MOMENT - 366 * DAY),
            fact("replaced", status="superseded", valid_to=MOMENT),
        )
        assert {item.id: item.verdict for item in answer.all_scored()} == {
            "fresh": Verdict.FRESH,
            "doubted": Verdict.CONTRADICTED,
            "unhelpful": Verdict.UNHELPFUL,
            "helpful": Verdict.FRESH,
            "ageing": Verdict.AGEING,
            "replaced": Verdict.REPLACED,
        }

    def test_what_held_at_the_asked_time_was_not_replaced_then(self) -> None:
        old = fact("old", status="superseded", valid_to=MOMENT + DAY)
        (scored,) = judged(old, valid_at=MOMENT).all_scored()
        assert (scored.verdict, scored.parts[-1].value) == (Verdict.FRESH, 0.0)

    def test_a_change_in_the_future_has_replaced_nothing_yet(self) -> None:
        berlin = fact("old", status="superseded", valid_to=MOMENT + DAY)
        (scored,) = judged(berlin).all_scored()
        assert scored.verdict is Verdict.FRESH

    def test_what_the_memory_held_then_was_not_replaced_then(self) -> None:
        old = fact("old", status="superseded", valid_to=MOMENT, retired_at=MOMENT + DAY)
        (scored,) = judged(old, known_at=MOMENT).all_scored()
        assert (scored.verdict, scored.parts[-1].value) == (Verdict.FRESH, 0.0)


class TestTheWindow:
    WINDOW = Window(MOMENT - 2 * DAY, MOMENT)

    def said(self, id: str, days: float) -> Memory:
        return fact(id, at=MOMENT - days * DAY, type="utterance", tier="episodic")

    def test_it_is_said_whether_something_happened_in_it(self) -> None:
        assert judged(self.said("in", 1), window=self.WINDOW).happened
        assert not judged(self.said("out", 5), window=self.WINDOW).happened
        assert not judged(self.said("any", 1)).happened

    def test_a_fact_learnt_in_it_is_nothing_that_happened(self) -> None:
        answer = judged(fact("fact", at=MOMENT - DAY), self.said("out", 5), window=self.WINDOW)
        assert not answer.happened
        assert sorted(order(answer)) == ["fact", "out"]

    def test_what_is_cut_off_or_repeats_is_left_with_its_step(self) -> None:
        uttered = replace(self.said("heard", 1), content="says fact")
        answer = judged(fact("fact"), uttered, self.said("out", 5), window=self.WINDOW)
        assert order(answer) == ["fact"]
        assert {item.id: item.step for item in answer.left} == {
            "heard": "conflicts",
            "out": "window",
        }


class TestRejudging:
    def test_the_normalised_score_becomes_the_similarity(self) -> None:
        first = judged(fact("a"), fact("b"), fact("c"), routes=found({"a": 0.9, "b": 0.5}))
        assert order(first) == ["a", "b", "c"]
        second = rejudge(first, {0: (-4.0, 0.1), 1: (3.0, 0.9), 2: (0.0, 0.5)})
        assert order(second) == ["b", "c", "a"]
        best = next(second.all_scored())
        assert best.parts[0].value == pytest.approx(0.9)
        assert (best.raw["rerank"], best.raw["rerank_normalised"]) == (3.0, 0.9)
        assert best.raw["vector"] == 0.5

    def test_the_judged_ones_go_first_and_the_others_keep_their_order(self) -> None:
        cosines = {"a": 0.9, "b": 0.7, "c": 0.5, "d": 0.3}
        first = judged(fact("a"), fact("b"), fact("c"), fact("d"), routes=found(cosines))
        second = rejudge(first, {0: (0.0, 0.0), 1: (0.1, 0.1)})
        assert order(second) == ["b", "a", "c", "d"]
        assert "rerank" not in list(second.all_scored())[2].raw

    def test_the_other_parts_still_count(self) -> None:
        old = fact("old", status="superseded", valid_to=MOMENT)
        first = judged(old, fact("new"))
        # 0.5 · (0.9 - 0.4) does not make up for the penalty of 0.3.
        assert order(rejudge(first, {0: (0.9, 0.9), 1: (0.4, 0.4)})) == ["new", "old"]

    def test_the_first_opinion_is_left_as_it_was(self) -> None:
        first = judged(fact("a"), routes=found({"a": 0.9}))
        rejudge(first, {0: (0.0, 0.0)})
        assert next(first.all_scored()).parts[0].value == 1.0


def test_thousands_are_ordered_like_a_sort_of_their_scores() -> None:
    chance = random.Random(7)
    memories = [fact(f"m{n}", at=MOMENT - chance.randrange(900) * DAY) for n in range(300)]
    routes = found({memory.id: chance.random() for memory in memories})
    answer = judged(*memories, routes=routes)
    scores = [item.score for item in answer.all_scored()]
    assert len(scores) == 300
    assert scores == sorted(scores, reverse=True)
