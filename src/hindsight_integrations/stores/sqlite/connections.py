"""Opens, hands out and takes back connections to one SQLite file, across threads and forks; it knows no table."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
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
_MEMORY = ":memory:"
#: Handles inherited through a fork: kept, never closed (closing would drop the parent's state).
_inherited: list[sqlite3.Connection] = []


@dataclass
class _Handles:
    """The connections of one process."""

    pid: int = field(default_factory=os.getpid)
    idle: list[sqlite3.Connection] = field(default_factory=list)
    opened: list[sqlite3.Connection] = field(default_factory=list)
    guard: threading.Lock = field(default_factory=threading.Lock)
    writing: Any = field(default_factory=threading.RLock)
    #: The one connection of an in-memory store while a transaction is open on it.
    open: sqlite3.Connection | None = None


class Connections:
    """A pool over one file. Readers run side by side; writers of this process take turns.

    ``":memory:"`` is a single connection that everybody takes turns with.
    """

    def __init__(self, path: str, *, read_only: bool, busy_seconds: float) -> None:
        self.path = path
        self.read_only = read_only
        self._busy = busy_seconds
        self._closed = False
        self._handles = _Handles()

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
            with self._transaction(deadline, "BEGIN") as connection:
                yield connection

    @contextmanager
    def writing(self, deadline: Deadline) -> Iterator[sqlite3.Connection]:
        """A connection inside a write transaction, committed at the end, rolled back on an error."""
        if self.read_only:
            raise ReadOnly(f"{self.path} is open for reading only")
        with self._turn(deadline), self._transaction(deadline, "BEGIN IMMEDIATE") as connection:
            yield connection

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
            while handles.idle:
                self._discard(handles, handles.idle.pop())

    @staticmethod
    def _discard(handles: _Handles, connection: sqlite3.Connection) -> None:
        with handles.guard:
            handles.opened.remove(connection)
        connection.close()

    @contextmanager
    def _turn(self, deadline: Deadline) -> Iterator[None]:
        lock = self._present().writing
        if not lock.acquire(timeout=deadline.remaining):
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
                if connection.in_transaction:
                    connection.set_progress_handler(None, 0)
                    connection.execute("ROLLBACK")
                raise

    @contextmanager
    def _borrowed(self, deadline: Deadline) -> Iterator[sqlite3.Connection]:
        deadline.check()
        with translating(self.path):
            handles = self._present()
            connection = self._checkout(handles)
            wait = min(self._busy, deadline.remaining)
            connection.execute(f"PRAGMA busy_timeout = {max(1, int(wait * 1000))}")
            connection.set_progress_handler(lambda: int(deadline.passed), _STEPS)
            try:
                yield connection
            finally:
                connection.set_progress_handler(None, 0)
                if self._closed:
                    self._discard(handles, connection)
                else:
                    handles.idle.append(connection)

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
        _inherited.extend(inherited.opened)
        self._handles = _Handles()
        return self._handles

    def _checkout(self, handles: _Handles) -> sqlite3.Connection:
        if self._closed:
            raise Unavailable(f"{self.path} was closed")
        try:
            return handles.idle.pop()
        except IndexError:
            connection = self._connect()
        with handles.guard:
            handles.opened.append(connection)
        return connection

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self._uri(),
            uri=True,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=256,
            timeout=self._busy,
        )
        for pragma in ("secure_delete = ON", "synchronous = FULL", "cache_size = -16384"):
            connection.execute(f"PRAGMA {pragma}").close()
        return connection

    def _uri(self) -> str:
        if self.in_memory:
            return "file::memory:"
        path = Path(self.path).absolute().as_uri()
        if not self.read_only:
            return f"{path}?mode=rw"
        # Without a journal beside it nobody is writing, and SQLite needs no shared memory file
        # (which could not be made in a folder that is read-only too).
        still = not Path(self.path + "-wal").exists()
        return f"{path}?mode=ro&immutable=1" if still else f"{path}?mode=ro"
