"""What LlamaIndex's own tests ask of agents, in our own words, with the stock memory and with ours."""

# Tools find their Context by its annotation, so annotations are no strings here.

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from llama_index.core.agent.workflow import AgentInput, AgentWorkflow, FunctionAgent, ReActAgent
from llama_index.core.base.llms.types import ChatMessage, TextBlock
from llama_index.core.tools import FunctionTool
from llama_index.core.workflow import Context, HumanResponseEvent, InputRequiredEvent
from workflows.context.serializers import JsonSerializer, PickleSerializer
from workflows.errors import WorkflowRuntimeError

from llama_script import Script, calling, said, texts
from upstream_rows import LEAKS, Side, contract

pytestmark = [
    LEAKS,
    pytest.mark.filterwarnings(
        # Upstream looks through the attributes of its own models, deprecated ones among them.
        "ignore::pydantic.warnings.PydanticDeprecatedSince20",
        "ignore::pydantic.warnings.PydanticDeprecatedSince211",
        "ignore:is_running called from within a step:DeprecationWarning",
        "ignore:.*serializ.*",
    ),
]
ACTION = 'Thought: I add them.\nAction: add\nAction Input: {"a": 5, "b": 3}\n'
DONE = "Thought: I know.\nAnswer: The sum is 8"


def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


def look() -> str:
    """Look."""
    return "seen: 潮水"


async def ask(ctx: Context) -> str:
    """Ask the human."""
    event = await ctx.wait_for_event(
        HumanResponseEvent,
        waiter_id="w",
        waiter_event=InputRequiredEvent(prefix="name?"),  # type: ignore[call-arg]
    )
    return f"called {event.response}"


def function_agent(script: Script, *tools: Any, **given: Any) -> FunctionAgent:
    named = {"name": "agent", "description": "d", **given}
    return FunctionAgent(tools=list(tools), llm=script.llm, streaming=False, **named)


def react_agent(script: Script, **given: Any) -> ReActAgent:
    named = {"name": "adder", "description": "d", **given}
    return ReActAgent(tools=[add], llm=script.llm, streaming=False, **named)


async def events_of(handler: Any) -> list[Any]:
    events = [event async for event in handler.stream_events()]
    await handler
    return events


def given_to_models(events: list[Any]) -> str:
    inputs = [event.input for event in events if isinstance(event, AgentInput)]
    return "\n".join(text for messages in inputs for text in texts(messages))


@contract
async def test_a_function_agent_answers(side: Side) -> None:
    script = Script("好的")
    memory = side.memory()
    handler = function_agent(script, add, system_prompt="SYS").run("help me", memory=memory)
    assert await events_of(handler)
    assert str(await handler) == "好的"
    assert texts(await memory.aget_all()) == ["help me", "好的"]


@pytest.mark.parametrize("streaming", [True, False])
@contract
async def test_a_tool_without_arguments_is_called_once(side: Side, streaming: bool) -> None:
    script = Script(calling("look"), "finished")
    agent = function_agent(script, look)
    agent.streaming = streaming
    assert str(await agent.run("look", memory=side.memory())) == "finished"
    assert sum(one.content == "seen: 潮水" for one in script.read[1]) == 1


@contract
async def test_a_react_agent_adds(side: Side) -> None:
    answered = await react_agent(Script(ACTION, DONE)).run("5 and 3?", memory=side.memory())
    assert "8" in str(answered)


@pytest.mark.parametrize(
    ("first", "told"),
    [
        pytest.param("", "previous response was empty", id="empty"),
        pytest.param(
            'Thought: I add.\nAction: add\n{"a": 5 "b": 3}\n',
            "Error while parsing the output",
            id="malformed",
        ),
    ],
)
@pytest.mark.parametrize("kind", ["agent", "workflow"])
@contract
async def test_a_react_agent_tries_again(side: Side, first: str, told: str, kind: str) -> None:
    agent = react_agent(Script(first, ACTION, DONE))
    running = agent if kind == "agent" else AgentWorkflow(agents=[agent])
    handler = running.run("5 and 3?", memory=side.memory())
    assert told in given_to_models(await events_of(handler))
    assert "8" in str(await handler)


def looking(rounds: int, *after: str) -> Script:
    return Script(*(calling("look", f"c{n}") for n in range(rounds)), *after)


@pytest.mark.parametrize("kind", ["agent", "workflow"])
@contract
async def test_too_many_rounds_are_an_error(side: Side, kind: str) -> None:
    agent = function_agent(looking(9), look)
    running = agent if kind == "agent" else AgentWorkflow(agents=[agent])
    with pytest.raises(WorkflowRuntimeError, match="generate"):
        await running.run("look", memory=side.memory(), max_iterations=5)


@pytest.mark.parametrize("kind", ["agent", "workflow"])
@pytest.mark.parametrize("where", ["made", "run"])
@contract
async def test_or_a_last_answer_is_given(side: Side, kind: str, where: str) -> None:
    script = looking(3, "到此为止")
    set_: dict[str, Any] = {"early_stopping_method": "generate"}
    agent = function_agent(script, look, **(set_ if (where, kind) == ("made", "agent") else {}))
    more = set_ if (where, kind) == ("made", "workflow") else {}
    running: Any = agent if kind == "agent" else AgentWorkflow(agents=[agent], **more)
    later = set_ if where == "run" else {}
    answered = await running.run("look", memory=side.memory(), max_iterations=3, **later)
    assert str(answered) == "到此为止"
    assert script.saw("maximum number of iterations")


@contract
async def test_that_last_answer_has_seen_the_results(side: Side) -> None:
    script = looking(3, "到此为止")
    agent = function_agent(script, look, early_stopping_method="generate")
    await agent.run("look", memory=side.memory(), max_iterations=3)
    assert script.saw("seen: 潮水")


@contract
async def test_a_users_message_of_two_parts_arrives_whole(side: Side) -> None:
    script = Script("ok")
    agent = function_agent(script, look, system_prompt="SYS")
    parts = [TextBlock(text="Can you add?"), TextBlock(text="一加一")]
    asked = ChatMessage(role="user", blocks=parts)
    await agent.run(user_msg=asked, ctx=Context(agent), memory=side.memory())
    assert script.saw("Can you add?")
    assert script.saw("一加一")


def handing(script: Script, other: Any) -> AgentWorkflow:
    first = function_agent(script, name="first", can_handoff_to=["adder"])
    return AgentWorkflow(agents=[first, other], root_agent="first")


HANDOFF = calling("handoff", to_agent="adder", reason="sums")


@contract
async def test_one_agent_hands_over_to_another(side: Side) -> None:
    workflow = handing(Script(HANDOFF), react_agent(Script(ACTION, DONE)))
    handler = workflow.run("5 and 3?", memory=side.memory())
    names = {getattr(event, "current_agent_name", "") for event in await events_of(handler)}
    assert {"first", "adder"} <= names
    assert "8" in str(await handler)


@contract
async def test_one_that_says_nothing_is_asked_again(side: Side) -> None:
    workflow = handing(Script(HANDOFF), react_agent(Script("", DONE)))
    events = await events_of(workflow.run("5 and 3?", memory=side.memory()))
    assert "previous response was empty" in given_to_models(events)


@contract
async def test_a_first_agent_may_say_nothing(side: Side) -> None:
    silent = Script(ChatMessage(role="assistant", content=None))
    result = await handing(silent, react_agent(Script())).run("5 and 3?", memory=side.memory())
    assert not str(result)


@contract
async def test_handing_over_to_nobody_is_told(side: Side) -> None:
    wrong = calling("handoff", to_agent="nobody", reason="x")
    workflow = handing(Script(wrong, "stuck"), react_agent(Script()))
    events = await events_of(workflow.run("go", memory=side.memory()))
    assert "nobody not found" in str(events)


@contract
async def test_state_is_kept_and_told_once(side: Side) -> None:
    async def count(ctx: Context) -> str:
        """Count."""
        state = await ctx.store.get("state")
        state["counter"] += 1
        await ctx.store.set("state", state)
        return "counted"

    script = Script(calling("count"), "done")
    workflow = AgentWorkflow(
        agents=[function_agent(script, count)],
        initial_state={"counter": 0},
        state_prompt="Now: {state}. Said: {msg}",
    )
    handler = workflow.run("go", memory=side.memory())
    await handler
    assert (await handler.ctx.store.get("state"))["counter"] == 1
    assert told_states(script)[0] == 1
    assert max(told_states(script)) == 1


def told_states(script: Script) -> list[int]:
    """How often the user's message told the state, each time the model was asked."""
    read = [one.content or "" for read in script.read for one in read if one.role == "user"]
    return [text.count("Now:") for text in read]


@contract
async def test_state_is_told_in_every_round(side: Side) -> None:
    script = Script(calling("look"), "done")
    workflow = AgentWorkflow(
        agents=[function_agent(script, look)],
        initial_state={"counter": 0},
        state_prompt="Now: {state}. Said: {msg}",
    )
    await workflow.run("go", memory=side.memory())
    assert told_states(script) == [1, 1]


@pytest.mark.parametrize("kind", [JsonSerializer, PickleSerializer])
@contract
async def test_a_run_is_resumed_from_its_dump(side: Side, kind: Callable[[], Any]) -> None:
    script = Script(calling("ask"), "谢谢")
    workflow = AgentWorkflow(agents=[function_agent(script, ask)])
    memory = side.memory()
    handler = workflow.run("go", memory=memory)
    async for event in handler.stream_events():
        if isinstance(event, InputRequiredEvent):
            dump = json.loads(json.dumps(handler.ctx.to_dict(serializer=kind())))
            await handler.cancel_run()
            break
    again = Context.from_dict(workflow, dump, serializer=kind())
    resumed: Any = workflow.run(ctx=again)
    resumed.ctx.send_event(HumanResponseEvent(response="Wei"))  # type: ignore[call-arg]
    assert str(await asyncio.wait_for(resumed, 20)) == "谢谢"
    assert "called Wei" in texts(await memory.aget_all())


@contract
async def test_a_context_that_is_used_again_takes_new_wishes(side: Side) -> None:
    workflow = AgentWorkflow(agents=[function_agent(looking(9, "ok"), look)])
    context, memory = Context(workflow), side.memory()
    for most in (2, 3):
        with pytest.raises(WorkflowRuntimeError, match=f"iterations of {most}"):
            await workflow.run("look", ctx=context, memory=memory, max_iterations=most)


@contract
async def test_a_tool_whose_answer_is_the_last(side: Side) -> None:
    def final(failed_before: bool = False) -> str:
        """Fails first."""
        if not failed_before:
            raise RuntimeError("again with failed_before")
        return "成功"

    tool = FunctionTool.from_defaults(fn=final, return_direct=True)
    script = Script(calling("final"), calling("final", "c2", failed_before=True))
    memory = side.memory()
    assert str(await function_agent(script, tool).run("go", memory=memory)) == "成功"
    assert texts(await memory.aget_all())[-1] == "成功"
    assert said("go") in await memory.aget_all()
