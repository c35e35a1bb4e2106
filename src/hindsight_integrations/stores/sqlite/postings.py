"""Reads and writes the keyword index in the file; how it is packed and ranked is the shared room's."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence

from hindsight_integrations.stores.resident.postings import Found, Pending, gone, unpacked, without

_LAST_CHARACTER = "\U0010ffff"

_SELECT = "SELECT {place}, block, held FROM postings WHERE scope = ? AND "
_APPEND = (
    "INSERT INTO postings VALUES (?, ?, ?, ?) "
    "ON CONFLICT DO UPDATE SET held = CAST(held || excluded.held AS BLOB)"
)
_BLOCK = "WHERE scope = ? AND term = ? AND block = ?"


def find(db: sqlite3.Connection, scope: int, terms: Sequence[str]) -> Found:
    """The postings of ``terms``, all of them, in one statement; ``字*`` is a prefix."""
    selects, values = [], []
    for place, term in enumerate(terms):
        prefix = term.endswith("*")
        selects.append(
            _SELECT.format(place=place) + ("term BETWEEN ? AND ?" if prefix else "term = ?")
        )
        values += [scope, term[:-1], term[:-1] + _LAST_CHARACTER] if prefix else [scope, term]
    rows = db.execute(" UNION ALL ".join(selects), values).fetchall() if selects else []
    return unpacked(rows, terms)


def write(db: sqlite3.Connection, scope: int, pending: Pending) -> None:
    """Append everything that is pending."""
    db.executemany(_APPEND, [(scope, *key, held) for key, held in pending.take()])


def remove(db: sqlite3.Connection, scope: int, held: Mapping[int, Iterable[str]]) -> None:
    """Take records out: ``held`` names the distinct terms of each sequence."""
    for (term, block), lasts in gone(held):
        _shrink(db, (scope, term, block), lasts)


def _shrink(db: sqlite3.Connection, key: tuple[int, str, int], lasts: frozenset[int]) -> None:
    row = db.execute(f"SELECT held FROM postings {_BLOCK}", key).fetchone()
    if row is None:
        return
    if left := without(row[0], lasts):
        db.execute(f"UPDATE postings SET held = ? {_BLOCK}", (left, *key))
    else:
        db.execute(f"DELETE FROM postings {_BLOCK}", key)
