"""Of what was said without a key, finds what held at the time that a question about oneself asks for; pure, it loads nothing.

"I go to the gym on Tuesdays", later "moved my gym day to Saturdays": nothing supersedes, since no rule knows gyms. But what
was said in June cannot say how it was in March; what announces a change goes before what it changes; and who asks how it
was before does not mean what holds now. Only questions for a state of one's own are read so, and only of two
statements that share what they speak of.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from hindsight_integrations.language.aims import Aim, Order
from hindsight_integrations.language.clauses import asks
from hindsight_integrations.language.tokens import query_terms
from hindsight_integrations.language.updates import announces_change, looks_back
from hindsight_integrations.records import Memory, MemoryType, Role, Status

#: What fits the question this much less well answers something else.
_AS_NEAR = 0.35
_KINDS = (MemoryType.UTTERANCE, MemoryType.FACT, MemoryType.PREFERENCE)


@dataclass(frozen=True)
class _Said:
    id: str
    when: datetime
    near: float
    memory: Memory

    @cached_property
    def terms(self) -> frozenset[str]:
        return frozenset(query_terms(self.memory.content))


def stood(
    asked: Collection[str],
    aim: Aim,
    candidates: Sequence[tuple[Memory, float]],
    attributes: Container[str],
) -> str | None:
    """The id of the statement that goes first, if another than the best one held at the time asked for.

    ``candidates`` are the answers so far with their similarity, the best first; ``asked`` are the
    terms of the question. What stands under one of the ``attributes`` is the matter of its chain.
    """
    if not candidates:
        return None
    said = [_said(memory, near) for memory, near in candidates if _states(memory)]
    top = _said(*candidates[0])
    if aim.order is Order.AS_OF and aim.instant is not None:
        return _as_of(top, said, frozenset(asked), aim.instant)
    if aim.order is Order.BEFORE:
        return _before(top, said, frozenset(asked))
    if aim.order is not Order.NOW or _attribute(top.memory) in attributes:
        return None
    return _now(top, said, frozenset(asked))


def _states(memory: Memory) -> bool:
    own = memory.payload.get("role", Role.USER.value) == Role.USER.value
    return own and memory.type in _KINDS and not asks(memory.content)


def _said(memory: Memory, near: float) -> _Said:
    return _Said(memory.id, memory.happened_at, near, memory)


def _announces(said: _Said) -> bool:
    return announces_change(said.memory.content)


def _rivals(older: _Said, newer: _Said, asked: frozenset[str]) -> bool:
    """Whether two statements may answer one question at different times."""
    if older.when >= newer.when or min(older.near, newer.near) < _AS_NEAR * max(
        older.near, newer.near
    ):
        return False
    shared = older.terms & newer.terms
    return bool(shared & asked) or (bool(shared) and _announces(newer))


def _as_of(
    top: _Said, said: Sequence[_Said], asked: frozenset[str], instant: datetime
) -> str | None:
    if top.when <= instant:
        return None
    known = [one for one in said if one.when <= instant and _rivals(one, top, asked)]
    return max(known, key=lambda one: (one.near, one.when)).id if known else None


def _before(top: _Said, said: Sequence[_Said], asked: frozenset[str]) -> str | None:
    """The last rival before the one that holds now."""
    over = top.memory.status is not Status.ACTIVE or looks_back(top.memory.content)
    if over or any(_rivals(top, one, asked) for one in said):
        return None
    known = [one for one in said if _rivals(one, top, asked)]
    return max(known, key=lambda one: (one.when, one.near)).id if known else None


def _attribute(memory: Memory) -> str:
    """The last segment of its key; keys of the open pattern are made of a sentence's own words."""
    return str(memory.subject_key or "").rpartition(".")[2]


def _now(top: _Said, said: Sequence[_Said], asked: frozenset[str]) -> str | None:
    """The last statement that announces a change of what the best one says."""
    newer = [one for one in said if _announces(one) and _rivals(top, one, asked)]
    return max(newer, key=lambda one: (one.when, one.near)).id if newer else None
