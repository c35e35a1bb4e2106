"""Reports of bugs in other memories, as tests of the faces for LangChain, each named by its number (S01 to S60)."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.tools import BaseTool
from pydantic import BaseModel

from hindsight_integrations import Hindsight, InvalidInput, Unavailable
from hindsight_integrations.langchain import (
    HindsightChatMessageHistory,
    HindsightMiddleware,
    HindsightRetriever,
    memory_tools,
    with_hindsight,
)
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.testing import MOMENT, FrozenClock
from scripted_model import calls, scripted

ANN: Any = {"configurable": {"user_id": "ann", "thread_id": "t"}}
STRANGE = [
    "6dfc1413-1239-481d-9eb1-376e4d04c049",
    "a:b",
    "a b",
    "用户1",
    "x'; --",
    "长" * 300,
    "😀 x",
    "a/b%2F#1",
]


@pytest.fixture
def hindsight(tmp_path: Path) -> Iterator[Hindsight]:
    with Hindsight.open(
        f"sqlite:///{tmp_path / 'memory.db'}",
        embedder=HashingEncoder(),
        clock=FrozenClock(MOMENT),
    ) as opened:
        yield opened


@pytest.fixture
def tools(hindsight: Hindsight) -> dict[str, BaseTool]:
    return {tool.name: tool for tool in memory_tools(hindsight, user="ann", session="t")}


def history_of(hindsight: Hindsight, **options: Any) -> HindsightChatMessageHistory:
    return HindsightChatMessageHistory(hindsight, **{"user": "ann", "session": "t"} | options)


def known(tools: dict[str, BaseTool], query: str) -> list[str]:
    found = json.loads(tools["memory_search"].invoke({"query": query}))
    return [memory["memory"] for memory in found["memories"]]


class TestTools:
    def test_s01_a_new_value_leads_and_the_old_one_is_history(
        self, hindsight: Hindsight, tools: dict[str, BaseTool]
    ) -> None:
        for firm in ("Works at Acme", "Works at Globex"):
            tools["memory_write"].invoke({"content": firm, "subject": "user.employer"})
        assert known(tools, "where does she work") == ["Works at Globex"]
        assert len(hindsight.for_user("ann").history("user.employer")) == 2

    @pytest.mark.parametrize(
        ("first", "second"), [("Likes tea", "Dislikes tea"), ("喜欢茶", "不喜欢茶")]
    )
    def test_s02_a_contradiction_leaves_exactly_one_value(
        self, hindsight: Hindsight, tools: dict[str, BaseTool], first: str, second: str
    ) -> None:
        for said in (first, second):
            tools["memory_write"].invoke({"content": said, "subject": "user.opinion.tea"})
        history = hindsight.for_user("ann").history("user.opinion.tea")
        assert [(one.content, one.status) for one in history] == [
            (second, "active"),
            (first, "superseded"),
        ]

    def test_s03_the_same_again_is_one_memory(
        self, hindsight: Hindsight, tools: dict[str, BaseTool]
    ) -> None:
        done = [
            json.loads(tools["memory_write"].invoke({"content": "Has a cat"})) for _ in range(2)
        ]
        assert [one["done"] for one in done] == ["added", "refreshed"]
        assert done[0]["id"] == done[1]["id"]
        assert hindsight.for_user("ann").count() == 1

    def test_s05_what_is_deleted_no_face_finds(
        self, hindsight: Hindsight, tools: dict[str, BaseTool]
    ) -> None:
        written = json.loads(tools["memory_write"].invoke({"content": "Hides the key in the pot"}))
        tools["memory_forget"].invoke({"id": written["id"]})
        retriever = HindsightRetriever(hindsight=hindsight, user="ann")
        assert known(tools, "key pot") == []
        assert retriever.invoke("key pot") == []
        assert json.loads(tools["memory_get"].invoke({"id": written["id"]})) == {"memory": None}
        model = scripted("No idea.")
        agent: Any = create_agent(model, middleware=[HindsightMiddleware(hindsight)])
        agent.invoke({"messages": [("user", "Where is the key?")]}, ANN)
        assert [m.content for m in model.requests[0]] == ["Where is the key?"]

    def test_s46_no_schema_has_a_place_for_a_user(self, tools: dict[str, BaseTool]) -> None:
        for tool in tools.values():
            names = " ".join(tool.args)
            assert not [word for word in ("user_id", "tenant", "session") if word in names]

    def test_s48_a_canary_is_seen_by_its_user_alone(self, hindsight: Hindsight) -> None:
        """By every way of reading: search, get by id, summary, retriever, history, agent."""
        for tenant, user in (("red", "ann"), ("blue", "ann"), ("red", "ben")):
            memory = hindsight.for_user(user, tenant=tenant, session="t")
            memory.remember(f"canary of {tenant} {user}", subject="user.canary")
            history_of(hindsight, user=user, tenant=tenant).add_user_message(
                f"canary turn of {tenant} {user}"
            )
        (red,) = hindsight.for_user("ann", tenant="red").history("user.canary")
        others = {tool.name: tool for tool in memory_tools(hindsight, user="ann", tenant="blue")}
        model = scripted("Which?")
        middleware = HindsightMiddleware(hindsight, tenant="blue")
        agent: Any = create_agent(model, middleware=[middleware])
        agent.invoke({"messages": [("user", "canary?")]}, ANN)
        read = [
            others["memory_search"].invoke({"query": "canary", "top_k": 20}),
            others["memory_get"].invoke({"id": red.id}),
            others["memory_summarize"].invoke({"subject": "user.*"}),
            HindsightRetriever(hindsight=hindsight, user="ann", tenant="blue", k=20).invoke(
                "canary"
            ),
            history_of(hindsight, tenant="blue").messages,
            model.requests,
        ]
        assert "canary of blue ann" in str(read)
        assert "of red" not in str(read)
        assert "ben" not in str(read)


class TestHistories:
    @pytest.mark.parametrize("session", STRANGE, ids=ascii)
    def test_s15_any_id_is_an_id(self, hindsight: Hindsight, session: str) -> None:
        for user in (session, "ann"):
            history = history_of(hindsight, user=user, session=session)
            history.add_messages([HumanMessage(f"of {user}", id=session)])
            assert [(m.text, m.id) for m in history.messages] == [(f"of {user}", session)]
        assert history_of(hindsight, session=f"{session}.").messages == []

    def test_s16_a_frozen_clock_keeps_the_order(self, hindsight: Hindsight) -> None:
        history = history_of(hindsight)
        history.add_messages([HumanMessage(f"message {number}") for number in range(50)])
        assert [m.text for m in history.messages] == [f"message {n}" for n in range(50)]

    def test_s17_a_streamed_turn_is_read_again(self, hindsight: Hindsight) -> None:
        history = history_of(hindsight)
        for question in ("First?", "Second?"):
            model = GenericFakeChatModel(messages=iter([AIMessage("a streamed answer")]))
            history.add_user_message(question)
            whole: Any = None
            for chunk in model.stream(history.messages):
                whole = chunk if whole is None else whole + chunk
            history.add_message(whole)
        assert [(type(m), m.text) for m in history.messages] == [
            (HumanMessage, "First?"),
            (AIMessage, "a streamed answer"),
            (HumanMessage, "Second?"),
            (AIMessage, "a streamed answer"),
        ]

    def test_s18_calls_and_their_results_come_back_whole(self, hindsight: Hindsight) -> None:
        call = {"id": "c1", "name": "pay", "args": {"sum": 3, "note": "茶"}, "type": "tool_call"}
        bad = {
            "id": "c2",
            "name": "pay",
            "args": "{",
            "error": "no JSON",
            "type": "invalid_tool_call",
        }
        messages: list[BaseMessage] = [
            AIMessage(
                [{"type": "text", "text": "One moment."}],
                tool_calls=[call],
                invalid_tool_calls=[bad],
                usage_metadata={"input_tokens": 3, "output_tokens": 2, "total_tokens": 5},
                name="clerk",
                id="a1",
            ),
            ToolMessage(
                "no money", tool_call_id="c1", status="error", artifact={"code": 7}, id="t1"
            ),
        ]
        history = history_of(hindsight)
        history.add_messages(messages)
        assert history.messages == messages

    def test_s19_odd_objects_are_kept_as_data(self, hindsight: Hindsight) -> None:
        class Receipt(BaseModel):
            total: Decimal = Decimal("1.10")

        odd = {
            "at": datetime(2025, 1, 1),
            "raw": b"\xff\x00",
            "price": Decimal("1.10"),
            "r": Receipt(),
        }
        history = history_of(hindsight)
        history.add_messages([HumanMessage("before"), HumanMessage("odd", additional_kwargs=odd)])
        history.add_messages([HumanMessage("after")])
        assert [m.text for m in history.messages] == ["before", "odd", "after"]
        json.dumps(history.messages[1].additional_kwargs)

    def test_s20_of_blocks_the_text_is_recalled_and_no_picture_encoded(
        self,
    ) -> None:
        seen: list[str] = []

        class Seeing(HashingEncoder):
            def embed(self, texts: Any) -> Any:
                seen.extend(texts)
                return super().embed(texts)

        picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,QUJDREVG"}}
        with Hindsight.open("sqlite:///:memory:", embedder=Seeing()) as hindsight:
            history = history_of(hindsight)
            history.add_messages(
                [HumanMessage([{"type": "text", "text": "My blue kettle"}, picture])]
            )
            assert history.messages[0].content[1] == picture
            (found,) = HindsightRetriever(hindsight=hindsight, user="ann").invoke("blue kettle")
        assert found.page_content == "My blue kettle"
        assert not any("QUJD" in text for text in seen)

    def test_s33_an_envelope_of_the_framework_stays_a_dict(self, hindsight: Hindsight) -> None:
        envelope = {
            "lc": 1,
            "type": "constructor",
            "id": ["langchain_core", "x"],
            "kwargs": {"a": 1},
        }
        history = history_of(hindsight)
        history.add_messages([HumanMessage("x", additional_kwargs={"data": envelope})])
        assert history.messages[0].additional_kwargs == {"data": envelope}

    @pytest.mark.slow
    def test_s38_five_thousand_messages_are_read_in_time(self, hindsight: Hindsight) -> None:
        """The last ten of a long thread cost no more than those of a short one, within a wide bound."""
        history = history_of(hindsight)
        for start in range(0, 5_000, 500):
            history.add_messages([AIMessage(f"ok {n}") for n in range(start, start + 500)])
        assert len(history.messages) == 5_000
        began = time.perf_counter()
        windowed = history_of(hindsight, window=10).messages
        assert [m.text for m in windowed] == [f"ok {n}" for n in range(4_990, 5_000)]
        assert time.perf_counter() - began < 1.0

    def test_s42_a_window_holds_whole_calls(self, hindsight: Hindsight) -> None:
        for session, last in (
            ("answered", ToolMessage("2", tool_call_id="c2")),
            ("broken off", None),
        ):
            both = calls(("c1", "look_up", {}), ("c2", "look_up", {}))
            thread = [HumanMessage("Look."), both, ToolMessage("1", tool_call_id="c1"), last]
            history_of(hindsight, session=session).add_messages(
                [m for m in thread if m is not None]
            )
        for window in range(1, 6):
            whole = history_of(hindsight, session="answered", window=window).messages
            assert [m.type for m in whole][-3:] == ["ai", "tool", "tool"]
            cut = history_of(hindsight, session="broken off", window=window).messages
            assert [m.type for m in cut] == ["human"]
        assert len(history_of(hindsight, session="broken off").messages) == 3  # all of it is there

    def test_s49_a_growing_transcript_is_saved_again(self, hindsight: Hindsight) -> None:
        thread = [HumanMessage(f"message {n}", id=f"m{n}") for n in range(5)]
        history = history_of(hindsight)
        history.add_messages(thread[:3])
        history.add_messages(thread)
        assert history.messages == thread
        assert len(hindsight.for_user("ann", session="t").window(last=99)) == 5


class TestColours:
    def test_s22_one_agent_in_two_event_loops_and_beside_one(self, hindsight: Hindsight) -> None:
        agent: Any = create_agent(
            scripted(*["Noted."] * 3), middleware=[HindsightMiddleware(hindsight)]
        )

        async def both_ways() -> None:
            await agent.ainvoke({"messages": [("user", "I live in Oslo.")]}, ANN)
            agent.invoke({"messages": [("user", "我住在上海")]}, ANN)  # inside a running loop

        asyncio.run(both_ways())
        asyncio.run(agent.ainvoke({"messages": [("user", "I moved to Bergen.")]}, ANN))
        homes = hindsight.for_user("ann").history("user.location")
        assert [home.payload["value"] for home in homes] == ["Bergen", "上海", "Oslo"]

    def test_s23_a_slow_memory_does_not_hold_up_the_loop(self) -> None:
        """While the encoder waits, the loop goes on: it is the loop that lets it go on."""
        go_on, asked = threading.Event(), threading.Event()

        class Waiting(HashingEncoder):
            def embed(self, texts: Any) -> Any:
                asked.set()
                assert go_on.wait(20), "the loop stood still"
                return super().embed(texts)

        with Hindsight.open("sqlite:///:memory:", embedder=Waiting()) as hindsight:
            agent: Any = create_agent(scripted("Hi."), middleware=[HindsightMiddleware(hindsight)])

            async def run() -> None:
                task = asyncio.create_task(
                    agent.ainvoke({"messages": [("user", "I like tea.")]}, ANN)
                )
                while not asked.is_set():  # noqa: ASYNC110 - a thread sets it
                    await asyncio.sleep(0)
                go_on.set()
                await task

            asyncio.run(run())

    def test_s24_a_cancelled_run_leaves_the_memory_usable(self, hindsight: Hindsight) -> None:
        agent: Any = create_agent(
            scripted(*["Noted."] * 9), middleware=[HindsightMiddleware(hindsight)]
        )

        async def run() -> None:
            for turns in range(1, 8):  # cancelled early, late, and in between
                task = asyncio.create_task(
                    agent.ainvoke({"messages": [("user", "I live in Oslo.")]}, ANN)
                )
                for _ in range(turns * 3):
                    await asyncio.sleep(0)
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
            await agent.ainvoke({"messages": [("user", "I moved to Bergen.")]}, ANN)

        asyncio.run(run())
        assert hindsight.for_user("ann").history("user.location")[0].payload["value"] == "Bergen"

    def test_s29_one_history_from_many_threads(self, hindsight: Hindsight) -> None:
        history = history_of(hindsight)
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda n: history.add_user_message(f"message {n}"), range(64)))
        assert sorted(m.text for m in history.messages) == sorted(f"message {n}" for n in range(64))


class TestScopes:
    def test_s47_no_id_is_no_memory(self, hindsight: Hindsight) -> None:
        for nobody in ({}, {"user_id": ""}, {"user_id": None}, {"user_id": True}):
            config: Any = {"configurable": nobody}
            model = scripted("Hello.")
            agent: Any = create_agent(model, middleware=[HindsightMiddleware(hindsight)])
            with pytest.raises(InvalidInput):
                agent.invoke({"messages": [("user", "Hello, I live in Oslo.")]}, config)
            with pytest.raises(InvalidInput):
                with_hindsight(model, hindsight).invoke("Hello, I live in Oslo.", config)
            assert model.requests == []
        makers: list[Callable[[], Any]] = [
            lambda: history_of(hindsight, user=""),
            lambda: history_of(hindsight, session=""),
            lambda: memory_tools(hindsight, user=""),
            lambda: HindsightRetriever(hindsight=hindsight, user="").invoke("x"),
        ]
        for make in makers:
            with pytest.raises(InvalidInput):
                make()

    def test_s54_the_first_write_of_a_new_tenant_is_found_at_once(
        self, hindsight: Hindsight
    ) -> None:
        middleware = HindsightMiddleware(hindsight, tenant_key="org")
        model = scripted("Noted.", "Oslo.")
        agent: Any = create_agent(model, middleware=[middleware])
        run = {"configurable": {"user_id": "ann", "org": "brand new 新租户"}}
        for said in ("I live in Oslo.", "Where do I live?"):
            agent.invoke({"messages": [("user", said)]}, run)
        assert "Oslo" in str(model.requests[1][-1].content)

    def test_s59_ids_are_compared_character_by_character(self, hindsight: Hindsight) -> None:
        """One person under several ids is several users, and says so in the docs: nothing is merged."""
        hindsight.for_user("ann").remember("Ann drinks oolong")
        for other in ("Ann", "ann ", " ann", "ａｎｎ", "ann\u200b"):
            assert HindsightRetriever(hindsight=hindsight, user=other).invoke("oolong") == []


def test_s52_a_memory_that_is_down_is_told_by_every_face(hindsight: Hindsight) -> None:
    middleware = HindsightMiddleware(hindsight)
    agent: Any = create_agent(scripted("Hello."), middleware=[middleware])
    chain = with_hindsight(scripted("Hello."), hindsight)
    strict = with_hindsight(scripted("Hello."), hindsight, on_error="raise")
    history, (search, *_) = history_of(hindsight), memory_tools(hindsight, user="ann")
    retriever = HindsightRetriever(hindsight=hindsight, user="ann")
    hindsight.close()
    assert agent.invoke({"messages": [("user", "Hello there, Oslo")]}, ANN)["messages"][-1].text
    assert chain.invoke("Hello there, Oslo", ANN).text
    assert middleware.degraded > 0
    assert chain.degraded > 0
    asks: list[Callable[[], Any]] = [
        lambda: strict.invoke("Hello there, Oslo", ANN),
        lambda: history.messages,
        lambda: history.add_user_message("x"),
        lambda: search.invoke({"query": "x"}),
        lambda: retriever.invoke("x"),
    ]
    for ask in asks:
        with pytest.raises(Unavailable):
            ask()
    assert isinstance(history.last_error, Unavailable)
