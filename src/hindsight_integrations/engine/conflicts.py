"""Settles candidates that speak of the same thing before they are scored; pure, it loads nothing."""

from __future__ import annotations

from collections.abc import Container, Iterable

import numpy as np

from hindsight_integrations.answers import Left
from hindsight_integrations.engine.funnel import may_answer
from hindsight_integrations.engine.scoring import Column
from hindsight_integrations.engine.supersede import BESIDE
from hindsight_integrations.outlines import STATUSES, TIERS, TYPES, Outlines
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Memory, MemoryType, Status, Tier
from hindsight_integrations.settings import ScoreSettings, Settings, Strategy

_SUPERSEDED = STATUSES.index(Status.SUPERSEDED)
_ACTIVE = STATUSES.index(Status.ACTIVE)
_SEMANTIC = TIERS.index(Tier.SEMANTIC)
_EVENT = TYPES.index(MemoryType.EVENT)


def penalties(outlines: Outlines, moment: int | None, settings: ScoreSettings) -> Column:
    """1 where a newer value stands under the key, 0.5 where only a doubt is known, else 0.

    ``moment`` is the asked valid time (microseconds): what holds then is not in conflict.
    ``None`` asks for what was known at some time, and nothing of that was replaced yet.
    """
    penalty: Column = np.multiply(outlines.doubted, settings.conflict_suspected, dtype=np.float64)
    replaced = outlines.statuses == _SUPERSEDED
    if moment is not None and replaced.any():
        replaced &= ~((outlines.valid_from <= moment) & (moment < outlines.valid_to))
        penalty[replaced] = settings.conflict_replaced
    return penalty


def settle(
    outlines: Outlines, places: Iterable[int], where: Where, asked: Container[str] = ()
) -> tuple[list[int], list[Left]]:
    """Drop records beside the chain and repetitions of what another candidate says better.

    The same words count once: an active record is kept over a replaced one, one of the ``asked`` (under
    a subject that the question asks for) over another drawn from the same words, a fact over the
    utterance it was drawn from, and of equals the later one. Events that read alike are
    different events. What ``where`` will not admit (an index was late) takes nobody's place.
    """
    if not any(outlines.reasons) and len(set(outlines.said)) == len(outlines.said):
        return list(places), []
    kept: dict[bytes, int] = {}
    may = may_answer(outlines, where)
    apart: list[int] = []
    left: list[Left] = []
    for place in places:
        reason = outlines.reasons[place]
        if reason in BESIDE:
            left.append(Left(outlines.ids[place], "conflicts", str(reason)))
        elif outlines.types[place] == _EVENT or not may[place]:
            apart.append(place)
        else:
            _keep_better(outlines, place, kept, left, asked)
    return [*kept.values(), *apart], left


def _keep_better(
    outlines: Outlines,
    place: int,
    kept: dict[bytes, int],
    left: list[Left],
    asked: Container[str],
) -> None:
    rival = kept.setdefault(outlines.said[place], place)
    if rival == place:
        return
    better, worse = sorted((place, rival), key=lambda n: _rank(outlines, n, asked))
    kept[outlines.said[place]] = better
    left.append(Left(outlines.ids[worse], "conflicts", f"says the same as {outlines.ids[better]}"))


def _rank(outlines: Outlines, place: int, asked: Container[str]) -> tuple[bool, bool, bool, int]:
    return (
        bool(outlines.statuses[place] != _ACTIVE),
        outlines.ids[place] not in asked,
        bool(outlines.tiers[place] != _SEMANTIC),
        -int(outlines.sequences[place]),
    )


def predecessor_id(memory: Memory, settings: Settings) -> str | None:
    """The predecessor that is told beside ``memory``, where both are told (preferences)."""
    if memory.supersedes is None or memory.status is not Status.ACTIVE:
        return None
    both = settings.strategy(memory.type, memory.subject_key) is Strategy.BOTH
    return memory.supersedes if both else None
