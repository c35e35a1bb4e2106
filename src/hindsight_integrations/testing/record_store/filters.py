"""Filters and order: each part of ``Where`` against records and answers worked out by hand, all of them against ``Where.matches``."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations.ports import RecordStore
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Memory, Window
from hindsight_integrations.testing.builders import MOMENT, make_entry, make_memory, make_scope
from hindsight_integrations.testing.generated import (
    examined,
    fresh_scope,
    scopes_of_memories,
    wheres,
)
from hindsight_integrations.testing.record_store.fixtures import (
    ALL,
    RecordStoreFixtures,
    put,
    reading,
    writing,
)

DAY = timedelta(days=1)
TICK = timedelta(microseconds=1)


def _records() -> tuple[Memory, ...]:
    """Six records a day apart, ``a`` the oldest, ``f`` (at ``MOMENT``) the latest."""

    def at(days: int) -> Any:
        return {"at": MOMENT - days * DAY}

    ann = make_scope
    return (
        make_memory(
            "a", scope=ann(session="s1"), subject_key="user.job", status="superseded",
            source_turn="t1", valid_to=MOMENT - 2 * DAY, retired_at=MOMENT - 1 * DAY, **at(5),
        ),
        make_memory(
            "b", scope=ann(session="s1", agent="a1"), subject_key="user.job.title", tags=("red",),
            type="preference", **at(4),
        ),
        make_memory(
            "c", scope=ann(session="s_1"), subject_key="user.jobs.title", tags=("blue", "red"),
            tier="episodic", type="event", payload={"event_type": "call"}, **at(3),
        ),
        make_memory(
            "d", scope=ann(session="sx1"), subject_key="user.工作.城市", tags=("红",),
            source_turn="t2", payload={"event_type": "打电话"}, **at(2),
        ),
        make_memory("e", tags=("r_d",), payload={"event_type": 5}, tier="working", **at(1)),
        make_memory("f", type="utterance", status="archived", source_turn="t1", event_time=MOMENT, **at(9)),
    )  # fmt: skip


_BY_HAND: tuple[tuple[dict[str, Any], str], ...] = (
    ({}, "fedcba"),
    ({"ids": ["a", "d", "zz"]}, "da"),
    ({"ids": []}, ""),
    ({"statuses": "superseded"}, "a"),
    ({"statuses": ["archived", "superseded", "expired"]}, "fa"),
    ({"statuses": []}, ""),
    ({"types": "event"}, "c"),
    ({"types": ["utterance", "preference"]}, "fb"),
    ({"types": []}, ""),
    ({"tiers": "working"}, "e"),
    ({"tiers": ["episodic", "semantic"]}, "fdcba"),
    ({"tiers": []}, ""),
    ({"subjects": "user.job"}, "a"),
    ({"subjects": "user.job.*"}, "b"),
    ({"subjects": "user.*"}, "dcba"),
    ({"subjects": ["user.jobs.*", "user.job"]}, "ca"),
    ({"subjects": "user.工作.*"}, "d"),
    ({"subjects": "user.工作"}, ""),
    ({"subjects": "user.j_b.*"}, ""),
    ({"subjects": []}, ""),
    ({"tags": "red"}, "cb"),
    ({"tags": ["blue", "红"]}, "dc"),
    ({"tags": "r_d"}, "e"),
    ({"tags": "re"}, ""),
    ({"tags": []}, ""),
    ({"session": "s1"}, "ba"),
    ({"session": "s_1"}, "c"),
    ({"session": "S1"}, ""),
    ({"agent": "a1"}, "b"),
    ({"event_type": "call"}, "c"),
    ({"event_type": "打电话"}, "d"),
    ({"event_type": "5"}, ""),
    ({"source_turns": "t1"}, "fa"),
    ({"source_turns": ["t1", "t2"]}, "fda"),
    ({"source_turns": []}, ""),
    ({"within": (MOMENT - 3 * DAY, MOMENT - DAY)}, "dc"),
    ({"within": (MOMENT - 3 * DAY + TICK, MOMENT - DAY + TICK)}, "ed"),
    ({"within": (None, MOMENT - 4 * DAY)}, "a"),
    ({"within": (MOMENT, None)}, "f"),
    ({"within": (None, None)}, "fedcba"),
    ({"valid_at": MOMENT - 5 * DAY}, "fa"),
    ({"valid_at": MOMENT - 5 * DAY - TICK}, "f"),
    ({"valid_at": MOMENT - 2 * DAY - TICK}, "fcba"),
    ({"valid_at": MOMENT - 2 * DAY}, "fdcb"),
    ({"known_at": MOMENT - 4 * DAY}, "fba"),
    ({"known_at": MOMENT - DAY}, "fedcb"),
    ({"known_at": MOMENT - DAY - TICK}, "fdcba"),
    ({"types": "fact", "session": "s1"}, "a"),
    ({"tags": "red", "types": "event", "event_type": "call", "tiers": "episodic"}, "c"),
    ({"tags": "red", "types": "event", "agent": "a1"}, ""),
)


class FilterTests(RecordStoreFixtures):
    """``find``, ``latest``, ``count`` and ``chain``."""

    @pytest.mark.parametrize(
        ("parts", "expected"), _BY_HAND, ids=[f"{parts!r:.60}" for parts, _ in _BY_HAND]
    )
    def test_a_filter_finds_what_it_says(
        self, store: RecordStore, parts: dict[str, Any], expected: str
    ) -> None:
        put(store, *(make_entry(memory, terms=("tea",)) for memory in _records()))
        where = Where.of(**parts)
        with reading(store, make_scope()) as read:
            assert [memory.id for memory in read.find(where)] == list(expected)
            assert read.latest(where, limit=10) == list(expected)
            assert read.count(where) == len(expected)
            hits = read.keyword(["tea"], where, limit=10)
            assert {hit.id for hit in hits} == set(expected)
            assert len(hits) == len(expected)

    @examined
    @given(data=st.data())
    def test_filters_agree_with_their_meaning(
        self, store: RecordStore, data: st.DataObject
    ) -> None:
        scope = fresh_scope()
        drawn = data.draw(scopes_of_memories(scope))
        with writing(store, scope) as write:
            kept = [write.put(make_entry(memory, terms=("tea",))) for memory in drawn]
        for where in data.draw(st.lists(wheres, min_size=4, max_size=4)):
            expected = [memory for memory in kept if where.matches(memory)]
            expected.sort(key=lambda memory: memory.sequence, reverse=True)
            expected.sort(key=lambda memory: memory.happened_at, reverse=True)
            with reading(store, scope) as read:
                assert read.find(where) == expected
                assert read.find(where, limit=2) == expected[:2]
                assert read.latest(where, limit=2) == [memory.id for memory in expected[:2]]
                assert read.count(where) == len(expected)
                hits = read.keyword(["tea", "te*"], where, limit=20)
            assert sorted(hit.id for hit in hits) == sorted(memory.id for memory in expected)

    def test_the_latest_happened_comes_first_then_the_latest_written(
        self, store: RecordStore
    ) -> None:
        put(
            store,
            make_entry(make_memory("first")),
            make_entry(make_memory("told late", event_time=MOMENT - DAY, at=MOMENT + DAY)),
            make_entry(make_memory("second")),
            make_entry(make_memory("tick later", at=MOMENT + TICK)),
            make_entry(make_memory("planned", event_time=MOMENT + DAY)),
        )
        with reading(store, make_scope()) as read:
            found = [memory.id for memory in read.find(ALL)]
            assert found == ["planned", "tick later", "second", "first", "told late"]
            for limit in range(1, 7):
                assert [memory.id for memory in read.find(ALL, limit=limit)] == found[:limit]
                assert read.latest(ALL, limit=limit) == found[:limit]

    def test_a_chain_runs_by_valid_time_then_by_writing(self, store: RecordStore) -> None:
        key = "user.location"
        put(
            store,
            make_entry(make_memory("now", subject_key=key), single=True),
            make_entry(make_memory("past", subject_key=key, valid_from=MOMENT - DAY, status="superseded")),
            make_entry(make_memory("same time", subject_key=key, status="archived")),
            make_entry(make_memory("planned", subject_key=key, valid_from=MOMENT + TICK, status="expired")),
            make_entry(make_memory("below", subject_key=f"{key}.city")),
            make_entry(make_memory("beside", subject_key="user.locations")),
            make_entry(make_memory("none")),
        )  # fmt: skip
        with reading(store, make_scope()) as read:
            found = [memory.id for memory in read.chain(key)]
            assert found == ["past", "now", "same time", "planned"]
            assert read.chain("user") == read.chain("user.*") == []

    def test_a_filter_may_name_many(self, store: RecordStore) -> None:
        put(store, make_entry(make_memory("m1", subject_key="user.k7", tags=("x7",))))
        many = range(200)
        where = Where.of(
            ids=["m1", *(f"n{n}" for n in range(3_000))],
            subjects=[f"user.k{n}" for n in many] + [f"user.p{n}.*" for n in many],
            tags=[f"x{n}" for n in many],
            within=Window(MOMENT, MOMENT + TICK),
        )
        with reading(store, make_scope()) as read:
            assert [memory.id for memory in read.find(where)] == ["m1"]
