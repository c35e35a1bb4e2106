"""The nouns that are written and kept: scopes, keys, turns, claims, memories; no behaviour beyond validation."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, make_dataclass
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Self

from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.validation import (
    choice,
    fraction,
    identifier,
    mapping,
    storable,
    text,
    utc,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: The version of the record's shape; rows of an older shape are upgraded when read.
RECORD_VERSION = 1
MAX_SUBJECT = 200
MAX_PRIORITY = 1_000_000
#: The first segment of the subject keys of store items, which nothing else may use.
ITEMS_ROOT = "_store"


class Tier(StrEnum):
    """Which of the three kinds of memory a record belongs to."""

    WORKING = "working"
    EPISODIC = "episodic"
    SEMANTIC = "semantic"


class MemoryType(StrEnum):
    """What kind of thing a record says."""

    UTTERANCE = "utterance"
    FACT = "fact"
    PREFERENCE = "preference"
    TASK = "task"
    EVENT = "event"
    EMOTION = "emotion"
    INFERENCE = "inference"
    SUMMARY = "summary"
    #: The application's own data, kept by key through ``HindsightStore``: no statement of anybody.
    ITEM = "item"


class Source(StrEnum):
    """Who says so; the starting confidence depends on it."""

    USER_STATED = "user_stated"
    TOOL = "tool"
    INFERRED = "inferred"
    SUMMARISED = "summarised"


class Status(StrEnum):
    """Where a record stands in its life; only ``active`` ones are told by default."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    EXPIRED = "expired"
    ARCHIVED = "archived"


class Role(StrEnum):
    """Who spoke a turn."""

    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    SYSTEM = "system"


def _is_segment(segment: str) -> bool:
    """Letters and digits of any script with their combining marks, ``_`` and ``-``."""
    return bool(segment) and all(
        character.isalnum() or character in "_-" or unicodedata.category(character)[0] == "M"
        for character in segment
    )


class SubjectKey(str):
    """A dotted key naming one unit that is updated independently, like ``user.location``.

    Segments hold letters, digits, ``_`` and ``-`` of any script. Keys are compared in
    lower case and NFKC, so ``User.Location`` is ``user.location``.
    """

    __slots__ = ()

    def __new__(cls, value: str) -> Self:
        if isinstance(value, cls):
            return value
        return super().__new__(cls, _dotted(value, "subject"))

    @property
    def segments(self) -> tuple[str, ...]:
        return tuple(self.split("."))


def _dotted(value: str, name: str) -> str:
    key = unicodedata.normalize("NFKC", identifier(value, name)).lower()
    if len(key) > MAX_SUBJECT:
        raise InvalidInput(f"{name} is longer than {MAX_SUBJECT} characters")
    if not all(_is_segment(segment) for segment in key.split(".")):
        raise InvalidInput(
            f"{name} {value!r} is not a dotted key: use letters, digits, '_' and '-' "
            "between single dots, like user.location"
        )
    return key


@dataclass(frozen=True, slots=True)
class SubjectPattern:
    """One key (``user.location``) or everything below a prefix (``user.preference.*``).

    A prefix matches whole segments: ``user.job.*`` matches ``user.job.title`` and
    neither ``user.job`` nor ``user.jobs.title``.
    """

    key: str
    below: bool = False

    @classmethod
    def parse(cls, value: str | SubjectPattern) -> SubjectPattern:
        if isinstance(value, SubjectPattern):
            return value
        key = identifier(value, "subject")
        if key.endswith(".*"):
            return cls(_dotted(key[:-2], "subject"), below=True)
        return cls(_dotted(key, "subject"))

    def matches(self, key: str | None) -> bool:
        if key is None:
            return False
        return key.startswith(self.key + ".") if self.below else key == self.key

    def __str__(self) -> str:
        return f"{self.key}.*" if self.below else self.key


@dataclass(frozen=True, slots=True)
class Scope:
    """Whose memory it is. ``tenant`` and ``user`` are a wall; agent and session are provenance."""

    tenant: str
    user: str
    agent: str | None = None
    session: str | None = None

    def __post_init__(self) -> None:
        identifier(self.tenant, "tenant")
        identifier(self.user, "user")
        for name in ("agent", "session"):
            value = getattr(self, name)
            if value is not None:
                identifier(value, name)

    @property
    def wall(self) -> tuple[str, str]:
        """What no read or write may cross."""
        return (self.tenant, self.user)


@dataclass(frozen=True, slots=True)
class Window:
    """A span of time, ``start`` included and ``end`` not, in UTC; an open side is ``None``."""

    start: datetime | None = None
    end: datetime | None = None

    def __post_init__(self) -> None:
        for name in ("start", "end"):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, utc(value, name))
        if self.start is not None and self.end is not None and self.start >= self.end:
            raise InvalidInput("a window must start before it ends")

    def holds(self, moment: datetime) -> bool:
        """Whether ``moment`` lies inside."""
        after = self.start is None or moment >= self.start
        return after and (self.end is None or moment < self.end)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One message of a conversation, as it goes into the log.

    ``id`` (a framework's message id) or ``index`` (its place in the session) make observing
    it again harmless. ``at`` is when it was said; without it, the store's clock rules.
    ``original`` is the message as its framework wrote it (plain data): the log keeps it for
    the transcript, nothing is learnt from it, and with it the content may be empty.
    """

    role: Role
    content: str = field(repr=False)
    at: datetime | None = None
    id: str | None = None
    index: int | None = None
    name: str | None = None
    payload: Mapping[str, Any] = field(default_factory=dict, repr=False, hash=False)
    original: Mapping[str, Any] = field(default_factory=dict, repr=False, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "role", choice(Role, self.role, "role"))
        object.__setattr__(self, "original", mapping(self.original, "original"))
        if self.content != "" or not self.original:
            object.__setattr__(self, "content", text(self.content, "a turn's content"))
        object.__setattr__(self, "payload", mapping(self.payload, "payload"))
        if self.at is not None:
            object.__setattr__(self, "at", utc(self.at, "at"))
        if self.id is not None:
            identifier(self.id, "a turn's id")
        if self.name is not None:
            identifier(self.name, "a turn's name")
        if self.index is not None and (type(self.index) is not int or self.index < 0):
            raise InvalidInput(f"a turn's index is its place, from 0; got {self.index!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """Something to be remembered, before it is decided what it does to what is known.

    ``confidence`` defaults by source and ``importance`` by type (see ``Settings``).
    ``event_time`` is when it happened or began to hold, if that differs from now.
    ``ends`` says that the value no longer holds ("I am no longer vegetarian"). ``replaces``
    says that it takes the place of all values under a key that otherwise holds many.
    """

    content: str = field(repr=False)
    subject: str | None = None
    type: MemoryType = MemoryType.FACT
    source: Source = Source.USER_STATED
    confidence: float | None = None
    importance: float | None = None
    priority: int = 0
    tags: tuple[str, ...] = field(default=(), repr=False)
    payload: Mapping[str, Any] = field(default_factory=dict, repr=False, hash=False)
    event_time: datetime | None = None
    dedup_key: str | None = field(default=None, repr=False)
    source_turn: str | None = None
    ends: bool = False
    replaces: bool = False

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "content", text(self.content, "content"))
        put(self, "type", choice(MemoryType, self.type, "type"))
        put(self, "source", choice(Source, self.source, "source"))
        put(self, "payload", mapping(self.payload, "payload"))
        put(self, "tags", _tags(self.tags))
        if self.subject is not None:
            put(self, "subject", SubjectKey(self.subject))
        _check_no_item(self.type, self.subject)
        if self.event_time is not None:
            put(self, "event_time", utc(self.event_time, "event_time"))
        if self.dedup_key is not None:
            identifier(self.dedup_key, "dedup_key")
        for name in ("confidence", "importance"):
            value = getattr(self, name)
            if value is not None:
                put(self, name, fraction(value, name))
        _check_priority(self.priority)


def _check_priority(priority: int) -> None:
    if isinstance(priority, bool) or not isinstance(priority, int):
        raise InvalidInput(f"priority must be a whole number, got {priority!r}")
    if abs(priority) > MAX_PRIORITY:
        raise InvalidInput(f"priority must lie between ±{MAX_PRIORITY}, got {priority}")


def _check_no_item(type: MemoryType, subject: str | None) -> None:
    """An application's items are no claims, and their subjects are theirs alone."""
    if type is MemoryType.ITEM:
        raise InvalidInput("an item is no claim: put it through HindsightStore")
    if subject is not None and subject.partition(".")[0] == ITEMS_ROOT:
        raise InvalidInput(f"subjects below {ITEMS_ROOT} are those of HindsightStore's items")


def _tags(tags: object) -> tuple[str, ...]:
    if isinstance(tags, str) or not isinstance(tags, list | tuple | set | frozenset):
        raise InvalidInput("tags must be a list of strings")
    names = [storable(identifier(tag, "a tag")) for tag in tags]
    return tuple(dict.fromkeys(names))


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Memory:
    """One record: what is remembered, where it comes from, and whether it still holds.

    Two time lines are kept. *Valid time* is when it was true: from ``valid_from`` up to
    ``valid_to`` (``None``: still). *Record time* is when we knew: from ``created_at`` up
    to ``retired_at``, when it stopped being the active value. ``confidence`` is as it was
    at ``confirmed_at``; how much of it is left at another instant is computed when asked.
    ``source_turn`` is the turn it was drawn from, ``said_again`` are later ones that said the
    same. ``sequence`` numbers a user's records in the order in which they were written.
    """

    id: str
    scope: Scope
    tier: Tier
    type: MemoryType
    content: str = field(repr=False)
    subject_key: SubjectKey | None = None
    payload: Mapping[str, Any] = field(default_factory=dict, repr=False, hash=False)
    tags: tuple[str, ...] = field(default=(), repr=False)
    source: Source = Source.USER_STATED
    source_turn: str | None = None
    said_again: tuple[str, ...] = ()
    priority: int = 0
    importance: float = 0.5
    confidence: float = 0.95
    status: Status = Status.ACTIVE
    status_reason: str | None = None
    supersedes: str | None = None
    superseded_by: str | None = None
    contradicted_by: str | None = None
    created_at: datetime
    event_time: datetime | None = None
    valid_from: datetime
    valid_to: datetime | None = None
    retired_at: datetime | None = None
    confirmed_at: datetime
    expires_at: datetime | None = None
    last_accessed_at: datetime | None = None
    access_count: int = 0
    helpful: bool | None = None
    pinned: bool = False
    dedup_key: str | None = field(default=None, repr=False)
    schema_version: int = RECORD_VERSION
    sequence: int = 0
    embedding: NDArray[np.float32] | None = field(default=None, repr=False, compare=False)

    def __repr__(self) -> str:
        about = f" {self.subject_key}" if self.subject_key else ""
        return f"<Memory {self.id} {self.type.value}{about} {self.status.value}>"

    def numbered(self, sequence: int) -> Memory:
        """A copy with this ``sequence`` (stores call it for every record, so it is made cheap)."""
        twin = object.__new__(Memory)
        for name in self.__slots__:
            object.__setattr__(twin, name, getattr(self, name))
        object.__setattr__(twin, "sequence", sequence)
        return twin

    @property
    def turns(self) -> tuple[str, ...]:
        """Every logged turn that said it, the first one first."""
        first = () if self.source_turn is None else (self.source_turn,)
        return first + self.said_again

    @property
    def happened_at(self) -> datetime:
        """When it happened: the event time where one was given, else when it was written."""
        return self.event_time or self.created_at


def _unfrozen(frozen: type[Memory]) -> type[Memory]:
    """A class of the same slots whose fields are simply set, where a frozen one takes a call for each."""
    named = [
        (item.name, item.type, field(default=item.default, default_factory=item.default_factory))
        for item in fields(frozen)
    ]
    return make_dataclass(frozen.__name__, named, slots=True, kw_only=True)


#: Makes what ``frozen`` makes a Memory of, with its fields and defaults, in a quarter of the time:
#: stores read dozens of records a second for each user.
Unfrozen = _unfrozen(Memory)


def frozen(unfrozen: Memory) -> Memory:
    """The Memory that an ``Unfrozen`` becomes."""
    object.__setattr__(unfrozen, "__class__", Memory)
    return unfrozen
