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
Postings = NDArray[np.int64]


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
    """One term of a question: the stored term or prefix it stands for, and its weight."""

    first: str
    last: str
    df: int
    weight: float

    @property
    def whole(self) -> bool:
        return self.first == self.last

    @property
    def range(self) -> tuple[str, ...]:
        return (self.first,) if self.whole else (self.first, self.last)

    @property
    def select(self) -> str:
        """The term's postings, the newest first; binds scope, range, limit."""
        if self.whole:
            return f"SELECT n, tf FROM {_OF_WORD} ORDER BY n DESC LIMIT ?"
        return f"SELECT n, sum(tf) AS tf FROM {_OF_PREFIX} GROUP BY n ORDER BY n DESC LIMIT ?"

    @property
    def look_up(self) -> str:
        """The term's postings in given records; binds scope, range, sequences as JSON."""
        given = "AND n IN (SELECT value FROM json_each(?))"
        if self.whole:
            return f"SELECT n, tf FROM {_OF_WORD} {given}"
        return f"SELECT n, sum(tf) AS tf FROM {_OF_PREFIX} {given} GROUP BY n"


_OF_WORD = "postings WHERE scope = ? AND term = ?"
_OF_PREFIX = "postings WHERE scope = ? AND term BETWEEN ? AND ?"
#: A posting in one integer: the term's place, the record's sequence, the count.
_TERM, _COUNT, _MOST = 48, 16, 0xFFFF


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

    def _newest(self, terms: Sequence[_Term], room: int) -> Postings:
        """The newest postings of each term, at most ``room`` of one."""
        return self._read([(term.select, [*term.range, room]) for term in terms])

    def _refine(self, scores: Scores, frequent: Sequence[_Term]) -> None:
        """Give the best candidates what their frequent words are worth."""
        held = np.flatnonzero(scores)
        best = held[np.argsort(-scores[held], kind="stable")[:_REFINED]]
        sequences = compact(self._columns.sequences[best].tolist())
        among = [(term.look_up, [*term.range, sequences]) for term in frequent]
        self._add(scores, frequent, self._read(among))

    def _read(self, selects: Sequence[tuple[str, Sequence[int | str]]]) -> Postings:
        """Run selects of (sequence, count) as one statement; each row comes back as one integer."""
        if not selects:
            return np.empty(0, np.int64)
        sql = " UNION ALL ".join(
            f"SELECT {place << _TERM} | (n << {_COUNT}) | min(tf, {_MOST}) FROM ({select})"
            for place, (select, _) in enumerate(selects)
        )
        scope = self._statistics.scope
        values = [value for _, bound in selects for value in (scope, *bound)]
        rows = self._db.execute(sql, values).fetchall()
        return np.fromiter((row[0] for row in rows), np.int64, len(rows))

    def _add(self, scores: Scores, terms: Sequence[_Term], found: Postings) -> None:
        """Add the terms' weights, saturated by their counts against the record's length."""
        if not len(found):
            return
        places = self._columns.places_at((found >> _COUNT) & 0xFFFFFFFF)
        counts = found & _MOST
        length = self._columns.lengths[places] / self._statistics.mean_length
        weights = np.array([term.weight for term in terms])[found >> _TERM]
        worth = weights * counts / (counts + _K1 * (1 - _B + _B * length))
        scores += np.bincount(places, worth, len(scores))


def counted(terms: Iterable[str]) -> dict[str, int]:
    """Each term with the number of times it occurs."""
    counts: dict[str, int] = {}
    for term in terms:
        counts[term] = counts.get(term, 0) + 1
    return counts
