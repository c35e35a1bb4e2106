"""Outlines: what judging takes of a record, in columns, against a record worked out by hand."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest

from hindsight_integrations.outlines import FOREVER, STATUSES, TIERS, TYPES, Outlines
from hindsight_integrations.ports import RecordStore
from hindsight_integrations.records import MemoryType, Status, Tier
from hindsight_integrations.testing.builders import MOMENT, make_entry, make_memory, make_scope
from hindsight_integrations.testing.record_store.fixtures import (
    RecordStoreFixtures,
    put,
    reading,
    writing,
)

ANN = make_scope("ann")
DTYPES: dict[str, type] = {
    "sequences": np.int64,
    "types": np.uint8,
    "tiers": np.uint8,
    "statuses": np.uint8,
    "happened": np.int64,
    "confirmed": np.int64,
    "valid_from": np.int64,
    "valid_to": np.int64,
    "confidence": np.float64,
    "importance": np.float64,
    "accesses": np.int64,
    "pinned": np.bool_,
    "doubted": np.bool_,
    "unhelpful": np.bool_,
}


def instant(seconds: int, micros: int = 0) -> datetime:
    """So many seconds after the start of 1970, or before."""
    return datetime.fromtimestamp(seconds, UTC).replace(microsecond=micros)


def outline(store: RecordStore, *ids: str) -> Outlines:
    with reading(store, ANN) as read:
        return read.outline(ids)


def row(store: RecordStore, id: str) -> dict[str, Any]:
    """The one outline of this record, by column."""
    found = outline(store, id)
    assert found.ids == (id,)
    return {item.name: getattr(found, item.name)[0] for item in fields(Outlines)}


class OutlineTests(RecordStoreFixtures):
    """``outline``."""

    def test_a_record_is_outlined(self, store: RecordStore) -> None:
        memory = make_memory(
            "m1",
            type="preference",
            tier="episodic",
            status="superseded",
            status_reason="更新",
            created_at=instant(1, 5),
            event_time=instant(-1, 999_999),
            confirmed_at=instant(3, 1),
            valid_from=instant(4),
            valid_to=instant(5, 7),
            confidence=0.1 + 0.2,
            importance=0.25,
            access_count=7,
            pinned=True,
            contradicted_by="m9",
            helpful=False,
        )
        put(store, make_entry(make_memory("m0")), make_entry(memory, said=b"\x00words\xff"))
        assert row(store, "m1") == {
            "ids": "m1",
            "sequences": 2,
            "types": TYPES.index(MemoryType.PREFERENCE),
            "tiers": TIERS.index(Tier.EPISODIC),
            "statuses": STATUSES.index(Status.SUPERSEDED),
            "happened": -1,  # the event's time: a microsecond before 1970
            "confirmed": 3_000_001,
            "valid_from": 4_000_000,
            "valid_to": 5_000_007,
            "confidence": 0.1 + 0.2,
            "importance": 0.25,
            "accesses": 7,
            "pinned": True,
            "doubted": True,
            "unhelpful": True,
            "reasons": "更新",
            "said": b"\x00words\xff",
            "speakers": "",
        }

    def test_what_is_open_or_unsaid(self, store: RecordStore) -> None:
        put(store, make_entry(make_memory("m1", created_at=instant(1, 5))))
        found = row(store, "m1")
        assert (found["happened"], found["valid_to"], found["reasons"]) == (
            1_000_005,
            FOREVER,
            None,
        )
        assert [bool(found[name]) for name in ("pinned", "doubted", "unhelpful")] == [False] * 3

    @pytest.mark.parametrize(
        ("kind", "name", "speaker"),
        [
            ("utterance", "小林", "小林"),
            ("utterance", 'O"Hara', 'O"Hara'),
            ("utterance", 7, "7"),
            ("utterance", None, "<user>"),
            ("fact", "小林", ""),
        ],
    )
    def test_the_speaker_of_an_utterance(
        self, store: RecordStore, kind: str, name: str | int | None, speaker: str
    ) -> None:
        said = {"role": "user"} | ({"name": name} if name else {})
        put(store, make_entry(make_memory("m1", type=kind, payload=said)))
        assert row(store, "m1")["speakers"] == speaker

    @pytest.mark.parametrize("kind", MemoryType)
    def test_types_are_places(self, store: RecordStore, kind: MemoryType) -> None:
        put(store, make_entry(make_memory("m1", type=kind)))
        assert TYPES[row(store, "m1")["types"]] is kind

    @pytest.mark.parametrize("status", Status)
    def test_statuses_are_places(self, store: RecordStore, status: Status) -> None:
        put(store, make_entry(make_memory("m1", status=status)))
        assert STATUSES[row(store, "m1")["statuses"]] is status

    @pytest.mark.parametrize("tier", Tier)
    def test_tiers_are_places(self, store: RecordStore, tier: Tier) -> None:
        put(store, make_entry(make_memory("m1", tier=tier)))
        assert TIERS[row(store, "m1")["tiers"]] is tier

    @pytest.mark.parametrize(
        ("helpful", "unhelpful"), [(None, False), (True, False), (False, True)]
    )
    def test_only_a_no_is_unhelpful(
        self, store: RecordStore, helpful: bool | None, unhelpful: bool
    ) -> None:
        put(store, make_entry(make_memory("m1", helpful=helpful)))
        assert bool(row(store, "m1")["unhelpful"]) is unhelpful

    def test_columns_belong_together(self, store: RecordStore) -> None:
        put(
            store,
            *(
                make_entry(make_memory(f"m{n}", access_count=n), said=b"said %d" % n)
                for n in range(9)
            ),
        )
        found = outline(store, "m7", "m3", "never", "m5", "m3", *(f"x{n}" for n in range(3_000)))
        places = {name: place for place, name in enumerate(found.ids)}
        assert places.keys() == {"m3", "m5", "m7"}
        assert len(found.ids) == 3
        for n in (3, 5, 7):
            place = places[f"m{n}"]
            seen = (found.accesses[place], found.sequences[place], found.said[place])
            assert seen == (n, n + 1, b"said %d" % n)
        assert {len(getattr(found, item.name)) for item in fields(Outlines)} == {3}

    @pytest.mark.parametrize("ids", [(), ("never",)])
    def test_of_nothing_there_are_empty_columns(
        self, store: RecordStore, ids: tuple[str, ...]
    ) -> None:
        put(store, make_entry(make_memory("m1")))
        found = outline(store, *ids)
        assert {len(getattr(found, item.name)) for item in fields(Outlines)} == {0}

    def test_columns_have_their_types(self, store: RecordStore) -> None:
        put(store, make_entry(make_memory("m1")))
        for found in (outline(store, "m1"), outline(store, "never")):
            assert {name: getattr(found, name).dtype.type for name in DTYPES} == DTYPES

    def test_changes_are_seen(self, store: RecordStore) -> None:
        (kept,) = put(store, make_entry(make_memory("m1"), said=b"one"))
        with writing(store, ANN) as write:
            write.edit(replace(kept, pinned=True, confidence=0.5))
            assert write.outline(["m1"]).pinned.tolist() == [True]
        store.touch(ANN, {"m1": 3}, MOMENT)
        found = row(store, "m1")
        assert (found["confidence"], found["accesses"], found["said"]) == (0.5, 3, b"one")
        with writing(store, ANN) as write:
            write.edit(kept, make_entry(kept, said=b"two"))
        assert row(store, "m1")["said"] == b"two"
