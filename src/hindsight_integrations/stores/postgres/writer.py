"""Writes one user's rows inside a transaction somebody else opened; it decides nothing about memories."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from hindsight_integrations.answers import Action
from hindsight_integrations.errors import Conflict, InvalidInput
from hindsight_integrations.ports import Done, Entry, Facets
from hindsight_integrations.records import Memory, Scope, Status, Turn
from hindsight_integrations.stores.connecting.session import Row, Session
from hindsight_integrations.stores.mapping import (
    SEQUENCE,
    SHIFT,
    distinct,
    instant,
    micros,
    turn_body,
)
from hindsight_integrations.stores.postgres import postings
from hindsight_integrations.stores.postgres.clock import ServerClock
from hindsight_integrations.stores.postgres.feed import OUTBOX
from hindsight_integrations.stores.postgres.reader import PostgresReader, Setting
from hindsight_integrations.stores.postgres.rows import INSERT, UPDATE, edited, inserted
from hindsight_integrations.stores.resident.cache import Resident
from hindsight_integrations.stores.resident.postings import Pending

#: Statements whose rows wait to be written together, in the order in which they must run.
_RECORD = INSERT
_VECTOR = (
    "INSERT INTO vectors VALUES (%s, %s) ON CONFLICT (rid) DO UPDATE SET vector = excluded.vector"
)
_FACETS = (
    "INSERT INTO facets VALUES (%s, %s, %s, %s) ON CONFLICT (rid) DO UPDATE "
    "SET space = excluded.space, count = excluded.count, vectors = excluded.vectors"
)
_NOTE = "INSERT INTO dedup VALUES (%s, %s, %s, %s)"
_EXPIRE = (
    "UPDATE records SET status = 'expired' WHERE scope = %s AND subject = %s "
    "AND status = 'active' AND tier = 'semantic' AND expires_at <= %s"
)
_DIGESTS = "SELECT same FROM records WHERE scope = %s AND status = 'active'"
#: Questions for a value in one transaction after which all digests are read, and the most
#: records of which that is cheap (16 bytes each).
_OFTEN, _FEW_ENOUGH = 32, 50_000
_HELD = (
    "SELECT id FROM records WHERE scope = %s AND subject = %s AND status = 'active' "
    "AND tier = 'semantic'"
)


class PostgresWriting(PostgresReader):
    """What adds to a user's rows. Additions wait and go together, before anything is read."""

    _writes = True
    _changed = False

    def __init__(self, db: Session, scope: Scope, setting: Setting) -> None:
        super().__init__(db, scope, setting)
        self._words_waiting = Pending()
        self._patient = False
        self._asked = 0
        self._digests: set[bytes] | None = None
        #: What waiting rows could answer: subjects, values under them, dedup keys.
        self._subjects: set[str | None] = set()
        self._stated: set[tuple[str | None, bytes]] = set()
        self._noted: set[bytes] = set()
        self._waiting: dict[str, list[tuple[Any, ...]]] = {
            sql: [] for sql in (_RECORD, _VECTOR, _FACETS, _NOTE)
        }

    def _moment(self, server: int) -> datetime:
        """Never before what was written last: two machines' clocks may differ."""
        clock = self._setting.clock  # what it says may be old: this transaction waited for its turn
        now = instant(server) if isinstance(clock, ServerClock) else clock()
        return now if self._latest is None else max(now, instant(self._latest))

    def _rows(self, sql: str, values: Sequence[Any]) -> list[Row]:
        if not self._patient:
            self._write_waiting()
        return super()._rows(sql, values)

    @contextmanager
    def _waits_on(self, apart: bool) -> Iterator[None]:
        """Within the block nothing that waits is written, if what is read is ``apart`` from it."""
        self._patient = apart
        try:
            yield
        finally:
            self._patient = False

    def _run(self, sql: str, values: Sequence[Any]) -> int:
        self._write_waiting()
        return self._db.run(sql, values)

    def chain(self, subject: str) -> list[Memory]:
        with self._waits_on(subject not in self._subjects):
            return super().chain(subject)

    def same(self, subject: str | None, digest: bytes) -> Memory | None:
        if self._never_stated(digest):
            return None
        with self._waits_on((subject, digest) not in self._stated):
            return super().same(subject, digest)

    def _never_stated(self, digest: bytes) -> bool:
        """Whether no active record can state this value, known without asking.

        Who asks often in one transaction writes much: then all digests are read at once,
        which costs less than a few dozen questions. What is added since is in ``_stated``.
        """
        self._asked += 1
        if self._digests is None and self._asked > _OFTEN and self._records <= _FEW_ENOUGH:
            mine = (self._number,)
            with self._waits_on(apart=True):
                rows = self._rows(_DIGESTS, mine)
            self._digests = {same for (same,) in rows} | {same for _, same in self._stated}
        return self._digests is not None and digest not in self._digests

    def done(self, dedup_key: str) -> Done | None:
        hash = self._setting.identity.dedup(self._scope, dedup_key)
        with self._waits_on(hash not in self._noted):
            return super().done(dedup_key)

    def _resident(self) -> Resident:
        """The user as this transaction sees it, apart: nobody else may see it before the commit."""
        self._write_words()
        return self._setting.cache.apart(self._source())

    def put(self, entry: Entry) -> Memory:
        self._check_owner(entry.memory)
        stamp = self._stamp()
        if entry.single and entry.memory.status is Status.ACTIVE:
            self._claim_place(entry.memory.subject_key)
        self._last += 1
        memory = entry.memory.numbered(self._last)
        rid = (self._number << SHIFT) | self._last
        self._subjects.add(memory.subject_key)
        self._stated.add((memory.subject_key, entry.same))
        if self._digests is not None:
            self._digests.add(entry.same)
        self._waiting[_RECORD].append(inserted(entry, self._number, rid, stamp))
        if entry.vector is not None:
            self._waiting[_VECTOR].append((rid, entry.vector.astype("<f2").tobytes()))
        if entry.facets is not None:
            self._waiting[_FACETS].append(_faceted(rid, entry.facets))
        self._put_words(self._last, entry.terms)
        self._records += 1
        return memory

    def edit(self, memory: Memory, entry: Entry | None = None) -> None:
        self._check_owner(memory)
        stamp = self._stamp()
        self._digests, self._asked = None, 0  # it may be active again, or say something else
        if not self._run(UPDATE, edited(memory, stamp, self._number, self.now)):
            raise Conflict(f"memory {memory.id} is gone")
        if entry is not None:
            self._replace_content(memory, entry)

    def note(self, dedup_key: str, action: Action, id: str | None) -> None:
        if self.done(dedup_key) is None:
            self._stamp()
            key = self._setting.identity.dedup(self._scope, dedup_key)
            self._noted.add(key)
            self._waiting[_NOTE].append((key, self._number, action.value, id))

    def log(self, session: str | None, turns: Sequence[tuple[str, Turn, datetime]]) -> list[int]:
        if not turns:
            return []
        self._stamp()
        name = session or ""
        latest = max(micros(at) for _, _, at in turns)
        row = self._row(
            "INSERT INTO sessions (scope, session, last, last_at) VALUES (%s, %s, %s, %s) "
            "ON CONFLICT (scope, session) DO UPDATE SET last = sessions.last + excluded.last, "
            "last_at = greatest(sessions.last_at, excluded.last_at) RETURNING last",
            (self._number, name, len(turns), latest),
        )
        assert row is not None
        sequences = list(range(row[0] - len(turns) + 1, row[0] + 1))
        rows = [
            (self._number, name, sequence, id, micros(at), turn_body(turn))
            for sequence, (id, turn, at) in zip(sequences, turns, strict=True)
        ]
        with self._db.together():
            self._db.many("INSERT INTO turn_ids VALUES (%s, %s, %s)", [_pointer(r) for r in rows])
            self._db.many("INSERT INTO turns VALUES (%s, %s, %s, %s, %s, %s)", rows)
        return sequences

    def end(self, session: str | None) -> None:
        self._run(
            "UPDATE sessions SET ended = last WHERE scope = %s AND session = %s",
            (self._number, session or ""),
        )

    def show(self, session: str | None, ids: Sequence[str]) -> None:
        self._stamp()
        self._list(session or "", ids, archived=False)

    def arrange(
        self, session: str | None, ids: Sequence[str], *, archived: Sequence[str] = ()
    ) -> None:
        self._stamp()
        name = session or ""
        self._run("DELETE FROM transcripts WHERE scope = %s AND session = %s", (self._number, name))
        self._list(name, ids, archived=False)
        self._list(name, archived, archived=True)

    def _list(self, session: str, ids: Sequence[str], *, archived: bool) -> None:
        """Append to a transcript what the log holds and the transcript does not."""
        self._run(
            "INSERT INTO transcripts SELECT i.scope, %s, %s, (SELECT coalesce(max(position), 0) "
            "FROM transcripts WHERE scope = %s AND session = %s AND archived = %s) "
            "+ row_number() OVER (ORDER BY a.place), i.id, i.at "
            "FROM unnest(%s::text[]) WITH ORDINALITY AS a(id, place) "
            'JOIN turn_ids AS i ON i.scope = %s AND i.id = a.id COLLATE "C" '
            "ON CONFLICT (scope, turn, session) DO NOTHING",
            (session, archived, self._number, session, archived,
             list(dict.fromkeys(ids)), self._number),
        )  # fmt: skip

    def finish(self) -> None:
        """Write what waits and the scope's counters; to be called once, before the commit."""
        if not self._changed:
            return
        self._write_words()
        now = micros(self.now)
        self._db.run(
            "WITH counted AS (UPDATE scopes SET version = %s, last = %s, records = %s, "
            f"words = %s, latest = %s WHERE scope = %s) {OUTBOX}",
            (self._version, self._last, self._records, self._words, now, self._number,
             self._number, self._version - 1, self._version, now),
        )  # fmt: skip

    def _check_owner(self, memory: Memory) -> None:
        if memory.scope.wall != self._scope.wall:
            raise InvalidInput(f"memory {memory.id} belongs to another user")

    def _stamp(self) -> int:
        """The version that this transaction's changes carry; makes the scope if it is new."""
        if not self._changed:
            if not self._number or not self._records:
                self._number = self._named()
            self._version += 1
            self._changed = True
        return self._version

    def _named(self) -> int:
        """The user's number; one who is new gets a row, one who was erased has a name again."""
        row = self._db.row(
            'INSERT INTO scopes (hash, tenant, "user") VALUES (%s, %s, %s) ON CONFLICT (hash) '
            'DO UPDATE SET tenant = excluded.tenant, "user" = excluded."user" RETURNING scope',
            (self._setting.identity.scope(self._scope), *self._scope.wall),
        )
        assert row is not None
        return int(row[0])

    def _claim_place(self, subject: str | None) -> None:
        """See that no active record holds the key; an expired one is absent and gives way."""
        apart = subject not in self._subjects
        with self._waits_on(apart):
            held = self._row(_HELD, (self._number, subject))
            if held is not None and self._run(_EXPIRE, (self._number, subject, micros(self.now))):
                held = self._row(_HELD, (self._number, subject))
        if held is not None:
            raise Conflict(f"memory {held[0]} is active under {subject}")

    def _put_words(self, n: int, terms: Sequence[str]) -> None:
        """Note the words of a record; they are written together."""
        self._words_waiting.add(n, terms)
        self._words += len(terms)

    def _write_words(self) -> None:
        self._write_waiting()
        postings.write(self._db, self._number, self._words_waiting)

    def _write_waiting(self) -> None:
        """Send what waits, in one round trip."""
        waiting = [(sql, rows) for sql, rows in self._waiting.items() if rows]
        if not waiting:
            return
        for sql, _ in waiting:
            self._waiting[sql] = []
        for known in (self._subjects, self._stated, self._noted):
            known.clear()
        with self._db.together():
            for sql, rows in waiting:
                self._db.many(sql, rows)

    def _drop_words(self, rids: Sequence[int]) -> None:
        """Take the words of these records out of the index."""
        self._write_words()
        rows = self._rows(
            "SELECT rid & 4294967295, terms, length FROM records WHERE rid = ANY(%s)",
            (list(rids),),
        )
        held = {n: [term for term in terms.split(" ") if term] for n, terms, _ in rows}
        postings.remove(self._db, self._number, held)
        self._words -= sum(length for _, _, length in rows)

    def _replace_content(self, memory: Memory, entry: Entry) -> None:
        row = self._row(
            "SELECT rid FROM records WHERE scope = %s AND id = %s", (self._number, memory.id)
        )
        assert row is not None
        rid = row[0]
        self._drop_words([rid])
        for table in ("vectors_next", "vectors", "facets"):
            self._run(f"DELETE FROM {table} WHERE rid = %s", (rid,))
        self._run(
            "UPDATE records SET content = %s, single = %s, same = %s, said = %s, length = %s, "
            "terms = %s WHERE rid = %s",
            (memory.content, entry.single, entry.same, entry.said, len(entry.terms),
             distinct(entry.terms), rid),
        )  # fmt: skip
        if entry.vector is not None:
            self._waiting[_VECTOR].append((rid, entry.vector.astype("<f2").tobytes()))
        if entry.facets is not None:
            self._waiting[_FACETS].append(_faceted(rid, entry.facets))
        self._put_words(rid & SEQUENCE, entry.terms)


def _faceted(rid: int, facets: Facets) -> tuple[Any, ...]:
    vectors = facets.vectors.astype("<f4")
    return rid, facets.space, len(vectors), vectors.tobytes()


def _pointer(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Of a turn's row what ``turn_ids`` keeps: scope, id, instant."""
    return row[0], row[3], row[4]
