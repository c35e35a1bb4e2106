"""Search by meaning through an index outside: it finds, the record store decides and scores; it feeds nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from hindsight_integrations.answers import Hit
from hindsight_integrations.errors import StoreError
from hindsight_integrations.ports import Clock, Deadline, Feed, Nearest, OutsideIndex, Vector
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Scope
from hindsight_integrations.settings import IndexSettings
from hindsight_integrations.stores.mapping import micros
from hindsight_integrations.stores.outside.resting import Rest
from hindsight_integrations.stores.resident.search import check_shape

_ANY = Where()
#: How many times more are asked for where too few count, and how many times more at most.
_WIDER, _WIDEST = 8, 512


class FedIndex:
    """A :class:`~hindsight_integrations.ports.VectorIndex` that is never behind the record store.

    What the index names is looked up in the record store, which filters it again and holds the
    vectors: cosines are exact, and what is gone or foreign is not there. What the index was not
    told of yet is scored from the record store. If it does not answer, all of the user's
    records are, the last written ones first; the note says how far that went.
    """

    def __init__(
        self,
        feed: Feed,
        index: OutsideIndex,
        settings: IndexSettings,
        rest: Rest,
        *,
        clock: Clock,
        dimensions: int,
    ) -> None:
        self._feed = feed
        self._index = index
        self._settings = settings
        self._rest = rest
        self._clock = clock
        self._dimensions = dimensions

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
        check_shape(query, self._dimensions)
        deadline.check()
        found = self._found(scope, query, where, limit, deadline)
        unfed = self._feed.unfed(
            scope, where, limit=self._settings.unfed, whole=found is None, deadline=deadline
        )
        scores = _cosines(found or {}, query)
        if unfed.ids:
            scores |= dict(zip(unfed.ids, (unfed.vectors @ query).tolist(), strict=True))
        best = sorted(scores.items(), key=lambda item: -item[1])[:limit]
        return Nearest(
            [Hit(id, score) for id, score in best],
            _cosines(self._feed.vectors(scope, also, _ANY, deadline), query),
            _note(answered=found is not None, cut=unfed.cut, most=self._settings.unfed),
        )

    def _found(
        self, scope: Scope, query: Vector, where: Where, limit: int, deadline: Deadline
    ) -> dict[str, Vector] | None:
        """What the index names and the record store admits; ``None`` if the index does not answer.

        An index that is late, or cannot evaluate all of ``where``, names what does not count:
        then it is asked for more, until there is enough or nothing more.
        """
        asked = limit
        while True:
            named = self._named(scope, query, where, asked, deadline)
            if named is None:
                return None
            found = self._feed.vectors(scope, named, where, deadline)
            if len(found) >= limit or len(named) < asked or asked >= limit * _WIDEST:
                return found
            asked *= _WIDER

    def _named(
        self, scope: Scope, query: Vector, where: Where, limit: int, deadline: Deadline
    ) -> list[str] | None:
        """What the index names; ``None`` if it does not answer."""
        if self._rest.left:
            return None
        patience = Deadline.after(min(self._settings.answer_seconds, deadline.remaining))
        now = micros(self._clock())
        wall = self._feed.wall(scope)
        try:
            named = self._index.nearest(wall, query, where, now, limit=limit, deadline=patience)
        except StoreError:
            if not deadline.passed:  # a caller in a hurry says nothing about the index
                self._rest.failed()
            return None
        self._rest.answered()
        return named


def _cosines(vectors: Mapping[str, Vector], query: Vector) -> dict[str, float]:
    if not vectors:
        return {}
    cosines = np.clip(np.stack(list(vectors.values())) @ query, -1.0, 1.0)
    return dict(zip(vectors, cosines.tolist(), strict=True))


def _note(*, answered: bool, cut: bool, most: int) -> str:
    if not answered:
        said = "the index does not answer, the records were scored without it"
        return f"{said}, of many the last {most:,}" if cut else said
    if cut:
        return f"the index is behind; of what it does not know the last {most:,} were scored"
    return ""
