"""Prints what an index beside the records costs: bytes and time of a point, and of a search beside the plainest way to ask.

pgvector runs on the server of HINDSIGHT_TEST_PGVECTOR, else on one that a Python package carries. Qdrant runs on the server
of HINDSIGHT_TEST_QDRANT; without one, only its local mode is measured. ``--points`` (default 20,000) are those of
one user with a half of them, and of many with 100 each.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import psycopg

sys.path.append(str(Path(__file__).parent.parent / "tests"))

from hindsight_integrations.ports import Deadline, OutsideIndex, Point, Vector
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Status
from hindsight_integrations.stores import pgvector, qdrant
from hindsight_integrations.stores.labels import labels_of
from hindsight_integrations.stores.pgvector.filters import written
from hindsight_integrations.stores.pgvector.place import place
from hindsight_integrations.stores.qdrant.filters import payload
from hindsight_integrations.testing import MOMENT, make_memory, make_scope
from hindsight_integrations.testing.outside_index import key_of
from servers import pgvector_server, served

_DIMENSIONS, _EACH, _ASKED, _LIMIT = 512, 100, 60, 50
_MODEL = ("benchmark", _DIMENSIONS)
_NOW = int(MOMENT.timestamp() * 1_000_000)
_LARGE = "f" * 32
_ACTIVE = Where(statuses=(Status.ACTIVE,))
_RAW = (
    "SELECT id FROM {table} WHERE wall = %s::uuid AND status = 'active' "
    "ORDER BY embedding <=> %s::halfvec LIMIT %s"
)


def points(many: int) -> list[Point]:
    """Directions around 50 centres, each ninth record superseded, with the labels of an ordinary fact."""
    chance = np.random.default_rng(7)
    centres = chance.standard_normal((50, _DIMENSIONS))
    drawn = centres[chance.integers(50, size=many)] + chance.standard_normal((many, _DIMENSIONS))
    vectors = (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float32)
    labels = [
        labels_of(
            make_memory(
                status="superseded" if n % 9 == 0 else "active",
                subject_key="user.preference.food",
                scope=make_scope(session="0b9c2f3e-52a8-4b62-9a55-0d8f6f7f0001"),
                source_turn="0b9c2f3e-52a8-4b62-9a55-0d8f6f7f0002",
            )
        )
        for n in range(9)
    ]
    found = []
    for n, vector in enumerate(vectors):
        wall = _LARGE if n % 2 else f"{n // (2 * _EACH):032x}"
        id = f"{n:032x}"
        found.append(Point(key_of(wall, id), wall, id, n + 1, vector, labels[n % 9]))
    return found


def soon() -> Deadline:
    return Deadline.after(600)


def filled(index: OutsideIndex, given: Sequence[Point]) -> float:
    """Points a second, 256 at a time, as a feeder tells them."""
    index.clear(soon())
    index.open(_MODEL, soon(), create=True)
    began = time.perf_counter()
    for start in range(0, len(given), 256):
        index.put(given[start : start + 256], soon())
    return len(given) / (time.perf_counter() - began)


def timed(ask: Callable[[Vector], object], queries: Sequence[Vector]) -> tuple[float, float]:
    """Milliseconds: the median, and what 95 of 100 stay below."""
    took = []
    for query in queries:
        began = time.perf_counter()
        ask(query)
        took.append(1000 * (time.perf_counter() - began))
    return statistics.median(took), sorted(took)[int(0.95 * len(took))]


def on_pgvector(url: str, given: Sequence[Point], queries: Sequence[Vector]) -> None:
    where = f"{url.replace('postgresql:', 'pgvector:', 1)}?schema=benchmark"
    index, table = pgvector.from_url(where), place(where).points
    rate = filled(index, given)
    with psycopg.connect(url, autocommit=True) as db:
        db.execute(f"VACUUM ANALYZE {table}")
        sizes = db.execute(
            "SELECT pg_table_size(c), pg_total_relation_size(c), pg_relation_size(to_regclass(%s)) "
            "FROM to_regclass(%s) AS c", (f"{table}_embedding_idx", table),
        ).fetchone()  # fmt: skip
        assert sizes is not None
        rows, whole, graph = (size / len(given) for size in sizes)
        print(f"pgvector: {rate:,.0f} points/s put; {whole:,.0f} bytes a point "
              f"(row {rows:,.0f}, graph {graph:,.0f}, other indexes {whole - rows - graph:,.0f})")  # fmt: skip
        db.execute("SET search_path = public; SET enable_indexscan = off")
        for name, wall in (("of a user with 100", f"{1:032x}"), ("of one with a half", _LARGE)):
            compared(name, index, wall, queries, db=db, table=table)
    index.clear(soon())
    index.close()


def compared(
    name: str,
    index: OutsideIndex,
    wall: str,
    queries: Sequence[Vector],
    *,
    db: psycopg.Connection[tuple[str]],
    table: str,
) -> None:
    """Searches beside the statement that compares every row of the user's."""
    raw = _RAW.format(table=table)

    def exact(query: Vector) -> list[str]:
        return [id for (id,) in db.execute(raw, (wall, written(query), _LIMIT))]

    def ask(query: Vector) -> list[str]:
        return index.nearest(wall, query, _ACTIVE, _NOW, limit=_LIMIT, deadline=soon())

    shared = [len(set(ask(query)) & set(exact(query))) / len(exact(query)) for query in queries]
    ours, theirs = timed(ask, queries), timed(exact, queries)
    print(f"  nearest {_LIMIT} {name}: {ours[0]:.2f} ms, p95 {ours[1]:.2f}; "
          f"one statement without the graph {theirs[0]:.2f}, p95 {theirs[1]:.2f} "
          f"(ratio {ours[0] / theirs[0]:.2f}); in common {statistics.mean(shared):.3f}")  # fmt: skip


def on_qdrant(url: str, given: Sequence[Point], queries: Sequence[Vector], name: str) -> None:
    index = qdrant.from_url(url)
    rate = filled(index, given)
    ours = timed(
        lambda query: index.nearest(_LARGE, query, _ACTIVE, _NOW, limit=_LIMIT, deadline=soon()),
        queries,
    )
    print(f"{name}: {rate:,.0f} points/s put; nearest {_LIMIT} of one with a half of "
          f"{len(given):,}: {ours[0]:.2f} ms, p95 {ours[1]:.2f}")  # fmt: skip
    index.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--points", type=int, default=20_000)
    many = parser.parse_args().points
    given = points(many)
    chance = np.random.default_rng(8)
    mixed = [
        given[a].vector + 0.5 * given[b].vector for a, b in chance.integers(many, size=(_ASKED, 2))
    ]
    queries = [query / np.linalg.norm(query) for query in mixed]
    sent = len(repr(payload(given[0])))
    print(
        f"{many:,} points of {_DIMENSIONS} dimensions; a payload on Qdrant is {sent} bytes of JSON"
    )
    with served("pgvector", pgvector_server) as url:
        on_pgvector(url, given, queries)
    if server := os.environ.get("HINDSIGHT_TEST_QDRANT"):
        on_qdrant(f"{server}?collection=benchmark", given, queries, "Qdrant")
    else:
        print("Qdrant server: NOT RUN, HINDSIGHT_TEST_QDRANT names none")
    with tempfile.TemporaryDirectory() as folder:
        on_qdrant(f"qdrant:///{folder}/v", given[:2000], queries, "Qdrant's local mode")
        size = sum(file.stat().st_size for file in Path(folder).rglob("*") if file.is_file())
        print(f"  {size / 2000:,.0f} bytes a point on disk")


if __name__ == "__main__":
    main()
