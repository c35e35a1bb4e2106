"""One record as a row of outlines, for the in-memory record store."""

from __future__ import annotations

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
    name = memory.payload.get("name")
    return name if memory.type is MemoryType.UTTERANCE and isinstance(name, str) else ""


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
