"""An outside index in a table of PostgreSQL with pgvector 0.8 or later; it knows no record store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hindsight_integrations.errors import ConfigurationError
from hindsight_integrations.ports import Deadline, Held, Page, Point, Vector
from hindsight_integrations.queries import Where
from hindsight_integrations.stores.connecting.connections import Connections
from hindsight_integrations.stores.connecting.session import Session
from hindsight_integrations.stores.pgvector import filters, tables
from hindsight_integrations.stores.pgvector.place import Place, place

#: How many neighbours the graph keeps in sight for each that is asked for, and at least and at
#: most (the most is pgvector's).
_SIGHT, _LEAST, _MOST = 2, 100, 1_000
#: Up to here points are counted, beyond they are estimated.
_COUNTED = 100_000
#: Points in one statement's batch.
_BATCH = 500
#: What codes of the server's mean here.
_MEANINGS = dict.fromkeys(
    ("42P01", "3F000", "42704"),
    (ConfigurationError, "is not there: make it and fill it with `hindsight reindex`"),
) | {
    "22000": (
        ConfigurationError,
        "holds vectors of another length: make it anew with `hindsight reindex`",
    ),
}


class PgvectorIndex:
    """An :class:`~hindsight_integrations.ports.OutsideIndex` in one table; made by :func:`from_url`."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._connections = Connections(place, _MEANINGS)

    @property
    def name(self) -> str:
        return self._place.where

    def open(self, model: tuple[str, int], deadline: Deadline, *, create: bool) -> bool:
        self._place, made = tables.ready(
            self._connections, self._place, model, deadline, create=create
        )
        return made

    def put(self, points: Sequence[Point], deadline: Deadline) -> None:
        own = sorted({point.key: point for point in points}.values(), key=lambda point: point.key)
        with self._connections.writing(deadline) as db:
            for start in range(0, len(own), _BATCH):
                rows = [filters.row(point) for point in own[start : start + _BATCH]]
                db.many(_upsert(self._place), rows)

    def drop(self, keys: Sequence[str], deadline: Deadline) -> None:
        with self._connections.writing(deadline) as db:
            db.run(
                f"DELETE FROM {self._place.points} WHERE key = ANY(%s::text[]::uuid[])",
                (sorted(keys),),
            )

    def nearest(
        self,
        wall: str,
        query: Vector,
        where: Where,
        now: int,
        *,
        limit: int,
        deadline: Deadline,
    ) -> list[str]:
        condition, values = filters.conditions(wall, where, now)
        asked = (_search(self._place, condition), [filters.written(query), *values, limit])
        with self._connections.reading(deadline, _scanning(limit)) as db:
            found = db.rows(*asked)
            if len(found) < limit:
                # The graph may have ended its search early; without it every row of the user is
                # compared. PostgreSQL takes this way by itself where a user has few.
                db.script("SELECT set_config('enable_indexscan', 'off', true)")
                found = db.rows(*asked)
        return [id for (id,) in found]

    def versions(self, keys: Sequence[str], deadline: Deadline) -> dict[str, int]:
        with self._connections.reading(deadline) as db:
            rows = db.rows(
                f"SELECT key::text, version FROM {self._place.points} "
                "WHERE key = ANY(%s::text[]::uuid[])",
                (list(keys),),
            )
        return dict(rows)

    def held(self, after: str | None, limit: int, deadline: Deadline) -> Page:
        with self._connections.reading(deadline) as db:
            rows = db.rows(
                "SELECT key::text, replace(wall::text, '-', ''), id, version "
                f"FROM {self._place.points} WHERE %s::text IS NULL OR key > %s::text::uuid "
                "ORDER BY key LIMIT %s",
                (after, after, limit + 1),
            )
        page = [Held(*row) for row in rows[:limit]]
        return Page(page, page[-1].key if len(rows) > limit else None)

    def clear(self, deadline: Deadline) -> None:
        tables.gone(self._connections, self._place, deadline)

    def health(self, deadline: Deadline) -> Mapping[str, Any]:
        with self._connections.reading(deadline) as db:
            points = _count(db, self._place)
            ((version,),) = db.rows(
                "SELECT current_setting('server_version') || ', pgvector ' || "
                "max(extversion) FROM pg_extension WHERE extname = 'vector'"
            )
        return {"kind": "pgvector", "place": self.name, "version": version, "points": points}

    def close(self) -> None:
        self._connections.close()


def from_url(url: str) -> PgvectorIndex:
    """An index for a ``pgvector:`` URL; nothing is reached before it is opened.

    ``pgvector://user:password@host:5432/database?schema=hindsight&table=points``; the other
    options are those of a ``postgresql:`` URL. Raises :class:`ConfigurationError` for a URL that
    names no such place.
    """
    return PgvectorIndex(place(url))


def _upsert(place: Place) -> str:
    """A point in place of the one of its key, unless that one is newer."""
    names = [*filters.COLUMNS, "embedding"]
    kinds = [*filters.COLUMNS.values(), "halfvec"]
    values = ", ".join(f"%s::{'text::' if kind == 'uuid' else ''}{kind}" for kind in kinds)
    changes = ", ".join(f"{name} = excluded.{name}" for name in names if name != "key")
    return (
        f"INSERT INTO {place.points} AS known ({', '.join(names)}) VALUES ({values}) "
        f"ON CONFLICT (key) DO UPDATE SET {changes} WHERE known.version <= excluded.version"
    )


def _search(place: Place, condition: str) -> str:
    """The nearest first. Outside, the order is made exact again: the graph gives it nearly so."""
    return (
        "WITH asked AS MATERIALIZED (SELECT %s::halfvec AS vector), "
        f"found AS MATERIALIZED (SELECT id, embedding <=> (SELECT vector FROM asked) AS distance "
        f"FROM {place.points} WHERE {condition} ORDER BY distance LIMIT %s) "
        "SELECT id FROM found ORDER BY distance + 0"
    )


def _scanning(limit: int) -> str:
    """The settings of one search: go on until there are enough, and plan for this user's share."""
    sight = min(_MOST, max(_LEAST, _SIGHT * limit))
    return (
        f"SELECT set_config('hnsw.ef_search', '{sight}', true), "
        "set_config('hnsw.iterative_scan', 'relaxed_order', true), "
        "set_config('plan_cache_mode', 'force_custom_plan', true)"
    )


def _count(db: Session, place: Place) -> int:
    """How many points there are: exactly, if they are not too many to count."""
    ((some,),) = db.rows(
        f"SELECT count(*) FROM (SELECT 1 FROM {place.points} LIMIT {_COUNTED + 1}) AS counted"
    )
    if some <= _COUNTED:
        return int(some)
    ((about,),) = db.rows(
        "SELECT reltuples::bigint FROM pg_class WHERE oid = to_regclass(%s)", (place.points,)
    )
    return max(int(about), int(some))
