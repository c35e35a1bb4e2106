"""What a user's turn was told from memory, and a bounded cache of it; it asks no memory itself."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field, replace
from threading import Lock

from hindsight_integrations.answers import Recall, Recollection
from hindsight_integrations.engine.observe import turn_id
from hindsight_integrations.records import MemoryType, Scope, Turn


@dataclass(frozen=True, slots=True)
class Asked:
    """A user's turn in a run: whose memory is asked, the turn's id, and what was said.

    ``said`` is empty if the agent has summarised the messages away since.
    """

    scope: Scope
    turn: str | None
    said: tuple[Turn, ...] = field(repr=False, hash=False, compare=False)

    @property
    def query(self) -> str:
        return "\n".join(turn.content for turn in self.said)

    def others(self, found: Recall) -> Recall:
        """``found`` without what this very turn has left in the memory, and without its echoes.

        Only a turn that is taken up again (after an interrupt, or from a checkpoint) finds
        itself: the first time it asks before it is remembered.
        """
        own = {turn_id(self.scope.session, turn) for turn in self.said}
        words = {turn.content for turn in self.said}

        def echoes(one: Recollection) -> bool:
            utterance = one.memory.type is MemoryType.UTTERANCE
            return not own.isdisjoint(one.turns) or (utterance and one.memory.content in words)

        return replace(found, recollections=tuple(one for one in found if not echoes(one)))


@dataclass(frozen=True, slots=True)
class Told:
    """The text that goes into the turn's requests, and the ids of the memories it tells of."""

    prompt: str = field(default="", repr=False)
    ids: tuple[str, ...] = ()
    degraded: bool = False


def ids_of(found: Recall) -> tuple[str, ...]:
    """The memories that ``found`` may tell of: the answers, and what they have replaced."""
    told = [memory for one in found for memory in (one.memory, one.predecessor)]
    return tuple(memory.id for memory in told if memory is not None)


class ToldTurns:
    """What was told, by turn: at most ``size`` of them, the least recently used leave first."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._turns: OrderedDict[Asked, Told] = OrderedDict()
        self._lock = Lock()

    def get(self, asked: Asked) -> Told | None:
        with self._lock:
            if asked in self._turns:
                self._turns.move_to_end(asked)
            return self._turns.get(asked)

    def drop(self, scope: Scope) -> None:
        """Forget what the turns of this session were told, whichever agent asked."""
        session = (*scope.wall, scope.session)
        with self._lock:
            ended = [a for a in self._turns if (*a.scope.wall, a.scope.session) == session]
            for asked in ended:
                del self._turns[asked]

    def put(self, asked: Asked, told: Told) -> Told:
        with self._lock:
            self._turns[asked] = told
            self._turns.move_to_end(asked)
            while len(self._turns) > self._size:
                self._turns.popitem(last=False)
        return told
