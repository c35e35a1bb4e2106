"""The two ends of a move in files of the embedded store; it decides nothing about what goes."""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from hindsight_integrations.errors import ConfigurationError, StoreError
from hindsight_integrations.ports import Deadline
from hindsight_integrations.ports.moving import Mark, Model, Stage, Values
from hindsight_integrations.settings import StoreSettings
from hindsight_integrations.stores.mapping import SEQUENCE, SHIFT, compact
from hindsight_integrations.stores.sqlite import schema
from hindsight_integrations.stores.sqlite.connections import Connections
from hindsight_integrations.stores.sqlite.failures import translating
from hindsight_integrations.stores.sqlite.files import prepare
from hindsight_integrations.stores.sqlite.scrubbing import scrubbed
from hindsight_integrations.stores.tables import EMPTIED, TABLES, Table

#: Seconds that one step may take: a user is copied in one transaction, however large.
_STEP = 6 * 3600.0
#: Rows that are read at a time: bounds what a step holds in memory.
_BATCH = 2000
_USERS = "IN (SELECT value FROM json_each(?))"
_OWN = f"rid BETWEEN s.scope << {SHIFT} AND (s.scope << {SHIFT}) + {SEQUENCE}"
#: Of one user and version, both summands of the second last only grow.
_MARKS = (
    "SELECT s.scope, s.version, s.hash, s.last, s.records, s.words, "
    "(SELECT coalesce(sum(access_count), 0) + coalesce(max(last_accessed_at), 0) "
    f"FROM records WHERE {_OWN}), "
    "(SELECT coalesce(sum(ended), 0) FROM sessions AS e WHERE e.scope = s.scope) "
    f"FROM scopes AS s WHERE s.scope {_USERS}"
)
#: Stands in a target alone: who moves there now, and what it had when the move was done.
_MOVED = (
    "CREATE TABLE IF NOT EXISTS moved (only INTEGER PRIMARY KEY CHECK (only = 1), "
    "run BLOB NOT NULL, users INTEGER, versions INTEGER) STRICT"
)
_WHOLE = "SELECT count(*), coalesce(sum(version), 0) FROM scopes"


class SqliteMoving:
    """A file as the source or the target of a move."""

    def __init__(self, path: str, *, read_only: bool, busy_seconds: float) -> None:
        self._path = path
        self._read_only = read_only
        self._busy = busy_seconds

    @property
    def site(self) -> tuple[object, ...]:
        path = Path(self._path)
        if not path.exists():
            return ("file", os.path.realpath(path))
        known = path.stat()
        return ("file", known.st_dev, known.st_ino)

    def number(self) -> int:
        if not Path(self._path).exists():
            return 0
        connections = Connections(self._path, read_only=True, busy_seconds=self._busy)
        with (
            closing(connections),
            translating(self._path),
            connections.reading(Deadline.after(_STEP)) as db,
        ):
            schema.check_ours(db, self._path)
            return schema.number(db)

    def origin(self) -> SqliteOrigin:
        if not Path(self._path).exists():
            raise ConfigurationError(
                f"{self._path} does not exist, so nothing can be moved from it"
            )
        return SqliteOrigin(self._path, self._busy)

    def goal(self, secret: bytes) -> SqliteGoal:
        if self._read_only:
            raise ConfigurationError("the target cannot be written: leave ?mode=ro out of its URL")
        return SqliteGoal(self._path, secret, self._busy)


class SqliteRows:
    """A :class:`~hindsight_integrations.ports.moving.Rows` over one transaction."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def model(self) -> Model:
        row = self._db.execute("SELECT model_id, dimensions FROM model").fetchone()
        return None if row is None else (row[0], row[1])

    def users(self, after: int, limit: int) -> list[tuple[int, int]]:
        return self._db.execute(
            "SELECT scope, records FROM scopes WHERE scope > ? ORDER BY scope LIMIT ?",
            (after, limit),
        ).fetchall()

    def marks(self, users: Sequence[int]) -> dict[int, Mark]:
        rows = self._db.execute(_MARKS, (compact(users),))
        return {scope: Mark(version, tuple(rest)) for scope, version, *rest in rows}

    def rows(self, table: str, users: Sequence[int]) -> Iterator[list[Values]]:
        spec = TABLES[table]
        whose, values = _whose(spec, users)
        cursor = self._db.execute(
            f"SELECT {_names(spec.columns)} FROM {table} WHERE {whose} ORDER BY {_names(spec.key)}",
            values,
        )
        while rows := cursor.fetchmany(_BATCH):
            yield rows

    def count(self, table: str) -> int:
        return int(self._db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


class SqliteTaking(SqliteRows):
    """A :class:`~hindsight_integrations.ports.moving.Taking` over one write transaction."""

    def drop(self, users: Sequence[int]) -> None:
        for name, spec in TABLES.items():
            whose, values = _whose(spec, users)
            self._db.execute(f"DELETE FROM {name} WHERE {whose}", values)

    def add(self, table: str, rows: Sequence[Values]) -> None:
        columns = TABLES[table].columns
        places = ", ".join("?" * len(columns))
        self._db.executemany(f"INSERT INTO {table} ({_names(columns)}) VALUES ({places})", rows)

    def settle(self, users: Sequence[int]) -> None:
        """A file keeps nothing beside the columns."""


class SqliteOrigin:
    """A file that is read."""

    def __init__(self, path: str, busy_seconds: float) -> None:
        self.where = path
        self._connections = Connections(path, read_only=True, busy_seconds=busy_seconds)
        try:
            with self._reading() as db:
                schema.check_ours(db, path)
                schema.check_present(db, path)
                self.secret = bytes(db.execute("SELECT secret FROM store").fetchone()[0])
        except BaseException:
            self._connections.close()
            raise

    @contextmanager
    def snapshot(self) -> Iterator[SqliteRows]:
        with self._reading() as db:
            yield SqliteRows(db)

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with translating(self.where), self._connections.reading(Deadline.after(_STEP)) as db:
            yield db

    def close(self) -> None:
        self._connections.close()


class SqliteGoal:
    """A file that is new, or was begun or made by a move of the same memory."""

    def __init__(self, path: str, secret: bytes, busy_seconds: float) -> None:
        self.where = path
        self._secret = secret
        self._run = secrets.token_bytes(16)
        self._connections = Connections(path, read_only=False, busy_seconds=busy_seconds)
        self.stage = Stage.NEW
        try:
            if Path(path).exists():
                with self._outside() as db:
                    self.stage = self._look(db)
        except BaseException:
            self._connections.close()
            raise

    def _look(self, db: sqlite3.Connection) -> Stage:
        begun = schema.is_target(db)
        if not begun:
            schema.check_ours(db, self.where)
            schema.check_version(db, self.where, writing=True)
        if not begun and (not schema.number(db) or not db.execute(_WHOLE).fetchone()[0]):
            return Stage.NEW
        if db.execute("SELECT secret FROM store").fetchone()[0] != self._secret:
            raise ConfigurationError(
                f"{self.where} holds another memory: name a new file as the target"
            )
        schema.check_present(db, self.where)
        if begun:
            return Stage.BEGUN
        self._check_untouched(db)
        return Stage.DONE

    def _check_untouched(self, db: sqlite3.Connection) -> None:
        """Refuse a copy that came about otherwise, and one that has a life of its own by now."""
        made = db.execute("SELECT 1 FROM sqlite_master WHERE name = 'moved'").fetchone()
        if made is None:
            raise ConfigurationError(
                f"{self.where} is a copy of the source that no move made: name a new file as the target"
            )
        left = db.execute("SELECT users, versions FROM moved").fetchone()
        if left != db.execute(_WHOLE).fetchone():
            raise ConfigurationError(
                f"{self.where} was written to since the memory was moved there, and moving it again "
                "would undo that: name a new file as the target"
            )

    def begin(self, model: Model) -> None:
        prepare(Path(self.where))
        with self._outside() as db:
            schema.write_ahead(db, Deadline.after(_STEP))
        with self._writing() as db:
            if self.stage is not Stage.BEGUN:
                schema.migrate(db, self.where, allowed=True)
                schema.mark_target(db, unfinished=True)
            db.execute(_MOVED)
            db.execute("INSERT OR REPLACE INTO moved VALUES (1, ?, NULL, NULL)", (self._run,))
            db.execute("UPDATE store SET secret = ?", (self._secret,))
            for table in ("model", *EMPTIED):
                db.execute(f"DELETE FROM {table}")
            if model is not None:
                db.execute("INSERT INTO model VALUES (1, ?, ?)", model)
        self.stage = Stage.BEGUN

    @contextmanager
    def snapshot(self) -> Iterator[SqliteRows]:
        with translating(self.where), self._connections.reading(Deadline.after(_STEP)) as db:
            yield SqliteRows(db)

    @contextmanager
    def taking(self) -> Iterator[SqliteTaking]:
        with self._writing() as db:
            self._check_run(db)
            yield SqliteTaking(db)

    def _check_run(self, db: sqlite3.Connection) -> None:
        if db.execute("SELECT run FROM moved").fetchone() != (self._run,):
            raise StoreError(f"another move to {self.where} has taken over: let that one end")

    def finish(self, *, replaced: bool) -> None:
        if replaced:
            small = StoreSettings().rewritten_up_to
            scrubbed(self._connections, Deadline.after(_STEP), whole=False, small=small)
        with self._writing() as db:
            self._check_run(db)
            db.execute("UPDATE moved SET (users, versions) = (" + _WHOLE + ")")
            schema.mark_target(db, unfinished=False)
        self.stage = Stage.DONE

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with translating(self.where), self._connections.writing(Deadline.after(_STEP)) as db:
            yield db

    @contextmanager
    def _outside(self) -> Iterator[sqlite3.Connection]:
        with translating(self.where), self._connections.outside(Deadline.after(_STEP)) as db:
            yield db

    def close(self) -> None:
        self._connections.close()


def _whose(spec: Table, users: Sequence[int]) -> tuple[str, list[object]]:
    """The rows of these users, which are sorted."""
    if not spec.by_rid:
        return f"scope {_USERS}", [compact(users)]
    bounds = [users[0] << SHIFT, (users[-1] << SHIFT) + SEQUENCE] if users else [0, 0]
    return f"rid BETWEEN ? AND ? AND (rid >> {SHIFT}) {_USERS}", [*bounds, compact(users)]


def _names(columns: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in columns)
