"""The numbers of the memory service: sizes, time limits, waiting; no policy about memories."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """The memory service over HTTP (``hindsight serve``)."""

    #: Bytes of a body. One memory holds a million characters, which are up to four million bytes.
    body_bytes: int = 4 * 1024 * 1024
    #: Seconds that one request may take, its body included; a caller's own time-out is rarely longer.
    deadline_seconds: float = 10.0
    #: Seconds that ``/health`` may take: who asks it gives up sooner than other callers.
    health_seconds: float = 3.0
    #: Seconds that the start waits for servers that are starting too, and the pauses between
    #: two tries, doubled each time.
    wait_seconds: float = 20.0
    pause_seconds: float = 0.25
    longest_pause_seconds: float = 2.0
    #: The most memories that one answer may hold: some 2 MB of JSON.
    answers: int = 1000
    #: Characters of an API key, at least: 16 of a random one cannot be guessed through a network.
    key_length: int = 16
