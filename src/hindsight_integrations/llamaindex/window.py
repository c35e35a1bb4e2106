"""Which of a conversation's messages leave the window when it is full, and how long messages are; it knows no store."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Lock

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


@dataclass(frozen=True)
class Counted:
    """A tokenizer's counts, kept for the texts counted last, since a window is measured every turn.

    Of the texts their hashes are kept, no words: what is forgotten must not live on here.
    """

    tokens: Callable[[str], Sequence[object]]
    size: int = 4_096
    _known: OrderedDict[tuple[int, int], int] = field(default_factory=OrderedDict, repr=False)
    _lock: Lock = field(default_factory=Lock, repr=False)

    def __call__(self, text: str) -> int:
        key = (len(text), hash(text))
        with self._lock:
            count = self._known.get(key)
            if count is not None:
                self._known.move_to_end(key)
                return count
        count = len(self.tokens(text))
        with self._lock:
            self._known[key] = count
            while len(self._known) > self.size:
                self._known.popitem(last=False)
        return count


class Filling:
    """How full a window is, as far as this process knows, so that not every put must read all of it.

    What other processes put is missed until the window is looked at again, which every
    reading of it does.
    """

    def __init__(self) -> None:
        self._tokens: int | None = None
        self._changes = 0
        self._lock = Lock()

    def looking(self) -> int:
        """Before the window is looked at: what :meth:`seen` is to be told."""
        with self._lock:
            return self._changes

    def seen(self, tokens: int, before: int) -> None:
        """It held so many tokens; unknown, if something was put meanwhile."""
        with self._lock:
            self._tokens = tokens if before == self._changes else None

    def unknown(self) -> None:
        """It holds something else now, and must be looked at."""
        with self._lock:
            self._changes += 1
            self._tokens = None

    def fits(self, tokens: int, limit: float) -> bool:
        """Whether it is sure that these, which were just put, leave it within its limit."""
        with self._lock:
            self._changes += 1
            if self._tokens is None:
                return False
            self._tokens += tokens
            return self._tokens <= limit


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
