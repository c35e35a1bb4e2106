"""A memory with an index beside it, through the front door: fed, down, slow, late, wrong, forgotten, mended."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gates import PATIENCE
from hindsight_integrations import (
    ConfigurationError,
    Copy,
    Hindsight,
    ReadOnly,
    Settings,
    Unavailable,
    doctor,
    reindex,
)
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.settings import IndexSettings
from hindsight_integrations.testing.fakes import InMemoryOutsideIndex, OutsideService

#: Short pauses, so that an outage in a test is over soon after it ends.
QUICK = Settings(
    index=IndexSettings(
        gather_seconds=0.0, pause_seconds=0.05, longest_pause_seconds=0.2, closing_seconds=2.0
    )
)


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/memory.db"
    return str(request.getfixturevalue("schema_url"))


@pytest.fixture
def service() -> OutsideService:
    return OutsideService()


Opener = Callable[..., Hindsight]


@pytest.fixture
def opened(url: str, service: OutsideService) -> Iterator[Opener]:
    """Opens the memory with an index on the service; all are closed at the end."""
    every: list[Hindsight] = []

    def open_one(**options: Any) -> Hindsight:
        given: dict[str, Any] = {
            "index": InMemoryOutsideIndex(service),
            "embedder": HashingEncoder(),
            "settings": QUICK,
        }
        every.append(Hindsight.open(url, **given | options))
        return every[-1]

    yield open_one
    service.unreachable, service.slow = False, 0.0
    for hindsight in every:
        hindsight.close()


def eventually(true: Callable[[], bool]) -> bool:
    """Whether it becomes true while one can wait."""
    end = time.monotonic() + PATIENCE
    while not true() and time.monotonic() < end:
        time.sleep(0.01)
    return true()


def behind(hindsight: Hindsight) -> int:
    return int(hindsight.health()["index"]["behind"])


def fed(hindsight: Hindsight) -> bool:
    """Wait until the index was told of everything."""
    return eventually(lambda: behind(hindsight) == 0)


def test_a_write_is_told_and_no_word_of_it_leaves(opened: Opener, service: OutsideService) -> None:
    hindsight = opened()
    memory = hindsight.for_user("alice", tenant="acme", session="s1")
    memory.remember("Alice plays the cello", subject="user.hobby")
    memory.remember("她住在里斯本", subject="user.location")
    assert fed(hindsight)
    assert len(service.points) == 2
    everything = repr([(point, point.labels) for point in service.points.values()])
    for word in ("cello", "里斯本", "alice", "acme"):
        assert word not in everything


def test_recall_finds_through_the_index(opened: Opener, service: OutsideService) -> None:
    hindsight = opened()
    memory = hindsight.for_user("alice")
    memory.remember("Alice lives in Berlin", subject="user.location")
    memory.remember("Alice moved to Lisbon", subject="user.location")
    assert fed(hindsight)
    service.calls.clear()
    answer = memory.recall("Alice moved to Lisbon")
    assert answer[0].memory.content == "Alice moved to Lisbon"
    assert "nearest" in service.calls
    assert answer.trace.degraded == ()
    vector = next(route for route in answer.trace.routes if route.name == "vector")
    assert vector.hits[0].score == pytest.approx(1.0, abs=1e-3)  # the same words: cosine 1


def test_what_was_just_written_is_found_though_the_index_knows_nothing(
    opened: Opener, service: OutsideService
) -> None:
    hindsight = opened()
    memory = hindsight.for_user("alice")
    service.unreachable = True
    memory.remember("Alice plays the cello")
    answer = memory.recall("Alice plays the cello")
    assert [hit.memory.content for hit in answer] == ["Alice plays the cello"]
    (said,) = answer.trace.degraded
    assert said.startswith("vector route: the index does not answer")
    assert service.points == {}


def test_an_outage_under_load_loses_nothing_and_ends_by_itself(
    opened: Opener, service: OutsideService
) -> None:
    hindsight = opened()
    assert hindsight.health()["ok"]
    service.unreachable = True
    written: list[str] = []

    def write(user: str) -> None:
        memory = hindsight.for_user(user)
        for n in range(20):
            change = memory.remember(f"{user} notes number {n}")
            assert change.memory is not None
            written.append(change.memory.id)
            assert any(
                hit.memory.id == change.memory.id
                for hit in memory.recall(f"{user} notes number {n}")
            )

    threads = [threading.Thread(target=write, args=(f"user {n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(written) == 80
    assert hindsight.health()["ok"] is False
    service.unreachable = False
    assert fed(hindsight)
    assert sorted(point.id for point in service.points.values()) == sorted(written)
    assert hindsight.health()["ok"]
    assert doctor(hindsight).ok


def test_a_slow_index_is_passed_over_and_then_rests(
    opened: Opener, service: OutsideService
) -> None:
    settings = Settings(index=IndexSettings(answer_seconds=0.1, pause_seconds=30.0))
    hindsight = opened(settings=settings)
    memory = hindsight.for_user("alice")
    memory.remember("Alice plays the cello")
    assert fed(hindsight)
    service.slow = 1.0
    assert memory.recall("Alice plays the cello")[0].memory.content == "Alice plays the cello"
    service.calls.clear()
    for _ in range(3):
        assert memory.recall("cello").trace.degraded
    assert "nearest" not in service.calls  # it rests: nobody waits for it again so soon


def test_a_late_delete_is_never_shown(opened: Opener, service: OutsideService) -> None:
    hindsight = opened()
    memory = hindsight.for_user("alice")
    memory.remember("Alice plays the cello")
    memory.remember("Alice plays the flute")
    assert fed(hindsight)
    service.late = True
    erased = memory.forget(where={"ids": [memory.recall("cello")[0].memory.id]}, reason="asked")
    assert erased.where["vector index"] is Copy.SCRUBBED
    assert len(service.points) == 2  # it said it did, and did not yet
    assert [hit.memory.content for hit in memory.recall("Alice plays the cello")] == [
        "Alice plays the flute"
    ]
    service.settle()
    assert len(service.points) == 1


def test_forgetting_reaches_the_index_or_says_that_it_did_not(
    opened: Opener, service: OutsideService
) -> None:
    hindsight = opened()
    memory = hindsight.for_user("alice")
    for n in range(5):
        memory.remember(f"secret number {n}")
    assert fed(hindsight)
    service.unreachable = True
    erased = memory.forget(everything=True, reason="asked")
    assert erased.where["vector index"] is Copy.PENDING
    assert len(service.points) == 5
    assert not memory.recall("secret number 3")
    service.unreachable = False
    assert fed(hindsight)
    assert service.points == {}


def test_users_named_alike_never_meet(opened: Opener, service: OutsideService) -> None:
    hindsight = opened()
    names = [("acme", "ann"), ("acme", "ann "), ("acm", "eann"), ("ACME", "ann"), ("acme", "安")]
    for tenant, user in names:
        hindsight.for_user(user, tenant=tenant).remember("the code is swordfish")
    assert fed(hindsight)
    assert len({point.wall for point in service.points.values()}) == len(names)
    for tenant, user in names:
        assert len(hindsight.for_user(user, tenant=tenant).recall("the code is swordfish")) == 1


def test_a_neighbours_point_that_an_index_shows_by_mistake_is_not_used(
    opened: Opener, service: OutsideService
) -> None:
    """The index is wrong on purpose: it files Ben's point under Ann."""
    hindsight = opened()
    hindsight.for_user("ann").remember("the code is tuna")
    hindsight.for_user("ben").remember("the code is swordfish")
    assert fed(hindsight)
    anns, bens = (hindsight.store.feed.wall(hindsight.for_user(u).scope) for u in ("ann", "ben"))
    for key, point in service.points.items():
        object.__setattr__(point, "wall", anns)
        assert key == point.key
    assert bens not in {point.wall for point in service.points.values()}
    answer = hindsight.for_user("ann").recall("the code is swordfish")
    assert [hit.memory.content for hit in answer] == ["the code is tuna"]


def test_who_opens_without_the_index_leaves_word_for_who_has_it(
    url: str, opened: Opener, service: OutsideService
) -> None:
    first = opened()
    first.for_user("alice").remember("Alice plays the cello")
    assert fed(first)
    first.close()
    with Hindsight.open(url, embedder=HashingEncoder()) as alone:
        memory = alone.for_user("alice")
        memory.remember("Alice plays the flute")
        assert len(memory.recall("Alice plays the flute")) == 2
        assert alone.health()["records"]["outbox"] == 1
    assert len(service.points) == 1
    again = opened()
    assert fed(again)
    assert len(service.points) == 2


def test_a_memory_that_feeds_no_index_keeps_no_outbox(url: str) -> None:
    with Hindsight.open(url, embedder=HashingEncoder()) as hindsight:
        hindsight.for_user("alice").remember("Alice plays the cello")
        assert hindsight.health()["records"]["outbox"] == 0
        assert "index" not in hindsight.health()


def test_an_index_that_lost_everything_is_filled_at_the_next_opening(
    opened: Opener, service: OutsideService
) -> None:
    first = opened()
    first.for_user("alice").remember("Alice plays the cello")
    assert fed(first)
    first.close()
    service.points.clear()
    service.model = None  # the collection is gone, as after a lost disk
    second = opened()
    assert fed(second)
    assert len(service.points) == 1


def test_two_openings_share_the_work(opened: Opener, service: OutsideService) -> None:
    one, two = opened(), opened()
    for n in range(20):
        (one, two)[n % 2].for_user(f"user {n}").remember(f"note {n}")
    assert fed(one)
    assert len(service.points) == 20
    assert doctor(two).ok


def test_another_index_is_refused_until_reindexed(
    url: str, opened: Opener, service: OutsideService
) -> None:
    first = opened()
    first.for_user("alice").remember("Alice plays the cello")
    assert fed(first)
    first.close()
    other = OutsideService()
    with pytest.raises(ConfigurationError, match="hindsight reindex"):
        opened(index=InMemoryOutsideIndex(other, name="other points"))
    heard: list[tuple[int, int]] = []
    users = reindex(
        url,
        InMemoryOutsideIndex(other, name="other points"),
        embedder=HashingEncoder(),
        settings=QUICK,
        progress=lambda done, total: heard.append((done, total)),
    )
    assert (users, heard[-1]) == (1, (1, 1))
    assert len(other.points) == 1
    second = opened(index=InMemoryOutsideIndex(other, name="other points"))
    assert doctor(second).ok


def test_reindex_empties_what_was_there(url: str, opened: Opener, service: OutsideService) -> None:
    first = opened()
    for n in range(3):
        first.for_user(f"user {n}").remember(f"note {n}")
    assert fed(first)
    first.close()
    key, point = next(iter(service.points.items()))
    service.points["f" * 8] = point
    del service.points[key]
    assert reindex(url, InMemoryOutsideIndex(service), embedder=HashingEncoder()) == 3
    assert len(service.points) == 3
    assert key in service.points


def test_an_index_that_does_not_answer_ends_a_reindex_and_the_rest_is_told_later(
    url: str, opened: Opener, service: OutsideService
) -> None:
    first = opened()
    first.for_user("alice").remember("Alice plays the cello")
    assert fed(first)
    first.close()

    class Fading(InMemoryOutsideIndex):
        """Goes away once it was emptied and made anew."""

        def open(self, *given: Any, **how: Any) -> bool:
            made = super().open(*given, **how)
            self.service.unreachable = True
            return made

    with pytest.raises(Unavailable, match="does not answer"):
        reindex(url, Fading(service), embedder=HashingEncoder(), settings=QUICK)
    service.unreachable = False
    second = opened()
    assert fed(second)
    assert len(service.points) == 1


def test_a_memory_can_let_its_index_go(url: str, opened: Opener, service: OutsideService) -> None:
    first = opened()
    memory = first.for_user("alice")
    memory.remember("Alice plays the cello")
    assert fed(first)
    assert reindex(url, None, embedder=HashingEncoder()) == 0
    memory.remember("Alice plays the flute")  # the other process still has it open
    assert len(memory.recall("Alice plays the flute")) == 2
    assert first.health()["records"]["outbox"] == 0


def test_reindex_makes_no_memory(tmp_path: Path, service: OutsideService) -> None:
    index = InMemoryOutsideIndex(service)
    with pytest.raises(ConfigurationError, match="no memory"):
        reindex(f"sqlite:///{tmp_path}/mistyped.db", index, embedder=HashingEncoder())
    assert list(tmp_path.iterdir()) == []


def test_the_doctor_finds_and_mends_what_differs(opened: Opener, service: OutsideService) -> None:
    hindsight = opened()
    memory = hindsight.for_user("alice")
    for n in range(6):
        memory.remember(f"note number {n}")
    assert fed(hindsight)
    keys = sorted(service.points)
    lost = service.points.pop(keys[0])
    old = service.points[keys[1]]
    object.__setattr__(old, "version", 0)
    stray = InMemoryOutsideIndex(service)
    object.__setattr__(lost, "id", "nobody's")
    service.points["stray"] = lost
    object.__setattr__(lost, "key", "stray")
    found = doctor(hindsight)
    assert not found.ok
    assert found.difference is not None
    counted = found.difference
    assert (counted.compared, counted.missing, counted.stale, counted.surplus) == (6, 1, 1, 1)
    mended = doctor(hindsight, repair=True)
    assert mended.ok
    assert mended.difference is not None
    assert mended.difference.mended == 3
    after = doctor(hindsight)
    assert after.ok
    assert after.difference is not None
    assert after.difference.mended == 0
    assert sorted(service.points) == keys
    stray.close()


def test_the_doctor_says_what_an_index_cannot_tell(opened: Opener, service: OutsideService) -> None:
    hindsight = opened(index=InMemoryOutsideIndex(service, lists=False))
    hindsight.for_user("alice").remember("Alice plays the cello")
    assert fed(hindsight)
    difference = doctor(hindsight).difference
    assert difference is not None
    assert (difference.missing, difference.stale, difference.surplus) == (None, None, None)


def test_a_memory_open_for_reading_asks_its_index_and_feeds_nothing(
    url: str, opened: Opener, service: OutsideService
) -> None:
    first = opened()
    first.for_user("alice").remember("Alice plays the cello")
    assert fed(first)
    first.close()
    reading = f"{url}{'&' if '?' in url else '?'}mode=ro"
    index = InMemoryOutsideIndex(service)
    with Hindsight.open(reading, index=index, embedder=HashingEncoder()) as reader:
        memory = reader.for_user("alice")
        assert memory.recall("Alice plays the cello", touch=False)[0].memory.content
        with pytest.raises(ReadOnly):
            memory.remember("Alice plays the flute")
        assert doctor(reader).ok


def test_for_reading_an_index_must_have_been_fed(url: str, service: OutsideService) -> None:
    Hindsight.open(url, embedder=HashingEncoder()).close()
    reading = f"{url}{'&' if '?' in url else '?'}mode=ro"
    with pytest.raises(ConfigurationError, match="feeds no index yet"):
        Hindsight.open(reading, index=InMemoryOutsideIndex(service), embedder=HashingEncoder())


def test_an_opening_that_fails_leaves_no_feeder_behind(url: str, service: OutsideService) -> None:
    before = set(threading.enumerate())
    for _ in range(2):
        with pytest.raises(Unavailable):
            Hindsight.open(
                url,
                index=InMemoryOutsideIndex(service),
                working="redis://127.0.0.1:1",
                embedder=HashingEncoder(),
            )
    begun = set(threading.enumerate()) - before
    assert not [one for one in begun if one.name == "hindsight-feeder"]
    assert service.calls == []
    Hindsight.open(url, embedder=HashingEncoder()).close()  # the store was given back


@pytest.mark.parametrize("index", [5, b"qdrant://host", object(), "file:///x", "", "memory.db"])
def test_what_is_no_index_is_refused_at_the_door(index: Any, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="index"):
        Hindsight.open(f"sqlite:///{tmp_path}/m.db", index=index, embedder=HashingEncoder())
    assert list(tmp_path.iterdir()) == []
