"""The server store, its vector index and its window, held to their contracts on a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hindsight_integrations.ports import RecordStore, VectorIndex, WorkingMemory
from hindsight_integrations.stores.connecting.address import address
from hindsight_integrations.stores.postgres import PostgresStore
from hindsight_integrations.testing import FrozenClock
from hindsight_integrations.testing.record_store import RecordStoreContract
from hindsight_integrations.testing.vector_index import VectorIndexContract
from hindsight_integrations.testing.working_memory import WorkingMemoryContract

MODEL = ("contract-model", 8)


@pytest.fixture
def postgres(schema_url: str, clock: FrozenClock) -> Iterator[PostgresStore]:
    store = PostgresStore(address(schema_url), clock=clock, model=MODEL)
    yield store
    store.close()


class TestPostgresRecords(RecordStoreContract):
    persistent = True
    out_of_reach = frozenset({"write-ahead log"})

    @pytest.fixture
    def store(self, postgres: PostgresStore) -> RecordStore:
        return postgres

    def reopen(self, store: RecordStore) -> RecordStore:
        assert isinstance(store, PostgresStore)
        store.close()
        return PostgresStore(store.address, clock=store.clock, model=MODEL)


class TestPostgresIndex(VectorIndexContract):
    @pytest.fixture
    def store(self, postgres: PostgresStore) -> RecordStore:
        return postgres

    @pytest.fixture
    def index(self, postgres: PostgresStore) -> VectorIndex:
        return postgres.index


class TestPostgresWorkingMemory(WorkingMemoryContract):
    @pytest.fixture
    def working(self, postgres: PostgresStore) -> WorkingMemory:
        return postgres.working
