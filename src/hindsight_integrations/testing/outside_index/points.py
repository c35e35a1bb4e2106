"""Points: put, replaced, dropped, found in order, never across a wall; with values worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from hindsight_integrations.ports import OutsideIndex, Point
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Status
from hindsight_integrations.stores.labels import labels_of
from hindsight_integrations.testing.builders import ample, make_memory
from hindsight_integrations.testing.outside_index.fixtures import (
    ALIKE,
    ANN,
    OutsideIndexFixtures,
    key_of,
)


class PointTests(OutsideIndexFixtures):
    """What is put is found, nearest first, by its own user, until it is replaced or dropped."""

    def test_an_empty_index_has_nothing(self, index: OutsideIndex) -> None:
        assert self.found(index) == []
        index.put([], ample())
        index.drop([], ample())
        assert self.found(index) == []

    def test_the_nearest_come_first(self, index: OutsideIndex) -> None:
        self.fan(index)
        assert self.found(index) == ["m0", "m30", "m60", "m90", "m180"]
        assert self.found(index, query=self.at(100)) == ["m90", "m60", "m30", "m180", "m0"]

    @pytest.mark.parametrize("limit", [1, 2, 4, 5, 6])
    def test_the_limit_keeps_the_nearest(self, index: OutsideIndex, limit: int) -> None:
        self.fan(index)
        assert self.found(index, limit=limit) == ["m0", "m30", "m60", "m90", "m180"][:limit]

    def test_the_order_agrees_with_an_exact_scan(self, index: OutsideIndex) -> None:
        generator = np.random.default_rng(7)
        vectors = generator.standard_normal((100, self.dimensions)).astype(np.float32)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        labels = labels_of(make_memory())
        points = [
            Point(key_of(ANN, f"m{n}"), ANN, f"m{n}", 1, row, labels)
            for n, row in enumerate(vectors)
        ]
        index.put(points, ample())
        for query in vectors[:5]:
            cosines = {f"m{n}": float(row @ query) for n, row in enumerate(vectors)}
            found = self.found(index, query=query, limit=10)
            best = sorted(cosines.values(), reverse=True)[:10]
            assert [cosines[id] for id in found] == pytest.approx(best, abs=2e-3)
            assert len(set(found)) == 10

    def test_a_put_is_visible_to_whoever_asks_afterwards(self, index: OutsideIndex) -> None:
        for n in range(5):
            index.put([self.point(f"m{n}", 10 * n)], ample())
            assert self.found(index) == [f"m{m}" for m in range(n + 1)]

    def test_the_same_point_again_changes_nothing(self, index: OutsideIndex) -> None:
        self.fan(index)
        self.fan(index)
        assert self.found(index) == ["m0", "m30", "m60", "m90", "m180"]
        self.check_count(index, 5)

    def test_a_newer_version_replaces_vector_and_labels(self, index: OutsideIndex) -> None:
        index.put([self.point("a", 0), self.point("b", 40)], ample())
        index.put([self.point("a", 80, version=2, status="superseded", tags=("old",))], ample())
        assert self.found(index) == ["b", "a"]
        if "statuses" not in self.ignored:
            assert self.found(index, Where(statuses=(Status.ACTIVE,))) == ["b"]
        if "tags" not in self.ignored:
            assert self.found(index, Where(tags=("old",))) == ["a"]

    def test_an_older_version_never_replaces_a_newer_one(self, index: OutsideIndex) -> None:
        if not self.fences:
            pytest.skip("this index cannot compare versions as it writes")
        index.put([self.point("a", 80, version=5), self.point("b", 40, version=1)], ample())
        index.put([self.point("a", 0, version=4), self.point("b", 10, version=2)], ample())
        assert self.found(index, query=self.at(80)) == ["a", "b"]
        assert self.found(index, query=self.at(0)) == ["b", "a"]
        index.put([self.point("a", 0, version=5)], ample())  # the same again is no older one
        assert self.found(index, query=self.at(0)) == ["a", "b"]

    def test_what_was_dropped_is_gone_and_may_come_back(self, index: OutsideIndex) -> None:
        self.fan(index)
        gone = [key_of(ANN, "m0"), key_of(ANN, "m60"), key_of(ANN, "never")]
        index.drop(gone, ample())
        assert self.found(index) == ["m30", "m90", "m180"]
        index.drop(gone, ample())
        assert self.found(index) == ["m30", "m90", "m180"]
        index.put([self.point("m0", 100)], ample())
        assert self.found(index) == ["m30", "m90", "m0", "m180"]

    def test_many_points_at_once(self, index: OutsideIndex) -> None:
        many = [self.point(f"m{n:03}", n * 0.3) for n in range(500)]
        index.put(many, ample())
        assert self.found(index, limit=3) == ["m000", "m001", "m002"]
        self.check_count(index, 500)
        index.drop([point.key for point in many[:-1]], ample())
        assert self.found(index) == ["m499"]

    def test_nobody_elses_records_are_found(self, index: OutsideIndex) -> None:
        for n, wall in enumerate(ALIKE):
            index.put([self.point("m1", 10 * n, wall=wall)], ample())
        assert self.found(index) == []
        index.put([self.point("m1", 90), self.point("mine", 170)], ample())
        assert self.found(index) == ["m1", "mine"]
        assert [self.found(index, wall=wall) for wall in ALIKE] == [["m1"]] * 3
        index.drop([key_of(ANN, "m1")], ample())
        assert self.found(index) == ["mine"]
        assert [self.found(index, wall=wall) for wall in ALIKE] == [["m1"]] * 3

    def test_a_few_own_records_are_found_among_many_nearer_foreign_ones(
        self, index: OutsideIndex
    ) -> None:
        crowd = [self.point(f"m{n}", n * 0.1, wall=ALIKE[n % 3], tags=("red",)) for n in range(300)]
        index.put([*crowd, self.point("mine", 120, tags=("red",)), self.point("far", 150)], ample())
        assert self.found(index, limit=5) == ["mine", "far"]
        assert self.found(index, Where(tags=("red",)), limit=1) == ["mine"]
