"""What LlamaIndex's own tests ask of blocks, retrievers and postprocessors, in our own words, of the stock ones and of ours."""

from __future__ import annotations

from typing import Any

import pytest
from llama_index.core import MockEmbedding, SummaryIndex, VectorStoreIndex
from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.base.llms.types import ChatMessage, CompletionResponse
from llama_index.core.llms import MockLLM
from llama_index.core.memory import FactExtractionMemoryBlock, VectorMemoryBlock
from llama_index.core.memory.memory import BaseMemoryBlock
from llama_index.core.postprocessor import EmbeddingRecencyPostprocessor
from llama_index.core.retrievers import QueryFusionRetriever
from llama_index.core.schema import IndexNode, MetadataMode, NodeWithScore, TextNode
from llama_index.core.vector_stores import SimpleVectorStore

from hindsight_integrations import Hindsight
from hindsight_integrations.llamaindex import (
    HindsightFactsBlock,
    HindsightMemoryBlock,
    HindsightPostprocessor,
    HindsightRetriever,
)
from llama_script import Script, answer, said
from upstream_rows import LEAKS, Side, contract

pytestmark = LEAKS


class Letters(BaseEmbedding):
    """How often each of a few words occurs."""

    def _get_text_embedding(self, text: str) -> list[float]:
        return [1.0 + text.count("capital"), text.count("alpha"), text.count("beta")]

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)


class TextStore(SimpleVectorStore):
    """Upstream's store in memory, with the texts, as a block of theirs needs it."""

    stores_text: bool = True
    nodes: dict[str, Any] = {}  # noqa: RUF012 - a pydantic field, copied for each

    async def async_add(self, nodes: Any, **given: Any) -> list[str]:
        self.nodes.update({one.node_id: one for one in nodes})
        added: list[str] = self.add(nodes)
        return added

    def query(self, query: Any, **given: Any) -> Any:
        found = super().query(query)
        found.nodes = [self.nodes[id] for id in found.ids or ()]
        return found


@pytest.fixture
def recalling(side: Side, hindsight: Hindsight) -> BaseMemoryBlock[str]:
    if side.name == "ours":
        return HindsightMemoryBlock(hindsight=hindsight, user="ann", session="s1")
    return VectorMemoryBlock(vector_store=TextStore(), embed_model=Letters())


TALK = [
    said("What is the capital of France?"),
    answer("The capital of France is Paris."),
    said("再问一下德国？"),
]


@contract
async def test_what_left_is_recalled(side: Side, recalling: BaseMemoryBlock[str]) -> None:
    await recalling.aput(messages=TALK)
    assert "Paris" in await recalling.aget(messages=[said("Tell me about the capital of France")])


@contract
async def test_of_no_messages_nothing_is_kept_or_told(
    side: Side, recalling: BaseMemoryBlock[str]
) -> None:
    await recalling.aput(messages=[])
    await recalling.aput(messages=[ChatMessage(role="user", blocks=[])])
    assert await recalling.aget(messages=[]) == ""
    assert await recalling.aget(messages=[said("Tell me about the capital of France")]) == ""


@contract
async def test_it_is_found_by_what_was_said_last(
    side: Side, recalling: BaseMemoryBlock[str]
) -> None:
    await recalling.aput(messages=TALK)
    later = [said("你好呀，朋友"), answer("Good day."), said("And the capital of France?")]
    assert "Paris" in await recalling.aget(messages=later)


def facts(side: Side, hindsight: Hindsight, *answers: str) -> BaseMemoryBlock[str]:
    if side.name == "ours":
        return HindsightFactsBlock(hindsight=hindsight, user="ann", session="s1")
    return FactExtractionMemoryBlock(llm=Script(*answers).llm)


READ = "<facts><fact>The user lives in Lisbon</fact></facts>"


@contract
async def test_facts_are_read_and_told(side: Side, hindsight: Hindsight) -> None:
    block = facts(side, hindsight, READ)
    await block.aput([said("I live in Lisbon."), answer("Nice.")])
    assert "Lisbon" in await block.aget()


@contract
async def test_of_no_facts_none_is_told(side: Side, hindsight: Hindsight) -> None:
    block = facts(side, hindsight)
    await block.aput([])
    assert await block.aget() == ""


@contract
async def test_a_fact_that_is_known_is_told_once(side: Side, hindsight: Hindsight) -> None:
    block = facts(side, hindsight, READ, READ)
    for _ in range(2):
        await block.aput([said("I live in Lisbon.")])
    assert (await block.aget()).count("Lisbon") == 1


# -- retrievers --------------------------------------------------------------------------------------


@pytest.fixture
def retriever(side: Side, hindsight: Hindsight) -> BaseRetriever:
    if side.name == "ours":
        hindsight.for_user("ann").remember("Paris is the capital", subject="france.capital")
        return HindsightRetriever(hindsight, "ann", k=1)
    node = TextNode(text="Paris is the capital", metadata={"subject": "france.capital"})
    made: BaseRetriever = VectorStoreIndex([node], embed_model=MockEmbedding(3)).as_retriever()
    return made


@pytest.mark.parametrize("kind", ["sync", "async"])
@contract
async def test_a_retriever_may_stand_in_an_index(
    side: Side, retriever: BaseRetriever, kind: str
) -> None:
    behind = IndexNode(text="what is known of France", index_id="f", obj=retriever)
    top = VectorStoreIndex(nodes=[], objects=[behind], embed_model=MockEmbedding(3)).as_retriever()
    asked = "capital of France?"
    (found,) = top.retrieve(asked) if kind == "sync" else await top.aretrieve(asked)
    assert found.node.get_content(metadata_mode=MetadataMode.NONE) == "Paris is the capital"
    assert found.node.metadata["subject"] == "france.capital"


@pytest.mark.parametrize("kind", ["sync", "async"])
@contract
async def test_the_same_words_of_two_sources_are_two(
    side: Side, hindsight: Hindsight, kind: str
) -> None:
    retriever: BaseRetriever = SummaryIndex(
        nodes=[TextNode(text="茶好喝", id_=f"n{number}") for number in range(2)]
    ).as_retriever()
    if side.name == "ours":
        for subject in ("ann.drink", "ben.drink"):
            hindsight.for_user("ann").remember("茶好喝", subject=subject)
        retriever = HindsightRetriever(hindsight, "ann", k=2)
    found = retriever.retrieve("茶") if kind == "sync" else await retriever.aretrieve("茶")
    assert len({one.node.node_id for one in found}) == 2


@contract
async def test_fused_asynchronously_it_is_asked_asynchronously(
    side: Side, retriever: BaseRetriever
) -> None:
    asked: list[str] = []

    class Async(MockLLM):
        def complete(self, prompt: str, formatted: bool = False, **given: Any) -> Any:
            raise AssertionError("asked synchronously")

        async def acomplete(self, prompt: str, formatted: bool = False, **given: Any) -> Any:
            asked.append(prompt)
            return CompletionResponse(text="capital\n首都\nFrance")

    fused = QueryFusionRetriever([retriever], llm=Async(max_tokens=None), num_queries=4)
    assert len(await fused.aretrieve("capital of France?")) == 1
    assert len(asked) == 1


@contract
def test_of_the_same_the_newest_is_kept_in_whatever_order(side: Side, hindsight: Hindsight) -> None:
    dated = [("alpha", "2020-01-01"), ("alpha", "2020-01-03"), ("beta", "2020-01-02")]
    nodes = [
        NodeWithScore(
            node=TextNode(
                id_=f"n{place}",
                text=text,
                metadata={"date": day, "subject": f"a.{text}"},
                excluded_embed_metadata_keys=["date", "subject"],
            )
        )
        for place, (text, day) in enumerate(dated)
    ]
    processor: Any = HindsightPostprocessor(hindsight=hindsight, user="ann")
    if side.name == "stock":
        processor = EmbeddingRecencyPostprocessor(embed_model=Letters(), similarity_cutoff=0.5)
    kept = {one.node.node_id for one in processor.postprocess_nodes(nodes, query_str="q")}
    assert kept == {"n1", "n2"}
