"""Memory for LlamaIndex: a memory, blocks, stores, a retriever, a postprocessor, tools; they are given a Hindsight and never open one."""

from hindsight_integrations.errors import MissingExtra

try:
    from hindsight_integrations.llamaindex.blocks import (
        HindsightEventsBlock,
        HindsightFactsBlock,
        HindsightMemoryBlock,
        HindsightSessionBlock,
    )
    from hindsight_integrations.llamaindex.chat_store import (
        HindsightBufferStore,
        HindsightChatStore,
    )
    from hindsight_integrations.llamaindex.extractor import HindsightExtractor
    from hindsight_integrations.llamaindex.memory import HindsightMemory
    from hindsight_integrations.llamaindex.postprocessor import HindsightPostprocessor
    from hindsight_integrations.llamaindex.restoring import serving
    from hindsight_integrations.llamaindex.retriever import HindsightRetriever
    from hindsight_integrations.llamaindex.tools import HindsightToolSpec
except ModuleNotFoundError as missing:
    if (missing.name or "").partition(".")[0] != "llama_index":
        raise
    raise MissingExtra("llamaindex", "hindsight_integrations.llamaindex") from missing

__all__ = [
    "HindsightBufferStore",
    "HindsightChatStore",
    "HindsightEventsBlock",
    "HindsightExtractor",
    "HindsightFactsBlock",
    "HindsightMemory",
    "HindsightMemoryBlock",
    "HindsightPostprocessor",
    "HindsightRetriever",
    "HindsightSessionBlock",
    "HindsightToolSpec",
    "serving",
]
