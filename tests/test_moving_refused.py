"""Moves that are refused: each before anything is written, with the place and the remedy; and what is found to differ."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from hindsight_integrations import (
    ConfigurationError,
    Hindsight,
    ReadOnly,
    SchemaTooNew,
    StoreError,
    migrate,
    move,
)
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.stores.sqlite import schema
from lived import raw
from schemas import fresh_schema

psycopg = pytest.importorskip("psycopg", reason="the extra postgres is not installed")


def made(url: str, *names: str) -> str:
    """A memory that these people have told something."""
    with Hindsight.open(url, embedder=HashingEncoder()) as hindsight:
        for name in names:
            hindsight.for_user(name).remember(f"{name} 住在里斯本", subject="user.location")
    return url


@pytest.fixture
def source(tmp_path: Path) -> str:
    return made(f"sqlite:///{tmp_path / 'source.db'}", "ann", "陈")


@pytest.fixture
def new_file(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'moved.db'}"


@pytest.fixture
def new_schema(postgres_url: str) -> Iterator[str]:
    with fresh_schema(postgres_url) as url:
        yield url


@contextmanager
def database(url: str) -> Iterator[Any]:
    """The place behind a URL as its driver opens it."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as file:
            yield file
            file.commit()
        return
    from hindsight_integrations.stores.connecting.address import address

    place = address(url)
    with psycopg.connect(**place.parameters) as server:
        server.execute(f"SET search_path TO {place.schema}")
        yield server


TARGETS = pytest.mark.parametrize("target", ["new_file", "new_schema"])


@pytest.fixture
def url(target: str, request: pytest.FixtureRequest) -> str:
    """A new place of either kind."""
    made: str = request.getfixturevalue(target)
    return made


# -- what stands at the target -----------------------------------------------------------


@TARGETS
def test_a_target_that_holds_another_memory_is_left_as_it_is(source: str, url: str) -> None:
    before = raw(made(url, "ben"))
    with pytest.raises(ConfigurationError, match=r"holds another memory: name a new (file|schema)"):
        move(source, url)
    assert raw(url) == before


@TARGETS
def test_an_empty_memory_is_a_new_one(source: str, url: str) -> None:
    made(url)
    assert move(source, url).copied == 2
    assert migrate(url) == (schema.PRESENT, schema.PRESENT)


@TARGETS
def test_a_target_that_has_a_life_of_its_own_is_not_undone(source: str, url: str) -> None:
    move(source, url)
    with Hindsight.open(url, embedder=HashingEncoder()) as hindsight:
        hindsight.for_user("ann").remember("ann likes tea")
    before = raw(url)
    made(source, "ann", "dora")
    with pytest.raises(ConfigurationError, match="was written to since"):
        move(source, url)
    assert raw(url) == before


@TARGETS
def test_a_target_that_was_only_read_is_brought_up_to_date(source: str, url: str) -> None:
    move(source, url)
    with Hindsight.open(url, embedder=HashingEncoder()) as hindsight:
        assert hindsight.for_user("ann").recall("里斯本")
    made(source, "dora")
    assert move(source, url).copied == 2  # ann's access counts, and dora
    assert move(source, url).copied == 0


def test_a_source_that_is_older_than_what_was_moved_is_refused(
    source: str, new_schema: str, tmp_path: Path
) -> None:
    backup = tmp_path / "backup.db"
    shutil.copy(source.removeprefix("sqlite:///"), backup)
    made(source, "ann")
    made(source, "ben")
    move(source, new_schema)
    before = raw(new_schema)
    with pytest.raises(ConfigurationError, match="is older than what was moved"):
        move(f"sqlite:///{backup}", new_schema)
    assert raw(new_schema) == before


def test_a_copy_that_no_move_made_is_refused(source: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    shutil.copy(source.removeprefix("sqlite:///"), copy)
    with pytest.raises(ConfigurationError, match="that no move made"):
        move(source, f"sqlite:///{copy}")


def test_tables_of_another_program_are_left_alone(
    source: str, new_file: str, new_schema: str
) -> None:
    with psycopg.connect(new_schema.split("?", maxsplit=1)[0], autocommit=True) as db:
        db.execute(f"CREATE SCHEMA {new_schema.rsplit('=', maxsplit=1)[-1]}")
    for url in (new_file, new_schema):
        with database(url) as db:
            db.execute("CREATE TABLE records (id text)")
        with pytest.raises(ConfigurationError, match="another program"):
            move(source, url)
        with pytest.raises(ConfigurationError, match="another program"):
            move(url, f"{new_file}.other")
        with database(url) as db:
            assert db.execute("SELECT count(*) FROM records").fetchone() == (0,)


# -- what cannot be a source or a target -------------------------------------------------


def test_one_place_under_two_names_is_one(source: str, new_schema: str, tmp_path: Path) -> None:
    path = Path(source.removeprefix("sqlite:///"))
    (tmp_path / "link.db").symlink_to(path)
    (tmp_path / "hard.db").hardlink_to(path)
    made(new_schema, "ann")
    other = new_schema.replace("postgresql://", "postgres://")
    pairs = [
        (source, f"sqlite:///{tmp_path / name}") for name in ("source.db", "link.db", "hard.db")
    ]
    for one, another in [*pairs, (new_schema, f"{other}&connections=3")]:
        with pytest.raises(ConfigurationError, match="are the same place"):
            move(one, another)
    with pytest.raises(ConfigurationError, match="is the source, or a copy"):
        move(new_schema, new_schema.replace("127.0.0.1", "localhost"))


def test_urls_that_name_nothing_that_can_be_moved(source: str, new_file: str) -> None:
    refused = {
        ("sqlite:///:memory:", new_file): "cannot be moved: name a file",
        (source, "sqlite:///:memory:"): "cannot be moved: name a file",
        (f"{source}.none", new_file): "does not exist",
        (source, f"{new_file}?mode=ro"): r"leave \?mode=ro out",
        (source, f"{new_file}.d/moved.db"): "does not exist; create it first",
        (source, "mysql://me:hunter2@host/db"): r"mysql:… is no store",
        ("redis://:hunter2@host", new_file): r"redis:… is no store",
    }
    for (one, another), why in refused.items():
        with pytest.raises(ConfigurationError, match=why) as told:
            move(one, another)
        assert "hunter2" not in str(told.value)
    assert not Path(new_file.removeprefix("sqlite:///")).exists()


def test_a_place_without_a_memory_cannot_be_moved(
    new_file: str, new_schema: str, tmp_path: Path
) -> None:
    (tmp_path / "empty.db").touch()
    for nothing in (f"sqlite:///{tmp_path / 'empty.db'}", new_schema):
        with pytest.raises(ConfigurationError, match="holds no memory"):
            move(nothing, new_file)
    assert not Path(new_file.removeprefix("sqlite:///")).exists()


def test_neither_end_may_be_of_another_schema(source: str, new_file: str, new_schema: str) -> None:
    move(source, new_file)
    move(source, new_schema)
    for url, other in ((new_file, new_schema), (new_schema, new_file)):
        with database(url) as db:
            _numbered(db, url, schema.PRESENT + 1)
        for one, another in ((url, f"{new_file}.other"), (source, url)):
            with pytest.raises(SchemaTooNew, match="upgrade hindsight-integrations"):
                move(one, another)
        with database(url) as db:
            _numbered(db, url, schema.PRESENT - 1)
        with pytest.raises(ConfigurationError, match="run `hindsight migrate` on it first"):
            move(url, other)
        with database(url) as db:
            _numbered(db, url, schema.PRESENT)


def _numbered(db: Any, url: str, number: int) -> None:
    if url.startswith("sqlite"):
        db.execute(f"PRAGMA user_version = {number}")
    else:
        db.execute("UPDATE store SET number = %s", (number,))


# -- what differs in the end -------------------------------------------------------------


@TARGETS
def test_a_row_that_was_changed_behind_our_back_is_found(source: str, url: str) -> None:
    move(source, url)
    with database(url) as db:
        db.execute("UPDATE records SET content = 'ann 住在波尔图' WHERE content LIKE 'ann%'")
    assert move(source, url).copied == 0
    with pytest.raises(StoreError, match=r"^records differs after the move: 2 rows in .*, 2 in "):
        move(source, url, check=True)


@TARGETS
def test_a_row_that_is_missing_is_found_by_its_table_and_count(source: str, url: str) -> None:
    move(source, url)
    with database(url) as db:
        db.execute("DELETE FROM vectors WHERE rid = (SELECT min(rid) FROM vectors)")
    with pytest.raises(StoreError, match=r"^vectors differs after the move: 2 rows in .*, 1 in "):
        move(source, url, check=True)


@TARGETS
def test_a_target_that_names_another_encoder_is_found(source: str, url: str) -> None:
    move(source, url)
    with database(url) as db:
        db.execute("UPDATE model SET model_id = 'another'")
    with pytest.raises(StoreError, match="names another encoder"):
        move(source, url, check=True)


def test_a_row_that_is_nobodys_stops_the_move(source: str, new_file: str) -> None:
    """It would be lost without a word."""
    with database(source) as db:
        db.execute("INSERT INTO audit VALUES (99, 77, 0, 'forget', 'x', 'asked', NULL)")
    with pytest.raises(StoreError, match=r"^audit differs after the move: 1 rows in .*, 0 in "):
        move(source, new_file)
    with pytest.raises(ConfigurationError, match="not finished"):
        Hindsight.open(new_file, embedder=HashingEncoder())


# -- migrate -----------------------------------------------------------------------------


def test_migrate_says_from_where_to_where(new_file: str, new_schema: str) -> None:
    path = Path(new_file.removeprefix("sqlite:///"))
    with closing(sqlite3.connect(path)) as db:
        db.executescript(schema.migrations()[1])
        db.execute("INSERT INTO store VALUES (1, 1, 1, x'00')")
        db.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        db.execute("PRAGMA user_version = 1")
        db.commit()
    assert migrate(new_file) == (1, schema.PRESENT)
    assert migrate(new_file) == (schema.PRESENT, schema.PRESENT)
    assert migrate(new_schema) == (0, schema.PRESENT)
    with pytest.raises(ReadOnly):
        migrate(f"{new_file}?mode=ro")
    with pytest.raises(ConfigurationError, match="no memory is there"):
        migrate(f"{new_file}.none")
