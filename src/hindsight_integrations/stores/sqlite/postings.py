"""The keyword index of one user as it is stored: which records hold a term, packed in blocks; it ranks nothing."""

from __future__ import annotations

import sqlite3
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
_LAST_CHARACTER = "\U0010ffff"

_SELECT = "SELECT {place}, block, held FROM postings WHERE scope = ? AND "
_APPEND = (
    "INSERT INTO postings VALUES (?, ?, ?, ?) "
    "ON CONFLICT DO UPDATE SET held = CAST(held || excluded.held AS BLOB)"
)
_BLOCK = "WHERE scope = ? AND term = ? AND block = ?"


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


def find(db: sqlite3.Connection, scope: int, terms: Sequence[str]) -> Found:
    """The postings of ``terms``, all of them, in one statement; ``字*`` is a prefix."""
    selects, values = [], []
    for place, term in enumerate(terms):
        prefix = term.endswith("*")
        selects.append(
            _SELECT.format(place=place) + ("term BETWEEN ? AND ?" if prefix else "term = ?")
        )
        values += [scope, term[:-1], term[:-1] + _LAST_CHARACTER] if prefix else [scope, term]
    rows = db.execute(" UNION ALL ".join(selects), values).fetchall() if selects else []
    found = _unpacked(rows, len(terms))
    return found.summed() if any(term.endswith("*") for term in terms) else found


def _unpacked(rows: Sequence[tuple[int, int, bytes]], asked: int) -> Found:
    places, blocks, packed = zip(*rows, strict=True) if rows else ((), (), ())
    lengths = [len(block) >> 1 for block in packed]
    pairs = np.frombuffer(b"".join(packed), np.uint8).reshape(-1, 2).astype(np.int64)
    sequences = np.repeat(np.array(blocks, np.int64) << _BITS, lengths)
    sequences += pairs[:, 0]
    return Found(asked, np.repeat(np.array(places, np.intp), lengths), sequences, pairs[:, 1])


class Pending:
    """Postings that are still to be written, so that many records' words go in together."""

    def __init__(self) -> None:
        self._blocks: defaultdict[tuple[str, int], bytearray] = defaultdict(bytearray)

    def add(self, sequence: int, terms: Iterable[str]) -> None:
        """Note the terms of a record; one that occurs twice is given twice."""
        for term, count in counted(terms).items():
            pair = (sequence & _LAST_BITS, min(count, _MOST))
            self._blocks[term, sequence >> _BITS] += bytes(pair)

    def write(self, db: sqlite3.Connection, scope: int) -> None:
        """Append everything, in the order of the table."""
        blocks, self._blocks = sorted(self._blocks.items()), defaultdict(bytearray)
        db.executemany(_APPEND, [(scope, *key, bytes(held)) for key, held in blocks])


def remove(db: sqlite3.Connection, scope: int, held: Mapping[int, Iterable[str]]) -> None:
    """Take records out: ``held`` names the distinct terms of each sequence."""
    gone: defaultdict[tuple[str, int], set[int]] = defaultdict(set)
    for sequence, terms in held.items():
        for term in terms:
            gone[term, sequence >> _BITS].add(sequence & _LAST_BITS)
    for (term, block), lasts in sorted(gone.items()):
        _shrink(db, (scope, term, block), lasts)


def _shrink(db: sqlite3.Connection, key: tuple[int, str, int], lasts: set[int]) -> None:
    row = db.execute(f"SELECT held FROM postings {_BLOCK}", key).fetchone()
    if row is None:
        return
    pairs = [row[0][start : start + 2] for start in range(0, len(row[0]), 2)]
    if left := b"".join(pair for pair in pairs if pair[0] not in lasts):
        db.execute(f"UPDATE postings SET held = ? {_BLOCK}", (left, *key))
    else:
        db.execute(f"DELETE FROM postings {_BLOCK}", key)


def counted(terms: Iterable[str]) -> dict[str, int]:
    """Each term with the number of times it occurs."""
    counts: dict[str, int] = {}
    for term in terms:
        counts[term] = counts.get(term, 0) + 1
    return counts
