"""The document compressor over documents of other retrievers, in the real compression retriever."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.vectorstores import InMemoryVectorStore

from hindsight_integrations import Hindsight
from hindsight_integrations.langchain import HindsightReranker
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.testing import FrozenClock

NOW = datetime(2025, 6, 1, 12, tzinfo=UTC)


@pytest.fixture
def hindsight() -> Iterator[Hindsight]:
    with Hindsight.open(
        "sqlite:///:memory:", embedder=HashingEncoder(), clock=FrozenClock(NOW)
    ) as opened:
        yield opened


def document(text: str, days: float, **metadata: Any) -> Document:
    when = (NOW - timedelta(days=days)).isoformat()
    return Document(text, metadata={"created_at": when, "source": "notes.md", **metadata})


BERLIN = document("Ann lives in Berlin", 90, subject="user.location", score=0.9)
LISBON = document("Ann lives in Lisbon", 10, subject="user.location", score=0.7)
TEA = document("Ann likes tea", 30, score=0.4)


@pytest.mark.parametrize("awaited", [False, True])
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [LISBON, TEA]),
        ({"k": 1}, [LISBON]),
        ({"keep_replaced": True}, [LISBON, TEA, BERLIN]),
    ],
    ids=str,
)
def test_replaced_values_go(
    hindsight: Hindsight, options: dict[str, Any], expected: list[Document], awaited: bool
) -> None:
    reranker = HindsightReranker(hindsight=hindsight, user="ann", **options)
    given = [BERLIN, LISBON, TEA, Document(" ")]
    before = deepcopy(given)
    if awaited:
        kept = asyncio.run(reranker.acompress_documents(given, "where does she live?"))
    else:
        kept = reranker.compress_documents(given, "where does she live?")
    assert [one.page_content for one in kept] == [one.page_content for one in expected]
    assert given == before  # what was given is not touched
    assert kept[0].metadata["source"] == "notes.md"
    assert kept[0].metadata["hindsight"]["verdict"] == "fresh"
    assert kept[0].metadata["relevance_score"] == pytest.approx(
        sum(kept[0].metadata["hindsight"]["why"].values())
    )


def test_what_the_memory_knows_decides(hindsight: Hindsight) -> None:
    memory = hindsight.for_user("ann")
    memory.remember("Ann lives in Porto", subject="user.location")
    reranker = HindsightReranker(hindsight=hindsight, user="ann")
    assert [d.page_content for d in reranker.compress_documents([BERLIN, LISBON, TEA], "?")] == [
        "Ann likes tea"
    ]
    other = HindsightReranker(hindsight=hindsight, user="ben")
    assert len(other.compress_documents([BERLIN, LISBON, TEA], "?")) == 2


def test_over_an_existing_vector_store(hindsight: Hindsight) -> None:
    """No metadata of ours in it: the rules read the subject, the encoder says how near."""
    from langchain_classic.retrievers import ContextualCompressionRetriever

    store = InMemoryVectorStore(DeterministicFakeEmbedding(size=16))
    store.add_documents(
        [
            document("I live in Berlin.", 90),
            document("我搬到里斯本了。", 10),
        ]
    )
    retriever = ContextualCompressionRetriever(
        base_compressor=HindsightReranker(hindsight=hindsight, user="ann"),
        base_retriever=store.as_retriever(),
    )
    assert [one.page_content for one in retriever.invoke("where?")] == ["我搬到里斯本了。"]


def test_it_shows_nothing_of_the_memory(hindsight: Hindsight) -> None:
    assert "hindsight" not in repr(HindsightReranker(hindsight=hindsight, user="ann")).replace(
        "HindsightReranker", ""
    )
