"""Everything that a user's memory holds, read past the verbs, for tests that count; it changes nothing."""

from __future__ import annotations

from hindsight_integrations import Memory, UserMemory, Where
from hindsight_integrations.ports import Deadline


def everything(memory: UserMemory) -> list[Memory]:
    """Every record of the user, whatever its status, in the order of writing."""
    store = memory._core.records
    with store.reading(memory.scope, Deadline.after(60)) as reader:
        return sorted(reader.find(Where()), key=lambda item: item.sequence)


def contents(memory: UserMemory) -> set[str]:
    """What they say."""
    return {item.content for item in everything(memory)}
