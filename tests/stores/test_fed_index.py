"""Search through an index outside, held to the contract of a vector index: fed, not fed yet, and not answering."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hindsight_integrations.ports import RecordStore, VectorIndex
from hindsight_integrations.settings import IndexSettings
from hindsight_integrations.stores.connecting.address import address
from hindsight_integrations.stores.outside import FedIndex, Feeder, Followed, Rest
from hindsight_integrations.stores.outside.followed import PLACE
from hindsight_integrations.stores.postgres import PostgresStore
from hindsight_integrations.stores.sqlite import SqliteStore
from hindsight_integrations.testing import FrozenClock
from hindsight_integrations.testing.builders import ample
from hindsight_integrations.testing.fakes import InMemoryOutsideIndex, OutsideService
from hindsight_integrations.testing.vector_index import VectorIndexContract

MODEL = ("contract-model", 8)
#: A feeder that is never late by itself: the tests tell it when.
SETTINGS = IndexSettings(gather_seconds=30.0, closing_seconds=10.0)


class FedIndexContract(VectorIndexContract):
    """The parts, put together by hand so that each subclass can leave one out."""

    @pytest.fixture(params=["sqlite", "postgres"])
    def inner(
        self, request: pytest.FixtureRequest, clock: FrozenClock
    ) -> Iterator[SqliteStore | PostgresStore]:
        store: SqliteStore | PostgresStore
        if request.param == "sqlite":
            store = SqliteStore(":memory:", clock=clock, model=MODEL, vectors=False)
        else:
            url = request.getfixturevalue("schema_url")
            store = PostgresStore(address(url), clock=clock, model=MODEL, vectors=False)
        yield store
        store.close()

    @pytest.fixture
    def service(self) -> OutsideService:
        return OutsideService()

    @pytest.fixture
    def outside(self, service: OutsideService) -> InMemoryOutsideIndex:
        index = InMemoryOutsideIndex(service)
        index.open(MODEL, ample(), create=True)
        return index

    @pytest.fixture
    def rest(self) -> Rest:
        return Rest(SETTINGS)

    @pytest.fixture
    def feeder(
        self, inner: SqliteStore | PostgresStore, outside: InMemoryOutsideIndex, rest: Rest
    ) -> Feeder:
        inner.feed.attach(outside.name, ample())
        return Feeder(inner.feed, outside, SETTINGS, rest)

    @pytest.fixture
    def store(
        self,
        inner: SqliteStore | PostgresStore,
        outside: InMemoryOutsideIndex,
        feeder: Feeder,
    ) -> Iterator[RecordStore]:
        followed = Followed(inner, outside, feeder, SETTINGS)
        yield followed
        followed.close()

    @pytest.fixture
    def index(
        self,
        store: RecordStore,
        inner: SqliteStore | PostgresStore,
        outside: InMemoryOutsideIndex,
        rest: Rest,
        clock: FrozenClock,
    ) -> VectorIndex:
        return FedIndex(
            inner.feed, outside, SETTINGS, rest, clock=clock, dimensions=self.dimensions
        )


class TestFed(FedIndexContract):
    """The index was told of everything."""

    def settle(self, store: RecordStore, index: VectorIndex) -> None:
        assert store.scrub(ample())[PLACE]


class TestUnfed(FedIndexContract):
    """The index was told of nothing yet."""


class TestUnanswering(FedIndexContract):
    """The index cannot be reached."""

    @pytest.fixture
    def outside(self, service: OutsideService) -> InMemoryOutsideIndex:
        index = InMemoryOutsideIndex(service)
        index.open(MODEL, ample(), create=True)
        service.unreachable = True
        return index


class TestBlind(FedIndexContract):
    """The index was told of everything and evaluates no part of a filter but whose records it may show."""

    @pytest.fixture
    def outside(self, service: OutsideService) -> InMemoryOutsideIndex:
        parts = (
            "ids", "statuses", "types", "tiers", "subjects", "tags", "session", "agent",
            "event_type", "source_turns", "within", "valid_at", "known_at",
        )  # fmt: skip
        index = InMemoryOutsideIndex(service, ignores=parts)
        index.open(MODEL, ample(), create=True)
        return index

    def settle(self, store: RecordStore, index: VectorIndex) -> None:
        assert store.scrub(ample())[PLACE]
