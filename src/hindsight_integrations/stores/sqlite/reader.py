"""Reads one user's rows inside a transaction somebody else opened; it writes nothing."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from ...answers import Action, Hit
from ...ports import Done, LoggedTurn
from ...queries import Where
from ...records import Memory, Scope
from .rows import ALIVE, SELECT, SHIFT, clause, compact, instant, memory, micros, turn_of
from .words import Statistics, ranked


class SqliteReader:
    """A :class:`~hindsight_integrations.ports.RecordReader` over one transaction."""

    def __init__(
        self, connection: sqlite3.Connection, scope: Scope, now: datetime, postings: int
    ) -> None:
        self._db = connection
        self._scope = scope
        self.now = now
        self._postings = postings
        self._load_scope()

    def _load_scope(self) -> None:
        row = self._db.execute(
            "SELECT scope, version, last, records, words FROM scopes WHERE tenant = ? AND user = ?",
            self._scope.wall,
        ).fetchone()
        numbers: tuple[int, int, int, int, int] = row or (0, 0, 0, 0, 0)
        self._number, self._version, self._last, self._records, self._words = numbers

    def get(self, ids: Sequence[str]) -> dict[str, Memory]:
        found = self._living("id IN (SELECT value FROM json_each(?))", [compact(list(ids))])
        return {item.id: item for item in found}

    def find(self, where: Where, *, limit: int | None = None) -> list[Memory]:
        sql, values = clause(where, self.now)
        ordered = f"{sql} ORDER BY happened DESC, rid DESC LIMIT ?"
        return self._select(ordered, [*values, -1 if limit is None else limit])

    def count(self, where: Where) -> int:
        sql, values = clause(where, self.now)
        query = f"SELECT count(*) FROM records WHERE scope = ? AND {sql}"
        return int(self._db.execute(query, [self._number, *values]).fetchone()[0])

    def chain(self, subject: str) -> list[Memory]:
        return self._living("subject = ? ORDER BY valid_from, rid", [subject])

    def same(self, subject: str | None, digest: bytes) -> Memory | None:
        found = self._living(
            "same = ? AND status = 'active' AND subject IS ? ORDER BY rid LIMIT 1",
            [digest, subject],
        )
        return found[0] if found else None

    def keyword(self, terms: Sequence[str], where: Where, *, limit: int) -> list[Hit]:
        statistics = Statistics(self._number, self._records, self._words)
        best = ranked(self._db, statistics, terms, postings=self._postings)
        hits: list[Hit] = []
        for start in range(0, len(best), limit * 4):
            batch = best[start : start + limit * 4]
            names = self._matching([n for n, _ in batch], where)
            hits += [Hit(names[n], score) for n, score in batch if n in names]
            if len(hits) >= limit:
                break
        return hits[:limit]

    def _matching(self, sequences: Iterable[int], where: Where) -> dict[int, str]:
        """The ids of those sequences whose records match, by sequence."""
        sql, values = clause(where, self.now)
        rids = compact([(self._number << SHIFT) | n for n in sequences])
        rows = self._db.execute(
            f"SELECT rid, id FROM records WHERE rid IN (SELECT value FROM json_each(?)) AND {sql}",
            [rids, *values],
        )
        return {rid & 0xFFFFFFFF: id for rid, id in rows}

    def done(self, dedup_key: str) -> Done | None:
        row = self._db.execute(
            "SELECT action, id, forgotten FROM dedup WHERE hash = ?", (self._hash(dedup_key),)
        ).fetchone()
        return None if row is None else Done(Action(row[0]), row[1], bool(row[2]))

    def turns(self, session: str | None, *, last: int | None = None) -> list[LoggedTurn]:
        rows = self._db.execute(
            "SELECT id, sequence, body, at FROM turns WHERE scope = ? AND session = ? "
            "ORDER BY sequence DESC LIMIT ?",
            (self._number, session or "", -1 if last is None else last),
        ).fetchall()
        return [logged(row) for row in reversed(rows)]

    def turn(self, id: str) -> LoggedTurn | None:
        row = self._db.execute(
            "SELECT id, sequence, body, at FROM turns WHERE scope = ? AND id = ?",
            (self._number, id),
        ).fetchone()
        return None if row is None else logged(row)

    def version(self) -> int:
        return self._version

    def _select(self, condition: str, values: Sequence[Any]) -> list[Memory]:
        """The records of this scope that fulfil ``condition`` (which may end in ORDER BY)."""
        query = f"SELECT {SELECT} FROM records WHERE scope = ? AND {condition}"
        rows = self._db.execute(query, [self._number, *values])
        return [memory(row, self._scope) for row in rows]

    def _living(self, condition: str, values: Sequence[Any]) -> list[Memory]:
        """The same, without expired records."""
        return self._select(f"{ALIVE} AND {condition}", [micros(self.now), *values])

    def _hash(self, dedup_key: str) -> bytes:
        """A dedup key as it is kept: keyed, and bound to tenant and user."""
        if not hasattr(self, "_secret"):
            self._secret = self._db.execute("SELECT secret FROM store").fetchone()[0]
        message = compact([*self._scope.wall, dedup_key]).encode("utf-8", "surrogatepass")
        return hashlib.blake2b(message, key=self._secret, digest_size=16).digest()


def logged(row: Sequence[Any]) -> LoggedTurn:
    """A LoggedTurn from a row of id, sequence, body, at."""
    at = instant(row[3])
    return LoggedTurn(row[0], row[1], turn_of(row[2], at), at)
