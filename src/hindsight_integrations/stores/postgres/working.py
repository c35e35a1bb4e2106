"""The session's window and entity stack in the same schema as the records; it decides nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from typing import Any

from hindsight_integrations.ports import Deadline, LoggedTurn
from hindsight_integrations.records import Scope
from hindsight_integrations.stores.connecting.connections import Connections
from hindsight_integrations.stores.connecting.session import Session, lock
from hindsight_integrations.stores.identity import Identity
from hindsight_integrations.stores.mapping import logged, micros, turn_body

_SCOPE = "SELECT scope FROM scopes WHERE hash = %s"
_TABLES = ("working", "mentions")


class PostgresWorkingMemory:
    """A :class:`~hindsight_integrations.ports.WorkingMemory` beside the records on the server."""

    def __init__(self, connections: Connections, *, identity: Identity, ttl_seconds: float) -> None:
        self._identity = identity
        self._connections = connections
        self._ttl = timedelta(seconds=ttl_seconds)

    def push(
        self, scope: Scope, turns: Sequence[LoggedTurn], *, now: datetime, deadline: Deadline
    ) -> None:
        until = micros(now + self._ttl)
        session = _session(scope)
        with self._writing(scope, deadline) as db:
            number = self._number(db, scope)
            for table in _TABLES:
                db.run(
                    f"UPDATE {table} SET expires_at = %s "
                    "WHERE scope = %s AND session = %s AND expires_at > %s",
                    (until, number, session, micros(now)),
                )
            self._sweep(db, "working", now)
            db.many(
                "INSERT INTO working VALUES (%s, %s, %s, %s, %s, %s, %s) "
                "ON CONFLICT (scope, session, sequence) DO UPDATE SET id = excluded.id, "
                "at = excluded.at, expires_at = excluded.expires_at, body = excluded.body",
                [
                    (number, session, item.sequence, item.id, micros(item.at), until,
                     turn_body(item.turn))
                    for item in turns
                ],
            )  # fmt: skip

    def window(
        self, scope: Scope, *, last: int, now: datetime, deadline: Deadline
    ) -> list[LoggedTurn]:
        with self._connections.reading(deadline) as db:
            rows = db.rows(
                "SELECT id, sequence, body, at FROM working "
                f"WHERE scope = ({_SCOPE}) AND session = %s AND expires_at > %s "
                "ORDER BY sequence DESC LIMIT %s",
                (self._identity.scope(scope), _session(scope), micros(now), last),
            )
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
        with self._writing(scope, deadline) as db:
            number = self._number(db, scope)
            self._sweep(db, "mentions", now)
            for item in entities:  # one after the other: the last is the most recent
                key = (number, _session(scope), item["kind"], item["text"])
                db.run(
                    "DELETE FROM mentions WHERE scope = %s AND session = %s AND kind = %s "
                    "AND text = %s",
                    key,
                )
                db.run(
                    "INSERT INTO mentions (scope, session, kind, text, expires_at) "
                    "VALUES (%s, %s, %s, %s, %s)",
                    (*key, until),
                )

    def entities(
        self, scope: Scope, *, now: datetime, deadline: Deadline
    ) -> list[Mapping[str, str]]:
        with self._connections.reading(deadline) as db:
            rows = db.rows(
                f"SELECT kind, text FROM mentions WHERE scope = ({_SCOPE}) AND session = %s "
                "AND expires_at > %s ORDER BY number DESC",
                (self._identity.scope(scope), _session(scope), micros(now)),
            )
        return [{"kind": kind, "text": text} for kind, text in rows]

    def end(self, scope: Scope, *, deadline: Deadline) -> None:
        with self._writing(scope, deadline) as db:
            for table in _TABLES:
                db.run(
                    f"DELETE FROM {table} WHERE scope = ({_SCOPE}) AND session = %s",
                    (self._identity.scope(scope), _session(scope)),
                )

    def drop(self, scope: Scope, *, turns: Iterable[str] | None, deadline: Deadline) -> None:
        mine = self._identity.scope(scope)
        with self._writing(scope, deadline) as db:
            db.run(f"DELETE FROM mentions WHERE scope = ({_SCOPE})", (mine,))
            if turns is None:
                db.run(f"DELETE FROM working WHERE scope = ({_SCOPE})", (mine,))
            else:
                db.run(
                    f"DELETE FROM working WHERE scope = ({_SCOPE}) AND id = ANY(%s)",
                    (mine, list(turns)),
                )

    def health(self, deadline: Deadline) -> Mapping[str, Any]:
        with self._connections.reading(deadline):
            return {"kind": "postgresql"}

    def close(self) -> None:
        """Nothing: the connections are closed with the records."""

    def _writing(self, scope: Scope, deadline: Deadline) -> AbstractContextManager[Session]:
        """Writers of one user take turns, as they do over the records."""
        return self._connections.writing(deadline, lock(self._identity.scope(scope)))

    @staticmethod
    def _sweep(db: Session, table: str, now: datetime) -> None:
        """Let some of what expired go, of any user: never what another transaction has in hand."""
        db.run(
            f"DELETE FROM {table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM {table} "
            "WHERE expires_at <= %s LIMIT 100 FOR UPDATE SKIP LOCKED))",
            (micros(now),),
        )

    def _number(self, db: Session, scope: Scope) -> int:
        """The scope's number; a user who is new here gets a row."""
        key = (self._identity.scope(scope),)
        row = db.row(_SCOPE, key) or db.row(
            'INSERT INTO scopes (hash, tenant, "user") VALUES (%s, %s, %s) RETURNING scope',
            (*key, *scope.wall),
        )
        assert row is not None
        return int(row[0])


def _session(scope: Scope) -> str:
    return scope.session or ""
