"""Writing claims: the records they become, retries, batches, lost races, and events."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from hindsight_integrations.answers import Action
from hindsight_integrations.errors import Conflict, InvalidInput, ModelError
from hindsight_integrations.ports import Deadline
from hindsight_integrations.records import Claim, Memory, MemoryType, Scope, Source
from hindsight_integrations.settings import (
    ConfidenceSettings,
    ImportanceSettings,
    RuntimeSettings,
    Settings,
)
from hindsight_integrations.testing import (
    MOMENT,
    BrokenEmbedder,
    InMemoryRecordStore,
    InMemoryVectorIndex,
)
from hindsight_integrations.testing.fakes.record_store import InMemoryRecordWriter
from scene import PointingEncoder, Scene, contents, keep, on_both_stores

DAY = timedelta(days=1)


def kept(store: str, claim: Claim, settings: Settings | None = None) -> Memory:
    (memory,) = keep(Scene(store, settings or Settings()).user(session="s1", agent="a"), claim)
    return memory


@on_both_stores
class TestTheRecord:
    @pytest.mark.parametrize(
        ("kind", "tier", "importance"),
        [
            ("fact", "semantic", 0.6),
            ("preference", "semantic", 0.7),
            ("task", "semantic", 0.6),
            ("inference", "semantic", 0.4),
            ("utterance", "episodic", 0.3),
            ("event", "episodic", 0.5),
            ("emotion", "episodic", 0.4),
            ("summary", "episodic", 0.5),
        ],
    )
    def test_its_type_gives_its_tier_and_its_importance(
        self, store: str, kind: str, tier: str, importance: float
    ) -> None:
        memory = kept(store, Claim(content="tea", type=MemoryType(kind)))
        assert (memory.type, memory.tier, memory.importance) == (kind, tier, importance)

    @pytest.mark.parametrize(
        ("source", "confidence"),
        [("user_stated", 0.95), ("tool", 0.8), ("inferred", 0.7), ("summarised", 0.6)],
    )
    def test_its_source_gives_its_confidence(
        self, store: str, source: str, confidence: float
    ) -> None:
        assert kept(store, Claim(content="tea", source=Source(source))).confidence == confidence

    def test_what_the_caller_says_goes_before(self, store: str) -> None:
        memory = kept(store, Claim(content="tea", confidence=0.0, importance=0.0))
        assert (memory.confidence, memory.importance) == (0.0, 0.0)

    def test_and_policy_before_that(self, store: str) -> None:
        policy = Settings(
            confidence=ConfidenceSettings(by_source=dict.fromkeys(Source, 0.5)),
            importance=ImportanceSettings(by_type=dict.fromkeys(MemoryType, 0.25)),
        )
        memory = kept(store, Claim(content="tea"), policy)
        assert (memory.confidence, memory.importance) == (0.5, 0.25)

    def test_where_it_comes_from(self, store: str) -> None:
        claim = Claim(content="tea", source_turn="t1", tags=("a",), payload={"x": [1]}, priority=3)
        memory = kept(store, claim)
        assert memory.scope == Scope("acme", "ada", "a", "s1")
        assert (memory.source_turn, memory.tags, memory.payload) == ("t1", ("a",), {"x": [1]})
        assert (memory.priority, memory.sequence, memory.schema_version) == (3, 1, 1)

    @pytest.mark.parametrize(
        ("kind", "days", "valid_from", "confirmed"),
        [
            ("fact", None, 0, 0),
            ("fact", -9, -9, -9),
            # It will hold from then on; it was confirmed when it was said.
            ("fact", 9, 9, 0),
            ("event", -9, -9, -9),
            # An appointment is known before it happens.
            ("event", 9, 0, 9),
        ],
    )
    def test_when_it_holds_and_when_it_was_confirmed(
        self, store: str, kind: str, days: int | None, valid_from: int, confirmed: int
    ) -> None:
        when = None if days is None else MOMENT + days * DAY
        memory = kept(store, Claim(content="tea", type=MemoryType(kind), event_time=when))
        assert memory.created_at == MOMENT
        assert memory.event_time == when
        assert memory.valid_from == MOMENT + valid_from * DAY
        assert memory.confirmed_at == MOMENT + confirmed * DAY

    def test_an_appointment_is_told_before_it_happens(self, store: str) -> None:
        memory = Scene(store).user()
        memory.event("dentist", {"place": "Lisbon"}, event_time=MOMENT + 9 * DAY)
        assert contents(memory.recall("dentist").memories) == ["dentist: place=Lisbon"]


@on_both_stores
class TestOnce:
    def test_a_key_answers_the_first_result(self, store: str) -> None:
        memory = Scene(store).user()
        first = memory.remember("tea", dedup_key="k")
        again = memory.remember("something else", dedup_key="k")
        assert (again.action, again.memory) == (Action.REPEATED, first.memory)
        assert again.reason == "first time: added"
        assert memory.count() == 1

    def test_in_one_batch_too(self, store: str) -> None:
        memory = Scene(store).user()
        changes = memory.remember_many([Claim(content=c, dedup_key="k") for c in "ab"])
        assert [change.action for change in changes] == [Action.ADDED, Action.REPEATED]

    def test_a_key_is_its_users(self, store: str) -> None:
        scene = Scene(store)
        scene.user("ada").remember("tea", dedup_key="k")
        assert scene.user("bob").remember("tea", dedup_key="k").action is Action.ADDED

    def test_an_end_of_what_was_not_known_is_once_too(self, store: str) -> None:
        memory = Scene(store).user()
        end = Claim(content="nuts", subject="user.allergy", ends=True, dedup_key="k")
        (first,) = memory.remember_many([end])
        assert (first.action, first.memory) == (Action.ENDED, None)
        (again,) = memory.remember_many([end])
        assert (again.action, again.memory, again.reason) == (
            Action.REPEATED,
            None,
            "first time: ended",
        )

    def test_it_stands_for_what_now_is(self, store: str) -> None:
        memory = Scene(store).user()
        berlin = memory.remember("Berlin", subject="user.location", dedup_key="k").memory
        memory.remember("Lisbon", subject="user.location")
        again = memory.remember("Berlin", subject="user.location", dedup_key="k").memory
        assert berlin is not None
        assert again is not None
        assert (again.id, again.status) == (berlin.id, "superseded")


@on_both_stores
class TestBatches:
    def test_in_order(self, store: str) -> None:
        memory = Scene(store, Settings(runtime=RuntimeSettings(batch=3))).user()
        changes = memory.remember_many(
            [Claim(content=f"place {n}", subject="user.location") for n in range(8)]
        )
        assert [change.action for change in changes] == [Action.ADDED] + [Action.SUPERSEDED] * 7
        assert contents(memory.history("user.location")) == [f"place {n}" for n in range(8)][::-1]

    def test_nothing(self, store: str) -> None:
        assert Scene(store).user().remember_many([]) == []

    def test_a_failing_encoder_writes_nothing(self, store: str) -> None:
        memory = Scene(store, embedder=BrokenEmbedder()).user()
        with pytest.raises(ModelError):
            memory.remember("tea")
        assert memory.count() == 0

    def test_the_encoder_is_asked_in_parts(self, store: str) -> None:
        encoder = _Counting()
        memory = Scene(store, embedder=encoder).user()
        memory.remember_many([Claim(content=f"n {n}") for n in range(600)])
        assert encoder.sizes == [256, 256, 88]


class _Counting(PointingEncoder):
    """An encoder that notes how many texts it is given at once."""

    def __init__(self) -> None:
        super().__init__()
        self.sizes: list[int] = []

    def embed(self, texts: Any) -> Any:
        self.sizes.append(len(texts))
        return super().embed(texts)


class _Racing(InMemoryRecordStore):
    """A store whose first transactions are lost to another writer, at their end."""

    lost = 0

    @contextmanager
    def writing(self, scope: Scope, deadline: Deadline) -> Iterator[InMemoryRecordWriter]:
        with super().writing(scope, deadline) as tx:
            yield tx
            if self.lost:
                self.lost -= 1
                raise Conflict("another writer was first")


class TestRaces:
    def scene(self, lost: int) -> tuple[Scene, _Racing]:
        scene = Scene()
        store = _Racing(scene.clock)
        store.lost = lost
        scene.core = replace(scene.core, records=store, index=InMemoryVectorIndex(store))
        return scene, store

    @pytest.mark.parametrize("lost", [1, 5])
    def test_a_lost_race_is_decided_again(self, lost: int) -> None:
        scene, store = self.scene(lost)
        memory = scene.user()
        tea = memory.remember("tea", dedup_key="k")
        assert (tea.action, store.lost, memory.count()) == (Action.ADDED, 0, 1)
        assert tea.memory is not None
        store.lost = lost
        memory.observe([("user", "I live in Lisbon")])
        assert len(memory.window()) == 1
        store.lost = lost
        memory.pin(tea.memory.id)
        assert memory.count() == 3

    def test_not_for_ever(self) -> None:
        scene, store = self.scene(7)
        with pytest.raises(Conflict):
            scene.user().remember("tea")
        assert store.lost == 1
        assert scene.user().count() == 0


@on_both_stores
class TestEvents:
    def test_what_happened_can_be_found_and_counted(self, store: str) -> None:
        memory = Scene(store).user()
        change = memory.event("refund", {"order": 42, "paid": True}, result="granted")
        assert change.memory is not None
        assert change.memory.content == "refund: order=42, paid=True → granted"
        assert change.memory.payload == {
            "order": 42,
            "paid": True,
            "event_type": "refund",
            "result": "granted",
        }
        assert (change.memory.type, change.memory.source) == ("event", "tool")
        memory.event("refund", {}, event_time=MOMENT - 9 * DAY)
        memory.event("login", {})
        assert memory.count(event_type="refund") == 2
        assert memory.count(event_type="refund", within=timedelta(days=7)) == 1
        assert memory.count(event_type="refund", within=(None, MOMENT - DAY)) == 1
        assert memory.count() == 3

    def test_twice_is_two(self, store: str) -> None:
        memory = Scene(store).user()
        for _ in range(2):
            assert memory.event("login", {}).action is Action.ADDED
        assert len(memory.recall("login", types="event")) == 2

    @pytest.mark.parametrize(
        ("parts", "why"),
        [
            ({"event_type": ""}, "event_type must not be empty"),
            ({"event_type": None}, "event_type must be a string"),
            ({"payload": [1]}, "payload must map names to data"),
            ({"payload": None}, "payload must map names to data"),
            ({"result": 5}, "result must be a string"),
            ({"event_time": datetime(2025, 1, 1)}, "event_time is naive"),
        ],
        ids=str,
    )
    def test_what_is_no_event(self, store: str, parts: dict[str, Any], why: str) -> None:
        memory = Scene(store).user()
        with pytest.raises(InvalidInput, match=why):
            memory.event(**{"event_type": "login", "payload": {}} | parts)
        assert memory.count() == 0
