"""The record store: the truth, read and written in transactions bound to one user."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from hindsight_integrations.answers import Action, Hit, IdleSession
from hindsight_integrations.outlines import Outlines
from hindsight_integrations.ports.models import Vector
from hindsight_integrations.ports.timing import Deadline
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Memory, Scope, Turn


@dataclass(frozen=True, slots=True)
class Facets:
    """Vectors of a record's parts: float32, shape (n, d), of any length, kept as they are.

    ``space`` names what made them: vectors of different spaces are never compared.
    """

    space: str
    vectors: Vector


@dataclass(frozen=True, slots=True)
class Entry:
    """A record on its way into a store, with what makes it findable.

    ``vector`` is a unit vector of the serving encoder, or ``None`` if there is no encoder.
    ``terms`` are the words of the keyword index, repeated as often as they occur.
    ``single`` says that its key holds one value. ``same`` is equal for records that state the
    same value, ``said`` for records of the same words (digests, see ``engine.supersede``).
    ``facets`` are vectors of parts of the record, or ``None``.
    """

    memory: Memory
    vector: Vector | None
    terms: tuple[str, ...] = field(repr=False)
    single: bool
    same: bytes
    said: bytes = b""
    facets: Facets | None = None


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

    def payloads(
        self, where: Where, *, limit: int | None = None
    ) -> list[tuple[str, dict[str, Any]]]:
        """The ids and payloads of what ``find`` would answer, in its order."""
        ...

    def keys(self, where: Where) -> list[str]:
        """The distinct subjects of the matching records, sorted; records without one have none."""
        ...

    def facets(self, ids: Sequence[str], space: str) -> dict[str, Vector]:
        """The facets, of this space, of those of ``ids`` that exist and have some, by id."""
        ...

    def vectors(self, ids: Sequence[str]) -> dict[str, Vector]:
        """The unit vectors (float32) of those of ``ids`` that exist and have one, by id."""
        ...

    def expired(self, where: Where) -> list[Memory]:
        """The matching records whose time to live has passed and that are still stored."""
        ...

    def keyword(self, terms: Sequence[str], where: Where, *, limit: int) -> list[Hit]:
        """Records that hold any of ``terms``, best first.

        A hit's score is the share, in (0, 1], of the query's information that it covers:
        each term weighs by its rarity *within this scope* and saturates with repetition.
        A term ending in ``*`` matches as a prefix.
        """
        ...

    def beside(self, ids: Sequence[str], where: Where, *, reach: int) -> list[str]:
        """What was said beside these records: utterances that ``where`` matches, in order of writing.

        Of all such utterances in the order of their sequences, those up to ``reach`` places
        before and after each of ``ids`` (which need not be utterances), without ``ids`` themselves.
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

    def shown(
        self, session: str | None, *, archived: bool = False, last: int | None = None
    ) -> list[LoggedTurn]:
        """The turns of the session's transcript in its order, or the ``last`` of them.

        The log is what was said; a transcript is what of it a framework shows, and it can
        be rearranged. Archived turns are a list of their own.
        """
        ...

    def transcripts(self) -> list[str | None]:
        """The sessions that have a transcript, in order of their names (no name first)."""
        ...

    def ended(self, session: str | None) -> bool:
        """Whether the session was ended and nothing was said in it since."""
        ...

    def version(self) -> int:
        """Grows with every change of the user's records (not with touches)."""
        ...


class RecordWriter(RecordReader, Protocol):
    """One transaction over one user's records: all of it is kept, or, on any error, none."""

    def put(self, entry: Entry) -> Memory:
        """Add a record; answers it with its ``sequence``.

        Raises :class:`Conflict` if it is active under a ``single`` key that already has an
        active semantic record: what happened is no value, and stands beside it.
        """
        ...

    def edit(self, memory: Memory, entry: Entry | None = None) -> None:
        """Replace the stored fields of ``memory`` by those given here.

        Content, vector, words and facets stay as they are unless an ``entry`` gives new ones;
        one without vector, words and content leaves a record that no search finds and every
        filter still does. Raises :class:`Conflict` if the record is gone.
        """
        ...

    def note(self, dedup_key: str, action: Action, id: str | None) -> None:
        """Keep what was done under ``dedup_key``, as a keyed hash."""
        ...

    def log(self, session: str | None, turns: Sequence[tuple[str, Turn, datetime]]) -> list[int]:
        """Append turns (id, turn, instant) to the session's log; answers their sequences."""
        ...

    def show(self, session: str | None, ids: Sequence[str]) -> None:
        """Add logged turns to the end of the session's transcript.

        One that it shows already, archived or not, stays where it is; one that the log does
        not hold is left out.
        """
        ...

    def arrange(
        self, session: str | None, ids: Sequence[str], *, archived: Sequence[str] = ()
    ) -> None:
        """Make the session's transcript exactly these logged turns, and these archived ones.

        An id given twice counts once, the first time; one that the log does not hold is left out.
        """
        ...

    def end(self, session: str | None) -> None:
        """Mark the session as ended; what is logged in it later opens it again.

        A session in which nothing was logged stays as it is. The version does not grow.
        """
        ...

    def drop(self, ids: Sequence[str]) -> int:
        """Remove these records, expired ones too, because their time is over; answers how many.

        Nobody asked to forget them: no audit row is written, no turn goes with them, and what
        was written may be written again.
        """
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

    def expired(self, tenant: str, deadline: Deadline) -> dict[str, int]:
        """The users of a tenant who still have expired records, with the number of those."""
        ...

    def archived(self, wall: str, deadline: Deadline) -> list[dict[str, Any]] | None:
        """The payloads of a user's archived records; ``None`` if the user has no record at all.

        ``wall`` stands for tenant and user: the keyed hash that the store knows them by, 32 hex digits.
        """
        ...

    def end_idle(
        self, tenant: str, before: datetime, *, limit: int, deadline: Deadline
    ) -> list[IdleSession]:
        """End the tenant's open sessions in which nothing was said since ``before``, up to ``limit``.

        The longest idle first. Of several who ask at once, on any machine, each session is
        answered to one alone. Turns without a session's name are no session.
        """
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
