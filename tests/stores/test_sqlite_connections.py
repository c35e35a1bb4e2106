"""The pool of connections: what comes back fit is used again, what comes back unfit is not; nothing waits for ever."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hindsight_integrations import DeadlineExceeded, ReadOnly, StoreError, Unavailable
from hindsight_integrations.ports import Deadline
from hindsight_integrations.stores.sqlite.connections import Connections
from hindsight_integrations.testing import ample

Rows = list[tuple[Any, ...]]


@pytest.fixture(params=["file", "memory"])
def pool(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Connections]:
    path = ":memory:"
    if request.param == "file":
        path = str(tmp_path / "pool.db")
        Path(path).touch()
    pool = Connections(path, read_only=False, busy_seconds=1)
    with pool.outside(ample()) as db:
        db.execute("PRAGMA journal_mode = WAL").close()
        db.execute("PRAGMA foreign_keys = ON").close()
    with pool.writing(ample()) as db:
        db.execute("CREATE TABLE town (name TEXT PRIMARY KEY)")
        db.execute(
            "CREATE TABLE home (name TEXT REFERENCES town (name) DEFERRABLE INITIALLY DEFERRED)"
        )
    yield pool
    pool.close()


def read(pool: Connections, query: str = "SELECT name FROM town ORDER BY name") -> Rows:
    with pool.reading(ample()) as db:
        return db.execute(query).fetchall()


def write(pool: Connections, *statements: str) -> None:
    with pool.writing(ample()) as db:
        for statement in statements:
            db.execute(statement)


def test_a_transaction_is_whole_or_not_at_all(pool: Connections) -> None:
    write(pool, "INSERT INTO town VALUES ('Lisbon')")
    with pytest.raises(ZeroDivisionError):
        fail_after(pool, "INSERT INTO town VALUES ('Porto')")
    assert read(pool) == [("Lisbon",)]
    write(pool, "INSERT INTO town VALUES ('Faro')")
    assert read(pool) == [("Faro",), ("Lisbon",)]


def fail_after(pool: Connections, statement: str) -> None:
    with pool.writing(ample()) as db:
        db.execute(statement)
        raise ZeroDivisionError


def test_a_commit_that_fails_leaves_nothing(pool: Connections) -> None:
    with pytest.raises(StoreError, match="FOREIGN KEY"):
        write(pool, "INSERT INTO home VALUES ('nowhere')")
    assert read(pool, "SELECT * FROM home") == []
    write(pool, "INSERT INTO town VALUES ('Lisbon')", "INSERT INTO home VALUES ('Lisbon')")
    assert read(pool, "SELECT * FROM home") == [("Lisbon",)]


def test_only_a_race_is_a_conflict(pool: Connections) -> None:
    write(pool, "INSERT INTO town VALUES ('Lisbon')")
    with pytest.raises(StoreError, match="another record there already") as caught:
        write(pool, "INSERT INTO town VALUES ('Lisbon')")
    assert type(caught.value).__name__ == "Conflict"
    with pytest.raises(StoreError) as caught:
        write(pool, "CREATE TABLE t (n INTEGER CHECK (n > 0))", "INSERT INTO t VALUES (0)")
    assert type(caught.value) is StoreError


def test_a_connection_that_is_stuck_in_a_transaction_is_not_used_again(tmp_path: Path) -> None:
    path = tmp_path / "pool.db"
    path.touch()
    pool = Connections(str(path), read_only=False, busy_seconds=1)
    with pool.outside(ample()) as stuck:
        stuck.execute("BEGIN IMMEDIATE")
    write(pool, "CREATE TABLE town (name TEXT)")
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        stuck.execute("SELECT 1")
    assert read(pool) == []
    pool.close()


def test_connections_are_used_again(pool: Connections) -> None:
    with pool.reading(ample()) as first:
        pass
    with pool.reading(ample()) as second:
        assert second is first


def test_readers_are_not_held_up_by_a_writer(tmp_path: Path) -> None:
    path = tmp_path / "pool.db"
    path.touch()
    pool = Connections(str(path), read_only=False, busy_seconds=1)
    with pool.outside(ample()) as db:
        db.execute("PRAGMA journal_mode = WAL").close()
    write(pool, "CREATE TABLE town (name TEXT)")
    with pool.writing(ample()) as db:
        db.execute("INSERT INTO town VALUES ('Lisbon')")
        assert read(pool) == []  # as it was before
    assert read(pool) == [("Lisbon",)]
    pool.close()


def test_writers_of_one_process_take_turns_until_their_time_is_over(pool: Connections) -> None:
    inside, let_go = threading.Event(), threading.Event()

    def hold() -> None:
        with pool.writing(ample()):
            inside.set()
            let_go.wait(20)

    holder = threading.Thread(target=hold)
    holder.start()
    assert inside.wait(20)
    with (
        pytest.raises(DeadlineExceeded, match="took all the time"),
        pool.writing(Deadline.after(0.05)),
    ):
        pass
    let_go.set()
    holder.join(20)
    write(pool, "INSERT INTO town VALUES ('Lisbon')")


def test_closing_waits_for_nobody_and_closes_what_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "pool.db"
    path.touch()
    pool = Connections(str(path), read_only=False, busy_seconds=1)
    with pool.reading(ample()) as db:
        pool.close()
        assert db.execute("SELECT 1").fetchone() == (1,)  # it may finish
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        db.execute("SELECT 1")
    with pytest.raises(Unavailable, match="was closed"):
        read(pool, "SELECT 1")
    pool.close()


def test_a_pool_for_reading_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "pool.db"
    path.touch()
    pool = Connections(str(path), read_only=True, busy_seconds=1)
    with pytest.raises(ReadOnly, match="for reading only"):
        write(pool, "CREATE TABLE town (name TEXT)")
    with pytest.raises(ReadOnly), pool.reading(ample()) as db:
        db.execute("CREATE TABLE town (name TEXT)")
    pool.close()


def test_what_is_erased_is_overwritten(pool: Connections) -> None:
    """Each connection asks SQLite to overwrite deleted content, and to sync before it answers."""
    with pool.reading(ample()) as first, pool.reading(ample()) as second:
        for db in (first, second):
            assert db.execute("PRAGMA secure_delete").fetchone() == (1,)
            assert db.execute("PRAGMA synchronous").fetchone() == (2,)
