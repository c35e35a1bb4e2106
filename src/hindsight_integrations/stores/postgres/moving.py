"""The two ends of a move in schemas of a server; it decides nothing about what goes."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from typing import Any

from hindsight_integrations.errors import ConfigurationError, StoreError
from hindsight_integrations.ports import Deadline
from hindsight_integrations.ports.moving import Mark, Model, Stage, Values
from hindsight_integrations.settings import StoreSettings
from hindsight_integrations.stores.connecting.address import Address
from hindsight_integrations.stores.connecting.connections import Connections
from hindsight_integrations.stores.connecting.session import Session
from hindsight_integrations.stores.mapping import SEQUENCE, SHIFT
from hindsight_integrations.stores.postgres import schema
from hindsight_integrations.stores.postgres.rows import speaking
from hindsight_integrations.stores.postgres.scrubbing import scrubbed
from hindsight_integrations.stores.tables import EMPTIED, TABLES, Table

#: What this store keeps beside the columns that every store has, and makes of them.
BESIDE = {"scopes": ("latest",), "records": ("labels", "speaker"), "transcripts": ("at",)}
POINTERS = "turn_ids"
#: Seconds that one step may take: a user is copied in one transaction, however large.
_STEP = 6 * 3600.0
#: Rows that are read at a time: bounds what a step holds in memory.
_BATCH = 2000
_OWN = f"rid BETWEEN s.scope << {SHIFT} AND (s.scope << {SHIFT}) + {SEQUENCE}"
#: Of one user and version, both summands of the second last only grow.
_MARKS = (
    "SELECT s.scope, s.version, s.hash, s.last, s.records, s.words, "
    "(SELECT coalesce(sum(access_count), 0)::bigint + coalesce(max(last_accessed_at), 0) "
    f"FROM records WHERE {_OWN}), "
    "(SELECT coalesce(sum(ended), 0)::bigint FROM sessions AS e WHERE e.scope = s.scope) "
    "FROM scopes AS s WHERE s.scope = ANY(%s)"
)
#: The time of a user's last write, as far as rows tell: no later write is dated before it.
_LATEST = (
    "UPDATE scopes AS s SET latest = greatest(s.latest, "
    f"(SELECT max(greatest(created_at, retired_at)) FROM records WHERE {_OWN}), "
    "(SELECT max(at) FROM audit AS a WHERE a.scope = s.scope)) WHERE s.scope = ANY(%s)"
)
_LISTED = (
    "INSERT INTO transcripts (scope, session, archived, position, turn, at) "
    "SELECT a.scope, a.session, a.archived, a.position, a.turn, i.at FROM unnest(%s::bigint[], "
    "%s::text[], %s::boolean[], %s::bigint[], %s::text[]) "
    "AS a(scope, session, archived, position, turn) "
    'JOIN turn_ids AS i ON i.scope = a.scope AND i.id = a.turn COLLATE "C"'
)
#: Stands in a target alone: who moves there now, and what it had when the move was done.
_MOVED = (
    "CREATE TABLE IF NOT EXISTS moved (one integer PRIMARY KEY CHECK (one = 1), "
    "run bytea NOT NULL, users bigint, versions bigint, "
    "oldest_reader integer NOT NULL, oldest_writer integer NOT NULL)"
)
_WHOLE = "SELECT count(*), coalesce(sum(version), 0)::bigint FROM scopes"
#: Columns that number by themselves, and must go on after what was copied.
_NUMBERED = {"scopes": "scope", "audit": "number"}


class PostgresMoving:
    """A schema as the source or the target of a move."""

    def __init__(self, address: Address) -> None:
        self._address = address

    @property
    def site(self) -> tuple[object, ...]:
        known = self._address.parameters
        names = (known.get(name) for name in ("host", "hostaddr", "port", "dbname"))
        return ("server", *names, self._address.schema)

    def number(self) -> int:
        connections = Connections(self._address)
        with closing(connections), connections.reading(Deadline.after(_STEP)) as db:
            return schema.number(db, self._address.schema, connections.where)

    def origin(self) -> PostgresOrigin:
        return PostgresOrigin(replace(self._address, read_only=True))

    def goal(self, secret: bytes) -> PostgresGoal:
        if self._address.read_only:
            raise ConfigurationError("the target cannot be written: leave ?mode=ro out of its URL")
        return PostgresGoal(self._address, secret)


class PostgresRows:
    """A :class:`~hindsight_integrations.ports.moving.Rows` over one transaction."""

    def __init__(self, db: Session) -> None:
        self._db = db

    def model(self) -> Model:
        return schema.model_of(self._db)

    def users(self, after: int, limit: int) -> list[tuple[int, int]]:
        rows = self._db.rows(
            "SELECT scope, records FROM scopes WHERE scope > %s ORDER BY scope LIMIT %s",
            (after, limit),
        )
        return [(scope, records) for scope, records in rows]

    def marks(self, users: Sequence[int]) -> dict[int, Mark]:
        rows = self._db.rows(_MARKS, (list(users),))
        return {scope: Mark(version, tuple(rest)) for scope, version, *rest in rows}

    def rows(self, table: str, users: Sequence[int]) -> Iterator[list[Values]]:
        spec = TABLES[table]
        columns = ", ".join(
            f'"{name}"::int::bigint' if name in spec.flags else f'"{name}"' for name in spec.columns
        )
        whose, values = _whose(spec, users)
        yield from self._db.stream(
            f"SELECT {columns} FROM {table} WHERE {whose} ORDER BY {_names(spec.key)}",
            values,
            _BATCH,
        )

    def count(self, table: str) -> int:
        return int(self._db.rows(f"SELECT count(*) FROM {table}")[0][0])


class PostgresTaking(PostgresRows):
    """A :class:`~hindsight_integrations.ports.moving.Taking` over one write transaction."""

    def drop(self, users: Sequence[int]) -> None:
        for name, spec in TABLES.items():
            whose, values = _whose(spec, users)
            self._db.run(f"DELETE FROM {name} WHERE {whose}", values)
        self._db.run(f"DELETE FROM {POINTERS} WHERE scope = ANY(%s)", (list(users),))

    def add(self, table: str, rows: Sequence[Values]) -> None:
        spec = TABLES[table]
        if spec.flags:
            rows = [_flagged(row, table) for row in rows]
        if table == "transcripts":
            self._db.run(_LISTED, tuple(map(list, zip(*rows, strict=True))))
        elif table == "records":
            self._db.copy(table, (*spec.columns, *BESIDE[table]), map(_spoken, rows))
        else:
            self._db.copy(table, spec.columns, rows)
        if table == "turns":
            self._db.copy(POINTERS, ("scope", "id", "at"), [(r[0], r[3], r[4]) for r in rows])

    def settle(self, users: Sequence[int]) -> None:
        self._db.run(_LATEST, (list(users),))


class PostgresOrigin:
    """A schema that is read."""

    def __init__(self, address: Address) -> None:
        self.where = address.where
        self._connections = Connections(address)
        try:
            with self._connections.reading(Deadline.after(_STEP)) as db:
                schema.check_server(db, self.where)
                schema.check_present(db, address.schema, self.where)
                oldest, secret = db.rows("SELECT oldest_reader, secret FROM store")[0]
                schema.check_admitted(oldest, self.where)
                self.secret = bytes(secret)
        except BaseException:
            self._connections.close()
            raise

    @contextmanager
    def snapshot(self) -> Iterator[PostgresRows]:
        with self._connections.reading(Deadline.after(_STEP)) as db:
            yield PostgresRows(db)

    def close(self) -> None:
        self._connections.close()


class PostgresGoal:
    """A schema that is new, or was begun or made by a move of the same memory."""

    def __init__(self, address: Address, secret: bytes) -> None:
        self.where = address.where
        self._name = address.schema
        self._secret = secret
        self._run = secrets.token_bytes(16)
        self._connections = Connections(address)
        try:
            with self._connections.reading(Deadline.after(_STEP)) as db:
                schema.check_server(db, self.where)
                self.stage = self._look(db)
        except BaseException:
            self._connections.close()
            raise

    def _look(self, db: Session) -> Stage:
        if not schema.number(db, self._name, self.where):
            return Stage.NEW
        oldest, secret = db.rows("SELECT oldest_writer, secret FROM store")[0]
        begun = oldest == schema.UNFINISHED
        if not begun:
            schema.check_admitted(oldest, self.where)
            if not db.rows(_WHOLE)[0][0]:
                return Stage.NEW
        if secret != self._secret:
            raise ConfigurationError(
                f"{self.where} holds another memory: name a new schema as the target"
            )
        schema.check_present(db, self._name, self.where)
        if begun:
            return Stage.BEGUN
        self._check_untouched(db)
        return Stage.DONE

    def _check_untouched(self, db: Session) -> None:
        """Refuse a copy that came about otherwise, and one that has a life of its own by now."""
        if db.rows("SELECT to_regclass(%s)", (f"{self._name}.moved",))[0][0] is None:
            raise ConfigurationError(
                f"{self.where} is the source, or a copy of it that no move made: "
                "name a new schema as the target"
            )
        if db.rows("SELECT users, versions FROM moved") != db.rows(_WHOLE):
            raise ConfigurationError(
                f"{self.where} was written to since the memory was moved there, and moving it again "
                "would undo that: name a new schema as the target"
            )

    def begin(self, model: Model) -> None:
        with self._writing() as db:
            if self.stage is not Stage.BEGUN:
                self._mark(db)
            db.run("UPDATE moved SET run = %s", (self._run,))
            db.run("UPDATE store SET secret = %s", (self._secret,))
            for table in ("model", *EMPTIED):
                db.run(f"DELETE FROM {table}")
            if model is not None:
                db.run("INSERT INTO model VALUES (1, %s, %s)", model)
        self.stage = Stage.BEGUN

    def _mark(self, db: Session) -> None:
        """Keep everybody out; whom the schema admits is kept for the end."""
        schema.migrate(db, self._name, self.where)
        db.script(_MOVED)
        db.run("DELETE FROM moved")
        db.run(
            "INSERT INTO moved SELECT 1, %s, NULL, NULL, oldest_reader, oldest_writer FROM store",
            (self._run,),
        )
        unfinished = (schema.UNFINISHED, schema.UNFINISHED)
        db.run("UPDATE store SET oldest_reader = %s, oldest_writer = %s", unfinished)

    @contextmanager
    def snapshot(self) -> Iterator[PostgresRows]:
        with self._connections.reading(Deadline.after(_STEP)) as db:
            yield PostgresRows(db)

    @contextmanager
    def taking(self) -> Iterator[PostgresTaking]:
        with self._writing() as db:
            self._check_run(db)
            yield PostgresTaking(db)

    def _check_run(self, db: Session) -> None:
        """Also a lock: whoever moves here at the same time waits for this transaction."""
        if db.row("SELECT run FROM moved FOR UPDATE") != (self._run,):
            raise StoreError(f"another move to {self.where} has taken over: let that one end")

    def finish(self, *, replaced: bool) -> None:
        if replaced:
            small = StoreSettings().rewritten_up_to
            scrubbed(self._connections, Deadline.after(_STEP), whole=False, small=small)
        with self._writing() as db:
            self._check_run(db)
            for table, column in _NUMBERED.items():
                db.rows(
                    f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'), "
                    f"coalesce(max({column}), 1), max({column}) IS NOT NULL) FROM {table}"
                )
            db.run(f"UPDATE moved SET (users, versions) = ({_WHOLE})")
            db.run(
                "UPDATE store SET (oldest_reader, oldest_writer) = "
                "(SELECT oldest_reader, oldest_writer FROM moved)"
            )
        self.stage = Stage.DONE

    @contextmanager
    def _writing(self) -> Iterator[Session]:
        with self._connections.writing(Deadline.after(_STEP)) as db:
            yield db

    def close(self) -> None:
        self._connections.close()


def _whose(spec: Table, users: Sequence[int]) -> tuple[str, list[Any]]:
    """The rows of these users, which are sorted."""
    if not spec.by_rid:
        return "scope = ANY(%s)", [list(users)]
    bounds = [users[0] << SHIFT, (users[-1] << SHIFT) + SEQUENCE] if users else [0, 0]
    return f"rid BETWEEN %s AND %s AND rid >> {SHIFT} = ANY(%s)", [*bounds, list(users)]


def _names(columns: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in columns)


_FLAGS = {
    name: [place for place, column in enumerate(spec.columns) if column in spec.flags]
    for name, spec in TABLES.items()
}
_RECORD = {name: place for place, name in enumerate(TABLES["records"].columns)}


def _flagged(row: Values, table: str) -> Values:
    """The row with its flags as this kind of store takes them."""
    values = list(row)
    for place in _FLAGS[table]:
        if values[place] is not None:
            values[place] = bool(values[place])
    return tuple(values)


def _spoken(row: Values) -> Values:
    """A record with its labels and its speaker."""
    type, payload = row[_RECORD["type"]], row[_RECORD["payload"]]
    return (*row, json.loads(row[_RECORD["tags"]]), speaking(type, json.loads(payload)))
