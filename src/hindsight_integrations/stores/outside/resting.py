"""When an index that failed is asked again: the longer it fails, the later; it asks nothing itself."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from hindsight_integrations.settings import IndexSettings


@dataclass
class Rest:
    """Shared by whoever asks one index, so that a search does not wait for what a writer knows is down.

    Threads may race on it: the worst that happens is one question too many.
    """

    settings: IndexSettings
    monotonic: Callable[[], float] = time.monotonic
    failures: int = 0
    _until: float = field(default=0.0)

    @property
    def left(self) -> float:
        """Seconds until the index may be asked; 0 if it may now."""
        return max(0.0, self._until - self.monotonic()) if self.failures else 0.0

    def failed(self) -> None:
        """It did not answer: rest, twice as long as the last time."""
        if self.left:
            return  # somebody else, who asked at the same time, has said so
        longest, first = self.settings.longest_pause_seconds, self.settings.pause_seconds
        pause = min(longest, first * 2.0 ** min(self.failures, 30))
        self.failures += 1
        self._until = self.monotonic() + pause

    def answered(self) -> None:
        self.failures = 0
