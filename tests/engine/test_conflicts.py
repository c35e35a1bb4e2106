"""What is settled before scoring: repetitions, records beside the chain, penalties, and whose predecessor is told."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations.engine.conflicts import penalties, predecessor_id, settle
from hindsight_integrations.engine.supersede import Reason
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Memory, MemoryType
from hindsight_integrations.settings import ScoreSettings, Settings, Strategy, SubjectSettings
from hindsight_integrations.testing import MOMENT, make_memory
from scene import micros, outlined

SETTINGS = Settings()
DAY = timedelta(days=1)


def settled(
    *memories: Memory, among: list[int] | None = None, **where: Any
) -> tuple[list[str], dict[str, str]]:
    """The ids that stay, in order of id, and the reasons of those that do not."""
    outlines = outlined(*memories)
    chosen = range(len(memories)) if among is None else among
    places, left = settle(outlines, chosen, Where.of(**where))
    assert {item.step for item in left} <= {"conflicts"}
    reasons = {item.id: item.reason for item in left}
    assert len(reasons) == len(left)
    return sorted(outlines.ids[place] for place in places), reasons


def said(id: str, content: str = "I live in Lisbon", **fields: Any) -> Memory:
    return make_memory(id, content, **fields)


UTTERED: dict[str, Any] = {"type": "utterance", "tier": "episodic"}
EVENT: dict[str, Any] = {"type": "event", "tier": "episodic"}


class TestSettling:
    @pytest.mark.parametrize("wanted", ["home", "pet"])
    def test_of_two_drawn_from_the_same_words_the_one_asked_for_is_kept(self, wanted: str) -> None:
        words = "I live in Lisbon with our dog"
        outlines = outlined(said("home", words), said("pet", words))
        places, left = settle(outlines, range(2), Where.of(), {wanted: 1.0})
        assert [outlines.ids[place] for place in places] == [wanted]
        assert [item.id for item in left] == [{"home": "pet", "pet": "home"}[wanted]]

    def test_nothing_alike_stays_as_it_is(self) -> None:
        kept, left = settled(said("a", "one"), said("b", "two"), said("c", "three"))
        assert (kept, left) == (["a", "b", "c"], {})

    @pytest.mark.parametrize("turned", [False, True])
    @pytest.mark.parametrize("content", ["I live in Lisbon", "我住在里斯本"])
    def test_a_fact_is_kept_over_the_utterance_it_was_drawn_from(
        self, content: str, turned: bool
    ) -> None:
        pair = [said("fact", content), said("heard", content, **UTTERED)]
        kept, left = settled(*(pair[::-1] if turned else pair))
        assert kept == ["fact"]
        assert left == {"heard": "says the same as fact"}

    @pytest.mark.parametrize("turned", [False, True])
    def test_an_active_record_is_kept_over_a_replaced_one_even_an_utterance(
        self, turned: bool
    ) -> None:
        pair = [said("heard", **UTTERED), said("old", status="superseded")]
        kept, left = settled(*(pair[::-1] if turned else pair))
        assert (kept, left) == (["heard"], {"old": "says the same as heard"})

    def test_of_equals_the_later_written_is_kept(self) -> None:
        kept, left = settled(said("a", **UTTERED), said("b", **UTTERED), said("c", **UTTERED))
        assert kept == ["c"]
        # Each is told by whom it was beaten: a by b, and b by c.
        assert left == {"a": "says the same as b", "b": "says the same as c"}

    def test_events_that_read_alike_are_different_events(self) -> None:
        kept, left = settled(
            said("call 1", "search: ok", **EVENT),
            said("call 2", "search: ok", **EVENT),
            said("heard", "search: ok", **UTTERED),
        )
        assert (kept, left) == (["call 1", "call 2", "heard"], {})

    @pytest.mark.parametrize(
        "reason", [Reason.LESS_SURE, Reason.ONLY_INFERRED, Reason.STATED, Reason.CORRECTED]
    )
    def test_what_stands_beside_the_chain_is_dropped(self, reason: Reason) -> None:
        beside = said("beside", "coffee", status="superseded", status_reason=str(reason))
        kept, left = settled(said("tea", "tea"), beside)
        assert (kept, left) == (["tea"], {"beside": str(reason)})

    @pytest.mark.parametrize("reason", [Reason.LATER, Reason.LATE, Reason.SAID_OVER, Reason.ENDED])
    def test_what_stands_in_the_chain_is_not(self, reason: Reason) -> None:
        earlier = said("earlier", "Berlin", status="superseded", status_reason=str(reason))
        assert settled(said("now"), earlier) == (["earlier", "now"], {})

    def test_a_dropped_record_beats_nobody(self) -> None:
        beside = said("beside", status="superseded", status_reason=str(Reason.CORRECTED))
        assert settled(said("heard", **UTTERED), beside)[0] == ["heard"]

    @pytest.mark.parametrize(
        "where",
        [
            {"types": "utterance"},
            {"tiers": "episodic"},
            {"statuses": ["active", "archived"], "types": "utterance"},
        ],
        ids=str,
    )
    def test_what_will_not_be_admitted_takes_nobodys_place(self, where: dict[str, Any]) -> None:
        kept, left = settled(said("fact"), said("heard", **UTTERED), **where)
        assert (kept, left) == (["fact", "heard"], {})

    def test_only_the_given_places_are_looked_at(self) -> None:
        kept, left = settled(said("fact"), said("heard", **UTTERED), among=[1])
        assert (kept, left) == (["heard"], {})

    @given(
        st.lists(
            st.tuples(
                st.sampled_from(["tea", "coffee", "茶"]),
                st.sampled_from(["fact", "utterance", "event"]),
                st.sampled_from(["active", "superseded"]),
                st.sampled_from([None, str(Reason.CORRECTED), str(Reason.LATER)]),
            ),
            max_size=8,
        ),
        st.randoms(use_true_random=False),
    )
    def test_every_place_is_kept_or_left_once_whatever_the_order(
        self, drawn: list[tuple[str, str, str, str | None]], chance: Any
    ) -> None:
        memories = [
            said(
                f"m{n}",
                content,
                type=kind,
                tier="semantic" if kind == "fact" else "episodic",
                status=status,
                status_reason=reason,
            )
            for n, (content, kind, status, reason) in enumerate(drawn)
        ]
        kept, left = settled(*memories)
        assert sorted([*kept, *left]) == sorted(memory.id for memory in memories)
        shuffled = list(range(len(memories)))
        chance.shuffle(shuffled)
        assert settled(*memories, among=shuffled)[0] == kept


class TestPenalties:
    NOW = micros(MOMENT + 10 * DAY)

    def of(self, memory: Memory, at: int | None = NOW) -> float:
        return float(penalties(outlined(memory), at, SETTINGS.score)[0])

    def replaced(self, **fields: Any) -> Memory:
        return said("a", status="superseded", valid_to=MOMENT + DAY, **fields)

    def test_none_for_what_holds(self) -> None:
        assert self.of(said("a")) == 0.0
        assert self.of(said("a", status="expired", valid_to=MOMENT)) == 0.0

    def test_one_where_a_newer_value_stands_a_half_where_it_is_doubted(self) -> None:
        assert self.of(self.replaced()) == 1.0
        assert self.of(said("a", contradicted_by="b")) == 0.5
        assert self.of(self.replaced(contradicted_by="b")) == 1.0

    def test_what_held_at_the_asked_time_is_not_in_conflict_then(self) -> None:
        assert self.of(self.replaced(), micros(MOMENT)) == 0.0
        assert self.of(self.replaced(), micros(MOMENT + DAY) - 1) == 0.0
        assert self.of(self.replaced(), micros(MOMENT + DAY)) == 1.0
        assert self.of(self.replaced(), micros(MOMENT) - 1) == 1.0

    def test_what_was_known_once_was_not_replaced_yet(self) -> None:
        assert self.of(self.replaced(), None) == 0.0
        assert self.of(self.replaced(contradicted_by="b"), None) == 0.5

    def test_the_sizes_are_policy(self) -> None:
        policy = ScoreSettings(conflict_replaced=0.8, conflict_suspected=0.2)
        outlines = outlined(self.replaced(), said("b", contradicted_by="c"))
        assert penalties(outlines, self.NOW, policy).tolist() == [0.8, 0.2]


class TestPredecessors:
    @pytest.mark.parametrize(
        ("kind", "told"), [("preference", "old"), ("fact", None), ("task", None)]
    )
    def test_only_a_preference_is_told_with_its_predecessor(
        self, kind: str, told: str | None
    ) -> None:
        now = said("now", type=kind, subject_key="user.drink", supersedes="old")
        assert predecessor_id(now, SETTINGS) == told

    def test_not_without_one_and_not_once_it_is_replaced_itself(self) -> None:
        preference: dict[str, Any] = {"type": "preference", "subject_key": "user.drink"}
        assert predecessor_id(said("now", **preference), SETTINGS) is None
        gone = said("gone", supersedes="old", status="superseded", **preference)
        assert predecessor_id(gone, SETTINGS) is None

    def test_a_key_may_have_it_by_policy(self) -> None:
        both = Settings(subjects=SubjectSettings(by_subject={"user.plan": Strategy.BOTH}))
        plan = said("now", type=MemoryType.FACT, subject_key="user.plan", supersedes="old")
        assert predecessor_id(plan, both) == "old"
