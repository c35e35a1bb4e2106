"""What is left of an archived record in the record store: a stub that says where its words lie; pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from hindsight_integrations.records import Memory, Status

#: Where a stub's payload says what it stands for.
_KEPT = "_archived"


def stub(memory: Memory, place: str, echoes: Sequence[str]) -> Memory:
    """``memory`` without its words, which lie at ``place``.

    Everything that a filter asks for stays, also the event's type, which the payload names.
    ``echoes`` are the assistant's utterances that hold its value: they are forgotten with it.
    """
    named = memory.payload.get("event_type")
    payload = {} if named is None else {"event_type": named}
    payload[_KEPT] = {"place": place, "echoes": list(echoes)}
    return replace(memory, content="", payload=payload, status=Status.ARCHIVED)


def is_stub(memory: Memory) -> bool:
    """Whether its words are in an archive."""
    return bool(_kept(memory))


def place_of(memory: Memory) -> str | None:
    """Where a stub's words lie; ``None`` for any other record."""
    place = _kept(memory).get("place")
    return None if place is None else str(place)


def noted_echoes(memory: Memory) -> list[str]:
    """The ids of the assistant's utterances that held a stub's value when it was archived."""
    return list(_kept(memory).get("echoes", ()))


def bare(memory: Memory) -> Memory:
    """A record as it is shown when its words cannot be: a stub without the note of where they lie."""
    if not is_stub(memory):
        return memory
    return replace(memory, payload={k: v for k, v in memory.payload.items() if k != _KEPT})


def told(memory: Memory, whole: Memory) -> Memory:
    """A stub as it is shown: archived, and with the words of the ``whole`` record."""
    return replace(memory, content=whole.content, payload=whole.payload)


def places(payloads: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The places that the payloads of archived records name."""
    for payload in payloads:
        kept = payload.get(_KEPT)
        if isinstance(kept, Mapping) and "place" in kept:
            yield str(kept["place"])


def _kept(memory: Memory) -> Mapping[str, Any]:
    """What a stub says of its words; nothing for any other record."""
    kept = memory.payload.get(_KEPT) if memory.status is Status.ARCHIVED else None
    return kept if isinstance(kept, Mapping) else {}
