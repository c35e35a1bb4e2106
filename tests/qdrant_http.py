"""A stand-in for Qdrant's server: its REST API, as far as it is used, over the client's own local mode, and faults on demand."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from qdrant_client import QdrantClient, models

#: A file system in memory, where there is one: the local mode waits for the disk at every point.
FAST = "/dev/shm" if Path("/dev/shm").is_dir() else None


@dataclass
class StandIn:
    """The server: what it answers wrongly, and what it was asked (method, path, query, body, headers)."""

    port: int = 0
    version: str = "1.20.0"
    #: Answered instead of the truth, as long as it is set: a status, and a body.
    fault: tuple[int, bytes] | None = None
    delay: float = 0.0
    #: Faults are for requests whose path ends so.
    only: str = ""
    asked: list[tuple[str, str, dict[str, list[str]], Any, Mapping[str, str]]] = field(
        default_factory=list
    )
    indexes: dict[str, Any] = field(default_factory=dict)
    local: QdrantClient = field(default_factory=lambda: QdrantClient(":memory:"))
    turn: threading.Lock = field(default_factory=threading.Lock)

    @property
    def url(self) -> str:
        return f"qdrant://127.0.0.1:{self.port}/contract"

    def close(self) -> None:
        """Give back what it holds; the client, which late requests may still use, lets go itself."""

    def answer(self, method: str, path: str, body: Any) -> Any:
        """What a server answers; ``KeyError`` for what it does not know."""
        if path == "/":
            return {"title": "stand-in", "version": self.version}
        _, _, name, *rest = path.split("/")
        known: Callable[[str, Any], Any] = {
            ("GET", "exists"): self._exists,
            ("GET", ""): self._info,
            ("PUT", ""): self._create,
            ("PATCH", ""): self._update,
            ("DELETE", ""): self._remove,
            ("PUT", "index"): self._index,
            ("PUT", "points"): self._upsert,
            ("POST", "points"): self._retrieve,
            ("POST", "points/delete"): self._delete,
            ("POST", "points/query"): self._query,
            ("POST", "points/scroll"): self._scroll,
        }[method, "/".join(rest)]
        asks = (method, *rest) not in {("GET", "exists"), ("PUT",), ("DELETE",)}
        if asks and not self._exists(name, None)["exists"]:
            raise KeyError(name)
        return known(name, body)

    def _exists(self, name: str, _: Any) -> Any:
        return {"exists": self.local.collection_exists(name)}

    def _remove(self, name: str, _: Any) -> Any:
        self.indexes.clear()
        return self.local.delete_collection(name)

    def _info(self, name: str, _: Any) -> Any:
        info = self.local.get_collection(name).model_dump(mode="json", exclude_none=True)
        return info | {"payload_schema": self.indexes}

    def _create(self, name: str, body: Any) -> Any:
        made = models.CreateCollection(**body)
        assert isinstance(made.vectors, models.VectorParams)
        return self.local.create_collection(
            name, vectors_config=made.vectors, metadata=made.metadata
        )

    def _update(self, name: str, body: Any) -> Any:
        return self.local.update_collection(name, metadata=body["metadata"])

    def _index(self, _: str, body: Any) -> Any:
        schema = body["field_schema"]
        self.indexes[body["field_name"]] = {
            "data_type": schema["type"], "params": schema, "points": 0
        }  # fmt: skip
        return {"status": "completed"}

    def _upsert(self, name: str, body: Any) -> Any:
        given = models.PointsList(**body)
        self.local.upsert(name, given.points, update_filter=given.update_filter)
        return {"status": "completed"}

    def _delete(self, name: str, body: Any) -> Any:
        self.local.delete(name, models.PointIdsList(**body))
        return {"status": "completed"}

    def _retrieve(self, name: str, body: Any) -> Any:
        return _plain(self.local.retrieve(name, body["ids"], with_payload=body["with_payload"]))

    def _query(self, name: str, body: Any) -> Any:
        found = self.local.query_points(
            name,
            query=body["query"]["nearest"],
            query_filter=models.Filter(**body["filter"]),
            limit=body["limit"],
            with_payload=body["with_payload"],
        )
        return {"points": _plain(found.points)}

    def _scroll(self, name: str, body: Any) -> Any:
        found, after = self.local.scroll(
            name, limit=body["limit"], offset=body.get("offset"), with_payload=body["with_payload"]
        )
        return {"points": _plain(found), "next_page_offset": after}


def _plain(found: list[Any]) -> list[Any]:
    return [item.model_dump(mode="json", exclude_none=True) for item in found]


class _Server(ThreadingHTTPServer):
    known: StandIn


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def _serve(self) -> None:
        known, parts = self.server.known, urlsplit(self.path)
        length = int(self.headers.get("content-length") or 0)
        body = json.loads(self.rfile.read(length)) if length else None
        query = parse_qs(parts.query)
        known.asked.append((self.command, parts.path, query, body, dict(self.headers)))
        if parts.path.endswith(known.only) and known.delay:
            time.sleep(known.delay)
        if parts.path.endswith(known.only) and known.fault is not None:
            self._send(*known.fault)
            return
        with known.turn:
            self._answer(parts.path, body)

    def _answer(self, path: str, body: Any) -> None:
        try:
            result = self.server.known.answer(self.command, path, body)
        except KeyError:
            self._send(404, b'{"status":{"error":"Not found: secret words"}}')
        except ValueError as error:
            already = "already exists" in str(error)
            self._send(409 if already else 400, json.dumps({"status": str(error)}).encode())
        else:
            whole = result if path == "/" else {"result": result, "status": "ok", "time": 0.0}
            self._send(200, json.dumps(whole).encode())

    def _send(self, status: int, body: bytes) -> None:
        try:
            self.send_response(status)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        except OSError:
            self.close_connection = True  # whoever asked is gone

    do_GET = do_PUT = do_POST = do_PATCH = do_DELETE = _serve

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def stand_in(kind: type[StandIn] = StandIn) -> Iterator[StandIn]:
    """One that serves for the time of the block."""
    server = _Server(("127.0.0.1", 0), _Handler)
    server.known = kind(port=server.server_address[1])
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield server.known
    finally:
        server.shutdown()
        server.server_close()
        server.known.close()
