"""Passages from what other retrievers put into their metadata: what can be read is, the rest is passed over."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import numpy as np
import pytest

from hindsight_integrations.passages import Passage, passage_of

DAY = datetime(2025, 3, 3, tzinfo=UTC)


@pytest.mark.parametrize(
    ("metadata", "expected"),
    [
        ({}, None),
        ({"score": 0.0}, 0.0),
        ({"score": None, "similarity": 0.25}, 0.25),
        ({"relevance_score": 0.75, "score": 0.5}, 0.75),
        ({"score": np.float32(0.5)}, 0.5),
        ({"score": 3}, 3.0),
        ({"score": float("nan"), "_score": 1.5}, 1.5),
        ({"score": "0.5"}, None),
        ({"score": True}, None),
    ],
    ids=str,
)
def test_scores(metadata: dict[str, Any], expected: float | None) -> None:
    assert passage_of("tea", metadata).score == expected


def test_a_given_score_goes_first_also_when_it_is_zero() -> None:
    assert passage_of("tea", {"score": 0.5}, score=0.0).score == 0.0


@pytest.mark.parametrize(
    "value",
    [
        DAY,
        DAY.replace(tzinfo=None),
        DAY.astimezone(timezone(timedelta(hours=8))),
        date(2025, 3, 3),
        "2025-03-03",
        "2025-03-03T00:00:00Z",
        "2025-03-03T08:00:00+08:00",
        1740960000,
        1740960000.0,
        1740960000000,
    ],
    ids=str,
)
def test_times_of_every_kind(value: Any) -> None:
    assert passage_of("tea", {"created_at": value}).event_time == DAY


def test_a_time_without_a_zone_is_in_the_users() -> None:
    found = passage_of("tea", {"timestamp": "2025-03-03T08:00:00"}, tz="Asia/Shanghai")
    assert found.event_time == DAY


@pytest.mark.parametrize("value", ["yesterday", True, 1e300, "", [], float("nan")], ids=str)
def test_what_is_no_time_is_passed_over(value: Any) -> None:
    assert passage_of("tea", {"created_at": value}).event_time is None
    assert passage_of("tea", {"created_at": value, "date": "2025-03-03"}).event_time == DAY


def test_what_means_something_else_is_passed_over() -> None:
    metadata = {
        "subject": "Re: our meeting",
        "type": "pdf",
        "source": "/home/x/report.pdf",
        "confidence": 95,
        "importance": "high",
    }
    assert passage_of("tea", metadata) == Passage(content="tea")


def test_what_means_the_same_counts() -> None:
    metadata = {
        "subject": "User.Location",
        "type": "preference",
        "source": "user_stated",
        "confidence": 0.5,
        "importance": 1,
    }
    assert passage_of("tea", metadata) == Passage(
        content="tea",
        subject="user.location",
        type="preference",  # type: ignore[arg-type]
        source="user_stated",  # type: ignore[arg-type]
        confidence=0.5,
        importance=1.0,
    )


def test_a_very_long_passage_is_cut() -> None:
    assert len(passage_of("x" * 2_000_000, {}).content) == 1_000_000
