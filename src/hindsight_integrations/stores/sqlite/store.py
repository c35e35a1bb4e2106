"""The embedded record store: one SQLite file that holds everything; it knows nothing of the engine."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from hindsight_integrations.answers import IdleSession
from hindsight_integrations.errors import ConfigurationError
from hindsight_integrations.ports import Clock, Deadline
from hindsight_integrations.records import Scope
from hindsight_integrations.settings import StoreSettings
from hindsight_integrations.stores.identity import Identity
from hindsight_integrations.stores.mapping import MISCOUNTED, idle, micros
from hindsight_integrations.stores.resident.cache import Cache
from hindsight_integrations.stores.sqlite import schema
from hindsight_integrations.stores.sqlite.connections import Connections
from hindsight_integrations.stores.sqlite.failures import translating
from hindsight_integrations.stores.sqlite.feed import SqliteFeed
from hindsight_integrations.stores.sqlite.files import prepare
from hindsight_integrations.stores.sqlite.index import SqliteVectorIndex
from hindsight_integrations.stores.sqlite.reader import SqliteReader
from hindsight_integrations.stores.sqlite.scrubbing import scrubbed
from hindsight_integrations.stores.sqlite.working import SqliteWorkingMemory
from hindsight_integrations.stores.sqlite.writer import SqliteWriter

#: Seconds that opening and closing may take.
_OPENING = 30.0


class SqliteStore:
    """A :class:`~hindsight_integrations.ports.RecordStore` with its own vector index and window.

    ``path`` is a file or ``":memory:"``. ``model`` is the encoder's id and dimensions; a file
    that holds vectors of another model is refused. Without ``vectors`` none are kept in memory, and
    another index answers by meaning. ``migrate=False`` never changes the schema.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        clock: Clock,
        settings: StoreSettings | None = None,
        model: tuple[str, int] | None = None,
        postings: int = 20_000,
        ttl_seconds: float = 7200.0,
        vectors: bool = True,
        migrate: bool = True,
        read_only: bool = False,
    ) -> None:
        settings = settings or StoreSettings()
        self.path = os.fspath(path)
        self.clock = clock
        self._model = model
        self._vectors = vectors
        self._postings = postings
        self._rewritten_up_to = settings.rewritten_up_to
        memory = self.path == ":memory:"
        if not memory:
            read_only = self._look(Path(self.path), read_only=read_only)
        self._connections = Connections(
            self.path, read_only=read_only, busy_seconds=settings.busy_seconds
        )
        try:
            self._open(model, migrate=migrate)
        except BaseException:
            self._connections.close()
            raise
        dimensions = model[1] if model is not None else None
        self.identity = self._identity = Identity(self._secret())
        self._cache = Cache(settings, model, vectors=vectors)
        self.feed = SqliteFeed(self._connections, identity=self._identity, clock=clock)
        self.index = SqliteVectorIndex(
            self._connections,
            identity=self._identity,
            cache=self._cache,
            clock=clock,
            dimensions=dimensions,
        )
        self.working = SqliteWorkingMemory(
            self._connections, identity=self._identity, ttl_seconds=ttl_seconds
        )

    @staticmethod
    def _look(path: Path, *, read_only: bool) -> bool:
        """Make the file if need be; True if it can only be read."""
        if read_only or (path.exists() and not os.access(path, os.W_OK)):
            if not path.exists():
                raise ConfigurationError(
                    f"{path} does not exist, so it cannot be opened for reading"
                )
            return True
        prepare(path)
        return False

    def _open(self, model: tuple[str, int] | None, *, migrate: bool) -> None:
        deadline = Deadline.after(_OPENING)
        path = self.path
        with translating(path):
            if self._connections.read_only:
                with self._connections.reading(deadline) as db:
                    schema.check_ours(db, path)
                    schema.check_version(db, path, writing=False)
                    schema.check_model(db, path, model, keep=False)
                return
            with self._connections.outside(deadline) as db:
                schema.check_ours(db, path)
                if not self._connections.in_memory:
                    schema.write_ahead(db, deadline)
            with self._connections.writing(deadline) as db:
                schema.migrate(db, path, allowed=migrate)
                schema.check_model(db, path, model, keep=True)

    def _secret(self) -> bytes:
        with translating(self.path), self._connections.reading(Deadline.after(_OPENING)) as db:
            return bytes(db.execute("SELECT secret FROM store").fetchone()[0])

    @contextmanager
    def reading(self, scope: Scope, deadline: Deadline) -> Iterator[SqliteReader]:
        with translating(self.path), self._connections.reading(deadline) as db:
            yield SqliteReader(
                db,
                scope,
                self.clock(),
                identity=self._identity,
                cache=self._cache,
                postings=self._postings,
            )

    @contextmanager
    def writing(self, scope: Scope, deadline: Deadline) -> Iterator[SqliteWriter]:
        with translating(self.path), self._connections.writing(deadline) as db:
            writer = SqliteWriter(
                db,
                scope,
                self.clock(),
                identity=self._identity,
                cache=self._cache,
                postings=self._postings,
            )
            yield writer
            writer.finish()

    def touch(self, scope: Scope, counts: Mapping[str, int], at: datetime) -> None:
        deadline = Deadline.after(_OPENING)
        with translating(self.path), self._connections.writing(deadline) as db:
            db.executemany(
                "UPDATE records SET access_count = access_count + ?, last_accessed_at = ? "
                "WHERE scope = (SELECT scope FROM scopes WHERE hash = ?) AND id = ?",
                [
                    (count, micros(at), self._identity.scope(scope), id)
                    for id, count in counts.items()
                ],
            )
            row = db.execute(
                "SELECT scope FROM scopes WHERE hash = ?", (self._identity.scope(scope),)
            ).fetchone()
        if row is not None:
            self._cache.touch(row[0], counts)

    def users(self, tenant: str, deadline: Deadline) -> dict[str, int]:
        with translating(self.path), self._connections.reading(deadline) as db:
            rows = db.execute(
                "SELECT user, records FROM scopes WHERE tenant = ? ORDER BY user", (tenant,)
            )
            return dict(rows.fetchall())

    def expired(self, tenant: str, deadline: Deadline) -> dict[str, int]:
        with translating(self.path), self._connections.reading(deadline) as db:
            rows = db.execute(
                "SELECT s.user, count(*) FROM scopes AS s JOIN records AS r ON r.scope = s.scope "
                "WHERE s.tenant = ? AND r.expires_at <= ? GROUP BY s.scope ORDER BY s.user",
                (tenant, micros(self.clock())),
            )
            return dict(rows.fetchall())

    def archived(self, wall: str, deadline: Deadline) -> list[dict[str, Any]] | None:
        with translating(self.path), self._connections.reading(deadline) as db:
            user = "(SELECT scope FROM scopes WHERE hash = ?)"
            held = f"SELECT payload FROM records WHERE scope = {user} AND status = 'archived'"
            rows = db.execute(held, (bytes.fromhex(wall),)).fetchall()
            if not rows:
                any_ = f"SELECT EXISTS (SELECT 1 FROM records WHERE scope = {user})"
                if not db.execute(any_, (bytes.fromhex(wall),)).fetchone()[0]:
                    return None
        return [json.loads(payload) for (payload,) in rows]

    def end_idle(
        self, tenant: str, before: datetime, *, limit: int, deadline: Deadline
    ) -> list[IdleSession]:
        with translating(self.path), self._connections.writing(deadline) as db:
            rows = db.execute(
                "UPDATE sessions SET ended = last WHERE (scope, session) IN ("
                "SELECT i.scope, i.session FROM sessions AS i JOIN scopes AS s ON s.scope = i.scope "
                "WHERE s.tenant = ? AND i.session <> '' AND i.ended < i.last AND i.last_at < ? "
                "ORDER BY i.last_at LIMIT ?) RETURNING scope, session, last_at",
                (tenant, micros(before), limit),
            ).fetchall()
            of = "SELECT user FROM scopes WHERE scope = ?"
            users = {n: db.execute(of, (n,)).fetchone()[0] for n in {row[0] for row in rows}}
        return idle([(users[number], name, at) for number, name, at in rows])

    def scrub(self, deadline: Deadline, *, whole: bool = False) -> Mapping[str, bool]:
        return scrubbed(self._connections, deadline, whole=whole, small=self._rewritten_up_to)

    def health(self) -> Mapping[str, Any]:
        deadline = Deadline.after(_OPENING)
        with translating(self.path), self._connections.reading(deadline) as db:
            facts = _facts(db)
        return {
            "kind": "sqlite",
            "path": self.path,
            "writable": not self._connections.read_only,
            "bytes": 0 if self._connections.in_memory else Path(self.path).stat().st_size,
            "resident_bytes": self._cache.size,
            **facts,
        }

    def integrity(self, deadline: Deadline) -> list[str]:
        """What SQLite finds wrong with the file, and users whose counter is not their records' number."""
        with translating(self.path), self._connections.reading(deadline) as db:
            checked = [str(line) for (line,) in db.execute("PRAGMA integrity_check(20)")]
            (wrong,) = db.execute(MISCOUNTED).fetchone()
        found = [] if checked == ["ok"] else checked
        return found + (
            [f"{wrong} users have another number of records than is kept"] if wrong else []
        )

    def serves(self, clock: Clock, model: tuple[str, int] | None, *, vectors: bool) -> bool:
        """Whether another opening of the same file with these can share this store."""
        return clock is self.clock and model == self._model and vectors == self._vectors

    def close(self) -> None:
        self._connections.close()
        self._cache.clear()


def _facts(db: sqlite3.Connection) -> dict[str, Any]:
    model = db.execute("SELECT model_id, dimensions FROM model").fetchone()
    users, records = db.execute("SELECT count(*), coalesce(sum(records), 0) FROM scopes").fetchone()
    return {
        "schema": schema.number(db),
        "users": users,
        "records": records,
        "outbox": db.execute("SELECT count(*) FROM outbox").fetchone()[0],
        "model": None if model is None else {"id": model[0], "dimensions": model[1]},
    }
