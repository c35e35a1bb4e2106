"""What one may ask of the middleware: a reminder, learning sub-agents, who counts as the user, the end of a session."""

from __future__ import annotations

import asyncio
import shutil
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain.agents.middleware import ModelCallLimitMiddleware
from langchain.tools import tool
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver

from hindsight_integrations import Hindsight, InvalidInput, SessionEnd, Unavailable
from hindsight_integrations.langchain import (
    LOOK_FIRST,
    READ_FIRST,
    HindsightMiddleware,
    memory_tools,
)
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.testing import MOMENT, FrozenClock
from scripted_model import calls, scripted

THREAD: dict[str, Any] = {
    "context": {"user_id": "alice"},
    "config": {"configurable": {"thread_id": "t"}},
}


def kept(hindsight: Hindsight, session: str = "t") -> list[tuple[str, str]]:
    window = hindsight.for_user("alice", session=session).window(last=99)
    return [(turn.role.value, turn.content) for turn in window]


def texts(message: Any) -> list[str]:
    """The text blocks of a message."""
    return [part["text"] for part in message.content]


class TestReminder:
    @pytest.mark.parametrize(
        ("remind", "with_tools", "text"),
        [
            (True, True, LOOK_FIRST),
            (True, False, READ_FIRST),
            ("先看记忆再回答。", False, "先看记忆再回答。"),
        ],
    )
    def test_it_ends_the_system_message_and_is_the_same_each_time(
        self, hindsight: Hindsight, run: Any, remind: Any, with_tools: bool, text: str
    ) -> None:
        hindsight.for_user("alice").remember("Alice drinks oolong")
        model = scripted("Oolong.", "Green.")
        agent = create_agent(
            model,
            memory_tools(hindsight) if with_tools else [],
            system_prompt="Be kind.",
            middleware=[HindsightMiddleware(hindsight, remind=remind)],
            checkpointer=InMemorySaver(),
        )
        run(agent, "Which tea?", **THREAD)
        run(agent, "And which cup?", **THREAD)
        first, second = (request[0] for request in model.requests)
        assert texts(first) == ["Be kind.", text]
        assert first == second

    def test_it_stands_before_what_is_recalled(self, hindsight: Hindsight, run: Any) -> None:
        hindsight.for_user("alice").remember("Alice drinks oolong")
        model = scripted("Oolong.")
        middleware = HindsightMiddleware(hindsight, inject="system", remind=True)
        run(create_agent(model, middleware=[middleware]), "Which tea?", **THREAD)
        remind, block = texts(model.requests[0][0])
        assert remind == READ_FIRST
        assert block.startswith("<recalled_memory>")

    def test_without_it_the_system_message_stays(self, hindsight: Hindsight, run: Any) -> None:
        model = scripted("Oolong.")
        agent = create_agent(
            model, system_prompt="Be kind.", middleware=[HindsightMiddleware(hindsight)]
        )
        run(agent, "Which tea?", **THREAD)
        assert model.requests[0][0].content == "Be kind."

    @pytest.mark.parametrize("text", [LOOK_FIRST, READ_FIRST])
    def test_the_texts_name_the_past_in_both_languages_and_hold_no_fence(self, text: str) -> None:
        for word in ("last time", "again", "上次", "之前", "do not know"):
            assert word in text
        assert not set(text) & set("<>{}`")


class TestSubagents:
    def nested(self, hindsight: Hindsight, **options: Any) -> Any:
        @tool
        def look_up(what: str) -> str:
            """Look something up."""
            return f"{what}: 42"

        inner: Any = create_agent(
            scripted(calls(("c1", "look_up", {"what": "pots"})), "Blue ones."),
            [look_up],
            middleware=[HindsightMiddleware(hindsight, **options)],
            name="gardener",
        )

        @tool
        def ask_gardener(task: str) -> str:
            """Hand it over."""
            return str(inner.invoke({"messages": [("user", task)]})["messages"][-1].text)

        return create_agent(
            scripted(
                calls(("c1", "ask_gardener", {"task": "I live in Oslo. 我住在上海。"})), "Done."
            ),
            [ask_gardener],
            checkpointer=InMemorySaver(),
        )

    def test_they_only_recall(self, hindsight: Hindsight, run: Any) -> None:
        run(self.nested(hindsight), "Which pots?", **THREAD)
        assert kept(hindsight) == []

    def test_told_to_learn_they_record_what_they_did_and_no_fact(
        self, hindsight: Hindsight, run: Any
    ) -> None:
        run(self.nested(hindsight, subagents="learn"), "Which pots?", **THREAD)
        assert kept(hindsight) == [
            ("assistant", "I live in Oslo. 我住在上海。"),
            ("tool", "pots: 42"),
            ("assistant", "Blue ones."),
        ]
        assert hindsight.for_user("alice").history("user.location") == []
        assert hindsight.for_user("alice").count(event_type="tool_call") == 1

    def test_another_word_is_refused(self, hindsight: Hindsight) -> None:
        wrong: Any = "sometimes"
        with pytest.raises(InvalidInput, match="subagents"):
            HindsightMiddleware(hindsight, subagents=wrong)


class TestWhoSpeaks:
    @pytest.mark.parametrize("said", ["I live in Oslo.", "我住在上海。"])
    def test_an_agent_that_writes_as_a_human_is_not_the_user(
        self, hindsight: Hindsight, run: Any, said: str
    ) -> None:
        """The hand-over of many graphs: another agent's words in a human message with its name."""
        given = [HumanMessage("Which pots?"), HumanMessage(said, name="researcher")]
        middleware = HindsightMiddleware(hindsight, by_user=lambda message: message.name is None)
        run(create_agent(scripted("Blue."), middleware=[middleware]), given, **THREAD)
        assert kept(hindsight) == [("user", "Which pots?"), ("assistant", "Blue.")]
        assert hindsight.for_user("alice").history("user.location") == []

    def test_a_notice_of_the_framework_is_not_the_user(
        self, hindsight: Hindsight, run: Any
    ) -> None:
        notice = HumanMessage("I live in Oslo.", additional_kwargs={"lc_source": "reminder"})
        given = [HumanMessage("Which pots?"), notice]
        run(
            create_agent(scripted("Blue."), middleware=[HindsightMiddleware(hindsight)]),
            given,
            **THREAD,
        )
        assert kept(hindsight) == [("user", "Which pots?"), ("assistant", "Blue.")]


class TestTheEndOfASession:
    def test_an_application_says_so(self, hindsight: Hindsight, run: Any) -> None:
        middleware = HindsightMiddleware(hindsight)
        agent = create_agent(scripted("Noted.", "Oslo."), middleware=[middleware])
        run(agent, "I live in Oslo.", **THREAD)
        assert middleware.session_end(user="alice", session="t") == SessionEnd("t", ended=True)
        assert not middleware.session_end(user="alice", session="t").ended
        run(agent, "Where do I live?", **THREAD)
        again = asyncio.run(middleware.asession_end(user="alice", session="t"))
        assert again == SessionEnd("t", ended=True)

    def test_a_tool_ends_the_session_of_its_run(self, hindsight: Hindsight, run: Any) -> None:
        middleware = HindsightMiddleware(hindsight)
        ends: list[SessionEnd] = []

        @tool
        def hang_up() -> str:
            """End the call."""
            ends.append(middleware.session_end())
            return "bye"

        model = scripted(calls(("c1", "hang_up", {})), "Bye.")
        run(create_agent(model, [hang_up], middleware=[middleware]), "That is all.", **THREAD)
        assert ends == [SessionEnd("t", ended=True)]

    def test_what_is_missing_is_named(self, hindsight: Hindsight) -> None:
        middleware = HindsightMiddleware(hindsight)
        with pytest.raises(InvalidInput, match="user="):
            middleware.session_end()
        with pytest.raises(InvalidInput, match="session="):
            middleware.session_end(user="alice")
        with pytest.raises(InvalidInput, match="tenant="):
            HindsightMiddleware(hindsight, tenant_key="org").session_end(user="a", session="s")

    def test_what_goes_wrong_raises(self, hindsight: Hindsight) -> None:
        middleware = HindsightMiddleware(hindsight)
        hindsight.close()
        with pytest.raises(Unavailable):
            middleware.session_end(user="alice", session="t")


def seeded(path: Path) -> None:
    with Hindsight.open(
        f"sqlite:///{path}", embedder=HashingEncoder(), clock=FrozenClock(MOMENT)
    ) as hindsight:
        memory = hindsight.for_user("alice")
        memory.remember("Alice drinks oolong", subject="user.drink")
        memory.remember("爱丽丝不吃鱼", subject="user.diet", type="preference")
        memory.event("order_placed", {"order": "A-17"}, event_time=MOMENT - timedelta(days=400))


def test_the_block_is_the_same_text_whenever_it_is_told(tmp_path: Path, run: Any) -> None:
    """Else no prompt cache would hold: at another hour, in another process, of the same memories."""
    seeded(tmp_path / "0.db")
    shutil.copy(tmp_path / "0.db", tmp_path / "5.db")
    blocks = []
    for hours in (0, 5):
        clock = FrozenClock(MOMENT + timedelta(hours=hours))
        with Hindsight.open(
            f"sqlite:///{tmp_path / f'{hours}.db'}", embedder=HashingEncoder(), clock=clock
        ) as hindsight:
            model = scripted("Oolong.")
            agent = create_agent(model, middleware=[HindsightMiddleware(hindsight)])
            run(agent, "Tea 茶 order?", context={"user_id": "alice"})
            blocks.append(model.requests[0][-1].content)
    assert blocks[0] == blocks[1]
    assert "oolong" in str(blocks[0])


def test_a_turn_that_other_middleware_ends_is_recorded(hindsight: Hindsight, run: Any) -> None:
    limit: Any = ModelCallLimitMiddleware(run_limit=0, exit_behavior="end")
    agent = create_agent(scripted("Blue."), middleware=[HindsightMiddleware(hindsight), limit])
    answer = run(agent, "Which pots?", **THREAD)
    assert isinstance(answer["messages"][-1], AIMessage)
    assert [who for who, _ in kept(hindsight)] == ["user", "assistant"]
