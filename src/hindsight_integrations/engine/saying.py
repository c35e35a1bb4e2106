"""A statement among the candidates and a question, with what is read of each only where two statements may rival; it judges nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from hindsight_integrations.language.aims import NOW, Aim
from hindsight_integrations.language.clauses import asks
from hindsight_integrations.language.entities import entities
from hindsight_integrations.language.owners import is_relation
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.persons import doers, persons
from hindsight_integrations.language.tokens import query_terms
from hindsight_integrations.language.updates import (
    Value,
    announces_change,
    asked_value,
    asks_state,
    before_what,
    names,
)
from hindsight_integrations.records import Memory, MemoryType, Role, Status

_LONG = r"(?<![\d.,])\d(?:[ -]?\d){6,12}(?!\d)"
_QUESTION = r"[?？]\W*$"
_FREE = (MemoryType.UTTERANCE, MemoryType.FACT, MemoryType.PREFERENCE, MemoryType.TASK)


@dataclass(frozen=True)
class Said:
    """A statement among the candidates: its place, what it says, and how well it fits the question."""

    place: int
    memory: Memory
    near: float

    @cached_property
    def when(self) -> tuple[datetime, int]:
        return (self.memory.happened_at, self.memory.sequence)

    @property
    def content(self) -> str:
        return self.memory.content

    @cached_property
    def user(self) -> bool:
        """Whether the user said it; an assistant's words take nobody's place."""
        return bool(self.memory.payload.get("role", Role.USER.value) == Role.USER.value)

    @cached_property
    def asks(self) -> bool:
        """Whether it ends in a question: what it states beside that is free all the same."""
        return compiled(_QUESTION).search(self.content) is not None

    @cached_property
    def terms(self) -> frozenset[str]:
        return frozenset(query_terms(self.content))

    @cached_property
    def value(self) -> frozenset[str]:
        """The terms of its value, where a key holds one."""
        value = self.memory.payload.get("value")
        return frozenset() if value is None else frozenset(query_terms(str(value)))

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The kinds of what it names exactly: a phone, an address, any long number."""
        kinds = frozenset(one.kind for one in entities(self.content))
        return kinds | {"phone"} if compiled(_LONG).search(self.content) else kinds

    @cached_property
    def persons(self) -> frozenset[str]:
        return persons(self.content)

    @property
    def relatives(self) -> frozenset[str]:
        """Those of the persons who are somebody's own: what my sister does is not what I do."""
        return frozenset(one for one in self.persons if is_relation(one.partition(".")[2]))

    @cached_property
    def announcers(self) -> tuple[str | None, ...]:
        """Who does what its clauses announce as changed; ``None`` is the user, or a thing."""
        if not announces_change(self.content):
            return ()  # most texts; taking one apart costs ten times as much
        return tuple(who for part, who in doers(self.content) if announces_change(part))

    def beside(self, other: Said) -> bool:
        """Whether both were drawn from one turn: neither took the other's place."""
        return not frozenset(self.memory.turns).isdisjoint(other.memory.turns)

    @cached_property
    def states(self) -> bool:
        """Whether the user states something in it."""
        return self.user and self.memory.type in _FREE and not asks(self.content)

    def free(self) -> bool:
        """An active statement that no key rules, and no event."""
        memory = self.memory
        return (
            memory.subject_key is None and memory.status is Status.ACTIVE and memory.type in _FREE
        )


@dataclass(frozen=True)
class Wanted:
    """The terms of a question, which of the times it means, and its words, which are read only where two statements may rival."""

    terms: frozenset[str]
    question: str = field(default="", repr=False)
    aim: Aim = NOW

    @cached_property
    def value(self) -> Value | None:
        """The kind of value asked for that may have changed."""
        return asked_value(self.question)

    @cached_property
    def names(self) -> frozenset[str]:
        """Those of the terms that are names."""
        return names(self.question)

    @cached_property
    def persons(self) -> frozenset[str]:
        return persons(self.question)

    @cached_property
    def anchor(self) -> frozenset[str]:
        """The terms of what it asks the time before."""
        return frozenset(query_terms(before_what(self.question)))

    @cached_property
    def state(self) -> bool:
        """Whether it asks how something stands now."""
        return asks_state(self.question)
