"""How confidence, importance, recency and use look at an instant: pure curves, for one number or a column of them."""

from __future__ import annotations

import math
from datetime import datetime
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from hindsight_integrations.records import Memory, MemoryType, Source
from hindsight_integrations.settings import ConfidenceSettings

_DAY = 86_400.0
#: A number, or a column with one number a record.
N = TypeVar("N", float, NDArray[np.float64])


def starting_confidence(source: Source, settings: ConfidenceSettings) -> float:
    """How sure a record of this source starts (REQUIREMENTS W5)."""
    return settings.by_source[source]


def faded(confidence: N, days: N, settings: ConfidenceSettings) -> N:
    """What is left of a confidence: c · 0.95 ^ (days / 30), continuous (REQUIREMENTS W5)."""
    left: N = confidence * settings.retained ** (days / settings.period_days)
    return left


def halved(days: N, half_life: N | float) -> N:
    """1 at the last confirmation, a half after each ``half_life`` days (REQUIREMENTS Q4)."""
    left: N = 2.0 ** -(days / half_life)
    return left


def access_share(accesses: NDArray[np.int64], full: int) -> NDArray[np.float64]:
    """log(1 + n) / log(1 + full), at most 1 (REQUIREMENTS Q4)."""
    share: NDArray[np.float64] = np.minimum(1.0, np.log1p(accesses) / math.log1p(full))
    return share


def age_days(memory: Memory, at: datetime) -> float:
    """Days since the last confirmation as seen at ``at``, at least 0.

    A confirmation that came after ``at`` was not known then: it ages from when it happened.
    Store items are the application's own data: they do not age.
    """
    if memory.type is MemoryType.ITEM:
        return 0.0
    start = memory.confirmed_at if memory.confirmed_at <= at else memory.happened_at
    return max(0.0, (at - start).total_seconds() / _DAY)


def confidence_at(memory: Memory, at: datetime, settings: ConfidenceSettings) -> float:
    """What is left of a record's confidence at an instant; it is never stored faded."""
    return faded(memory.confidence, age_days(memory, at), settings)
