"""Rerankers over HTTP, against a small server that answers as it is told: both dialects, and every way to fail."""

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from gates import PATIENCE
from hindsight_integrations import Hindsight
from hindsight_integrations.errors import ConfigurationError, ModelError, Unavailable
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.models.remote import RemoteReranker

Answer = tuple[int, bytes]
PRIVATE = "passage words 私密"


class Service:
    """A reranking service: ``answer`` makes a status and a body of a request's body."""

    def __init__(self) -> None:
        self.answer: Callable[[Any], Answer] = by_length
        self.asked: list[tuple[str, dict[str, str], Any]] = []
        self.connections = 0
        self.go_on = threading.Event()
        service = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self) -> None:
                service.connections += 1
                super().setup()

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                service.asked.append((self.path, dict(self.headers), body))
                status, said = service.answer(body)
                self.send_response(status)
                self.send_header("Content-Length", str(len(said)))
                self.end_headers()
                self.wfile.write(said)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"


def by_length(body: Any) -> Answer:
    """Longer passages are better; the best comes first, as the services answer."""
    texts = body.get("texts", body.get("documents"))
    name = "score" if "texts" in body else "relevance_score"
    found = [{"index": place, name: len(text) / 100} for place, text in enumerate(texts)]
    found.sort(key=lambda one: -one[name])
    return 200, json.dumps(found if "texts" in body else {"results": found, "meta": {}}).encode()


def saying(data: Any, status: int = 200) -> Callable[[Any], Answer]:
    said = data if isinstance(data, bytes) else json.dumps(data).encode()
    return lambda _: (status, said)


@pytest.fixture
def service() -> Iterator[Service]:
    made = Service()
    thread = threading.Thread(target=made.server.serve_forever)
    thread.start()
    yield made
    made.go_on.set()
    made.server.shutdown()
    thread.join()
    made.server.server_close()


@pytest.fixture
def reranker(service: Service) -> Iterator[RemoteReranker]:
    made = RemoteReranker(service.url, timeout=PATIENCE)
    yield made
    made.close()


def test_text_embeddings_inference(service: Service, reranker: RemoteReranker) -> None:
    assert reranker.score("猫在哪里", ["a cat", "一只猫", "the cat sleeps"]) == [0.05, 0.03, 0.14]
    [(path, headers, body)] = service.asked
    assert path == "/rerank"
    assert body == {
        "query": "猫在哪里",
        "texts": ["a cat", "一只猫", "the cat sleeps"],
        "truncate": True,
    }
    assert "Authorization" not in headers


def test_cohere_and_those_who_speak_like_it(service: Service) -> None:
    made = RemoteReranker(f"{service.url}/v2/rerank", api="cohere", model="m-3", key="s3cret")
    assert made.score("cat", ["one", "three"]) == [0.03, 0.05]
    [(path, headers, body)] = service.asked
    assert path == "/v2/rerank"
    assert headers["Authorization"] == "Bearer s3cret"
    assert body == {"model": "m-3", "query": "cat", "documents": ["one", "three"], "top_n": 2}
    assert "s3cret" not in f"{made!r} {made.model_id}"
    made.close()


def test_many_passages_go_in_several_requests_over_one_connection(service: Service) -> None:
    made = RemoteReranker(service.url, batch=3)
    assert made.score("x", ["a" * n for n in range(1, 9)]) == [n / 100 for n in range(1, 9)]
    assert [len(body["texts"]) for _, _, body in service.asked] == [3, 3, 2]
    assert service.connections == 1
    assert made.score("x", []) == []
    made.close()


def test_what_services_refuse_is_not_sent(service: Service) -> None:
    made = RemoteReranker(service.url, longest=10)
    made.score("", ["  ", "\ud800 lone", "long" * 100])
    assert service.asked[0][2]["query"] == "-"
    assert service.asked[0][2]["texts"] == ["-", "\ufffd lone", "longlonglo"]
    made.close()


# -- failures ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (301, ConfigurationError),
        (400, ModelError),
        (401, ConfigurationError),
        (403, ConfigurationError),
        (404, ConfigurationError),
        (413, ModelError),
        (422, ModelError),
        (424, ModelError),
        (429, Unavailable),
        (500, ModelError),
        (502, Unavailable),
        (503, Unavailable),
        (504, Unavailable),
        (204, ModelError),
    ],
)
def test_a_status_is_translated_once_and_asked_once(
    service: Service, reranker: RemoteReranker, status: int, kind: type[Exception]
) -> None:
    service.answer = saying(b"" if status == 204 else PRIVATE.encode(), status)
    with pytest.raises(kind, match=f"HTTP {status}") as failed:
        reranker.score("q", [PRIVATE])
    assert type(failed.value) is kind
    assert "私密" not in str(failed.value)
    assert len(service.asked) == 1  # what was sent is not sent again


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"<html>proxy</html>",
        b"\xff\xfe",
        None,
        {},
        [],
        "0.5",
        {"results": None},
        [0.5, 0.6],
        [{"index": 0, "score": 0.5}],  # fewer
        [{"index": n, "score": 0.5} for n in range(3)],  # more
        [{"index": 0, "score": 0.5}] * 2,  # one twice
        [{"index": 0, "score": 0.5}, {"index": -1, "score": 0.5}],
        [{"index": 0, "score": 0.5}, {"index": "1", "score": 0.5}],
        [{"index": False, "score": 0.5}, {"index": 1, "score": 0.5}],
        [{"index": 0, "score": 0.5}, {"index": 1}],
        [{"index": 0, "score": 0.5}, {"index": 1, "score": None}],
        [{"index": 0, "score": 0.5}, {"index": 1, "score": "0.5"}],
        [{"index": 0, "score": 0.5}, {"index": 1, "score": True}],
        [{"index": 0, "score": 0.5}, {"index": 1, "score": float("nan")}],
        [{"index": 0, "score": 0.5}, {"index": 1, "score": float("inf")}],
        [{"index": 0, "score": 0.5}, {"index": 1, "score": 10**400}],
        [{"index": 0, "relevance_score": 0.5}, {"index": 1, "relevance_score": 0.5}],
    ],
    ids=range(23),
)
def test_an_answer_out_of_contract_is_refused(
    service: Service, reranker: RemoteReranker, said: Any
) -> None:
    service.answer = saying(said)
    with pytest.raises(ModelError):
        reranker.score("q", ["one", "two"])


def test_a_service_that_is_too_slow(service: Service) -> None:
    def late(body: Any) -> Answer:
        service.go_on.wait(PATIENCE)
        return by_length(body)

    service.answer = late
    made = RemoteReranker(service.url, timeout=0.5)
    with pytest.raises(Unavailable, match="ReadTimeout"):
        made.score("q", ["one"])
    service.go_on.set()
    assert len(service.asked) <= 1  # none if this machine is slower still
    made.close()


def test_a_service_that_is_away() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    made = RemoteReranker(f"http://127.0.0.1:{port}")
    with pytest.raises(Unavailable, match="ConnectError"):
        made.score("q", ["one"])
    made.close()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"url": "host:8080"}, "http://host"),
        ({"url": "ftp://host"}, "http://host"),
        ({"url": ""}, "http://host"),
        ({"url": None}, "http://host"),
        ({"url": "http://[::1"}, "http://host"),
        ({"url": "http://me:hunter2@host"}, "key="),
        ({"url": "http://host", "api": "voyage"}, "tei, cohere"),
        ({"url": "http://host", "api": "cohere"}, "model="),
        ({"url": "http://host", "timeout": 0}, "timeout"),
        ({"url": "http://host", "timeout": True}, "timeout"),
        ({"url": "http://host", "batch": 0}, "batch"),
        ({"url": "http://host", "key": "a\nb"}, "ASCII"),
        ({"url": "http://host", "key": ""}, "ASCII"),
    ],
)
def test_what_cannot_be_an_address_is_refused(options: dict[str, Any], says: str) -> None:
    with pytest.raises(ConfigurationError, match=says) as refused:
        RemoteReranker(options.pop("url"), **options)
    assert "hunter2" not in str(refused.value)


def test_the_path_is_found_or_added() -> None:
    for given in ("http://h", "http://h/", "http://h/rerank", "http://h/rerank/"):
        assert RemoteReranker(given)._url.path == "/rerank"
    assert RemoteReranker("https://h/v1?x=1")._url.raw_path == b"/v1/rerank?x=1"


# -- in a memory -------------------------------------------------------------------------


def lives_on(hindsight: Hindsight) -> None:
    memory = hindsight.for_user("alice")
    memory.remember("the cat is here")
    memory.remember("the cat is a long way from here, on its island")


def test_it_decides_the_order_in_a_recall_and_its_failure_is_noted(
    service: Service, reranker: RemoteReranker
) -> None:
    with Hindsight.open(
        "sqlite:///:memory:", embedder=HashingEncoder(), reranker=reranker
    ) as hindsight:
        lives_on(hindsight)
        memory = hindsight.for_user("alice")
        found = memory.recall("the cat is here", k=2)
        assert found.degraded == ()
        assert found.memories[0].content.endswith("island")
        texts = service.asked[-1][2]["texts"]
        assert all(text.startswith("[20") for text in texts)
        for said, named in (
            (saying([], 503), "Unavailable"),
            (saying([], 401), "ConfigurationError"),
        ):
            service.answer = said
            found = memory.recall("the cat is here", k=2)
            assert found.degraded == (f"reranker: {named}",)
            assert found.memories[0].content == "the cat is here"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_child_opens_connections_of_its_own(service: Service, reranker: RemoteReranker) -> None:
    assert reranker.score("q", ["one"]) == [0.03]
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.write(writing, json.dumps(reranker.score("q", ["three", "four"])).encode())
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    os.close(writing)
    with os.fdopen(reading) as said:
        assert json.loads(said.read()) == [0.05, 0.04]
    assert service.connections == 2
    assert reranker.score("q", ["seven"]) == [0.05]
    assert service.connections == 2
