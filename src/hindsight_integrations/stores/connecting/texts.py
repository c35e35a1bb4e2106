"""How values travel: text with characters that PostgreSQL cannot hold, and whole numbers; it knows no table."""

from __future__ import annotations

from typing import Any

from psycopg import Connection, pq
from psycopg.abc import Buffer
from psycopg.adapt import Loader
from psycopg.types.numeric import Int8BinaryDumper
from psycopg.types.string import StrBinaryDumper, StrDumper

#: PostgreSQL's text holds every character but NUL. An id may hold one (any string is an id),
#: so NUL is written as SOH a, and SOH itself as SOH b: different texts stay different.
_NUL, _SOH = "\0", "\1"


def escaped(text: str) -> str:
    return text.replace(_SOH, "\1b").replace(_NUL, "\1a")


def unescaped(text: str) -> str:
    return text.replace("\1a", _NUL).replace("\1b", _SOH)


class _TextBinary(StrBinaryDumper):
    """``str`` as ``text``, always of this type, so that a statement is prepared once."""

    def dump(self, obj: str) -> Buffer | None:
        return super().dump(escaped(obj) if _NUL in obj or _SOH in obj else obj)


class _Text(StrDumper):
    """The same inside a list, which travels as text."""

    def dump(self, obj: str) -> Buffer | None:
        return super().dump(escaped(obj) if _NUL in obj or _SOH in obj else obj)


class _Loaded(Loader):
    def load(self, data: Buffer) -> Any:
        text = str(data, "utf-8")
        return unescaped(text) if _SOH in text else text


class _LoadedBinary(_Loaded):
    format = pq.Format.BINARY


def adapt(connection: Connection[Any]) -> None:
    """Let this connection's values travel so."""
    connection.adapters.register_dumper(str, _Text)
    connection.adapters.register_dumper(str, _TextBinary)  # the last one is preferred
    # Else the type, and with it the prepared statement, would depend on the number's size.
    connection.adapters.register_dumper(int, Int8BinaryDumper)
    connection.adapters.register_loader("text", _Loaded)
    connection.adapters.register_loader("text", _LoadedBinary)
