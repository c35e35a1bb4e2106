"""``put``, ``edit`` and ``same``: numbers, conflicts, at most one active record under a single key, what an edit leaves alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hindsight_integrations.answers import Action
from hindsight_integrations.errors import Conflict
from hindsight_integrations.ports import Entry, RecordStore
from hindsight_integrations.queries import Where
from hindsight_integrations.testing.builders import (
    MOMENT,
    make_entry,
    make_memory,
    make_scope,
    make_turn,
)
from hindsight_integrations.testing.record_store.fixtures import (
    ALL,
    RecordStoreFixtures,
    get,
    put,
    reading,
    writing,
)

ANN = make_scope("ann")
KEY = "user.location"


def single(id: str, *, subject_key: str | None = KEY, status: str = "active") -> Entry:
    """An entry under the key that holds one value."""
    return make_entry(make_memory(id, subject_key=subject_key, status=status), single=True)


def ids(store: RecordStore, terms: list[str]) -> list[str]:
    with reading(store, ANN) as read:
        return [hit.id for hit in read.keyword(terms, ALL, limit=10)]


class PutTests(RecordStoreFixtures):
    """``put``, ``edit`` and ``same``."""

    def test_records_are_numbered_by_user(self, store: RecordStore) -> None:
        kept = put(store, *(make_entry(make_memory(f"m{n}", sequence=99)) for n in range(3)))
        assert [memory.sequence for memory in kept] == [1, 2, 3]
        assert kept[1] == replace(make_memory("m1"), sequence=2) == get(store, kept[1])
        (other,) = put(store, make_entry(make_memory("m9", scope=make_scope("ben"))))
        assert other.sequence == 1

    def test_a_number_is_never_used_again(self, store: RecordStore) -> None:
        put(store, make_entry(make_memory("m1")), make_entry(make_memory("m2")))
        with writing(store, ANN) as write:
            write.erase(Where(ids=("m2",)), reason="test", actor=None)
        (third,) = put(store, make_entry(make_memory("m3")))
        assert third.sequence == 3

    def test_a_taken_id_is_a_conflict(self, store: RecordStore) -> None:
        put(store, make_entry(make_memory("m1", "first")))
        with pytest.raises(Conflict):
            put(store, make_entry(make_memory("m2")), make_entry(make_memory("m1", "second")))
        with reading(store, ANN) as read:
            assert [memory.content for memory in read.find(ALL)] == ["first"]

    def test_a_single_key_has_one_active_record(self, store: RecordStore) -> None:
        put(store, single("m1"))
        with pytest.raises(Conflict):
            put(store, single("m2"))
        with reading(store, ANN) as read:
            assert [memory.id for memory in read.find(ALL)] == ["m1"]

    def test_an_active_record_of_many_stands_in_the_way_too(self, store: RecordStore) -> None:
        put(store, make_entry(make_memory("m1", subject_key=KEY), single=False))
        with pytest.raises(Conflict):
            put(store, single("m2"))

    def test_what_happened_stands_beside_a_value(self, store: RecordStore) -> None:
        event = make_memory("m1", subject_key=KEY, tier="episodic", type="event")
        put(store, make_entry(event, single=False))
        put(store, single("m2"))
        put(store, make_entry(replace(event, id="m3", content="again"), single=False))
        with reading(store, ANN) as read:
            assert read.count(Where.of(statuses="active", subjects=KEY)) == 3

    @pytest.mark.parametrize("status", ["superseded", "expired", "archived"])
    def test_only_active_records_stand_in_the_way(self, store: RecordStore, status: str) -> None:
        put(store, single("m1", status=status), single("m2"), single("m3", status=status))
        with reading(store, ANN) as read:
            assert [memory.id for memory in read.chain(KEY)] == ["m1", "m2", "m3"]

    def test_other_keys_no_key_and_many_do_not_conflict(self, store: RecordStore) -> None:
        many = (make_entry(make_memory(f"n{n}", subject_key="user.pet")) for n in range(2))
        put(
            store,
            single("m1"),
            single("m2", subject_key=f"{KEY}.city"),
            single("m3", subject_key=None),
            single("m4", subject_key=None),
            *many,
        )
        with reading(store, ANN) as read:
            assert read.count(Where.of(statuses="active")) == 6

    def test_a_value_takes_the_place_of_another_in_one_block(self, store: RecordStore) -> None:
        (old,) = put(store, single("m1"))
        with writing(store, ANN) as write:
            write.edit(replace(old, status=make_memory(status="superseded").status))
            write.put(single("m2"))
        with reading(store, ANN) as read:
            assert [(m.id, m.status.value) for m in read.chain(KEY)] == [
                ("m1", "superseded"),
                ("m2", "active"),
            ]

    def test_an_active_value_is_edited_in_its_place(self, store: RecordStore) -> None:
        (kept,) = put(store, single("m1"))
        new = replace(kept, content="Lisbon", priority=5)
        for entry in (None, make_entry(new, single=True)):
            with writing(store, ANN) as write:
                write.edit(new, entry)
        assert get(store, kept) == new

    def test_an_edit_cannot_make_a_second_active_record(self, store: RecordStore) -> None:
        put(
            store,
            single("m1"),
            single("m2", status="superseded"),
            single("m3", subject_key="user.x"),
        )
        for memory in (single("m2").memory, single("m3").memory):
            with pytest.raises(Conflict), writing(store, ANN) as write:
                write.edit(memory)
        with reading(store, ANN) as read:
            assert [
                memory.id for memory in read.find(Where.of(subjects=KEY, statuses="active"))
            ] == ["m1"]

    def test_editing_what_is_gone_is_a_conflict(self, store: RecordStore) -> None:
        (kept,) = put(store, make_entry(make_memory("m1")))
        with pytest.raises(Conflict), writing(store, ANN) as write:
            write.edit(make_memory("never"))
        with writing(store, ANN) as write:
            write.erase(Where(ids=("m1",)), reason="test", actor=None)
        with pytest.raises(Conflict), writing(store, ANN) as write:
            write.edit(kept)
        assert get(store, kept) is None

    def test_an_edit_alone_leaves_content_words_and_digest(self, store: RecordStore) -> None:
        entry = make_entry(make_memory("m1", "Ann likes tea"), terms=("tea",), same=b"tea")
        (kept,) = put(store, entry)
        with writing(store, ANN) as write:
            write.edit(replace(kept, priority=5, content="never kept", sequence=77))
        assert get(store, kept) == replace(kept, priority=5)
        assert ids(store, ["tea"]) == ["m1"]
        with reading(store, ANN) as read:
            assert read.same(None, b"tea") == replace(kept, priority=5)

    def test_an_edit_with_an_entry_replaces_them(self, store: RecordStore) -> None:
        entry = make_entry(make_memory("m1", "Ann likes tea"), terms=("tea", "ann"), same=b"tea")
        (kept,) = put(store, entry)
        new = replace(kept, content="安喜欢咖啡")
        with writing(store, ANN) as write:
            write.edit(new, make_entry(new, terms=("咖啡", "ann", "ann"), same=b"coffee"))
        assert get(store, kept) == new
        assert [ids(store, [term]) for term in ("tea", "te*", "咖啡", "ann")] == [
            [],
            [],
            ["m1"],
            ["m1"],
        ]
        with reading(store, ANN) as read:
            assert (read.same(None, b"tea"), read.same(None, b"coffee")) == (None, new)
            # The one record, of 3 terms, is the whole scope: ann 2/(2 + 1.2), its own rarity cancels.
            (hit,) = read.keyword(["ann"], ALL, limit=1)
        assert hit.score == pytest.approx(2 / 3.2, abs=1e-6)

    def test_the_same_is_found_by_subject_and_digest(self, store: RecordStore) -> None:
        put(
            store,
            make_entry(make_memory("keyed", subject_key=KEY), same=b"one"),
            make_entry(make_memory("free"), same=b"one"),
            make_entry(make_memory("old", subject_key=KEY, status="superseded"), same=b"two"),
            make_entry(make_memory("other", subject_key="user.job"), same=b"three"),
        )
        asked = (
            (KEY, b"one"),
            (None, b"one"),
            (KEY, b"two"),
            (KEY, b"three"),
            (None, b"three"),
            (KEY, b""),
        )
        with reading(store, ANN) as read:
            found = [read.same(subject, digest) for subject, digest in asked]
        assert [memory and memory.id for memory in found] == [
            "keyed",
            "free",
            None,
            None,
            None,
            None,
        ]

    def test_a_block_sees_what_it_wrote(self, store: RecordStore) -> None:
        with writing(store, ANN) as write:
            assert write.find(ALL) == []
            kept = write.put(make_entry(make_memory("m1"), terms=("tea",), same=b"tea"))
            write.log("s1", [("t1", make_turn(), MOMENT)])
            write.note("key", Action.ADDED, "m1")
            assert write.find(ALL) == [kept] == list(write.get(["m1"]).values())
            assert [hit.id for hit in write.keyword(["tea"], ALL, limit=9)] == ["m1"]
            assert write.same(None, b"tea") == kept
            assert [turn.id for turn in write.turns("s1")] == ["t1"]
            assert write.done("key") is not None
