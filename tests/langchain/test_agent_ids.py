"""Ids by which turns are known: calls that providers number anew, replays, and a history beside the middleware."""

from __future__ import annotations

from typing import Any

import pytest
from langchain.agents import create_agent
from langchain.tools import tool
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver

from hindsight_integrations import Hindsight
from hindsight_integrations.langchain import HindsightChatMessageHistory, HindsightMiddleware
from scripted_model import calls, scripted

THREAD: dict[str, Any] = {
    "context": {"user_id": "alice"},
    "config": {"configurable": {"thread_id": "t"}},
}


@tool
def look_up(what: str) -> str:
    """Look something up."""
    return f"{what}: 42"


def agent_of(hindsight: Hindsight, *answers: Any) -> Any:
    return create_agent(
        scripted(*answers),
        [look_up],
        middleware=[HindsightMiddleware(hindsight)],
        checkpointer=InMemorySaver(),
    )


def log(hindsight: Hindsight) -> list[tuple[str, str, str | None]]:
    window = hindsight.for_user("alice", session="t").window(last=99)
    return [(turn.role.value, turn.content, turn.id) for turn in window]


def test_calls_that_are_numbered_anew_in_each_answer_are_all_recorded(
    hindsight: Hindsight, run: Any
) -> None:
    """Some servers of local models call every answer's first call ``call_0``."""
    agent = agent_of(
        hindsight,
        calls(("call_0", "look_up", {"what": "price"})),
        calls(("call_0", "look_up", {"what": "stock"})),
        "Done.",
        calls(("call_0", "look_up", {"what": "stock"})),
        "Again.",
    )
    run(agent, "What about oolong?", **THREAD)
    run(agent, "And now?", **THREAD)

    said = [content for role, content, _ in log(hindsight) if role == "tool"]
    assert said == ["price: 42", "stock: 42", "stock: 42"]
    assert hindsight.for_user("alice").count(event_type="tool_call") == 3


def test_one_answer_may_even_call_twice_by_one_id(hindsight: Hindsight, run: Any) -> None:
    twice = calls(("c", "look_up", {"what": "price"}), ("c", "look_up", {"what": "stock"}))
    answer = run(agent_of(hindsight, twice, "Done."), "What?", **THREAD)
    texts = [m.text for m in answer["messages"] if m.type == "tool"]
    assert texts == ["price: 42", "stock: 42"]  # the agent's own messages are as they were


def test_the_log_and_the_state_know_a_message_by_one_id(hindsight: Hindsight, run: Any) -> None:
    agent = agent_of(hindsight, calls(("c1", "look_up", {"what": "price"})), "Done.")
    answer = run(agent, "What about oolong?", **THREAD)
    in_state = [(m.type, m.id) for m in answer["messages"] if m.type != "ai" or m.text]
    names = {"human": "user", "ai": "assistant", "tool": "tool"}
    assert [(names[kind], id) for kind, id in in_state] == [
        (role, id) for role, _, id in log(hindsight)
    ]


@pytest.mark.parametrize("first", ["middleware", "history"])
def test_a_history_beside_the_middleware_records_nothing_twice_and_shows_all(
    hindsight: Hindsight, run: Any, first: str
) -> None:
    history = HindsightChatMessageHistory(hindsight, user="alice", session="t")
    said = HumanMessage(
        [{"type": "text", "text": "我住在上海"}, {"type": "image", "url": "u"}], id="h1"
    )
    if first == "history":
        history.add_messages([said])
    last = AIMessage(
        "Done.", usage_metadata={"input_tokens": 1, "output_tokens": 2, "total_tokens": 3}
    )
    agent = agent_of(hindsight, calls(("c1", "look_up", {"what": "price"})), last)
    answer = run(agent, [said], **THREAD)
    history.add_messages(answer["messages"])

    assert history.messages == answer["messages"]
    assert [type(m) for m in history.messages] == [HumanMessage, AIMessage, ToolMessage, AIMessage]
    texts = [content for role, content, _ in log(hindsight) if content]
    assert texts == ["我住在上海", "price: 42", "Done."]
    assert hindsight.for_user("alice").count(event_type="tool_call") == 1


def test_a_very_large_message_is_recorded_by_its_words(hindsight: Hindsight, run: Any) -> None:
    picture = {"type": "image", "base64": "A" * 200_000, "mime_type": "image/png"}
    said = HumanMessage([{"type": "text", "text": "What is this?"}, picture])
    run(agent_of(hindsight, "A cup."), [said], **THREAD)
    first = hindsight.for_user("alice", session="t").window()[0]
    assert (first.content, dict(first.original)) == ("What is this?", {})
