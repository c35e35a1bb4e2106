"""Keeps users' columns and vectors in memory, current to the version of the transaction that asks."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field

from hindsight_integrations.settings import StoreSettings
from hindsight_integrations.stores.sqlite.columns import SELECTED, Columns
from hindsight_integrations.stores.sqlite.rows import SHIFT
from hindsight_integrations.stores.sqlite.schema import check_model
from hindsight_integrations.stores.sqlite.vectors import Sizes, Vectors

_ROWS = (
    f"SELECT {', '.join(SELECTED)}, v.vector "
    "FROM records AS r LEFT JOIN vectors AS v ON v.rid = r.rid "
)
#: Rows that are read at a time: bounds what a first look at a large scope takes beside the result.
_BATCH = 5000


@dataclass
class Resident:
    """One user in memory."""

    columns: Columns
    vectors: Vectors | None
    guard: threading.Lock = field(default_factory=threading.Lock)
    #: The bytes that the cache has counted for this user.
    counted: int = 0

    @property
    def size(self) -> int:
        return self.columns.size + (0 if self.vectors is None else self.vectors.size)


class Cache:
    """The users that were asked last, up to ``resident_bytes``.

    A user is read whole when first asked, then brought up to date by what changed since.
    What it shows is what the record store holds at that version, no earlier and no later
    than the asking transaction needs; only access counts may lag.
    """

    def __init__(self, settings: StoreSettings, model: tuple[str, int] | None) -> None:
        self._sizes = Sizes(settings.coarse_above, settings.coarse_keep, settings.halved_above)
        self._limit = settings.resident_bytes
        self._model = model
        self._scopes: OrderedDict[int, Resident] = OrderedDict()
        self._guard = threading.Lock()
        self._total = 0
        self._pid = os.getpid()

    def current(self, db: sqlite3.Connection, number: int, version: int) -> Resident:
        """The user of this scope number, at least as new as ``version``."""
        self._see_fork()
        resident = self._resident(number)
        with resident.guard:
            if resident.columns.version < version:
                self._refresh(db, number, resident)
                resident.columns.version = version
                self._count(number, resident)
        return resident

    def apart(self, db: sqlite3.Connection, number: int) -> Resident:
        """The user as ``db`` sees it now, read for this caller alone."""
        resident = self._empty()
        if number:
            self._refresh(db, number, resident)
        return resident

    def touch(self, number: int, counts: Mapping[str, int]) -> None:
        """Add to the access counts of a user who is here."""
        self._see_fork()
        resident = self._scopes.get(number)
        if resident is not None:
            with resident.guard:
                resident.columns.touch(counts)

    def clear(self) -> None:
        """Let everybody go."""
        with self._guard:
            self._scopes.clear()
            self._total = 0

    def _see_fork(self) -> None:
        """In a child, start afresh: another thread of the parent may have held the locks."""
        if self._pid == os.getpid():
            return
        self._pid = os.getpid()
        self._guard = threading.Lock()
        self._scopes = OrderedDict()
        self._total = 0

    @property
    def size(self) -> int:
        """Bytes held."""
        return self._total

    def _resident(self, number: int) -> Resident:
        with self._guard:
            resident = self._scopes.get(number)
            if resident is None:
                resident = self._scopes[number] = self._empty()
            self._scopes.move_to_end(number)
        return resident

    def _empty(self) -> Resident:
        vectors = None if self._model is None else Vectors(self._model[1], self._sizes)
        return Resident(Columns(), vectors)

    def _refresh(self, db: sqlite3.Connection, number: int, resident: Resident) -> None:
        columns = resident.columns
        if self._model is not None:
            check_model(db, "the file", self._model, keep=False)  # it may be re-embedded by now
        if columns.version < 0:
            (records,) = db.execute(
                "SELECT records FROM scopes WHERE scope = ?", (number,)
            ).fetchone()
            self._reserve(resident, records)
            first = number << SHIFT
            sql, values = "WHERE r.rid BETWEEN ? AND ? ORDER BY r.rid", (first, first | 0xFFFFFFFF)
        else:
            sql = "WHERE r.scope = ? AND r.version > ? ORDER BY r.rid"
            values = (number, columns.version)
            self._drop(db, resident, values)
        cursor = db.execute(_ROWS + sql, values)
        while rows := cursor.fetchmany(_BATCH):
            self._reserve(resident, columns.count + len(rows))
            places = columns.take(rows)
            if resident.vectors is not None:
                resident.vectors.put(places, [row[-1] for row in rows])

    @staticmethod
    def _reserve(resident: Resident, rows: int) -> None:
        if resident.vectors is not None:
            resident.vectors.reserve(resident.columns.count, rows)
        resident.columns.reserve(rows)

    @staticmethod
    def _drop(db: sqlite3.Connection, resident: Resident, since: tuple[int, int]) -> None:
        gone = db.execute("SELECT n FROM erased WHERE scope = ? AND version > ?", since).fetchall()
        if gone:
            places = resident.columns.drop(n for (n,) in gone)
            if resident.vectors is not None:
                resident.vectors.blank(places)

    def _count(self, present: int, resident: Resident) -> None:
        """Count what the user grew by; the least recently asked go until the rest fits."""
        with self._guard:
            if self._scopes.get(present) is not resident:
                return
            self._total += resident.size - resident.counted
            resident.counted = resident.size
            while self._total > self._limit and len(self._scopes) > 1:
                number, oldest = next(iter(self._scopes.items()))
                if number == present:
                    break
                del self._scopes[number]
                self._total -= oldest.counted
