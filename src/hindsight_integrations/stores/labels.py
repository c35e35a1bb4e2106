"""Between a Memory, the labels by which an outside index filters, and what a filter means for them; it knows no index."""

from __future__ import annotations

from datetime import datetime

from hindsight_integrations.ports import Labels
from hindsight_integrations.queries import Where, matches_any
from hindsight_integrations.records import Memory
from hindsight_integrations.stores.mapping import event_type, micros


def labels_of(memory: Memory) -> Labels:
    """What an outside index is told of ``memory`` so that it can filter; none of its words."""
    return Labels(
        status=memory.status.value,
        type=memory.type.value,
        tier=memory.tier.value,
        subject=None if memory.subject_key is None else str(memory.subject_key),
        session=memory.scope.session,
        agent=memory.scope.agent,
        tags=memory.tags,
        event_type=event_type(memory),
        source_turn=memory.source_turn,
        happened=micros(memory.happened_at),
        valid_from=micros(memory.valid_from),
        valid_to=optional_micros(memory.valid_to),
        created_at=micros(memory.created_at),
        retired_at=optional_micros(memory.retired_at),
        expires_at=optional_micros(memory.expires_at),
    )


def admits(where: Where, id: str, labels: Labels, now: int) -> bool:
    """Whether the record of these labels matches ``where`` and has not expired by ``now``.

    The meaning of ``Where.matches``, for an index that has to look at what it found itself.
    """
    alive = labels.expires_at is None or now < labels.expires_at
    return alive and _of_the_kind(where, id, labels) and _at_the_time(where, labels)


def above(subject: str | None) -> list[str]:
    """The keys below which ``subject`` lies, by whole segments: ``a`` and ``a.b`` for ``a.b.c``."""
    segments = [] if subject is None else subject.split(".")
    return [".".join(segments[:end]) for end in range(1, len(segments))]


def optional_micros(moment: datetime | None) -> int | None:
    return None if moment is None else micros(moment)


def _of_the_kind(where: Where, id: str, labels: Labels) -> bool:
    return (
        (where.ids is None or id in where.ids)
        and (where.statuses is None or labels.status in where.statuses)
        and (where.types is None or labels.type in where.types)
        and (where.tiers is None or labels.tier in where.tiers)
        and (where.source_turns is None or labels.source_turn in where.source_turns)
        and where.session in (None, labels.session)
        and where.agent in (None, labels.agent)
        and where.event_type in (None, labels.event_type)
        and (where.tags is None or not set(where.tags).isdisjoint(labels.tags))
        and matches_any(where.subjects, labels.subject)
    )


def _at_the_time(where: Where, labels: Labels) -> bool:
    return (
        (
            where.within is None
            or _holds(
                labels.happened,
                optional_micros(where.within.start),
                optional_micros(where.within.end),
            )
        )
        and (
            where.valid_at is None
            or _holds(micros(where.valid_at), labels.valid_from, labels.valid_to)
        )
        and (
            where.known_at is None
            or _holds(micros(where.known_at), labels.created_at, labels.retired_at)
        )
    )


def _holds(moment: int, start: int | None, end: int | None) -> bool:
    return (start is None or start <= moment) and (end is None or moment < end)
