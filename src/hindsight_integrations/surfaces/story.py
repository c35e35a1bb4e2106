"""The shipped demonstration: replays the sample and asks what shows the point; it renders nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import as_file, files

from hindsight_integrations.answers import Erasure, Recollection
from hindsight_integrations.hindsight import Hindsight
from hindsight_integrations.records import Memory
from hindsight_integrations.surfaces.chats import Chat, read_chats
from hindsight_integrations.surfaces.replaying import Asked, Replayed, ask, replay
from hindsight_integrations.user_memory import UserMemory

#: Whose memory it is, and the moment at which the demo asks: three days after the last turn.
USER = "mira"
NOW = datetime(2025, 4, 5, 10, 0, tzinfo=UTC)
#: A day on which the first home still held.
THEN = datetime(2025, 3, 10, 12, 0, tzinfo=UTC)

QUESTIONS = (
    "Where does Mira live now?",
    "以后应该怎么联系她？",
    "What did she tell me last week?",
)
PAST_QUESTION = "Where did Mira live?"
FORGOTTEN = "user.diet"
FORGOTTEN_QUESTION = "What does Mira eat?"
#: Three recollections fit side by side in 80 columns.
_K = 3
#: More than the sample makes.
_ALL = 200


@dataclass(frozen=True, slots=True)
class Story:
    """Everything the demo shows, in the order in which it is shown."""

    replayed: Replayed
    remembered: tuple[Recollection, ...]
    chains: Mapping[str, tuple[Memory, ...]]
    asked: tuple[Asked, ...]
    past: Asked
    before: Asked
    erasure: Erasure
    after: Asked
    #: How many memories are left, and how many of them still repeat what was forgotten.
    left: int
    echoes: int


def sample() -> list[Chat]:
    """The conversation that is shipped with the package."""
    with as_file(files(__package__) / "sample" / "conversation.json") as path:
        return read_chats(path)


def tell(hindsight: Hindsight, *, told: Callable[[int], None]) -> Story:
    """Replay the sample into an empty memory whose clock stands at ``NOW``, and ask."""
    replayed = replay(hindsight, sample(), told=told, user=USER)
    memory = hindsight.for_user(USER)
    chains = {key: tuple(memory.history(key)) for key in replayed.subjects}
    remembered = _remembered(memory)
    asked = tuple(ask(memory, question, k=_K) for question in QUESTIONS)
    past = ask(memory, PAST_QUESTION, k=1, as_of=THEN)
    before = ask(memory, FORGOTTEN_QUESTION, k=1, subjects=FORGOTTEN)
    erasure = memory.forget(subject=FORGOTTEN, reason="asked")
    after = ask(memory, FORGOTTEN_QUESTION, k=1, subjects=FORGOTTEN)
    left, echoes = _echoes(memory, chains[FORGOTTEN])
    return Story(replayed, remembered, chains, asked, past, before, erasure, after, left, echoes)


def _echoes(memory: UserMemory, gone: Sequence[Memory]) -> tuple[int, int]:
    """All that is left, by whatever route, and how much of it holds a forgotten value."""
    rest = memory.recall(FORGOTTEN_QUESTION, k=_ALL, include_superseded=True, touch=False).memories
    values = [str(item.payload.get("value", item.content)).casefold() for item in gone]
    return len(rest), sum(any(v in m.content.casefold() for v in values) for m in rest)


def _remembered(memory: UserMemory) -> tuple[Recollection, ...]:
    """What stands in the semantic tier, by subject."""
    found = memory.recall("Mira", k=_ALL, tiers="semantic", touch=False)
    return tuple(
        sorted(found, key=lambda item: (item.memory.subject_key or "~", item.memory.sequence))
    )
