"""Dedup keys: what was done under a key is told once and for all, and a forgotten one stays known as forgotten."""

from __future__ import annotations

import pytest

from hindsight_integrations.answers import Action
from hindsight_integrations.ports import Done, RecordStore
from hindsight_integrations.queries import Where
from hindsight_integrations.testing.builders import (
    MOMENT,
    make_entry,
    make_memory,
    make_scope,
    make_turn,
)
from hindsight_integrations.testing.generated import AWKWARD
from hindsight_integrations.testing.record_store.fixtures import (
    RecordStoreFixtures,
    put,
    reading,
    writing,
)

ANN = make_scope("ann")


def note(store: RecordStore, key: str, action: Action, id: str | None) -> None:
    with writing(store, ANN) as write:
        write.note(key, action, id)


def done(store: RecordStore, key: str) -> Done | None:
    with reading(store, ANN) as read:
        return read.done(key)


def forgotten(store: RecordStore, key: str) -> bool:
    """Whether ``key`` is known as forgotten, and names nothing any more."""
    found = done(store, key)
    return found is not None and found.forgotten and found.id is None


class KeyTests(RecordStoreFixtures):
    """``note`` and ``done``."""

    @pytest.mark.parametrize("id", ["m1", None])
    @pytest.mark.parametrize("action", Action)
    def test_a_key_tells_what_was_done(
        self, store: RecordStore, action: Action, id: str | None
    ) -> None:
        assert done(store, "key") is None
        note(store, "key", action, id)
        assert done(store, "key") == Done(action, id, forgotten=False)

    @pytest.mark.parametrize("key", [*AWKWARD, "k" * 5_000], ids=lambda key: ascii(key)[:40])
    def test_any_string_is_a_key(self, store: RecordStore, key: str) -> None:
        note(store, key, Action.ADDED, "m1")
        assert done(store, key) == Done(Action.ADDED, "m1", forgotten=False)
        others = (key + " ", key + "\x00", key.upper() + "X", key[:-1])
        assert [done(store, other) for other in others] == [None] * 4

    def test_the_first_note_of_a_key_stays(self, store: RecordStore) -> None:
        note(store, "key", Action.ADDED, "m1")
        note(store, "key", Action.REFRESHED, "m2")
        assert done(store, "key") == Done(Action.ADDED, "m1", forgotten=False)

    def test_keys_are_the_users_own(self, store: RecordStore) -> None:
        note(store, "key", Action.ADDED, "m1")
        for scope in (make_scope("ben"), make_scope("ann", tenant="other")):
            with writing(store, scope) as write:
                assert write.done("key") is None
                write.note("key", Action.ENDED, scope.user)
        assert done(store, "key") == Done(Action.ADDED, "m1", forgotten=False)

    def test_the_keys_of_an_erased_record_are_forgotten(self, store: RecordStore) -> None:
        """Its own key and every key that came to stand for it; the keys of others stay."""
        put(store, make_entry(make_memory("m1", dedup_key="own")), make_entry(make_memory("m2")))
        note(store, "own", Action.ADDED, "m1")
        note(store, "said again", Action.REFRESHED, "m1")
        note(store, "another", Action.ADDED, "m2")
        note(store, "nothing kept", Action.ENDED, None)
        with writing(store, ANN) as write:
            write.erase(Where(ids=("m1",)), reason="test", actor=None)
        assert forgotten(store, "own")
        assert forgotten(store, "said again")
        assert done(store, "another") == Done(Action.ADDED, "m2", forgotten=False)
        assert done(store, "nothing kept") == Done(Action.ENDED, None, forgotten=False)

    def test_a_forgotten_key_cannot_be_noted_anew(self, store: RecordStore) -> None:
        put(store, make_entry(make_memory("m1")))
        note(store, "key", Action.ADDED, "m1")
        with writing(store, ANN) as write:
            write.erase(Where(ids=("m1",)), reason="test", actor=None)
            assert (found := write.done("key")) is not None
            assert found.forgotten
        put(store, make_entry(make_memory("m1")))
        note(store, "key", Action.ADDED, "m1")
        assert forgotten(store, "key")

    def test_the_keys_of_erased_turns_are_forgotten(self, store: RecordStore) -> None:
        """A turn is noted as ``turn:`` and its id, whatever it led to."""
        with writing(store, ANN) as write:
            write.log("s1", [(f"t{n}", make_turn(), MOMENT) for n in range(3)])
            for n in range(3):
                write.note(f"turn:t{n}", Action.ADDED, None)
            write.put(make_entry(make_memory("m1", source_turn="t1")))
        with writing(store, ANN) as write:
            write.erase(Where(ids=("m1",)), reason="test", actor=None)
        assert [forgotten(store, f"turn:t{n}") for n in range(3)] == [False, True, False]
        with writing(store, ANN) as write:
            write.erase(Where(session="s1"), reason="test", actor=None)
        assert [forgotten(store, f"turn:t{n}") for n in range(3)] == [True, True, True]

    def test_keys_that_were_never_noted_are_forgotten_too(self, store: RecordStore) -> None:
        """A record that was imported brings its key and its turn's id; neither is to be learnt again."""
        put(store, make_entry(make_memory("m1", dedup_key="own", source_turn="t1")))
        with writing(store, ANN) as write:
            write.erase(Where(ids=("m1",)), reason="test", actor=None)
        assert forgotten(store, "own")
        assert forgotten(store, "turn:t1")
        assert done(store, "t1") is None

    def test_all_keys_of_an_erased_user_are_forgotten(self, store: RecordStore) -> None:
        put(store, make_entry(make_memory("m1", dedup_key="own")))
        note(store, "own", Action.ADDED, "m1")
        note(store, "nothing kept", Action.ENDED, None)
        ben = make_scope("ben")
        with writing(store, ben) as write:
            write.note("own", Action.ADDED, "m1")
        with writing(store, ANN) as write:
            write.erase_all(reason="test", actor=None)
        assert forgotten(store, "own")
        assert forgotten(store, "nothing kept")
        assert done(store, "never noted") is None
        with reading(store, ben) as read:
            assert read.done("own") == Done(Action.ADDED, "m1", forgotten=False)
