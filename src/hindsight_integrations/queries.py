"""What can be asked of the records: one filter for recall, count, forget and every store; it runs nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any, TypeVar

from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.records import Memory, MemoryType, Status, SubjectPattern, Tier, Window
from hindsight_integrations.validation import choice, identifier, text, utc

T = TypeVar("T")


def several(value: T | Iterable[T] | None) -> tuple[T, ...] | None:
    """One value or many as a tuple; ``None`` stays ``None`` (no restriction)."""
    if value is None:
        return None
    if isinstance(value, str | SubjectPattern):
        return (value,)
    if not isinstance(value, Iterable):
        raise InvalidInput(f"expected one value or a list of them, got {type(value).__name__}")
    return tuple(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """A filter over one user's records. Every part that is given must hold; ``None`` restricts nothing.

    ``within`` is about when it happened. ``valid_at`` keeps what was true at that instant
    (valid time); ``known_at`` what the memory held at that instant (record time).
    """

    ids: tuple[str, ...] | None = None
    statuses: tuple[Status, ...] | None = None
    types: tuple[MemoryType, ...] | None = None
    tiers: tuple[Tier, ...] | None = None
    subjects: tuple[SubjectPattern, ...] | None = None
    tags: tuple[str, ...] | None = None
    session: str | None = None
    agent: str | None = None
    event_type: str | None = None
    source_turns: tuple[str, ...] | None = None
    within: Window | None = None
    valid_at: datetime | None = None
    known_at: datetime | None = None

    @classmethod
    def of(cls, **parts: Any) -> Where:
        """A filter from what callers write: strings, one or many, plain names of types and tiers."""
        known = {item.name for item in fields(cls)}
        if unknown := parts.keys() - known:
            raise InvalidInput(
                f"unknown filter {', '.join(sorted(unknown))}; there are {', '.join(sorted(known))}"
            )
        return cls(**{name: _PARSE[name](value) for name, value in parts.items()})

    @property
    def empty(self) -> bool:
        """True if nothing is restricted: every record would match."""
        return all(getattr(self, item.name) is None for item in fields(self))

    def matches(self, memory: Memory) -> bool:
        """The meaning of the filter, in the plainest form; stores must agree with it."""
        return self._matches_kind(memory) and self._matches_time(memory)

    def _matches_kind(self, memory: Memory) -> bool:
        return (
            _within(memory.id, self.ids)
            and _within(memory.status, self.statuses)
            and _within(memory.type, self.types)
            and _within(memory.tier, self.tiers)
            and _within(memory.source_turn, self.source_turns)
            and self.session in (None, memory.scope.session)
            and self.agent in (None, memory.scope.agent)
            and self.event_type in (None, memory.payload.get("event_type"))
            and (self.tags is None or not set(self.tags).isdisjoint(memory.tags))
            and matches_any(self.subjects, memory.subject_key)
        )

    def _matches_time(self, memory: Memory) -> bool:
        if self.within is not None and not self.within.holds(memory.happened_at):
            return False
        if self.valid_at is not None and not holds_at(memory, self.valid_at):
            return False
        return self.known_at is None or known_as_active(memory, self.known_at)


def merged(where: Where | Mapping[str, Any] | None, given: Mapping[str, Any]) -> Where:
    """A caller's ``where`` with the named parts added; naming one twice is refused."""
    if where is None:
        return Where.of(**given)
    if isinstance(where, Where):
        parsed = Where.of(**given)
        named = {item.name: getattr(parsed, item.name) for item in fields(Where)}
        added = {name: value for name, value in named.items() if value is not None}
        if clash := [name for name in added if getattr(where, name) is not None]:
            raise InvalidInput(f"{', '.join(clash)} is given twice")
        return replace(where, **added)
    if not isinstance(where, Mapping):
        raise InvalidInput(f"where must be a Where or a mapping, got a {type(where).__name__}")
    if clash := sorted(where.keys() & given.keys()):
        raise InvalidInput(f"{', '.join(clash)} is given twice")
    return Where.of(**where, **given)


def holds_at(memory: Memory, moment: datetime) -> bool:
    """Whether what it says was true at ``moment`` (valid time)."""
    return memory.valid_from <= moment and (memory.valid_to is None or moment < memory.valid_to)


def known_as_active(memory: Memory, moment: datetime) -> bool:
    """Whether the memory held it as an active value at ``moment`` (record time)."""
    return memory.created_at <= moment and (memory.retired_at is None or moment < memory.retired_at)


def matches_any(patterns: tuple[SubjectPattern, ...] | None, key: str | None) -> bool:
    """Whether ``key`` matches one of ``patterns``; no patterns match everything."""
    return patterns is None or any(pattern.matches(key) for pattern in patterns)


def _within(value: T | None, allowed: tuple[T, ...] | None) -> bool:
    return allowed is None or value in allowed


def window(value: Window | tuple[datetime | None, datetime | None]) -> Window:
    """A window from a pair of instants."""
    if isinstance(value, Window):
        return value
    if not isinstance(value, tuple | list) or len(value) != 2:
        raise InvalidInput("within must be a Window or a (start, end) pair of datetimes")
    return Window(value[0], value[1])


def _each(parse: Any) -> Any:
    def of(value: Any) -> Any:
        given = several(value)
        return None if given is None else tuple(parse(item) for item in given)

    return of


def _optional(parse: Any, *names: str) -> Any:
    return lambda value: None if value is None else parse(value, *names)


_PARSE: Mapping[str, Any] = {
    "ids": _each(lambda value: identifier(value, "id")),
    "statuses": _each(lambda value: choice(Status, value, "status")),
    "types": _each(lambda value: choice(MemoryType, value, "type")),
    "tiers": _each(lambda value: choice(Tier, value, "tier")),
    "subjects": _each(SubjectPattern.parse),
    "tags": _each(lambda value: text(identifier(value, "a tag"), "a tag")),
    "session": _optional(identifier, "session"),
    "agent": _optional(identifier, "agent"),
    "event_type": _optional(identifier, "event_type"),
    "source_turns": _each(lambda value: identifier(value, "a turn's id")),
    "within": _optional(window),
    "valid_at": _optional(utc, "valid_at"),
    "known_at": _optional(utc, "known_at"),
}
