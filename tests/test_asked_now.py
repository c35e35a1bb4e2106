"""Who asks for now is answered by what holds now, also within the minute of the change."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from hindsight_integrations import Hindsight
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.testing import FrozenClock

#: In the middle of a minute, a day, a week and a year.
CHANGED = datetime(2025, 6, 18, 15, 42, 31, tzinfo=UTC)
QUESTIONS = (
    "where does she live now?",
    "where does she live today?",
    "where is she living at the moment?",
    "where does she live this week?",
    "她现在住在哪里？",
    "她今天住在哪里？",
    "她目前住在哪儿？",
    "她这周住在哪里？",
    "她現在住在哪裡？",
)


@pytest.mark.parametrize("later", [timedelta(), timedelta(seconds=20), timedelta(days=1)])
@pytest.mark.parametrize("question", QUESTIONS)
def test_now_is_answered_by_the_value_of_now(question: str, later: timedelta) -> None:
    clock = FrozenClock(CHANGED - timedelta(days=90))
    with Hindsight.open("sqlite:///:memory:", embedder=HashingEncoder(), clock=clock) as hindsight:
        memory = hindsight.for_user("alice")
        memory.remember("Alice lives in Berlin", subject="user.location")
        clock.advance(timedelta(days=90))
        memory.remember("Alice moved to Lisbon", subject="user.location")
        clock.advance(later)
        found = [hit.memory.content for hit in memory.recall(question)]
    assert found[0] == "Alice moved to Lisbon"
    assert "Alice lives in Berlin" not in found
