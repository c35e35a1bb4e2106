"""Between a Memory or a Turn and the plain values that a database keeps; it knows no database."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from hindsight_integrations.answers import IdleSession
from hindsight_integrations.ports import Entry, LoggedTurn
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
    Unfrozen,
    frozen,
)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
#: A record's row number: the user's number above these bits, its sequence below, so that the
#: rows of one user lie side by side.
SHIFT = 32
SEQUENCE = (1 << SHIFT) - 1
#: Before any expiry: finds what is still stored, absent or not.
BEFORE_ANY_EXPIRY = datetime.min.replace(tzinfo=UTC)

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
DERIVED = (
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
#: What an edit sets, in the order of ``edited``: content and its traces stay.
EDITED = (
    *(name for name in COLUMNS if name not in {"id", "rid", "content"}),
    "version",
    "event_type",
    "happened",
)

#: How many users' counters are not the number of their records.
MISCOUNTED = (
    "SELECT count(*) FROM scopes AS s LEFT JOIN (SELECT scope, count(*) AS kept FROM records "
    "GROUP BY scope) AS r ON r.scope = s.scope WHERE s.records <> coalesce(r.kept, 0)"
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


def fields(memory: Memory, rid: int) -> tuple[Any, ...]:
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


def distinct(terms: Sequence[str]) -> str:
    """The distinct terms as they are kept beside a record, to take them out of the index again."""
    return " ".join(dict.fromkeys(terms))


def inserted(entry: Entry, scope: int, rid: int, version: int) -> tuple[Any, ...]:
    """The values of ``COLUMNS`` and ``DERIVED``."""
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
        distinct(entry.terms),
    )
    return fields(memory, rid) + derived


def edited(memory: Memory, version: int) -> tuple[Any, ...]:
    """The values of ``EDITED``."""
    values = dict(zip(COLUMNS, fields(memory, 0), strict=True))
    values |= {"version": version, "event_type": event_type(memory)}
    values["happened"] = micros(memory.happened_at)
    return tuple(values[name] for name in EDITED)


_TIER = {member.value: member for member in Tier}
_TYPE = {member.value: member for member in MemoryType}
_SOURCE = {member.value: member for member in Source}
_STATUS = {member.value: member for member in Status}


def memory(row: Sequence[Any], scope: Scope) -> Memory:
    """The Memory of a row of ``COLUMNS``; ``scope`` names its wall."""
    agent, session, created = row[10], row[11], row[20]
    created_at = instant(created)
    if agent != scope.agent or session != scope.session:
        scope = Scope(scope.tenant, scope.user, agent, session)
    read = Unfrozen(
        id=row[0],
        sequence=row[1] & SEQUENCE,
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
        created_at=created_at,
        event_time=_instant(row[21]),
        valid_from=created_at if row[22] == created else instant(row[22]),
        valid_to=_instant(row[23]),
        retired_at=_instant(row[24]),
        confirmed_at=created_at if row[25] == created else instant(row[25]),
        expires_at=_instant(row[26]),
        last_accessed_at=_instant(row[27]),
        access_count=row[28],
        helpful=None if row[29] is None else bool(row[29]),
        pinned=bool(row[30]),
        dedup_key=row[31],
        schema_version=row[32],
        said_again=() if row[33] == "[]" else tuple(json.loads(row[33])),
    )
    return frozen(read)


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


def logged(row: Sequence[Any]) -> LoggedTurn:
    """A LoggedTurn from a row of id, sequence, body, at."""
    at = instant(row[3])
    return LoggedTurn(row[0], row[1], turn_of(row[2], at), at)


def idle(rows: Sequence[Sequence[Any]]) -> list[IdleSession]:
    """Sessions that were ended, from rows of user, session and instant; the longest idle first."""
    ordered = sorted(rows, key=lambda row: (row[2], row[0], row[1]))
    return [IdleSession(user, session, instant(at)) for user, session, at in ordered]
