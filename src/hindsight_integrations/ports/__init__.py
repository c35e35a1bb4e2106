"""What the engine asks of the outside, as promises in prose; implementations live in stores/ and models/.

Every promise here is held by a contract suite in ``hindsight_integrations.testing``.
"""

from hindsight_integrations.ports.archive import Archive, Cold
from hindsight_integrations.ports.feeding import Backlog, Changes, Claim, Feed, Unfed
from hindsight_integrations.ports.index import Nearest, VectorIndex
from hindsight_integrations.ports.models import (
    Embedder,
    Extractor,
    Heard,
    ItemEncoder,
    Reranker,
    Scorer,
    Summarizer,
    Vector,
)
from hindsight_integrations.ports.outside import Held, Labels, OutsideIndex, Page, Point
from hindsight_integrations.ports.records import (
    Done,
    Entry,
    Facets,
    LoggedTurn,
    RecordReader,
    RecordStore,
    RecordWriter,
    Scrubbed,
)
from hindsight_integrations.ports.timing import Clock, Deadline, system_clock
from hindsight_integrations.ports.working import WorkingMemory

__all__ = [
    "Archive",
    "Backlog",
    "Changes",
    "Claim",
    "Clock",
    "Cold",
    "Deadline",
    "Done",
    "Embedder",
    "Entry",
    "Extractor",
    "Facets",
    "Feed",
    "Heard",
    "Held",
    "ItemEncoder",
    "Labels",
    "LoggedTurn",
    "Nearest",
    "OutsideIndex",
    "Page",
    "Point",
    "RecordReader",
    "RecordStore",
    "RecordWriter",
    "Reranker",
    "Scorer",
    "Scrubbed",
    "Summarizer",
    "Unfed",
    "Vector",
    "VectorIndex",
    "WorkingMemory",
    "system_clock",
]
