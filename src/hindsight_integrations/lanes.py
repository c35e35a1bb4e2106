"""The threads behind the ``a`` verbs and the slow models: one helper, used everywhere; it knows no verb."""

from __future__ import annotations

import asyncio
import contextvars
import os
import threading
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Concatenate, ParamSpec, TypeVar

from hindsight_integrations.errors import ModelError, Unavailable
from hindsight_integrations.ports import Deadline
from hindsight_integrations.settings import RuntimeSettings

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")

#: Which lane the present thread belongs to, if any: a lane's worker never waits on its own lane.
_here = threading.local()
#: The deadline that a caller set for the verbs inside a block, or that an awaited verb started with.
_deadline: contextvars.ContextVar[Deadline | None] = contextvars.ContextVar(
    "hindsight_deadline", default=None
)


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Verbs called inside the block must be done ``seconds`` after its start."""
    token = _deadline.set(Deadline.after(seconds))
    try:
        yield
    finally:
        _deadline.reset(token)


@dataclass
class _Lane:
    """A bounded pool of one process, made when it is first needed."""

    name: str
    workers: int
    room: int
    pid: int = field(default_factory=os.getpid)
    waiting: int = 0
    guard: threading.Lock = field(default_factory=threading.Lock)
    pool: ThreadPoolExecutor | None = None

    def submit(self, call: Callable[[], T]) -> Future[T]:
        """Queue ``call`` with the caller's context variables; refuse when the queue is full."""
        context = contextvars.copy_context()
        with self.guard:
            if self.waiting >= self.room + self.workers:
                raise Unavailable(f"{self.room} calls are waiting already; try again later")
            self.waiting += 1
            if self.pool is None:
                self.pool = ThreadPoolExecutor(self.workers, f"hindsight-{self.name}")
            pool = self.pool
        try:
            future = pool.submit(self._run, context, call)
        except RuntimeError as error:
            self._leave()
            raise Unavailable("the memory was closed") from error
        future.add_done_callback(lambda _: self._leave())
        return future

    def _run(self, context: contextvars.Context, call: Callable[[], T]) -> T:
        _here.lane = self.name
        try:
            return context.run(call)
        finally:
            _here.lane = None

    def _leave(self) -> None:
        with self.guard:
            self.waiting -= 1

    def close(self) -> None:
        if self.pool is not None and self.pid == os.getpid():
            self.pool.shutdown(wait=False, cancel_futures=True)


class Lanes:
    """Two bounded pools: one for verbs, one for models that may take seconds."""

    def __init__(self, settings: RuntimeSettings) -> None:
        self._settings = settings
        self._verbs, self._models = self._fresh()

    def _fresh(self) -> tuple[_Lane, _Lane]:
        settings = self._settings
        return (
            _Lane("verbs", settings.workers, settings.queue),
            _Lane("models", settings.model_workers, settings.queue),
        )

    def deadline(self) -> Deadline:
        """The deadline of a verb that starts now: the caller's, if one is set, else the default."""
        return _deadline.get() or Deadline.after(self._settings.deadline)

    async def verb(self, call: Callable[[], T]) -> T:
        """Run a verb on a worker and await it without blocking the loop.

        On a worker already (a loop that an extractor runs), it runs inline. If the await is
        cancelled, a verb that waits never starts; one that runs ends by itself. The time it
        waits for a worker counts towards its deadline.
        """
        if getattr(_here, "lane", None) is not None:
            return call()
        deadline = self.deadline()

        def started() -> T:
            deadline.check()
            _deadline.set(deadline)
            return call()

        return await asyncio.wrap_future(self._present()[0].submit(started))

    def ask(self, model: Any, call: Callable[[], T]) -> T:
        """Call a model: inline, or on the models' lane with a time-out if it says ``slow = True``.

        An answer that is a coroutine (an async-only model) is run to its end right there.
        """
        if not getattr(model, "slow", False) or getattr(_here, "lane", None) == "models":
            return _to_its_end(call)
        timeout = self._settings.model_timeout
        future = self._present()[1].submit(lambda: _to_its_end(call))
        try:
            return future.result(timeout)
        except FutureTimeout as error:
            if not future.done():
                future.cancel()
                name = type(model).__name__
                raise ModelError(f"{name} took longer than {timeout:g} s") from error
            raise

    def later(self, call: Callable[[], Any]) -> None:
        """Run upkeep on a worker, if there is room; nobody waits for it."""
        try:
            self._present()[0].submit(call)
        except Unavailable:
            return

    def close(self) -> None:
        """Stop taking calls; what waits is cancelled, what runs ends by itself."""
        self._verbs.close()
        self._models.close()

    def _present(self) -> tuple[_Lane, _Lane]:
        """The pools of this process: threads do not survive a fork."""
        if self._verbs.pid != os.getpid():
            self._verbs, self._models = self._fresh()
        return self._verbs, self._models


def _to_its_end(call: Callable[[], T]) -> T:
    answer = call()
    if not isinstance(answer, Awaitable):
        return answer

    async def wait() -> Any:
        return await answer

    result: T = asyncio.run(wait())
    return result


def twin(
    verb: Callable[Concatenate[S, P], T],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """The async twin of a verb: the same code on the owner's lanes, the same signature."""

    async def run(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        lanes: Lanes = self.lanes  # type: ignore[attr-defined]
        return await lanes.verb(lambda: verb(self, *args, **kwargs))

    run.__name__ = f"a{verb.__name__}"
    run.__qualname__ = verb.__qualname__.replace(verb.__name__, run.__name__)
    run.__doc__ = f"The same as :meth:`{verb.__name__}`, awaited."
    run.__wrapped__ = verb  # type: ignore[attr-defined]
    return run
