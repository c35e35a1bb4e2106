"""LlamaIndex's models behind the ports: embeddings encode, node postprocessors rerank, LLMs extract and sum up; it knows no store.

All run on the lane for slow models, with its time-out.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

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
from hindsight_integrations.ports import Heard, Vector
from hindsight_integrations.records import Claim, Role

try:
    from llama_index.core.base.embeddings.base import BaseEmbedding
    from llama_index.core.llms import LLM, ChatMessage
    from llama_index.core.postprocessor.types import BaseNodePostprocessor
    from llama_index.core.prompts import ChatPromptTemplate
    from llama_index.core.schema import NodeWithScore, TextNode

    # In here, since without LlamaIndex there may be no pydantic, and its message names LangChain.
    from hindsight_integrations.models.statements import (
        INSTRUCTION,
        RATE,
        SUM_UP,
        Rating,
        Statements,
        claims_of,
        document,
    )
except ModuleNotFoundError as missing:
    if (missing.name or "").partition(".")[0] != "llama_index":
        raise
    raise MissingExtra("llamaindex", "hindsight_integrations.models.llamaindex") from missing


class LlamaIndexEncoder:
    """Any LlamaIndex ``BaseEmbedding`` behind the Embedder port.

    ``model_id`` marks the stored vectors: name the model and its version, since those of
    different models are never compared. ``dimensions`` is asked of the model itself unless
    given. The model's own ``embed_batch_size`` holds; each text is cut to ``longest``
    characters and none is empty, as providers demand. Questions are encoded like documents.
    ``slow=False`` calls a fast local model where it is asked, without a thread in between.
    """

    def __init__(
        self,
        embeddings: BaseEmbedding,
        *,
        model_id: str,
        dimensions: int | None = None,
        longest: int = 8_000,
        slow: bool = True,
    ) -> None:
        if not isinstance(embeddings, BaseEmbedding):
            raise ConfigurationError(f"{type(embeddings).__name__} is no LlamaIndex BaseEmbedding")
        if not isinstance(model_id, str) or not model_id.strip():
            raise ConfigurationError("LlamaIndexEncoder needs model_id=, the name of its vectors")
        check_positive(dimensions=dimensions, longest=longest)
        self._embeddings, self._id, self._longest = embeddings, model_id, longest
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
        rows = self._asked(sendable(texts, self._longest))
        with failures_of(self._id):
            return unit_rows(rows, len(texts), self.dimensions, self._id)

    def _asked(self, texts: list[str]) -> list[list[float]]:
        with failures_of(self._id):
            rows = self._embeddings.get_text_embedding_batch(texts)
        if not isinstance(rows, list) or len(rows) != len(texts):
            raise ModelError(f"{self._id} did not answer one row a text")
        return rows


class LlamaIndexReranker:
    """A LlamaIndex node postprocessor behind the Reranker port.

    The scores it gives count; if any node has none, the order of its answer does. What it
    leaves out comes last.
    """

    slow = True

    def __init__(self, model: BaseNodePostprocessor, *, model_id: str | None = None) -> None:
        if not isinstance(model, BaseNodePostprocessor):
            raise ConfigurationError(f"{type(model).__name__} is no LlamaIndex node postprocessor")
        self._model = model
        self._id = model_id or type(model).__name__

    @property
    def model_id(self) -> str:
        return self._id

    def score(self, query: str, passages: Sequence[str]) -> list[float]:
        """One score per passage, higher is better. Raises :class:`ModelError`."""
        if not passages:
            return []
        # Without a score of ours, one in the answer is the postprocessor's own.
        nodes = [
            NodeWithScore(node=TextNode(id_=str(place), text=encodable(text)))
            for place, text in enumerate(passages)
        ]
        with failures_of(self._id):
            kept = self._model.postprocess_nodes(nodes, query_str=encodable(query))
            own = [(int(one.node.node_id), one.score) for one in kept]
            return finite_scores(scores_by_place(own, len(passages)), len(passages), self._id)


class LLMExtractor:
    """A LlamaIndex ``LLM`` that reads claims out of the user's turns: ``Hindsight.open(extractor=…)``.

    It answers through ``structured_predict``, and what it answers is checked: a key that is
    none, a kind that is none, or no answer at all fails, and then the rules read the turn.
    What the turn does not say in the words that the model quotes counts as inferred, so it
    never replaces a statement of the user. Small talk and what agents and tools say is not
    sent to the model.
    """

    slow = True

    def __init__(self, llm: LLM, *, instruction: str = INSTRUCTION) -> None:
        _check_llm(llm)
        self._llm, self._instruction = llm, instruction

    def extract(self, heard: Heard) -> Sequence[Claim]:
        """The claims of this turn. Raises :class:`ModelError`."""
        if heard.turn.role is not Role.USER or trivial(heard.turn.content):
            return ()
        with failures_of(type(self).__name__):
            answer = self._llm.structured_predict(
                Statements,
                _prompt(),
                instruction=self._instruction,
                told=encodable(document(heard)),
            )
            if not isinstance(answer, Statements):
                raise ModelError("the LLM answered no statements")
            return claims_of(answer, heard)


class LLMSummarizer:
    """A LlamaIndex ``LLM`` that sums up what is remembered: ``Hindsight.open(summarizer=…)``."""

    slow = True

    def __init__(self, llm: LLM, *, instruction: str = SUM_UP) -> None:
        _check_llm(llm)
        self._llm, self._instruction = llm, instruction

    def summarize(self, lines: Sequence[str]) -> str:
        """A short text that says what the dated lines say. Raises :class:`ModelError`."""
        told = encodable(json.dumps(list(lines), ensure_ascii=False))
        messages = [
            ChatMessage(role="system", content=self._instruction),
            ChatMessage(role="user", content=told),
        ]
        with failures_of(type(self).__name__):
            return self._llm.chat(messages).message.content or ""


class LLMScorer:
    """A LlamaIndex ``LLM`` that says how much a user's words matter: ``Hindsight.open(scorer=…)``.

    It answers through ``structured_predict``, a whole number from 1 to 10; where it fails, the
    rules say it.
    """

    slow = True

    def __init__(self, llm: LLM, *, instruction: str = RATE) -> None:
        _check_llm(llm)
        self._llm, self._instruction = llm, instruction

    def rate(self, text: str) -> float:
        """From 1 to 10. Raises :class:`ModelError`."""
        with failures_of(type(self).__name__):
            answer = self._llm.structured_predict(
                Rating, _prompt(), instruction=self._instruction, told=encodable(text)
            )
            if not isinstance(answer, Rating):
                raise ModelError("the LLM answered no rating")
            return float(answer.rating)


def _prompt() -> ChatPromptTemplate:
    """What was said is an argument, so that braces in it fill no template."""
    return ChatPromptTemplate(
        [ChatMessage(role="system", content="{instruction}"), ChatMessage(content="{told}")]
    )


def _check_llm(llm: object) -> None:
    if not isinstance(llm, LLM):
        raise ConfigurationError(f"{type(llm).__name__} is no LlamaIndex LLM")
