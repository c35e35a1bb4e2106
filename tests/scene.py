"""The engine over in-memory ports or the embedded store, and models that say what a test told them; it tests nothing."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest

from hindsight_integrations.answers import Hit, Recall
from hindsight_integrations.engine.core import Core
from hindsight_integrations.engine.touches import Touches
from hindsight_integrations.errors import Unavailable
from hindsight_integrations.lanes import Lanes
from hindsight_integrations.language.extraction import RuleExtractor
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.outlines import Outlines
from hindsight_integrations.ports import (
    Deadline,
    Embedder,
    Extractor,
    Nearest,
    RecordStore,
    Reranker,
    Scorer,
    Vector,
    VectorIndex,
    WorkingMemory,
)
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Claim, Memory, MemoryType, Scope
from hindsight_integrations.settings import Settings
from hindsight_integrations.stores.sqlite import SqliteStore
from hindsight_integrations.testing import (
    FrozenClock,
    InMemoryRecordStore,
    InMemoryVectorIndex,
    InMemoryWorkingMemory,
    direction,
)
from hindsight_integrations.user_memory import UserMemory


class PointingEncoder:
    """An encoder with a script: a text points at its angle, in degrees, in one plane.

    A text without an angle stands upright on that plane, so its cosine with those that have one is 0.
    """

    model_id = "pointing-8"
    dimensions = 8

    def __init__(self, angles: Mapping[str, float] | None = None) -> None:
        self._angles = dict(angles or {})

    def embed(self, texts: Sequence[str]) -> Vector:
        return np.array([self._row(text) for text in texts], np.float32).reshape(-1, 8)

    def _row(self, text: str) -> Vector:
        if text in self._angles:
            return direction(self._angles[text])
        upright: Vector = np.eye(8, dtype=np.float32)[2]
        return upright


class ScriptedReranker:
    """A reranker that gives a passage the score of the words it ends with, else 0."""

    model_id = "scripted"

    def __init__(self, scores: Mapping[str, float]) -> None:
        self._scores = dict(scores)
        self.asked: list[tuple[str, tuple[str, ...]]] = []

    def score(self, query: str, passages: Sequence[str]) -> Sequence[float]:
        self.asked.append((query, tuple(passages)))
        return [self._of(passage) for passage in passages]

    def _of(self, passage: str) -> float:
        return next((n for end, n in self._scores.items() if passage.endswith(end)), 0.0)


class LateIndex:
    """An index that lags behind: ids it still holds come first, whatever the filter says."""

    def __init__(self, index: VectorIndex) -> None:
        self._index = index
        self.stale: list[str] = []

    def search(
        self,
        scope: Scope,
        query: Vector,
        where: Where,
        *,
        limit: int,
        also: Sequence[str] = (),
        deadline: Deadline,
    ) -> Nearest:
        found = self._index.search(scope, query, where, limit=limit, also=also, deadline=deadline)
        return Nearest([*(Hit(id, 0.99) for id in self.stale), *found.hits], found.others)


class UnreachableIndex:
    """An index that cannot be reached."""

    def search(self, *_: Any, **__: Any) -> Nearest:
        raise Unavailable("the index cannot be reached")


on_both_stores = pytest.mark.parametrize("store", ["fakes", "sqlite"])


def _same(index: VectorIndex) -> VectorIndex:
    return index


@dataclass
class Scene:
    """One opened memory, with a clock that stands still unless it is moved and ids ``m1``, ``m2`` …"""

    store: str = "fakes"
    settings: Settings = field(default_factory=Settings)
    embedder: Embedder | None = field(default_factory=lambda: HashingEncoder(64))
    reranker: Reranker | None = None
    extractor: Extractor | None = None
    scorer: Scorer | None = None
    index: Callable[[VectorIndex], VectorIndex] = _same
    working: WorkingMemory | None = None
    clock: FrozenClock = field(default_factory=FrozenClock)

    def __post_init__(self) -> None:
        records, index, working = self._stores()
        numbers = itertools.count(1)
        self.lanes = Lanes(self.settings.runtime)
        self.core = Core(
            records=records,
            index=None if self.embedder is None else self.index(index),
            working=self.working or working,
            embedder=self.embedder,
            summarizer=None,
            reranker=self.reranker,
            extractor=self.extractor or RuleExtractor(),
            rules=RuleExtractor(),
            settings=self.settings,
            clock=self.clock,
            new_id=lambda: f"m{next(numbers)}",
            ask=self.lanes.ask,
            touches=Touches(self.settings.runtime.touches),
            scorer=self.scorer,
        )

    def user(self, name: str = "ada", *, tz: str = "UTC", **parts: str) -> UserMemory:
        """The memory of a user of the tenant ``acme`` (unless ``parts`` say otherwise)."""
        return UserMemory(self.core, self.lanes, Scope(**{"tenant": "acme"} | parts, user=name), tz)

    def _stores(self) -> tuple[RecordStore, VectorIndex, WorkingMemory]:
        if self.store == "fakes":
            fake = InMemoryRecordStore(self.clock)
            return fake, InMemoryVectorIndex(fake), InMemoryWorkingMemory(self.settings.working)
        encoder = self.embedder
        model = None if encoder is None else (encoder.model_id, encoder.dimensions)
        real = SqliteStore(":memory:", clock=self.clock, model=model)
        return real, real.index, real.working


def keep(memory: UserMemory, *claims: Claim) -> list[Memory]:
    """Remember ``claims``; the records they became."""
    changes = memory.remember_many(claims)
    return [change.memory for change in changes if change.memory is not None]


def utterance(content: str, **parts: Any) -> Claim:
    """A claim that something was said."""
    return Claim(content=content, type=MemoryType.UTTERANCE, **parts)


def left_out(answer: Recall) -> dict[str, tuple[str, str]]:
    """Step and reason of every candidate that is not among the answers; each has one."""
    found = {item.id: (item.step, item.reason) for item in answer.trace.left_out}
    assert len(found) == len(answer.trace.left_out)
    return found


def candidates(answer: Recall) -> set[str]:
    return {hit.id for route in answer.trace.routes for hit in route.hits}


def moved(memory: UserMemory) -> tuple[Memory, Memory]:
    """Someone who moved from Berlin to Lisbon: both records."""
    keep(memory, Claim(content="Ada lives in Berlin", subject="user.location"))
    keep(memory, Claim(content="Ada lives in Lisbon", subject="user.location"))
    lisbon, berlin = memory.history("user.location")
    return berlin, lisbon


def contents(memories: Iterable[Memory]) -> list[str]:
    """What they say, in their order."""
    return [memory.content for memory in memories]


def outlined(*memories: Memory) -> Outlines:
    """The outlines of ``memories``, numbered from 1 in their order; same words are said alike."""
    return Outlines.of([_row(memory, number) for number, memory in enumerate(memories, 1)])


def _row(memory: Memory, number: int) -> tuple[object, ...]:
    return (
        memory.id,
        number,
        memory.type.value,
        memory.tier.value,
        memory.status.value,
        micros(memory.happened_at),
        micros(memory.confirmed_at),
        micros(memory.valid_from),
        None if memory.valid_to is None else micros(memory.valid_to),
        memory.confidence,
        memory.importance,
        memory.access_count,
        memory.pinned,
        memory.contradicted_by is not None,
        memory.helpful is False,
        memory.status_reason,
        memory.content.encode(),
        str(memory.payload.get("name", "")),
    )


def micros(moment: datetime) -> int:
    """Microseconds since 1970."""
    return round((moment - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds() * 1_000_000)
