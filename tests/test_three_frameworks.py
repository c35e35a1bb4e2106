"""One file, one user, three frameworks: what an agent of LangChain learned, LlamaIndex and LangGraph recall."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("langchain")
pytest.importorskip("llama_index.core")

from langchain.agents import create_agent
from langgraph.graph import StateGraph
from llama_index.core.chat_engine import SimpleChatEngine

from hindsight_integrations import Hindsight
from hindsight_integrations.langchain import HindsightMiddleware
from hindsight_integrations.langgraph import RecallNode, RecallState, recalled_prompt
from hindsight_integrations.llamaindex import HindsightMemory
from hindsight_integrations.models.hashing import HashingEncoder
from llama_script import Script
from scripted_model import scripted

pytestmark = pytest.mark.filterwarnings(
    # LlamaIndex looks through the attributes of its own models, deprecated ones among them.
    "ignore::pydantic.warnings.PydanticDeprecatedSince20",
    "ignore::pydantic.warnings.PydanticDeprecatedSince211",
)

#: What is said, what is asked, the value that holds and the one that no longer does.
CASES = [
    (("I live in Berlin.", "I moved to Lisbon."), "Where do I live?", "Lisbon", "Berlin"),
    (("我住在柏林。", "我搬到里斯本了。"), "我住在哪里？", "里斯本", "柏林"),
]


@pytest.fixture(autouse=True)
def own_loop() -> Iterator[None]:
    """LlamaIndex's sync calls make a loop for their thread and leave it open; this one is closed."""
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    yield
    loop.close()
    asyncio.set_event_loop(None)


def opened(file: Path) -> Hindsight:
    return Hindsight.open(f"sqlite:///{file}", embedder=HashingEncoder())


def told_to_an_agent(file: Path, sentences: tuple[str, ...]) -> None:
    with opened(file) as hindsight:
        model = scripted(*["Noted."] * len(sentences))
        agent: Any = create_agent(model, middleware=[HindsightMiddleware(hindsight)])
        for sentence in sentences:
            agent.invoke({"messages": [("user", sentence)]}, context={"user_id": "ann"})


def read_by_llamaindex(hindsight: Hindsight, user: str, question: str) -> str:
    script = Script("I see.")
    memory = HindsightMemory.from_defaults("chat", hindsight=hindsight, user=user)
    SimpleChatEngine.from_defaults(llm=script.llm, memory=memory).chat(question)
    return "\n".join(message.content or "" for message in script.read[-1])


def read_by_langgraph(hindsight: Hindsight, user: str, question: str) -> str:
    read: list[str] = []
    builder = StateGraph(RecallState)
    builder.add_node("recall", RecallNode(hindsight))
    builder.add_node("read", lambda state: read.append(recalled_prompt(state)))
    builder.add_edge("__start__", "recall")
    builder.add_edge("recall", "read")
    graph: Any = builder.compile()
    graph.invoke({"messages": [("user", question)]}, context={"user_id": user})
    return read[0]


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("read", [read_by_llamaindex, read_by_langgraph])
def test_what_an_agent_learned_is_recalled_elsewhere(
    tmp_path: Path, read: Any, case: tuple[tuple[str, ...], str, str, str]
) -> None:
    sentences, question, new, old = case
    told_to_an_agent(tmp_path / "m.db", sentences)
    with opened(tmp_path / "m.db") as hindsight:
        shown = read(hindsight, "ann", question)
        assert new in shown
        assert old not in shown
        assert new not in read(hindsight, "bob", question)


def test_what_one_forgets_none_of_them_tells(tmp_path: Path) -> None:
    sentences, question, new, _ = CASES[0]
    told_to_an_agent(tmp_path / "m.db", sentences)
    with opened(tmp_path / "m.db") as hindsight:
        hindsight.for_user("ann").forget(everything=True, reason="asked")
        for read in (read_by_llamaindex, read_by_langgraph):
            assert new not in read(hindsight, "ann", question)
