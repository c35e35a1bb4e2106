"""Reads a run's messages as turns; it knows no memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

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
from hindsight_integrations.validation import MAX_CONTENT


def last_said(messages: Sequence[AnyMessage]) -> tuple[Turn, ...]:
    """The user's last turn: the human messages in a row that come last, those without text left out."""
    said: list[Turn] = []
    found = False
    for message in reversed(messages):
        if isinstance(message, HumanMessage) and not _written_by_harness(message):
            said = _turns(message, Role.USER) + said
            found = True
        elif found:
            break
    return tuple(said)


def _written_by_harness(message: HumanMessage) -> bool:
    """Summaries and notices come as human messages that no human has typed; LangChain marks them."""
    return "lc_source" in message.additional_kwargs


def final_answer(messages: Sequence[AnyMessage]) -> list[Turn]:
    """What the agent answered at last, if it answered in words."""
    last = messages[-1] if messages else None
    if isinstance(last, AIMessage) and not last.tool_calls:
        return _turns(last, Role.ASSISTANT)
    return []


def conversation(messages: Sequence[AnyMessage]) -> list[Turn]:
    """All that was said: by users, by tools, and by the model in words of its own.

    They are the turns that ``last_said``, ``returned`` and ``final_answer`` read one by one.
    """
    calls = {
        call["id"]: call for m in messages if isinstance(m, AIMessage) for call in m.tool_calls
    }
    turns: list[Turn] = []
    for message in messages:
        if isinstance(message, HumanMessage) and not _written_by_harness(message):
            turns += _turns(message, Role.USER)
        elif isinstance(message, AIMessage) and not message.tool_calls:
            turns += _turns(message, Role.ASSISTANT)
        elif isinstance(message, ToolMessage) and message.tool_call_id in calls:
            turns += returned(calls[message.tool_call_id], message)
    return turns


def _turns(message: BaseMessage, role: Role) -> list[Turn]:
    """The message as a turn, if it has text; of a longer one than is kept, the beginning."""
    text = text_of(message.content)[:MAX_CONTENT]
    if not text.strip():
        return []
    return [Turn(role=role, content=text, id=message.id or None, name=message.name)]


def returned(call: ToolCall, result: Any) -> list[Turn]:
    """What a tool answered: in a message, in a command, or in a list of these.

    A call that is taken up again after an interrupt keeps its id, so it is the same turn.
    """
    answers = [m for m in _tool_messages(result) if m.tool_call_id == call["id"]]
    status = answers[-1].status if answers else "success"
    return _tool_turn(call, call["id"], status, "\n".join(text_of(m.content) for m in answers))


def raised(call: ToolCall, error: Exception) -> list[Turn]:
    """That a tool raised. The same call may succeed when it is tried again: that is another turn."""
    id = None if call["id"] is None else f"{call['id']}/raised"
    return _tool_turn(call, id, "error", f"{type(error).__name__}: {error}")


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
        payload={"args": call["args"], "status": status},
    )
    return [turn]
