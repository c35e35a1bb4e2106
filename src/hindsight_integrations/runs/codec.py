"""LangChain's messages as turns of a transcript and back, every field of them; it knows no memory."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from typing import Any
from uuid import uuid4

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    BaseMessageChunk,
    ChatMessage,
    FunctionMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
    message_chunk_to_message,
    messages_from_dict,
)
from pydantic_core import to_jsonable_python

from hindsight_integrations.engine.messages import text_of
from hindsight_integrations.records import Role, Turn
from hindsight_integrations.validation import MAX_CONTENT, made_plain

_log = logging.getLogger(__name__)
_SPEAKERS = {
    "user": Role.USER,
    "human": Role.USER,
    "assistant": Role.ASSISTANT,
    "ai": Role.ASSISTANT,
}
#: Artifacts are a tool's raw data, not part of what a model reads; larger ones are not kept.
_ARTIFACT = 100_000
#: Pictures and the like: who only records what was said has no use for them.
_LARGEST = 100_000


def original_of(message: BaseMessage) -> dict[str, Any]:
    """The whole message as plain data, for a log that may have to show it; nothing of a very large one."""
    original = _original(_whole(message))
    return original if len(repr(original)) <= _LARGEST else {}


def _whole(message: BaseMessage) -> BaseMessage:
    return message_chunk_to_message(message) if isinstance(message, BaseMessageChunk) else message


def _original(message: BaseMessage) -> dict[str, Any]:
    return {"type": message.type, "data": _data(message)}


def turn_of(message: BaseMessage) -> Turn:
    """The message as a turn that carries all of it. One without an id is given one."""
    whole = _whole(message)
    named = whole if whole.id else whole.model_copy(update={"id": str(uuid4())})
    payload = {"status": named.status} if isinstance(named, ToolMessage) else {}
    text = text_of(named.content)[:MAX_CONTENT]
    return Turn(
        role=_role(named),
        content=text if text.strip() else "",
        id=named.id,
        name=named.name or None,
        payload=payload,
        original=_original(named),
    )


def _role(message: BaseMessage) -> Role:
    """Who spoke. A summary that a harness wrote as a human's words is nobody's statement."""
    match message:
        case HumanMessage():
            return Role.SYSTEM if "lc_source" in message.additional_kwargs else Role.USER
        case AIMessage():
            return Role.ASSISTANT
        case ToolMessage() | FunctionMessage():
            return Role.TOOL
        case ChatMessage():
            return _SPEAKERS.get(message.role.lower(), Role.SYSTEM)
    return Role.SYSTEM


def _data(message: BaseMessage) -> dict[str, Any]:
    """The fields as plain data: instants as text, bytes in base64, other objects as their text."""
    fields = message.model_dump()
    if "artifact" in fields and len(repr(fields["artifact"])) > _ARTIFACT:
        fields["artifact"] = None
    plain = to_jsonable_python(fields, serialize_unknown=True, bytes_mode="base64")
    data: dict[str, Any] = made_plain(plain, depth=2)
    return data


def messages_of(turns: Iterable[Turn]) -> list[BaseMessage]:
    """The messages that the turns carry; those that another framework wrote, by what they say.

    One that cannot be read (a later version wrote it) is set aside and logged by its id: it
    costs itself, not the conversation.
    """
    return [message for turn in turns if (message := _message(turn)) is not None]


def _message(turn: Turn) -> BaseMessage | None:
    if set(turn.original) != {"type", "data"}:
        return _said(turn)
    try:
        return messages_from_dict([dict(turn.original)])[0]
    except Exception as error:  # noqa: BLE001  (whatever pydantic or a subclass raises)
        _log.warning("message %s cannot be read: %s", turn.id, type(error).__name__)
        return None


def _said(turn: Turn) -> BaseMessage | None:
    """A message that says what the turn says."""
    if not turn.content:
        return None
    common: dict[str, Any] = {"content": turn.content, "id": turn.id, "name": turn.name}
    if turn.role is Role.USER:
        return HumanMessage(**common)
    if turn.role is Role.SYSTEM:
        return SystemMessage(**common)
    return AIMessage(**common)


def group_start(messages: Sequence[BaseMessage], last: int) -> int | None:
    """Where the ``last`` messages begin, or earlier, so that no tool's result stands without its call.

    ``None`` if the call lies before all of ``messages``, or there are too few of them to tell.
    """
    if len(messages) < last:
        return None
    start = len(messages) - last
    while start >= 0 and isinstance(messages[start], ToolMessage | FunctionMessage):
        start -= 1
    return start if start >= 0 else None


def group_end(messages: Sequence[BaseMessage]) -> int:
    """Where the last messages end, or earlier, so that no call of a tool stands without its result."""
    end = len(messages)
    while end > 0 and isinstance(messages[end - 1], ToolMessage):
        end -= 1
    caller = messages[end - 1] if end > 0 else None
    if not isinstance(caller, AIMessage) or not caller.tool_calls:
        return len(messages)
    answered = {m.tool_call_id for m in messages[end:] if isinstance(m, ToolMessage)}
    whole = all(call["id"] in answered for call in caller.tool_calls)
    return len(messages) if whole else end - 1
