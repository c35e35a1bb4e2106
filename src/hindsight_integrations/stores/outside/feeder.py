"""Tells an index what changed, user by user, until it knows all; what it has to tell waits in the record store."""

from __future__ import annotations

import logging
import os
import threading
from dataclasses import dataclass, field

from hindsight_integrations.errors import HindsightError, Unavailable
from hindsight_integrations.ports import Claim, Deadline, Feed, OutsideIndex
from hindsight_integrations.records import Scope
from hindsight_integrations.settings import IndexSettings
from hindsight_integrations.stores.outside.resting import Rest

_log = logging.getLogger("hindsight_integrations.index")
#: Seconds without work after which the thread ends; the next write starts another.
_IDLE = 5.0
#: Seconds between two looks at what another feeder has taken on.
_OTHERS = 0.02
#: Seconds that the outbox itself may take.
_OUTBOX = 30.0


@dataclass
class _Worker:
    """The thread of one process, if it runs, and what wakes it."""

    pid: int = field(default_factory=os.getpid)
    guard: threading.Lock = field(default_factory=threading.Lock)
    wake: threading.Event = field(default_factory=threading.Event)
    thread: threading.Thread | None = None


class Feeder:
    """Feeds one index from one outbox, on a thread that lives while there is something to tell.

    Any number may run, in any number of processes: a user is told of by one at a time. Nothing
    is lost with a feeder, for the outbox forgets only what the index has acknowledged.
    """

    def __init__(
        self, feed: Feed, index: OutsideIndex, settings: IndexSettings, rest: Rest
    ) -> None:
        self._feed = feed
        self._index = index
        self._settings = settings
        self._rest = rest
        self._worker = _Worker()
        self._closed = threading.Event()

    def nudge(self) -> None:
        """Something may have changed: see to it soon."""
        worker = self._present()
        worker.wake.set()
        with worker.guard:
            if worker.thread is None and not self._closed.is_set():
                worker.thread = threading.Thread(
                    target=self._work, args=(worker,), name="hindsight-feeder", daemon=True
                )
                worker.thread.start()

    def catch_up(self, deadline: Deadline, *, scope: Scope | None = None) -> bool:
        """Tell what is due, here and now; whether nothing is left to tell (of ``scope``).

        Waits for other feeders that are at it. Stops where the index does not answer, and at
        the deadline.
        """
        while not deadline.passed and not self._rest.left:
            if self._some(deadline, scope):
                continue
            if not self._feed.backlog(deadline, scope=scope).users:
                return True
            self._closed.wait(_OTHERS)
        return not self._feed.backlog(Deadline.after(_OUTBOX), scope=scope).users

    def close(self, deadline: Deadline) -> None:
        """Tell what is left as far as the time goes, and stop; harmless when repeated."""
        self._closed.set()
        worker = self._present()
        worker.wake.set()
        thread = worker.thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(deadline.remaining)

    def _present(self) -> _Worker:
        """This process's thread: a fork leaves the parent's behind."""
        if self._worker.pid != os.getpid():
            self._worker = _Worker()
        return self._worker

    def _work(self, worker: _Worker) -> None:
        try:
            while self._awaited(worker):
                worker.wake.clear()
                self._closed.wait(self._settings.gather_seconds)
                self._tell_all(worker)
        finally:
            with worker.guard:
                if worker.thread is threading.current_thread():  # else another took its place
                    worker.thread = None

    def _awaited(self, worker: _Worker) -> bool:
        """Wait for work; without any for a while the thread's time is over."""
        if worker.wake.wait(0.0 if self._closed.is_set() else _IDLE):
            return True
        with worker.guard:
            if worker.wake.is_set():
                return True
            worker.thread = None
            return False

    def _tell_all(self, worker: _Worker) -> None:
        """Tell what is due; what is due later wakes the thread again."""
        try:
            while not self._rest.left and self._some(Deadline.after(_OUTBOX)):
                pass
            behind = self._feed.backlog(Deadline.after(_OUTBOX)).users
        except HindsightError as error:  # the record store cannot be asked: its callers see it too
            _log.warning("the outbox cannot be read: %s", type(error).__name__)
            behind = 1
        if behind and not self._closed.is_set():
            if self._rest.left:
                self._closed.wait(self._rest.left)
            else:
                worker.wake.wait(self._settings.pause_seconds)
            worker.wake.set()

    def _some(self, deadline: Deadline, scope: Scope | None = None) -> bool:
        """Tell of some users; whether there may be more that are due."""
        lease = self._settings.lease_seconds
        outbox = Deadline.after(_OUTBOX)
        claims = self._feed.claim(self._settings.users, lease, outbox, scope=scope)
        done: list[tuple[Claim, int]] = []
        for place, claim in enumerate(claims):
            try:
                done.append((claim, self._tell(claim, deadline)))
            except Unavailable as error:
                self._interrupted(error, done, claims[place:], deadline)
                return False
            except HindsightError as error:
                _log.warning("%s refused: %s", self._index.name, error)
                self._settle([], [claim], self._pause(claim))
        self._settle(done, [], 0.0)
        return bool(claims)

    def _interrupted(
        self,
        error: Unavailable,
        done: list[tuple[Claim, int]],
        rest: list[Claim],
        deadline: Deadline,
    ) -> None:
        """The index did not answer, or the caller's time is over: others go on with the rest."""
        if not deadline.passed:
            _log.warning("%s does not answer: %s", self._index.name, type(error).__name__)
            self._rest.failed()
        self._settle(done, rest, self._rest.left)

    def _settle(self, done: list[tuple[Claim, int]], failed: list[Claim], pause: float) -> None:
        if done:
            self._feed.told(done, Deadline.after(_OUTBOX))
        if failed:
            self._feed.failed(failed, pause, Deadline.after(_OUTBOX))

    def _pause(self, claim: Claim) -> float:
        settings = self._settings
        return min(300.0, settings.pause_seconds * 2.0 ** min(claim.attempts, 10))

    def _tell(self, claim: Claim, deadline: Deadline) -> int:
        """Tell all of one user; the version that the index then knows."""
        after, version = 0, -1
        while True:
            changes = self._feed.changes(
                claim, after, self._settings.records, Deadline.after(_OUTBOX)
            )
            version = changes.version if version < 0 else version
            patience = Deadline.after(min(self._settings.telling_seconds, deadline.remaining))
            if changes.drops:
                self._index.drop(changes.drops, patience)
            if changes.puts:
                self._index.put(changes.puts, patience)
            self._rest.answered()
            if changes.after is None:
                return version
            after = changes.after
