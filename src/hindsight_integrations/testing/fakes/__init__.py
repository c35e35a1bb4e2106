"""The ports over plain dicts, for tests and as the oracle of real stores; they keep nothing and open nothing."""

from .clock import FrozenClock
from .models import BrokenEmbedder, BrokenExtractor, BrokenReranker, ScriptedExtractor
from .record_store import InMemoryRecordStore
from .vector_index import InMemoryVectorIndex
from .working_memory import InMemoryWorkingMemory

__all__ = [
    "BrokenEmbedder",
    "BrokenExtractor",
    "BrokenReranker",
    "FrozenClock",
    "InMemoryRecordStore",
    "InMemoryVectorIndex",
    "InMemoryWorkingMemory",
    "ScriptedExtractor",
]
