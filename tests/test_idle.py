"""Sessions that nobody ends: ended when nothing was said for a while, by one of all who look."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from hindsight_integrations import Hindsight, InvalidInput
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.testing import MOMENT, FrozenClock, ample

HALF = timedelta(minutes=30)


@pytest.fixture(params=["sqlite", "postgres", "postgres and redis"])
def beside(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, Any]:
    if request.param == "sqlite":
        return {"url": f"sqlite:///{tmp_path}/memory.db"}
    where = {"url": str(request.getfixturevalue("schema_url"))}
    return where | (
        {"working": request.getfixturevalue("redis_url")} if "redis" in request.param else {}
    )


def test_an_idle_session_is_ended_and_its_window_goes(beside: dict[str, Any]) -> None:
    clock = FrozenClock()
    with Hindsight.open(**beside, embedder=HashingEncoder(), clock=clock) as hindsight:
        quiet = hindsight.for_user("安娜", session="早上")
        quiet.observe([("user", "我住在里斯本")])
        clock.advance(HALF - timedelta(minutes=1))
        lively = hindsight.for_user("ben", session="noon")
        lively.observe([("user", "I live in Oslo.")])
        admin = hindsight.admin()
        assert admin.end_idle() == []
        clock.advance(timedelta(minutes=1, microseconds=1))
        assert admin.end_idle() == [("安娜", "早上", MOMENT)]
        kept = [
            len(hindsight._core.working.window(m.scope, last=5, now=clock(), deadline=ample()))
            for m in (quiet, lively)
        ]
        assert kept == [0, 1]
        assert quiet.end_session().ended is False  # it is ended already
        assert quiet.recall("里斯本")  # what was learnt stays
        assert admin.end_idle() == []
        quiet.observe([("user", "谢谢，再见")])
        clock.advance(HALF * 2)
        assert {item.user for item in admin.end_idle()} == {"安娜", "ben"}


def test_each_session_is_ended_by_one_of_many_machines(beside: dict[str, Any]) -> None:
    clock = FrozenClock()
    opened = [Hindsight.open(**beside, embedder=HashingEncoder(), clock=clock) for _ in range(4)]
    try:
        for n in range(40):
            opened[0].for_user(f"user {n % 5}", session=f"s{n}").observe([("user", f"note {n}")])
        clock.advance(HALF * 2)
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda n: opened[n % 4].admin().end_idle(limit=7), range(16)))
        ended = [(item.user, item.session) for answer in answers for item in answer]
        assert sorted(ended) == sorted((f"user {n % 5}", f"s{n}") for n in range(40))
    finally:
        for hindsight in opened:
            hindsight.close()


def test_a_tenant_sees_its_own_alone(beside: dict[str, Any]) -> None:
    clock = FrozenClock()
    with Hindsight.open(**beside, embedder=HashingEncoder(), clock=clock) as hindsight:
        hindsight.for_user("ann", tenant="acme", session="s").observe([("user", "hello there you")])
        clock.advance(HALF * 2)
        assert hindsight.admin(tenant="acme ").end_idle() == []
        assert len(hindsight.admin(tenant="acme").end_idle()) == 1


@pytest.mark.parametrize("idle", [timedelta(), timedelta(-1), 1800, None, "30m"])
def test_idle_is_a_length_of_time(idle: object) -> None:
    with Hindsight.open("sqlite:///:memory:", embedder=HashingEncoder()) as hindsight:
        with pytest.raises(InvalidInput, match="positive timedelta"):
            hindsight.admin().end_idle(idle=idle)  # type: ignore[arg-type]
        with pytest.raises(InvalidInput, match="limit"):
            hindsight.admin().end_idle(limit=-1)
