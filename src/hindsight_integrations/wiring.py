"""From URLs to opened stores, and which of them are shared in this process; it reads no environment."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from hindsight_integrations.errors import ConfigurationError
from hindsight_integrations.language.catalogue import Catalogue, builtin, parse
from hindsight_integrations.ports import (
    Clock,
    Deadline,
    Feed,
    RecordStore,
    Vector,
    VectorIndex,
    WorkingMemory,
    system_clock,
)
from hindsight_integrations.ports.moving import Moving
from hindsight_integrations.settings import Settings, StoreSettings
from hindsight_integrations.stores.identity import Identity
from hindsight_integrations.stores.sqlite import SqliteStore
from hindsight_integrations.stores.sqlite.moving import SqliteMoving
from hindsight_integrations.stores.sqlite.reembed import SqliteReembedding

if TYPE_CHECKING:
    from hindsight_integrations.stores.connecting.address import Address

_FILES = "sqlite:///file.db, sqlite:////absolute/file.db or sqlite:///:memory:"
_KNOWN = f"{_FILES}, or postgresql://user:password@host/database"

Model = tuple[str, int] | None


class Store(RecordStore, Protocol):
    """What a URL opens: the records, with a vector index and a window of its own."""

    @property
    def clock(self) -> Clock:
        """The clock that everything about this memory is dated by."""
        ...

    @property
    def identity(self) -> Identity:
        """The keyed hashes that stand for users, for whatever is kept beside the store."""
        ...

    @property
    def index(self) -> VectorIndex: ...

    @property
    def working(self) -> WorkingMemory: ...

    @property
    def feed(self) -> Feed:
        """What an index outside has not been told yet."""
        ...

    def integrity(self, deadline: Deadline) -> list[str]:
        """What is wrong with the store itself, in words without content; nothing, if all is well."""
        ...

    def serves(self, clock: Clock, model: Model, *, vectors: bool) -> bool:
        """Whether another opening of the same place with these can share this store."""
        ...


class Reembedding(Protocol):
    """The work of giving a store another model's vectors, in steps that may be interrupted."""

    def begin(self) -> tuple[int, int]: ...

    def missing(self, limit: int) -> list[tuple[int, str]]: ...

    def keep(self, rows: Sequence[int], vectors: Vector) -> None: ...

    def exchange(self) -> bool: ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Opening:
    """With what a store is opened."""

    settings: Settings
    clock: Clock
    model: Model
    migrate: bool
    #: Whether the store keeps vectors in memory and searches them itself.
    vectors: bool = True

    @property
    def common(self) -> dict[str, Any]:
        """What every kind of store is given."""
        return {
            "clock": self.clock,
            "settings": self.settings.store,
            "model": self.model,
            "postings": self.settings.routes.postings,
            "ttl_seconds": self.settings.working.ttl_seconds,
            "vectors": self.vectors,
            "migrate": self.migrate,
        }


class Place(Protocol):
    """Where a store lives. Equal places are shared in a process."""

    def __hash__(self) -> int: ...

    def open(self, opening: Opening) -> Store: ...

    def shared(self) -> bool:
        """Whether a second opening can be the same store."""
        ...

    def there(self) -> bool:
        """Whether what was opened before is still there."""
        ...

    def reembedding(self, model: tuple[str, int]) -> Reembedding:
        """Begin to move what is kept there to another model, after the checks of opening."""
        ...

    def moving(self) -> Moving:
        """What a move to or from here needs."""
        ...


@dataclass(frozen=True, slots=True)
class FilePlace:
    """A file of the embedded store, or ``:memory:``."""

    path: str
    read_only: bool

    def open(self, opening: Opening) -> Store:
        return SqliteStore(self.path, read_only=self.read_only, **opening.common)

    def shared(self) -> bool:
        return self.path != ":memory:"

    def there(self) -> bool:
        return Path(self.path).exists()

    def reembedding(self, model: tuple[str, int]) -> Reembedding:
        if not self.shared() or self.read_only:
            raise ConfigurationError("it cannot be re-embedded: name a file that can be written")
        SqliteStore(self.path, clock=system_clock).close()  # checks that it is ours, and migrates
        return SqliteReembedding(self.path, model, busy_seconds=StoreSettings().busy_seconds)

    def moving(self) -> Moving:
        if not self.shared():
            raise ConfigurationError("sqlite:///:memory: cannot be moved: name a file")
        busy = StoreSettings().busy_seconds
        return SqliteMoving(self.path, read_only=self.read_only, busy_seconds=busy)


@dataclass(frozen=True, slots=True)
class ServerPlace:
    """A schema on a PostgreSQL server. ``key`` tells places apart; it may hold a password."""

    key: tuple[object, ...] = field(repr=False)
    address: Address = field(compare=False)

    def open(self, opening: Opening) -> Store:
        from hindsight_integrations.stores.postgres import PostgresStore  # noqa: PLC0415

        return PostgresStore(self.address, **opening.common)

    def shared(self) -> bool:
        return True

    def there(self) -> bool:
        return True

    def reembedding(self, model: tuple[str, int]) -> Reembedding:
        from hindsight_integrations.stores.postgres.reembed import (  # noqa: PLC0415
            PostgresReembedding,
        )

        return PostgresReembedding(self.address, model)

    def moving(self) -> Moving:
        from hindsight_integrations.stores.postgres.moving import PostgresMoving  # noqa: PLC0415

        return PostgresMoving(self.address)


def place(url: str) -> Place:
    """The place that a URL names. Messages hold no more of it than its scheme: the rest may be a password."""
    if not isinstance(url, str):
        raise ConfigurationError(f"the URL must be a string, not a {type(url).__name__}: {_KNOWN}")
    kind = _KINDS.get(_split(url).scheme)
    if kind is None:
        raise ConfigurationError(f"{hidden(url)} is no store this version opens: use {_KNOWN}")
    return kind(url)


def _server(url: str) -> ServerPlace:
    """A server; its driver is loaded now and not before (``MissingExtra`` if there is none)."""
    from hindsight_integrations.stores.connecting.address import address  # noqa: PLC0415

    found = address(url)
    return ServerPlace(found.key, found)


def _file(url: str) -> FilePlace:
    """The file an ``sqlite:`` URL names. ``?mode=ro`` opens it for reading."""
    parts = _split(url)
    if "://" not in url or (parts.netloc and parts.netloc != ":memory:"):
        raise ConfigurationError(f"{hidden(url)} needs three slashes: use {_FILES}")
    options = dict(parse_qsl(parts.query, keep_blank_values=True))
    mode = options.pop("mode", "rw")
    if options or mode not in ("rw", "ro"):
        raise ConfigurationError(f"{hidden(url)} knows no option but ?mode=rw and ?mode=ro")
    name = unquote(parts.netloc or parts.path.removeprefix("/"))
    if not _possible(name):
        raise ConfigurationError(f"{hidden(url)} names no file: use {_FILES}")
    return FilePlace(name if name == ":memory:" else os.path.abspath(name), mode == "ro")  # noqa: PTH100


#: What the schemes of URLs stand for.
_KINDS: Mapping[str, Callable[[str], Place]] = {
    "sqlite": _file,
    "postgresql": _server,
    "postgres": _server,
}


def _split(url: str) -> SplitResult:
    try:
        return urlsplit(url, allow_fragments=False)  # a file's name may hold a '#'
    except ValueError:  # its message quotes the URL
        raise ConfigurationError(f"{hidden(url)} is no URL: use {_KNOWN}") from None


def _possible(name: str) -> bool:
    """Whether the operating system could have a file of this name."""
    return bool(name) and not any(c == "\0" or "\ud800" <= c <= "\udfff" for c in name)


def hidden(url: str) -> str:
    """The URL's scheme alone: the rest may hold a password."""
    return f"{url.split(':', 1)[0]}:…" if ":" in url else repr(url)


def catalogue(settings: Settings) -> Catalogue:
    """The built-in catalogue, extended by the file that the settings name."""
    file = settings.subjects.catalogue
    if file is None:
        return builtin()
    try:
        text = Path(file).read_text("utf-8")
    except (OSError, ValueError) as error:
        kind = type(error).__name__
        raise ConfigurationError(f"the catalogue {file!r} cannot be read ({kind})") from None
    return builtin().extended(parse(text, file))


def with_many(settings: Settings, known: Catalogue) -> Settings:
    """The settings, with the catalogue's own attributes that hold many values."""
    many = tuple(f"user.{item.name}" for item in known.attributes if item.many)
    new = tuple(key for key in many if settings.single(key))
    if not new:
        return settings
    subjects = replace(settings.subjects, many=(*settings.subjects.many, *new))
    return replace(settings, subjects=subjects)


#: The store that each place is shared through, and how many use a shared store.
_stores: dict[Place, Store] = {}
_users: dict[Store, int] = {}
_guard = threading.Lock()


def open_store(where: Place, opening: Opening) -> Store:
    """Open a store; the same place opened again in this process shares one."""
    if not where.shared():
        return where.open(opening)
    with _guard:
        store = _stores.get(where)
        if store is None or not where.there():
            store = _stores[where] = where.open(opening)
        elif not store.serves(opening.clock, opening.model, vectors=opening.vectors):
            return where.open(opening)
        _users[store] = _users.get(store, 0) + 1
        return store


def close_store(store: Store) -> None:
    """Give a store back; the last one to do so closes it."""
    with _guard:
        left = _users.pop(store, 1) - 1
        if left:
            _users[store] = left
            return
        for where in [place for place, shared in _stores.items() if shared is store]:
            del _stores[where]
    store.close()


def close_all() -> None:
    """At the end of the process: close the stores of those who forgot to give them back."""
    for store in list(_users):
        store.close()


def after_fork() -> None:
    """In a child: a lock that another thread of the parent held would never open; stores opened
    from here on are the child's own."""
    global _guard  # noqa: PLW0603
    _guard = threading.Lock()
    _stores.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=after_fork)
