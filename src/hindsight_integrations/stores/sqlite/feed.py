"""The outbox of a file: what an outside index has not been told yet; it knows no index."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from hindsight_integrations.ports import (
    Backlog,
    Changes,
    Claim,
    Clock,
    Deadline,
    Held,
    Point,
    Unfed,
    Vector,
)
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Scope
from hindsight_integrations.stores.identity import Identity
from hindsight_integrations.stores.mapping import micros
from hindsight_integrations.stores.points import POINTED, changes, hash_of, point, unfed, unpacked
from hindsight_integrations.stores.sqlite.connections import Connections
from hindsight_integrations.stores.sqlite.failures import translating
from hindsight_integrations.stores.sqlite.rows import ALIVE, among, clause

#: Says that a user changed, if an index is fed: scope, the version before, the version, now.
OUTBOX = (
    "INSERT INTO outbox (scope, fed, version, due_at) SELECT ?, ?, ?, ? FROM outside WHERE true "
    "ON CONFLICT (scope) DO UPDATE SET version = excluded.version"
)
_POINTS = (
    f"SELECT {', '.join(f'r.{name}' for name in POINTED)}, v.vector, s.hash, r.rid, "
    f"v.rid IS NULL OR NOT {ALIVE.replace('expires_at', 'r.expires_at')} "
    "FROM records AS r JOIN scopes AS s ON s.scope = r.scope "
    "LEFT JOIN vectors AS v ON v.rid = r.rid"
)
#: Until this schema is known to a writer it may not write: it would not tell the outbox.
_TELLING_WRITERS = 2


class SqliteFeed:
    """A :class:`~hindsight_integrations.ports.Feed` over the file's tables."""

    def __init__(self, connections: Connections, *, identity: Identity, clock: Clock) -> None:
        self._connections = connections
        self._identity = identity
        self._clock = clock

    @contextmanager
    def _reading(self, deadline: Deadline) -> Iterator[sqlite3.Connection]:
        with translating(self._connections.path), self._connections.reading(deadline) as db:
            yield db

    @contextmanager
    def _writing(self, deadline: Deadline) -> Iterator[sqlite3.Connection]:
        with translating(self._connections.path), self._connections.writing(deadline) as db:
            yield db

    def attached(self, deadline: Deadline) -> str | None:
        with self._reading(deadline) as db:
            row = db.execute("SELECT name FROM outside").fetchone()
        return None if row is None else str(row[0])

    def attach(self, name: str | None, deadline: Deadline) -> None:
        with self._writing(deadline) as db:
            db.execute("DELETE FROM outside")
            db.execute("DELETE FROM outbox")
            if name is None:
                return
            db.execute("INSERT INTO outside VALUES (1, ?)", (name,))
            db.execute(
                "INSERT INTO outbox (scope, fed, version, due_at) "
                "SELECT scope, 0, version, ? FROM scopes",
                (micros(self._clock()),),
            )
            db.execute(
                "UPDATE store SET oldest_writer = max(oldest_writer, ?)", (_TELLING_WRITERS,)
            )

    def claim(
        self, limit: int, lease: float, deadline: Deadline, *, scope: Scope | None = None
    ) -> list[Claim]:
        now = micros(self._clock())
        whose, hash = self._whose(scope)
        query = (
            "SELECT o.scope, s.hash, o.fed, o.attempts FROM outbox AS o "
            f"JOIN scopes AS s ON s.scope = o.scope WHERE o.due_at <= ? AND {whose} "
            "ORDER BY o.due_at, o.scope LIMIT ?"
        )
        with self._reading(deadline) as db:  # so that nothing is written where nothing waits
            if db.execute(query, (now, *hash, 1)).fetchone() is None:
                return []
        with self._writing(deadline) as db:
            rows = db.execute(query, (now, *hash, limit)).fetchall()
            these, numbers = among("scope", [row[0] for row in rows])
            until = now + int(lease * 1_000_000)
            db.execute(f"UPDATE outbox SET due_at = ? WHERE {these}", [until, *numbers])
        return [Claim(scope, bytes(hash).hex(), fed, tried) for scope, hash, fed, tried in rows]

    def changes(self, claim: Claim, after: int, limit: int, deadline: Deadline) -> Changes:
        since = (claim.number, claim.fed)
        with self._reading(deadline) as db:
            (version,) = db.execute(
                "SELECT version FROM scopes WHERE scope = ?", (claim.number,)
            ).fetchone()
            rows = db.execute(
                f"{_POINTS} WHERE r.scope = ? AND r.version > ? AND r.rid > ? "
                "ORDER BY r.rid LIMIT ?",
                (micros(self._clock()), *since, after, limit),
            ).fetchall()
            gone = [] if after else db.execute(
                "SELECT id FROM erased WHERE scope = ? AND version > ? AND id IS NOT NULL", since
            ).fetchall()  # fmt: skip
        return changes(version, rows, [id for (id,) in gone], wall=claim.wall, limit=limit)

    def told(self, done: Sequence[tuple[Claim, int]], deadline: Deadline) -> None:
        now = micros(self._clock())
        with self._writing(deadline) as db:
            db.executemany(
                "UPDATE outbox SET fed = max(fed, ?), due_at = ?, attempts = 0 WHERE scope = ?",
                [(version, now, claim.number) for claim, version in done],
            )
            db.executemany(
                "DELETE FROM outbox WHERE scope = ? AND version <= fed",
                [(claim.number,) for claim, _ in done],
            )

    def failed(self, claims: Sequence[Claim], pause: float, deadline: Deadline) -> None:
        due = micros(self._clock()) + int(pause * 1_000_000)
        with self._writing(deadline) as db:
            db.executemany(
                "UPDATE outbox SET due_at = ?, attempts = attempts + 1 WHERE scope = ?",
                [(due, claim.number) for claim in claims],
            )

    def backlog(self, deadline: Deadline, *, scope: Scope | None = None) -> Backlog:
        whose, hash = self._whose(scope)
        with self._reading(deadline) as db:
            users, failing = db.execute(
                "SELECT count(*), coalesce(sum(o.attempts > 0), 0) FROM outbox AS o "
                f"JOIN scopes AS s ON s.scope = o.scope WHERE {whose}",
                hash,
            ).fetchone()
        return Backlog(users, failing)

    def _whose(self, scope: Scope | None) -> tuple[str, tuple[bytes, ...]]:
        """A condition on ``scopes AS s``: one user, or everybody."""
        return ("true", ()) if scope is None else ("s.hash = ?", (self._identity.scope(scope),))

    def wall(self, scope: Scope) -> str:
        return self._identity.scope(scope).hex()

    def unfed(
        self, scope: Scope, where: Where, *, limit: int, whole: bool, deadline: Deadline
    ) -> Unfed:
        sql, values = clause(where, self._clock())
        with self._reading(deadline) as db:
            number, since = self._known_up_to(db, scope)
            rows = db.execute(
                "SELECT id, (SELECT vector FROM vectors AS v WHERE v.rid = records.rid) "
                f"FROM records WHERE scope = ? AND version > ? AND {sql} ORDER BY rid DESC LIMIT ?",
                [number, -1 if whole else since, *values, limit + 1],
            ).fetchall()
        return unfed(rows, limit)

    def _known_up_to(self, db: sqlite3.Connection, scope: Scope) -> tuple[int, int]:
        """The user's number, and the version up to which the index knows: nothing, if none is fed."""
        row = db.execute(
            "SELECT s.scope, CASE WHEN NOT EXISTS (SELECT 1 FROM outside) THEN -1 "
            "ELSE coalesce(o.fed, s.version) END "
            "FROM scopes AS s LEFT JOIN outbox AS o ON o.scope = s.scope WHERE s.hash = ?",
            (self._identity.scope(scope),),
        ).fetchone()
        return (0, 0) if row is None else (row[0], row[1])

    def vectors(
        self, scope: Scope, ids: Sequence[str], where: Where, deadline: Deadline
    ) -> dict[str, Vector]:
        if not ids:
            return {}
        sql, values = clause(where, self._clock())
        named, wanted = among("id", ids)
        with self._reading(deadline) as db:
            rows = db.execute(
                "SELECT id, (SELECT vector FROM vectors AS v WHERE v.rid = records.rid) FROM records "
                f"WHERE scope = (SELECT scope FROM scopes WHERE hash = ?) AND {named} AND {sql}",
                [self._identity.scope(scope), *wanted, *values],
            ).fetchall()
        return {id: unpacked(blob) for id, blob in rows if blob is not None}

    def every(self, after: int, limit: int, deadline: Deadline) -> tuple[list[Point], int | None]:
        with self._reading(deadline) as db:
            rows = db.execute(
                f"{_POINTS} WHERE r.rid > ? AND r.scope NOT IN (SELECT scope FROM outbox) "
                "ORDER BY r.rid LIMIT ?",
                (micros(self._clock()), after, limit),
            ).fetchall()
        following = rows[-1][-2] if len(rows) == limit else None
        return [point(row) for row in rows if not row[-1]], following

    def known(self, held: Sequence[Held], deadline: Deadline) -> set[str]:
        now = micros(self._clock())
        query = (
            f"SELECT 1 FROM records AS r JOIN vectors AS v ON v.rid = r.rid WHERE {ALIVE} "
            "AND r.scope = (SELECT scope FROM scopes WHERE hash = ?) AND r.id = ?"
        )
        with self._reading(deadline) as db:
            return {
                item.key
                for item in held
                if db.execute(query, (now, hash_of(item.wall), item.id)).fetchone()
            }
