"""Reads one user's shelf as of one instant, for the in-memory record store; it changes nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from datetime import datetime
from typing import Any

from hindsight_integrations.answers import Hit
from hindsight_integrations.outlines import Outlines
from hindsight_integrations.ports import (
    Done,
    Entry,
    LoggedTurn,
    Vector,
)
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Memory, MemoryType, Status
from hindsight_integrations.testing.fakes.keyword import scores
from hindsight_integrations.testing.fakes.outlining import neighbours, outlined
from hindsight_integrations.testing.fakes.shelf import (
    Shelf,
    alive,
)


class InMemoryRecordReader:
    """A :class:`~hindsight_integrations.ports.RecordReader` over one shelf, at one instant."""

    def __init__(self, shelf: Shelf, now: datetime, secret: bytes) -> None:
        self._shelf = shelf
        self._now = now
        self._secret = secret

    @property
    def now(self) -> datetime:
        return self._now

    def get(self, ids: Sequence[str]) -> dict[str, Memory]:
        found = ((name, self._living(name)) for name in ids)
        return {name: own(entry.memory) for name, entry in found if entry is not None}

    def find(self, where: Where, *, limit: int | None = None) -> list[Memory]:
        found = [memory for memory in self._memories() if where.matches(memory)]
        found.sort(key=lambda memory: (memory.happened_at, memory.sequence), reverse=True)
        return [own(memory) for memory in found[:limit]]

    def latest(self, where: Where, *, limit: int) -> list[str]:
        return [memory.id for memory in self.find(where, limit=limit)]

    def outline(self, ids: Sequence[str]) -> Outlines:
        found = (self._living(name) for name in dict.fromkeys(ids))
        return Outlines.of([outlined(entry) for entry in found if entry is not None])

    def count(self, where: Where) -> int:
        return sum(where.matches(memory) for memory in self._memories())

    def chain(self, subject: str) -> list[Memory]:
        found = [memory for memory in self._memories() if memory.subject_key == subject]
        found.sort(key=lambda memory: (memory.valid_from, memory.sequence))
        return [own(memory) for memory in found]

    def same(self, subject: str | None, digest: bytes) -> Memory | None:
        for entry in self._shelf.living(self._now):
            memory = entry.memory
            if (memory.status, memory.subject_key, entry.same) == (Status.ACTIVE, subject, digest):
                return own(memory)
        return None

    def payloads(
        self, where: Where, *, limit: int | None = None
    ) -> list[tuple[str, dict[str, Any]]]:
        return [(memory.id, dict(memory.payload)) for memory in self.find(where, limit=limit)]

    def keys(self, where: Where) -> list[str]:
        found = (m.subject_key for m in self._memories() if where.matches(m))
        return sorted({str(key) for key in found if key is not None})

    def facets(self, ids: Sequence[str], space: str) -> dict[str, Vector]:
        found = ((name, self._living(name)) for name in ids)
        return {
            name: entry.facets.vectors
            for name, entry in found
            if entry is not None and entry.facets is not None and entry.facets.space == space
        }

    def vectors(self, ids: Sequence[str]) -> dict[str, Vector]:
        held = [entry for entry in map(self._living, ids) if entry is not None]
        return {entry.memory.id: entry.vector for entry in held if entry.vector is not None}

    def expired(self, where: Where) -> list[Memory]:
        return [own(memory) for memory in self._shelf.dead(self._now) if where.matches(memory)]

    def keyword(self, terms: Sequence[str], where: Where, *, limit: int) -> list[Hit]:
        entries = self._shelf.living(self._now)
        scored = zip(entries, scores(terms, [entry.terms for entry in entries]), strict=True)
        found = [
            (score, entry.memory)
            for entry, score in scored
            if score > 0 and where.matches(entry.memory)
        ]
        found.sort(key=lambda pair: (pair[0], pair[1].sequence), reverse=True)
        return [Hit(memory.id, score) for score, memory in found[:limit]]

    def beside(self, ids: Sequence[str], where: Where, *, reach: int) -> list[str]:
        said = [memory for memory in self.find(where) if memory.type is MemoryType.UTTERANCE]
        return neighbours(said, list(self.get(ids).values()), reach)

    def done(self, dedup_key: str) -> Done | None:
        return self._shelf.done.get(self._hash(dedup_key))

    def turns(self, session: str | None, *, last: int | None = None) -> list[LoggedTurn]:
        said = [turn for own, turn in self._shelf.turns.values() if own == session]
        said.sort(key=lambda turn: turn.sequence)
        return said if last is None else said[len(said) - min(last, len(said)) :]

    def turn(self, id: str) -> LoggedTurn | None:
        found = self._shelf.turns.get(id)
        return None if found is None else found[1]

    def shown(
        self, session: str | None, *, archived: bool = False, last: int | None = None
    ) -> list[LoggedTurn]:
        ids = self._shelf.transcripts.get(session, ((), ()))[int(archived)]
        said = [self._shelf.turns[id][1] for id in ids]
        return said if last is None else said[len(said) - min(last, len(said)) :]

    def transcripts(self) -> list[str | None]:
        return sorted(self._shelf.transcripts, key=lambda session: session or "")

    def ended(self, session: str | None) -> bool:
        last = self._shelf.sessions.get(session)
        return last is not None and self._shelf.ended.get(session) == last

    def version(self) -> int:
        return self._shelf.version

    def _memories(self) -> list[Memory]:
        return [entry.memory for entry in self._shelf.living(self._now)]

    def _living(self, id: str) -> Entry | None:
        entry = self._shelf.records.get(id)
        return entry if entry is not None and alive(entry.memory, self._now) else None

    def _hash(self, dedup_key: str) -> bytes:
        return hashlib.blake2b(dedup_key.encode(), key=self._secret, digest_size=32).digest()


def own(memory: Memory) -> Memory:
    """``memory`` with a payload of its own, so that nobody changes what is kept."""
    return replace(memory, payload=deepcopy(memory.payload))
