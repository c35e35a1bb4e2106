"""A clock that stands still until it is told to move; it never looks at the machine's."""

from __future__ import annotations

from datetime import datetime, timedelta

from hindsight_integrations.testing.builders import MOMENT
from hindsight_integrations.validation import utc


class FrozenClock:
    """A :data:`~hindsight_integrations.ports.Clock` for tests: ``clock()`` is its instant."""

    def __init__(self, at: datetime = MOMENT) -> None:
        self._now = utc(at, "at")

    def __call__(self) -> datetime:
        return self._now

    def advance(self, by: timedelta) -> datetime:
        """Move by ``by`` (which may be negative); answers the new instant."""
        self._now += by
        return self._now

    def set(self, at: datetime) -> datetime:
        """Stand at ``at``, in UTC; a naive instant is refused."""
        self._now = utc(at, "at")
        return self._now
