"""What stands beside the record store: where windows are kept, an archive, and an index that follows it; it opens no records."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hindsight_integrations.errors import ConfigurationError, StoreError
from hindsight_integrations.ports import Archive, Deadline, OutsideIndex, VectorIndex, WorkingMemory
from hindsight_integrations.settings import ArchiveSettings, IndexSettings, WorkingSettings
from hindsight_integrations.stores.outside import FedIndex, Feeder, Followed, Rest
from hindsight_integrations.timely import Patience, TimelyArchive
from hindsight_integrations.wiring import Store, close_store, hidden

_REDIS = "redis://host:6379/0, rediss://… or unix:///path/of.sock"
_INDEXES = "qdrant://host:6333/collection, pgvector://user@host/database, or an OutsideIndex object"


def working_beside(store: Store, given: Any, settings: WorkingSettings) -> WorkingMemory:
    """Where the sessions' windows are: in the store, on the Redis server of a URL, or behind a client.

    Raises :class:`ConfigurationError` for what names neither, :class:`Unavailable` if the
    server does not answer: at the door, so that a wrong address is not taken for a slow one.
    The store is given back then.
    """
    if given is None:
        return store.working
    try:
        return _on_redis(given, store, settings)
    except BaseException:
        close_store(store)
        raise


def _on_redis(given: Any, store: Store, settings: WorkingSettings) -> WorkingMemory:
    by_url = isinstance(given, str)
    if by_url and given.split(":", 1)[0] not in ("redis", "rediss", "unix"):
        raise ConfigurationError(
            f"working: {hidden(given)} is no server this version keeps windows on: use {_REDIS}"
        )
    if not by_url and not hasattr(given, "register_script"):
        raise ConfigurationError(
            f"working must be a URL or a redis client, got a {type(given).__name__}: use {_REDIS}"
        )
    from hindsight_integrations.stores.redis import (  # noqa: PLC0415 (an extra)
        RedisWorkingMemory,
        connect,
    )

    working = RedisWorkingMemory(
        connect(given, timeout=settings.answer_seconds) if by_url else given,
        identity=store.identity,
        ttl_seconds=settings.ttl_seconds,
        owned=by_url,
    )
    working.health(Deadline.after(settings.answer_seconds))
    return working


def archive_named(
    given: Any, settings: ArchiveSettings, seconds: float
) -> Callable[[Store], Archive]:
    """What makes the archive for a store's records, from a URL, or a file system and a folder.

    Nothing is asked of it yet: a memory whose cold storage is away still opens, and
    ``health()`` says so. Some file systems connect as soon as they are made; those have
    ``seconds`` for it.
    """
    from hindsight_integrations.stores.archive import (  # noqa: PLC0415 (an extra)
        FolderArchive,
        files_of,
    )

    patience = Patience(settings)
    files = patience.answer(lambda: files_of(given), Deadline.after(seconds))
    return lambda store: TimelyArchive(FolderArchive(files, store.identity), patience, settings)


@dataclass(frozen=True, slots=True)
class Indexed:
    """A record store and the index that follows it."""

    records: Followed
    search: VectorIndex
    index: OutsideIndex
    feeder: Feeder
    store: Store

    def health(self, deadline: Deadline) -> Mapping[str, Any]:
        """Facts about the index and how far it is behind; an ``error`` if it does not answer."""
        behind = self.store.feed.backlog(deadline)
        facts: Mapping[str, Any]
        try:
            facts = self.index.health(deadline)
        except StoreError as error:
            facts = {"error": type(error).__name__}
        return {"name": self.index.name, "behind": behind.users, "failing": behind.failing, **facts}


def index_beside(
    store: Store,
    windows: WorkingMemory,
    index: OutsideIndex | None,
    model: tuple[str, int] | None,
    settings: IndexSettings,
) -> Indexed | None:
    """The index, fed from ``store``; ``None`` if none is given.

    Raises :class:`ConfigurationError` if this memory feeds another one, or this one holds
    vectors of another model. Store and windows are given back then. It comes last of what
    stands beside, for from here on a thread feeds it.
    """
    try:
        return None if index is None else _followed(store, index, model, settings)
    except BaseException:
        windows.close()
        close_store(store)
        raise


def outside_index(given: Any) -> OutsideIndex:
    """The index behind a URL, or the object itself; nothing is asked of it yet."""
    if isinstance(given, str):
        opener = _OPENERS.get(given.split(":", 1)[0])
        if opener is None:
            raise ConfigurationError(f"index: {hidden(given)} is no index: use {_INDEXES}")
        return opener(given)
    if not all(hasattr(given, name) for name in ("nearest", "put", "drop", "versions")):
        raise ConfigurationError(
            f"index must be a URL or an OutsideIndex, got a {type(given).__name__}: use {_INDEXES}"
        )
    return given  # type: ignore[no-any-return]


def _followed(
    store: Store, index: OutsideIndex, model: tuple[str, int] | None, settings: IndexSettings
) -> Indexed:
    if model is None:
        raise ConfigurationError("index= needs an encoder: there are no vectors to keep in it")
    rest = Rest(settings)
    feeder = Feeder(store.feed, index, settings, rest)
    try:
        attach(store, index, model, settings)
    except BaseException:
        index.close()
        raise
    records = Followed(store, index, feeder, settings)
    search = FedIndex(store.feed, index, settings, rest, clock=store.clock, dimensions=model[1])
    if _writable(store):
        feeder.nudge()
    return Indexed(records, search, index, feeder, store)


def attach(
    store: Store, index: OutsideIndex, model: tuple[str, int], settings: IndexSettings
) -> None:
    """Make the index ready and see that this memory feeds it: all of it, if it is new to either."""
    deadline = Deadline.after(settings.opening_seconds)
    fed = store.feed.attached(deadline)
    if fed is not None and fed != index.name:
        raise ConfigurationError(
            f"this memory feeds the index {fed}, not {index.name}; "
            "to change that: hindsight reindex --url URL --index INDEX"
        )
    if not _writable(store):
        if fed is None:
            raise ConfigurationError(
                f"this memory feeds no index yet: open it once for writing with {index.name}"
            )
        index.open(model, deadline, create=False)
    elif index.open(model, deadline, create=True) or fed is None:
        store.feed.attach(index.name, deadline)


def _writable(store: Store) -> bool:
    return bool(store.health()["writable"])


def _qdrant(url: str) -> OutsideIndex:
    from hindsight_integrations.stores.qdrant import from_url  # noqa: PLC0415 (an extra)

    return from_url(url)


def _pgvector(url: str) -> OutsideIndex:
    from hindsight_integrations.stores.pgvector import from_url  # noqa: PLC0415 (an extra)

    return from_url(url)


#: What the schemes of URLs stand for.
_OPENERS: Mapping[str, Callable[[str], OutsideIndex]] = {"qdrant": _qdrant, "pgvector": _pgvector}
