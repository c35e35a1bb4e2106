"""Between a record's row and the point that stands for it in an outside index; it knows no database."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from hindsight_integrations.ports import Changes, Labels, Point, Unfed, Vector
from hindsight_integrations.stores.identity import point_key

#: The columns a point is made of, in the order in which ``point`` takes them; the vector, as
#: float16 bytes, and the user's hash come last.
POINTED = (
    "id", "version", "status", "type", "tier", "subject", "session", "agent", "tags",
    "event_type", "source_turn", "happened", "valid_from", "valid_to", "created_at",
    "retired_at", "expires_at",
)  # fmt: skip


def point(row: Sequence[Any]) -> Point:
    """The point of a row of ``POINTED``, vector and hash."""
    id, version = row[0], row[1]
    values = dict(zip(POINTED[2:], row[2:], strict=False))
    labels = Labels(**values | {"tags": tuple(json.loads(row[8]))})
    wall = bytes(row[18]).hex()
    return Point(point_key(wall, id), wall, id, version, unpacked(row[17]), labels)


def changes(
    version: int, rows: Sequence[Sequence[Any]], gone: Sequence[str], *, wall: str, limit: int
) -> Changes:
    """What the rows amount to: their points, and the keys of those that are to be dropped.

    A row is one of ``point``, then its row number, and whether it has no vector or is over.
    ``gone`` are ids of erased records.
    """
    drops = [*gone, *(row[0] for row in rows if row[-1])]
    return Changes(
        version,
        [point(row) for row in rows if not row[-1]],
        [point_key(wall, id) for id in drops],
        rows[-1][-2] if len(rows) == limit else None,
    )


def unfed(rows: Sequence[tuple[str, bytes | None]], limit: int) -> Unfed:
    """Ids and vectors of rows of id and stored vector, of which one more than ``limit`` was asked."""
    found = [(id, blob) for id, blob in rows[:limit] if blob is not None]
    vectors = stacked([blob for _, blob in found])
    return Unfed([id for id, _ in found], vectors, cut=len(rows) > limit)


def hash_of(wall: str) -> bytes:
    """The user's hash behind what stands for the user outside; of anything else nobody's."""
    try:
        return bytes.fromhex(wall)
    except ValueError:
        return b""


def unpacked(blob: bytes) -> Vector:
    """A stored vector as float32."""
    return np.frombuffer(blob, "<f2").astype(np.float32)


def stacked(blobs: Sequence[bytes]) -> Vector:
    """Stored vectors as rows, float32, (n, d); (0, 0) if there are none."""
    if not blobs:
        return np.zeros((0, 0), np.float32)
    return np.stack([np.frombuffer(blob, "<f2") for blob in blobs]).astype(np.float32)
