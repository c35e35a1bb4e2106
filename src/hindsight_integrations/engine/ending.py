"""Ends a session: what was gathered is written, the window goes, the log is marked; what was learnt stays."""

from __future__ import annotations

from datetime import timedelta

from hindsight_integrations.answers import IdleSession, SessionEnd
from hindsight_integrations.engine.core import Core
from hindsight_integrations.engine.touches import flush
from hindsight_integrations.errors import InvalidInput, StoreError
from hindsight_integrations.ports import Deadline
from hindsight_integrations.records import Scope


def end_session(core: Core, scope: Scope, deadline: Deadline) -> SessionEnd:
    """Write the access counts, mark the session in the log, and let its window go.

    Raises :class:`InvalidInput` if the scope names no session.
    """
    if scope.session is None:
        raise InvalidInput("end_session() needs a session: for_user(..., session=...)")
    flush(core)
    with core.records.writing(scope, deadline) as tx:
        before = tx.ended(scope.session)
        tx.end(scope.session)
        ended = tx.ended(scope.session) and not before
    return SessionEnd(scope.session, ended, _let_go(core, scope, deadline))


def end_idle(
    core: Core, tenant: str, idle: timedelta, limit: int, deadline: Deadline
) -> list[IdleSession]:
    """End a tenant's sessions in which nothing was said for ``idle``, and let their windows go.

    They are marked first, all at once, so that two machines never end one session twice. A
    window that then cannot be reached dies by itself.
    """
    flush(core)
    ended = core.records.end_idle(tenant, core.clock() - idle, limit=limit, deadline=deadline)
    for item in ended:
        _let_go(core, Scope(tenant, item.user, session=item.session), deadline)
    return ended


def _let_go(core: Core, scope: Scope, deadline: Deadline) -> tuple[str, ...]:
    """The log has all that the window had, so a window that cannot be reached costs nothing."""
    try:
        core.working.end(scope, deadline=deadline)
    except StoreError as error:
        return (f"working memory: {type(error).__name__}",)
    return ()
