"""The keyword score of the ports' promise, in the plainest form; stores must agree with it."""

from __future__ import annotations

import math
from collections.abc import Sequence

#: BM25's usual constants: how fast repetition saturates, how much a long record is discounted.
K1 = 1.2
B = 0.75


def occurrences(term: str, words: Sequence[str]) -> int:
    """How often ``term`` occurs; one that ends in ``*`` counts every word it begins."""
    if term.endswith("*"):
        return sum(word.startswith(term[:-1]) for word in words)
    return sum(word == term for word in words)


def scores(terms: Sequence[str], records: Sequence[Sequence[str]]) -> list[float]:
    """For each of a scope's records (its words) the share of the query's information it covers.

    A term weighs ``ln(1 + (N - df + 0.5) / (df + 0.5))``, also where no record holds it;
    each distinct term counts once. A record without any of the terms has 0.
    """
    distinct = list(dict.fromkeys(terms))
    if not distinct or not records:
        return [0.0] * len(records)
    mean = sum(len(words) for words in records) / len(records)
    weights = {term: _rarity(term, records) for term in distinct}
    total = math.fsum(weights.values())
    return [
        math.fsum(
            weights[term] * _saturation(occurrences(term, words), len(words), mean)
            for term in distinct
        )
        / total
        for words in records
    ]


def _rarity(term: str, records: Sequence[Sequence[str]]) -> float:
    holding = sum(occurrences(term, words) > 0 for words in records)
    return math.log(1 + (len(records) - holding + 0.5) / (holding + 0.5))


def _saturation(tf: int, length: int, mean: float) -> float:
    if tf == 0:
        return 0.0
    return min(1.0, tf / (tf + K1 * (1 - B + B * length / mean)))
