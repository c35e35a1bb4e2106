"""The server's clock as this process knows it, so that all machines date by one; it asks nobody."""

from __future__ import annotations

from datetime import datetime

from hindsight_integrations.ports import system_clock
from hindsight_integrations.stores.mapping import instant, micros


class ServerClock:
    """This machine's clock, set by what the server's said last.

    It is never behind the server's by more than the machines drift between two transactions,
    and ahead by no more than one round trip: what was written before is never in its future.
    """

    def __init__(self) -> None:
        self._ahead = 0

    def __call__(self) -> datetime:
        return instant(micros(system_clock()) + self._ahead)

    def heard(self, server: int, asked: int) -> None:
        """The server said ``server`` when asked at ``asked`` by our clock (both in microseconds)."""
        self._ahead = server - asked
