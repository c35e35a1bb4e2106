"""Settles candidates that speak of the same thing before they are scored; pure, it loads nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from ..answers import Left
from ..language.tokens import canonical
from ..queries import holds_at
from ..records import Memory, MemoryType, Status, Tier
from ..settings import ScoreSettings, Settings, Strategy
from .supersede import BESIDE


def penalty(memory: Memory, moment: datetime | None, settings: ScoreSettings) -> float:
    """1 where a newer value stands under the key, 0.5 where only a doubt is known, else 0.

    ``moment`` is the asked valid time, if one was asked: what held then is not in conflict.
    """
    held_then = moment is not None and holds_at(memory, moment)
    if memory.status is Status.SUPERSEDED and not held_then:
        return settings.conflict_replaced
    return settings.conflict_suspected if memory.contradicted_by is not None else 0.0


def settle(candidates: Iterable[Memory]) -> tuple[list[Memory], list[Left]]:
    """Drop records beside the chain and repetitions of what another candidate says better.

    The same words count once: a fact is kept over the utterance it was drawn from, and of
    equals the later one.
    """
    kept: dict[str, Memory] = {}
    left: list[Left] = []
    for memory in sorted(candidates, key=_telling_rank):
        if memory.status_reason in BESIDE:
            left.append(Left(memory.id, "conflicts", str(memory.status_reason)))
            continue
        said = canonical(memory.content)
        rival = kept.get(said)
        if rival is not None and _one_is_enough(rival, memory):
            left.append(Left(memory.id, "conflicts", f"says the same as {rival.id}"))
            continue
        kept[said] = memory
    return list(kept.values()), left


def _telling_rank(memory: Memory) -> tuple[bool, bool, int]:
    return (memory.status is not Status.ACTIVE, memory.tier is not Tier.SEMANTIC, -memory.sequence)


def _one_is_enough(rival: Memory, memory: Memory) -> bool:
    """Events that read alike are different events; words that read alike are told once."""
    return memory.type is not MemoryType.EVENT or rival.type is not MemoryType.EVENT


def told_with(memory: Memory, known: Mapping[str, Memory], settings: Settings) -> Memory | None:
    """The predecessor that is told beside ``memory`` where both are told (preferences)."""
    if memory.supersedes is None or memory.status is not Status.ACTIVE:
        return None
    if settings.strategy(memory.type, memory.subject_key) is not Strategy.BOTH:
        return None
    return known.get(memory.supersedes)
