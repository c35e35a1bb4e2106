"""What is put is what is read: every field of a record, one at a time and all together, also after an edit."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations.ports import RecordStore
from hindsight_integrations.records import (
    Memory,
    MemoryType,
    Scope,
    Source,
    Status,
    SubjectKey,
    Tier,
)
from hindsight_integrations.testing.builders import MOMENT, make_entry, make_memory, make_scope
from hindsight_integrations.testing.generated import (
    examined,
    fresh_scope,
    scopes_of_memories,
)
from hindsight_integrations.testing.record_store.fixtures import (
    ALL,
    RecordStoreFixtures,
    get,
    put,
    reading,
    writing,
)

_INSTANTS = (
    datetime(2025, 3, 3, 12, 0, 0, 1, tzinfo=UTC),
    datetime(2025, 3, 3, 12, 0, 0, 999_999, tzinfo=UTC),
    datetime(1969, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC),
    datetime(1, 1, 1, tzinfo=UTC),
    datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC),
)
_TEXTS = (
    "彼女は茶が好き — 她喜欢喝茶",
    "שלום \u202eabc\u202c",
    "😀👩‍💻 e\u0301",
    'it\'s "quoted"; DROP TABLE records; --',
    "  blanks, a\ttab and\r\nlines  ",
    "back\\slash \\u0041 %s {x} $1 :name ?",
)
_PAYLOAD = {
    "event_type": "call",
    "deep": {"list": [1, -2, 3.5, "四", None, True, False, [], {}, [[{"a": []}]]]},
    "": "an empty key",
    "键": "值",
    "whole": 2**53 + 1,
    "share": 0.1 + 0.2,
    "text": 'quotes " and \\ and \n',
}
_LATER = ("event_time", "valid_to", "retired_at", "expires_at", "last_accessed_at")
_FIELDS: tuple[tuple[str, Any], ...] = (
    *(("content", text) for text in _TEXTS),
    ("content", "long 长 " * 100_000),
    *(("tier", tier) for tier in Tier),
    *(("type", kind) for kind in MemoryType),
    *(("source", source) for source in Source),
    *(("status", status) for status in Status),
    ("subject_key", None),
    ("subject_key", SubjectKey("user.工作.城市-2_b")),
    ("payload", {}),
    ("payload", _PAYLOAD),
    ("payload", {"event_type": ["not", "a", "word"]}),
    ("payload", {"event_type": 5}),
    ("tags", ()),
    ("tags", ("b", "a", "c", "红", "it's", 'a"b', "a,b", " ", "A")),
    ("source_turn", "t\u4e00"),
    ("said_again", ("t3", "t\u4e00", 'a"b')),
    *(("priority", priority) for priority in (-3, 0, 100)),
    *((name, value) for name in ("importance", "confidence") for value in (0.0, 0.1 + 0.2, 1.0)),
    ("status_reason", "a newer value: 更新"),
    *((name, "m0") for name in ("supersedes", "superseded_by", "contradicted_by")),
    *((name, at) for name in ("created_at", "valid_from", "confirmed_at") for at in _INSTANTS),
    *((name, at) for name in _LATER for at in _INSTANTS if name != "expires_at"),
    *(("expires_at", at) for at in _INSTANTS if at > MOMENT),
    *((name, None) for name in _LATER),
    ("access_count", 1_000_000),
    *(("helpful", value) for value in (None, True, False)),
    *(("pinned", value) for value in (True, False)),
    ("dedup_key", "turn 一:1"),
    *(("scope", make_scope(agent=agent, session="s1")) for agent in (None, "a1")),
)
_names = [f"{name}-{number}" for number, (name, _) in enumerate(_FIELDS)]

#: A record with every field away from its default.
_FULL = make_memory(
    "full",
    "她住在里斯本",
    scope=Scope("acme", "ann", "a1", "s1"),
    tier=Tier.EPISODIC,
    type=MemoryType.PREFERENCE,
    subject_key="user.location",
    payload=_PAYLOAD,
    tags=("b", "a"),
    source=Source.INFERRED,
    source_turn="t1",
    said_again=("t2", "t3"),
    priority=7,
    importance=0.25,
    confidence=0.7,
    status=Status.SUPERSEDED,
    status_reason="moved",
    supersedes="m0",
    superseded_by="m2",
    contradicted_by="m3",
    created_at=MOMENT + timedelta(microseconds=1),
    event_time=MOMENT + timedelta(microseconds=2),
    valid_from=MOMENT + timedelta(microseconds=3),
    valid_to=MOMENT + timedelta(microseconds=4),
    retired_at=MOMENT + timedelta(microseconds=5),
    confirmed_at=MOMENT + timedelta(microseconds=6),
    expires_at=MOMENT + timedelta(microseconds=7),
    last_accessed_at=MOMENT + timedelta(microseconds=8),
    access_count=9,
    helpful=False,
    pinned=True,
    dedup_key="key",
)


class RoundTripTests(RecordStoreFixtures):
    """Fields, exactly. ``embedding`` is no part of it: a record may come back without its vector."""

    @pytest.mark.parametrize(("name", "value"), _FIELDS, ids=_names)
    def test_a_field_comes_back_as_it_was_put(
        self, store: RecordStore, name: str, value: Any
    ) -> None:
        memory = make_memory("m1", **{name: value})
        put(store, make_entry(memory, terms=("tea",)))
        found = get(store, memory)
        assert found == replace(memory, sequence=1)
        assert type(getattr(found, name)) is type(value)

    @pytest.mark.parametrize(("name", "value"), _FIELDS, ids=_names)
    def test_a_field_comes_back_as_it_was_edited(
        self, store: RecordStore, name: str, value: Any
    ) -> None:
        put(store, make_entry(make_memory("m1", "before", source_turn="t0")))
        memory = make_memory("m1", **({"content": "before"} | {name: value}))
        with writing(store, memory.scope) as write:
            write.edit(memory, make_entry(memory, terms=("tea",)))
        assert get(store, memory) == replace(memory, sequence=1)

    def test_all_fields_come_back_together(self, store: RecordStore) -> None:
        plain = make_memory("plain")
        differing = [
            f.name for f in fields(Memory) if getattr(plain, f.name) != getattr(_FULL, f.name)
        ]
        # A field that is added to Memory is to be added to the full record too.
        assert {f.name for f in fields(Memory)} - set(differing) == {
            "schema_version",
            "sequence",
            "embedding",
        }
        put(store, make_entry(_FULL))
        assert get(store, _FULL) == replace(_FULL, sequence=1)
        with writing(store, _FULL.scope) as write:
            write.edit(replace(make_memory("full", _FULL.content)))
        assert get(store, _FULL) == replace(make_memory("full", _FULL.content), sequence=1)
        with writing(store, _FULL.scope) as write:
            write.edit(_FULL)
        assert get(store, _FULL) == replace(_FULL, sequence=1)

    @examined
    @given(data=st.data())
    def test_drawn_records_come_back(self, store: RecordStore, data: st.DataObject) -> None:
        scope = fresh_scope()
        drawn = data.draw(scopes_of_memories(scope))
        with writing(store, scope) as write:
            kept = [write.put(make_entry(memory)) for memory in drawn]
        assert kept == [replace(memory, sequence=n + 1) for n, memory in enumerate(drawn)]
        with reading(store, scope) as read:
            assert read.get([memory.id for memory in drawn]) == {item.id: item for item in kept}
            assert sorted(read.find(ALL), key=lambda item: item.sequence) == kept

    def test_instants_come_back_in_utc(self, store: RecordStore) -> None:
        put(store, make_entry(_FULL))
        found = get(store, _FULL)
        assert found is not None
        instants = [getattr(found, name) for name in ("created_at", "valid_from", *_LATER)]
        assert [instant.utcoffset() for instant in instants] == [timedelta(0)] * 7

    def test_what_is_read_is_the_readers_own(self, store: RecordStore) -> None:
        payload: dict[str, Any] = {"list": [1]}
        memory = make_memory("m1", payload=payload)
        put(store, make_entry(memory))
        payload["list"].append(2)
        first = get(store, memory)
        assert first is not None
        first.payload["list"].append(3)
        again = get(store, memory)
        assert again is not None
        assert again.payload == {"list": [1]}

    def test_many_ids_are_looked_up_at_once(self, store: RecordStore) -> None:
        put(store, *(make_entry(make_memory(f"m{n}")) for n in range(3)))
        with reading(store, make_scope()) as read:
            ids = ["m2", "m0", "m2", *(f"unknown {n}" for n in range(5_000))]
            assert set(read.get(ids)) == {"m0", "m2"}
            assert read.get([]) == {}
