"""Reads one user's rows for the cache, inside a transaction somebody else opened; it keeps nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hindsight_integrations.stores.mapping import SEQUENCE, SHIFT
from hindsight_integrations.stores.sqlite.schema import check_model

#: What the columns take of a row (``resident.columns.ROW``), in their order.
_SELECTED = (
    "r.rid & 4294967295", "r.id", "r.status", "r.type", "r.tier", "r.happened", "r.confirmed_at",
    "r.valid_from", "r.valid_to", "r.created_at", "r.retired_at", "r.expires_at", "r.confidence",
    "r.importance", "r.access_count", "r.pinned", "r.contradicted_by IS NOT NULL",
    "r.helpful IS 0", "r.length", "r.status_reason", "r.said",
    ("CASE WHEN r.type = 'utterance' THEN coalesce(json_extract(r.payload, '$.name'), "
     "'<' || json_extract(r.payload, '$.role') || '>', '') ELSE '' END"),
)  # fmt: skip
_ROWS = (
    f"SELECT {', '.join(_SELECTED)}, v.vector "
    "FROM records AS r LEFT JOIN vectors AS v ON v.rid = r.rid "
)
_BARE = f"SELECT {', '.join(_SELECTED)}, NULL FROM records AS r "
#: Rows that are read at a time: bounds what a first look at a large scope takes beside the result.
_BATCH = 5000


@dataclass(frozen=True, slots=True)
class SqliteSource:
    """A :class:`~hindsight_integrations.stores.resident.cache.Source` over one transaction."""

    db: sqlite3.Connection
    number: int

    def check_model(self, model: tuple[str, int]) -> None:
        check_model(self.db, "the file", model, keep=False)

    def records(self) -> int:
        row = self.db.execute("SELECT records FROM scopes WHERE scope = ?", (self.number,))
        return int(row.fetchone()[0])

    def rows(self, since: int, *, vectors: bool) -> Iterator[Sequence[Sequence[Any]]]:
        if since < 0:
            first = self.number << SHIFT
            sql, values = "WHERE r.rid BETWEEN ? AND ? ORDER BY r.rid", (first, first | SEQUENCE)
        else:
            sql, values = "WHERE r.scope = ? AND r.version > ? ORDER BY r.rid", (self.number, since)
        cursor = self.db.execute((_ROWS if vectors else _BARE) + sql, values)
        while rows := cursor.fetchmany(_BATCH):
            yield rows

    def gone(self, since: int) -> Iterable[int]:
        rows = self.db.execute(
            "SELECT n FROM erased WHERE scope = ? AND version > ?", (self.number, since)
        )
        return [n for (n,) in rows]
