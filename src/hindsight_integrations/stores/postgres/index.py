"""Vector search over the vectors on the server, in memory and current to its snapshot; it writes no row."""

from __future__ import annotations

from collections.abc import Sequence

from hindsight_integrations.ports import Deadline, Nearest, Vector
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Scope
from hindsight_integrations.stores.connecting.connections import Connections
from hindsight_integrations.stores.connecting.failures import translating
from hindsight_integrations.stores.postgres.reader import PostgresReader, Setting
from hindsight_integrations.stores.resident.search import check_shape


class PostgresVectorIndex:
    """A :class:`~hindsight_integrations.ports.VectorIndex` over the vectors beside the records."""

    def __init__(
        self, connections: Connections, setting: Setting, *, dimensions: int | None
    ) -> None:
        self._connections = connections
        self._setting = setting
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
        first = self._setting.opening(scope)
        with (
            self._connections.reading(deadline, first) as db,
            translating(self._connections.where),
        ):
            reader = PostgresReader(db, scope, self._setting)
            if self._dimensions is None:
                return Nearest([], {})
            return reader.near(query, where, limit=limit, also=also)
