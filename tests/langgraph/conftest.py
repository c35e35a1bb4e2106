"""What the tests of the store and the nodes share: a memory with a clock that stands still."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hindsight_integrations import Hindsight
from hindsight_integrations.langgraph import HindsightStore
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.testing import MOMENT, FrozenClock


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(MOMENT)


@pytest.fixture
def hindsight(tmp_path: Path, clock: FrozenClock) -> Iterator[Hindsight]:
    url = f"sqlite:///{tmp_path / 'memory.db'}"
    with Hindsight.open(url, embedder=HashingEncoder(), clock=clock) as opened:
        yield opened


@pytest.fixture
def store(hindsight: Hindsight) -> HindsightStore:
    """A store whose items all belong to Ann."""
    return HindsightStore(hindsight, user="ann")
