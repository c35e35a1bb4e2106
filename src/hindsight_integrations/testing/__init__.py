"""What authors of stores and agents test with: fakes, builders and contract suites; nothing in the package needs it.

The fakes and builders need only the package itself. The suites need pytest and hypothesis
and are imported from their own modules::

    from hindsight_integrations.testing.archive import ArchiveContract
    from hindsight_integrations.testing.embedder import EmbedderContract
    from hindsight_integrations.testing.moving import MovingContract
    from hindsight_integrations.testing.outside_index import OutsideIndexContract
    from hindsight_integrations.testing.record_store import RecordStoreContract
    from hindsight_integrations.testing.vector_index import VectorIndexContract
    from hindsight_integrations.testing.working_memory import WorkingMemoryContract
"""

import sys

from hindsight_integrations.testing.builders import (
    MOMENT,
    ample,
    direction,
    make_entry,
    make_memory,
    make_scope,
    make_turn,
)
from hindsight_integrations.testing.fakes import (
    BrokenEmbedder,
    BrokenExtractor,
    BrokenReranker,
    FrozenClock,
    InMemoryArchive,
    InMemoryOutsideIndex,
    InMemoryRecordStore,
    InMemoryVectorIndex,
    InMemoryWorkingMemory,
    OutsideService,
    ScriptedExtractor,
)

if "pytest" in sys.modules:  # under pytest, a failing assert of a suite shows its values
    import pytest

    pytest.register_assert_rewrite(
        *(
            f"{__name__}.{suite}"
            for suite in (
                "archive",
                "embedder",
                "moving",
                "outside_index",
                "record_store",
                "vector_index",
                "working_memory",
            )
        )
    )

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
    "MOMENT",
    "OutsideService",
    "ScriptedExtractor",
    "ample",
    "direction",
    "make_entry",
    "make_memory",
    "make_scope",
    "make_turn",
]
