"""LangGraph's suite of ``PostgresStore``, on HindsightStore over SQLite."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from hindsight_integrations.langgraph import HindsightStore
from rebound import Rebound, cases, expire, loaded, stored

upstream = loaded("langgraph_checkpoint_postgres", "test_store")


@contextmanager
def vector_store_of(
    vector_type: str,
    distance_type: str,
    fake_embeddings: Any,
    text_fields: list[str] | None = None,
    enable_ttl: bool = True,
) -> Iterator[HindsightStore]:
    index = {
        "dims": fake_embeddings.dims,
        "embed": fake_embeddings,
        "ann_index_config": {"vector_type": vector_type},
        "distance_type": distance_type,
        "fields": text_fields,
    }
    ttl: Any = {"default_ttl": 2, "refresh_on_read": True} if enable_ttl else None
    with Rebound.from_conn_string(":memory:", index=index, ttl=ttl) as made:
        made.setup()
        yield made


def expires_at(made: HindsightStore, namespace: tuple[str, ...], key: str) -> Any:
    memory = stored(made, namespace, key)
    return memory and memory.expires_at


upstream._create_vector_store = vector_store_of
upstream._expire_now = expire
upstream._row_exists = lambda made, namespace, key: stored(made, namespace, key) is not None
upstream._stored_expires_at = expires_at
vector_store = upstream.vector_store


@pytest.fixture
def fake_embeddings() -> Any:
    return upstream.CharacterEmbeddings(dims=500)


@pytest.fixture
def store() -> Iterator[HindsightStore]:
    minutes = upstream.TTL_MINUTES
    ttl: Any = {
        "default_ttl": minutes,
        "refresh_on_read": True,
        "sweep_interval_minutes": minutes / 2,
    }
    with Rebound.from_conn_string(":memory:", ttl=ttl) as made:
        made.start_ttl_sweeper()
        yield made


globals().update(cases(upstream))
