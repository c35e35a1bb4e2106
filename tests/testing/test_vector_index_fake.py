"""The vector index's suite over the in-memory index, which is its oracle."""

from __future__ import annotations

import pytest

from hindsight_integrations.testing import FrozenClock, InMemoryRecordStore, InMemoryVectorIndex
from hindsight_integrations.testing.vector_index import VectorIndexContract


class TestInMemoryVectorIndex(VectorIndexContract):
    tolerance = 1e-6

    @pytest.fixture
    def store(self, clock: FrozenClock) -> InMemoryRecordStore:
        return InMemoryRecordStore(clock)

    @pytest.fixture
    def index(self, store: InMemoryRecordStore) -> InMemoryVectorIndex:
        return InMemoryVectorIndex(store)
