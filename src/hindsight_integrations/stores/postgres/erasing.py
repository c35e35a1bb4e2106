"""Takes one user's rows away inside a transaction somebody else opened: what was forgotten, what expired."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from hindsight_integrations.answers import Action
from hindsight_integrations.ports import Scrubbed
from hindsight_integrations.queries import Where
from hindsight_integrations.stores.mapping import BEFORE_ANY_EXPIRY, SEQUENCE, micros
from hindsight_integrations.stores.postgres.rows import among, clause
from hindsight_integrations.stores.postgres.writer import PostgresWriting


class PostgresWriter(PostgresWriting):
    """A :class:`~hindsight_integrations.ports.RecordWriter` over one transaction."""

    def drop(self, ids: Sequence[str]) -> int:
        rows = self._rows(
            "SELECT rid, id FROM records WHERE scope = %s AND id = ANY(%s)",
            (self._number, list(ids)),
        )
        if rows:
            known = [id for _, id in rows]
            self._run("DELETE FROM dedup WHERE scope = %s AND id = ANY(%s)", (self._number, known))
            self._remove({rid for rid, _ in rows}, known)
        return len(rows)

    def erase(self, where: Where, *, reason: str, actor: str | None) -> Scrubbed:
        if not self._number:
            return Scrubbed((), ())
        rids, turns = self._tied(where)
        if where == Where(session=where.session):
            turns |= self._turns_of(where.session)
        if not rids and not turns:
            return Scrubbed((), ())
        return self._erased(rids, turns, reason, actor)

    def erase_all(self, *, reason: str, actor: str | None) -> Scrubbed:
        if not self._number:
            return Scrubbed((), ())
        mine = (self._number,)
        rids = {rid for (rid,) in self._rows("SELECT rid FROM records WHERE scope = %s", mine)}
        turns = {id for (id,) in self._rows("SELECT id FROM turn_ids WHERE scope = %s", mine)}
        gone = self._erased(rids, turns, reason, actor)
        for table in ("postings", "sessions", "transcripts", "working", "mentions"):
            self._run(f"DELETE FROM {table} WHERE scope = %s", mine)
        self._run("UPDATE dedup SET forgotten = true, id = NULL WHERE scope = %s", mine)
        self._run('UPDATE scopes SET tenant = NULL, "user" = NULL WHERE scope = %s', mine)
        return gone

    def _erased(self, rids: set[int], turns: set[str], reason: str, actor: str | None) -> Scrubbed:
        ids = self._erase_records(rids)
        self._erase_turns(turns)
        self._audit([*ids, *self._hashed(turns)], reason, actor)
        return Scrubbed(tuple(ids), tuple(sorted(turns)))

    def _tied(self, where: Where) -> tuple[set[int], set[str]]:
        """The records that match and those tied to them, and the turns they come from."""
        rids, turns = self._rids(*clause(where, BEFORE_ANY_EXPIRY))
        uttered = self._rids("type = 'utterance' AND rid = ANY(%s)", [list(rids)])[1]
        sayings = self._rids("subject IS NULL AND source_turn = ANY(%s)", [sorted(turns)])[0]
        learnt = self._rids(*among("source_turn", sorted(uttered)))[0]
        return rids | sayings | learnt, turns

    def _rids(self, condition: str, values: Sequence[Any]) -> tuple[set[int], set[str]]:
        rows = self._rows(
            f"SELECT rid, source_turn, said_again FROM records WHERE scope = %s AND {condition}",
            [self._number, *values],
        )
        turns = {turn for _, turn, _ in rows if turn is not None}
        again = {turn for _, _, more in rows if more != "[]" for turn in json.loads(more)}
        return {rid for rid, _, _ in rows}, turns | again

    def _turns_of(self, session: str | None) -> set[str]:
        rows = self._rows(
            "SELECT id FROM turns WHERE scope = %s AND session = %s",
            (self._number, session or ""),
        )
        return {id for (id,) in rows}

    def _erase_records(self, rids: set[int]) -> list[str]:
        rows = self._rows(
            "SELECT id, dedup_key FROM records WHERE rid = ANY(%s) ORDER BY rid", (list(rids),)
        )
        ids = [id for id, _ in rows]
        self._stamp()
        self._forget_keys([key for _, key in rows if key is not None])
        self._run(
            "UPDATE dedup SET forgotten = true, id = NULL WHERE scope = %s AND id = ANY(%s)",
            (self._number, ids),
        )
        self._remove(rids, ids)
        return ids

    def _remove(self, rids: set[int], ids: Sequence[str]) -> None:
        """Take records out of every table that holds something of them, and out of links."""
        if not rids:
            return
        stamp, these = self._stamp(), sorted(rids)
        self._drop_words(these)
        self._run(
            "INSERT INTO erased (scope, version, n, id) "
            f"SELECT scope, %s, rid & {SEQUENCE}, id FROM records WHERE rid = ANY(%s)",
            (stamp, these),
        )
        for table in ("vectors", "vectors_next", "facets", "records"):
            self._run(f"DELETE FROM {table} WHERE rid = ANY(%s)", (these,))
        for link in ("supersedes", "superseded_by", "contradicted_by"):
            self._run(
                f"UPDATE records SET {link} = NULL, version = %s "
                f"WHERE scope = %s AND {link} = ANY(%s)",
                (stamp, self._number, list(ids)),
            )
        self._records -= len(ids)

    def _erase_turns(self, turns: set[str]) -> None:
        self._stamp()
        self._forget_keys([f"turn:{turn}" for turn in turns])
        mine = (self._number, sorted(turns))
        rows = self._rows(
            "DELETE FROM turn_ids WHERE scope = %s AND id = ANY(%s) RETURNING at", mine
        )
        self._run(
            "DELETE FROM turns WHERE scope = %s AND id = ANY(%s) AND at = ANY(%s)",
            (*mine, sorted({at for (at,) in rows})),
        )
        self._run("DELETE FROM working WHERE scope = %s AND id = ANY(%s)", mine)
        self._run("DELETE FROM transcripts WHERE scope = %s AND turn = ANY(%s)", mine)

    def _forget_keys(self, keys: Iterable[str]) -> None:
        hashes = sorted({self._setting.identity.dedup(self._scope, key) for key in keys})
        if hashes:
            self._run(
                "INSERT INTO dedup SELECT h, %s, %s, NULL, true FROM unnest(%s::bytea[]) AS h "
                "ON CONFLICT (hash) DO UPDATE SET forgotten = true, id = NULL",
                (self._number, Action.WITHHELD.value, hashes),
            )

    def _hashed(self, turns: set[str]) -> list[str]:
        """Turns in the audit: their ids begin with the session's name, which goes with them."""
        identity = self._setting.identity
        return sorted(identity.dedup(self._scope, turn).hex() for turn in turns)

    def _audit(self, ids: Sequence[str], reason: str, actor: str | None) -> None:
        self._run(
            "INSERT INTO audit (scope, at, action, id, reason, actor) "
            "SELECT %s, %s, 'forget', id, %s, %s FROM unnest(%s::text[]) AS id",
            (self._number, micros(self.now), reason, actor, list(ids)),
        )
