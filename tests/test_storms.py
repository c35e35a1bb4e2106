"""A thousand awaited verbs that are cancelled at any moment leave the memory as if they had been asked or not."""

from __future__ import annotations

import asyncio
import random
import threading
from pathlib import Path
from typing import Any

import pytest

from hindsight_integrations import Hindsight, Unavailable
from hindsight_integrations.models.hashing import HashingEncoder
from shelves import everything

AWAITS = 1_000


@pytest.fixture(params=["sqlite", "postgres", "postgres, redis and qdrant"])
def beside(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, Any]:
    """Where the memory lives, and what stands beside it."""
    if request.param == "sqlite":
        return {"url": f"sqlite:///{tmp_path}/memory.db"}
    where: dict[str, Any] = {"url": request.getfixturevalue("schema_url")}
    if "redis" in request.param:
        where |= {"working": request.getfixturevalue("redis_url"), "index": "qdrant://:memory:"}
    return where


async def stormed(hindsight: Hindsight) -> set[str]:
    """Ask and cancel; answers the keys of the writes that came to their end."""
    chance, done = random.Random(7), set[str]()

    async def ask(n: int) -> None:
        memory = hindsight.for_user(f"user {n % 10}", session="s")
        if n % 2:
            await memory.arecall(f"note {n}", touch=False)
            return
        await memory.aremember(f"note {n}", dedup_key=f"key {n}")
        done.add(f"key {n}")

    tasks = [asyncio.create_task(ask(n)) for n in range(AWAITS)]
    for task in chance.sample(tasks, AWAITS):
        if chance.random() < 0.05:
            await asyncio.sleep(0.001)
        if chance.random() < 0.8:
            task.cancel()
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        assert outcome is None or isinstance(outcome, asyncio.CancelledError | Unavailable)
    return done


@pytest.mark.slow
def test_a_storm_of_cancelled_awaits_leaves_a_memory_that_works(beside: dict[str, Any]) -> None:
    with Hindsight.open(**beside, embedder=HashingEncoder()) as hindsight:
        hindsight.for_user("user 0").remember("here before the storm")
        threads = threading.active_count()
        done = asyncio.run(stormed(hindsight))
        assert done, "nothing came to its end: the storm proves nothing"
        assert len(done) < AWAITS // 2, "nothing was cancelled: the storm proves nothing"
        assert threading.active_count() <= threads + hindsight.settings.runtime.workers
        assert hindsight.health()["ok"]
        again = asyncio.run(written_again(hindsight))
        assert again == {f"key {n}" for n in range(0, AWAITS, 2)}
        kept = [item for n in range(10) for item in everything(hindsight.for_user(f"user {n}"))]
        assert len(kept) == AWAITS // 2 + 1  # each once, whether it was cancelled or not
        assert hindsight.for_user("user 4").recall("note 4", k=1)[0].memory.content == "note 4"


async def written_again(hindsight: Hindsight) -> set[str]:
    """Every write of the storm once more, awaited to its end."""
    keys = set[str]()
    for n in range(0, AWAITS, 2):
        memory = hindsight.for_user(f"user {n % 10}", session="s")
        await memory.aremember(f"note {n}", dedup_key=f"key {n}")
        keys.add(f"key {n}")
    return keys
