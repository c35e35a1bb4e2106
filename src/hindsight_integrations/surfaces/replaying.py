"""Feeds chats to a memory and asks it, keeping what came back; it renders nothing and opens nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from hindsight_integrations.answers import Action, Observation, Recall
from hindsight_integrations.hindsight import Hindsight
from hindsight_integrations.records import Memory, Turn
from hindsight_integrations.surfaces.chats import Chat
from hindsight_integrations.user_memory import UserMemory

#: Turns that are observed in one call: few enough for a steady progress bar.
_BATCH = 20
#: Of those that were left out of an answer, how many are looked up to be named.
_LOOKED_UP = 200
_NOTHING_LEARNT = frozenset({Action.REPEATED, Action.WITHHELD})


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a replay did, in counts, and the subjects that claims were learnt about."""

    sessions: int = 0
    turns: int = 0
    learnt: int = 0
    repeated: int = 0
    withheld: int = 0
    subjects: tuple[str, ...] = ()
    degraded: tuple[str, ...] = ()

    def with_one(self, seen: Observation) -> Replayed:
        """These counts and those of one more observation."""
        claims = [change for change in seen.changes if change.action not in _NOTHING_LEARNT]
        keys = [str(c.memory.subject_key) for c in claims if c.memory and c.memory.subject_key]
        return replace(
            self,
            turns=self.turns + len(seen.turns),
            learnt=self.learnt + len(claims),
            repeated=self.repeated + seen.repeated,
            withheld=self.withheld + seen.withheld,
            subjects=tuple(dict.fromkeys([*self.subjects, *keys])),
            degraded=tuple(dict.fromkeys([*self.degraded, *seen.degraded])),
        )


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, its answer, and the memories that the answer's trace names."""

    question: str
    recall: Recall
    known: Mapping[str, Memory]


def replay(
    hindsight: Hindsight,
    chats: Sequence[Chat],
    *,
    told: Callable[[int], None],
    **whose: Any,
) -> Replayed:
    """Observe every turn of ``chats`` in its session; ``told`` hears how many turns were done.

    ``whose`` goes to ``for_user``: user, tenant, tz.
    """
    counts = Replayed(sessions=len(chats))
    for chat in chats:
        memory = hindsight.for_user(session=chat.session, **whose)
        for batch in _batches(chat.turns):
            counts = counts.with_one(memory.observe(batch))
            told(len(batch))
    return counts


def _batches(turns: Sequence[Turn]) -> Iterator[list[Turn]]:
    rest = iter(turns)
    while batch := list(islice(rest, _BATCH)):
        yield batch


def ask(memory: UserMemory, question: str, **how: Any) -> Asked:
    """Recall, and look up what was left out so that it can be named. ``how`` goes to ``recall``."""
    found = memory.recall(question, **how)
    return Asked(question, found, known(memory, found))


def known(memory: UserMemory, found: Recall) -> dict[str, Memory]:
    """The memories of an answer by id, and the first of those it left out."""
    by_id = {item.memory.id: item.memory for item in found}
    for left in found.trace.left_out[:_LOOKED_UP]:
        if left.id not in by_id and (found_out := memory.get(left.id)) is not None:
            by_id[left.id] = found_out
    return by_id
