"""Messages read as turns, and the block put into requests: tables of pure functions."""

from __future__ import annotations

from typing import Any

import pytest
from langchain.agents.middleware import ModelRequest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolCall, ToolMessage
from langgraph.types import Command

from hindsight_integrations import Role
from hindsight_integrations.langchain.blocks import with_block
from hindsight_integrations.runs.turns import (
    answer_id,
    final_answer,
    last_said,
    named,
    raised,
    returned,
)
from scripted_model import scripted

CALL = ToolCall(id="c1", name="pay", args={"sum": 3})
SUMMARY = HumanMessage("In short: tea.", additional_kwargs={"lc_source": "summarization"})


@pytest.mark.parametrize(
    ("messages", "said"),
    [
        ([], []),
        ([AIMessage("hello")], []),
        ([HumanMessage("a"), AIMessage("b"), HumanMessage("c")], ["c"]),
        ([HumanMessage("a"), AIMessage("b")], ["a"]),
        ([AIMessage("a"), HumanMessage("b"), HumanMessage("c"), AIMessage("d")], ["b", "c"]),
        ([HumanMessage("a"), SUMMARY], ["a"]),
        ([SUMMARY], []),
        ([HumanMessage("a"), AIMessage("b"), HumanMessage("  ")], []),
        (
            [HumanMessage([{"type": "text", "text": "喝"}, {"type": "text", "text": "茶"}])],
            ["喝\n茶"],
        ),
    ],
)
def test_last_said(messages: Any, said: list[str]) -> None:
    assert [turn.content for turn in last_said(messages)] == said


def test_what_was_said_keeps_its_id_and_name() -> None:
    (turn,) = last_said([HumanMessage("tea", id="m7", name="Ann")])
    assert (turn.role, turn.id, turn.name) == (Role.USER, "m7", "Ann")


@pytest.mark.parametrize(
    ("last", "answers"),
    [
        (AIMessage("done", id="a1"), ["done"]),
        (AIMessage("", tool_calls=[CALL]), []),
        (AIMessage("let me see", tool_calls=[CALL]), []),
        (AIMessage(""), []),
        (HumanMessage("and?"), []),
        (ToolMessage("3", tool_call_id="c1"), []),
    ],
)
def test_final_answer(last: Any, answers: list[str]) -> None:
    assert [turn.content for turn in final_answer([HumanMessage("x"), last])] == answers
    assert final_answer([]) == []


def answer(text: Any, call: str = "c1", status: Any = "success") -> ToolMessage:
    return ToolMessage(text, tool_call_id=call, status=status)


@pytest.mark.parametrize(
    ("result", "content", "status"),
    [
        (answer("paid"), "paid", "success"),
        (answer("no money", status="error"), "no money", "error"),
        (
            answer([{"type": "text", "text": "已付款"}, {"type": "image", "url": "u"}]),
            "已付款",
            "success",
        ),
        (answer(""), "success", "success"),
        (Command(update={"messages": [answer("other", "c0"), answer("paid")]}), "paid", "success"),
        (Command(update={"balance": 4}), "success", "success"),
        (Command(goto="elsewhere"), "success", "success"),
        ([Command(update={"balance": 4}), answer("paid")], "paid", "success"),
    ],
)
def test_returned(result: Any, content: str, status: str) -> None:
    (turn,) = returned(CALL, result, "m9")
    assert (turn.role, turn.id, turn.name, turn.content) == (Role.TOOL, "m9", "pay", content)
    assert turn.payload == {"call": "c1", "args": {"sum": 3}, "status": status}


def test_the_answers_own_id_wins_and_the_calls_is_the_last_resort() -> None:
    own = ToolMessage("paid", tool_call_id="c1", id="m1")
    assert [turn.id for turn in returned(CALL, own, "m9")] == ["m1"]
    assert [turn.id for turn in returned(CALL, answer("paid"), None)] == ["c1"]


def calling(id: str | None, *calls: ToolCall) -> AIMessage:
    return AIMessage("", tool_calls=list(calls), id=id)


def test_an_answer_is_named_by_the_message_that_calls_and_the_call() -> None:
    first, second = calling("a1", CALL), calling("a2", CALL)
    id = answer_id([first], CALL)
    assert id == answer_id([HumanMessage("x"), first, answer("done", "c0")], CALL)
    assert answer_id([first, answer("paid"), second], CALL) not in (None, id)


@pytest.mark.parametrize(
    "messages",
    [[], [HumanMessage("x")], [calling(None, CALL)], [calling("a1", CALL, CALL)]],
    ids=["none", "no call", "nameless", "twice"],
)
def test_where_it_cannot_be_told_an_answer_is_not_named(messages: Any) -> None:
    assert answer_id(messages, CALL) is None
    message = answer("paid")
    assert named(message, CALL, None) is message


def test_naming_touches_the_one_answer_and_nothing_else() -> None:
    message, other = answer("paid"), answer("other", "c0")
    assert named(message, CALL, "m9").id == "m9"
    assert named(other, CALL, "m9") is other
    assert message.id is None  # the given one stays
    own = ToolMessage("paid", tool_call_id="c1", id="m1")
    assert named(own, CALL, "m9") is own
    command = Command(update={"messages": [other, message], "balance": 4}, goto="elsewhere")
    told = named(command, CALL, "m9")
    assert [m.id for m in told.update["messages"]] == [None, "m9"]
    assert (told.update["balance"], told.goto) == (4, "elsewhere")
    for left in (
        Command(update={"messages": [message, message]}),
        Command(update={"messages": "text"}),
        Command(goto="elsewhere"),
        "text",
    ):
        assert named(left, CALL, "m9") is left


def test_a_result_longer_than_a_turn_may_be_is_cut() -> None:
    (turn,) = returned(CALL, answer("x" * 1_000_001), "m9")
    assert len(turn.content) == 1_000_000


def test_raised() -> None:
    (turn,) = raised(CALL, KeyError("account"), "m9")
    assert (turn.role, turn.name, turn.content) == (Role.TOOL, "pay", "KeyError: 'account'")
    assert turn.payload["status"] == "error"
    assert turn.id not in (None, "c1", "m9")  # the same call may yet succeed
    (nameless,) = raised(ToolCall(id=None, name="pay", args={}), KeyError("account"), None)
    assert nameless.id is None


def request(*messages: Any, system: SystemMessage | None = None) -> ModelRequest[Any]:
    return ModelRequest(model=scripted(), messages=list(messages), system_message=system)


def block(text: str) -> dict[str, str]:
    return {"type": "text", "text": text}


def test_the_last_human_message_gets_the_block_and_the_given_one_stays() -> None:
    given = request(HumanMessage("a"), AIMessage("b"), HumanMessage("c", id="m1"), AIMessage("d"))
    changed = with_block(given, "tea", "user")

    assert changed.messages[2].content == [block("c"), block("tea")]
    assert changed.messages[2].id == "m1"
    assert [m.content for m in given.messages] == ["a", "b", "c", "d"]
    assert [m.content for m in changed.messages[:2]] == ["a", "b"]
    assert changed.system_message is None


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("", [block("tea")]),
        (["c", {"type": "image_url", "image_url": {"url": "u"}}], None),
    ],
)
def test_blocks_stay_as_they_were_written(content: Any, expected: Any) -> None:
    changed = with_block(request(HumanMessage(content)), "tea", "user")
    assert changed.messages[0].content == (expected or [*content, block("tea")])


def test_the_system_message_gets_the_block() -> None:
    assert with_block(request(HumanMessage("a")), "tea", "system").system_message == SystemMessage(
        [block("tea")]
    )
    longer = with_block(request(system=SystemMessage("Be kind.")), "tea", "system")
    assert longer.system_message == SystemMessage([block("Be kind."), block("tea")])


@pytest.mark.parametrize(("text", "place"), [("", "user"), ("", "system"), ("tea", "off")])
def test_nothing_to_tell_changes_nothing(text: str, place: Any) -> None:
    given = request(HumanMessage("a"))
    assert with_block(given, text, place) is given


def test_without_a_human_message_there_is_no_place() -> None:
    assert with_block(request(AIMessage("a")), "tea", "user").messages == [AIMessage("a")]
