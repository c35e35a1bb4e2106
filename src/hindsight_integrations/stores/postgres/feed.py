"""The outbox of a schema: what an outside index has not been told yet; it knows no index."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from hindsight_integrations.ports import (
    Backlog,
    Changes,
    Claim,
    Deadline,
    Held,
    Point,
    Unfed,
    Vector,
)
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Scope
from hindsight_integrations.stores.connecting.connections import Connections
from hindsight_integrations.stores.connecting.session import Session
from hindsight_integrations.stores.mapping import instant, micros
from hindsight_integrations.stores.points import POINTED, changes, hash_of, point, unfed, unpacked
from hindsight_integrations.stores.postgres.clock import ServerClock
from hindsight_integrations.stores.postgres.reader import Setting
from hindsight_integrations.stores.postgres.rows import ALIVE, clause

#: Says that a user changed, if an index is fed: scope, the version before, the version, now.
OUTBOX = (
    "INSERT INTO outbox (scope, fed, version, due_at) SELECT %s, %s, %s, %s FROM outside "
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
_CLOCK = "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
_VECTOR = "(SELECT vector FROM vectors AS v WHERE v.rid = records.rid)"


class PostgresFeed:
    """A :class:`~hindsight_integrations.ports.Feed` over the schema's tables."""

    def __init__(self, connections: Connections, setting: Setting) -> None:
        self._connections = connections
        self._setting = setting

    def _now(self, db: Session) -> datetime:
        """The server's instant, so that no machine's clock gives a claim away early."""
        clock = self._setting.clock
        return instant(db.rows(_CLOCK)[0][0]) if isinstance(clock, ServerClock) else clock()

    def attached(self, deadline: Deadline) -> str | None:
        with self._connections.reading(deadline) as db:
            row = db.row("SELECT name FROM outside")
        return None if row is None else str(row[0])

    def attach(self, name: str | None, deadline: Deadline) -> None:
        with self._connections.writing(deadline) as db:
            # A writer that is not done yet has seen no index, or another one: it is waited for.
            db.script("LOCK TABLE outside IN ACCESS EXCLUSIVE MODE")
            db.run("DELETE FROM outside")
            db.run("DELETE FROM outbox")
            if name is None:
                return
            db.run("INSERT INTO outside VALUES (1, %s)", (name,))
            db.run(
                "INSERT INTO outbox (scope, fed, version, due_at) "
                "SELECT scope, 0, version, %s FROM scopes",
                (micros(self._now(db)),),
            )
            db.run(
                "UPDATE store SET oldest_writer = greatest(oldest_writer, %s)", (_TELLING_WRITERS,)
            )

    def claim(
        self, limit: int, lease: float, deadline: Deadline, *, scope: Scope | None = None
    ) -> list[Claim]:
        whose, hash = self._whose(scope)
        with self._connections.writing(deadline) as db:
            now = micros(self._now(db))
            rows = db.rows(
                "WITH due AS (SELECT o.scope, s.hash FROM outbox AS o "
                f"JOIN scopes AS s ON s.scope = o.scope WHERE o.due_at <= %s AND {whose} "
                "ORDER BY o.due_at, o.scope LIMIT %s FOR UPDATE OF o SKIP LOCKED) "
                "UPDATE outbox AS o SET due_at = %s FROM due WHERE o.scope = due.scope "
                "RETURNING o.scope, due.hash, o.fed, o.attempts",
                (now, *hash, limit, now + int(lease * 1_000_000)),
            )
        return [Claim(scope, bytes(hash).hex(), fed, tried) for scope, hash, fed, tried in rows]

    def changes(self, claim: Claim, after: int, limit: int, deadline: Deadline) -> Changes:
        since = (claim.number, claim.fed)
        with self._connections.reading(deadline) as db:
            ((version,),) = db.rows("SELECT version FROM scopes WHERE scope = %s", since[:1])
            rows = db.rows(
                f"{_POINTS} WHERE r.scope = %s AND r.version > %s AND r.rid > %s "
                "ORDER BY r.rid LIMIT %s",
                (micros(self._now(db)), *since, after, limit),
            )
            gone = [] if after else db.rows(
                "SELECT id FROM erased WHERE scope = %s AND version > %s AND id IS NOT NULL", since
            )  # fmt: skip
        return changes(version, rows, [id for (id,) in gone], wall=claim.wall, limit=limit)

    def told(self, done: Sequence[tuple[Claim, int]], deadline: Deadline) -> None:
        ordered = sorted(done, key=lambda item: item[0].number)  # two tellers lock in one order
        numbers = [claim.number for claim, _ in ordered]
        with self._connections.writing(deadline) as db:
            db.run(
                "UPDATE outbox AS o SET fed = greatest(o.fed, d.fed), due_at = %s, attempts = 0 "
                "FROM unnest(%s::bigint[], %s::bigint[]) AS d(scope, fed) WHERE o.scope = d.scope",
                (micros(self._now(db)), numbers, [version for _, version in ordered]),
            )
            db.run("DELETE FROM outbox WHERE scope = ANY(%s) AND version <= fed", (numbers,))

    def failed(self, claims: Sequence[Claim], pause: float, deadline: Deadline) -> None:
        with self._connections.writing(deadline) as db:
            due = micros(self._now(db)) + int(pause * 1_000_000)
            db.run(
                "UPDATE outbox SET due_at = %s, attempts = attempts + 1 WHERE scope = ANY(%s)",
                (due, sorted(claim.number for claim in claims)),
            )

    def backlog(self, deadline: Deadline, *, scope: Scope | None = None) -> Backlog:
        whose, hash = self._whose(scope)
        with self._connections.reading(deadline) as db:
            rows = db.rows(
                "SELECT count(*), count(*) FILTER (WHERE o.attempts > 0) FROM outbox AS o "
                f"JOIN scopes AS s ON s.scope = o.scope WHERE {whose}",
                hash,
            )
        return Backlog(*rows[0])

    def _whose(self, scope: Scope | None) -> tuple[str, tuple[bytes, ...]]:
        """A condition on ``scopes AS s``: one user, or everybody."""
        identity = self._setting.identity
        return ("true", ()) if scope is None else ("s.hash = %s", (identity.scope(scope),))

    def wall(self, scope: Scope) -> str:
        return self._setting.identity.scope(scope).hex()

    def unfed(
        self, scope: Scope, where: Where, *, limit: int, whole: bool, deadline: Deadline
    ) -> Unfed:
        with self._connections.reading(deadline) as db:
            number, since = self._known_up_to(db, scope)
            sql, values = clause(where, self._setting.clock())
            rows = db.rows(
                f"SELECT id, {_VECTOR} FROM records WHERE scope = %s AND version > %s AND {sql} "
                "ORDER BY rid DESC LIMIT %s",
                [number, -1 if whole else since, *values, limit + 1],
            )
        return unfed(rows, limit)

    def _known_up_to(self, db: Session, scope: Scope) -> tuple[int, int]:
        """The user's number, and the version up to which the index knows: nothing, if none is fed."""
        row = db.row(
            "SELECT s.scope, CASE WHEN NOT EXISTS (SELECT 1 FROM outside) THEN -1 "
            "ELSE coalesce(o.fed, s.version) END "
            "FROM scopes AS s LEFT JOIN outbox AS o ON o.scope = s.scope WHERE s.hash = %s",
            (self._setting.identity.scope(scope),),
        )
        return (0, 0) if row is None else (row[0], row[1])

    def vectors(
        self, scope: Scope, ids: Sequence[str], where: Where, deadline: Deadline
    ) -> dict[str, Vector]:
        if not ids:
            return {}
        with self._connections.reading(deadline) as db:
            sql, values = clause(where, self._setting.clock())
            rows = db.rows(
                f"SELECT id, {_VECTOR} FROM records WHERE scope = (SELECT scope FROM scopes "
                f"WHERE hash = %s) AND id = ANY(%s) AND {sql}",
                [self._setting.identity.scope(scope), list(ids), *values],
            )
        return {id: unpacked(blob) for id, blob in rows if blob is not None}

    def every(self, after: int, limit: int, deadline: Deadline) -> tuple[list[Point], int | None]:
        with self._connections.reading(deadline) as db:
            rows = db.rows(
                f"{_POINTS} WHERE r.rid > %s "
                "AND NOT EXISTS (SELECT 1 FROM outbox AS o WHERE o.scope = r.scope) "
                "ORDER BY r.rid LIMIT %s",
                (micros(self._now(db)), after, limit),
            )
        following = rows[-1][-2] if len(rows) == limit else None
        return [point(row) for row in rows if not row[-1]], following

    def known(self, held: Sequence[Held], deadline: Deadline) -> set[str]:
        if not held:
            return set()
        with self._connections.reading(deadline) as db:
            rows = db.rows(
                "SELECT h.key FROM unnest(%s::text[], %s::bytea[], %s::text[]) AS h(key, wall, id) "
                "JOIN scopes AS s ON s.hash = h.wall "
                'JOIN records AS r ON r.scope = s.scope AND r.id = h.id COLLATE "C" '
                f"JOIN vectors AS v ON v.rid = r.rid WHERE {ALIVE}",
                (
                    [item.key for item in held],
                    [hash_of(item.wall) for item in held],
                    [item.id for item in held],
                    micros(self._now(db)),
                ),
            )
        return {key for (key,) in rows}
