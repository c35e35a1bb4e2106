"""What a store offers to whoever moves a memory to another place: rows as plain values, taken and given in steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol

Values = tuple[Any, ...]
Model = tuple[str, int] | None


@dataclass(frozen=True, slots=True)
class Mark:
    """How far a user is. Equal marks are equal data; a later state has no lower ``version``.

    ``rest`` tells what changes without a new version (access counts, ended sessions).
    """

    version: int
    rest: Values


class Stage(Enum):
    """What stands at the target before a move."""

    NEW = "new"  #: nothing, or an empty memory
    BEGUN = "begun"  #: the beginning of this move, which nobody can open
    DONE = "done"  #: this memory as it was moved before; nobody has written to it since


class Rows(Protocol):
    """One consistent state of a memory. Users are the store's own numbers, from 1."""

    def model(self) -> Model:
        """The model whose vectors are kept."""
        ...

    def users(self, after: int, limit: int) -> list[tuple[int, int]]:
        """The next users in the order of their numbers, and how many records each has."""
        ...

    def marks(self, users: Sequence[int]) -> dict[int, Mark]:
        """The marks of those users that are there."""
        ...

    def rows(self, table: str, users: Sequence[int]) -> Iterator[list[Values]]:
        """The users' rows of a table, some at a time: by user, then by the table's key.

        The values are those of the table's columns (``stores.tables``), alike in every kind
        of store: text, whole numbers (a flag is 0 or 1), floats, bytes, ``None``.
        """
        ...

    def count(self, table: str) -> int:
        """How many rows the table has, whoever they belong to."""
        ...


class Taking(Rows, Protocol):
    """A transaction at the target, committed at its end."""

    def drop(self, users: Sequence[int]) -> None:
        """Take these users out, wholly."""
        ...

    def add(self, table: str, rows: Sequence[Values]) -> None:
        """Add rows, as ``rows`` of another store gave them. Users come first, the log before its lists."""
        ...

    def settle(self, users: Sequence[int]) -> None:
        """Work out what this kind of store keeps of these users beside the columns."""
        ...


class Origin(Protocol):
    """Where a memory is moved from. It is only read."""

    @property
    def where(self) -> str:
        """Names the place in messages, without a password."""
        ...

    @property
    def secret(self) -> bytes:
        """What the hashes of users and dedup keys are keyed with; it goes with them."""
        ...

    def snapshot(self) -> AbstractContextManager[Rows]: ...

    def close(self) -> None: ...


class Goal(Protocol):
    """Where a memory is moved to. From ``begin`` to ``finish`` nobody can open it."""

    @property
    def where(self) -> str: ...

    @property
    def stage(self) -> Stage: ...

    def begin(self, model: Model) -> None:
        """Make the tables if need be and mark the place; of two who move there the later one goes on."""
        ...

    def snapshot(self) -> AbstractContextManager[Rows]: ...

    def taking(self) -> AbstractContextManager[Taking]: ...

    def finish(self, *, replaced: bool) -> None:
        """Take the mark away; with ``replaced``, before that, drive what was dropped out of the files,
        as far as that is quick."""
        ...

    def close(self) -> None: ...


class Moving(Protocol):
    """The two ends that a place can be of a move."""

    @property
    def site(self) -> tuple[object, ...]:
        """Equal for two names of one place, as far as names tell."""
        ...

    def number(self) -> int:
        """The number of the schema that is there, 0 if none is."""
        ...

    def origin(self) -> Origin:
        """Raises :class:`ConfigurationError` if no whole memory of the present schema is there."""
        ...

    def goal(self, secret: bytes) -> Goal:
        """Raises :class:`ConfigurationError` if anything else is there; it writes nothing yet."""
        ...
