"""The ways by which recall finds candidates; each answers hits, none decides anything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from ..answers import Hit, RouteTrace
from ..errors import StoreError
from ..ports import Deadline, RecordReader
from ..queries import Where
from ..records import Memory, Scope, SubjectPattern
from ..settings import RouteSettings
from .core import Core
from .question import Question


@dataclass
class Found:
    """What the routes of one recall found so far."""

    traces: list[RouteTrace] = field(default_factory=list)
    memories: dict[str, Memory] = field(default_factory=dict)
    degraded: list[str] = field(default_factory=list)

    def add(self, name: str, hits: Iterable[Hit], note: str = "") -> None:
        self.traces.append(RouteTrace(name, tuple(hits), note))

    def add_memories(self, name: str, memories: Iterable[Memory], note: str = "") -> None:
        """A route that loads what it finds: its hits rank by place."""
        found = list(memories)
        self.memories.update((memory.id, memory) for memory in found)
        hits = [Hit(memory.id, 1.0 - place / len(found)) for place, memory in enumerate(found)]
        self.add(name, hits, note)

    @property
    def ids(self) -> list[str]:
        """Every candidate once, in the order of finding."""
        return list(dict.fromkeys(hit.id for trace in self.traces for hit in trace.hits))

    def scores(self, name: str) -> dict[str, float]:
        """A route's own scores, by id; the better one where it ran twice."""
        best: dict[str, float] = {}
        for trace in self.traces:
            if trace.name == name:
                for hit in trace.hits:
                    best[hit.id] = max(hit.score, best.get(hit.id, hit.score))
        return best


def by_meaning(core: Core, scope: Scope, asked: Question, found: Found, deadline: Deadline) -> None:
    """The vector route. An index that cannot be reached is noted, and the other routes answer."""
    if asked.vector is None or core.index is None:
        found.add("vector", (), "no encoder: words only")
        return
    limit = core.settings.routes.vector
    try:
        for where, note in _views(asked):
            hits = core.index.search(scope, asked.vector, where, limit=limit, deadline=deadline)
            found.add("vector", hits, note)
    except StoreError as error:
        found.degraded.append(f"vector route: {type(error).__name__}")
        found.add("vector", (), "the index did not answer")


def by_record(reader: RecordReader, asked: Question, found: Found, widths: RouteSettings) -> None:
    """The routes that the record store answers: words, subject, time, the most recent."""
    for where, note in _views(asked):
        found.add("keyword", reader.keyword(asked.terms, where, limit=widths.keyword), note)
    _by_subject(reader, asked, found, widths)
    if asked.window is not None:
        found.add_memories("time", reader.find(asked.inside, limit=widths.time))
    found.add_memories("recent", reader.find(asked.where, limit=widths.recent))


def load(reader: RecordReader, found: Found) -> None:
    """Load every candidate from the record store: an index may be late, the store is not."""
    missing = [id for id in found.ids if id not in found.memories]
    if missing:
        found.memories.update(reader.get(missing))


def similarities(
    core: Core, scope: Scope, asked: Question, found: Found, deadline: Deadline
) -> Mapping[str, float]:
    """The cosine of every candidate, also of those that other routes found."""
    known = found.scores("vector")
    if asked.vector is None or core.index is None:
        return known
    rest = [id for id in found.memories if id not in known]
    if not rest:
        return known
    try:
        more = core.index.similarity(scope, asked.vector, rest, deadline=deadline)
    except StoreError as error:
        found.degraded.append(f"vector route: {type(error).__name__}")
        return known
    return known | more


def _views(asked: Question) -> list[tuple[Where, str]]:
    """The filters to search with: one, or, for a clear window, what is inside and what stands."""
    if asked.window is None:
        return [(asked.where, "")]
    return [(asked.inside, "inside the window"), (asked.standing, "standing facts")]


def _by_subject(reader: RecordReader, asked: Question, found: Found, widths: RouteSettings) -> None:
    keys = asked.subjects
    if not keys:
        return
    wanted = asked.where.subjects
    if wanted is not None:
        keys = tuple(key for key in keys if _overlaps(key, wanted))
    where = replace(asked.where, subjects=keys)
    found.add_memories(
        "subject", reader.find(where, limit=widths.subject), ", ".join(map(str, keys))
    )


def _overlaps(key: SubjectPattern, wanted: tuple[SubjectPattern, ...]) -> bool:
    return any(pattern == key or pattern.matches(key.key) for pattern in wanted)
