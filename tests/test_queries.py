"""The one filter: what callers may write, what it means for a record, and that errors name the part."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.queries import (
    Where,
    holds_at,
    known_as_active,
    matches_any,
    several,
    window,
)
from hindsight_integrations.records import (
    Memory,
    MemoryType,
    Scope,
    Status,
    SubjectPattern,
    Tier,
    Window,
)
from hindsight_integrations.testing import MOMENT, make_memory
from naming import named

DAY = timedelta(days=1)
TICK = timedelta(microseconds=1)


class TestParsing:
    @pytest.mark.parametrize(
        ("given", "parsed"),
        [
            ({"ids": "m1"}, {"ids": ("m1",)}),
            ({"ids": ["m1", "m2"]}, {"ids": ("m1", "m2")}),
            ({"ids": []}, {"ids": ()}),
            ({"ids": None}, {"ids": None}),
            ({"statuses": "active"}, {"statuses": (Status.ACTIVE,)}),
            ({"statuses": Status.ACTIVE}, {"statuses": (Status.ACTIVE,)}),
            (
                {"types": ("fact", MemoryType.TASK)},
                {"types": (MemoryType.FACT, MemoryType.TASK)},
            ),
            ({"tiers": iter(["semantic"])}, {"tiers": (Tier.SEMANTIC,)}),
            (
                {"subjects": ["User.Job", "user.*"]},
                {"subjects": (SubjectPattern("user.job"), SubjectPattern("user", below=True))},
            ),
            (
                {"subjects": SubjectPattern("user.job")},
                {"subjects": (SubjectPattern("user.job"),)},
            ),
            ({"tags": "home"}, {"tags": ("home",)}),
            ({"session": "s1", "agent": "a"}, {"session": "s1", "agent": "a"}),
            ({"event_type": "paid"}, {"event_type": "paid"}),
            ({"source_turns": "t1"}, {"source_turns": ("t1",)}),
            ({"within": (MOMENT, None)}, {"within": Window(MOMENT, None)}),
            ({"within": [None, MOMENT]}, {"within": Window(None, MOMENT)}),
            ({"within": Window(MOMENT)}, {"within": Window(MOMENT)}),
            ({"valid_at": MOMENT, "known_at": MOMENT}, {"valid_at": MOMENT, "known_at": MOMENT}),
        ],
        ids=named,
    )
    def test_what_callers_write(self, given: dict[str, Any], parsed: dict[str, Any]) -> None:
        assert Where.of(**given) == Where(**parsed)

    @pytest.mark.parametrize(
        ("given", "why"),
        [
            ({"ids": 5}, "expected one value or a list of them, got int"),
            ({"ids": [""]}, "id must not be empty"),
            ({"ids": [5]}, "id must be a string"),
            ({"statuses": "gone"}, "status must be one of active, superseded, expired, archived"),
            ({"types": ["fact", "rumour"]}, "type must be one of .*; got 'rumour'"),
            ({"tiers": "deep"}, "tier must be one of working, episodic, semantic; got 'deep'"),
            ({"subjects": "a b"}, "subject 'a b' is not a dotted key"),
            ({"tags": ["  "]}, "a tag is empty"),
            ({"session": ""}, "session must not be empty"),
            ({"agent": 5}, "agent must be a string"),
            ({"event_type": ""}, "event_type must not be empty"),
            ({"source_turns": [5]}, "a turn's id must be a string"),
            ({"within": 5}, "within must be a Window or a"),
            ({"within": (MOMENT,)}, "within must be a Window or a"),
            ({"within": (MOMENT, MOMENT)}, "a window must start before it ends"),
            ({"within": (datetime(2025, 1, 1), None)}, "start is naive"),
            ({"valid_at": datetime(2025, 1, 1)}, "valid_at is naive"),
            ({"known_at": "now"}, "known_at must be a datetime"),
            (
                {"colour": "red", "age": 5},
                "unknown filter age, colour; there are agent, event_type",
            ),
        ],
        ids=str,
    )
    def test_errors_name_the_part(self, given: dict[str, Any], why: str) -> None:
        with pytest.raises(InvalidInput, match=why):
            Where.of(**given)

    def test_empty_means_that_nothing_is_restricted(self) -> None:
        assert Where().empty
        assert Where.of().empty
        assert Where.of(ids=None, within=None).empty
        assert not Where.of(ids=[]).empty
        assert not Where.of(session="s").empty

    @pytest.mark.parametrize(
        ("value", "parsed"),
        [
            (None, None),
            ("ab", ("ab",)),
            (["a", "b"], ("a", "b")),
            ((), ()),
            (SubjectPattern("a"), (SubjectPattern("a"),)),
        ],
    )
    def test_one_or_several(self, value: Any, parsed: Any) -> None:
        assert several(value) == parsed

    def test_windows(self) -> None:
        assert window((None, None)) == Window()
        with pytest.raises(InvalidInput):
            window("ab")  # type: ignore[arg-type]


class TestMatching:
    MEMORY = make_memory(
        "m1",
        scope=Scope("acme", "ann", "planner", "s1"),
        at=MOMENT,
        subject_key="user.job.title",
        tags=("a", "b"),
        payload={"event_type": "paid"},
        source_turn="t1",
    )

    @pytest.mark.parametrize(
        ("where", "matches"),
        [
            ({}, True),
            ({"ids": "m1"}, True),
            ({"ids": ["m2", "m1"]}, True),
            ({"ids": "m2"}, False),
            ({"ids": []}, False),
            ({"statuses": ["active", "expired"]}, True),
            ({"statuses": "expired"}, False),
            ({"types": "fact"}, True),
            ({"types": "task"}, False),
            ({"tiers": "semantic"}, True),
            ({"tiers": "episodic"}, False),
            ({"subjects": "user.job.title"}, True),
            ({"subjects": "user.job.*"}, True),
            ({"subjects": ["user.name", "user.*"]}, True),
            ({"subjects": "user.job"}, False),
            ({"subjects": "user.jo.*"}, False),
            ({"tags": "b"}, True),
            ({"tags": ["x", "a"]}, True),
            ({"tags": "x"}, False),
            ({"tags": []}, False),
            ({"session": "s1"}, True),
            ({"session": "s2"}, False),
            ({"agent": "planner"}, True),
            ({"agent": "coder"}, False),
            ({"event_type": "paid"}, True),
            ({"event_type": "sold"}, False),
            ({"source_turns": ["t1", "t2"]}, True),
            ({"source_turns": "t2"}, False),
            ({"within": (MOMENT, MOMENT + TICK)}, True),
            ({"within": (None, MOMENT)}, False),
            ({"valid_at": MOMENT}, True),
            ({"valid_at": MOMENT - TICK}, False),
            ({"known_at": MOMENT}, True),
            ({"known_at": MOMENT - TICK}, False),
            # All that is given must hold.
            ({"ids": "m1", "tags": "a", "subjects": "user.*"}, True),
            ({"ids": "m1", "tags": "a", "types": "task"}, False),
        ],
        ids=str,
    )
    def test_each_part(self, where: dict[str, Any], matches: bool) -> None:
        assert Where.of(**where).matches(self.MEMORY) == matches

    @pytest.mark.parametrize(
        "where", [{"session": "s1"}, {"agent": "a"}, {"event_type": "paid"}, {"subjects": "user.*"}]
    )
    def test_a_record_without_the_part_does_not_match(self, where: dict[str, Any]) -> None:
        assert not Where.of(**where).matches(make_memory())

    def test_within_is_about_when_it_happened(self) -> None:
        told_later = make_memory(at=MOMENT, event_time=MOMENT - 9 * DAY)
        assert Where.of(within=(None, MOMENT - DAY)).matches(told_later)
        assert not Where.of(within=(MOMENT - DAY, None)).matches(told_later)


class TestTheTwoTimeLines:
    def replaced(self) -> Memory:
        """True from day 0 to day 10; known from day 1 to day 12."""
        return make_memory(
            at=MOMENT,
            created_at=MOMENT + DAY,
            valid_to=MOMENT + 10 * DAY,
            retired_at=MOMENT + 12 * DAY,
            status="superseded",
        )

    @pytest.mark.parametrize(
        ("days", "held", "known"),
        [
            (-1, False, False),
            (0, True, False),
            (1, True, True),
            (10, False, True),
            (12, False, False),
        ],
    )
    def test_the_start_is_in_and_the_end_is_not(self, days: int, held: bool, known: bool) -> None:
        moment = MOMENT + days * DAY
        assert holds_at(self.replaced(), moment) == held
        assert known_as_active(self.replaced(), moment) == known

    def test_what_still_holds_has_no_end(self) -> None:
        far = datetime(9000, 1, 1, tzinfo=UTC)
        assert holds_at(make_memory(at=MOMENT), far)
        assert known_as_active(make_memory(at=MOMENT), far)


@given(
    st.lists(st.sampled_from(["user", "user.job", "user.*", "user.job.*"]), max_size=3),
    st.sampled_from([None, "user", "user.job", "user.job.title", "other"]),
)
def test_any_of_several_patterns(patterns: list[str], key: str | None) -> None:
    parsed = tuple(SubjectPattern.parse(text) for text in patterns)
    assert matches_any(parsed, key) == any(pattern.matches(key) for pattern in parsed)
    assert matches_any(None, key)
