"""LlamaIndex's embeddings, node postprocessors and LLMs behind the ports of the memory."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest

pytest.importorskip("llama_index.core")

from llama_index.core import MockEmbedding
from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.schema import NodeWithScore, QueryBundle

from hindsight_integrations import Hindsight
from hindsight_integrations.errors import ConfigurationError, ModelError
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.models.llamaindex import (
    LlamaIndexEncoder,
    LlamaIndexReranker,
    LLMExtractor,
    LLMScorer,
    LLMSummarizer,
)
from hindsight_integrations.ports import Embedder, Extractor, Heard, Reranker, Scorer, Summarizer
from hindsight_integrations.records import Role, Source, Turn
from llama_script import Script, calling

pytestmark = pytest.mark.filterwarnings(
    "ignore::pydantic.warnings.PydanticDeprecatedSince20",
    "ignore::pydantic.warnings.PydanticDeprecatedSince211",
)

MOMENT = datetime(2025, 3, 1, 9, tzinfo=UTC)
LISBON = {
    "content": "Lives in Lisbon",
    "quote": "moved to Lisbon",
    "subject": "User.Location",
    "value": "Lisbon",
}


@pytest.fixture(autouse=True)
def own_loop() -> Iterator[None]:
    """LlamaIndex's sync calls make a loop for their thread and leave it open; this one is closed."""
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    yield
    loop.close()
    asyncio.set_event_loop(None)


class Lengths(MockEmbedding):
    """A vector by length, and the batches that were asked for."""

    batches: list[list[str]]

    def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        self.batches.append(texts)
        return [[3.0 * len(text), 4.0 * len(text)] for text in texts]


class TestEncoder:
    def test_unit_rows_in_the_models_own_batches(self) -> None:
        model = Lengths(embed_dim=2, embed_batch_size=2, batches=[])
        encoder = LlamaIndexEncoder(model, model_id="lengths-1")
        assert isinstance(encoder, Embedder)
        assert (encoder.model_id, encoder.dimensions, encoder.slow) == ("lengths-1", 2, True)
        rows = encoder.embed(["tea", " ", "茶\ud800"])
        assert rows.dtype == np.float32
        assert rows == pytest.approx(np.array([[0.6, 0.8]] * 3))
        assert model.batches[1:] == [["tea", "-"], ["茶\ufffd"]]
        assert encoder.embed([]).shape == (0, 2)

    @pytest.mark.parametrize(
        ("model", "options"),
        [
            ("text-embedding", {"model_id": "m"}),
            (MockEmbedding(2), {"model_id": " "}),
            (MockEmbedding(2), {"model_id": "m", "longest": 0}),
            (MockEmbedding(2), {"model_id": "m", "dimensions": True}),
        ],
    )
    def test_what_cannot_work_is_refused_at_once(self, model: Any, options: Any) -> None:
        with pytest.raises(ConfigurationError):
            LlamaIndexEncoder(model, **options)

    def test_a_wrong_length_is_refused(self) -> None:
        with pytest.raises(ModelError):
            LlamaIndexEncoder(MockEmbedding(2), model_id="m", dimensions=3).embed(["tea"])


class Keeps(BaseNodePostprocessor):
    """Keeps the nodes of these places, in this order, with these scores."""

    places: dict[int, float | None]

    def _postprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        return [NodeWithScore(node=nodes[at].node, score=s) for at, s in self.places.items()]


class TestReranker:
    @pytest.mark.parametrize(
        ("places", "scores"),
        [
            ({2: 0.9, 0: 0.4}, [0.4, 0.0, 0.9]),
            ({1: 3.0, 0: -2.0}, [-2.0, 3.0, -3.0]),
            ({1: None, 2: None}, [0.0, 1.0, 2 / 3]),
            ({}, [0.0, 0.0, 0.0]),
        ],
    )
    def test_scores(self, places: dict[int, float | None], scores: list[float]) -> None:
        reranker = LlamaIndexReranker(Keeps(places=places))
        assert isinstance(reranker, Reranker)
        assert reranker.score("tea", ["a", "b", "茶"]) == pytest.approx(scores)
        assert (reranker.score("tea", []), reranker.model_id) == ([], "Keeps")

    def test_what_is_none_is_refused(self) -> None:
        with pytest.raises(ConfigurationError, match="postprocessor"):
            LlamaIndexReranker(MockEmbedding(2))  # type: ignore[arg-type]


def heard(content: str, role: str = "user") -> Heard:
    turn = Turn(role=role, content=content)  # type: ignore[arg-type]
    return Heard(turn, "s/1", MOMENT, "UTC", (Turn(role=Role.ASSISTANT, content="Where now?"),))


def answering(*statements: dict[str, Any]) -> ChatMessage:
    """The message in which a model calls the tool of the structured output."""
    return calling("Statements", statements=list(statements))


def opened(**models: Any) -> Hindsight:
    return Hindsight.open("sqlite:///:memory:", embedder=HashingEncoder(), **models)


class TestExtractor:
    def test_statements_become_claims(self) -> None:
        guess = {"content": "喜欢海", "quote": "never said", "kind": "preference"}
        extractor = LLMExtractor(Script(answering(LISBON, guess)).llm)
        assert isinstance(extractor, Extractor)
        first, second = extractor.extract(heard("I have moved to  LISBON."))
        assert (first.subject, first.payload) == ("user.location", {"value": "Lisbon"})
        assert (first.source, second.source) == (Source.USER_STATED, Source.INFERRED)

    @pytest.mark.parametrize("said", ["I like {told} and {instruction}.", "我住在上海，{told}。"])
    def test_the_turn_is_data_and_fills_no_template(self, said: str) -> None:
        script = Script(answering())
        assert LLMExtractor(script.llm).extract(heard(said)) == []
        assert script.roles() == ["system", "user"]
        assert json.loads(script.read[0][1].content or "")["turn"] == said

    @pytest.mark.parametrize("said", ["ok", "谢谢"])
    def test_small_talk_and_others_are_not_sent(self, said: str) -> None:
        script = Script()
        extractor = LLMExtractor(script.llm)
        assert extractor.extract(heard(said)) == ()
        assert extractor.extract(heard("I live in Oslo.", "assistant")) == ()
        assert script.read == []

    @pytest.mark.parametrize(
        "answer",
        [
            "I live in Oslo.",
            answering({"content": "x"}),
            answering(LISBON | {"subject": "_store.x"}),
            answering(LISBON | {"kind": "rumour"}),
            answering(LISBON | {"user": "bob"}),
        ],
    )
    @pytest.mark.parametrize("said", ["I live in Oslo.", "我住在Oslo。"])
    def test_a_bad_answer_leaves_the_turn_to_the_rules(self, answer: Any, said: str) -> None:
        with opened(extractor=LLMExtractor(Script(answer).llm)) as hindsight:
            memory = hindsight.for_user("ann", session="s")
            seen = memory.observe([("user", said)])
            assert memory.history("user.location")[0].payload["value"] == "Oslo"
        assert "the rules read it" in str(seen.degraded)
        assert "Oslo" not in str(seen.degraded)


class TestScorer:
    @pytest.mark.parametrize("said", ["I feed {told} and {instruction}.", "我喂苍鹭，{told}。"])
    def test_the_words_are_data_and_the_rating_weighs_the_turn(self, said: str) -> None:
        script = Script(calling("Rating", rating=7))
        scorer = LLMScorer(script.llm)
        assert isinstance(scorer, Scorer)
        with opened(scorer=scorer) as hindsight:
            memory = hindsight.for_user("ann", session="s")
            memory.observe([("user", said)])
            assert [one.importance for one in memory.find()] == [0.7]
        assert script.roles() == ["system", "user"]
        assert script.read[0][1].content == said

    @pytest.mark.parametrize("answer", ["seven", calling("Rating", rating=0)])
    def test_a_bad_answer_leaves_the_weight_to_the_rules(self, answer: Any) -> None:
        with opened(scorer=LLMScorer(Script(answer).llm)) as hindsight:
            memory = hindsight.for_user("ann", session="s")
            seen = memory.observe([("user", "退款没到")])
            assert [one.importance for one in memory.find()] == [0.8]
        assert "the rules weighed it" in str(seen.degraded)


class TestSummarizer:
    @pytest.mark.parametrize(("answer", "told"), [("She lives there.", "She lives"), (" ", "- ")])
    def test_it_is_given_the_lines_as_data(self, answer: str, told: str) -> None:
        script = Script(answer)
        summarizer = LLMSummarizer(script.llm)
        assert isinstance(summarizer, Summarizer)
        with opened(summarizer=summarizer) as hindsight:
            memory = hindsight.for_user("ann")
            memory.remember('Ann lives in "{Lisbon}"', subject="user.location")
            summary = memory.summarize("user.*")
        (line,) = json.loads(script.read[0][1].content or "")
        assert line.endswith('user.location: Ann lives in "{Lisbon}"')
        assert script.roles() == ["system", "user"]
        assert summary.text.startswith(told) if answer.strip() else summary.degraded


def test_what_is_no_llm_is_refused_and_all_are_slow() -> None:
    kinds: Sequence[Any] = (LLMExtractor, LLMScorer, LLMSummarizer)
    for kind in kinds:
        with pytest.raises(ConfigurationError, match="LLM"):
            kind(MockEmbedding(2))
    assert all(kind.slow for kind in (*kinds, LlamaIndexReranker))
