"""One transaction on one connection: its beginning in one round trip, its statements within the deadline; it knows no table."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg

from hindsight_integrations.ports import Deadline

Row = tuple[Any, ...]
#: The longest time a server takes for a time-out, in milliseconds.
_LONGEST = 2**31 - 1
#: A statement may run out the time that was set; it is set anew when so much of it is left.
_STALE = 0.5

#: What is acknowledged is on disk, also where the server's default is not to wait for that.
SYNCED = (
    "SELECT set_config('synchronous_commit', 'local', true) "
    "WHERE current_setting('synchronous_commit') = 'off'"
)


def beginning(mode: str, path: str, deadline: Deadline, first: str) -> str:
    """One script, so one round trip: begin, this transaction's settings, and ``first``.

    Settings hold for the transaction only, so a pooler may give each one another server process.
    """
    return (
        f"BEGIN {mode}; SELECT set_config('search_path', '{path}', true), "
        f"set_config('statement_timeout', '{_left(deadline)}', true); {first}"
    )


def _left(deadline: Deadline) -> int:
    return max(1, min(_LONGEST, int(deadline.remaining * 1000)))


class Session:
    """A transaction that was begun by a script of :func:`beginning`."""

    def __init__(
        self, connection: psycopg.Connection[Any], deadline: Deadline, script: str
    ) -> None:
        self.connection = connection
        self._deadline = deadline
        self._granted = deadline.remaining
        self._script = script
        #: When it was asked to begin, by this machine's clock, in microseconds since 1970.
        self.asked = time.time_ns() // 1000
        self.first = self.script(script)

    def within(self, first: str) -> Session:
        """This transaction again, with the rows of another first statement."""
        if first and not self._script.endswith(first):
            self.asked = time.time_ns() // 1000
            self.first, self._script = self.script(first), first
        return self

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """What a statement finds."""
        return self._run(sql, values).fetchall()

    def row(self, sql: str, values: Sequence[Any] = ()) -> Row | None:
        return self._run(sql, values).fetchone()

    def run(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Run a statement; answers how many rows it touched."""
        return self._run(sql, values).rowcount

    def many(self, sql: str, values: Sequence[Sequence[Any]]) -> None:
        """Run a statement for each of many rows, in one round trip."""
        self._in_time()
        with self.connection.cursor() as cursor:
            cursor.executemany(sql, values)

    def stream(self, sql: str, values: Sequence[Any], size: int) -> Iterator[list[Row]]:
        """What a statement finds, ``size`` rows at a time; the server keeps the rest. One at a time."""
        self._in_time()
        with self.connection.cursor(name="streamed") as cursor:
            cursor.execute(sql, values, binary=True)
            while rows := cursor.fetchmany(size):
                yield rows

    def copy(self, into: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """Add rows to a table by ``COPY``; the server is asked for the types of its columns."""
        named = ", ".join(f'"{column}"' for column in columns)
        types = self._run(f"SELECT {named} FROM {into} LIMIT 0", ()).description or []
        with (
            self.connection.cursor() as cursor,
            cursor.copy(f"COPY {into} ({named}) FROM STDIN (FORMAT BINARY)") as copy,
        ):
            copy.set_types([column.type_code for column in types])
            for row in rows:
                copy.write_row(row)

    @contextmanager
    def together(self) -> Iterator[None]:
        """Statements inside the block go in one round trip; none of them answers rows."""
        with self.connection.pipeline():
            yield

    def commit(self) -> None:
        self.connection.execute("COMMIT", prepare=False)

    def _run(self, sql: str, values: Sequence[Any]) -> psycopg.Cursor[Any]:
        self._in_time()
        return self.connection.execute(sql, values, binary=True)

    def script(self, script: str) -> list[Row]:
        """Run statements without values; answers the rows of the last one."""
        cursor = self.connection.cursor()
        cursor.execute(script, prepare=False)
        while cursor.nextset():
            pass
        return cursor.fetchall() if cursor.description else []

    def _in_time(self) -> None:
        """See that what runs now cannot run far beyond the deadline."""
        self._deadline.check()
        if self._deadline.remaining < _STALE * self._granted:
            self._granted = self._deadline.remaining
            self.connection.execute(
                f"SET LOCAL statement_timeout = {_left(self._deadline)}",
                prepare=False,
            )


def lock(user: bytes) -> str:
    """The statement that lets one writer of a user in at a time, until its transaction ends.

    Two users whose digests begin alike only wait for each other.
    """
    return f"SELECT pg_advisory_xact_lock({int.from_bytes(user[:8], 'big', signed=True)})"
