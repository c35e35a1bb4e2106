"""Loads a test module of LangGraph's from its sdist, and dresses HindsightStore as the store it was written for."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from langgraph.store.base import IndexConfig, TTLConfig

from hindsight_integrations import Hindsight
from hindsight_integrations.langgraph import HindsightStore
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.ports import Deadline
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Memory, Scope
from hindsight_integrations.settings import RuntimeSettings, Settings

#: Where the sdists lie unpacked.
SDISTS = Path(os.environ["HINDSIGHT_UPSTREAM"])
USER = "suite"
#: One of LangGraph's tests makes 6,000 calls at once.
QUEUE = 10_000
SCOPE = Scope("default", USER)


def loaded(sdist: str, module: str) -> Any:
    """The test module, with its neighbours importable as ``tests`` while it is read."""
    root = str(next(SDISTS.glob(f"{sdist}-[0-9]*/")))
    sys.path.insert(0, root)
    try:
        return importlib.import_module(f"tests.{module}")
    finally:
        sys.path.remove(root)
        for name in [name for name in sys.modules if name.partition(".")[0] == "tests"]:
            del sys.modules[name]


def cases(module: Any) -> dict[str, Any]:
    """What pytest is to collect of it."""
    return {
        name: value for name, value in vars(module).items() if name.startswith(("test_", "Test"))
    }


def opened(place: str) -> Hindsight:
    """The memory at a path, or in memory."""
    settings = Settings(runtime=RuntimeSettings(queue=QUEUE))
    return Hindsight.open(f"sqlite:///{place}", embedder=HashingEncoder(), settings=settings)


class Rebound(HindsightStore):
    """The store as LangGraph's synchronous ones are opened."""

    @classmethod
    @contextmanager
    def from_conn_string(
        cls, conn_string: str, *, index: Any = None, ttl: TTLConfig | None = None, **_: Any
    ) -> Iterator[HindsightStore]:
        fields = _fields(index)
        with (
            opened(conn_string) as hindsight,
            cls(hindsight, user=USER, index=fields, ttl=ttl) as store,
        ):
            store.index_config = index
            yield store


class ReboundAsync(HindsightStore):
    """The store as LangGraph's asynchronous ones are opened: its life is awaited."""

    @classmethod
    @asynccontextmanager
    async def from_conn_string(
        cls, conn_string: str, *, index: Any = None, ttl: TTLConfig | None = None, **_: Any
    ) -> AsyncIterator[HindsightStore]:
        fields = _fields(index)
        with (
            opened(conn_string) as hindsight,
            cls(hindsight, user=USER, index=fields, ttl=ttl) as store,
        ):
            store.index_config = index
            yield store

    async def setup(self) -> None:  # type: ignore[override]
        return None

    async def sweep_ttl(self) -> int:  # type: ignore[override]
        return await self.asweep_ttl()

    async def start_ttl_sweeper(self, *args: Any) -> Any:  # type: ignore[override]
        return super().start_ttl_sweeper(*args)

    async def stop_ttl_sweeper(self, *args: Any) -> bool:  # type: ignore[override]
        return super().stop_ttl_sweeper(*args)


class ReboundInMemory(HindsightStore):
    """The store as ``InMemoryStore`` is made."""

    def __init__(self, *, index: IndexConfig | None = None) -> None:
        super().__init__(opened(":memory:"), user=USER, index=index)


def _fields(index: Any) -> Any:
    """SQLite's suite says ``text_fields`` for what the config calls ``fields``."""
    if index is None:
        return None
    return {**index, "fields": index.get("text_fields") or index.get("fields")}


def stored(store: HindsightStore, namespace: tuple[str, ...], key: str) -> Memory | None:
    """The active record of an item, expired or not."""
    where = Where.of(subjects=store.subject(namespace, key), statuses="active")
    with store._hindsight._core.records.reading(SCOPE, Deadline.after(30)) as reader:
        found = reader.find(where) + reader.expired(where)
    return found[0] if found else None


def expire(store: HindsightStore, namespace: tuple[str, ...], key: str) -> None:
    """Let an item's time be over, without sweeping it."""
    memory = stored(store, namespace, key)
    assert memory is not None
    with store._hindsight._core.records.writing(SCOPE, Deadline.after(30)) as tx:
        tx.edit(replace(memory, expires_at=tx.now - timedelta(minutes=1)))
