"""The ports over plain dicts, for tests and as the oracle of real stores; they keep nothing and open nothing."""

from hindsight_integrations.testing.fakes.archive import InMemoryArchive
from hindsight_integrations.testing.fakes.clock import FrozenClock
from hindsight_integrations.testing.fakes.models import (
    BrokenEmbedder,
    BrokenExtractor,
    BrokenReranker,
    ScriptedExtractor,
)
from hindsight_integrations.testing.fakes.outside_index import (
    InMemoryOutsideIndex,
    OutsideService,
)
from hindsight_integrations.testing.fakes.record_store import InMemoryRecordStore
from hindsight_integrations.testing.fakes.vector_index import InMemoryVectorIndex
from hindsight_integrations.testing.fakes.working_memory import InMemoryWorkingMemory

__all__ = [
    "BrokenEmbedder",
    "BrokenExtractor",
    "BrokenReranker",
    "FrozenClock",
    "InMemoryArchive",
    "InMemoryOutsideIndex",
    "InMemoryRecordStore",
    "InMemoryVectorIndex",
    "InMemoryWorkingMemory",
    "OutsideService",
    "ScriptedExtractor",
]
