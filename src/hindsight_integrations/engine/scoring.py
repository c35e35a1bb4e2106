"""The score of every candidate, part by part (REQUIREMENTS Q4), in columns; pure arithmetic."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from hindsight_integrations.answers import Part, ScoreForm, Verdict
from hindsight_integrations.engine.fading import access_share, faded, halved
from hindsight_integrations.engine.moments import micros
from hindsight_integrations.outlines import TIERS, TYPES, Outlines
from hindsight_integrations.records import MemoryType
from hindsight_integrations.settings import ScoreSettings, Settings

Column = NDArray[np.float64]
Flags = NDArray[np.bool_]

_MICROSECONDS_A_DAY = 86_400e6
_ITEM = TYPES.index(MemoryType.ITEM)
#: A word that occurs once in a record of mean length saturates BM25 at 1 / (1 + 1.2); times
#: this, a record that holds every asked word once scores 1.
_WORDS_SCALE = 2.2


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the routes say of the candidates, in the order of the outlines; 0 where they say nothing."""

    cosine: Column
    words: Column
    subject: Column
    in_window: Flags
    conflict: Column
    context: Column


@dataclass(frozen=True, slots=True)
class Scores:
    """The parts of all candidates' scores: ``values`` has a row a part, by its name and its weight."""

    form: ScoreForm
    names: tuple[str, ...]
    values: NDArray[np.float64]
    weights: tuple[float, ...]
    recency: Column

    def parts_of(self, place: int) -> tuple[Part, ...]:
        """The parts of one candidate; ``answers.combined`` makes the score of them."""
        return tuple(map(Part, self.names, self.values[:, place].tolist(), self.weights))

    def total(self) -> Column:
        """All scores, for ordering (the exact one is ``combined`` of the parts)."""
        if self.form is ScoreForm.PRODUCT:
            return np.asarray(self.values.prod(axis=0))
        return np.asarray(np.array(self.weights) @ self.values)


def similarity(evidence: Evidence, own: Column | None, settings: ScoreSettings) -> Column:
    """The routes' scores fused into [0, 1]: meaning, words and context add up; subject and time raise.

    What they add up to counts beside the best candidate's, so that age cannot outweigh a better
    fit, whether a question finds much or little; but a best below ``poor`` stays poor.
    ``own`` is what ``found_by`` gives; without an encoder there is none, and the words decide alone.
    """
    if own is None:
        fused = np.minimum(1.0, evidence.words * _WORDS_SCALE)
    else:
        fused = _beside_the_best(own + evidence.context, settings)
    lift = settings.subject_match * evidence.subject
    if lift.any():
        fused = fused * np.where(lift > 0, 1.0, settings.other_subject)
        fused = lift + (1.0 - lift) * fused
    if evidence.in_window.any():
        fused = fused + settings.time_match * evidence.in_window
    raised: Column = np.minimum(1.0, fused)
    return raised


def _beside_the_best(found: Column, settings: ScoreSettings) -> Column:
    best = max(float(found.max(initial=0.0)), settings.poor)
    share: Column = (found / best) ** settings.sharpness
    return share


def found_by(cosine: Column, words: Column, settings: ScoreSettings) -> Column:
    """What a candidate's own meaning and words give, from 0 to ``meaning + words``."""
    near = settings.meaning * np.minimum(1.0, np.maximum(0.0, cosine))
    given: Column = near + settings.words * np.minimum(1.0, words * _WORDS_SCALE)
    return given


def age_days(outlines: Outlines, at: datetime) -> Column:
    """Days since the last confirmation known at ``at`` (as ``fading.age_days``), at least 0."""
    now = micros(at)
    start = np.where(outlines.confirmed <= now, outlines.confirmed, outlines.happened)
    if (items := outlines.types == _ITEM).any():
        start = np.where(items, now, start)
    return np.maximum(0.0, (now - start) / _MICROSECONDS_A_DAY)


def score(
    outlines: Outlines, near: Column, conflict: Column, at: datetime, settings: Settings
) -> Scores:
    """The parts of every candidate's score in the configured form. ``near`` is the similarity."""
    policy = settings.score
    days = age_days(outlines, at)
    half_lives = np.array([policy.half_life_days.get(kind, math.inf) for kind in TYPES])
    recency = halved(days, half_lives[outlines.types])
    if policy.form is ScoreForm.PRODUCT:
        decay = np.exp(-policy.product_rate * 24.0 * days)
        values = np.array([near, decay])
        return Scores(policy.form, ("similarity", "recency"), values, (1.0, 1.0), recency)
    tiers = np.array([policy.tier_weights[tier] for tier in TIERS])
    unpinned = np.where(outlines.pinned, 0.0, days) if outlines.pinned.any() else days
    importance = halved(unpinned, settings.importance.half_life_days)
    parts = {
        "similarity": near * tiers[outlines.tiers],
        "confidence": faded(outlines.confidence, days, settings.confidence),
        "recency": recency,
        "access": access_share(outlines.accesses, policy.access_full),
        "importance": outlines.importance * importance,
        "conflict": conflict,
    }
    weights = tuple(getattr(policy, name) for name in parts)
    return Scores(policy.form, tuple(parts), np.array([*parts.values()]), weights, recency)


def verdict(
    *, conflict: float, unhelpful: bool, recency: float, settings: ScoreSettings
) -> Verdict:
    """How far to rely on it; the gravest word wins."""
    if conflict >= settings.conflict_replaced:
        return Verdict.REPLACED
    if conflict > 0:
        return Verdict.CONTRADICTED
    if unhelpful:
        return Verdict.UNHELPFUL
    return Verdict.AGEING if recency < settings.ageing_below else Verdict.FRESH


def normalised(raw: Sequence[float]) -> list[float]:
    """A reranker's scores in [0, 1]: as they are if all lie there, else their logistic."""
    if all(0.0 <= value <= 1.0 for value in raw):
        return list(raw)
    return [_logistic(value) for value in raw]


def _logistic(x: float) -> float:
    if x >= 0:
        return 1.0 / (1.0 + math.exp(-x))
    return math.exp(x) / (1.0 + math.exp(x))
