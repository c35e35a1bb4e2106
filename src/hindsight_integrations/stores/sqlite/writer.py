"""Writes one user's rows inside a transaction somebody else opened; it decides nothing about memories."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import datetime

from hindsight_integrations.answers import Action
from hindsight_integrations.errors import Conflict, InvalidInput
from hindsight_integrations.ports import Entry, Facets, Scrubbed
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Memory, Status, Turn
from hindsight_integrations.stores.mapping import (
    BEFORE_ANY_EXPIRY,
    SEQUENCE,
    SHIFT,
    distinct,
    edited,
    inserted,
    micros,
    turn_body,
)
from hindsight_integrations.stores.resident.cache import Resident
from hindsight_integrations.stores.resident.postings import Pending
from hindsight_integrations.stores.sqlite import postings
from hindsight_integrations.stores.sqlite.feed import OUTBOX
from hindsight_integrations.stores.sqlite.reader import SqliteReader
from hindsight_integrations.stores.sqlite.rows import INSERT, UPDATE, among, clause
from hindsight_integrations.stores.sqlite.source import SqliteSource


class SqliteWriter(SqliteReader):
    """A :class:`~hindsight_integrations.ports.RecordWriter` over one transaction."""

    _changed = False

    def _load_scope(self) -> None:
        super()._load_scope()
        self._unwritten = Pending()

    def _resident(self) -> Resident:
        """The user as this transaction sees it, apart: nobody else may see it before the commit."""
        self._write_words()
        source = SqliteSource(self._db, self._number) if self._number else None
        return self._cache.apart(source)

    def put(self, entry: Entry) -> Memory:
        self._check_owner(entry.memory)
        stamp = self._stamp()
        if entry.single and entry.memory.status is Status.ACTIVE:
            self._claim_place(entry.memory.subject_key)
        self._last += 1
        memory = entry.memory.numbered(self._last)
        rid = (self._number << SHIFT) | self._last
        self._db.execute(INSERT, inserted(entry, self._number, rid, stamp))
        self._put_vector(rid, entry)
        if entry.facets is not None:
            self._put_facets(rid, entry.facets)
        self._put_words(self._last, entry.terms)
        self._records += 1
        return memory

    def edit(self, memory: Memory, entry: Entry | None = None) -> None:
        self._check_owner(memory)
        stamp = self._stamp()
        known = (self._number, memory.id, micros(self.now))
        done = self._db.execute(UPDATE, edited(memory, stamp) + known)
        if not done.rowcount:
            raise Conflict(f"memory {memory.id} is gone")
        if entry is not None:
            self._replace_content(memory, entry)

    def note(self, dedup_key: str, action: Action, id: str | None) -> None:
        if self.done(dedup_key) is None:
            self._stamp()
            key = self._identity.dedup(self._scope, dedup_key)
            self._db.execute(
                "INSERT INTO dedup VALUES (?, ?, ?, ?, 0)", (key, self._number, action.value, id)
            )

    def log(self, session: str | None, turns: Sequence[tuple[str, Turn, datetime]]) -> list[int]:
        if not turns:
            return []
        self._stamp()
        name = session or ""
        row = self._db.execute(
            "SELECT last FROM sessions WHERE scope = ? AND session = ?", (self._number, name)
        ).fetchone()
        first = (row[0] if row else 0) + 1
        sequences = list(range(first, first + len(turns)))
        self._db.executemany(
            "INSERT INTO turns VALUES (?, ?, ?, ?, ?, ?)",
            [
                (self._number, name, sequence, id, micros(at), turn_body(turn))
                for sequence, (id, turn, at) in zip(sequences, turns, strict=True)
            ],
        )
        self._db.execute(
            "INSERT INTO sessions (scope, session, last, last_at) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE "
            "SET last = excluded.last, last_at = max(last_at, excluded.last_at)",
            (self._number, name, sequences[-1], max(micros(at) for _, _, at in turns)),
        )
        return sequences

    def end(self, session: str | None) -> None:
        self._db.execute(
            "UPDATE sessions SET ended = last WHERE scope = ? AND session = ?",
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
        self._db.execute(
            "DELETE FROM transcripts WHERE scope = ? AND session = ?", (self._number, name)
        )
        self._list(name, ids, archived=False)
        self._list(name, archived, archived=True)

    def _list(self, session: str, ids: Sequence[str], *, archived: bool) -> None:
        """Append to a transcript what the log holds and the transcript does not."""
        self._db.executemany(
            "INSERT OR IGNORE INTO transcripts "
            "SELECT scope, ?, ?, (SELECT coalesce(max(position), 0) + 1 FROM transcripts "
            "WHERE scope = ? AND session = ? AND archived = ?), id "
            "FROM turns WHERE scope = ? AND id = ?",
            [(session, archived, self._number, session, archived, self._number, id) for id in ids],
        )

    def drop(self, ids: Sequence[str]) -> int:
        named, values = among("id", ids)
        rows = self._db.execute(
            f"SELECT rid, id FROM records WHERE scope = ? AND {named}", [self._number, *values]
        ).fetchall()
        if rows:
            self._db.executemany(
                "DELETE FROM dedup WHERE scope = ? AND id = ?",
                [(self._number, id) for _, id in rows],
            )
            self._remove({rid for rid, _ in rows}, [id for _, id in rows])
        return len(rows)

    def erase(self, where: Where, *, reason: str, actor: str | None) -> Scrubbed:
        if not self._number:
            return Scrubbed((), ())
        rids, turns = self._tied(where)
        if where == Where(session=where.session):
            turns |= self._turns_of(where.session)
        if not rids and not turns:
            return Scrubbed((), ())
        ids = self._erase_records(rids)
        self._erase_turns(turns)
        self._audit([*ids, *self._hashed(turns)], reason, actor)
        return Scrubbed(tuple(ids), tuple(sorted(turns)))

    def erase_all(self, *, reason: str, actor: str | None) -> Scrubbed:
        if not self._number:
            return Scrubbed((), ())
        rows = self._db.execute("SELECT rid FROM records WHERE scope = ?", (self._number,))
        rids = {rid for (rid,) in rows}
        rows = self._db.execute("SELECT id FROM turns WHERE scope = ?", (self._number,))
        turns = {id for (id,) in rows}
        ids = self._erase_records(rids)
        self._erase_turns(turns)
        self._audit([*ids, *self._hashed(turns)], reason, actor)
        for table in ("postings", "sessions", "transcripts", "working", "mentions"):
            self._db.execute(f"DELETE FROM {table} WHERE scope = ?", (self._number,))
        self._db.execute(
            "UPDATE dedup SET forgotten = 1, id = NULL WHERE scope = ?", (self._number,)
        )
        self._db.execute(
            "UPDATE scopes SET tenant = NULL, user = NULL WHERE scope = ?", (self._number,)
        )
        return Scrubbed(tuple(ids), tuple(sorted(turns)))

    def finish(self) -> None:
        """Write the scope's counters; to be called once, before the commit."""
        self._write_words()
        if self._changed:
            self._db.execute(
                "UPDATE scopes SET version = ?, last = ?, records = ?, words = ? WHERE scope = ?",
                (self._version, self._last, self._records, self._words, self._number),
            )
            self._db.execute(
                OUTBOX, (self._number, self._version - 1, self._version, micros(self.now))
            )

    def _check_owner(self, memory: Memory) -> None:
        if memory.scope.wall != self._scope.wall:
            raise InvalidInput(f"memory {memory.id} belongs to another user")

    def _stamp(self) -> int:
        """The version that this transaction's changes carry; makes the scope if it is new."""
        if not self._changed:
            if not self._number:
                made = self._db.execute(
                    "INSERT INTO scopes (hash) VALUES (?)", (self._identity.scope(self._scope),)
                )
                self._number = made.lastrowid or 0
            self._db.execute(
                "UPDATE scopes SET tenant = ?, user = ? WHERE scope = ? AND tenant IS NULL",
                (*self._scope.wall, self._number),
            )
            self._version += 1
            self._changed = True
        return self._version

    def _claim_place(self, subject: str | None) -> None:
        """See that no active record holds the key; an expired one is absent and gives way."""
        self._db.execute(
            "UPDATE records SET status = 'expired' WHERE scope = ? AND subject = ? "
            "AND status = 'active' AND tier = 'semantic' AND expires_at <= ?",
            (self._number, subject, micros(self.now)),
        )
        held = self._db.execute(
            "SELECT id FROM records WHERE scope = ? AND subject = ? AND status = 'active' "
            "AND tier = 'semantic'",
            (self._number, subject),
        ).fetchone()
        if held is not None:
            raise Conflict(f"memory {held[0]} is active under {subject}")

    def _put_vector(self, rid: int, entry: Entry) -> None:
        if entry.vector is None:
            self._db.execute("DELETE FROM vectors WHERE rid = ?", (rid,))
            return
        blob = entry.vector.astype("<f2").tobytes()
        self._db.execute("INSERT OR REPLACE INTO vectors VALUES (?, ?)", (rid, blob))

    def _put_facets(self, rid: int, facets: Facets | None) -> None:
        if facets is None:
            self._db.execute("DELETE FROM facets WHERE rid = ?", (rid,))
            return
        vectors = facets.vectors.astype("<f4")
        self._db.execute(
            "INSERT OR REPLACE INTO facets VALUES (?, ?, ?, ?)",
            (rid, facets.space, len(vectors), vectors.tobytes()),
        )

    def _put_words(self, n: int, terms: Sequence[str]) -> None:
        """Note the words of a record; they are written together."""
        self._unwritten.add(n, terms)
        self._words += len(terms)

    def _write_words(self) -> None:
        postings.write(self._db, self._number, self._unwritten)

    def _drop_words(self, rids: Iterable[int]) -> None:
        """Take the words of these records out of the index."""
        self._write_words()
        these, numbers = among("rid", rids)
        rows = self._db.execute(
            f"SELECT rid & 4294967295, terms, length FROM records WHERE {these}", numbers
        ).fetchall()
        held = {n: [term for term in terms.split(" ") if term] for n, terms, _ in rows}
        postings.remove(self._db, self._number, held)
        self._words -= sum(length for _, _, length in rows)

    def _replace_content(self, memory: Memory, entry: Entry) -> None:
        (rid,) = self._db.execute(
            "SELECT rid FROM records WHERE scope = ? AND id = ?", (self._number, memory.id)
        ).fetchone()
        self._drop_words([rid])
        self._db.execute("DELETE FROM vectors_next WHERE rid = ?", (rid,))
        self._db.execute(
            "UPDATE records SET content = ?, single = ?, same = ?, said = ?, length = ?, terms = ? "
            "WHERE rid = ?",
            (
                memory.content,
                entry.single,
                entry.same,
                entry.said,
                len(entry.terms),
                distinct(entry.terms),
                rid,
            ),
        )
        self._put_vector(rid, entry)
        self._put_facets(rid, entry.facets)
        self._put_words(rid & SEQUENCE, entry.terms)

    def _tied(self, where: Where) -> tuple[set[int], set[str]]:
        """The records that match and those tied to them, and the turns they come from."""
        sql, values = clause(where, BEFORE_ANY_EXPIRY)
        rids, turns = self._rids(sql, values)
        matching, numbers = among("rid", sorted(rids))
        uttered = self._rids(f"type = 'utterance' AND {matching}", numbers)[1]
        of_turns, names = among("source_turn", sorted(turns))
        sayings = self._rids(f"subject IS NULL AND {of_turns}", names)[0]
        learnt = self._rids(*among("source_turn", sorted(uttered)))[0]
        return rids | sayings | learnt, turns

    def _rids(self, condition: str, values: Sequence[object]) -> tuple[set[int], set[str]]:
        rows = self._db.execute(
            f"SELECT rid, source_turn, said_again FROM records WHERE scope = ? AND {condition}",
            [self._number, *values],
        ).fetchall()
        turns = {turn for _, turn, _ in rows if turn is not None}
        again = {turn for _, _, more in rows if more != "[]" for turn in json.loads(more)}
        return {rid for rid, _, _ in rows}, turns | again

    def _turns_of(self, session: str | None) -> set[str]:
        rows = self._db.execute(
            "SELECT id FROM turns WHERE scope = ? AND session = ?", (self._number, session or "")
        )
        return {id for (id,) in rows}

    def _erase_records(self, rids: set[int]) -> list[str]:
        these, numbers = among("rid", sorted(rids))
        rows = self._db.execute(
            f"SELECT id, dedup_key FROM records WHERE {these} ORDER BY rid", numbers
        ).fetchall()
        ids = [id for id, _ in rows]
        self._stamp()
        self._forget_keys([key for _, key in rows if key is not None])
        named, values = among("id", ids)
        self._db.execute(
            f"UPDATE dedup SET forgotten = 1, id = NULL WHERE scope = ? AND {named}",
            [self._number, *values],
        )
        self._remove(rids, ids)
        return ids

    def _remove(self, rids: set[int], ids: Sequence[str]) -> None:
        """Take records out of every table that holds something of them, and out of links."""
        stamp = self._stamp()
        these, numbers = among("rid", sorted(rids))
        self._drop_words(sorted(rids))
        self._db.execute(
            "INSERT INTO erased (scope, version, n, id) "
            f"SELECT scope, ?, rid & {SEQUENCE}, id FROM records WHERE {these}",
            [stamp, *numbers],
        )
        for table in ("vectors", "vectors_next", "facets", "records"):
            self._db.execute(f"DELETE FROM {table} WHERE {these}", numbers)
        self._unlink(ids)
        self._records -= len(ids)

    def _unlink(self, ids: Sequence[str]) -> None:
        """Take the ids of removed records out of what refers to them."""
        for link in ("supersedes", "superseded_by", "contradicted_by"):
            linked, values = among(link, ids)
            self._db.execute(
                f"UPDATE records SET {link} = NULL, version = ? WHERE scope = ? AND {linked}",
                [self._stamp(), self._number, *values],
            )

    def _erase_turns(self, turns: set[str]) -> None:
        self._stamp()
        self._forget_keys([f"turn:{turn}" for turn in turns])
        named, values = among("id", sorted(turns))
        for table in ("turns", "working"):
            self._db.execute(
                f"DELETE FROM {table} WHERE scope = ? AND {named}", [self._number, *values]
            )
        shown, values = among("turn", sorted(turns))
        self._db.execute(
            f"DELETE FROM transcripts WHERE scope = ? AND {shown}", [self._number, *values]
        )

    def _forget_keys(self, keys: Iterable[str]) -> None:
        self._db.executemany(
            "INSERT INTO dedup VALUES (?, ?, ?, NULL, 1) "
            "ON CONFLICT DO UPDATE SET forgotten = 1, id = NULL",
            [
                (self._identity.dedup(self._scope, key), self._number, Action.WITHHELD.value)
                for key in keys
            ],
        )

    def _hashed(self, turns: set[str]) -> list[str]:
        """Turns in the audit: their ids begin with the session's name, which goes with them."""
        return sorted(self._identity.dedup(self._scope, turn).hex() for turn in turns)

    def _audit(self, ids: Sequence[str], reason: str, actor: str | None) -> None:
        at = micros(self.now)
        self._db.executemany(
            "INSERT INTO audit (scope, at, action, id, reason, actor) VALUES (?, ?, ?, ?, ?, ?)",
            [(self._number, at, "forget", id, reason, actor) for id in ids],
        )
