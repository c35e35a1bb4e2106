"""Memory for LangGraph: a store and two nodes; they are given a Hindsight and never open one."""

from hindsight_integrations.errors import MissingExtra

try:
    from hindsight_integrations.langgraph.labels import label_of
    from hindsight_integrations.langgraph.nodes import (
        RecallNode,
        RecallState,
        RememberNode,
        recalled_prompt,
    )
    from hindsight_integrations.langgraph.store import HindsightStore, RecalledItem
except ModuleNotFoundError as missing:
    if (missing.name or "").partition(".")[0] not in ("langchain_core", "langgraph"):
        raise
    raise MissingExtra("langgraph", "hindsight_integrations.langgraph") from missing

__all__ = [
    "HindsightStore",
    "RecallNode",
    "RecallState",
    "RecalledItem",
    "RememberNode",
    "label_of",
    "recalled_prompt",
]
