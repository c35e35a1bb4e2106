"""Brings a schema to the present number and checks that it is ours; it knows migrations, not records."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib import resources
from itertools import pairwise

from hindsight_integrations.errors import ConfigurationError, SchemaTooNew
from hindsight_integrations.ports import Deadline
from hindsight_integrations.stores.connecting.connections import Connections
from hindsight_integrations.stores.connecting.failures import Meaning, translating
from hindsight_integrations.stores.connecting.session import Session
from hindsight_integrations.stores.mapping import instant, micros

#: The schema this code writes.
PRESENT = 4
#: What this code was written for: time-outs that hold for each statement of a script.
OLDEST_SERVER = 130000
#: The oldest that may use the target of a move that is not finished: none.
UNFINISHED = 2**31 - 1
#: What a missing right means where tables are made.
_MAKING: Mapping[str, Meaning] = {
    "42501": (
        ConfigurationError,
        "lets only its owner make or change it: run `hindsight migrate URL` as that role",
    )
}
#: The first half of the key of the lock under which a schema is made or changed ("HIND").
_LOCK = 0x48494E44
#: Months of the log that have a table of their own ahead of time.
_AHEAD = 12


def migrations() -> dict[int, str]:
    """The numbered scripts, by number."""
    folder = resources.files("hindsight_integrations.stores.migrations.postgres")
    scripts = [item for item in folder.iterdir() if item.name.endswith(".sql")]
    return {int(item.name[:4]): item.read_text(encoding="utf-8") for item in scripts}


def prepare(connections: Connections, deadline: Deadline, *, allowed: bool) -> None:
    """Apply what is missing, one process at a time, and see that the result can be used."""
    name, where = connections.address.schema, connections.where
    writing = not connections.address.read_only
    with connections.reading(deadline) as db:
        check_server(db, where)
        have = number(db, name, where)
        if have:
            check_admitted(_oldest(db, writing=writing), where)
        owned = bool(have) and _may_make_tables(db, name)
    if have < PRESENT and allowed and writing:
        with connections.writing(deadline) as db:
            migrate(db, name, where)
    elif have < PRESENT:
        has = f"has schema {have}, {PRESENT} is needed" if have else "holds no memory yet"
        raise ConfigurationError(
            f"{where} {has}: run `hindsight migrate URL`, or open it once with migrate=True, "
            "as a role that may make tables"
        )
    elif allowed and writing and owned:
        _see_to_months(connections, deadline)


def check_server(db: Session, where: str) -> None:
    version, encoding = db.rows(
        "SELECT current_setting('server_version_num'), current_setting('server_encoding')"
    )[0]
    if int(version) < OLDEST_SERVER:
        raise ConfigurationError(f"{where} is older than version 13: upgrade the server")
    if encoding != "UTF8":
        raise ConfigurationError(
            f"{where} keeps text as {encoding}: make the database with ENCODING 'UTF8'"
        )


def number(db: Session, name: str, where: str) -> int:
    """The number of the schema that is there, 0 if none is; refuses what is not ours or too new."""
    tables = {table for (table,) in db.rows(
        "SELECT c.relname::text FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace "
        "WHERE n.nspname = %s AND c.relkind IN ('r', 'p', 'v', 'm')", (name,)
    )}  # fmt: skip
    if not tables:
        return 0
    if not {"store", "scopes", "records", "postings"} <= tables:
        raise ConfigurationError(
            f"{where} holds tables of another program; name another schema with ?schema="
        )
    return int(db.rows("SELECT number FROM store")[0][0])


def check_admitted(oldest: int, where: str) -> None:
    """Refuse a schema that admits no code as old as this; asked in every transaction."""
    if oldest == UNFINISHED:
        raise ConfigurationError(
            f"{where} is the target of a move that is not finished: run `hindsight move` again"
        )
    if oldest > PRESENT:
        raise SchemaTooNew(
            f"{where} admits schema {oldest} and later, this version handles {PRESENT}: "
            "upgrade hindsight-integrations"
        )


def check_present(db: Session, name: str, where: str) -> None:
    """Refuse any schema but the present one: what is moved is moved column by column."""
    have = number(db, name, where)
    if not have:
        raise ConfigurationError(f"{where} holds no memory")
    if have < PRESENT:
        raise ConfigurationError(
            f"{where} has schema {have}, {PRESENT} is needed: run `hindsight migrate` on it first"
        )
    if have > PRESENT:
        raise SchemaTooNew(
            f"{where} has schema {have}, this version handles {PRESENT}: upgrade hindsight-integrations"
        )


def _oldest(db: Session, *, writing: bool) -> int:
    return int(db.rows("SELECT oldest_reader, oldest_writer FROM store")[0][writing])


def _may_make_tables(db: Session, name: str) -> bool:
    rights = db.rows(
        "SELECT has_schema_privilege(%s, 'CREATE') AND pg_has_role(c.relowner, 'MEMBER') "
        "FROM pg_class AS c WHERE c.oid = 'turns'::regclass", (name,)
    )  # fmt: skip
    return bool(rights[0][0])


def migrate(db: Session, name: str, where: str) -> None:
    """Apply what is missing, inside the caller's write transaction."""
    with translating(where, _MAKING):
        _migrate(db, name, where)


def _migrate(db: Session, name: str, where: str) -> None:
    _lock(db, name)
    have = number(db, name, where)  # another process may have been here first
    if not have:
        db.run(f"CREATE SCHEMA IF NOT EXISTS {name}")
    for step, script in sorted(migrations().items()):
        if step > have:
            db.script(script)
    if not have:
        values = (PRESENT, secrets.token_bytes(32))
        db.run("INSERT INTO store VALUES (1, %s, 1, 1, %s)", values)
    else:
        db.run("UPDATE store SET number = %s", (PRESENT,))
    _make_months(db)


def _lock(db: Session, name: str) -> None:
    """One process at a time; the lock ends with the transaction, so a pooler does not lose it."""
    db.run("SELECT pg_advisory_xact_lock(%s::int, hashtext(%s))", (_LOCK, name))


def _see_to_months(connections: Connections, deadline: Deadline) -> None:
    with connections.reading(deadline) as db:
        missing = _missing_months(db)
    if missing:
        with connections.writing(deadline) as db:
            _lock(db, connections.address.schema)
            _make_months(db)


def _make_months(db: Session) -> None:
    """A table a month, from this one on. A month that began without one stays in ``turns_other``."""
    for start, end in _missing_months(db):
        begun = db.rows(
            "SELECT EXISTS (SELECT 1 FROM turns_other WHERE at >= %s AND at < %s)",
            (micros(start), micros(end)),
        )
        if not begun[0][0]:
            db.script(
                f"CREATE TABLE {_table(start)} PARTITION OF turns "
                f"FOR VALUES FROM ({micros(start)}) TO ({micros(end)})"
            )


def _missing_months(db: Session) -> list[tuple[datetime, datetime]]:
    ((now,),) = db.rows("SELECT (extract(epoch FROM now()) * 1000000)::bigint")
    tables = {name for (name,) in db.rows(
        "SELECT c.relname::text FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid "
        "WHERE i.inhparent = 'turns'::regclass"
    )}  # fmt: skip
    first = instant(now)
    starts = [_month(first, n) for n in range(_AHEAD + 2)]
    return [(start, end) for start, end in pairwise(starts) if _table(start) not in tables]


def _month(moment: datetime, later: int) -> datetime:
    """The first instant of the month ``later`` months after that of ``moment``, in UTC."""
    months = moment.year * 12 + moment.month - 1 + later
    return datetime(months // 12, months % 12 + 1, 1, tzinfo=UTC)


def _table(start: datetime) -> str:
    return f"turns_{start:%Y_%m}"


def check_model(stored: tuple[str, int] | None, model: tuple[str, int] | None, where: str) -> None:
    """Refuse vectors of different models in one memory."""
    if model is not None and stored is not None and stored != model:
        raise ConfigurationError(
            f"{where} holds vectors of {stored[0]} ({stored[1]} dimensions), but the encoder is "
            f"{model[0]} ({model[1]} dimensions). Open it with the same encoder, or re-embed it: "
            "hindsight_integrations.reembed(url, embedder)"
        )


def model_of(db: Session) -> tuple[str, int] | None:
    """The model whose vectors are kept, if any are."""
    row = db.row("SELECT model_id, dimensions FROM model")
    return None if row is None else (row[0], row[1])


def keep_model(connections: Connections, model: tuple[str, int] | None, deadline: Deadline) -> None:
    """Remember the first model; refuse another one later."""
    with connections.reading(deadline) as db:
        stored = model_of(db)
    if stored is None and model is not None and not connections.address.read_only:
        with connections.writing(deadline) as db:
            db.run("INSERT INTO model VALUES (1, %s, %s) ON CONFLICT DO NOTHING", model)
            stored = model_of(db)
    check_model(stored, model, connections.where)
