"""LlamaIndex's messages as turns of a transcript and back, every field of them; it knows no memory."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import uuid4

from llama_index.core.base.llms.types import (
    ChatMessage,
    ContentBlock,
    MessageRole,
    TextBlock,
    ThinkingBlock,
    ToolCallBlock,
)
from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_jsonable_python

from hindsight_integrations.engine.telling import without_told
from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.records import Role, Turn
from hindsight_integrations.validation import MAX_CONTENT, made_plain, storable

_log = logging.getLogger(__name__)
_ROLES: Mapping[MessageRole, Role] = {
    MessageRole.USER: Role.USER,
    MessageRole.ASSISTANT: Role.ASSISTANT,
    MessageRole.CHATBOT: Role.ASSISTANT,
    MessageRole.MODEL: Role.ASSISTANT,
    MessageRole.TOOL: Role.TOOL,
    MessageRole.FUNCTION: Role.TOOL,
    MessageRole.SYSTEM: Role.SYSTEM,
    MessageRole.DEVELOPER: Role.SYSTEM,
}
_SPOKEN = {
    Role.USER: MessageRole.USER,
    Role.ASSISTANT: MessageRole.ASSISTANT,
    Role.SYSTEM: MessageRole.SYSTEM,
    # A tool's result that stands without its call is refused by models' interfaces.
    Role.TOOL: MessageRole.ASSISTANT,
}
_block: TypeAdapter[ContentBlock] = TypeAdapter(ContentBlock)


def turns_of_messages(messages: Sequence[ChatMessage]) -> list[Turn]:
    """The messages as turns that carry all of them; each gets an id of its own.

    LlamaIndex's messages have none, and each message that is put is another one.
    """
    called = _called(messages)
    return [
        Turn(
            role=_speaker(message),
            content=said(message),
            id=uuid4().hex,
            name=_name(message, called),
            original={"chat_message": _data(message)},
        )
        for message in messages
    ]


def words_of_messages(messages: Sequence[ChatMessage]) -> list[Turn]:
    """What the messages say, as turns without an id; those that say nothing are left out."""
    called = _called(messages)
    return [
        Turn(role=role_of(message), content=text, name=_name(message, called))
        for message in messages
        if (text := said(message))
    ]


def _called(messages: Sequence[ChatMessage]) -> dict[str, str]:
    """The tools that are called in the messages, by the calls' ids."""
    return {
        block.tool_call_id: block.tool_name
        for message in messages
        for block in message.blocks
        if isinstance(block, ToolCallBlock) and block.tool_call_id
    }


def _name(message: ChatMessage, called: Mapping[str, str]) -> str | None:
    """Whose result a tool's message is."""
    extra = message.additional_kwargs
    name = extra.get("name") or called.get(str(extra.get("tool_call_id", "")))
    return name if isinstance(name, str) and name else None


def role_of(message: ChatMessage) -> Role:
    """Who spoke it."""
    return _ROLES[message.role]


def _speaker(message: ChatMessage) -> Role:
    """Who spoke it for the log: a tool that only told what was remembered has done nothing new."""
    told = any(isinstance(block, TextBlock) and block.text.strip() for block in message.blocks)
    silent = role_of(message) is Role.TOOL and told and not said(message)
    return Role.SYSTEM if silent else role_of(message)


def said(message: ChatMessage) -> str:
    """What there is to learn from a message: its words, without what memory has put into them.

    Of a ReAct agent's record of its steps, that is the answer.
    """
    words = [block.text for block in message.blocks if isinstance(block, TextBlock) and block.text]
    text = without_told(storable("\n".join(words)))[:MAX_CONTENT]
    if _ROLES[message.role] is Role.ASSISTANT and text.startswith("Thought:"):
        return text.rpartition("Answer:")[2].strip() if "Answer:" in text else ""
    return text


def _data(message: ChatMessage) -> dict[str, Any]:
    """The fields as plain data: bytes in base64, other objects by their fields or as text."""
    # Validating a message turns ``images`` into blocks, each time anew; by now they are blocks.
    extra = {key: value for key, value in message.additional_kwargs.items() if key != "images"}
    fields = {
        "role": message.role.value,
        "additional_kwargs": _jsonable(extra),
        "blocks": [_jsonable(_free_of_objects(block)) for block in message.blocks],
    }
    data: dict[str, Any] = made_plain(fields, depth=2)
    return data


def _free_of_objects(block: ContentBlock) -> ContentBlock:
    """The block with plain data where it may hold anything: pydantic takes bytes there for text."""
    match block:
        case ToolCallBlock():
            return block.model_copy(update={"tool_kwargs": _jsonable(block.tool_kwargs)})
        case ThinkingBlock():
            known = _jsonable(block.additional_information)
            return block.model_copy(update={"additional_information": known})
    return block


def _jsonable(value: Any) -> Any:
    try:
        return to_jsonable_python(
            value, fallback=_fields, bytes_mode="base64", inf_nan_mode="constants"
        )
    except (ValueError, RecursionError) as error:
        raise InvalidInput(
            "a message holds data that contains itself, or is nested endlessly"
        ) from error


def _fields(value: Any) -> Any:
    """An object of a provider as data: what it says it is made of, else its attributes, else its text."""
    if isinstance(value, type) or callable(value):
        return str(value)
    if callable(made := getattr(value, "to_dict", None)):
        return made()
    return dict(vars(value)) if hasattr(value, "__dict__") else str(value)


def messages_of(turns: Iterable[Turn]) -> list[ChatMessage]:
    """The messages that the turns carry; those that another framework wrote, by what they say.

    Each is made anew, so that what a caller does to it stays with the caller.
    """
    return [message for turn in turns if (message := _message(turn)) is not None]


def _message(turn: Turn) -> ChatMessage | None:
    kept = turn.original.get("chat_message")
    if kept is None:
        return ChatMessage(role=_SPOKEN[turn.role], content=turn.content) if turn.content else None
    try:
        return ChatMessage.model_validate(kept)
    except ValidationError as error:
        _log.warning("message %s is shown in part: %s", turn.id, type(error).__name__)
        return _readable(kept)


def _readable(kept: Mapping[str, Any]) -> ChatMessage:
    """The blocks of a message that can still be read: a file may be gone, a version later."""
    blocks = []
    for data in kept.get("blocks", ()):
        try:
            blocks.append(_block.validate_python(data))
        except ValidationError:
            continue
    return ChatMessage(
        role=kept["role"], blocks=blocks, additional_kwargs=kept.get("additional_kwargs", {})
    )
