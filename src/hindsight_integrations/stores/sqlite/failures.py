"""Turns SQLite's errors into this package's, once and by their codes; it knows no table."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from hindsight_integrations.errors import (
    ConfigurationError,
    Conflict,
    DeadlineExceeded,
    HindsightError,
    ReadOnly,
    StoreError,
    Unavailable,
)

#: The low byte of an extended code is its family.
_FAMILY = 0xFF
_BUSY = (Unavailable, "is busy: another process holds its write lock")
_READ_ONLY = (ReadOnly, "is open for reading only")
_TAKEN = (Conflict, "has another record there already")
_UNREACHABLE = (Unavailable, "cannot be read or written: {error}")
_OTHER = (StoreError, "failed: {error}")
_MEANINGS: Mapping[int, tuple[type[HindsightError], str]] = {
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
    sqlite3.SQLITE_INTERRUPT: (DeadlineExceeded, "was too slow: the call was rolled back"),
    sqlite3.SQLITE_FULL: (Unavailable, "has no room: the disk is full, nothing was written"),
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_PERM: _READ_ONLY,
    # Only these are races; another broken constraint would be broken again.
    sqlite3.SQLITE_CONSTRAINT_UNIQUE: _TAKEN,
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY: _TAKEN,
    sqlite3.SQLITE_CONSTRAINT_ROWID: _TAKEN,
    sqlite3.SQLITE_NOTADB: (ConfigurationError, "is not an SQLite database: name another file"),
    sqlite3.SQLITE_CORRUPT: (StoreError, "is damaged: restore it from a backup"),
    sqlite3.SQLITE_IOERR: _UNREACHABLE,
    sqlite3.SQLITE_CANTOPEN: _UNREACHABLE,
    sqlite3.SQLITE_NOMEM: _UNREACHABLE,
}


def translated(error: sqlite3.Error, where: str) -> HindsightError:
    """The error of our tree for an SQLite error; the message names the file and the remedy."""
    code = getattr(error, "sqlite_errorcode", 0)
    kind, meaning = _MEANINGS.get(code) or _MEANINGS.get(code & _FAMILY, _OTHER)
    return kind(f"{where} {meaning.format(error=error)}")


@contextmanager
def translating(where: str) -> Iterator[None]:
    """Within the block, errors of SQLite leave as errors of our tree."""
    try:
        yield
    except sqlite3.Error as error:
        raise translated(error, where) from error
