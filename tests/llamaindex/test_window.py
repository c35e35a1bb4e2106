"""What leaves a full window, and how long messages are; tables, no memory."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from llama_index.core.base.llms.types import (
    CacheControl,
    CachePoint,
    ChatMessage,
    CitableBlock,
    CitationBlock,
    DocumentBlock,
    ImageBlock,
    TextBlock,
    ThinkingBlock,
    ToolCallBlock,
)

from hindsight_integrations.llamaindex.window import Counted, Filling, Queued, Ruler, overflow
from hindsight_integrations.records import Role

ROLES = {"u": Role.USER, "a": Role.ASSISTANT, "t": Role.TOOL, "s": Role.SYSTEM}


def queue(text: str) -> list[Queued]:
    """``u10 a1``: a user's message of 10 tokens, an assistant's of 1."""
    return [Queued(ROLES[item[0]], int(item[1:])) for item in text.split()]


@pytest.mark.parametrize(
    ("messages", "limit", "flush", "gone"),
    [
        ("u10 a10", 20, 1, []),
        ("u10 a10 u10", 20, 1, [0, 1]),
        ("u10 a10 u10", 29.5, 1, [0, 1]),
        ("u1 u1 u1 u1", 3, 1, [0]),
        ("u1 u1 u1 u1", 3, 2, [0, 1]),
        ("u1 u1 u1 u1", 1, 9, [0, 1, 2]),
        ("u5 a5 u5 a5 u5", 10, 1, [0, 1, 2, 3]),
        # bug 3: the queue must not begin with an assistant's message
        ("u100 a1", 50, 10, []),
        ("u1 u100 a1", 50, 10, [0]),
        # bug 30: calls and results stay together
        ("u1 a1 t9 a1 u1 a1 t9 a1", 13, 1, [0, 1, 2, 3]),
        ("u1 a1 t50 t50 a1", 10, 1, []),
        # bug 2: system messages stay
        ("s5 u5 u5 u5", 12, 1, [1, 2]),
        ("u5 s5 u5 u5", 12, 1, [0, 2]),
        ("s50 u1", 10, 1, []),
        # nobody but the assistant has spoken
        ("a1 t5 a1 t5 a1", 7, 1, [0, 1]),
        ("a5 a5 u5", 9, 1, [0, 1]),
        ("", 5, 1, []),
        ("u9 u9", 5, 0, [0]),
    ],
)
def test_whole_turns_leave(messages: str, limit: float, flush: int, gone: list[int]) -> None:
    assert overflow(queue(messages), limit, flush) == gone


@given(
    st.lists(st.tuples(st.sampled_from("uats"), st.integers(0, 30)), max_size=30),
    st.integers(1, 60),
    st.integers(0, 40),
)
def test_laws_of_the_window(items: list[tuple[str, int]], limit: int, flush: int) -> None:
    listed = [Queued(ROLES[role], tokens) for role, tokens in items]
    gone = overflow(listed, limit, flush)
    kept = [place for place in range(len(listed)) if place not in gone]
    spoken = [place for place in kept if listed[place].role is not Role.SYSTEM]
    assert len(set(gone)) == len(gone)
    assert all(listed[place].role is not Role.SYSTEM for place in gone)
    # What leaves is older than what stays, and enough leaves unless one turn is left.
    assert not gone or not spoken or max(gone) < min(spoken)
    users = [place for place in spoken if listed[place].role is Role.USER]
    if gone and users:
        assert listed[spoken[0]].role is Role.USER
    if sum(listed[place].tokens for place in kept) > limit and users and gone:
        assert len(users) == 1
    # Once is enough.
    assert gone == [] or overflow([listed[place] for place in kept], limit, flush) == []


RULER = Ruler(lambda text: len(text.split()), image=100, audio=200, video=300, document=400)


@pytest.mark.parametrize(
    ("blocks", "tokens"),
    [
        ([TextBlock(text="one two 三")], 3),
        ([TextBlock(text="")], 0),
        ([ImageBlock(url="http://example.org/a.png"), TextBlock(text="x")], 101),
        ([DocumentBlock(data=b"%PDF-1.4")], 400),  # bug 8
        # bug 7: '{"q":', '"a', 'b"}' and the tool's name
        ([ToolCallBlock(tool_name="find", tool_kwargs={"q": "a b"})], 4),
        ([ToolCallBlock(tool_name="find", tool_kwargs="raw text")], 3),
        ([ThinkingBlock(content="hm hm hm")], 3),
        ([ThinkingBlock(content="hm", num_tokens=70)], 70),
        ([ThinkingBlock()], 0),
        ([CitableBlock(title="t", source="s", content=[TextBlock(text="a b")])], 2),
        (
            [
                CitationBlock(
                    cited_content=TextBlock(text="a b c"),
                    source="s",
                    title="t",
                    additional_location_info={},
                )
            ],
            3,
        ),
        ([CachePoint(cache_control=CacheControl(type="ephemeral"))], 0),
    ],
)
def test_every_block_counts(blocks: list[TextBlock], tokens: int) -> None:
    assert RULER.message(ChatMessage(role="assistant", blocks=blocks)) == tokens
    more = ChatMessage(role="assistant", blocks=blocks, additional_kwargs={"a": "b c"})
    assert RULER.message(more) == tokens + 3  # {'a':, 'b, c'}


def test_a_text_is_counted_once_and_none_is_kept() -> None:
    asked: list[str] = []

    def tokens(text: str) -> list[str]:
        asked.append(text)
        return text.split()

    counted = Counted(tokens, size=2)
    assert [counted(text) for text in ("a b", "你好 吗 呢", "a b", "a b", "")] == [2, 3, 2, 2, 0]
    assert asked == ["a b", "你好 吗 呢", ""]
    counted("你好 吗 呢")  # pushed out by what came after it
    assert asked[3:] == ["你好 吗 呢"]
    assert "你好" not in repr(counted)
    assert all(isinstance(part, int) for key in counted._known for part in key)


class TestFilling:
    """When it is sure that a window is not full, without looking at it."""

    def test_unseen_nothing_is_sure(self) -> None:
        filling = Filling()
        assert not filling.fits(1, 10)
        filling.seen(4, filling.looking())
        assert filling.fits(6, 10)
        assert not filling.fits(1, 10)
        filling.seen(4, filling.looking())
        filling.unknown()
        assert not filling.fits(1, 10)

    def test_what_is_put_during_a_look_may_or_may_not_be_in_it(self) -> None:
        filling = Filling()
        looking = filling.looking()
        assert not filling.fits(3, 10)
        filling.seen(2, looking)
        assert not filling.fits(1, 10)
