"""What LlamaIndex's own tests ask of chat engines, in our own words, with the stock memory and with ours."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import AsyncGenerator, Generator, Iterator
from typing import Any

import pytest
from llama_index.core import Document, MockEmbedding, VectorStoreIndex
from llama_index.core.base.llms.types import ChatMessage, ChatResponse, TextBlock, ThinkingBlock
from llama_index.core.chat_engine import (
    CondensePlusContextChatEngine,
    ContextChatEngine,
    SimpleChatEngine,
)
from llama_index.core.chat_engine.types import StreamingAgentChatResponse
from llama_index.core.llms import MockLLM
from llama_index.core.schema import QueryBundle

from llama_script import answer, said, texts
from upstream_rows import LEAKS, Side, contract

pytestmark = LEAKS

PROMPT = "Talk like a sailor. 说话像水手。"
WAYS = ["chat", "stream_chat", "achat", "astream_chat"]


async def asked(engine: Any, way: str, question: Any) -> str:
    """What the engine answers in one of the four ways; a stream is read to its end."""
    if way == "chat":
        return str(engine.chat(question))
    if way == "achat":
        return str(await engine.achat(question))
    if way == "stream_chat":
        stream = engine.stream_chat(question)
        return "".join(stream.response_gen).rstrip() and str(stream)
    stream = await engine.astream_chat(question)
    read = [part async for part in stream.async_response_gen()]
    assert len(read) > 1
    return str(stream)


def simple(side: Side, **given: Any) -> SimpleChatEngine:
    return SimpleChatEngine.from_defaults(llm=MockLLM(), memory=side.memory(), **given)


def over_an_index(kind: Any, side: Side) -> Any:
    documents = [Document(text="The market is by the river.")]
    index = VectorStoreIndex.from_documents(documents, embed_model=MockEmbedding(3))
    return kind.from_defaults(
        retriever=index.as_retriever(), llm=MockLLM(), memory=side.memory(), system_prompt=PROMPT
    )


# -- SimpleChatEngine --------------------------------------------------------------------------------


@contract
def test_a_simple_engine_goes_on_and_begins_anew(side: Side) -> None:
    engine = simple(side)
    engine.reset()
    first = str(engine.chat("一"))
    assert first == "user: 一\nassistant: "
    assert str(engine.chat("two")) == f"user: 一\nassistant: {first}\nuser: two\nassistant: "
    engine.reset()
    assert str(engine.chat("three")) == "user: three\nassistant: "


@contract
def test_a_simple_engine_takes_a_history(side: Side) -> None:
    memory = side.defaults(session_id="one", chat_history=[said("before"), answer("yes")])
    engine = SimpleChatEngine.from_defaults(llm=MockLLM(), memory=memory)
    shown = str(engine.chat("now"))
    assert shown == "user: before\nassistant: yes\nuser: now\nassistant: "


@contract
async def test_a_simple_engine_streams(side: Side) -> None:
    engine = simple(side)
    assert "Hello there" in await asked(engine, "astream_chat", "Hello there")
    assert len(engine.chat_history) == 2
    second = await asked(engine, "astream_chat", "你在哪里？")
    assert "Hello there" in second
    assert "你在哪里？" in second


@contract
async def test_a_stream_that_nobody_reads_ends(side: Side) -> None:
    engine = simple(side)
    stream = await engine.astream_chat("Hello there")
    assert stream.awrite_response_to_history_task is not None
    await stream.awrite_response_to_history_task
    assert "Hello there" in stream.response
    assert str(stream) == stream.response
    assert len(engine.chat_history) == 2


@contract
def test_what_fails_while_it_streams_reaches_who_reads(side: Side) -> None:
    class Broken(MockLLM):
        def stream_chat(self, messages: Any, **given: Any) -> Any:
            def parts() -> Iterator[ChatResponse]:
                yield ChatResponse(message=answer("a"), delta="a")
                raise KeyError("broken")

            return parts()

    unread: list[Any] = []

    async def read() -> None:
        engine = SimpleChatEngine.from_defaults(llm=Broken(max_tokens=None), memory=side.memory())
        stream = await engine.astream_chat("Hello")
        with pytest.raises(KeyError):
            async for _ in stream.async_response_gen():
                pass

    loop = asyncio.new_event_loop()
    loop.set_exception_handler(lambda _, context: unread.append(context["message"]))
    loop.run_until_complete(read())
    loop.close()
    gc.collect()
    assert "Task exception was never retrieved" not in unread


async def streamed(side: Side, kind: str, *blocks: Any) -> ChatMessage:
    """What a memory keeps of a message of these blocks that is streamed with a new text."""
    message = ChatMessage(role="assistant", blocks=list(blocks))
    memory = side.memory()

    def parts() -> Generator[ChatResponse, None, None]:
        yield ChatResponse(message=message, delta="new ")
        yield ChatResponse(message=message, delta="text")

    async def aparts() -> AsyncGenerator[ChatResponse, None]:
        for part in parts():
            yield part

    if kind == "async":
        await StreamingAgentChatResponse(achat_stream=aparts()).awrite_response_to_history(memory)
    else:
        response = StreamingAgentChatResponse(chat_stream=parts())
        await asyncio.to_thread(response.write_response_to_history, memory)
    kept: list[ChatMessage] = await memory.aget_all()
    return kept[0]


@pytest.mark.parametrize("kind", ["sync", "async"])
@contract
async def test_a_streamed_message_of_several_blocks_is_kept(side: Side, kind: str) -> None:
    kept = await streamed(side, kind, TextBlock(text="old"), TextBlock(text="more"))
    assert kept.blocks == [TextBlock(text="new text")]


@pytest.mark.parametrize("kind", ["sync", "async"])
@contract
async def test_a_streamed_message_keeps_its_thoughts(side: Side, kind: str) -> None:
    thought = ThinkingBlock(content="hm")
    kept = await streamed(side, kind, thought, TextBlock(text="old"))
    assert kept.blocks == [thought, TextBlock(text="new text")]


# -- ContextChatEngine and CondensePlusContextChatEngine ---------------------------------------------


async def talked(engine: Any, way: str) -> None:
    first = await asked(engine, way, "Hello World!")
    assert PROMPT in first
    assert "Hello World!" in first
    assert len(engine.chat_history) == 2
    second = await asked(engine, way, "月亮的首都是哪里？")
    assert all(text in second for text in (PROMPT, "Hello World!", "月亮的首都是哪里？"))
    assert len(engine.chat_history) == 4


@pytest.mark.parametrize("way", WAYS)
@contract
async def test_a_context_engine_talks(side: Side, way: str) -> None:
    engine = over_an_index(ContextChatEngine, side)
    await talked(engine, way)
    engine.reset()
    bundle = QueryBundle("Hello in a bundle")
    assert str(bundle) in await asked(engine, way, bundle)
    assert len(engine.chat_history) == 2
    assert str(bundle) in str(engine.chat_history[0])


@pytest.mark.parametrize("way", WAYS)
@contract
async def test_a_condensing_engine_talks(side: Side, way: str) -> None:
    await talked(over_an_index(CondensePlusContextChatEngine, side), way)


@contract
def test_a_stream_that_is_dropped_is_kept(side: Side) -> None:
    engine = over_an_index(CondensePlusContextChatEngine, side)
    stream = engine.stream_chat("Hello World!")
    next(iter(stream.response_gen))
    deadline = time.monotonic() + 20
    while not stream.is_done and time.monotonic() < deadline:
        time.sleep(0.01)
    assert [one.role.value for one in engine.chat_history] == ["user", "assistant"]


@contract
async def test_an_async_stream_that_is_dropped_is_kept(side: Side) -> None:
    engine = over_an_index(CondensePlusContextChatEngine, side)
    stream = await engine.astream_chat("Hello World!")
    assert texts(engine.chat_history) == ["Hello World!"]
    async for _ in stream.async_response_gen():
        break
    await stream.awrite_response_to_history_task
    assert [one.role.value for one in engine.chat_history] == ["user", "assistant"]
