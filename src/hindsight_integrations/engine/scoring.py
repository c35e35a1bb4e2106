"""The score of every candidate, part by part (REQUIREMENTS Q4), in columns; pure arithmetic."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
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
    """The parts of all candidates' scores, by name, with their weights."""

    form: ScoreForm
    parts: Mapping[str, Column]
    weights: Mapping[str, float]
    recency: Column

    def parts_of(self, place: int) -> tuple[Part, ...]:
        """The parts of one candidate; ``answers.combined`` makes the score of them."""
        return tuple(
            Part(name, column.item(place), self.weights[name])
            for name, column in self.parts.items()
        )

    def total(self) -> Column:
        """All scores, for ordering (the exact one is ``combined`` of the parts)."""
        columns = list(self.parts.items())
        if self.form is ScoreForm.PRODUCT:
            return np.asarray(np.prod([column for _, column in columns], axis=0))
        return np.asarray(sum(self.weights[name] * column for name, column in columns))


def similarity(evidence: Evidence, settings: ScoreSettings, *, encoder: bool) -> Column:
    """The routes' scores fused into [0, 1]: meaning, words and context add up; subject and time raise.

    What they add up to counts beside the best candidate's, so that age cannot outweigh a better
    fit, whether a question finds much or little; but a best below ``poor`` stays poor.
    Without an encoder the words decide alone.
    """
    if encoder:
        own = found_by(evidence.cosine, evidence.words, settings)
        fused = _beside_the_best(own + evidence.context, settings)
    else:
        fused = np.minimum(1.0, evidence.words * _WORDS_SCALE)
    lift = settings.subject_match * evidence.subject
    if lift.any():
        fused = fused * np.where(lift > 0, 1.0, settings.other_subject)
    fused = lift + (1.0 - lift) * fused
    raised: Column = np.minimum(1.0, fused + settings.time_match * evidence.in_window)
    return raised


def _beside_the_best(found: Column, settings: ScoreSettings) -> Column:
    best = max(float(found.max(initial=0.0)), settings.poor)
    share: Column = (found / best) ** settings.sharpness
    return share


def found_by(cosine: Column, words: Column, settings: ScoreSettings) -> Column:
    """What a candidate's own meaning and words give, from 0 to ``meaning + words``."""
    near = settings.meaning * np.clip(cosine, 0.0, 1.0)
    given: Column = near + settings.words * np.minimum(1.0, words * _WORDS_SCALE)
    return given


def age_days(outlines: Outlines, at: datetime) -> Column:
    """Days since the last confirmation known at ``at`` (as ``fading.age_days``), at least 0."""
    now = micros(at)
    start = np.where(outlines.confirmed <= now, outlines.confirmed, outlines.happened)
    start = np.where(outlines.types == _ITEM, now, start)
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
        parts = {"similarity": near, "recency": decay}
        return Scores(policy.form, parts, dict.fromkeys(parts, 1.0), recency)
    tiers = np.array([policy.tier_weights[tier] for tier in TIERS])
    importance = halved(np.where(outlines.pinned, 0.0, days), settings.importance.half_life_days)
    parts = {
        "similarity": near * tiers[outlines.tiers],
        "confidence": faded(outlines.confidence, days, settings.confidence),
        "recency": recency,
        "access": access_share(outlines.accesses, policy.access_full),
        "importance": outlines.importance * importance,
        "conflict": conflict,
    }
    return Scores(policy.form, parts, _weights(policy), recency)


def _weights(policy: ScoreSettings) -> dict[str, float]:
    return {
        "similarity": policy.similarity,
        "confidence": policy.confidence,
        "recency": policy.recency,
        "access": policy.access,
        "importance": policy.importance,
        "conflict": policy.conflict,
    }


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
