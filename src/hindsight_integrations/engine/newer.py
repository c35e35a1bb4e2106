"""Puts the newer of two near copies first, where the question cannot tell them apart; pure, it loads nothing.

People change what they said without saying so: "Ana chairs the board", later "Ana advises the board".
Without a subject key nothing supersedes; but where a later free statement says nearly the same and
holds as much of the question, it answers first. Both are told, and neither is held in doubt: two
tickets stand side by side, and a question that names one of them tells them apart.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from hindsight_integrations.language.tokens import query_terms
from hindsight_integrations.records import Memory, MemoryType, Role, Status

#: Of the words of the shorter one, so many must be shared by a near copy; and at least so many.
_SHARED, _FEWEST = 0.5, 2
#: Of what the older one holds of the question, the newer one holds at least this share.
_COVERED = 0.7
#: What fits the question less than half as well as another answers something else: neither
#: does a copy of what is no answer itself come first, nor a copy that is none.
_AS_NEAR = 0.5
_QUESTION = re.compile(r"[?？]\W*$")


@dataclass(frozen=True)
class _Said:
    """A free statement: its place among the candidates, what it says, and how well it fits."""

    place: int
    when: tuple[datetime, int]
    user: bool
    content: str
    near: float

    @cached_property
    def terms(self) -> frozenset[str]:
        return frozenset(query_terms(self.content))


@dataclass(frozen=True, slots=True)
class Lift:
    """A newer near copy takes over the similarity of the older one."""

    older: int
    similarity: float


def newer_copies(
    asked: Collection[str], candidates: Sequence[tuple[int, Memory, float]]
) -> Mapping[int, Lift]:
    """Which of the candidates (place, record, similarity) are lifted, by place.

    ``asked`` are the terms of the question.
    """
    said = sorted(
        (_said(*candidate) for candidate in candidates if _free(candidate[1])),
        key=lambda item: item.when,
    )
    wanted = frozenset(asked)
    least = _AS_NEAR * max((item.near for item in said), default=0.0)
    level = {item.place: item.near for item in said}
    lifts: dict[int, Lift] = {}
    for number, newer in enumerate(said):
        for older in said[:number]:
            better = level[older.place] > level[newer.place] and older.near >= least
            if better and _rivals(newer, older) and _copies(newer, older, wanted):
                level[newer.place] = level[older.place]
                lifts[newer.place] = Lift(older.place, level[older.place])
    return lifts


def _free(memory: Memory) -> bool:
    """An active statement that no key rules: no event, no question."""
    kinds = (MemoryType.UTTERANCE, MemoryType.FACT, MemoryType.PREFERENCE)
    return (
        memory.subject_key is None
        and memory.status is Status.ACTIVE
        and memory.type in kinds
        and not _QUESTION.search(memory.content)
    )


def _said(place: int, memory: Memory, near: float) -> _Said:
    user = memory.payload.get("role", Role.USER.value) == Role.USER.value
    return _Said(place, (memory.happened_at, memory.sequence), user, memory.content, near)


def _rivals(newer: _Said, older: _Said) -> bool:
    """Whether the newer one may answer in place of the older, whatever the two say."""
    return (newer.user or not older.user) and newer.near >= _AS_NEAR * older.near


def _copies(newer: _Said, older: _Said, asked: frozenset[str]) -> bool:
    """Whether ``newer`` says nearly the same as ``older`` and holds as much of the question."""
    shared = len(newer.terms & older.terms)
    if shared < max(_FEWEST, _SHARED * min(len(newer.terms), len(older.terms))):
        return False
    held, kept = older.terms & asked, newer.terms & asked
    lost = held - kept
    return len(kept) >= _COVERED * len(held) and not any(map(_numbered, lost))


def _numbered(term: str) -> bool:
    """Numbers tell things apart."""
    return any(character.isdigit() for character in term)
