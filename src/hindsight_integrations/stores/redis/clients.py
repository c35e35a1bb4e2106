"""From a URL to a Redis client with time limits; it sends nothing but a greeting."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from hindsight_integrations.errors import ConfigurationError, MissingExtra
from hindsight_integrations.stores.redis.failures import translating

try:
    import redis
    from redis.backoff import ExponentialBackoff
    from redis.retry import Retry
except ImportError as missing:
    raise MissingExtra("redis", "working memory on Redis") from missing

#: Seconds between two tries, at least and at most, and how often a call is tried again.
_PAUSE, _LONGEST_PAUSE, _AGAIN = 0.02, 0.2, 2
_KNOWN = "redis://host:6379/0, rediss://… (TLS) or unix:///path/of.sock"


def connect(url: str, *, timeout: float) -> redis.Redis:
    """A client for ``url``. ``timeout`` is what one answer may take, in seconds.

    Connections are pooled, tried again when the server had closed them, and of a child's
    own after a fork. Raises :class:`ConfigurationError` for a URL that names no server.
    """
    try:
        return redis.Redis.from_url(
            url,
            socket_timeout=timeout,
            socket_connect_timeout=timeout,
            retry=Retry(ExponentialBackoff(cap=_LONGEST_PAUSE, base=_PAUSE), _AGAIN),
            retry_on_error=[redis.ConnectionError],
        )
    except ValueError:  # its message may quote the URL
        raise ConfigurationError(f"{_hidden(url)} names no Redis server: use {_KNOWN}") from None


def named(client: Any) -> str:
    """The server in words, without user and password."""
    pool = getattr(client, "connection_pool", None)
    options = getattr(pool, "connection_kwargs", {})
    if "path" in options:
        return f"Redis at {options['path']}"
    if "host" not in options:
        return "Redis"
    return f"Redis at {options['host']}:{options.get('port', 6379)}"


def greet(client: Any) -> None:
    """Ask for a sign of life. Raises what :func:`translating` makes of none."""
    with translating(named(client)):
        client.ping()


def _hidden(url: str) -> str:
    """The URL's scheme alone: the rest may hold a password."""
    try:
        return f"{urlsplit(url).scheme or 'this'}:…"
    except ValueError:
        return "this"
