"""An outside index on Qdrant, 1.17 or later, or in the client's own local mode; it knows no record store."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import islice
from typing import Any

from qdrant_client import QdrantClient, models

from hindsight_integrations.errors import ConfigurationError
from hindsight_integrations.ports import Deadline, Held, Page, Point, Vector
from hindsight_integrations.queries import Where
from hindsight_integrations.stores.qdrant import collection, filters
from hindsight_integrations.stores.qdrant.address import COLLECTION, address
from hindsight_integrations.stores.qdrant.clients import Clients, given_address

#: Numbers of vectors in one request, which makes it less than a megabyte: what many proxies
#: let through. And points, whose labels count too where vectors are short.
_NUMBERS, _POINTS = 50_000, 250
#: All replicas see writes in one order: a point that is dropped and put stays where it is.
_IN_ORDER = models.WriteOrdering.MEDIUM
#: Keys in one request.
_KEYS = 1_000


class QdrantIndex:
    """An :class:`~hindsight_integrations.ports.OutsideIndex` in one collection of Qdrant.

    Made by :func:`from_url` or :func:`from_client`.
    """

    def __init__(self, clients: Clients) -> None:
        self._clients = clients
        self._collection = clients.address.collection

    @property
    def name(self) -> str:
        return self._clients.where

    def open(self, model: tuple[str, int], deadline: Deadline, *, create: bool) -> bool:
        return collection.ready(self._clients, model, deadline, create=create)

    def put(self, points: Sequence[Point], deadline: Deadline) -> None:
        with self._clients.using(deadline) as client:
            for some in _batches(points):
                client.upsert(
                    self._collection,
                    points=[
                        models.PointStruct(
                            id=point.key,
                            vector=point.vector.tolist(),
                            payload=filters.payload(point),
                        )
                        for point in some
                    ],
                    update_filter=filters.not_newer(some),
                    wait=True,
                    ordering=_IN_ORDER,
                    timeout=self._clients.seconds(deadline),
                )

    def drop(self, keys: Sequence[str], deadline: Deadline) -> None:
        with self._clients.using(deadline) as client:
            for some in _chunks(keys, _KEYS):
                client.delete(
                    self._collection,
                    points_selector=models.PointIdsList(points=list(some)),
                    wait=True,
                    ordering=_IN_ORDER,
                    timeout=self._clients.seconds(deadline),
                )

    def nearest(
        self,
        wall: str,
        query: Vector,
        where: Where,
        now: int,
        *,
        limit: int,
        deadline: Deadline,
    ) -> list[str]:
        with self._clients.using(deadline) as client:
            if limit < 1 or _impossible(where):
                return []
            found = client.query_points(
                self._collection,
                query=query.tolist(),
                query_filter=filters.conditions(wall, where, now),
                limit=limit,
                with_payload=filters.TOLD,
                timeout=self._clients.seconds(deadline),
            ).points
        known = (filters.held(str(point.id), point.payload) for point in found)
        return [item.id for item in known if item is not None and item.wall == wall]

    def versions(self, keys: Sequence[str], deadline: Deadline) -> dict[str, int]:
        found: list[Held] = []
        with self._clients.using(deadline) as client:
            for some in _chunks(keys, _KEYS):
                records = client.retrieve(
                    self._collection,
                    ids=list(some),
                    with_payload=filters.TOLD,
                    timeout=self._clients.seconds(deadline),
                )
                found += _known(records)
        return {item.key: item.version for item in found}

    def held(self, after: str | None, limit: int, deadline: Deadline) -> Page:
        with self._clients.using(deadline) as client:
            records, following = client.scroll(
                self._collection,
                limit=limit,
                offset=after,
                with_payload=filters.TOLD,
                timeout=self._clients.seconds(deadline),
            )
        return Page(_known(records), None if following is None else str(following))

    def clear(self, deadline: Deadline) -> None:
        collection.gone(self._clients, deadline)

    def health(self, deadline: Deadline) -> Mapping[str, Any]:
        with self._clients.using(deadline) as client:
            info = client.get_collection(self._collection)
            version = client.info().version
        return {
            "kind": "qdrant",
            "place": self.name,
            "version": version,
            "points": info.points_count or 0,
            "status": info.status.value,
            "waiting": info.update_queue.length if info.update_queue else 0,
        }

    def close(self) -> None:
        self._clients.close()


def from_url(url: str) -> QdrantIndex:
    """An index for a ``qdrant:`` URL; nothing is reached before it is opened.

    ``qdrant://:key@host:6333/collection?https=&grpc=&grpc_port=&prefix=&timeout=``,
    ``qdrant:///folder`` and ``qdrant://:memory:`` (the client's local mode, with
    ``?collection=``). Raises :class:`ConfigurationError` for a URL that names no such place.
    """
    return QdrantIndex(Clients(address(url)))


def from_client(client: QdrantClient, collection: str = COLLECTION) -> QdrantIndex:
    """An index in this collection of a ``QdrantClient`` that was made with whatever options.

    The client stays its maker's: to close, to make anew in a child process, and to give a
    ``timeout``, since the deadline of a call bounds its requests in whole seconds only.
    """
    if not isinstance(client, QdrantClient):
        raise ConfigurationError(f"a QdrantClient is needed, got a {type(client).__name__}")
    return QdrantIndex(Clients(given_address(client, collection), client))


def _batches(points: Sequence[Point]) -> Iterator[list[Point]]:
    """Points for one request each; a key twice in one call is kept as the later one."""
    own = list({point.key: point for point in points}.values())
    many = min(_POINTS, max(1, _NUMBERS // len(own[0].vector))) if own else 1
    for start in range(0, len(own), many):
        yield own[start : start + many]


def _chunks(keys: Sequence[str], many: int) -> Iterator[list[str]]:
    rest = iter(keys)
    while some := list(islice(rest, many)):
        yield some


def _known(records: Sequence[models.Record]) -> list[Held]:
    found = (filters.held(str(record.id), record.payload) for record in records)
    return [item for item in found if item is not None]


def _impossible(where: Where) -> bool:
    """Whether an empty list in it lets nothing match."""
    return any(getattr(where, item.name) == () for item in fields(where))
