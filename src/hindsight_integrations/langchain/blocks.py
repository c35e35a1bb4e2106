"""Puts one block of text into the request of an agent's model; it knows no memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from langchain.agents.middleware import ModelRequest
from langchain_core.messages import AnyMessage, BaseMessage, HumanMessage, SystemMessage

Place = Literal["user", "system", "off"]


def with_block(request: ModelRequest[Any], text: str, place: Place) -> ModelRequest[Any]:
    """The request with ``text`` as one more block of its last human message, or of its system message."""
    if not text or place == "off":
        return request
    if place == "system":
        return with_instruction(request, text)
    return request.override(messages=messages_with_block(request.messages, text))


def with_instruction(request: ModelRequest[Any], text: str) -> ModelRequest[Any]:
    """The request with ``text`` as one more block at the end of its system message."""
    said = request.system_message or SystemMessage(content=[])
    longer = said.model_copy(update={"content": [*_blocks(said), _block(text)]})
    return request.override(system_message=longer)


def messages_with_block(messages: Sequence[AnyMessage], text: str) -> list[AnyMessage]:
    """The messages, with ``text`` as one more block of the last human one."""
    longer = list(messages)
    for at in reversed(range(len(longer))):
        if isinstance(longer[at], HumanMessage):
            content = [*_blocks(longer[at]), _block(text)]
            longer[at] = longer[at].model_copy(update={"content": content})
            break
    return longer


def _block(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def _blocks(message: BaseMessage) -> list[str | dict[str, Any]]:
    """The content as it was written: ``content_blocks`` would turn it into another dialect.

    Providers refuse a block of empty text, so empty content is no block.
    """
    if isinstance(message.content, str):
        return [_block(message.content)] if message.content else []
    return list(message.content)
