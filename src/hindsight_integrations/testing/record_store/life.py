"""What happens to a record and a store with time: expiry, access counts, health, closing and opening again."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from hindsight_integrations.answers import Action
from hindsight_integrations.errors import Conflict
from hindsight_integrations.ports import RecordStore
from hindsight_integrations.queries import Where
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
    RecordStoreFixtures,
    everything,
    furnish,
    get,
    put,
    reading,
    writing,
)

ANN = make_scope("ann")
HOUR = timedelta(hours=1)
TICK = timedelta(microseconds=1)


class LifeTests(RecordStoreFixtures):
    """Expiry, ``touch``, ``health``, ``close`` and reopening."""

    def test_an_expired_record_is_absent(self, store: RecordStore, clock: FrozenClock) -> None:
        memory = make_memory("m1", subject_key="user.drink", expires_at=MOMENT + HOUR)
        (kept,) = put(store, make_entry(memory, terms=("tea",), same=b"tea"))
        put(store, make_entry(make_memory("m2"), terms=("milk",)))
        clock.advance(HOUR - TICK)
        with reading(store, ANN) as read:
            assert read.get(["m1"]) == {"m1": kept}
            assert (read.count(ALL), read.chain("user.drink")) == (2, [kept])
        clock.advance(TICK)
        with reading(store, ANN) as read:
            assert read.get(["m1", "m2"]).keys() == {"m2"}
            assert [m.id for m in read.find(ALL)] == read.latest(ALL, limit=9) == ["m2"]
            assert read.outline(["m1", "m2"]).ids == ("m2",)
            assert (read.count(ALL), read.count(Where(ids=("m1",)))) == (1, 0)
            assert (read.chain("user.drink"), read.same("user.drink", b"tea")) == ([], None)
            assert read.keyword(["tea", "te*"], ALL, limit=9) == []
        with pytest.raises(Conflict), writing(store, ANN) as write:
            write.edit(replace(kept, expires_at=None))

    def test_an_expired_value_does_not_stand_in_the_way(
        self, store: RecordStore, clock: FrozenClock
    ) -> None:
        key = "user.location"
        put(
            store,
            make_entry(make_memory("m1", subject_key=key, expires_at=MOMENT + HOUR), single=True),
        )
        clock.advance(HOUR)
        put(store, make_entry(make_memory("m2", subject_key=key), single=True))
        with reading(store, ANN) as read:
            assert [memory.id for memory in read.chain(key)] == ["m2"]

    def test_a_touch_adds_to_the_count_and_nothing_else(self, store: RecordStore) -> None:
        kept, other = put(
            store, make_entry(make_memory("m1", access_count=5)), make_entry(make_memory("m2"))
        )
        store.touch(ANN, {"m1": 2, "never": 1}, MOMENT + HOUR)
        touched = replace(kept, access_count=7, last_accessed_at=MOMENT + HOUR)
        assert (get(store, kept), get(store, other)) == (touched, other)
        store.touch(ANN, {"m1": 1, "m2": 1}, MOMENT + HOUR + TICK)
        later = MOMENT + HOUR + TICK
        assert get(store, kept) == replace(kept, access_count=8, last_accessed_at=later)
        assert get(store, other) == replace(other, access_count=1, last_accessed_at=later)
        store.touch(ANN, {}, MOMENT)
        assert get(store, kept) == replace(kept, access_count=8, last_accessed_at=later)

    def test_a_touch_is_no_change(self, store: RecordStore) -> None:
        furnish(store, ANN, "first")
        before = everything(store, ANN)
        store.touch(ANN, {"m1": 1}, MOMENT)
        after = everything(store, ANN)
        unmoved = ("version", "count", "keyword", "done", "turns", "turn")
        assert [after[name] for name in unmoved] == [before[name] for name in unmoved]

    def test_a_touch_of_nothing_does_nothing(self, store: RecordStore) -> None:
        store.touch(make_scope("nobody"), {"m1": 1}, MOMENT)
        assert store.users("acme", ample()) == {}
        (kept,) = put(store, make_entry(make_memory("m1")))
        with writing(store, ANN) as write:
            write.erase(Where(ids=("m1",)), reason="test", actor=None)
        store.touch(ANN, {"m1": 1}, MOMENT)
        assert get(store, kept) is None

    def test_health_says_what_the_store_is(self, store: RecordStore) -> None:
        facts = store.health()
        assert isinstance(facts["kind"], str)
        assert facts["writable"] is True

    def test_closing_again_is_harmless(self, store: RecordStore) -> None:
        furnish(store, ANN, "first")
        store.close()
        store.close()

    def test_what_was_written_is_there_after_reopening(self, store: RecordStore) -> None:
        if not self.persistent:
            pytest.skip("this store keeps nothing")
        furnish(store, ANN, "first")
        with writing(store, ANN) as write:
            write.put(make_entry(make_memory("m2"), terms=("coffee",)))
            write.erase(Where(ids=("m2",)), reason="test", actor=None)
        before = everything(store, ANN)
        again = self.reopen(store)
        try:
            assert everything(again, ANN) == before
            assert again.users("acme", ample()) == {"ann": 1}
            with writing(again, ANN) as write:
                assert write.put(make_entry(make_memory("m3"))).sequence == 3
                assert write.log("s1", [("t2", make_turn(), MOMENT)]) == [2]
                write.note("key", Action.ENDED, None)
                assert write.done("key") == before["done"]
        finally:
            again.close()

    def test_what_was_forgotten_stays_so_after_reopening(self, store: RecordStore) -> None:
        if not self.persistent:
            pytest.skip("this store keeps nothing")
        furnish(store, ANN, "first")
        with writing(store, ANN) as write:
            write.erase_all(reason="test", actor=None)
        erased = everything(store, ANN)["version"]
        again = self.reopen(store)
        try:
            with writing(again, ANN) as write:
                done = write.done("key")
                assert done is not None
                assert done.forgotten
                assert write.version() >= erased
                assert write.find(ALL) == []
                assert write.put(make_entry(make_memory("m1"))).sequence == 2
        finally:
            again.close()
