"""The verbs that list and count memories by what they are, for ``UserMemory`` to have; they rank nothing and write nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hindsight_integrations.asking import Span, where_of
from hindsight_integrations.engine import archiving
from hindsight_integrations.engine.core import Core
from hindsight_integrations.lanes import Lanes, bounded, twin
from hindsight_integrations.queries import Where, merged
from hindsight_integrations.records import Memory, Scope
from hindsight_integrations.validation import whole


class Listing:
    """Memories by kind, subject, session, time and status."""

    _core: Core
    lanes: Lanes
    scope: Scope

    @bounded
    def find(
        self,
        *,
        types: Sequence[str] | str | None = None,
        subjects: Sequence[str] | str | None = None,
        session: str | None = None,
        within: Span | None = None,
        statuses: Sequence[str] | str = "active",
        limit: int = 100,
    ) -> list[Memory]:
        """The memories of these kinds, at most ``limit``, the latest happened first; by default the active ones.

        Archived ones come with their words, as ``get`` gives them.
        """
        parts = {"types": types, "subjects": subjects, "session": session, "statuses": statuses}
        where, deadline = (
            where_of(self._core.clock(), within=within, **parts),
            self.lanes.deadline(),
        )
        with self._core.records.reading(self.scope, deadline) as reader:
            found = reader.find(where, limit=whole(limit, "limit"))
        return archiving.whole(self._core, self.scope, found, deadline)

    @bounded
    def count(self, *, event_type: str | None = None, within: Span | None = None) -> int:
        """How many memories there are, or events of one type, in a span of time."""
        where = where_of(self._core.clock(), event_type=event_type, within=within)
        with self._core.records.reading(self.scope, self.lanes.deadline()) as reader:
            return reader.count(where)

    @bounded
    def archivable(
        self,
        ids: Sequence[str] | str | None = None,
        *,
        subject: str | None = None,
        session: str | None = None,
        where: Where | Mapping[str, Any] | None = None,
    ) -> list[Memory]:
        """What ``archive`` would move if it were called so now; nothing is moved."""
        wanted = _named(ids, subject, session, where)
        return archiving.archivable(self._core, self.scope, wanted, self.lanes.deadline())

    @bounded
    def archived(
        self,
        ids: Sequence[str] | str | None = None,
        *,
        subject: str | None = None,
        session: str | None = None,
        where: Where | Mapping[str, Any] | None = None,
    ) -> list[Memory]:
        """What is archived of what matches (without a filter: all), the latest happened first.

        As the record store has it, without the words: ``get`` reads those in the archive.
        """
        wanted = _named(ids, subject, session, where)
        with self._core.records.reading(self.scope, self.lanes.deadline()) as reader:
            return archiving.archived(reader, wanted)

    afind = twin(find)
    acount = twin(count)
    aarchivable = twin(archivable)
    aarchived = twin(archived)


def _named(
    ids: Sequence[str] | str | None,
    subject: str | None,
    session: str | None,
    where: Where | Mapping[str, Any] | None,
) -> Where:
    parts = {"ids": ids, "subjects": subject, "session": session}
    return merged(where, {name: value for name, value in parts.items() if value is not None})
