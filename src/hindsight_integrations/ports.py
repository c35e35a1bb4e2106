"""What the engine asks of the outside, as promises in prose; implementations live in stores/ and models/.

Every promise here is held by a contract suite in ``hindsight_integrations.testing``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from hindsight_integrations.answers import Action, Hit
from hindsight_integrations.errors import DeadlineExceeded
from hindsight_integrations.outlines import Outlines
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Claim, Memory, Scope, Turn

Vector = NDArray[np.float32]
Clock = Callable[[], datetime]
"""Answers the present instant, timezone-aware."""


def system_clock() -> datetime:
    """The machine's clock, in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Deadline:
    """When a verb must be done, on the monotonic clock; handed down to whatever may wait."""

    at: float

    @classmethod
    def after(cls, seconds: float) -> Deadline:
        return cls(time.monotonic() + seconds)

    @property
    def remaining(self) -> float:
        """Seconds left, at least 0."""
        return max(0.0, self.at - time.monotonic())

    @property
    def passed(self) -> bool:
        return time.monotonic() >= self.at

    def check(self) -> None:
        """Raise :class:`DeadlineExceeded` if the time is over."""
        if self.passed:
            raise DeadlineExceeded("the call ran out of time; nothing of it was written")


@dataclass(frozen=True, slots=True)
class Entry:
    """A record on its way into a store, with what makes it findable.

    ``vector`` is a unit vector of the serving encoder, or ``None`` if there is no encoder.
    ``terms`` are the words of the keyword index, repeated as often as they occur.
    ``single`` says that its key holds one value. ``same`` is equal for records that state the
    same value, ``said`` for records of the same words (digests, see ``engine.supersede``).
    """

    memory: Memory
    vector: Vector | None
    terms: tuple[str, ...] = field(repr=False)
    single: bool
    same: bytes
    said: bytes = b""


@dataclass(frozen=True, slots=True)
class Done:
    """What a dedup key stands for: the first write's action and record, or a forgotten one."""

    action: Action
    id: str | None
    forgotten: bool


@dataclass(frozen=True, slots=True)
class LoggedTurn:
    """A turn as the log holds it: ``sequence`` counts the session's turns from 1."""

    id: str
    sequence: int
    turn: Turn
    at: datetime


@dataclass(frozen=True, slots=True)
class Scrubbed:
    """What one erasure removed: record ids and turn ids."""

    memories: tuple[str, ...]
    turns: tuple[str, ...]


class RecordReader(Protocol):
    """One consistent view of one user's records. Nothing of another user can be reached from it.

    Records whose ``expires_at`` has passed are absent, also before upkeep removes them.
    """

    @property
    def now(self) -> datetime:
        """The store's instant of this transaction: what "now" means for everything in it.

        A writer's is taken after it holds its lock, so that later writes have later instants.
        """
        ...

    def get(self, ids: Sequence[str]) -> dict[str, Memory]:
        """The records of ``ids`` that exist, by id."""
        ...

    def find(self, where: Where, *, limit: int | None = None) -> list[Memory]:
        """The records that ``where`` matches, the latest happened first, ties by sequence."""
        ...

    def latest(self, where: Where, *, limit: int) -> list[str]:
        """The ids that ``find`` would answer, in its order."""
        ...

    def outline(self, ids: Sequence[str]) -> Outlines:
        """What judging takes of those of ``ids`` that exist, in any order."""
        ...

    def count(self, where: Where) -> int:
        """How many records ``where`` matches."""
        ...

    def chain(self, subject: str) -> list[Memory]:
        """Every record under exactly ``subject``, by valid time and then sequence, oldest first."""
        ...

    def same(self, subject: str | None, digest: bytes) -> Memory | None:
        """The active record under ``subject`` (or without one) whose ``same`` is ``digest``."""
        ...

    def keyword(self, terms: Sequence[str], where: Where, *, limit: int) -> list[Hit]:
        """Records that hold any of ``terms``, best first.

        A hit's score is the share, in (0, 1], of the query's information that it covers:
        each term weighs by its rarity *within this scope* and saturates with repetition.
        A term ending in ``*`` matches as a prefix.
        """
        ...

    def done(self, dedup_key: str) -> Done | None:
        """What was written under ``dedup_key``, if anything was."""
        ...

    def turns(self, session: str | None, *, last: int | None = None) -> list[LoggedTurn]:
        """The session's log in order, or its ``last`` turns."""
        ...

    def turn(self, id: str) -> LoggedTurn | None:
        """The logged turn of this id."""
        ...

    def version(self) -> int:
        """Grows with every change of the user's records (not with touches)."""
        ...


class RecordWriter(RecordReader, Protocol):
    """One transaction over one user's records: all of it is kept, or, on any error, none."""

    def put(self, entry: Entry) -> Memory:
        """Add a record; answers it with its ``sequence``.

        Raises :class:`Conflict` if it is active under a ``single`` key that already has
        an active record.
        """
        ...

    def edit(self, memory: Memory, entry: Entry | None = None) -> None:
        """Replace the stored fields of ``memory`` by those given here.

        Content, vector and words stay as they are unless an ``entry`` gives new ones.
        Raises :class:`Conflict` if the record is gone.
        """
        ...

    def note(self, dedup_key: str, action: Action, id: str | None) -> None:
        """Keep what was done under ``dedup_key``, as a keyed hash."""
        ...

    def log(self, session: str | None, turns: Sequence[tuple[str, Turn, datetime]]) -> list[int]:
        """Append turns (id, turn, instant) to the session's log; answers their sequences."""
        ...

    def erase(self, where: Where, *, reason: str, actor: str | None) -> Scrubbed:
        """Remove every matching record from every table, and the turns and records tied to them.

        A record's source turn goes with it, and what that turn said (records without a
        subject: the utterance, a note kept word by word); other facts of the turn stay. Where
        an utterance itself matches, all that was drawn from it goes. Dedup keys stay as keyed hashes marked forgotten. One audit row per
        record holds id, time, reason, actor; never content.
        """
        ...

    def erase_all(self, *, reason: str, actor: str | None) -> Scrubbed:
        """Remove everything of this user: records, log, sessions; audited as above."""
        ...


class RecordStore(Protocol):
    """The truth. Safe to use from any thread; every call is bound to one scope.

    Raises :class:`Unavailable` when it cannot be reached or is busy for longer than the
    deadline allows, :class:`ReadOnly` for a write on a store opened for reading.
    """

    def reading(self, scope: Scope, deadline: Deadline) -> AbstractContextManager[RecordReader]:
        """A consistent view. An unknown user is an empty one; reading never creates it."""
        ...

    def writing(self, scope: Scope, deadline: Deadline) -> AbstractContextManager[RecordWriter]:
        """A transaction, committed durably when the block ends and rolled back on an error."""
        ...

    def touch(self, scope: Scope, counts: Mapping[str, int], at: datetime) -> None:
        """Add to the access counts of these ids; lossy, never a change of the version."""
        ...

    def users(self, tenant: str, deadline: Deadline) -> dict[str, int]:
        """The users of a tenant with their number of records."""
        ...

    def scrub(self, deadline: Deadline, *, whole: bool = False) -> Mapping[str, bool]:
        """Drive what was erased out of the store's own files; by place, whether it is clean now.

        A place that is not clean waits for a reader to end, or for a call with ``whole=True``,
        which takes as long as rewriting the store does. Never raises for want of time.
        """
        ...

    def health(self) -> Mapping[str, Any]:
        """Facts about the store: kind, writable, schema, sizes. Raises if it cannot be reached."""
        ...

    def close(self) -> None:
        """Give everything back; harmless when called again."""
        ...


@dataclass(frozen=True, slots=True)
class Nearest:
    """What an index answers: hits, best first, scores are cosines in [-1, 1]; and cosines asked for.

    ``others`` holds those of the ids asked for that have a vector, whether they match or not.
    """

    hits: list[Hit]
    others: Mapping[str, float]


class VectorIndex(Protocol):
    """Finds records by meaning. Advice only: the engine loads every hit from the record store."""

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
        """The nearest matching records of the scope, and the cosines of the ids in ``also``.

        May be called while this thread reads the record store.
        """
        ...


class WorkingMemory(Protocol):
    """The window over a session and its entity stack. Losing it loses nothing but withheld originals.

    It carries the log's sequence numbers, so a reader can tell that it fell behind.
    """

    def push(
        self, scope: Scope, turns: Sequence[LoggedTurn], *, now: datetime, deadline: Deadline
    ) -> None:
        """Add turns to the session's window; pushing a sequence again replaces it."""
        ...

    def window(
        self, scope: Scope, *, last: int, now: datetime, deadline: Deadline
    ) -> list[LoggedTurn]:
        """The session's last turns in order; empty once its time to live has passed."""
        ...

    def mention(
        self,
        scope: Scope,
        entities: Sequence[Mapping[str, str]],
        *,
        now: datetime,
        deadline: Deadline,
    ) -> None:
        """Put entities (``kind``, ``text``) on the session's stack; the last is the most recent."""
        ...

    def entities(
        self, scope: Scope, *, now: datetime, deadline: Deadline
    ) -> list[Mapping[str, str]]:
        """The session's entities, the most recent first, each once."""
        ...

    def drop(self, scope: Scope, *, turns: Iterable[str] | None, deadline: Deadline) -> None:
        """Forget these turns of the user (by id), or with ``None`` the whole user.

        The user's entity stacks go in both cases: nobody can say which turn an entity is from.
        """
        ...


@runtime_checkable
class Embedder(Protocol):
    """Turns texts into unit vectors. Texts with like meanings get vectors that point alike."""

    @property
    def model_id(self) -> str:
        """Names the model and its version; vectors of different ids are never compared."""
        ...

    @property
    def dimensions(self) -> int: ...

    def embed(self, texts: Sequence[str]) -> Vector:
        """float32, shape (len(texts), dimensions), rows of length 1. Raises :class:`ModelError`."""
        ...


@runtime_checkable
class Reranker(Protocol):
    """Judges passages against a query. Advice: its failure is noted and the order stays."""

    @property
    def model_id(self) -> str: ...

    def score(self, query: str, passages: Sequence[str]) -> Sequence[float]:
        """One raw score per passage, in any range, higher is better."""
        ...


@dataclass(frozen=True, slots=True)
class Heard:
    """What an extractor is given: one logged turn, its time, and the turns just before it."""

    turn: Turn
    id: str
    at: datetime
    tz: str
    before: tuple[Turn, ...] = ()


@runtime_checkable
class Extractor(Protocol):
    """Reads claims out of a turn. Its failure is noted; the turn itself is never lost."""

    def extract(self, heard: Heard) -> Sequence[Claim]:
        """The claims this turn makes; an empty sequence if it makes none."""
        ...
