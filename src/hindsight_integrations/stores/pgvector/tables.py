"""Makes the table of points, or checks that one is ours and of the right model; it knows no filter."""

from __future__ import annotations

import time
from dataclasses import replace

from hindsight_integrations.errors import ConfigurationError, SchemaTooNew, Unavailable
from hindsight_integrations.ports import Deadline
from hindsight_integrations.stores.connecting.connections import Connections
from hindsight_integrations.stores.connecting.session import Session
from hindsight_integrations.stores.pgvector.filters import COLUMNS
from hindsight_integrations.stores.pgvector.place import Place

#: The shape of the tables that this code makes and reads.
PRESENT = 1
#: Filtered searches that go on until they have enough came with 0.8, halves with 0.7.
_OLDEST = (0, 8)
#: The longest vector of halves that pgvector's graph takes; longer ones are compared one by one.
LONGEST = 4_000
#: The first half of the key of the lock under which the tables are made or changed ("HIVE").
_LOCK = 0x48495645
#: Seconds between two tries to reach a server that is starting: at first, and at most.
_PAUSE, _LONGEST_PAUSE = 0.1, 2.0
#: The part of a page that is filled at first: what changes then stays beside what it was, and
#: its vector is not put into the graph again.
_FILL = 80


def ready(
    connections: Connections,
    place: Place,
    model: tuple[str, int],
    deadline: Deadline,
    *,
    create: bool,
) -> tuple[Place, bool]:
    """Wait for the server, then make the tables or check them; where they are, and whether they are new."""
    _await(connections, deadline)
    extension = _extension(connections, place, deadline, create=create)
    found = replace(place, extension=extension)
    connections.address = found
    with connections.reading(deadline) as db:
        there = _there(db, found)
    made = not there and create and _made(connections, found, model, deadline)
    with connections.reading(deadline) as db:
        _check(db, found, model)
    return found, made


def gone(connections: Connections, place: Place, deadline: Deadline) -> None:
    """Remove the tables, if they are there; a table of another program is left alone."""
    with connections.writing(deadline) as db:
        _lock(db, place.points)
        _there(db, place)
        db.script(f"DROP TABLE IF EXISTS {place.points}, {place.about}")


def missing(place: Place) -> ConfigurationError:
    """What is said of tables that are not there."""
    return ConfigurationError(
        f"{place.where} is not there: make it and fill it with `hindsight reindex`"
    )


def _await(connections: Connections, deadline: Deadline) -> None:
    pause = _PAUSE
    while True:
        try:
            with connections.reading(deadline):
                return
        except Unavailable:
            if connections.closed or deadline.remaining <= pause:
                raise
        time.sleep(pause)
        pause = min(2 * pause, _LONGEST_PAUSE)


def _extension(connections: Connections, place: Place, deadline: Deadline, *, create: bool) -> str:
    """The schema that pgvector is in; it is put into the database if that is missing and allowed."""
    with connections.reading(deadline) as db:
        known = _installed(db)
        offered = db.row("SELECT 1 FROM pg_available_extensions WHERE name = 'vector'")
    if known is None and offered is None:
        raise ConfigurationError(
            f"{place.where}: this server has no pgvector; install the package for its version"
        )
    if known is None and create:
        with connections.writing(deadline) as db:
            _lock(db, "extension")
            db.script("CREATE EXTENSION IF NOT EXISTS vector SCHEMA public")
            known = _installed(db)
    if known is None:
        raise missing(place)
    schema, version = known
    numbers = tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
    if numbers < _OLDEST:
        raise ConfigurationError(
            f"{place.where}: pgvector is {version}, 0.8 is needed: ALTER EXTENSION vector UPDATE"
        )
    return schema


def _installed(db: Session) -> tuple[str, str] | None:
    row = db.row(
        "SELECT n.nspname::text, e.extversion FROM pg_extension AS e "
        "JOIN pg_namespace AS n ON n.oid = e.extnamespace WHERE e.extname = 'vector'"
    )
    return None if row is None else (row[0], row[1])


def _there(db: Session, place: Place) -> bool:
    """Whether both tables are there; that of the points alone is somebody else's."""
    # Of pg_class itself: to_regclass may not know yet what another process made since we began.
    rows = db.rows(
        "SELECT c.relname::text FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace "
        "WHERE n.nspname = %s AND c.relname = ANY(%s::text[])",
        (place.schema, [place.table, f"{place.table}_about"]),
    )
    found = [(name,) in rows for name in (place.table, f"{place.table}_about")]
    if found == [True, False]:
        raise ConfigurationError(
            f"{place.where} is a table of another program's: name another one with ?table="
        )
    return all(found)


def _made(
    connections: Connections, place: Place, model: tuple[str, int], deadline: Deadline
) -> bool:
    with connections.writing(deadline) as db:
        _lock(db, place.points)
        if _there(db, place):  # another process was here first
            return False
        if db.row("SELECT 1 FROM pg_namespace WHERE nspname = %s", (place.schema,)) is None:
            db.run(f"CREATE SCHEMA IF NOT EXISTS {place.schema}")
        db.script(_tables(place, model[1]))
        db.run(f"INSERT INTO {place.about} VALUES (1, %s, %s, %s)", (PRESENT, *model))
    return True


def _tables(place: Place, dimensions: int) -> str:
    """The tables as SQL. Halves lose nothing: the record store itself keeps vectors as halves."""
    columns = ", ".join(
        f"{name} {kind}" + (' COLLATE "C"' if kind.startswith("text") else "")
        for name, kind in COLUMNS.items()
    )
    graph = (
        f"CREATE INDEX ON {place.points} USING hnsw (embedding halfvec_cosine_ops)"
        if dimensions <= LONGEST
        else ""
    )
    return (
        f"DROP TABLE IF EXISTS {place.about};"
        f"CREATE TABLE {place.points} ({columns}, embedding halfvec({dimensions}) NOT NULL, "
        f"PRIMARY KEY (key)) WITH (fillfactor = {_FILL});"
        f"CREATE INDEX ON {place.points} (wall);"
        f"CREATE TABLE {place.about} (one integer PRIMARY KEY CHECK (one = 1), "
        f"number integer NOT NULL, model text NOT NULL, dimensions integer NOT NULL);"
        f"{graph}"
    )


def _check(db: Session, place: Place, model: tuple[str, int]) -> None:
    if not _there(db, place):
        raise missing(place)
    row = db.row(f"SELECT number, model, dimensions FROM {place.about}")
    if row is None:
        raise missing(place)
    if row[0] > PRESENT:
        raise SchemaTooNew(
            f"{place.where} has shape {row[0]}, this version handles {PRESENT}: "
            "upgrade hindsight-integrations"
        )
    if tuple(row[1:]) != model:
        raise ConfigurationError(
            f"{place.where} holds vectors of {row[1]} ({row[2]} dimensions), the encoder is "
            f"{model[0]} ({model[1]} dimensions): make it anew with `hindsight reindex`"
        )


def _lock(db: Session, what: str) -> None:
    """One process at a time; the lock ends with the transaction, so a pooler does not lose it."""
    db.run("SELECT pg_advisory_xact_lock(%s::int, hashtext(%s))", (_LOCK, what))
