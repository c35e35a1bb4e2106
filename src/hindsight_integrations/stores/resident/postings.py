"""The keyword index of one user as it is stored: which records hold a term, packed in blocks; it ranks nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

#: A block holds the postings of one term in 256 successive records, two bytes each: the
#: last eight bits of the record's sequence, and how often the term occurs there.
_BITS = 8
_LAST_BITS = (1 << _BITS) - 1
#: More occurrences than this count as this many: BM25 has long levelled off by then.
_MOST = 255

#: The place of a block: a term, and the records' sequences above ``_BITS``.
Key = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Found:
    """Postings of ``asked`` terms: for each the term's place, the record's sequence, the count."""

    asked: int
    terms: NDArray[np.intp]
    sequences: NDArray[np.int64]
    counts: NDArray[np.int64]

    def summed(self) -> Found:
        """One posting a term and record: words under one prefix may share a record."""
        keys = (self.terms.astype(np.int64) << 32) | self.sequences
        unique, inverse = np.unique(keys, return_inverse=True)
        counts = np.bincount(inverse, self.counts, len(unique)).astype(np.int64)
        return Found(self.asked, (unique >> 32).astype(np.intp), unique & 0xFFFFFFFF, counts)


def unpacked(rows: Sequence[tuple[int, int, bytes]], terms: Sequence[str]) -> Found:
    """The postings of ``terms`` from rows of a term's place, a block's number and what it holds."""
    places, blocks, packed = zip(*rows, strict=True) if rows else ((), (), ())
    lengths = [len(block) >> 1 for block in packed]
    pairs = np.frombuffer(b"".join(packed), np.uint8).reshape(-1, 2).astype(np.int64)
    sequences = np.repeat(np.array(blocks, np.int64) << _BITS, lengths)
    sequences += pairs[:, 0]
    places_of = np.repeat(np.array(places, np.intp), lengths)
    found = Found(len(terms), places_of, sequences, pairs[:, 1])
    return found.summed() if any(term.endswith("*") for term in terms) else found


class Pending:
    """Postings that are still to be written, so that many records' words go in together."""

    def __init__(self) -> None:
        self._blocks: defaultdict[Key, bytearray] = defaultdict(bytearray)

    def add(self, sequence: int, terms: Iterable[str]) -> None:
        """Note the terms of a record; one that occurs twice is given twice."""
        for term, count in counted(terms).items():
            pair = (sequence & _LAST_BITS, min(count, _MOST))
            self._blocks[term, sequence >> _BITS] += bytes(pair)

    def take(self) -> list[tuple[Key, bytes]]:
        """Everything, in the order of the table; from here on nothing is pending."""
        blocks, self._blocks = sorted(self._blocks.items()), defaultdict(bytearray)
        return [(key, bytes(held)) for key, held in blocks]


def gone(held: Mapping[int, Iterable[str]]) -> list[tuple[Key, frozenset[int]]]:
    """What leaves each block, in the table's order: ``held`` names the distinct terms of each sequence."""
    blocks: defaultdict[Key, set[int]] = defaultdict(set)
    for sequence, terms in held.items():
        for term in terms:
            blocks[term, sequence >> _BITS].add(sequence & _LAST_BITS)
    return [(key, frozenset(lasts)) for key, lasts in sorted(blocks.items())]


def without(block: bytes, lasts: frozenset[int]) -> bytes:
    """What is left of a block; empty if nothing is."""
    pairs = [block[start : start + 2] for start in range(0, len(block), 2)]
    return b"".join(pair for pair in pairs if pair[0] not in lasts)


def counted(terms: Iterable[str]) -> dict[str, int]:
    """Each term with the number of times it occurs."""
    counts: dict[str, int] = {}
    for term in terms:
        counts[term] = counts.get(term, 0) + 1
    return counts
