"""Reads a run's messages as turns; it knows no memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid5

from langchain_core.messages import (
    AIMessage,
    AnyMessage,
    BaseMessage,
    HumanMessage,
    ToolCall,
    ToolMessage,
)
from langgraph.types import Command

from hindsight_integrations.engine.messages import text_of
from hindsight_integrations.records import Role, Turn
from hindsight_integrations.runs.codec import original_of
from hindsight_integrations.validation import MAX_CONTENT

ByUser = Callable[[HumanMessage], bool]
"""Whether a human typed this message, as far as an application can tell."""

#: The space of the ids that answers of tools are given.
_ANSWERS = UUID("5a1f0d4e-6c39-4d0e-9b57-2f7f3c0c8a11")


def by_anyone(message: HumanMessage) -> bool:  # noqa: ARG001 - one of the ways to say it
    """All human messages are the user's, but for those that LangChain marks as written by itself."""
    return True


def last_said(messages: Sequence[AnyMessage], by_user: ByUser = by_anyone) -> tuple[Turn, ...]:
    """The user's last turn: the human messages in a row that come last, those without text left out."""
    said: list[Turn] = []
    found = False
    for message in reversed(messages):
        if isinstance(message, HumanMessage) and _typed(message, by_user):
            said = _turns(message, Role.USER) + said
            found = True
        elif found:
            break
    return tuple(said)


def _typed(message: HumanMessage, by_user: ByUser) -> bool:
    """Summaries and notices come as human messages that no human has typed; LangChain marks them."""
    return "lc_source" not in message.additional_kwargs and by_user(message)


def final_answer(messages: Sequence[AnyMessage]) -> list[Turn]:
    """What the agent answered at last, if it answered in words."""
    last = messages[-1] if messages else None
    if isinstance(last, AIMessage) and not last.tool_calls:
        return _turns(last, Role.ASSISTANT)
    return []


def conversation(messages: Sequence[AnyMessage], by_user: ByUser = by_anyone) -> list[Turn]:
    """All that was said: by users, by tools, and by the model in words of its own.

    They are the turns that ``last_said``, ``returned`` and ``final_answer`` read one by one.
    """
    calls: dict[str | None, ToolCall] = {}  # the latest of each id: some providers use them again
    turns: list[Turn] = []
    for message in messages:
        if isinstance(message, HumanMessage) and _typed(message, by_user):
            turns += _turns(message, Role.USER)
        elif isinstance(message, AIMessage) and message.tool_calls:
            calls |= {call["id"]: call for call in message.tool_calls}
        elif isinstance(message, AIMessage):
            turns += _turns(message, Role.ASSISTANT)
        elif isinstance(message, ToolMessage) and message.tool_call_id in calls:
            turns += returned(calls[message.tool_call_id], message, message.id)
    return turns


def told_by_model(turns: Sequence[Turn]) -> list[Turn]:
    """The turns of an agent whose "user" is a model: what that one said states nothing of the user."""
    return [
        replace(turn, role=Role.ASSISTANT) if turn.role is Role.USER else turn for turn in turns
    ]


def _turns(message: BaseMessage, role: Role) -> list[Turn]:
    """The message as a turn, if it has text; of a longer one than is kept, the beginning."""
    text = text_of(message.content)[:MAX_CONTENT]
    if not text.strip():
        return []
    turn = Turn(role=role, content=text, id=message.id or None, name=message.name or None)
    return [replace(turn, original=original_of(message))]


def answer_id(messages: Sequence[AnyMessage], call: ToolCall) -> str | None:
    """The id of the message that is to answer ``call``: the same whenever the call is taken up again.

    It is made of the message that calls, since some providers number calls anew in each. ``None``
    where that message cannot be told, or names two calls alike.
    """
    for message in reversed(messages):
        if isinstance(message, AIMessage):
            same = [one for one in message.tool_calls if one["id"] == call["id"]]
            if same:
                known = message.id is not None and call["id"] is not None and len(same) == 1
                return str(uuid5(_ANSWERS, f"{message.id}/{call['id']}")) if known else None
    return None


def named(result: Any, call: ToolCall, id: str | None) -> Any:
    """``result`` with ``id`` on the message that answers ``call``, if that is one and has none.

    So all who keep the message, in a state, a history or a memory, know it by one id.
    """
    if isinstance(result, ToolMessage):
        mine = id is not None and result.id is None and result.tool_call_id == call["id"]
        return result.model_copy(update={"id": id}) if mine else result
    if isinstance(result, Command) and isinstance(result.update, dict):
        messages = result.update.get("messages")
        if isinstance(messages, list) and len(_answering(messages, call)) == 1:
            update = {**result.update, "messages": [named(m, call, id) for m in messages]}
            return replace(result, update=update)
    return result


def returned(call: ToolCall, result: Any, id: str | None) -> list[Turn]:
    """What a tool answered: in a message, in a command, or in a list of these.

    ``id`` is that of the answer, if the answer itself has none.
    """
    answers = _answering(result, call)
    status = answers[-1].status if answers else "success"
    told = "\n".join(text_of(message.content) for message in answers)
    if len(answers) != 1:
        return _tool_turn(call, id or call["id"], status, told)
    turn = _tool_turn(call, answers[0].id or id or call["id"], status, told)[0]
    return [replace(turn, original=original_of(answers[0]))]


def raised(call: ToolCall, error: Exception, id: str | None) -> list[Turn]:
    """That a tool raised. The same call may succeed when it is tried again: that is another turn."""
    of_call = id or call["id"]
    failed = None if of_call is None else f"{of_call}/raised"
    return _tool_turn(call, failed, "error", f"{type(error).__name__}: {error}")


def _answering(result: Any, call: ToolCall) -> list[ToolMessage]:
    return [m for m in _tool_messages(result) if m.tool_call_id == call["id"]]


def _tool_messages(result: Any) -> list[ToolMessage]:
    if isinstance(result, Command):
        update = result.update
        return _tool_messages(update.get("messages")) if isinstance(update, dict) else []
    if isinstance(result, list):
        return [message for one in result for message in _tool_messages(one)]
    return [result] if isinstance(result, ToolMessage) else []


def _tool_turn(call: ToolCall, id: str | None, status: str, told: str) -> list[Turn]:
    """The call as a turn; a tool that says nothing has at least ended somehow."""
    turn = Turn(
        role=Role.TOOL,
        content=told[:MAX_CONTENT] if told.strip() else status,
        id=id,
        name=call["name"],
        payload={"call": call["id"], "args": call["args"], "status": status},
    )
    return [turn]
