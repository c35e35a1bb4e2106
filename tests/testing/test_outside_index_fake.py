"""The outside index's suite over the in-memory one, as it is and as one that can do little; and the fake's switches."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from hindsight_integrations.errors import ConfigurationError, DeadlineExceeded, Unavailable
from hindsight_integrations.ports import Deadline, OutsideIndex
from hindsight_integrations.testing import InMemoryOutsideIndex, OutsideService, ample
from hindsight_integrations.testing.outside_index import ANN, OutsideIndexContract, key_of


class TestInMemoryOutsideIndex(OutsideIndexContract):
    @pytest.fixture
    def handle(self) -> Callable[[], OutsideIndex]:
        service = OutsideService()
        return lambda: InMemoryOutsideIndex(service)


class TestOneThatCanDoLittle(OutsideIndexContract):
    ignored = frozenset({"tags", "subjects", "valid_at"})
    lists = tells_versions = fences = False

    @pytest.fixture
    def handle(self) -> Callable[[], OutsideIndex]:
        service = OutsideService()
        return lambda: InMemoryOutsideIndex(
            service, ignores=("tags", "subjects", "valid_at"), lists=False, fences=False
        )


def opened(service: OutsideService) -> InMemoryOutsideIndex:
    index = InMemoryOutsideIndex(service)
    index.open(("m", 8), ample(), create=True)
    return index


POINTS = OutsideIndexContract()


def test_a_service_that_is_down_is_unavailable_until_it_is_back() -> None:
    service = OutsideService()
    index = opened(service)
    index.put([POINTS.point("m1")], ample())
    service.unreachable = True
    for call in POINTS.calls(index, ample()):
        with pytest.raises(Unavailable, match="cannot be reached"):
            call()
    service.unreachable = False
    assert POINTS.found(index) == ["m1"]
    assert service.calls == ["open", "put", "nearest"]


def test_a_slow_service_keeps_to_the_deadline() -> None:
    service = OutsideService(slow=30)
    index = InMemoryOutsideIndex(service)
    began = time.monotonic()
    with pytest.raises(DeadlineExceeded, match="in time"):
        index.put([POINTS.point("m1")], Deadline.after(0.05))
    assert time.monotonic() - began < 10
    assert service.points == {}


def test_what_is_dropped_late_stays_in_sight_until_it_settles() -> None:
    service = OutsideService(late=True)
    index = opened(service)
    index.put([POINTS.point("m1"), POINTS.point("m2", 10)], ample())
    index.drop([key_of(ANN, "m1"), key_of(ANN, "m2")], ample())
    assert POINTS.found(index) == ["m1", "m2"]
    index.put([POINTS.point("m2", 10, version=2)], ample())  # written again, so not dropped
    service.settle()
    assert POINTS.found(index) == ["m2"]


def test_several_clients_share_a_service() -> None:
    service = OutsideService()
    opened(service).put([POINTS.point("m1")], ample())
    assert POINTS.found(opened(service)) == ["m1"]
    with pytest.raises(ConfigurationError, match="hindsight reindex"):
        InMemoryOutsideIndex(service).open(("m", 9), ample(), create=True)
