"""What may answer at all: absent ids, windows that never empty an answer, and the reasons given for each refusal."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations.engine.funnel import absent, inside, keep_inside, may_answer, why_not
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Memory, Window
from hindsight_integrations.testing import MOMENT, make_memory
from scene import outlined

DAY = timedelta(days=1)
TICK = timedelta(microseconds=1)
WEEK = Window(MOMENT - 7 * DAY, MOMENT)


def happened(id: str, days: float, tier: str = "episodic", **fields: Any) -> Memory:
    return make_memory(id, f"said {id}", at=MOMENT + days * DAY, tier=tier, **fields)


def kept(*memories: Memory, window: Window | None = WEEK) -> tuple[str, str]:
    """The ids that stay and those cut off, each joined by blanks."""
    outlines = outlined(*memories)
    places, left = keep_inside(outlines, inside(outlines, window))
    assert {(item.step, item.reason) for item in left} <= {
        ("window", "it happened outside the asked time")
    }
    stay = " ".join(outlines.ids[place] for place in places)
    return stay, " ".join(item.id for item in left)


class TestAbsent:
    def test_ids_that_the_record_store_does_not_have(self) -> None:
        left = absent(["a", "gone", "b", "late"], outlined(happened("a", 0), happened("b", 0)))
        assert [(item.id, item.step) for item in left] == [("gone", "load"), ("late", "load")]
        assert "forgotten" in left[0].reason

    def test_none(self) -> None:
        assert absent(["a"], outlined(happened("a", 0))) == []
        assert absent([], outlined()) == []


class TestInside:
    @pytest.mark.parametrize(
        ("window", "expected"),
        [
            (None, [False, False, False, False]),
            (Window(MOMENT - DAY, MOMENT), [True, True, False, False]),
            (Window(None, MOMENT + DAY), [True, True, True, False]),
            (Window(MOMENT, None), [False, False, True, True]),
            (Window(), [True, True, True, True]),
        ],
        ids=["none", "both ends", "open start", "open end", "open"],
    )
    def test_the_start_is_in_and_the_end_is_not(
        self, window: Window | None, expected: list[bool]
    ) -> None:
        outlines = outlined(
            make_memory("a", at=MOMENT - DAY),
            make_memory("b", at=MOMENT - TICK),
            make_memory("c", at=MOMENT),
            make_memory("d", at=MOMENT + DAY),
        )
        assert inside(outlines, window).tolist() == expected

    def test_the_event_time_counts_where_there_is_one(self) -> None:
        told_later = make_memory("a", at=MOMENT + DAY, event_time=MOMENT - DAY)
        assert inside(outlined(told_later), WEEK).tolist() == [True]


class TestMayAnswer:
    MEMORIES = (
        make_memory("fact", at=MOMENT - DAY),
        make_memory("heard", at=MOMENT, type="utterance", tier="episodic"),
        make_memory("gone", at=MOMENT - DAY, status="superseded", valid_to=MOMENT),
        make_memory("coming", at=MOMENT, valid_from=MOMENT + DAY),
        make_memory("kept", at=MOMENT - 9 * DAY, status="archived", type="task"),
    )

    @pytest.mark.parametrize(
        ("where", "expected"),
        [
            ({}, "fact heard gone coming kept"),
            ({"statuses": "active"}, "fact heard coming"),
            ({"statuses": ["superseded", "archived"]}, "gone kept"),
            ({"statuses": []}, ""),
            ({"types": ["task", "utterance"]}, "heard kept"),
            ({"tiers": "semantic"}, "fact gone coming kept"),
            ({"valid_at": MOMENT}, "fact heard kept"),
            ({"valid_at": MOMENT - TICK}, "fact gone kept"),
            ({"within": (MOMENT - DAY, MOMENT)}, "fact gone"),
            ({"within": (MOMENT - DAY, MOMENT), "statuses": "active"}, "fact"),
            # What outlines do not tell is left to the record store.
            ({"tags": "red", "ids": "none"}, "fact heard gone coming kept"),
        ],
        ids=str,
    )
    def test_as_far_as_outlines_tell(self, where: dict[str, Any], expected: str) -> None:
        wanted = Where.of(**where)
        outlines = outlined(*self.MEMORIES)
        may = may_answer(outlines, wanted)
        assert [id for id, yes in zip(outlines.ids, may, strict=True) if yes] == expected.split()
        # It refuses nothing that the filter itself admits.
        assert all(yes for yes, m in zip(may, self.MEMORIES, strict=True) if wanted.matches(m))


class TestWindows:
    def test_what_happened_outside_is_cut_off_and_facts_stand(self) -> None:
        assert kept(
            happened("in", -1),
            happened("before", -8),
            happened("after", 1),
            happened("fact", -300, tier="semantic"),
            happened("working", -9, tier="working"),
        ) == ("in fact", "before after working")

    def test_if_nothing_happened_inside_nothing_is_cut_off(self) -> None:
        assert kept(happened("before", -8), happened("fact", -300, tier="semantic")) == (
            "before fact",
            "",
        )

    def test_a_fact_learnt_inside_is_nothing_that_happened(self) -> None:
        assert kept(happened("before", -8), happened("fact", -1, tier="semantic"))[1] == ""

    def test_no_window_cuts_nothing(self) -> None:
        assert kept(happened("in", -1), happened("before", -8), window=None) == ("in before", "")

    @given(
        st.lists(
            st.tuples(st.integers(-20, 5), st.sampled_from(["working", "episodic", "semantic"])),
            min_size=1,
            max_size=8,
        )
    )
    def test_a_window_never_empties_an_answer(self, drawn: list[tuple[int, str]]) -> None:
        memories = [happened(f"m{n}", days, tier) for n, (days, tier) in enumerate(drawn)]
        stay, gone = kept(*memories)
        assert stay
        assert len(stay.split()) + len(gone.split()) == len(memories)

    def test_an_outline_without_records(self) -> None:
        assert keep_inside(outlined(), np.zeros(0, bool)) == ([], [])


class TestWhyNot:
    @pytest.mark.parametrize(
        ("fields", "where", "reason"),
        [
            ({"status": "archived"}, {"statuses": "active"}, "it is archived"),
            (
                {"status": "superseded", "superseded_by": "m2", "valid_to": MOMENT},
                {"valid_at": MOMENT},
                "it was superseded by m2",
            ),
            (
                {"status_reason": "it was said to hold no longer", "valid_to": MOMENT},
                {"valid_at": MOMENT},
                "it was said to hold no longer",
            ),
            ({"valid_from": MOMENT + DAY}, {"valid_at": MOMENT}, "it does not hold at the asked"),
            ({"created_at": MOMENT + DAY}, {"known_at": MOMENT}, "it was not known"),
            ({"type": "task"}, {"types": "fact"}, "its type is task"),
            ({"tier": "episodic"}, {"tiers": "semantic"}, "its tier is episodic"),
            ({"subject_key": "user.job"}, {"subjects": "user.name"}, "its subject is user.job"),
            ({}, {"subjects": "user.name"}, "its subject is None"),
            ({}, {"within": (MOMENT + DAY, None)}, "it lies outside the window"),
            ({}, {"tags": "red"}, "another filter excludes it"),
        ],
        ids=str,
    )
    def test_the_first_part_that_is_not_fulfilled(
        self, fields: dict[str, Any], where: dict[str, Any], reason: str
    ) -> None:
        memory, wanted = make_memory("m1", **fields), Where.of(**where)
        assert not wanted.matches(memory)
        assert why_not(memory, wanted).startswith(reason)

    def test_of_several_reasons_the_status_comes_first(self) -> None:
        memory = make_memory("m1", status="expired", type="task")
        assert why_not(memory, Where.of(statuses="active", types="fact")) == "it is expired"
