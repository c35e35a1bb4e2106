"""Between points and Qdrant's payloads, and from a filter to Qdrant's conditions; it calls nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from qdrant_client import models

from hindsight_integrations.ports import Held, Labels, Point
from hindsight_integrations.queries import Where
from hindsight_integrations.records import SubjectPattern
from hindsight_integrations.stores.labels import above, optional_micros
from hindsight_integrations.stores.mapping import micros

#: What is found in a payload by equality, and what by range; each has an index on the server.
KEYWORDS = (
    "wall", "id", "status", "type", "tier", "subject", "above", "session", "agent", "tags",
    "event_type", "source_turn",
)  # fmt: skip
NUMBERS = (
    "version",
    "happened",
    "valid_from",
    "valid_to",
    "created_at",
    "retired_at",
    "expires_at",
)
#: What tells a point: enough to say what is held, and to see whose it is.
TOLD = ["wall", "id", "version"]
#: Qdrant compares numbers as 64-bit floats, which are exact up to here (the year 2255 in
#: microseconds). An open end is this number, so that "later than" is one condition.
_OPEN = 2**53
_LAST = _OPEN - 1


def payload(point: Point) -> dict[str, Any]:
    """What is kept beside the vector: none of the record's words."""
    labels = point.labels
    kept = {
        "wall": point.wall,
        "id": point.id,
        "version": point.version,
        "status": labels.status,
        "type": labels.type,
        "tier": labels.tier,
        "subject": labels.subject,
        "above": above(labels.subject),
        "session": labels.session,
        "agent": labels.agent,
        "tags": list(labels.tags),
        "event_type": labels.event_type,
        "source_turn": labels.source_turn,
        **_instants(labels),
    }
    return {name: value for name, value in kept.items() if value is not None and value != []}


def held(key: str, kept: Mapping[str, Any] | None) -> Held | None:
    """What a payload says of its point; ``None`` for one that is not ours."""
    known = kept or {}
    if not known.keys() >= set(TOLD):
        return None
    return Held(key, known["wall"], known["id"], known["version"])


def conditions(wall: str, where: Where, now: int) -> models.Filter:
    """The user's points that match ``where`` and have not expired by ``now``."""
    must: list[Any] = [_is("wall", wall), _later("expires_at", now)]
    must += [_any(name, values) for name, values in _lists(where).items() if values is not None]
    must += [_is(name, value) for name, value in _names(where).items() if value is not None]
    if where.subjects is not None:
        must.append(_subjects(where.subjects))
    return models.Filter(must=must + _times(where))


def not_newer(points: Sequence[Point]) -> models.Filter:
    """Which of these may be replaced: those that are kept in no higher version."""
    keys: dict[int, list[str]] = defaultdict(list)
    for point in points:
        keys[point.version].append(point.key)
    if len(keys) == 1:
        return models.Filter(must=[_not_later("version", next(iter(keys)))])
    return models.Filter(
        should=[
            models.Filter(must=[models.HasIdCondition(has_id=list(own)), _not_later("version", n)])
            for n, own in keys.items()
        ]
    )


def _instants(labels: Labels) -> dict[str, int]:
    return {
        "happened": min(labels.happened, _LAST),
        "valid_from": min(labels.valid_from, _LAST),
        "valid_to": _end(labels.valid_to),
        "created_at": min(labels.created_at, _LAST),
        "retired_at": _end(labels.retired_at),
        "expires_at": _end(labels.expires_at),
    }


def _end(moment: int | None) -> int:
    return _OPEN if moment is None else min(moment, _OPEN)


def _lists(where: Where) -> dict[str, Sequence[str] | None]:
    return {
        "id": where.ids,
        "status": where.statuses,
        "type": where.types,
        "tier": where.tiers,
        "tags": where.tags,
        "source_turn": where.source_turns,
    }


def _names(where: Where) -> dict[str, str | None]:
    return {"session": where.session, "agent": where.agent, "event_type": where.event_type}


def _subjects(patterns: Sequence[SubjectPattern]) -> models.Filter:
    exact = [pattern.key for pattern in patterns if not pattern.below]
    below = [pattern.key for pattern in patterns if pattern.below]
    both = (("subject", exact), ("above", below))
    return models.Filter(should=[_any(name, keys) for name, keys in both if keys])


def _times(where: Where) -> list[Any]:
    found: list[Any] = []
    if where.within is not None:
        start, end = optional_micros(where.within.start), optional_micros(where.within.end)
        if start is not None:
            found.append(_range("happened", gte=min(start, _LAST)))
        if end is not None and end <= _LAST:
            found.append(_range("happened", lt=end))
    for moment, begin, end_of in (
        (where.valid_at, "valid_from", "valid_to"),
        (where.known_at, "created_at", "retired_at"),
    ):
        if moment is not None:
            at = micros(moment)
            found += [_not_later(begin, at), _later(end_of, at)]
    return found


def _later(name: str, moment: int) -> models.FieldCondition:
    return _range(name, gt=min(moment, _LAST))


def _not_later(name: str, moment: int) -> models.FieldCondition:
    return _range(name, lte=moment)


def _range(name: str, **bounds: float) -> models.FieldCondition:
    return models.FieldCondition(key=name, range=models.Range(**bounds))


def _is(name: str, value: str) -> models.FieldCondition:
    return models.FieldCondition(key=name, match=models.MatchValue(value=value))


def _any(name: str, values: Sequence[str]) -> models.FieldCondition:
    plain = [str(value) for value in values]
    return models.FieldCondition(key=name, match=models.MatchAny(any=plain))
