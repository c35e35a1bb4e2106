"""What happened under a key that holds one value is no value: it stands beside it and replaces nothing."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from hindsight_integrations import Hindsight, UserMemory
from hindsight_integrations.models.hashing import HashingEncoder

KEY = "user.job"
HAPPENINGS = ("event", "utterance", "summary", "emotion")


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/memory.db"
    return str(request.getfixturevalue("schema_url"))


def values(memory: UserMemory) -> list[tuple[str, str]]:
    """The key's values, without what happened."""
    kept = [item for item in memory.history(KEY) if item.tier == "semantic"]
    return [(item.content, item.status.value) for item in kept]


@pytest.mark.parametrize("kind", HAPPENINGS)
def test_a_value_and_what_happened_stand_side_by_side(url: str, kind: str) -> None:
    with Hindsight.open(url, embedder=HashingEncoder()) as hindsight:
        memory = hindsight.for_user("alice")
        memory.remember("Alice works at Acme", subject=KEY)
        for text in ("Alice got a rise", "爱丽丝升职了"):
            assert memory.remember(text, type=kind, subject=KEY).action == "added"
        change = memory.remember("Alice works at Initech", subject=KEY)
        assert [item.content for item in change.superseded] == ["Alice works at Acme"]
        assert values(memory) == [
            ("Alice works at Initech", "active"),
            ("Alice works at Acme", "superseded"),
        ]
        happened = [item for item in memory.history(KEY) if item.tier == "episodic"]
        assert {item.content for item in happened} == {"Alice got a rise", "爱丽丝升职了"}
        assert all(item.status == "active" for item in happened)


def test_a_value_may_come_after_what_happened(url: str) -> None:
    with Hindsight.open(url, embedder=HashingEncoder()) as hindsight:
        memory = hindsight.for_user("alice")
        memory.remember("Alice was hired", type="event", subject=KEY)
        assert memory.remember("Alice works at Acme", subject=KEY).action == "added"
        assert memory.recall("where does Alice work?")[0].memory.content == "Alice works at Acme"


def test_a_file_from_before_lets_its_values_in(tmp_path: Path) -> None:
    """Until schema 4 an event took the place of the key's one value."""
    path = tmp_path / "memory.db"
    with Hindsight.open(f"sqlite:///{path}", embedder=HashingEncoder()) as hindsight:
        hindsight.for_user("alice").remember("Alice was hired", type="event", subject=KEY)
    with sqlite3.connect(path) as db:
        db.execute("UPDATE records SET single = 1")
        db.execute("PRAGMA user_version = 3")
    db.close()
    with Hindsight.open(f"sqlite:///{path}", embedder=HashingEncoder()) as hindsight:
        memory = hindsight.for_user("alice")
        memory.remember("Alice works at Acme", subject=KEY)
        memory.remember("Alice was promoted", type="event", subject=KEY)
        assert values(memory) == [("Alice works at Acme", "active")]
