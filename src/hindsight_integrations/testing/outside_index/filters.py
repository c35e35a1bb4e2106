"""Filters: each part of ``Where`` against answers worked out by hand, all of them against ``Where.matches``, with any string for a name."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations.ports import OutsideIndex, Point
from hindsight_integrations.queries import Where
from hindsight_integrations.stores.labels import labels_of
from hindsight_integrations.stores.mapping import micros
from hindsight_integrations.testing.builders import MOMENT, ample, make_scope
from hindsight_integrations.testing.generated import (
    AWKWARD,
    examined,
    fresh_scope,
    scopes_of_memories,
    wheres,
)
from hindsight_integrations.testing.outside_index.fixtures import (
    ANN,
    DAY,
    OutsideIndexFixtures,
    key_of,
)

#: Ids and names of sessions that a careless index cuts off, parses or turns into something else.
HOSTILE = (
    *AWKWARD,
    "a:b",
    "12",
    "true",
    "null",
    "2025-03-03T12:00:00Z",
    "0b9c2f3e-52a8-4b62-9a55-0d8f6f7f0001",
    "{x}",
    "$ne",
    "a.b.c",
    "\ufeff",
)


#: What a filter finds of the records ``a`` to ``g``, which lie ever farther from the query.
FOUND: tuple[tuple[dict[str, Any], str], ...] = (
    ({"statuses": "active"}, "bcdefg"),
    ({"statuses": ["superseded", "archived"]}, "a"),
    ({"types": "preference"}, "b"),
    ({"types": ["preference", "event"]}, "bc"),
    ({"tiers": "episodic"}, "c"),
    ({"subjects": "user.job"}, "d"),
    ({"subjects": "user.job.*"}, "e"),
    ({"subjects": "user.*"}, "deg"),
    ({"subjects": "user.jobs.*"}, "g"),
    ({"subjects": ["user.job", "user.jobs.*"]}, "dg"),
    ({"subjects": "user"}, ""),
    ({"tags": "red"}, "f"),
    ({"tags": ["blue", "红"]}, "f"),
    ({"session": "s1"}, "a"),
    ({"agent": "helper"}, "a"),
    ({"event_type": "call"}, "c"),
    ({"source_turns": ["t1", "t9"]}, "b"),
    ({"ids": ["f", "a", "never"]}, "af"),
    ({"ids": []}, ""),
    ({"statuses": []}, ""),
    ({"subjects": []}, ""),
    ({"within": (MOMENT - DAY, MOMENT)}, "b"),
    ({"within": (MOMENT, None)}, "acdefg"),
    ({"within": (None, MOMENT)}, "b"),
    ({"valid_at": MOMENT - DAY}, "bc"),
    ({"valid_at": MOMENT}, "abdefg"),
    ({"known_at": MOMENT - DAY}, "b"),
    ({"known_at": MOMENT + DAY}, "bcdefg"),
    ({"statuses": "active", "subjects": "user.*", "types": "fact"}, "deg"),
)


class FilterTests(OutsideIndexFixtures):
    """What a filter names is found, and nothing else."""

    def test_a_filter_finds_what_it_says(self, index: OutsideIndex) -> None:
        a_scope = make_scope(session="s1", agent="helper")
        index.put(
            [
                self.point("c", 20, type="event", tier="episodic", valid_from=MOMENT - DAY, valid_to=MOMENT, payload={"event_type": "call"}),
                self.point("f", 50, tags=("red", "红")),
                self.point("a", 0, status="superseded", scope=a_scope, retired_at=MOMENT + DAY),
                self.point("e", 40, subject_key="user.job.title"),
                self.point("b", 10, type="preference", at=MOMENT - DAY, source_turn="t1"),
                self.point("d", 30, subject_key="user.job"),
                self.point("g", 60, subject_key="user.jobs.title"),
            ],
            ample(),
        )  # fmt: skip
        for parts, expected in FOUND:
            if self.ignored.isdisjoint(parts):
                where = Where.of(**parts)
                assert self.found(index, where) == list(expected), parts
                assert self.found(index, where, limit=1) == list(expected[:1]), parts

    @examined
    @given(data=st.data())
    def test_filters_agree_with_their_meaning(
        self, index: OutsideIndex, data: st.DataObject
    ) -> None:
        wall = uuid.uuid5(uuid.NAMESPACE_OID, fresh_scope().user).hex
        drawn = data.draw(scopes_of_memories(make_scope()))
        index.put(
            [
                Point(
                    key_of(wall, memory.id),
                    wall,
                    memory.id,
                    1,
                    self.at(10 * number),
                    labels_of(memory),
                )
                for number, memory in enumerate(drawn)
            ],
            ample(),
        )
        for where in data.draw(st.lists(wheres, min_size=4, max_size=4)):
            expected = [memory.id for memory in drawn if where.matches(memory)]
            found = self.found(index, where, wall=wall)
            if any(getattr(where, part) is not None for part in self.ignored):
                assert [id for id in found if id in expected] == expected
            else:
                assert found == expected
                assert self.found(index, where, wall=wall, limit=2) == expected[:2]

    def test_what_has_expired_is_not_there(self, index: OutsideIndex) -> None:
        if self.ignores_expiry:
            pytest.skip("this index leaves that to its caller")
        index.put([self.point("a", 0, expires_at=MOMENT + DAY), self.point("b", 50)], ample())
        end = micros(MOMENT + DAY)
        assert self.found(index, now=end - 1, limit=1) == ["a"]
        assert self.found(index, now=end) == ["b"]
        assert self.found(index, now=end, limit=1) == ["b"]

    def test_any_string_is_an_id_and_a_name(self, index: OutsideIndex) -> None:
        index.put([self._named(name, n) for n, name in enumerate(HOSTILE)], ample())
        assert self.found(index) == list(HOSTILE)
        for name in HOSTILE:
            for parts in (
                {"ids": (name,)}, {"session": name}, {"agent": name}, {"source_turns": (name,)}
            ):  # fmt: skip
                if self.ignored.isdisjoint(parts):
                    assert self.found(index, Where(**parts)) == [name], parts
        if self.lists:
            held = {item.id: item.key for item in self.everything(index, 10)}
            assert held == {name: key_of(ANN, name) for name in HOSTILE}

    def _named(self, name: str, degrees: float) -> Point:
        scope = make_scope(agent=name, session=name)
        return self.point(name, degrees, scope=scope, source_turn=name)
