"""The record store over one schema of a PostgreSQL server; it knows nothing of the engine."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from hindsight_integrations.answers import IdleSession
from hindsight_integrations.errors import ReadOnly
from hindsight_integrations.ports import Clock, Deadline, system_clock
from hindsight_integrations.records import Scope
from hindsight_integrations.settings import StoreSettings
from hindsight_integrations.stores.connecting.address import Address
from hindsight_integrations.stores.connecting.connections import Connections
from hindsight_integrations.stores.connecting.session import Session, lock
from hindsight_integrations.stores.identity import Identity
from hindsight_integrations.stores.mapping import MISCOUNTED, idle, micros
from hindsight_integrations.stores.postgres import schema
from hindsight_integrations.stores.postgres.clock import ServerClock
from hindsight_integrations.stores.postgres.erasing import PostgresWriter
from hindsight_integrations.stores.postgres.feed import PostgresFeed
from hindsight_integrations.stores.postgres.index import PostgresVectorIndex
from hindsight_integrations.stores.postgres.reader import PostgresReader, Setting
from hindsight_integrations.stores.postgres.scrubbing import scrubbed
from hindsight_integrations.stores.postgres.working import PostgresWorkingMemory
from hindsight_integrations.stores.resident.cache import Cache

#: Seconds that opening and closing may take.
_OPENING = 30.0
#: Seconds that writing access counts may take: they are lossy, and a recall may wait for them.
_TOUCHING = 2.0
_NOW = "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint"


class PostgresStore:
    """A :class:`~hindsight_integrations.ports.RecordStore` with its own vector index and window.

    The system's ``clock`` stands for the server's, which all machines share. ``model`` is the
    encoder's id and dimensions; a memory that holds vectors of another model is refused.
    Without ``vectors`` none are kept in memory, and another index answers by meaning.
    ``migrate=False`` never changes the schema.
    """

    def __init__(
        self,
        address: Address,
        *,
        clock: Clock = system_clock,
        settings: StoreSettings | None = None,
        model: tuple[str, int] | None = None,
        postings: int = 20_000,
        ttl_seconds: float = 7200.0,
        vectors: bool = True,
        migrate: bool = True,
    ) -> None:
        settings = settings or StoreSettings()
        self.address = address
        self._given = clock
        self.clock: Clock = ServerClock() if clock is system_clock else clock
        self._model = model
        self._swept_up_to = settings.rewritten_up_to
        self._connections = Connections(address)
        try:
            secret = self._open(model, migrate=migrate)
        except BaseException:
            self._connections.close()
            raise
        self._vectors = vectors
        self._cache = Cache(settings, model, vectors=vectors)
        where = self._connections.where
        self.identity = Identity(secret)
        self._setting = Setting(self.identity, self._cache, self.clock, postings, where)
        self.feed = PostgresFeed(self._connections, self._setting)
        self.index = PostgresVectorIndex(
            self._connections, self._setting, dimensions=None if model is None else model[1]
        )
        self.working = PostgresWorkingMemory(
            self._connections, identity=self.identity, ttl_seconds=ttl_seconds
        )

    def _open(self, model: tuple[str, int] | None, *, migrate: bool) -> bytes:
        """Bring the schema up to date; answers the secret of its hashes."""
        deadline = Deadline.after(_OPENING)
        schema.prepare(self._connections, deadline, allowed=migrate)
        schema.keep_model(self._connections, model, deadline)
        with self._connections.reading(deadline) as db:
            return bytes(db.rows("SELECT secret FROM store")[0][0])

    @contextmanager
    def reading(self, scope: Scope, deadline: Deadline) -> Iterator[PostgresReader]:
        with self._connections.reading(deadline, self._setting.opening(scope)) as db:
            yield PostgresReader(db, scope, self._setting)

    @contextmanager
    def writing(self, scope: Scope, deadline: Deadline) -> Iterator[PostgresWriter]:
        first = f"{self._lock(scope)}; {self._setting.opening(scope)}"
        with self._connections.writing(deadline, first) as db:
            writer = PostgresWriter(db, scope, self._setting)
            yield writer
            writer.finish()

    def _lock(self, scope: Scope) -> str:
        return lock(self.identity.scope(scope))

    def touch(self, scope: Scope, counts: Mapping[str, int], at: datetime) -> None:
        deadline = Deadline.after(_TOUCHING)
        first = f"{self._lock(scope)}; {self._setting.opening(scope)}"
        with self._connections.writing(deadline, first) as db:
            number = db.first[0][1]
            db.run(
                "UPDATE records AS r SET access_count = r.access_count + a.many, "
                "last_accessed_at = %s FROM unnest(%s::text[], %s::bigint[]) AS a(id, many) "
                'WHERE r.scope = %s AND r.id = a.id COLLATE "C"',
                (micros(at), list(counts), list(counts.values()), number),
            )
        self._cache.touch(number, counts)

    def users(self, tenant: str, deadline: Deadline) -> dict[str, int]:
        with self._connections.reading(deadline) as db:
            rows = db.rows('SELECT "user", records FROM scopes WHERE tenant = %s', (tenant,))
        return dict(sorted(rows))

    def expired(self, tenant: str, deadline: Deadline) -> dict[str, int]:
        with self._connections.reading(deadline, _NOW) as db:
            ours = isinstance(self.clock, ServerClock)
            now = db.first[0][0] if ours else micros(self.clock())
            rows = db.rows(
                'SELECT s."user", count(*) FROM scopes AS s JOIN records AS r ON r.scope = s.scope '
                "WHERE s.tenant = %s AND r.expires_at <= %s GROUP BY s.scope",
                (tenant, now),
            )
        return dict(sorted(rows))

    def archived(self, wall: str, deadline: Deadline) -> list[dict[str, Any]] | None:
        user = "(SELECT scope FROM scopes WHERE hash = %s)"
        with self._connections.reading(deadline) as db:
            rows = db.rows(
                f"SELECT payload FROM records WHERE scope = {user} AND status = 'archived'",
                (bytes.fromhex(wall),),
            )
            if not rows:
                known = f"SELECT EXISTS (SELECT 1 FROM records WHERE scope = {user})"
                if not db.rows(known, (bytes.fromhex(wall),))[0][0]:
                    return None
        return [json.loads(payload) for (payload,) in rows]

    def end_idle(
        self, tenant: str, before: datetime, *, limit: int, deadline: Deadline
    ) -> list[IdleSession]:
        with self._connections.writing(deadline) as db:
            rows = db.rows(
                'WITH due AS (SELECT i.scope, i.session, s."user" FROM sessions AS i '
                "JOIN scopes AS s ON s.scope = i.scope WHERE s.tenant = %s AND i.session <> '' "
                "AND i.ended < i.last AND i.last_at < %s ORDER BY i.last_at LIMIT %s "
                "FOR UPDATE OF i SKIP LOCKED) UPDATE sessions AS i SET ended = i.last FROM due "
                "WHERE i.scope = due.scope AND i.session = due.session "
                'RETURNING due."user", i.session, i.last_at',
                (tenant, micros(before), limit),
            )
        return idle(rows)

    def scrub(self, deadline: Deadline, *, whole: bool = False) -> Mapping[str, bool]:
        if self.address.read_only:
            raise ReadOnly(f"{self._connections.where} is open for reading only")
        return scrubbed(self._connections, deadline, whole=whole, small=self._swept_up_to)

    def health(self) -> Mapping[str, Any]:
        with self._connections.reading(Deadline.after(_OPENING)) as db:
            facts = _facts(db)
        return {
            "kind": "postgresql",
            "path": self._connections.where,
            "writable": not self.address.read_only and not facts.pop("standby"),
            "resident_bytes": self._cache.size,
            **facts,
        }

    def integrity(self, deadline: Deadline) -> list[str]:
        """Users whose counter is not their records' number; the pages are the server's to check."""
        with self._connections.reading(deadline) as db:
            ((wrong,),) = db.rows(MISCOUNTED)
        return [f"{wrong} users have another number of records than is kept"] if wrong else []

    def serves(self, clock: Clock, model: tuple[str, int] | None, *, vectors: bool) -> bool:
        """Whether another opening of the same address with these can share this store."""
        return clock is self._given and model == self._model and vectors == self._vectors

    def close(self) -> None:
        self._connections.close()
        self._cache.clear()


def _facts(db: Session) -> dict[str, Any]:
    model = schema.model_of(db)
    facts = db.rows(
        "SELECT pg_is_in_recovery(), (SELECT number FROM store), count(*), "
        "coalesce(sum(records), 0)::bigint, (SELECT count(*) FROM outbox), "
        "(SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint FROM pg_class AS c "
        "WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')), "
        "current_setting('server_version') FROM scopes"
    )[0]
    names = ("standby", "schema", "users", "records", "outbox", "bytes", "server")
    return {
        **dict(zip(names, facts, strict=True)),
        "model": None if model is None else {"id": model[0], "dimensions": model[1]},
    }
