"""The settings that come from the environment; the only reader of ``os.environ`` in the package."""

from __future__ import annotations

import os


def url() -> str | None:
    """``HINDSIGHT_URL``: which memory to open, like ``sqlite:///memory.db``."""
    return os.environ.get("HINDSIGHT_URL") or None


def user() -> str | None:
    """``HINDSIGHT_USER``: whose memory."""
    return os.environ.get("HINDSIGHT_USER") or None


def tenant() -> str | None:
    """``HINDSIGHT_TENANT``: in which tenant, if not the default one."""
    return os.environ.get("HINDSIGHT_TENANT") or None


def index() -> str | None:
    """``HINDSIGHT_INDEX``: the index beside the memory, like ``qdrant://localhost:6333/memory``."""
    return os.environ.get("HINDSIGHT_INDEX") or None


def archive() -> str | None:
    """``HINDSIGHT_ARCHIVE``: where the words of archived memories are, like ``file:///var/cold``."""
    return os.environ.get("HINDSIGHT_ARCHIVE") or None


def working() -> str | None:
    """``HINDSIGHT_WORKING``: where sessions' windows are, like ``redis://localhost:6379/0``."""
    return os.environ.get("HINDSIGHT_WORKING") or None


def api_keys() -> str | None:
    """``HINDSIGHT_API_KEYS``: who may ask the service, ``key,key@tenant``."""
    return os.environ.get("HINDSIGHT_API_KEYS") or None


def reranker() -> str | None:
    """``HINDSIGHT_RERANKER``: a text-embeddings-inference that reranks, like ``http://localhost:8080``."""
    return os.environ.get("HINDSIGHT_RERANKER") or None


def reranker_key() -> str | None:
    """``HINDSIGHT_RERANKER_KEY``: what the reranker wants as its key."""
    return os.environ.get("HINDSIGHT_RERANKER_KEY") or None
