"""Builds scopes, memories, entries, turns and vectors with sensible defaults for tests; it knows no store."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import numpy as np

from hindsight_integrations.ports import Deadline, Entry, Facets, Vector
from hindsight_integrations.records import (
    Memory,
    MemoryType,
    Role,
    Scope,
    Source,
    Status,
    SubjectKey,
    Tier,
    Turn,
)

#: The instant at which things happen in tests unless they say otherwise: a Monday at noon.
MOMENT = datetime(2025, 3, 3, 12, 0, tzinfo=UTC)


_KINDS: Mapping[str, Callable[[str], str]] = {
    "tier": Tier,
    "type": MemoryType,
    "status": Status,
    "source": Source,
    "subject_key": SubjectKey,
}


def ample() -> Deadline:
    """A deadline that no test reaches."""
    return Deadline.after(60)


def make_scope(
    user: str = "ann",
    *,
    tenant: str = "acme",
    agent: str | None = None,
    session: str | None = None,
) -> Scope:
    """The scope of ``user`` in the tenant ``acme``."""
    return Scope(tenant, user, agent, session)


def make_memory(
    id: str = "m1",
    content: str = "Ann likes tea",
    *,
    scope: Scope | None = None,
    at: datetime = MOMENT,
    **fields: Any,
) -> Memory:
    """An active semantic fact written, confirmed and valid from ``at``.

    ``fields`` are fields of :class:`Memory` and win over these; ``subject_key``, ``tier``,
    ``type``, ``status`` and ``source`` may be plain strings.
    """
    known: dict[str, Any] = {
        "scope": scope or make_scope(),
        "tier": Tier.SEMANTIC,
        "type": MemoryType.FACT,
        "created_at": at,
        "valid_from": at,
        "confirmed_at": at,
    } | fields
    for name, kind in _KINDS.items():
        if known.get(name) is not None:
            known[name] = kind(known[name])
    return Memory(id=id, content=content, **known)


def make_entry(
    memory: Memory,
    *,
    vector: Vector | Sequence[float] | None = None,
    terms: Sequence[str] | None = None,
    single: bool = False,
    same: bytes | None = None,
    said: bytes | None = None,
    facets: Facets | None = None,
) -> Entry:
    """``memory`` on its way into a store.

    ``terms`` default to the words of the content between blanks, in lower case (give
    them for Chinese); ``same`` to a digest of subject and content, ``said`` of the content.
    """
    words = memory.content.lower().split() if terms is None else terms
    made = None if vector is None else np.asarray(vector, dtype=np.float32)
    return Entry(
        memory=memory,
        vector=made,
        terms=tuple(words),
        single=single,
        same=same or _digest(f"{memory.subject_key}\0{memory.content}"),
        said=said or _digest(memory.content),
        facets=facets,
    )


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode(), digest_size=16).digest()


def make_turn(content: str = "I like tea.", role: Role | str = Role.USER, **fields: Any) -> Turn:
    """A turn of the user (or of ``role``)."""
    return Turn(role=Role(role), content=content, **fields)


def direction(degrees: float, dimensions: int = 8) -> Vector:
    """The unit vector at this angle in the plane of the first two axes, float32.

    The cosine of two of them is the cosine of the angle between them, so what a search
    must answer can be said without computing anything: 0, 60 and 90 degrees are 1, 0.5 and 0.
    """
    vector = np.zeros(dimensions, dtype=np.float32)
    vector[0], vector[1] = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return vector
