"""One record as a row of outlines, and what stands beside it, for the in-memory record store."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from hindsight_integrations.ports import Entry
from hindsight_integrations.records import Memory, MemoryType

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def _micros(moment: datetime) -> int:
    """Microseconds since 1970."""
    return (moment - _EPOCH) // timedelta(microseconds=1)


def speaker(memory: Memory) -> str:
    """The name of whoever said an utterance."""
    if memory.type is not MemoryType.UTTERANCE:
        return ""
    name, role = memory.payload.get("name"), memory.payload.get("role")
    return str(name) if name is not None else f"<{role}>" if role is not None else ""


def outlined(entry: Entry) -> tuple[Any, ...]:
    """One row of :class:`~hindsight_integrations.ports.Outlines`."""
    memory = entry.memory
    return (
        memory.id,
        memory.sequence,
        memory.type.value,
        memory.tier.value,
        memory.status.value,
        _micros(memory.happened_at),
        _micros(memory.confirmed_at),
        _micros(memory.valid_from),
        None if memory.valid_to is None else _micros(memory.valid_to),
        memory.confidence,
        memory.importance,
        memory.access_count,
        memory.pinned,
        memory.contradicted_by is not None,
        memory.helpful is False,
        memory.status_reason,
        entry.said,
        speaker(memory),
    )


def neighbours(said: Sequence[Memory], records: Sequence[Memory], reach: int) -> list[str]:
    """The ids of what was said up to ``reach`` places before and after each record, in order."""
    order = sorted(said, key=lambda memory: memory.sequence)
    near: set[str] = set()
    for record in records:
        earlier = [item.id for item in order if item.sequence < record.sequence]
        later = [item.id for item in order if item.sequence > record.sequence]
        near |= {*earlier[max(0, len(earlier) - reach) :], *later[:reach]}
    return [m.id for m in order if m.id in near - {record.id for record in records}]
