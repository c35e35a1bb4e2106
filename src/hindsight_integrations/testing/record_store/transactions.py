"""One block, one transaction: rollback, versions, threads, deadlines."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import pytest

from hindsight_integrations.answers import Action
from hindsight_integrations.errors import Conflict, DeadlineExceeded, Unavailable
from hindsight_integrations.ports import Deadline, RecordStore, RecordWriter
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Memory
from hindsight_integrations.testing.builders import (
    MOMENT,
    ample,
    make_entry,
    make_memory,
    make_scope,
    make_turn,
)
from hindsight_integrations.testing.fakes import FrozenClock
from hindsight_integrations.testing.record_store.fixtures import (
    ALL,
    NOTHING,
    RecordStoreFixtures,
    everything,
    failing,
    furnish,
    put,
    reading,
    writing,
)
from hindsight_integrations.testing.record_store.putting import KEY, single

ANN = make_scope("ann")


def _put(write: RecordWriter) -> None:
    write.put(make_entry(make_memory("m2", subject_key="user.food"), terms=("tea",)))


def _edit(write: RecordWriter) -> None:
    memory = make_memory("m1", "changed", subject_key="user.food", status="archived")
    write.edit(memory, make_entry(memory, terms=("coffee",)))


def _note(write: RecordWriter) -> None:
    write.note("key 2", Action.ADDED, "m1")


def _log(write: RecordWriter) -> None:
    write.log("s1", [("t2", make_turn("another"), MOMENT)])


def _erase(write: RecordWriter) -> None:
    write.erase(Where(ids=("m1",)), reason="test", actor=None)


def _erase_all(write: RecordWriter) -> None:
    write.erase_all(reason="test", actor=None)


def _all_and_a_conflict(write: RecordWriter) -> None:
    for change in (_put, _edit, _note, _log):
        change(write)
    write.edit(make_memory("never"))


CHANGES: tuple[Callable[[RecordWriter], None], ...] = (_put, _edit, _note, _log, _erase, _erase_all)
each_change = pytest.mark.parametrize(
    "change", CHANGES, ids=[change.__name__[1:] for change in CHANGES]
)


class TransactionTests(RecordStoreFixtures):
    """All or nothing, versions, consistent views, threads, deadlines."""

    @pytest.mark.parametrize(
        "error", [ValueError("stop"), Conflict("stop"), KeyboardInterrupt()], ids=repr
    )
    @each_change
    def test_an_error_leaves_nothing_behind(
        self, store: RecordStore, change: Callable[[RecordWriter], None], error: BaseException
    ) -> None:
        furnish(store, ANN, "first")
        before = everything(store, ANN)
        with pytest.raises(type(error)) as caught:
            failing(store, ANN, change, error)
        assert caught.value is error
        assert everything(store, ANN) == before
        with reading(store, ANN) as read:
            assert (read.done("key 2"), read.turn("t2"), read.get(["m2"])) == (None, None, {})
            assert read.keyword(["coffee"], ALL, limit=9) == []

    def test_an_error_of_the_store_rolls_back_what_went_before(self, store: RecordStore) -> None:
        furnish(store, ANN, "first")
        before = everything(store, ANN)
        with pytest.raises(Conflict):
            put(store, make_entry(make_memory("m2")), make_entry(make_memory("m1")))
        with pytest.raises(Conflict), writing(store, ANN) as write:
            _all_and_a_conflict(write)
        assert everything(store, ANN) == before

    def test_a_user_whose_only_write_failed_is_unknown(self, store: RecordStore) -> None:
        with pytest.raises(ValueError, match="stop"):
            failing(store, ANN, _put, ValueError("stop"))
        assert everything(store, ANN).items() >= NOTHING.items()
        assert store.users("acme", ample()) == {}

    @each_change
    def test_a_change_makes_the_version_one_more(
        self, store: RecordStore, change: Callable[[RecordWriter], None]
    ) -> None:
        furnish(store, ANN, "first")
        before = everything(store, ANN)["version"]
        with writing(store, ANN) as write:
            change(write)
        assert everything(store, ANN)["version"] == before + 1

    def test_several_changes_of_one_block_count_once(self, store: RecordStore) -> None:
        furnish(store, ANN, "first")
        before = everything(store, ANN)["version"]
        with writing(store, ANN) as write:
            for change in CHANGES[:4]:
                change(write)
        assert everything(store, ANN)["version"] == before + 1

    def test_what_changes_nothing_leaves_the_version(self, store: RecordStore) -> None:
        furnish(store, ANN, "first")
        before = everything(store, ANN)
        with writing(store, ANN) as write:
            assert write.find(ALL) == before["find"]
        with writing(store, ANN) as write:
            write.note("key", Action.ENDED, None)  # known already
            assert write.log("s1", []) == []
            write.erase(Where(ids=("never",)), reason="test", actor=None)
        assert everything(store, ANN) == before

    def test_the_version_is_the_users_own_and_outlives_the_records(
        self, store: RecordStore
    ) -> None:
        furnish(store, ANN, "first")
        ben = everything(store, make_scope("ben"))["version"]
        with writing(store, ANN) as write:
            write.erase_all(reason="test", actor=None)
        erased = everything(store, ANN)["version"]
        put(store, make_entry(make_memory("m2")))
        assert everything(store, ANN)["version"] == erased + 1
        assert everything(store, make_scope("ben"))["version"] == ben

    def test_a_view_does_not_change_while_it_is_open(self, store: RecordStore) -> None:
        furnish(store, ANN, "first")
        with reading(store, ANN) as read:
            before = (read.version(), read.find(ALL), read.turns("s1"))
            written = _elsewhere(lambda: _attempt(store, _put, _log))
            assert (read.version(), read.find(ALL), read.turns("s1")) == before
            assert read.get(["m2"]) == {}
        assert (everything(store, ANN)["count"] == 2) is written

    def test_nobody_sees_a_block_before_it_is_committed(self, store: RecordStore) -> None:
        furnish(store, ANN, "first")
        before = everything(store, ANN)
        with writing(store, ANN) as write:
            _put(write)
            _log(write)
            seen = _elsewhere(lambda: _glance(store))
            assert seen in (None, before["find"])
        assert len(everything(store, ANN)["find"]) == 2

    def test_threads_write_side_by_side(self, store: RecordStore) -> None:
        def write_ten(thread: int) -> None:
            for n in range(10):
                put(store, make_entry(make_memory(f"m{thread}.{n}"), terms=("tea",)))

        before = everything(store, ANN)["version"]
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(write_ten, range(8)))
        with reading(store, ANN) as read:
            found = read.find(ALL)
            assert {memory.id for memory in found} == {
                f"m{t}.{n}" for t in range(8) for n in range(10)
            }
            assert [memory.sequence for memory in found] == list(range(80, 0, -1))
            assert len(read.keyword(["tea"], ALL, limit=100)) == 80
            assert read.version() == before + 80

    def test_a_block_has_one_instant(self, store: RecordStore, clock: FrozenClock) -> None:
        for block in (reading, writing):
            with block(store, ANN) as view:
                began = clock()
                assert view.now == began
                clock.advance(timedelta(hours=1))
                assert view.now == began

    def test_a_writers_instant_is_taken_when_its_turn_comes(
        self, store: RecordStore, clock: FrozenClock
    ) -> None:
        """Else a write that waited would be dated before one that it follows."""
        waiting = threading.Event()

        def second() -> datetime:
            waiting.set()
            with writing(store, ANN) as write:
                return write.now

        with ThreadPoolExecutor(1) as pool:
            with writing(store, ANN) as write:
                answer = pool.submit(second)
                assert waiting.wait(timeout=30)
                _put(write)
                later = clock.advance(timedelta(hours=1))
            assert answer.result(timeout=30) == later

    def test_of_racing_writers_one_gets_the_key(self, store: RecordStore) -> None:
        start = threading.Barrier(8, timeout=30)

        def race(thread: int) -> bool:
            start.wait()
            try:
                put(store, single(f"m{thread}"))
            except Conflict:
                return False
            return True

        with ThreadPoolExecutor(8) as pool:
            won = list(pool.map(race, range(8)))
        assert sum(won) == 1
        with reading(store, ANN) as read:
            assert [memory.id for memory in read.chain(KEY)] == [f"m{won.index(True)}"]

    def test_threads_of_different_users_do_not_meet(self, store: RecordStore) -> None:
        def live(user: str) -> None:
            scope = make_scope(user)
            for n in range(5):
                put(store, make_entry(make_memory(f"m{n}", user, scope=scope), terms=("tea",)))
                with reading(store, scope) as read:
                    assert {memory.content for memory in read.find(ALL)} == {user}
                    assert len(read.keyword(["tea"], ALL, limit=9)) == n + 1

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(live, [f"user {n}" for n in range(8)]))
        assert store.users("acme", ample()) == {f"user {n}": 5 for n in range(8)}

    def test_a_writer_that_waits_too_long_is_refused(self, store: RecordStore) -> None:
        with writing(store, ANN) as write:
            write.put(make_entry(make_memory("m1")))
            assert _elsewhere(lambda: _attempt(store, _put)) is False
        with reading(store, ANN) as read:
            assert [memory.id for memory in read.find(ALL)] == ["m1"]
        assert _attempt(store, _put) is True

    def test_a_call_whose_time_is_over_is_refused(self, store: RecordStore) -> None:
        furnish(store, ANN, "first")
        before = everything(store, ANN)
        over = Deadline(time.monotonic() - 1)
        with pytest.raises(DeadlineExceeded), store.reading(ANN, over) as read:
            read.find(ALL)
        with pytest.raises(DeadlineExceeded), store.writing(ANN, over) as write:
            _put(write)
        with pytest.raises(DeadlineExceeded):
            store.users("acme", over)
        assert everything(store, ANN) == before


def _elsewhere(call: Callable[[], object]) -> object:
    """The result of ``call``, made by another thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(call).result(timeout=30)


def _attempt(store: RecordStore, *changes: Callable[[RecordWriter], None]) -> bool:
    """Write, unless somebody else keeps the store busy; whether it was done."""
    try:
        with store.writing(ANN, Deadline.after(0.3)) as write:
            for change in changes:
                change(write)
    except Unavailable:
        return False
    return True


def _glance(store: RecordStore) -> list[Memory] | None:
    """What is found, unless the store lets nobody read while somebody writes."""
    try:
        with store.reading(ANN, Deadline.after(0.3)) as read:
            return read.find(ALL)
    except Unavailable:
        return None
