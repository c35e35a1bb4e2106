"""Moves a memory file to another encoder; it opens no memory and decides nothing about memories."""

from __future__ import annotations

from collections.abc import Callable

from hindsight_integrations.errors import ConfigurationError
from hindsight_integrations.models.bundled import BundledEncoder
from hindsight_integrations.ports import Embedder, system_clock
from hindsight_integrations.settings import StoreSettings
from hindsight_integrations.stores.sqlite import SqliteStore
from hindsight_integrations.stores.sqlite.reembed import Reembedding
from hindsight_integrations.wiring import place

#: Records that are encoded and kept at a time.
_BATCH = 256


def reembed(
    url: str,
    embedder: Embedder | None = None,
    *,
    progress: Callable[[int, int], object] | None = None,
) -> int:
    """Give the memory at ``url`` the vectors of ``embedder`` (default: the bundled encoder).

    The old vectors serve until the new ones are complete; interrupted, it goes on where it
    was when called again. ``progress(done, total)`` is called after each batch. Answers the
    number of records. Memories that are open with the old encoder must be opened anew.
    """
    where = place(url)
    if where.path == ":memory:" or where.read_only:
        raise ConfigurationError(f"{url} cannot be re-embedded: name a file that can be written")
    encoder = embedder or BundledEncoder()
    SqliteStore(where.path, clock=system_clock).close()  # checks that it is ours, and migrates
    model = (encoder.model_id, encoder.dimensions)
    work = Reembedding(where.path, model, busy_seconds=StoreSettings().busy_seconds)
    try:
        done, total = work.begin()
        while True:
            batch = work.missing(_BATCH)
            if not batch and work.exchange():
                return done
            if batch:
                work.keep([rid for rid, _ in batch], encoder.embed([text for _, text in batch]))
            done += len(batch)
            if progress is not None:
                progress(done, max(done, total))
    finally:
        work.close()
