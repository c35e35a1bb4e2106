"""Messages of every common shape as turns, and the place of the first that cannot be read."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from hindsight_integrations.engine.messages import text_of, turns_of
from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.records import Role, Turn

AT = datetime(2025, 3, 3, 12, tzinfo=UTC)
OWN = datetime(2025, 1, 1, tzinfo=UTC)


def one(message: object) -> Turn:
    (turn,) = turns_of([message], None)
    return turn


@dataclass
class Spoken:
    """A message with LangChain's attributes."""

    type: str
    content: Any
    id: str | None = None
    name: str | None = None
    tool_call_id: str | None = None
    status: str | None = None
    additional_kwargs: dict[str, Any] = field(default_factory=dict)


@dataclass
class Bare:
    """The least that is recognised as a message."""

    type: str
    content: str


class TestPairs:
    @pytest.mark.parametrize(
        ("role", "expected"),
        [
            ("user", Role.USER),
            ("human", Role.USER),
            ("assistant", Role.ASSISTANT),
            ("ai", Role.ASSISTANT),
            ("tool", Role.TOOL),
            ("function", Role.TOOL),
            ("system", Role.SYSTEM),
            ("developer", Role.SYSTEM),
            (Role.USER, Role.USER),
        ],
    )
    def test_each_role(self, role: str, expected: Role) -> None:
        assert one((role, "你好")) == Turn(role=expected, content="你好")
        assert one([role, "hello"]) == Turn(role=expected, content="hello")

    def test_any_iterable_of_them(self) -> None:
        said = [("user", "one"), ("assistant", "two")]
        for turns in (said, tuple(said), iter(said), (pair for pair in said)):
            assert [turn.content for turn in turns_of(turns, None)] == ["one", "two"]
        assert turns_of([], None) == []


class TestTurns:
    def test_they_are_taken_as_they_are(self) -> None:
        turn = Turn(role=Role.TOOL, content="3 hits", id="t1", index=4, name="search", at=OWN)
        assert one(turn) is turn


class TestTimes:
    def test_each_ones_own_wins(self) -> None:
        turns = turns_of(
            [
                ("user", "one"),
                Turn(role=Role.USER, content="two", at=OWN),
                {"role": "user", "content": "three", "at": OWN},
            ],
            AT,
        )
        assert [turn.at for turn in turns] == [AT, OWN, OWN]

    def test_they_are_kept_in_utc(self) -> None:
        east = datetime(2025, 3, 3, 20, tzinfo=timezone(timedelta(hours=8)))
        turn = one({"role": "user", "content": "hi", "at": east})
        assert turn.at == AT
        assert turn.at is not None
        assert turn.at.tzinfo is UTC

    def test_none_is_left_open(self) -> None:
        assert one(("user", "hi")).at is None


class TestOpenAI:
    def test_a_plain_one(self) -> None:
        message = {"role": "user", "content": "hi", "id": "a1", "name": "Ann", "index": 7}
        assert one(message) == Turn(role=Role.USER, content="hi", id="a1", name="Ann", index=7)

    def test_blocks_of_text_are_joined_and_images_left_out(self) -> None:
        blocks = [
            {"type": "text", "text": "look"},
            {"type": "image_url", "image_url": {"url": "data:…"}},
            {"type": "input_text", "text": "here"},
            {"type": "output_text", "text": "and"},
            "there",
        ]
        assert one({"role": "user", "content": blocks}).content == "look\nhere\nand\nthere"

    def test_a_tools_result_is_known_by_its_call(self) -> None:
        message = {"role": "tool", "content": "3 hits", "tool_call_id": "call_9", "name": "search"}
        assert one(message) == Turn(role=Role.TOOL, content="3 hits", id="call_9", name="search")

    @pytest.mark.parametrize("content", [None, "", "  ", [], [{"type": "image_url"}], [{}]])
    def test_one_without_text_is_left_out(self, content: object) -> None:
        calls = {"role": "assistant", "content": content, "tool_calls": [{"id": "call_9"}]}
        assert turns_of([calls], None) == []

    def test_the_others_keep_their_order(self) -> None:
        turns = turns_of(
            [
                {"role": "user", "content": "one"},
                {"role": "assistant", "content": None},
                {"role": "user", "content": "two"},
            ],
            None,
        )
        assert [turn.content for turn in turns] == ["one", "two"]


class TestLangChain:
    @pytest.mark.parametrize(
        ("kind", "role"),
        [
            ("human", Role.USER),
            ("HumanMessageChunk", Role.USER),
            ("ai", Role.ASSISTANT),
            ("AIMessageChunk", Role.ASSISTANT),
            ("system", Role.SYSTEM),
        ],
    )
    def test_each_type(self, kind: str, role: Role) -> None:
        assert one(Spoken(kind, "hi", id="m1", name="Ann")) == Turn(
            role=role, content="hi", id="m1", name="Ann"
        )

    @pytest.mark.parametrize(("id", "known_by"), [("m2", "m2"), (None, "call_9")])
    def test_a_tools_result_is_known_by_its_id_or_its_call_and_has_its_status(
        self, id: str | None, known_by: str
    ) -> None:
        message = Spoken("tool", "no", id=id, tool_call_id="call_9", status="error")
        assert one(message) == Turn(
            role=Role.TOOL, content="no", id=known_by, payload={"status": "error"}
        )

    def test_blocks(self) -> None:
        blocks = [{"type": "text", "text": "look"}, {"type": "reasoning", "reasoning": "hm"}]
        assert one(Spoken("ai", blocks)).content == "look"

    @pytest.mark.parametrize(
        "message",
        [
            Spoken("ai", ""),
            Spoken("ai", []),
            Spoken("human", "a summary", additional_kwargs={"lc_source": "summarization"}),
        ],
        ids=["empty", "no blocks", "a summary"],
    )
    def test_what_is_left_out(self, message: Spoken) -> None:
        assert turns_of([message], None) == []

    def test_the_least_that_is_recognised(self) -> None:
        assert one(Bare("human", "hi")) == Turn(role=Role.USER, content="hi")

    def test_real_ones(self) -> None:
        messages = pytest.importorskip("langchain_core.messages")
        turns = turns_of(
            [
                messages.SystemMessage("be kind"),
                messages.HumanMessage("hi", id="h1"),
                messages.AIMessage("", tool_calls=[{"name": "search", "args": {}, "id": "c1"}]),
                messages.ToolMessage("3 hits", tool_call_id="c1", name="search"),
                messages.AIMessage([{"type": "text", "text": "done"}], id="a1"),
            ],
            AT,
        )
        assert [(turn.role, turn.content, turn.id) for turn in turns] == [
            ("system", "be kind", None),
            ("user", "hi", "h1"),
            ("tool", "3 hits", "c1"),
            ("assistant", "done", "a1"),
        ]


SECRET = "my pin is 4711"


class TestRefusals:
    @pytest.mark.parametrize(
        ("message", "why"),
        [
            (SECRET, "a str is neither"),
            (7, "a int is neither"),
            (None, "a NoneType is neither"),
            (("user", SECRET, 3), "a tuple is neither"),
            (("user",), "a tuple is neither"),
            (("user", None), "content must be a string, got NoneType"),
            (("user", " "), "content is empty"),
            (("wizard", SECRET), "role must be one of"),
            ((SECRET, "user"), "role must be one of"),
            ((None, SECRET), "role must be one of"),
            ({"content": SECRET}, "the message has no role"),
            ({"role": "wizard", "content": SECRET}, "role must be one of"),
            ({"role": {"name": SECRET}, "content": "hi"}, "role must be one of"),
            ({"role": "user", "content": 5}, "content is a int"),
            ({"role": "user", "content": {"text": SECRET}}, "content is a dict"),
            ({"role": "user", "content": SECRET.encode()}, "content is a bytes"),
            ({"role": "user", "content": "hi", "id": 5}, "id must be a string"),
            ({"role": "user", "content": "hi", "at": "now"}, "at must be a datetime"),
            ({"role": "user", "content": "hi", "at": datetime(2025, 1, 1)}, "at is naive"),
            (Spoken("wizard", SECRET), "role must be one of"),
            (Spoken("human", 5), "content is a int"),
        ],
        ids=str,
    )
    def test_the_place_and_the_reason_but_no_content(self, message: object, why: str) -> None:
        with pytest.raises(InvalidInput) as refused:
            turns_of([("user", "fine"), message], None)
        assert str(refused.value).startswith("turn 1: ")
        assert why in str(refused.value)
        assert "4711" not in str(refused.value)

    @pytest.mark.parametrize("turns", ["hello", b"hello", {"role": "user"}, None, 5])
    def test_what_is_no_list(self, turns: object) -> None:
        with pytest.raises(InvalidInput, match="takes a list of turns"):
            turns_of(turns, None)

    def test_the_first_of_several(self) -> None:
        with pytest.raises(InvalidInput, match=r"^turn 2: "):
            turns_of([("user", "a"), ("user", "b"), ("x", "c"), ("y", "d")], None)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (None, ""),
        ("hi", "hi"),
        ([], ""),
        ([{"type": "text", "text": 5}], ""),
        ([{"type": "text"}], ""),
        ([{"type": "image", "text": "no"}], ""),
        (({"type": "text", "text": "a"}, "b"), "a\nb"),
        ([5, None], ""),
    ],
)
def test_the_text_of_content(content: object, text: str) -> None:
    assert text_of(content) == text
