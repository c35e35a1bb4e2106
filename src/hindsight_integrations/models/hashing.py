"""An encoder that hashes words into a vector: same words, same direction; it understands nothing, loads nothing and needs no package but numpy."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b

import numpy as np

from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.language.tokens import words
from hindsight_integrations.ports import Vector


class HashingEncoder:
    """Signed feature hashing of the index terms: for tests, and where no model may be used.

    The cosine of two texts is about the share of words they have in common. The same text
    gives the same vector in every process and on every machine.
    """

    def __init__(self, dimensions: int = 256) -> None:
        if isinstance(dimensions, bool) or not isinstance(dimensions, int) or dimensions < 2:
            raise InvalidInput(f"dimensions must be a whole number of 2 or more: {dimensions!r}")
        self._dimensions = dimensions

    @property
    def model_id(self) -> str:
        return f"hashing-{self._dimensions}-v1"

    @property
    def dimensions(self) -> int:
        return self._dimensions

    def embed(self, texts: Sequence[str]) -> Vector:
        """float32, shape (len(texts), dimensions), rows of length 1."""
        rows = np.zeros((len(texts), self._dimensions))
        for row, text in zip(rows, texts, strict=True):
            self._fill(row, text)
        lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows))
        # The first axis is kept for texts without words, so that they resemble no other.
        rows[lengths == 0, 0] = 1.0
        lengths[lengths == 0] = 1.0
        unit: Vector = (rows / lengths[:, None]).astype(np.float32)
        return unit

    def _fill(self, row: np.ndarray[tuple[int, ...], np.dtype[np.float64]], text: str) -> None:
        for word in words(text):
            number = _digest(word)
            row[1 + (number >> 1) % (self._dimensions - 1)] += 1.0 if number & 1 else -1.0


@lru_cache(maxsize=1 << 15)
def _digest(word: str) -> int:
    return int.from_bytes(blake2b(word.encode(), digest_size=8).digest(), "big")
