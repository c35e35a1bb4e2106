"""Reads and writes the keyword index on the server; how it is packed and ranked is the shared room's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hindsight_integrations.stores.connecting.session import Session
from hindsight_integrations.stores.resident.postings import Found, Pending, gone, unpacked, without

_LAST_CHARACTER = "\U0010ffff"
_EXACT = (
    "SELECT a.place - 1, p.block, p.held FROM unnest(%s::text[]) WITH ORDINALITY AS a(term, place) "
    'JOIN postings AS p ON p.scope = %s AND p.term = a.term COLLATE "C"'
)
_PREFIX = (
    "SELECT %s::bigint, block, held FROM postings WHERE scope = %s AND term >= %s AND term < %s"
)
_APPEND = (
    "INSERT INTO postings SELECT %s, * FROM unnest(%s::text[], %s::bigint[], %s::bytea[]) "
    "ON CONFLICT (scope, term, block) DO UPDATE SET held = postings.held || excluded.held"
)
#: The blocks of these terms and numbers.
_THESE = (
    "unnest(%s::text[], %s::bigint[]) AS a(term, block) WHERE p.scope = %s "
    'AND p.term = a.term COLLATE "C" AND p.block = a.block'
)


def find(db: Session, scope: int, terms: Sequence[str]) -> Found:
    """The postings of ``terms``, all of them, in one statement; ``字*`` is a prefix."""
    selects, values = [_EXACT], [["" if t.endswith("*") else t for t in terms], scope]
    for place, term in enumerate(terms):
        if term.endswith("*"):
            selects.append(_PREFIX)
            values += [place, scope, term[:-1], term[:-1] + _LAST_CHARACTER]
    return unpacked(db.rows(" UNION ALL ".join(selects), values) if terms else [], terms)


def write(db: Session, scope: int, pending: Pending) -> None:
    """Append everything that is pending."""
    blocks = pending.take()
    if blocks:
        terms, numbers = zip(*(key for key, _ in blocks), strict=True)
        db.run(_APPEND, (scope, list(terms), list(numbers), [held for _, held in blocks]))


def remove(db: Session, scope: int, held: Mapping[int, Iterable[str]]) -> None:
    """Take records out: ``held`` names the distinct terms of each sequence."""
    lasts = dict(gone(held))
    if not lasts:
        return
    known = db.rows(
        f"SELECT p.term, p.block, p.held FROM postings AS p, {_THESE}", _keys(lasts, scope)
    )
    left = {(term, block): without(packed, lasts[term, block]) for term, block, packed in known}
    if empty := [key for key, packed in left.items() if not packed]:
        db.run(f"DELETE FROM postings AS p USING {_THESE}", _keys(empty, scope))
    if kept := {key: packed for key, packed in left.items() if packed}:
        terms, blocks = zip(*kept, strict=True)
        db.run(
            "UPDATE postings AS p SET held = a.held FROM unnest(%s::text[], %s::bigint[], %s::bytea[]) AS a(term, block, held) "
            'WHERE p.scope = %s AND p.term = a.term COLLATE "C" AND p.block = a.block',
            (list(terms), list(blocks), list(kept.values()), scope),
        )


def _keys(keys: Iterable[tuple[str, int]], scope: int) -> tuple[Any, ...]:
    terms, blocks = zip(*keys, strict=True)
    return list(terms), list(blocks), scope
