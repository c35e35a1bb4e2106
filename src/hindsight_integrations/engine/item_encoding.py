"""Vectors of items' parts, by the application's encoder or by the memory's own; it keeps none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np

from hindsight_integrations.engine.consulting import consult
from hindsight_integrations.engine.core import Core
from hindsight_integrations.engine.drafts import embed
from hindsight_integrations.errors import ConfigurationError, ModelError
from hindsight_integrations.ports import Embedder, Facets, ItemEncoder, Vector


class OwnItemEncoder:
    """The memory's own encoder, for parts of items."""

    def __init__(self, core: Core, encoder: Embedder) -> None:
        self._core = core
        self.space: str = f"own:{encoder.model_id}"

    def embed(self, texts: Sequence[str]) -> Vector:
        rows: Vector = np.asarray(embed(self._core, texts), np.float32)
        return rows

    def query(self, text: str) -> Vector:
        row: Vector = self.embed([text])[0]
        return row

    def nearness(self, query: Vector, vectors: Vector) -> Vector:
        near: Vector = vectors @ query
        return near


def own_encoder(core: Core) -> OwnItemEncoder | None:
    """The memory's own encoder, if it has one."""
    return None if core.embedder is None else OwnItemEncoder(core, core.embedder)


def is_own(encoder: ItemEncoder) -> bool:
    """Whether the vectors of whole records lie in the same space."""
    return isinstance(encoder, OwnItemEncoder)


def query_vector(core: Core, encoder: ItemEncoder, text: str) -> Vector:
    """The question as a vector. Raises :class:`ModelError`."""
    if is_own(encoder):
        return encoder.query(text)
    return consult(core, encoder, partial(encoder.query, text), _checked)


def facets_of(
    core: Core, encoder: ItemEncoder | None, parts: Sequence[Sequence[str]]
) -> list[Facets | None]:
    """The vectors of each item's parts, in one call; ``None`` for an item without any."""
    texts = list(dict.fromkeys(text for item in parts for text in item))
    if encoder is None or not texts:
        return [None] * len(parts)
    if is_own(encoder):
        rows = encoder.embed(texts)
    else:
        rows = consult(core, encoder, partial(encoder.embed, texts), _checked)
    if rows.ndim != 2 or len(rows) != len(texts):
        raise ModelError(f"the index's encoder must answer one vector a text ({len(texts)})")
    place = {text: row for row, text in enumerate(texts)}
    return [
        Facets(encoder.space, rows[[place[text] for text in item]]) if item else None
        for item in parts
    ]


def nearest_parts(
    encoder: ItemEncoder, query: Vector, facets: Mapping[str, Vector]
) -> dict[str, float]:
    """How near the nearest part of each item is to the question."""
    if not facets:
        return {}
    widths = {vectors.shape[1] for vectors in facets.values()}
    if widths != {len(query)}:
        raise ConfigurationError(
            f"items were indexed with vectors of {sorted(widths)} dimensions, and the index's "
            f"encoder answers {len(query)}: use the former encoder, or put the items again"
        )
    starts = np.cumsum([0, *(len(vectors) for vectors in facets.values())])[:-1]
    near = encoder.nearness(query, np.concatenate(list(facets.values())))
    best = np.maximum.reduceat(near, starts)
    return dict(zip(facets, best.tolist(), strict=True))


def _checked(answer: Vector) -> Vector:
    rows = np.asarray(answer, np.float32)
    if not np.isfinite(rows).all():
        raise ModelError("the index's encoder answered numbers that are not finite")
    return rows
