"""The threads behind the ``a`` verbs and the slow models: one helper, used everywhere; it knows no verb."""

from __future__ import annotations

import asyncio
import contextvars
import functools
import os
import threading
import weakref
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import contextmanager
from typing import Any, Concatenate, ParamSpec, TypeVar

from hindsight_integrations.errors import DeadlineExceeded, ModelError, Unavailable
from hindsight_integrations.lane import Lane, here
from hindsight_integrations.models.checks import failures_of
from hindsight_integrations.ports import Deadline
from hindsight_integrations.settings import RuntimeSettings

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")

#: The part of a verb's remaining time that one slow model may take: the rest is for writing
#: what the model was to read (a turn is logged whatever happens to its extractor).
_SHARE = 0.8
#: The deadline that a caller set for the verbs inside a block, or that the outermost verb has.
_deadline: contextvars.ContextVar[Deadline | None] = contextvars.ContextVar(
    "hindsight_deadline", default=None
)


@contextmanager
def until(deadline: Deadline) -> Iterator[None]:
    """Verbs called inside the block must be done by ``deadline``, or by an earlier one set outside."""
    outer = _deadline.get()
    token = _deadline.set(deadline if outer is None or deadline.at < outer.at else outer)
    try:
        yield
    finally:
        _deadline.reset(token)


def within(seconds: float) -> Deadline:
    """The deadline ``seconds`` from now, as far off as threads can wait."""
    return Deadline.after(min(seconds, threading.TIMEOUT_MAX))


class Lanes:
    """Two bounded pools: one for verbs, one for models that may take seconds."""

    def __init__(self, settings: RuntimeSettings) -> None:
        self._settings = settings
        self._closed = False
        self._verbs, self._models = self._fresh()

    def _fresh(self) -> tuple[Lane, Lane]:
        settings = self._settings
        verbs = Lane("verbs", settings.workers, settings.queue)
        models = Lane("models", settings.model_workers, settings.queue)
        for lane in (verbs, models):  # an owner that is dropped unclosed leaves no thread behind
            weakref.finalize(self, lane.close).atexit = False
        return verbs, models

    def deadline(self) -> Deadline:
        """The deadline of a verb that starts now: the caller's, if one is set, else the default.

        Raises :class:`Unavailable` after :meth:`close`.
        """
        if self._closed:
            raise Unavailable("the memory was closed")
        return _deadline.get() or within(self._settings.deadline)

    async def verb(self, call: Callable[[], T]) -> T:
        """Run a verb on a worker and await it without blocking the loop.

        On a worker already (a loop that an extractor runs), it runs inline. If the await is
        cancelled, a verb that waits never starts; one that runs ends by itself. The time it
        waits for a worker counts towards its deadline.
        """
        deadline = self.deadline()
        if here.get() is not None:
            return call()

        def started() -> T:
            deadline.check()
            with until(deadline):
                return call()

        lane, _ = self._present()
        future = lane.submit(started)
        late = DeadlineExceeded("no worker was free in time; the call was never begun")
        timer = asyncio.get_running_loop().call_later(
            deadline.remaining, lane.withdraw, future, late
        )
        try:
            return await asyncio.wrap_future(future)
        finally:
            timer.cancel()

    def ask(self, model: Any, call: Callable[[], T]) -> T:
        """Call a model: inline, or on the models' lane with a time-out if it says ``slow = True``.

        An answer that is a coroutine (an async-only model) is run to its end: right there,
        or, if a loop runs in this thread, on the models' lane too. Whatever the model raises
        becomes a :class:`ModelError`.
        """
        with failures_of(_name(model)):
            if here.get() == "models":
                return _to_its_end(call())
            if getattr(model, "slow", False):
                return self._elsewhere(model, lambda: _to_its_end(call()))
            answer = call()
            if isinstance(answer, Awaitable) and _loop_runs():
                return self._elsewhere(model, lambda: _to_its_end(answer))
            return _to_its_end(answer)

    def _elsewhere(self, model: Any, call: Callable[[], T]) -> T:
        """Run ``call`` on the models' lane, for as long as the policy and the verb's deadline let it."""
        timeout = self._settings.model_timeout
        if (deadline := _deadline.get()) is not None:
            deadline.check()
            timeout = min(timeout, _SHARE * deadline.remaining)
        future = self._present()[1].submit(call)
        try:
            return future.result(timeout)
        except FutureTimeout as error:
            if future.done():
                raise
            future.cancel()
            raise ModelError(f"{_name(model)} took longer than {timeout:.3g} s") from error

    def later(self, call: Callable[[], Any]) -> None:
        """Run upkeep on a worker, if there is room; nobody waits for it."""
        try:
            self._present()[0].submit(call)
        except Unavailable:
            return

    def close(self) -> None:
        """Stop taking calls; what waits is cancelled, what runs ends by itself."""
        self._closed = True
        for lane in self._present():
            lane.close()

    def drain(self, seconds: float) -> None:
        """Wait for the verbs that run, but no longer than that."""
        self._present()[0].drain(seconds)

    def _present(self) -> tuple[Lane, Lane]:
        """The pools of this process: threads do not survive a fork."""
        if self._verbs.pid != os.getpid():
            self._verbs, self._models = self._fresh()
            if self._closed:
                self.close()
        return self._verbs, self._models


def _name(model: Any) -> str:
    return str(getattr(model, "model_id", type(model).__name__))


def _to_its_end(answer: T) -> T:
    if not isinstance(answer, Awaitable):
        return answer

    async def wait() -> Any:
        return await answer

    result: T = asyncio.run(wait())
    return result


def _loop_runs() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def bounded(
    verb: Callable[Concatenate[S, P], T],
) -> Callable[Concatenate[S, P], T]:
    """A verb with a deadline of its own, which holds for whatever it calls; refused when closed."""

    @functools.wraps(verb)
    def run(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        lanes: Lanes = self.lanes  # type: ignore[attr-defined]
        with until(lanes.deadline()):
            return verb(self, *args, **kwargs)

    return run


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
