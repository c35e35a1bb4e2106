"""Models that wait until they are let go, so that a test decides what runs when; they know nothing of memories."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence

from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.ports import Vector

#: Seconds after which a test that is stuck goes on and fails.
PATIENCE = 20.0


class Gate:
    """Closed until it is opened; counts who stands before it."""

    def __init__(self) -> None:
        self._open = threading.Event()
        self._came = threading.Semaphore(0)
        #: How often somebody came to it.
        self.came = 0

    def open(self) -> None:
        self._open.set()

    def close(self) -> None:
        self._open.clear()

    def pass_through(self) -> None:
        """Announce oneself and wait until the gate is open."""
        self.came += 1
        self._came.release()
        assert self._open.wait(PATIENCE), "nobody opened the gate"

    def await_one(self) -> None:
        """Wait until one more stands before the gate."""
        assert self._came.acquire(timeout=PATIENCE), "nobody came to the gate"

    async def one_came(self) -> None:
        """The same, awaited."""
        await asyncio.to_thread(self.await_one)


class GatedEncoder(HashingEncoder):
    """The hashing encoder behind a gate."""

    def __init__(self, *, slow: bool = False) -> None:
        super().__init__()
        self.slow = slow
        self.gate = Gate()

    def embed(self, texts: Sequence[str]) -> Vector:
        self.gate.pass_through()
        return super().embed(texts)
