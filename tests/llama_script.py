"""Scripted models for LlamaIndex: upstream's mocks, which keep what they were given to read; it tests nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llama_index.core.base.llms.types import ChatMessage, ToolCallBlock
from llama_index.core.llms.mock import MockFunctionCallingLLM


def said(text: str, role: str = "user", **extra: Any) -> ChatMessage:
    return ChatMessage(role=role, content=text, additional_kwargs=extra)


def answer(text: str) -> ChatMessage:
    return said(text, "assistant")


def calling(tool: str, id: str = "c1", **given: Any) -> ChatMessage:
    block = ToolCallBlock(tool_call_id=id, tool_name=tool, tool_kwargs=given)
    return ChatMessage(role="assistant", blocks=[block])


def texts(messages: Sequence[ChatMessage]) -> list[str]:
    return [message.content or "" for message in messages]


class Script:
    """A model that answers what it is told to, and what it read before each answer."""

    def __init__(self, *answers: str | ChatMessage) -> None:
        self.read: list[list[ChatMessage]] = []
        left = iter(answers)

        def respond(messages: Sequence[ChatMessage], **_: Any) -> ChatMessage:
            self.read.append([message.model_copy(deep=True) for message in messages])
            said = next(left)
            return answer(said) if isinstance(said, str) else said

        self.llm = MockFunctionCallingLLM(response_generator=respond, is_chat_model=True)

    def saw(self, text: str, place: int = -1) -> bool:
        return any(text in (message.content or "") for message in self.read[place])

    def roles(self, place: int = -1) -> list[str]:
        return [message.role.value for message in self.read[place]]


def words(text: str) -> list[str]:
    """A tokenizer whose counts can be worked out by hand."""
    return text.split()
