"""What every part of the suite of a move stands on: places, what was lived there, and the steps of a move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import Any, Protocol

import pytest

from hindsight_integrations.ports import RecordStore
from hindsight_integrations.ports.moving import Goal, Model, Moving, Origin, Rows, Taking
from hindsight_integrations.records import Scope
from hindsight_integrations.stores.tables import TABLES
from hindsight_integrations.testing.builders import (
    ample,
    direction,
    make_entry,
    make_memory,
    make_scope,
)
from hindsight_integrations.testing.fakes import FrozenClock
from hindsight_integrations.testing.record_store.fixtures import furnish, put

ANN, BEN, CHEN = make_scope("ann"), make_scope("ben", tenant="globex"), make_scope("陈")
EVERYBODY = (ANN, BEN, CHEN)
SECRET = b"another memory's secret, 32 byte"


class Ground(Protocol):
    """A place that the suite writes to and moves from or to."""

    @property
    def moving(self) -> Moving:
        """What the place offers to a move, made anew each time."""
        ...

    def open(self) -> RecordStore:
        """Open (at first: make) the memory there, with the suite's clock and model; the suite closes it."""
        ...


class MovingFixtures:
    """The hooks of the suite; see :class:`~hindsight_integrations.testing.moving.MovingContract`."""

    model: Model = ("contract-model", 8)

    @pytest.fixture
    def clock(self) -> FrozenClock:
        """The clock that the stores under test must be given."""
        return FrozenClock()

    @pytest.fixture
    def grounds(self) -> Callable[[], Ground]:
        raise NotImplementedError("a subclass of the suite provides the fixture 'grounds'")

    @pytest.fixture
    def lived(self, grounds: Callable[[], Ground]) -> Ground:
        """A place where three users have one of everything, and one of them was erased."""
        ground = grounds()
        with closing(ground.open()) as store:
            for scope in EVERYBODY:
                furnish(store, scope, f"{scope.user} 记")
                put(store, self.entry("m2", "爱喝茶", scope))
            with store.writing(BEN, ample()) as tx:
                tx.erase_all(reason="asked", actor=None)
        return ground

    @pytest.fixture
    def origin(self, lived: Ground) -> Iterator[Origin]:
        with closing(lived.moving.origin()) as origin:
            yield origin

    @pytest.fixture
    def bare(self, grounds: Callable[[], Ground]) -> Ground:
        """A place where nothing is."""
        return grounds()

    def entry(self, id: str, content: str, scope: Scope) -> Any:
        return make_entry(make_memory(id, content, scope=scope), vector=direction(30))

    def users(self, rows: Rows) -> list[int]:
        return [user for user, _ in rows.users(0, 100)]

    def all_of(self, rows: Rows, users: Sequence[int] | None = None) -> dict[str, list[Any]]:
        """Every row of these users (of all), by table."""
        chosen = self.users(rows) if users is None else users
        return {
            table: [row for some in rows.rows(table, chosen) for row in some] for table in TABLES
        }

    def copy(self, origin: Origin, goal: Goal, users: Sequence[int] | None = None) -> None:
        """Take these users over in one transaction, as a move does."""
        with origin.snapshot() as rows, goal.taking() as taking:
            chosen = self.users(rows) if users is None else list(users)
            taking.drop(chosen)
            self.add(rows, taking, chosen)
            taking.settle(chosen)

    def add(self, rows: Rows, taking: Taking, users: Sequence[int]) -> None:
        for table in TABLES:
            for some in rows.rows(table, users):
                taking.add(table, some)

    def moved(self, origin: Origin, ground: Ground) -> None:
        """A whole move, step by step."""
        with closing(ground.moving.goal(origin.secret)) as goal:
            with origin.snapshot() as rows:
                model = rows.model()
            goal.begin(model)
            self.copy(origin, goal)
            goal.finish(replaced=False)

    def marks(self, origin: Origin, users: Sequence[int]) -> Any:
        with origin.snapshot() as rows:
            return rows.marks(users)

    def number(self, rows: Rows, scope: Scope) -> int:
        """The store's own number of a user."""
        people = [dict(named("scopes", row)) for row in self.all_of(rows)["scopes"]]
        [found] = [
            one for one in people if (one["tenant"], one["user"]) == (scope.tenant, scope.user)
        ]
        return int(found["scope"])


def named(table: str, row: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    return zip(TABLES[table].columns, row, strict=True)


def key_of(table: str, row: Sequence[Any]) -> tuple[Any, ...]:
    """What orders the rows of a table: whose they are, then its key."""
    spec, values = TABLES[table], dict(named(table, row))
    own = tuple(_ordered(values[name]) for name in spec.key)
    return own if spec.by_rid else (values["scope"], *own)


def _ordered(value: Any) -> Any:
    """Text by its code points, as both kinds of store order it; nothing comes first or last with itself."""
    return (value is not None, value) if not isinstance(value, str) else (True, value.encode())
