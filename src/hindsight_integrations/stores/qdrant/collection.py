"""Makes a collection of vectors, or checks that one is ours and of the right model; it knows no filter."""

from __future__ import annotations

import time
from typing import Any

from qdrant_client import QdrantClient, models

from hindsight_integrations.errors import ConfigurationError, Conflict, Unavailable
from hindsight_integrations.ports import Deadline
from hindsight_integrations.stores.qdrant.clients import Clients
from hindsight_integrations.stores.qdrant.filters import KEYWORDS, NUMBERS

#: Per-user graphs alone (payload indexes without one) came with 1.17, conditional upserts
#: and a collection's own metadata with 1.16.
OLDEST = (1, 17)
#: Links of a vector in its user's graph: Qdrant's default. None go beyond: every search has a user.
_LINKS = 16
#: Seconds between two tries to reach a server that is starting: at first, and at most.
_PAUSE, _LONGEST_PAUSE = 0.1, 2.0
_MODEL, _LENGTH, _MAKER = "model", "dimensions", "made_by"
_US = "hindsight-integrations"


def ready(clients: Clients, model: tuple[str, int], deadline: Deadline, *, create: bool) -> bool:
    """Wait for the server, then make the collection or check it; whether it was made just now."""
    _await(clients, deadline)
    made = _made(clients, model, deadline) if create else False
    with clients.using(deadline) as client:
        info = client.get_collection(clients.address.collection)
        _check(info, model, clients.where)
        if create and not clients.local:
            _see_to_indexes(client, info, clients, deadline)
    return made


def _await(clients: Clients, deadline: Deadline) -> None:
    pause = _PAUSE
    while True:
        try:
            with clients.using(deadline, whole=False) as client:
                _check_version(client.info().version, clients)
                return
        except Unavailable:
            if clients.closed or deadline.remaining <= pause:
                raise
        time.sleep(pause)
        pause = min(2 * pause, _LONGEST_PAUSE)


def _check_version(version: str, clients: Clients) -> None:
    numbers = version.removeprefix("v").split(".")[:2]
    if all(part.isdigit() for part in numbers) and tuple(map(int, numbers)) < OLDEST:
        wanted = ".".join(map(str, OLDEST))
        raise ConfigurationError(f"{clients.where} is version {version}: {wanted} is needed")


def _made(clients: Clients, model: tuple[str, int], deadline: Deadline) -> bool:
    """Make the collection unless it is there, or take over an empty one that its owner made for us."""
    name = clients.address.collection
    try:
        with clients.using(deadline, whole=False) as client:
            if client.collection_exists(name):
                return _taken_over(client, name, model)
            client.create_collection(
                name,
                vectors_config=models.VectorParams(size=model[1], distance=models.Distance.COSINE),
                hnsw_config=models.HnswConfigDiff(m=0, payload_m=_LINKS),
                metadata=_marks(model),
                timeout=clients.seconds(deadline),
            )
            return True
    except Conflict:  # another process made it in between
        return False


def _taken_over(client: QdrantClient, name: str, model: tuple[str, int]) -> bool:
    """Mark a collection without marks and points as ours, if its vectors are as ours."""
    info = client.get_collection(name)
    if info.config.metadata or info.points_count or not _fits(info, model):
        return False
    client.update_collection(name, metadata=_marks(model))
    return True


def _marks(model: tuple[str, int]) -> dict[str, Any]:
    return {_MAKER: _US, _MODEL: model[0], _LENGTH: model[1]}


def _ours(info: models.CollectionInfo) -> bool:
    return (info.config.metadata or {}).get(_MAKER) == _US


def _fits(info: models.CollectionInfo, model: tuple[str, int]) -> bool:
    """Whether it holds one unnamed vector a point, of this length, compared by its angle."""
    vectors = info.config.params.vectors
    return (
        isinstance(vectors, models.VectorParams)
        and vectors.size == model[1]
        and vectors.distance == models.Distance.COSINE
    )


def _check(info: models.CollectionInfo, model: tuple[str, int], where: str) -> None:
    marks = info.config.metadata or {}
    if not _ours(info):
        raise ConfigurationError(
            f"{where} was not made by this package: name another collection, or give an empty one "
            f"of {model[1]} dimensions and cosine distance"
        )
    if (marks.get(_MODEL), marks.get(_LENGTH)) != model:
        raise ConfigurationError(
            f"{where} holds vectors of {marks.get(_MODEL)} ({marks.get(_LENGTH)} dimensions), the "
            f"encoder is {model[0]} ({model[1]} dimensions): make it anew with `hindsight reindex`"
        )
    if not _fits(info, model):
        raise ConfigurationError(
            f"{where} does not compare vectors of {model[1]} dimensions by their cosine: "
            "make it anew with `hindsight reindex`"
        )


def _see_to_indexes(
    client: QdrantClient, info: models.CollectionInfo, clients: Clients, deadline: Deadline
) -> None:
    """Make the payload indexes that are missing; whoever made the collection may have died first."""
    for name in (*KEYWORDS, *NUMBERS):
        if name not in info.payload_schema:
            client.create_payload_index(
                clients.address.collection,
                name,
                field_schema=_schema(name),
                timeout=clients.seconds(deadline),
            )


def _schema(name: str) -> models.KeywordIndexParams | models.IntegerIndexParams:
    if name in NUMBERS:
        return models.IntegerIndexParams(
            type=models.IntegerIndexType.INTEGER, lookup=False, range=True, enable_hnsw=False
        )
    tenant = name == "wall"
    return models.KeywordIndexParams(
        type=models.KeywordIndexType.KEYWORD, is_tenant=tenant or None, enable_hnsw=tenant
    )


def gone(clients: Clients, deadline: Deadline) -> None:
    """Remove the collection, if it is there; one of another program is left alone."""
    name = clients.address.collection
    with clients.using(deadline, whole=False) as client:
        if not client.collection_exists(name):
            return
        info = client.get_collection(name)
        if not _ours(info) and info.points_count:
            raise ConfigurationError(
                f"{clients.where} holds points of another program: name another collection"
            )
        client.delete_collection(name, timeout=clients.seconds(deadline))
