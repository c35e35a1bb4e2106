"""An archive whose calls end with their deadline, whatever the file system behind it does; it knows no file system."""

from __future__ import annotations

import os
import weakref
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

from hindsight_integrations.errors import StoreError
from hindsight_integrations.lane import Lane
from hindsight_integrations.ports import Archive, Cold, Deadline
from hindsight_integrations.records import Scope
from hindsight_integrations.settings import ArchiveSettings

T = TypeVar("T")

_NAME = "the archive"


class Patience:
    """Where an archive's calls run: a bounded lane, new in each process, since threads do not survive a fork."""

    def __init__(self, settings: ArchiveSettings) -> None:
        self._settings = settings
        self._lane = self._fresh()

    def _fresh(self) -> Lane:
        lane = Lane("archive", self._settings.workers, self._settings.queue)
        weakref.finalize(self, lane.close).atexit = False
        return lane

    def answer(self, call: Callable[[], T], deadline: Deadline) -> T:
        """What ``call`` answers, or :class:`DeadlineExceeded` when the time is over."""
        if self._lane.pid != os.getpid():
            self._lane = self._fresh()
        return self._lane.answer(call, deadline, of=_NAME)

    def close(self) -> None:
        self._lane.close()


class TimelyArchive:
    """An :class:`~hindsight_integrations.ports.Archive` that asks another one, and waits no longer than it may.

    A call that was given up goes on by itself until it looks at its deadline, at the latest
    after the answer it waits for: what it then has put is waste, as after any error.
    """

    def __init__(self, archive: Archive, patience: Patience, settings: ArchiveSettings) -> None:
        self._archive = archive
        self._patience = patience
        self._answer_seconds = settings.answer_seconds

    def put(
        self, scope: Scope, records: Sequence[Cold], *, now: datetime, deadline: Deadline
    ) -> list[str]:
        return self._patience.answer(
            lambda: self._archive.put(scope, records, now=now, deadline=deadline), deadline
        )

    def get(
        self, scope: Scope, places: Mapping[str, str], deadline: Deadline
    ) -> dict[str, Cold | StoreError]:
        return self._patience.answer(lambda: self._archive.get(scope, places, deadline), deadline)

    def drop(self, scope: Scope, places: Iterable[str], deadline: Deadline) -> None:
        if named := list(places):
            self._patience.answer(lambda: self._archive.drop(scope, named, deadline), deadline)

    def erase(self, scope: Scope, ids: Iterable[str] | None, deadline: Deadline) -> None:
        named = None if ids is None else list(ids)
        self._patience.answer(lambda: self._archive.erase(scope, named, deadline), deadline)

    def walls(self, deadline: Deadline) -> list[str]:
        return self._patience.answer(lambda: self._archive.walls(deadline), deadline)

    def sweep(
        self, wall: str, *, named: Collection[str], before: datetime, deadline: Deadline
    ) -> int:
        return self._patience.answer(
            lambda: self._archive.sweep(wall, named=named, before=before, deadline=deadline),
            deadline,
        )

    def health(self, deadline: Deadline) -> Mapping[str, Any]:
        # Whoever asks for health has a deadline too, and wants to hear of this one in time.
        soon = deadline.within(min(self._answer_seconds, deadline.remaining / 2))
        return self._patience.answer(lambda: self._archive.health(soon), soon)

    def close(self) -> None:
        self._patience.close()
        self._archive.close()
