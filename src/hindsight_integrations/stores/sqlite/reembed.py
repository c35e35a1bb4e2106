"""Gives a file the vectors of another model, while the old ones go on serving; it knows no encoder."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from hindsight_integrations.ports import Deadline, Vector
from hindsight_integrations.stores.sqlite.connections import Connections
from hindsight_integrations.stores.sqlite.failures import translating

#: Seconds that one batch, or the exchange at the end, may take.
_STEP = 120.0
#: Records that get a vector: all but items that their application wants unindexed, and archived
#: ones, whose words are elsewhere.
_INDEXED = "(type <> 'item' OR length > 0) AND content <> ''"


class SqliteReembedding:
    """The work of one re-embedding, in steps that may be interrupted and taken up again."""

    def __init__(self, path: str, model: tuple[str, int], *, busy_seconds: float) -> None:
        self._path = path
        self._model = model
        self._connections = Connections(path, read_only=False, busy_seconds=busy_seconds)

    def begin(self) -> tuple[int, int]:
        """Begin, or go on with, this model; answers records done and records in all."""
        with self._writing() as db:
            if db.execute("SELECT model_id, dimensions FROM model_next").fetchone() != self._model:
                db.execute("DELETE FROM vectors_next")
                db.execute("INSERT OR REPLACE INTO model_next VALUES (1, ?, ?)", self._model)
            (done,) = db.execute("SELECT count(*) FROM vectors_next").fetchone()
            (total,) = db.execute(f"SELECT count(*) FROM records WHERE {_INDEXED}").fetchone()
        return done, total

    def missing(self, limit: int) -> list[tuple[int, str]]:
        """Rows and contents of records that have no new vector yet."""
        with self._writing() as db:
            return db.execute(
                "SELECT rid, content FROM records "
                f"WHERE {_INDEXED} AND rid NOT IN (SELECT rid FROM vectors_next) "
                "ORDER BY rid LIMIT ?",
                (limit,),
            ).fetchall()

    def keep(self, rows: Sequence[int], vectors: Vector) -> None:
        """Keep new vectors; records that were erased meanwhile are passed over."""
        with self._writing() as db:
            db.executemany(
                "INSERT OR REPLACE INTO vectors_next SELECT rid, ? FROM records WHERE rid = ?",
                [
                    (vector.astype("<f2").tobytes(), rid)
                    for rid, vector in zip(rows, vectors, strict=True)
                ],
            )

    def exchange(self) -> bool:
        """Let the new vectors serve, if none is missing; False if records came in meanwhile."""
        with self._writing() as db:
            (missing,) = db.execute(
                f"SELECT count(*) FROM records WHERE {_INDEXED} "
                "AND rid NOT IN (SELECT rid FROM vectors_next)"
            ).fetchone()
            if missing:
                return False
            db.execute("DELETE FROM vectors")
            db.execute("INSERT INTO vectors SELECT rid, vector FROM vectors_next")
            db.execute("DELETE FROM vectors_next")
            db.execute("INSERT OR REPLACE INTO model SELECT * FROM model_next")
            db.execute("DELETE FROM model_next")
            db.execute("UPDATE scopes SET version = version + 1")
            db.execute(
                "UPDATE records SET version = "
                "(SELECT version FROM scopes WHERE scopes.scope = records.scope)"
            )
        return True

    def close(self) -> None:
        self._connections.close()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A write transaction whose errors are ours."""
        deadline = Deadline.after(_STEP)
        with translating(self._path), self._connections.writing(deadline) as db:
            yield db
