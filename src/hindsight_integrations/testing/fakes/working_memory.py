"""The window and the entity stack over plain dicts, for tests; it reads no clock."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from hindsight_integrations.ports import Deadline, LoggedTurn
from hindsight_integrations.records import Scope
from hindsight_integrations.settings import WorkingSettings

Session = tuple[str, str, str | None]


@dataclass(slots=True)
class _Desk:
    """One session's turns by sequence and entities, the latest last; each dies at its own time."""

    turns: dict[int, LoggedTurn] = field(default_factory=dict)
    turns_until: datetime | None = None
    entities: list[Mapping[str, str]] = field(default_factory=list)
    entities_until: datetime | None = None


class InMemoryWorkingMemory:
    """A :class:`~hindsight_integrations.ports.WorkingMemory` for tests; safe from any thread.

    A window lives ``settings.ttl_seconds`` from its last push, the entity stack from the
    last mention. The last ``settings.turns`` turns are kept. Sessions are told apart by
    tenant, user and session; no session is one of its own; the agent plays no part.
    """

    def __init__(self, settings: WorkingSettings | None = None) -> None:
        chosen = settings or WorkingSettings()
        self._kept = chosen.turns
        self._ttl = timedelta(seconds=chosen.ttl_seconds)
        self._desks: dict[Session, _Desk] = {}
        self._guard = threading.Lock()

    def push(
        self, scope: Scope, turns: Sequence[LoggedTurn], *, now: datetime, deadline: Deadline
    ) -> None:
        deadline.check()
        with self._guard:
            desk = self._desks.setdefault(_session(scope), _Desk())
            if _over(desk.turns_until, now):
                desk.turns.clear()
            desk.turns |= {turn.sequence: turn for turn in turns}
            for sequence in sorted(desk.turns)[: -self._kept]:
                del desk.turns[sequence]
            desk.turns_until = now + self._ttl

    def window(
        self, scope: Scope, *, last: int, now: datetime, deadline: Deadline
    ) -> list[LoggedTurn]:
        deadline.check()
        with self._guard:
            desk = self._desks.get(_session(scope), _Desk())
            if _over(desk.turns_until, now) or last < 1:
                return []
            return [desk.turns[sequence] for sequence in sorted(desk.turns)[-last:]]

    def mention(
        self,
        scope: Scope,
        entities: Sequence[Mapping[str, str]],
        *,
        now: datetime,
        deadline: Deadline,
    ) -> None:
        deadline.check()
        with self._guard:
            desk = self._desks.setdefault(_session(scope), _Desk())
            if _over(desk.entities_until, now):
                desk.entities.clear()
            for entity in map(dict, entities):
                desk.entities = [known for known in desk.entities if known != entity] + [entity]
            desk.entities_until = now + self._ttl

    def entities(
        self, scope: Scope, *, now: datetime, deadline: Deadline
    ) -> list[Mapping[str, str]]:
        deadline.check()
        with self._guard:
            desk = self._desks.get(_session(scope), _Desk())
            if _over(desk.entities_until, now):
                return []
            return [dict(entity) for entity in reversed(desk.entities)]

    def end(self, scope: Scope, *, deadline: Deadline) -> None:
        deadline.check()
        with self._guard:
            self._desks.pop(_session(scope), None)

    def drop(self, scope: Scope, *, turns: Iterable[str] | None, deadline: Deadline) -> None:
        deadline.check()
        with self._guard:
            own = [key for key in self._desks if key[:2] == scope.wall]
            if turns is None:
                for key in own:
                    del self._desks[key]
                return
            gone = set(turns)
            for key in own:
                self._desks[key].entities.clear()
                kept = {
                    n: turn for n, turn in self._desks[key].turns.items() if turn.id not in gone
                }
                self._desks[key].turns = kept

    def health(self, deadline: Deadline) -> Mapping[str, Any]:
        deadline.check()
        return {"kind": "memory"}

    def close(self) -> None:
        """Nothing."""


def _session(scope: Scope) -> Session:
    return (*scope.wall, scope.session)


def _over(until: datetime | None, now: datetime) -> bool:
    return until is not None and now >= until
