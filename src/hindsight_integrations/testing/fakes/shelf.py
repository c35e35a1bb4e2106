"""Everything one user has in the in-memory record store, and how an erasure empties it; it takes no decision of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from hindsight_integrations.answers import Action, IdleSession
from hindsight_integrations.ports import Done, Entry, LoggedTurn
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Memory, MemoryType, Status


@dataclass(frozen=True, slots=True)
class AuditRow:
    """That a record was erased; never what it said."""

    id: str
    at: datetime
    reason: str
    actor: str | None


@dataclass(slots=True)
class Shelf:
    """One user's dicts. A committed shelf is never changed: a transaction changes its own copy."""

    records: dict[str, Entry] = field(default_factory=dict)
    turns: dict[str, tuple[str | None, LoggedTurn]] = field(default_factory=dict)
    done: dict[bytes, Done] = field(default_factory=dict)
    audit: list[AuditRow] = field(default_factory=list)
    sequence: int = 0
    sessions: dict[str | None, int] = field(default_factory=dict)
    #: By session: the last number given out when it was ended.
    ended: dict[str | None, int] = field(default_factory=dict)
    version: int = 0
    #: By session: the turns shown, and the archived ones.
    transcripts: dict[str | None, tuple[tuple[str, ...], tuple[str, ...]]] = field(
        default_factory=dict
    )

    def copied(self) -> Shelf:
        """A shelf with dicts of its own; what lies in them is frozen and shared."""
        return Shelf(
            records=copy(self.records),
            turns=copy(self.turns),
            done=copy(self.done),
            audit=copy(self.audit),
            sequence=self.sequence,
            sessions=copy(self.sessions),
            ended=copy(self.ended),
            version=self.version,
            transcripts=copy(self.transcripts),
        )

    def touch(self, counts: Mapping[str, int], at: datetime) -> None:
        """Add to the access counts of those that are here."""
        for name in counts.keys() & self.records.keys():
            entry = self.records[name]
            count = entry.memory.access_count + counts[name]
            memory = replace(entry.memory, access_count=count, last_accessed_at=at)
            self.records[name] = replace(entry, memory=memory)

    def archived(self) -> list[dict[str, Any]] | None:
        """The payloads of the archived records; ``None`` without any record."""
        held = [entry.memory for entry in self.records.values()]
        cold = [dict(memory.payload) for memory in held if memory.status is Status.ARCHIVED]
        return cold if held else None

    def open_since(self) -> list[tuple[str, datetime]]:
        """The named sessions that are not ended, and when something was last said in each."""
        said: dict[str, datetime] = {}
        for session, logged in self.turns.values():
            if session is not None and self.ended.get(session, 0) < self.sessions[session]:
                said[session] = max(logged.at, said.get(session, logged.at))
        return list(said.items())

    def living(self, now: datetime) -> list[Entry]:
        """The entries that have not expired, in the order in which they were written."""
        return [entry for entry in self.records.values() if alive(entry.memory, now)]

    def dead(self, now: datetime) -> list[Memory]:
        """The records that have expired and are still here."""
        return [e.memory for e in self.records.values() if not alive(e.memory, now)]

    def doomed_records(self, where: Where) -> list[Memory]:
        """The records that go when those matching ``where`` go, whether expired or not.

        To those that match come the sayings of their turns (what has no subject: the
        utterance, a note kept word by word), and, where an utterance matches itself,
        everything drawn from its turn. Other facts of the same turn stay.
        """
        everything = [entry.memory for entry in self.records.values()]
        matching = [memory for memory in everything if where.matches(memory)]
        said = {turn for memory in matching for turn in memory.turns}
        uttered = {m.source_turn for m in matching if m.type is MemoryType.UTTERANCE} - {None}
        return [
            memory
            for memory in everything
            if memory in matching
            or memory.source_turn in uttered
            or (memory.source_turn in said and memory.subject_key is None)
        ]

    def doomed_turns(self, records: Iterable[Memory], where: Where) -> list[str]:
        """The logged turns that go with ``records``, and all of a session named alone."""
        sources = {turn for memory in records for turn in memory.turns}
        session_alone = where.session is not None and where == Where(session=where.session)
        return [
            turn
            for turn, (session, _) in self.turns.items()
            if turn in sources or (session_alone and session == where.session)
        ]

    def remove(self, records: Iterable[str], turns: Iterable[str]) -> None:
        """Take these records and turns away and cut the links of the others to them."""
        gone = set(records)
        for name in gone:
            del self.records[name]
        for name in turns:
            del self.turns[name]
        for session, lists in list(self.transcripts.items()):
            shown, archived = (tuple(id for id in ids if id in self.turns) for ids in lists)
            self.list(session, shown, archived)
        for name, entry in self.records.items():
            self.records[name] = replace(entry, memory=_unlinked(entry.memory, gone))

    def list(self, session: str | None, shown: tuple[str, ...], archived: tuple[str, ...]) -> None:
        """Make a session's transcript these turns; an empty one is none."""
        self.transcripts.pop(session, None)
        if shown or archived:
            self.transcripts[session] = (shown, archived)

    def drop_keys(self, records: Iterable[str]) -> None:
        """Take away the dedup keys that stand for ``records``, unless they are forgotten."""
        gone = set(records)
        self.done = {key: done for key, done in self.done.items() if done.id not in gone}

    def forget_keys(self, records: Iterable[str], keys: Iterable[bytes]) -> None:
        """Mark forgotten the dedup ``keys``, known or not, and those that stand for ``records``."""
        gone = set(records)
        for key, done in self.done.items():
            if done.id in gone:
                self.done[key] = Done(done.action, None, forgotten=True)
        for key in keys:
            known = self.done.get(key)
            action = known.action if known is not None else Action.ADDED
            self.done[key] = Done(action, None, forgotten=True)


def alive(memory: Memory, now: datetime) -> bool:
    """Whether it has not expired; at the very instant of its expiry it is gone."""
    return memory.expires_at is None or memory.expires_at > now


def _unlinked(memory: Memory, gone: set[str]) -> Memory:
    return replace(
        memory,
        supersedes=None if memory.supersedes in gone else memory.supersedes,
        superseded_by=None if memory.superseded_by in gone else memory.superseded_by,
        contradicted_by=None if memory.contradicted_by in gone else memory.contradicted_by,
    )


def end_idle(
    shelves: Mapping[tuple[str, str], Shelf], tenant: str, before: datetime, limit: int
) -> list[IdleSession]:
    """End a tenant's open sessions in which nothing was said since ``before``."""
    open_ = [
        IdleSession(user, session, said)
        for (of, user), shelf in shelves.items()
        if of == tenant
        for session, said in shelf.open_since()
        if said < before
    ]
    ended = sorted(open_, key=lambda item: (item.since, item.user, item.session))[:limit]
    for item in ended:
        shelf = shelves[tenant, item.user]
        shelf.ended[item.session] = shelf.sessions[item.session]
    return ended


def dead_by_user(
    shelves: Mapping[tuple[str, str], Shelf], tenant: str, now: datetime
) -> dict[str, int]:
    """The tenant's users with expired records, and how many."""
    gone = {user: len(shelf.dead(now)) for (of, user), shelf in shelves.items() if of == tenant}
    return {user: count for user, count in gone.items() if count}
