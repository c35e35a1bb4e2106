"""Puts and deletes items: one transaction, a put over a key supersedes; it asks models before, never in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from hindsight_integrations.engine.core import Core
from hindsight_integrations.engine.drafts import embed
from hindsight_integrations.engine.item_encoding import facets_of
from hindsight_integrations.engine.item_keys import subject_of
from hindsight_integrations.engine.item_values import body_of, copied, payload_of, told
from hindsight_integrations.engine.remember import decided
from hindsight_integrations.engine.supersede import Reason, digest, said
from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.items import ItemPut, lifetime
from hindsight_integrations.language.tokens import words
from hindsight_integrations.ports import (
    Deadline,
    Entry,
    Facets,
    ItemEncoder,
    RecordWriter,
    Vector,
)
from hindsight_integrations.queries import Where
from hindsight_integrations.records import (
    Memory,
    MemoryType,
    Scope,
    Source,
    Status,
    SubjectKey,
    SubjectPattern,
    Tier,
)

#: What the audit says of a deleted item.
_DELETED, _ACTOR = "deleted", "store"
#: Later puts have later instants, also where the clock is too coarse to tell them apart.
_TICK = timedelta(microseconds=1)
ITEMS = Where(types=(MemoryType.ITEM,))
ACTIVE_ITEMS = Where(types=(MemoryType.ITEM,), statuses=(Status.ACTIVE,))


@dataclass(frozen=True, slots=True)
class _Draft:
    """A put with what takes a model to know."""

    put: ItemPut
    subject: SubjectKey
    value: dict[str, Any] = field(repr=False)
    content: str = field(repr=False)
    vector: Vector | None
    terms: tuple[str, ...] = field(repr=False)
    facets: Facets | None


def write_items(
    core: Core,
    scope: Scope,
    puts: Sequence[ItemPut],
    encoder: ItemEncoder | None,
    deadline: Deadline,
) -> bool:
    """Apply the puts, all or none; of several for one key the last. True if something was erased."""
    last = {subject_of(put.namespace, put.key): put for put in puts}
    kept = {subject: put for subject, put in last.items() if put.value is not None}
    gone = [subject for subject in last if subject not in kept]
    drafts = _drafted(core, kept, encoder)

    def work(tx: RecordWriter) -> bool:
        for draft in drafts:
            _put(core, tx, scope, draft)
        return _delete(tx, gone) if gone else False

    return decided(core, scope, deadline, work)


def refresh_items(core: Core, scope: Scope, ids: Sequence[str], deadline: Deadline) -> None:
    """Start the time to live of these items anew; what has expired stays so."""

    def work(tx: RecordWriter) -> None:
        for memory in tx.get(ids).values():
            until = _expiry(body_of(memory)["ttl"], tx.now)
            if memory.status is Status.ACTIVE and until is not None:
                tx.edit(replace(memory, expires_at=until))

    decided(core, scope, deadline, work)


def sweep_items(core: Core, tenant: str, deadline: Deadline) -> int:
    """Remove the tenant's items whose time to live has passed, and their history; how many items."""
    swept = 0
    for user in core.records.expired(tenant, deadline):
        swept += decided(core, Scope(tenant, user), deadline, _swept)
    return swept


def _swept(tx: RecordWriter) -> int:
    """Drop what has expired; with an item that has, its earlier values too."""
    expired = tx.expired(ITEMS)
    items = [memory for memory in expired if memory.superseded_by is None]
    ids = [memory.id for memory in expired]
    for memory in items:
        chain = tx.chain(memory.subject_key or "")
        if not any(version.status is Status.ACTIVE for version in chain):
            ids += [version.id for version in chain]
    tx.drop(ids)
    return len(items)


def _drafted(
    core: Core, puts: dict[SubjectKey, ItemPut], encoder: ItemEncoder | None
) -> list[_Draft]:
    """The puts with their texts, vectors and words; every value is checked before the first is."""
    longest = core.settings.items.text
    values = [copied(put.value or {}) for put in puts.values()]
    contents = [
        told(value, put.key, longest) for value, put in zip(values, puts.values(), strict=True)
    ]
    indexed = [content for content, put in zip(contents, puts.values(), strict=True) if put.indexed]
    vectors = iter(embed(core, indexed))
    facets = facets_of(core, encoder, [put.texts if put.indexed else () for put in puts.values()])
    return [
        _Draft(
            put=put,
            subject=subject,
            value=value,
            content=content,
            vector=next(vectors) if put.indexed else None,
            terms=tuple(words(content)) if put.indexed else (),
            facets=parts,
        )
        for (subject, put), value, content, parts in zip(
            puts.items(), values, contents, facets, strict=True
        )
    ]


def _put(core: Core, tx: RecordWriter, scope: Scope, draft: _Draft) -> None:
    under = replace(ITEMS, subjects=(SubjectPattern(draft.subject),))
    tx.drop([version.id for version in tx.expired(under)])
    chain = tx.chain(draft.subject)
    known = next((version for version in chain if version.status is Status.ACTIVE), None)
    if known is None:
        tx.put(_entry(_first(core, scope, draft, tx.now), draft))
    elif body_of(known)["value"] == draft.value:
        again = _again(known, draft, tx.now)
        tx.edit(again, _entry(again, draft))
    else:
        _supersede(core, tx, scope, draft, known)
        earlier = [version.id for version in chain if version is not known]
        over = 1 + len(earlier) - core.settings.items.history
        tx.drop([*earlier, known.id][: max(0, over)])


def _supersede(core: Core, tx: RecordWriter, scope: Scope, draft: _Draft, known: Memory) -> None:
    """Another value takes the place of the known one, which goes into the history."""
    now = max(tx.now, known.valid_from)
    since = datetime.fromisoformat(body_of(known)["since"])
    first = _first(core, scope, draft, now, since)
    new = replace(first, supersedes=known.id, event_time=_later(known, now))
    replaced = replace(
        known,
        status=Status.SUPERSEDED,
        status_reason=Reason.LATER,
        superseded_by=new.id,
        valid_to=now,
        retired_at=now,
    )
    tx.edit(replaced)
    tx.put(_entry(new, draft))


def _first(
    core: Core, scope: Scope, draft: _Draft, now: datetime, since: datetime | None = None
) -> Memory:
    """The record of a put, from this instant on."""
    put, policy = draft.put, core.settings.items
    return Memory(
        id=core.new_id(),
        scope=scope,
        tier=Tier.SEMANTIC,
        type=MemoryType.ITEM,
        content=draft.content,
        subject_key=draft.subject,
        payload=payload_of(put.namespace, put.key, draft.value, since or now, put.ttl),
        source=Source.TOOL,
        confidence=policy.confidence,
        importance=policy.importance,
        created_at=now,
        valid_from=now,
        confirmed_at=now,
        expires_at=_expiry(put.ttl, now),
    )


def _again(known: Memory, draft: _Draft, now: datetime) -> Memory:
    """The known record after the same value was put once more: updated, and no new value."""
    put, at = draft.put, _later(known, now)
    since = datetime.fromisoformat(body_of(known)["since"])
    return replace(
        known,
        payload=payload_of(put.namespace, put.key, draft.value, since, put.ttl),
        event_time=at,
        confirmed_at=at,
        expires_at=_expiry(put.ttl, at),
    )


def _entry(memory: Memory, draft: _Draft) -> Entry:
    return Entry(
        memory=memory,
        vector=draft.vector,
        terms=draft.terms,
        single=True,
        same=digest(memory),
        said=said(memory),
        facets=draft.facets,
    )


def _delete(tx: RecordWriter, subjects: Sequence[SubjectKey]) -> bool:
    """Erase items and their history for real; whether there was anything."""
    where = replace(ITEMS, subjects=tuple(map(SubjectPattern, subjects)))
    return bool(tx.erase(where, reason=_DELETED, actor=_ACTOR).memories)


def _later(known: Memory, now: datetime) -> datetime:
    """When it was put, for the order of puts: it is never the same instant twice."""
    return max(now, known.happened_at + _TICK)


def _expiry(ttl: float | None, at: datetime) -> datetime | None:
    span = lifetime(ttl)
    if span is None:
        return None
    try:
        return at + span
    except OverflowError:
        raise InvalidInput(f"ttl reaches beyond all dates: {ttl!r} minutes") from None
