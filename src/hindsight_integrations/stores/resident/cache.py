"""Keeps users' columns and vectors in memory, current to the version of the transaction that asks."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from hindsight_integrations.settings import StoreSettings
from hindsight_integrations.stores.resident.columns import Columns
from hindsight_integrations.stores.resident.vectors import Sizes, Vectors


class Source(Protocol):
    """One user's rows, as the transaction that asks sees them."""

    def check_model(self, model: tuple[str, int]) -> None:
        """Raise if the vectors are no longer this model's: they may have been made anew."""
        ...

    def records(self) -> int:
        """About how many records there are, so that room is made once."""
        ...

    def rows(self, since: int, *, vectors: bool) -> Iterator[Sequence[Sequence[Any]]]:
        """Batches of ``columns.ROW`` and the vector (float16 bytes or ``None``), by sequence.

        Those that changed after the version ``since``; all of them if it is negative. Without
        ``vectors`` every one is ``None``.
        """
        ...

    def gone(self, since: int) -> Iterable[int]:
        """The sequences of the records that were erased after the version ``since``."""
        ...


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

    def __init__(
        self, settings: StoreSettings, model: tuple[str, int] | None, *, vectors: bool = True
    ) -> None:
        self._sizes = Sizes(settings.coarse_above, settings.coarse_keep, settings.halved_above)
        self._limit = settings.resident_bytes
        self._model = model
        self._vectors = vectors and model is not None
        self._scopes: OrderedDict[int, Resident] = OrderedDict()
        self._guard = threading.Lock()
        self._total = 0
        self._pid = os.getpid()

    def current(self, source: Source, number: int, version: int) -> Resident:
        """The user of this scope number, at least as new as ``version``."""
        self._see_fork()
        resident = self._resident(number)
        with resident.guard:
            if resident.columns.version < version:
                self._refresh(source, resident)
                resident.columns.version = version
                self._count(number, resident)
        return resident

    def apart(self, source: Source | None) -> Resident:
        """The user as ``source`` shows it now, read for this caller alone; without one, nobody."""
        resident = self._empty()
        if source is not None:
            self._refresh(source, resident)
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
        if self._model is None or not self._vectors:
            return Resident(Columns(), None)
        return Resident(Columns(), Vectors(self._model[1], self._sizes))

    def _refresh(self, source: Source, resident: Resident) -> None:
        columns = resident.columns
        if self._model is not None:
            source.check_model(self._model)
        if columns.version < 0:
            self._reserve(resident, source.records())
        else:
            self._drop(source.gone(columns.version), resident)
        for rows in source.rows(columns.version, vectors=self._vectors):
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
    def _drop(sequences: Iterable[int], resident: Resident) -> None:
        gone = list(sequences)
        if gone:
            places = resident.columns.drop(gone)
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
