"""What of a value is encoded, and by which embeddings, as LangGraph's index config says; it stores nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping, Sequence
from inspect import iscoroutinefunction
from typing import Any, Literal

import numpy as np
from langchain_core.embeddings import Embeddings
from langgraph.store.base import IndexConfig, ensure_embeddings, get_text_at_path, tokenize_path

from hindsight_integrations.errors import ConfigurationError, ModelError
from hindsight_integrations.ports import Vector

_WHOLE = "$"
_DISTANCES = ("cosine", "l2", "inner_product")
Fields = Literal[False] | Sequence[str] | None


class ItemIndex:
    """An index config, read once. Without ``embed`` the memory's own encoder serves."""

    def __init__(self, config: IndexConfig | None) -> None:
        given: Mapping[str, Any] = config or {}
        self.embeddings: Embeddings | None = None
        self.encoder: FieldEncoder | None = None
        self._fields = list(given.get("fields") or [_WHOLE])
        if given.get("embed") is not None:
            self.embeddings = ensure_embeddings(given["embed"])
            distance = given.get("distance_type", _DISTANCES[0])
            self.encoder = FieldEncoder(
                self.embeddings, given.get("dims"), distance, awaited=_is_awaited(given["embed"])
            )

    def texts(self, value: Mapping[str, Any], fields: Fields) -> tuple[str, ...]:
        """The parts of a value that are encoded; none where its whole serves by itself."""
        if fields is False:
            return ()
        paths = self._fields if fields is None else list(fields)
        if self.encoder is None and paths == [_WHOLE]:
            return ()
        found = (get_text_at_path(value, _tokens(path)) for path in paths)
        return tuple(text for texts in found for text in texts)


def _tokens(path: str) -> Any:
    """``$`` is a path by itself: taken apart, it leads nowhere."""
    return path if path == _WHOLE else tokenize_path(path)


def _is_awaited(embed: Any) -> bool:
    """Whether it is an async function or an object that is called like one: it has no other colour."""
    if isinstance(embed, Embeddings | str):
        return False
    return iscoroutinefunction(embed) or iscoroutinefunction(type(embed).__call__)


class FieldEncoder:
    """The application's embeddings, for parts of items. They may ask a server: so they are ``slow``."""

    slow = True
    space = "index"

    def __init__(
        self, embeddings: Embeddings, dims: int | None, distance: str, *, awaited: bool
    ) -> None:
        if distance not in _DISTANCES:
            raise ConfigurationError(f"distance_type is one of {', '.join(_DISTANCES)}")
        self._embeddings = embeddings
        self._dims = dims
        self._distance = distance
        self._awaited = awaited

    def embed(self, texts: Sequence[str]) -> Any:
        if self._awaited:
            return self._later(self._embeddings.aembed_documents(list(texts)))
        return self._rows(self._embeddings.embed_documents(list(texts)))

    def query(self, text: str) -> Any:
        if self._awaited:
            return self._later(self._embeddings.aembed_query(text))
        return self._rows(self._embeddings.embed_query(text))

    def nearness(self, query: Vector, vectors: Vector) -> Vector:
        """Cosines, inner products, or distances with a minus, as LangGraph's stores score."""
        near: Vector = vectors @ query
        if self._distance == "inner_product":
            return near
        if self._distance == "l2":
            return np.asarray(-np.linalg.norm(vectors - query, axis=1), np.float32)
        lengths = np.linalg.norm(vectors, axis=1) * np.linalg.norm(query)
        cosines: Vector = np.divide(near, lengths, out=np.zeros_like(near), where=lengths > 0)
        return cosines

    async def _later(self, answer: Awaitable[Any]) -> Vector:
        return self._rows(await answer)

    def _rows(self, answer: Any) -> Vector:
        rows: Vector = np.asarray(answer, np.float32)
        if self._dims is not None and rows.shape[-1] != self._dims:
            raise ModelError(
                f"the index says dims={self._dims}, its embeddings answer {rows.shape[-1]} numbers"
            )
        return rows
