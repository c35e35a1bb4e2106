"""The outside index's suite over pgvector on a real server."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from hindsight_integrations.ports import OutsideIndex
from hindsight_integrations.stores import pgvector
from hindsight_integrations.testing.builders import ample
from hindsight_integrations.testing.outside_index import OutsideIndexContract


class TestPgvector(OutsideIndexContract):
    @pytest.fixture
    def handle(self, pgvector_place: str) -> Iterator[Callable[[], OutsideIndex]]:
        yield lambda: pgvector.from_url(pgvector_place)
        index = pgvector.from_url(pgvector_place)
        index.clear(ample())
        index.close()
