"""The embedded store, its vector index and its window, held to their contracts, on a file and in memory."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hindsight_integrations.ports import RecordStore, VectorIndex, WorkingMemory
from hindsight_integrations.stores.sqlite import SqliteStore
from hindsight_integrations.testing import FrozenClock
from hindsight_integrations.testing.record_store import RecordStoreContract
from hindsight_integrations.testing.vector_index import VectorIndexContract
from hindsight_integrations.testing.working_memory import WorkingMemoryContract

MODEL = ("contract-model", 8)


@pytest.fixture(params=["file", "memory"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return ":memory:" if request.param == "memory" else str(tmp_path / "contract.db")


@pytest.fixture
def sqlite(place: str, clock: FrozenClock) -> Iterator[SqliteStore]:
    store = SqliteStore(place, clock=clock, model=MODEL)
    yield store
    store.close()


class TestSqliteRecords(RecordStoreContract):
    persistent = True

    @pytest.fixture
    def store(self, sqlite: SqliteStore) -> RecordStore:
        return sqlite

    def reopen(self, store: RecordStore) -> RecordStore:
        assert isinstance(store, SqliteStore)
        if store.path == ":memory:":
            pytest.skip("an in-memory store does not outlive its closing")
        store.close()
        return SqliteStore(store.path, clock=store.clock, model=MODEL)


class TestSqliteIndex(VectorIndexContract):
    @pytest.fixture
    def store(self, sqlite: SqliteStore) -> RecordStore:
        return sqlite

    @pytest.fixture
    def index(self, sqlite: SqliteStore) -> VectorIndex:
        return sqlite.index


class TestSqliteWorkingMemory(WorkingMemoryContract):
    @pytest.fixture
    def working(self, sqlite: SqliteStore) -> WorkingMemory:
        return sqlite.working
