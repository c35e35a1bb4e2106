"""What the tests of LlamaIndex's face share: a memory in a file, and words as tokens."""

from __future__ import annotations

import asyncio
import gc
import inspect
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from llama_index.core.memory import Memory
from llama_index.core.storage.chat_store import SimpleChatStore
from llama_index.core.storage.chat_store.sql import SQLAlchemyChatStore
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from hindsight_integrations import Hindsight
from hindsight_integrations.llamaindex import (
    HindsightBufferStore,
    HindsightChatStore,
    HindsightMemory,
)
from hindsight_integrations.models.hashing import HashingEncoder
from upstream_rows import Side


@pytest.fixture
def hindsight(tmp_path: Path) -> Iterator[Hindsight]:
    with Hindsight.open(f"sqlite:///{tmp_path / 'm.db'}", embedder=HashingEncoder()) as opened:
        yield opened


@pytest.fixture(autouse=True)
def own_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """LlamaIndex's sync calls make a loop for their thread and leave it open; this one is closed."""
    if inspect.iscoroutinefunction(request.function):
        yield
        return
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    yield
    loop.close()
    asyncio.set_event_loop(None)


@pytest.fixture(params=["stock", "ours"])
def side(request: pytest.FixtureRequest, tmp_path: Path, hindsight: Hindsight) -> Iterator[Side]:
    """LlamaIndex's own classes on a file of theirs, or Hindsight's without a block that recalls."""
    usual = {"session_id": "s1", "token_limit": 1000}
    if request.param == "ours":
        whose = {"hindsight": hindsight, "user": "ann"}
        yield Side(
            "ours",
            memory=lambda **given: HindsightMemory(**{**whose, **usual, **given}),
            defaults=lambda **given: HindsightMemory.from_defaults(**{**whose, "k": 0, **given}),
            store=lambda: HindsightChatStore(**whose),
            buffer=lambda: HindsightBufferStore(**whose),
        )
        return
    numbers = itertools.count()

    def engine() -> AsyncEngine:
        # A pool would keep connections open for loops that are gone.
        uri = f"sqlite+aiosqlite:///{tmp_path / f'stock{next(numbers)}.db'}"
        return create_async_engine(uri, poolclass=NullPool)

    def store() -> SQLAlchemyChatStore:
        return SQLAlchemyChatStore(table_name="stock", async_engine=engine())

    def defaults(**given: Any) -> Memory:
        return Memory.from_defaults(**{"async_engine": engine(), **given})

    yield Side(
        "stock",
        memory=lambda **given: Memory(**{"sql_store": store(), **usual, **given}),
        defaults=defaults,
        store=store,
        buffer=SimpleChatStore,
    )
    gc.collect()
