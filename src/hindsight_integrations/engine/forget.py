"""Forgets for real: every table, the window, the journals; it keeps ids and reasons, never content."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from hindsight_integrations.answers import Copy, Erasure
from hindsight_integrations.engine.core import Core
from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.ports import Deadline, RecordWriter, Scrubbed
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Scope

#: A reason goes into the audit, so it is a short code and no place for content.
_LONGEST_REASON = 64


def forget(
    core: Core, scope: Scope, where: Where, *, reason: str, actor: str | None, deadline: Deadline
) -> Erasure:
    """Erase what ``where`` matches with all that is tied to it. An empty filter is refused."""
    if where.empty:
        raise InvalidInput(
            "forget() needs a filter: ids, subject, session or where; "
            "everything=True forgets the whole user"
        )
    return _erase(
        core,
        scope,
        reason=reason,
        actor=actor,
        deadline=deadline,
        work=lambda tx: tx.erase(where, reason=reason, actor=actor),
    )


def forget_everything(
    core: Core, scope: Scope, *, reason: str, actor: str | None, deadline: Deadline
) -> Erasure:
    """Erase the whole user."""
    erasure = _erase(
        core,
        scope,
        reason=reason,
        actor=actor,
        deadline=deadline,
        work=lambda tx: tx.erase_all(reason=reason, actor=actor),
    )
    core.working.drop(scope, turns=None, deadline=deadline)
    return erasure


def _erase(
    core: Core,
    scope: Scope,
    *,
    reason: str,
    actor: str | None,
    deadline: Deadline,
    work: Callable[[RecordWriter], Scrubbed],
) -> Erasure:
    if not reason or not reason.strip() or len(reason) > _LONGEST_REASON:
        raise InvalidInput(f"reason must be a short code of 1 to {_LONGEST_REASON} characters")
    with core.records.writing(scope, deadline) as tx:
        now = tx.now
        gone = work(tx)
    core.working.drop(scope, turns=gone.turns, deadline=deadline)
    scrubbed = core.records.scrub(deadline)
    return _report(gone, scrubbed, reason, actor, now)


def _report(
    gone: Scrubbed, scrubbed: bool, reason: str, actor: str | None, now: datetime
) -> Erasure:
    places = ("records", "vectors", "words", "log", "working memory")
    where = dict.fromkeys(places, Copy.SCRUBBED)
    where["journal"] = Copy.SCRUBBED if scrubbed else Copy.PENDING
    return Erasure(gone.memories, gone.turns, where, reason, actor, now)
