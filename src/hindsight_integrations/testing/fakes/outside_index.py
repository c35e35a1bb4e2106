"""An outside index over a plain dict, and the service it stands for, which a test can let down; it keeps nothing on disk."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from hindsight_integrations.errors import ConfigurationError, DeadlineExceeded, Unavailable
from hindsight_integrations.ports import Deadline, Held, Page, Point, Vector
from hindsight_integrations.queries import Where
from hindsight_integrations.stores.labels import admits


@dataclass(slots=True)
class OutsideService:
    """What several :class:`InMemoryOutsideIndex` share, as clients share a server.

    The switches may be set at any time: ``unreachable`` makes every call fail, ``slow`` lets
    it wait so many seconds first, ``late`` keeps what is dropped in sight until :meth:`settle`.
    ``calls`` names the calls that got through, in their order.
    """

    unreachable: bool = False
    slow: float = 0.0
    late: bool = False
    model: tuple[str, int] | None = None
    points: dict[str, Point] = field(default_factory=dict)
    dropped: set[str] = field(default_factory=set)
    calls: list[str] = field(default_factory=list)
    guard: threading.RLock = field(default_factory=threading.RLock, repr=False)

    def settle(self) -> None:
        """Let go of what was dropped late."""
        with self.guard:
            for key in self.dropped:
                self.points.pop(key, None)
            self.dropped.clear()


class InMemoryOutsideIndex:
    """An :class:`~hindsight_integrations.ports.OutsideIndex` for tests: exact, safe from any thread.

    ``ignores`` names the parts of ``Where`` that it leaves to its caller, ``lists=False`` makes
    it one that can tell neither what it holds nor in which versions, ``fences=False`` one that
    lets an older version replace a newer one.
    """

    def __init__(
        self,
        service: OutsideService | None = None,
        *,
        name: str = "memory points",
        ignores: Sequence[str] = (),
        lists: bool = True,
        fences: bool = True,
    ) -> None:
        self.service = service or OutsideService()
        self._name = name
        self._blind: dict[str, Any] = dict.fromkeys(ignores)
        self._lists = lists
        self._fences = fences
        self._closed = False

    @property
    def name(self) -> str:
        return self._name

    def open(self, model: tuple[str, int], deadline: Deadline, *, create: bool) -> bool:
        with self._reached("open", deadline, missing=True) as service:
            if service.model is None:
                if not create:
                    raise self._nothing_there()
                service.model = model
                return True
            if service.model != model:
                raise ConfigurationError(
                    f"{self._name} holds vectors of {service.model[0]} ({service.model[1]} "
                    f"dimensions), the encoder is {model[0]} ({model[1]} dimensions): "
                    "make it anew with `hindsight reindex`"
                )
            return False

    def put(self, points: Sequence[Point], deadline: Deadline) -> None:
        with self._reached("put", deadline) as service:
            for point in points:
                known = service.points.get(point.key)
                if known is None or not self._fences or known.version <= point.version:
                    service.points[point.key] = replace(point, vector=point.vector.copy())
                    service.dropped.discard(point.key)

    def drop(self, keys: Sequence[str], deadline: Deadline) -> None:
        with self._reached("drop", deadline) as service:
            service.dropped.update(keys)
            if not service.late:
                service.settle()

    def nearest(
        self,
        wall: str,
        query: Vector,
        where: Where,
        now: int,
        *,
        limit: int,
        deadline: Deadline,
    ) -> list[str]:
        asked = replace(where, **self._blind)
        with self._reached("nearest", deadline) as service:
            found = [
                (float(np.dot(point.vector, query)), point.id)
                for point in service.points.values()
                if point.wall == wall and admits(asked, point.id, point.labels, now)
            ]
        found.sort(key=lambda pair: pair[0], reverse=True)
        return [id for _, id in found[:limit]]

    def versions(self, keys: Sequence[str], deadline: Deadline) -> dict[str, int] | None:
        with self._reached("versions", deadline) as service:
            if not self._lists:
                return None
            return {key: service.points[key].version for key in keys if key in service.points}

    def held(self, after: str | None, limit: int, deadline: Deadline) -> Page | None:
        with self._reached("held", deadline) as service:
            if not self._lists:
                return None
            rest = sorted(key for key in service.points if after is None or key > after)
            page = [_held(service.points[key]) for key in rest[:limit]]
        return Page(page, page[-1].key if len(rest) > limit else None)

    def clear(self, deadline: Deadline) -> None:
        with self._reached("clear", deadline, missing=True) as service:
            service.model = None
            service.points.clear()
            service.dropped.clear()

    def health(self, deadline: Deadline) -> Mapping[str, Any]:
        with self._reached("health", deadline) as service:
            return {"kind": "memory", "points": len(service.points)}

    def close(self) -> None:
        self._closed = True

    @contextmanager
    def _reached(
        self, call: str, deadline: Deadline, *, missing: bool = False
    ) -> Iterator[OutsideService]:
        """The service, if it answers in time and (unless ``missing`` is fine) has the collection."""
        deadline.check()
        if self._closed:
            raise Unavailable(f"{self._name} was closed")
        service = self.service
        if service.slow:
            time.sleep(min(service.slow, deadline.remaining))
            if deadline.passed:
                raise DeadlineExceeded(f"{self._name} did not answer in time")
        if service.unreachable:
            raise Unavailable(f"{self._name} cannot be reached")
        with service.guard:
            if service.model is None and not missing:
                raise self._nothing_there()
            service.calls.append(call)
            yield service

    def _nothing_there(self) -> ConfigurationError:
        return ConfigurationError(
            f"{self._name} is not there: make it and fill it with `hindsight reindex`"
        )


def _held(point: Point) -> Held:
    return Held(point.key, point.wall, point.id, point.version)
