"""What Qdrant's own engine makes of our collections: a graph for each user, walked, and versions that never go back."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from hindsight_integrations.ports import Point
from hindsight_integrations.stores import qdrant
from hindsight_integrations.stores.labels import labels_of
from hindsight_integrations.testing import ample, make_memory
from hindsight_integrations.testing.outside_index import ANN, OutsideIndexContract, key_of
from qdrant_engine import EngineStandIn
from qdrant_http import stand_in

BEN = "b" * 32


@pytest.fixture
def server() -> Iterator[EngineStandIn]:
    with stand_in(EngineStandIn) as known:
        assert isinstance(known, EngineStandIn)
        yield known


def crowd(wall: str, many: int, seed: int) -> list[Point]:
    drawn = np.random.default_rng(seed).standard_normal((many, 32)).astype(np.float32)
    drawn /= np.linalg.norm(drawn, axis=1, keepdims=True)
    labels = labels_of(make_memory())
    return [
        Point(key_of(wall, f"{n}"), wall, f"{n}", n + 1, vector, labels)
        for n, vector in enumerate(drawn)
    ]


def test_each_user_is_found_through_a_graph_of_its_own(server: EngineStandIn) -> None:
    suite = OutsideIndexContract()
    suite.dimensions = 32
    index = qdrant.from_url(server.url)
    index.open(suite.model, ample(), create=True)
    users = {ANN: crowd(ANN, 800, 1), BEN: crowd(BEN, 400, 2)}
    index.put([point for points in users.values() for point in points], ample())
    assert server.shards["contract"].optimize() is True
    for wall, points in users.items():
        query = points[0].vector
        exact = sorted(points, key=lambda point: -float(point.vector @ query))[:20]
        found = suite.found(index, wall=wall, query=query, limit=20)
        assert found[0] == "0"
        assert len(set(found)) == 20
        assert len({point.id for point in exact} & set(found)) >= 18
    index.close()


def test_of_many_versions_in_one_request_each_point_keeps_its_newest(
    server: EngineStandIn,
) -> None:
    suite = OutsideIndexContract()
    index = qdrant.from_url(server.url)
    index.open(suite.model, ample(), create=True)
    index.put([suite.point(f"m{n}", 10, version=100 + n) for n in range(60)], ample())
    # Of each three: one is older, one the same again, one newer.
    index.put([suite.point(f"m{n}", 90, version=99 + n + n % 3) for n in range(60)], ample())
    known = index.versions([key_of(ANN, f"m{n}") for n in range(60)], ample())
    expected = {key_of(ANN, f"m{n}"): 100 + n + (n % 3 == 2) for n in range(60)}
    assert known == expected
    moved = suite.found(index, query=suite.at(90), limit=40)
    assert sorted(moved) == sorted(f"m{n}" for n in range(60) if n % 3)
    index.close()
