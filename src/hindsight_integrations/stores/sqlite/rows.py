"""Between a Memory and its row: columns, instants, filters as SQL."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hindsight_integrations.ports import Entry
from hindsight_integrations.queries import Where
from hindsight_integrations.records import (
    Memory,
    MemoryType,
    Role,
    Scope,
    Source,
    Status,
    SubjectKey,
    SubjectPattern,
    Tier,
    Turn,
    Window,
)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
#: Scope numbers above, sequences below: the rows of one user lie side by side.
SHIFT = 32

#: The columns a Memory is read from, in the order in which ``memory`` takes them.
COLUMNS = (
    "id", "rid", "tier", "type", "content", "subject", "payload", "tags", "source",
    "source_turn", "agent", "session", "priority", "importance", "confidence", "status",
    "status_reason", "supersedes", "superseded_by", "contradicted_by", "created_at",
    "event_time", "valid_from", "valid_to", "retired_at", "confirmed_at", "expires_at",
    "last_accessed_at", "access_count", "helpful", "pinned", "dedup_key", "schema_version",
    "said_again",
)  # fmt: skip
SELECT = ", ".join(COLUMNS)
#: What only the store needs beside them.
_DERIVED = (
    "scope",
    "version",
    "event_type",
    "happened",
    "single",
    "same",
    "said",
    "length",
    "terms",
)
INSERT = (
    f"INSERT INTO records ({SELECT}, {', '.join(_DERIVED)}) "
    f"VALUES ({', '.join('?' * (len(COLUMNS) + len(_DERIVED)))})"
)
_EDITED = tuple(name for name in COLUMNS if name not in {"id", "rid", "content"})
UPDATE = (
    f"UPDATE records SET {', '.join(f'{name} = ?' for name in _EDITED)}, "
    "version = ?, event_type = ?, happened = ? WHERE scope = ? AND id = ? "
    "AND (expires_at IS NULL OR expires_at > ?)"
)


def micros(moment: datetime) -> int:
    """Microseconds since 1970, exactly."""
    return (moment - _EPOCH) // _MICROSECOND


def instant(value: int) -> datetime:
    return _EPOCH + timedelta(microseconds=value)


def _micros(moment: datetime | None) -> int | None:
    return None if moment is None else micros(moment)


def _instant(value: int | None) -> datetime | None:
    return None if value is None else _EPOCH + timedelta(microseconds=value)


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _fields(memory: Memory, rid: int) -> tuple[Any, ...]:
    """The values of ``COLUMNS``."""
    m = memory
    return (
        m.id, rid, m.tier.value, m.type.value, m.content, m.subject_key,
        compact(m.payload) if m.payload else "{}", compact(m.tags) if m.tags else "[]",
        m.source.value, m.source_turn, m.scope.agent, m.scope.session,
        m.priority, m.importance, m.confidence, m.status.value, m.status_reason, m.supersedes,
        m.superseded_by, m.contradicted_by, micros(m.created_at), _micros(m.event_time),
        micros(m.valid_from), _micros(m.valid_to), _micros(m.retired_at), micros(m.confirmed_at),
        _micros(m.expires_at), _micros(m.last_accessed_at), m.access_count, m.helpful, m.pinned,
        m.dedup_key, m.schema_version, compact(m.said_again) if m.said_again else "[]",
    )  # fmt: skip


def event_type(memory: Memory) -> str | None:
    """The payload's event type, if it names one."""
    named = memory.payload.get("event_type")
    return named if isinstance(named, str) else None


def inserted(entry: Entry, scope: int, rid: int, version: int) -> tuple[Any, ...]:
    """The values of ``INSERT``."""
    memory = entry.memory
    derived = (
        scope,
        version,
        event_type(memory),
        micros(memory.happened_at),
        entry.single,
        entry.same,
        entry.said,
        len(entry.terms),
        " ".join(dict.fromkeys(entry.terms)),
    )
    return _fields(memory, rid) + derived


def edited(memory: Memory, scope: int, version: int, now: datetime) -> tuple[Any, ...]:
    """The values of ``UPDATE``."""
    values = dict(zip(COLUMNS, _fields(memory, 0), strict=True))
    derived = (version, event_type(memory), micros(memory.happened_at))
    return (*(values[name] for name in _EDITED), *derived, scope, memory.id, micros(now))


_TIER = {member.value: member for member in Tier}
_TYPE = {member.value: member for member in MemoryType}
_SOURCE = {member.value: member for member in Source}
_STATUS = {member.value: member for member in Status}


def memory(row: Sequence[Any], scope: Scope) -> Memory:
    """The Memory of a row of ``COLUMNS``; ``scope`` names its wall."""
    agent, session = row[10], row[11]
    if agent != scope.agent or session != scope.session:
        scope = Scope(scope.tenant, scope.user, agent, session)
    return Memory(
        id=row[0],
        sequence=row[1] & 0xFFFFFFFF,
        scope=scope,
        tier=_TIER[row[2]],
        type=_TYPE[row[3]],
        content=row[4],
        subject_key=None if row[5] is None else str.__new__(SubjectKey, row[5]),
        payload={} if row[6] == "{}" else json.loads(row[6]),
        tags=() if row[7] == "[]" else tuple(json.loads(row[7])),
        source=_SOURCE[row[8]],
        source_turn=row[9],
        priority=row[12],
        importance=row[13],
        confidence=row[14],
        status=_STATUS[row[15]],
        status_reason=row[16],
        supersedes=row[17],
        superseded_by=row[18],
        contradicted_by=row[19],
        created_at=instant(row[20]),
        event_time=_instant(row[21]),
        valid_from=instant(row[22]),
        valid_to=_instant(row[23]),
        retired_at=_instant(row[24]),
        confirmed_at=instant(row[25]),
        expires_at=_instant(row[26]),
        last_accessed_at=_instant(row[27]),
        access_count=row[28],
        helpful=None if row[29] is None else bool(row[29]),
        pinned=bool(row[30]),
        dedup_key=row[31],
        schema_version=row[32],
        said_again=() if row[33] == "[]" else tuple(json.loads(row[33])),
    )


def turn_body(turn: Turn) -> str:
    """A turn as JSON; its time stands beside it."""
    body = {
        "role": turn.role.value,
        "content": turn.content,
        "timed": turn.at is not None,
        "id": turn.id,
        "index": turn.index,
        "name": turn.name,
        "payload": turn.payload or None,
        "original": turn.original or None,
    }
    return compact(
        {name: value for name, value in body.items() if value is not None and value is not False}
    )


def turn_of(body: str, at: datetime) -> Turn:
    data = json.loads(body)
    timed = data.pop("timed", False)
    return Turn(**{**data, "role": Role(data["role"]), "at": at if timed else None})


Clause = tuple[str, list[Any]]
#: Records past their time to live are absent, whether or not upkeep has removed them.
ALIVE = "(expires_at IS NULL OR expires_at > ?)"
#: Before any expiry: finds what is still stored, absent or not.
BEFORE_ANY_EXPIRY = datetime.min.replace(tzinfo=UTC)


#: Up to this many values each have a place of their own in the statement, which is faster;
#: more are bound as one JSON list, so that no list is too long for a statement.
_SPELT_OUT = 16


def among(column: str, values: Iterable[str | int]) -> Clause:
    """``column`` is one of ``values``, however many. SQLite's JSON cuts text at a NUL, so such go apart."""
    listed = list(values)
    if len(listed) <= _SPELT_OUT:
        return f"{column} IN ({', '.join('?' * len(listed))})", list(listed)
    apart = [value for value in listed if isinstance(value, str) and "\0" in value]
    sql = f"{column} IN (SELECT value FROM json_each(?))"
    if not apart:
        return sql, [compact(listed)]
    rest = [value for value in listed if value not in apart]
    return f"({sql} OR {column} IN ({', '.join('?' * len(apart))}))", [compact(rest), *apart]


def latest_first(where: Where) -> str:
    """The order of what is found: the latest happened first, ties by sequence.

    Without statistics SQLite walks the index of this order through the whole scope sooner than
    it sorts a few rows; the plus keeps it from that where another index finds them.
    """
    found = where.ids is not None or where.subjects is not None or where.source_turns is not None
    return f"ORDER BY {'+' if found else ''}happened DESC, rid DESC"


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
    parts = [among(name, values) for name, values in listed.items() if values is not None]
    parts += [(f"{name} = ?", [value]) for name, value in equal.items() if value is not None]
    if where.tags is not None:
        own, asked = among("own.value", where.tags)
        parts.append((f"EXISTS (SELECT 1 FROM json_each(tags) AS own WHERE {own})", asked))
    if where.subjects is not None:
        parts.append(_subjects(where.subjects))
    return parts


def _subjects(patterns: Sequence[SubjectPattern]) -> Clause:
    """Keys and prefixes as ranges; '/' is the character after '.'."""
    sql, values = [], []
    for pattern in patterns:
        if pattern.below:
            sql.append("(subject >= ? AND subject < ?)")
            values += [pattern.key + ".", pattern.key + "/"]
        else:
            sql.append("subject = ?")
            values.append(pattern.key)
    return f"({' OR '.join(sql) or '0'})", values


def _moments(where: Where) -> list[Clause]:
    parts: list[Clause] = []
    if where.within is not None:
        parts += _span(where.within)
    if where.valid_at is not None:
        at = micros(where.valid_at)
        parts.append(("valid_from <= ? AND (valid_to IS NULL OR valid_to > ?)", [at, at]))
    if where.known_at is not None:
        at = micros(where.known_at)
        parts.append(("created_at <= ? AND (retired_at IS NULL OR retired_at > ?)", [at, at]))
    return parts


def _span(window: Window) -> list[Clause]:
    parts: list[Clause] = []
    if window.start is not None:
        parts.append(("happened >= ?", [micros(window.start)]))
    if window.end is not None:
        parts.append(("happened < ?", [micros(window.end)]))
    return parts


#: The parts of a filter that the columns in memory cannot tell.
_WITHOUT_COLUMN = ("ids", "subjects", "tags", "session", "agent", "event_type", "source_turns")


def allowed_sequences(
    db: sqlite3.Connection, scope: int, where: Where, now: datetime
) -> NDArray[np.int64] | None:
    """The sequences that pass what only SQL can tell of ``where``; ``None`` if it asks nothing of it."""
    rest = {name: getattr(where, name) for name in _WITHOUT_COLUMN}
    if not any(value is not None for value in rest.values()):
        return None
    sql, values = clause(Where(**rest), now)
    query = f"SELECT rid & 4294967295 FROM records WHERE scope = ? AND {sql}"
    return np.array([n for (n,) in db.execute(query, [scope, *values])], np.int64)
