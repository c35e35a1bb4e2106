"""Reads one user's rows for the cache, inside a transaction somebody else opened; it keeps nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hindsight_integrations.stores.connecting.session import Session
from hindsight_integrations.stores.mapping import SEQUENCE, SHIFT
from hindsight_integrations.stores.postgres.schema import check_model

#: What the columns take of a row (``resident.columns.ROW``), in their order.
_SELECTED = (
    "r.rid & 4294967295", "r.id", "r.status", "r.type", "r.tier", "r.happened", "r.confirmed_at",
    "r.valid_from", "r.valid_to", "r.created_at", "r.retired_at", "r.expires_at", "r.confidence",
    "r.importance", "r.access_count", "r.pinned", "r.contradicted_by IS NOT NULL",
    "r.helpful IS FALSE", "r.length", "r.status_reason", "r.said", "r.speaker",
)  # fmt: skip
_ROWS = (
    f"SELECT {', '.join(_SELECTED)}, v.vector "
    "FROM records AS r LEFT JOIN vectors AS v ON v.rid = r.rid "
)
_BARE = f"SELECT {', '.join(_SELECTED)}, NULL FROM records AS r "
#: Rows that are read at a time: bounds what a first look at a large scope takes beside the result.
_BATCH = 5000


@dataclass(frozen=True, slots=True)
class PostgresSource:
    """A :class:`~hindsight_integrations.stores.resident.cache.Source` over one transaction."""

    db: Session
    number: int
    count: int
    model: tuple[str, int] | None
    where: str

    def check_model(self, model: tuple[str, int]) -> None:
        check_model(self.model, model, self.where)

    def records(self) -> int:
        return self.count

    def rows(self, since: int, *, vectors: bool) -> Iterator[Sequence[Sequence[Any]]]:
        first, read = self.number << SHIFT, _ROWS if vectors else _BARE
        while True:
            sql, values = self._span(first, since)
            rows = self.db.rows(f"{read}{sql} ORDER BY r.rid LIMIT {_BATCH}", values)
            if rows:
                yield rows
            if len(rows) < _BATCH:
                return
            first = (self.number << SHIFT) + rows[-1][0] + 1

    def _span(self, first: int, since: int) -> tuple[str, tuple[int, ...]]:
        if since < 0:
            return "WHERE r.rid BETWEEN %s AND %s", (first, (self.number << SHIFT) | SEQUENCE)
        sql = "WHERE r.scope = %s AND r.version > %s AND r.rid >= %s"
        return sql, (self.number, since, first)

    def gone(self, since: int) -> Iterable[int]:
        rows = self.db.rows(
            "SELECT n FROM erased WHERE scope = %s AND version > %s", (self.number, since)
        )
        return [n for (n,) in rows]
