"""What a move takes along of a memory, column by column, what it leaves, and the checksum over it; it knows no database."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hindsight_integrations.stores.mapping import COLUMNS, DERIVED


@dataclass(frozen=True, slots=True)
class Table:
    """A table that every kind of store has: its columns, and the key that orders a user's rows.

    ``flags`` are columns that are true or false. Whose a row is, its ``scope`` tells, or, where
    there is none, the upper half of its ``rid``.
    """

    columns: tuple[str, ...]
    key: tuple[str, ...]
    flags: frozenset[str] = frozenset()

    @property
    def by_rid(self) -> bool:
        """Whether the rows of a user lie side by side under their row numbers."""
        return self.key == ("rid",)


#: In the order in which they are written: users first, the log before the lists of it.
TABLES: Mapping[str, Table] = {
    "scopes": Table(
        ("scope", "hash", "tenant", "user", "version", "last", "records", "words"), ("scope",)
    ),
    "records": Table((*COLUMNS, *DERIVED), ("rid",), frozenset({"helpful", "pinned", "single"})),
    "vectors": Table(("rid", "vector"), ("rid",)),
    "facets": Table(("rid", "space", "count", "vectors"), ("rid",)),
    "postings": Table(("scope", "term", "block", "held"), ("scope", "term", "block")),
    "erased": Table(("scope", "version", "n", "id"), ("scope", "version", "n")),
    "turns": Table(
        ("scope", "session", "sequence", "id", "at", "body"), ("scope", "session", "sequence")
    ),
    "transcripts": Table(
        ("scope", "session", "archived", "position", "turn"),
        ("scope", "session", "archived", "position"),
        frozenset({"archived"}),
    ),
    "sessions": Table(("scope", "session", "last", "last_at", "ended"), ("scope", "session")),
    "dedup": Table(
        ("hash", "scope", "action", "id", "forgotten"),
        ("scope", "hash"),
        frozenset({"forgotten"}),
    ),
    "audit": Table(
        ("number", "scope", "at", "action", "id", "reason", "actor"), ("scope", "number")
    ),
}
#: Tables that are not copied row by row, and why. A target has nothing in those of ``EMPTIED``.
LEFT: Mapping[str, str] = {
    "store": "the schema is the target's own; the secret is taken over",
    "model": "taken over as a whole",
    "working": "windows are shown out of the log, and made again by what is said next",
    "mentions": "what was named lately is gone after two hours anyway",
    "vectors_next": "a re-embedding that is not done is begun anew",
    "model_next": "a re-embedding that is not done is begun anew",
    "outbox": "an index outside is told of everything once it is attached to the target",
    "outside": "the target has no index attached",
}
EMPTIED = tuple(name for name in LEFT if name not in {"store", "model"})

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=bytes.hex).encode


class Tally:
    """Rows counted, and SHA-256 over them as one JSON list of lists without spaces, bytes in hexadecimal."""

    def __init__(self) -> None:
        self.rows = 0
        self._sum = hashlib.sha256(b"[")

    def add(self, rows: Sequence[tuple[Any, ...]]) -> None:
        if rows:
            self._sum.update((("," if self.rows else "") + _encode(rows)[1:-1]).encode())
            self.rows += len(rows)

    @property
    def sha256(self) -> str:
        """The sum so far, in hexadecimal."""
        whole = self._sum.copy()
        whole.update(b"]")
        return whole.hexdigest()
