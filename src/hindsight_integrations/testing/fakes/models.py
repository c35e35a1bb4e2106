"""Models that answer from a script or always fail; they load nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hindsight_integrations.errors import ModelError
from hindsight_integrations.ports import Heard, Vector
from hindsight_integrations.records import Claim


class ScriptedExtractor:
    """An extractor that answers the claims given for a turn's exact text, else none.

    ``heard`` lists what it was asked, in order.
    """

    def __init__(self, claims: Mapping[str, Sequence[Claim]]) -> None:
        self._claims = dict(claims)
        self.heard: list[Heard] = []

    def extract(self, heard: Heard) -> Sequence[Claim]:
        self.heard.append(heard)
        return tuple(self._claims.get(heard.turn.content, ()))


class BrokenExtractor:
    """An extractor that raises ``error`` for every turn."""

    def __init__(self, error: Exception | None = None) -> None:
        self._error = error or ModelError("the extractor is broken")

    def extract(self, heard: Heard) -> Sequence[Claim]:  # noqa: ARG002
        raise self._error


class BrokenReranker:
    """A reranker that raises ``error`` for every query."""

    model_id = "broken"

    def __init__(self, error: Exception | None = None) -> None:
        self._error = error or ModelError("the reranker is broken")

    def score(self, query: str, passages: Sequence[str]) -> Sequence[float]:  # noqa: ARG002
        raise self._error


class BrokenEmbedder:
    """An encoder that says what it is and raises ``error`` for every text."""

    def __init__(
        self, error: Exception | None = None, *, model_id: str = "broken", dimensions: int = 8
    ) -> None:
        self._error = error or ModelError("the encoder is broken")
        self.model_id = model_id
        self.dimensions = dimensions

    def embed(self, texts: Sequence[str]) -> Vector:  # noqa: ARG002
        raise self._error
