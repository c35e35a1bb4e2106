"""From URLs to opened stores, and which of them are shared in this process; it reads no environment."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from hindsight_integrations.errors import ConfigurationError
from hindsight_integrations.ports import Clock
from hindsight_integrations.settings import Settings
from hindsight_integrations.stores.sqlite import SqliteStore

_KNOWN = "sqlite:///file.db, sqlite:////absolute/file.db or sqlite:///:memory:"


@dataclass(frozen=True, slots=True)
class Place:
    """Where an embedded store lives."""

    path: str
    read_only: bool


def place(url: str) -> Place:
    """The file an ``sqlite:`` URL names. ``?mode=ro`` opens it for reading."""
    parts = urlsplit(url)
    if parts.scheme != "sqlite":
        raise ConfigurationError(f"{_hidden(url)} is no store this version opens: use {_KNOWN}")
    if parts.netloc and parts.netloc != ":memory:":
        raise ConfigurationError(f"{url}: three slashes are needed, {_KNOWN}")
    options = dict(parse_qsl(parts.query, keep_blank_values=True))
    mode = options.pop("mode", "rw")
    if options or mode not in ("rw", "ro"):
        raise ConfigurationError(f"{url}: the only option is mode=rw or mode=ro")
    name = unquote(parts.netloc or parts.path.removeprefix("/"))
    if not name:
        raise ConfigurationError(f"{url} names no file: use {_KNOWN}")
    return Place(name if name == ":memory:" else os.path.abspath(name), mode == "ro")  # noqa: PTH100


def _hidden(url: str) -> str:
    """The URL's scheme alone: the rest may hold a password."""
    return f"{url.split(':', 1)[0]}:…" if ":" in url else repr(url)


@dataclass
class _Shared:
    store: SqliteStore
    pid: int
    users: int = 0


_stores: dict[Place, _Shared] = {}
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
        shared = _stores.get(where)
        if shared is None or shared.pid != os.getpid() or not Path(where.path).exists():
            shared = _stores[where] = _Shared(fresh(), os.getpid())
        elif not shared.store.serves(clock, model):
            return fresh()
        shared.users += 1
        return shared.store


def close_store(store: SqliteStore) -> None:
    """Give a store back; the last one to do so closes it."""
    with _guard:
        for where, shared in list(_stores.items()):
            if shared.store is store:
                shared.users -= 1
                if shared.users > 0:
                    return
                del _stores[where]
                break
    store.close()


def after_fork() -> None:
    """A lock that another thread of the parent held would never open in the child."""
    global _guard  # noqa: PLW0603
    _guard = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=after_fork)
