"""Between a record's row and the point that stands for it in an outside index; it knows no database."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from hindsight_integrations.ports import Labels, Point, Vector
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
