"""Moves a memory to another encoder; it opens no memory and decides nothing about memories."""

from __future__ import annotations

from collections.abc import Callable

from hindsight_integrations.models.bundled import BundledEncoder
from hindsight_integrations.ports import Embedder
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
    encoder = embedder or BundledEncoder()
    work = place(url).reembedding((encoder.model_id, encoder.dimensions))
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
