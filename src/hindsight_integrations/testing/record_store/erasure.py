"""Forgetting: what goes with what, what stays, and that nothing of what went can be read by any method."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations.answers import Action
from hindsight_integrations.ports import RecordStore, RecordWriter, Scrubbed
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Memory, MemoryType
from hindsight_integrations.testing.builders import (
    MOMENT,
    ample,
    make_entry,
    make_memory,
    make_scope,
    make_turn,
)
from hindsight_integrations.testing.fakes import FrozenClock
from hindsight_integrations.testing.generated import (
    examined,
    fresh_scope,
    scopes_of_memories,
    wheres,
)
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

ANN = make_scope("ann")
DAY = timedelta(days=1)


def _story(store: RecordStore) -> None:
    """Two sessions, five turns, seven records.

    t1 (s1) is an utterance u1 from which f1 and g1 were drawn; t2 (s1) is an utterance u2
    and f2; t3 (s2) is no utterance but e3 was drawn from it; t4 (s1) and t5 (no session)
    led to nothing; f4 comes from no turn.
    """
    s1, s2 = make_scope(session="s1"), make_scope(session="s2")

    def fact(id: str, subject: str, **fields: Any) -> Memory:
        return make_memory(id, subject_key=subject, **fields)

    records = (
        make_memory("u1", scope=s1, type="utterance", source_turn="t1"),
        fact("f1", "user.location", scope=s1, source_turn="t1"),
        fact("g1", "user.job.title", scope=s1, source_turn="t1"),
        make_memory("u2", scope=s1, type="utterance", source_turn="t2", status="archived"),
        fact("f2", "user.job.place", scope=s1, source_turn="t2", status="superseded"),
        make_memory("e3", scope=s2, type="event", source_turn="t3"),
        fact("f4", "user.diet", tags=("red",), created_at=MOMENT - DAY),
    )
    with writing(store, ANN) as write:
        write.log("s1", [(turn, make_turn(f"said {turn}"), MOMENT) for turn in ("t1", "t2", "t4")])
        write.log("s2", [("t3", make_turn("said t3"), MOMENT)])
        write.log(None, [("t5", make_turn("said t5"), MOMENT)])
        for memory in records:
            write.put(make_entry(memory, terms=("tea", memory.id)))


#: A filter, the records and the turns that go with it.
_FORMS: tuple[tuple[dict[str, Any], str, str], ...] = (
    ({"ids": "f4"}, "f4", ""),
    ({"ids": "e3"}, "e3", "t3"),  # its turn was no utterance
    ({"ids": "f1"}, "u1 f1", "t1"),  # the turn, so what it said; another fact of it stays
    ({"ids": "u1"}, "u1 f1 g1", "t1"),
    ({"ids": ["f2", "f4"]}, "u2 f2 f4", "t2"),
    ({"subjects": "user.diet"}, "f4", ""),
    ({"subjects": "user.job.*"}, "u1 g1 u2 f2", "t1 t2"),
    (
        {"session": "s1"},
        "u1 f1 g1 u2 f2",
        "t1 t2 t4",
    ),  # the whole session, also what led to nothing
    ({"session": "s2"}, "e3", "t3"),
    ({"session": "s1", "statuses": "superseded"}, "u2 f2", "t2"),
    ({"types": "event"}, "e3", "t3"),
    ({"tags": "red"}, "f4", ""),
    ({"source_turns": "t2"}, "u2 f2", "t2"),
    ({"source_turns": "t4"}, "", ""),
    ({"within": (None, MOMENT)}, "f4", ""),
    ({"ids": "never"}, "", ""),
    ({"session": "never"}, "", ""),
    ({"ids": []}, "", ""),
)


def _tied(records: Iterable[Memory], where: Where) -> set[str]:
    """The ids that go with ``where``, turn by turn.

    A turn of which something matches loses its sayings (records without a subject); one
    whose utterance matches loses everything.
    """
    records = list(records)
    hit = {memory.id for memory in records if where.matches(memory)}
    for turn in {memory.source_turn for memory in records} - {None}:
        of_turn = [memory for memory in records if memory.source_turn == turn]
        matching = [memory for memory in of_turn if where.matches(memory)]
        whole = any(memory.type is MemoryType.UTTERANCE for memory in matching)
        if matching:
            hit |= {m.id for m in of_turn if whole or m.subject_key is None}
    return hit


class ErasureTests(RecordStoreFixtures):
    """``erase``, ``erase_all`` and ``scrub``."""

    @pytest.mark.parametrize(
        ("parts", "records", "turns"), _FORMS, ids=[f"{parts!r:.60}" for parts, _, _ in _FORMS]
    )
    def test_erasing_takes_what_is_tied_and_nothing_else(
        self, store: RecordStore, parts: dict[str, Any], records: str, turns: str
    ) -> None:
        _story(store)
        with writing(store, ANN) as write:
            scrubbed = write.erase(Where.of(**parts), reason="asked", actor="ann")
        assert sorted(scrubbed.memories) == sorted(records.split())
        assert sorted(scrubbed.turns) == sorted(turns.split())
        left = {"u1", "f1", "g1", "u2", "f2", "e3", "f4"} - set(records.split())
        said = {"t1", "t2", "t3", "t4", "t5"} - set(turns.split())
        with reading(store, ANN) as read:
            assert {memory.id for memory in read.find(ALL)} == left
            assert {hit.id for hit in read.keyword(["tea"], ALL, limit=10)} == left
            logged = [turn.id for session in ("s1", "s2", None) for turn in read.turns(session)]
            assert sorted(logged) == sorted(said)
            assert {turn for turn in ("t1", "t2", "t3", "t4", "t5") if read.turn(turn)} == said

    def test_every_turn_that_said_it_goes(self, store: RecordStore) -> None:
        with writing(store, ANN) as write:
            write.log("s1", [(turn, make_turn(f"said {turn}"), MOMENT) for turn in ("t1", "t2")])
            write.put(make_entry(make_memory("u1", type="utterance", source_turn="t1")))
            write.put(make_entry(make_memory("u2", type="utterance", source_turn="t2")))
            fact = make_memory("f", subject_key="user.x", source_turn="t1", said_again=("t2",))
            write.put(make_entry(fact))
        with writing(store, ANN) as write:
            scrubbed = write.erase(Where(ids=("f",)), reason="asked", actor=None)
        assert sorted(scrubbed.memories) == ["f", "u1", "u2"]
        assert sorted(scrubbed.turns) == ["t1", "t2"]
        with reading(store, ANN) as read:
            assert read.turns("s1") == []

    @examined
    @given(data=st.data())
    def test_erasing_drawn_records(self, store: RecordStore, data: st.DataObject) -> None:
        scope = fresh_scope()
        drawn = data.draw(scopes_of_memories(scope))
        where = data.draw(wheres)
        with writing(store, scope) as write:
            kept = [write.put(make_entry(memory, terms=("tea",))) for memory in drawn]
        gone = _tied(kept, where)
        with writing(store, scope) as write:
            assert set(write.erase(where, reason="test", actor=None).memories) == gone
        with reading(store, scope) as read:
            assert read.get([m.id for m in kept]) == {m.id: m for m in kept if m.id not in gone}
            assert read.count(where) == 0
            assert read.count(ALL) == len(kept) - len(gone)

    def test_what_was_erased_is_found_by_no_method(self, store: RecordStore) -> None:
        furnish(store, ANN, "secret")
        with writing(store, ANN) as write:
            memory = make_memory("m2", "plain", subject_key="user.x")
            write.put(make_entry(memory, terms=("tea", "plain")))
        with writing(store, ANN) as write:
            write.erase(Where(ids=("m1",)), reason="asked", actor=None)
        seen = everything(store, ANN)
        assert [memory.id for memory in seen["find"]] == ["m2"]
        assert seen["done"] is not None
        assert seen["done"].forgotten
        left = {name: seen[name] for name in ("get", "chain", "same", "turns", "turn")}
        assert left == {name: NOTHING[name] for name in left}
        assert "secret" not in repr([_spelt(memory) for memory in seen["find"]])
        with reading(store, ANN) as read:
            for term in ("secret", "sec*", "s*"):
                assert read.keyword([term], ALL, limit=9) == []
            assert [hit.id for hit in read.keyword(["tea"], ALL, limit=9)] == ["m2"]

    def test_erased_words_weigh_no_more(self, store: RecordStore) -> None:
        words = {"m1": ("tea", "tea", "milk"), "m2": ("tea", "coffee"), "m3": ("water",)}
        extra = {f"x{n}": ("tea", "milk", "sugar", "x") for n in range(4)}
        entries = {
            name: make_entry(make_memory(name), terms=w) for name, w in (words | extra).items()
        }
        put(store, *(entries[name] for name in ("x0", "m1", "x1", "m2", "x2", "m3", "x3")))
        with writing(store, ANN) as write:
            write.erase(Where(ids=tuple(extra)), reason="asked", actor=None)
        with reading(store, ANN) as read:
            hits = read.keyword(["tea", "milk"], ALL, limit=9)
        # the three records that are left, as in the keyword part of the suite
        expected = {"m1": 0.4326208, "m2": 0.1472520}
        assert {hit.id: hit.score for hit in hits} == pytest.approx(expected, abs=1e-6)

    def test_links_to_what_was_erased_are_cut_and_chains_not_mended(
        self, store: RecordStore
    ) -> None:
        put(
            store,
            make_entry(make_memory("old", superseded_by="middle", status="superseded")),
            make_entry(
                make_memory("middle", supersedes="old", superseded_by="new", status="superseded")
            ),
            make_entry(make_memory("new", supersedes="middle")),
            make_entry(make_memory("beside", contradicted_by="middle", supersedes="old")),
        )
        with writing(store, ANN) as write:
            write.erase(Where(ids=("middle",)), reason="asked", actor=None)
        with reading(store, ANN) as read:
            found = read.get(["old", "new", "beside"])
        links = {m.id: (m.supersedes, m.superseded_by, m.contradicted_by) for m in found.values()}
        assert links == {
            "old": (None, None, None),
            "new": (None, None, None),
            "beside": ("old", None, None),
        }

    def test_an_erased_id_and_key_are_free_again(self, store: RecordStore) -> None:
        memory = make_memory("m1", "first", subject_key="user.location")
        put(store, make_entry(memory, single=True))
        with writing(store, ANN) as write:
            write.erase(Where(ids=("m1",)), reason="asked", actor=None)
            kept = write.put(make_entry(memory, single=True))
        assert kept.sequence == 2
        with reading(store, ANN) as read:
            assert read.find(ALL) == [kept]

    def test_expired_records_are_erased_too(self, store: RecordStore, clock: FrozenClock) -> None:
        soon: dict[str, Any] = {"expires_at": MOMENT + DAY}
        put(store, *(make_entry(make_memory(f"m{n}", **soon)) for n in range(2)))
        put(store, make_entry(make_memory("b1", scope=make_scope("ben"), **soon)))
        clock.advance(2 * DAY)
        with writing(store, ANN) as write:
            write.erase(Where(ids=("m0",)), reason="asked", actor=None)
        with writing(store, make_scope("ben")) as write:
            write.erase_all(reason="asked", actor=None)
        clock.set(MOMENT)  # a clock set back brings nothing back
        with reading(store, ANN) as read:
            assert [memory.id for memory in read.find(ALL) if memory.id != "m1"] == []
        with reading(store, make_scope("ben")) as read:
            assert read.find(ALL) == []

    def test_erasing_an_unknown_user_does_nothing(self, store: RecordStore) -> None:
        with writing(store, ANN) as write:
            assert write.erase(Where(session="s1"), reason="x", actor=None) == Scrubbed((), ())
            assert write.erase_all(reason="x", actor=None) == Scrubbed((), ())
        assert store.users("acme", ample()) == {}

    def test_erasing_a_user_takes_everything(self, store: RecordStore) -> None:
        _story(store)
        furnish(store, make_scope("ben"), "second")
        before = everything(store, make_scope("ben"))
        with writing(store, ANN) as write:
            scrubbed = write.erase_all(reason="asked", actor=None)
        assert sorted(scrubbed.memories) == ["e3", "f1", "f2", "f4", "g1", "u1", "u2"]
        assert sorted(scrubbed.turns) == ["t1", "t2", "t3", "t4", "t5"]
        with reading(store, ANN) as read:
            assert (read.find(ALL), read.count(ALL), read.chain("user.diet")) == ([], 0, [])
            assert read.keyword(["tea", "u1", "f*"], ALL, limit=9) == []
            assert [read.turns(session) for session in ("s1", "s2", None)] == [[], [], []]
            assert [read.turn(f"t{n}") for n in range(1, 6)] == [None] * 5
        assert store.users("acme", ample()) == {"ben": 1}
        assert everything(store, make_scope("ben")) == before

    def test_a_user_lives_on_after_erasing_everything(self, store: RecordStore) -> None:
        _story(store)
        with writing(store, ANN) as write:
            write.erase_all(reason="asked", actor=None)
        with writing(store, ANN) as write:
            assert write.erase_all(reason="asked", actor=None) == Scrubbed((), ())
            assert write.put(make_entry(make_memory("f4"), terms=("tea",))).sequence == 8
            assert write.log("s1", [("t1", make_turn(), MOMENT)]) == [1]
        with reading(store, ANN) as read:
            (hit,) = read.keyword(["tea"], ALL, limit=9)
        # alone in its scope: one term of one, 1/(1 + 1.2 * (0.25 + 0.75 * 1))
        assert hit.score == pytest.approx(1 / 2.2, abs=1e-6)

    def test_erased_text_is_driven_out_of_the_journals(self, store: RecordStore) -> None:
        furnish(store, ANN, "secret")
        with writing(store, ANN) as write:
            write.erase_all(reason="asked", actor=None)
        places = store.scrub(ample(), whole=True)  # nobody else is reading
        assert {place for place, clean in places.items() if not clean} == self.out_of_reach
        assert everything(store, ANN)["find"] == []

    def test_a_block_that_fails_forgets_nothing(self, store: RecordStore) -> None:
        _story(store)
        with writing(store, ANN) as write:
            write.note("turn:t1", Action.ADDED, "u1")
        with pytest.raises(ValueError, match="stop"):
            failing(store, ANN, _erase_session, ValueError("stop"))
        with reading(store, ANN) as read:
            assert read.count(ALL) == 7
            assert [turn.id for turn in read.turns("s1")] == ["t1", "t2", "t4"]
            done = read.done("turn:t1")
        assert done is not None
        assert not done.forgotten


def _erase_session(write: RecordWriter) -> None:
    write.erase(Where(session="s1"), reason="asked", actor=None)


def _spelt(memory: Memory) -> tuple[object, ...]:
    """The texts of a record, which its repr leaves out."""
    return (memory, memory.content, memory.payload, memory.tags, memory.dedup_key)
