"""Reads messages of any common shape into turns: pairs, Turn objects, OpenAI dicts, LangChain messages.

Frameworks are recognised by their attributes; none is imported.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.records import Role, Turn

_ROLES = {
    "user": Role.USER,
    "human": Role.USER,
    "assistant": Role.ASSISTANT,
    "ai": Role.ASSISTANT,
    "AIMessageChunk": Role.ASSISTANT,
    "HumanMessageChunk": Role.USER,
    "tool": Role.TOOL,
    "function": Role.TOOL,
    "system": Role.SYSTEM,
    "developer": Role.SYSTEM,
}


def turns_of(messages: object, at: datetime | None) -> list[Turn]:
    """The turns of ``messages`` in order; each one's own time wins over ``at``.

    Messages without text (a call of tools, an image) are left out. Raises
    :class:`InvalidInput` with the place of the first one that cannot be read.
    """
    if isinstance(messages, str | bytes | Mapping) or not isinstance(messages, Iterable):
        raise InvalidInput(
            "observe() takes a list of turns: (role, text) pairs, Turn objects, or messages"
        )
    turns = [_turn(message, place) for place, message in enumerate(messages)]
    return [
        turn if turn.at is not None else replace(turn, at=at) for turn in turns if turn is not None
    ]


def _turn(message: object, place: int) -> Turn | None:
    try:
        return _read(message)
    except InvalidInput as error:
        raise InvalidInput(f"turn {place}: {error}") from None


def _read(message: object) -> Turn | None:
    if isinstance(message, Turn):
        return message
    if isinstance(message, tuple | list) and len(message) == 2:
        return Turn(role=_role(message[0]), content=message[1])
    if isinstance(message, Mapping):
        return _from_mapping(message)
    if hasattr(message, "type") and hasattr(message, "content"):
        return _from_message(message)
    raise InvalidInput(f"a {type(message).__name__} is neither a (role, text) pair nor a message")


def _role(name: object) -> Role:
    role = _ROLES.get(name) if isinstance(name, str) else None
    if role is None:
        # What stands there is not repeated: in a pair the wrong way round it is what was said.
        raise InvalidInput(f"role must be one of {', '.join(_ROLES)}")
    return role


def _from_mapping(message: Mapping[str, Any]) -> Turn | None:
    """An OpenAI message: role, content (text or blocks), name, tool_call_id."""
    if "role" not in message:
        raise InvalidInput("the message has no role")
    said = text_of(message.get("content"))
    if not said.strip():
        return None
    return Turn(
        role=_role(message["role"]),
        content=said,
        at=message.get("at"),
        id=message.get("id") or message.get("tool_call_id"),
        index=message.get("index"),
        name=message.get("name"),
    )


def _from_message(message: Any) -> Turn | None:
    """A LangChain message: type, content, id, name, and for tools tool_call_id and status."""
    extra = getattr(message, "additional_kwargs", None) or {}
    if "lc_source" in extra:  # a summary or a notice that nobody said
        return None
    said = text_of(message.content)
    if not said.strip():
        return None
    call = getattr(message, "tool_call_id", None)
    status = getattr(message, "status", None)
    return Turn(
        role=_role(message.type),
        content=said,
        id=getattr(message, "id", None) or call,
        name=getattr(message, "name", None),
        payload={"status": status} if status else {},
    )


def text_of(content: object) -> str:
    """The text of a message's content: itself, or its text blocks joined; images are left out."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, Iterable) and not isinstance(content, bytes | Mapping):
        return "\n".join(part for part in map(_text_of_block, content) if part)
    raise InvalidInput(f"content is a {type(content).__name__}, not text or a list of blocks")


def _text_of_block(block: object) -> str:
    if isinstance(block, str):
        return block
    if isinstance(block, Mapping) and block.get("type") in ("text", "input_text", "output_text"):
        text = block.get("text")
        return text if isinstance(text, str) else ""
    return ""
