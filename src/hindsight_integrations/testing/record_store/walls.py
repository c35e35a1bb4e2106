"""The wall between users: whatever the ids look like, nothing of one is reached, counted or changed from another."""

from __future__ import annotations

import pytest

from hindsight_integrations.answers import Action
from hindsight_integrations.errors import Conflict, HindsightError
from hindsight_integrations.ports import RecordStore, Scrubbed
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Scope
from hindsight_integrations.testing.builders import (
    MOMENT,
    ample,
    make_entry,
    make_memory,
    make_scope,
    make_turn,
)
from hindsight_integrations.testing.generated import AWKWARD
from hindsight_integrations.testing.record_store.fixtures import (
    ALL,
    NOTHING,
    RecordStoreFixtures,
    everything,
    furnish,
    put,
    reading,
    writing,
)

#: Ids that a careless comparison takes for one another.
ALIKE = (
    ("a_b", "axb"),
    ("100%", "100 percent"),
    ("%", "ann"),
    ("ann", "Ann"),
    ("Éva", "éva"),
    ("eve", "eve "),
    ("eve", " eve"),
    ("eve", "eve\n"),
    ("é", "e\u0301"),
    ("ﬁ", "fi"),
    ("ß", "ss"),
    ("１", "1"),
    ("1", "01"),
    ("1", "1.0"),
    ("张伟", "张 伟"),
    ("张伟", "張偉"),
    ("😀", "😁"),
    ("👩‍💻", "👩"),
    ("x'; --", "x"),
    ("a\x00b", "a"),
    ("a\x00b", "a\x00c"),
    ("u" * 300, "u" * 299 + "v"),
    ("*", "a"),
    ("None", "null"),
)
PAIRS = (
    *((make_scope(one), make_scope(other)) for one, other in ALIKE),
    *((Scope(one, "ann"), Scope(other, "ann")) for one, other in ALIKE),
    *(
        (Scope("a", f"b{mark}c"), Scope(f"a{mark}b", "c"))
        for mark in ("", ":", ".", "/", "|", " ", "\x00", "\x1f")
    ),
    (Scope("ann", "ben"), Scope("ben", "ann")),
)
both = pytest.mark.parametrize(
    ("one", "other"), PAIRS, ids=[f"{a.wall!r:.40}|{b.wall!r:.40}" for a, b in PAIRS]
)


class WallTests(RecordStoreFixtures):
    """Isolation of users and tenants."""

    @both
    def test_two_users_keep_the_same_ids_apart(
        self, store: RecordStore, one: Scope, other: Scope
    ) -> None:
        furnish(store, one, "first")
        assert everything(store, other).items() >= NOTHING.items()
        furnish(store, other, "second")
        for scope, mark in ((one, "first"), (other, "second")):
            seen = everything(store, scope)
            assert [memory.content for memory in seen["find"]] == [f"record of {mark}"]
            assert [memory.scope.wall for memory in seen["find"]] == [scope.wall]
            assert seen["get"]["m1"] == seen["find"][0] == seen["chain"][0] == seen["same"]
            assert [turn.turn.content for turn in seen["turns"]] == [f"turn of {mark}"]
            assert seen["turn"] == seen["turns"][0]
            assert (seen["latest"], seen["outline"]) == (["m1"], ["m1"])
            assert (seen["count"], len(seen["chain"]), len(seen["turns"])) == (1, 1, 1)
            assert [hit.id for hit in seen["keyword"] + seen["prefix"]] == ["m1", "m1"]
            with reading(store, scope) as read:
                assert [read.count(Where(ids=("m1",))), read.done("key") is None] == [1, False]
                marks = {
                    name: bool(read.keyword([name], ALL, limit=9)) for name in ("first", "second")
                }
            assert marks == {name: name == mark for name in ("first", "second")}

    @both
    def test_changes_to_one_user_leave_the_other_as_it_was(
        self, store: RecordStore, one: Scope, other: Scope
    ) -> None:
        furnish(store, one, "first")
        furnish(store, other, "second")
        before = everything(store, other)
        store.touch(one, {"m1": 3}, MOMENT)
        with writing(store, one) as write:
            write.edit(make_memory("m1", scope=one, subject_key="user.food", status="superseded"))
            write.note("key", Action.ENDED, None)
            write.log("s1", [("t2", make_turn("another"), MOMENT)])
        assert everything(store, other) == before
        with writing(store, one) as write:
            assert write.erase(Where(ids=("m1",)), reason="test", actor=None).memories == ("m1",)
        assert everything(store, other) == before
        with writing(store, one) as write:
            write.erase_all(reason="test", actor=None)
        assert everything(store, other) == before
        assert (
            everything(store, one).items()
            >= {**NOTHING, "done": everything(store, one)["done"]}.items()
        )

    @both
    def test_knowing_the_ids_of_another_user_is_of_no_use(
        self, store: RecordStore, one: Scope, other: Scope
    ) -> None:
        furnish(store, other, "second")
        before = everything(store, other)
        store.touch(one, {"m1": 3}, MOMENT)
        with reading(store, one) as read:
            assert read.get(["m1"]) == {}
            assert read.find(Where(ids=("m1",))) == read.find(Where(source_turns=("t1",))) == []
            assert read.keyword(["second", "seco*"], Where(ids=("m1",)), limit=10) == []
            assert (read.turn("t1"), read.done("key"), read.done("turn:t1")) == (None, None, None)
        with writing(store, one) as write:
            for where in (Where(ids=("m1",)), Where(session="s1"), Where(source_turns=("t1",))):
                assert write.erase(where, reason="test", actor=None) == Scrubbed((), ())
            assert write.erase_all(reason="test", actor=None) == Scrubbed((), ())
        with pytest.raises(Conflict), writing(store, one) as write:
            write.edit(make_memory("m1", "mine now", scope=one))
        assert everything(store, other) == before

    def test_a_record_of_another_user_is_not_written(self, store: RecordStore) -> None:
        ann, ben = make_scope("ann"), make_scope("ben")
        furnish(store, ben, "second")
        before = everything(store, ben)
        with pytest.raises(HindsightError), writing(store, ann) as write:
            write.put(make_entry(make_memory("m2", scope=ben)))
        with pytest.raises(HindsightError), writing(store, ann) as write:
            write.edit(make_memory("m1", scope=ben, status="archived"))
        assert everything(store, ben) == before
        assert everything(store, ann).items() >= NOTHING.items()

    def test_agent_and_session_are_no_wall(self, store: RecordStore) -> None:
        put(store, make_entry(make_memory("m1", scope=make_scope(agent="a1", session="s1"))))
        with reading(store, make_scope(agent="a2", session="s2")) as read:
            found = read.get(["m1"])["m1"]
        assert (found.scope.agent, found.scope.session) == ("a1", "s1")
        with writing(store, make_scope()) as write:
            assert write.erase(Where(ids=("m1",)), reason="test", actor=None).memories == ("m1",)

    def test_reading_an_unknown_user_finds_nothing_and_makes_nothing(
        self, store: RecordStore
    ) -> None:
        assert everything(store, make_scope("nobody")).items() >= NOTHING.items()
        with writing(store, make_scope("nobody")) as write:
            assert write.find(ALL) == []
        assert store.users("acme", ample()) == {}

    def test_the_users_of_a_tenant_are_counted(self, store: RecordStore) -> None:
        for user, many in (("ann", 2), ("Ann", 1), ("张伟", 1)):
            for number in range(many):
                put(store, make_entry(make_memory(f"m{number}", scope=make_scope(user))))
        put(store, make_entry(make_memory("m1", scope=make_scope("ben", tenant="ACME"))))
        with writing(store, make_scope("only talks")) as write:
            write.log(None, [("t1", make_turn(), MOMENT)])
        assert store.users("acme", ample()) == {"ann": 2, "Ann": 1, "张伟": 1, "only talks": 0}
        assert store.users("ACME", ample()) == {"ben": 1}
        assert store.users("acm_", ample()) == {}

    @pytest.mark.parametrize("name", AWKWARD, ids=ascii)
    def test_any_string_is_an_id(self, store: RecordStore, name: str) -> None:
        scope = Scope(name, name, name, name)
        tag = name.replace("\0", "\ufffd")  # tags are text: what cannot be kept is replaced before
        memory = make_memory(name, scope=scope, source_turn=name, tags=(tag,), supersedes=name)
        with writing(store, scope) as write:
            write.log(name, [(name, make_turn(id=name), MOMENT)])
            kept = write.put(make_entry(memory, terms=("tea",)))
            write.note(name, Action.ADDED, name)
        where = Where(ids=(name,), tags=(tag,), source_turns=(name,), session=name, agent=name)
        with reading(store, scope) as read:
            assert read.get([name]) == {name: kept}
            assert read.find(where) == [kept]
            assert [hit.id for hit in read.keyword(["tea"], where, limit=5)] == [name]
            assert [turn.id for turn in read.turns(name)] == [name]
            assert read.turn(name) == read.turns(name)[0]
            done = read.done(name)
        assert done is not None
        assert (done.id, done.forgotten) == (name, False)
        assert store.users(name, ample()) == {name: 1}
        with writing(store, scope) as write:
            assert write.erase(where, reason="test", actor=name) == Scrubbed((name,), (name,))
