"""The score of a candidate, part by part (REQUIREMENTS Q4); pure arithmetic, it orders nothing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from ..answers import Part, ScoreForm, Verdict
from ..records import Memory
from ..settings import ScoreSettings, Settings
from .fading import access_share, confidence_at, hours_since, importance_at, recency_at

#: A word that matches once in a record of mean length saturates BM25 to 1 / (1 + k1); times
#: this, a record that holds every asked word once scores 1.
_WORDS_SCALE = 2.2


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the routes say of one candidate. ``cosine`` and ``words`` are 0 where they say nothing."""

    cosine: float = 0.0
    words: float = 0.0
    subject: bool = False
    in_window: bool = False
    conflict: float = 0.0
    rerank: float | None = None


def similarity(evidence: Evidence, settings: ScoreSettings, *, encoder: bool = True) -> float:
    """The routes' scores fused into [0, 1]: shares of meaning and words, raised by subject and time.

    Without an encoder the words decide alone. A reranker's normalised score replaces it all.
    """
    if evidence.rerank is not None:
        return evidence.rerank
    meaning = min(1.0, max(0.0, evidence.cosine))
    words = min(1.0, evidence.words * _WORDS_SCALE)
    fused = settings.meaning * meaning + settings.words * words if encoder else words
    if evidence.subject:
        fused = settings.subject_match + (1 - settings.subject_match) * fused
    if evidence.in_window:
        fused += settings.time_match
    return min(1.0, fused)


def parts(
    memory: Memory, evidence: Evidence, at: datetime, settings: Settings, *, encoder: bool = True
) -> tuple[Part, ...]:
    """The parts of the score in the configured form; ``answers.combined`` makes the score of them."""
    weights = settings.score
    near = similarity(evidence, weights, encoder=encoder)
    if weights.form is ScoreForm.PRODUCT:
        decay = math.exp(-weights.product_rate * hours_since(memory, at))
        return (Part("similarity", near), Part("recency", decay))
    near *= weights.tier_weights[memory.tier]
    return (
        Part("similarity", near, weights.similarity),
        Part("confidence", confidence_at(memory, at, settings.confidence), weights.confidence),
        Part("recency", recency_at(memory, at, weights), weights.recency),
        Part("access", access_share(memory, weights), weights.access),
        Part("importance", importance_at(memory, at, settings.importance), weights.importance),
        Part("conflict", evidence.conflict, weights.conflict),
    )


def verdict(memory: Memory, conflict: float, at: datetime, settings: ScoreSettings) -> Verdict:
    """How far to rely on it; the gravest word wins."""
    if conflict >= settings.conflict_replaced:
        return Verdict.REPLACED
    if conflict > 0:
        return Verdict.CONTRADICTED
    if memory.helpful is False:
        return Verdict.UNHELPFUL
    if recency_at(memory, at, settings) < settings.ageing_below:
        return Verdict.AGEING
    return Verdict.FRESH


def normalised(raw: Sequence[float]) -> list[float]:
    """A reranker's scores in [0, 1]: as they are if they lie there, else their logistic."""
    if all(0.0 <= score <= 1.0 for score in raw):
        return list(raw)
    return [_logistic(score) for score in raw]


def _logistic(x: float) -> float:
    if x >= 0:
        return 1.0 / (1.0 + math.exp(-x))
    return math.exp(x) / (1.0 + math.exp(x))
