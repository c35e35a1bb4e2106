"""Backups as docs/deploy.md describes them: taken from a memory that is in use, restored elsewhere, and indexed anew."""

from __future__ import annotations

import os
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from hindsight_integrations import Hindsight
from hindsight_integrations.mending import doctor, reindex
from hindsight_integrations.models.hashing import HashingEncoder
from schemas import fresh_schema
from servers import CannotStart, _postgres_home, missing

pytest.importorskip("qdrant_client", reason="the extra qdrant is not installed")


def opened(url: str, index: str | None = None) -> Hindsight:
    return Hindsight.open(url, embedder=HashingEncoder(), index=index)


def live(hindsight: Hindsight) -> None:
    """What stands when the backup is taken."""
    alice = hindsight.for_user("alice", session="s1")
    alice.remember("Alice lives in Berlin", subject="user.location")
    alice.remember("Alice moved to Lisbon", subject="user.location")
    alice.remember("Alice has a cat", dedup_key="cat")
    alice.observe([("user", "I am allergic to nuts"), ("assistant", "Noted.")])
    hindsight.for_user("爱丽丝", tenant="商店").remember(
        "爱丽丝住在里斯本", subject="user.location"
    )


def check(url: str, index: str) -> None:
    """All of it stands in the restored memory, and an index that knew nothing is made of it."""
    with opened(url) as hindsight:
        alice = hindsight.for_user("alice", session="s1")
        chain = [(one.content, one.status.value) for one in alice.history("user.location")]
        assert chain == [
            ("Alice moved to Lisbon", "active"),
            ("Alice lives in Berlin", "superseded"),
        ]
        assert [turn.content for turn in alice.window()] == ["I am allergic to nuts", "Noted."]
        again = alice.remember("Alice has a cat", dedup_key="cat")
        assert again.action == "repeated"  # so the secret of the hashes came along
        assert alice.count() == 5
    assert reindex(url, index, embedder=HashingEncoder()) == 2
    with opened(url, index) as hindsight:
        found = doctor(hindsight)
        assert (found.ok, found.integrity) == (True, ())
        answer = hindsight.for_user("爱丽丝", tenant="商店").recall("她住在哪里？", k=1)
        assert answer.memories[0].content == "爱丽丝住在里斯本"
        assert answer.degraded == ()


def online(source: Path, target: Path) -> None:
    with sqlite3.connect(source) as reading, sqlite3.connect(target) as writing:
        reading.backup(writing)
    reading.close()
    writing.close()


def vacuumed(source: Path, target: Path) -> None:
    with sqlite3.connect(source) as reading:
        reading.execute("VACUUM INTO ?", (str(target),))
    reading.close()


@pytest.mark.parametrize("copy", [online, vacuumed])
def test_a_file_in_use(tmp_path: Path, copy: object) -> None:
    assert callable(copy)
    file, backup = tmp_path / "memory.db", tmp_path / "backup.db"
    with opened(f"sqlite:///{file}", f"qdrant:///{tmp_path}/old") as hindsight:
        live(hindsight)
        copy(file, backup)
        hindsight.for_user("alice").forget(everything=True, reason="after the backup")
    for name in tmp_path.glob("memory.db*"):
        name.unlink()
    check(f"sqlite:///{backup}", f"qdrant:///{tmp_path}/new")


@pytest.fixture
def programs() -> Path:
    try:
        return _postgres_home()
    except CannotStart as reason:
        missing("postgres", str(reason))


@pytest.fixture
def schema(postgres_url: str) -> Iterator[str]:
    with fresh_schema(postgres_url) as url:
        yield url


def test_a_server_in_use(schema: str, programs: Path, tmp_path: Path) -> None:
    """pg_dump of the schema while writers are at work; dropped; pg_restore of it."""
    name, dump = schema.rpartition("=")[2], tmp_path / "memory.dump"
    with opened(schema, f"qdrant:///{tmp_path}/old") as hindsight:
        live(hindsight)
        run(programs / "pg_dump", schema, "--format=custom", f"--schema={name}", f"--file={dump}")
        hindsight.for_user("alice").forget(everything=True, reason="after the backup")
    database = urlsplit(schema).path.strip("/")
    run(programs / "psql", schema, "--quiet", "--command", f"DROP SCHEMA {name} CASCADE", database)
    run(programs / "pg_restore", schema, "--exit-on-error", f"--dbname={database}", str(dump))
    check(schema, f"qdrant:///{tmp_path}/new")


def run(program: Path, url: str, *options: str) -> None:
    """A PostgreSQL client; the password goes by the environment."""
    known = urlsplit(url)
    environment = {
        **os.environ,
        "PGHOST": known.hostname or "",
        "PGPORT": str(known.port or 5432),
        "PGUSER": known.username or "",
        "PGPASSWORD": known.password or "",
        "PGDATABASE": known.path.strip("/"),
    }
    done = subprocess.run(
        [str(program), *options],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
