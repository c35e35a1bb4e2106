"""How confidence, importance, recency and use look at an instant: pure curves over a record's fields."""

from __future__ import annotations

import math
from datetime import datetime

from ..records import Memory, MemoryType, Source
from ..settings import ConfidenceSettings, ImportanceSettings, ScoreSettings

_DAY = 86_400.0


def anchor(memory: Memory, at: datetime) -> datetime:
    """The instant from which ``memory`` ages as seen at ``at``: its last confirmation by then."""
    if memory.confirmed_at <= at:
        return memory.confirmed_at
    return min(memory.happened_at, at)


def age_days(memory: Memory, at: datetime) -> float:
    """Days since the last confirmation, at least 0."""
    return max(0.0, (at - anchor(memory, at)).total_seconds() / _DAY)


def starting_confidence(source: Source, settings: ConfidenceSettings) -> float:
    """How sure a record of this source starts (REQUIREMENTS W5)."""
    return settings.by_source[source]


def confidence_at(memory: Memory, at: datetime, settings: ConfidenceSettings) -> float:
    """What is left of the confidence: c · 0.95 ^ (days / 30), continuous (REQUIREMENTS W5)."""
    periods = age_days(memory, at) / settings.period_days
    return memory.confidence * math.pow(settings.retained, periods)


def importance_at(memory: Memory, at: datetime, settings: ImportanceSettings) -> float:
    """What is left of the importance; a pinned memory loses none."""
    if memory.pinned:
        return memory.importance
    return memory.importance * _halved(age_days(memory, at), settings.half_life_days)


def recency_at(memory: Memory, at: datetime, settings: ScoreSettings) -> float:
    """1 at the last confirmation, halving with the type's half-life (REQUIREMENTS Q4)."""
    return _halved(age_days(memory, at), half_life(memory.type, settings))


def half_life(kind: MemoryType, settings: ScoreSettings) -> float:
    """Days after which a memory of this type counts half as recent."""
    return settings.half_life_days[kind]


def access_share(memory: Memory, settings: ScoreSettings) -> float:
    """log(1 + n) / log(1 + 50), at most 1 (REQUIREMENTS Q4)."""
    return min(1.0, math.log1p(memory.access_count) / math.log1p(settings.access_full))


def hours_since(memory: Memory, at: datetime) -> float:
    """Hours since the last confirmation, for the product form."""
    return age_days(memory, at) * 24.0


def _halved(days: float, half_life_days: float) -> float:
    return math.exp2(-days / half_life_days)
