"""The record store's suite over the in-memory store, which is its oracle."""

from __future__ import annotations

import pytest

from hindsight_integrations.ports import RecordStore
from hindsight_integrations.testing import FrozenClock, InMemoryRecordStore
from hindsight_integrations.testing.record_store import RecordStoreContract


class TestInMemoryRecordStore(RecordStoreContract):
    @pytest.fixture
    def store(self, clock: FrozenClock) -> RecordStore:
        return InMemoryRecordStore(clock)
