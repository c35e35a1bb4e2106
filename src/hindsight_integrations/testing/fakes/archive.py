"""The archive over a plain dict: the oracle that real ones are compared with; it keeps nothing on disk.

What the port leaves open is fixed here: a place is below its user's folder, and the same place
under another user is another place.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import numpy as np

from hindsight_integrations.errors import StoreError
from hindsight_integrations.ports import Cold, Deadline
from hindsight_integrations.records import Scope
from hindsight_integrations.stores.identity import Identity


@dataclass(frozen=True, slots=True)
class _Object:
    record: Cold
    at: datetime


class InMemoryArchive:
    """An :class:`~hindsight_integrations.ports.Archive` for tests.

    ``identity`` is that of the record store whose records are archived.
    """

    def __init__(self, identity: Identity) -> None:
        self._identity = identity
        self._numbers = itertools.count(1)
        #: By what stands for the user, then by place.
        self.objects: dict[str, dict[str, _Object]] = {}

    def put(
        self, scope: Scope, records: Sequence[Cold], *, now: datetime, deadline: Deadline
    ) -> list[str]:
        deadline.check()
        places = [f"{next(self._numbers)}" for _ in records]
        shelf = self.objects.setdefault(self._wall(scope), {})
        for place, record in zip(places, records, strict=True):
            shelf[place] = _Object(_halved(record), now)
        self._remove(self._wall(scope), ())
        return places

    def get(
        self, scope: Scope, places: Mapping[str, str], deadline: Deadline
    ) -> dict[str, Cold | StoreError]:
        deadline.check()
        shelf = self.objects.get(self._wall(scope), {})
        return {id: _of(shelf.get(place), id) for id, place in places.items()}

    def drop(self, scope: Scope, places: Iterable[str], deadline: Deadline) -> None:
        deadline.check()
        self._remove(self._wall(scope), list(places))

    def erase(self, scope: Scope, ids: Iterable[str] | None, deadline: Deadline) -> None:
        deadline.check()
        wall, wanted = self._wall(scope), None if ids is None else set(ids)
        held = self.objects.get(wall, {})
        gone = [
            at for at, kept in held.items() if wanted is None or kept.record.memory.id in wanted
        ]
        self._remove(wall, gone)

    def walls(self, deadline: Deadline) -> list[str]:
        deadline.check()
        return sorted(self.objects)

    def sweep(
        self, wall: str, *, named: Collection[str], before: datetime, deadline: Deadline
    ) -> int:
        deadline.check()
        waste = {at: kept for at, kept in self.objects.get(wall, {}).items() if at not in named}
        old = [at for at, kept in waste.items() if kept.at < before]
        self._remove(wall, old)
        return len(waste) - len(old)

    def health(self, deadline: Deadline) -> Mapping[str, Any]:
        deadline.check()
        return {"kind": "memory", "users": len(self.objects)}

    def close(self) -> None:
        """There is nothing to give back."""

    def _wall(self, scope: Scope) -> str:
        return self._identity.scope(scope).hex()

    def _remove(self, wall: str, places: Iterable[str]) -> None:
        shelf = self.objects.get(wall, {})
        for place in places:
            shelf.pop(place, None)
        if not shelf:
            self.objects.pop(wall, None)


def _halved(record: Cold) -> Cold:
    """A copy with the vector as every archive keeps it: in float16."""
    vector = record.vector
    half = None if vector is None else vector.astype("<f2").astype(np.float32)
    return Cold(_own(record).memory, half, record.model)


def _own(record: Cold) -> Cold:
    """A copy whose payload nobody else can change."""
    memory = replace(record.memory, payload=deepcopy(record.memory.payload))
    return replace(record, memory=memory)


def _of(kept: _Object | None, id: str) -> Cold | StoreError:
    if kept is None or kept.record.memory.id != id:
        return StoreError(f"the archive does not hold the object of memory {id}")
    return _own(kept.record)
