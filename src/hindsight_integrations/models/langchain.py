"""LangChain's models behind the ports: embeddings encode, cross-encoders and compressors rerank, chat models extract and sum up; it knows no store.

Calls of chat models are hidden ones: they are marked so that LangGraph streams none of their
tokens to a user who watches the agent. All run on the lane for slow models, with its time-out.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from typing import Any

import numpy as np

from hindsight_integrations.errors import ConfigurationError, MissingExtra, ModelError
from hindsight_integrations.language.salience import trivial
from hindsight_integrations.models.checks import (
    check_positive,
    encodable,
    failures_of,
    finite_scores,
    scores_by_place,
    sendable,
    unit_rows,
)
from hindsight_integrations.models.statements import (
    INSTRUCTION,
    RATE,
    SUM_UP,
    Rating,
    Statements,
    claims_of,
    document,
)
from hindsight_integrations.ports import Heard, Vector
from hindsight_integrations.records import Claim, Role

try:
    from langchain_core.documents import BaseDocumentCompressor, Document
    from langchain_core.embeddings import Embeddings
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage
    from langchain_core.runnables import RunnableConfig
    from langgraph.constants import TAG_NOSTREAM
except ModuleNotFoundError as missing:
    if (missing.name or "").partition(".")[0] not in ("langchain_core", "langgraph"):
        raise
    raise MissingExtra("langchain", "hindsight_integrations.models.langchain") from missing


class LangChainEncoder:
    """Any LangChain ``Embeddings`` behind the Embedder port.

    ``model_id`` marks the stored vectors: name the model and its version, since those of
    different models are never compared. ``dimensions`` is asked of the model itself unless
    given. At most ``batch_size`` texts go into one call, each cut to ``longest`` characters
    and none of them empty, as providers demand. ``one_at_a_time=True`` is for local models
    that two threads must not use at once.

    Questions are encoded like documents. ``slow=False`` calls a fast local model where it is
    asked, without a thread in between.
    """

    def __init__(
        self,
        embeddings: Embeddings,
        *,
        model_id: str,
        dimensions: int | None = None,
        batch_size: int = 64,
        longest: int = 8_000,
        one_at_a_time: bool = False,
        slow: bool = True,
    ) -> None:
        if not isinstance(embeddings, Embeddings):
            raise ConfigurationError(f"{type(embeddings).__name__} is no LangChain Embeddings")
        if not isinstance(model_id, str) or not model_id.strip():
            raise ConfigurationError("LangChainEncoder needs model_id=, the name of its vectors")
        check_positive(dimensions=dimensions, batch_size=batch_size, longest=longest)
        self._embeddings, self._id = embeddings, model_id
        self._batch_size, self._longest = batch_size, longest
        self._turn = threading.Lock() if one_at_a_time else nullcontext()
        self.slow = slow
        self._dimensions = dimensions or len(self._asked(["a"])[0])

    @property
    def model_id(self) -> str:
        return self._id

    @property
    def dimensions(self) -> int:
        return self._dimensions

    def embed(self, texts: Sequence[str]) -> Vector:
        """float32, shape (len(texts), dimensions), rows of length 1. Raises :class:`ModelError`."""
        if not texts:
            return np.zeros((0, self.dimensions), np.float32)
        given = sendable(texts, self._longest)
        size = self._batch_size
        batches = [given[start : start + size] for start in range(0, len(given), size)]
        rows = [row for batch in batches for row in self._asked(batch)]
        with failures_of(self._id):
            return unit_rows(rows, len(texts), self.dimensions, self._id)

    def _asked(self, texts: list[str]) -> list[list[float]]:
        with failures_of(self._id), self._turn:
            rows = self._embeddings.embed_documents(texts)
        if not isinstance(rows, list) or len(rows) != len(texts):
            raise ModelError(f"{self._id} did not answer one row a text")
        return rows


class LangChainReranker:
    """A LangChain ``BaseCrossEncoder``, or any document compressor, behind the Reranker port.

    A compressor's own ``relevance_score`` counts, else the order of its answer; what it
    leaves out comes last.
    """

    slow = True

    def __init__(self, model: Any, *, model_id: str | None = None) -> None:
        if not callable(getattr(model, "score", None)) and not isinstance(
            model, BaseDocumentCompressor
        ):
            raise ConfigurationError(
                f"{type(model).__name__} is neither a cross-encoder with score() nor a compressor"
            )
        self._model = model
        self._id = model_id or type(model).__name__

    @property
    def model_id(self) -> str:
        return self._id

    def score(self, query: str, passages: Sequence[str]) -> list[float]:
        """One score per passage, higher is better. Raises :class:`ModelError`."""
        if not passages:
            return []
        asked, given = encodable(query), [encodable(passage) for passage in passages]
        with failures_of(self._id):
            if isinstance(self._model, BaseDocumentCompressor):
                answer = _compressed(self._model, asked, given)
            else:
                answer = self._model.score([(asked, passage) for passage in given])
            return finite_scores(answer, len(passages), self._id)


_PLACE = "hindsight_place"


def _compressed(model: BaseDocumentCompressor, query: str, passages: list[str]) -> list[float]:
    given = [Document(text, metadata={_PLACE: place}) for place, text in enumerate(passages)]
    kept = model.compress_documents(given, query)
    own = [(one.metadata[_PLACE], one.metadata.get("relevance_score")) for one in kept]
    return scores_by_place(own, len(passages))


class ChatModelExtractor:
    """A chat model that reads claims out of the user's turns: ``Hindsight.open(extractor=…)``.

    It answers through ``with_structured_output`` (``options`` are its own), and what it
    answers is checked: a key that is none, a kind that is none, or no answer at all fails,
    and then the rules read the turn. What the turn does not say in the words that the model
    quotes counts as inferred, so it never replaces a statement of the user. Small talk and
    what agents and tools say is not sent to the model.
    """

    slow = True

    def __init__(self, model: BaseChatModel, *, instruction: str = INSTRUCTION, **options: Any):
        _check_chat_model(model)
        self._instruction = instruction
        self._model = model.with_structured_output(Statements, **options)

    def extract(self, heard: Heard) -> Sequence[Claim]:
        """The claims of this turn. Raises :class:`ModelError`."""
        if heard.turn.role is not Role.USER or trivial(heard.turn.content):
            return ()
        with failures_of(type(self).__name__):
            answer = self._model.invoke(_prompt(self._instruction, document(heard)), _hidden())
            if not isinstance(answer, Statements):
                raise ModelError("the chat model answered no statements")
            return claims_of(answer, heard)


class ChatModelSummarizer:
    """A chat model that sums up what is remembered: ``Hindsight.open(summarizer=…)``."""

    slow = True

    def __init__(self, model: BaseChatModel, *, instruction: str = SUM_UP) -> None:
        _check_chat_model(model)
        self._model, self._instruction = model, instruction

    def summarize(self, lines: Sequence[str]) -> str:
        """A short text that says what the dated lines say. Raises :class:`ModelError`."""
        told = json.dumps(list(lines), ensure_ascii=False)
        with failures_of(type(self).__name__):
            return str(self._model.invoke(_prompt(self._instruction, told), _hidden()).text)


class ChatModelScorer:
    """A chat model that says how much a user's words matter: ``Hindsight.open(scorer=…)``.

    It answers through ``with_structured_output`` (``options`` are its own), a whole number from
    1 to 10; where it fails, the rules say it.
    """

    slow = True

    def __init__(self, model: BaseChatModel, *, instruction: str = RATE, **options: Any):
        _check_chat_model(model)
        self._instruction = instruction
        self._model = model.with_structured_output(Rating, **options)

    def rate(self, text: str) -> float:
        """From 1 to 10. Raises :class:`ModelError`."""
        with failures_of(type(self).__name__):
            answer = self._model.invoke(_prompt(self._instruction, text), _hidden())
            if not isinstance(answer, Rating):
                raise ModelError("the chat model answered no rating")
            return float(answer.rating)


def _prompt(instruction: str, told: str) -> list[BaseMessage]:
    """The instruction never changes, and what was said stands apart from it."""
    return [SystemMessage(instruction), HumanMessage(encodable(told))]


def _hidden() -> RunnableConfig:
    """The config of a call that no user is to see the tokens of."""
    return {
        "tags": [TAG_NOSTREAM],
        "metadata": {"lc_source": "hindsight", **_internal()},
        "run_name": "hindsight",
    }


def _internal() -> Mapping[str, Any]:
    """What marks a call of middleware as internal, in releases of langchain that know it."""
    try:
        # Lazy: agents take a second to import, and who sums up may have none.
        from langchain.agents.middleware.internal_call_transformer import (  # noqa: PLC0415
            internal_call_metadata,
        )
    except ImportError:
        return {}
    marks: Mapping[str, Any] = internal_call_metadata()
    return marks


def _check_chat_model(model: object) -> None:
    if not isinstance(model, BaseChatModel):
        raise ConfigurationError(f"{type(model).__name__} is no LangChain chat model")
