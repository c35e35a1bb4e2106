"""The strategy table, cell by cell, and the laws of the chain; every expectation is worked out by hand."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations import Claim, Hindsight, Memory, UserMemory
from hindsight_integrations.answers import Action, Change
from hindsight_integrations.engine.supersede import Reason
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.settings import Settings, Strategy, SubjectSettings
from hindsight_integrations.testing import FrozenClock

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
MAY, JUNE, JULY = (datetime(2026, month, 1, tzinfo=UTC) for month in (3, 4, 5))
DAY = timedelta(days=1)
KEY = "user.thing"


@dataclass
class Scene:
    """A user's memory on an in-memory store, with a clock that stands still unless moved."""

    clock: FrozenClock = field(default_factory=lambda: FrozenClock(NOW))
    settings: Settings = field(default_factory=Settings)

    def __post_init__(self) -> None:
        self.hindsight = Hindsight.open(
            "sqlite:///:memory:",
            embedder=HashingEncoder(16),
            clock=self.clock,
            settings=self.settings,
        )
        self.memory: UserMemory = self.hindsight.for_user("ada")

    def say(self, content: str, when: datetime | None = None, **how: Any) -> Change:
        claim = Claim(content=content, subject=KEY, event_time=when, **how)
        return self.memory.remember_many([claim])[0]

    def active(self) -> list[str]:
        return [m.content for m in self.memory.history(KEY) if m.status == "active"]

    def chain(self) -> list[str]:
        """Contents from the active record back through ``supersedes``; each link holds both ways."""
        by_id = {m.id: m for m in self.memory.history(KEY)}
        (at,) = [m for m in by_id.values() if m.status == "active"]
        contents = [at.content]
        while at.supersedes is not None:
            earlier = by_id[at.supersedes]
            assert earlier.superseded_by == at.id
            at = earlier
            contents.append(at.content)
        return contents

    def told(self, as_of: datetime | None = None) -> list[str]:
        found = self.memory.recall(KEY, as_of=as_of, subjects=KEY, k=10)
        return [item.memory.content for item in found]


@pytest.fixture
def scene() -> Scene:
    return Scene()


LATEST: dict[str, Any] = {"type": "fact"}
BOTH: dict[str, Any] = {"type": "preference"}
SURER: dict[str, Any] = {"type": "inference", "source": "inferred"}


class TestTheTable:
    """REQUIREMENTS S2: three strategies × (later, earlier, at the same time)."""

    @pytest.mark.parametrize("how", [LATEST, BOTH], ids=["latest", "both"])
    def test_later(self, scene: Scene, how: dict[str, str]) -> None:
        scene.say("old", MAY, **how)
        change = scene.say("new", JUNE, **how)
        assert change.action is Action.SUPERSEDED
        assert [m.content for m in change.superseded] == ["old"]
        assert scene.chain() == ["new", "old"]
        old = scene.memory.history(KEY)[1]
        assert (old.status, old.valid_from, old.valid_to) == ("superseded", MAY, JUNE)
        assert old.retired_at == NOW

    @pytest.mark.parametrize("how", [LATEST, BOTH], ids=["latest", "both"])
    def test_earlier(self, scene: Scene, how: dict[str, str]) -> None:
        scene.say("old", JUNE, **how)
        change = scene.say("late", MAY, **how)
        assert (change.action, change.reason) == (Action.FILED, Reason.LATE)
        assert scene.chain() == ["old", "late"]
        late = scene.memory.history(KEY)[1]
        assert (late.status, late.valid_from, late.valid_to) == ("superseded", MAY, JUNE)

    @pytest.mark.parametrize("how", [LATEST, BOTH], ids=["latest", "both"])
    def test_at_the_same_time(self, scene: Scene, how: dict[str, str]) -> None:
        scene.say("first", MAY, **how)
        assert scene.say("second", MAY, **how).action is Action.SUPERSEDED
        assert scene.chain() == ["second", "first"]

    @pytest.mark.parametrize("when", [JUNE, MAY, MAY - DAY], ids=["later", "same", "earlier"])
    @pytest.mark.parametrize(
        ("mine", "theirs", "wins"),
        [(0.6, 0.5, True), (0.5, 0.6, False)],
        ids=["surer", "less sure"],
    )
    def test_the_surer_one(
        self, scene: Scene, when: datetime, mine: float, theirs: float, wins: bool
    ) -> None:
        # As seen in June, what was inferred in April has faded less than what was inferred in
        # March: 30 days are worth a factor of 0.95, which does not bridge 0.5 and 0.6.
        scene.say("old", MAY, confidence=theirs, **SURER)
        change = scene.say("new", when, confidence=mine, **SURER)
        assert scene.active() == (["new"] if wins else ["old"])
        loser = next(m for m in scene.memory.history(KEY) if m.status == "superseded")
        assert loser.content == ("old" if wins else "new")
        if not wins:
            assert (change.action, loser.status_reason) == (Action.FILED, Reason.LESS_SURE)

    def test_current_confidence_counts_not_the_stated_one(self, scene: Scene) -> None:
        # 0.70 from a year ago is 0.70 · 0.95^(365/30) = 0.375 now: less than a fresh 0.5.
        scene.say("old", NOW - 365 * DAY, confidence=0.7, **SURER)
        scene.say("new", NOW, confidence=0.5, **SURER)
        assert scene.active() == ["new"]

    def test_equally_sure_at_the_same_time_the_later_record(self, scene: Scene) -> None:
        scene.say("first", MAY, confidence=0.6, **SURER)
        scene.say("second", MAY, confidence=0.6, **SURER)
        assert scene.active() == ["second"]

    @pytest.mark.parametrize("when", [JUNE, MAY, MAY - DAY], ids=["later", "same", "earlier"])
    def test_an_inference_never_supersedes_a_statement(self, scene: Scene, when: datetime) -> None:
        scene.say("stated", MAY, confidence=0.1)
        change = scene.say("inferred", when, confidence=1.0, **SURER)
        assert (change.action, change.reason) == (Action.FILED, Reason.ONLY_INFERRED)
        assert scene.active() == ["stated"]

    @pytest.mark.parametrize("when", [JUNE, MAY, MAY - DAY], ids=["later", "same", "earlier"])
    def test_a_statement_supersedes_any_inference(self, scene: Scene, when: datetime) -> None:
        scene.say("inferred", MAY, confidence=1.0, **SURER)
        scene.say("stated", when, confidence=0.1)
        assert scene.active() == ["stated"]

    def test_mixed_types_follow_the_newer_records_type(self, scene: Scene) -> None:
        scene.say("a fact", MAY, **LATEST)
        scene.say("a preference", JUNE, **BOTH)
        found = scene.memory.recall("thing", subjects=KEY)
        assert found[0].memory.content == "a preference"
        assert found[0].predecessor is not None
        assert found[0].predecessor.content == "a fact"
        scene.say("a fact again", JULY, **LATEST)
        assert scene.memory.recall("thing", subjects=KEY)[0].predecessor is None

    def test_a_key_may_have_a_strategy_of_its_own(self) -> None:
        subjects = SubjectSettings(by_subject={"user.*": Strategy.CONFIDENCE})
        scene = Scene(settings=Settings(subjects=subjects))
        scene.say("old", MAY, confidence=0.9)
        scene.say("new", JUNE, confidence=0.5)
        assert scene.active() == ["old"]


class TestTime:
    def test_without_a_time_the_order_of_recording_decides_whatever_the_clock_says(
        self, scene: Scene
    ) -> None:
        scene.say("first")
        scene.clock.set(NOW - DAY)
        assert scene.say("second").action is Action.SUPERSEDED
        scene.clock.set(NOW - 2 * DAY)
        scene.say("third")
        assert scene.chain() == ["third", "second", "first"]

    def test_a_late_arrival_takes_its_place_between_its_neighbours(self, scene: Scene) -> None:
        scene.say("A", MAY)
        scene.say("C", JULY)
        scene.say("B", JUNE)
        assert scene.chain() == ["C", "B", "A"]
        spans = {m.content: (m.valid_from, m.valid_to) for m in scene.memory.history(KEY)}
        assert spans == {"A": (MAY, JUNE), "B": (JUNE, JULY), "C": (JULY, None)}

    def test_as_of_tells_what_was_true_then(self, scene: Scene) -> None:
        for content, when in (("C", JULY), ("A", MAY), ("B", JUNE)):
            scene.say(content, when)
        assert scene.told(MAY - DAY) == []
        assert scene.told(MAY) == ["A"]
        assert scene.told(JUNE - timedelta(microseconds=1)) == ["A"]
        assert scene.told(JUNE) == ["B"]
        assert scene.told(JULY + DAY) == ["C"]
        assert scene.told() == ["C"]

    def test_known_at_tells_what_the_memory_held_then(self, scene: Scene) -> None:
        scene.say("old", MAY)
        scene.clock.advance(DAY)
        scene.say("new", JUNE)
        known = scene.memory.recall(KEY, known_at=NOW + DAY / 2, subjects=KEY)
        assert [item.memory.content for item in known] == ["old"]
        known = scene.memory.recall(KEY, known_at=NOW - DAY, subjects=KEY)
        assert list(known) == []

    def test_a_change_in_the_future_is_told_when_it_has_come(self, scene: Scene) -> None:
        scene.say("Berlin")
        scene.say("Lisbon", NOW + 30 * DAY)
        assert scene.told() == ["Berlin"]
        scene.clock.advance(31 * DAY)
        assert scene.told() == ["Lisbon"]

    def test_after_an_end_a_statement_about_before_does_not_hold_now(self, scene: Scene) -> None:
        scene.say("Acme", JUNE)
        ended = scene.say("Acme", JULY, ends=True)
        assert ended.action is Action.ENDED
        scene.say("Widget", MAY)
        assert scene.active() == []
        assert scene.told(JUNE) == ["Acme"]
        assert scene.told(MAY) == ["Widget"]


class TestTheSameAgain:
    def test_it_refreshes(self, scene: Scene) -> None:
        first = scene.say("Lisbon", confidence=0.8).memory
        scene.clock.advance(10 * DAY)
        change = scene.say("  lisbon. ", confidence=0.9)
        assert change.action is Action.REFRESHED
        assert first is not None
        assert change.memory is not None
        assert (change.memory.id, change.memory.confidence) == (first.id, 0.9)
        assert change.memory.confirmed_at == NOW + 10 * DAY
        assert (change.memory.access_count, change.memory.last_accessed_at) == (1, NOW + 10 * DAY)
        assert len(scene.memory.history(KEY)) == 1

    def test_a_value_that_comes_back_is_a_new_record(self, scene: Scene) -> None:
        for content in ("Berlin", "Lisbon", "Berlin"):
            scene.say(content)
        assert scene.chain() == ["Berlin", "Lisbon", "Berlin"]

    def test_the_same_from_earlier_makes_it_hold_longer(self, scene: Scene) -> None:
        scene.say("Berlin", MAY)
        scene.say("Lisbon", JULY)
        assert scene.say("Lisbon", JUNE).action is Action.REFRESHED
        assert scene.told(JUNE) == ["Lisbon"]
        assert scene.told(MAY) == ["Berlin"]

    def test_the_same_as_history_changes_nothing(self, scene: Scene) -> None:
        scene.say("Berlin", MAY)
        scene.say("Lisbon", JULY)
        before = scene.memory.history(KEY)
        assert scene.say("Berlin", JUNE).action is Action.REFRESHED
        assert scene.memory.history(KEY) == before

    def test_a_statement_of_what_was_inferred_is_kept_as_a_statement(self, scene: Scene) -> None:
        scene.say("Lisbon", None, **SURER)
        assert scene.say("Lisbon").action is Action.SUPERSEDED
        (active,) = [m for m in scene.memory.history(KEY) if m.status == "active"]
        assert active.source == "user_stated"

    @pytest.mark.parametrize("subject", [None, "user.allergy"], ids=["no key", "a key of many"])
    def test_many_values_stand_side_by_side(self, scene: Scene, subject: str | None) -> None:
        for content in ("nuts", "pollen", "nuts"):
            scene.memory.remember(content, subject=subject)
        found = scene.memory.recall("allergy", k=9)
        assert sorted(m.content for m in found.memories) == ["nuts", "pollen"]

    def test_a_stated_removal_ends_one_of_many(self, scene: Scene) -> None:
        for content in ("nuts", "pollen"):
            scene.memory.remember(content, subject="user.allergy")
        (change,) = scene.memory.remember_many(
            [Claim(content="nuts", subject="user.allergy", ends=True)]
        )
        assert change.action is Action.ENDED
        assert [m.content for m in scene.memory.recall("allergy").memories] == ["pollen"]


class TestDoubt:
    def test_a_later_inference_puts_a_statement_in_doubt_until_it_is_confirmed(
        self, scene: Scene
    ) -> None:
        stated = scene.say("tea").memory
        scene.say("coffee", None, **SURER)
        assert stated is not None
        assert scene.memory.recall("thing", subjects=KEY)[0].verdict == "contradicted"
        scene.memory.confirm(stated.id)
        assert scene.memory.recall("thing", subjects=KEY)[0].verdict == "fresh"


@st.composite
def dated(draw: st.DrawFn) -> list[tuple[str, datetime]]:
    """Statements with different values and different dates, in any order of arrival."""
    days = draw(st.lists(st.integers(0, 400), min_size=1, max_size=7, unique=True))
    said = [(f"value {place}", MAY + day * DAY) for place, day in enumerate(sorted(days))]
    return draw(st.permutations(said))


class TestLaws:
    @given(dated())
    def test_dated_statements_end_in_the_same_chain_whatever_the_order(
        self, said: list[tuple[str, datetime]]
    ) -> None:
        scene = Scene(clock=FrozenClock(MAY + 500 * DAY))
        for content, when in said:
            scene.say(content, when)
        expected = sorted(said, key=lambda item: item[1], reverse=True)
        assert scene.chain() == [content for content, _ in expected]
        for (_, since), (earlier, _) in itertools.pairwise(expected):
            assert scene.told(since - timedelta(microseconds=1)) == [earlier]
            assert scene.told(since) != [earlier]

    @given(st.lists(st.sampled_from("abc"), min_size=1, max_size=8))
    def test_there_is_exactly_one_active_record_and_one_unbroken_chain(
        self, said: list[str]
    ) -> None:
        scene = Scene()
        for content in said:
            scene.say(content)
        runs = [content for content, _ in itertools.groupby(said)]
        assert scene.chain() == runs[::-1]
        records: list[Memory] = scene.memory.history(KEY)
        assert len(records) == len(runs)
