"""Retriever, postprocessor, tools and extractor: what they answer, sync and async, and what prompts see of it."""

import asyncio
import json
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from llama_index.core import Document
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.ingestion import IngestionPipeline
from llama_index.core.retrievers import QueryFusionRetriever
from llama_index.core.schema import MetadataMode, NodeWithScore, QueryBundle, TextNode
from llama_index.core.tools import FunctionTool, RetrieverTool

from hindsight_integrations import Hindsight, InvalidInput
from hindsight_integrations.llamaindex import (
    HindsightExtractor,
    HindsightMemory,
    HindsightPostprocessor,
    HindsightRetriever,
    HindsightToolSpec,
)
from llama_script import Script, calling, texts

MARCH, MAY = datetime(2025, 3, 1, tzinfo=UTC), datetime(2025, 5, 1, tzinfo=UTC)


@pytest.fixture
def known(hindsight: Hindsight) -> Hindsight:
    memory = hindsight.for_user("ann")
    memory.remember("Ann lives in Berlin", subject="user.location", event_time=MARCH)
    memory.remember("Ann lives in Lisbon", subject="user.location", event_time=MAY)
    memory.remember("安喜欢喝茶", type="preference")
    return hindsight


def node(text: str, score: float | None = None, **metadata: Any) -> NodeWithScore:
    return NodeWithScore(node=TextNode(text=text, metadata=metadata), score=score)


def contents(nodes: list[NodeWithScore]) -> list[str]:
    return [one.node.get_content(metadata_mode=MetadataMode.NONE) for one in nodes]


class TestRetriever:
    @pytest.mark.parametrize("kind", ["sync", "async"])
    def test_the_best_are_found_first(self, known: Hindsight, kind: str) -> None:
        retriever = HindsightRetriever(known, "ann", k=2)
        asked = "Where does Ann live?"
        found = (
            retriever.retrieve(asked)
            if kind == "sync"
            else asyncio.run(retriever.aretrieve(QueryBundle(asked)))
        )
        assert contents(found)[0] == "Ann lives in Lisbon"
        assert known.for_user("ann").get(found[0].node.node_id) is not None
        assert found[0].score is not None

    def test_what_was_true_then(self, known: Hindsight) -> None:
        then = HindsightRetriever(
            known, "ann", as_of=datetime(2025, 4, 1, tzinfo=UTC), subjects="user.*"
        )
        assert contents(then.retrieve("Where did she live?")) == ["Ann lives in Berlin"]

    def test_own_p58_no_prompt_sees_how_it_was_judged(self, known: Hindsight) -> None:
        (found,) = HindsightRetriever(known, "ann", k=1).retrieve("Where does Ann live?")
        for mode in (MetadataMode.LLM, MetadataMode.EMBED):
            assert found.node.get_content(metadata_mode=mode) == "Ann lives in Lisbon"
        assert json.dumps(found.node.metadata)
        assert found.node.metadata["subject"] == "user.location"

    async def test_own_p57_it_does_not_run_on_the_loops_thread(self, known: Hindsight) -> None:
        seen: list[str] = []

        class Noting:
            model_id = "noting"

            def score(self, query: str, passages: Any) -> list[float]:
                seen.append(threading.current_thread().name)
                return [0.5] * len(passages)

        with Hindsight.open("sqlite:///:memory:", reranker=Noting()) as hindsight:
            hindsight.for_user("ann").remember("Ann lives in Lisbon")
            hindsight.for_user("ann").remember("Ann lives by the sea")
            await HindsightRetriever(hindsight, "ann").aretrieve("Where does Ann live?")
        assert seen
        assert threading.current_thread().name not in seen

    def test_own_p94_a_retriever_tools_frame_is_taken_off(self, known: Hindsight) -> None:
        tool = RetrieverTool.from_defaults(HindsightRetriever(known, "ann", k=1))
        assert "Ann lives in Lisbon" in str(tool.call("Where does Ann live?"))
        assert HindsightRetriever(known, "ann").retrieve("  \n") == []

    def test_bug_32_fused_with_another_each_is_there_once(self, known: Hindsight) -> None:
        one, two = (HindsightRetriever(known, "ann", k=2) for _ in range(2))
        fused = QueryFusionRetriever(
            [one, two], llm=Script().llm, num_queries=1, use_async=False, similarity_top_k=9
        )
        found = contents(fused.retrieve("Where does Ann live?"))
        assert len(found) == len(set(found))
        assert "Ann lives in Lisbon" in found

    def test_a_missing_user_is_an_error(self, hindsight: Hindsight) -> None:
        with pytest.raises(InvalidInput):
            HindsightRetriever(hindsight, "")


class TestPostprocessor:
    def given(self) -> list[NodeWithScore]:
        return [
            node("Ann lives in Porto", 0.9, subject="user.location", created_at="2024-01-01"),
            node("The market is by the river", 0.4),
            node("没有分数的一段", None),
        ]

    @pytest.mark.parametrize("kind", ["sync", "async"])
    def test_what_was_replaced_goes(self, known: Hindsight, kind: str) -> None:
        processor = HindsightPostprocessor(hindsight=known, user="ann")
        nodes = self.given()
        before = [one.model_dump_json() for one in nodes]
        asked = QueryBundle("Where does Ann live?")
        kept = (
            processor.postprocess_nodes(nodes, asked)
            if kind == "sync"
            else asyncio.run(processor.apostprocess_nodes(nodes, asked))
        )
        assert sorted(contents(kept)) == ["The market is by the river", "没有分数的一段"]
        assert [one.model_dump_json() for one in nodes] == before

    def test_or_is_ranked_down_and_says_why(self, known: Hindsight) -> None:
        processor = HindsightPostprocessor(hindsight=known, user="ann", keep_replaced=True)
        kept = processor.postprocess_nodes(self.given(), query_str="Where does Ann live?")
        (replaced,) = [one for one in kept if "Porto" in one.node.get_content()]
        found = replaced.node.metadata["hindsight"]
        assert found["verdict"] == "replaced"
        assert "hindsight" not in replaced.node.get_content(metadata_mode=MetadataMode.LLM)

    def test_bug_33_a_score_of_zero_is_a_score(self, hindsight: Hindsight) -> None:
        nodes = [node("alpha beta", 0.0, created_at=0), node("gamma delta", 0.9, created_at=0)]
        kept = HindsightPostprocessor(hindsight=hindsight, user="ann").postprocess_nodes(nodes)
        assert contents(kept) == ["gamma delta", "alpha beta"]

    def test_bug_34_without_a_score_or_a_text_none_is_lost(self, hindsight: Hindsight) -> None:
        nodes = [node("", 0.9), node("alpha beta", None), node("gamma delta", 0.9)]
        kept = HindsightPostprocessor(hindsight=hindsight, user="ann").postprocess_nodes(nodes)
        assert sorted(contents(kept)) == ["", "alpha beta", "gamma delta"]
        assert contents(kept)[-1] == ""

    def test_of_two_values_under_a_key_the_later_one_stays(self, hindsight: Hindsight) -> None:
        nodes = [
            node("Ben lives in Rome", 0.9, subject="ben.location", timestamp=1.6e9),
            node("Ben lives in Oslo", 0.5, subject="ben.location", timestamp=1.7e9),
        ]
        processor = HindsightPostprocessor(hindsight=hindsight, user="ann", k=5)
        assert contents(processor.postprocess_nodes(nodes)) == ["Ben lives in Oslo"]
        assert "hindsight" not in json.loads(processor.to_json())


class TestTools:
    def tool(self, hindsight: Hindsight, name: str) -> FunctionTool:
        tools = HindsightToolSpec(hindsight, "ann").to_tool_list()
        return {str(tool.metadata.name): tool for tool in tools}[name]

    def test_no_tool_has_a_parameter_for_whose_memory_it_is(self, hindsight: Hindsight) -> None:
        for tool in HindsightToolSpec(hindsight, "ann").to_tool_list():
            shape = tool.metadata.get_parameters_dict()
            assert not {"user", "user_id", "tenant"} & set(shape["properties"])
            assert len(tool.metadata.to_openai_tool()["function"]["description"]) <= 1024
            assert all(one.get("description") for one in shape["properties"].values())

    @pytest.mark.parametrize("kind", ["sync", "async"])
    def test_they_remember_recall_explain_and_forget(self, hindsight: Hindsight, kind: str) -> None:
        def call(name: str, **given: Any) -> Any:
            tool = self.tool(hindsight, name)
            output = tool(**given) if kind == "sync" else asyncio.run(tool.acall(**given))
            text = str(output.content)
            return json.loads(
                text.replace("<recalled_memory>", "").replace("</recalled_memory>", "")
            )

        first = call("remember", content="住在柏林", subject="user.location")
        second = call("remember", content="住在里斯本", subject="user.location")
        assert (first["done"], second["done"]) == ("added", "superseded")
        (found,) = call("recall", query="住在哪里")["memories"]
        assert (found["memory"], found["id"]) == ("住在里斯本", second["id"])
        assert call("explain", query="住在哪里", id=second["id"])["used"] is True
        assert call("forget", subject="user.location")["complete"] is True
        assert call("recall", query="住在哪里")["memories"] == []
        assert "empty" in call("remember", content=" ")["error"]
        assert call("forget")["error"]

    @pytest.mark.filterwarnings(
        "ignore::pydantic.warnings.PydanticDeprecatedSince20",
        "ignore::pydantic.warnings.PydanticDeprecatedSince211",
    )
    async def test_bug_39_what_a_tool_recalled_is_not_learnt(self, known: Hindsight) -> None:
        script = Script(calling("recall", query="Where does Ann live?"), "In Lisbon.")
        spec = HindsightToolSpec(known, "ann")
        agent = FunctionAgent(tools=spec.to_tool_list(), llm=script.llm, streaming=False)  # type: ignore[arg-type]
        memory = HindsightMemory.from_defaults("s1", hindsight=known, user="ann")
        await agent.run("Tell me, please.", memory=memory)
        assert script.saw("Ann lives in Lisbon")
        assert memory.long_term.count(event_type="tool_call") == 0
        assert [m.role.value for m in memory.get_all()] == [
            "user",
            "assistant",
            "tool",
            "assistant",
        ]
        assert "Ann lives in Lisbon" in "\n".join(texts(memory.get_all()))


class TestExtractor:
    def test_a_pipeline_writes_what_nodes_state(self) -> None:
        extractor = HindsightExtractor(clock=lambda: MAY)
        documents = [
            Document(text="I live in Berlin.", metadata={"date": "2025-03-01"}),
            Document(text="我住在里斯本。"),
            Document(text="The market is by the river."),
        ]
        found = IngestionPipeline(transformations=[extractor]).run(documents=documents)
        metadata = [one.metadata for one in found]
        assert [one["subject_keys"] for one in metadata] == [
            ["user.location"],
            ["user.location"],
            [],
        ]
        assert metadata[0]["created_at"] == "2025-03-01T00:00:00+00:00"
        assert metadata[1]["created_at"] == MAY.isoformat()
        assert metadata[1]["subject"] == "user.location"
        assert "created_at" not in documents[0].metadata

    def test_own_p99_templates_stay(self) -> None:
        before = TextNode(text="I live in Berlin.")
        (after,) = HindsightExtractor(clock=lambda: MAY)([before])
        assert isinstance(after, TextNode)
        assert after.text_template == before.text_template

    def test_a_node_that_cannot_be_read_gets_its_time(self) -> None:
        class Failing:
            def extract(self, heard: Any) -> Any:
                raise InvalidInput("no")

        made: Callable[..., HindsightExtractor] = HindsightExtractor
        (after,) = made(extractor=Failing(), clock=lambda: MAY)([TextNode(text="x")])
        assert after.metadata == {"subject_keys": [], "created_at": MAY.isoformat()}
        assert made()([TextNode(text=" ")])[0].metadata == {}

    def test_it_does_not_run_on_the_loops_thread(self) -> None:
        """An extractor may ask a model."""
        seen: list[str] = []

        class Noting:
            def extract(self, heard: Any) -> Any:
                seen.append(threading.current_thread().name)
                return ()

        made: Callable[..., HindsightExtractor] = HindsightExtractor
        asyncio.run(made(extractor=Noting(), clock=lambda: MAY).aextract([TextNode(text="好的")]))
        assert seen
        assert threading.current_thread().name not in seen
