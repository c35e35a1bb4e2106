"""The session's window and entity stack in the same file as the records; it decides nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from hindsight_integrations.ports import Deadline, LoggedTurn
from hindsight_integrations.records import Scope
from hindsight_integrations.stores.identity import Identity
from hindsight_integrations.stores.mapping import logged, micros, turn_body
from hindsight_integrations.stores.sqlite.connections import Connections
from hindsight_integrations.stores.sqlite.failures import translating
from hindsight_integrations.stores.sqlite.rows import among

_SCOPE = "SELECT scope FROM scopes WHERE hash = ?"


class SqliteWorkingMemory:
    """A :class:`~hindsight_integrations.ports.WorkingMemory` in the embedded store's file."""

    def __init__(self, connections: Connections, *, identity: Identity, ttl_seconds: float) -> None:
        self._identity = identity
        self._connections = connections
        self._ttl = timedelta(seconds=ttl_seconds)

    def push(
        self, scope: Scope, turns: Sequence[LoggedTurn], *, now: datetime, deadline: Deadline
    ) -> None:
        until = micros(now + self._ttl)
        with self._connections.writing(deadline) as db, translating(self._connections.path):
            number = self._number(db, scope)
            db.execute("DELETE FROM working WHERE expires_at <= ?", (micros(now),))
            for table in ("working", "mentions"):
                db.execute(
                    f"UPDATE {table} SET expires_at = ? "
                    "WHERE scope = ? AND session = ? AND expires_at > ?",
                    (until, number, _session(scope), micros(now)),
                )
            db.executemany(
                "INSERT OR REPLACE INTO working VALUES (?, ?, ?, ?, ?, ?, ?)",
                [
                    (number, _session(scope), item.sequence, item.id, micros(item.at), until,
                     turn_body(item.turn))
                    for item in turns
                ],
            )  # fmt: skip

    def window(
        self, scope: Scope, *, last: int, now: datetime, deadline: Deadline
    ) -> list[LoggedTurn]:
        with self._connections.reading(deadline) as db, translating(self._connections.path):
            rows = db.execute(
                "SELECT id, sequence, body, at FROM working "
                f"WHERE scope = ({_SCOPE}) AND session = ? AND expires_at > ? "
                "ORDER BY sequence DESC LIMIT ?",
                (self._identity.scope(scope), _session(scope), micros(now), last),
            ).fetchall()
        return [logged(row) for row in reversed(rows)]

    def mention(
        self,
        scope: Scope,
        entities: Sequence[Mapping[str, str]],
        *,
        now: datetime,
        deadline: Deadline,
    ) -> None:
        until = micros(now + self._ttl)
        with self._connections.writing(deadline) as db, translating(self._connections.path):
            number = self._number(db, scope)
            db.execute("DELETE FROM mentions WHERE expires_at <= ?", (micros(now),))
            db.executemany(
                "INSERT OR REPLACE INTO mentions (scope, session, kind, text, expires_at) "
                "VALUES (?, ?, ?, ?, ?)",
                [(number, _session(scope), item["kind"], item["text"], until) for item in entities],
            )

    def entities(
        self, scope: Scope, *, now: datetime, deadline: Deadline
    ) -> list[Mapping[str, str]]:
        with self._connections.reading(deadline) as db, translating(self._connections.path):
            rows = db.execute(
                f"SELECT kind, text FROM mentions WHERE scope = ({_SCOPE}) AND session = ? "
                "AND expires_at > ? ORDER BY number DESC",
                (self._identity.scope(scope), _session(scope), micros(now)),
            ).fetchall()
        return [{"kind": kind, "text": text} for kind, text in rows]

    def end(self, scope: Scope, *, deadline: Deadline) -> None:
        with self._connections.writing(deadline) as db, translating(self._connections.path):
            for table in ("working", "mentions"):
                db.execute(
                    f"DELETE FROM {table} WHERE scope = ({_SCOPE}) AND session = ?",
                    (self._identity.scope(scope), _session(scope)),
                )

    def drop(self, scope: Scope, *, turns: Iterable[str] | None, deadline: Deadline) -> None:
        with self._connections.writing(deadline) as db, translating(self._connections.path):
            if turns is None:
                for table in ("working", "mentions"):
                    db.execute(
                        f"DELETE FROM {table} WHERE scope = ({_SCOPE})",
                        (self._identity.scope(scope),),
                    )
            else:
                db.execute(
                    f"DELETE FROM mentions WHERE scope = ({_SCOPE})", (self._identity.scope(scope),)
                )
                named, values = among("id", turns)
                db.execute(
                    f"DELETE FROM working WHERE scope = ({_SCOPE}) AND {named}",
                    [self._identity.scope(scope), *values],
                )

    def health(self, deadline: Deadline) -> Mapping[str, Any]:
        with self._connections.reading(deadline):
            return {"kind": "sqlite"}

    def close(self) -> None:
        """Nothing: the file is closed with its records."""

    def _number(self, db: sqlite3.Connection, scope: Scope) -> int:
        """The scope's number; a user who is new here gets a row."""
        key = (self._identity.scope(scope),)
        db.execute(
            "INSERT INTO scopes (hash, tenant, user) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            (*key, *scope.wall),
        )
        return int(db.execute(_SCOPE, key).fetchone()[0])


def _session(scope: Scope) -> str:
    return scope.session or ""
