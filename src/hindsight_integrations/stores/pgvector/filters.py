"""Between points and rows, and from a filter to SQL; it runs nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hindsight_integrations.ports import Point, Vector
from hindsight_integrations.queries import Where
from hindsight_integrations.records import SubjectPattern
from hindsight_integrations.stores.labels import optional_micros
from hindsight_integrations.stores.mapping import micros

#: The columns of a point beside its vector, in the order in which ``row`` gives them, and how a
#: value becomes one.
COLUMNS = {
    "key": "uuid", "wall": "uuid", "id": "text", "version": "bigint", "status": "text",
    "type": "text", "tier": "text", "subject": "text", "session": "text", "agent": "text",
    "tags": "text[]", "event_type": "text", "source_turn": "text", "happened": "bigint",
    "valid_from": "bigint", "valid_to": "bigint", "created_at": "bigint", "retired_at": "bigint",
    "expires_at": "bigint",
}  # fmt: skip

Sql = tuple[str, list[Any]]


def row(point: Point) -> list[Any]:
    """The values of ``COLUMNS``, and the vector."""
    known = point.labels
    return [
        point.key, point.wall, point.id, point.version, known.status, known.type, known.tier,
        known.subject, known.session, known.agent, list(known.tags), known.event_type,
        known.source_turn, known.happened, known.valid_from, known.valid_to, known.created_at,
        known.retired_at, known.expires_at, written(point.vector),
    ]  # fmt: skip


def written(vector: Vector) -> str:
    """A vector as pgvector reads it."""
    return "[" + ",".join(map(repr, vector.tolist())) + "]"


def conditions(wall: str, where: Where, now: int) -> Sql:
    """The user's points that match ``where`` and have not expired by ``now``."""
    parts: list[Sql] = [
        ("wall = %s::uuid", [wall]),
        ("(expires_at IS NULL OR expires_at > %s)", [now]),
    ]
    for name, values in {
        "id": where.ids,
        "status": where.statuses,
        "type": where.types,
        "tier": where.tiers,
        "source_turn": where.source_turns,
    }.items():
        if values is not None:
            parts.append((f"{name} = ANY(%s::text[])", [[str(value) for value in values]]))
    for name, value in {
        "session": where.session,
        "agent": where.agent,
        "event_type": where.event_type,
    }.items():
        if value is not None:
            parts.append((f"{name} = %s", [value]))
    if where.tags is not None:
        parts.append(("tags && %s::text[]", [list(where.tags)]))
    if where.subjects is not None:
        parts.append(_subjects(where.subjects))
    return _all(parts + _times(where))


def _subjects(patterns: Sequence[SubjectPattern]) -> Sql:
    exact = [pattern.key for pattern in patterns if not pattern.below]
    below = [pattern.key + "." for pattern in patterns if pattern.below]
    sql = "".join(" OR starts_with(subject, %s)" for _ in below)
    return f"(subject = ANY(%s::text[]){sql})", [exact, *below]


def _times(where: Where) -> list[Sql]:
    parts: list[Sql] = []
    if where.within is not None:
        for sign, moment in ((">=", where.within.start), ("<", where.within.end)):
            if moment is not None:
                parts.append((f"happened {sign} %s", [optional_micros(moment)]))
    for begin, end, moment in (
        ("valid_from", "valid_to", where.valid_at),
        ("created_at", "retired_at", where.known_at),
    ):
        if moment is not None:
            at = micros(moment)
            parts.append((f"{begin} <= %s AND ({end} IS NULL OR {end} > %s)", [at, at]))
    return parts


def _all(parts: Sequence[Sql]) -> Sql:
    return " AND ".join(sql for sql, _ in parts), [value for _, own in parts for value in own]
