"""What a ``pgvector:`` URL says: a server's address, and a table on it; it opens nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from urllib.parse import parse_qsl, urlsplit, urlunsplit

from hindsight_integrations.errors import ConfigurationError
from hindsight_integrations.stores.connecting.address import Address, address, written

KNOWN = "pgvector://user:password@host:5432/database?schema=hindsight&table=points"
TABLE = "points"
#: Shorter than PostgreSQL's 63, so that what stands beside the table can be named after it.
_TABLE = re.compile(r"[a-z_][a-z0-9_]{0,49}")
_SCHEME = "pgvector:"


@dataclass(frozen=True, slots=True)
class Place(Address):
    """A table in a schema; ``extension`` is the schema in which pgvector was found to be."""

    table: str = TABLE
    extension: str = "public"

    @property
    def where(self) -> str:
        return f"pgvector at {self.database} (table {self.schema}.{self.table})"

    @property
    def path(self) -> str:
        return f'{self.schema}, "{self.extension}"'

    @property
    def points(self) -> str:
        return f"{self.schema}.{self.table}"

    @property
    def about(self) -> str:
        """The table of one row that says what the other one holds."""
        return f"{self.schema}.{self.table}_about"


def place(url: str) -> Place:
    """The place that ``url`` names. Messages hold nothing of it: any part may be a password.

    The options are those of a ``postgresql:`` URL, and ``table`` (default ``points``).
    """
    if not url.startswith(_SCHEME):
        raise _refused("begins otherwise")
    try:
        parts = urlsplit(url, allow_fragments=False)
        given = parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query))
        options = {name: value for name, value in given if name != "table"}
        plain = urlunsplit(parts._replace(query=written(options)))
        known = address("postgresql:" + plain.removeprefix(_SCHEME))
    except (ValueError, ConfigurationError):
        raise _refused("is not understood") from None
    table = dict(given).get("table", TABLE)
    if not _TABLE.fullmatch(table):
        raise _refused("needs a table of lower-case letters, digits and _, like ?table=points")
    return Place(**{item.name: getattr(known, item.name) for item in fields(Address)}, table=table)


def _refused(why: str) -> ConfigurationError:
    return ConfigurationError(f"the pgvector: URL {why}: use {KNOWN}")
