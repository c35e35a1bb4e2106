"""What a URL of a PostgreSQL server says: where it is, and how we are to use it; it opens nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

import psycopg
from psycopg.conninfo import conninfo_to_dict

from hindsight_integrations.errors import ConfigurationError

KNOWN = "postgresql://user:password@host:5432/database?schema=hindsight"
_SCHEMA = re.compile(r"[a-z_][a-z0-9_]{0,62}")
#: The most connections of one process unless the URL says ``connections=``: a server
#: admits 100 by default, and two per core are kept busy by far fewer.
_CONNECTIONS = 10


@dataclass(frozen=True, slots=True)
class Address:
    """A server, a database, a schema in it. ``parameters`` (with the password) go to libpq alone."""

    parameters: Mapping[str, Any] = field(repr=False)
    schema: str
    prepare: str
    read_only: bool
    connections: int

    @property
    def where(self) -> str:
        """Names the place in messages, without a password."""
        return f"PostgreSQL at {self.database} (schema {self.schema})"

    @property
    def database(self) -> str:
        """Server and database, as they are told of."""
        known = self.parameters
        host = known.get("host") or known.get("hostaddr") or "a local socket"
        port = f":{known['port']}" if known.get("port") else ""
        return f"{host}{port}/{known.get('dbname', '')}"

    @property
    def path(self) -> str:
        """The schemas in which names are looked up."""
        return self.schema

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for addresses of the same place used in the same way."""
        ours = (self.schema, self.prepare, self.read_only, self.connections)
        return (*sorted(self.parameters.items()), *ours)


def address(url: str) -> Address:
    """The address that ``url`` names. Messages hold nothing of it: any part may be a password.

    Our options: ``schema`` (default ``hindsight``), ``mode`` (``rw``, ``ro``), ``connections``
    (the most at a time), ``prepare`` (``auto``: not where a pooler stands between; ``on``,
    ``off``). All others are libpq's own, like ``sslmode``.
    """
    try:
        parts = urlsplit(url, allow_fragments=False)
        asked = parts.query.replace("+", "%2B")  # to libpq a plus is a plus
        given = parse_qsl(asked, keep_blank_values=True, strict_parsing=bool(asked))
    except ValueError:
        raise _refused("is no URL") from None
    if parts.netloc.count("@") > 1:
        raise _refused("has several '@': write one that belongs to the password as %40")
    options = dict(given)
    ours = {name: options.pop(name, None) for name in ("schema", "mode", "prepare", "connections")}
    plain = urlunsplit(("postgresql", parts.netloc, parts.path, written(options), ""))
    if not parts.netloc and plain.startswith("postgresql:/") and plain[12:13] != "/":
        plain = plain.replace("postgresql:", "postgresql://", 1)  # urlunsplit drops an empty host
    try:
        parameters = conninfo_to_dict(plain)
    except psycopg.ProgrammingError:  # its message quotes the URL
        raise _refused("is not understood") from None
    return Address(
        parameters,
        _schema(ours["schema"]),
        _one_of(ours["prepare"], "prepare", "auto", "on", "off"),
        _one_of(ours["mode"], "mode", "rw", "ro") == "ro",
        _most(ours["connections"]),
    )


def written(options: Mapping[str, str]) -> str:
    """Options as a URL's query that libpq reads: a blank is %20, for it takes + as it is."""
    return urlencode(options, quote_via=quote)


def _refused(why: str) -> ConfigurationError:
    return ConfigurationError(f"the postgresql: URL {why}: use {KNOWN}")


def _schema(name: str | None) -> str:
    if name is None:
        return "hindsight"
    if not _SCHEMA.fullmatch(name) or name.startswith("pg_"):
        raise _refused("needs a schema of lower-case letters, digits and _, like ?schema=hindsight")
    return name


def _one_of(value: str | None, name: str, default: str, *others: str) -> str:
    if value is not None and value not in (default, *others):
        raise _refused(f"takes ?{name}= as one of {', '.join((default, *others))}")
    return default if value is None else value


def _most(value: str | None) -> int:
    if value is None:
        return _CONNECTIONS
    if not value.isascii() or not value.isdigit() or not 1 <= int(value) <= 1000:
        raise _refused("takes ?connections= from 1 to 1000")
    return int(value)
