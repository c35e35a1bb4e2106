"""The searches over one user in memory: by meaning, by words, by what was said beside; it reads no database."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from hindsight_integrations.answers import Hit
from hindsight_integrations.blas import one_thread
from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.ports import Nearest, Vector
from hindsight_integrations.queries import Where
from hindsight_integrations.stores.resident.cache import Resident
from hindsight_integrations.stores.resident.postings import Found
from hindsight_integrations.stores.resident.vectors import best
from hindsight_integrations.stores.resident.words import Statistics, ranked

#: The sequences that pass what has no column in memory; ``None`` if nothing of it was asked.
Allowed = NDArray[np.int64] | None


def check_shape(query: Vector, dimensions: int | None) -> None:
    """Refuse a query vector that the store's vectors cannot be compared with."""
    if dimensions is not None and query.shape != (dimensions,):
        raise InvalidInput(
            f"the query vector has shape {query.shape}, "
            f"the store's vectors have {dimensions} dimensions"
        )


def nearest(
    resident: Resident,
    query: Vector,
    where: Where,
    allowed: Allowed,
    now: datetime,
    *,
    limit: int,
    also: Sequence[str],
) -> Nearest:
    """The nearest matching records, and the cosines of the ids in ``also``."""
    with resident.guard, one_thread():
        assert resident.vectors is not None
        columns = resident.columns
        mask = columns.mask(where, allowed, now)
        places, scores = resident.vectors.nearest(query, mask, limit)
        return Nearest(_hits(resident, places, scores), _cosines(resident, query, also, now))


def by_words(
    resident: Resident,
    found: Found,
    where: Where,
    allowed: Allowed,
    now: datetime,
    *,
    statistics: Statistics,
    postings: int,
    limit: int,
) -> list[Hit]:
    """The matching records that hold any of the terms found, best first."""
    columns = resident.columns
    with resident.guard:
        scores = ranked(found, columns, statistics, postings=postings)
        held = np.flatnonzero(columns.mask(where, allowed, now) & (scores > 0))
        places, values = best(held, scores[held], limit)
    return _hits(resident, places, values)


def beside(
    resident: Resident,
    ids: Sequence[str],
    where: Where,
    allowed: Allowed,
    now: datetime,
    *,
    reach: int,
) -> list[str]:
    """The matching utterances up to ``reach`` places before and after ``ids``, in order of writing."""
    columns = resident.columns
    with resident.guard:
        mask = columns.mask(where, allowed, now)
        places = columns.beside(columns.places_of(ids), mask, reach)
    return [columns.ids[place] for place in places.tolist()]


def latest(resident: Resident, where: Where, now: datetime, *, limit: int) -> list[str]:
    """The ids of the matching records, the latest happened first, ties by sequence."""
    columns = resident.columns
    with resident.guard:
        places = np.flatnonzero(columns.mask(where, None, now))
        chosen, _ = best(places, columns.happened[places], limit)
    return [columns.ids[place] for place in chosen.tolist()]


def _hits(resident: Resident, places: NDArray[np.intp], scores: NDArray[np.floating]) -> list[Hit]:
    ids = resident.columns.ids
    return [Hit(ids[p], s) for p, s in zip(places.tolist(), scores.tolist(), strict=True)]


def _cosines(
    resident: Resident, query: Vector, ids: Sequence[str], now: datetime
) -> dict[str, float]:
    columns, vectors = resident.columns, resident.vectors
    assert vectors is not None
    places = columns.living(columns.places_of(ids), now)
    places = places[vectors.present(places)]
    names = [columns.ids[place] for place in places.tolist()]
    return dict(zip(names, vectors.cosines(query, places).tolist(), strict=True))
