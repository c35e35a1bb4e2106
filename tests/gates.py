"""Gates that hold calls and a clock that stands still, so that a test decides what runs when; they know nothing of memories."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import SimpleNamespace
from unittest import mock

from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.ports import Vector

#: Seconds after which a test that is stuck goes on and fails.
PATIENCE = 20.0


@contextmanager
def only_waiting_takes_time() -> Iterator[None]:
    """Deadlines stand still while code runs, however busy the machine is: who waits for an answer waits as long as ever.

    Without it a brief deadline may be over before the call comes to what it is to wait for.
    """
    now = time.monotonic()
    still = SimpleNamespace(monotonic=lambda: now)
    with mock.patch("hindsight_integrations.ports.timing.time", still):
        yield


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
