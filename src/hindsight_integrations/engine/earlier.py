"""Holds the drafts of one call that were compared already, so that the nearest are found by one product; it judges nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from hindsight_integrations.engine.drafts import Draft
from hindsight_integrations.ports import Vector
from hindsight_integrations.records import MemoryType

_Group = tuple[MemoryType, str | None]


@dataclass
class _Rows:
    """Drafts of one kind under one key, with their directions in rows of which some are still free."""

    drafts: list[Draft] = field(default_factory=list)
    rows: Vector = field(default_factory=lambda: np.zeros((0, 0), np.float32))

    def add(self, drafted: Draft, towards: Vector) -> None:
        count = len(self.drafts)
        if count == len(self.rows):
            grown = np.zeros((max(8, 2 * count), len(towards)), np.float32)
            if count:
                grown[:count] = self.rows
            self.rows = grown
        self.rows[count] = towards
        self.drafts.append(drafted)


class Earlier:
    """What one call said so far, by kind and key."""

    def __init__(self) -> None:
        self._groups: dict[_Group, _Rows] = defaultdict(_Rows)

    def add(self, drafted: Draft) -> None:
        """Keep a draft; one without a direction is near nothing."""
        towards = _direction(drafted.vector)
        if towards is not None:
            self._groups[_group(drafted)].add(drafted, towards)

    def near(self, drafted: Draft, least: float) -> Iterator[tuple[float, Draft]]:
        """Those of its kind and key whose cosine is at least ``least``, with it, the nearest first."""
        towards, known = _direction(drafted.vector), self._groups.get(_group(drafted))
        if towards is None or known is None:
            return
        cosines = known.rows[: len(known.drafts)] @ towards
        close = np.flatnonzero(cosines >= least)
        for place in close[np.argsort(-cosines[close], kind="stable")]:
            yield float(cosines[place]), known.drafts[place]


def _group(drafted: Draft) -> _Group:
    return (drafted.claim.type, drafted.claim.subject)


def _direction(vector: Vector | None) -> Vector | None:
    length = 0.0 if vector is None else float(np.linalg.norm(vector))
    return vector / length if vector is not None and length else None
