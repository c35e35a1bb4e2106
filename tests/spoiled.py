"""A memory of one record for tests that pass bad input: whatever they do, it holds that record after; it decides no test."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from hindsight_integrations import Hindsight, UserMemory
from hindsight_integrations.models.hashing import HashingEncoder
from leaks import SENTINEL, logged
from shelves import everything

#: A fault that is known and not mended yet: the test fails as soon as it is.
SAID = f"Alice lives in Lisbon {SENTINEL}"


def opened(folder: Path) -> Hindsight:
    return Hindsight.open(f"sqlite:///{folder}/memory.db", embedder=HashingEncoder())


def watched(hindsight: Hindsight, caplog: pytest.LogCaptureFixture) -> Iterator[UserMemory]:
    """The memory of one record; at the end it still holds that, and no log holds content."""
    caplog.set_level(logging.DEBUG)
    memory = hindsight.for_user("alice", session="s")
    memory.remember(SAID, subject="user.location")
    yield memory
    assert SAID in {item.content for item in everything(memory)}
    assert SENTINEL not in logged(caplog)


def only(memory: UserMemory) -> str:
    """The id of that record."""
    return everything(memory)[0].id


def nothing_written(memory: UserMemory) -> bool:
    """Whether that record is all there is."""
    return len(everything(memory)) == 1 and not memory.window()
