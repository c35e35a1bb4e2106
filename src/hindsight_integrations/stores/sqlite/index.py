"""Vector search over the embedded store's own vectors; it writes no row."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from hindsight_integrations.ports import Clock, Deadline, Nearest, Vector
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Scope
from hindsight_integrations.stores.identity import Identity
from hindsight_integrations.stores.resident.cache import Cache, Resident
from hindsight_integrations.stores.resident.search import check_shape, nearest
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
        check_shape(query, self._dimensions)
        with self._connections.reading(deadline) as db, translating(self._connections.path):
            found = self._current(db, scope)
            if found is None:
                return Nearest([], {})
            number, resident = found
            now = self._clock()
            allowed = allowed_sequences(db, number, where, now)
            return nearest(resident, query, where, allowed, now, limit=limit, also=also)

    def _current(self, db: sqlite3.Connection, scope: Scope) -> tuple[int, Resident] | None:
        """The scope's number and the user in memory, at least as new as this snapshot."""
        row = db.execute(
            "SELECT scope, version FROM scopes WHERE hash = ?", (self._identity.scope(scope),)
        ).fetchone()
        if row is None or self._dimensions is None:
            return None
        number, version = row
        return number, self._cache.current(SqliteSource(db, number), number, version)
