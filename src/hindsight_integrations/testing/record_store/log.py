"""The log: turns by session, in order, numbered, and exactly as they were said."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from hindsight_integrations.errors import Conflict, InvalidInput
from hindsight_integrations.ports import LoggedTurn, RecordStore
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Role
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
    RecordStoreFixtures,
    reading,
    writing,
)

ANN = make_scope("ann")
HOUR = timedelta(hours=1)


def log(store: RecordStore, session: str | None, *ids: str) -> list[int]:
    with writing(store, ANN) as write:
        return write.log(session, [(turn, make_turn(f"said {turn}"), MOMENT) for turn in ids])


def ids(store: RecordStore, session: str | None, *, last: int | None = None) -> list[str]:
    with reading(store, ANN) as read:
        return [turn.id for turn in read.turns(session, last=last)]


_TURNS: tuple[dict[str, Any], ...] = (
    *({"role": role} for role in Role),
    {"content": "她说：我搬到了里斯本 😀"},
    {"content": '  it\'s "quoted"\r\n\tand indented  '},
    {"content": "long 长 " * 100_000},
    {"at": MOMENT + timedelta(microseconds=1)},
    {"at": MOMENT.replace(year=1969)},
    {"id": "message/1 %_'"},
    {"index": 0},
    {"index": 12},
    {"name": "search 搜索"},
    {"payload": {"calls": [{"id": "c1", "args": {"q": "茶", "n": None, "deep": [1.5, True]}}]}},
    {"original": {"type": "human", "data": {"content": "茶 & tea", "id": None}}},
    {"content": "", "original": {"type": "ai", "data": {"tool_calls": [{"id": "c1"}]}}},
    {"payload": {"": {}, "id": "x", "role": "y", "at": "z"}},
)


class LogTests(RecordStoreFixtures):
    """``log``, ``turns`` and ``turn``."""

    def test_turns_are_numbered_by_session_and_kept_in_order(self, store: RecordStore) -> None:
        assert log(store, "s1", "b", "a") == [1, 2]
        assert log(store, "s2", "c") == [1]
        assert log(store, "s1", "z", "d") == [3, 4]
        assert log(store, "s1") == []
        assert ids(store, "s1") == ["b", "a", "z", "d"]
        assert ids(store, "s2") == ["c"]
        with reading(store, ANN) as read:
            assert [turn.sequence for turn in read.turns("s1")] == [1, 2, 3, 4]

    def test_order_is_that_of_logging_whatever_the_time(self, store: RecordStore) -> None:
        late, early = MOMENT + timedelta(days=1), MOMENT
        with writing(store, ANN) as write:
            write.log("s1", [("t1", make_turn(at=late), late), ("t2", make_turn(at=early), early)])
        assert ids(store, "s1") == ["t1", "t2"]

    @pytest.mark.parametrize(
        ("last", "expected"), [(0, ""), (1, "c"), (2, "bc"), (3, "abc"), (9, "abc")]
    )
    def test_the_last_turns_come_in_order(
        self, store: RecordStore, last: int, expected: str
    ) -> None:
        log(store, "s1", "a", "b", "c")
        assert ids(store, "s1", last=last) == list(expected)

    def test_no_session_is_a_log_of_its_own(self, store: RecordStore) -> None:
        assert log(store, None, "a", "b") == [1, 2]
        assert log(store, "None", "c") == [1]
        assert (ids(store, None), ids(store, "None")) == (["a", "b"], ["c"])
        assert ids(store, None, last=1) == ["b"]

    def test_the_scopes_own_session_does_not_choose_the_log(self, store: RecordStore) -> None:
        log(store, "s1", "a")
        with writing(store, make_scope(session="s2")) as write:
            assert write.log("s1", [("b", make_turn(), MOMENT)]) == [2]
            assert [turn.id for turn in write.turns("s1")] == ["a", "b"]
            assert write.turns("s2") == []

    @pytest.mark.parametrize("session", AWKWARD, ids=ascii)
    def test_sessions_are_not_mixed_up(self, store: RecordStore, session: str) -> None:
        others = (session + "x", "x" + session, session.replace("_", "x") + "y", None)
        for number, other in enumerate(others):
            log(store, other, f"other {number}")
        assert log(store, session, "t1") == [1]
        assert ids(store, session) == ["t1"]
        with writing(store, ANN) as write:
            assert write.erase(Where(session=session), reason="test", actor=None).turns == ("t1",)
        assert [len(ids(store, other)) for other in others] == [1] * 4

    @pytest.mark.parametrize("fields", _TURNS, ids=lambda fields: f"{fields!r:.40}")
    def test_a_turn_comes_back_as_it_was_said(
        self, store: RecordStore, fields: dict[str, Any]
    ) -> None:
        turn = make_turn(**fields)
        instant = turn.at or MOMENT + timedelta(microseconds=7)
        with writing(store, ANN) as write:
            write.log("s1", [("t1", turn, instant)])
        expected = LoggedTurn("t1", 1, turn, instant)
        with reading(store, ANN) as read:
            assert read.turn("t1") == expected
            assert read.turns("s1") == [expected]
            assert read.turns("s1", last=1) == [expected]

    def test_a_turn_is_found_by_its_id_in_any_session(self, store: RecordStore) -> None:
        log(store, "s1", "a")
        log(store, None, "b")
        with reading(store, ANN) as read:
            found = [read.turn(turn) for turn in ("a", "b", "A", "")]
        assert [turn and turn.turn.content for turn in found] == ["said a", "said b", None, None]

    def test_an_ended_session_is_open_again_once_something_is_said(
        self, store: RecordStore
    ) -> None:
        log(store, "s1", "a")
        log(store, None, "b")
        with reading(store, ANN) as read:
            version = read.version()
        for session in ("s1", "never"):
            with writing(store, ANN) as write:
                assert not write.ended(session)
                write.end(session)
                assert write.ended(session) is (session == "s1")
        with reading(store, ANN) as read:
            ended = [read.ended(session) for session in ("s1", None, "never")]
            assert (ended, read.version()) == ([True, False, False], version)
        log(store, "s1", "c")
        with reading(store, ANN) as read:
            assert not read.ended("s1")

    def test_the_end_of_a_session_is_undone_with_its_transaction(self, store: RecordStore) -> None:
        log(store, "s1", "a")
        with pytest.raises(InvalidInput), writing(store, ANN) as write:  # noqa: PT012
            write.end("s1")
            write.put(make_entry(make_memory(scope=make_scope("ben"))))
        with reading(store, ANN) as read:
            assert not read.ended("s1")

    def test_an_end_of_a_user_who_is_unknown_is_nothing(self, store: RecordStore) -> None:
        with writing(store, ANN) as write:
            write.end("s1")
            assert not write.ended("s1")

    def test_sessions_in_which_nothing_was_said_are_ended_once(self, store: RecordStore) -> None:
        for n, (scope, session) in enumerate(
            ((ANN, "s1"), (ANN, "s2"), (ANN, None), (make_scope("ben"), "s1"))
        ):
            with writing(store, scope) as write:
                write.log(session, [(f"t{n}", make_turn(f"said {n}"), MOMENT + n * HOUR)])
        with writing(store, make_scope("ann", tenant="other")) as write:
            write.log("s1", [("t9", make_turn("said there"), MOMENT)])

        def ended(after: int, limit: int = 10) -> list[tuple[str, str, datetime]]:
            before = MOMENT + after * HOUR
            found = store.end_idle("acme", before, limit=limit, deadline=ample())
            return [(item.user, item.session, item.since) for item in found]

        assert ended(0) == []  # before: what was said at that very instant is not idle
        assert ended(9, limit=1) == [("ann", "s1", MOMENT)]
        assert ended(9) == [("ann", "s2", MOMENT + HOUR), ("ben", "s1", MOMENT + 3 * HOUR)]
        assert ended(9) == []
        with reading(store, ANN) as read:
            assert (read.ended("s1"), read.ended("s2"), read.ended(None)) == (True, True, False)
        with writing(store, ANN) as write:
            write.log("s1", [("later", make_turn("said later"), MOMENT + 5 * HOUR)])
        assert ended(9) == [("ann", "s1", MOMENT + 5 * HOUR)]

    def test_a_taken_turn_id_is_a_conflict(self, store: RecordStore) -> None:
        log(store, "s1", "a")
        for session in ("s1", "s2"):
            with pytest.raises(Conflict):
                log(store, session, "b", "a")
        assert (ids(store, "s1"), ids(store, "s2")) == (["a"], [])
        assert log(store, "s2", "b") == [1]

    def test_the_number_of_an_erased_turn_is_not_used_again(self, store: RecordStore) -> None:
        """Else a window that missed the erasure would take the new turn for the old one."""
        log(store, "s1", "a", "b")
        with writing(store, ANN) as write:
            write.put(make_entry(make_memory("m1", source_turn="b")))
        with writing(store, ANN) as write:
            write.erase(Where(ids=("m1",)), reason="test", actor=None)
        assert log(store, "s1", "c") == [3]
        assert ids(store, "s1") == ["a", "c"]
