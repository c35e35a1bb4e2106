"""Puts the newer of two statements first, where it says the same anew or tells a later value; pure, it loads nothing.

People change what they said without saying so: "Ana chairs the board", later "Ana advises the board".
Or they tell a new value in passing: "the deadline was moved to May 20, so how should I plan?". Without a
subject key nothing supersedes; but where a later free statement says nearly the same, or tells a
value of what the question asks for, and holds as much of the question, it answers first. Both are told, and
neither is held in doubt: two tickets stand side by side, and a question that names one of them tells them apart.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from hindsight_integrations.language.tokens import query_terms
from hindsight_integrations.language.updates import (
    Value,
    asked_value,
    holds,
    names,
    states,
    tells_new,
)
from hindsight_integrations.records import Memory, MemoryType, Role, Status

#: Of the words of the shorter one, so many must be shared by a near copy; and at least so many.
_SHARED, _FEWEST = 0.5, 2
#: Of what the older one holds of the question, the newer one holds at least this share.
_COVERED = 0.7
#: The same where the newer one says that something is another than before.
_TOLD_NEW = 0.5
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
    #: Whether it ends in a question: what it states beside that is free all the same.
    asks: bool

    @cached_property
    def terms(self) -> frozenset[str]:
        return frozenset(query_terms(self.content))


@dataclass(frozen=True)
class Wanted:
    """The terms of a question, and its words, which are read only where two statements may rival."""

    terms: frozenset[str]
    question: str = field(default="", repr=False)

    @cached_property
    def value(self) -> Value | None:
        """The kind of value asked for that may have changed."""
        return asked_value(self.question)

    @cached_property
    def names(self) -> frozenset[str]:
        """Those of the terms that are names."""
        return names(self.question)


@dataclass(frozen=True, slots=True)
class Lift:
    """A newer statement takes over the similarity of the older one: ``newer_copy`` or ``later_value``."""

    older: int
    similarity: float
    kind: str = "newer_copy"


def newer_copies(
    asked: Wanted, candidates: Sequence[tuple[int, Memory, float]]
) -> Mapping[int, Lift]:
    """Which of the candidates (place, record, similarity) are lifted, by place."""
    said = sorted(
        (_said(*candidate) for candidate in candidates if _free(candidate[1])),
        key=lambda item: item.when,
    )
    least = _AS_NEAR * max((item.near for item in said), default=0.0)
    level = {item.place: item.near for item in said}
    lifts: dict[int, Lift] = {}
    for number, newer in enumerate(said):
        for older in said[:number]:
            better = level[older.place] > level[newer.place] and older.near >= least
            if not better or not _rivals(newer, older):
                continue
            kind = _kind(newer, older, asked)
            if kind is not None:
                level[newer.place] = level[older.place]
                lifts[newer.place] = Lift(older.place, level[older.place], kind)
    return lifts


def _kind(newer: _Said, older: _Said, asked: Wanted) -> str | None:
    """Why the newer one goes first, if it does."""
    if _copies(newer, older, asked.terms):
        return "newer_copy"
    later = asked.value is not None and _updates(newer, older, asked, asked.value)
    return "later_value" if later else None


def _free(memory: Memory) -> bool:
    """An active statement that no key rules, and no event."""
    kinds = (MemoryType.UTTERANCE, MemoryType.FACT, MemoryType.PREFERENCE)
    return memory.subject_key is None and memory.status is Status.ACTIVE and memory.type in kinds


def _said(place: int, memory: Memory, near: float) -> _Said:
    user = memory.payload.get("role", Role.USER.value) == Role.USER.value
    when, asks = (memory.happened_at, memory.sequence), bool(_QUESTION.search(memory.content))
    return _Said(place, when, user, memory.content, near, asks)


def _rivals(newer: _Said, older: _Said) -> bool:
    """Whether the newer one may answer in place of the older, whatever the two say."""
    return (newer.user or not older.user) and newer.near >= _AS_NEAR * older.near


def _copies(newer: _Said, older: _Said, asked: frozenset[str]) -> bool:
    """Whether ``newer`` says nearly the same as ``older`` and holds as much of the question."""
    if newer.asks or older.asks:
        return False
    shared = len(newer.terms & older.terms)
    if shared < max(_FEWEST, _SHARED * min(len(newer.terms), len(older.terms))):
        return False
    held, kept = older.terms & asked, newer.terms & asked
    lost = held - kept
    return len(kept) >= _COVERED * len(held) and not any(map(_numbered, lost))


def _updates(newer: _Said, older: _Said, asked: Wanted, value: Value) -> bool:
    """Whether ``newer`` tells a later value of what the question asks for and ``older`` tells."""
    held, kept = older.terms & asked.terms, newer.terms & asked.terms
    new = tells_new(newer.content)
    fewest = 1 if new and held <= kept else _FEWEST
    if len(kept) < max(fewest, (_TOLD_NEW if new else _COVERED) * len(held)):
        return False
    told = newer.user and states(newer.content, value) and holds(older.content, value)
    return told and not _of_others(newer, older, held - kept, asked.names)


def _of_others(
    newer: _Said, older: _Said, lost: frozenset[str], asked_names: frozenset[str]
) -> bool:
    """Whether what ``newer`` does not hold of the question tells the two apart: a number, or a name beside its own."""
    if any(map(_numbered, lost)):
        return True
    return not lost.isdisjoint(asked_names) and bool(names(newer.content) - older.terms)


def _numbered(term: str) -> bool:
    """Numbers tell things apart."""
    return any(character.isdigit() for character in term)
