"""Threads that are saved, streamed, summarised, interrupted, replayed: what is kept once, and what leaks nowhere."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware, SummarizationMiddleware
from langchain.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.types import Command, interrupt

from hindsight_integrations import Hindsight
from hindsight_integrations.langchain import HindsightMiddleware
from scripted_model import calls, scripted

SECRET = "Alice hides the spare key under the blue pot"
THREAD: dict[str, Any] = {
    "context": {"user_id": "alice"},
    "config": {"configurable": {"thread_id": "t"}},
}


@tool
def approve(what: str) -> str:
    """Ask a person."""
    return f"{what}: {interrupt('may I?')}"


@tool
def look_up(what: str) -> str:
    """Look something up."""
    return f"{what}: 42"


def kept(hindsight: Hindsight) -> list[tuple[str, str]]:
    window = hindsight.for_user("alice", session="t").window()
    return [(turn.role.value, turn.content) for turn in window]


def told(model: Any, request: int) -> bool:
    """Whether the model was given the secret in this request."""
    return "blue pot" in str([message.content for message in model.requests[request]])


@pytest.fixture
def secret(hindsight: Hindsight) -> str:
    change = hindsight.for_user("alice").remember(SECRET)
    assert change.memory is not None
    return change.memory.id


@pytest.mark.usefixtures("secret")
@pytest.mark.parametrize("inject", ["user", "system"])
def test_no_checkpoint_holds_what_was_recalled(hindsight: Hindsight, run: Any, inject: Any) -> None:
    saver = InMemorySaver()
    model = scripted(calls(("c1", "look_up", {"what": "pots"})), "Where it always is.")
    agent = create_agent(
        model,
        [look_up],
        middleware=[HindsightMiddleware(hindsight, inject=inject)],
        checkpointer=saver,
    )
    answer = run(agent, "Where is the key?", **THREAD)

    assert told(model, 0)
    assert told(model, 1)
    stored = repr((saver.storage, saver.writes, saver.blobs))
    assert "Where it always is." in stored  # the search would find it
    assert "blue pot" not in stored
    assert "blue pot" not in repr(agent.get_state(THREAD["config"]))
    assert set(answer) == {"messages"}
    assert "blue pot" not in repr(answer)


@pytest.mark.parametrize("mode", ["values", "updates", "messages", "tasks", "checkpoints"])
def test_no_stream_holds_what_was_recalled(hindsight: Hindsight, secret: str, mode: Any) -> None:
    model = scripted("Where it always is.", "Where it always is.")
    agent: Any = create_agent(
        model, middleware=[HindsightMiddleware(hindsight)], checkpointer=InMemorySaver()
    )

    async def streamed() -> list[Any]:
        asked = agent.astream({"messages": "Where is the key?"}, stream_mode=mode, **THREAD)
        return [part async for part in asked]

    here = list(agent.stream({"messages": "Where is the key?"}, stream_mode=mode, **THREAD))
    there = asyncio.run(streamed())

    assert told(model, 0)
    assert told(model, 1)
    for parts in (here, there):
        assert "always" in repr(parts)
        assert "blue pot" not in repr(parts)
    if mode == "values":
        assert here[-1]["hindsight"]["ids"] == [secret]


@pytest.mark.usefixtures("secret")
def test_a_summary_is_not_taken_for_the_user(hindsight: Hindsight, run: Any) -> None:
    """The user's message is summarised away in mid-turn; the turn is told the same all the same."""
    model = scripted(calls(("c1", "look_up", {"what": "x" * 400})), "Where it always is.", "Yes.")
    summariser = SummarizationMiddleware(
        scripted(*["The user lost a key."] * 9), trigger=("tokens", 100), keep=("messages", 2)
    )
    agent = create_agent(
        model,
        [look_up],
        middleware=[HindsightMiddleware(hindsight), summariser],
        checkpointer=InMemorySaver(),
    )
    answer = run(agent, "Where is the key?", **THREAD)

    first = answer["messages"][0]
    assert first.additional_kwargs["lc_source"] == "summarization"
    assert "Where is the key?" not in [message.content for message in answer["messages"]]
    assert told(model, 0)
    assert told(model, 1)
    assert [who for who, _ in kept(hindsight)] == ["user", "tool", "assistant"]

    run(agent, "Is it?", **THREAD)
    texts = [said for _, said in kept(hindsight)]
    assert texts[3:] == ["Is it?", "Yes."]
    assert not any("lost a key" in said for said in texts)


@pytest.mark.usefixtures("secret")
@pytest.mark.parametrize("restarted", [False, True])
def test_an_interrupted_turn_is_recorded_once_and_told_again(
    hindsight: Hindsight, run: Any, restarted: bool
) -> None:
    """After a restart the state's note and the cache are gone: the messages say what was asked."""
    said = "I live in Lisbon. Where is the key?"
    saver = InMemorySaver()
    model = scripted(calls(("c1", "approve", {"what": "dig"})), "Where it always is.")
    agent = create_agent(
        model, [approve], middleware=[HindsightMiddleware(hindsight)], checkpointer=saver
    )
    stopped = run(agent, said, **THREAD)
    assert stopped["__interrupt__"][0].value == "may I?"
    assert kept(hindsight) == [("user", said)]

    if restarted:
        agent = create_agent(
            model, [approve], middleware=[HindsightMiddleware(hindsight)], checkpointer=saver
        )
    run(agent, Command(resume="yes"), **THREAD)
    assert kept(hindsight) == [
        ("user", said),
        ("tool", "dig: yes"),
        ("assistant", "Where it always is."),
    ]
    assert told(model, 0)
    assert told(model, 1)
    asked = [message for message in model.requests[1] if message.type == "human"][-1]
    assert "Lisbon" not in str(asked.content[1])  # its own words, and what was learnt from them


@pytest.mark.usefixtures("secret")
def test_a_decision_between_model_and_tool_is_no_second_turn(
    hindsight: Hindsight, run: Any
) -> None:
    model = scripted(calls(("c1", "look_up", {"what": "pots"})), "Where it always is.")
    agent = create_agent(
        model,
        [look_up],
        middleware=[
            HindsightMiddleware(hindsight),
            HumanInTheLoopMiddleware(interrupt_on={"look_up": True}),
        ],
        checkpointer=InMemorySaver(),
    )
    run(agent, "Where is the key?", **THREAD)
    run(agent, Command(resume={"decisions": [{"type": "approve"}]}), **THREAD)

    assert [who for who, _ in kept(hindsight)] == ["user", "tool", "assistant"]
    assert told(model, 1)


def test_what_is_forgotten_during_an_interrupt_is_not_told_after_it(
    hindsight: Hindsight, run: Any, secret: str
) -> None:
    model = scripted(calls(("c1", "approve", {"what": "dig"})), "I do not know.")
    agent = create_agent(
        model,
        [approve],
        middleware=[HindsightMiddleware(hindsight)],
        checkpointer=InMemorySaver(),
    )
    run(agent, "Where is the key?", **THREAD)
    hindsight.for_user("alice").forget(secret, reason="asked")
    run(agent, Command(resume="yes"), **THREAD)

    assert told(model, 0)
    assert not told(model, 1)


def test_what_was_replaced_and_forgotten_is_not_told_either(hindsight: Hindsight, run: Any) -> None:
    """A preference is told with its predecessor, which may be forgotten alone."""
    alice = hindsight.for_user("alice")
    for how in ("by letter", "by phone"):
        alice.remember(f"Reach Alice {how}", subject="user.preference.contact", type="preference")
    model = scripted(calls(("c1", "approve", {"what": "call"})), "By phone.")
    agent = create_agent(
        model,
        [approve],
        middleware=[HindsightMiddleware(hindsight)],
        checkpointer=InMemorySaver(),
    )
    run(agent, "How do you reach me?", **THREAD)
    (_, letters) = alice.history("user.preference.contact")
    alice.forget(letters.id, reason="asked")
    run(agent, Command(resume="yes"), **THREAD)

    before, after = (str(request[0].content) for request in model.requests)
    assert "by phone" in before
    assert "by letter" in before
    assert "by phone" in after
    assert "by letter" not in after


def test_what_is_forgotten_after_the_question_was_summarised_is_not_told(
    hindsight: Hindsight, run: Any, secret: str
) -> None:
    """Nothing is left to ask with, so nothing is told."""

    @tool
    def forget(what: str) -> str:
        """Forget it."""
        hindsight.for_user("alice").forget(secret, reason="asked")
        return "forgotten"

    model = scripted(calls(("c1", "forget", {"what": "x" * 400})), "Forgotten.")
    summariser = SummarizationMiddleware(
        scripted(*["In short."] * 9), trigger=("tokens", 100), keep=("messages", 2)
    )
    agent = create_agent(model, [forget], middleware=[HindsightMiddleware(hindsight), summariser])
    run(agent, "Forget where the key is.", **THREAD)

    assert told(model, 0)
    assert "recalled_memory" not in str(model.requests[1])


def test_a_replayed_thread_writes_nothing_twice(hindsight: Hindsight, run: Any) -> None:
    model = scripted(
        calls(("c1", "look_up", {"what": "pots"})), "Blue ones.", "Blue ones.", "Blue ones."
    )
    agent = create_agent(
        model,
        [look_up],
        middleware=[HindsightMiddleware(hindsight)],
        checkpointer=InMemorySaver(),
    )
    run(agent, "I live in Lisbon.", **THREAD)
    assert len(kept(hindsight)) == 3
    memories = hindsight.for_user("alice").count()

    saved = list(agent.get_state_history(THREAD["config"]))
    at_the_start = next(s for s in saved if s.next == ("HindsightMiddleware.before_agent",))
    before_tools = next(s for s in saved if s.next == ("tools",))
    run(agent, None, context=THREAD["context"], config=before_tools.config)
    run(agent, None, context=THREAD["context"], config=at_the_start.config)

    # The model is asked anew, and each answer it gives is a new one: nothing else is new.
    assert kept(hindsight)[:3] == [
        ("user", "I live in Lisbon."),
        ("tool", "pots: 42"),
        ("assistant", "Blue ones."),
    ]
    assert [who for who, _ in kept(hindsight)[3:]] == ["assistant", "assistant"]
    assert hindsight.for_user("alice").count() == memories + 2
    assert len(hindsight.for_user("alice").history("user.location")) == 1


def test_a_failed_call_that_is_tried_again_is_recorded_too(hindsight: Hindsight, run: Any) -> None:
    line = iter([RuntimeError("no line"), None])

    @tool
    def pay(what: str) -> str:
        """Pay."""
        if (failure := next(line)) is not None:
            raise failure
        return "paid"

    agent = create_agent(
        scripted(calls(("c1", "pay", {"what": "rent"})), "Paid."),
        [pay],
        middleware=[HindsightMiddleware(hindsight)],
        checkpointer=InMemorySaver(),
    )
    with pytest.raises(RuntimeError):
        run(agent, "Pay it.", **THREAD)
    run(agent, None, **THREAD)

    assert kept(hindsight) == [
        ("user", "Pay it."),
        ("tool", "RuntimeError: no line"),
        ("tool", "paid"),
        ("assistant", "Paid."),
    ]


@pytest.mark.usefixtures("secret")
@pytest.mark.parametrize("outer_remembers", [True, False])
def test_an_agent_inside_a_tool_recalls_and_records_nothing(
    hindsight: Hindsight, run: Any, outer_remembers: bool
) -> None:
    inner_model = scripted(calls(("c1", "look_up", {"what": "pots"})), "Blue ones.")
    inner = create_agent(
        inner_model, [look_up], middleware=[HindsightMiddleware(hindsight)], name="gardener"
    )

    @tool
    def ask_gardener(task: str) -> str:
        """Hand it over."""
        answer = inner.invoke({"messages": [{"role": "user", "content": task}]})
        return str(answer["messages"][-1].text)

    outer = create_agent(
        scripted(
            calls(("c1", "ask_gardener", {"task": "I live in a pot. Find the key."})), "Done."
        ),
        [ask_gardener],
        middleware=[HindsightMiddleware(hindsight)] if outer_remembers else [],
        checkpointer=InMemorySaver(),
    )
    run(outer, "Where is the key?", **THREAD)

    assert told(inner_model, 0)
    recorded = [
        ("user", "Where is the key?"),
        ("tool", "Blue ones."),
        ("assistant", "Done."),
    ]
    assert kept(hindsight) == (recorded if outer_remembers else [])
    assert hindsight.for_user("alice").history("user.location") == []


@pytest.mark.usefixtures("secret")
def test_an_agent_that_is_a_node_of_a_graph_hears_the_user_himself(
    hindsight: Hindsight, run: Any
) -> None:
    model = scripted("Where it always is.")
    agent = create_agent(model, middleware=[HindsightMiddleware(hindsight)], name="concierge")
    graph = StateGraph(MessagesState)
    graph.add_node("concierge", agent)
    graph.add_edge(START, "concierge")
    run(graph.compile(checkpointer=InMemorySaver()), "Where is the key?", **THREAD)

    assert told(model, 0)
    assert kept(hindsight) == [
        ("user", "Where is the key?"),
        ("assistant", "Where it always is."),
    ]


def test_answers_survive_the_process(tmp_path: Path, run: Any) -> None:
    """The memory's file, opened anew, tells a new thread what an old one has learnt."""
    from hindsight_integrations.models.hashing import HashingEncoder

    model = scripted("Noted.", "In Lisbon.")
    for thread, said in (("one", "I live in Lisbon."), ("two", "Where do I live?")):
        with Hindsight.open(f"sqlite:///{tmp_path / 'm.db'}", embedder=HashingEncoder()) as opened:
            agent = create_agent(model, middleware=[HindsightMiddleware(opened)])
            config = {"configurable": {"thread_id": thread, "user_id": "alice"}}
            run(agent, said, config=config)

    assert "Lisbon" in str(model.requests[1][-1].content[1])
