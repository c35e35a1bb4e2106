"""Reads one user's rows inside a transaction somebody else opened; it writes nothing."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import numpy as np

from hindsight_integrations.answers import Action, Hit
from hindsight_integrations.outlines import Outlines
from hindsight_integrations.ports import Done, LoggedTurn, Vector
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Memory, Scope
from hindsight_integrations.stores.identity import Identity
from hindsight_integrations.stores.mapping import (
    BEFORE_ANY_EXPIRY,
    SELECT,
    logged,
    memory,
    micros,
)
from hindsight_integrations.stores.resident.cache import Cache, Resident
from hindsight_integrations.stores.resident.search import beside, by_words
from hindsight_integrations.stores.resident.words import Statistics
from hindsight_integrations.stores.sqlite import postings
from hindsight_integrations.stores.sqlite.rows import (
    ALIVE,
    allowed_sequences,
    among,
    clause,
    latest_first,
)
from hindsight_integrations.stores.sqlite.source import SqliteSource


class SqliteReader:
    """A :class:`~hindsight_integrations.ports.RecordReader` over one transaction."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        scope: Scope,
        now: datetime,
        *,
        identity: Identity,
        cache: Cache,
        postings: int,
    ) -> None:
        self._identity = identity
        self._cache = cache
        self._db = connection
        self._scope = scope
        self.now = now
        self._postings = postings
        self._here: Resident | None = None
        self._load_scope()

    def _load_scope(self) -> None:
        row = self._db.execute(
            "SELECT scope, version, last, records, words FROM scopes WHERE hash = ?",
            (self._identity.scope(self._scope),),
        ).fetchone()
        numbers: tuple[int, int, int, int, int] = row or (0, 0, 0, 0, 0)
        self._number, self._version, self._last, self._records, self._words = numbers

    def get(self, ids: Sequence[str]) -> dict[str, Memory]:
        found = self._living(*among("id", ids))
        return {item.id: item for item in found}

    def find(self, where: Where, *, limit: int | None = None) -> list[Memory]:
        sql, values = clause(where, self.now)
        ordered = f"{sql} {latest_first(where)} LIMIT ?"
        return self._select(ordered, [*values, -1 if limit is None else limit])

    def latest(self, where: Where, *, limit: int) -> list[str]:
        sql, values = clause(where, self.now)
        query = f"SELECT id FROM records WHERE scope = ? AND {sql} {latest_first(where)} LIMIT ?"
        return [id for (id,) in self._db.execute(query, [self._number, *values, limit])]

    def outline(self, ids: Sequence[str]) -> Outlines:
        columns = self._resident().columns
        return columns.outlines(columns.places_of(list(dict.fromkeys(ids))), self.now)

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

    def keys(self, where: Where) -> list[str]:
        sql, values = clause(where, self.now)
        rows = self._db.execute(
            "SELECT DISTINCT subject FROM records WHERE scope = ? AND subject IS NOT NULL "
            f"AND {sql}",
            [self._number, *values],
        )
        return sorted(subject for (subject,) in rows)

    def facets(self, ids: Sequence[str], space: str) -> dict[str, Vector]:
        named, values = among("r.id", ids)
        rows = self._db.execute(
            "SELECT r.id, f.count, f.vectors FROM records AS r JOIN facets AS f ON f.rid = r.rid "
            f"WHERE r.scope = ? AND f.space = ? AND {ALIVE} AND {named}",
            [self._number, space, micros(self.now), *values],
        )
        return {id: np.frombuffer(blob, "<f4").reshape(count, -1) for id, count, blob in rows}

    def vectors(self, ids: Sequence[str]) -> dict[str, Vector]:
        named, values = among("r.id", ids)
        rows = self._db.execute(
            "SELECT r.id, v.vector FROM records AS r JOIN vectors AS v ON v.rid = r.rid "
            f"WHERE r.scope = ? AND {ALIVE} AND {named}",
            [self._number, micros(self.now), *values],
        )
        return {id: np.frombuffer(blob, "<f2").astype(np.float32) for id, blob in rows}

    def payloads(
        self, where: Where, *, limit: int | None = None
    ) -> list[tuple[str, dict[str, Any]]]:
        sql, values = clause(where, self.now)
        rows = self._db.execute(
            f"SELECT id, payload FROM records WHERE scope = ? AND {sql} "
            f"{latest_first(where)} LIMIT ?",
            [self._number, *values, -1 if limit is None else limit],
        )
        return [(id, json.loads(payload)) for id, payload in rows]

    def expired(self, where: Where) -> list[Memory]:
        sql, values = clause(where, BEFORE_ANY_EXPIRY)
        return self._select(f"expires_at <= ? AND {sql}", [micros(self.now), *values])

    def keyword(self, terms: Sequence[str], where: Where, *, limit: int) -> list[Hit]:
        if not terms or not self._number:
            return []
        resident = self._resident()
        found = postings.find(self._db, self._number, list(dict.fromkeys(terms)))
        allowed = allowed_sequences(self._db, self._number, where, self.now)
        return by_words(
            resident,
            found,
            where,
            allowed,
            self.now,
            statistics=Statistics(self._records, self._words),
            postings=self._postings,
            limit=limit,
        )

    def beside(self, ids: Sequence[str], where: Where, *, reach: int) -> list[str]:
        if not self._number or not ids:
            return []
        resident = self._resident()
        allowed = allowed_sequences(self._db, self._number, where, self.now)
        return beside(resident, ids, where, allowed, self.now, reach=reach)

    def _resident(self) -> Resident:
        """The user in memory, as of this transaction."""
        if not self._number:
            return self._cache.apart(None)
        if self._here is None or self._here.columns.version < self._version:
            source = SqliteSource(self._db, self._number)
            self._here = self._cache.current(source, self._number, self._version)
        return self._here

    def done(self, dedup_key: str) -> Done | None:
        row = self._db.execute(
            "SELECT action, id, forgotten FROM dedup WHERE hash = ?",
            (self._identity.dedup(self._scope, dedup_key),),
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

    def shown(
        self, session: str | None, *, archived: bool = False, last: int | None = None
    ) -> list[LoggedTurn]:
        rows = self._db.execute(
            "SELECT t.id, t.sequence, t.body, t.at FROM transcripts AS s "
            "JOIN turns AS t ON t.scope = s.scope AND t.id = s.turn "
            "WHERE s.scope = ? AND s.session = ? AND s.archived = ? "
            "ORDER BY s.position DESC LIMIT ?",
            (self._number, session or "", archived, -1 if last is None else last),
        ).fetchall()
        return [logged(row) for row in reversed(rows)]

    def transcripts(self) -> list[str | None]:
        rows = self._db.execute(
            "SELECT DISTINCT session FROM transcripts WHERE scope = ? ORDER BY session",
            (self._number,),
        )
        return [session or None for (session,) in rows]

    def ended(self, session: str | None) -> bool:
        row = self._db.execute(
            "SELECT ended = last FROM sessions WHERE scope = ? AND session = ?",
            (self._number, session or ""),
        ).fetchone()
        return bool(row and row[0])

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
