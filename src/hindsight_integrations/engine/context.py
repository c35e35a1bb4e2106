"""What the conversation around an utterance says for it: its neighbours, its talk, its speaker; pure arithmetic.

A turn is often found by what stands beside it: the question that it answers, the talk in which its
words fall, and the person who is asked about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from hindsight_integrations.engine.scoring import Column
from hindsight_integrations.language.speakers import told_by
from hindsight_integrations.outlines import TYPES, Outlines
from hindsight_integrations.records import MemoryType
from hindsight_integrations.settings import ContextSettings

_UTTERANCE = TYPES.index(MemoryType.UTTERANCE)
_MICROSECONDS_A_MINUTE = 60e6


def around(outlines: Outlines, found: Column, question: str, settings: ContextSettings) -> Column:
    """What each candidate gains from its surroundings; ``found`` is what its own words and meaning give.

    Only utterances gain, and only from utterances among the candidates.
    """
    gain = np.zeros(len(outlines.ids))
    (places,) = (outlines.types == _UTTERANCE).nonzero()
    if not len(places):
        return gain
    places = places[np.argsort(outlines.sequences[places], kind="stable")]
    own = found[places]
    minutes = np.abs(np.diff(outlines.happened[places])) / _MICROSECONDS_A_MINUTE
    talks = np.concatenate([[0], np.cumsum(minutes > settings.pause_minutes)])
    gain[places] = (
        _from_neighbours(own, outlines.sequences[places], talks, settings)
        + settings.talk * _of_talks(own, talks, settings.talk_best)
        + settings.speaker * _asked_of(outlines, places, question)
    )
    return gain


def _from_neighbours(
    own: Column, sequences: NDArray[np.int64], talks: NDArray[np.intp], settings: ContextSettings
) -> Column:
    """A share of what the utterances just before and after are found by, in the same talk."""
    gain = np.zeros(len(own))
    for step in range(1, len(settings.neighbours) + 1):
        for distance, share in enumerate(settings.neighbours, 1):
            near = (sequences[step:] - sequences[:-step]) == distance
            weight = share * (near & (talks[step:] == talks[:-step]))
            gain[step:] += weight * own[:-step]
            gain[:-step] += weight * own[step:]
    return gain


def _of_talks(own: Column, talks: NDArray[np.intp], best: int) -> Column:
    """The mean of the ``best`` best of each talk (missing ones count 0), for each of its utterances."""
    order = np.lexsort((-own, talks))
    starts = np.searchsorted(talks[order], talks[order])
    leading = order[np.arange(len(order)) - starts < best]
    means = np.bincount(talks[leading], own[leading], talks[-1] + 1) / best
    each: Column = means[talks]
    return each


def _asked_of(outlines: Outlines, places: NDArray[np.intp], question: str) -> NDArray[np.bool_]:
    """Which utterances are of somebody whom the question names."""
    speakers = [outlines.speakers[place] for place in places.tolist()]
    role = told_by(question)
    named = named_in(question, speakers) | ({f"<{role.value}>"} if role else set())
    return np.array([speaker in named for speaker in speakers], bool)


def named_in(question: str, speakers: Iterable[str]) -> set[str]:
    """The speakers whose name, or its first word, stands in the question as words of their own."""
    folded = question.casefold()
    words = set(re.findall(r"\w+", folded))
    named = set()
    for speaker in set(speakers) - {""}:
        name = speaker.casefold()
        latin = name.split()[0] if name.isascii() and name.split() else ""
        if latin in words or (not latin and name in folded):
            named.add(speaker)
    return named
