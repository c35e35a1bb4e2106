"""Failures of memory that an agent bears: counted and logged, by ids and kinds alone."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from types import TracebackType

from hindsight_integrations.errors import HindsightError
from hindsight_integrations.records import Scope

_log = logging.getLogger("hindsight_integrations.runs")


class Failures:
    """Counts what memory could not, or only in part, do. With ``raises`` an error goes through."""

    def __init__(self, *, raises: bool) -> None:
        self.raises = raises
        self.count = 0
        self._lock = Lock()

    def borne(self, verb: str, scope: Scope) -> Attempt:
        """``with failures.borne("recall", scope):`` goes on behind the block when that fails."""
        return Attempt(self, verb, scope)

    def note(self, verb: str, scope: Scope, reasons: Sequence[str]) -> bool:
        """Count and log ``reasons``, if there are any; whether there were."""
        if reasons:
            with self._lock:
                self.count += 1
            _log.warning("%s is degraded for %s: %s", verb, scope, "; ".join(reasons))
        return bool(reasons)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A block that uses the memory; see :meth:`Failures.borne`."""

    failures: Failures
    verb: str
    scope: Scope

    def __enter__(self) -> None:
        return None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        if self.failures.raises or not isinstance(error, HindsightError):
            return False
        return self.failures.note(self.verb, self.scope, [type(error).__name__])
