"""Messages as turns and back: every field, objects of providers, what is learnt of them and what is not."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest
from llama_index.core.base.llms.types import (
    AudioBlock,
    CacheControl,
    CachePoint,
    ChatMessage,
    CitableBlock,
    CitationBlock,
    ContentBlock,
    DocumentBlock,
    ImageBlock,
    MessageRole,
    TextBlock,
    ThinkingBlock,
    ToolCallBlock,
    VideoBlock,
)
from llama_index.core.schema import ImageDocument
from pydantic import BaseModel

from hindsight_integrations import InvalidInput, Turn
from hindsight_integrations.llamaindex.codec import messages_of, said, turns_of_messages

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(64))
BLOCKS: list[ContentBlock] = [
    TextBlock(text="hello 你好"),
    ImageBlock(image=PNG, detail="low"),
    AudioBlock(audio=b"RIFF....WAVEfmt "),
    VideoBlock(url="http://example.org/b.mp4"),
    DocumentBlock(data=b"%PDF-1.4 \xff\x00", title="paper"),
    CachePoint(cache_control=CacheControl(type="ephemeral")),
    CitableBlock(title="a", source="b", content=[TextBlock(text="c")]),
    CitationBlock(
        cited_content=TextBlock(text="x"), source="s", title="t", additional_location_info={"p": 1}
    ),
    ThinkingBlock(content="hm", num_tokens=3, additional_information={"signature": "abc"}),
    ToolCallBlock(tool_call_id="c1", tool_name="search", tool_kwargs={"q": "x", "n": 2}),
    ToolCallBlock(tool_call_id="c2", tool_name="raw", tool_kwargs='{"q": 1}'),
]


def back(message: ChatMessage) -> ChatMessage:
    (turn,) = turns_of_messages([message])
    (again,) = messages_of([turn])
    return again


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.block_type)
def test_every_block_comes_back_as_it_was(block: ContentBlock) -> None:
    message = ChatMessage(role="assistant", blocks=[block])
    assert back(message) == message
    assert back(back(message)) == message


@pytest.mark.parametrize("role", list(MessageRole))
def test_every_role_comes_back(role: MessageRole) -> None:
    message = ChatMessage(role=role, content="words", additional_kwargs={"name": "n", "x": [1]})
    assert back(message) == message


def test_a_message_of_several_blocks_and_one_of_none() -> None:
    for blocks in (BLOCKS, []):
        message = ChatMessage(role="user", blocks=list(blocks))
        assert back(message) == message


class Usage(BaseModel):
    total: int


class Delta:
    """What a provider's client might leave in a message."""

    def __init__(self) -> None:
        self.id = 7
        self.usage = Usage(total=3)


class Callable_:
    def to_dict(self) -> dict[str, Any]:
        return {"name": "search", "inner": Delta()}


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (Callable_(), {"name": "search", "inner": {"id": 7, "usage": {"total": 3}}}),
        (Usage(total=3), {"total": 3}),
        (Delta(), {"id": 7, "usage": {"total": 3}}),
        (float("nan"), "nan"),
        (float("-inf"), "-inf"),
        (2**70, "1180591620717411303424"),
        (b"\xff\x00", "_wA="),
        ({1: {"a"}}, {"1": ["a"]}),
        (Usage, str(Usage)),
    ],
    ids=["to_dict", "pydantic", "plain", "nan", "inf", "big", "bytes", "nested", "class"],
)
def test_bug_27_objects_of_a_provider_are_kept_as_data(given: object, kept: object) -> None:
    message = ChatMessage(role="assistant", content="x", additional_kwargs={"raw": given})
    assert back(message).additional_kwargs == {"raw": kept}
    call = ToolCallBlock(tool_name="t", tool_kwargs={"raw": given})
    (again,) = back(ChatMessage(role="assistant", blocks=[call])).blocks
    assert isinstance(again, ToolCallBlock)
    assert isinstance(again.tool_kwargs, dict)


def test_data_that_contains_itself_is_refused() -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(InvalidInput, match="itself"):
        turns_of_messages([ChatMessage(content="x", additional_kwargs={"endless": endless})])


def test_images_given_the_old_way_are_kept_once() -> None:
    images = [ImageDocument(image=PNG)]
    message = ChatMessage(role="user", content="look", additional_kwargs={"images": images})
    assert len(back(back(message)).blocks) == 2


def test_the_message_itself_is_not_touched() -> None:
    message = ChatMessage(role="user", content="x", additional_kwargs={"raw": Delta(), "n": 1})
    before = message.model_copy(deep=True)
    turns_of_messages([message])
    assert list(message.additional_kwargs) == list(before.additional_kwargs)
    assert message.blocks == before.blocks


def test_a_block_whose_file_is_gone_costs_only_itself(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "a.png"
    file.write_bytes(PNG)
    message = ChatMessage(role="user", blocks=[TextBlock(text="look"), ImageBlock(path=file)])
    (turn,) = turns_of_messages([message])
    file.unlink()
    with caplog.at_level(logging.WARNING):
        (again,) = messages_of([turn])
    assert [block.block_type for block in again.blocks] == ["text"]
    assert "look" not in caplog.text


def test_what_another_framework_said_is_shown_by_its_words() -> None:
    turns = [
        Turn(role="user", content="你好", original={"type": "human", "data": {"content": "你好"}}),  # type: ignore[arg-type]
        Turn(role="assistant", content="", original={"type": "ai", "data": {}}),  # type: ignore[arg-type]
        Turn(role="tool", content="found"),  # type: ignore[arg-type]
    ]
    assert [(m.role.value, m.content) for m in messages_of(turns)] == [
        ("user", "你好"),
        ("assistant", "found"),
    ]


@pytest.mark.parametrize(
    ("role", "text", "learnt"),
    [
        ("user", "I live in Oslo.", "I live in Oslo."),
        ("user", "<memory>\n<hindsight>\n- x\n</hindsight>\n</memory>\nI moved.", "I moved."),
        ("user", "<recalled_memory>\n- 住在柏林\n</recalled_memory>\n我搬家了", "我搬家了"),
        ("assistant", "Thought: I know.\nAnswer: In Oslo.", "In Oslo."),
        (
            "assistant",
            "Thought: x\nAction: find\nObservation: y\nThought: z\nAnswer: 在柏林",
            "在柏林",
        ),
        ("assistant", "Thought: x\nAction: find\nObservation: y", ""),
        ("user", "Thought: to be\nAnswer: not to be", "Thought: to be\nAnswer: not to be"),
        ("user", "a\x00b", "a\ufffdb"),
    ],
)
def test_bug_39_what_memory_put_in_is_not_learnt_again(role: str, text: str, learnt: str) -> None:
    assert said(ChatMessage(role=role, content=text)) == learnt


def test_a_tools_result_is_named_by_its_call() -> None:
    call = ToolCallBlock(tool_call_id="c1", tool_name="search", tool_kwargs={})
    turns = turns_of_messages(
        [
            ChatMessage(role="assistant", blocks=[call]),
            ChatMessage(role="tool", content="found", additional_kwargs={"tool_call_id": "c1"}),
            ChatMessage(role="tool", content="more", additional_kwargs={"name": "other"}),
        ]
    )
    assert [(turn.role, turn.content, turn.name) for turn in turns] == [
        ("assistant", "", None),
        ("tool", "found", "search"),
        ("tool", "more", "other"),
    ]
    assert len({turn.id for turn in turns}) == 3
