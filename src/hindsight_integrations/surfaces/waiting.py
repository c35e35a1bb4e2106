"""Opens what needs servers that may still be starting, in growing pauses; it knows no server and no clock of its own."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from hindsight_integrations.errors import Unavailable
from hindsight_integrations.settings import ServiceSettings

T = TypeVar("T")


def when_ready(
    open: Callable[[], T],
    seconds: float,
    *,
    told: Callable[[str], None],
    settings: ServiceSettings | None = None,
    sleep: Callable[[float], None] = time.sleep,
    now: Callable[[], float] = time.monotonic,
) -> T:
    """What ``open`` answers, tried again for ``seconds`` while it raises :class:`Unavailable`.

    ``told`` hears why the first try failed. Raises :class:`Unavailable` with the last reason
    when the time is over; anything else at once, for waiting does not mend it.
    """
    given = settings or ServiceSettings()
    pause, end, said = given.pause_seconds, now() + seconds, False
    while True:
        try:
            return open()
        except Unavailable as error:
            left = end - now()
            if left <= 0:
                raise Unavailable(f"not ready after {seconds:g} s: {error}") from error
            if not said:
                told(f"waiting up to {seconds:g} s: {error}")
                said = True
        sleep(min(pause, left))
        pause = min(pause * 2, given.longest_pause_seconds)
