"""The parts of the fakes that no contract suite reaches: the clock, the scripted and broken models, audit, hashes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from hindsight_integrations.answers import Action
from hindsight_integrations.errors import InvalidInput, ModelError
from hindsight_integrations.ports import (
    Embedder,
    Extractor,
    Heard,
    RecordStore,
    Reranker,
    VectorIndex,
    WorkingMemory,
)
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Claim
from hindsight_integrations.testing import (
    MOMENT,
    BrokenEmbedder,
    BrokenExtractor,
    BrokenReranker,
    FrozenClock,
    InMemoryRecordStore,
    InMemoryVectorIndex,
    InMemoryWorkingMemory,
    ScriptedExtractor,
    ample,
    direction,
    make_entry,
    make_memory,
    make_scope,
    make_turn,
)
from hindsight_integrations.testing.fakes.shelf import AuditRow

ANN = make_scope("ann")


def heard(content: str) -> Heard:
    return Heard(make_turn(content), id="t1", at=MOMENT, tz="UTC")


def test_the_fakes_are_the_ports() -> None:
    store = InMemoryRecordStore()
    records: RecordStore = store
    index: VectorIndex = InMemoryVectorIndex(store)
    working: WorkingMemory = InMemoryWorkingMemory()
    assert records.health()["kind"] == "memory"
    assert index.search(ANN, direction(0), Where(), limit=1, deadline=ample()).hits == []
    assert working.window(ANN, last=1, now=MOMENT, deadline=ample()) == []
    assert isinstance(ScriptedExtractor({}), Extractor)
    assert isinstance(BrokenExtractor(), Extractor)
    assert isinstance(BrokenReranker(), Reranker)
    assert isinstance(BrokenEmbedder(), Embedder)


def test_the_clock_stands_until_it_is_moved() -> None:
    clock = FrozenClock(datetime(2025, 3, 3, 12, tzinfo=UTC))
    assert clock() == clock() == datetime(2025, 3, 3, 12, tzinfo=UTC)
    assert clock.advance(timedelta(hours=13)) == datetime(2025, 3, 4, 1, tzinfo=UTC) == clock()
    clock.set(datetime(2024, 2, 29, 8, tzinfo=timezone(timedelta(hours=8))))
    assert clock() == datetime(2024, 2, 29, 0, tzinfo=UTC)
    assert clock().tzinfo is UTC


def test_the_clock_refuses_an_instant_without_a_zone() -> None:
    with pytest.raises(InvalidInput, match="naive"):
        FrozenClock(datetime(2025, 3, 3, 12))
    clock = FrozenClock()
    with pytest.raises(InvalidInput, match="naive"):
        clock.set(datetime(2025, 3, 3, 12))
    assert clock() == MOMENT


@pytest.mark.parametrize("text", ["I live in Lisbon.", "我住在里斯本。"])
def test_the_scripted_extractor_answers_for_exactly_its_texts(text: str) -> None:
    claim = Claim(content="里斯本", subject="user.location")
    extractor = ScriptedExtractor({text: [claim]})
    assert list(extractor.extract(heard(text))) == [claim]
    assert list(extractor.extract(heard(text + "!"))) == []
    assert [asked.turn.content for asked in extractor.heard] == [text, text + "!"]


def test_the_broken_models_raise_what_they_were_given() -> None:
    with pytest.raises(ModelError):
        BrokenExtractor().extract(heard("hello"))
    with pytest.raises(ModelError):
        BrokenReranker().score("q", ["p"])
    with pytest.raises(ModelError):
        BrokenEmbedder().embed(["p"])
    with pytest.raises(TimeoutError):
        BrokenReranker(TimeoutError("too slow")).score("q", ["p"])


def test_an_erasure_is_audited_without_content(clock: FrozenClock) -> None:
    store = InMemoryRecordStore(clock)
    with store.writing(ANN, ample()) as write:
        write.put(make_entry(make_memory("m1", "secret one", scope=ANN)))
        write.put(make_entry(make_memory("m2", "secret two", scope=ANN)))
    clock.advance(timedelta(minutes=5))
    with store.writing(ANN, ample()) as write:
        write.erase(Where.of(ids="m2"), reason="asked", actor="desk")
    assert store.audit(ANN) == [AuditRow("m2", MOMENT + timedelta(minutes=5), "asked", "desk")]
    assert store.audit(make_scope("ben")) == []


def test_dedup_keys_are_kept_as_hashes_that_differ_from_store_to_store() -> None:
    kept = []
    for secret in (b"one", b"two", b"one"):
        store = InMemoryRecordStore(secret=secret)
        with store.writing(ANN, ample()) as write:
            write.note("alice@example.org", Action.ADDED, "m1")
        kept.append(list(store._shelf(ANN).done))
    assert kept[0] == kept[2] != kept[1]
    assert b"alice" not in kept[0][0]


def test_a_touch_waits_for_nobody(clock: FrozenClock) -> None:
    store = InMemoryRecordStore(clock)
    with store.writing(ANN, ample()) as write:
        write.put(make_entry(make_memory("m1", scope=ANN)))
    with store.writing(ANN, ample()):
        store.touch(ANN, {"m1": 1}, MOMENT)  # the store is busy: this one is lost
    store.touch(ANN, {"m1": 2}, MOMENT)
    with store.reading(ANN, ample()) as read:
        assert read.get(["m1"])["m1"].access_count == 2


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock()
