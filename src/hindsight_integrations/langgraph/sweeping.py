"""Runs a sweep again and again on a thread of its own until it is stopped; it knows no store."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future

from hindsight_integrations.errors import HindsightError

_log = logging.getLogger("hindsight_integrations.sweeping")


class Sweeper:
    """One background thread at a time. ``sweep`` answers False when there is nothing left to sweep for."""

    def __init__(self) -> None:
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._future: Future[None] = Future()
        self._lock = threading.Lock()

    def start(self, sweep: Callable[[], bool], seconds: float) -> Future[None]:
        """Sweep every so many seconds; the future is done when the thread has ended.

        Cancelling it stops the thread. A sweeper that runs goes on as it does.
        """
        with self._lock:
            if self._thread is not None and self._thread.is_alive():
                return self._future
            stop, future = threading.Event(), Future[None]()
            self._stop, self._future = stop, future
            future.add_done_callback(lambda done: stop.set() if done.cancelled() else None)
            self._thread = threading.Thread(
                target=_run,
                args=(sweep, seconds, stop, future),
                name="hindsight-ttl-sweeper",
                daemon=True,
            )
            self._thread.start()
            return future

    def stop(self, timeout: float | None) -> bool:
        """Stop it and wait so long for it; whether it has ended."""
        with self._lock:
            thread = self._thread
            self._stop.set()
        if thread is None:
            return True
        thread.join(timeout)
        return not thread.is_alive()


def _run(
    sweep: Callable[[], bool], seconds: float, stop: threading.Event, future: Future[None]
) -> None:
    going = True
    while going and not stop.wait(seconds):
        try:
            going = sweep()
        except HindsightError as error:
            _log.warning("a sweep failed, the next follows: %s", type(error).__name__)
    if not future.done():
        future.set_result(None)
