"""The nouns that come back: changes, recollections with their scores and traces, erasures; plain data, no rendering."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import cached_property, partial
from typing import Any, NamedTuple

from hindsight_integrations.records import Memory, Turn


class Action(StrEnum):
    """What a write did."""

    ADDED = "added"  # a new record, nothing stood in its place
    SUPERSEDED = "superseded"  # a new record took the place of older ones
    REFRESHED = "refreshed"  # the same was known; it is confirmed again
    FILED = "filed"  # a new record went into the history, not to the top
    ENDED = "ended"  # a value was said to hold no longer
    EDITED = "edited"  # a record's own fields were changed
    REPEATED = "repeated"  # this very write had been done before; nothing was written
    WITHHELD = "withheld"  # it had been forgotten before; nothing was written


@dataclass(frozen=True, slots=True)
class Change:
    """The result of one write: what was done, to which memory, and what it replaced.

    ``memory`` is the record as it now stands; ``None`` if nothing is kept (``withheld``,
    or an end of something that was not known).
    """

    action: Action
    memory: Memory | None
    superseded: tuple[Memory, ...] = ()
    reason: str | None = None
    #: The kinds of the secrets that were found in it, one each; what was done with them is policy.
    secrets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Observation:
    """What one ``observe`` did: the turns it logged, what was learned, how many were known already.

    ``forgotten`` tells what was erased because a turn asked for it ("forget what I just said",
    "forget that I live in Berlin"), ``not_known`` the ids of turns that asked so for what is not known.
    """

    turns: tuple[Turn, ...]
    changes: tuple[Change, ...]
    repeated: int = 0
    withheld: int = 0
    degraded: tuple[str, ...] = ()
    forgotten: tuple[Erasure, ...] = ()
    not_known: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SessionEnd:
    """What the end of a session did. ``ended`` is false if nothing was said in it since the last end.

    ``degraded`` names what could not be let go; that dies by itself when its time is over.
    """

    session: str
    ended: bool
    degraded: tuple[str, ...] = ()


class IdleSession(NamedTuple):
    """A session that was ended because nothing was said in it since ``since``."""

    user: str
    session: str
    since: datetime


class Opener(NamedTuple):
    """A question to begin with: the subject key that its answer belongs to, and its text."""

    subject: str
    question: str


class Hit(NamedTuple):
    """One candidate from one route: a record id and that route's own score (higher is nearer)."""

    id: str
    score: float


def hits_of(ids: Iterable[str], scores: Iterable[float]) -> list[Hit]:
    """Hits from as many ids as scores; a search makes dozens, so they are made without a call each."""
    return list(map(_hit, zip(ids, scores, strict=True)))


_hit: Callable[[tuple[str, float]], Hit] = partial(tuple.__new__, Hit)


class Verdict(StrEnum):
    """How far a recollection can be relied on."""

    FRESH = "fresh"
    AGEING = "ageing"
    REPLACED = "replaced"
    CONTRADICTED = "contradicted"
    UNHELPFUL = "unhelpful"


@dataclass(frozen=True, slots=True)
class Part:
    """One term of a score: ``weight × value`` in the weighted form, a factor in the product form."""

    name: str
    value: float
    weight: float = 1.0

    @property
    def contribution(self) -> float:
        return self.value * self.weight


class ScoreForm(StrEnum):
    """How parts become a score: a weighted sum, or a product of factors."""

    WEIGHTED = "weighted"
    PRODUCT = "product"


def combined(parts: tuple[Part, ...], form: ScoreForm) -> float:
    """The score that ``parts`` make: one ``fsum`` of the contributions, or the factors' product."""
    if form is ScoreForm.WEIGHTED:
        return math.fsum(part.contribution for part in parts)
    return math.prod(part.value for part in parts)


@dataclass(frozen=True, slots=True)
class Recollection:
    """A memory that answers, its score taken apart, and how far to trust it.

    ``confidence`` is what is left of it at the asked instant. ``predecessor`` is the value
    this one replaced, where both are told (preferences). ``turns`` names the logged turns
    the memory comes from.
    """

    memory: Memory
    score: float
    parts: tuple[Part, ...]
    verdict: Verdict = Verdict.FRESH
    turns: tuple[str, ...] = ()
    confidence: float = 1.0
    predecessor: Memory | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the memory's rules say of one passage of another retriever.

    ``place`` is its place among the passages given. ``holds`` is false for one that a later
    or surer statement has replaced, or a better passage repeats; ``reason`` says which.
    """

    place: int
    score: float
    parts: tuple[Part, ...]
    verdict: Verdict
    confidence: float
    subject: str | None = None
    reason: str | None = None

    @property
    def holds(self) -> bool:
        return self.reason is None


@dataclass(frozen=True, slots=True)
class Summary:
    """A text on what is remembered, and the ids of the memories it is made from.

    ``degraded`` says what failed: a summarizer that did leaves the text of the rules.
    """

    text: str = field(repr=False)
    memories: tuple[str, ...]
    degraded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RouteTrace:
    """What one route found, best first, and a word on how it went."""

    name: str
    hits: tuple[Hit, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Left:
    """A candidate that was left out, by which step, and why."""

    id: str
    step: str
    reason: str


@dataclass(frozen=True, slots=True)
class Scored:
    """A candidate's score, taken apart; ``raw`` holds each route's own score of it."""

    id: str
    score: float
    parts: tuple[Part, ...]
    raw: Mapping[str, float]
    verdict: Verdict


@dataclass(frozen=True)
class Trace:
    """How an answer came about. Data only: it holds ids and numbers, and of texts just the query.

    ``scored``, ``left_out`` and ``injected`` are worked out when they are first looked at.
    """

    query: str = field(repr=False)
    rewritten: str = field(repr=False)
    at: datetime
    form: ScoreForm
    routes: tuple[RouteTrace, ...] = ()
    notes: tuple[str, ...] = ()
    degraded: tuple[str, ...] = ()
    _scored: Callable[[], Iterable[Scored]] = field(default=tuple, repr=False, compare=False)
    _left: Callable[[], Iterable[Left]] = field(default=tuple, repr=False, compare=False)
    _injected: Callable[[], Iterable[str]] = field(default=tuple, repr=False, compare=False)

    @cached_property
    def scored(self) -> tuple[Scored, ...]:
        """Every candidate that was scored, best first, its score taken apart."""
        return tuple(self._scored())

    @cached_property
    def left_out(self) -> tuple[Left, ...]:
        """Every candidate that is not among the answers, with the step and the reason."""
        return tuple(self._left())

    @cached_property
    def injected(self) -> tuple[str, ...]:
        """The ids that the default telling of this answer puts into a prompt."""
        return tuple(self._injected())

    def as_dict(self, *, content: bool = True) -> dict[str, Any]:
        """The trace as JSON-able data; ``content=False`` leaves the query's text out."""
        return {
            "query": self.query if content else "",
            "rewritten": self.rewritten if content else "",
            "at": self.at.isoformat(),
            "form": self.form.value,
            "routes": [
                {"name": r.name, "note": r.note, "hits": [hit._asdict() for hit in r.hits]}
                for r in self.routes
            ],
            "scored": [asdict(item) for item in self.scored],
            "left_out": [asdict(item) for item in self.left_out],
            "injected": list(self.injected),
            "notes": list(self.notes) if content else [],  # they quote the query
            "degraded": list(self.degraded),
        }


Teller = Callable[..., str]


@dataclass(frozen=True, slots=True)
class Recall:
    """An answer: recollections, best first, with the trace of how they were found."""

    recollections: tuple[Recollection, ...]
    trace: Trace
    _tell: Teller = field(repr=False, compare=False)

    def __iter__(self) -> Iterator[Recollection]:
        return iter(self.recollections)

    def __len__(self) -> int:
        return len(self.recollections)

    def __getitem__(self, place: int) -> Recollection:
        return self.recollections[place]

    @property
    def memories(self) -> tuple[Memory, ...]:
        return tuple(found.memory for found in self.recollections)

    @property
    def degraded(self) -> tuple[str, ...]:
        """What could not be asked this time (a route, a reranker); empty if all went well."""
        return self.trace.degraded

    def as_prompt(self, form: str = "json", *, budget: int | None = None) -> str:
        """The answer as text for a model: ``json`` (default), ``text`` or ``tagged``.

        ``budget`` is the most tokens it may take (default from the settings). An empty
        answer, or one with nothing above the threshold, is the empty string.
        """
        return self._tell(self.recollections, form, budget)


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why one memory was used for a question, or why it was not."""

    id: str
    used: bool
    reason: str
    rank: int | None = None
    scored: Scored | None = None
    routes: Mapping[str, int] = field(default_factory=dict)
    trace: Trace | None = field(default=None, repr=False)


class Copy(StrEnum):
    """Whether a copy of what was forgotten is gone, or will be."""

    SCRUBBED = "scrubbed"
    PENDING = "pending"


@dataclass(frozen=True, slots=True)
class Erasure:
    """What was forgotten and where; it never holds content.

    ``unreachable`` lists the places outside this package that may still hold a copy.
    """

    memories: tuple[str, ...]
    turns: tuple[str, ...]
    where: Mapping[str, Copy]
    reason: str
    actor: str | None
    at: datetime
    unreachable: tuple[str, ...] = (
        "checkpoints of the agent framework",
        "tracing services",
        "backups of the database",
        "text the model was already given",
    )

    @property
    def complete(self) -> bool:
        """Whether every copy within reach is gone."""
        return all(state is Copy.SCRUBBED for state in self.where.values())
