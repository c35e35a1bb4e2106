"""Changes to single records: edits, corrections, confirmations, feedback, pins, returns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from hindsight_integrations.answers import Action, Change
from hindsight_integrations.engine import archiving
from hindsight_integrations.engine.core import Core
from hindsight_integrations.engine.drafts import draft, entry
from hindsight_integrations.engine.fading import starting_confidence
from hindsight_integrations.engine.remember import decided, retire_sayings, write
from hindsight_integrations.engine.stubs import bare, is_stub
from hindsight_integrations.engine.supersede import Reason
from hindsight_integrations.engine.withholding import blocked, clean_claims, told
from hindsight_integrations.errors import InvalidInput, NotFound
from hindsight_integrations.ports import Deadline, RecordReader, RecordWriter
from hindsight_integrations.records import Claim, Memory, MemoryType, Scope, Status


def existing(reader: RecordReader, id: str) -> Memory:
    """The record, or :class:`NotFound`."""
    memory = reader.get([id]).get(id)
    if memory is None:
        raise NotFound(f"there is no memory {id} of this user; it may have been forgotten")
    return memory


def _check_whole(memory: Memory) -> None:
    """An item is whole only as its application put it, an archived record only when it is back."""
    if is_stub(memory):
        raise InvalidInput(f"memory {memory.id} is archived: restore() brings it back first")
    _check_no_item(memory)


def _check_no_item(memory: Memory) -> None:
    if memory.type is MemoryType.ITEM:
        raise InvalidInput(f"memory {memory.id} is a store item: put another value over its key")


def edit(
    core: Core, scope: Scope, id: str, deadline: Deadline, changed: Callable[[Memory], Memory]
) -> Change:
    """Replace fields of one record by what ``changed`` answers."""

    def work(tx: RecordWriter) -> Change:
        memory = changed(existing(tx, id))
        tx.edit(memory)
        return Change(Action.EDITED, bare(memory))

    return decided(core, scope, deadline, work)


def describe(
    core: Core,
    scope: Scope,
    id: str,
    deadline: Deadline,
    *,
    tags: Sequence[str] | None,
    payload: Mapping[str, Any] | None,
    **numbers: Any,
) -> Change:
    """Replace the descriptive fields that are given, without the secrets they hold."""
    given = Claim(content="-", tags=tags or (), payload=payload or {})  # type: ignore[arg-type]
    item = clean_claims(core, [given])[0]
    clean = item.claim
    if clean is None:
        return blocked(item)

    def changed(memory: Memory) -> Memory:
        own = None if tags is None and not item.tags else clean.tags
        if tags is None and item.tags:
            own = (*memory.tags, *item.tags)
        kept = None if payload is None else clean.payload
        return described(memory, tags=own, payload=kept, **numbers)

    return told(edit(core, scope, id, deadline, changed), item)


def described(
    memory: Memory,
    *,
    tags: Sequence[str] | None,
    payload: Mapping[str, Any] | None,
    importance: float | None,
    confidence: float | None,
    priority: int | None,
) -> Memory:
    """``memory`` with those descriptive fields that are given."""
    wanted: dict[str, Any] = {
        "tags": tags,
        "payload": payload,
        "importance": importance,
        "confidence": confidence,
        "priority": priority,
    }
    given = {name: value for name, value in wanted.items() if value is not None}
    if not given:
        raise InvalidInput(f"update() changes one of {', '.join(wanted)}; none was given")
    _check_whole(memory)
    checked = Claim(content="-", **given)  # what holds for a new claim holds for a change
    return replace(memory, **{name: getattr(checked, name) for name in given})


def correct(core: Core, scope: Scope, id: str, content: str, deadline: Deadline) -> Change:
    """What was written was wrong: a corrected record takes its place, for the same time.

    The wrong one is kept in the history, beside the chain, and is never told as true; what
    was said with it leaves with it. Correcting it the same way again changes nothing.
    """
    item = clean_claims(core, [Claim(content=content)])[0]
    if item.claim is None:
        return blocked(item)
    drafted = draft(core, [item.claim])[0]

    def work(tx: RecordWriter) -> Change:
        wrong = existing(tx, id)
        _check_whole(wrong)
        if wrong.status_reason == Reason.CORRECTED:
            return _corrected_before(tx, wrong, drafted.claim.content)
        right = replace(
            wrong,
            id=core.new_id(),
            content=drafted.claim.content,
            payload={name: value for name, value in wrong.payload.items() if name != "value"},
            created_at=tx.now,
            confirmed_at=tx.now,
            dedup_key=None,
            source_turn=None,
            helpful=None,
        )
        void = replace(
            wrong,
            status=Status.SUPERSEDED,
            status_reason=Reason.CORRECTED,
            superseded_by=right.id,
            supersedes=None,
            valid_to=wrong.valid_from,
            retired_at=tx.now,
        )
        tx.edit(void)
        put = tx.put(entry(core, right, drafted))
        _relink(tx, wrong, put)
        retire_sayings(tx, void)
        return Change(Action.SUPERSEDED, put, (void,), Reason.CORRECTED)

    return told(decided(core, scope, deadline, work), item)


def _corrected_before(reader: RecordReader, wrong: Memory, content: str) -> Change:
    """A retry answers what stands in the wrong one's place; another correction belongs there."""
    right = reader.get([wrong.superseded_by or ""]).get(wrong.superseded_by or "")
    if right is not None and right.content == content:
        return Change(Action.REPEATED, right, reason="it was corrected before")
    stands = "" if right is None else f": {right.id} stands in its place, correct that one"
    raise InvalidInput(f"memory {wrong.id} was corrected already{stands}")


def _relink(tx: RecordWriter, wrong: Memory, right: Memory) -> None:
    """Let the neighbours of the wrong record point to the right one."""
    ids = [id for id in (wrong.supersedes, wrong.superseded_by) if id is not None]
    for neighbour in tx.get(ids).values():
        if neighbour.superseded_by == wrong.id:
            tx.edit(replace(neighbour, superseded_by=right.id))
        elif neighbour.supersedes == wrong.id:
            tx.edit(replace(neighbour, supersedes=right.id))


def confirmed(core: Core, memory: Memory, at: datetime) -> Memory:
    """``memory`` after somebody said that it still holds: as sure as its source starts, from now."""
    start = starting_confidence(memory.source, core.settings.confidence)
    return replace(
        memory,
        confirmed_at=at,
        confidence=max(memory.confidence, start),
        contradicted_by=None,
    )


def confirm(core: Core, scope: Scope, id: str, deadline: Deadline) -> Change:
    """It still holds: its age starts anew and doubts are settled."""

    def work(tx: RecordWriter) -> Change:
        memory = existing(tx, id)
        if memory.status is not Status.ACTIVE:
            raise InvalidInput(f"memory {id} is {memory.status.value}: restore() brings it back")
        kept = confirmed(core, memory, tx.now)
        tx.edit(kept)
        return Change(Action.REFRESHED, kept)

    return decided(core, scope, deadline, work)


def restore(core: Core, scope: Scope, id: str, deadline: Deadline) -> Change:
    """Bring back a value that is superseded, expired or archived: it holds again from now on.

    A superseded or expired one is stated anew, so the history shows both times; an archived
    one comes back as it was, where it stands.
    """
    with core.records.reading(scope, deadline) as reader:
        memory = existing(reader, id)
    _check_no_item(memory)
    if memory.status is Status.ACTIVE:
        return Change(Action.REPEATED, memory, reason="it is active")
    if is_stub(memory):
        return archiving.restore(core, scope, memory, deadline)
    claim = Claim(
        content=memory.content,
        subject=memory.subject_key,
        type=memory.type,
        source=memory.source,
        confidence=memory.confidence,
        importance=memory.importance,
        priority=memory.priority,
        tags=memory.tags,
        payload=memory.payload,
        source_turn=memory.source_turn,
    )
    drafted = draft(core, [claim])[0]

    def work(tx: RecordWriter) -> Change:
        known = existing(tx, id)
        if known.status is not Status.ARCHIVED:
            return write(core, tx, scope, drafted, {})
        back = replace(known, status=Status.ACTIVE, status_reason=None, retired_at=None)
        tx.edit(back)
        return Change(Action.EDITED, back)

    return decided(core, scope, deadline, work)
