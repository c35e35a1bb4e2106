"""The outboxes of both stores, held to their contract."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hindsight_integrations.stores.connecting.address import address
from hindsight_integrations.stores.postgres import PostgresStore
from hindsight_integrations.stores.sqlite import SqliteStore
from hindsight_integrations.testing import FrozenClock
from hindsight_integrations.testing.feed import FeedContract

MODEL = ("contract-model", 8)


class TestSqliteFeed(FeedContract):
    @pytest.fixture(params=["file", "memory"])
    def store(
        self, request: pytest.FixtureRequest, tmp_path: Path, clock: FrozenClock
    ) -> Iterator[SqliteStore]:
        path = ":memory:" if request.param == "memory" else str(tmp_path / "contract.db")
        store = SqliteStore(path, clock=clock, model=MODEL)
        yield store
        store.close()


class TestPostgresFeed(FeedContract):
    @pytest.fixture
    def store(self, schema_url: str, clock: FrozenClock) -> Iterator[PostgresStore]:
        store = PostgresStore(address(schema_url), clock=clock, model=MODEL)
        yield store
        store.close()
