"""Whose memory a run is about: where it is looked for, in which order, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.runtime import Runtime

from hindsight_integrations import InvalidInput
from hindsight_integrations.records import Scope
from hindsight_integrations.runs.scope import ScopeKeys, started_by_tool


def inside(node: Callable[[Runtime[Any]], Any], context: Any = None, **configurable: Any) -> Any:
    """What ``node`` returns when it runs inside a graph."""
    seen = []

    def run(state: MessagesState, runtime: Runtime[Any]) -> None:
        seen.append(node(runtime))

    graph = StateGraph(MessagesState)
    graph.add_node("run", run)
    graph.add_edge(START, "run")
    graph.compile().invoke({"messages": []}, config={"configurable": configurable}, context=context)
    return seen[0]


def scope(keys: ScopeKeys, context: Any = None, **configurable: Any) -> Scope:
    found = inside(keys.scope, context, **configurable)
    assert isinstance(found, Scope)
    return found


SERVER_USER = SimpleNamespace(identity="carol")


@pytest.mark.parametrize(
    ("context", "configurable", "user", "session"),
    [
        ({"user_id": "alice"}, {}, "alice", None),
        (SimpleNamespace(user_id="alice", session_id="s1"), {}, "alice", "s1"),
        (None, {"user_id": "bob"}, "bob", None),
        (None, {"user_id": "bob", "session_id": "s2", "thread_id": "t"}, "bob", "s2"),
        ({"user_id": "alice"}, {"user_id": "bob", "thread_id": "t"}, "alice", "t"),
        ({"session_id": "s1"}, {"user_id": "bob", "session_id": "s2"}, "bob", "s1"),
        ({"user_id": 7}, {"thread_id": UUID(int=1)}, "7", "00000000-0000-0000-0000-000000000001"),
        ({"user_id": "用户一"}, {}, "用户一", None),
        (None, {"langgraph_auth_user": SERVER_USER}, "carol", None),
        (None, {"langgraph_auth_user": SERVER_USER, "user_id": "bob"}, "bob", None),
    ],
)
def test_where_user_and_session_are_found(
    context: Any, configurable: dict[str, Any], user: str, session: str | None
) -> None:
    assert scope(ScopeKeys(), context, **configurable) == Scope("default", user, None, session)


def test_keys_have_other_names_where_one_wants_it() -> None:
    keys = ScopeKeys(user_key="who", session_key="chat", tenant_key="firm")
    found = scope(keys, {"who": "alice", "chat": "s1", "firm": "red", "user_id": "mallory"})
    assert found == Scope("red", "alice", None, "s1")


def test_only_the_authenticated_user_counts_where_clients_are_not_trusted() -> None:
    keys = ScopeKeys(user_key=None)
    forged = {"user_id": "bob", "identity": "bob"}
    assert scope(keys, forged, langgraph_auth_user=SERVER_USER, **forged).user == "carol"
    with pytest.raises(InvalidInput, match="authenticated"):
        scope(keys, forged, **forged)


@pytest.mark.parametrize(
    ("keys", "context"),
    [
        (ScopeKeys(), None),
        (ScopeKeys(), {"user_id": None}),
        (ScopeKeys(), {"user_id": ""}),
        (ScopeKeys(), {"user_id": True}),
        (ScopeKeys(), {"user_id": object()}),
        (ScopeKeys(), {"user_id": "alice", "session_id": ["s"]}),
        (ScopeKeys(tenant_key="firm"), {"user_id": "alice"}),
    ],
)
def test_no_user_no_tenant_and_what_is_no_id_are_refused(keys: ScopeKeys, context: Any) -> None:
    with pytest.raises(InvalidInput):
        scope(keys, context)


def test_a_node_of_a_graph_was_not_started_by_a_tool() -> None:
    assert inside(lambda _: started_by_tool()) is False


def test_a_node_inside_the_tools_of_an_agent_was() -> None:
    def tools(state: MessagesState) -> dict[str, Any]:
        seen.append(inside(lambda _: started_by_tool()))
        return {}

    seen: list[bool] = []
    graph = StateGraph(MessagesState)
    graph.add_node("tools", tools)
    graph.add_edge(START, "tools")
    graph.compile().invoke({"messages": []})
    assert seen == [True]
