"""Cold storage: what the words of archived records are moved to; it decides nothing about memories."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from hindsight_integrations.errors import StoreError
from hindsight_integrations.ports.models import Vector
from hindsight_integrations.ports.timing import Deadline
from hindsight_integrations.records import Memory, Scope


@dataclass(frozen=True, slots=True)
class Cold:
    """A record as an archive keeps it: whole, as it was before it was archived.

    ``vector`` is the unit vector (float32) that ``model`` made of it; both may be missing.
    """

    memory: Memory
    vector: Vector | None = field(default=None, repr=False, compare=False)
    model: str | None = None


class Archive(Protocol):
    """Objects in files or an object store, one folder a subject key. The record store is the truth.

    The store says which records are archived and at which *place* each one's object lies; an
    object that no record names is waste. A place is new each time something is put, so nothing
    ever stands where an earlier removal could reach it. Users never meet: whatever a tenant, a
    user, a subject or an id is called, only the owner's scope leads to an object. Names of
    tenants and users are in no path. Safe to use from any thread, and after a fork.

    Raises :class:`Unavailable` when it cannot be reached, :class:`ConfigurationError` where it
    can never work so; messages carry ids, never content and no part of a URL that may be a password.
    """

    def put(
        self, scope: Scope, records: Sequence[Cold], *, now: datetime, deadline: Deadline
    ) -> list[str]:
        """Keep these records, each in an object of its own; answers their places, in order.

        When it answers, they are durable, and were read back and found equal. What it leaves
        behind after an error is waste. ``now`` dates the objects.
        """
        ...

    def get(
        self, scope: Scope, places: Mapping[str, str], deadline: Deadline
    ) -> dict[str, Cold | StoreError]:
        """The records at ``places`` (by their ids), by id, equal to what was put.

        Where an object is missing, damaged, or not the one it should be, the error that says
        so stands in its stead: what comes back as a record is whole.
        """
        ...

    def drop(self, scope: Scope, places: Iterable[str], deadline: Deadline) -> None:
        """Remove the objects at these places; one that is not there is no error."""
        ...

    def erase(self, scope: Scope, ids: Iterable[str] | None, deadline: Deadline) -> None:
        """Remove every object of these records, named by somebody or waste; ``None``: of the user.

        Nothing of the user is left after the latter, no empty folder either.
        """
        ...

    def walls(self, deadline: Deadline) -> list[str]:
        """What stands for each user of this record store who has objects (``RecordStore.archived``)."""
        ...

    def sweep(
        self, wall: str, *, named: Collection[str], before: datetime, deadline: Deadline
    ) -> int:
        """Remove the user's objects at other places than ``named`` that were put before ``before``.

        Answers how many others are left: younger ones, which somebody may be about to name.
        """
        ...

    def health(self, deadline: Deadline) -> Mapping[str, Any]:
        """Facts about it: its kind, and more. Raises as every call does."""
        ...

    def close(self) -> None:
        """Give back what it opened; harmless when called again."""
        ...
