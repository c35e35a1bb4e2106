"""The working memory's suite over the in-memory one, which is its oracle."""

from __future__ import annotations

import pytest

from hindsight_integrations.ports import WorkingMemory
from hindsight_integrations.testing import InMemoryWorkingMemory
from hindsight_integrations.testing.working_memory import WorkingMemoryContract


class TestInMemoryWorkingMemory(WorkingMemoryContract):
    @pytest.fixture
    def working(self) -> WorkingMemory:
        return InMemoryWorkingMemory()
