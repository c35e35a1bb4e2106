"""Turns one message of OpenAI, LangChain or ShareGPT into a Turn; it knows no files and no sessions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Any

from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.records import Role, Turn
from hindsight_integrations.surfaces.moments import read_moment
from hindsight_integrations.surfaces.places import Found, kind

_WORDS = {
    Role.USER: "user human HumanMessage HumanMessageChunk",
    Role.ASSISTANT: "assistant ai gpt chatgpt model bot function_call AIMessage AIMessageChunk",
    Role.TOOL: "tool function observation ToolMessage FunctionMessage",
    Role.SYSTEM: "system developer SystemMessage",
}
_ROLE_OF = {word: role for role, words in _WORDS.items() for word in words.split()}
_TIMES = ("at", "timestamp", "created_at", "create_time", "created", "time", "date")
#: Blocks of a message that were not said to anyone; calls are read from ``tool_calls``.
_UNSAID = frozenset({"tool_use", "tool_call", "thinking", "redacted_thinking", "reasoning"})


@dataclass(frozen=True, slots=True)
class _Message:
    """The parts of a message, wherever its dialect keeps them."""

    role: Found[Any]
    content: Found[Any]
    data: Found[Mapping[str, Any]]


def is_message(value: object) -> bool:
    """Whether ``value`` has the shape of a message of a known dialect."""
    if not isinstance(value, Mapping):
        return False
    said = "data" in value or "content" in value
    return "role" in value or "from" in value or ("type" in value and said)


def read_message(
    found: Found[Any], *, index: int, zone: tzinfo, at: datetime | None = None
) -> Turn | None:
    """The turn that a message is; ``None`` for a system message and for one that says nothing.

    ``index`` is its place in the conversation, ``at`` its time unless it has its own.
    Raises :class:`InvalidInput` naming the element that cannot be read.
    """
    message = _parts(found.as_mapping())
    role = _role(message.role)
    if role is Role.USER and message.content.value is None:
        raise message.content.place.wrong("is missing: a user's message must say something")
    calls = list(_calls(message.data))
    at = _time(message.data, zone) or at
    content = _said(role, _content(message.content), calls)
    if role is Role.SYSTEM or not content.strip():
        return None
    try:
        return Turn(
            role=role,
            content=content,
            at=at,
            id=_word(message.data, "id"),
            index=index,
            name=_word(message.data, "name"),
            payload=_payload(message.data, calls),
        )
    except InvalidInput as error:
        raise found.place.wrong(str(error)) from error


def _parts(message: Found[Mapping[str, Any]]) -> _Message:
    value = message.value
    if "from" in value:
        return _Message(message.get("from"), message.get("value"), message)
    if "role" in value:
        return _Message(message.get("role"), message.get("content"), message)
    if "type" not in value:
        raise message.place.wrong("is no message: it has none of 'role', 'from' and 'type'")
    data = message.get("data").as_mapping() if "data" in value else message
    # LangChain's ChatMessage keeps a role of its own.
    role = data.get("role") if value["type"] == "chat" else message.get("type")
    return _Message(role, data.get("content"), data)


def _role(found: Found[Any]) -> Role:
    word = found.as_text()
    if word not in _ROLE_OF:
        known = "user, assistant, tool, system, human, ai, gpt"
        raise found.place.wrong(f"{word[:40]!r} is no role that is known; there are {known}")
    return _ROLE_OF[word]


def _content(found: Found[Any]) -> str:
    match found.value:
        case None:
            return ""
        case str(text):
            return text
        case list():
            return "\n".join(_blocks(found))
    raise found.place.wrong(f"must be a string or a list of blocks, not {kind(found.value)}")


def _blocks(found: Found[list[Any]]) -> Iterator[str]:
    for block in found.items():
        match block.value:
            case str(text) | {"text": str(text)} | {"refusal": str(text)}:
                yield text
            case {"type": str(name)}:
                if name not in _UNSAID:
                    yield f"[{name}]"
            case _:
                raise block.place.wrong("is no block: it has neither 'text' nor 'type'")


def _said(role: Role, content: str, calls: list[dict[str, Any]]) -> str:
    """What the turn says. A call and an empty result are acts too, so they are put in words."""
    if content.strip():
        return content
    if role is Role.TOOL:
        return "(no output)"
    return "\n".join(f"{call['name']}({_arguments(call['args'])})" for call in calls)


def _arguments(args: Any) -> str:
    return args if isinstance(args, str) else json.dumps(args, ensure_ascii=False)


def _calls(data: Found[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Tool calls in one shape, ``{"id", "name", "args"}``, from OpenAI's or LangChain's."""
    listed = data.get("tool_calls")
    for found in listed.as_list().items() if listed.value else ():
        call = found.as_mapping()
        # OpenAI puts the name and the arguments one level down.
        inner = call.get("function").as_mapping() if "function" in call.value else call
        args = inner.value.get("args", inner.value.get("arguments"))
        yield {
            "id": call.value.get("id"),
            "name": inner.get("name").as_text(),
            "args": _object(args),
        }


def _object(args: Any) -> Any:
    """Arguments as data where they are JSON text; else as they are."""
    if not isinstance(args, str):
        return args
    try:
        return json.loads(args)
    except ValueError:
        return args


def _payload(data: Found[Mapping[str, Any]], calls: list[dict[str, Any]]) -> dict[str, Any]:
    names = ("tool_call_id", "status")
    kept: dict[str, Any] = {name: word for name in names if (word := _word(data, name))}
    return kept | ({"tool_calls": calls} if calls else {})


def _time(data: Found[Mapping[str, Any]], zone: tzinfo) -> datetime | None:
    for name in _TIMES:
        if data.value.get(name) is not None:
            return read_moment(data.get(name), zone)
    return None


def _word(data: Found[Mapping[str, Any]], name: str) -> str | None:
    """An optional string; anything else under this name is not ours to read."""
    value = data.value.get(name)
    return value if isinstance(value, str) and value else None
