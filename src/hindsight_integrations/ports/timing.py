"""The clock that the engine is given, and the deadline that every call hands down."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from hindsight_integrations.errors import DeadlineExceeded

Clock = Callable[[], datetime]
"""Answers the present instant, timezone-aware."""


def system_clock() -> datetime:
    """The machine's clock, in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Deadline:
    """When a verb must be done, on the monotonic clock; handed down to whatever may wait."""

    at: float

    @classmethod
    def after(cls, seconds: float) -> Deadline:
        return cls(time.monotonic() + seconds)

    def within(self, seconds: float) -> Deadline:
        """This one, or that in ``seconds`` from now, if it comes earlier."""
        return min(self, Deadline.after(seconds), key=lambda deadline: deadline.at)

    @property
    def remaining(self) -> float:
        """Seconds left, at least 0."""
        return max(0.0, self.at - time.monotonic())

    @property
    def passed(self) -> bool:
        return time.monotonic() >= self.at

    def check(self) -> None:
        """Raise :class:`DeadlineExceeded` if the time is over."""
        if self.passed:
            raise DeadlineExceeded(
                "the call ran out of time; nothing of it was written. Pass less at once, "
                "or allow more: with hindsight.deadline(seconds): ..."
            )
