"""The record store's suite: records whose words were taken out of the store, and vectors read back."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hindsight_integrations.ports import Entry, RecordStore
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Memory, Scope, Status
from hindsight_integrations.stores.identity import Identity
from hindsight_integrations.testing.builders import (
    ample,
    direction,
    make_entry,
    make_memory,
    make_scope,
)
from hindsight_integrations.testing.record_store.fixtures import (
    RecordStoreFixtures,
    get,
    put,
    reading,
    writing,
)

ANN = make_scope("ann", agent="bot", session="s1")


def emptied(memory: Memory) -> Memory:
    return replace(memory, content="", payload={"place": memory.id}, status=Status.ARCHIVED)


def empty(store: RecordStore, memory: Memory) -> Memory:
    """Take the words of ``memory`` out of ``store``."""
    stub = emptied(memory)
    with writing(store, memory.scope) as tx:
        tx.edit(stub, Entry(stub, None, (), single=True, same=b"same", said=b"said"))
    return stub


class StubTests(RecordStoreFixtures):
    """What :mod:`hindsight_integrations.engine.archiving` stands on."""

    def wall(self, store: RecordStore, scope: Scope) -> str:
        """What the store calls the user by."""
        identity: Identity = store.identity  # type: ignore[attr-defined]
        return identity.scope(scope).hex()

    def kept(self, store: RecordStore, id: str = "m1", scope: Scope = ANN) -> Memory:
        memory = make_memory(
            id,
            "她喜欢茶 tea",
            scope=scope,
            subject_key="user.drink",
            tags=("红",),
            payload={"event_type": "call", "value": "tea"},
            source_turn="t1",
        )
        entry = make_entry(
            memory, vector=direction(60), terms=("喜欢", "茶", "tea"), single=True, same=b"same"
        )
        return put(store, entry)[0]

    def test_the_words_of_a_record_can_be_taken_out(self, store: RecordStore) -> None:
        stub = empty(store, self.kept(store))
        assert get(store, stub) == stub
        with reading(store, ANN) as reader:
            assert reader.keyword(["tea", "茶"], Where(), limit=9) == []
            assert reader.keyword(["te*"], Where(), limit=9) == []
            assert reader.vectors(["m1"]) == {}
            assert reader.chain("user.drink") == [stub]
            assert reader.outline(["m1"]).said == (b"said",)
            for where in (
                Where.of(statuses="archived"),
                Where.of(tags="红", subjects="user.*", session="s1", agent="bot"),
                Where(source_turns=("t1",)),
            ):
                assert reader.latest(where, limit=9) == ["m1"]
            assert reader.payloads(Where(ids=("m1",))) == [("m1", {"place": "m1"})]
            assert reader.same("user.drink", b"same") is None

    def test_they_can_be_put_back(self, store: RecordStore) -> None:
        memory = self.kept(store)
        stub = empty(store, memory)
        with writing(store, ANN) as tx:
            entry = make_entry(memory, vector=direction(60), terms=("tea", "茶"), single=True)
            tx.edit(
                replace(stub, payload=memory.payload, status=memory.status, content="她喜欢茶 tea"),
                entry,
            )
        assert get(store, memory) == memory
        with reading(store, ANN) as reader:
            assert [hit.id for hit in reader.keyword(["茶"], Where(), limit=9)] == ["m1"]
            assert reader.vectors(["m1"])["m1"] == pytest.approx(direction(60), abs=1e-3)

    def test_an_emptied_record_leaves_its_place_under_the_key(self, store: RecordStore) -> None:
        empty(store, self.kept(store))
        second = self.kept(store, "m2")
        assert get(store, second) == second

    def test_it_is_erased_like_others(self, store: RecordStore) -> None:
        stub = empty(store, self.kept(store))
        with writing(store, ANN) as tx:
            gone = tx.erase(Where.of(subjects="user.drink"), reason="asked", actor=None)
        assert gone.memories == ("m1",)
        assert get(store, stub) is None

    def test_the_words_of_others_are_ranked_as_before(self, store: RecordStore) -> None:
        """The counters of the keyword index follow."""
        other = make_memory("m2", "green tea 绿茶", scope=ANN)
        put(store, make_entry(other, terms=("green", "tea")))
        with reading(store, ANN) as reader:
            before = reader.keyword(["tea"], Where(), limit=9)
        memory = self.kept(store)
        empty(store, memory)
        with writing(store, ANN) as tx:
            tx.drop([memory.id])
        with reading(store, ANN) as reader:
            assert reader.keyword(["tea"], Where(), limit=9) == before

    def test_vectors_are_read_as_they_are_searched(self, store: RecordStore) -> None:
        put(
            store,
            make_entry(make_memory("a", scope=ANN), vector=direction(30)),
            make_entry(make_memory("b", scope=ANN)),
        )
        with reading(store, ANN) as reader:
            found = reader.vectors(["a", "b", "unknown"])
            assert list(found) == ["a"]
            assert found["a"].dtype == np.float32
            assert found["a"] == pytest.approx(direction(30), abs=1e-3)
            assert reader.vectors([]) == {}
        with reading(store, make_scope("ben")) as reader:
            assert reader.vectors(["a"]) == {}

    def test_archived_records_are_listed_by_what_stands_for_the_user(
        self, store: RecordStore
    ) -> None:
        ben = make_scope("ben")
        one, two = self.kept(store), self.kept(store, "m2", ben)
        assert store.archived(self.wall(store, ANN), ample()) == []
        empty(store, one)
        empty(store, two)
        third = put(store, make_entry(make_memory("m3", scope=ANN)))[0]
        assert store.archived(self.wall(store, ANN), ample()) == [{"place": "m1"}]
        assert store.archived(self.wall(store, ben), ample()) == [{"place": "m2"}]
        with writing(store, ANN) as tx:
            tx.drop([one.id])
        assert store.archived(self.wall(store, ANN), ample()) == []
        with writing(store, ANN) as tx:
            tx.drop([third.id])
        assert store.archived(self.wall(store, ANN), ample()) is None
        assert store.archived(self.wall(store, make_scope("nobody")), ample()) is None
