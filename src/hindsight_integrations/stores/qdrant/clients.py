"""Makes and hands out the client of this process, one call at a time where it keeps the vectors itself; it knows no point."""

from __future__ import annotations

import math
import os
import sqlite3
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

import httpx
from qdrant_client import QdrantClient

from hindsight_integrations.errors import ConfigurationError, DeadlineExceeded, Unavailable
from hindsight_integrations.ports import Deadline
from hindsight_integrations.stores.qdrant.address import Address
from hindsight_integrations.stores.qdrant.failures import missing, translating

#: The part of a second below which no request is begun with a time-out of its own.
_LEAST = 0.001
#: The locks of clients that keep the vectors themselves: such a client is not for several threads.
_turns: weakref.WeakKeyDictionary[QdrantClient, threading.Lock] = weakref.WeakKeyDictionary()
_guard = threading.Lock()


class Clients:
    """The client for one collection: made from an address, anew after a fork, or given by the user.

    One that was given stays the user's to close, and to make anew in a child.
    """

    def __init__(self, address: Address, given: QdrantClient | None = None) -> None:
        self.address = address
        self.where = address.where
        self.local = address.folder is not None
        self._given = given
        self._owned: QdrantClient | None = None
        self.closed = False
        self._renew()

    def _renew(self) -> None:
        """Begin afresh in this process. What was inherited is kept, not closed: it is the parent's."""
        self._pid = os.getpid()
        self._inherited, self._owned = self._owned, None
        self._making = threading.Lock()
        self._hurry = threading.local()

    @contextmanager
    def using(self, deadline: Deadline, *, whole: bool = True) -> Iterator[QdrantClient]:
        """The client, whose errors leave as ours. ``whole`` says that the collection must be there."""
        deadline.check()
        if self.closed:
            raise Unavailable(f"{self.where} was closed")
        if self._pid != os.getpid():
            self._renew()
        client = self._client(deadline)
        with self._turn(client, deadline), translating(self.where, deadline):
            self._hurry.deadline = deadline
            if self.local and whole and not client.collection_exists(self.address.collection):
                raise missing(self.where)
            try:
                yield client
            except sqlite3.Error as error:
                raise Unavailable(f"{self.where} failed ({type(error).__name__})") from None

    def seconds(self, deadline: Deadline) -> int:
        """What the server is told that the present request may take: whole seconds, at least 1."""
        deadline.check()
        return max(1, math.ceil(min(deadline.remaining, self.address.timeout)))

    def close(self) -> None:
        self.closed = True
        if self._owned is not None and self._pid == os.getpid():
            self._owned.close()

    def _client(self, deadline: Deadline) -> QdrantClient:
        if self._given is not None:
            return self._given
        with self._making:
            if self._owned is None:
                self._owned = self._in_folder() if self.local else self._to_server(deadline)
            return self._owned

    def _in_folder(self) -> QdrantClient:
        folder = self.address.folder
        if folder == ":memory:":
            return QdrantClient(":memory:")
        try:
            # Several threads take turns, see _turn.
            return QdrantClient(path=folder, force_disable_check_same_thread=True)
        except RuntimeError:  # its lock is held
            raise ConfigurationError(
                f"{self.where} is in use: a folder serves one process, and one Hindsight in it. "
                "Close the other one, or use a Qdrant server"
            ) from None
        except (OSError, ValueError, sqlite3.Error) as error:
            raise ConfigurationError(
                f"{self.where} cannot be opened ({type(error).__name__}): check its rights, or "
                "remove it and fill it anew with `hindsight reindex`"
            ) from None

    def _to_server(self, deadline: Deadline) -> QdrantClient:
        known = self.address
        with translating(self.where, deadline):
            client = QdrantClient(
                host=known.host,
                port=known.port,
                grpc_port=known.grpc_port,
                prefer_grpc=known.grpc,
                https=known.https,
                prefix=known.prefix or None,
                api_key=known.key,
                timeout=math.ceil(known.timeout),
                check_compatibility=False,  # it starts a thread; we ask for the version ourselves
            )
        client.http.client.add_middleware(self._in_time)
        return client

    def _in_time(
        self, request: httpx.Request, send: Callable[[httpx.Request], httpx.Response]
    ) -> httpx.Response:
        """Let a request wait no longer than its caller; the client itself knows whole seconds only."""
        deadline: Deadline = self._hurry.deadline
        deadline.check()
        seconds = max(_LEAST, min(deadline.remaining, self.address.timeout))
        request.extensions["timeout"] = httpx.Timeout(seconds).as_dict()
        return send(request)

    def _turn(self, client: QdrantClient, deadline: Deadline) -> AbstractContextManager[None]:
        return _taking(_lock(client), self.where, deadline) if self.local else nullcontext()


def given_address(client: QdrantClient, collection: str) -> Address:
    """Where a client that the user made keeps its vectors, by the options it was made with."""
    known = client.init_options
    folder = known.get("path") or (
        known["location"] if known.get("location") == ":memory:" else None
    )
    if folder is not None:
        return Address(collection, folder)
    url = httpx.URL(
        known.get("url") or known.get("location") or f"http://{known['host'] or 'localhost'}"
    )
    return Address(
        collection,
        host=url.host or "localhost",
        port=url.port or known.get("port") or 6333,
        prefix=(known.get("prefix") or url.path).strip("/"),
    )


def _lock(client: QdrantClient) -> threading.Lock:
    with _guard:
        return _turns.setdefault(client, threading.Lock())


@contextmanager
def _taking(lock: threading.Lock, where: str, deadline: Deadline) -> Iterator[None]:
    if not lock.acquire(timeout=min(deadline.remaining, threading.TIMEOUT_MAX)):
        raise DeadlineExceeded(f"{where} was in use by other threads for all the time")
    try:
        yield
    finally:
        lock.release()
