"""Checks that one subject's records make one chain with one active end; it knows nothing of how they were written."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from hindsight_integrations import Memory, Status


def unbroken(records: list[Memory]) -> list[Memory]:
    """The chain from the first value to the active one; every link in both directions, none left over."""
    by_id = {item.id: item for item in records}
    [active] = [item for item in records if item.status is Status.ACTIVE]
    assert active.superseded_by is None
    chain = [active]
    while (earlier := chain[-1].supersedes) is not None:
        assert by_id[earlier].superseded_by == chain[-1].id
        assert by_id[earlier].status is Status.SUPERSEDED
        assert by_id[earlier].valid_to == chain[-1].valid_from
        chain.append(by_id[earlier])
    assert len(chain) == len(records), "some records stand beside the chain"
    return chain[::-1]


def sound(path: Path) -> bool:
    """Whether SQLite finds nothing wrong with the file."""
    db = sqlite3.connect(path)
    try:
        found = db.execute("PRAGMA integrity_check").fetchall()
    finally:
        db.close()
    return found == [("ok",)]
