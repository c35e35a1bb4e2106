"""Access counts: gathered, written with the next write or when enough have gathered, and left alone when asked."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from hindsight_integrations.engine.touches import Touches
from hindsight_integrations.errors import Unavailable
from hindsight_integrations.records import Claim, Scope
from hindsight_integrations.settings import RuntimeSettings, Settings
from hindsight_integrations.testing import MOMENT, InMemoryRecordStore, InMemoryVectorIndex
from hindsight_integrations.user_memory import UserMemory
from scene import (
    Scene,
    keep,
    on_both_stores,
)

DAY = timedelta(days=1)


@on_both_stores
class TestTouches:
    def uses(self, memory: UserMemory) -> int:
        found = memory.get("m1")
        assert found is not None
        return found.access_count

    def test_they_are_written_with_the_next_write(self, store: str) -> None:
        scene = Scene(store)
        memory = scene.user()
        keep(memory, Claim(content="tea"))
        scene.clock.advance(DAY)
        for _ in range(3):
            memory.recall("tea")
        assert self.uses(memory) == 0
        keep(memory, Claim(content="something else"))
        assert self.uses(memory) == 3
        found = memory.get("m1")
        assert found is not None
        assert found.last_accessed_at == MOMENT + DAY

    def test_they_can_be_left_out(self, store: str) -> None:
        memory = Scene(store).user()
        keep(memory, Claim(content="tea"))
        memory.recall("tea", touch=False)
        memory.explain("tea", "m1")
        keep(memory, Claim(content="something else"))
        assert self.uses(memory) == 0

    def test_only_what_is_told_counts(self, store: str) -> None:
        memory = Scene(store).user()
        keep(memory, Claim(content="tea"), Claim(content="tea and biscuits"))
        memory.recall("tea and biscuits", k=1)
        keep(memory, Claim(content="something else"))
        assert self.uses(memory) == 0

    def test_enough_of_them_are_written_without_a_write(self, store: str) -> None:
        settings = Settings(runtime=RuntimeSettings(touches=2, workers=1))
        memory = Scene(store, settings).user()
        keep(memory, Claim(content="tea"))
        memory.recall("tea")
        asyncio.run(memory.acount())
        assert self.uses(memory) == 0
        memory.recall("tea")
        asyncio.run(memory.acount())  # the one worker has written them before
        assert self.uses(memory) == 2

    def test_users_do_not_touch_each_others(self, store: str) -> None:
        scene = Scene(store)
        keep(scene.user("ada"), Claim(content="tea"))
        keep(scene.user("bob"), Claim(content="tea"))
        scene.user("bob").recall("tea")
        keep(scene.user("ada"), Claim(content="something else"))
        assert self.uses(scene.user("ada")) == 0

    def test_use_raises_the_score(self, store: str) -> None:
        memory = Scene(store).user()
        keep(memory, Claim(content="tea one"), Claim(content="tea two"))
        first = [memory.recall("tea one", k=1)[0].memory.id for _ in range(9)]
        assert first == ["m1"] * 9
        keep(memory, Claim(content="something else"))
        assert memory.recall("tea")[0].memory.id == "m1"


class _Busy(InMemoryRecordStore):
    """A store that takes no touches."""

    def touch(self, *_: Any, **__: Any) -> None:
        raise Unavailable("busy")


class TestABusyStore:
    def test_counts_are_lost_and_no_verb_fails(self, caplog: pytest.LogCaptureFixture) -> None:
        caplog.set_level(logging.DEBUG, "hindsight_integrations.touches")
        scene = Scene()
        store = _Busy(scene.clock)
        scene.core = replace(scene.core, records=store, index=InMemoryVectorIndex(store))
        memory = scene.user()
        keep(memory, Claim(content="tea, a secret one"))
        memory.recall("tea")
        assert memory.remember("something else").action == "added"
        assert [record.getMessage() for record in caplog.records] == [
            "access counts were lost: Unavailable"
        ]
        assert scene.core.touches.take() == {}


class TestTheBuffer:
    ADA, BOB = Scope("acme", "ada", session="s1"), Scope("acme", "bob")

    def test_it_says_when_enough_has_gathered(self) -> None:
        touches = Touches(3)
        assert not touches.add(self.ADA, ["m1", "m2"])
        assert touches.add(self.BOB, ["m1"])

    def test_it_gives_everything_once_by_user(self) -> None:
        touches = Touches(9)
        touches.add(self.ADA, ["m1", "m2", "m1"])
        touches.add(self.BOB, ["m1"])
        assert touches.take() == {
            ("acme", "ada"): {"m1": 2, "m2": 1},
            ("acme", "bob"): {"m1": 1},
        }
        assert touches.take() == {}

    def test_it_is_bounded(self) -> None:
        touches = Touches(2)
        touches.add(self.ADA, [f"m{n}" for n in range(50)])
        assert set(touches.take()[self.ADA.wall]) == {f"m{n}" for n in range(42, 50)}
