"""What a record store offers to whoever feeds an outside index from it: what changed since the index was last told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from hindsight_integrations.ports.models import Vector
from hindsight_integrations.ports.outside import Held, Point
from hindsight_integrations.ports.timing import Deadline
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Scope


@dataclass(frozen=True, slots=True)
class Claim:
    """One user whose changes somebody has taken on, for a limited time.

    ``number`` is the store's own number of the user, ``wall`` what stands for the user outside,
    ``fed`` the version that the index has seen, ``attempts`` how often feeding it failed.
    """

    number: int
    wall: str
    fed: int
    attempts: int


@dataclass(frozen=True, slots=True)
class Changes:
    """What the index must be told of one user, as of ``version``: records to keep, keys to drop.

    ``after`` asks for the rest, as of its own later version; ``None`` says this was all.
    """

    version: int
    puts: list[Point]
    drops: list[str]
    after: int | None


@dataclass(frozen=True, slots=True)
class Unfed:
    """A user's records that the index may not know yet: ids and unit vectors (float32, (n, d)).

    ``cut`` says that there are more than were asked for; these are the last written ones.
    """

    ids: list[str]
    vectors: Vector
    cut: bool


@dataclass(frozen=True, slots=True)
class Backlog:
    """How far the index is behind: users with untold changes, how many of them failed before."""

    users: int
    failing: int


class Feed(Protocol):
    """The outbox of a record store, one entry a user.

    A write commits its entry together with the change, so nothing that was acknowledged is
    ever missing from it. Entries are taken on by one feeder at a time, over all processes and
    machines; one that died gives its entry back when its time is over. The store's clock counts.
    """

    def attached(self, deadline: Deadline) -> str | None:
        """The name of the index that is fed, or ``None``: then nothing is kept for it."""
        ...

    def attach(self, name: str | None, deadline: Deadline) -> None:
        """From here on keep what changes for the index ``name``, and all there is as untold.

        ``None`` lets the index go, and what was kept for it. The same name again starts anew.
        """
        ...

    def claim(
        self, limit: int, lease: float, deadline: Deadline, *, scope: Scope | None = None
    ) -> list[Claim]:
        """Take on up to ``limit`` users that are due, for ``lease`` seconds; the longest waiting first.

        With a ``scope`` that user alone, and nobody if another feeder has it.
        """
        ...

    def changes(self, claim: Claim, after: int, limit: int, deadline: Deadline) -> Changes:
        """What changed of a user since ``claim.fed``; about ``limit`` a time, from ``after`` (0: the first)."""
        ...

    def told(self, done: Sequence[tuple[Claim, int]], deadline: Deadline) -> None:
        """The index knows these users as of these versions: their entries go, or wait for what is newer."""
        ...

    def failed(self, claims: Sequence[Claim], pause: float, deadline: Deadline) -> None:
        """Telling of these did not work: their entries are due again after ``pause`` seconds."""
        ...

    def backlog(self, deadline: Deadline, *, scope: Scope | None = None) -> Backlog:
        """How far the index is behind; with a ``scope`` about that user alone."""
        ...

    def wall(self, scope: Scope) -> str:
        """What stands for the scope's tenant and user outside."""
        ...

    def unfed(
        self, scope: Scope, where: Where, *, limit: int, whole: bool, deadline: Deadline
    ) -> Unfed:
        """The user's matching records that changed since the index was last told; all, if ``whole``.

        May be called while this thread reads the record store, and then sees the same.
        """
        ...

    def vectors(
        self, scope: Scope, ids: Sequence[str], where: Where, deadline: Deadline
    ) -> dict[str, Vector]:
        """The unit vectors of those of ``ids`` that match ``where``, are alive and have one.

        May be called while this thread reads the record store, and then sees the same.
        """
        ...

    def every(self, after: int, limit: int, deadline: Deadline) -> tuple[list[Point], int | None]:
        """All records with a vector, some at a time, and from where to go on (``None``: the end).

        Left out are users whose entry still waits: the index is not expected to know them.
        """
        ...

    def known(self, held: Sequence[Held], deadline: Deadline) -> set[str]:
        """The keys of those that stand for a living record with a vector."""
        ...
