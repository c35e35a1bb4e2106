"""What every part of the outside index's suite stands on: the fixture a subclass fills in, its flags, and short ways to write and ask."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from typing import Any

import pytest

from hindsight_integrations.ports import Deadline, Held, OutsideIndex, Page, Point, Vector
from hindsight_integrations.queries import Where
from hindsight_integrations.stores.labels import labels_of
from hindsight_integrations.stores.mapping import micros
from hindsight_integrations.testing.builders import MOMENT, ample, direction, make_memory

ALL = Where()
DAY = timedelta(days=1)
NOW = micros(MOMENT)
ANN = "a" * 32
#: Walls that a careless index takes for ``ANN``.
ALIKE = ("a" * 31 + "b", "b" + "a" * 31, "aa" * 15 + "0a")


def key_of(wall: str, id: str) -> str:
    """A UUID of the user's wall and the record's id."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, f"{wall}/{id}"))


class OutsideIndexFixtures:
    """The hooks of the suite; see :class:`~hindsight_integrations.testing.outside_index.OutsideIndexContract`."""

    #: The length of the vectors; at least 3.
    dimensions = 8
    model_id = "contract-v1"
    #: Parts of ``Where`` that it leaves to its caller, by name.
    ignored: frozenset[str] = frozenset()
    #: Whether it leaves what has expired to its caller.
    ignores_expiry = False
    #: Whether a point never replaces one of a higher version.
    fences = True
    #: Whether it can tell versions, and list what it holds.
    tells_versions = True
    lists = True
    #: Whether it keeps the model's id, so that another model of the same length is noticed.
    knows_model = True
    #: Whether opening can tell a collection that is not there from an empty one; whether
    #: every call can.
    knows_missing = notices_loss = True
    #: Whether it can be made anew for vectors of another length.
    any_length = True
    #: Whether it can tell how many points there are.
    counts = True

    @pytest.fixture
    def handle(self) -> Callable[[], OutsideIndex]:
        """Makes indexes over one empty place; a subclass provides it (and cleans the place up)."""
        raise NotImplementedError("a subclass of the suite provides the fixture 'handle'")

    @pytest.fixture
    def index(self, handle: Callable[[], OutsideIndex]) -> Iterator[OutsideIndex]:
        """An index that is open and empty."""
        made = handle()
        made.open(self.model, ample(), create=True)
        yield made
        made.close()

    @property
    def model(self) -> tuple[str, int]:
        return self.model_id, self.dimensions

    def at(self, degrees: float) -> Vector:
        """The unit vector at this angle to the query, ``at(0)``."""
        return direction(degrees, self.dimensions)

    def point(
        self, id: str, degrees: float = 0, *, wall: str = ANN, version: int = 1, **fields: Any
    ) -> Point:
        """A record whose vector lies at this angle; ``fields`` are those of ``make_memory``."""
        labels = labels_of(make_memory(id, **fields))
        return Point(key_of(wall, id), wall, id, version, self.at(degrees), labels)

    def found(
        self,
        index: OutsideIndex,
        where: Where = ALL,
        *,
        wall: str = ANN,
        query: Vector | None = None,
        now: int = NOW,
        limit: int = 100,
    ) -> list[str]:
        asked = self.at(0) if query is None else query
        return index.nearest(wall, asked, where, now, limit=limit, deadline=ample())

    def everything(self, index: OutsideIndex, limit: int) -> list[Held]:
        """All that it holds, page by page."""
        held, after = [], None
        for _ in range(1000):
            page = index.held(after, limit, ample())
            assert isinstance(page, Page)
            held += page.held
            after = page.after
            if after is None:
                return held
        raise AssertionError("the pages do not end")

    def check_count(self, index: OutsideIndex, points: int) -> None:
        """See that its health speaks of so many points, if it can."""
        assert index.health(ample())["points"] == (points if self.counts else None)

    def fan(self, index: OutsideIndex) -> None:
        """Five records at 0, 30, 60, 90 and 180 degrees, put in another order."""
        index.put([self.point(f"m{degrees}", degrees) for degrees in (90, 0, 180, 60, 30)], ample())

    def calls(self, index: OutsideIndex, deadline: Deadline) -> Sequence[Callable[[], Any]]:
        """Each call once."""
        return (
            lambda: index.open(self.model, deadline, create=True),
            lambda: index.put([self.point("m1")], deadline),
            lambda: index.drop([key_of(ANN, "m1")], deadline),
            lambda: index.nearest(ANN, self.at(0), ALL, NOW, limit=1, deadline=deadline),
            lambda: index.versions([key_of(ANN, "m1")], deadline),
            lambda: index.held(None, 10, deadline),
            lambda: index.health(deadline),
            lambda: index.clear(deadline),
        )
