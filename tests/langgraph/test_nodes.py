"""The nodes in real graphs, in both colours: recall before, remember after, beside a checkpointer (S47, S52, S57)."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import MessagesState, StateGraph
from langgraph.types import Command, interrupt

from hindsight_integrations import Hindsight
from hindsight_integrations.errors import InvalidInput, Unavailable
from hindsight_integrations.langgraph import (
    RecallNode,
    RecallState,
    RememberNode,
    recalled_prompt,
)

CONTEXT: Any = dict


@pytest.fixture(params=["sync", "async"])
def run(request: pytest.FixtureRequest) -> Any:
    def call(graph: Any, given: Any, **options: Any) -> Any:
        if request.param == "sync":
            return graph.invoke(given, **options)
        return asyncio.run(graph.ainvoke(given, **options))

    return call


class Seen(list[str]):
    """A node that answers and keeps the blocks it was given."""

    def __call__(self, state: RecallState) -> dict[str, Any]:
        self.append(recalled_prompt(state))
        return {"messages": [AIMessage(f"Answer {len(self)}.")]}


def graph_of(hindsight: Hindsight, answer: Any, checkpointer: Any = None, **options: Any) -> Any:
    builder = StateGraph(RecallState, context_schema=CONTEXT, output_schema=MessagesState)
    builder.add_node("recall", RecallNode(hindsight, **options))
    builder.add_node("answer", answer)
    builder.add_node("remember", RememberNode(hindsight, **options))
    for start, end in (("__start__", "recall"), ("recall", "answer"), ("answer", "remember")):
        builder.add_edge(start, end)
    return builder.compile(checkpointer=checkpointer)


def says(text: str) -> dict[str, Any]:
    return {"messages": [HumanMessage(text)]}


def test_memory_crosses_threads_and_a_thread_goes_on(
    hindsight: Hindsight, run: Any, tmp_path: Path
) -> None:
    seen = Seen()
    graph = graph_of(hindsight, seen, InMemorySaver())
    last = {}
    for thread, said in (("一", "I live in Oslo."), ("一", "我不吃鱼"), ("二", "Where do I live?")):
        run_of = {"configurable": {"thread_id": thread, "user_id": "ann"}}
        last = run(graph, says(said), config=run_of)
    assert seen[0] == ""
    assert "Oslo" in seen[2]
    assert sorted(last) == ["messages"]
    assert len(last["messages"]) == 2
    window = hindsight.for_user("ann", session="一").window()
    assert [(turn.role.value, turn.content) for turn in window] == [
        ("user", "I live in Oslo."),
        ("assistant", "Answer 1."),
        ("user", "我不吃鱼"),
        ("assistant", "Answer 2."),
    ]


def test_no_checkpoint_holds_what_was_recalled(hindsight: Hindsight, tmp_path: Path) -> None:
    hindsight.for_user("ann").remember("the sunken treasure 宝藏")
    path = tmp_path / "checkpoints.db"
    with SqliteSaver.from_conn_string(str(path)) as saver:
        seen = Seen()
        graph = graph_of(hindsight, seen, saver)
        config: Any = {"configurable": {"thread_id": "1", "user_id": "ann"}}
        graph.invoke(says("what do you know?"), config)
        assert "treasure" in seen[0]
        assert "recalled" not in graph.get_state(config).values
    assert b"treasure" not in path.read_bytes()


def test_a_resumed_run_is_told_the_same_and_remembered_once(hindsight: Hindsight, run: Any) -> None:
    hindsight.for_user("ann").remember("Ann drinks tea", subject="user.drink")
    blocks: list[str] = []

    def ask(state: RecallState) -> dict[str, Any]:
        blocks.append(recalled_prompt(state))
        return {"messages": [AIMessage(interrupt("which tea?"))]}

    builder = StateGraph(RecallState, context_schema=CONTEXT)
    builder.add_node("remember", RememberNode(hindsight, goto="recall"), destinations=("recall",))
    builder.add_node(
        "recall", RecallNode(hindsight, goto="ask", form="text"), destinations=("ask",)
    )
    builder.add_node("ask", ask)
    builder.add_edge("__start__", "remember")
    builder.add_edge("ask", "again")
    builder.add_node("again", RememberNode(hindsight))
    graph = builder.compile(checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "1", "user_id": "ann"}}
    run(graph, says("Which tea shall I drink?"), config=config)
    assert "Ann drinks tea" in blocks[0]
    assert (
        "Which tea shall I drink?" not in blocks[0]
    )  # it was remembered before, and is the turn itself
    run(graph, Command(resume="green"), config=config)
    said = [turn.content for turn in hindsight.for_user("ann", session="1").window()]
    assert said == ["Which tea shall I drink?", "green"]


def test_tools_and_answers_are_remembered_with_their_ids(hindsight: Hindsight, run: Any) -> None:
    call = {"id": "c1", "name": "pay", "args": {"sum": 3}}
    messages = [
        HumanMessage("pay 3", id="h1"),
        AIMessage("", tool_calls=[call], id="a1"),
        ToolMessage("paid", tool_call_id="c1", id="t1"),
        ToolMessage("of nobody", tool_call_id="c9", id="t2"),
        AIMessage("It is paid.", id="a2"),
        HumanMessage("In short: paid.", additional_kwargs={"lc_source": "summarization"}, id="h2"),
    ]
    builder = StateGraph(MessagesState, context_schema=CONTEXT)
    builder.add_node("remember", RememberNode(hindsight))
    builder.add_edge("__start__", "remember")
    graph = builder.compile()
    for _ in range(2):
        run(graph, {"messages": messages}, context={"user_id": "ann", "session_id": "s"})
    window = hindsight.for_user("ann", session="s").window()
    assert [(t.role.value, t.content, t.id) for t in window] == [
        ("user", "pay 3", "h1"),
        ("tool", "paid", "t1"),
        ("assistant", "It is paid.", "a2"),
    ]


def test_s47_a_run_of_nobody_is_refused(hindsight: Hindsight, run: Any) -> None:
    with pytest.raises(InvalidInput, match="user_id"):
        run(graph_of(hindsight, Seen()), says("hello"))
    with pytest.raises(InvalidInput, match="tenant_id"):
        run(
            graph_of(hindsight, Seen(), tenant_key="tenant_id"),
            says("hello"),
            context={"user_id": "ann"},
        )


@pytest.mark.parametrize("on_error", ["degrade", "raise"])
def test_s52_s57_a_memory_that_fails(run: Any, on_error: Any) -> None:
    hindsight = Hindsight.open("sqlite:///:memory:")
    flags: list[bool] = []

    def answer(state: RecallState) -> dict[str, Any]:
        flags.append(state["recalled"]["degraded"])
        assert recalled_prompt(state) == ""
        return {"messages": [AIMessage("Hello.")]}

    recall = RecallNode(hindsight, on_error=on_error)
    remember = RememberNode(hindsight, on_error=on_error)
    builder = StateGraph(RecallState, context_schema=CONTEXT)
    for name, node in (("recall", recall), ("answer", answer), ("remember", remember)):
        builder.add_node(name, node)
    builder.add_edge("__start__", "recall")
    builder.add_edge("recall", "answer")
    builder.add_edge("answer", "remember")
    graph = builder.compile()
    hindsight.close()
    if on_error == "raise":
        with pytest.raises(Unavailable):
            run(graph, says("hello"), context={"user_id": "ann"})
        return
    run(graph, says("hello"), context={"user_id": "ann"})
    assert flags == [True]
    assert (recall.degraded, remember.degraded) == (1, 1)


def test_a_state_without_words_recalls_nothing(hindsight: Hindsight, run: Any) -> None:
    seen = Seen()
    run(graph_of(hindsight, seen), {"messages": []}, context={"user_id": "ann"})
    assert seen == [""]
    assert recalled_prompt({}) == recalled_prompt({"recalled": None}) == ""


@pytest.mark.parametrize(
    "options", [{"form": "xml"}, {"k": 0}, {"budget": 0}, {"on_error": "ignore"}, {"tz": "Mars"}]
)
def test_what_is_wrong_with_a_node_shows_when_it_is_made(
    hindsight: Hindsight, options: dict[str, Any]
) -> None:
    with pytest.raises(InvalidInput):
        RecallNode(hindsight, **options)


@pytest.mark.parametrize(
    ("task", "question"),
    [
        ("Find me a recipe for a family meal", "Do you have any allergies?"),
        ("帮我找个做饭的菜谱", "您对什么过敏吗？"),
    ],
)
def test_it_says_what_may_be_asked_first_once_and_only_if_wished(
    hindsight: Hindsight, run: Any, task: str, question: str
) -> None:
    seen = {wish: Seen() for wish in (False, True)}
    for wish, answer in seen.items():
        builder = StateGraph(RecallState, context_schema=CONTEXT, output_schema=MessagesState)
        builder.add_node("recall", RecallNode(hindsight, ask_first=wish, goto="answer"))
        builder.add_node("answer", answer)
        builder.add_edge("__start__", "recall")
        graph = builder.compile()
        run_of: Any = {"configurable": {"thread_id": "t", "user_id": "ann"}}
        for _ in range(2):
            run(graph, says(task), config=run_of)
    assert seen[False] == ["", ""]
    first, second = seen[True]
    assert question in first
    assert second == ""
