"""What keyed items need of a store: keys, facets, and records whose time is over."""

from __future__ import annotations

from datetime import timedelta

import numpy as np

from hindsight_integrations.answers import Action
from hindsight_integrations.ports import Facets, RecordStore
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
    get,
    put,
    reading,
    writing,
)

ANN, BOB = make_scope("ann"), make_scope("bob")
HOUR = timedelta(hours=1)
TWO = Facets("model-a", np.array([[1.0, 0.0, 2.5], [-0.125, 3.0, 0.0]], np.float32))
ONE = Facets("model-a", np.array([[7.0]], np.float32))
OTHER = Facets("model-b", np.array([[0.5, 0.5]], np.float32))


class ItemTests(RecordStoreFixtures):
    """``keys``, ``facets``, ``expired`` and ``drop``."""

    def test_keys_are_distinct_sorted_and_of_matching_records(
        self, store: RecordStore, clock: FrozenClock
    ) -> None:
        put(
            store,
            make_entry(make_memory("m1", subject_key="user.z", status="superseded")),
            make_entry(make_memory("m2", subject_key="user.z")),
            make_entry(make_memory("m3", subject_key="user.a.名字")),
            make_entry(make_memory("m4")),
            make_entry(make_memory("m5", subject_key="user.soon", expires_at=MOMENT + HOUR)),
            make_entry(make_memory("m6", subject_key="other.key", status="superseded")),
        )
        with reading(store, ANN) as read:
            assert read.keys(ALL) == ["other.key", "user.a.名字", "user.soon", "user.z"]
            assert read.keys(Where.of(statuses="active", subjects="user.*")) == [
                "user.a.名字",
                "user.soon",
                "user.z",
            ]
        clock.advance(HOUR)
        with reading(store, ANN) as read:
            assert "user.soon" not in read.keys(ALL)
        with reading(store, BOB) as read:
            assert read.keys(ALL) == []

    def test_payloads_come_in_the_order_of_finding(self, store: RecordStore) -> None:
        put(
            store,
            make_entry(make_memory("m1", payload={"n": 1, "名": {"a": [None, True]}})),
            make_entry(make_memory("m2", event_time=MOMENT - HOUR)),
            make_entry(make_memory("m3", payload={"n": 3})),
            make_entry(make_memory("m4", status="superseded", payload={"n": 4})),
        )
        active = Where.of(statuses="active")
        with reading(store, ANN) as read:
            found = [("m3", {"n": 3}), ("m1", {"n": 1, "名": {"a": [None, True]}}), ("m2", {})]
            assert read.payloads(active) == found
            assert read.payloads(active, limit=2) == found[:2]
            assert read.payloads(Where(ids=("m4", "never"))) == [("m4", {"n": 4})]
        with reading(store, BOB) as read:
            assert read.payloads(ALL) == []

    def test_facets_come_back_by_space(self, store: RecordStore) -> None:
        put(
            store,
            make_entry(make_memory("m1"), facets=TWO),
            make_entry(make_memory("m2"), facets=ONE),
            make_entry(make_memory("m3"), facets=OTHER),
            make_entry(make_memory("m4")),
        )
        asked = ["m1", "m2", "m3", "m4", "never"]
        with reading(store, ANN) as read:
            found = read.facets(asked, "model-a")
            assert found.keys() == {"m1", "m2"}
            assert np.array_equal(found["m1"], TWO.vectors)
            assert np.array_equal(found["m2"], ONE.vectors)
            assert read.facets(asked, "model-b").keys() == {"m3"}
            assert read.facets([], "model-a") == read.facets(asked, "") == {}
        with reading(store, BOB) as read:
            assert read.facets(asked, "model-a") == {}

    def test_facets_are_replaced_with_the_content_and_kept_without(
        self, store: RecordStore
    ) -> None:
        (kept,) = put(store, make_entry(make_memory("m1"), facets=TWO))
        with writing(store, ANN) as write:
            write.edit(kept)
            assert np.array_equal(write.facets(["m1"], "model-a")["m1"], TWO.vectors)
            write.edit(kept, make_entry(kept, facets=OTHER))
            assert write.facets(["m1"], "model-a") == {}
            assert np.array_equal(write.facets(["m1"], "model-b")["m1"], OTHER.vectors)
            write.edit(kept, make_entry(kept))
            assert write.facets(["m1"], "model-b") == {}

    def test_facets_go_with_their_record(self, store: RecordStore, clock: FrozenClock) -> None:
        put(
            store,
            make_entry(make_memory("m1"), facets=TWO),
            make_entry(make_memory("m2"), facets=TWO),
            make_entry(make_memory("m3", expires_at=MOMENT + HOUR), facets=TWO),
        )
        with writing(store, ANN) as write:
            write.erase(Where(ids=("m1",)), reason="test", actor=None)
            write.drop(["m2"])
        clock.advance(HOUR)
        with reading(store, ANN) as read:
            assert read.facets(["m1", "m2", "m3"], "model-a") == {}

    def test_expired_records_are_found_until_they_are_dropped(
        self, store: RecordStore, clock: FrozenClock
    ) -> None:
        first, second = put(
            store,
            make_entry(make_memory("m1", expires_at=MOMENT + HOUR, subject_key="user.a")),
            make_entry(make_memory("m2", expires_at=MOMENT + 2 * HOUR, subject_key="user.b")),
            make_entry(make_memory("m3")),
        )[:2]
        with reading(store, ANN) as read:
            assert read.expired(ALL) == []
        assert store.expired("acme", ample()) == {}
        clock.advance(HOUR)
        assert store.expired("acme", ample()) == {"ann": 1}
        clock.advance(HOUR)
        with reading(store, ANN) as read:
            assert sorted(m.id for m in read.expired(ALL)) == ["m1", "m2"]
            assert read.expired(Where.of(subjects="user.b")) == [second]
        assert store.expired("acme", ample()) == {"ann": 2}
        assert store.expired("other", ample()) == {}
        with writing(store, ANN) as write:
            assert write.drop([first.id, second.id, "never"]) == 2
            assert write.expired(ALL) == []
        assert store.expired("acme", ample()) == {}
        with reading(store, ANN) as read:
            assert [m.id for m in read.find(ALL)] == ["m3"]

    def test_what_was_dropped_is_gone_and_may_be_written_again(self, store: RecordStore) -> None:
        with writing(store, ANN) as write:
            write.log("s1", [("t1", make_turn(), MOMENT)])
            write.put(make_entry(make_memory("m1", source_turn="t1"), terms=("tea", "cup")))
            write.put(make_entry(make_memory("m2", supersedes="m1"), terms=("tea",)))
            write.note("key", Action.ADDED, "m1")
        with writing(store, ANN) as write:
            before = write.version()
            assert write.drop(["m1"]) == 1
        with reading(store, ANN) as read:
            assert read.version() == before + 1
            assert read.get(["m1"]) == {}
            assert read.get(["m2"])["m2"].supersedes is None
            assert [hit.id for hit in read.keyword(["tea"], ALL, limit=9)] == ["m2"]
            assert read.keyword(["cup"], ALL, limit=9) == []
            assert read.outline(["m1", "m2"]).ids == ("m2",)
            assert read.done("key") is None
            assert [turn.id for turn in read.turns("s1")] == ["t1"]
            assert read.done("turn:t1") is None
        (again,) = put(store, make_entry(make_memory("m1")))
        assert get(store, again) == again

    def test_dropping_nothing_is_no_change(self, store: RecordStore) -> None:
        put(store, make_entry(make_memory("m1")))
        with writing(store, ANN) as write:
            before = write.version()
            assert write.drop([]) == write.drop(["never"]) == 0
        with reading(store, ANN) as read:
            assert read.version() == before
        with writing(store, BOB) as write:
            assert write.drop(["m1"]) == 0
        assert store.users("acme", ample()) == {"ann": 1}
