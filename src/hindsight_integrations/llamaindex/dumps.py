"""A memory's blocks and settings as plain data, and the data as what a memory is made of; it makes none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from llama_index.core.memory.memory import BaseMemoryBlock, InsertMethod, Memory

from hindsight_integrations.errors import ConfigurationError
from hindsight_integrations.llamaindex import blocks as kin
from hindsight_integrations.llamaindex.blocks import HindsightBlock

_SETTINGS = (
    "agent",
    "tz",
    "token_limit",
    "token_flush_size",
    "chat_history_token_ratio",
    "image_token_size_estimate",
    "audio_token_size_estimate",
    "video_token_size_estimate",
    "document_token_size_estimate",
)
_KIN = (
    "HindsightMemoryBlock",
    "HindsightFactsBlock",
    "HindsightEventsBlock",
    "HindsightSessionBlock",
)


def plain(memory: Memory) -> dict[str, Any]:
    """How a memory is set and what its blocks are; of blocks of others, their names."""
    own = [block for block in memory.memory_blocks if _is_kin(block)]
    return {
        "insert_method": memory.insert_method.value,
        **{name: getattr(memory, name) for name in _SETTINGS},
        "blocks": [
            {
                "kind": type(one).__name__,
                **one.model_dump(mode="json", exclude={"user", "tenant"}),
            }
            for one in own
        ],
        "others": [block.name for block in memory.memory_blocks if not _is_kin(block)],
    }


def made_of(
    data: Mapping[str, Any], whose: Mapping[str, Any], options: Mapping[str, Any]
) -> dict[str, Any]:
    """What ``from_defaults`` makes the memory of that was dumped; ``options`` take precedence."""
    others = list(options.get("memory_blocks") or ())
    if missing := set(data["others"]) - {block.name for block in others}:
        raise ConfigurationError(
            f"the memory had blocks that a dump cannot hold: serving(memory_blocks=…) must name "
            f"{', '.join(sorted(missing))}"
        )
    own = [_block(block, whose) for block in data["blocks"] if block["kind"] in _KIN]
    names = {block.name for block in own}
    return {
        **{name: data[name] for name in _SETTINGS},
        "session_id": data["session_id"],
        "insert_method": InsertMethod(data["insert_method"]),
        "k": 0,
        **options,
        "memory_blocks": [*own, *(one for one in others if one.name not in names)],
        **whose,
    }


def with_recall(
    given: Sequence[BaseMemoryBlock[Any]], whose: Mapping[str, Any], k: int
) -> list[BaseMemoryBlock[Any]]:
    """The blocks, and one that recalls if none of them is Hindsight's. Learning is the memory's affair."""
    blocks: list[BaseMemoryBlock[Any]] = [
        one.model_copy(update={"learn": False}) if isinstance(one, HindsightBlock) else one
        for one in given
    ]
    if k > 0 and not any(isinstance(one, HindsightBlock) for one in blocks):
        blocks.append(kin.HindsightMemoryBlock(**whose, k=k, learn=False))
    return blocks


def _block(data: Mapping[str, Any], whose: Mapping[str, Any]) -> HindsightBlock:
    fields = {name: value for name, value in data.items() if name != "kind"}
    made: HindsightBlock = getattr(kin, data["kind"])(**whose, **fields)
    return made


def _is_kin(block: BaseMemoryBlock[Any]) -> bool:
    return isinstance(block, HindsightBlock) and type(block).__name__ in _KIN
