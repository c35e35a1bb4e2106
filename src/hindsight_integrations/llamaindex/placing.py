"""Where in a conversation's messages something is told, and how to take it out again; pure."""

from __future__ import annotations

from collections.abc import Sequence

from llama_index.core.base.llms.types import (
    BaseContentBlock,
    ChatMessage,
    ContentBlock,
    TextBlock,
)
from llama_index.core.memory.memory import DEFAULT_MEMORY_BLOCKS_TEMPLATE
from llama_index.core.prompts import RichPromptTemplate

from hindsight_integrations.engine.telling import without_told
from hindsight_integrations.llamaindex.codec import role_of, said
from hindsight_integrations.records import Role


def copies(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    """Messages whose blocks can be changed without changing those of ``messages``."""
    return [message.model_copy(update={"blocks": list(message.blocks)}) for message in messages]


def framed(
    template: RichPromptTemplate, named: Sequence[tuple[str, Sequence[ContentBlock]]]
) -> list[ContentBlock]:
    """What the blocks say, by their names, in the template's frame.

    Upstream compiles a template each time it is filled, which takes longer than a recall; what
    its own template makes of mere text is put together here, word for word the same.
    """
    if not named:
        return []
    texts = [
        (name, [one.text for one in told if isinstance(one, TextBlock)]) for name, told in named
    ]
    alike = all(len(one) == len(told) for (_, one), (_, told) in zip(texts, named, strict=True))
    if not alike or template != DEFAULT_MEMORY_BLOCKS_TEMPLATE:
        return list(template.format_messages(memory_blocks=named)[0].blocks)
    lines = [line for name, told in texts for line in (f"<{name}>", *told, f"</{name}>")]
    return [TextBlock(text="\n".join(["<memory>", *lines, "</memory>"]))]


def untold(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    """The messages without the blocks that ``aget`` has put into a user's or a system message."""
    cleaned = []
    for message in messages:
        open_to = role_of(message) in (Role.USER, Role.SYSTEM)
        own = [block for block in message.blocks if not (open_to and _is_told(block))]
        if own or not message.blocks:
            cleaned.append(message.model_copy(update={"blocks": own}))
    return cleaned


def _is_told(block: BaseContentBlock) -> bool:
    if not isinstance(block, TextBlock) or not block.text.lstrip().startswith("<memory>"):
        return False
    return not without_told(block.text)


def awaited(history: Sequence[ChatMessage], asked: str | None) -> bool:
    """Whether the message that is asked about is not in the history yet: engines put it later."""
    if asked is None:
        return False
    users = [said(message) for message in history if role_of(message) is Role.USER]
    return not users or users[-1] != asked.strip()


def in_system(history: Sequence[ChatMessage], told: list[ContentBlock]) -> list[ChatMessage]:
    """The history with what is told in its first system message, or in a new one."""
    if not told:
        return list(history)
    messages = copies(history)
    place = next((n for n, one in enumerate(messages) if role_of(one) is Role.SYSTEM), None)
    if place is None:
        return [ChatMessage(role="system", blocks=told), *messages]
    messages[place].blocks = [*told, *messages[place].blocks]
    return messages
