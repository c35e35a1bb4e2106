"""LangMem's tools and deepagents' StoreBackend on HindsightStore; run in an environment that has both."""

import asyncio
import json
from typing import Any

from deepagents.backends import StoreBackend
from langgraph.graph import MessagesState, StateGraph
from langmem import create_manage_memory_tool, create_search_memory_tool

from hindsight_integrations import Hindsight
from hindsight_integrations.langgraph import HindsightStore, label_of
from hindsight_integrations.models.hashing import HashingEncoder

USER = "ann@example.com"


def langmem(store: HindsightStore, hindsight: Hindsight) -> None:
    """Create, update, search and delete, as a model would have it done, in both colours."""
    namespace = ("memories", "{langgraph_user_id}")
    manage = create_manage_memory_tool(namespace=namespace, store=store)
    search = create_search_memory_tool(namespace=namespace, store=store)
    config: Any = {"configurable": {"langgraph_user_id": label_of(USER)}}
    created = manage.invoke({"content": "Ann likes tea", "action": "create"}, config)
    asyncio.run(manage.ainvoke({"content": "安喜欢绿茶", "action": "create"}, config))
    found = json.loads(search.invoke({"query": "tea"}, config))
    assert {item["value"]["content"] for item in found} == {"Ann likes tea", "安喜欢绿茶"}, found
    id = created.split()[-1]
    manage.invoke({"content": "Ann likes coffee", "action": "update", "id": id}, config)
    recalled = [m.content for m in hindsight.for_user(USER).recall("what does Ann like?").memories]
    assert "Ann likes coffee" in recalled, recalled
    assert "Ann likes tea" not in recalled, recalled
    manage.invoke({"action": "delete", "id": id}, config)
    left = json.loads(asyncio.run(search.ainvoke({"query": "coffee"}, config)))
    assert [item["value"]["content"] for item in left] == ["安喜欢绿茶"], left


def deepagents(store: HindsightStore, hindsight: Hindsight) -> None:
    """Write, read, edit, list, grep and delete files."""

    def work(state: MessagesState) -> None:
        files = StoreBackend(namespace=lambda _: ("memories", label_of(USER), "files"))
        assert files.write("/notes/plan.txt", "buy tea\n买绿茶\n").error is None
        assert files.write("/notes/other.txt", "nothing").error is None
        assert "买绿茶" in str(files.read("/notes/plan.txt"))
        assert files.edit("/notes/plan.txt", "tea", "coffee").error is None
        assert "coffee" in str(files.read("/notes/plan.txt"))
        assert len(files.grep("coffee").matches or []) == 1
        assert {one["path"] for one in files.glob("**/*.txt").matches or []} == {
            "/notes/plan.txt",
            "/notes/other.txt",
        }
        assert len(files.ls("/notes").entries or []) == 2

    builder = StateGraph(MessagesState)
    builder.add_node("work", work)
    builder.add_edge("__start__", "work")
    builder.compile(store=store).invoke({"messages": []})
    held = store.history(("memories", label_of(USER), "files"), "/notes/plan.txt")
    assert len(held) == 2, held


with Hindsight.open("sqlite:///:memory:", embedder=HashingEncoder()) as opened:
    shared = HindsightStore(opened, user=1)
    langmem(shared, opened)
    print("langmem works")
    deepagents(shared, opened)
    print("deepagents works")
