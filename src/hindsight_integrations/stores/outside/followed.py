"""A record store whose changes are told to an index outside, after they are kept; all else it passes on."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from typing import Any

from hindsight_integrations.answers import IdleSession
from hindsight_integrations.errors import StoreError
from hindsight_integrations.ports import (
    Deadline,
    OutsideIndex,
    RecordReader,
    RecordStore,
    RecordWriter,
)
from hindsight_integrations.records import Scope
from hindsight_integrations.settings import IndexSettings
from hindsight_integrations.stores.outside.feeder import Feeder

#: The index among the places that an erasure reports.
PLACE = "vector index"


class Followed:
    """A :class:`~hindsight_integrations.ports.RecordStore` with an index that follows it.

    A write is acknowledged when the record store has it; the index is told right after, by the
    feeder. An erasure waits a while for the index, and says whether it is clean.
    """

    def __init__(
        self, store: RecordStore, index: OutsideIndex, feeder: Feeder, settings: IndexSettings
    ) -> None:
        self._store = store
        self._index = index
        self._feeder = feeder
        self._settings = settings
        #: Whose records this thread wrote last: an erasure asks about that user alone.
        self._written = threading.local()

    def reading(self, scope: Scope, deadline: Deadline) -> AbstractContextManager[RecordReader]:
        return self._store.reading(scope, deadline)

    @contextmanager
    def writing(self, scope: Scope, deadline: Deadline) -> Iterator[RecordWriter]:
        with self._store.writing(scope, deadline) as writer:
            yield writer
        self._written.scope = scope
        self._feeder.nudge()

    def touch(self, scope: Scope, counts: Mapping[str, int], at: datetime) -> None:
        self._store.touch(scope, counts, at)

    def users(self, tenant: str, deadline: Deadline) -> dict[str, int]:
        return self._store.users(tenant, deadline)

    def expired(self, tenant: str, deadline: Deadline) -> dict[str, int]:
        return self._store.expired(tenant, deadline)

    def archived(self, wall: str, deadline: Deadline) -> list[dict[str, Any]] | None:
        return self._store.archived(wall, deadline)

    def end_idle(
        self, tenant: str, before: datetime, *, limit: int, deadline: Deadline
    ) -> list[IdleSession]:
        return self._store.end_idle(tenant, before, limit=limit, deadline=deadline)

    def scrub(self, deadline: Deadline, *, whole: bool = False) -> Mapping[str, bool]:
        patience = Deadline.after(min(self._settings.closing_seconds, deadline.remaining))
        try:
            clean = self._feeder.catch_up(patience, scope=None if whole else self._last_written())
        except StoreError:
            clean = False
        return {PLACE: clean, **self._store.scrub(deadline, whole=whole)}

    def _last_written(self) -> Scope | None:
        return getattr(self._written, "scope", None)

    def health(self) -> Mapping[str, Any]:
        return self._store.health()

    def close(self) -> None:
        """Stop following; the store is closed by whoever opened it."""
        self._feeder.close(Deadline.after(self._settings.closing_seconds))
        self._index.close()
