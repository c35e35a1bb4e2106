"""Reads one user's rows inside a transaction somebody else opened; it writes nothing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hindsight_integrations.answers import Action, Hit
from hindsight_integrations.outlines import Outlines
from hindsight_integrations.ports import Clock, Done, LoggedTurn, Nearest, Vector
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Memory, Scope
from hindsight_integrations.stores.connecting.session import Row, Session
from hindsight_integrations.stores.identity import Identity
from hindsight_integrations.stores.mapping import (
    BEFORE_ANY_EXPIRY,
    SELECT,
    instant,
    logged,
    memory,
    micros,
)
from hindsight_integrations.stores.postgres import postings
from hindsight_integrations.stores.postgres.clock import ServerClock
from hindsight_integrations.stores.postgres.rows import ALIVE, LATEST_FIRST, among, clause
from hindsight_integrations.stores.postgres.schema import check_admitted
from hindsight_integrations.stores.postgres.source import PostgresSource
from hindsight_integrations.stores.resident.cache import Cache, Resident
from hindsight_integrations.stores.resident.columns import without_columns
from hindsight_integrations.stores.resident.search import beside, by_words, latest, nearest
from hindsight_integrations.stores.resident.words import Statistics

#: What every transaction reads on the way in: the server's clock, the user's counters, the model.
OPENING = (
    "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, coalesce(s.scope, 0), "
    "coalesce(s.version, 0), coalesce(s.last, 0), coalesce(s.records, 0), coalesce(s.words, 0), "
    "s.latest, m.model_id, m.dimensions, t.oldest_reader, t.oldest_writer FROM store AS t "
    "LEFT JOIN scopes AS s ON s.hash = '\\x{}' LEFT JOIN model AS m ON m.one = 1"
)


@dataclass(frozen=True, slots=True)
class Setting:
    """What all transactions of one store share. Unless a ``clock`` was given, it is the server's."""

    identity: Identity
    cache: Cache
    clock: Clock
    postings: int
    where: str

    def opening(self, scope: Scope) -> str:
        """The statement that begins a transaction about ``scope``."""
        return OPENING.format(self.identity.scope(scope).hex())


class PostgresReader:
    """A :class:`~hindsight_integrations.ports.RecordReader` over one transaction."""

    _writes = False

    def __init__(self, db: Session, scope: Scope, setting: Setting) -> None:
        self._db = db
        self._scope = scope
        self._setting = setting
        (opened,) = db.first
        check_admitted(opened[10 if self._writes else 9], setting.where)
        server: int = opened[0]
        self._number: int = opened[1]
        self._version: int = opened[2]
        self._last: int = opened[3]
        self._records: int = opened[4]
        self._words: int = opened[5]
        self._latest: int | None = opened[6]
        self._model = None if opened[7] is None else (opened[7], opened[8])
        self.now = self._moment(server)
        #: The user in memory, once this view has asked for them.
        self._known: Resident | None = None

    def _moment(self, server: int) -> datetime:
        clock = self._setting.clock
        if not isinstance(clock, ServerClock):
            return clock()
        clock.heard(server, self._db.asked)
        return instant(server)

    def get(self, ids: Sequence[str]) -> dict[str, Memory]:
        found = self._living(*among("id", list(dict.fromkeys(ids)))) if ids else []
        return {item.id: item for item in found}

    def find(self, where: Where, *, limit: int | None = None) -> list[Memory]:
        sql, values = clause(where, self.now)
        return self._select(f"{sql} {LATEST_FIRST} LIMIT %s", [*values, limit])

    def latest(self, where: Where, *, limit: int) -> list[str]:
        if self._known is not None and without_columns(where) is None:
            return latest(self._known, where, self.now, limit=limit)
        sql, values = clause(where, self.now)
        query = f"SELECT id FROM records WHERE scope = %s AND {sql} {LATEST_FIRST} LIMIT %s"
        return [id for (id,) in self._rows(query, [self._number, *values, limit])]

    def outline(self, ids: Sequence[str]) -> Outlines:
        columns = self._resident().columns
        return columns.outlines(columns.places_of(list(dict.fromkeys(ids))), self.now)

    def count(self, where: Where) -> int:
        sql, values = clause(where, self.now)
        query = f"SELECT count(*) FROM records WHERE scope = %s AND {sql}"
        return int(self._rows(query, [self._number, *values])[0][0])

    def chain(self, subject: str) -> list[Memory]:
        return self._living("subject = %s ORDER BY valid_from, rid", [subject])

    def same(self, subject: str | None, digest: bytes) -> Memory | None:
        under = "subject IS NULL" if subject is None else "subject = %s"
        found = self._living(
            f"same = %s AND status = 'active' AND {under} ORDER BY rid LIMIT 1",
            [digest] if subject is None else [digest, subject],
        )
        return found[0] if found else None

    def keys(self, where: Where) -> list[str]:
        sql, values = clause(where, self.now)
        rows = self._rows(
            "SELECT DISTINCT subject FROM records WHERE scope = %s AND subject IS NOT NULL "
            f"AND {sql}",
            [self._number, *values],
        )
        return sorted(subject for (subject,) in rows)

    def facets(self, ids: Sequence[str], space: str) -> dict[str, Vector]:
        rows = self._rows(
            "SELECT r.id, f.count, f.vectors FROM records AS r JOIN facets AS f ON f.rid = r.rid "
            f"WHERE r.scope = %s AND f.space = %s AND {ALIVE} AND r.id = ANY(%s)",
            [self._number, space, micros(self.now), list(ids)],
        )
        return {id: np.frombuffer(blob, "<f4").reshape(count, -1) for id, count, blob in rows}

    def vectors(self, ids: Sequence[str]) -> dict[str, Vector]:
        rows = self._rows(
            "SELECT r.id, v.vector FROM records AS r JOIN vectors AS v ON v.rid = r.rid "
            f"WHERE r.scope = %s AND {ALIVE} AND r.id = ANY(%s)",
            [self._number, micros(self.now), list(ids)],
        )
        return {id: np.frombuffer(blob, "<f2").astype(np.float32) for id, blob in rows}

    def payloads(
        self, where: Where, *, limit: int | None = None
    ) -> list[tuple[str, dict[str, Any]]]:
        sql, values = clause(where, self.now)
        rows = self._rows(
            f"SELECT id, payload FROM records WHERE scope = %s AND {sql} {LATEST_FIRST} LIMIT %s",
            [self._number, *values, limit],
        )
        return [(id, json.loads(payload)) for id, payload in rows]

    def expired(self, where: Where) -> list[Memory]:
        sql, values = clause(where, BEFORE_ANY_EXPIRY)
        return self._select(f"expires_at <= %s AND {sql}", [micros(self.now), *values])

    def keyword(self, terms: Sequence[str], where: Where, *, limit: int) -> list[Hit]:
        if not terms or not self._number:
            return []
        resident = self._resident()
        found = postings.find(self._db, self._number, list(dict.fromkeys(terms)))
        return by_words(
            resident,
            found,
            where,
            self._allowed(where),
            self.now,
            statistics=Statistics(self._records, self._words),
            postings=self._setting.postings,
            limit=limit,
        )

    def beside(self, ids: Sequence[str], where: Where, *, reach: int) -> list[str]:
        if not self._number or not ids:
            return []
        resident = self._resident()
        return beside(resident, ids, where, self._allowed(where), self.now, reach=reach)

    def near(self, query: Vector, where: Where, *, limit: int, also: Sequence[str]) -> Nearest:
        """The nearest matching records, and the cosines of ``also``."""
        if not self._number:
            return Nearest([], {})
        resident, allowed = self._resident(), self._allowed(where)
        return nearest(resident, query, where, allowed, self.now, limit=limit, also=also)

    def done(self, dedup_key: str) -> Done | None:
        row = self._row(
            "SELECT action, id, forgotten FROM dedup WHERE hash = %s",
            (self._setting.identity.dedup(self._scope, dedup_key),),
        )
        return None if row is None else Done(Action(row[0]), row[1], row[2])

    def turns(self, session: str | None, *, last: int | None = None) -> list[LoggedTurn]:
        rows = self._rows(
            "SELECT id, sequence, body, at FROM turns WHERE scope = %s AND session = %s "
            "ORDER BY sequence DESC LIMIT %s",
            (self._number, session or "", last),
        )
        return [logged(row) for row in reversed(rows)]

    def turn(self, id: str) -> LoggedTurn | None:
        row = self._row(
            "SELECT t.id, t.sequence, t.body, t.at FROM turn_ids AS i "
            "JOIN turns AS t ON t.scope = i.scope AND t.id = i.id AND t.at = i.at "
            "WHERE i.scope = %s AND i.id = %s",
            (self._number, id),
        )
        return None if row is None else logged(row)

    def shown(
        self, session: str | None, *, archived: bool = False, last: int | None = None
    ) -> list[LoggedTurn]:
        rows = self._rows(
            "SELECT t.id, t.sequence, t.body, t.at FROM (SELECT * FROM transcripts "
            "WHERE scope = %s AND session = %s AND archived = %s ORDER BY position DESC LIMIT %s) "
            "AS s JOIN turns AS t ON t.scope = s.scope AND t.id = s.turn AND t.at = s.at "
            "ORDER BY s.position",
            (self._number, session or "", archived, last),
        )
        return [logged(row) for row in rows]

    def transcripts(self) -> list[str | None]:
        rows = self._rows(
            "SELECT DISTINCT session FROM transcripts WHERE scope = %s", (self._number,)
        )
        return [session or None for session in sorted(session for (session,) in rows)]

    def ended(self, session: str | None) -> bool:
        row = self._row(
            "SELECT ended = last FROM sessions WHERE scope = %s AND session = %s",
            (self._number, session or ""),
        )
        return bool(row and row[0])

    def version(self) -> int:
        return self._version

    def _resident(self) -> Resident:
        """The user in memory, as of this transaction."""
        source = self._source()
        if source is None:
            return self._setting.cache.apart(None)
        self._known = self._setting.cache.current(source, self._number, self._version)
        return self._known

    def _source(self) -> PostgresSource | None:
        if not self._number:
            return None
        where = self._setting.where
        return PostgresSource(self._db, self._number, self._records, self._model, where)

    def _allowed(self, where: Where) -> NDArray[np.int64] | None:
        """The sequences that pass what only the server can tell of ``where``."""
        rest = without_columns(where)
        if rest is None:
            return None
        sql, values = clause(rest, self.now)
        query = f"SELECT rid & 4294967295 FROM records WHERE scope = %s AND {sql}"
        return np.array([n for (n,) in self._rows(query, [self._number, *values])], np.int64)

    def _rows(self, sql: str, values: Sequence[Any]) -> list[Row]:
        return self._db.rows(sql, values)

    def _row(self, sql: str, values: Sequence[Any]) -> Row | None:
        rows = self._rows(sql, values)
        return rows[0] if rows else None

    def _select(self, condition: str, values: Sequence[Any]) -> list[Memory]:
        """The records of this scope that fulfil ``condition`` (which may end in ORDER BY)."""
        query = f"SELECT {SELECT} FROM records WHERE scope = %s AND {condition}"
        return [memory(row, self._scope) for row in self._rows(query, [self._number, *values])]

    def _living(self, condition: str, values: Sequence[Any]) -> list[Memory]:
        """The same, without expired records."""
        return self._select(f"{ALIVE} AND {condition}", [micros(self.now), *values])
