"""A memory whose windows are on Redis: what users see of it, and that a lost server costs no memory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import redis

import servers
from hindsight_integrations import ConfigurationError, Hindsight, Unavailable
from hindsight_integrations.models.hashing import HashingEncoder
from leaks import shown


@pytest.fixture
def client(redis_url: str) -> Iterator[Any]:
    client: Any = redis.Redis.from_url(redis_url)
    client.flushdb()
    yield client
    client.close()


def opened(tmp_path: Path, working: Any) -> Hindsight:
    url = f"sqlite:///{tmp_path / 'memory.db'}"
    return Hindsight.open(url, working=working, embedder=HashingEncoder())


def asked(hindsight: Hindsight, question: str) -> str:
    """The question as it was understood."""
    return hindsight.for_user("ann", session="s1").recall(question).trace.rewritten


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("My order A-1734 has not arrived.", "where is that order?"),
        ("我的订单 A-1734 还没到。", "那个订单到哪了？"),
    ],
)
def test_what_one_machine_heard_another_understands(
    tmp_path: Path, redis_url: str, client: Any, said: str, question: str
) -> None:
    with opened(tmp_path, redis_url) as one, opened(tmp_path, redis_url) as other:
        one.for_user("ann", session="s1").observe([("user", said)])
        assert "A-1734" in asked(other, question)
        assert client.dbsize() == 4
        other.for_user("ann", session="s1").end_session()
        assert asked(one, question) == question


def test_what_is_forgotten_leaves_redis(tmp_path: Path, redis_url: str, client: Any) -> None:
    with opened(tmp_path, redis_url) as hindsight:
        memory = hindsight.for_user("ann", session="s1")
        memory.observe([("user", "remember that my locker code is 4711")])
        assert _held(client, b"4711")
        erasure = memory.forget(session="s1", reason="asked")
        assert erasure.where["working memory"] == "scrubbed"
        assert not _held(client, b"4711")


def _held(client: Any, text: bytes) -> bool:
    return any(text in row for key in client.keys("*:window") for row in client.zrange(key, 0, -1))


def test_without_the_server_nothing_is_lost_and_everything_is_told(tmp_path: Path) -> None:
    with ExitStack() as running:
        start = servers.served("redis-of-our-own", servers.redis_server)
        hindsight = opened(tmp_path, running.enter_context(start))
        memory = hindsight.for_user("ann", session="s1")
        assert hindsight.health()["ok"]
    with hindsight:
        seen = memory.observe([("user", "I live in Bergen and my order is A-1734.")])
        assert "working memory: Unavailable" in seen.degraded
        found = memory.recall("where is that order?")
        assert "entities: Unavailable" in found.trace.degraded
        assert "Bergen" in memory.recall("where do I live?").memories[0].content
        erasure = memory.forget(subject="user.location", reason="asked")
        assert erasure.where["working memory"] == "pending"
        health = hindsight.health()
        assert (health["ok"], health["working"]) == (False, {"error": "Unavailable"})


def test_a_client_of_the_callers_stays_open(tmp_path: Path, client: Any) -> None:
    with opened(tmp_path, client) as hindsight:
        hindsight.for_user("ann", session="s1").observe([("user", "My order is A-1734.")])
        assert hindsight.health()["working"]["kind"] == "redis"
    assert client.ping()


def test_the_store_itself_keeps_windows_by_default(tmp_path: Path) -> None:
    with opened(tmp_path, None) as hindsight:
        assert hindsight.health()["working"] == {"kind": "sqlite"}


@pytest.mark.parametrize(
    ("working", "named"),
    [
        ("postgresql://alice:hunter2@host/db", "redis://host:6379/0"),
        (5, "got a int"),
        ("redis://:hunter2@host:port/0", "redis://host:6379/0"),
    ],
)
def test_what_names_no_server_is_refused_before_anything_is_kept(
    tmp_path: Path, working: Any, named: str
) -> None:
    with pytest.raises(ConfigurationError) as told:
        opened(tmp_path, working)
    assert named in str(told.value)
    assert "hunter2" not in shown(told.value)


def test_a_server_that_is_not_there_is_told_at_the_door(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match=r"Redis at 127\.0\.0\.1:1 cannot be reached") as told:
        opened(tmp_path, "redis://:hunter2@127.0.0.1:1/0")
    assert "hunter2" not in shown(told.value)
    with opened(tmp_path, None) as hindsight:  # and the store was given back
        assert hindsight.health()["ok"]


def test_a_database_that_is_not_there_is_a_matter_of_configuration(
    tmp_path: Path, redis_url: str
) -> None:
    beyond = redis_url.rpartition("/")[0] + "/9999"
    with pytest.raises(ConfigurationError, match="no database of that number"):
        opened(tmp_path, beyond)
