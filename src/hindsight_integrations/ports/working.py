"""Working memory: the fast window over a session, and its entity stack."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from hindsight_integrations.ports.records import LoggedTurn
from hindsight_integrations.ports.timing import Deadline
from hindsight_integrations.records import Scope


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

    def end(self, scope: Scope, *, deadline: Deadline) -> None:
        """Let this session's window and entity stack go; other sessions keep theirs."""
        ...

    def drop(self, scope: Scope, *, turns: Iterable[str] | None, deadline: Deadline) -> None:
        """Forget these turns of the user (by id), or with ``None`` the whole user.

        The user's entity stacks go in both cases: nobody can say which turn an entity is from.
        """
        ...

    def health(self, deadline: Deadline) -> Mapping[str, Any]:
        """Facts about it: its kind, and more. Raises :class:`Unavailable` if it cannot be reached."""
        ...

    def close(self) -> None:
        """Give back what it holds of its own; harmless when called again."""
        ...
