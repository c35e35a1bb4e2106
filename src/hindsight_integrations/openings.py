"""The verb that proposes what to ask a user first, for ``UserMemory`` to have; it writes no statement."""

from __future__ import annotations

from hindsight_integrations.answers import Opener
from hindsight_integrations.engine import opening
from hindsight_integrations.engine.core import Core
from hindsight_integrations.lanes import Lanes, bounded, twin
from hindsight_integrations.records import Scope
from hindsight_integrations.validation import text, whole


class Opening:
    """What an agent may ask at the beginning."""

    _core: Core
    lanes: Lanes
    scope: Scope

    @bounded
    def ask_first(self, task: str, *, unobserved: int = 0) -> tuple[Opener, ...]:
        """At most two questions that help with ``task``, for what is not known of the user yet.

        Only within the session's first three turns, in the language of the task, from the
        catalogue. What is proposed counts as asked: it is never proposed to this user again,
        whether it is answered, declined or passed over. ``unobserved`` is how many of the
        user's turns were said and not observed yet; they count as well.
        """
        wanted, ahead = text(task, "task"), whole(unobserved, "unobserved")
        return opening.propose(self._core, self.scope, wanted, self.lanes.deadline(), ahead)

    aask_first = twin(ask_first)
