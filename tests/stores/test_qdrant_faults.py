"""Whatever becomes of Qdrant: what is said of it, in time, without keys or anything that was sent."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from qdrant_client import AsyncQdrantClient, QdrantClient, models

from hindsight_integrations.errors import (
    ConfigurationError,
    DeadlineExceeded,
    HindsightError,
    Unavailable,
)
from hindsight_integrations.ports import Deadline
from hindsight_integrations.queries import Where
from hindsight_integrations.stores import qdrant
from hindsight_integrations.testing import ample
from hindsight_integrations.testing.outside_index import ANN, OutsideIndexContract, key_of
from leaks import shown
from qdrant_http import StandIn, stand_in

SECRET = "hunter2"
POINTS = OutsideIndexContract()
MODEL = POINTS.model
CALLS = POINTS.calls  # opening is the first


@pytest.fixture
def server() -> Iterator[StandIn]:
    with stand_in() as known:
        yield known


@pytest.fixture
def index(server: StandIn) -> Iterator[qdrant.QdrantIndex]:
    made = qdrant.from_url(server.url)
    made.open(MODEL, ample(), create=True)
    yield made
    made.close()


@pytest.mark.parametrize(
    ("status", "kind", "said"),
    [
        (400, ConfigurationError, "hindsight reindex"),
        (401, ConfigurationError, "API key"),
        (403, ConfigurationError, "API key"),
        (404, ConfigurationError, "hindsight reindex"),
        (413, ConfigurationError, "limit"),
        (429, Unavailable, "busy"),
        (500, Unavailable, "busy"),
        (502, Unavailable, "busy"),
        (503, Unavailable, "busy"),
        (504, Unavailable, "in time"),
    ],
)
def test_every_status_has_its_meaning(
    server: StandIn,
    index: qdrant.QdrantIndex,
    status: int,
    kind: type[HindsightError],
    said: str,
) -> None:
    server.fault = (status, b'{"status":{"error":"secret words of ann"}}')
    for call in CALLS(index, ample())[1:]:
        with pytest.raises(kind, match=said) as told:
            call()
        assert f"HTTP {status}" in str(told.value)
        assert "127.0.0.1" in str(told.value)
        assert "secret words" not in shown(told.value)


@pytest.mark.parametrize("body", [b"<html>Welcome to nginx!</html>", b"{}", b"", b"[1, 2"])
def test_what_is_no_answer_of_qdrant_is_told(
    server: StandIn, index: qdrant.QdrantIndex, body: bytes
) -> None:
    server.fault = (200, body)
    for call in CALLS(index, ample())[1:]:
        with pytest.raises(Unavailable, match="no Qdrant") as told:
            call()
        assert "nginx" not in shown(told.value)


def test_a_server_that_does_not_answer_is_given_up_in_time(
    server: StandIn, index: qdrant.QdrantIndex
) -> None:
    server.delay = 2.0
    for n in range(len(CALLS(index, ample()))):
        began = time.monotonic()
        with pytest.raises(Unavailable, match="in time"):
            CALLS(index, Deadline.after(0.1))[n]()
        assert time.monotonic() - began < 1.5


def test_nor_longer_than_the_url_says(server: StandIn) -> None:
    index = qdrant.from_url(f"{server.url}?timeout=1")
    index.open(MODEL, ample(), create=True)
    server.delay = 3.0
    began = time.monotonic()
    with pytest.raises(Unavailable, match="in time"):
        index.put([POINTS.point("m1")], ample())
    assert time.monotonic() - began < 2.5
    index.close()


def test_a_server_that_is_gone_is_unavailable() -> None:
    with socket.socket() as taken:  # bound, so that nobody else takes it, and not listening
        taken.bind(("127.0.0.1", 0))
        index = qdrant.from_url(
            f"qdrant://:{SECRET}@127.0.0.1:{taken.getsockname()[1]}/?https=false"
        )
        for deadline in (Deadline.after(0.3), Deadline.after(0.05)):
            with pytest.raises(Unavailable) as told:
                index.open(MODEL, deadline, create=True)
            assert SECRET not in shown(told.value)
        index.close()


pytestmark = pytest.mark.filterwarnings("ignore:Api key is used with an insecure connection")


def test_opening_waits_for_a_server_that_starts(server: StandIn) -> None:
    index = qdrant.from_url(server.url)
    server.fault = (503, b"starting")

    def tries() -> int:
        return [path for _, path, *_ in server.asked].count("/")

    def start_after_two() -> None:
        while tries() < 2:
            time.sleep(0.005)
        server.fault = None

    starting = threading.Thread(target=start_after_two, daemon=True)
    starting.start()
    assert index.open(MODEL, ample(), create=True) is True
    starting.join()
    assert 2 <= tries() <= 5
    index.close()


def test_but_not_for_one_that_refuses_the_key(server: StandIn) -> None:
    index = qdrant.from_url(server.url)
    server.fault = (401, b"")
    with pytest.raises(ConfigurationError, match="API key"):
        index.open(MODEL, ample(), create=True)
    assert len(server.asked) == 1
    index.close()


def test_an_old_server_is_refused(server: StandIn) -> None:
    index = qdrant.from_url(server.url)
    server.version = "1.16.3"
    with pytest.raises(ConfigurationError, match=r"version 1\.16\.3: 1\.17 is needed"):
        index.open(MODEL, ample(), create=True)
    assert not server.local.collection_exists("contract")
    index.close()


def test_the_key_travels_in_a_header_alone(server: StandIn) -> None:
    index = qdrant.from_url(
        f"qdrant://:{SECRET}@127.0.0.1:{server.port}/contract?https=false&prefix=/"
    )
    index.open(MODEL, ample(), create=True)
    assert {headers["api-key"] for *_, headers in server.asked} == {SECRET}
    assert SECRET not in repr([asked[:4] for asked in server.asked])
    assert SECRET not in index.name + repr(index.health(ample())) + repr(vars(index))
    index.close()


def test_of_two_processes_that_make_it_at_once_one_does(server: StandIn) -> None:
    index = qdrant.from_url(server.url)
    server.only, server.fault = "/exists", (200, b'{"result":{"exists":false},"time":0}')
    assert index.open(MODEL, ample(), create=True) is True
    assert index.open(MODEL, ample(), create=True) is False  # the second one is told 409
    index.close()


def test_indexes_that_are_missing_are_made_by_the_next_opening(server: StandIn) -> None:
    index = qdrant.from_url(server.url)
    server.only, server.fault = "/index", (500, b"")
    with pytest.raises(Unavailable):
        index.open(MODEL, ample(), create=True)
    server.fault = None
    assert index.open(MODEL, ample(), create=True) is False
    assert len(server.indexes) == 19
    assert server.indexes["wall"]["params"] == {
        "type": "keyword", "is_tenant": True, "enable_hnsw": True,
    }  # fmt: skip
    assert sum(schema["params"]["enable_hnsw"] for schema in server.indexes.values()) == 1
    index.open(MODEL, ample(), create=True)
    made = [path for method, path, *_ in server.asked if path.endswith("/index")]
    assert len(made) == 20
    index.close()


def test_what_is_sent_holds_no_words_and_every_search_has_its_wall(
    server: StandIn, index: qdrant.QdrantIndex
) -> None:
    index.put([POINTS.point("m1", content="the words of ann", tags=("red",))], ample())
    index.nearest(ANN, POINTS.at(0), Where(), 0, limit=1, deadline=ample())
    index.drop([key_of(ANN, "m1")], ample())
    asked = {path.rpartition("/contract")[2]: body for _, path, _, body, _ in server.asked}
    assert "the words" not in repr(server.asked)
    assert asked["/points/query"]["filter"]["must"][0] == {"key": "wall", "match": {"value": ANN}}
    assert all(
        query["wait"] == ["true"] and query["ordering"] == ["medium"]
        for method, path, query, *_ in server.asked
        if path.endswith(("/points", "/points/delete"))
    )


def test_a_put_is_cut_into_requests_of_less_than_a_megabyte(server: StandIn) -> None:
    suite = OutsideIndexContract()
    suite.dimensions = 1024
    index = qdrant.from_url(server.url)
    index.open(suite.model, ample(), create=True)
    index.put([suite.point(f"m{n}", n) for n in range(100)], ample())
    sent = [
        int(headers["Content-Length"])
        for _, path, *_, headers in server.asked
        if path.endswith("/points")
    ]
    assert len(sent) == 3
    assert max(sent) < 1_000_000
    assert len(suite.found(index)) == 100
    index.close()


def test_a_clients_owner_may_share_and_close_it(server: StandIn) -> None:
    client = QdrantClient(host="127.0.0.1", port=server.port, check_compatibility=False)
    one, other = qdrant.from_client(client, "one"), qdrant.from_client(client, "other")
    assert one.name == f"Qdrant at 127.0.0.1:{server.port} (collection one)"
    for index in (one, other):
        assert index.open(MODEL, ample(), create=True) is True
    one.put([POINTS.point("m1")], ample())
    one.close()
    assert (POINTS.found(other), client.get_collection("one").points_count) == ([], 1)
    client.close()


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"location": ":memory:"}, "Qdrant in memory (collection hindsight)"),
        ({"host": "db"}, "Qdrant at db:6333 (collection hindsight)"),
        ({"host": "db", "port": 80, "prefix": "q"}, "Qdrant at db:80/q (collection hindsight)"),
        ({"url": "https://db:7000"}, "Qdrant at db:7000 (collection hindsight)"),
        ({"url": "http://db/some/path"}, "Qdrant at db:6333/some/path (collection hindsight)"),
        ({"location": "http://db:1"}, "Qdrant at db:1 (collection hindsight)"),
        ({}, "Qdrant at localhost:6333 (collection hindsight)"),
    ],
)
def test_a_given_client_names_its_place(options: dict[str, object], name: str) -> None:
    client = QdrantClient(**options, check_compatibility=False)  # type: ignore[arg-type]
    assert qdrant.from_client(client).name == name
    client.close()


def test_what_is_no_client_is_refused() -> None:
    client: Any = AsyncQdrantClient(":memory:")
    with pytest.raises(ConfigurationError, match="QdrantClient is needed"):
        qdrant.from_client(client)


class TestCollections:
    """In memory, with a client that both sides hold."""

    @pytest.fixture
    def client(self) -> Iterator[QdrantClient]:
        client = QdrantClient(":memory:")
        yield client
        client.close()

    def make(self, client: QdrantClient, size: int, distance: models.Distance) -> None:
        client.create_collection(
            "hindsight", vectors_config=models.VectorParams(size=size, distance=distance)
        )

    def test_an_empty_one_that_fits_is_taken_over(self, client: QdrantClient) -> None:
        self.make(client, 8, models.Distance.COSINE)
        index = qdrant.from_client(client)
        assert index.open(MODEL, ample(), create=True) is True
        assert index.open(MODEL, ample(), create=False) is False

    @pytest.mark.parametrize(
        ("size", "distance"), [(8, models.Distance.DOT), (9, models.Distance.COSINE)]
    )
    def test_one_that_does_not_fit_is_refused(
        self, client: QdrantClient, size: int, distance: models.Distance
    ) -> None:
        self.make(client, size, distance)
        with pytest.raises(ConfigurationError, match="8 dimensions and cosine distance"):
            qdrant.from_client(client).open(MODEL, ample(), create=True)

    def test_one_with_named_vectors_is_refused(self, client: QdrantClient) -> None:
        params = models.VectorParams(size=8, distance=models.Distance.COSINE)
        client.create_collection("hindsight", vectors_config={"text": params})
        with pytest.raises(ConfigurationError, match="not made by this package"):
            qdrant.from_client(client).open(MODEL, ample(), create=True)

    def test_one_of_another_program_is_refused_and_left_as_it_was(
        self, client: QdrantClient
    ) -> None:
        self.make(client, 8, models.Distance.COSINE)
        client.upsert("hindsight", [models.PointStruct(id=1, vector=[1.0] * 8)])
        with pytest.raises(ConfigurationError, match="not made by this package"):
            qdrant.from_client(client).open(MODEL, ample(), create=True)
        with pytest.raises(ConfigurationError, match="another program"):
            qdrant.from_client(client).clear(ample())
        assert client.get_collection("hindsight").points_count == 1

    def test_points_that_others_put_there_are_nobodys(self, client: QdrantClient) -> None:
        index = qdrant.from_client(client)
        index.open(MODEL, ample(), create=True)
        strange = models.PointStruct(id=7, vector=[1.0] + [0.0] * 7, payload={"wall": ANN})
        client.upsert("hindsight", [strange])
        index.put([POINTS.point("m1", 10)], ample())
        assert POINTS.found(index) == ["m1"]
        assert [item.id for item in POINTS.everything(index, 1)] == ["m1"]

    def test_a_client_that_its_owner_closed_is_told(self, client: QdrantClient) -> None:
        index = qdrant.from_client(client)
        index.open(MODEL, ample(), create=True)
        client.close()
        with pytest.raises(Unavailable, match="client was closed"):
            POINTS.found(index)


class TestFolders:
    # What the client opened before it was refused is left to the garbage collector.
    @pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
    def test_one_that_is_in_use_is_refused_with_the_reason(self, tmp_path: Path) -> None:
        one, other = (qdrant.from_url(f"qdrant:///{tmp_path}/v") for _ in range(2))
        one.open(MODEL, ample(), create=True)
        with pytest.raises(ConfigurationError, match="one process"):
            other.open(MODEL, ample(), create=True)
        one.close()
        other.close()

    def test_one_that_cannot_be_made_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        with pytest.raises(ConfigurationError, match="cannot be opened"):
            qdrant.from_url(f"qdrant:///{tmp_path}/file/v").open(MODEL, ample(), create=True)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_it_works_on_both_sides_of_a_fork(server: StandIn, index: qdrant.QdrantIndex) -> None:
    index.put([POINTS.point("before")], ample())
    child = os.fork()
    if child == 0:
        index.put([POINTS.point("child", 10)], ample())
        os._exit(0 if POINTS.found(index) == ["before", "child"] else 1)
    assert os.waitpid(child, 0)[1] == 0
    index.put([POINTS.point("parent", 20)], ample())
    assert POINTS.found(index) == ["before", "child", "parent"]


def test_a_deadline_counts_for_all_requests_of_a_call(
    server: StandIn, index: qdrant.QdrantIndex
) -> None:
    server.only, server.delay = "/points", 0.2
    suite = OutsideIndexContract()
    many = [suite.point(f"m{n}", n / 10) for n in range(1001)]  # five requests
    with pytest.raises(DeadlineExceeded):
        index.put(many, Deadline.after(0.5))
    assert sum(path.endswith("/points") for _, path, *_ in server.asked) <= 3


def test_a_middleware_of_the_clients_own_sees_the_short_time(server: StandIn) -> None:
    """The client itself knows whole seconds only, so a short deadline is ours to keep."""
    seen: list[float] = []
    index = qdrant.from_url(server.url)
    index.open(MODEL, ample(), create=True)

    def look(request: httpx.Request) -> None:
        seen.append(request.extensions["timeout"]["read"])

    with index._clients.using(ample()) as client:
        client.http.client._client.event_hooks = {"request": [look]}
    index.versions([key_of(ANN, "m1")], Deadline.after(0.25))
    assert 0 < seen[0] <= 0.25
    index.close()
