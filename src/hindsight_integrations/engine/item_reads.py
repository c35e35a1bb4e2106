"""Reads items: by key, by page, by question; a page is counted over items, and nothing drops out of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from hindsight_integrations.engine import recall
from hindsight_integrations.engine.core import Core
from hindsight_integrations.engine.item_encoding import is_own, nearest_parts, query_vector
from hindsight_integrations.engine.item_keys import below, namespace_of, subject_of
from hindsight_integrations.engine.item_values import body_of, item_of, unpacked
from hindsight_integrations.engine.item_writes import ACTIVE_ITEMS
from hindsight_integrations.engine.question import Ask
from hindsight_integrations.items import Item, ItemGet, ItemSearch, Matches, Namespace, Ranking
from hindsight_integrations.ports import Deadline, ItemEncoder, RecordReader, Vector
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Memory, Scope, SubjectPattern

#: More than any user has, and still a number that every store takes.
_ALL = 1_000_000_000
#: Keys that are looked up in one query.
_KEYS = 200
#: How many more than asked for are read at first where a filter may leave some out.
_SPARE = 4


def got_items(reader: RecordReader, asks: Sequence[ItemGet]) -> dict[str, Memory]:
    """The records of these keys that there are, by subject."""
    subjects = list({subject_of(ask.namespace, ask.key): None for ask in asks})
    found: dict[str, Memory] = {}
    for start in range(0, len(subjects), _KEYS):
        patterns = tuple(map(SubjectPattern, subjects[start : start + _KEYS]))
        for memory in reader.find(replace(ACTIVE_ITEMS, subjects=patterns)):
            found[memory.subject_key or ""] = memory
    return found


def namespaces(reader: RecordReader, prefix: Namespace) -> list[Namespace]:
    """The namespaces below ``prefix`` that hold items, sorted."""
    keys = reader.keys(replace(ACTIVE_ITEMS, subjects=(below(prefix),)))
    one_of = {key.rpartition(".")[0]: key for key in keys}
    return sorted(_namespace(reader, key) for key in one_of.values())


def _namespace(reader: RecordReader, key: str) -> Namespace:
    known = namespace_of(key)
    if known is not None:
        return known
    where = replace(ACTIVE_ITEMS, subjects=(SubjectPattern(key),))
    return tuple(body_of(reader.find(where, limit=1)[0])["namespace"])


class ItemFinder:
    """Answers searches of one user's items from one view of them."""

    def __init__(
        self,
        core: Core,
        scope: Scope,
        *,
        encoder: ItemEncoder | None,
        ranking: Ranking,
        deadline: Deadline,
    ) -> None:
        self._core, self._scope = core, scope
        self._encoder, self._ranking = encoder, ranking
        self._deadline = deadline

    def query_vectors(self, asks: Sequence[ItemSearch]) -> dict[str, Vector]:
        """The questions as vectors, each once; to be asked before any transaction."""
        encoder = self._encoder
        if encoder is None or self._ranking is Ranking.HINDSIGHT:
            return {}
        queries = dict.fromkeys(ask.query for ask in asks if ask.query and ask.query.strip())
        return {query: query_vector(self._core, encoder, query) for query in queries if query}

    def search(
        self, reader: RecordReader, ask: ItemSearch, vectors: Mapping[str, Vector]
    ) -> list[tuple[Memory, Item]]:
        """The page that is asked for, with the records it comes from."""
        where = replace(ACTIVE_ITEMS, subjects=(below(ask.namespace),))
        if ask.query and ask.query.strip():
            if self._ranking is Ranking.HINDSIGHT:
                return self._recalled(reader, ask, where)
            if ask.query in vectors:
                return self._nearest(reader, ask, where, vectors[ask.query])
        return [(memory, item_of(memory)) for memory in _latest(reader, ask, where)]

    def _nearest(
        self, reader: RecordReader, ask: ItemSearch, where: Where, query: Vector
    ) -> list[tuple[Memory, Item]]:
        ids = _candidates(reader, ask, where)
        scores = self._scores(reader, ids, query)
        ranked = sorted((id for id in ids if id in scores), key=scores.__getitem__, reverse=True)
        return _page(reader, ask, ids, ranked, scores=scores)

    def _scores(self, reader: RecordReader, ids: Sequence[str], query: Vector) -> dict[str, float]:
        """Nearness by parts; where the memory's own encoder made the index, else by the whole."""
        encoder = self._encoder
        assert encoder is not None
        scores = nearest_parts(encoder, query, reader.facets(ids, encoder.space))
        whole = [id for id in ids if id not in scores]
        if whole and is_own(encoder) and self._core.index is not None:
            near = self._core.index.search(
                self._scope, query, Where(ids=()), limit=1, also=whole, deadline=self._deadline
            )
            scores |= near.others
        return scores

    def _recalled(
        self, reader: RecordReader, ask: ItemSearch, where: Where
    ) -> list[tuple[Memory, Item]]:
        """The order of recall; what it settles as repetitions comes after, like what it cannot find."""
        ids = _candidates(reader, ask, where)
        if not ids:
            return []
        asked = Ask(
            query=ask.query or "",
            k=max(1, ask.offset + ask.limit),
            at=self._core.clock(),
            tz="UTC",
            where=where if ask.matches is None else replace(where, ids=tuple(ids)),
        )
        known = set(ids)
        found = [
            one
            for one in recall.recall(self._core, self._scope, asked, self._deadline)
            if one.memory.id in known
        ]
        scores = {one.memory.id: one.score for one in found}
        why = {one.memory.id: {p.name: p.contribution for p in one.parts} for one in found}
        return _page(reader, ask, ids, list(scores), scores=scores, why=why)


def _latest(reader: RecordReader, ask: ItemSearch, where: Where) -> list[Memory]:
    """A page of the matching items, the latest put first."""
    need = ask.offset + ask.limit
    if ask.matches is None:
        return reader.find(where, limit=need)[ask.offset :]
    reach, passing, more = _SPARE * need, list[str](), True
    while more and len(passing) < need:
        passing, more = _passing(reader, where, ask.matches, reach)
        reach *= _SPARE**2
    page = passing[ask.offset : need]
    records = reader.get(page)
    return [records[id] for id in page]


def _candidates(reader: RecordReader, ask: ItemSearch, where: Where) -> list[str]:
    """The ids of all matching items, the latest put first."""
    if ask.matches is None:
        return reader.latest(where, limit=_ALL)
    return _passing(reader, where, ask.matches, None)[0]


def _passing(
    reader: RecordReader, where: Where, matches: Matches, reach: int | None
) -> tuple[list[str], bool]:
    """The ids of the items that pass, of the ``reach`` latest; and whether there may be more."""
    found = reader.payloads(where, limit=reach)
    passing = [id for id, payload in found if matches(unpacked(payload)["value"])]
    return passing, reach is not None and len(found) >= reach


def _page(
    reader: RecordReader,
    ask: ItemSearch,
    ids: Sequence[str],
    ranked: Sequence[str],
    *,
    scores: Mapping[str, float],
    why: Mapping[str, Mapping[str, float]] | None = None,
) -> list[tuple[Memory, Item]]:
    """A page of the ranked items and, behind them, of the others."""
    order = [*ranked, *(id for id in ids if id not in scores)]
    page = order[ask.offset : ask.offset + ask.limit]
    records, reasons = reader.get(page), why or {}
    return [
        (records[id], item_of(records[id], scores.get(id), reasons.get(id)))
        for id in page
        if id in records
    ]
