"""An encoder whose every answer is checked before it is used; it knows no particular model."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import Any

from hindsight_integrations.models.checks import unit_rows
from hindsight_integrations.ports import Embedder, Vector


class CheckedEncoder:
    """The encoder that a caller gave, with its promise enforced.

    One vector of a wrong length in the store would make its user's memory unreadable.
    """

    def __init__(self, encoder: Embedder) -> None:
        self._encoder = encoder

    @property
    def slow(self) -> bool:
        return bool(getattr(self._encoder, "slow", False))

    @property
    def model_id(self) -> str:
        return self._encoder.model_id

    @property
    def dimensions(self) -> int:
        return self._encoder.dimensions

    def embed(self, texts: Sequence[str]) -> Vector:
        """float32, shape (len(texts), dimensions), rows of length 1; a coroutine if the encoder's is."""
        answer: Any = self._encoder.embed(texts)
        if isinstance(answer, Awaitable):
            return self._awaited(answer, len(texts))  # type: ignore[return-value]
        return self._checked(answer, len(texts))

    async def _awaited(self, answer: Awaitable[Any], count: int) -> Vector:
        return self._checked(await answer, count)

    def _checked(self, answer: Any, count: int) -> Vector:
        return unit_rows(answer, count, self.dimensions, self.model_id)
