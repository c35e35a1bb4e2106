"""Transcripts: what of the log is shown, in which order, and that nothing erased is in them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hindsight_integrations.ports import RecordStore, RecordWriter
from hindsight_integrations.queries import Where
from hindsight_integrations.testing.builders import (
    MOMENT,
    make_entry,
    make_memory,
    make_scope,
    make_turn,
)
from hindsight_integrations.testing.record_store.fixtures import (
    RecordStoreFixtures,
    reading,
    writing,
)

ANN = make_scope("ann")


def log(store: RecordStore, session: str | None, ids: str) -> None:
    with writing(store, ANN) as write:
        write.log(session, [(id, make_turn(f"said {id}"), MOMENT) for id in ids])


def change(store: RecordStore, work: Callable[[RecordWriter], object]) -> None:
    with writing(store, ANN) as write:
        work(write)


def shown(store: RecordStore, session: str | None = "s1", *, archived: bool = False) -> str:
    with reading(store, ANN) as read:
        return "".join(turn.id for turn in read.shown(session, archived=archived))


class TranscriptTests(RecordStoreFixtures):
    """``show``, ``arrange``, ``shown`` and ``transcripts``."""

    def test_the_log_alone_shows_nothing(self, store: RecordStore) -> None:
        log(store, "s1", "ab")
        assert shown(store) == ""
        with reading(store, ANN) as read:
            assert read.transcripts() == []

    def test_shown_turns_stand_in_the_order_of_showing(self, store: RecordStore) -> None:
        log(store, "s1", "abcd")
        change(store, lambda write: write.show("s1", ["b", "a"]))
        change(store, lambda write: write.show("s1", ["a", "d", "unknown", "d"]))
        assert shown(store) == "bad"

    def test_a_shown_turn_is_the_logged_one(self, store: RecordStore) -> None:
        turn = make_turn("", original={"type": "ai", "data": {"tool_calls": [{"id": "c1"}]}})
        with writing(store, ANN) as write:
            write.log("s1", [("t1", turn, MOMENT)])
            write.show("s1", ["t1"])
            assert write.shown("s1") == write.turns("s1")
        with reading(store, ANN) as read:
            assert read.shown("s1") == read.turns("s1")
            assert read.shown("s1")[0].turn == turn

    @pytest.mark.parametrize(
        ("last", "expected"), [(0, ""), (1, "b"), (2, "ab"), (3, "cab"), (9, "cab")]
    )
    def test_the_last_ones_come_in_order(
        self, store: RecordStore, last: int, expected: str
    ) -> None:
        log(store, "s1", "abc")
        change(store, lambda write: write.arrange("s1", ["c", "a", "b"]))
        with reading(store, ANN) as read:
            assert "".join(turn.id for turn in read.shown("s1", last=last)) == expected

    def test_arranging_replaces_everything(self, store: RecordStore) -> None:
        log(store, "s1", "abcd")
        change(store, lambda write: write.show("s1", ["a", "b", "c"]))
        change(store, lambda write: write.arrange("s1", ["d", "b", "d"], archived=["a", "b", "x"]))
        assert (shown(store), shown(store, archived=True)) == ("db", "a")
        change(store, lambda write: write.show("s1", ["a", "c"]))
        assert (shown(store), shown(store, archived=True)) == ("dbc", "a")
        change(store, lambda write: write.arrange("s1", []))
        assert (shown(store), shown(store, archived=True)) == ("", "")
        with reading(store, ANN) as read:
            assert len(read.turns("s1")) == 4

    def test_sessions_have_transcripts_of_their_own(self, store: RecordStore) -> None:
        log(store, "s1", "ab")
        log(store, None, "c")
        change(store, lambda write: write.show("s2", ["a"]))
        change(store, lambda write: write.show("s1", ["b", "a"]))
        change(store, lambda write: write.show(None, ["c"]))
        assert (shown(store, "s1"), shown(store, "s2"), shown(store, None)) == ("ba", "a", "c")
        with reading(store, ANN) as read:
            assert read.transcripts() == [None, "s1", "s2"]

    def test_another_user_sees_none(self, store: RecordStore) -> None:
        log(store, "s1", "ab")
        change(store, lambda write: write.show("s1", ["a", "b"]))
        with writing(store, make_scope("ben")) as write:
            write.show("s1", ["a", "b"])
            write.arrange("s1", ["a"])
            assert write.shown("s1") == []
            assert write.transcripts() == []
        assert shown(store) == "ab"

    def test_what_is_erased_is_not_shown(self, store: RecordStore) -> None:
        log(store, "s1", "abc")
        with writing(store, ANN) as write:
            write.put(make_entry(make_memory("m1", source_turn="b")))
            write.arrange("s1", ["a", "b"], archived=["c"])
        change(
            store, lambda write: write.erase(Where(ids=("m1",)), reason="x", actor=None) and None
        )
        assert (shown(store), shown(store, archived=True)) == ("a", "c")
        change(
            store, lambda write: write.erase(Where(session="s1"), reason="x", actor=None) and None
        )
        assert (shown(store), shown(store, archived=True)) == ("", "")
        with reading(store, ANN) as read:
            assert read.transcripts() == []

    def test_erasing_a_user_empties_every_transcript(self, store: RecordStore) -> None:
        log(store, "s1", "ab")
        change(store, lambda write: write.arrange("s1", ["a"], archived=["b"]))
        change(store, lambda write: write.erase_all(reason="x", actor=None))
        assert (shown(store), shown(store, archived=True)) == ("", "")
        with reading(store, ANN) as read:
            assert read.transcripts() == []

    def test_a_failed_transaction_shows_nothing(self, store: RecordStore) -> None:
        log(store, "s1", "ab")

        def fail(write: RecordWriter) -> None:
            write.show("s1", ["a"])
            raise RuntimeError

        with pytest.raises(RuntimeError):
            change(store, fail)
        assert shown(store) == ""
