"""An index outside the record store, and what it is fed: points that stand for records; it holds no promise of truth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from hindsight_integrations.ports.models import Vector
from hindsight_integrations.ports.timing import Deadline
from hindsight_integrations.queries import Where


@dataclass(frozen=True, slots=True)
class Labels:
    """What a filter can ask of a record (:class:`~hindsight_integrations.queries.Where`), as plain values.

    Instants are microseconds since 1970 in UTC, ``None`` where an end is open. ``happened`` is
    when it happened: the event time, else when it was written.
    """

    status: str
    type: str
    tier: str
    subject: str | None
    session: str | None
    agent: str | None
    tags: tuple[str, ...]
    event_type: str | None
    source_turn: str | None
    happened: int
    valid_from: int
    valid_to: int | None
    created_at: int
    retired_at: int | None
    expires_at: int | None


@dataclass(frozen=True, slots=True)
class Point:
    """A record as an outside index keeps it: never its words.

    ``key`` is a UUID made from the user and the record's ``id``, so it is unique over all
    users and all stores that share an index, whoever chose the ids. ``wall`` stands for tenant
    and user (a keyed hash, 32 hex digits). ``version`` grows with every change of the record.
    ``vector`` is a unit vector, float32, shape (d,).
    """

    key: str
    wall: str
    id: str
    version: int
    vector: Vector = field(repr=False, compare=False)
    labels: Labels = field(repr=False)


@dataclass(frozen=True, slots=True)
class Held:
    """What an index says that it holds of a record."""

    key: str
    wall: str
    id: str
    version: int


@dataclass(frozen=True, slots=True)
class Page:
    """Some of what an index holds; ``after`` asks for the next page, ``None`` ends it."""

    held: list[Held]
    after: str | None


class OutsideIndex(Protocol):
    """Vectors of many users in another service or file. Advice only, and it may be late.

    Whoever asks it loads every hit from the record store, in the caller's scope, before it is
    used, so it can never show what is deleted, superseded or foreign. It is fed from the record
    store's outbox and can be made anew from there at any time. Safe to use from any thread, and
    after a fork. Every call keeps to its deadline. Raises :class:`Unavailable` where the service
    cannot be reached or is busy, :class:`ConfigurationError` where it can never work so; messages
    name the place, never a password or an id of a user.
    """

    @property
    def name(self) -> str:
        """The place in words that hold no secret, the same after every opening: kind and collection."""
        ...

    def open(self, model: tuple[str, int], deadline: Deadline, *, create: bool) -> bool:
        """Make the collection ready for vectors of ``model`` (id, dimensions), or check it.

        Answers whether it was made just now, so that whoever feeds it begins from nothing. Waits for a service that is starting, with growing pauses, until the deadline. A
        collection of another model, length or distance raises :class:`ConfigurationError`, with
        the remedy (``hindsight reindex``); so does a missing one if ``create`` is false.
        """
        ...

    def put(self, points: Sequence[Point], deadline: Deadline) -> None:
        """Keep these points, each in place of the one of its key; visible to whoever asks afterwards.

        Idempotent. Where the service can, a point never replaces one of a higher version.
        """
        ...

    def drop(self, keys: Sequence[str], deadline: Deadline) -> None:
        """Remove the points of these keys; one that is not there is no error."""
        ...

    def nearest(
        self,
        wall: str,
        query: Vector,
        where: Where,
        now: int,
        *,
        limit: int,
        deadline: Deadline,
    ) -> list[str]:
        """The ids of the user's nearest records that match ``where`` at the instant ``now``, best first.

        Nobody else's are among them, ever. What has expired by ``now`` is not there. An index
        that cannot evaluate a part of ``where`` leaves that part to its caller: it answers more,
        never less.
        """
        ...

    def versions(self, keys: Sequence[str], deadline: Deadline) -> dict[str, int] | None:
        """The versions of those of ``keys`` that it holds; ``None`` if it cannot tell."""
        ...

    def held(self, after: str | None, limit: int, deadline: Deadline) -> Page | None:
        """About ``limit`` of all points, in an order of its own; ``None`` if it cannot list them."""
        ...

    def clear(self, deadline: Deadline) -> None:
        """Remove the collection with everything in it; one that is not there is no error.

        What another program keeps under that name is never removed (:class:`ConfigurationError`).

        ``open`` makes it anew; until then every other call raises :class:`ConfigurationError`
        with the remedy, as it does if somebody else removed the collection.
        """
        ...

    def health(self, deadline: Deadline) -> Mapping[str, Any]:
        """Facts: ``kind``, ``points`` (about how many, ``None`` if it cannot tell) and more.

        Raises as every call does.
        """
        ...

    def close(self) -> None:
        """Give back what it opened itself; harmless when called again.

        From here on every call raises :class:`Unavailable`.
        """
        ...
