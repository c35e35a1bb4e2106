"""Gives a schema the vectors of another model, while the old ones go on serving; it knows no encoder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from hindsight_integrations.ports import Deadline, Vector
from hindsight_integrations.stores.connecting.address import Address
from hindsight_integrations.stores.connecting.connections import Connections
from hindsight_integrations.stores.connecting.session import Session
from hindsight_integrations.stores.postgres import schema

#: Seconds that one batch, or the exchange at the end, may take.
_STEP = 120.0
#: Records that get a vector and have none of the next model: all but items that their
#: application wants unindexed, and archived ones, whose words are elsewhere.
_INDEXED = "(r.type <> 'item' OR r.length > 0) AND r.content <> ''"
_MISSING = (
    f"FROM records AS r WHERE {_INDEXED} "
    "AND NOT EXISTS (SELECT 1 FROM vectors_next AS n WHERE n.rid = r.rid)"
)


class PostgresReembedding:
    """The work of one re-embedding, in steps that may be interrupted and taken up again."""

    def __init__(self, address: Address, model: tuple[str, int]) -> None:
        self._model = model
        self._connections = Connections(address)
        schema.prepare(self._connections, Deadline.after(_STEP), allowed=True)

    def begin(self) -> tuple[int, int]:
        """Begin, or go on with, this model; answers records done and records in all."""
        with self._writing() as db:
            if db.row("SELECT model_id, dimensions FROM model_next") != self._model:
                db.run("DELETE FROM vectors_next")
                db.run(
                    "INSERT INTO model_next VALUES (1, %s, %s) ON CONFLICT (one) DO UPDATE "
                    "SET model_id = excluded.model_id, dimensions = excluded.dimensions",
                    self._model,
                )
            ((done,),) = db.rows("SELECT count(*) FROM vectors_next")
            ((total,),) = db.rows(f"SELECT count(*) FROM records AS r WHERE {_INDEXED}")
        return done, total

    def missing(self, limit: int) -> list[tuple[int, str]]:
        """Rows and contents of records that have no new vector yet."""
        with self._writing() as db:
            rows = db.rows(f"SELECT r.rid, r.content {_MISSING} ORDER BY r.rid LIMIT %s", (limit,))
        return [(rid, content) for rid, content in rows]

    def keep(self, rows: Sequence[int], vectors: Vector) -> None:
        """Keep new vectors; records that were erased meanwhile are passed over."""
        blobs = [vector.astype("<f2").tobytes() for vector in vectors]
        with self._writing() as db:
            db.run(
                "INSERT INTO vectors_next SELECT r.rid, a.vector FROM unnest(%s::bigint[], "
                "%s::bytea[]) AS a(rid, vector) JOIN records AS r ON r.rid = a.rid "
                "ON CONFLICT (rid) DO UPDATE SET vector = excluded.vector",
                (list(rows), blobs),
            )

    def exchange(self) -> bool:
        """Let the new vectors serve, if none is missing; False if records came in meanwhile."""
        with self._writing() as db:
            # Nobody writes meanwhile; readers go on with what their snapshots show.
            db.run("LOCK TABLE records, scopes IN SHARE ROW EXCLUSIVE MODE")
            ((missing,),) = db.rows(f"SELECT count(*) {_MISSING}")
            if missing:
                return False
            db.run("DELETE FROM vectors")
            db.run("INSERT INTO vectors SELECT rid, vector FROM vectors_next")
            db.run("DELETE FROM vectors_next")
            db.run("DELETE FROM model")
            db.run("INSERT INTO model SELECT * FROM model_next")
            db.run("DELETE FROM model_next")
            db.run("UPDATE scopes SET version = version + 1")
            db.run(
                "UPDATE records AS r SET version = s.version FROM scopes AS s "
                "WHERE s.scope = r.scope"
            )
        return True

    def close(self) -> None:
        self._connections.close()

    @contextmanager
    def _writing(self) -> Iterator[Session]:
        with self._connections.writing(Deadline.after(_STEP)) as db:
            yield db
