"""Listens on a port until the process is told to end, and lets requests that run come to their end; it knows no route."""

from __future__ import annotations

import errno
import math
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from ipaddress import ip_address
from types import FrameType
from typing import Any

from hindsight_integrations.errors import ConfigurationError, MissingExtra

try:
    import uvicorn
except ImportError as missing:
    raise MissingExtra("http", "the memory service") from missing


#: What says that a machine has no such address, or no such kind of address.
_ABSENT = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)


def check_guarded(host: str, *, locked: bool) -> None:
    """Refuse to listen where other machines can reach a service without keys."""
    if not locked and not _loopback(host):
        raise ConfigurationError(
            f"--host {host} can be reached by other machines: set HINDSIGHT_API_KEYS "
            "(make one with: openssl rand -hex 24), or listen on 127.0.0.1"
        )


@contextmanager
def bound(host: str, port: int) -> Iterator[list[socket.socket]]:
    """Sockets at every address of ``host``: taken before anything else is begun, not listening yet.

    Raises :class:`ConfigurationError` if the port is taken or the host is not this machine's.
    """
    with ExitStack() as opened:
        try:
            sockets = [opened.enter_context(one) for one in _everywhere(host, port)]
        except OSError as error:
            raise ConfigurationError(
                f"{host}, port {port}, cannot be listened on: {error.strerror}; "
                "choose another --host or --port"
            ) from error
        yield sockets


def _everywhere(host: str, port: int) -> Iterator[socket.socket]:
    """A socket at each address of ``host``; one that this machine has not (IPv6, say) is passed over."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    number, absent = 0, None
    for family, _, _, _, at in dict.fromkeys(found):
        try:
            one = _bound(family, at)
        except OSError as error:
            if error.errno not in _ABSENT:
                raise
            absent = error
        else:
            number += 1
            yield one
    if absent is not None and not number:
        raise absent


def _bound(family: int, at: Any) -> socket.socket:
    one = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere it would let two services share the port
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        one.bind(at)
    except OSError:
        one.close()
        raise
    return one


def listen(
    app: Any, host: str, port: int, *, seconds: float, sockets: list[socket.socket] | None = None
) -> None:
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
    uvicorn.Server(config).run(sockets)


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
