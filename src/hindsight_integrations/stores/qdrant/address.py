"""What a ``qdrant:`` URL says: where the vectors are, and how we are to ask for them; it opens nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from hindsight_integrations.errors import ConfigurationError

KNOWN = "qdrant://host:6333/collection, qdrant:///folder or qdrant://:memory:"
COLLECTION = "hindsight"
#: Seconds that one request may take unless the URL says ``timeout=``: a search takes
#: milliseconds, so an answer later than that is none.
_TIMEOUT = 10.0
_PORT, _GRPC_PORT = 6333, 6334
#: What Qdrant lets a collection be called, without what a URL or a file system would change.
_COLLECTION = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,254}")
_MEMORY = "qdrant://:memory:"
_OPTIONS = {"collection", "https", "grpc", "grpc_port", "prefix", "timeout"}


@dataclass(frozen=True, slots=True)
class Address:
    """A server and how to talk to it, or a folder (``:memory:`` for none) of the client's own."""

    collection: str = COLLECTION
    folder: str | None = None
    host: str = ""
    port: int = _PORT
    https: bool = False
    grpc: bool = False
    grpc_port: int = _GRPC_PORT
    prefix: str = ""
    timeout: float = _TIMEOUT
    key: str | None = field(default=None, repr=False)

    @property
    def where(self) -> str:
        """Names the place in messages, without its key."""
        if self.folder is None:
            prefix = f"/{self.prefix}" if self.prefix else ""
            place = f"Qdrant at {self.host}:{self.port}{prefix}"
        else:
            place = "Qdrant in memory" if self.folder == ":memory:" else f"Qdrant in {self.folder}"
        return f"{place} (collection {self.collection})"


def address(url: str) -> Address:
    """The address that ``url`` names. Messages hold nothing of it: any part may be a key.

    ``qdrant://:key@host:6333/collection``; the key makes it HTTPS unless ``?https=false``.
    Options: ``https``, ``grpc``, ``grpc_port``, ``prefix`` (a path before the API's own),
    ``timeout`` (seconds for one request) and ``collection``.
    """
    try:
        plain = url.replace(_MEMORY, "qdrant:", 1) if url.startswith(_MEMORY) else url
        parts = urlsplit(plain, allow_fragments=False)
        given = parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query))
        port = parts.port
    except ValueError:
        raise _refused("is no URL") from None
    options = dict(given)
    if parts.scheme != "qdrant" or options.keys() - _OPTIONS or len(given) != len(options):
        raise _refused(f"may have the options {', '.join(sorted(_OPTIONS))}, each once")
    if plain is not url:
        return _in_folder(":memory:", parts.path.strip("/"), options)
    if not parts.netloc:
        return _in_folder(_folder(parts.path), "", options)
    return _on_server(parts, port or _PORT, options)


def _in_folder(folder: str, collection: str, options: Mapping[str, str]) -> Address:
    if options.keys() - {"collection"}:
        raise _refused("of a folder has no options but ?collection=")
    return Address(_collection(options.get("collection", collection)), folder)


def _folder(path: str) -> str:
    """``///folder`` is below the present one, ``////folder`` is absolute, as for SQLite."""
    plain = unquote(path.removeprefix("/"))
    if not plain or "\0" in plain or any("\ud800" <= letter <= "\udfff" for letter in plain):
        raise _refused("names no folder")
    return str(Path(plain).absolute())


def _on_server(parts: SplitResult, port: int, options: Mapping[str, str]) -> Address:
    if parts.username or not parts.hostname or parts.netloc.count("@") > 1:
        raise _refused("takes an API key in the password's place: qdrant://:key@host:6333")
    key = unquote(parts.password) if parts.password else None
    return Address(
        collection=_collection(options.get("collection", unquote(parts.path).strip("/"))),
        host=parts.hostname,
        port=port,
        https=_truth(options.get("https"), "https", key is not None),
        grpc=_truth(options.get("grpc"), "grpc", False),
        grpc_port=int(_number(options.get("grpc_port"), "grpc_port", _GRPC_PORT, 65535)),
        prefix=options.get("prefix", "").strip("/"),
        timeout=_number(options.get("timeout"), "timeout", _TIMEOUT, 3600),
        key=key,
    )


def _collection(name: str) -> str:
    if not name:
        return COLLECTION
    if not _COLLECTION.fullmatch(name):
        raise _refused("needs a collection of letters, digits, _, - and ., like …:6333/hindsight")
    return name


def _truth(value: str | None, name: str, default: bool) -> bool:
    if value is not None and value not in ("true", "false"):
        raise _refused(f"takes ?{name}=true or false")
    return default if value is None else value == "true"


def _number(value: str | None, name: str, default: float, most: float) -> float:
    if value is None:
        return default
    if not value.isascii() or not value.isdigit() or not 1 <= int(value) <= most:
        raise _refused(f"takes ?{name}= from 1 to {most}")
    return float(value)


def _refused(why: str) -> ConfigurationError:
    return ConfigurationError(f"the qdrant: URL {why}: use {KNOWN}")
