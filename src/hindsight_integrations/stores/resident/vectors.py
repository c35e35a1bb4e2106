"""One user's vectors in memory and the search over them, exact or coarse first; it knows no record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hindsight_integrations.ports import Vector
from hindsight_integrations.stores.resident.columns import Mask, Places

Scored = tuple[Places, NDArray[np.float32]]


@dataclass(frozen=True, slots=True)
class Sizes:
    """From which size on a scope is scanned coarsely first, and is kept in half the bytes."""

    coarse_above: int
    coarse_keep: int
    halved_above: int


#: What the coarse pass keeps for each hit that is wanted, and at least.
_A_HIT, _LEAST = 40, 100


class Vectors:
    """The unit vectors of one scope, one row a place; a record without a vector is never near.

    Up to ``coarse_above`` rows all are scored exactly. Beyond it, a scan of sign codes (one
    bit a dimension, by Hamming distance) picks up to ``coarse_keep``, and these are scored exactly:
    a thirtieth of the bytes is read. Beyond ``halved_above`` rows are kept in float16, as
    they are stored, for half the memory.
    """

    def __init__(self, dimensions: int, sizes: Sizes) -> None:
        self._dimensions = dimensions
        self._sizes = sizes
        self._rows: NDArray[Any] = np.zeros((0, dimensions), np.float32)
        self._present: Mask = np.zeros(0, np.bool_)
        self._codes: NDArray[np.uint64] | None = None

    @property
    def size(self) -> int:
        """Bytes held."""
        return self._rows.nbytes + (0 if self._codes is None else self._codes.nbytes)

    def reserve(self, count: int, rows: int) -> None:
        """Make room for ``rows`` vectors, of which ``count`` are here; a large scope goes coarse."""
        coarse = rows > self._sizes.coarse_above
        if rows > len(self._rows):
            room = rows if not count else max(rows, count + count // 4 + 8)
            halved = rows > self._sizes.halved_above
            larger = np.zeros((room, self._dimensions), np.float16 if halved else np.float32)
            larger[:count] = self._rows[:count]
            self._rows = larger
            self._present = np.resize(self._present, room) if count else np.zeros(room, np.bool_)
            self._present[count:] = False
        if coarse and self._codes is None:
            self._codes = sign_codes(self._rows)
        elif self._codes is not None and self._codes.shape[1] < len(self._rows):
            codes = np.zeros((len(self._codes), len(self._rows)), np.uint64)
            codes[:, :count] = self._codes[:, :count]
            self._codes = codes

    def put(self, places: Places, blobs: list[bytes | None]) -> None:
        """Set the rows at ``places`` from float16 blobs."""
        empty = bytes(2 * self._dimensions)
        packed = b"".join(empty if blob is None else blob for blob in blobs)
        rows = np.frombuffer(packed, "<f2").reshape(len(places), self._dimensions)
        self._rows[_together(places)] = widened(rows) if self._rows.dtype == np.float32 else rows
        self._present[places] = [blob is not None for blob in blobs]
        if self._codes is not None:
            self._codes[:, places] = sign_codes(rows)

    def blank(self, places: Places) -> None:
        """Overwrite the rows of erased records."""
        self._rows[places] = 0
        self._present[places] = False
        if self._codes is not None:
            self._codes[:, places] = 0

    def present(self, places: Places) -> Mask:
        """Which of ``places`` have a vector."""
        return self._present[places]

    def cosines(self, query: Vector, places: Places) -> NDArray[np.float32]:
        """The cosines of the rows at ``places``."""
        rows = self._rows[places]
        return np.asarray((widened(rows) if rows.dtype == np.float16 else rows) @ query)

    def nearest(
        self, query: Vector, mask: Mask, limit: int, also: Places
    ) -> tuple[Scored, NDArray[np.float32]]:
        """The ``limit`` nearest of the masked rows, best first, and the cosines of the rows ``also``.

        Equally near ones: the later place first.
        """
        count = len(mask)
        mask = mask & self._present[:count]
        (places,) = mask.nonzero()
        keep = self._kept(limit)
        if self._codes is not None and len(places) > keep:
            places = self._coarse(query, mask, keep)
        elif self._rows.dtype == np.float32 and len(places) * 2 > count:
            every = self._rows[:count] @ query
            return best(places, every[places], limit), every[also]
        scores = self.cosines(query, places)
        return best(places, scores, limit), self.cosines(query, also)

    def _kept(self, limit: int) -> int:
        """How many the coarse pass keeps; never fewer than are wanted."""
        return max(limit, min(self._sizes.coarse_keep, max(_LEAST, _A_HIT * limit)))

    def _coarse(self, query: Vector, mask: Mask, keep: int) -> Places:
        assert self._codes is not None
        asked = sign_codes(query[np.newaxis])[:, 0]
        distance = np.zeros(len(mask), np.uint16)
        for row, word in zip(self._codes[:, : len(mask)], asked, strict=True):
            distance += np.bitwise_count(row ^ word)
        distance[~mask] = np.iinfo(np.uint16).max
        nearest: Places = np.argpartition(distance, keep)[:keep]
        nearest.sort()
        return nearest


def widened(half: NDArray[np.float16]) -> NDArray[np.float32]:
    """Finite float16 numbers as float32, exactly: three times as fast as numpy's own conversion.

    The bits of exponent and fraction are put where float32 has them; the exponents' biases
    differ by 127 - 15 = 112, which a multiplication makes up for, of subnormal numbers too.
    """
    bits = half.astype(np.float16, copy=False).view(np.uint16).astype(np.uint32)
    signs = (bits & 0x8000) << 16
    bits &= 0x7FFF
    bits <<= 13
    bits |= signs
    numbers = bits.view(np.float32)
    numbers *= np.float32(2.0**112)
    return numbers


def _together(places: Places) -> Places | slice:
    """Ascending places without a gap as a slice, which writes faster."""
    if len(places) and places[-1] - places[0] == len(places) - 1:
        return slice(int(places[0]), int(places[-1]) + 1)
    return places


def sign_codes(vectors: NDArray[Any]) -> NDArray[np.uint64]:
    """One bit a dimension, set where positive: shape (ceil(dimensions / 64), rows)."""
    bits = np.packbits(vectors > 0, axis=1)
    if missing := -bits.shape[1] % 8:
        bits = np.pad(bits, ((0, 0), (0, missing)))
    return np.ascontiguousarray(bits.view(np.uint64).T)


def best(places: Places, scores: NDArray[Any], limit: int) -> tuple[Places, NDArray[Any]]:
    """The ``limit`` best places and scores, best first; equal scores: the later place first."""
    if limit < 1:
        return places[:0], scores[:0]
    if len(places) > limit:
        # Whatever equals the last one kept stays in, so that ties always fall the same way.
        chosen = scores >= np.partition(scores, len(scores) - limit)[len(scores) - limit]
        places, scores = places[chosen], scores[chosen]
    order = np.lexsort((-places, -scores))[:limit]
    return places[order], scores[order]
