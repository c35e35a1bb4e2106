"""Drives what was erased out of the server's table files, as far as a client can; it erases nothing itself."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from contextlib import suppress

import psycopg
from psycopg import sql

from hindsight_integrations.errors import Unavailable
from hindsight_integrations.ports import Deadline
from hindsight_integrations.stores.connecting.connections import Connections

#: Tables that hold something of what people said.
_TABLES = (
    "records", "vectors", "vectors_next", "facets", "postings", "turns", "turn_ids", "transcripts",
    "sessions", "scopes", "working", "mentions",
)  # fmt: skip
_SIZE = (
    "SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint FROM pg_class AS c "
    "WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')"
)


def scrubbed(
    connections: Connections, deadline: Deadline, *, whole: bool, small: int
) -> Mapping[str, bool]:
    """By place, whether it is clean now.

    A deleted row stays in its page until VACUUM, and the bytes it had stay in the page's free
    space until another row takes them: only VACUUM FULL (``whole``), which locks each table
    while it copies it, leaves none. A plain VACUUM is run where the memory is no larger than
    ``small`` bytes; else autovacuum comes in its own time. What the write-ahead log holds
    is out of a client's reach: the server overwrites it in time, an archive of it keeps it.
    """
    clean = {"free space": False, "write-ahead log": False}
    try:
        with connections.reading(deadline) as db:
            size = db.rows(_SIZE)[0][0]
        if whole or size <= small:
            clean["free space"] = _vacuumed(connections, deadline, full=whole) and whole
    except Unavailable:  # somebody reads, or the time is over: it stays pending
        return clean
    return clean


def _vacuumed(connections: Connections, deadline: Deadline, *, full: bool) -> bool:
    """Run VACUUM; False if the server passed a table over (it says so in a warning)."""
    warnings: list[str] = []

    def warned(notice: psycopg.errors.Diagnostic) -> None:
        if notice.severity_nonlocalized == "WARNING":
            warnings.append(notice.sqlstate or "")

    schema = connections.address.schema
    tables = sql.SQL(", ").join(sql.Identifier(schema, name) for name in _TABLES)
    with connections.outside(deadline) as connection:
        connection.add_notice_handler(warned)
        # VACUUM runs in no transaction, so no setting of one can bound its time.
        guard = threading.Timer(deadline.remaining, _stop, (connection,))
        guard.start()
        try:
            how = "VACUUM FULL " if full else "VACUUM "
            connection.execute(sql.SQL(how) + tables, prepare=False)
        finally:
            guard.cancel()
            connection.remove_notice_handler(warned)
    return not warnings


def _stop(connection: psycopg.Connection[object]) -> None:
    with suppress(psycopg.Error):
        connection.cancel()
