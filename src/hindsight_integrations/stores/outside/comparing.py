"""Compares what an index holds with the record store, and mends it; it searches nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from hindsight_integrations.ports import Deadline, Feed, Held, OutsideIndex, Point

#: Records that are compared at a time, and the seconds that each step may take.
_BATCH = 512
_STEP = 60.0

Progress = Callable[[int], object]


@dataclass(frozen=True, slots=True)
class Difference:
    """How an index differs from the record store, in records. ``None``: the index cannot tell.

    ``missing`` are not in the index, ``stale`` are there in an older version, ``surplus`` are
    there and no longer in the record store. ``mended`` says how many of them were put right.
    Users of whom the outbox still has to tell are left out.
    """

    compared: int
    missing: int | None
    stale: int | None
    surplus: int | None
    mended: int

    @property
    def none(self) -> bool:
        """Whether nothing is known to differ, or what did was put right."""
        known = (self.missing or 0) + (self.stale or 0) + (self.surplus or 0)
        return known == self.mended


def compare(
    feed: Feed, index: OutsideIndex, *, repair: bool = False, progress: Progress | None = None
) -> Difference:
    """Go through all records, then through all of the index; ``progress`` hears how many so far."""
    compared = missing = stale = mended = 0
    telling = True
    for points in _records(feed):
        versions = index.versions([point.key for point in points], _step())
        compared += len(points)
        if progress is not None:
            progress(compared)
        if versions is None:
            telling = False
            break
        absent = [point for point in points if point.key not in versions]
        old = [point for point in points if versions.get(point.key, point.version) < point.version]
        missing, stale = missing + len(absent), stale + len(old)
        if repair and (absent or old):
            _put_right(feed, index, absent + old)
            mended += len(absent) + len(old)
    surplus, dropped = _surplus(feed, index, repair=repair)
    return Difference(
        compared,
        missing if telling else None,
        stale if telling else None,
        surplus,
        mended + dropped,
    )


def _step() -> Deadline:
    return Deadline.after(_STEP)


def _records(feed: Feed) -> Iterator[list[Point]]:
    after: int | None = 0
    while after is not None:
        points, after = feed.every(after, _BATCH, _step())
        if points:
            yield points


def _put_right(feed: Feed, index: OutsideIndex, points: Sequence[Point]) -> None:
    """Put records into the index; those forgotten in the meantime leave it again."""
    index.put(points, _step())
    held = [Held(point.key, point.wall, point.id, point.version) for point in points]
    alive = feed.known(held, _step())
    if gone := [item.key for item in held if item.key not in alive]:
        index.drop(gone, _step())


def _surplus(feed: Feed, index: OutsideIndex, *, repair: bool) -> tuple[int | None, int]:
    """How many points stand for no record, and how many of them were dropped."""
    found = dropped = 0
    after: str | None = None
    while True:
        page = index.held(after, _BATCH, _step())
        if page is None:
            return None, 0
        alive = feed.known(page.held, _step())
        gone = [item.key for item in page.held if item.key not in alive]
        found += len(gone)
        if repair and gone:
            index.drop(gone, _step())
            dropped += len(gone)
        if page.after is None:
            return found, dropped
        after = page.after
