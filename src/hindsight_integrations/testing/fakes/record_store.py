"""The record store over plain dicts: the oracle that real stores are compared with; it keeps nothing on disk.

What the ports leave open is fixed here, and the contract suite holds every store to it:

- Tenant and user are compared character by character; agent and session are no part of the wall.
- Ids of records and of turns are unique within one user, not among users.
- ``put`` and ``edit`` raise ``Conflict`` for a second active record under a single key, ``put``
  for an id that is taken, ``log`` for a turn id that is taken.
- A record whose scope is another user's is refused with ``InvalidInput``.
- An expired record stands in nobody's way under a single key, and editing it is a ``Conflict``.
- Records are numbered 1, 2, 3 … per user, turns per session; a number is never used again.
  Only ``erase_all`` lets sessions begin anew, since nothing is left that could name them.
- ``version`` grows by one with each committed block that changed something, and goes on
  after ``erase_all``.
- An erased record takes its turn and the turn's sayings with it (what has no subject), an
  utterance that matches itself everything drawn from its turn; other facts stay. Links to erased records become ``None``; chains are not mended.
- ``erase`` by a session and nothing else also takes every logged turn of the session.
- Erasing reaches expired records that upkeep has not removed yet.
- What an erased record was written under is forgotten, noted or not: its dedup key, every key
  that stands for it, and ``turn:`` with the id of its turn. A forgotten key stays so.
- ``users`` names whoever has a record or a logged turn.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any

from hindsight_integrations.answers import Action, IdleSession
from hindsight_integrations.errors import Conflict, DeadlineExceeded, InvalidInput
from hindsight_integrations.ports import (
    Clock,
    Deadline,
    Done,
    Entry,
    LoggedTurn,
    Scrubbed,
    system_clock,
)
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Memory, Scope, Status, Tier, Turn
from hindsight_integrations.stores.identity import Identity
from hindsight_integrations.testing.fakes.record_reader import InMemoryRecordReader, own
from hindsight_integrations.testing.fakes.shelf import (
    AuditRow,
    Shelf,
    dead_by_user,
    end_idle,
)


class InMemoryRecordWriter(InMemoryRecordReader):
    """A :class:`~hindsight_integrations.ports.RecordWriter` over a copy of one shelf.

    ``changed`` says whether anything was written, ``marked`` whether a session was ended.
    """

    def __init__(self, scope: Scope, shelf: Shelf, now: datetime, secret: bytes) -> None:
        super().__init__(shelf, now, secret)
        self._scope = scope
        self.changed = False
        self.marked = False

    def put(self, entry: Entry) -> Memory:
        memory = entry.memory
        self._check_wall(memory)
        if memory.id in self._shelf.records:
            raise Conflict(f"record {memory.id} exists already")
        self._check_single(memory, single=entry.single)
        self._shelf.sequence += 1
        memory = replace(own(memory), sequence=self._shelf.sequence)
        self._keep(replace(entry, memory=memory))
        return own(memory)

    def edit(self, memory: Memory, entry: Entry | None = None) -> None:
        self._check_wall(memory)
        known = self._living(memory.id)
        if known is None:
            raise Conflict(f"record {memory.id} is gone")
        given = known if entry is None else entry
        self._check_single(memory, single=given.single)
        memory = replace(own(memory), content=given.memory.content, sequence=known.memory.sequence)
        self._keep(replace(given, memory=memory))

    def note(self, dedup_key: str, action: Action, id: str | None) -> None:
        key = self._hash(dedup_key)
        if key not in self._shelf.done:
            self._shelf.done[key] = Done(action, id, forgotten=False)
            self.changed = True

    def log(self, session: str | None, turns: Sequence[tuple[str, Turn, datetime]]) -> list[int]:
        return [self._log(session, *said) for said in turns]

    def end(self, session: str | None) -> None:
        if session in self._shelf.sessions:
            self._shelf.ended[session] = self._shelf.sessions[session]
            self.marked = True

    def show(self, session: str | None, ids: Sequence[str]) -> None:
        shown, archived = self._shelf.transcripts.get(session, ((), ()))
        fresh = [id for id in dict.fromkeys(ids) if id not in shown + archived]
        self._list(session, [*shown, *fresh], archived)

    def arrange(
        self, session: str | None, ids: Sequence[str], *, archived: Sequence[str] = ()
    ) -> None:
        self._list(session, ids, [id for id in archived if id not in ids])

    def _list(self, session: str | None, shown: Sequence[str], archived: Sequence[str]) -> None:
        logged = self._shelf.turns
        lists = (
            tuple(id for id in dict.fromkeys(ids) if id in logged) for ids in (shown, archived)
        )
        self._shelf.list(session, *lists)
        self.changed = True

    def drop(self, ids: Sequence[str]) -> int:
        known = [name for name in dict.fromkeys(ids) if name in self._shelf.records]
        if known:
            self._shelf.drop_keys(known)
            self._shelf.remove(known, ())
            self.changed = True
        return len(known)

    def erase(self, where: Where, *, reason: str, actor: str | None) -> Scrubbed:
        records = self._shelf.doomed_records(where)
        turns = self._shelf.doomed_turns(records, where)
        return self._remove(records, turns, reason, actor)

    def erase_all(self, *, reason: str, actor: str | None) -> Scrubbed:
        records = [entry.memory for entry in self._shelf.records.values()]
        scrubbed = self._remove(records, list(self._shelf.turns), reason, actor)
        self._shelf.forget_keys((), list(self._shelf.done))
        self._shelf.sessions.clear()
        self._shelf.ended.clear()
        return scrubbed

    def _keep(self, entry: Entry) -> None:
        self._shelf.records[entry.memory.id] = entry
        self.changed = True

    def _check_wall(self, memory: Memory) -> None:
        if memory.scope.wall != self._scope.wall:
            raise InvalidInput(f"record {memory.id} belongs to another user than this transaction")

    def _check_single(self, memory: Memory, *, single: bool) -> None:
        """No second active record under a key that holds one value."""
        if not single or memory.status is not Status.ACTIVE or memory.subject_key is None:
            return
        for other in self._memories():
            value = other.status is Status.ACTIVE and other.tier is Tier.SEMANTIC
            rival = value and other.subject_key == memory.subject_key
            if rival and other.id != memory.id:
                raise Conflict(f"{other.id} is active under the same subject as {memory.id}")

    def _log(self, session: str | None, id: str, turn: Turn, at: datetime) -> int:
        if id in self._shelf.turns:
            raise Conflict(f"turn {id} is logged already")
        sequence = self._shelf.sessions.get(session, 0) + 1
        self._shelf.sessions[session] = sequence
        self._shelf.turns[id] = (session, LoggedTurn(id, sequence, turn, at))
        self.changed = True
        return sequence

    def _remove(
        self, records: Sequence[Memory], turns: Sequence[str], reason: str, actor: str | None
    ) -> Scrubbed:
        ids = [memory.id for memory in records]
        said = {turn for memory in records for turn in memory.turns} | set(turns)
        keys = [f"turn:{turn}" for turn in sorted(said)]
        keys += [memory.dedup_key for memory in records if memory.dedup_key is not None]
        self._shelf.forget_keys(ids, map(self._hash, keys))
        self._shelf.remove(ids, turns)
        self._shelf.audit += [AuditRow(gone, self._now, reason, actor) for gone in ids]
        self.changed = self.changed or bool(ids or turns)
        return Scrubbed(tuple(ids), tuple(turns))


class InMemoryRecordStore:
    """A :class:`~hindsight_integrations.ports.RecordStore` for tests; safe from any thread.

    Writers take turns; readers see what was committed when their block began. ``secret``
    keys the hashes of the dedup keys and is random unless given.
    """

    def __init__(self, clock: Clock = system_clock, *, secret: bytes | None = None) -> None:
        self._clock = clock
        self._secret = secret or secrets.token_bytes(32)
        self.identity = Identity(self._secret)
        self._shelves: dict[tuple[str, str], Shelf] = {}
        self._writing = threading.Lock()

    @contextmanager
    def reading(self, scope: Scope, deadline: Deadline) -> Iterator[InMemoryRecordReader]:
        deadline.check()
        yield InMemoryRecordReader(self._shelf(scope), self._clock(), self._secret)

    @contextmanager
    def writing(self, scope: Scope, deadline: Deadline) -> Iterator[InMemoryRecordWriter]:
        deadline.check()
        if not self._writing.acquire(timeout=deadline.remaining):
            raise DeadlineExceeded("another write took all the time; nothing was written")
        try:
            shelf = self._shelf(scope).copied()
            writer = InMemoryRecordWriter(scope, shelf, self._clock(), self._secret)
            yield writer
            if writer.changed:
                shelf.version += 1
            if writer.changed or writer.marked:
                self._shelves[scope.wall] = shelf
        finally:
            self._writing.release()

    def touch(self, scope: Scope, counts: Mapping[str, int], at: datetime) -> None:
        if not self._writing.acquire(blocking=False):
            return  # lossy: a touch waits for nobody
        try:
            shelf = self._shelf(scope).copied()
            shelf.touch(counts, at)
            if scope.wall in self._shelves:
                self._shelves[scope.wall] = shelf
        finally:
            self._writing.release()

    def users(self, tenant: str, deadline: Deadline) -> dict[str, int]:
        deadline.check()
        now = self._clock()
        return {
            user: len(shelf.living(now))
            for (of, user), shelf in list(self._shelves.items())
            if of == tenant and (shelf.records or shelf.turns)
        }

    def expired(self, tenant: str, deadline: Deadline) -> dict[str, int]:
        deadline.check()
        return dead_by_user(dict(self._shelves), tenant, self._clock())

    def archived(self, wall: str, deadline: Deadline) -> list[dict[str, Any]] | None:
        deadline.check()
        walls = {self.identity.wall(of).hex(): shelf for of, shelf in list(self._shelves.items())}
        return walls[wall].archived() if wall in walls else None

    def end_idle(
        self, tenant: str, before: datetime, *, limit: int, deadline: Deadline
    ) -> list[IdleSession]:
        deadline.check()
        with self._writing:
            return end_idle(self._shelves, tenant, before, limit)

    def scrub(self, deadline: Deadline, *, whole: bool = False) -> Mapping[str, bool]:  # noqa: ARG002
        deadline.check()
        return {}  # a dict keeps no copies

    def health(self) -> Mapping[str, Any]:
        records = sum(len(shelf.records) for shelf in list(self._shelves.values()))
        return {"kind": "memory", "writable": True, "schema": 1, "records": records}

    def close(self) -> None:
        """There is nothing to give back."""

    def entries(self, scope: Scope) -> list[Entry]:
        """The user's entries that have not expired, with their vectors and words (no port has this)."""
        return self._shelf(scope).living(self._clock())

    def audit(self, scope: Scope) -> list[AuditRow]:
        """What was erased of the user, in order (no port has this)."""
        return list(self._shelf(scope).audit)

    def _shelf(self, scope: Scope) -> Shelf:
        return self._shelves.get(scope.wall) or Shelf()
