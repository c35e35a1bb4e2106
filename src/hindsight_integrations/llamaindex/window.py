"""Which of a conversation's messages leave the window when it is full, and how long messages are; pure."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from llama_index.core.base.llms.types import (
    AudioBlock,
    BaseContentBlock,
    BaseRecursiveContentBlock,
    ChatMessage,
    DocumentBlock,
    ImageBlock,
    TextBlock,
    ThinkingBlock,
    ToolCallBlock,
    VideoBlock,
)

from hindsight_integrations.records import Role


@dataclass(frozen=True, slots=True)
class Queued:
    """A message in the window: who spoke, and how long it is in tokens."""

    role: Role
    tokens: int


def overflow(queue: Sequence[Queued], limit: float, flush: int) -> list[int]:
    """The places of the messages that leave, oldest first: whole turns, at least ``flush`` tokens at a time.

    A turn begins with a user's message and holds all that follows, so calls and results of
    tools stay together. The last turn stays however long it is; system messages always stay.
    """
    turns = _turns(queue)
    left = sum(item.tokens for item in queue)
    gone: list[int] = []
    while left > limit and len(turns) > 1:
        flushed = 0
        while flushed < max(1, flush) and len(turns) > 1:
            turn = turns.pop(0)
            flushed += sum(queue[place].tokens for place in turn)
            gone += turn
        left -= flushed
    return gone


def _turns(queue: Sequence[Queued]) -> list[list[int]]:
    """The places of each turn's messages. Where no user speaks, tools' results follow their call."""
    places = [place for place, item in enumerate(queue) if item.role is not Role.SYSTEM]
    spoken = any(queue[place].role is Role.USER for place in places)
    turns: list[list[int]] = []
    for place in places:
        role = queue[place].role
        begins = role is Role.USER if spoken else role is not Role.TOOL
        if begins or not turns:
            turns.append([])
        turns[-1].append(place)
    return turns


@dataclass(frozen=True, slots=True)
class Ruler:
    """Measures messages and blocks in tokens; pictures and the like count as estimated."""

    count: Callable[[str], int]
    image: int
    audio: int
    video: int
    document: int

    def message(self, message: ChatMessage) -> int:
        extra = str(message.additional_kwargs) if message.additional_kwargs else ""
        return self.text(extra) + sum(self.block(block) for block in message.blocks)

    def text(self, text: str | None) -> int:
        return self.count(text) if text else 0

    def block(self, block: BaseContentBlock) -> int:
        """A block with all that a model reads of it: calls of tools and thoughts as well."""
        match block:
            case TextBlock():
                return self.text(block.text)
            case ToolCallBlock():
                given = block.tool_kwargs
                asked = given if isinstance(given, str) else json.dumps(given, default=str)
                return self.text(f"{block.tool_name} {asked}")
            case ThinkingBlock():
                return block.num_tokens or self.text(block.content)
            case BaseRecursiveContentBlock():
                return sum(self.block(nested) for nested in block.nested_blocks)
        return self._estimated(block)

    def _estimated(self, block: BaseContentBlock) -> int:
        match block:
            case ImageBlock():
                return self.image
            case AudioBlock():
                return self.audio
            case VideoBlock():
                return self.video
            case DocumentBlock():
                return self.document
        return 0
