"""Gathers access counts until somebody writes them; lossy by design, it never slows an answer."""

from __future__ import annotations

import logging
from collections import Counter, deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from hindsight_integrations.errors import HindsightError
from hindsight_integrations.records import Scope

if TYPE_CHECKING:
    from hindsight_integrations.engine.core import Core

_log = logging.getLogger("hindsight_integrations.touches")


class _Touch(NamedTuple):
    wall: tuple[str, str]
    id: str


class Touches:
    """A bounded buffer of accesses. Appending is a single atomic operation, safe from any thread."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._pending: deque[_Touch] = deque(maxlen=limit * 4)

    def add(self, scope: Scope, ids: Iterable[str]) -> bool:
        """Note that these were told; True if enough has gathered to be written."""
        self._pending.extend(_Touch(scope.wall, id) for id in ids)
        return len(self._pending) >= self._limit

    def take(self) -> dict[tuple[str, str], Counter[str]]:
        """Everything gathered so far, by tenant and user, and forget it here."""
        gathered: dict[tuple[str, str], Counter[str]] = {}
        for _ in range(len(self._pending)):
            try:
                touch = self._pending.popleft()
            except IndexError:  # another thread took the rest
                break
            gathered.setdefault(touch.wall, Counter())[touch.id] += 1
        return gathered


def flush(core: Core) -> None:
    """Write what has gathered. A store that is busy loses these counts: no verb fails for them."""
    for (tenant, user), counts in core.touches.take().items():
        try:
            core.records.touch(Scope(tenant, user), counts, core.clock())
        except HindsightError as error:
            _log.debug("access counts were lost: %s", type(error).__name__)
            return
