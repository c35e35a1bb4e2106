"""What every flow is given: the ports, the policy, and the few powers the engine has no right to by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from hindsight_integrations.engine.touches import Touches
from hindsight_integrations.language.catalogue import Catalogue
from hindsight_integrations.ports import (
    Archive,
    Clock,
    Embedder,
    Extractor,
    RecordStore,
    Reranker,
    Scorer,
    Summarizer,
    VectorIndex,
    WorkingMemory,
)
from hindsight_integrations.settings import Settings

T = TypeVar("T")


class AskModel(Protocol):
    """Calls a model: inline, or, if it says it is ``slow``, on the lane for such models."""

    def __call__(self, model: Any, call: Callable[[], T]) -> T: ...


@dataclass(frozen=True, slots=True)
class Core:
    """One opened memory. ``rules`` reads turns when the plugged-in extractor fails.
    ``catalogue`` says what can be asked for (``None``: the built-in one)."""

    records: RecordStore
    index: VectorIndex | None
    working: WorkingMemory
    embedder: Embedder | None
    reranker: Reranker | None
    summarizer: Summarizer | None
    extractor: Extractor
    rules: Extractor
    settings: Settings
    clock: Clock
    new_id: Callable[[], str]
    ask: AskModel
    touches: Touches
    #: How many secrets of each kind were found since it was opened.
    secrets: Counter[str] = field(default_factory=Counter)
    catalogue: Catalogue | None = None
    #: Cold storage, if one was named.
    archive: Archive | None = None
    #: Says how much a turn matters; ``None``: the rules do.
    scorer: Scorer | None = None
