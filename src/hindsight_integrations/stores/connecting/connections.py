"""Opens, hands out and takes back connections to one server, across threads and forks; it knows no table."""

from __future__ import annotations

import math
import os
import select
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import psycopg
from psycopg.pq import TransactionStatus

from hindsight_integrations.errors import DeadlineExceeded, ReadOnly, Unavailable
from hindsight_integrations.ports import Deadline
from hindsight_integrations.stores.connecting.address import Address
from hindsight_integrations.stores.connecting.failures import (
    Meaning,
    refused,
    translated,
    translating,
)
from hindsight_integrations.stores.connecting.session import SYNCED, Session, beginning
from hindsight_integrations.stores.connecting.texts import adapt

Connection = psycopg.Connection[Any]
#: Seconds after which an unused connection is closed rather than used: firewalls forget it.
_UNUSED = 300.0
#: Executions after which psycopg prepares a statement, where it may.
_PREPARED_AFTER = 3
#: Connections that a child inherited: kept, never closed, for they are the parent's.
_inherited: list[Connection] = []


@dataclass
class _Handles:
    """The connections of one process."""

    room: threading.BoundedSemaphore
    pid: int = field(default_factory=os.getpid)
    idle: list[tuple[Connection, float]] = field(default_factory=list)
    #: All that are open, so that a child can keep them from being closed.
    opened: set[Connection] = field(default_factory=set)
    guard: threading.Lock = field(default_factory=threading.Lock)
    #: The transaction that the present thread reads in, if any.
    mine: threading.local = field(default_factory=threading.local)


class Connections:
    """A bounded pool without threads of its own: whoever needs a connection opens it.

    psycopg_pool opens them on a thread: if the server is down, a caller waits for all of its
    time and is not told why, and the threads do not survive a fork. Here the caller's deadline
    bounds the wait for a place and the login, and a refusal is told at once. ``meanings`` are
    what codes of the server's mean for these tables, where it is not what they mean elsewhere.
    """

    def __init__(self, address: Address, meanings: Mapping[str, Meaning] | None = None) -> None:
        self.address = address
        self.where = address.where
        self.closed = False
        self._meanings = meanings or {}
        self._handles = self._fresh()

    def _fresh(self) -> _Handles:
        return _Handles(threading.BoundedSemaphore(self.address.connections))

    @contextmanager
    def reading(self, deadline: Deadline, first: str = "") -> Iterator[Session]:
        """A snapshot that does not change; inside another one of this thread, that one.

        ``first`` is a statement whose rows are read on the same way as the beginning
        (``Session.first``); values stand in it as literals.
        """
        mine = self._present().mine
        present: Session | None = getattr(mine, "snapshot", None)
        if present is not None:
            yield present.within(first)
            return
        with self._transaction(deadline, "ISOLATION LEVEL REPEATABLE READ READ ONLY", first) as db:
            mine.snapshot = db
            try:
                yield db
            finally:
                mine.snapshot = None

    @contextmanager
    def writing(self, deadline: Deadline, first: str = "") -> Iterator[Session]:
        """A write transaction, committed at the end, rolled back on an error."""
        if self.address.read_only:
            raise ReadOnly(f"{self.where} is open for reading only")
        with self._transaction(
            deadline, "ISOLATION LEVEL READ COMMITTED", f"{SYNCED}; {first}"
        ) as db:
            yield db

    @contextmanager
    def outside(self, deadline: Deadline) -> Iterator[Connection]:
        """A connection outside any transaction."""
        with translating(self.where, self._meanings), self._place(deadline) as handles:
            connection = self._take(handles, deadline)
            try:
                yield connection
            finally:
                self._give_back(handles, connection)

    @contextmanager
    def _transaction(self, deadline: Deadline, mode: str, first: str) -> Iterator[Session]:
        with translating(self.where, self._meanings), self._place(deadline) as handles:
            session = self._begun(handles, deadline, mode, first)
            try:
                yield session
                session.commit()
            except BaseException:
                _roll_back(session.connection)
                raise
            finally:
                self._give_back(handles, session.connection)

    def _begun(self, handles: _Handles, deadline: Deadline, mode: str, first: str) -> Session:
        """A transaction on an idle connection; if that one was cut meanwhile, once on a new one."""
        script = beginning(mode, self.address.path, deadline, first)
        connection = self._take(handles, deadline)
        try:
            return Session(connection, deadline, script)
        except psycopg.Error as error:
            cut = connection.broken or (error.sqlstate or "").startswith("57P")
            self._give_back(handles, connection)
            if not cut:
                raise
        connection = self._connect(handles, deadline)
        try:
            return Session(connection, deadline, script)
        except BaseException:
            self._give_back(handles, connection)
            raise

    @contextmanager
    def _place(self, deadline: Deadline) -> Iterator[_Handles]:
        """Wait for one of the places, no longer than the deadline lets."""
        deadline.check()
        handles = self._present()
        if self.closed:
            raise Unavailable(f"{self.where} was closed")
        if not handles.room.acquire(timeout=min(deadline.remaining, threading.TIMEOUT_MAX)):
            raise DeadlineExceeded(
                f"{self.where}: all {self.address.connections} connections were in use for all "
                "the time; ?connections= in the URL allows more"
            )
        try:
            yield handles
        finally:
            handles.room.release()

    def _take(self, handles: _Handles, deadline: Deadline) -> Connection:
        """An idle connection that still seems to live, or a new one."""
        while True:
            with handles.guard:
                if not handles.idle:
                    break
                connection, since = handles.idle.pop()
            if time.monotonic() - since < _UNUSED and not _ended(connection):
                return connection
            self._drop(handles, connection)
        return self._connect(handles, deadline)

    def _connect(self, handles: _Handles, deadline: Deadline) -> Connection:
        deadline.check()
        patience = max(2, math.ceil(min(deadline.remaining, 3600.0)))
        try:
            connection = psycopg.connect(
                **{
                    "application_name": f"hindsight {self.address.schema}",
                    **self.address.parameters,
                },
                connect_timeout=patience,
                autocommit=True,
                prepare_threshold=None,
            )
        except psycopg.OperationalError as error:
            raise _unreached(error, self.where, deadline) from None
        adapt(connection)
        if self.address.prepare == "on" or (self.address.prepare == "auto" and _direct(connection)):
            connection.prepare_threshold = _PREPARED_AFTER
        with handles.guard:
            handles.opened.add(connection)
        return connection

    def _give_back(self, handles: _Handles, connection: Connection) -> None:
        """Keep it for the next one, unless it is broken or stuck in a transaction."""
        idle = connection.info.transaction_status is TransactionStatus.IDLE
        if connection.closed or not idle or self.closed or handles.pid != os.getpid():
            self._drop(handles, connection)
            return
        with handles.guard:
            handles.idle.append((connection, time.monotonic()))

    @staticmethod
    def _drop(handles: _Handles, connection: Connection) -> None:
        if handles.pid != os.getpid():
            return
        with handles.guard:
            handles.opened.discard(connection)
        with suppress(psycopg.Error):
            connection.close()

    def _present(self) -> _Handles:
        """The connections of this process: a child leaves the inherited ones alone."""
        if self._handles.pid != os.getpid():
            _inherited.extend(self._handles.opened)
            self._handles = self._fresh()
        return self._handles

    def close(self) -> None:
        """Close what is idle now, and what is in use when it comes back; harmless when repeated."""
        self.closed = True
        handles = self._present()
        with handles.guard:
            idle, handles.idle = handles.idle, []
        for connection, _ in idle:
            self._drop(handles, connection)


def _direct(connection: Connection) -> bool:
    """Whether nobody stands between: a pooler has another number than the process behind it.

    Behind a pooler a prepared name may be missing, or, worse, be another client's statement.
    """
    row = connection.execute("SELECT pg_backend_pid()").fetchone()
    return row is not None and row[0] == connection.info.backend_pid


def _ended(connection: Connection) -> bool:
    """Whether the server ended an idle connection; costs no round trip.

    What it sent meanwhile is read: its last words, but also a TLS ticket, which ends nothing.
    """
    if connection.closed:
        return True
    try:
        while _readable(connection.fileno()):
            connection.pgconn.consume_input()
    except psycopg.OperationalError:
        return True
    return False


def _readable(socket: int) -> bool:
    if not hasattr(select, "poll"):  # Windows
        return bool(select.select([socket], [], [], 0)[0])
    poll = select.poll()  # takes any number of open files, which select does not
    poll.register(socket, select.POLLIN)
    return bool(poll.poll(0))


def _roll_back(connection: Connection) -> None:
    """Undo what was begun. One that cannot be rolled back is closed when it is given back."""
    if connection.closed:
        return
    with suppress(psycopg.Error):  # the error that led here is the one to be told
        connection.execute("ROLLBACK", prepare=False)


def _unreached(error: psycopg.OperationalError, where: str, deadline: Deadline) -> Exception:
    """A login that failed: libpq gives no code, so what a person must mend is told by its words."""
    if error.sqlstate is not None:
        return translated(error, where)
    if (meaning := refused(error)) is not None:
        kind, says = meaning
        return kind(f"{where} {says}")
    if deadline.passed:
        return DeadlineExceeded(f"{where} did not answer in time")
    return Unavailable(
        f"{where} cannot be reached or refuses the login ({type(error).__name__}): "
        "is the server up, are host, port, user, password and database right?"
    )
