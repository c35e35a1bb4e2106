"""What every part of the record store's suite stands on: the fixtures a subclass fills in, and short ways to write and look."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest

from hindsight_integrations.answers import Action
from hindsight_integrations.ports import Entry, RecordReader, RecordStore, RecordWriter
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Memory, Scope
from hindsight_integrations.testing.builders import ample, make_entry, make_memory, make_turn
from hindsight_integrations.testing.fakes import FrozenClock

#: A filter that restricts nothing.
ALL = Where()


class RecordStoreFixtures:
    """The hooks of the suite; see :class:`~hindsight_integrations.testing.record_store.RecordStoreContract`."""

    #: Whether what was written is there again after closing and reopening.
    persistent = False
    #: Places that hold erased text for a while and that no client can empty: said, never hidden.
    out_of_reach: frozenset[str] = frozenset()

    @pytest.fixture
    def clock(self) -> FrozenClock:
        """The clock that the store under test must be given."""
        return FrozenClock()

    @pytest.fixture
    def store(self, clock: FrozenClock) -> RecordStore:
        """An empty store that reads ``clock``; a subclass provides (and closes) it."""
        raise NotImplementedError("a subclass of the suite provides the fixture 'store'")

    def reopen(self, store: RecordStore) -> RecordStore:
        """Close ``store`` and open another over the same data and clock."""
        raise NotImplementedError("a suite with persistent = True overrides reopen()")


def reading(store: RecordStore, scope: Scope) -> AbstractContextManager[RecordReader]:
    return store.reading(scope, ample())


def writing(store: RecordStore, scope: Scope) -> AbstractContextManager[RecordWriter]:
    return store.writing(scope, ample())


def put(store: RecordStore, *entries: Entry) -> list[Memory]:
    """Write ``entries`` of one user in one transaction."""
    with writing(store, entries[0].memory.scope) as write:
        return [write.put(entry) for entry in entries]


def get(store: RecordStore, memory: Memory) -> Memory | None:
    """The record as it is stored, looked up in its own scope."""
    with reading(store, memory.scope) as read:
        return read.get([memory.id]).get(memory.id)


def failing(
    store: RecordStore, scope: Scope, change: Callable[[RecordWriter], None], error: BaseException
) -> None:
    """Make ``change`` and raise ``error`` in the same transaction."""
    with writing(store, scope) as write:
        change(write)
        raise error


def furnish(store: RecordStore, scope: Scope, mark: str) -> None:
    """Give ``scope`` one of everything: ids are the same for every user, texts hold ``mark``."""
    with writing(store, scope) as write:
        write.log("s1", [("t1", make_turn(f"turn of {mark}"), make_memory().created_at)])
        memory = make_memory(
            "m1", f"record of {mark}", scope=scope, subject_key="user.drink", source_turn="t1"
        )
        write.put(make_entry(memory, terms=("tea", mark), single=True, same=b"same"))
        write.note("key", Action.ADDED, "m1")


def everything(store: RecordStore, scope: Scope) -> dict[str, Any]:
    """All that can be read of ``scope`` after :func:`furnish`, by the method that reads it."""
    with reading(store, scope) as read:
        return {
            "get": read.get(["m1"]),
            "find": read.find(ALL),
            "latest": read.latest(ALL, limit=10),
            "outline": sorted(read.outline(["m1"]).ids),
            "count": read.count(ALL),
            "chain": read.chain("user.drink"),
            "same": read.same("user.drink", b"same"),
            "keyword": read.keyword(["tea"], ALL, limit=10),
            "prefix": read.keyword(["te*"], ALL, limit=10),
            "done": read.done("key"),
            "turns": read.turns("s1"),
            "turn": read.turn("t1"),
            "version": read.version(),
        }


#: What :func:`everything` answers for a user who has nothing, but for the version.
NOTHING: dict[str, Any] = {
    "get": {},
    "find": [],
    "latest": [],
    "outline": [],
    "count": 0,
    "chain": [],
    "same": None,
    "keyword": [],
    "prefix": [],
    "done": None,
    "turns": [],
    "turn": None,
}
