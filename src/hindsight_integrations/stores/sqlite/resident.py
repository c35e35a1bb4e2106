"""Vectors of one user held in memory, with the columns they are filtered by; it runs no SQL."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...ports import Vector
from ...queries import Where
from ...records import MemoryType, Status, Tier
from .rows import micros

_FOREVER = np.iinfo(np.int64).max
_GONE = 255
_CODES: dict[str, int] = {
    value: code
    for kind in (Status, MemoryType, Tier)
    for code, value in enumerate(member.value for member in kind)
}
#: The columns of a row, in the order in which ``Resident.take`` expects them after rid and id.
COLUMNS = (
    "status", "type", "tier", "happened", "valid_from", "valid_to", "created_at", "retired_at",
    "expires_at",
)  # fmt: skip
_KINDS = ("status", "type", "tier")


@dataclass(frozen=True, slots=True)
class Sizes:
    """When a scope is scanned coarsely first, and how many of that scan are scored exactly."""

    coarse_above: int
    coarse_keep: int


@dataclass
class Resident:
    """One user's vectors as they stand at ``version`` of the scope.

    Up to ``coarse_above`` rows all are scored exactly in float32. Beyond it a scan of sign
    codes (one bit a dimension, Hamming distance) picks ``coarse_keep``, which are then
    scored exactly from float16: a hundredth of the bytes are read.
    """

    dimensions: int
    sizes: Sizes
    version: int = -1
    count: int = 0
    ids: list[str] = field(default_factory=list)
    guard: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.sequences: NDArray[np.int64] = np.empty(0, np.int64)
        self.kinds: NDArray[np.uint8] = np.empty((3, 0), np.uint8)
        self.times: NDArray[np.int64] = np.empty((6, 0), np.int64)
        self.vectors: NDArray[Any] = np.empty((0, self.dimensions), np.float32)
        self.codes: NDArray[np.uint64] | None = None

    @property
    def size(self) -> int:
        codes = 0 if self.codes is None else self.codes.nbytes
        arrays = (self.vectors, self.sequences, self.kinds, self.times)
        return codes + sum(array.nbytes for array in arrays) + 90 * len(self.ids)

    def take(self, rows: Sequence[Sequence[Any]], blobs: Sequence[bytes]) -> None:
        """Add new rows and renew known ones: each is rid, id, then ``COLUMNS``; blobs are float16."""
        if not rows:
            return
        sequences = np.array([row[0] & 0xFFFFFFFF for row in rows], np.int64)
        vectors = np.frombuffer(b"".join(blobs), "<f2").reshape(len(rows), self.dimensions)
        kinds = np.array([[_CODES[value] for value in row[2:5]] for row in rows], np.uint8).T
        times = np.array(
            [[_FOREVER if value is None else value for value in row[5:11]] for row in rows],
            np.int64,
        ).T
        places = np.searchsorted(self.sequences[: self.count], sequences)
        known = (places < self.count) & (
            self.sequences[np.minimum(places, max(self.count - 1, 0))] == sequences
            if self.count
            else np.zeros(len(rows), bool)
        )
        self._renew(places[known], kinds[:, known], times[:, known], vectors[known])
        fresh = ~known
        ids = [row[1] for row, new in zip(rows, fresh, strict=True) if new]
        self._append(ids, sequences[fresh], kinds[:, fresh], times[:, fresh], vectors[fresh])

    def drop(self, sequences: Sequence[int]) -> None:
        """Blank the rows of erased records: no filter matches them and their vectors are zero."""
        places = np.flatnonzero(np.isin(self.sequences[: self.count], sequences))
        self.kinds[0, places] = _GONE
        self.vectors[places] = 0
        if self.codes is not None:
            self.codes[:, places] = 0

    def _renew(
        self,
        places: NDArray[np.int64],
        kinds: NDArray[np.uint8],
        times: NDArray[np.int64],
        vectors: NDArray[np.float16],
    ) -> None:
        self.kinds[:, places] = kinds
        self.times[:, places] = times
        self.vectors[places] = vectors
        if self.codes is not None:
            self.codes[:, places] = sign_codes(vectors)

    def _append(
        self,
        ids: list[str],
        sequences: NDArray[np.int64],
        kinds: NDArray[np.uint8],
        times: NDArray[np.int64],
        vectors: NDArray[np.float16],
    ) -> None:
        start, end = self.count, self.count + len(ids)
        self.reserve(end)
        self.sequences[start:end] = sequences
        self.kinds[:, start:end] = kinds
        self.times[:, start:end] = times
        self.vectors[start:end] = vectors
        if self.codes is not None:
            self.codes[:, start:end] = sign_codes(vectors)
        self.ids += ids
        self.count = end

    def reserve(self, rows: int) -> None:
        """Room for ``rows`` rows; a scope that has grown large goes over to float16 and codes."""
        coarse = rows > self.sizes.coarse_above
        if rows > len(self.sequences):
            room = rows if not self.count else max(rows, self.count + self.count // 4)
            self.sequences = _grown(self.sequences, room)
            self.kinds = _grown(self.kinds, room)
            self.times = _grown(self.times, room)
            wanted = np.float16 if coarse else np.float32
            larger = np.empty((room, self.dimensions), wanted)
            larger[: self.count] = self.vectors[: self.count]
            self.vectors = larger
            if self.codes is not None:
                self.codes = _grown(self.codes, room)
        if coarse and self.codes is None:
            self.vectors = self.vectors.astype(np.float16, copy=False)
            self.codes = np.zeros((-(-self.dimensions // 64), len(self.sequences)), np.uint64)
            self.codes[:, : self.count] = sign_codes(self.vectors[: self.count])

    def search(
        self,
        query: Vector,
        where: Where,
        allowed: NDArray[np.int64] | None,
        now: datetime,
        limit: int,
    ) -> list[tuple[str, float]]:
        """Ids and cosines of the nearest rows that match, best first, ties by sequence downward.

        ``allowed`` are the sequences that pass the parts of ``where`` that have no column here.
        """
        count = self.count
        mask = self._mask(where, allowed, now, count)
        places = np.flatnonzero(mask)
        if self.codes is not None and len(places) > self.sizes.coarse_keep:
            places = self._coarse(query, mask, count)
            scores = self.vectors[places].astype(np.float32) @ query
        elif len(places) * 2 > count and self.vectors.dtype == np.float32:
            scores = (self.vectors[:count] @ query)[places]
        else:
            scores = self.vectors[places].astype(np.float32, copy=False) @ query
        return [(self.ids[place], score) for place, score in _best(places, scores, limit)]

    def similarity(self, query: Vector, sequences: Sequence[int]) -> dict[int, float]:
        """The cosines of these sequences, by sequence."""
        places = np.flatnonzero(np.isin(self.sequences[: self.count], sequences))
        scores = self.vectors[places].astype(np.float32, copy=False) @ query
        return {int(self.sequences[p]): float(s) for p, s in zip(places, scores, strict=True)}

    def _mask(
        self, where: Where, allowed: NDArray[np.int64] | None, now: datetime, count: int
    ) -> NDArray[np.bool_]:
        kinds, times = self.kinds[:, :count], self.times[:, :count]
        mask: NDArray[np.bool_] = kinds[0] != _GONE
        for row, values in zip(kinds, (where.statuses, where.types, where.tiers), strict=True):
            if values is not None:
                wanted = np.zeros(256, bool)
                wanted[[_CODES[value] for value in values]] = True
                mask &= wanted[row]
        happened, valid_from, valid_to, created, retired, expires = times
        mask &= expires > micros(now)
        if where.within is not None and where.within.start is not None:
            mask &= happened >= micros(where.within.start)
        if where.within is not None and where.within.end is not None:
            mask &= happened < micros(where.within.end)
        if where.valid_at is not None:
            at = micros(where.valid_at)
            mask &= (valid_from <= at) & (valid_to > at)
        if where.known_at is not None:
            at = micros(where.known_at)
            mask &= (created <= at) & (retired > at)
        if allowed is not None:
            mask &= np.isin(self.sequences[:count], allowed)
        return mask

    def _coarse(self, query: Vector, mask: NDArray[np.bool_], count: int) -> NDArray[np.int64]:
        assert self.codes is not None
        asked = sign_codes(query[np.newaxis])[:, 0]
        distance = np.zeros(count, np.uint16)
        for row, word in zip(self.codes[:, :count], asked, strict=True):
            distance += np.bitwise_count(row ^ word)
        distance[~mask] = np.iinfo(np.uint16).max
        nearest = np.argpartition(distance, self.sizes.coarse_keep)[: self.sizes.coarse_keep]
        nearest.sort()
        return nearest


def sign_codes(vectors: NDArray[Any]) -> NDArray[np.uint64]:
    """One bit a dimension, set where positive: shape (ceil(dimensions / 64), rows)."""
    bits = np.packbits(vectors > 0, axis=1)
    if missing := -bits.shape[1] % 8:
        bits = np.pad(bits, ((0, 0), (0, missing)))
    return np.ascontiguousarray(bits.view(np.uint64).T)


def _grown(array: NDArray[Any], room: int) -> NDArray[Any]:
    larger = np.zeros((*array.shape[:-1], room), array.dtype)
    larger[..., : array.shape[-1]] = array
    return larger


def _best(
    places: NDArray[np.int64], scores: NDArray[np.float32], limit: int
) -> list[tuple[int, float]]:
    """The ``limit`` best places with their scores; equal scores: the later place first."""
    if len(places) > limit:
        # Everything that equals the last score kept stays in, so that ties fall the same way.
        edge = np.partition(scores, len(scores) - limit)[len(scores) - limit]
        chosen = scores >= edge
        places, scores = places[chosen], scores[chosen]
    order = np.lexsort((-places, -scores))[:limit]
    return [(int(places[i]), float(scores[i])) for i in order]
