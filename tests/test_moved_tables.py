"""What a move takes along, held against the schemas of both stores, and the sum over it, worked out by hand."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from hindsight_integrations import Hindsight
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.stores.tables import LEFT, TABLES, Tally
from schemas import fresh_schema

psycopg = pytest.importorskip("psycopg", reason="the extra postgres is not installed")

from hindsight_integrations.stores.connecting.address import address  # noqa: E402
from hindsight_integrations.stores.postgres.moving import BESIDE, POINTERS  # noqa: E402


def test_every_table_and_column_of_both_stores_is_copied_or_left_on_purpose(
    tmp_path: Path, postgres_url: str
) -> None:
    """Whoever adds one decides here what a move does with it."""
    wanted = {name: set(table.columns) for name, table in TABLES.items()}
    file = f"sqlite:///{tmp_path / 'memory.db'}"
    Hindsight.open(file, embedder=HashingEncoder()).close()
    assert _columns_of_file(file) == wanted | dict.fromkeys(LEFT)
    with fresh_schema(postgres_url) as url:
        Hindsight.open(url, embedder=HashingEncoder()).close()
        beside = {name: wanted[name] | set(columns) for name, columns in BESIDE.items()}
        columns = _columns_of_server(url)
    assert columns == wanted | beside | {POINTERS: {"scope", "id", "at"}} | dict.fromkeys(LEFT)


def _columns_of_file(url: str) -> dict[str, set[str] | None]:
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as db:
        names = [
            name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type='table'")
        ]
        found = {
            name: {row[1] for row in db.execute(f"PRAGMA table_info({name})")} for name in names
        }
    return {name: None if name in LEFT else columns for name, columns in found.items()}


def _columns_of_server(url: str) -> dict[str, set[str] | None]:
    with psycopg.connect(**address(url).parameters) as db:
        rows = db.execute(
            "SELECT c.relname, a.attname FROM pg_class AS c JOIN pg_attribute AS a "
            "ON a.attrelid = c.oid WHERE c.relnamespace = %s::regnamespace "
            "AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attnum > 0 "
            "AND NOT a.attisdropped",
            (address(url).schema,),
        ).fetchall()
    names = {name for name, _ in rows}
    return {
        name: None if name in LEFT else {column for table, column in rows if table == name}
        for name in names
    }


def test_a_sum_can_be_worked_out_by_hand() -> None:
    tally = Tally()
    tally.add([(1, "里斯本", b"\x01\xff", None, 0.5)])
    tally.add([(2, 'a"', b"", 0, -1.0)])
    tally.add([])
    plain = '[[1,"里斯本","01ff",null,0.5],[2,"a\\"","",0,-1.0]]'
    assert (tally.rows, tally.sha256) == (2, sha256(plain.encode()).hexdigest())
    assert Tally().sha256 == sha256(b"[]").hexdigest()
