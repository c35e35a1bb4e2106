"""Memory for LangChain: a middleware for agents and a retriever; they are given a Hindsight and never open one."""

from hindsight_integrations.errors import MissingExtra

try:
    from hindsight_integrations.langchain.history import HindsightChatMessageHistory
    from hindsight_integrations.langchain.middleware import HindsightMiddleware
    from hindsight_integrations.langchain.prompts import LOOK_FIRST, READ_FIRST
    from hindsight_integrations.langchain.reranker import HindsightReranker
    from hindsight_integrations.langchain.retriever import HindsightRetriever, documents_as_prompt
    from hindsight_integrations.langchain.runnable import with_hindsight
    from hindsight_integrations.langchain.tools import memory_tools
except ModuleNotFoundError as missing:
    if (missing.name or "").partition(".")[0] not in ("langchain", "langchain_core", "langgraph"):
        raise
    raise MissingExtra("langchain", "hindsight_integrations.langchain") from missing

__all__ = [
    "LOOK_FIRST",
    "READ_FIRST",
    "HindsightChatMessageHistory",
    "HindsightMiddleware",
    "HindsightReranker",
    "HindsightRetriever",
    "documents_as_prompt",
    "memory_tools",
    "with_hindsight",
]
