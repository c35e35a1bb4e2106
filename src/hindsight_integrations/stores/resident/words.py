"""Ranks one user's records by the words of a question, with BM25 over the user's own statistics; it writes nothing.

Postings in an ordinary table are counted per user and are gone when they are deleted; a
database's own full-text index counts over all its users (see ``docs/architecture.md``).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hindsight_integrations.stores.resident.columns import Columns
from hindsight_integrations.stores.resident.postings import Found

_K1 = 1.2
_B = 0.75
#: Words too frequent to be scored everywhere are scored for this many of the best candidates.
_REFINED = 100

Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Statistics:
    """The size of one scope: its records, and the sum of their lengths in terms."""

    records: int
    words: int

    @property
    def mean_length(self) -> float:
        return self.words / self.records if self.words else 1.0

    def rarity(self, frequencies: Scores) -> Scores:
        """BM25's inverse document frequency (Robertson and Spärck Jones, +1 so it is positive)."""
        rarity: Scores = np.log1p((self.records - frequencies + 0.5) / (frequencies + 0.5))
        return rarity


def ranked(found: Found, columns: Columns, statistics: Statistics, *, postings: int) -> Scores:
    """Every record's score in [0, 1], by place; 0 where it holds none of the terms asked for.

    At most about ``postings`` postings are scored: those of the rarest terms. More frequent
    terms only refine the best candidates.
    """
    if not len(found.terms):
        return np.zeros(columns.count)
    frequencies = np.bincount(found.terms, minlength=found.asked).astype(np.float64)
    weights = statistics.rarity(frequencies)
    scoring = _Scoring(found, columns, weights, statistics.mean_length)
    if len(found.terms) <= postings:
        scores = scoring.of(found.terms, found.sequences, found.counts)
    else:
        scores = scoring.refined(_within(frequencies, postings)[found.terms])
    scores /= weights.sum()
    return scores


def _within(frequencies: Scores, postings: int) -> NDArray[np.bool_]:
    """The rarest terms that ``postings`` reach for; the rarest of all in any case."""
    order = np.argsort(frequencies, kind="stable")
    reached = np.cumsum(frequencies[order]) <= postings
    held = np.flatnonzero(frequencies[order])
    reached[: held[0] + 1 if len(held) else None] = True
    rare = np.empty(len(frequencies), np.bool_)
    rare[order] = reached
    return rare


def _leading(scores: Scores) -> NDArray[np.bool_]:
    held = np.flatnonzero(scores)
    leading = np.zeros(len(scores), np.bool_)
    leading[held[np.argsort(-scores[held], kind="stable")[:_REFINED]]] = True
    return leading


@dataclass(frozen=True, slots=True)
class _Scoring:
    """What postings are worth: the term's weight, saturated by its count against the record's length."""

    found: Found
    columns: Columns
    weights: Scores
    mean_length: float

    def of(
        self, terms: NDArray[np.intp], sequences: NDArray[np.int64], counts: NDArray[np.int64]
    ) -> Scores:
        """The sum over these postings of each record, by place."""
        places = self.columns.places_at(sequences)
        lengths = self.columns.lengths[places] / self.mean_length
        worth = self.weights[terms] * counts / (counts + _K1 * (1 - _B + _B * lengths))
        scores: Scores = np.bincount(places, worth, self.columns.count).astype(np.float64)
        return scores

    def refined(self, rare: NDArray[np.bool_]) -> Scores:
        """The sums over the rare postings; over the others for the best candidates only."""
        scores = self._among(rare)
        leading = _leading(scores)[self.columns.places_at(self.found.sequences)]
        return scores + self._among(~rare & leading)

    def _among(self, chosen: NDArray[np.bool_]) -> Scores:
        found = self.found
        return self.of(found.terms[chosen], found.sequences[chosen], found.counts[chosen])
