"""The outside index's suite over vector stores of LangChain's: in memory with each filter, and on PostgreSQL."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.vectorstores import InMemoryVectorStore

from hindsight_integrations.errors import (
    ConfigurationError,
    DeadlineExceeded,
    InvalidInput,
    Unavailable,
)
from hindsight_integrations.ports import Deadline, OutsideIndex
from hindsight_integrations.queries import Where
from hindsight_integrations.stores.langchain_vectorstore import LangChainIndex, PointEmbeddings
from hindsight_integrations.testing import ample
from hindsight_integrations.testing.outside_index import ANN, OutsideIndexContract, key_of

POINTS = OutsideIndexContract()


class Contract(OutsideIndexContract):
    lists = counts = any_length = notices_loss = False


class TestInMemoryWithAFilter(Contract):
    @pytest.fixture
    def handle(self) -> Callable[[], OutsideIndex]:
        store = InMemoryVectorStore(PointEmbeddings(self.dimensions))
        return lambda: LangChainIndex(store, name="contract", filtering="callable")


class Blind(InMemoryVectorStore):
    """A store that can do no more than a ``VectorStore`` must."""

    def get_by_ids(self, ids: Sequence[str], /) -> list[Document]:
        raise NotImplementedError


class TestOneThatCanDoLittle(Contract):
    tells_versions = fences = knows_model = knows_missing = False

    @pytest.fixture
    def handle(self) -> Callable[[], OutsideIndex]:
        store = Blind(PointEmbeddings(self.dimensions))
        return lambda: LangChainIndex(store, name="contract", filtering="none")


@pytest.fixture(scope="module")
def engine(pgvector_url: str) -> Iterator[Any]:
    from langchain_postgres import PGEngine

    url = pgvector_url.replace("postgresql:", "postgresql+psycopg:", 1)
    made = PGEngine.from_connection_string(url, pool_size=2)
    yield made
    made._run_as_sync(made.close())


class TestPGVectorStore(Contract):
    """langchain-postgres, on a real server: a column for the wall, and nothing hybrid."""

    @pytest.fixture
    def handle(self, engine: Any, pgvector_url: str) -> Iterator[Callable[[], OutsideIndex]]:
        from langchain_postgres import Column, PGVectorStore

        table = f"langchain_{secrets.token_hex(6)}"
        engine.init_vectorstore_table(
            table, self.dimensions, metadata_columns=[Column("wall", "TEXT")]
        )
        store = PGVectorStore.create_sync(
            engine, PointEmbeddings(self.dimensions), table, metadata_columns=["wall"]
        )
        yield lambda: LangChainIndex(store, name="contract")
        with psycopg.connect(pgvector_url, autocommit=True) as db:
            rows = db.execute(f"SELECT content FROM {table}").fetchall()
            assert all(content.startswith("vector ") for (content,) in rows)
            db.execute(f"DROP TABLE {table}")


class Lying(InMemoryVectorStore):
    """A store that takes a filter and pays no heed to it."""

    def similarity_search(self, query: str, k: int = 4, **_: Any) -> list[Document]:
        return super().similarity_search(query, k)


def over(store: InMemoryVectorStore, **options: Any) -> LangChainIndex:
    index = LangChainIndex(store, name="notes", **options)
    index.open(POINTS.model, ample(), create=True)
    return index


def test_a_store_that_ignores_the_filter_shows_nothing_foreign() -> None:
    index = over(Lying(PointEmbeddings(8)))
    index.put([POINTS.point(f"m{n}", n, wall="b" * 32) for n in range(30)], ample())
    index.put([POINTS.point("mine", 120), POINTS.point("other", 130)], ample())
    assert POINTS.found(index, limit=1) == ["mine"]
    assert POINTS.found(index, limit=5) == ["mine", "other"]


def test_the_store_is_handed_vectors_and_labels_and_no_words() -> None:
    store = InMemoryVectorStore(PointEmbeddings(8))
    index = over(store, filtering="callable")
    index.put([POINTS.point("m1", 60, content="the words of ann", tags=("red",))], ample())
    kept = store.store[key_of(ANN, "m1")]
    assert kept["vector"] == pytest.approx(POINTS.at(60).tolist())
    assert kept["text"].startswith("vector ")
    assert kept["metadata"].keys() == {"wall", "point"}
    assert "words" not in repr(store.store)


def test_a_filter_that_is_shown_the_metadata_alone_works_too() -> None:
    class Faiss(InMemoryVectorStore):
        def similarity_search(self, query: str, k: int = 4, **how: Any) -> list[Document]:
            ask = how.pop("filter", lambda _: True)
            return super().similarity_search(query, k, filter=lambda doc: ask(doc.metadata))

    index = over(Faiss(PointEmbeddings(8)), filtering="callable")
    index.put([POINTS.point("m1"), POINTS.point("m2", wall="b" * 32)], ample())
    assert POINTS.found(index) == ["m1"]


def test_a_filter_may_be_made_by_a_function() -> None:
    walls: list[str] = []

    def made(wall: str) -> dict[str, Any]:
        walls.append(wall)
        return {"filter": lambda document: document.metadata["wall"] == wall}

    index = over(InMemoryVectorStore(PointEmbeddings(8)), filtering=made)
    index.put([POINTS.point("m1")], ample())
    assert POINTS.found(index) == ["m1"]
    assert walls == [ANN]


def test_documents_of_others_in_the_store_are_nobodys() -> None:
    store = InMemoryVectorStore(PointEmbeddings(8))
    index = over(store, filtering="none")
    for n, metadata in enumerate(({"wall": ANN}, {"wall": ANN, "point": '"text"'}, {})):
        store.store[f"x{n}"] = {
            "id": f"x{n}",
            "vector": POINTS.at(0).tolist(),
            "text": "x",
            "metadata": metadata,
        }
    index.put([POINTS.point("m1", 10)], ample())
    assert POINTS.found(index) == ["m1"]
    index.clear(ample())
    assert sorted(store.store) == ["x0", "x1", "x2"]


def test_a_store_with_embeddings_of_its_own_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="PointEmbeddings"):
        LangChainIndex(InMemoryVectorStore(DeterministicFakeEmbedding(size=8)), name="notes")


def test_embeddings_that_were_not_lent_are_refused() -> None:
    embeddings = PointEmbeddings(2)
    with embeddings.lending([POINTS.at(0)[:2]]) as (text,):
        assert embeddings.embed_documents([text]) == [[1.0, 0.0]]
    for asked in (text, "what the user said"):
        with pytest.raises(InvalidInput, match="embeds no texts") as told:
            embeddings.embed_query(asked)
        assert asked not in str(told.value)


def test_the_wrong_filter_is_told_with_the_remedy() -> None:
    index = over(InMemoryVectorStore(PointEmbeddings(8)))  # it takes a function
    index.put([POINTS.point("m1")], ample())
    with pytest.raises(ConfigurationError, match="filtering="):
        POINTS.found(index)


class Failing(InMemoryVectorStore):
    def similarity_search(self, query: str, k: int = 4, **_: Any) -> list[Document]:
        raise ConnectionResetError("secret words")


def test_whatever_a_store_raises_is_an_error_of_ours() -> None:
    index = over(Failing(PointEmbeddings(8)), filtering="none")
    with pytest.raises(Unavailable, match="ConnectionResetError") as told:
        POINTS.found(index)
    assert "secret" not in str(told.value)


class Slow(InMemoryVectorStore):
    def similarity_search(self, query: str, k: int = 4, **_: Any) -> list[Document]:
        time.sleep(1)
        return []


class Fragile(InMemoryVectorStore):
    """A store that breaks if two threads are in it."""

    inside = 0

    def similarity_search(self, query: str, k: int = 4, **_: Any) -> list[Document]:
        self.inside += 1
        time.sleep(0.005)
        assert self.inside == 1
        self.inside -= 1
        return super().similarity_search(query, k)


def test_a_store_is_used_by_one_thread_at_a_time_over_all_its_indexes() -> None:
    store = Fragile(PointEmbeddings(8))
    indexes = [over(store, filtering="none") for _ in range(2)]
    indexes[0].put([POINTS.point("m1")], ample())
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(lambda n: POINTS.found(indexes[n % 2]), range(30)))
    assert found == [["m1"]] * 30


def test_who_waited_too_long_for_its_turn_does_not_call_the_store_later() -> None:
    store = Slow(PointEmbeddings(8))
    index = over(store, filtering="none")
    threading.Thread(target=lambda: POINTS.found(index), daemon=True).start()
    while not index._embeddings.turn.locked():
        time.sleep(0.001)
    with pytest.raises(DeadlineExceeded):
        index.put([POINTS.point("late")], Deadline.after(0.05))
    with index._embeddings.turn:
        pass
    assert key_of(ANN, "late") not in store.store


def test_a_store_that_hangs_is_not_waited_for() -> None:
    index = over(Slow(PointEmbeddings(8)), filtering="none")
    began = time.monotonic()
    with pytest.raises(DeadlineExceeded, match="in time"):
        index.nearest(ANN, POINTS.at(0), Where(), 0, limit=1, deadline=Deadline.after(0.05))
    assert time.monotonic() - began < 0.8
