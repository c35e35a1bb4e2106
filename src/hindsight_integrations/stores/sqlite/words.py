"""The keyword index of the embedded store: postings per user, ranked by BM25 over the user's columns.

FTS5 was measured and left: its statistics span all users of a file, and on SQLite before
3.42 a deleted row's words stay readable in its segments. Postings in an ordinary table are
counted per user and are gone when they are deleted.
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hindsight_integrations.stores.sqlite.columns import Columns
from hindsight_integrations.stores.sqlite.rows import compact

_K1 = 1.2
_B = 0.75
#: Words too frequent to be read in full are looked up for this many of the best candidates.
_REFINED = 100
_LAST = "\U0010ffff"

Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Statistics:
    """The size of one scope: its number, its records, the sum of their lengths in terms."""

    scope: int
    records: int
    words: int

    @property
    def mean_length(self) -> float:
        return self.words / self.records if self.records else 1.0

    def rarity(self, df: int) -> float:
        """BM25's inverse document frequency (Robertson and Spärck Jones, +1 so it is positive)."""
        return math.log(1 + (self.records - df + 0.5) / (df + 0.5))


@dataclass(frozen=True, slots=True)
class _Term:
    """One term of a question: the range of stored terms it stands for, and its weight."""

    first: str
    last: str
    df: int
    weight: float


#: The newest postings of a word, and of all words with a prefix.
_ONE = (
    "SELECT * FROM (SELECT ?, n, tf FROM postings WHERE scope = ? AND term = ? "
    "ORDER BY n DESC LIMIT ?)"
)
_PREFIXED = (
    "SELECT * FROM (SELECT ?, n, sum(tf) FROM postings WHERE scope = ? AND term BETWEEN ? AND ? "
    "GROUP BY n ORDER BY n DESC LIMIT ?)"
)


def _within_reach(terms: Sequence[_Term], postings: int) -> tuple[list[_Term], list[_Term], int]:
    """The rarest terms that can be read in full, the others, and the most to read of one term.

    If not even the rarest fits, it is read as far as it goes.
    """
    whole: list[_Term] = []
    frequent: list[_Term] = []
    room = postings
    for term in sorted(terms, key=lambda term: term.df):
        if term.df <= room or not whole:
            whole.append(term)
            room -= term.df
        else:
            frequent.append(term)
    return whole, frequent, max(postings, 1)


class Words:
    """Ranks one scope's records by words, inside one transaction."""

    def __init__(self, db: sqlite3.Connection, columns: Columns, statistics: Statistics) -> None:
        self._db = db
        self._columns = columns
        self._statistics = statistics

    def ranked(self, terms: Sequence[str], *, postings: int) -> Scores:
        """Every record's score in [0, 1], by place; 0 where it holds none of ``terms``.

        Reads at most about ``postings`` postings: the rarest terms in full, then as much of
        the next one as fits, the newest first. Terms too frequent for that only refine the
        best candidates.
        """
        asked = self._weighed(terms)
        total = math.fsum(term.weight for term in asked)
        whole, frequent, room = _within_reach([term for term in asked if term.df], postings)
        scores = np.zeros(self._columns.count)
        self._add(scores, whole, self._newest(whole, room))
        if frequent:
            self._refine(scores, frequent)
        return scores / total if total else scores

    def _weighed(self, terms: Sequence[str]) -> list[_Term]:
        whole = [term for term in terms if not term.endswith("*")]
        rows = self._db.execute(
            "SELECT term, df FROM terms WHERE scope = ? "
            f"AND term IN ({', '.join('?' * len(whole))})",
            (self._statistics.scope, *whole),
        )
        known = dict(rows.fetchall())
        return [self._term(term, known) for term in dict.fromkeys(terms)]

    def _term(self, term: str, known: dict[str, int]) -> _Term:
        if term.endswith("*"):
            first, last = term[:-1], term[:-1] + _LAST
            df = self._prefix_frequency(first, last)
        else:
            first, last, df = term, term, known.get(term, 0)
        return _Term(first, last, df, self._statistics.rarity(df))

    def _prefix_frequency(self, first: str, last: str) -> int:
        row = self._db.execute(
            "SELECT count(DISTINCT n) FROM postings WHERE scope = ? AND term BETWEEN ? AND ?",
            (self._statistics.scope, first, last),
        ).fetchone()
        return int(row[0])

    def _newest(self, terms: Sequence[_Term], room: int) -> list[tuple[int, int, int]]:
        """Postings as (place in ``terms``, sequence, count), at most ``room`` of one term."""
        if not terms:
            return []
        scope = self._statistics.scope
        parts, values = [], []
        for place, term in enumerate(terms):
            parts.append(_ONE if term.first == term.last else _PREFIXED)
            values += [place, scope, term.first, *([] if term.first == term.last else [term.last])]
            values.append(room)
        return self._db.execute(" UNION ALL ".join(parts), values).fetchall()

    def _add(
        self, scores: Scores, terms: Sequence[_Term], found: Sequence[tuple[int, int, int]]
    ) -> None:
        """Add the terms' weights, saturated by their counts against the record's length."""
        if not found:
            return
        which, sequences, counts = (
            np.array(column, np.int64) for column in zip(*found, strict=True)
        )
        places = self._columns.places_at(sequences)
        length = self._columns.lengths[places] / self._statistics.mean_length
        weights = np.array([term.weight for term in terms])[which]
        worth = weights * counts / (counts + _K1 * (1 - _B + _B * length))
        scores += np.bincount(places, worth, len(scores))

    def _refine(self, scores: Scores, frequent: Sequence[_Term]) -> None:
        """Give the best candidates what their frequent words are worth."""
        held = np.flatnonzero(scores)
        best = held[np.argsort(-scores[held], kind="stable")[:_REFINED]]
        sequences = compact(self._columns.sequences[best].tolist())
        for term in frequent:
            found = self._db.execute(
                "SELECT 0, n, sum(tf) FROM postings WHERE scope = ? AND term BETWEEN ? AND ? "
                "AND n IN (SELECT value FROM json_each(?)) GROUP BY n",
                (self._statistics.scope, term.first, term.last, sequences),
            )
            self._add(scores, [term], found.fetchall())


def counted(terms: Iterable[str]) -> dict[str, int]:
    """Each term with the number of times it occurs."""
    counts: dict[str, int] = {}
    for term in terms:
        counts[term] = counts.get(term, 0) + 1
    return counts
