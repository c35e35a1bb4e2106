"""The vector index over the in-memory record store: every vector against the query, in float64; it keeps nothing itself."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hindsight_integrations.answers import Hit
from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.ports import Deadline, Entry, Nearest, Vector
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Scope
from hindsight_integrations.testing.fakes.record_store import InMemoryRecordStore


class InMemoryVectorIndex:
    """A :class:`~hindsight_integrations.ports.VectorIndex` over the entries of ``store``.

    Equal cosines come in the order of writing, the latest first. A query whose length
    differs from the vectors' is :class:`InvalidInput`.
    """

    def __init__(self, store: InMemoryRecordStore) -> None:
        self._store = store

    def search(
        self,
        scope: Scope,
        query: Vector,
        where: Where,
        *,
        limit: int,
        also: Sequence[str] = (),
        deadline: Deadline,
    ) -> Nearest:
        deadline.check()
        entries = [entry for entry in self._store.entries(scope) if entry.vector is not None]
        cosines = {entry.memory.id: _cosine(query, entry) for entry in entries}
        found = [entry.memory for entry in entries if where.matches(entry.memory)]
        found.sort(key=lambda memory: (cosines[memory.id], memory.sequence), reverse=True)
        hits = [Hit(memory.id, cosines[memory.id]) for memory in found[:limit]]
        return Nearest(hits, {name: cosines[name] for name in also if name in cosines})


def _cosine(query: Vector, entry: Entry) -> float:
    assert entry.vector is not None
    if entry.vector.shape != query.shape:
        raise InvalidInput(
            f"the query has {query.shape[-1]} dimensions, record {entry.memory.id} "
            f"has {entry.vector.shape[-1]}"
        )
    a, b = query.astype(np.float64), entry.vector.astype(np.float64)
    return float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b)))
