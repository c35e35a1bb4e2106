"""The score, part by part: golden values worked out by hand from REQUIREMENTS Q4, and the laws of the forms."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import timedelta
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations.answers import Part, ScoreForm, Verdict, combined
from hindsight_integrations.engine.scoring import (
    Column,
    Evidence,
    Scores,
    age_days,
    found_by,
    normalised,
    score,
    similarity,
    verdict,
)
from hindsight_integrations.records import Memory
from hindsight_integrations.settings import ScoreSettings, Settings
from hindsight_integrations.testing import MOMENT, make_memory
from scene import outlined

SETTINGS = Settings()
PRODUCT = Settings(score=ScoreSettings(form=ScoreForm.PRODUCT))
DAY = timedelta(days=1)


def aged(days: float, **fields: Any) -> Memory:
    """A record last confirmed ``days`` before ``MOMENT``."""
    return make_memory(at=MOMENT - days * DAY, **fields)


def scored(
    memory: Memory, *, near: float, conflict: float = 0.0, settings: Settings = SETTINGS
) -> tuple[Part, ...]:
    """The parts of one record's score, asked for at ``MOMENT``."""
    columns = np.array([near]), np.array([conflict])
    return score(outlined(memory), *columns, MOMENT, settings).parts_of(0)


def evidence(
    *,
    cosine: float = 0.0,
    words: float = 0.0,
    subject: bool = False,
    in_window: bool = False,
    context: float = 0.0,
) -> Evidence:
    """Of two candidates: the second is a perfect fit."""
    return Evidence(
        cosine=np.array([cosine, 1.0]),
        words=np.array([words, 1.0]),
        subject=np.array([subject, False]),
        in_window=np.array([in_window, False]),
        conflict=np.zeros(2),
        context=np.array([context, 0.0]),
    )


def fused(*, encoder: bool = True, **parts: Any) -> float:
    policy = ScoreSettings(
        meaning=1.0, words=1.0, sharpness=1.0, poor=0.5, subject_match=0.6, time_match=0.15
    )
    return float(fused_with(policy, encoder=encoder, **parts)[0])


def fused_with(policy: ScoreSettings, *, encoder: bool = True, **parts: Any) -> Column:
    told = evidence(**parts)
    own = found_by(told.cosine, told.words, policy) if encoder else None
    return similarity(told, own, policy)


#: A record, what the routes say of it, and the values of its six parts.
_GOLDEN: list[tuple[str, Memory, float, float, tuple[float, ...]]] = [
    (
        "a task of 180 days, used fifty times, in doubt",
        aged(180, type="task", confidence=0.8, importance=0.6, access_count=50),
        0.5,
        0.5,
        # 0.8 · 0.95^6 = 0.8 · 0.735092; two half-lives of 90 days; log 51 / log 51; 0.6 / 2
        (0.5, 0.588074, 0.25, 1.0, 0.3, 0.5),
    ),
    (
        "an event of 14 days, from a tool",
        aged(14, type="event", tier="episodic", confidence=0.8, importance=0.5),
        1.0,
        0.0,
        # episodic 0.9; 0.8 · e^(-14/30 · 0.0512933) = 0.8 · 0.976348; half; 0; 0.5 · 2^(-14/180)
        (0.9, 0.781078, 0.5, 0.0, 0.473758, 0.0),
    ),
    (
        "a fact of a year, used six times, pinned",
        aged(365, type="fact", confidence=0.95, importance=0.9, access_count=6, pinned=True),
        0.2,
        0.0,
        # 0.95 · 0.535760 (0.95^(365/30)); one half-life; log 7 / log 51; pinned: all of it
        (0.2, 0.508972, 0.5, 0.494913, 0.9, 0.0),
    ),
    (
        "an event of 42 days in working memory, replaced",
        aged(42, type="event", tier="working", confidence=0.7, importance=0.2, access_count=99),
        0.75,
        1.0,
        # working 0.8 · 0.75; 0.7 · 0.95^1.4 = 0.7 · 0.930707; 2^-3; at most 1; 0.2 · 2^(-42/180)
        (0.6, 0.651495, 0.125, 1.0, 0.170133, 1.0),
    ),
    (
        "a preference said just now",
        aged(0, type="preference", confidence=0.95, importance=0.7, access_count=1),
        1.0,
        0.0,
        (1.0, 0.95, 1.0, 0.176291, 0.7, 0.0),
    ),
]


class TestTheWeightedForm:
    @pytest.mark.parametrize(
        ("memory", "near", "conflict", "values"),
        [row[1:] for row in _GOLDEN],
        ids=[row[0] for row in _GOLDEN],
    )
    def test_the_six_parts(
        self, memory: Memory, near: float, conflict: float, values: tuple[float, ...]
    ) -> None:
        parts = scored(memory, near=near, conflict=conflict)
        assert [(part.name, part.weight) for part in parts] == [
            ("similarity", 0.5),
            ("confidence", 0.2),
            ("recency", 0.15),
            ("access", 0.1),
            ("importance", 0.1),
            ("conflict", -0.3),
        ]
        assert [part.value for part in parts] == pytest.approx(values, abs=1e-6)

    @pytest.mark.parametrize(
        ("place", "total"),
        [
            # 0.25 + 0.1176147 + 0.0375 + 0.1 + 0.03 - 0.15
            (0, 0.3851147),
            # 0.45 + 0.1562156 + 0.075 + 0 + 0.0473758
            (1, 0.7285914),
            # 0.1 + 0.1017945 + 0.075 + 0.0494913 + 0.09
            (2, 0.4162857),
            # 0.3 + 0.1302990 + 0.01875 + 0.1 + 0.0170133 - 0.3
            (3, 0.2660623),
            # 0.5 + 0.19 + 0.15 + 0.0176291 + 0.07
            (4, 0.9276291),
        ],
    )
    def test_their_sum(self, place: int, total: float) -> None:
        _, memory, near, conflict, _ = _GOLDEN[place]
        parts = scored(memory, near=near, conflict=conflict)
        assert combined(parts, ScoreForm.WEIGHTED) == pytest.approx(total, abs=1e-6)

    def test_the_score_is_exactly_the_fsum_of_the_contributions(self) -> None:
        # Ten tenths: a plain sum makes 0.9999999999999999 of them.
        tenths = tuple(Part(str(n), 0.1) for n in range(10))
        assert combined(tenths, ScoreForm.WEIGHTED) == 1.0
        for _, memory, near, conflict, _ in _GOLDEN:
            parts = scored(memory, near=near, conflict=conflict)
            exact = math.fsum(part.value * part.weight for part in parts)
            assert combined(parts, ScoreForm.WEIGHTED) == exact

    def test_age_counts_from_the_last_confirmation(self) -> None:
        confirmed = aged(90, confirmed_at=MOMENT - 30 * DAY)
        assert age_days(outlined(confirmed), MOMENT).tolist() == [30.0]
        assert age_days(outlined(confirmed), MOMENT - 30 * DAY).tolist() == [0.0]

    def test_an_unknown_future_confirmation_counts_from_when_it_happened(self) -> None:
        confirmed_later = aged(60, confidence=0.8, confirmed_at=MOMENT + DAY)
        assert age_days(outlined(confirmed_later), MOMENT).tolist() == [60.0]
        assert age_days(outlined(aged(-5)), MOMENT).tolist() == [0.0]

    def test_weights_are_policy(self) -> None:
        settings = Settings(
            score=ScoreSettings(
                similarity=1.0,
                confidence=0.0,
                recency=0.0,
                access=0.0,
                importance=0.0,
                conflict=-1.0,
            )
        )
        parts = scored(aged(10), near=0.7, conflict=0.25, settings=settings)
        assert combined(parts, ScoreForm.WEIGHTED) == pytest.approx(0.45)


class TestTheProductForm:
    @pytest.mark.parametrize(
        ("hours", "left"),
        [(0, 1.0), (24, 0.79), (168, 0.19), (1, 0.99)],  # REQUIREMENTS Q4; e^(-0.01) = 0.99005
    )
    def test_its_decay(self, hours: int, left: float) -> None:
        similar, recency = scored(aged(hours / 24), near=0.8, settings=PRODUCT)
        assert (similar.name, recency.name) == ("similarity", "recency")
        assert (similar.value, similar.weight) == (0.8, 1.0)
        assert recency.value == pytest.approx(left, abs=0.005)

    def test_the_factors_multiply_to_the_score(self) -> None:
        parts = scored(aged(1), near=0.5, settings=PRODUCT)
        # e^(-0.24) = 0.786628
        assert combined(parts, ScoreForm.PRODUCT) == pytest.approx(0.393314, abs=1e-6)
        assert combined(parts, ScoreForm.PRODUCT) == parts[0].value * parts[1].value


class TestSimilarity:
    """Beside a perfect fit (2), with meaning 1, words 1, a subject's lift of 0.6, a window's bonus of 0.15."""

    @pytest.mark.parametrize(
        ("given", "expected"),
        [
            # Meaning, words and context add up, and count as shares of the best.
            ({}, 0.0),
            ({"cosine": 1.0}, 0.5),
            ({"cosine": 0.6}, 0.3),
            ({"cosine": -0.4}, 0.0),
            # A word at BM25's 1 / 2.2 counts as wholly there.
            ({"words": 1 / 2.2}, 0.5),
            ({"words": 0.25}, 0.275),
            ({"words": 0.9}, 0.5),
            ({"cosine": 0.6, "words": 0.25}, 0.575),
            ({"cosine": 0.6, "context": 0.4}, 0.5),
            # A subject that is asked for counts 0.6, and the rest fills what is left of 1.
            ({"subject": True}, 0.6),
            ({"cosine": 0.6, "words": 0.25, "subject": True}, 0.83),
            ({"in_window": True}, 0.15),
            ({"cosine": 0.6, "words": 0.25, "in_window": True}, 0.725),
            ({"cosine": 1.0, "words": 1.0, "in_window": True}, 1.0),
            ({"cosine": 0.6, "words": 0.25, "subject": True, "in_window": True}, 0.98),
        ],
        ids=str,
    )
    def test_meaning_and_words_are_fused(self, given: dict[str, Any], expected: float) -> None:
        assert fused(**given) == pytest.approx(expected, abs=1e-6)

    def test_a_poor_best_stays_poor(self) -> None:
        alone = replace(evidence(cosine=0.2), cosine=np.array([0.2, 0.1]), words=np.zeros(2))
        policy = ScoreSettings(meaning=1.0, words=1.0, sharpness=1.0, poor=0.5)
        own = found_by(alone.cosine, alone.words, policy)
        assert similarity(alone, own, policy).tolist() == pytest.approx([0.4, 0.2])

    def test_a_sharper_share(self) -> None:
        policy = ScoreSettings(meaning=1.0, words=1.0, sharpness=2.0)
        near = fused_with(policy, cosine=0.6)
        assert near.tolist() == pytest.approx([0.09, 1.0])

    def test_what_is_of_another_subject_counts_less(self) -> None:
        policy = ScoreSettings(other_subject=0.7)
        near = fused_with(policy, subject=True)
        assert near.tolist() == pytest.approx([policy.subject_match, 0.7])

    @pytest.mark.parametrize(
        ("given", "expected"),
        [
            ({"cosine": 1.0}, 0.0),
            ({"words": 0.25}, 0.55),
            ({"words": 0.9}, 1.0),
            ({"words": 0.25, "subject": True}, 0.82),
            ({"words": 0.25, "in_window": True}, 0.7),
        ],
        ids=str,
    )
    def test_without_an_encoder_the_words_decide(
        self, given: dict[str, Any], expected: float
    ) -> None:
        assert fused(encoder=False, **given) == pytest.approx(expected)


class TestVerdict:
    @pytest.mark.parametrize(
        ("conflict", "unhelpful", "recency", "expected"),
        [
            (0.0, False, 1.0, Verdict.FRESH),
            (0.0, False, 0.5, Verdict.FRESH),
            (0.0, False, 0.499, Verdict.AGEING),
            (0.0, True, 0.1, Verdict.UNHELPFUL),
            (0.5, True, 0.1, Verdict.CONTRADICTED),
            (1.0, True, 0.1, Verdict.REPLACED),
            (1.0, False, 1.0, Verdict.REPLACED),
        ],
    )
    def test_the_gravest_word_wins(
        self, conflict: float, unhelpful: bool, recency: float, expected: Verdict
    ) -> None:
        told = verdict(
            conflict=conflict, unhelpful=unhelpful, recency=recency, settings=SETTINGS.score
        )
        assert told is expected


class TestNormalised:
    def test_shares_are_left_as_they_are(self) -> None:
        assert normalised([0.0, 0.25, 1.0]) == [0.0, 0.25, 1.0]
        assert normalised([]) == []

    def test_other_scores_go_through_the_logistic(self) -> None:
        # 1 / (1 + e^-2) = 0.880797; one score out of [0, 1] moves them all.
        assert normalised([2.0, 0.0, -2.0]) == pytest.approx([0.880797, 0.5, 0.119203], abs=1e-6)
        assert normalised([0.5, 1.5]) == pytest.approx([0.622459, 0.817574], abs=1e-6)
        assert normalised([1e4, -1e4, math.inf, -math.inf]) == [1.0, 0.0, 1.0, 0.0]

    @given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=8))
    def test_they_keep_their_order_inside_the_unit(self, raw: list[float]) -> None:
        shares = normalised(raw)
        assert all(0.0 <= share <= 1.0 for share in shares)
        for one, other in zip(sorted(zip(raw, shares, strict=True)), sorted(shares), strict=True):
            assert one[1] == other


_SHARE = st.floats(0, 1)
_MEMORIES = st.builds(
    lambda days, kind, tier, confidence, importance, uses, pinned: aged(
        days,
        type=kind,
        tier=tier,
        confidence=confidence,
        importance=importance,
        access_count=uses,
        pinned=pinned,
    ),
    st.floats(-400, 4000),
    st.sampled_from(["utterance", "fact", "preference", "task", "event", "inference", "summary"]),
    st.sampled_from(["working", "episodic", "semantic"]),
    _SHARE,
    _SHARE,
    st.integers(0, 10**9),
    st.booleans(),
)


class TestLaws:
    @given(_MEMORIES, _SHARE, _SHARE, st.sampled_from([0.0, 0.5, 1.0]))
    def test_a_score_is_finite_and_more_similarity_never_lowers_it(
        self, memory: Memory, one: float, other: float, conflict: float
    ) -> None:
        low, high = sorted((one, other))
        for settings in (SETTINGS, PRODUCT):
            form = settings.score.form
            less = combined(scored(memory, near=low, conflict=conflict, settings=settings), form)
            more = combined(scored(memory, near=high, conflict=conflict, settings=settings), form)
            assert math.isfinite(less)
            assert less <= more

    @given(
        cosines=st.tuples(st.floats(-1, 1), st.floats(-1, 1)),
        words=st.tuples(_SHARE, _SHARE),
        subject=st.booleans(),
        in_window=st.booleans(),
        encoder=st.booleans(),
    )
    def test_similarity_stays_in_the_unit_and_grows_with_what_the_routes_say(
        self,
        cosines: tuple[float, float],
        words: tuple[float, float],
        subject: bool,
        in_window: bool,
        encoder: bool,
    ) -> None:
        flags = {"subject": subject, "in_window": in_window, "encoder": encoder}
        least = fused(cosine=min(cosines), words=min(words), **flags)
        most = fused(cosine=max(cosines), words=max(words), **flags)
        assert 0.0 <= least <= most <= 1.0

    @given(st.lists(st.tuples(_MEMORIES, _SHARE), min_size=1, max_size=6), st.booleans())
    def test_the_parts_that_are_told_are_those_that_order(
        self, drawn: list[tuple[Memory, float]], product: bool
    ) -> None:
        settings = PRODUCT if product else SETTINGS
        near = np.array([share for _, share in drawn])
        outlines = outlined(*(memory for memory, _ in drawn))
        scores: Scores = score(outlines, near, np.zeros(len(drawn)), MOMENT, settings)
        told = [combined(scores.parts_of(place), scores.form) for place in range(len(drawn))]
        assert scores.total().tolist() == pytest.approx(told, abs=1e-12)
