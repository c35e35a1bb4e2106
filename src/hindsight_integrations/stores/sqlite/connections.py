"""Opens, hands out and takes back connections to one SQLite file, across threads and forks; it knows no table."""

from __future__ import annotations

import os
import sqlite3
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hindsight_integrations.errors import (
    ConfigurationError,
    DeadlineExceeded,
    ReadOnly,
    Unavailable,
)
from hindsight_integrations.ports import Deadline
from hindsight_integrations.stores.sqlite.failures import translating

#: How many virtual-machine steps SQLite runs between two looks at the deadline.
_STEPS = 20_000
#: Seconds a fork waits for the transactions of other threads.
_QUIET = 10.0
_MEMORY = ":memory:"

_pools: weakref.WeakSet[Connections] = weakref.WeakSet()
#: Held while a pool is made and while the process forks, so that a fork knows every pool.
_forking = threading.Lock()
#: Handles that a child inherited open, by file: kept, never closed (closing would drop the
#: parent's state). SQLite keeps one account of its locks per process and file, so what such
#: a handle held in the parent would count as held here, and no lock would really be taken.
_inherited: dict[str, list[sqlite3.Connection]] = {}


class _Connection(sqlite3.Connection):
    """``once``: not to be used for a second transaction."""

    once = False
    _patience = 0

    def wait(self, milliseconds: int) -> None:
        """How long to wait for another process's write."""
        if milliseconds != self._patience:
            self.execute(f"PRAGMA busy_timeout = {milliseconds}").close()
            self._patience = milliseconds


@dataclass
class _Handles:
    """The connections of one process."""

    pid: int = field(default_factory=os.getpid)
    idle: list[_Connection] = field(default_factory=list)
    opened: list[_Connection] = field(default_factory=list)
    #: How many are in use.
    busy: int = 0
    #: Whether a fork is under way: no transaction begins meanwhile.
    forking: bool = False
    changed: threading.Condition = field(default_factory=threading.Condition)
    #: How many connections the present thread has.
    mine: threading.local = field(default_factory=threading.local)
    writing: Any = field(default_factory=threading.RLock)
    #: The one connection of an in-memory store while a transaction is open on it.
    open: sqlite3.Connection | None = None

    @property
    def held(self) -> int:
        return getattr(self.mine, "held", 0)


class Connections:
    """A pool over one file. Readers run side by side; writers of this process take turns.

    ``":memory:"`` is a single connection that everybody takes turns with. No handle of a
    file is open while the process forks: a fork waits for transactions in progress.
    """

    def __init__(self, path: str, *, read_only: bool, busy_seconds: float) -> None:
        self.path = path
        self.read_only = read_only
        self._busy = busy_seconds
        self._closed = False
        self._handles = _Handles()
        with _forking:
            _pools.add(self)

    @property
    def in_memory(self) -> bool:
        return self.path == _MEMORY

    @contextmanager
    def reading(self, deadline: Deadline) -> Iterator[sqlite3.Connection]:
        """A connection inside a read transaction: one consistent snapshot."""
        if self.in_memory:
            with self._turn(deadline), self._joined(deadline, "BEGIN") as connection:
                yield connection
        else:
            with self._snapshot(deadline) as connection:
                yield connection

    @contextmanager
    def writing(self, deadline: Deadline) -> Iterator[sqlite3.Connection]:
        """A connection inside a write transaction, committed at the end, rolled back on an error."""
        if self.read_only:
            raise ReadOnly(f"{self.path} is open for reading only")
        with self._turn(deadline), self._transaction(deadline, "BEGIN IMMEDIATE") as connection:
            yield connection

    @contextmanager
    def _snapshot(self, deadline: Deadline) -> Iterator[sqlite3.Connection]:
        """This thread's open snapshot, or a new one: what reads together sees the same."""
        mine = self._present().mine
        if (present := getattr(mine, "snapshot", None)) is not None:
            yield present
            return
        with self._transaction(deadline, "BEGIN") as connection:
            mine.snapshot = connection
            try:
                yield connection
            finally:
                mine.snapshot = None

    @contextmanager
    def _joined(self, deadline: Deadline, begin: str) -> Iterator[sqlite3.Connection]:
        """The one connection: inside the transaction this thread has open, or in a new one."""
        handles = self._present()
        if handles.open is not None:
            yield handles.open
            return
        with self._transaction(deadline, begin) as connection:
            handles.open = connection
            try:
                yield connection
            finally:
                handles.open = None

    @contextmanager
    def outside(self, deadline: Deadline) -> Iterator[sqlite3.Connection]:
        """A connection outside any transaction, alone among this process's writers."""
        with self._turn(deadline), self._borrowed(deadline) as connection:
            yield connection

    def close(self) -> None:
        """Close what is idle now and what is in use when it comes back; harmless when called again."""
        self._closed = True
        handles = self._handles
        if handles.pid == os.getpid():
            with handles.changed:
                self._close_idle(handles)

    @staticmethod
    def _close_idle(handles: _Handles) -> None:
        while handles.idle:
            connection = handles.idle.pop()
            handles.opened.remove(connection)
            connection.close()

    @contextmanager
    def _turn(self, deadline: Deadline) -> Iterator[None]:
        lock = self._present().writing
        if not lock.acquire(timeout=min(deadline.remaining, threading.TIMEOUT_MAX)):
            raise DeadlineExceeded(f"{self.path}: other writes of this process took all the time")
        try:
            yield
        finally:
            lock.release()

    @contextmanager
    def _transaction(self, deadline: Deadline, begin: str) -> Iterator[sqlite3.Connection]:
        with self._borrowed(deadline) as connection:
            connection.execute(begin)
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                _roll_back(connection)
                raise

    @contextmanager
    def _borrowed(self, deadline: Deadline) -> Iterator[sqlite3.Connection]:
        deadline.check()
        with translating(self.path):
            handles = self._present()
            connection = self._checkout(handles, deadline)
            wait = min(self._busy, deadline.remaining)
            try:
                connection.wait(max(1, int(wait * 1000)))
                connection.set_progress_handler(lambda: int(deadline.passed), _STEPS)
                yield connection
            finally:
                connection.set_progress_handler(None, 0)
                self._give_back(handles, connection)

    def _present(self) -> _Handles:
        handles = self._handles
        if handles.pid != os.getpid():
            handles = self._after_fork(handles)
        return handles

    def _after_fork(self, inherited: _Handles) -> _Handles:
        if self.in_memory:
            raise ConfigurationError(
                "an in-memory store does not cross a fork: open one in the child, or use a file"
            )
        if inherited.opened or inherited.busy:
            _inherited.setdefault(self._file, []).extend(inherited.opened)
        self._handles = _Handles()
        return self._handles

    @property
    def _file(self) -> str:
        return os.path.realpath(self.path)

    def _checkout(self, handles: _Handles, deadline: Deadline) -> _Connection:
        """An idle connection or a new one; a thread that has one already never waits for a fork."""
        with handles.changed:
            if handles.forking and not handles.held:
                handles.changed.wait_for(lambda: not handles.forking, deadline.remaining)
                deadline.check()
            if self._closed:
                raise Unavailable(f"{self.path} was closed")
            handles.busy += 1
            handles.mine.held = handles.held + 1
            if handles.idle:
                return handles.idle.pop()
        try:
            connection = self._connect()
        except BaseException:
            self._returned(handles)
            raise
        with handles.changed:
            handles.opened.append(connection)
        return connection

    def _give_back(self, handles: _Handles, connection: _Connection) -> None:
        """Keep it for the next one, unless it is spent or stuck in a transaction."""
        spent = connection.once or connection.in_transaction
        with handles.changed:
            handles.idle.append(connection)
            if self._closed or spent:
                handles.idle.pop()
                handles.opened.remove(connection)
                connection.close()
        self._returned(handles)

    @staticmethod
    def _returned(handles: _Handles) -> None:
        handles.mine.held = handles.held - 1
        with handles.changed:
            handles.busy -= 1
            handles.changed.notify_all()

    def _connect(self) -> _Connection:
        if self._file in _inherited:
            raise ConfigurationError(
                f"this process was forked while a transaction on {self.path} was open, so it "
                "cannot lock the file safely: fork while no verb runs, or open it in the child only"
            )
        uri, once = self._uri()
        connection = sqlite3.connect(
            uri,
            uri=True,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=256,
            timeout=self._busy,
            factory=_Connection,
        )
        connection.once = once
        try:
            for pragma in ("secure_delete = ON", "synchronous = FULL", "cache_size = -16384"):
                connection.execute(f"PRAGMA {pragma}").close()
        except BaseException:
            connection.close()
            raise
        return connection

    def _uri(self) -> tuple[str, bool]:
        """What to open, and whether it serves one transaction only."""
        if self.in_memory:
            return "file::memory:", False
        path = Path(self.path).absolute()
        if not self.read_only:
            return f"{path.as_uri()}?mode=rw", False
        if os.access(path.parent, os.W_OK) or Path(self.path + "-wal").exists():
            return f"{path.as_uri()}?mode=ro", False
        # SQLite cannot make its shared memory in a folder that is read-only too. Without a
        # journal beside it nobody is writing the file now; somebody may be a moment later.
        return f"{path.as_uri()}?mode=ro&immutable=1", True

    def before_fork(self) -> None:
        """Close every handle, after the transactions in progress; no new one begins."""
        handles = self._handles
        if self.in_memory or handles.pid != os.getpid():
            return
        with handles.changed:
            handles.forking = True
            if not handles.held:
                handles.changed.wait_for(lambda: not handles.busy, _QUIET)
            self._close_idle(handles)

    def after_fork(self) -> None:
        """In the parent: transactions may begin again."""
        handles = self._handles
        if handles.pid == os.getpid():
            with handles.changed:
                handles.forking = False
                handles.changed.notify_all()


def _roll_back(connection: sqlite3.Connection) -> None:
    """Undo what was begun. One that cannot be rolled back is closed when it is given back."""
    if connection.in_transaction:
        connection.set_progress_handler(None, 0)
        with suppress(sqlite3.Error):  # the error that led here is the one to be told
            connection.execute("ROLLBACK")


def _before_fork() -> None:
    _forking.acquire()
    for pool in list(_pools):
        pool.before_fork()


def _after_fork_in_parent() -> None:
    for pool in list(_pools):
        pool.after_fork()
    _forking.release()


def _after_fork_in_child() -> None:
    global _forking  # noqa: PLW0603
    _forking = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_before_fork,
        after_in_parent=_after_fork_in_parent,
        after_in_child=_after_fork_in_child,
    )
