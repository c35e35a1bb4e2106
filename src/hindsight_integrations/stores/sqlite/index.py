"""Vector search over the embedded store: keeps scopes resident and current; it writes no row."""

from __future__ import annotations

import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ...answers import Hit
from ...errors import InvalidInput
from ...ports import Clock, Deadline, Vector
from ...queries import Where
from ...records import Scope
from ...settings import StoreSettings
from .connections import Connections
from .failures import translating
from .resident import COLUMNS, Resident, Sizes
from .rows import SHIFT, clause, compact

_COLUMNS = ", ".join(f"r.{name}" for name in COLUMNS)
_ROWS = f"SELECT r.rid, r.id, {_COLUMNS}, v.vector FROM records AS r JOIN vectors AS v ON v.rid = r.rid "
#: Rows that are read at a time: bounds the memory that a first look at a large scope takes.
_BATCH = 5000


class SqliteVectorIndex:
    """A :class:`~hindsight_integrations.ports.VectorIndex` over the store's own vectors.

    A scope is read into memory when it is first asked, and brought up to date by what changed
    since; the least recently asked scopes leave when ``resident_bytes`` is reached.
    """

    def __init__(
        self,
        connections: Connections,
        clock: Clock,
        settings: StoreSettings,
        dimensions: int | None,
    ) -> None:
        self._connections = connections
        self._clock = clock
        self._sizes = Sizes(settings.coarse_above, settings.coarse_keep)
        self._limit = settings.resident_bytes
        self._dimensions = dimensions
        self._scopes: OrderedDict[int, Resident] = OrderedDict()
        self._guard = threading.Lock()

    def search(
        self, scope: Scope, query: Vector, where: Where, *, limit: int, deadline: Deadline
    ) -> list[Hit]:
        self._check(query)
        with self._connections.reading(deadline) as db, translating(self._connections.path):
            found = self._current(db, scope)
            if found is None:
                return []
            number, resident = found
            allowed = self._allowed(db, number, where)
        best = resident.search(query, where, allowed, self._clock(), limit)
        return [Hit(id, score) for id, score in best]

    def similarity(
        self, scope: Scope, query: Vector, ids: Sequence[str], *, deadline: Deadline
    ) -> dict[str, float]:
        self._check(query)
        with self._connections.reading(deadline) as db, translating(self._connections.path):
            found = self._current(db, scope)
            if found is None:
                return {}
            number, resident = found
            rows = db.execute(
                "SELECT rid, id FROM records WHERE scope = ? "
                "AND id IN (SELECT value FROM json_each(?))",
                (number, compact(list(ids))),
            )
            names = {rid & 0xFFFFFFFF: id for rid, id in rows}
        cosines = resident.similarity(query, list(names))
        return {names[n]: score for n, score in cosines.items()}

    def forget_all(self) -> None:
        """Drop everything resident (it is read again when asked for)."""
        with self._guard:
            self._scopes.clear()

    @property
    def resident_bytes(self) -> int:
        return sum(resident.size for resident in self._scopes.values())

    def after_fork(self) -> None:
        """Replace locks that another thread of the parent may have held."""
        self._guard = threading.Lock()
        self._scopes = OrderedDict()

    def _check(self, query: Vector) -> None:
        if self._dimensions is not None and query.shape != (self._dimensions,):
            raise InvalidInput(
                f"the query vector has shape {query.shape}, "
                f"the store's vectors have {self._dimensions} dimensions"
            )

    def _current(self, db: sqlite3.Connection, scope: Scope) -> tuple[int, Resident] | None:
        """The scope's number and its vectors, at least as new as this snapshot."""
        row = db.execute(
            "SELECT scope, version FROM scopes WHERE tenant = ? AND user = ?", scope.wall
        ).fetchone()
        if row is None or self._dimensions is None:
            return None
        number, version = row
        resident = self._resident(number)
        with resident.guard:
            if resident.version < version:
                self._refresh(db, number, resident)
                resident.version = version
        self._evict(number)
        return number, resident

    def _resident(self, number: int) -> Resident:
        assert self._dimensions is not None
        with self._guard:
            resident = self._scopes.get(number)
            if resident is None:
                resident = self._scopes[number] = Resident(self._dimensions, self._sizes)
            self._scopes.move_to_end(number)
        return resident

    def _refresh(self, db: sqlite3.Connection, number: int, resident: Resident) -> None:
        if resident.version < 0:
            size = db.execute("SELECT records FROM scopes WHERE scope = ?", (number,)).fetchone()[0]
            resident.reserve(size)
            first = number << SHIFT
            sql, values = "WHERE r.rid BETWEEN ? AND ? ORDER BY r.rid", (first, first | 0xFFFFFFFF)
        else:
            sql = "WHERE r.scope = ? AND r.version > ? ORDER BY r.rid"
            values = (number, resident.version)
            gone = db.execute(
                "SELECT n FROM erased WHERE scope = ? AND version > ?", values
            ).fetchall()
            if gone:
                resident.drop([n for (n,) in gone])
        cursor = db.execute(_ROWS + sql, values)
        while rows := cursor.fetchmany(_BATCH):
            resident.take(rows, [row[-1] for row in rows])

    def _evict(self, present: int) -> None:
        """Let the least recently asked scopes go until the rest fits; the present one stays."""
        with self._guard:
            total = self.resident_bytes
            while total > self._limit and len(self._scopes) > 1:
                number, resident = next(iter(self._scopes.items()))
                if number == present:
                    break
                del self._scopes[number]
                total -= resident.size

    def _allowed(
        self, db: sqlite3.Connection, number: int, where: Where
    ) -> NDArray[np.int64] | None:
        """The sequences that pass what only SQL can tell; ``None`` if nothing is asked of it."""
        rest = Where(
            ids=where.ids,
            subjects=where.subjects,
            tags=where.tags,
            session=where.session,
            agent=where.agent,
            event_type=where.event_type,
            source_turns=where.source_turns,
        )
        if rest.empty:
            return None
        sql, values = clause(rest, self._clock())
        rows = db.execute(
            f"SELECT rid FROM records WHERE scope = ? AND {sql}", [number, *values]
        ).fetchall()
        return np.array([rid & 0xFFFFFFFF for (rid,) in rows], np.int64)
