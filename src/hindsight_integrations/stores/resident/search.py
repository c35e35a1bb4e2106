"""The searches over one user in memory: by meaning, by words, by what was said beside; it reads no database."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from hindsight_integrations.answers import Hit, hits_of
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
        columns, vectors = resident.columns, resident.vectors
        assert vectors is not None
        mask = columns.mask(where, allowed, now)
        others = columns.living(columns.places_of(also), now)
        others = others[vectors.present(others)]
        (places, scores), cosines = vectors.nearest(query, mask, limit, others)
        known = dict(zip(columns.named(others), cosines.tolist(), strict=True))
        return Nearest(_hits(resident, places, scores), known)


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
        (held,) = (columns.mask(where, allowed, now) & (scores > 0)).nonzero()
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
    return columns.named(places)


def latest(resident: Resident, where: Where, now: datetime, *, limit: int) -> list[str]:
    """The ids of the matching records, the latest happened first, ties by sequence."""
    columns = resident.columns
    with resident.guard:
        (places,) = columns.mask(where, None, now).nonzero()
        chosen, _ = best(places, columns.happened[places], limit)
    return columns.named(chosen)


def _hits(resident: Resident, places: NDArray[np.intp], scores: NDArray[np.floating]) -> list[Hit]:
    return hits_of(resident.columns.named(places), scores.tolist())
