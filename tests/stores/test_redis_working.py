"""Working memory on a real Redis: the contract with every kind of client, and what servers and networks do to it."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import redis

import servers
from hindsight_integrations.errors import ConfigurationError, ReadOnly, Unavailable
from hindsight_integrations.ports import LoggedTurn, WorkingMemory
from hindsight_integrations.records import Role, Scope, Turn
from hindsight_integrations.stores.identity import Identity
from hindsight_integrations.stores.redis import RedisWorkingMemory, connect
from hindsight_integrations.testing import MOMENT, ample
from hindsight_integrations.testing.working_memory import WorkingMemoryContract

ANN = Scope("acme", "ann", None, "s1")
BEN = Scope("acme", "ben", None, "s1")


def working_on(client: Any, secret: bytes = b"contract") -> RedisWorkingMemory:
    return RedisWorkingMemory(client, identity=Identity(secret), ttl_seconds=7200.0)


def said(sequence: int, content: str = "hello 你好") -> LoggedTurn:
    return LoggedTurn(f"t{sequence}", sequence, Turn(role=Role.USER, content=content), MOMENT)


def push(working: WorkingMemory, *turns: LoggedTurn, scope: Scope = ANN) -> None:
    working.push(scope, turns, now=MOMENT, deadline=ample())


def window(working: WorkingMemory, scope: Scope = ANN) -> list[str]:
    turns = working.window(scope, last=10, now=MOMENT, deadline=ample())
    return [turn.turn.content for turn in turns]


def stack(working: WorkingMemory, scope: Scope = ANN) -> list[str]:
    return [item["text"] for item in working.entities(scope, now=MOMENT, deadline=ample())]


def mention(working: WorkingMemory, *texts: str, scope: Scope = ANN) -> None:
    entities = [{"kind": "order", "text": text} for text in texts]
    working.mention(scope, entities, now=MOMENT, deadline=ample())


def fill(working: WorkingMemory) -> None:
    """Push ten megabytes."""
    for n in range(1, 101):
        push(working, said(n, "long " * 20_000))


@pytest.fixture
def client(redis_url: str) -> Iterator[Any]:
    """A client of an empty database."""
    client: Any = redis.Redis.from_url(redis_url)
    client.flushdb()
    yield client
    client.close()


class TestRedisWorkingMemory(WorkingMemoryContract):
    """With each wire protocol, and with clients that decode answers and that do not."""

    @pytest.fixture(
        params=[
            pytest.param({"protocol": 2}, id="resp2"),
            pytest.param({"protocol": 3}, id="resp3"),
            pytest.param({"decode_responses": True}, id="decoding"),
        ]
    )
    def working(self, redis_url: str, request: pytest.FixtureRequest) -> Iterator[WorkingMemory]:
        client = redis.Redis.from_url(redis_url, **request.param)
        client.flushdb()
        yield working_on(client)
        client.close()


class TestWhatStandsThere:
    def test_keys_and_index_tell_no_name(self, client: Any) -> None:
        push(working_on(client), said(1), scope=Scope("acme", "ann", "helper", "s1"))
        mention(working_on(client), "A-17")
        keys = [key.decode() for key in client.scan_iter()]
        assert len(keys) == 4
        assert all(key.startswith("hindsight:{") for key in keys)
        names = ("acme", "ann", "helper", "s1")
        assert not [key for key in keys for name in names if name in key.replace("hindsight", "")]

    def test_every_key_dies_by_itself(self, client: Any) -> None:
        push(working_on(client), said(1))
        mention(working_on(client), "A-17")
        left = [client.ttl(key) for key in client.scan_iter()]
        assert len(left) == 4
        assert all(7190 <= seconds <= 7200 for seconds in left)

    def test_a_time_to_live_is_kept_by_the_server_too(self, client: Any) -> None:
        brief = RedisWorkingMemory(client, identity=Identity(b"contract"), ttl_seconds=0.05)
        push(brief, said(1))
        end = time.monotonic() + 10
        while client.keys() and time.monotonic() < end:
            time.sleep(0.01)
        assert client.keys() == []

    def test_a_window_keeps_the_last_two_hundred(self, client: Any) -> None:
        working = working_on(client)
        push(working, *(said(n, f"turn {n}") for n in range(1, 251)))
        kept = working.window(ANN, last=1000, now=MOMENT, deadline=ample())
        assert [turn.sequence for turn in kept] == list(range(51, 251))

    def test_a_replaced_turn_leaves_nothing_behind(self, client: Any) -> None:
        working = working_on(client)
        push(working, said(1, "my password is hunter2"))
        push(working, said(1, "my password is [redacted]"))
        stored = [client.zrange(key, 0, -1) for key in client.keys("*:window")]
        assert len(stored[0]) == 1
        assert b"hunter2" not in stored[0][0]

    def test_two_stores_on_one_server_know_nothing_of_each_other(self, client: Any) -> None:
        one, other = working_on(client, b"one"), working_on(client, b"other")
        push(one, said(1))
        assert window(other) == []
        other.drop(ANN, turns=None, deadline=ample())
        assert window(one) == ["hello 你好"]

    def test_several_machines_share_a_session(self, redis_url: str, client: Any) -> None:
        second = connect(redis_url, timeout=5)
        push(working_on(client), said(1, "one"))
        push(working_on(second), said(2, "two"))
        assert window(working_on(client)) == window(working_on(second)) == ["one", "two"]
        second.close()


class TestForgetting:
    def test_who_was_slower_does_not_bring_a_forgotten_turn_back(self, client: Any) -> None:
        working = working_on(client)
        push(working, said(1, "one"), said(2, "two"))
        working.drop(ANN, turns=["t1", "t9"], deadline=ample())
        push(working, said(1, "one"), said(3, "three"), said(9, "nine"))
        assert window(working) == ["two", "three"]
        push(working, said(1, "one"), scope=BEN)  # a turn of the same name, of somebody else
        assert window(working, BEN) == ["one"]

    def test_nor_one_of_a_user_who_was_forgotten_whole(self, client: Any) -> None:
        working = working_on(client)
        push(working, said(1, "one"))
        working.drop(ANN, turns=None, deadline=ample())
        push(working, said(1, "one"), said(2, "two"))
        assert window(working) == ["two"]

    def test_what_was_forgotten_is_remembered_for_a_day(self, client: Any) -> None:
        working = working_on(client)
        working.drop(ANN, turns=["t1"], deadline=ample())
        (gone,) = client.keys("*:gone")
        assert 86_390 <= client.ttl(gone) <= 86_400
        now = client.time()[0]
        ((digest, until),) = client.zrange(gone, 0, -1, withscores=True)
        assert abs(until - now - 86_400) <= 2
        assert b"t1" not in digest
        client.zadd(gone, {digest: now - 1})  # as if the day had passed
        working.drop(ANN, turns=["t2"], deadline=ample())
        assert digest not in client.zrange(gone, 0, -1)


class TestTrouble:
    """Whatever becomes of the server, the record store loses nothing; here is what is said of it."""

    def test_a_server_that_was_flushed_is_an_empty_one(self, client: Any) -> None:
        working = working_on(client)
        push(working, said(1))
        mention(working, "A-17")
        client.flushall()
        assert (window(working), stack(working)) == ([], [])
        client.script_flush()  # the scripts are sent again
        push(working, said(2, "again"))
        assert window(working) == ["again"]

    @pytest.mark.parametrize("part", ["window", "stack", "about", "sessions"])
    def test_a_part_that_was_evicted_hides_what_it_held_and_breaks_nothing(
        self, client: Any, part: str
    ) -> None:
        working = working_on(client)
        push(working, said(1))
        mention(working, "A-17")
        client.delete(*client.keys(f"*:{part}"))
        assert window(working) == ([] if part in ("window", "about") else ["hello 你好"])
        assert stack(working) == ([] if part in ("stack", "about") else ["A-17"])
        push(working, said(2, "later"))
        assert window(working)[-1] == "later"

    def test_a_server_that_is_gone_is_told_of_in_time_and_without_its_password(self) -> None:
        with own_server() as url:
            working = working_on(connect(url, timeout=0.5))
            push(working, said(1))
        began = time.monotonic()
        with pytest.raises(Unavailable, match="cannot be reached") as told:
            push(working, said(1))
        assert time.monotonic() - began < 5
        assert str(urlsplit(url).password) not in str(told.value)
        working.close()

    def test_connections_that_the_server_closed_are_made_again(self, redis_url: str) -> None:
        client = connect(redis_url, timeout=5)
        working = working_on(client)
        push(working, said(1))
        other = redis.Redis.from_url(redis_url)
        other.client_kill_filter(_type="normal", skipme=True)
        push(working, said(2, "after"))
        assert window(working)[-1] == "after"
        other.close()
        client.close()

    def test_a_server_that_does_not_answer_is_given_up_in_time(self, redis_url: str) -> None:
        with own_server() as url:
            working, other = working_on(connect(url, timeout=0.2)), redis.Redis.from_url(url)
            other.client_pause(20_000, all=True)
            began = time.monotonic()
            with pytest.raises(Unavailable, match="in time"):
                push(working, said(1))
            assert time.monotonic() - began < 5
            other.close()

    def test_a_full_server_says_what_to_change(self) -> None:
        with own_server("maxmemory 4mb", "maxmemory-policy noeviction") as url:
            working = working_on(connect(url, timeout=5))
            with pytest.raises(Unavailable, match="maxmemory"):
                fill(working)
            assert len(window(working)) == 10  # reading goes on
            working.drop(ANN, turns=["t1"], deadline=ample())  # and so does forgetting
            assert "long" in window(working)[-1]

    def test_a_replica_takes_no_writes(self) -> None:
        with (
            own_server("replicaof 127.0.0.1 1") as url,
            pytest.raises(ReadOnly, match="replica"),
        ):
            push(working_on(connect(url, timeout=5)), said(1))

    def test_a_wrong_password_is_a_matter_of_configuration(self) -> None:
        with own_server() as url:
            wrong = url.replace(f":{urlsplit(url).password}@", ":wrong-secret@")
            with pytest.raises(ConfigurationError, match="password") as told:
                working_on(connect(wrong, timeout=5)).health(ample())
            assert "wrong-secret" not in str(told.value)

    def test_a_user_without_the_right_to_write_is_told(self) -> None:
        with own_server() as url:
            client = redis.Redis.from_url(url)
            client.acl_setuser("reader", enabled=True, passwords=["+r"], categories=["+@read"])
            parts = urlsplit(url)
            read_only = f"redis://reader:r@{parts.hostname}:{parts.port}/0"
            with pytest.raises(ConfigurationError, match="hindsight:"):
                push(working_on(connect(read_only, timeout=5)), said(1))
            client.close()

    def test_the_rights_that_the_docs_name_are_enough(self) -> None:
        page = Path(__file__).parents[2] / "docs" / "redis.md"
        (line,) = re.findall("`ACL SETUSER hindsight (.+)`", page.read_text("utf-8"))
        with own_server() as url:
            client: Any = redis.Redis.from_url(url)
            client.execute_command("ACL", "SETUSER", "hindsight", *line.split())
            parts = urlsplit(url)
            user = f"redis://hindsight:password@{parts.hostname}:{parts.port}/0"
            working = working_on(connect(user, timeout=5))
            assert working.health(ample())["kind"] == "redis"
            push(working, said(1, "one"), said(2, "two"))
            mention(working, "A-17")
            working.drop(ANN, turns=["t1"], deadline=ample())
            assert (window(working), stack(working)) == (["two"], [])
            working.end(ANN, deadline=ample())
            working.drop(ANN, turns=None, deadline=ample())
            assert window(working) == []
            working.close()
            client.close()

    @pytest.mark.parametrize(
        "url", ["redis://host:port/0", "http://host/0", "redis://:secret@host:99999999/0"]
    )
    def test_a_url_of_no_server_is_refused_without_its_password(self, url: str) -> None:
        with pytest.raises(ConfigurationError, match="redis://host:6379/0") as told:
            connect(url, timeout=1).ping()
        assert "secret" not in str(told.value)

    @pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
    @pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
    def test_it_works_on_both_sides_of_a_fork(self, redis_url: str, client: Any) -> None:
        working = working_on(connect(redis_url, timeout=5))
        push(working, said(1, "before"))
        child = os.fork()
        if child == 0:
            push(working, said(2, "child"))
            os._exit(0 if window(working)[:1] == ["before"] else 1)
        push(working, said(3, "parent"))
        assert os.waitpid(child, 0)[1] == 0
        assert window(working) == ["before", "child", "parent"]
        working.close()


def test_a_cluster_keeps_each_user_on_one_node() -> None:
    with own_server("cluster-enabled yes") as url:
        parts = urlsplit(url)
        alone: Any = redis.Redis.from_url(url)
        alone.execute_command("CLUSTER", "ADDSLOTSRANGE", "0", "16383")
        end = time.monotonic() + servers.PATIENCE
        while alone.cluster("INFO")["cluster_state"] != "ok" and time.monotonic() < end:
            time.sleep(0.05)
        cluster = redis.RedisCluster(
            host=str(parts.hostname), port=parts.port or 0, password=parts.password
        )
        working = RedisWorkingMemory(cluster, identity=Identity(b"c"), ttl_seconds=60.0)
        push(working, said(1, "one"), said(2, "two"))
        mention(working, "A-17")
        assert (window(working), stack(working)) == (["one", "two"], ["A-17"])
        working.drop(ANN, turns=["t1"], deadline=ample())
        assert (window(working), stack(working)) == (["two"], [])
        slots = {alone.execute_command("CLUSTER", "KEYSLOT", key) for key in alone.scan_iter()}
        assert len(slots) == 1
        working.drop(ANN, turns=None, deadline=ample())
        assert window(working) == []
        working.close()
        alone.close()


def own_server(*options: str) -> AbstractContextManager[str]:
    """A server that this test may spoil."""
    return servers.served("redis-of-our-own", lambda: servers.redis_server(*options))


def test_what_survives_is_what_was_acknowledged(tmp_path: Path) -> None:
    """A killed writer leaves whole turns: each push is one step."""
    with own_server() as url:
        child = os.fork()
        if child == 0:
            working = working_on(connect(url, timeout=5))
            for n in range(1, 10_000):
                push(working, said(2 * n, "left"), said(2 * n + 1, "right"))
                (tmp_path / "last").write_text(str(n))
            os._exit(0)
        end = time.monotonic() + 30
        while not (tmp_path / "last").exists() and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(0.1)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        client = connect(url, timeout=5)
        kept = working_on(client).window(ANN, last=200, now=MOMENT, deadline=ample())
        text = (tmp_path / "last").read_text()
        assert kept[-1].sequence >= 2 * int(text or 1) + 1
        assert [turn.turn.content for turn in kept[-2:]] == ["left", "right"]
        client.close()


def test_the_end_of_time_is_by_the_callers_clock(redis_url: str, client: Any) -> None:
    working = working_on(client)
    push(working, said(1))
    ahead = MOMENT + timedelta(minutes=5)  # another machine's clock
    assert len(working.window(ANN, last=10, now=ahead, deadline=ample())) == 1
