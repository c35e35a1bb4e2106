"""What was written was wrong: the corrected record takes its place in the chain, for the same time."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations.answers import Action
from hindsight_integrations.engine.supersede import Reason
from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.records import Claim, Memory
from hindsight_integrations.testing import MOMENT
from hindsight_integrations.user_memory import UserMemory
from scene import Scene, contents, keep, on_both_stores

DAY = timedelta(days=1)
KEY = "user.location"


def chain(memory: UserMemory, key: str = KEY) -> list[str]:
    """Contents from the active record back through ``supersedes``; each link holds both ways."""
    by_id = {item.id: item for item in memory.history(key)}
    (at,) = [item for item in by_id.values() if item.status == "active"]
    told = [at.content]
    while at.supersedes is not None:
        earlier = by_id[at.supersedes]
        assert earlier.superseded_by == at.id
        at = earlier
        told.append(at.content)
    return told


def lived(memory: UserMemory, *places: str) -> list[Memory]:
    """One place after the other, a month apart; their records in that order."""
    for n, place in enumerate(places):
        memory.remember(place, subject=KEY, event_time=MOMENT - (len(places) - n) * 30 * DAY)
    return memory.history(KEY)[::-1]


def told(memory: UserMemory, **how: Any) -> list[str]:
    return contents(memory.recall(KEY, subjects=KEY, touch=False, **how).memories)


@on_both_stores
class TestCorrect:
    def test_the_active_value(self, store: str) -> None:
        scene = Scene(store)
        memory = scene.user()
        _, lisbon = lived(memory, "Berlin", "Lisbn")
        scene.clock.advance(DAY)
        change = memory.correct(lisbon.id, "Lisbon")
        assert (change.action, change.reason) == (Action.SUPERSEDED, Reason.CORRECTED)
        assert contents(change.superseded) == ["Lisbn"]
        assert chain(memory) == ["Lisbon", "Berlin"]
        right = change.memory
        assert right is not None
        assert (right.valid_from, right.valid_to) == (lisbon.valid_from, None)
        assert (right.created_at, right.confirmed_at) == (MOMENT + DAY, MOMENT + DAY)
        void = memory.get(lisbon.id)
        assert void is not None
        assert (void.status, void.status_reason, void.superseded_by) == (
            "superseded",
            Reason.CORRECTED,
            right.id,
        )

    def test_the_wrong_one_never_was_true(self, store: str) -> None:
        memory = Scene(store).user()
        lisbon = lived(memory, "Berlin", "Lisbn")[1]
        memory.correct(lisbon.id, "Lisbon")
        assert told(memory) == ["Lisbon"]
        assert told(memory, as_of=lisbon.valid_from) == ["Lisbon"]
        # Not even where replaced values are asked for: it stands beside the chain.
        assert sorted(told(memory, include_superseded=True)) == ["Berlin", "Lisbon"]

    def test_in_the_middle_of_a_chain(self, store: str) -> None:
        memory = Scene(store).user()
        _, porto, _ = lived(memory, "Berlin", "Prto", "Lisbon")
        memory.correct(porto.id, "Porto")
        assert chain(memory) == ["Lisbon", "Porto", "Berlin"]
        assert told(memory, as_of=porto.valid_from) == ["Porto"]
        assert told(memory) == ["Lisbon"]
        memory.remember("Faro", subject=KEY)
        assert chain(memory) == ["Faro", "Lisbon", "Porto", "Berlin"]

    @pytest.mark.parametrize("place", [0, 1, 2])
    def test_one_of_several_of_the_same_time(self, store: str, place: int) -> None:
        memory = Scene(store).user()
        then = MOMENT - 30 * DAY
        for content in ("A", "B", "C"):
            memory.remember(content, subject=KEY, event_time=then)
        expected = ["C", "B", "A"]
        wrong = next(m for m in memory.history(KEY) if m.content == "ABC"[place])
        memory.correct(wrong.id, "right")
        expected[2 - place] = "right"
        assert chain(memory) == expected
        memory.remember("late", subject=KEY, event_time=then - DAY)
        assert chain(memory) == [*expected, "late"]
        memory.remember("same time", subject=KEY, event_time=then)
        assert chain(memory) == ["same time", *expected, "late"]
        memory.remember("later", subject=KEY)
        assert chain(memory) == ["later", "same time", *expected, "late"]

    def test_one_without_a_key(self, store: str) -> None:
        memory = Scene(store).user()
        (wrong,) = keep(memory, Claim(content="the cat is called Miso"))
        change = memory.correct(wrong.id, "the dog is called Miso")
        assert contents(memory.recall("Miso").memories) == ["the dog is called Miso"]
        assert change.memory is not None
        found = memory.recall("dog", k=1, touch=False)[0]
        assert found.memory.id == change.memory.id

    def test_its_words_and_its_meaning_are_the_new_ones(self, store: str) -> None:
        memory = Scene(store).user()
        (wrong,) = keep(memory, Claim(content="花生过敏", subject="user.allergy"))
        memory.correct(wrong.id, "对牛奶过敏")
        (found,) = memory.recall("牛奶")
        assert found.memory.content == "对牛奶过敏"
        assert found.parts[0].value > 0
        assert memory.recall("花生").trace.routes[0].hits == ()

    def test_what_described_it_stays_and_what_was_read_from_it_goes(self, store: str) -> None:
        memory = Scene(store).user(session="s1")
        memory.observe([{"role": "user", "content": "I live in Lisbn", "id": "t1"}])
        (wrong,) = memory.history(KEY)
        assert wrong.payload == {"value": "Lisbn"}
        memory.update(wrong.id, tags=["home"], importance=0.9)
        memory.pin(wrong.id)
        memory.feedback(wrong.id, helpful=False)
        right = memory.correct(wrong.id, "I live in Lisbon").memory
        assert right is not None
        assert (right.tags, right.importance, right.pinned) == (("home",), 0.9, True)
        assert (right.payload, right.source_turn) == ({}, None)
        assert right.helpful is None

    def test_what_was_said_wrongly_retires(self, store: str) -> None:
        memory = Scene(store).user(session="s1")
        memory.observe([("user", "I live in Lisbn")])
        memory.correct(memory.history(KEY)[0].id, "I live in Lisbon")
        assert contents(memory.recall("where does she live?").memories) == ["I live in Lisbon"]

    def test_the_first_writes_key_answers_still(self, store: str) -> None:
        memory = Scene(store).user()
        wrong = memory.remember("Lisbn", subject=KEY, dedup_key="k").memory
        assert wrong is not None
        right = memory.correct(wrong.id, "Lisbon").memory
        assert right is not None
        assert right.dedup_key is None
        again = memory.remember("Lisbn", subject=KEY, dedup_key="k")
        assert again.action is Action.REPEATED
        assert told(memory) == ["Lisbon"]

    def test_a_retry_corrects_nothing_again(self, store: str) -> None:
        memory = Scene(store).user()
        wrong = lived(memory, "Lisbn")[0]
        right = memory.correct(wrong.id, "Lisbon").memory
        again = memory.correct(wrong.id, "Lisbon")
        assert (again.action, again.memory) == (Action.REPEATED, right)
        assert len(memory.history(KEY)) == 2

    def test_what_was_corrected_is_not_corrected_otherwise(self, store: str) -> None:
        memory = Scene(store).user()
        wrong = lived(memory, "Lisbn")[0]
        right = memory.correct(wrong.id, "Lisbon").memory
        assert right is not None
        with pytest.raises(InvalidInput, match=f"corrected already: {right.id} stands"):
            memory.correct(wrong.id, "Porto")
        memory.correct(right.id, "Porto")
        assert chain(memory) == ["Porto"]

    @pytest.mark.parametrize("content", ["", "  ", None, 5])
    def test_a_correction_says_something(self, store: str, content: Any) -> None:
        memory = Scene(store).user()
        (tea,) = keep(memory, Claim(content="tea"))
        with pytest.raises(InvalidInput, match="content"):
            memory.correct(tea.id, content)
        assert memory.get(tea.id) == tea


class TestLaws:
    @given(
        st.lists(st.integers(0, 3), min_size=1, max_size=6),
        st.lists(st.tuples(st.integers(0, 9), st.integers(0, 4)), max_size=4),
    )
    def test_the_chain_never_breaks(
        self, days: list[int], corrected: list[tuple[int, int]]
    ) -> None:
        memory = Scene("fakes").user()
        expected: list[tuple[int, str]] = []
        for n, day in enumerate(days):
            memory.remember(f"v{n}", subject=KEY, event_time=MOMENT + day * DAY - 9 * DAY)
            expected.append((day, f"v{n}"))
        for n, (which, late) in enumerate(corrected):
            place = which % len(expected)
            day, content = expected[place]
            wrong = next(m for m in memory.history(KEY) if m.content == content)
            memory.correct(wrong.id, f"c{n}")
            expected[place] = (day, f"c{n}")
            memory.remember(f"w{n}", subject=KEY, event_time=MOMENT + late * DAY - 9 * DAY)
            expected.append((late, f"w{n}"))
        ordered = sorted(expected, key=lambda item: item[0])
        assert chain(memory) == [content for _, content in ordered][::-1]
