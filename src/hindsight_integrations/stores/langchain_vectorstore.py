"""An outside index in any LangChain ``VectorStore``, which is handed our vectors and none of our words; it knows no record store."""

from __future__ import annotations

import itertools
import json
import threading
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any, Literal, TypeVar

import numpy as np

from hindsight_integrations.errors import (
    ConfigurationError,
    DeadlineExceeded,
    HindsightError,
    InvalidInput,
    MissingExtra,
    Unavailable,
)
from hindsight_integrations.ports import Deadline, Labels, Point, Vector
from hindsight_integrations.queries import Where
from hindsight_integrations.stores.labels import admits

try:
    from langchain_core.documents import Document
    from langchain_core.embeddings import Embeddings
    from langchain_core.vectorstores import VectorStore
except ImportError as missing:
    raise MissingExtra("langchain", "an index in a LangChain VectorStore") from missing

T = TypeVar("T")
Filtering = Literal["mapping", "callable", "none"] | Callable[[str], Mapping[str, Any]]
#: The metadata of a document: whose it is, which is what a store can filter by, and all the rest
#: as one text in ASCII, which every store keeps as it is.
WALL, POINT = "wall", "point"
#: How many times more is asked for where too few count, and how many documents at most.
_WIDER, _MOST = 4, 20_000
#: Documents that are looked for and removed at a time by ``clear``.
_CLEARED = 1_000
#: The document that says what the others are vectors of; no user has such a wall.
_ABOUT, _NOBODY = str(uuid.uuid5(uuid.NAMESPACE_OID, "hindsight-integrations")), "about"
#: What a store raises when it is asked for what it cannot do.
_UNABLE = (TypeError, ValueError, NotImplementedError, AttributeError)


class PointEmbeddings(Embeddings):
    """Build the ``VectorStore`` with this: it embeds nothing, and hands out the vectors that the index lends it.

    ``dimensions`` is the length of the encoder's vectors. Any text that the index did not hand
    over raises :class:`InvalidInput`: switch checks off by which a store embeds a text of its own
    (``validate_embeddings=False``, for example).
    """

    def __init__(self, dimensions: int) -> None:
        self.dimensions = dimensions
        self._lent: dict[str, list[float]] = {}
        self._numbers = itertools.count(1)
        #: Held by whoever uses the store that was built with this.
        self.turn = threading.Lock()

    @contextmanager
    def lending(self, vectors: Sequence[Vector]) -> Iterator[list[str]]:
        """Texts that stand for these vectors inside the block, and for nothing afterwards."""
        texts = [f"vector {next(self._numbers)}" for _ in vectors]
        self._lent |= {text: v.tolist() for text, v in zip(texts, vectors, strict=True)}
        try:
            yield texts
        finally:
            for text in texts:
                self._lent.pop(text, None)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        known = self._lent.get(text)
        if known is None:
            raise InvalidInput(
                "PointEmbeddings embeds no texts: a store that is built with it is for "
                "LangChainIndex alone, and must not check its embeddings with a text of its own"
            )
        return known

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        return self.embed_documents(texts)

    async def aembed_query(self, text: str) -> list[float]:
        return self.embed_query(text)


class LangChainIndex:
    """An :class:`~hindsight_integrations.ports.OutsideIndex` in a ``VectorStore`` built with :class:`PointEmbeddings`.

    ``name`` tells this store from others of the user's. ``filtering`` says how the store takes a
    filter: ``"mapping"`` (``filter={"wall": …}``), ``"callable"`` (``filter=`` a function of a
    document), ``"none"``, or a function that makes the keyword arguments of
    ``similarity_search`` for a wall. Whatever the store answers, what is another user's or does
    not match is left out here. The store should compare by cosine or inner product; adding an
    id again must replace its document, and deleting one that is missing be no error (as
    LangChain's standard tests ask). It is used by one thread at a time, unless ``concurrent`` says
    that it may be used by several.

    It cannot list what it holds. Where the store has no ``get_by_ids`` it can tell neither
    versions nor the model, an older version may replace a newer one, and ``open`` cannot notice
    an emptied store; with it, versions are compared before a write, not in the same step.
    """

    def __init__(
        self,
        store: VectorStore,
        *,
        name: str,
        filtering: Filtering = "mapping",
        concurrent: bool = False,
    ) -> None:
        embeddings = store.embeddings
        if not isinstance(embeddings, PointEmbeddings):
            raise ConfigurationError(
                f"{type(store).__name__} must be built with PointEmbeddings(dimensions) as its "
                "embeddings, so that it is handed vectors and no texts"
            )
        self._store = store
        self._embeddings = embeddings
        self._filtering = filtering
        self._turn = None if concurrent else embeddings.turn
        self._name = f"{type(store).__name__} {name}"
        self._closed = False

    @property
    def name(self) -> str:
        return self._name

    def open(self, model: tuple[str, int], deadline: Deadline, *, create: bool) -> bool:
        with self._working(deadline):
            if model[1] != self._embeddings.dimensions:
                raise ConfigurationError(
                    f"{self._name} was built for {self._embeddings.dimensions} dimensions, the "
                    f"encoder has {model[1]}: build a new store with PointEmbeddings({model[1]}), "
                    "then `hindsight reindex`"
                )
            known = self._kept([_ABOUT], deadline)
            if known is None:
                return False
            if (about := known.get(_ABOUT)) is not None:
                self._check(about, model)
                return False
            if not create:
                raise ConfigurationError(
                    f"{self._name} is not there: make it and fill it with `hindsight reindex`"
                )
            says = {WALL: _NOBODY, POINT: json.dumps({"key": _ABOUT, "model": model})}
            self._add([(_ABOUT, says, self._axis())], deadline)
            return True

    def put(self, points: Sequence[Point], deadline: Deadline) -> None:
        own = {point.key: point for point in points}
        with self._working(deadline):
            known = (self._kept(list(own), deadline) if own else None) or {}
            fresh = [
                (key, {WALL: point.wall, POINT: _written(point)}, point.vector)
                for key, point in own.items()
                if known.get(key, {}).get("version", 0) <= point.version
            ]
            if fresh:
                self._add(fresh, deadline)

    def drop(self, keys: Sequence[str], deadline: Deadline) -> None:
        with self._working(deadline):
            if keys:
                self._asked(lambda: self._store.delete(ids=list(keys)), deadline)

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
        def counts(metadata: Mapping[str, Any]) -> bool:
            known = _read(metadata, wall)
            return known is not None and admits(where, known["id"], known["labels"], now)

        with self._working(deadline):
            asked = max(1, limit)
            while True:
                documents = self._similar(query, asked, self._filter(wall, counts), deadline)
                found = [doc.metadata for doc in documents if counts(doc.metadata)]
                if len(found) >= limit or len(documents) < asked or asked >= _MOST:
                    known = (_read(metadata, wall) for metadata in found[:limit])
                    return [each["id"] for each in known if each is not None]
                asked = min(_MOST, asked * _WIDER)

    def versions(self, keys: Sequence[str], deadline: Deadline) -> dict[str, int] | None:
        with self._working(deadline):
            known = self._kept(keys, deadline)
            if known is None:
                return None
            return {key: each["version"] for key, each in known.items() if "version" in each}

    def held(self, after: str | None, limit: int, deadline: Deadline) -> None:
        """``None``: a ``VectorStore`` cannot list its documents."""
        del after, limit
        with self._working(deadline):
            return

    def clear(self, deadline: Deadline) -> None:
        """Remove all documents of ours, by finding and deleting until none is found any more."""
        with self._working(deadline):
            while True:
                found = self._similar(self._axis(), _CLEARED, {}, deadline)
                keys = [key for doc in found if (key := _key(doc.metadata)) is not None]
                if not keys:
                    return
                self._asked(lambda keys=keys: self._store.delete(ids=keys), deadline)  # type: ignore[misc]

    def health(self, deadline: Deadline) -> Mapping[str, Any]:
        with self._working(deadline):
            self._similar(self._axis(), 1, {}, deadline)
        return {"kind": "langchain", "place": self._name, "points": None}

    def close(self) -> None:
        """The store stays its maker's to close."""
        self._closed = True

    @contextmanager
    def _working(self, deadline: Deadline) -> Iterator[None]:
        deadline.check()
        if self._closed:
            raise Unavailable(f"{self._name} was closed")
        try:
            yield
        except HindsightError:
            raise
        except _UNABLE as error:
            raise ConfigurationError(
                f"{self._name} cannot do what it is asked ({type(error).__name__}): does it take "
                "the filter, and a column for the metadata 'wall'? See filtering="
            ) from error
        except Exception as error:
            raise Unavailable(f"{self._name} failed ({type(error).__name__})") from error

    def _asked(self, call: Callable[[], T], deadline: Deadline) -> T:
        return in_time(call, deadline, self._turn)

    def _add(
        self, documents: Sequence[tuple[str, dict[str, Any], Vector]], deadline: Deadline
    ) -> None:
        keys, metadatas, vectors = zip(*documents, strict=True)
        with self._embeddings.lending(vectors) as texts:
            self._asked(
                lambda: self._store.add_texts(texts, list(metadatas), ids=list(keys)), deadline
            )

    def _similar(
        self, query: Vector, many: int, options: Mapping[str, Any], deadline: Deadline
    ) -> list[Document]:
        with self._embeddings.lending([query]) as (text,):
            return self._asked(
                lambda: self._store.similarity_search(text, k=many, **options), deadline
            )

    def _filter(self, wall: str, counts: Callable[[Mapping[str, Any]], bool]) -> Mapping[str, Any]:
        if self._filtering == "mapping":
            return {"filter": {WALL: wall}}
        if self._filtering == "callable":
            return {"filter": lambda shown: counts(_metadata(shown))}
        return {} if self._filtering == "none" else self._filtering(wall)

    def _kept(self, keys: Sequence[str], deadline: Deadline) -> dict[str, dict[str, Any]] | None:
        """What the store holds under these keys, by key; ``None`` if it cannot tell."""
        if not keys:
            return {}
        try:
            found = self._asked(lambda: self._store.get_by_ids(list(keys)), deadline)
        except NotImplementedError:
            return None
        known = (_parsed(document.metadata) for document in found)
        return {each["key"]: each for each in known if each is not None}

    def _check(self, about: dict[str, Any], model: tuple[str, int]) -> None:
        known, length = about.get("model") or (None, None)
        if (known, length) != model:
            raise ConfigurationError(
                f"{self._name} holds vectors of {known} ({length} dimensions), the encoder is "
                f"{model[0]} ({model[1]} dimensions): make it anew with `hindsight reindex`"
            )

    def _axis(self) -> Vector:
        """Some unit vector."""
        axis = np.zeros(self._embeddings.dimensions, np.float32)
        axis[0] = 1
        return axis


def in_time(call: Callable[[], T], deadline: Deadline, turn: threading.Lock | None) -> T:
    """What ``call`` answers, waited for no longer than the deadline lets, on a thread of its own.

    A store knows no deadlines. One that hangs keeps that thread, which no exit waits for, and its
    turn: others give up at their deadlines too, and do not call it any more when theirs is over.
    """
    deadline.check()
    done: list[T] = []
    failed: list[BaseException] = []

    def work() -> None:
        try:
            with _taken(turn, deadline):
                done.append(call())
        except BaseException as error:  # noqa: BLE001  (raised again where the answer is awaited)
            failed.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(min(deadline.remaining, threading.TIMEOUT_MAX))
    if failed:
        raise failed[0]
    if not done:
        raise DeadlineExceeded("the vector store did not answer in time")
    return done[0]


@contextmanager
def _taken(turn: threading.Lock | None, deadline: Deadline) -> Iterator[None]:
    if turn is None:
        yield
        return
    if not turn.acquire(timeout=min(deadline.remaining, threading.TIMEOUT_MAX)):
        raise DeadlineExceeded("the vector store was in use for all the time")
    try:
        deadline.check()
        yield
    finally:
        turn.release()


def _metadata(shown: Document | Mapping[str, Any]) -> Mapping[str, Any]:
    """What a filter was shown: most stores show the document, some (FAISS) its metadata alone."""
    return shown.metadata if isinstance(shown, Document) else shown


def _written(point: Point) -> str:
    known = {"key": point.key, "id": point.id, "version": point.version}
    return json.dumps(known | {"labels": asdict(point.labels)})


def _parsed(metadata: Mapping[str, Any]) -> dict[str, Any] | None:
    """What a document's metadata say, if it is one of ours."""
    text = metadata.get(POINT)
    known = json.loads(text) if isinstance(text, str) else None
    return known if isinstance(known, dict) and "key" in known else None


def _read(metadata: Mapping[str, Any], wall: str) -> dict[str, Any] | None:
    """A point of this wall, with its labels; nothing of anybody else's."""
    known = _parsed(metadata) if metadata.get(WALL) == wall else None
    if known is None or "labels" not in known:
        return None
    labels = known["labels"]
    return known | {"labels": Labels(**labels | {"tags": tuple(labels["tags"])})}


def _key(metadata: Mapping[str, Any]) -> str | None:
    known = _parsed(metadata)
    return None if known is None else str(known["key"])
