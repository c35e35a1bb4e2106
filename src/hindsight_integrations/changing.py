"""The verbs that change memories and move them to the archive, for ``UserMemory`` to have; they write no new statement."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from hindsight_integrations.answers import Change
from hindsight_integrations.engine import archiving, change
from hindsight_integrations.engine.core import Core
from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.lanes import Lanes, bounded, twin
from hindsight_integrations.queries import Where, merged
from hindsight_integrations.records import Memory, Scope
from hindsight_integrations.validation import identifier, text


class Changing:
    """Descriptive fields, corrections, confirmations, and what a reader thought of it."""

    _core: Core
    lanes: Lanes
    scope: Scope

    @bounded
    def update(
        self,
        id: str,
        *,
        tags: Sequence[str] | None = None,
        payload: Mapping[str, Any] | None = None,
        importance: float | None = None,
        confidence: float | None = None,
        priority: int | None = None,
    ) -> Change:
        """Change descriptive fields of one memory. Content is changed by ``correct``."""
        return change.describe(
            self._core,
            self.scope,
            identifier(id, "id"),
            self.lanes.deadline(),
            tags=tags,
            payload=payload,
            importance=importance,
            confidence=confidence,
            priority=priority,
        )

    @bounded
    def correct(self, id: str, content: str) -> Change:
        """What was written was wrong: a corrected record takes its place, for the same time."""
        wanted, said = identifier(id, "id"), text(content, "content")
        return change.correct(self._core, self.scope, wanted, said, self.lanes.deadline())

    @bounded
    def confirm(self, id: str) -> Change:
        """It still holds: confidence and age start anew."""
        return change.confirm(self._core, self.scope, identifier(id, "id"), self.lanes.deadline())

    @bounded
    def feedback(self, id: str, *, helpful: bool) -> Change:
        """Say whether a memory helped; the next recall's verdict tells."""
        _yes_or_no(helpful, "helpful")
        return self._edit(id, lambda memory: replace(memory, helpful=helpful))

    @bounded
    def pin(self, id: str, *, pinned: bool = True) -> Change:
        """Keep a memory's importance from fading (``pinned=False`` lets it fade again)."""
        _yes_or_no(pinned, "pinned")
        return self._edit(id, lambda memory: replace(memory, pinned=pinned))

    @bounded
    def archive(
        self,
        ids: Sequence[str] | str | None = None,
        *,
        subject: str | None = None,
        session: str | None = None,
        where: Where | Mapping[str, Any] | None = None,
    ) -> int:
        """Move memories to cold storage; answers how many. ``restore`` brings one back.

        Name them as for ``forget``. An active semantic memory is moved only by its id, or by a
        filter with ``statuses="active"``. An archived one is in ``get``, ``history``,
        ``count`` and ``forget``; recall tells it with ``include_archived=True``, or where nothing else answers.
        Again after an error, it goes on where it ended. Raises :class:`ConfigurationError` where no archive is open.
        """
        parts = {"ids": ids, "subjects": subject, "session": session}
        given = {name: value for name, value in parts.items() if value is not None}
        wanted = merged(where, given)
        return archiving.archive(self._core, self.scope, wanted, self.lanes.deadline())

    @bounded
    def restore(self, id: str) -> Change:
        """Bring back a value: a superseded or ended one holds again from now on, an archived one is as it was.

        Where another value was stated under its key since, an archived one is that value's predecessor.
        """
        return change.restore(self._core, self.scope, identifier(id, "id"), self.lanes.deadline())

    def _edit(self, id: str, changed: Callable[[Memory], Memory]) -> Change:
        wanted = identifier(id, "id")
        return change.edit(self._core, self.scope, wanted, self.lanes.deadline(), changed)

    aupdate = twin(update)
    acorrect = twin(correct)
    aconfirm = twin(confirm)
    afeedback = twin(feedback)
    apin = twin(pin)
    aarchive = twin(archive)
    arestore = twin(restore)


def _yes_or_no(value: object, name: str) -> None:
    if not isinstance(value, bool):
        raise InvalidInput(f"{name} must be True or False, got a {type(value).__name__}")
