"""Narrows candidates: what may answer at all, what the window cuts off, who is best; pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..answers import Left, Scored
from ..queries import Where, holds_at, known_as_active, matches_any
from ..records import Memory, Tier, Window


def sift(
    ids: Sequence[str], memories: Mapping[str, Memory], where: Where
) -> tuple[list[Memory], list[Left]]:
    """The candidates that exist and match, and why the others do not.

    Routes filter already; this is the law that holds whatever an index says.
    """
    kept: list[Memory] = []
    left: list[Left] = []
    for id in ids:
        memory = memories.get(id)
        if memory is None:
            left.append(
                Left(id, "load", "not in the record store: forgotten, expired or never written")
            )
        elif where.matches(memory):
            kept.append(memory)
        else:
            left.append(Left(id, "filter", why_not(memory, where)))
    return kept, left


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


def keep_inside(
    candidates: Sequence[Memory], window: Window | None
) -> tuple[list[Memory], list[Left], bool]:
    """What happened inside the window, and facts whenever they were said.

    If nothing happened inside, the window only ranks: an answer is never emptied by it. The
    last value is True if the window did cut.
    """
    if window is None:
        return list(candidates), [], False
    happened = [
        m for m in candidates if m.tier is not Tier.SEMANTIC and window.holds(m.happened_at)
    ]
    if not happened:
        return list(candidates), [], False
    kept = [m for m in candidates if m.tier is Tier.SEMANTIC or window.holds(m.happened_at)]
    out = {m.id for m in candidates} - {m.id for m in kept}
    return (
        kept,
        [Left(id, "window", "it happened outside the asked time") for id in sorted(out)],
        True,
    )


def best(scored: Iterable[Scored], memories: Mapping[str, Memory]) -> list[Scored]:
    """Best first; equal scores: the later written first."""
    return sorted(scored, key=lambda item: (-item.score, -memories[item.id].sequence))
