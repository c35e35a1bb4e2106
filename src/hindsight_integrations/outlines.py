"""Records as columns: what judging candidates takes, without their words; it runs nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hindsight_integrations.records import MemoryType, Status, Tier

#: The places of types, tiers and statuses in the columns of ``Outlines``.
TYPES, TIERS, STATUSES = tuple(MemoryType), tuple(Tier), tuple(Status)
#: Stands for "still" in a column of instants.
FOREVER = int(np.iinfo(np.int64).max)


@dataclass(frozen=True, slots=True)
class Outlines:
    """What judging candidates takes, in columns: all but their words. One place a record.

    ``types``, ``tiers`` and ``statuses`` are places in ``TYPES``, ``TIERS``, ``STATUSES``.
    Instants are microseconds since 1970 (UTC); an open end is ``FOREVER``. ``doubted`` is
    set where ``contradicted_by`` is, ``unhelpful`` where the last feedback was "no".
    ``speakers`` are the names of those who said an utterance (``<user>``, the role, where no
    name is known), "" for what is none.
    """

    ids: tuple[str, ...]
    sequences: NDArray[np.int64]
    types: NDArray[np.uint8]
    tiers: NDArray[np.uint8]
    statuses: NDArray[np.uint8]
    happened: NDArray[np.int64]
    confirmed: NDArray[np.int64]
    valid_from: NDArray[np.int64]
    valid_to: NDArray[np.int64]
    confidence: NDArray[np.float64]
    importance: NDArray[np.float64]
    accesses: NDArray[np.int64]
    pinned: NDArray[np.bool_]
    doubted: NDArray[np.bool_]
    unhelpful: NDArray[np.bool_]
    reasons: tuple[str | None, ...]
    said: tuple[bytes, ...]
    speakers: tuple[str, ...]

    @classmethod
    def of(cls, rows: Sequence[Sequence[Any]]) -> Outlines:
        """From rows whose values stand in the order of the fields, kinds by their names."""
        columns = list(zip(*rows, strict=True)) or [()] * 18
        return cls(
            columns[0],
            np.array(columns[1], np.int64),
            np.array([_TYPE_PLACES[name] for name in columns[2]], np.uint8),
            np.array([_TIER_PLACES[name] for name in columns[3]], np.uint8),
            np.array([_STATUS_PLACES[name] for name in columns[4]], np.uint8),
            np.array(columns[5], np.int64),
            np.array(columns[6], np.int64),
            np.array(columns[7], np.int64),
            np.array([FOREVER if end is None else end for end in columns[8]], np.int64),
            np.array(columns[9], np.float64),
            np.array(columns[10], np.float64),
            np.array(columns[11], np.int64),
            np.array(columns[12], np.bool_),
            np.array(columns[13], np.bool_),
            np.array(columns[14], np.bool_),
            columns[15],
            columns[16],
            columns[17],
        )


_TYPE_PLACES = {member.value: place for place, member in enumerate(TYPES)}
_TIER_PLACES = {member.value: place for place, member in enumerate(TIERS)}
_STATUS_PLACES = {member.value: place for place, member in enumerate(STATUSES)}
