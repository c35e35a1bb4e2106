"""Times to live: expired is absent at once, reads refresh where that is wished, sweeps give the room back."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any

import pytest

from hindsight_integrations import Hindsight
from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.langgraph import HindsightStore
from hindsight_integrations.testing import FrozenClock

NS = ("docs",)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def store(hindsight: Hindsight) -> HindsightStore:
    return HindsightStore(hindsight, user="ann", ttl={"default_ttl": 10, "refresh_on_read": True})


def test_what_has_expired_is_absent_from_every_read(
    hindsight: Hindsight, store: HindsightStore, clock: FrozenClock
) -> None:
    store.put(NS, "default", {"text": "tea 茶"})
    store.put(NS, "short", {"text": "tea 茶 short"}, ttl=0.5)
    store.put(NS, "kept", {"text": "tea 茶 kept"}, ttl=None)
    clock.advance(MINUTE)
    assert store.get(NS, "short") is None
    clock.advance(20 * MINUTE)
    assert [item.key for item in store.search(NS, query="茶")] == ["kept"]
    assert [m.content for m in hindsight.for_user("ann").recall("茶").memories] == ["tea 茶 kept"]
    assert store.sweep_ttl() == 2
    assert store.sweep_ttl() == 0
    assert hindsight.for_user("ann").count() == 1


@pytest.mark.parametrize(
    ("configured", "asked", "alive"),
    [(True, True, True), (True, False, False), (False, True, False)],
)
def test_reads_refresh_where_config_and_call_agree(
    hindsight: Hindsight, clock: FrozenClock, configured: bool, asked: bool, alive: bool
) -> None:
    ttl: Any = {"default_ttl": 10, "refresh_on_read": configured}
    store = HindsightStore(hindsight, user="ann", ttl=ttl)
    store.put(NS, "got", {"n": 1})
    store.put(NS, "found", {"n": 2})
    clock.advance(9 * MINUTE)
    assert store.get(NS, "got", refresh_ttl=asked) is not None
    assert len(store.search(NS, filter={"n": 2}, refresh_ttl=asked)) == 1
    clock.advance(9 * MINUTE)
    assert (store.get(NS, "got") is not None) is alive
    assert (store.get(NS, "found") is not None) is alive


def test_a_write_starts_the_time_anew_and_nothing_revives(
    store: HindsightStore, clock: FrozenClock
) -> None:
    store.put(NS, "k", {"n": 1})
    clock.advance(9 * MINUTE)
    store.put(NS, "k", {"n": 1})
    clock.advance(9 * MINUTE)
    first = store.get(NS, "k", refresh_ttl=False)
    assert first is not None
    clock.advance(2 * MINUTE)
    assert store.get(NS, "k", refresh_ttl=True) is None
    store.put(NS, "k", {"n": 2})
    again = store.get(NS, "k")
    assert again is not None
    assert again.created_at > first.updated_at  # a new life
    assert len(store.history(NS, "k")) == 1


def test_with_an_expired_item_goes_its_history(
    hindsight: Hindsight, store: HindsightStore, clock: FrozenClock
) -> None:
    store.put(NS, "k", {"n": 1}, ttl=None)
    store.put(NS, "k", {"n": 2})
    clock.advance(11 * MINUTE)
    assert store.sweep_ttl() == 1
    assert store.history(NS, "k") == []
    assert hindsight.for_user("ann").count() == 0


@pytest.mark.parametrize("ttl", [0, -1, float("nan"), float("inf"), "5", True, 1e300])
def test_what_is_no_time_to_live(store: HindsightStore, ttl: Any) -> None:
    with pytest.raises(InvalidInput, match="ttl"):
        store.put(NS, "k", {}, ttl=ttl)


def test_the_sweeper_sweeps_until_it_is_stopped(
    hindsight: Hindsight, store: HindsightStore, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    swept = threading.Event()
    admin = hindsight.admin

    def seen(**options: Any) -> Any:
        swept.set()
        return admin(**options)

    monkeypatch.setattr(hindsight, "admin", seen)
    future = store.start_ttl_sweeper(0.0001)
    assert store.start_ttl_sweeper(0.0001) is future
    assert swept.wait(30)
    assert store.stop_ttl_sweeper(30)
    assert future.result(30) is None
    assert store.stop_ttl_sweeper()
    again = store.start_ttl_sweeper(60)
    again.cancel()
    assert store.stop_ttl_sweeper(30)


def test_a_sweeper_needs_a_config_and_ends_with_its_memory(hindsight: Hindsight) -> None:
    assert HindsightStore(hindsight, user="ann").start_ttl_sweeper().done()
    with Hindsight.open("sqlite:///:memory:") as other:
        store = HindsightStore(other, user="ann", ttl={"default_ttl": 1})
    assert store.start_ttl_sweeper(0.0001).result(30) is None
