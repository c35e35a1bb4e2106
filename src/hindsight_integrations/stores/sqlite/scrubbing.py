"""Drives what was erased out of the file and its journal; it erases nothing itself."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from hindsight_integrations.errors import Unavailable
from hindsight_integrations.ports import Deadline
from hindsight_integrations.stores.sqlite.connections import Connections
from hindsight_integrations.stores.sqlite.failures import translating


def scrubbed(
    connections: Connections, deadline: Deadline, *, whole: bool, small: int
) -> Mapping[str, bool]:
    """Empty the write-ahead log, and rewrite the file where it is ``small`` (bytes) or ``whole`` is asked.

    ``secure_delete`` zeroes what is deleted, but rows that SQLite moved between pages leave
    copies in the pages' unused middle: only rewriting the file (VACUUM) clears those.
    """
    if connections.in_memory:
        return {}
    path = connections.path
    clean = {"unused pages": False, "journal": False}
    try:
        if whole or Path(path).stat().st_size <= small:
            with translating(path), connections.outside(deadline) as db:
                db.execute("VACUUM")
            clean["unused pages"] = True
        with translating(path), connections.outside(deadline) as db:
            busy, _, _ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        clean["journal"] = not busy
    except Unavailable:  # somebody reads, or the time is over: it stays pending
        return clean
    return clean
