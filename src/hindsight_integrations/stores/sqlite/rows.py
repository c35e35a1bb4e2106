"""Filters over the rows of a file as SQL, and the statements that write a record; it runs nothing but look-ups."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hindsight_integrations.queries import Where
from hindsight_integrations.records import SubjectPattern, Window
from hindsight_integrations.stores.mapping import COLUMNS, DERIVED, EDITED, compact, micros
from hindsight_integrations.stores.resident.columns import without_columns

INSERT = (
    f"INSERT INTO records ({', '.join(COLUMNS + DERIVED)}) "
    f"VALUES ({', '.join('?' * (len(COLUMNS) + len(DERIVED)))})"
)
UPDATE = (
    f"UPDATE records SET {', '.join(f'{name} = ?' for name in EDITED)} WHERE scope = ? AND id = ? "
    "AND (expires_at IS NULL OR expires_at > ?)"
)

Clause = tuple[str, list[Any]]
#: Records past their time to live are absent, whether or not upkeep has removed them.
ALIVE = "(expires_at IS NULL OR expires_at > ?)"

#: Up to this many values each have a place of their own in the statement, which is faster;
#: more are bound as one JSON list, so that no list is too long for a statement.
_SPELT_OUT = 16


def among(column: str, values: Iterable[str | int]) -> Clause:
    """``column`` is one of ``values``, however many. SQLite's JSON cuts text at a NUL, so such go apart."""
    listed = list(values)
    if len(listed) <= _SPELT_OUT:
        return f"{column} IN ({', '.join('?' * len(listed))})", list(listed)
    apart = [value for value in listed if isinstance(value, str) and "\0" in value]
    sql = f"{column} IN (SELECT value FROM json_each(?))"
    if not apart:
        return sql, [compact(listed)]
    rest = [value for value in listed if value not in apart]
    return f"({sql} OR {column} IN ({', '.join('?' * len(apart))}))", [compact(rest), *apart]


def latest_first(where: Where) -> str:
    """The order of what is found: the latest happened first, ties by sequence.

    Without statistics SQLite walks the index of this order through the whole scope sooner than
    it sorts a few rows; the plus keeps it from that where another index finds them.
    """
    found = where.ids is not None or where.subjects is not None or where.source_turns is not None
    return f"ORDER BY {'+' if found else ''}happened DESC, rid DESC"


def clause(where: Where, now: datetime) -> Clause:
    """``where`` as SQL over ``records`` beside a given scope; expired rows never match."""
    parts: list[Clause] = [(ALIVE, [micros(now)])]
    parts += _memberships(where) + _moments(where)
    return " AND ".join(sql for sql, _ in parts), [value for _, values in parts for value in values]


def _memberships(where: Where) -> list[Clause]:
    listed = {
        "id": where.ids,
        "status": where.statuses,
        "type": where.types,
        "tier": where.tiers,
        "source_turn": where.source_turns,
    }
    equal = {"session": where.session, "agent": where.agent, "event_type": where.event_type}
    parts = [among(name, values) for name, values in listed.items() if values is not None]
    parts += [(f"{name} = ?", [value]) for name, value in equal.items() if value is not None]
    if where.tags is not None:
        own, asked = among("own.value", where.tags)
        parts.append((f"EXISTS (SELECT 1 FROM json_each(tags) AS own WHERE {own})", asked))
    if where.subjects is not None:
        parts.append(_subjects(where.subjects))
    return parts


def _subjects(patterns: Sequence[SubjectPattern]) -> Clause:
    """Keys and prefixes as ranges; '/' is the character after '.'."""
    sql, values = [], []
    for pattern in patterns:
        if pattern.below:
            sql.append("(subject >= ? AND subject < ?)")
            values += [pattern.key + ".", pattern.key + "/"]
        else:
            sql.append("subject = ?")
            values.append(pattern.key)
    return f"({' OR '.join(sql) or '0'})", values


def _moments(where: Where) -> list[Clause]:
    parts: list[Clause] = []
    if where.within is not None:
        parts += _span(where.within)
    if where.valid_at is not None:
        at = micros(where.valid_at)
        parts.append(("valid_from <= ? AND (valid_to IS NULL OR valid_to > ?)", [at, at]))
    if where.known_at is not None:
        at = micros(where.known_at)
        parts.append(("created_at <= ? AND (retired_at IS NULL OR retired_at > ?)", [at, at]))
    return parts


def _span(window: Window) -> list[Clause]:
    parts: list[Clause] = []
    if window.start is not None:
        parts.append(("happened >= ?", [micros(window.start)]))
    if window.end is not None:
        parts.append(("happened < ?", [micros(window.end)]))
    return parts


def allowed_sequences(
    db: sqlite3.Connection, scope: int, where: Where, now: datetime
) -> NDArray[np.int64] | None:
    """The sequences that pass what only SQL can tell of ``where``; ``None`` if it asks nothing of it."""
    rest = without_columns(where)
    if rest is None:
        return None
    sql, values = clause(rest, now)
    query = f"SELECT rid & 4294967295 FROM records WHERE scope = ? AND {sql}"
    return np.array([n for (n,) in db.execute(query, [scope, *values])], np.int64)
