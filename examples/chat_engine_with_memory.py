"""A LlamaIndex chat engine and an agent with one memory, in two sessions; it runs offline, on mock models."""

import asyncio
from collections.abc import Sequence
from typing import Any

from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.chat_engine import SimpleChatEngine
from llama_index.core.llms import ChatMessage
from llama_index.core.llms.mock import MockFunctionCallingLLM

from hindsight_integrations import Hindsight
from hindsight_integrations.llamaindex import HindsightMemory


def read_aloud(messages: Sequence[ChatMessage], **_: Any) -> ChatMessage:
    """Stands in for your model, and shows what it is given."""
    for message in messages:
        print(f"  {message.role.value}> {' '.join((message.content or '').split())}")
    return ChatMessage(role="assistant", content="Noted.")


llm = MockFunctionCallingLLM(response_generator=read_aloud, is_chat_model=True)

with Hindsight.open("sqlite:///:memory:") as hindsight:
    memory = HindsightMemory.from_defaults("monday", hindsight=hindsight, user="alice")
    engine = SimpleChatEngine.from_defaults(llm=llm, memory=memory)
    for said in ("I live in Berlin.", "I moved to Lisbon."):
        print(f"monday, alice: {said}")
        engine.chat(said)

    print("friday, alice: 我住在哪里？")
    later = HindsightMemory.from_defaults("friday", hindsight=hindsight, user="alice")
    agent = FunctionAgent(llm=llm, streaming=False, system_prompt="Be brief.")

    async def ask() -> None:
        await agent.run("我住在哪里？", memory=later)

    asyncio.run(ask())
