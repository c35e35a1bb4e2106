"""Both ends of a move, of files and of a server, held to their contract."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from hindsight_integrations.ports import RecordStore
from hindsight_integrations.ports.moving import Model, Moving
from hindsight_integrations.stores.sqlite import SqliteStore
from hindsight_integrations.stores.sqlite.moving import SqliteMoving
from hindsight_integrations.testing import FrozenClock
from hindsight_integrations.testing.moving import Ground, MovingContract
from schemas import fresh_schema


@dataclass(frozen=True)
class File:
    """A file of the embedded store."""

    path: str
    clock: FrozenClock
    model: Model

    @property
    def moving(self) -> Moving:
        return SqliteMoving(self.path, read_only=False, busy_seconds=5)

    def open(self) -> RecordStore:
        return SqliteStore(self.path, clock=self.clock, model=self.model)


@dataclass(frozen=True)
class Schema:
    """A schema of a server."""

    url: str
    clock: FrozenClock
    model: Model

    @property
    def moving(self) -> Moving:
        from hindsight_integrations.stores.connecting.address import address
        from hindsight_integrations.stores.postgres.moving import PostgresMoving

        return PostgresMoving(address(self.url))

    def open(self) -> RecordStore:
        from hindsight_integrations.stores.connecting.address import address
        from hindsight_integrations.stores.postgres import PostgresStore

        return PostgresStore(address(self.url), clock=self.clock, model=self.model)


class TestSqliteMoving(MovingContract):
    @pytest.fixture
    def grounds(self, tmp_path: Path, clock: FrozenClock) -> Callable[[], Ground]:
        numbers = itertools.count(1)
        return lambda: File(f"{tmp_path}/place {next(numbers)}.db", clock, self.model)


class TestPostgresMoving(MovingContract):
    @pytest.fixture
    def grounds(self, postgres_url: str, clock: FrozenClock) -> Iterator[Callable[[], Ground]]:
        with ExitStack() as schemas:
            yield lambda: Schema(
                schemas.enter_context(fresh_schema(postgres_url)), clock, self.model
            )
