"""Golden values of the fading curves, worked out by hand from the formulas of the requirements."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations.engine.fading import (
    access_share,
    confidence_at,
    faded,
    halved,
    starting_confidence,
)
from hindsight_integrations.records import Source
from hindsight_integrations.settings import Settings
from hindsight_integrations.testing.builders import make_memory

SETTINGS = Settings()
DAY = timedelta(days=1)
THEN = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("source", "confidence"),
    [("user_stated", 0.95), ("tool", 0.8), ("inferred", 0.7), ("summarised", 0.6)],
)
def test_confidence_starts_by_source(source: str, confidence: float) -> None:
    assert starting_confidence(Source(source), SETTINGS.confidence) == confidence


@pytest.mark.parametrize(
    ("start", "days", "left"),
    [
        (0.95, 0, 0.95),
        (0.95, 30, 0.9025),  # one period: 0.95 · 0.95
        (0.95, 15, 0.925945),  # half of one: 0.95 · sqrt(0.95), sqrt(0.95) = 0.974679
        (0.7, 180, 0.514564),  # half a year: 0.7 · 0.95^6, 0.95^6 = 0.735092
        (0.7, 210, 0.488836),  # it crosses a half in the seventh period
        (0.8, 365, 0.428608),  # 0.8 · 0.95^12.16667 = 0.8 · e^(-0.624068), e^(-0.624068) = 0.535760
    ],
)
def test_confidence_fades_continuously(start: float, days: float, left: float) -> None:
    memory = make_memory(confidence=start, created_at=THEN, valid_from=THEN, confirmed_at=THEN)
    at = THEN + days * DAY
    assert confidence_at(memory, at, SETTINGS.confidence) == pytest.approx(left, abs=1e-6)


def test_age_counts_from_the_last_confirmation_that_was_known_then() -> None:
    memory = make_memory(
        confidence=0.8, created_at=THEN, valid_from=THEN, confirmed_at=THEN + 60 * DAY
    )
    # Asked 90 days on: 30 since the confirmation. Asked 30 days on: it had not come yet.
    assert confidence_at(memory, THEN + 90 * DAY, SETTINGS.confidence) == pytest.approx(0.76)
    assert confidence_at(memory, THEN + 30 * DAY, SETTINGS.confidence) == pytest.approx(0.76)
    # Before it was ever said it is not surer than it was said.
    assert confidence_at(memory, THEN - 30 * DAY, SETTINGS.confidence) == 0.8


@pytest.mark.parametrize(("days", "left"), [(0, 1.0), (14, 0.5), (28, 0.25), (7, 0.707107)])
def test_halving(days: float, left: float) -> None:
    assert halved(float(days), 14.0) == pytest.approx(left, abs=1e-6)


def test_the_share_of_accesses() -> None:
    # log(1 + n) / log(51): 0; log 2 / log 51 = 0.176291; 1 at 50 and beyond.
    shares = access_share(np.array([0, 1, 50, 1000]), 50)
    assert shares == pytest.approx([0.0, 0.176291, 1.0, 1.0], abs=1e-6)


@given(st.floats(0, 1), st.floats(0, 5000), st.floats(0, 5000))
def test_fading_twice_is_fading_once_for_the_whole_time(
    start: float, first: float, second: float
) -> None:
    policy = SETTINGS.confidence
    twice = faded(faded(start, first, policy), second, policy)
    assert twice == pytest.approx(faded(start, first + second, policy), abs=1e-9)
    assert 0.0 <= twice <= start
