"""Writes claims: one transaction, decided by ``supersede``, decided again if a race was lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from hindsight_integrations.answers import Action, Change
from hindsight_integrations.engine.aliases import moved, name_of, under_name
from hindsight_integrations.engine.core import Core
from hindsight_integrations.engine.drafts import Again, Draft, draft, entry, record
from hindsight_integrations.engine.echoes import echoes
from hindsight_integrations.engine.plans import came_true
from hindsight_integrations.engine.restating import compared, may_be
from hindsight_integrations.engine.stubs import bare
from hindsight_integrations.engine.supersede import (
    Reason,
    decide,
    digest,
    digest_before,
    ended,
    refreshed,
    replaced_by,
    semantic,
    value_of,
    wording,
)
from hindsight_integrations.engine.withholding import blocked, clean_claims, told
from hindsight_integrations.errors import Conflict
from hindsight_integrations.language.tokens import canonical
from hindsight_integrations.ports import Deadline, Done, RecordReader, RecordWriter
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Claim, Memory, MemoryType, Scope, Status

T = TypeVar("T")
#: A saying is hidden with the claim drawn from it if that claim is this much of its text.
_MOST_OF_IT = 0.6


def remember(core: Core, scope: Scope, claims: Sequence[Claim], deadline: Deadline) -> list[Change]:
    """Write the claims in order, all or none. Models are asked before the transaction, never in it."""
    cleaned = clean_claims(core, claims)
    drafts = draft(core, [item.claim for item in cleaned if item.claim is not None])
    drafts = compared(core, scope, drafts, deadline)
    changes = iter(decided(core, scope, deadline, partial(write_all, core, scope, drafts)))
    return [blocked(item) if item.claim is None else told(next(changes), item) for item in cleaned]


def decided(core: Core, scope: Scope, deadline: Deadline, work: Callable[[RecordWriter], T]) -> T:
    """Run ``work`` in a write transaction; a lost race rolls it back and runs it on what is now true."""
    for _ in range(core.settings.runtime.conflict_retries):
        try:
            with core.records.writing(scope, deadline) as tx:
                return work(tx)
        except Conflict:
            deadline.check()
    with core.records.writing(scope, deadline) as tx:
        return work(tx)


#: What became of the drafts that one call wrote so far, by the identity of the draft.
Written = dict[int, Change]


def write_all(core: Core, scope: Scope, drafts: Sequence[Draft], tx: RecordWriter) -> list[Change]:
    written: Written = {}
    return [write(core, tx, scope, item, written) for item in drafts]


def write(core: Core, tx: RecordWriter, scope: Scope, drafted: Draft, written: Written) -> Change:
    """Write one claim inside ``tx``, once: a dedup key that was used answers the first result."""
    written[id(drafted)] = change = _written(core, tx, scope, drafted, written)
    return change


def _written(
    core: Core, tx: RecordWriter, scope: Scope, drafted: Draft, written: Written
) -> Change:
    key = drafted.claim.dedup_key
    if key is not None and (done := tx.done(key)) is not None:
        return repeated(tx, done)
    new = record(core, scope, under_name(tx, drafted.claim), tx.now)
    before = name_of(tx, new.subject_key)
    change = _end(tx, new) if drafted.claim.ends else _place(core, tx, new, drafted, written)
    if not drafted.claim.ends:
        moved(tx, new, before)
        if change.memory is not None:
            came_true(tx, change.memory)
    if key is not None:
        tx.note(key, change.action, change.memory.id if change.memory else None)
    return change


def repeated(tx: RecordReader, done: Done) -> Change:
    """The answer to a write that was done before, or that was forgotten since."""
    if done.forgotten:
        return Change(
            Action.WITHHELD, None, reason="it was forgotten; a replay does not bring it back"
        )
    memory = None if done.id is None else tx.get([done.id]).get(done.id)
    memory = None if memory is None else bare(memory)
    return Change(Action.REPEATED, memory, reason=f"first time: {done.action.value}")


def _place(core: Core, tx: RecordWriter, new: Memory, drafted: Draft, written: Written) -> Change:
    if not semantic(new):
        return Change(Action.ADDED, tx.put(entry(core, new, drafted)))
    if core.settings.single(new.subject_key):
        return _under_key(core, tx, new, drafted)
    if drafted.claim.replaces and new.subject_key is not None:
        return _instead(core, tx, new, drafted)
    known, why = _same(tx, new), None
    if known is None:
        known, why = _restated(tx, drafted, written)
    if known is None:
        return Change(Action.ADDED, tx.put(entry(core, new, drafted)))
    kept = refreshed(known, new)
    tx.edit(kept)
    return Change(Action.REFRESHED, kept, reason=why)


def _same(tx: RecordReader, new: Memory) -> Memory | None:
    """The active record that says the same, in the form of today's files or of earlier ones."""
    forms = dict.fromkeys((digest(new), digest_before(new)))
    found = (tx.same(new.subject_key, form) for form in forms)
    return next((memory for memory in found if memory is not None), None)


def _restated(
    tx: RecordReader, drafted: Draft, written: Written
) -> tuple[Memory | None, str | None]:
    """The record that the claim says again in other words, if it still stands as it was compared."""
    found, again = drafted.restates, drafted.again
    first = _first(again, written)
    wanted = found.id if found else first.id if first else None
    known = None if wanted is None else tx.get([wanted]).get(wanted)
    if known is None or not may_be(known, drafted.claim):
        return None, None
    if found is not None and wording(known.content) != found.worded:
        return None, None
    reason = found.reason if found else again.reason if again else ""
    return known, f"a near-duplicate: {reason}"


def _first(again: Again | None, written: Written) -> Memory | None:
    """What this call wrote of the claim that is said again; a replay wrote nothing, and answers what its key was used for."""
    change = written.get(id(again.draft)) if again else None
    return None if change is None or change.action is Action.REPEATED else change.memory


def _under_key(core: Core, tx: RecordWriter, new: Memory, drafted: Draft) -> Change:
    """A key that holds one value: apply what ``supersede`` decides."""
    assert new.subject_key is not None
    chain = [known for known in tx.chain(new.subject_key) if semantic(known)]
    decision = decide(new, chain, tx.now, core.settings)
    for changed in decision.edits:  # first, so that the key's place is free
        tx.edit(changed)
    put = None
    if decision.new is not None:
        put = tx.put(entry(core, decision.new, drafted))
    held = {item.id for item in chain if _holds(item)}
    replaced = tuple(item for item in decision.edits if item.id in held and not _holds(item))
    for memory in replaced:
        retire_sayings(tx, memory)
    if put is not None and put.status is Status.SUPERSEDED and decision.reason == Reason.LATE:
        retire_sayings(tx, put)
    return Change(decision.action, put or decision.kept, replaced, decision.reason)


def _instead(core: Core, tx: RecordWriter, new: Memory, drafted: Draft) -> Change:
    """A change under a key that holds many values: every older one gives way to the new one."""
    assert new.subject_key is not None
    change = _under_key(core, tx, new, drafted)
    top = change.memory
    if top is None or not _holds(top):
        return change
    gone = []
    for other in tx.chain(new.subject_key):
        if (
            semantic(other)
            and _holds(other)
            and other.id != top.id
            and other.valid_from <= top.valid_from
        ):
            gone.append(replaced_by(other, top, tx.now))
            tx.edit(gone[-1])
            retire_sayings(tx, gone[-1])
    return replace(change, superseded=(*change.superseded, *gone)) if gone else change


def _end(tx: RecordWriter, new: Memory) -> Change:
    """The value is said to hold no longer: the active record that says it is closed."""
    rivals = Where.of(statuses=Status.ACTIVE, subjects=new.subject_key)
    known = [
        item
        for item in tx.find(rivals)
        if semantic(item) and value_of(item) == value_of(new) and _began_before(item, new)
    ]
    if not known:
        return Change(Action.ENDED, None, reason="no active memory says so")
    closed = [ended(item, new.happened_at, tx.now) for item in known]
    for item in closed:
        tx.edit(item)
        retire_sayings(tx, item)
    return Change(Action.ENDED, closed[0], tuple(closed[1:]))


def _began_before(known: Memory, end: Memory) -> bool:
    """An end that is dated earlier than the value began speaks of an earlier time."""
    return end.event_time is None or known.valid_from <= end.event_time


def retire_sayings(tx: RecordWriter, claim: Memory) -> None:
    """What was said with a value leaves the stage with it.

    The utterance, and a note kept word by word, are superseded like the claim drawn from
    them if they say little else. What says more (also because another keyed claim of the
    turn still holds) stays, marked as contradicted, and so does the assistant's echo.
    """
    for turn in claim.turns:
        found = tx.find(Where(source_turns=(turn,)))
        of_turn = [item for item in found if _holds(item)]
        for said in (item for item in found if _is_archived_saying(item)):
            tx.edit(_in_doubt(said, claim))
        more = any(item.subject_key is not None for item in of_turn)
        for said in of_turn:
            if said.type is MemoryType.UTTERANCE or _is_note_of(said, claim):
                tx.edit(_in_doubt(said, claim) if more else _said_over(said, claim))
    for echo in echoes(tx, claim):
        if _holds(echo) or _is_archived_saying(echo):
            tx.edit(_in_doubt(echo, claim))


def _is_archived_saying(memory: Memory) -> bool:
    """Whether it may be told again once it is restored, and nobody can tell now how much it says."""
    return memory.status is Status.ARCHIVED and memory.type is MemoryType.UTTERANCE


def _holds(memory: Memory) -> bool:
    return memory.status is Status.ACTIVE


def _is_note_of(note: Memory, claim: Memory) -> bool:
    """Whether a note of the same turn says what was claimed; other facts of the turn do not."""
    words = canonical(note.content)
    keyless = semantic(note) and note.subject_key is None
    return keyless and (canonical(claim.content) in words or value_of(claim) in words)


def _in_doubt(said: Memory, claim: Memory) -> Memory:
    return replace(said, contradicted_by=claim.superseded_by or claim.id)


def _said_over(said: Memory, claim: Memory) -> Memory:
    share = len(canonical(claim.content)) / max(1, len(canonical(said.content)))
    if share < _MOST_OF_IT:
        return _in_doubt(said, claim)
    return replace(
        said,
        status=Status.SUPERSEDED,
        status_reason=Reason.SAID_OVER,
        superseded_by=claim.superseded_by,
        valid_to=max(claim.valid_to or said.valid_from, said.valid_from),
        retired_at=claim.retired_at,
    )
