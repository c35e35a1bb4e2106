"""What an index tells of itself, and how it is opened, cleared, closed, hurried and shared by threads."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from hindsight_integrations.errors import ConfigurationError, DeadlineExceeded, Unavailable
from hindsight_integrations.ports import Deadline, Held, OutsideIndex, Page
from hindsight_integrations.testing.builders import ample
from hindsight_integrations.testing.outside_index.fixtures import (
    ALIKE,
    ANN,
    OutsideIndexFixtures,
    key_of,
)


class LifeTests(OutsideIndexFixtures):
    """The index as a place: opened again, of another model, emptied, closed, out of time."""

    def test_it_tells_the_versions_that_it_holds(self, index: OutsideIndex) -> None:
        keys = [key_of(ANN, name) for name in ("a", "b", "never")]
        if not self.tells_versions:
            assert index.versions(keys, ample()) is None
            return
        index.put([self.point("a", version=3), self.point("b", version=2**40)], ample())
        assert index.versions(keys, ample()) == {keys[0]: 3, keys[1]: 2**40}
        assert index.versions([], ample()) == {}

    @pytest.mark.parametrize("limit", [1, 3, 100])
    def test_it_lists_what_it_holds_page_by_page(self, index: OutsideIndex, limit: int) -> None:
        if not self.lists:
            assert index.held(None, limit, ample()) is None
            return
        assert index.held(None, limit, ample()) == Page([], None)
        walls = (ANN, *ALIKE)
        points = [self.point(f"m{n}", n, wall=walls[n % 4], version=n + 1) for n in range(8)]
        index.put(points, ample())
        expected = {Held(p.key, p.wall, p.id, p.version) for p in points}
        listed = self.everything(index, limit)
        assert set(listed) == expected
        assert len(listed) == 8

    def test_health_says_what_it_is_and_how_much_it_holds(self, index: OutsideIndex) -> None:
        self.fan(index)
        assert isinstance(index.health(ample())["kind"], str)
        self.check_count(index, 5)

    def test_it_keeps_what_it_holds_and_its_name(self, handle: Callable[[], OutsideIndex]) -> None:
        names = []
        for n in range(3):
            index = handle()
            made = n == 0 and self.knows_missing
            assert index.open(self.model, ample(), create=n == 0) is made
            assert index.open(self.model, ample(), create=True) is False
            names.append(index.name)
            assert self.found(index) == [f"m{m}" for m in range(n)]
            index.put([self.point(f"m{n}", 10 * n)], ample())
            index.close()
        assert len(set(names)) == 1
        assert names[0]

    def test_a_missing_collection_is_made_only_if_that_is_asked(
        self, handle: Callable[[], OutsideIndex]
    ) -> None:
        if not self.knows_missing:
            pytest.skip("this index cannot tell a missing collection from an empty one")
        index = handle()
        with pytest.raises(ConfigurationError, match="hindsight reindex"):
            index.open(self.model, ample(), create=False)
        with pytest.raises(ConfigurationError):
            index.open(self.model, ample(), create=False)
        assert index.open(self.model, ample(), create=True) is True
        assert index.open(self.model, ample(), create=False) is False
        index.close()

    def test_another_model_or_length_is_refused_with_the_remedy(
        self, handle: Callable[[], OutsideIndex]
    ) -> None:
        index = handle()
        index.open(self.model, ample(), create=True)
        self.fan(index)
        others = [(self.model_id, self.dimensions + 1)]
        if self.knows_model:
            others.append(("contract-v2", self.dimensions))
        for other in others:
            index.close()
            index = handle()
            with pytest.raises(ConfigurationError, match="hindsight reindex"):
                index.open(other, ample(), create=True)
            if self.any_length or other[1] == self.dimensions:
                index.clear(ample())
                assert index.open(other, ample(), create=True) is True  # as reindexing does
                index.clear(ample())
                index.open(self.model, ample(), create=True)
                assert self.found(index) == []
        index.close()

    def test_clearing_leaves_nothing_and_opening_makes_it_anew(self, index: OutsideIndex) -> None:
        self.fan(index)
        index.clear(ample())
        index.clear(ample())  # there is nothing more, and that is no error
        if self.notices_loss:
            with pytest.raises(ConfigurationError, match="hindsight reindex"):
                self.found(index)
            with pytest.raises(ConfigurationError, match="hindsight reindex"):
                self.fan(index)
        assert index.open(self.model, ample(), create=True) is self.knows_missing
        assert self.found(index) == []
        index.put([self.point("new")], ample())
        assert self.found(index) == ["new"]

    def test_a_closed_index_says_so(self, handle: Callable[[], OutsideIndex]) -> None:
        index = handle()
        index.open(self.model, ample(), create=True)
        index.close()
        index.close()
        for call in self.calls(index, ample()):
            with pytest.raises(Unavailable, match="closed"):
                call()

    def test_a_call_whose_time_is_over_is_refused(self, index: OutsideIndex) -> None:
        index.put([self.point("m1")], ample())
        for call in self.calls(index, Deadline(time.monotonic() - 1)):
            with pytest.raises(DeadlineExceeded):
                call()
        assert self.found(index) == ["m1"]

    def test_threads_write_and_ask_side_by_side(self, index: OutsideIndex) -> None:
        start = threading.Barrier(8)

        def work(n: int) -> list[str]:
            start.wait(30)
            wall = key_of(ANN, str(n)).replace("-", "")
            for m in range(5):
                index.put([self.point(f"m{m}", 10 * m, wall=wall)], ample())
            index.drop([key_of(wall, "m0")], ample())
            return self.found(index, wall=wall)

        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(work, range(8))) == [["m1", "m2", "m3", "m4"]] * 8
