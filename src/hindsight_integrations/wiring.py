"""From URLs to opened stores, and which of them are shared in this process; it reads no environment."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from hindsight_integrations.errors import ConfigurationError
from hindsight_integrations.language.catalogue import Catalogue, builtin, parse
from hindsight_integrations.ports import Clock, Deadline, WorkingMemory
from hindsight_integrations.settings import Settings, WorkingSettings
from hindsight_integrations.stores.sqlite import SqliteStore

_REDIS = "redis://host:6379/0, rediss://… or unix:///path/of.sock"
_KNOWN = "sqlite:///file.db, sqlite:////absolute/file.db or sqlite:///:memory:"


@dataclass(frozen=True, slots=True)
class Place:
    """Where an embedded store lives."""

    path: str
    read_only: bool


def place(url: str) -> Place:
    """The file an ``sqlite:`` URL names. ``?mode=ro`` opens it for reading.

    Messages hold no more of a URL than its scheme: the rest may be a password.
    """
    if not isinstance(url, str):
        raise ConfigurationError(f"the URL must be a string, not a {type(url).__name__}: {_KNOWN}")
    parts = _split(url)
    if parts.scheme != "sqlite":
        raise ConfigurationError(f"{_hidden(url)} is no store this version opens: use {_KNOWN}")
    if parts.netloc and parts.netloc != ":memory:":
        raise ConfigurationError(f"{_hidden(url)} needs three slashes: use {_KNOWN}")
    options = dict(parse_qsl(parts.query, keep_blank_values=True))
    mode = options.pop("mode", "rw")
    if options or mode not in ("rw", "ro"):
        raise ConfigurationError(f"{_hidden(url)} knows no option but ?mode=rw and ?mode=ro")
    name = unquote(parts.netloc or parts.path.removeprefix("/"))
    if not _possible(name):
        raise ConfigurationError(f"{_hidden(url)} names no file: use {_KNOWN}")
    return Place(name if name == ":memory:" else os.path.abspath(name), mode == "ro")  # noqa: PTH100


def _split(url: str) -> SplitResult:
    try:
        return urlsplit(url, allow_fragments=False)  # a file's name may hold a '#'
    except ValueError:  # its message quotes the URL
        raise ConfigurationError(f"{_hidden(url)} is no URL: use {_KNOWN}") from None


def _possible(name: str) -> bool:
    """Whether the operating system could have a file of this name."""
    return bool(name) and not any(c == "\0" or "\ud800" <= c <= "\udfff" for c in name)


def _hidden(url: str) -> str:
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


def working_beside(store: SqliteStore, given: Any, settings: WorkingSettings) -> WorkingMemory:
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


def _on_redis(given: Any, store: SqliteStore, settings: WorkingSettings) -> WorkingMemory:
    by_url = isinstance(given, str)
    if by_url and given.split(":", 1)[0] not in ("redis", "rediss", "unix"):
        raise ConfigurationError(
            f"working: {_hidden(given)} is no server this version keeps windows on: use {_REDIS}"
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


#: The store that each place is shared through, and how many use a shared store.
_stores: dict[Place, SqliteStore] = {}
_users: dict[SqliteStore, int] = {}
_guard = threading.Lock()


def open_store(
    where: Place, settings: Settings, clock: Clock, model: tuple[str, int] | None, *, migrate: bool
) -> SqliteStore:
    """Open a store; the same file opened again in this process shares one."""

    def fresh() -> SqliteStore:
        return SqliteStore(
            where.path,
            clock=clock,
            settings=settings.store,
            model=model,
            postings=settings.routes.postings,
            ttl_seconds=settings.working.ttl_seconds,
            migrate=migrate,
            read_only=where.read_only,
        )

    if where.path == ":memory:":
        return fresh()
    with _guard:
        store = _stores.get(where)
        if store is None or not Path(where.path).exists():
            store = _stores[where] = fresh()
        elif not store.serves(clock, model):
            return fresh()
        _users[store] = _users.get(store, 0) + 1
        return store


def close_store(store: SqliteStore) -> None:
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
