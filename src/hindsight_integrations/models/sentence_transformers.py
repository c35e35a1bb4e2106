"""Encoders and rerankers of the sentence-transformers library, by name or ready-made; it knows no store.

The library (and torch below it) is imported only when a model is named: that takes seconds.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from hindsight_integrations.errors import ConfigurationError, MissingExtra
from hindsight_integrations.models.checks import encodable, failures_of, finite_scores, unit_rows
from hindsight_integrations.ports import Vector

EXTRA = "sentence-transformers"


class SentenceTransformersEncoder:
    """A ``SentenceTransformer`` behind the Embedder port.

    ``model`` is a name or path to load, or a loaded model; that one needs a ``model_id``,
    which stored vectors are marked with. ``prefix`` is put before every text, for models
    trained with one (``"query: "`` for the E5 family); it becomes part of the model's id.
    Further options go to the library's constructor (``device``, ``truncate_dim`` …).

    Raises :class:`MissingExtra` if a name is given and the library is not installed,
    :class:`ModelError` if the model cannot be loaded.
    """

    def __init__(
        self,
        model: str | Any,
        *,
        model_id: str | None = None,
        prefix: str = "",
        batch_size: int = 32,
        **options: Any,
    ) -> None:
        name = _name(model, model_id)
        self._id = f"{name} [{prefix}]" if prefix else name
        self._prefix = prefix
        self._batch_size = batch_size
        # Fast tokenizers refuse to be used by two threads at once ("Already borrowed").
        self._lock = threading.Lock()
        with failures_of(self._id):
            self._model = _load_encoder(model, options) if isinstance(model, str) else model
            # Asked of the model itself: its own figure may be missing, or older than a cut
            # of its dimensions.
            self._dimensions = np.asarray(self._encode(["a"])).shape[-1]

    @property
    def model_id(self) -> str:
        return self._id

    @property
    def dimensions(self) -> int:
        return int(self._dimensions)

    def embed(self, texts: Sequence[str]) -> Vector:
        """float32, shape (len(texts), dimensions), rows of length 1. Raises :class:`ModelError`."""
        if not texts:
            return np.zeros((0, self.dimensions), np.float32)
        with failures_of(self._id):
            answer = self._encode([self._prefix + encodable(text) for text in texts])
        return unit_rows(answer, len(texts), self.dimensions, self._id)

    def _encode(self, texts: list[str]) -> Any:
        with self._lock:
            return self._model.encode(
                texts,
                batch_size=self._batch_size,
                show_progress_bar=False,
                convert_to_numpy=True,
                normalize_embeddings=True,
            )


class CrossEncoderReranker:
    """A ``CrossEncoder`` behind the Reranker port, for example ``BAAI/bge-reranker-base``.

    Scores are as the model gives them: with one label, by the library's default, between 0
    and 1. The arguments are those of :class:`SentenceTransformersEncoder`.
    """

    def __init__(
        self,
        model: str | Any,
        *,
        model_id: str | None = None,
        batch_size: int = 32,
        **options: Any,
    ) -> None:
        self._id = _name(model, model_id)
        self._batch_size = batch_size
        self._lock = threading.Lock()
        with failures_of(self._id):
            self._model = _load_reranker(model, options) if isinstance(model, str) else model

    @property
    def model_id(self) -> str:
        return self._id

    def score(self, query: str, passages: Sequence[str]) -> list[float]:
        """One score per passage, higher is better. Raises :class:`ModelError`."""
        if not passages:
            return []
        asked = encodable(query)
        pairs = [(asked, encodable(passage)) for passage in passages]
        with failures_of(self._id), self._lock:
            answer = self._model.predict(
                pairs,
                batch_size=self._batch_size,
                show_progress_bar=False,
                convert_to_numpy=True,
            )
        return finite_scores(answer, len(passages), self._id)


def _name(model: str | Any, model_id: str | None) -> str:
    name = model_id or (model if isinstance(model, str) else "")
    if not name:
        raise ConfigurationError("a ready-made model needs model_id=, the name of its vectors")
    return name


def _load_encoder(name: str, options: dict[str, Any]) -> Any:
    try:
        # Lazy: optional, and slow to import.
        from sentence_transformers import SentenceTransformer  # noqa: PLC0415
    except ImportError as error:
        raise MissingExtra(EXTRA, "SentenceTransformersEncoder") from error
    return SentenceTransformer(name, **options)


def _load_reranker(name: str, options: dict[str, Any]) -> Any:
    try:
        # Lazy: optional, and slow to import.
        from sentence_transformers import CrossEncoder  # noqa: PLC0415
    except ImportError as error:
        raise MissingExtra(EXTRA, "CrossEncoderReranker") from error
    return CrossEncoder(name, **options)
