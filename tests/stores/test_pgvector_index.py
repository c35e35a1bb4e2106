"""What an index on pgvector does beyond the suite: places, rights, foreign tables, long vectors, and searches that must not starve."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from typing import Any
from urllib.parse import quote, urlsplit

import numpy as np
import psycopg
import pytest

from hindsight_integrations.errors import (
    ConfigurationError,
    DeadlineExceeded,
    ReadOnly,
    SchemaTooNew,
    Unavailable,
)
from hindsight_integrations.ports import Deadline, Point
from hindsight_integrations.queries import Where
from hindsight_integrations.stores import pgvector
from hindsight_integrations.stores.labels import labels_of
from hindsight_integrations.stores.pgvector.place import place
from hindsight_integrations.testing import ample, make_memory
from hindsight_integrations.testing.outside_index import ANN, OutsideIndexContract, key_of
from leaks import shown
from schemas import fresh_schema
from servers import CannotStart, missing, pgvector_cluster

SECRET = "hunter2"
POINTS = OutsideIndexContract()
MODEL = POINTS.model
BEN = "b" * 32


@pytest.fixture
def url(pgvector_place: str) -> Iterator[str]:
    """The URL of a place where nothing is."""
    yield pgvector_place
    index = pgvector.from_url(pgvector_place)
    index.clear(ample())
    index.close()


@pytest.fixture
def index(url: str) -> Iterator[pgvector.PgvectorIndex]:
    made = pgvector.from_url(url)
    made.open(MODEL, ample(), create=True)
    yield made
    made.close()


@pytest.fixture
def db(url: str, pgvector_url: str) -> Iterator[psycopg.Connection[Any]]:
    """A connection of the administrator's, in the place's schema."""
    with psycopg.connect(pgvector_url, autocommit=True) as connection:
        connection.execute(f"SET search_path = {place(url).schema}, public")
        yield connection


#: The graphs of the place's own table; other tests have places in the same database.
_GRAPHS = (
    "SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema() "
    "AND tablename = 'points' AND indexdef LIKE '%USING hnsw%'"
)


class TestPlaces:
    def test_a_url_names_a_table(self) -> None:
        known = place("pgvector://ann:pw@db:5433/memory?schema=s&table=t&sslmode=disable")
        assert (known.points, known.about) == ("s.t", "s.t_about")
        assert known.where == "pgvector at db:5433/memory (table s.t)"
        assert known.parameters["sslmode"] == "disable"
        assert place("pgvector://db/memory").points == "hindsight.points"
        assert place("pgvector:///memory?options=-c%20a%3D1").parameters["options"] == "-c a=1"

    @pytest.mark.parametrize(
        "url",
        [
            f"pgvector://ann:{SECRET}@db/memory?table=Points",
            f"pgvector://ann:{SECRET}@db/memory?table=",
            f"pgvector://ann:{SECRET}@db/memory?table={'t' * 51}",
            f"pgvector://ann:{SECRET}@db/memory?schema=A-B",
            f"pgvector://ann:{SECRET}@db/memory?nonsense={SECRET}",
            f"postgresql://ann:{SECRET}@db/memory",
            "",
        ],
    )
    def test_what_names_none_is_refused_without_its_password(self, url: str) -> None:
        with pytest.raises(ConfigurationError, match="pgvector://user:password@host") as told:
            pgvector.from_url(url)
        assert SECRET not in shown(told.value)


class TestTables:
    def test_vectors_are_halves_and_the_graph_is_theirs(
        self, index: pgvector.PgvectorIndex, db: psycopg.Connection[Any]
    ) -> None:
        indexes = [row[0] for row in db.execute(_GRAPHS)]
        assert sum("USING hnsw (embedding halfvec_cosine_ops)" in each for each in indexes) == 1
        index.put([POINTS.point("m1", content="the words of ann")], ample())
        row = db.execute("SELECT points::text FROM points").fetchone()
        assert row is not None
        assert "words" not in row[0]

    def test_several_processes_may_make_them_at_once(self, url: str) -> None:
        several = [pgvector.from_url(url) for _ in range(6)]
        start = threading.Barrier(6)

        def opened(index: pgvector.PgvectorIndex) -> bool:
            start.wait(30)
            return index.open(MODEL, ample(), create=True)

        with ThreadPoolExecutor(6) as pool:
            assert sorted(pool.map(opened, several)) == [False] * 5 + [True]
        for index in several:
            index.close()

    def test_a_table_of_another_program_is_refused_and_left_as_it_was(
        self, url: str, db: psycopg.Connection[Any]
    ) -> None:
        db.execute(f"CREATE SCHEMA IF NOT EXISTS {place(url).schema}")
        db.execute("CREATE TABLE points (x integer)")
        index = pgvector.from_url(url)
        for call in (
            lambda: index.open(MODEL, ample(), create=True),
            lambda: index.clear(ample()),
        ):
            with pytest.raises(ConfigurationError, match=r"another program's.*\?table="):
                call()
        assert db.execute("SELECT count(*) FROM points").fetchone() == (0,)
        db.execute("DROP TABLE points")
        index.close()

    def test_points_that_somebody_dropped_are_made_anew(
        self, index: pgvector.PgvectorIndex, db: psycopg.Connection[Any]
    ) -> None:
        db.execute("DROP TABLE points")
        with pytest.raises(ConfigurationError, match="hindsight reindex"):
            POINTS.found(index)
        with pytest.raises(ConfigurationError, match="hindsight reindex"):
            index.open(MODEL, ample(), create=False)
        assert index.open(MODEL, ample(), create=True) is True
        assert POINTS.found(index) == []

    def test_two_tables_in_a_schema_know_nothing_of_each_other(self, url: str) -> None:
        one, other = pgvector.from_url(url), pgvector.from_url(f"{url}&table=more")
        for index in (one, other):
            index.open(MODEL, ample(), create=True)
        one.put([POINTS.point("m1")], ample())
        assert POINTS.found(other) == []
        other.clear(ample())
        assert POINTS.found(one) == ["m1"]
        for index in (one, other):
            index.close()

    def test_tables_of_a_later_version_are_refused(
        self, index: pgvector.PgvectorIndex, db: psycopg.Connection[Any]
    ) -> None:
        db.execute("UPDATE points_about SET number = 99")
        with pytest.raises(SchemaTooNew, match="upgrade hindsight-integrations"):
            index.open(MODEL, ample(), create=True)

    @pytest.mark.parametrize(("dimensions", "graph"), [(2500, True), (4001, False)])
    def test_long_vectors(
        self, url: str, db: psycopg.Connection[Any], dimensions: int, graph: bool
    ) -> None:
        suite = OutsideIndexContract()
        suite.dimensions = dimensions
        index = pgvector.from_url(url)
        index.open(suite.model, ample(), create=True)
        suite.fan(index)
        assert suite.found(index) == ["m0", "m30", "m60", "m90", "m180"]
        index.close()
        assert len(db.execute(_GRAPHS).fetchall()) == int(graph)
        index.close()

    def test_another_length_that_somebody_made_meanwhile_is_told(
        self, url: str, index: pgvector.PgvectorIndex
    ) -> None:
        other = pgvector.from_url(url)
        other.clear(ample())
        other.open(("other", 9), ample(), create=True)
        with pytest.raises(ConfigurationError, match="hindsight reindex"):
            index.put([POINTS.point("m1")], ample())
        other.close()


class TestRights:
    @pytest.fixture
    def clerk(self, url: str, db: psycopg.Connection[Any]) -> Iterator[str]:
        """The URL for a role that may read and write, and make nothing."""
        known = place(url)
        db.execute(f"CREATE ROLE clerk LOGIN PASSWORD '{SECRET}'")
        db.execute(f"CREATE SCHEMA IF NOT EXISTS {known.schema}")
        db.execute(f"GRANT USAGE ON SCHEMA {known.schema} TO clerk")
        db.execute(
            f"ALTER DEFAULT PRIVILEGES IN SCHEMA {known.schema} "
            "GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO clerk"
        )
        netloc = urlsplit(url).netloc
        yield url.replace(netloc, f"clerk:{SECRET}@{netloc.rpartition('@')[2]}")
        db.execute("DROP OWNED BY clerk")
        db.execute("DROP ROLE clerk")

    def test_who_may_make_nothing_uses_what_is_there(self, url: str, clerk: str) -> None:
        index, owner = pgvector.from_url(clerk), pgvector.from_url(url)
        with pytest.raises(ConfigurationError, match="refuses this role a right") as told:
            index.open(MODEL, ample(), create=True)
        assert SECRET not in shown(told.value)
        owner.open(MODEL, ample(), create=True)
        assert index.open(MODEL, ample(), create=True) is False
        index.put([POINTS.point("m1")], ample())
        index.drop([key_of(ANN, "m2")], ample())
        assert POINTS.found(index) == ["m1"]
        assert index.health(ample())["points"] == 1
        with pytest.raises(ConfigurationError, match=r"refuses this role|SQLSTATE 42501"):
            index.clear(ample())
        for each in (index, owner):
            each.close()

    def test_a_url_for_reading_reads(self, index: pgvector.PgvectorIndex, url: str) -> None:
        index.put([POINTS.point("m1")], ample())
        reader = pgvector.from_url(f"{url}&mode=ro")
        assert reader.open(MODEL, ample(), create=False) is False
        assert POINTS.found(reader) == ["m1"]
        with pytest.raises(ReadOnly):
            reader.put([POINTS.point("m2")], ample())
        reader.close()


class TestServers:
    def test_one_without_pgvector_says_what_to_install(self, postgres_url: str) -> None:
        with psycopg.connect(postgres_url) as db:
            if db.execute("SELECT 1 FROM pg_available_extensions WHERE name = 'vector'").fetchone():
                pytest.skip("this PostgreSQL has pgvector")
        with fresh_schema(postgres_url) as url:
            index = pgvector.from_url(url.replace("postgresql:", "pgvector:", 1))
            with pytest.raises(ConfigurationError, match="has no pgvector"):
                index.open(MODEL, ample(), create=True)
            index.close()

    def test_opening_does_not_wait_forever_for_one_that_is_gone(self) -> None:
        index = pgvector.from_url(f"pgvector://ann:{SECRET}@127.0.0.1:9/memory")
        with pytest.raises(Unavailable, match="cannot be reached") as told:
            index.open(MODEL, Deadline.after(0.5), create=True)
        assert SECRET not in shown(told.value)
        index.close()

    def test_opening_waits_for_one_that_starts(self) -> None:
        try:
            with pgvector_cluster() as cluster:
                index = pgvector.from_url(cluster.url.replace("postgresql:", "pgvector:"))
                cluster.stop()
                threading.Timer(0.5, cluster.start).start()
                assert index.open(MODEL, ample(), create=True) is True
                index.put([POINTS.point("m1")], ample())
                index.close()
        except CannotStart as reason:
            missing("pgvector", str(reason))


def crowd(wall: str, many: int, seed: int, **fields: Any) -> list[Point]:
    """Points in all directions of eight dimensions."""
    drawn = np.random.default_rng(seed).standard_normal((many, 8)).astype(np.float32)
    drawn /= np.linalg.norm(drawn, axis=1, keepdims=True)
    labels = labels_of(make_memory(**fields))
    return [
        Point(key_of(wall, f"{seed}-{n}"), wall, f"{seed}-{n}", 1, vector, labels)
        for n, vector in enumerate(drawn)
    ]


@pytest.fixture(scope="module")
def filled(pgvector_place: str, pgvector_url: str) -> Iterator[str]:
    """The URL of the place that holds them."""
    url = f"{pgvector_place}&table=crowd"
    index = pgvector.from_url(url)
    index.open(MODEL, ample(), create=True)
    index.put(crowd(ANN, 1500, 1), ample())
    rare = [POINTS.point(f"r{n}", 165 + 5 * n, tags=("rare",)) for n in (1, 2)]
    index.put(rare, ample())
    index.put([POINTS.point("his", 0, wall=BEN)], ample())
    with psycopg.connect(pgvector_url, autocommit=True) as db:
        db.execute(f"ANALYZE {place(url).points}")
    yield url
    index.clear(ample())
    index.close()


class TestSearches:
    """With a graph that PostgreSQL does walk, since it knows of 1,500 points of one user."""

    @pytest.fixture
    def index(self, filled: str) -> Iterator[pgvector.PgvectorIndex]:
        """One that must walk through the graph, and whose walks end at once, wherever they are."""
        settings = "-c hnsw.max_scan_tuples=1 -c enable_sort=off"
        made = pgvector.from_url(f"{filled}&options={quote(settings)}")
        made.open(MODEL, ample(), create=False)
        yield made
        made.close()

    def test_the_graph_is_walked_and_finds_nearly_what_a_scan_finds(
        self, index: pgvector.PgvectorIndex
    ) -> None:
        query = POINTS.at(33)
        cosines = {point.id: float(point.vector @ query) for point in crowd(ANN, 1500, 1)}
        exact = sorted(cosines, key=lambda name: -cosines[name])[:50]
        found = POINTS.found(index, query=query, limit=50)
        assert len(set(found)) == 50
        assert len(set(exact) & set(found)) >= 45
        order = [cosines[id] for id in found]
        assert all(one >= other - 1e-3 for one, other in pairwise(order))

    def test_what_the_walk_does_not_reach_is_found(self, index: pgvector.PgvectorIndex) -> None:
        assert POINTS.found(index, Where(tags=("rare",)), limit=5) == ["r1", "r2"]
        assert POINTS.found(index, Where(ids=("r2",)), limit=5) == ["r2"]
        assert POINTS.found(index, wall=BEN, limit=20) == ["his"]

    def test_a_search_keeps_to_its_deadline(self, index: pgvector.PgvectorIndex) -> None:
        with pytest.raises(DeadlineExceeded):
            index.nearest(
                ANN, POINTS.at(0), Where(), 0, limit=1000, deadline=Deadline.after(0.0005)
            )


def test_of_many_that_write_one_point_the_newest_version_stays(
    index: pgvector.PgvectorIndex,
) -> None:
    def put(version: int) -> None:
        index.put([POINTS.point("m1", version, version=version), POINTS.point("m2", 0)], ample())

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(put, [3, 9, 1, 8, 2, 7, 4, 6, 5] * 5))
    assert index.versions([key_of(ANN, "m1")], ample()) == {key_of(ANN, "m1"): 9}


def test_a_change_of_labels_puts_no_vector_into_the_graph_again(
    index: pgvector.PgvectorIndex, db: psycopg.Connection[Any]
) -> None:
    points = [POINTS.point(f"m{n}", n) for n in range(50)]
    index.put(points, ample())
    later = [
        replace(point, version=2, labels=replace(point.labels, status="superseded"))
        for point in points[:5]
    ]
    index.put(later, ample())
    db.execute("SELECT pg_stat_force_next_flush()")
    deadline = Deadline.after(20)
    while not deadline.passed:
        row = db.execute(
            "SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'points' "
            "AND schemaname = current_schema()"
        ).fetchone()
        if row is not None and row[0] >= 5:
            break
        index.versions([], ample())
    assert row == (5, 5)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_it_works_on_both_sides_of_a_fork(index: pgvector.PgvectorIndex) -> None:
    index.put([POINTS.point("before")], ample())
    child = os.fork()
    if child == 0:
        index.put([POINTS.point("child", 10)], ample())
        os._exit(0 if POINTS.found(index) == ["before", "child"] else 1)
    assert os.waitpid(child, 0)[1] == 0
    index.put([POINTS.point("parent", 20)], ample())
    assert POINTS.found(index) == ["before", "child", "parent"]
