"""The retriever: documents, filters, per-call wishes, walls; and LangChain's own suite, in both colours."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from math import fsum, isclose
from typing import Any

import pytest
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnableLambda
from langchain_tests.integration_tests import RetrieversIntegrationTests

from hindsight_integrations import Hindsight, InvalidInput
from hindsight_integrations.langchain import HindsightRetriever
from hindsight_integrations.models.hashing import HashingEncoder

SPRING, AUTUMN = datetime(2024, 4, 1, tzinfo=UTC), datetime(2024, 10, 1, tzinfo=UTC)


@pytest.fixture
def filled(encoder: HashingEncoder) -> Iterator[Hindsight]:
    now = datetime(2024, 11, 1, tzinfo=UTC)
    with Hindsight.open("sqlite:///:memory:", embedder=encoder, clock=lambda: now) as hindsight:
        fill(hindsight)
        yield hindsight


def fill(hindsight: Hindsight) -> None:
    alice = hindsight.for_user("alice", session="s1")
    alice.remember("Alice lives in Berlin", subject="user.location", event_time=SPRING)
    alice.remember("Alice lives in Lisbon", subject="user.location", event_time=AUTUMN)
    alice.remember("Prefers calls", subject="user.preference.contact", type="preference")
    alice.remember("Prefers letters", subject="user.preference.contact", type="preference")
    alice.remember("爱丽丝喜欢喝乌龙茶", subject="user.like")
    hindsight.for_user("bob").remember("Bob lives in Oslo", subject="user.location")


@pytest.fixture(params=["sync", "async"])
def ask(request: pytest.FixtureRequest) -> Any:
    def call(retriever: BaseRetriever, query: str, **wishes: Any) -> list[Document]:
        if request.param == "sync":
            return retriever.invoke(query, **wishes)
        return asyncio.run(retriever.ainvoke(query, **wishes))

    return call


def test_a_document_says_what_and_why(filled: Hindsight, ask: Any) -> None:
    best = ask(HindsightRetriever(hindsight=filled, user="alice"), "where does Alice live?")[0]
    (home, _) = filled.for_user("alice").history("user.location")

    assert (best.id, best.page_content) == (home.id, "Alice lives in Lisbon")
    said = best.metadata
    assert json.loads(json.dumps(said)) == said
    assert (said["subject"], said["type"], said["status"]) == ("user.location", "fact", "active")
    assert said["verdict"] == "fresh"
    assert said["event_time"] == "2024-10-01T00:00:00+00:00"
    assert said["created_at"] == "2024-11-01T00:00:00+00:00"
    # What a user states starts at 0.95 and keeps 0.95 of it every 30 days: 31 have passed.
    assert isclose(said["confidence"], 0.95 * 0.95 ** (31 / 30))
    assert isclose(fsum(said["why"].values()), said["score"])


def test_k_is_exact_and_may_be_said_per_call(filled: Hindsight, ask: Any) -> None:
    retriever = HindsightRetriever(hindsight=filled, user="alice", k=2)
    assert len(ask(retriever, "tea")) == 2
    assert len(ask(retriever, "tea", k=1)) == 1
    assert len(ask(retriever, "tea", k=50)) == 3  # all that holds


def test_filters_and_the_asked_instant(filled: Hindsight, ask: Any) -> None:
    def contents(**fields: Any) -> list[str]:
        retriever = HindsightRetriever(hindsight=filled, user="alice", **fields)
        return [found.page_content for found in ask(retriever, "Alice 茶")]

    assert contents(types="preference") == ["Prefers letters"]
    assert contents(subjects=["user.like"]) == ["爱丽丝喜欢喝乌龙茶"]
    assert contents(subjects="user.preference.*") == ["Prefers letters"]
    as_of = datetime(2024, 6, 1, tzinfo=UTC)
    assert contents(as_of=as_of, subjects="user.location") == ["Alice lives in Berlin"]

    plain = HindsightRetriever(hindsight=filled, user="alice")
    (then,) = ask(plain, "Alice", as_of=as_of, subjects="user.location")
    assert then.page_content == "Alice lives in Berlin"
    assert then.metadata["status"] == "superseded"
    (contact,) = ask(plain, "contact", types="preference")
    assert contact.metadata["predecessor"] == "Prefers calls"


def test_users_and_tenants_are_walls(filled: Hindsight, ask: Any) -> None:
    def found(**who: Any) -> list[str]:
        retriever = HindsightRetriever(hindsight=filled, **who)
        return [document.page_content for document in ask(retriever, "where?")]

    assert found(user="bob") == ["Bob lives in Oslo"]
    assert found(user="bob", tenant="other") == []
    assert found(user="nobody") == []


def test_wrong_wishes_raise(filled: Hindsight, ask: Any) -> None:
    with pytest.raises(InvalidInput, match="k must"):
        ask(HindsightRetriever(hindsight=filled, user="alice", k=0), "tea")
    with pytest.raises(InvalidInput, match="user"):
        ask(HindsightRetriever(hindsight=filled, user=""), "tea")
    with pytest.raises(InvalidInput, match="naive"):
        ask(HindsightRetriever(hindsight=filled, user="a"), "tea", as_of=datetime(2024, 1, 1))
    with pytest.raises(ValueError, match="hindsight"):
        HindsightRetriever(user="alice")  # type: ignore[call-arg]


def test_it_prints_and_dumps_without_its_memory(filled: Hindsight) -> None:
    retriever = HindsightRetriever(hindsight=filled, user="alice", tags=["t"])
    assert "Hindsight open" not in repr(retriever)
    assert "hindsight" not in retriever.model_dump()
    assert retriever.model_dump()["user"] == "alice"


def test_it_takes_part_in_chains(filled: Hindsight) -> None:
    chain = HindsightRetriever(hindsight=filled, user="alice", k=1) | (lambda found: found[0].id)
    (home, _) = filled.for_user("alice").history("user.location")
    assert chain.invoke("where does Alice live?") == home.id
    assert asyncio.run(chain.ainvoke("where does Alice live?")) == home.id


def test_one_chain_serves_many_where_the_run_says_whose_it_is(filled: Hindsight, ask: Any) -> None:
    for user in ("ann", "ben"):
        filled.for_user(user).remember(f"{user} hides a canary")
    retriever = HindsightRetriever(hindsight=filled, k=1)
    for user in ("ann", "ben"):
        (found,) = retriever.invoke("canary", {"configurable": {"user_id": user}})
        assert found.page_content == f"{user} hides a canary"
        chain = retriever | RunnableLambda(lambda documents: documents[0].page_content)
        run: Any = {"configurable": {"user_id": user}}
        assert chain.invoke("canary", run) == f"{user} hides a canary"
        assert asyncio.run(chain.ainvoke("canary", run)) == f"{user} hides a canary"
    with pytest.raises(InvalidInput, match="user_id"):
        retriever.invoke("canary")


class TestStandard(RetrieversIntegrationTests):
    """LangChain's suite."""

    @pytest.fixture(autouse=True)
    def opened(self) -> Iterator[None]:
        with Hindsight.open("sqlite:///:memory:", embedder=HashingEncoder()) as hindsight:
            for cup in ("green tea", "oolong tea", "mint tea", "coffee"):
                hindsight.for_user("alice").remember(f"Alice drinks {cup}")
            self.hindsight = hindsight
            yield

    @property
    def retriever_constructor(self) -> type[HindsightRetriever]:
        return HindsightRetriever

    @property
    def retriever_constructor_params(self) -> dict[str, Any]:
        return {"hindsight": self.hindsight, "user": "alice"}

    @property
    def retriever_query_example(self) -> str:
        return "tea"
