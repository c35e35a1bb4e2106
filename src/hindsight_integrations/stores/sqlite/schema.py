"""Brings a file to the present schema and checks that it is ours; it knows migrations, not records."""

from __future__ import annotations

import secrets
import sqlite3
import time
from importlib import resources

from hindsight_integrations.errors import ConfigurationError, SchemaTooNew
from hindsight_integrations.ports import Deadline

#: Marks our files ("HIND"), so that another program's database is never touched.
APPLICATION_ID = 0x48494E44
#: Marks the target of a move that is not finished ("HINM"), so that it is not taken for a whole memory.
_TARGET_ID = 0x48494E4D
#: Seconds until a locked file is tried again.
_AGAIN = 0.01
#: The schema this code writes.
PRESENT = 4


def migrations() -> dict[int, str]:
    """The numbered scripts, by number."""
    folder = resources.files("hindsight_integrations.stores.migrations.sqlite")
    scripts = [item for item in folder.iterdir() if item.name.endswith(".sql")]
    return {int(item.name[:4]): item.read_text(encoding="utf-8") for item in scripts}


def number(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def check_ours(connection: sqlite3.Connection, path: str) -> None:
    """Refuse a database that another program made."""
    # In this order: another process may be making the file, and it sets the mark with the tables.
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    if application == APPLICATION_ID:
        return
    if application == _TARGET_ID:
        raise ConfigurationError(
            f"{path} is the target of a move that is not finished: run `hindsight move` again"
        )
    if application or tables:
        raise ConfigurationError(
            f"{path} is a database of another program; name a new file for the memory"
        )


def is_target(connection: sqlite3.Connection) -> bool:
    """Whether this is the target of a move that is not finished."""
    return bool(connection.execute("PRAGMA application_id").fetchone()[0] == _TARGET_ID)


def mark_target(connection: sqlite3.Connection, *, unfinished: bool) -> None:
    """Say, inside the caller's write transaction, whether nobody may open the file."""
    mark = _TARGET_ID if unfinished else APPLICATION_ID
    connection.execute(f"PRAGMA application_id = {mark}")


def check_present(connection: sqlite3.Connection, path: str) -> None:
    """Refuse any schema but the present one: what is moved is moved column by column."""
    have = number(connection)
    if not have:
        raise ConfigurationError(f"{path} holds no memory")
    if have < PRESENT:
        raise ConfigurationError(
            f"{path} has schema {have}, {PRESENT} is needed: run `hindsight migrate` on it first"
        )
    if have > PRESENT:
        raise SchemaTooNew(
            f"{path} has schema {have}, this version handles {PRESENT}: upgrade hindsight-integrations"
        )


def check_version(connection: sqlite3.Connection, path: str, *, writing: bool) -> None:
    """Refuse a file whose schema is newer than this code can handle, and to read an empty one."""
    have = number(connection)
    if not have and not writing:
        raise ConfigurationError(f"{path} holds no memory yet: open it once without ?mode=ro")
    if have <= PRESENT:
        return
    reader, writer = connection.execute("SELECT oldest_reader, oldest_writer FROM store").fetchone()
    if (writer if writing else reader) > PRESENT:
        raise SchemaTooNew(
            f"{path} has schema {have}, this version handles {PRESENT}: "
            "upgrade hindsight-integrations, or open the file with ?mode=ro if that is allowed"
        )


def write_ahead(connection: sqlite3.Connection, deadline: Deadline) -> None:
    """Switch to write-ahead logging.

    Of several processes that make a file at the same moment, one can; SQLite refuses the
    others at once, whatever their busy timeout, and a moment later there is nothing to do.
    """
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL").close()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or deadline.passed:
                raise
            time.sleep(_AGAIN)
        else:
            return


def migrate(connection: sqlite3.Connection, path: str, *, allowed: bool) -> None:
    """Apply what is missing, inside the caller's write transaction."""
    check_ours(connection, path)
    check_version(connection, path, writing=True)
    have = number(connection)
    missing = {step: sql for step, sql in sorted(migrations().items()) if step > have}
    if not missing:
        return
    if not allowed:
        raise ConfigurationError(
            f"{path} has schema {have}, {PRESENT} is needed, and migrate=False: "
            "run `hindsight migrate URL`, or open it once with migrate=True"
        )
    for step, sql in missing.items():
        for statement in _statements(sql):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {step}")
    if not have:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("INSERT INTO store VALUES (1, 1, 1, ?)", (secrets.token_bytes(32),))


def _statements(sql: str) -> list[str]:
    """The script's statements; ``executescript`` would commit the caller's transaction."""
    statements, pending = [], ""
    for line in sql.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            statements.append(pending)
            pending = ""
    return statements


def check_model(
    connection: sqlite3.Connection, path: str, model: tuple[str, int] | None, *, keep: bool
) -> None:
    """Refuse vectors of different models in one file; remember the first model (``keep``)."""
    stored = connection.execute("SELECT model_id, dimensions FROM model").fetchone()
    if model is None or stored == model:
        return
    if stored is not None:
        raise ConfigurationError(
            f"{path} holds vectors of {stored[0]} ({stored[1]} dimensions), but the encoder is "
            f"{model[0]} ({model[1]} dimensions). Open it with the same encoder, or re-embed it: "
            "hindsight_integrations.reembed(url, embedder)"
        )
    if keep:
        connection.execute("INSERT INTO model VALUES (1, ?, ?)", model)
