"""What an operator does when an index and the records may differ: look, mend, make anew; it opens with the front door's means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hindsight_integrations.beside import attach, outside_index
from hindsight_integrations.errors import ConfigurationError, Unavailable
from hindsight_integrations.hindsight import Hindsight
from hindsight_integrations.models.bundled import BundledEncoder
from hindsight_integrations.ports import Deadline, Embedder, OutsideIndex, system_clock
from hindsight_integrations.settings import Settings
from hindsight_integrations.stores.outside import Difference, Feeder, Rest, compare
from hindsight_integrations.wiring import Opening, Store, close_store, open_store, place

#: Seconds of one round of telling, between two reports of progress.
_ROUND = 5.0
#: Seconds that looking through the record store may take.
_LOOKING = 600.0

Progress = Callable[[int, int], object]


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What :func:`doctor` found. ``ok`` is true if nothing is wrong, or what was is mended.

    ``health`` is :meth:`Hindsight.health`. ``integrity`` lists what the record store says is
    wrong with itself; ``difference`` is how the index differs, ``None`` where there is none.
    """

    ok: bool
    health: Mapping[str, Any]
    integrity: tuple[str, ...]
    difference: Difference | None


def doctor(
    hindsight: Hindsight,
    *,
    repair: bool = False,
    progress: Callable[[int], object] | None = None,
) -> Diagnosis:
    """See whether everything about an open memory is as it should be; with ``repair`` mend the index.

    Reads every record and every point of the index, a few hundred at a time, beside whatever
    else goes on. ``progress(records)`` is called as it goes.
    """
    indexed = hindsight.indexed
    difference = None
    if indexed is not None:
        if repair:
            indexed.feeder.catch_up(Deadline.after(hindsight.settings.runtime.deadline))
        difference = compare(indexed.store.feed, indexed.index, repair=repair, progress=progress)
    health = hindsight.health()
    integrity = hindsight.store.integrity(Deadline.after(_LOOKING))
    ok = bool(health["ok"]) and not integrity and (difference is None or difference.none)
    return Diagnosis(ok, health, tuple(integrity), difference)


def reindex(
    url: str,
    index: str | OutsideIndex | None,
    *,
    embedder: Embedder | None = None,
    settings: Settings | None = None,
    progress: Progress | None = None,
) -> int:
    """Make ``index`` anew from the memory at ``url``, which feeds it from here on; answers how many users.

    What the collection held is removed first. ``None`` lets the memory feed no index any more.
    Interrupted, the rest is told by whoever opens the memory with the index. Recall goes on
    meanwhile: what the index does not know yet is scored from the records.
    ``progress(done, total)`` hears of users. Memories that are open with another index must be
    opened anew.
    """
    settings = settings or Settings()
    encoder = embedder or BundledEncoder()
    model = (encoder.model_id, encoder.dimensions)
    opening = Opening(settings, system_clock, model, migrate=True, vectors=False)
    where = place(url)
    if not where.there():
        raise ConfigurationError("there is no memory at this URL: name the one that exists")
    store = open_store(where, opening)
    try:
        deadline = Deadline.after(settings.index.opening_seconds)
        store.feed.attach(None, deadline)
        if index is None:
            return 0
        outside = outside_index(index)
        try:
            outside.clear(deadline)
            attach(store, outside, model, settings.index)
            feeder = Feeder(store.feed, outside, settings.index, Rest(settings.index))
            return _told(feeder, store.feed.backlog(deadline).users, store, progress)
        finally:
            outside.close()
    finally:
        close_store(store)


def _told(feeder: Feeder, total: int, store: Store, progress: Progress | None) -> int:
    """Tell until nothing is left; an index that does not answer ends it."""
    left = total
    while left:
        feeder.catch_up(Deadline.after(_ROUND))
        before, left = left, store.feed.backlog(Deadline.after(_ROUND)).users
        if progress is not None:
            progress(max(0, total - left), total)
        if left >= before:
            raise Unavailable(
                "the index does not answer: what was told stays told, and the rest is told by "
                "whoever opens the memory with this index"
            )
    return total
