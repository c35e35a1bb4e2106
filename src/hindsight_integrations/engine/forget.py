"""Forgets for real: every table, the window, the journals; it keeps ids and reasons, never content."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from hindsight_integrations.answers import Copy, Erasure
from hindsight_integrations.engine import archiving
from hindsight_integrations.engine.aliases import widened
from hindsight_integrations.engine.core import Core
from hindsight_integrations.engine.echoes import echoes
from hindsight_integrations.engine.plans import fulfilled
from hindsight_integrations.engine.stubs import noted_echoes
from hindsight_integrations.errors import InvalidInput, StoreError
from hindsight_integrations.ports import Deadline, RecordWriter, Scrubbed
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Memory, Scope, Status
from hindsight_integrations.validation import identifier

#: A reason goes into the audit, so it is a short code and no place for content.
_LONGEST_REASON = 64
#: What the erasing transaction itself empties.
_TABLES = ("records", "vectors", "words", "log")
#: The part of the time that reading archived values may take; the rest is for the erasure.
_READING = 0.25
_ARCHIVED = Where.of(statuses=Status.ARCHIVED)


def forget(
    core: Core, scope: Scope, where: Where, *, reason: str, actor: str | None, deadline: Deadline
) -> Erasure:
    """Erase what ``where`` matches with all that is tied to it. An empty filter is refused."""
    if where.empty:
        raise InvalidInput(
            "forget() needs a filter: ids, subject, session or where; "
            "everything=True forgets the whole user"
        )
    _check_audit(reason, actor)
    worded = _archived_words(core, scope, where, deadline)
    return _erase(
        core,
        scope,
        reason=reason,
        actor=actor,
        deadline=deadline,
        work=lambda tx: _with_echoes(tx, where, worded, reason, actor),
    )


def _archived_words(
    core: Core, scope: Scope, where: Where, deadline: Deadline
) -> Mapping[str, Memory]:
    """Archived claims with their values, by id: who repeats one later is found by it.

    Those that cannot be read soon are left out: what repeated them before was noted in the stub.
    """
    statuses = where.statuses
    if core.archive is None or (statuses is not None and Status.ARCHIVED not in statuses):
        return {}
    with core.records.reading(scope, deadline) as reader:
        found = reader.find(replace(widened(reader, where), statuses=(Status.ARCHIVED,)))
    claims = [item for item in found if item.subject_key is not None and item.source_turn]
    soon = Deadline.after(deadline.remaining * _READING)
    return archiving.fetched(core, scope, claims, soon)[0]


def _with_echoes(
    tx: RecordWriter, where: Where, worded: Mapping[str, Memory], reason: str, actor: str | None
) -> Scrubbed:
    """Erase what matches, what an assistant repeated of it in the same session, and the plans that came true in it."""
    where = widened(tx, where)
    claims = [memory for memory in tx.find(where) if memory.subject_key is not None]
    copies = {said.id for claim in claims for said in echoes(tx, worded.get(claim.id, claim))}
    copies |= {id for claim in claims for id in noted_echoes(claim)}
    copies |= {plan.id for claim in claims for plan in fulfilled(tx, claim)}
    gone = tx.erase(where, reason=reason, actor=actor)
    if not copies:
        return gone
    more = tx.erase(Where(ids=tuple(sorted(copies))), reason=reason, actor=actor)
    return Scrubbed(gone.memories + more.memories, gone.turns + more.turns)


def forget_everything(
    core: Core, scope: Scope, *, reason: str, actor: str | None, deadline: Deadline
) -> Erasure:
    """Erase the whole user."""
    return _erase(
        core,
        scope,
        reason=reason,
        actor=actor,
        deadline=deadline,
        whole=True,
        work=lambda tx: tx.erase_all(reason=reason, actor=actor),
    )


def _erase(
    core: Core,
    scope: Scope,
    *,
    reason: str,
    actor: str | None,
    deadline: Deadline,
    whole: bool = False,
    work: Callable[[RecordWriter], Scrubbed],
) -> Erasure:
    _check_audit(reason, actor)
    with core.records.writing(scope, deadline) as tx:
        now = tx.now
        archived = tx.count(_ARCHIVED)
        gone = work(tx)
        cold = tx.count(_ARCHIVED) < archived
    dropped = _drop(core, scope, None if whole else gone.turns, deadline)
    places = {"working memory": dropped, **core.records.scrub(deadline)}
    ids = None if whole else gone.memories
    places |= archiving.erase(core, scope, ids, deadline, cold=cold)
    return _report(gone, places, reason, actor, now)


def _drop(core: Core, scope: Scope, turns: Iterable[str] | None, deadline: Deadline) -> bool:
    """Take the turns out of the sessions' windows; those that cannot be reached die by themselves."""
    try:
        core.working.drop(scope, turns=turns, deadline=deadline)
    except StoreError:
        return False
    return True


def _check_audit(reason: str, actor: str | None) -> None:
    """Both go into the audit: a short code, and a name."""
    if not isinstance(reason, str) or not reason.strip() or len(reason) > _LONGEST_REASON:
        raise InvalidInput(f"reason must be a short code of 1 to {_LONGEST_REASON} characters")
    identifier(reason, "reason")
    if actor is not None:
        identifier(actor, "actor")


def _report(
    gone: Scrubbed, places: Mapping[str, bool], reason: str, actor: str | None, now: datetime
) -> Erasure:
    where = dict.fromkeys(_TABLES, Copy.SCRUBBED)
    where |= {name: Copy.SCRUBBED if clean else Copy.PENDING for name, clean in places.items()}
    return Erasure(gone.memories, gone.turns, where, reason, actor, now)
