"""Vector search over the embedded store's own vectors; it writes no row."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from datetime import datetime

from hindsight_integrations.answers import Hit
from hindsight_integrations.blas import one_thread
from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.ports import Clock, Deadline, Nearest, Vector
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Scope
from hindsight_integrations.stores.identity import Identity
from hindsight_integrations.stores.resident.cache import Cache, Resident
from hindsight_integrations.stores.resident.columns import Mask
from hindsight_integrations.stores.sqlite.connections import Connections
from hindsight_integrations.stores.sqlite.failures import translating
from hindsight_integrations.stores.sqlite.rows import allowed_sequences
from hindsight_integrations.stores.sqlite.source import SqliteSource


class SqliteVectorIndex:
    """A :class:`~hindsight_integrations.ports.VectorIndex` over the vectors in the file."""

    def __init__(
        self,
        connections: Connections,
        *,
        identity: Identity,
        cache: Cache,
        clock: Clock,
        dimensions: int | None,
    ) -> None:
        self._identity = identity
        self._connections = connections
        self._cache = cache
        self._clock = clock
        self._dimensions = dimensions

    def search(
        self,
        scope: Scope,
        query: Vector,
        where: Where,
        *,
        limit: int,
        also: Sequence[str] = (),
        deadline: Deadline,
    ) -> Nearest:
        self._check(query)
        with self._connections.reading(deadline) as db, translating(self._connections.path):
            found = self._current(db, scope)
            if found is None:
                return Nearest([], {})
            number, resident = found
            now = self._clock()
            allowed = allowed_sequences(db, number, where, now)
            with resident.guard, one_thread():
                mask = resident.columns.mask(where, allowed, now)
                near = _hits(resident, query, mask, limit)
                return Nearest(near, _cosines(resident, query, also, now))

    def _check(self, query: Vector) -> None:
        if self._dimensions is not None and query.shape != (self._dimensions,):
            raise InvalidInput(
                f"the query vector has shape {query.shape}, "
                f"the store's vectors have {self._dimensions} dimensions"
            )

    def _current(self, db: sqlite3.Connection, scope: Scope) -> tuple[int, Resident] | None:
        """The scope's number and the user in memory, at least as new as this snapshot."""
        row = db.execute(
            "SELECT scope, version FROM scopes WHERE hash = ?", (self._identity.scope(scope),)
        ).fetchone()
        if row is None or self._dimensions is None:
            return None
        number, version = row
        return number, self._cache.current(SqliteSource(db, number), number, version)


def _hits(resident: Resident, query: Vector, mask: Mask, limit: int) -> list[Hit]:
    assert resident.vectors is not None
    places, scores = resident.vectors.nearest(query, mask, limit)
    ids = resident.columns.ids
    return [Hit(ids[p], s) for p, s in zip(places.tolist(), scores.tolist(), strict=True)]


def _cosines(
    resident: Resident, query: Vector, ids: Sequence[str], now: datetime
) -> dict[str, float]:
    columns, vectors = resident.columns, resident.vectors
    assert vectors is not None
    places = columns.living(columns.places_of(ids), now)
    places = places[vectors.present(places)]
    names = [columns.ids[place] for place in places.tolist()]
    return dict(zip(names, vectors.cosines(query, places).tolist(), strict=True))
