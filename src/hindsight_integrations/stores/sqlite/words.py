"""The keyword index of the embedded store: postings per user, ranked by BM25; it filters nothing.

FTS5 was measured and left: its statistics span all users of a file, and on SQLite before
3.42 a deleted row's words stay readable in its segments. Postings in an ordinary table are
counted per user and are gone when they are deleted.
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .rows import compact

_K1 = 1.2
_B = 0.75
#: Frequent words are added by look-up for this many of the best candidates.
_REFINED = 100
_LAST = "\U0010ffff"


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


def ranked(
    db: sqlite3.Connection, statistics: Statistics, terms: Sequence[str], *, postings: int
) -> list[tuple[int, float]]:
    """Sequences and scores in (0, 1], best first, of the records that hold any of ``terms``.

    Reads at most about ``postings`` postings: the rarest terms in full, then as much of the
    next one as fits, the newest first. Terms too frequent for that only refine the best.
    """
    asked = _weighed(db, statistics, terms)
    total = math.fsum(term.weight for term in asked)
    scores: dict[int, float] = {}
    room, frequent = postings, []
    for term in sorted((term for term in asked if term.df), key=lambda term: term.df):
        if term.df > room and scores:
            frequent.append(term)
            continue
        _add(scores, term, _newest(db, statistics.scope, term, max(room, 1)), statistics)
        room -= term.df
    best = sorted(scores, key=lambda n: (-scores[n], -n))
    if frequent and best:
        _refine(db, scores, frequent, best[:_REFINED], statistics)
        best.sort(key=lambda n: (-scores[n], -n))
    return [(n, scores[n] / total) for n in best]


def _weighed(db: sqlite3.Connection, statistics: Statistics, terms: Sequence[str]) -> list[_Term]:
    distinct = dict.fromkeys(terms)
    whole = [term for term in distinct if not term.endswith("*")]
    rows = db.execute(
        "SELECT term, df FROM terms WHERE scope = ? AND term IN (SELECT value FROM json_each(?))",
        (statistics.scope, compact(whole)),
    )
    known = dict(rows.fetchall())
    asked = []
    for term in distinct:
        if term.endswith("*"):
            first, last = term[:-1], term[:-1] + _LAST
            df = _prefix_frequency(db, statistics.scope, first, last)
        else:
            first, last, df = term, term, known.get(term, 0)
        asked.append(_Term(first, last, df, statistics.rarity(df)))
    return asked


def _prefix_frequency(db: sqlite3.Connection, scope: int, first: str, last: str) -> int:
    row = db.execute(
        "SELECT count(DISTINCT n) FROM postings WHERE scope = ? AND term BETWEEN ? AND ?",
        (scope, first, last),
    ).fetchone()
    return int(row[0])


Posting = tuple[int, int, int]


def _newest(db: sqlite3.Connection, scope: int, term: _Term, limit: int) -> Iterable[Posting]:
    if term.first == term.last:
        return db.execute(
            "SELECT n, tf, length FROM postings WHERE scope = ? AND term = ? "
            "ORDER BY n DESC LIMIT ?",
            (scope, term.first, limit),
        )
    return db.execute(
        "SELECT n, sum(tf), length FROM postings WHERE scope = ? AND term BETWEEN ? AND ? "
        "GROUP BY n ORDER BY n DESC LIMIT ?",
        (scope, term.first, term.last, limit),
    )


def _add(
    scores: dict[int, float], term: _Term, found: Iterable[Posting], statistics: Statistics
) -> None:
    """Add the term's weight, saturated by its count against the record's length."""
    mean = statistics.mean_length
    for n, tf, length in found:
        saturation = tf * (_K1 + 1) / (tf + _K1 * (1 - _B + _B * length / mean)) / (_K1 + 1)
        scores[n] = scores.get(n, 0.0) + term.weight * saturation


def _refine(
    db: sqlite3.Connection,
    scores: dict[int, float],
    frequent: Sequence[_Term],
    best: Sequence[int],
    statistics: Statistics,
) -> None:
    for term in frequent:
        found = db.execute(
            "SELECT n, sum(tf), length FROM postings WHERE scope = ? AND term BETWEEN ? AND ? "
            "AND n IN (SELECT value FROM json_each(?)) GROUP BY n",
            (statistics.scope, term.first, term.last, compact(list(best))),
        )
        _add(scores, term, found, statistics)


def counted(terms: Iterable[str]) -> dict[str, int]:
    """Each term with the number of times it occurs."""
    counts: dict[str, int] = {}
    for term in terms:
        counts[term] = counts.get(term, 0) + 1
    return counts
