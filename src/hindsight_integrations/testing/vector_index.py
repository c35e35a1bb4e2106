"""The contract of a vector index, as a suite that an index's author subclasses; it knows no index.

::

    class TestMyIndex(VectorIndexContract):
        @pytest.fixture
        def store(self, clock):
            return MyStore(clock=clock, dimensions=self.dimensions)

        @pytest.fixture
        def index(self, store):
            return store.index
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations.answers import Hit
from hindsight_integrations.errors import DeadlineExceeded, HindsightError
from hindsight_integrations.ports import Deadline, Entry, RecordStore, Vector, VectorIndex
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Scope, Status
from hindsight_integrations.testing.builders import (
    MOMENT,
    ample,
    direction,
    make_entry,
    make_memory,
    make_scope,
)
from hindsight_integrations.testing.fakes import FrozenClock
from hindsight_integrations.testing.generated import (
    examined,
    fresh_scope,
    scopes_of_memories,
    wheres,
)

ALL = Where()
ANN = make_scope("ann")
DAY = timedelta(days=1)
#: Records by the angle between their vector and the query, in degrees, and its cosine.
COSINES = {"m0": 1.0, "m30": 0.8660254, "m60": 0.5, "m90": 0.0, "m120": -0.5, "m180": -1.0}


class VectorIndexContract:
    """Every promise of :class:`~hindsight_integrations.ports.VectorIndex` as a test.

    A subclass provides the fixtures ``store`` (an empty record store that reads the
    fixture ``clock``) and ``index`` (the index over that store's records). An index that
    is fed after the write overrides ``settle``.
    """

    #: The length of the vectors; at least 3.
    dimensions = 8
    #: How far a cosine may be from the exact one: vectors may be kept in half precision.
    tolerance = 1e-3

    @pytest.fixture
    def clock(self) -> FrozenClock:
        """The clock that the store under test must be given."""
        return FrozenClock()

    @pytest.fixture
    def store(self, clock: FrozenClock) -> RecordStore:
        """An empty store that reads ``clock``; a subclass provides (and closes) it."""
        raise NotImplementedError("a subclass of the suite provides the fixture 'store'")

    @pytest.fixture
    def index(self, store: RecordStore) -> VectorIndex:
        """The index over ``store``; a subclass provides it."""
        raise NotImplementedError("a subclass of the suite provides the fixture 'index'")

    def settle(self, store: RecordStore, index: VectorIndex) -> None:
        """Bring the index up to what was committed; nothing to do where it is always current."""

    def at(self, degrees: float) -> Vector:
        """The unit vector at this angle to the query, ``at(0)``."""
        return direction(degrees, self.dimensions)

    def entry(self, id: str, degrees: float, *, scope: Scope = ANN, **fields: Any) -> Entry:
        """A record whose vector lies at this angle."""
        return make_entry(make_memory(id, scope=scope, **fields), vector=self.at(degrees))

    def put(self, store: RecordStore, index: VectorIndex, *entries: Entry) -> None:
        with store.writing(entries[0].memory.scope, ample()) as write:
            for entry in entries:
                write.put(entry)
        self.settle(store, index)

    def search(
        self,
        index: VectorIndex,
        where: Where = ALL,
        *,
        scope: Scope = ANN,
        query: Vector | None = None,
        limit: int = 100,
    ) -> list[Hit]:
        asked = self.at(0) if query is None else query
        return index.search(scope, asked, where, limit=limit, deadline=ample()).hits

    def found(self, index: VectorIndex, where: Where = ALL, **how: Any) -> list[str]:
        return [hit.id for hit in self.search(index, where, **how)]

    def fan(self, store: RecordStore, index: VectorIndex) -> None:
        """Write the records of ``COSINES``, in another order than that of the cosines."""
        names = ("m90", "m0", "m180", "m60", "m30", "m120")
        self.put(store, index, *(self.entry(name, float(name[1:])) for name in names))

    def test_the_nearest_come_first_with_their_cosines(
        self, store: RecordStore, index: VectorIndex
    ) -> None:
        self.fan(store, index)
        hits = self.search(index)
        assert [hit.id for hit in hits] == list(COSINES)
        expected = pytest.approx(list(COSINES.values()), abs=self.tolerance)
        assert [hit.score for hit in hits] == expected
        assert all(-1 <= hit.score <= 1 for hit in hits)

    def test_a_turned_query_turns_the_order(self, store: RecordStore, index: VectorIndex) -> None:
        self.fan(store, index)
        hits = self.search(index, query=self.at(100))
        assert [hit.id for hit in hits] == ["m90", "m120", "m60", "m30", "m180", "m0"]
        # cosines of 10, 20, 40, 70, 80 and 100 degrees
        cosines = [0.9848078, 0.9396926, 0.7660444, 0.3420201, 0.1736482, -0.1736482]
        assert [hit.score for hit in hits] == pytest.approx(cosines, abs=self.tolerance)

    @pytest.mark.parametrize("limit", [1, 2, 5, 6, 7])
    def test_the_limit_keeps_the_nearest(
        self, store: RecordStore, index: VectorIndex, limit: int
    ) -> None:
        self.fan(store, index)
        assert self.found(index, limit=limit) == list(COSINES)[:limit]

    def test_cosines_agree_with_an_exact_scan(self, store: RecordStore, index: VectorIndex) -> None:
        generator = np.random.default_rng(7)
        vectors = generator.standard_normal((200, self.dimensions))
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        entries = (
            make_entry(make_memory(f"m{n}"), vector=row.tolist()) for n, row in enumerate(vectors)
        )
        self.put(store, index, *entries)
        for mixed in vectors[:5] + 0.3 * vectors[5:10]:
            query = mixed / np.linalg.norm(mixed)
            exact = {f"m{n}": float(cosine) for n, cosine in enumerate(vectors @ query)}
            hits = self.search(index, query=query.astype(np.float32), limit=20)
            best = sorted(exact.values(), reverse=True)[:20]
            assert [hit.score for hit in hits] == pytest.approx(best, abs=self.tolerance)
            own = [exact[hit.id] for hit in hits]
            assert [hit.score for hit in hits] == pytest.approx(own, abs=self.tolerance)
            assert len({hit.id for hit in hits}) == 20

    @pytest.mark.parametrize(
        ("parts", "expected"),
        [
            ({"statuses": "active"}, "bcdef"),
            ({"statuses": ["superseded", "archived"]}, "a"),
            ({"types": "preference"}, "b"),
            ({"types": ["preference", "event"]}, "bc"),
            ({"tiers": "episodic"}, "c"),
            ({"subjects": "user.job"}, "d"),
            ({"subjects": "user.job.*"}, "e"),
            ({"subjects": "user.*"}, "de"),
            ({"tags": "red"}, "f"),
            ({"session": "s1"}, "a"),
            ({"ids": ["f", "a", "never"]}, "af"),
            ({"ids": []}, ""),
            ({"within": (MOMENT - DAY, MOMENT)}, "b"),
            ({"within": (MOMENT, None)}, "acdef"),
            ({"valid_at": MOMENT - DAY}, "bc"),
            ({"valid_at": MOMENT}, "abdef"),
            ({"known_at": MOMENT - DAY}, "b"),
            ({"statuses": "active", "subjects": "user.*", "types": "fact"}, "de"),
        ],
        ids=repr,
    )
    def test_a_filter_finds_what_it_says(
        self, store: RecordStore, index: VectorIndex, parts: dict[str, Any], expected: str
    ) -> None:
        """Records ``a`` to ``f`` lie ever farther from the query, 10 degrees apart."""
        self.put(
            store,
            index,
            self.entry("c", 20, type="event", tier="episodic", valid_from=MOMENT - DAY, valid_to=MOMENT),
            self.entry("f", 50, tags=("red",)),
            self.entry("a", 0, status="superseded", scope=make_scope(session="s1")),
            self.entry("e", 40, subject_key="user.job.title"),
            self.entry("b", 10, type="preference", at=MOMENT - DAY),
            self.entry("d", 30, subject_key="user.job"),
        )  # fmt: skip
        where = Where.of(**parts)
        assert self.found(index, where) == list(expected)
        assert self.found(index, where, limit=1) == list(expected[:1])

    @examined
    @given(data=st.data())
    def test_filters_agree_with_their_meaning(
        self, store: RecordStore, index: VectorIndex, data: st.DataObject
    ) -> None:
        scope = fresh_scope()
        drawn = data.draw(scopes_of_memories(scope))
        with store.writing(scope, ample()) as write:
            for number, memory in enumerate(drawn):
                write.put(make_entry(memory, vector=self.at(10 * number)))
        self.settle(store, index)
        for where in data.draw(st.lists(wheres, min_size=4, max_size=4)):
            expected = [memory.id for memory in drawn if where.matches(memory)]
            assert self.found(index, where, scope=scope) == expected
            assert self.found(index, where, scope=scope, limit=2) == expected[:2]

    def test_a_record_without_a_vector_is_not_found(
        self, store: RecordStore, index: VectorIndex
    ) -> None:
        self.put(store, index, self.entry("m1", 10), make_entry(make_memory("m2"), vector=None))
        assert self.found(index) == ["m1"]
        assert self.cosines(index, "m1", "m2").keys() == {"m1"}

    def test_nothing_of_another_user_is_found(self, store: RecordStore, index: VectorIndex) -> None:
        others = (make_scope("Ann"), make_scope("ann "), make_scope("ann", tenant="other"))
        for number, scope in enumerate(others):
            self.put(store, index, self.entry("m1", 10 * number, scope=scope))
        assert self.found(index) == []
        assert self.cosines(index, "m1") == {}
        self.put(store, index, self.entry("m1", 90))
        cosines = [1.0, 0.9848078, 0.9396926, 0.0]
        for scope, cosine in zip((*others, ANN), cosines, strict=True):
            (hit,) = self.search(index, scope=scope)
            assert hit.id == "m1"
            assert hit.score == pytest.approx(cosine, abs=self.tolerance)
        with store.writing(ANN, ample()) as write:
            write.erase_all(reason="test", actor=None)
        self.settle(store, index)
        assert [self.found(index, scope=scope) for scope in (*others, ANN)] == [["m1"]] * 3 + [[]]

    def test_an_unknown_user_has_nothing(self, store: RecordStore, index: VectorIndex) -> None:
        assert self.found(index, scope=make_scope("nobody")) == []
        assert self.cosines(index, "m1", scope=make_scope("nobody")) == {}
        assert store.users("acme", ample()) == {}

    def test_agent_and_session_are_no_wall(self, store: RecordStore, index: VectorIndex) -> None:
        self.put(store, index, self.entry("m1", 10, scope=make_scope(agent="a1", session="s1")))
        assert self.found(index, scope=make_scope(agent="a2", session="s2")) == ["m1"]

    def test_a_search_may_run_while_its_thread_reads_the_records(
        self, store: RecordStore, index: VectorIndex
    ) -> None:
        self.fan(store, index)
        with store.reading(ANN, ample()) as read:
            assert self.found(index, limit=2) == ["m0", "m30"]
            assert self.cosines(index, "m0").keys() == {"m0"}
            assert len(read.find(ALL)) == 6

    def test_what_is_erased_is_gone_at_once_and_may_come_back(
        self, store: RecordStore, index: VectorIndex
    ) -> None:
        self.fan(store, index)
        assert len(self.found(index)) == 6
        with store.writing(ANN, ample()) as write:
            write.erase(Where(ids=("m0", "m60")), reason="test", actor=None)
        self.settle(store, index)
        assert self.found(index) == ["m30", "m90", "m120", "m180"]
        assert self.cosines(index, "m0", "m30").keys() == {"m30"}
        self.put(store, index, self.entry("m0", 100))
        assert self.found(index) == ["m30", "m90", "m0", "m120", "m180"]

    def test_a_new_record_is_found_at_once(self, store: RecordStore, index: VectorIndex) -> None:
        self.fan(store, index)
        assert self.found(index, limit=1) == ["m0"]
        self.put(store, index, self.entry("near", 5))
        assert self.found(index, limit=2) == ["m0", "near"]

    def test_a_change_of_status_is_seen_at_once(
        self, store: RecordStore, index: VectorIndex
    ) -> None:
        self.fan(store, index)
        active = Where(statuses=(Status.ACTIVE,))
        assert self.found(index, active, limit=2) == ["m0", "m30"]
        with store.writing(ANN, ample()) as write:
            memory = write.get(["m0"])["m0"]
            write.edit(replace(memory, status=Status.SUPERSEDED, valid_to=MOMENT, tags=("old",)))
        self.settle(store, index)
        assert self.found(index, active, limit=2) == ["m30", "m60"]
        assert self.found(index, Where(statuses=(Status.SUPERSEDED,))) == ["m0"]
        assert self.found(index, Where(tags=("old",))) == ["m0"]
        assert "m0" not in self.found(index, Where(valid_at=MOMENT))

    def test_an_edit_alone_leaves_the_vector_and_one_with_an_entry_replaces_it(
        self, store: RecordStore, index: VectorIndex
    ) -> None:
        self.put(store, index, self.entry("m1", 10), self.entry("m2", 50))
        with store.writing(ANN, ample()) as write:
            write.edit(replace(write.get(["m1"])["m1"], priority=1))
        self.settle(store, index)
        assert self.found(index) == ["m1", "m2"]
        with store.writing(ANN, ample()) as write:
            memory = replace(write.get(["m1"])["m1"], content="something else")
            write.edit(memory, make_entry(memory, vector=self.at(80)))
        self.settle(store, index)
        assert self.found(index) == ["m2", "m1"]
        assert self.cosines(index, "m1")["m1"] == pytest.approx(0.1736482, abs=self.tolerance)
        with store.writing(ANN, ample()) as write:
            write.edit(memory, make_entry(memory, vector=None))
        self.settle(store, index)
        assert self.found(index) == ["m2"]

    def test_what_was_rolled_back_is_not_found(
        self, store: RecordStore, index: VectorIndex
    ) -> None:
        self.put(store, index, self.entry("m1", 10))
        with pytest.raises(ValueError, match="stop"):
            self.fail_to_put(store, self.entry("m2", 0))
        self.settle(store, index)
        assert self.found(index) == ["m1"]

    def fail_to_put(self, store: RecordStore, entry: Entry) -> None:
        with store.writing(entry.memory.scope, ample()) as write:
            write.put(entry)
            raise ValueError("stop")

    def test_an_expired_record_is_absent(
        self, store: RecordStore, index: VectorIndex, clock: FrozenClock
    ) -> None:
        self.put(store, index, self.entry("m1", 0, expires_at=MOMENT + DAY), self.entry("m2", 50))
        clock.advance(DAY - timedelta(microseconds=1))
        assert self.found(index) == ["m1", "m2"]
        clock.advance(timedelta(microseconds=1))
        assert self.found(index, limit=1) == ["m2"]
        assert self.cosines(index, "m1", "m2").keys() == {"m2"}

    def cosines(
        self, index: VectorIndex, *ids: str, where: Where = ALL, scope: Scope = ANN
    ) -> Mapping[str, float]:
        """The cosines of the records asked for beside a search."""
        asked = index.search(scope, self.at(0), where, limit=1, also=ids, deadline=ample())
        return asked.others

    def test_cosines_are_told_of_the_records_asked_for(
        self, store: RecordStore, index: VectorIndex
    ) -> None:
        self.fan(store, index)
        assert self.cosines(index) == {}
        found = self.cosines(index, "m120", "never", "m30", "m30", "m0")
        expected = {"m120": -0.5, "m30": 0.8660254, "m0": 1.0}
        assert found == pytest.approx(expected, abs=self.tolerance)
        assert self.cosines(index, *COSINES) == pytest.approx(COSINES, abs=self.tolerance)

    def test_asking_for_records_says_nothing_of_what_matches(
        self, store: RecordStore, index: VectorIndex
    ) -> None:
        self.fan(store, index)
        for where in (Where(ids=("m60",)), Where(ids=()), Where(tags=("red",))):
            found = self.cosines(index, "m0", "m60", where=where)
            assert found == pytest.approx({"m0": 1.0, "m60": 0.5}, abs=self.tolerance)
        asked = index.search(
            ANN, self.at(0), Where(ids=("m60",)), limit=5, also=["m0"], deadline=ample()
        )
        assert [hit.id for hit in asked.hits] == ["m60"]

    def test_a_query_of_another_length_is_refused(
        self, store: RecordStore, index: VectorIndex
    ) -> None:
        self.fan(store, index)
        for dimensions in (self.dimensions - 1, self.dimensions + 1):
            query = direction(0, dimensions)
            with pytest.raises(HindsightError):
                self.search(index, query=query)

    def test_a_call_whose_time_is_over_is_refused(
        self, store: RecordStore, index: VectorIndex
    ) -> None:
        self.fan(store, index)
        over = Deadline(time.monotonic() - 1)
        with pytest.raises(DeadlineExceeded):
            index.search(ANN, self.at(0), ALL, limit=5, deadline=over)
