"""``HindsightMemory`` as the ``memory=`` of chat engines, agents and workflows, on upstream's mock models."""

# Tools find their Context by its annotation, so annotations are no strings here.

import asyncio
import itertools
import json
import warnings
from collections.abc import Callable
from typing import Any

import pytest
from llama_index.core import Document, MockEmbedding, Settings, VectorStoreIndex
from llama_index.core.agent.workflow import AgentWorkflow, FunctionAgent, ReActAgent
from llama_index.core.base.llms.types import ChatMessage, TextBlock, ThinkingBlock
from llama_index.core.chat_engine import (
    CondensePlusContextChatEngine,
    ContextChatEngine,
    SimpleChatEngine,
)
from llama_index.core.memory import InsertMethod, Memory
from llama_index.core.workflow import Context, HumanResponseEvent, InputRequiredEvent
from workflows.context.serializers import JsonPickleSerializer, JsonSerializer

from hindsight_integrations import Hindsight
from hindsight_integrations.llamaindex import HindsightMemory, HindsightMemoryBlock, serving
from llama_script import Script, answer, calling, said, texts

pytestmark = pytest.mark.filterwarnings(
    # Upstream looks through the attributes of its own models, deprecated ones among them.
    "ignore::pydantic.warnings.PydanticDeprecatedSince20",
    "ignore::pydantic.warnings.PydanticDeprecatedSince211",
    "ignore:is_running called from within a step:DeprecationWarning",
)


def made(hindsight: Hindsight, session: str = "s1", **options: Any) -> HindsightMemory:
    return HindsightMemory.from_defaults(session, hindsight=hindsight, user="ann", **options)


@pytest.fixture
def known(hindsight: Hindsight) -> Hindsight:
    memory = hindsight.for_user("ann", session="s0")
    memory.remember("Ann lives in Berlin", subject="user.location")
    memory.remember("Ann lives in Lisbon", subject="user.location")
    return hindsight


def find(text: str) -> str:
    """Look something up."""
    return f"found {text}"


def function_agent(script: Script, **options: Any) -> FunctionAgent:
    given = {"system_prompt": "SYS", **options}
    return FunctionAgent(tools=[find], llm=script.llm, streaming=False, **given)


@pytest.fixture
def index() -> VectorStoreIndex:
    return VectorStoreIndex.from_documents(
        [Document(text="The market is by the river.")], embed_model=MockEmbedding(8)
    )


class TestChatEngines:
    def test_simple(self, known: Hindsight) -> None:
        script = Script("In Lisbon.", "Yes.")
        engine = SimpleChatEngine.from_defaults(llm=script.llm, memory=made(known))
        engine.chat("Where does Ann live?")
        assert script.saw("Ann lives in Lisbon")
        assert not script.saw("Berlin")
        engine.chat("Are you sure of that?")
        assert script.roles() == ["user", "assistant", "user"]

    async def test_bug_23_async_engines_use_async_methods(self, known: Hindsight) -> None:
        class AsyncOnly(HindsightMemory):
            def put(self, message: ChatMessage) -> None:
                raise AssertionError("sync")

            get = set = put_messages = put  # type: ignore[assignment]

        script = Script("In Lisbon.")
        memory = AsyncOnly.from_defaults("s1", hindsight=known, user="ann")
        await SimpleChatEngine.from_defaults(llm=script.llm, memory=memory).achat("Where?")
        assert len(await memory.aget_all()) == 2

    def test_by_its_class(self, known: Hindsight) -> None:
        script = Script("In Lisbon.", "Yes.")
        for _ in range(2):
            with serving(known, user="ann", session_id="s1"):
                engine = SimpleChatEngine.from_defaults(llm=script.llm, memory_cls=HindsightMemory)
            engine.chat("Where does Ann live?")
        assert script.saw("Ann lives in Lisbon")
        assert len(script.read[-1]) == 3  # the session went on

    def test_a_history_is_set(self, hindsight: Hindsight) -> None:
        script = Script("one", "two")
        engine = SimpleChatEngine.from_defaults(llm=script.llm, memory=made(hindsight))
        history = [said("I live in Berlin."), answer("Noted.")]
        for _ in range(2):
            engine.chat("And now?", chat_history=history)
            assert texts(script.read[-1])[:2] == ["I live in Berlin.", "Noted."]
        assert len(hindsight.for_user("ann").history("user.location")) == 1

    @pytest.mark.parametrize("read", [True, False])
    def test_bug_24_a_stream_is_kept_even_if_nobody_reads_it(
        self, hindsight: Hindsight, read: bool
    ) -> None:
        script = Script("one two three")
        memory = made(hindsight)
        engine = SimpleChatEngine.from_defaults(llm=script.llm, memory=memory)
        stream = engine.stream_chat("Hello there, you")
        if read:
            list(stream.response_gen)
        if (thread := stream.write_response_to_history_thread) is not None:
            thread.join(20)
        assert texts(memory.get_all()) == ["Hello there, you", "one two three"]

    def test_bug_25_a_streamed_answer_keeps_its_blocks(self, hindsight: Hindsight) -> None:
        memory = made(hindsight)
        blocks = [ThinkingBlock(content="hm"), TextBlock(text="one"), TextBlock(text="two")]
        whole = ChatMessage(role="assistant", blocks=blocks)
        memory.put(whole)
        assert memory.get_all() == [whole]

    def test_own_p51_p90_context_engine_tells_without_filling_templates(
        self, hindsight: Hindsight, index: VectorStoreIndex
    ) -> None:
        """Own p51: ``{query_str}`` in a fact became the question; p90: two user messages in a row."""
        memory = hindsight.for_user("ann")
        memory.remember("Ann writes {query_str} and {context_str} in notes", subject="user.note")
        script = Script("one", "two")
        engine = ContextChatEngine.from_defaults(
            retriever=index.as_retriever(), llm=script.llm, memory=made(hindsight)
        )
        for question in ("What does Ann write in notes?", "And what else does Ann write?"):
            engine.chat(question)
            prompt = "\n".join(texts(script.read[-1]))
            assert "Ann writes" in prompt
            assert prompt.count(question) == 1
            assert prompt.count("The market is by the river.") == 1
            roles = script.roles()
            assert not any(pair == ("user", "user") for pair in itertools.pairwise(roles))

    def test_own_p52_condensing_can_be_skipped(
        self, known: Hindsight, index: VectorStoreIndex
    ) -> None:
        script = Script("In Lisbon.", "Yes.")
        engine = CondensePlusContextChatEngine.from_defaults(
            retriever=index.as_retriever(),
            llm=script.llm,
            memory=made(known),
            skip_condense=True,
        )
        engine.chat("Where does Ann live?")
        assert len(script.read) == 1
        assert script.saw("Ann lives in Lisbon")
        engine.chat("Are you sure?")
        assert len(script.read) == 2


class TestAgents:
    async def test_function_agent(self, known: Hindsight) -> None:
        script = Script(calling("find", text="x"), "In Lisbon.")
        memory = made(known)
        result = await function_agent(script).run("Where does Ann live?", memory=memory)
        assert str(result) == "In Lisbon."
        assert script.roles(0) == ["system", "user"]  # bugs 20, 35: one system message
        assert script.roles(1) == ["system", "user", "assistant", "tool"]
        for place in (0, 1):
            assert script.saw("Ann lives in Lisbon", place)
        # The same words in both rounds, so that a provider's cache holds.
        assert script.read[0][1] == script.read[1][1]
        roles = [message.role.value for message in memory.get_all()]
        assert roles == ["user", "assistant", "tool", "assistant"]  # bug 19: tools are kept
        assert memory.long_term.count(event_type="tool_call") == 1

    async def test_own_1_bug_18_two_runs_on_one_context(self, hindsight: Hindsight) -> None:
        """Bugs 17, 18 and p80: stock ``Memory`` is lost between runs, with a warning."""
        script = Script("Noted.", "In Berlin.")
        agent = function_agent(script)
        context = Context(agent)
        memory = made(hindsight)
        with warnings.catch_warnings():
            warnings.filterwarnings("error", message=".*serializ.*")
            await agent.run("I live in Berlin.", ctx=context, memory=memory)
            del memory  # a context keeps nothing but its dump
            await agent.run("Where do I live?", ctx=context)
        assert texts(script.read[1])[1:3] == ["I live in Berlin.", "Noted."]
        assert len(made(hindsight).get_all()) == 4

    @pytest.mark.parametrize("kind", [JsonSerializer, JsonPickleSerializer])
    async def test_bug_15_16_17_a_context_is_stored_and_restored(
        self, hindsight: Hindsight, kind: Callable[[], Any]
    ) -> None:
        script = Script("Noted.", "In Berlin.")
        agent = AgentWorkflow(agents=[function_agent(script, name="one", description="d")])
        context = Context(agent)
        await agent.run("I live in Berlin.", ctx=context, memory=made(hindsight))
        stored = json.dumps(context.to_dict(serializer=kind()))
        assert "m.db" not in stored
        restored = Context.from_dict(agent, json.loads(stored), serializer=kind())
        await agent.run("Where do I live?", ctx=restored)
        assert texts(script.read[1])[1:3] == ["I live in Berlin.", "Noted."]

    async def test_own_hitl_a_run_is_resumed_from_its_dump(self, hindsight: Hindsight) -> None:
        """Stock ``Memory``: "Path 'memory' not found in state"."""

        async def ask(ctx: Context) -> str:
            """Ask the human."""
            event = await ctx.wait_for_event(
                HumanResponseEvent,
                waiter_id="w",
                waiter_event=InputRequiredEvent(prefix="sure?"),  # type: ignore[call-arg]
            )
            return str(event.response)

        script = Script(calling("ask"), "Done.")
        agent = FunctionAgent(tools=[ask], llm=script.llm, streaming=False, system_prompt="SYS")
        context = Context(agent)
        memory = made(hindsight)
        handler = agent.run("I live in Berlin. Ask me.", ctx=context, memory=memory)
        async for event in handler.stream_events():
            if isinstance(event, InputRequiredEvent):
                stored = json.loads(json.dumps(handler.ctx.to_dict(serializer=JsonSerializer())))
                await handler.cancel_run()
                break
        restored = Context.from_dict(agent, stored, serializer=JsonSerializer())
        resumed = agent.run(ctx=restored)
        assert resumed.ctx is not None
        resumed.ctx.send_event(HumanResponseEvent(response="yes"))  # type: ignore[call-arg]
        assert str(await asyncio.wait_for(resumed, 20)) == "Done."
        assert script.saw("yes")
        assert texts(await memory.aget_all())[0] == "I live in Berlin. Ask me."
        assert len(await memory.aget_all()) == 4

    async def test_own_5_react_agent_without_a_prompt(self, known: Hindsight) -> None:
        """p42: it removes the first system message it gets, which was the memory's."""
        script = Script("Thought: I know.\nAnswer: In Lisbon.", "Thought: ok\nAnswer: Yes.")
        agent = ReActAgent(tools=[find], llm=script.llm, streaming=False)
        memory = made(known)
        await agent.run("Where does Ann live?", memory=memory)
        assert script.saw("Ann lives in Lisbon")
        learnt = [m.content for m in memory.long_term.find(types="utterance")]
        assert "In Lisbon." in learnt
        assert not any("Thought" in content for content in learnt)

    async def test_own_p47_what_an_agent_edits_is_not_what_is_kept(
        self, hindsight: Hindsight
    ) -> None:
        script = Script("Noted.")
        memory = made(hindsight)
        agent = function_agent(script, initial_state={"step": 1})
        await agent.run("I live in Berlin.", memory=memory)
        assert texts(memory.get_all()) == ["I live in Berlin.", "Noted."]

    async def test_own_p49_edit_state_does_not_fork_it(self, hindsight: Hindsight) -> None:
        async def note(ctx: Context) -> str:
            """Note something."""
            async with ctx.store.edit_state() as state:
                state["noted"] = True
            return "ok"

        script = Script(calling("note"), "Done.")
        agent = FunctionAgent(tools=[note], llm=script.llm, streaming=False)
        context = Context(agent)
        memory = made(hindsight)
        await agent.run("Note it, please.", ctx=context, memory=memory)
        assert await context.store.get("noted") is True
        assert await context.store.get("memory") is memory
        assert len(memory.get_all()) == 4

    async def test_own_p43_one_session_handed_over_between_agents(
        self, hindsight: Hindsight
    ) -> None:
        first = Script(calling("handoff", to_agent="two", reason="knows more"))
        second = Script("In Berlin.")
        workflow = AgentWorkflow(
            agents=[
                function_agent(first, name="one", description="a", can_handoff_to=["two"]),
                function_agent(second, name="two", description="b"),
            ],
            root_agent="one",
        )
        memory = made(hindsight)
        await workflow.run("I live in Berlin. Where do I live?", memory=memory)
        assert second.saw("I live in Berlin. Where do I live?")
        assert texts(memory.get_all())[-1] == "In Berlin."

    async def test_own_p46_a_model_that_fails_leaves_what_was_said(
        self, hindsight: Hindsight
    ) -> None:
        memory = made(hindsight)
        with pytest.raises(RuntimeError):
            await function_agent(Script()).run("I live in Berlin.", memory=memory)
        assert texts(memory.get_all()) == ["I live in Berlin."]
        assert memory.long_term.history("user.location") != []

    async def test_bug_38_an_agent_that_forwards_only_the_users_message(
        self, known: Hindsight
    ) -> None:
        memory = made(known)
        await memory.aput(said("Where does Ann live?"))
        (last,) = [m for m in await memory.aget() if m.role == "user"][-1:]
        assert "Ann lives in Lisbon" in (last.content or "")

    async def test_a_stock_memory_with_the_block(self, known: Hindsight) -> None:
        script = Script("In Lisbon.")
        block = HindsightMemoryBlock(hindsight=known, user="ann")
        memory = Memory.from_defaults(
            session_id="s1",
            memory_blocks=[block],
            insert_method=InsertMethod.USER,
            chat_store=made(known, "queue").sql_store,
        )
        await function_agent(script).run("Where does Ann live?", memory=memory)
        assert script.saw("Ann lives in Lisbon")


def test_nothing_is_asked_of_a_model_of_upstream() -> None:
    """The memory works without ``Settings.llm`` and ``Settings.embed_model``, which would be OpenAI's."""
    assert Settings._llm is None
    assert Settings._embed_model is None
