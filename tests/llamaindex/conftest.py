"""What the tests of LlamaIndex's face share: a memory in a file, and words as tokens."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from hindsight_integrations import Hindsight
from hindsight_integrations.models.hashing import HashingEncoder


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
