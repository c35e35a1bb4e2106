"""A whole memory on a PostgreSQL server: the verbs, shared openings, health, another encoder, the command line."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from typer.testing import CliRunner

from hindsight_integrations import ConfigurationError, Hindsight, ReadOnly, reembed
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.surfaces.cli import app
from hindsight_integrations.testing import FrozenClock

ENCODER = HashingEncoder()


def opened(url: str, **options: object) -> Hindsight:
    return Hindsight.open(url, embedder=ENCODER, **options)  # type: ignore[arg-type]


def test_the_main_story(schema_url: str) -> None:
    with opened(schema_url) as hindsight:
        memory = hindsight.for_user("alice", session="s1")
        memory.remember("Alice lives in Berlin", subject="user.location")
        memory.remember("Alice moved to Lisbon", subject="user.location")
        memory.observe([("user", "remember that I don't want phone calls")])
        memory.event("refund", {"order": "A-17"}, result="ok")
        assert memory.recall("where does she live?")[0].memory.content == "Alice moved to Lisbon"
        assert [item.content for item in memory.history("user.location")] == [
            "Alice moved to Lisbon",
            "Alice lives in Berlin",
        ]
        assert [turn.content for turn in memory.window()] == [
            "remember that I don't want phone calls"
        ]
        now = datetime.now(UTC)
        week = (now - timedelta(days=7), now + timedelta(minutes=1))
        assert memory.count(event_type="refund", within=week) == 1
    with opened(schema_url) as hindsight:  # it was kept
        memory = hindsight.for_user("alice", session="s1")
        erasure = memory.forget(subject="user.location", reason="asked")
        assert len(erasure.memories) == 2
        assert {place: copy.value for place, copy in erasure.where.items()} == {
            "records": "scrubbed",
            "vectors": "scrubbed",
            "words": "scrubbed",
            "log": "scrubbed",
            "working memory": "scrubbed",
            "free space": "pending",
            "write-ahead log": "pending",
        }
        assert memory.history("user.location") == []
        assert all("Lisbon" not in found.memory.content for found in memory.recall("Lisbon"))


def test_the_same_url_opened_twice_shares_one_store(schema_url: str) -> None:
    with opened(schema_url) as one, opened(schema_url) as two:
        assert one.store is two.store
        one.for_user("alice").remember("Alice plays the cello")
        assert two.for_user("alice").recall("cello")[0].memory.content == "Alice plays the cello"
    with opened(schema_url) as again:
        assert again.for_user("alice").count() == 1


def test_records_names_the_store_too(schema_url: str) -> None:
    with Hindsight.open(records=schema_url, embedder=ENCODER) as hindsight:
        assert hindsight.for_user("alice").count() == 0


def test_health_says_what_is_there(schema_url: str) -> None:
    with opened(schema_url) as hindsight:
        hindsight.for_user("alice").remember("Alice plays the cello")
        health = hindsight.health()["records"]
    assert (health["kind"], health["schema"], health["writable"]) == ("postgresql", 4, True)
    assert (health["users"], health["records"], health["outbox"]) == (1, 1, 0)
    assert health["model"] == {"id": ENCODER.model_id, "dimensions": ENCODER.dimensions}
    assert health["bytes"] > 0


def test_a_memory_opened_for_reading_writes_nothing(schema_url: str) -> None:
    with opened(schema_url) as hindsight:
        hindsight.for_user("alice").remember("Alice plays the cello")
    with opened(f"{schema_url}&mode=ro") as hindsight:
        memory = hindsight.for_user("alice")
        assert memory.recall("cello")[0].memory.content == "Alice plays the cello"
        with pytest.raises(ReadOnly):
            memory.remember("Alice plays the flute")
        assert hindsight.health()["records"]["writable"] is False


def test_vectors_of_another_model_are_refused_until_it_is_reembedded(schema_url: str) -> None:
    other = HashingEncoder(64)
    with opened(schema_url) as hindsight:
        for user in ("ann", "ben"):
            for n in range(150):
                hindsight.for_user(user).remember(f"{user} keeps parcel {n}")
    with pytest.raises(ConfigurationError, match="re-embed"):
        Hindsight.open(schema_url, embedder=other)
    told: list[tuple[int, int]] = []
    assert reembed(schema_url, other, progress=lambda *how: told.append(how)) == 300
    assert told == [(256, 300), (300, 300)]
    with Hindsight.open(schema_url, embedder=other) as hindsight:
        found = hindsight.for_user("ann").recall("ann keeps parcel 77")
        assert found[0].memory.content == "ann keeps parcel 77"
    with pytest.raises(ConfigurationError, match="hashing-64"):
        opened(schema_url)


def test_the_command_line_takes_its_url(schema_url: str) -> None:
    with Hindsight.open(schema_url) as hindsight:
        hindsight.for_user("alice").remember("Alice moved to Lisbon", subject="user.location")
    words = ["history", "user.location", "--url", schema_url, "--user", "alice", "--json"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert "Lisbon" in json.dumps(json.loads(done.stdout))


def test_a_given_clock_dates_everything(schema_url: str) -> None:
    clock = FrozenClock()
    with opened(schema_url, clock=clock) as hindsight:
        memory = hindsight.for_user("alice").remember("Alice plays the cello").memory
    assert memory is not None
    assert memory.created_at == clock()
