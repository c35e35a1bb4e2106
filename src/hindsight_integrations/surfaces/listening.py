"""Listens on a port until the process is told to end, and lets requests that run come to their end; it knows no route."""

from __future__ import annotations

import math
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from types import FrameType
from typing import Any

from hindsight_integrations.errors import ConfigurationError, MissingExtra

try:
    import uvicorn
except ImportError as missing:
    raise MissingExtra("http", "the memory service") from missing


def check_guarded(host: str, *, locked: bool) -> None:
    """Refuse to listen where other machines can reach a service without keys."""
    if not locked and not _loopback(host):
        raise ConfigurationError(
            f"--host {host} can be reached by other machines: set HINDSIGHT_API_KEYS "
            "(make one with: openssl rand -hex 24), or listen on 127.0.0.1"
        )


def listen(app: Any, host: str, port: int, *, seconds: float) -> None:
    """Serve until SIGTERM or SIGINT; requests that run then have ``seconds`` to end."""
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        timeout_graceful_shutdown=math.ceil(seconds),
        server_header=False,
        proxy_headers=False,
        lifespan="off",
    )
    uvicorn.Server(config).run()


@contextmanager
def ending() -> Iterator[None]:
    """SIGTERM leaves the block as the end of a program does, so that what is open is closed.

    The server takes the signal while it runs, and gives it on when it is done.
    """
    before = signal.signal(signal.SIGTERM, _end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _end(_: int, __: FrameType | None) -> None:
    sys.exit(0)


def _loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
