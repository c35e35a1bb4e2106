"""Memory for LlamaIndex: chat stores; they are given a Hindsight and never open one."""

from hindsight_integrations.errors import MissingExtra

try:
    from hindsight_integrations.llamaindex.chat_store import (
        HindsightBufferStore,
        HindsightChatStore,
    )
except ModuleNotFoundError as missing:
    if (missing.name or "").partition(".")[0] != "llama_index":
        raise
    raise MissingExtra("llamaindex", "hindsight_integrations.llamaindex") from missing

__all__ = ["HindsightBufferStore", "HindsightChatStore"]
