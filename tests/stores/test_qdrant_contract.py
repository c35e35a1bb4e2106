"""The outside index's suite over Qdrant: in memory, in a folder, through the REST client, and on a server where one is named."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator

import pytest
from qdrant_client import QdrantClient

from hindsight_integrations.ports import OutsideIndex
from hindsight_integrations.stores import qdrant
from hindsight_integrations.testing.builders import ample
from hindsight_integrations.testing.outside_index import OutsideIndexContract
from qdrant_engine import EngineStandIn
from qdrant_http import FAST, stand_in


class TestQdrantInMemory(OutsideIndexContract):
    """With a client that is the user's, so that closing an index keeps what it holds."""

    @pytest.fixture
    def handle(self) -> Iterator[Callable[[], OutsideIndex]]:
        client = QdrantClient(":memory:")
        yield lambda: qdrant.from_client(client, "contract")
        client.close()


class TestQdrantInAFolder(OutsideIndexContract):
    @pytest.fixture
    def handle(self) -> Iterator[Callable[[], OutsideIndex]]:
        with tempfile.TemporaryDirectory(dir=FAST) as folder:
            yield lambda: qdrant.from_url(f"qdrant:///{folder}/vectors")


class TestQdrantOverHttp(OutsideIndexContract):
    """Everything that is sent and read, with the local mode behind a stand-in for the server."""

    @pytest.fixture
    def handle(self) -> Iterator[Callable[[], OutsideIndex]]:
        with stand_in() as server:
            yield lambda: qdrant.from_url(server.url)


class TestQdrantEngine(OutsideIndexContract):
    """The same with Qdrant's own engine behind it: its filters, its indexes, its conditional writes."""

    @pytest.fixture
    def handle(self) -> Iterator[Callable[[], OutsideIndex]]:
        with stand_in(EngineStandIn) as server:
            yield lambda: qdrant.from_url(server.url)


class TestQdrantServer(OutsideIndexContract):
    """NOT RUN unless HINDSIGHT_TEST_QDRANT names a server; by each protocol."""

    @pytest.fixture(params=["", "grpc=true"], ids=["rest", "grpc"])
    def handle(
        self, qdrant_url: str, request: pytest.FixtureRequest
    ) -> Iterator[Callable[[], OutsideIndex]]:
        url = f"{qdrant_url}?collection=contract&{request.param}".rstrip("&")
        yield lambda: qdrant.from_url(url)
        index = qdrant.from_url(url)
        index.clear(ample())
        index.close()
