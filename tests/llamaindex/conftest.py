"""What the tests of LlamaIndex's face share: a memory in a file, and words as tokens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hindsight_integrations import Hindsight
from hindsight_integrations.models.hashing import HashingEncoder


@pytest.fixture
def hindsight(tmp_path: Path) -> Iterator[Hindsight]:
    with Hindsight.open(f"sqlite:///{tmp_path / 'm.db'}", embedder=HashingEncoder()) as opened:
        yield opened
