"""Filters over the records of a server as SQL, and the statements that write a record; it runs nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from hindsight_integrations.ports import Entry
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Memory, MemoryType, SubjectPattern, Window
from hindsight_integrations.stores import mapping
from hindsight_integrations.stores.mapping import COLUMNS, DERIVED, EDITED, micros

_WRITTEN = (*COLUMNS, *DERIVED, "labels", "speaker")
INSERT = f"INSERT INTO records ({', '.join(_WRITTEN)}) VALUES ({', '.join(['%s'] * len(_WRITTEN))})"
#: Records past their time to live are absent, whether or not upkeep has removed them.
ALIVE = "(expires_at IS NULL OR expires_at > %s)"
UPDATE = (
    f"UPDATE records SET {', '.join(f'{name} = %s' for name in EDITED)}, labels = %s, speaker = %s "
    f"WHERE scope = %s AND id = %s AND {ALIVE}"
)
#: The latest happened first, ties by sequence.
LATEST_FIRST = "ORDER BY happened DESC, rid DESC"

Clause = tuple[str, list[Any]]


def inserted(entry: Entry, scope: int, rid: int, version: int) -> tuple[Any, ...]:
    """The values of ``INSERT``."""
    return (*mapping.inserted(entry, scope, rid, version), *_for_filters(entry.memory))


def edited(memory: Memory, version: int, scope: int, now: datetime) -> tuple[Any, ...]:
    """The values of ``UPDATE``."""
    known = (scope, memory.id, micros(now))
    return (*mapping.edited(memory, version), *_for_filters(memory), *known)


def _for_filters(memory: Memory) -> tuple[list[str], str]:
    return list(memory.tags), speaker(memory)


def speaker(memory: Memory) -> str:
    """Who said an utterance."""
    return speaking(memory.type.value, memory.payload)


def speaking(type: str, payload: Mapping[str, Any]) -> str:
    """Who said an utterance: the payload's name, else ``<role>``; "" for what is none."""
    if type != MemoryType.UTTERANCE.value:
        return ""
    name, role = payload.get("name"), payload.get("role")
    if name is not None:
        return str(name)
    return "" if role is None else f"<{role}>"


def among(column: str, values: Sequence[Any]) -> Clause:
    """``column`` is one of ``values``, however many: one place in the statement."""
    return f"{column} = ANY(%s)", [list(values)]


def clause(where: Where, now: datetime) -> Clause:
    """``where`` as SQL over ``records`` beside a given scope; expired rows never match."""
    parts: list[Clause] = [(ALIVE, [micros(now)])]
    parts += _memberships(where) + _moments(where)
    return " AND ".join(sql for sql, _ in parts), [value for _, values in parts for value in values]


def _memberships(where: Where) -> list[Clause]:
    listed = {
        "id": where.ids,
        "status": where.statuses,
        "type": where.types,
        "tier": where.tiers,
        "source_turn": where.source_turns,
    }
    equal = {"session": where.session, "agent": where.agent, "event_type": where.event_type}
    parts = [
        among(name, [str(value) for value in values])
        for name, values in listed.items()
        if values is not None
    ]
    parts += [(f"{name} = %s", [value]) for name, value in equal.items() if value is not None]
    if where.tags is not None:
        parts.append(("labels && %s", [list(where.tags)]))
    if where.subjects is not None:
        parts.append(_subjects(where.subjects))
    return parts


def _subjects(patterns: Sequence[SubjectPattern]) -> Clause:
    """Keys and prefixes as ranges; '/' is the character after '.'."""
    exact = [str(pattern.key) for pattern in patterns if not pattern.below]
    sql, values = (["subject = ANY(%s)"], [exact]) if exact else ([], [])
    bounds: list[Any] = list(values)
    for pattern in patterns:
        if pattern.below:
            sql.append("(subject >= %s AND subject < %s)")
            bounds += [pattern.key + ".", pattern.key + "/"]
    return f"({' OR '.join(sql) or 'false'})", bounds


def _moments(where: Where) -> list[Clause]:
    parts: list[Clause] = []
    if where.within is not None:
        parts += _span(where.within)
    if where.valid_at is not None:
        at = micros(where.valid_at)
        parts.append(("valid_from <= %s AND (valid_to IS NULL OR valid_to > %s)", [at, at]))
    if where.known_at is not None:
        at = micros(where.known_at)
        parts.append(("created_at <= %s AND (retired_at IS NULL OR retired_at > %s)", [at, at]))
    return parts


def _span(window: Window) -> list[Clause]:
    parts: list[Clause] = []
    if window.start is not None:
        parts.append(("happened >= %s", [micros(window.start)]))
    if window.end is not None:
        parts.append(("happened < %s", [micros(window.end)]))
    return parts
