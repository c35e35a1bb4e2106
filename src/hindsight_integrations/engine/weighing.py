"""Weighs what a user says: by the rules or a plugged-in scorer, and by the user's own history of complaints (REQUIREMENTS W6)."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from datetime import timedelta

from hindsight_integrations.engine.consulting import consult
from hindsight_integrations.engine.core import Core
from hindsight_integrations.errors import HindsightError, ModelError
from hindsight_integrations.language.happenings import Happening
from hindsight_integrations.language.importance import Weight, weight
from hindsight_integrations.language.salience import trivial
from hindsight_integrations.ports import Deadline, Heard
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Claim, MemoryType, Role, Scope, Window
from hindsight_integrations.settings import ImportanceSettings

#: The tag of an utterance that complains; by it the user's complaints are counted.
COMPLAINT = "complaint"
#: What a scorer answers: from small talk to what matters most.
_LEAST, _MOST = 1.0, 10.0


def raised(value: float, complaints: int, settings: ImportanceSettings) -> float:
    """``value``, higher for somebody who complained often before; never above 1."""
    often = 0 < settings.often <= complaints
    return min(1.0, value + settings.raised) if often else value


def share(rating: object) -> float:
    """A scorer's 1 to 10 as 0.1 to 1. Raises :class:`ModelError` for anything else."""
    number = isinstance(rating, int | float) and not isinstance(rating, bool)
    if not number or not math.isfinite(rating) or not _LEAST <= rating <= _MOST:  # type: ignore[arg-type, operator]
        raise ModelError("a scorer must answer a number from 1 to 10")
    return float(rating) / _MOST  # type: ignore[arg-type]


@dataclass
class Scales:
    """Weighs the turns of one call. ``degraded`` is told of a scorer that failed.

    What a user complained of before is counted once, and only where something is weighed.
    """

    core: Core
    scope: Scope
    deadline: Deadline
    degraded: list[str]
    _before: int | None = field(default=None, init=False)

    def weighed(self, heard: Heard) -> Weight | None:
        """What the turn weighs by its matter; ``None``: nothing says so, and its type decides."""
        turn = heard.turn
        if turn.role is not Role.USER or not turn.content:
            return None
        by_rule = weight(turn.content)
        if trivial(turn.content):
            return by_rule
        return self._rated(heard, by_rule)

    def utterance(self, claim: Claim, event: Happening | None, found: Weight | None) -> Claim:
        """The turn itself, with the greater of what its event and its matter say; a complaint is marked."""
        values = [item.importance for item in (event,) if item is not None]
        if found is not None:
            values.append(found.value if trivial(claim.content) else self._raised(found.value))
        complains = claim.payload.get("role") == Role.USER.value and _complains(claim.content)
        tags = (*claim.tags, COMPLAINT) if complains else claim.tags
        return replace(claim, importance=max(values, default=None), tags=tags)

    def claim(self, claim: Claim, found: Weight | None) -> float | None:
        """A claim drawn from the turn counts at least as much as its own matter; else what was said, or its type's."""
        if claim.importance is not None:
            return claim.importance
        own = found if self.core.scorer is not None else weight(claim.content)
        if own is None:
            return None
        return self._raised(max(own.value, self._settings.by_type[claim.type]))

    @property
    def _settings(self) -> ImportanceSettings:
        return self.core.settings.importance

    def _rated(self, heard: Heard, by_rule: Weight | None) -> Weight | None:
        """What the scorer says; without one, or if it fails, what the rules say."""
        scorer = self.core.scorer
        if scorer is None:
            return by_rule
        try:
            value = consult(self.core, scorer, lambda: scorer.rate(heard.turn.content), share)
        except HindsightError as error:
            self.degraded.append(
                f"scorer failed on a turn ({type(error).__name__}); the rules weighed it"
            )
            return by_rule
        return Weight(value, "a scorer")

    def _raised(self, value: float) -> float:
        return raised(value, self._complaints(), self._settings) if self._settings.often else value

    def _complaints(self) -> int:
        """The user's complaints of the last while, in all sessions."""
        if self._before is None:
            start = self.core.clock() - timedelta(days=self._settings.often_days)
            where = Where(
                types=(MemoryType.UTTERANCE,), tags=(COMPLAINT,), within=Window(start=start)
            )
            with self.core.records.reading(self.scope, self.deadline) as reader:
                self._before = reader.count(where)
        return self._before


def _complains(text: str) -> bool:
    found = weight(text)
    return found is not None and found.reason == "a complaint"
