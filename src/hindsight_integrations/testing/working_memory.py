"""The contract of a working memory, as a suite that its author subclasses; it knows no working memory.

::

    class TestMyWorkingMemory(WorkingMemoryContract):
        @pytest.fixture
        def working(self):
            return MyWorkingMemory(ttl_seconds=self.ttl.total_seconds())
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import pytest

from hindsight_integrations.errors import DeadlineExceeded
from hindsight_integrations.ports import Deadline, LoggedTurn, WorkingMemory
from hindsight_integrations.records import Role, Scope
from hindsight_integrations.testing.builders import MOMENT, ample, make_scope, make_turn
from hindsight_integrations.testing.fakes import FrozenClock
from hindsight_integrations.testing.generated import AWKWARD

S1 = make_scope("ann", session="s1")
TICK = timedelta(microseconds=1)


def logged(
    sequence: int, id: str | None = None, /, *, when: datetime = MOMENT, **fields: Any
) -> LoggedTurn:
    """A turn with this number, called ``t`` and its number unless it has an id.

    ``fields`` are fields of the turn itself; ``when`` is its instant in the log.
    """
    name = id or f"t{sequence}"
    return LoggedTurn(name, sequence, make_turn(**({"content": f"said {name}"} | fields)), when)


def entity(text: str, kind: str = "order") -> dict[str, str]:
    return {"kind": kind, "text": text}


class WorkingMemoryContract:
    """Every promise of :class:`~hindsight_integrations.ports.WorkingMemory` as a test.

    A subclass provides the fixture ``working``: an empty working memory whose windows
    and entity stacks live for ``ttl`` and which keeps at least the last ten turns.
    """

    ttl = timedelta(hours=2)

    @pytest.fixture
    def clock(self) -> FrozenClock:
        """A clock for a working memory that is a part of a store; instants come with each call."""
        return FrozenClock()

    @pytest.fixture
    def working(self) -> WorkingMemory:
        """An empty working memory; a subclass provides (and closes) it."""
        raise NotImplementedError("a subclass of the suite provides the fixture 'working'")

    def push(
        self, working: WorkingMemory, *turns: LoggedTurn, scope: Scope = S1, now: datetime = MOMENT
    ) -> None:
        working.push(scope, turns, now=now, deadline=ample())

    def window(
        self, working: WorkingMemory, *, scope: Scope = S1, last: int = 10, now: datetime = MOMENT
    ) -> list[LoggedTurn]:
        return working.window(scope, last=last, now=now, deadline=ample())

    def ids(self, working: WorkingMemory, **how: Any) -> list[str]:
        return [turn.id for turn in self.window(working, **how)]

    def mention(
        self,
        working: WorkingMemory,
        *entities: dict[str, str],
        scope: Scope = S1,
        now: datetime = MOMENT,
    ) -> None:
        working.mention(scope, entities, now=now, deadline=ample())

    def texts(
        self, working: WorkingMemory, *, scope: Scope = S1, now: datetime = MOMENT
    ) -> list[str]:
        return [found["text"] for found in working.entities(scope, now=now, deadline=ample())]

    def drop(
        self, working: WorkingMemory, turns: Iterable[str] | None, *, scope: Scope = S1
    ) -> None:
        working.drop(scope, turns=turns, deadline=ample())

    def test_a_session_nobody_spoke_in_is_empty(self, working: WorkingMemory) -> None:
        assert self.window(working) == []
        assert self.texts(working) == []
        self.drop(working, ["t1"])
        self.drop(working, None)
        assert self.window(working) == []

    def test_turns_come_in_the_order_of_their_numbers(self, working: WorkingMemory) -> None:
        self.push(working, logged(1), logged(2))
        self.push(working)
        self.push(working, logged(4))
        self.push(working, logged(3))  # another process was slower
        turns = self.window(working)
        assert turns == [logged(1), logged(2), logged(3), logged(4)]
        assert [turn.sequence for turn in turns] == [1, 2, 3, 4]

    @pytest.mark.parametrize(
        ("last", "expected"), [(0, ""), (1, "7"), (3, "567"), (7, "1234567"), (10, "1234567")]
    )
    def test_the_last_turns_are_asked_for(
        self, working: WorkingMemory, last: int, expected: str
    ) -> None:
        self.push(working, *(logged(n) for n in range(1, 8)))
        assert self.ids(working, last=last) == [f"t{n}" for n in expected]

    def test_of_a_long_session_the_last_ten_are_there(self, working: WorkingMemory) -> None:
        for n in range(1, 31):
            self.push(working, logged(n))
        assert self.ids(working, last=10) == [f"t{n}" for n in range(21, 31)]

    @pytest.mark.parametrize(
        "fields",
        [
            *({"role": role} for role in Role),
            {"content": '她说：我搬到了里斯本 😀\r\n\t "quoted"'},
            {"content": "long 长 " * 10_000},
            {"at": MOMENT + TICK},
            {"index": 0},
            {"index": 12, "name": "search 搜索"},
            {"payload": {"calls": [{"id": "c1", "args": {"q": "茶", "n": None, "deep": [1.5]}}]}},
        ],
        ids=lambda fields: f"{fields!r:.40}",
    )
    def test_a_turn_comes_back_as_it_was_said(
        self, working: WorkingMemory, fields: dict[str, Any]
    ) -> None:
        turn = logged(5, "id 一", when=fields.get("at", MOMENT - TICK), **fields)
        self.push(working, turn)
        assert self.window(working) == [turn]

    def test_pushing_a_number_again_replaces_the_turn(self, working: WorkingMemory) -> None:
        self.push(working, logged(1), logged(2, content="my password is 1234"), logged(3))
        self.push(working, logged(2, content="my password is [redacted]"))
        turns = self.window(working)
        assert [turn.turn.content for turn in turns] == [
            "said t1",
            "my password is [redacted]",
            "said t3",
        ]

    def test_a_window_is_empty_once_its_time_has_passed(self, working: WorkingMemory) -> None:
        self.push(working, logged(1))
        assert self.ids(working, now=MOMENT + self.ttl - TICK) == ["t1"]
        assert self.ids(working, now=MOMENT + self.ttl) == []
        assert self.ids(working, now=MOMENT + 5 * self.ttl) == []

    def test_a_new_turn_keeps_the_window(self, working: WorkingMemory) -> None:
        self.push(working, logged(1))
        half = self.ttl / 2
        self.push(working, logged(2), now=MOMENT + half)
        assert self.ids(working, now=MOMENT + self.ttl + half - TICK) == ["t1", "t2"]
        assert self.ids(working, now=MOMENT + self.ttl + half) == []

    def test_what_is_over_does_not_come_back(self, working: WorkingMemory) -> None:
        self.push(working, logged(1))
        self.mention(working, entity("A-1"))
        later = MOMENT + self.ttl
        self.push(working, logged(2), now=later)
        self.mention(working, entity("A-2"), now=later)
        assert self.ids(working, now=later) == ["t2"]
        assert self.texts(working, now=later) == ["A-2"]

    def test_entities_come_most_recent_first(self, working: WorkingMemory) -> None:
        self.mention(working, entity("A-1"), entity("A-2"))
        self.mention(working, entity("里斯本", "city"))
        found = working.entities(S1, now=MOMENT, deadline=ample())
        assert found == [entity("里斯本", "city"), entity("A-2"), entity("A-1")]

    def test_an_entity_is_there_once_where_it_was_mentioned_last(
        self, working: WorkingMemory
    ) -> None:
        self.mention(working, entity("A-1"), entity("A-2"), entity("A-1"))
        assert self.texts(working) == ["A-1", "A-2"]
        self.mention(working, entity("A-2"), entity("A-2"))
        assert self.texts(working) == ["A-2", "A-1"]
        self.mention(working)
        assert self.texts(working) == ["A-2", "A-1"]

    def test_entities_differ_by_kind_and_by_every_character(self, working: WorkingMemory) -> None:
        mentioned = [entity("A-1"), entity("A-1", "ticket"), entity("a-1"), entity("A-1 ")]
        self.mention(working, *mentioned)
        assert working.entities(S1, now=MOMENT, deadline=ample()) == mentioned[::-1]

    def test_entities_are_gone_once_their_time_has_passed(self, working: WorkingMemory) -> None:
        self.mention(working, entity("A-1"))
        assert self.texts(working, now=MOMENT + self.ttl - TICK) == ["A-1"]
        assert self.texts(working, now=MOMENT + self.ttl) == []

    def test_an_ended_session_is_empty_and_no_other(self, working: WorkingMemory) -> None:
        s2, ben = make_scope("ann", session="s2"), make_scope("ben", session="s1")
        for scope in (S1, s2, ben):
            working.push(scope, [logged(1)], now=MOMENT, deadline=ample())
            working.mention(scope, [entity("A-17")], now=MOMENT, deadline=ample())
        for scope in (S1, make_scope("cid", session="s1")):
            working.end(scope, deadline=ample())
        for scope, count in ((S1, 0), (s2, 1), (ben, 1)):
            window = working.window(scope, last=9, now=MOMENT, deadline=ample())
            stack = working.entities(scope, now=MOMENT, deadline=ample())
            assert (len(window), len(stack)) == (count, count)
        working.push(S1, [logged(2)], now=MOMENT, deadline=ample())
        assert self.ids(working) == ["t2"]

    def test_dropped_turns_are_gone_from_all_sessions_of_the_user(
        self, working: WorkingMemory
    ) -> None:
        s2, ben = make_scope("ann", session="s2"), make_scope("ben", session="s1")
        self.push(working, logged(1), logged(2), logged(3))
        self.push(working, logged(1, "u1"), logged(2, "u2"), scope=s2)
        self.push(working, logged(1), logged(2), scope=ben)
        self.drop(working, iter(["t2", "u1", "never"]), scope=make_scope("ann"))
        assert self.ids(working) == ["t1", "t3"]
        assert self.ids(working, scope=s2) == ["u2"]
        assert self.ids(working, scope=ben) == ["t1", "t2"]
        self.drop(working, [])
        assert self.ids(working) == ["t1", "t3"]

    def test_entities_go_with_any_forgetting_of_the_user(self, working: WorkingMemory) -> None:
        ben = make_scope("ben", session="s1")
        for scope in (S1, make_scope("ann", session="s2"), ben):
            self.mention(working, entity("+49 1234"), scope=scope)
        self.drop(working, [])
        assert self.texts(working) == self.texts(working, scope=make_scope("ann", session="s2"))
        assert self.texts(working) == []
        assert self.texts(working, scope=ben) == ["+49 1234"]

    def test_dropping_a_user_takes_turns_and_entities_of_all_sessions(
        self, working: WorkingMemory
    ) -> None:
        own = [S1, make_scope("ann", session="s2"), make_scope("ann")]
        others = [make_scope("ben", session="s1"), make_scope("ann", tenant="other", session="s1")]
        for scope in (*own, *others):
            self.push(working, logged(1), scope=scope)
            self.mention(working, entity("A-1"), scope=scope)
        self.drop(working, None)
        assert [self.ids(working, scope=scope) for scope in own] == [[]] * 3
        assert [self.texts(working, scope=scope) for scope in own] == [[]] * 3
        assert [self.ids(working, scope=scope) for scope in others] == [["t1"]] * 2
        assert [self.texts(working, scope=scope) for scope in others] == [["A-1"]] * 2

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            (S1, make_scope("ann", session="s2")),
            (S1, make_scope("ann")),
            (make_scope("ann"), make_scope("ann", session="None")),
            (S1, make_scope("ann", session="S1")),
            (S1, make_scope("ann", session="s_")),
            (S1, make_scope("ann", session="s*")),
            (S1, make_scope("Ann", session="s1")),
            (S1, make_scope("ann ", session="s1")),
            (S1, make_scope("ann", tenant="Acme", session="s1")),
            (Scope("a", "b:c", None, "d"), Scope("a:b", "c", None, "d")),
            (Scope("a", "b", None, "c:d"), Scope("a", "b:c", None, "d")),
            (Scope("a", "b\x00c", None, "d"), Scope("a\x00b", "c", None, "d")),
            (Scope("a", "b:None"), Scope("a", "b", None, "None")),
        ],
        ids=repr,
    )
    def test_sessions_and_users_are_kept_apart(
        self, working: WorkingMemory, one: Scope, other: Scope
    ) -> None:
        self.push(working, logged(1, "first"), scope=one)
        self.mention(working, entity("A-1"), scope=one)
        assert (self.ids(working, scope=other), self.texts(working, scope=other)) == ([], [])
        self.push(working, logged(1, "second"), scope=other)
        self.mention(working, entity("A-2"), scope=other)
        assert (self.ids(working, scope=one), self.texts(working, scope=one)) == (
            ["first"],
            ["A-1"],
        )
        assert (self.ids(working, scope=other), self.texts(working, scope=other)) == (
            ["second"],
            ["A-2"],
        )

    @pytest.mark.parametrize("name", AWKWARD, ids=ascii)
    def test_any_string_is_an_id(self, working: WorkingMemory, name: str) -> None:
        scope = Scope(name, name, name, name)
        turn = logged(1, name, id=name)
        self.push(working, turn, scope=scope)
        self.mention(working, entity(name, name), scope=scope)
        assert self.window(working, scope=scope) == [turn]
        assert working.entities(scope, now=MOMENT, deadline=ample()) == [entity(name, name)]
        self.drop(working, [name], scope=scope)
        assert self.window(working, scope=scope) == []

    def test_the_agent_is_no_wall(self, working: WorkingMemory) -> None:
        self.push(working, logged(1), scope=make_scope("ann", session="s1", agent="a1"))
        self.mention(working, entity("A-1"), scope=make_scope("ann", session="s1", agent="a1"))
        scope = make_scope("ann", session="s1", agent="a2")
        assert (self.ids(working, scope=scope), self.texts(working, scope=scope)) == (
            ["t1"],
            ["A-1"],
        )

    def test_threads_push_side_by_side(self, working: WorkingMemory) -> None:
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda n: self.push(working, logged(n)), range(1, 11)))
        assert self.ids(working) == [f"t{n}" for n in range(1, 11)]

    def test_a_call_whose_time_is_over_is_refused(self, working: WorkingMemory) -> None:
        over = Deadline(time.monotonic() - 1)
        with pytest.raises(DeadlineExceeded):
            working.push(S1, [logged(1)], now=MOMENT, deadline=over)
        with pytest.raises(DeadlineExceeded):
            working.window(S1, last=1, now=MOMENT, deadline=over)
        assert self.window(working) == []
