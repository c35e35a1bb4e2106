"""Forgets what a session wrote last, where a turn asks for it (REQUIREMENTS W9); the forgetting itself is ``forget``'s."""

from __future__ import annotations

from collections.abc import Sequence

from hindsight_integrations.answers import Erasure
from hindsight_integrations.engine.core import Core
from hindsight_integrations.engine.forget import forget
from hindsight_integrations.language.unsaying import unsays
from hindsight_integrations.ports import Deadline, LoggedTurn
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Role, Scope

#: The reason that goes into the audit.
REASON = "asked-in-conversation"


def unsay(
    core: Core, scope: Scope, logged: Sequence[LoggedTurn], deadline: Deadline
) -> tuple[Erasure, ...]:
    """Forget, for each turn that asks for it, the user's last turn before it of which something is kept."""
    asking = [item for item in logged if item.turn.role is Role.USER and unsays(item.turn.content)]
    found = []
    for item in asking:
        if target := _last_before(core, scope, item, deadline):
            where = Where(source_turns=(target,))
            found.append(forget(core, scope, where, reason=REASON, actor=None, deadline=deadline))
    return tuple(found)


def _last_before(core: Core, scope: Scope, asking: LoggedTurn, deadline: Deadline) -> str | None:
    with core.records.reading(scope, deadline) as reader:
        for earlier in reversed(reader.turns(scope.session)):
            before = earlier.sequence < asking.sequence and earlier.turn.role is Role.USER
            if before and reader.find(Where(source_turns=(earlier.id,)), limit=1):
                return earlier.id
    return None
