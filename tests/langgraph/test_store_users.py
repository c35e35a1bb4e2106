"""Whose items: a user by id, by place, by the run; nobody's is refused (S22, S24, S29, S47, S48)."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langgraph.graph import MessagesState, StateGraph
from langgraph.runtime import Runtime
from langgraph.store.base import ListNamespacesOp, MatchCondition, PutOp

from hindsight_integrations import Hindsight
from hindsight_integrations.errors import ConfigurationError, InvalidInput
from hindsight_integrations.langgraph import HindsightStore, label_of
from hindsight_integrations.langgraph.labels import id_of


@pytest.mark.parametrize(
    ("id", "label"),
    [
        ("alice", "alice"),
        ("alice@example.com", "alice@example~2Ecom"),
        ("王.芳", "王~2E芳"),
        ("100~2E", "100~7E2E"),
        ("langgraph", "~6Canggraph"),
        (7, "7"),
        (UUID(int=1), "00000000-0000-0000-0000-000000000001"),
    ],
)
def test_an_id_as_a_label(id: Any, label: str) -> None:
    assert label_of(id) == label
    assert id_of(label) == str(id)


@given(st.text(min_size=1))
def test_a_label_leads_back_to_its_id_and_is_no_wildcard(id: str) -> None:
    label = label_of(id)
    assert id_of(label) == id
    assert not set(label) & {".", "\0", "*"}
    assert label != "langgraph"


@pytest.mark.parametrize("id", ["", None, 1.5, True, b"a"])
def test_what_is_no_id(id: Any) -> None:
    with pytest.raises(InvalidInput):
        label_of(id)


def test_s48_a_place_in_the_namespace_is_a_wall(hindsight: Hindsight) -> None:
    store = HindsightStore(hindsight, user=1)
    for user in ("ann@x.org", "王芳"):
        store.put(("memories", label_of(user)), "k", {"of": user})
    ann = ("memories", label_of("ann@x.org"))
    assert [item.value for item in store.search(ann)] == [{"of": "ann@x.org"}]
    assert store.list_namespaces(prefix=ann) == [ann]
    assert [m.content for m in hindsight.for_user("ann@x.org").recall("k").memories] == [
        "ann@x.org"
    ]
    assert hindsight.admin().counts() == {"ann@x.org": 1, "王芳": 1}
    store.batch([PutOp(ann, "k", None), PutOp(("memories", "王芳"), "k", {"of": "both"})])
    assert store.search(ann) == []
    assert [item.value for item in store.search(("memories", "王芳"))] == [{"of": "both"}]


def test_s47_an_operation_of_nobody_is_refused(hindsight: Hindsight) -> None:
    store = HindsightStore(hindsight, user=1)
    unscoped: list[Any] = [
        lambda: store.search(()),
        lambda: store.search(("memories",)),
        lambda: store.put(("memories",), "k", {}),
        store.list_namespaces,
        lambda: store.list_namespaces(prefix=("memories", "*")),
        lambda: store.list_namespaces(suffix=("memories", "ann")),
        lambda: store.batch([ListNamespacesOp((MatchCondition("prefix", ("a",)),))]),
    ]
    for call in unscoped:
        with pytest.raises(InvalidInput, match="whose items"):
            call()
    assert hindsight.admin().counts() == {}


@pytest.mark.parametrize("user", ["", -1, True, None, 1.5])
def test_a_user_that_is_none_of_the_three(hindsight: Hindsight, user: Any) -> None:
    with pytest.raises(InvalidInput):
        HindsightStore(hindsight, user=user)


def test_what_is_wrong_with_a_store_shows_when_it_is_made(hindsight: Hindsight) -> None:
    with pytest.raises(InvalidInput, match="similarity, hindsight"):
        HindsightStore(hindsight, user=0, ranking="magic")
    with pytest.raises(InvalidInput, match="tenant"):
        HindsightStore(hindsight, user=0, tenant="")
    index: Any = {"embed": lambda texts: [[1.0]] * len(texts), "dims": 1, "distance_type": "x"}
    with pytest.raises(ConfigurationError, match="distance_type"):
        HindsightStore(hindsight, user=0, index=index)


def of_run(runtime: Runtime[Any]) -> Any:
    return (runtime.context or {}).get("user_id")


async def note(state: MessagesState, runtime: Runtime[Any]) -> None:
    assert runtime.store is not None
    await runtime.store.aput(("notes",), "last", {"text": state["messages"][-1].text})
    runtime.store.put(("notes",), "sync", {"text": "from inside the loop"})


def graph_of(store: HindsightStore) -> Any:
    context: Any = dict
    builder = StateGraph(MessagesState, context_schema=context)
    builder.add_node("note", note)
    builder.add_edge("__start__", "note")
    return builder.compile(store=store)


def test_s22_the_run_says_whose_in_two_loops_and_inside_one(hindsight: Hindsight) -> None:
    graph = graph_of(HindsightStore(hindsight, user=of_run))
    for user, said in ((7, "seven"), ("王芳", "你好")):
        given_: Any = {"messages": [("user", said)]}
        asyncio.run(graph.ainvoke(given_, context={"user_id": user}))
    of_wang = HindsightStore(hindsight, user="王芳")
    assert {item.value["text"] for item in of_wang.search(())} == {"你好", "from inside the loop"}
    assert hindsight.admin().counts() == {"7": 2, "王芳": 2}
    with pytest.raises(InvalidInput, match="not known"):
        asyncio.run(graph.ainvoke({"messages": [("user", "?")]}, context={}))
    with pytest.raises(InvalidInput, match="run of a graph"):
        HindsightStore(hindsight, user=of_run).get(("notes",), "last")


async def test_s24_a_cancelled_call_leaves_the_store_usable(store: HindsightStore) -> None:
    task = asyncio.ensure_future(store.asearch(("docs",), query="tea"))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await store.aput(("docs",), "k", {"n": 1})
    assert await store.aget(("docs",), "k") == store.get(("docs",), "k")


def test_s29_many_threads_use_one_store(store: HindsightStore) -> None:
    def work(n: int) -> None:
        store.put(("docs", str(n % 3)), f"k{n}", {"n": n})
        store.put(("docs",), "shared", {"n": n})

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(40)))
    assert len(store.search(("docs",), limit=100)) == 41
    assert store.list_namespaces(max_depth=2) == [
        ("docs",),
        ("docs", "0"),
        ("docs", "1"),
        ("docs", "2"),
    ]
