"""Changes to single records through the verbs: each with the history it leaves behind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from hindsight_integrations.answers import Action, Change
from hindsight_integrations.errors import Conflict, InvalidInput, NotFound
from hindsight_integrations.records import Claim, Memory, Status
from hindsight_integrations.testing import MOMENT, ample
from hindsight_integrations.user_memory import UserMemory
from naming import named
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


VERBS: dict[str, Callable[[UserMemory, str], object]] = {
    "update": lambda m, one: m.update(one, priority=1),
    "correct": lambda m, one: m.correct(one, "tea"),
    "confirm": lambda m, one: m.confirm(one),
    "feedback": lambda m, one: m.feedback(one, helpful=True),
    "pin": lambda m, one: m.pin(one),
    "restore": lambda m, one: m.restore(one),
}


@on_both_stores
@pytest.mark.parametrize("verb", VERBS)
class TestUnknownIds:
    def test_nobodys(self, store: str, verb: str) -> None:
        with pytest.raises(NotFound, match="no memory m99 of this user"):
            VERBS[verb](Scene(store).user(), "m99")

    def test_another_users(self, store: str, verb: str) -> None:
        scene = Scene(store)
        (foreign,) = keep(scene.user("bob"), Claim(content="tea"))
        with pytest.raises(NotFound):
            VERBS[verb](scene.user("ada"), foreign.id)
        assert scene.user("bob").get(foreign.id) == foreign

    def test_a_forgotten_one(self, store: str, verb: str) -> None:
        memory = Scene(store).user()
        (gone,) = keep(memory, Claim(content="tea"))
        memory.forget(gone.id, reason="asked")
        with pytest.raises(NotFound, match="it may have been forgotten"):
            VERBS[verb](memory, gone.id)


@on_both_stores
class TestUpdate:
    def kept(self, store: str) -> tuple[UserMemory, Memory]:
        memory = Scene(store).user()
        (tea,) = keep(memory, Claim(content="tea", subject=KEY, tags=("a",), payload={"x": 1}))
        return memory, tea

    @pytest.mark.parametrize(
        ("fields", "expected"),
        [
            ({"tags": ["b", "c", "b"]}, {"tags": ("b", "c")}),
            ({"tags": ()}, {"tags": ()}),
            ({"payload": {"y": [2]}}, {"payload": {"y": [2]}}),
            ({"payload": {}}, {"payload": {}}),
            ({"importance": 1}, {"importance": 1.0}),
            ({"importance": 0.0}, {"importance": 0.0}),
            ({"confidence": 0.25}, {"confidence": 0.25}),
            ({"priority": -3}, {"priority": -3}),
            ({"priority": 0}, {"priority": 0}),
            (
                {"tags": ["b"], "importance": 0.1, "priority": 2},
                {"tags": ("b",), "importance": 0.1, "priority": 2},
            ),
        ],
        ids=str,
    )
    def test_only_what_is_given_changes(
        self, store: str, fields: dict[str, Any], expected: dict[str, Any]
    ) -> None:
        memory, tea = self.kept(store)
        change = memory.update(tea.id, **fields)
        assert change.action is Action.EDITED
        assert memory.get(tea.id) == replace(tea, **expected) == change.memory
        assert memory.history(KEY) == [change.memory]

    def test_one_field_at_least(self, store: str) -> None:
        memory, tea = self.kept(store)
        with pytest.raises(InvalidInput, match="tags, payload, importance, confidence, priority"):
            memory.update(tea.id)

    @pytest.mark.parametrize(
        "fields",
        [
            {"tags": "home"},
            {"tags": [5]},
            {"tags": {"a": 1}},
            {"payload": ["x"]},
            {"payload": "x"},
            {"payload": {"x": object()}},
            {"importance": 1.1},
            {"importance": True},
            {"confidence": "high"},
            {"priority": "high"},
            {"priority": 1.5},
            {"priority": True},
        ],
        ids=named,
    )
    def test_what_cannot_be_kept_changes_nothing(self, store: str, fields: dict[str, Any]) -> None:
        memory, tea = self.kept(store)
        (name,) = fields
        with pytest.raises(InvalidInput, match=name.rstrip("s")):
            memory.update(tea.id, **fields)
        assert memory.get(tea.id) == tea

    def test_a_replaced_one_may_be_described_too(self, store: str) -> None:
        memory = Scene(store).user()
        berlin, _ = lived(memory, "Berlin", "Lisbon")
        memory.update(berlin.id, tags=["past"])
        assert chain(memory) == ["Lisbon", "Berlin"]


@on_both_stores
class TestConfirm:
    def test_its_age_starts_anew(self, store: str) -> None:
        scene = Scene(store)
        memory = scene.user()
        (tea,) = keep(memory, Claim(content="tea", subject=KEY, confidence=0.5))
        scene.clock.advance(60 * DAY)
        change = memory.confirm(tea.id)
        assert change.action is Action.REFRESHED
        kept = memory.get(tea.id)
        assert kept == replace(tea, confirmed_at=MOMENT + 60 * DAY, confidence=0.95)
        (found,) = memory.recall("tea")
        assert found.confidence == 0.95
        assert memory.history(KEY) == [kept]

    def test_it_never_makes_less_sure(self, store: str) -> None:
        memory = Scene(store).user()
        (tea,) = keep(memory, Claim(content="tea", confidence=1.0))
        assert memory.confirm(tea.id).memory == tea

    def test_only_what_is_active_can_be_confirmed(self, store: str) -> None:
        memory = Scene(store).user()
        berlin, _ = lived(memory, "Berlin", "Lisbon")
        with pytest.raises(InvalidInput, match="is superseded: restore"):
            memory.confirm(berlin.id)
        assert chain(memory) == ["Lisbon", "Berlin"]


@on_both_stores
class TestFeedbackAndPins:
    def test_what_did_not_help_is_told_as_such(self, store: str) -> None:
        memory = Scene(store).user()
        (tea,) = keep(memory, Claim(content="tea"))
        assert memory.feedback(tea.id, helpful=False).action is Action.EDITED
        assert memory.recall("tea")[0].verdict == "unhelpful"
        memory.feedback(tea.id, helpful=True)
        assert memory.recall("tea")[0].verdict == "fresh"

    def test_a_pin_keeps_importance(self, store: str) -> None:
        scene = Scene(store)
        memory = scene.user()
        (tea,) = keep(memory, Claim(content="tea", importance=0.8))
        scene.clock.advance(180 * DAY)

        def importance() -> float:
            (found,) = memory.recall("tea", touch=False)
            return next(part.value for part in found.parts if part.name == "importance")

        assert importance() == pytest.approx(0.4)
        memory.pin(tea.id)
        assert importance() == 0.8
        memory.pin(tea.id, pinned=False)
        assert importance() == pytest.approx(0.4)


@on_both_stores
class TestRestore:
    def test_a_superseded_value_holds_again_from_now(self, store: str) -> None:
        memory = Scene(store).user()
        berlin, lisbon = lived(memory, "Berlin", "Lisbon")
        change = memory.restore(berlin.id)
        assert change.action is Action.SUPERSEDED
        assert chain(memory) == ["Berlin", "Lisbon", "Berlin"]
        assert change.memory is not None
        assert change.memory.valid_from == MOMENT
        assert told(memory, as_of=lisbon.valid_from) == ["Lisbon"]

    def test_twice_is_once(self, store: str) -> None:
        memory = Scene(store).user()
        berlin, _ = lived(memory, "Berlin", "Lisbon")
        memory.restore(berlin.id)
        assert memory.restore(berlin.id).action is Action.REFRESHED
        assert chain(memory) == ["Berlin", "Lisbon", "Berlin"]

    def test_a_value_that_ended_holds_again(self, store: str) -> None:
        scene = Scene(store)
        memory = scene.user()
        (nuts,) = keep(memory, Claim(content="nuts", subject="user.allergy"))
        keep(memory, Claim(content="nuts", subject="user.allergy", ends=True))
        assert len(memory.recall("nuts")) == 0
        scene.clock.advance(DAY)
        change = memory.restore(nuts.id)
        assert change.action is Action.ADDED
        assert contents(memory.recall("nuts").memories) == ["nuts"]
        assert [m.status for m in memory.history("user.allergy")] == ["active", "expired"]

    def test_its_fields_come_back(self, store: str) -> None:
        memory = Scene(store).user(session="s1")
        claim = Claim(
            content="Berlin",
            subject=KEY,
            tags=("home",),
            payload={"value": "Berlin"},
            importance=0.9,
            priority=3,
        )
        (berlin,) = keep(memory, claim)
        memory.remember("Lisbon", subject=KEY)
        back = memory.restore(berlin.id).memory
        assert back is not None
        assert (back.tags, back.payload, back.importance, back.priority) == (
            ("home",),
            {"value": "Berlin"},
            0.9,
            3,
        )

    def test_an_active_one_is_left_as_it_is(self, store: str) -> None:
        memory = Scene(store).user()
        (tea,) = keep(memory, Claim(content="tea"))
        change = memory.restore(tea.id)
        assert (change.action, change.memory) == (Action.REPEATED, tea)
        assert memory.get(tea.id) == tea

    def archived(self, store: str) -> tuple[UserMemory, Memory]:
        scene = Scene(store)
        (tea,) = keep(scene.user(), Claim(content="tea", subject=KEY))
        with scene.core.records.writing(scene.user().scope, ample()) as tx:
            tx.edit(replace(tea, status=Status.ARCHIVED))
        return scene.user(), tea

    def test_an_archived_one_becomes_active_where_it_stands(self, store: str) -> None:
        memory, tea = self.archived(store)
        assert told(memory) == []
        change: Change = memory.restore(tea.id)
        assert (change.action, change.memory) == (Action.EDITED, tea)
        assert memory.history(KEY) == [tea]

    def test_an_archived_one_takes_no_others_place(self, store: str) -> None:
        memory, tea = self.archived(store)
        memory.remember("milk", subject=KEY)
        with pytest.raises(Conflict):
            memory.restore(tea.id)
        assert told(memory) == ["milk"]
