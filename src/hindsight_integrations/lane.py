"""A bounded queue of calls and the threads that empty it; it knows no verb, no model and no archive."""

from __future__ import annotations

import contextvars
import os
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from typing import Any, NamedTuple, TypeVar

from hindsight_integrations.errors import DeadlineExceeded, Unavailable
from hindsight_integrations.ports import Deadline

T = TypeVar("T")

#: Which lane the present code runs on, if any: it never waits on its own lane. A context
#: variable, so that it also holds in the tasks and threads that a call starts for itself.
here: contextvars.ContextVar[str | None] = contextvars.ContextVar("hindsight_lane", default=None)


class _Call(NamedTuple):
    """A call with the context variables of its caller, and where its answer goes."""

    future: Future[Any]
    context: contextvars.Context
    work: Callable[[], Any]


class Lane:
    """A bounded queue of one process and the threads that empty it, started when first needed.

    The threads are daemons: a model that never comes back must not keep the process from
    ending. ``drain`` waits for the others.
    """

    def __init__(self, name: str, workers: int, room: int) -> None:
        self.pid = os.getpid()
        self._name = name
        self._workers = workers
        self._room = room
        self._waiting: deque[_Call] = deque()
        self._threads = 0
        self._running = 0
        self._closed = False
        #: Calls that still run and that nobody waits for any more.
        self._given_up: set[Future[Any]] = set()
        # Re-entrant, since the garbage collector may close a lane at any point of it.
        self._lock = threading.RLock()
        self._ready = threading.Condition(self._lock)
        self._done = threading.Condition(self._lock)

    def submit(self, work: Callable[[], T]) -> Future[T]:
        """Queue ``work`` with the caller's context variables; refuse when the queue is full."""
        call = _Call(Future(), contextvars.copy_context(), work)
        with self._lock:
            if self._closed:
                raise Unavailable("the memory was closed")
            if len(self._waiting) + self._running >= self._room + self._workers:
                raise Unavailable(f"{self._room} calls are waiting already; try again later")
            self._see_to_threads(1 + len(self._waiting) + self._running)
            self._waiting.append(call)
            self._ready.notify()
        # By the future alone: a call that it held would hold it, with its answer, in a cycle.
        call.future.add_done_callback(self._let_go)
        return call.future

    def answer(self, work: Callable[[], T], deadline: Deadline, *, of: str) -> T:
        """Run ``work`` here and wait for it until ``deadline``; inline, if this is its lane already.

        Raises :class:`DeadlineExceeded`, which names ``of``, when the time is over: the call ends
        by itself, unseen. While every thread is held by such a call, the next one is refused
        with :class:`Unavailable` at once instead of waiting for its own time to be over.
        """
        deadline.check()
        if here.get() == self._name:
            return work()
        if len(self._given_up) >= self._workers:
            raise Unavailable(
                f"{of} hangs: {self._workers} calls to it have not come back; try again later"
            )
        future = self.submit(work)
        try:
            return future.result(deadline.remaining)
        except FutureTimeout:
            if (
                future.done()
            ):  # with an answer, at the last moment, or with such an error of its own
                return future.result()
            self._give_up(future)
        raise DeadlineExceeded(f"{of} did not answer in time")

    def _give_up(self, future: Future[Any]) -> None:
        """Nobody waits for this call any more: it never starts, or is noted until it ends."""
        if not future.cancel():
            self._given_up.add(future)
            future.add_done_callback(self._given_up.discard)

    def _see_to_threads(self, calls: int) -> None:
        """Start a thread if ``calls`` are more than there are threads for."""
        if self._threads >= min(self._workers, calls):
            return
        name = f"hindsight-{self._name}-{self._threads}"
        try:
            threading.Thread(target=self._work, name=name, daemon=True).start()
        except RuntimeError as error:  # no memory, or the interpreter is ending
            if not self._threads:
                raise Unavailable("no thread can be started") from error
        else:
            self._threads += 1

    def _let_go(self, future: Future[Any]) -> None:
        """What is cancelled before it runs makes room at once."""
        if future.cancelled():
            for call in self._waiting_of(future):
                self._drop(call)

    def _drop(self, call: _Call) -> bool:
        with self._lock:
            if call not in self._waiting:
                return False
            self._waiting.remove(call)
            return True

    def withdraw(self, future: Future[Any], error: Exception) -> None:
        """Answer a call that still waits with ``error``; one that runs ends by itself."""
        for call in self._waiting_of(future):
            if self._drop(call):
                _refuse(call, error)

    def _waiting_of(self, future: Future[Any]) -> list[_Call]:
        with self._lock:
            return [call for call in self._waiting if call.future is future]

    def _work(self) -> None:
        while (call := self._next()) is not None:
            _run(call, self._name)
            del call  # or it would live, with what it answered, until the next one comes
            with self._lock:
                self._running -= 1
                self._done.notify_all()

    def _next(self) -> _Call | None:
        with self._lock:
            self._ready.wait_for(lambda: self._waiting or self._closed)
            if not self._waiting:
                self._threads -= 1
                return None
            self._running += 1
            return self._waiting.popleft()

    def close(self) -> None:
        """Take no more calls; what waits is refused, what runs ends by itself."""
        with self._lock:
            self._closed = True
            waiting = list(self._waiting)
            self._waiting.clear()
            self._ready.notify_all()
        for call in waiting:
            _refuse(call, Unavailable("the memory was closed"))

    def drain(self, seconds: float) -> None:
        """Wait for what runs, but no longer than that."""
        with self._lock:
            self._done.wait_for(lambda: not self._running, seconds)


def _run(call: _Call, lane: str) -> None:
    if not call.future.set_running_or_notify_cancel():
        return
    call.context.run(here.set, lane)
    try:
        answer = call.context.run(call.work)
    except BaseException as error:  # noqa: BLE001  (raised again where the answer is awaited)
        call.future.set_exception(error)
        del call  # the error's traceback leads here: a cycle
    else:
        call.future.set_result(answer)


def _refuse(call: _Call, error: Exception) -> None:
    if call.future.set_running_or_notify_cancel():
        call.future.set_exception(error)
