"""Narrows candidates: what may answer at all, what a window cuts off, and why; pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from hindsight_integrations.answers import Left
from hindsight_integrations.engine.moments import micros
from hindsight_integrations.engine.supersede import wording
from hindsight_integrations.outlines import STATUSES, TIERS, TYPES, Outlines
from hindsight_integrations.queries import Where, holds_at, known_as_active, matches_any
from hindsight_integrations.records import Memory, MemoryType, Tier, Window

Flags = NDArray[np.bool_]

_SEMANTIC = TIERS.index(Tier.SEMANTIC)
_UTTERANCE = TYPES.index(MemoryType.UTTERANCE)


def absent(ids: Iterable[str], outlines: Outlines) -> list[Left]:
    """Candidates that the record store does not have: an index was late."""
    present = set(outlines.ids)
    reason = "not in the record store: forgotten, expired or never written"
    return [Left(id, "load", reason) for id in ids if id not in present]


def inside(outlines: Outlines, window: Window | None) -> Flags:
    """Which candidates happened inside the window; none, without one."""
    if window is None:
        return np.zeros(len(outlines.ids), bool)
    low = np.iinfo(np.int64).min if window.start is None else micros(window.start)
    high = np.iinfo(np.int64).max if window.end is None else micros(window.end)
    return (outlines.happened >= low) & (outlines.happened < high)


def may_answer(outlines: Outlines, where: Where) -> Flags:
    """Which candidates fulfil ``where`` as far as their outlines tell: a late index knows no better."""
    may = np.ones(len(outlines.ids), bool)
    for column, kinds, wanted in (
        (outlines.statuses, STATUSES, where.statuses),
        (outlines.types, TYPES, where.types),
        (outlines.tiers, TIERS, where.tiers),
    ):
        if wanted is not None:
            may &= np.array([kind in wanted for kind in kinds])[column]
    if where.within is not None:
        may &= inside(outlines, where.within)
    if where.valid_at is not None:
        moment = micros(where.valid_at)
        may &= (outlines.valid_from <= moment) & (moment < outlines.valid_to)
    return may


def filters(outlines: Outlines, happened: Flags) -> bool:
    """Whether the window filters: something happened in it. A fact learnt in it is no such thing."""
    return bool(happened.any() and (happened & (outlines.tiers != _SEMANTIC)).any())


def keep_inside(outlines: Outlines, happened: Flags) -> tuple[list[int], list[Left]]:
    """What happened inside the window, and facts whenever they were said.

    If nothing happened inside, the window only ranks: it never empties an answer.
    """
    if not filters(outlines, happened):
        return list(range(len(outlines.ids))), []
    standing = outlines.tiers == _SEMANTIC
    keep = happened | standing
    reason = "it happened outside the asked time"
    left = [Left(outlines.ids[place], "window", reason) for place in np.flatnonzero(~keep)]
    return [int(place) for place in np.flatnonzero(keep)], left


def without_question(
    outlines: Outlines, places: Sequence[int], query: str
) -> tuple[list[int], list[Left]]:
    """Leave out utterances that are the very question: that it was asked before answers nothing."""
    if not query.rstrip().endswith(("?", "？")):
        return list(places), []
    asked = wording(query)
    if asked not in outlines.said:
        return list(places), []
    same = [n for n in places if outlines.said[n] == asked and outlines.types[n] == _UTTERANCE]
    left = [Left(outlines.ids[place], "conflicts", "it is the question itself") for place in same]
    return [place for place in places if place not in same], left


def why_not(memory: Memory, where: Where) -> str:
    """The first part of ``where`` that ``memory`` does not fulfil, in words."""
    checks = (
        (where.statuses is None or memory.status in where.statuses, f"it is {memory.status.value}"),
        (where.valid_at is None or holds_at(memory, where.valid_at), _replaced(memory)),
        (
            where.known_at is None or known_as_active(memory, where.known_at),
            "it was not known, or no longer held, at that time",
        ),
        (where.types is None or memory.type in where.types, f"its type is {memory.type.value}"),
        (where.tiers is None or memory.tier in where.tiers, f"its tier is {memory.tier.value}"),
        (matches_any(where.subjects, memory.subject_key), f"its subject is {memory.subject_key}"),
        (
            where.within is None or where.within.holds(memory.happened_at),
            "it lies outside the window",
        ),
    )
    return next((reason for holds, reason in checks if not holds), "another filter excludes it")


def _replaced(memory: Memory) -> str:
    if memory.superseded_by is not None:
        return f"it was superseded by {memory.superseded_by}"
    if memory.status_reason is not None:
        return str(memory.status_reason)
    return "it does not hold at the asked time"
