"""The archive's suite over the in-memory one, which is its oracle."""

from __future__ import annotations

import pytest

from hindsight_integrations.ports import Archive
from hindsight_integrations.testing import InMemoryArchive
from hindsight_integrations.testing.archive import ArchiveContract


class TestInMemoryArchive(ArchiveContract):
    @pytest.fixture
    def archive(self) -> Archive:
        return InMemoryArchive(self.identity)
