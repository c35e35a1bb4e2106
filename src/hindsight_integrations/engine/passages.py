"""Judges passages that another retriever found by the memory's own rules; it writes nothing.

Each passage is taken as a claim: under a key that holds one value it meets what the memory
knows and what the other passages say, by the same decisions as a write (``supersede``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hindsight_integrations.answers import Judgement, combined
from hindsight_integrations.engine.conflicts import penalties
from hindsight_integrations.engine.core import Core
from hindsight_integrations.engine.drafts import embed, record
from hindsight_integrations.engine.fading import confidence_at
from hindsight_integrations.engine.moments import micros
from hindsight_integrations.engine.scoring import normalised, score, verdict
from hindsight_integrations.engine.supersede import decide, said, semantic, value_of
from hindsight_integrations.errors import HindsightError
from hindsight_integrations.language.tokens import words
from hindsight_integrations.outlines import Outlines
from hindsight_integrations.passages import Passage
from hindsight_integrations.ports import Deadline, Heard, RecordReader
from hindsight_integrations.records import Claim, Memory, Role, Scope, Status, Turn

#: What stands behind a passage's place as the id of the record it is taken for.
_PREFIX = "passage:"


@dataclass
class _Table:
    """The passages as records, and what is known under their keys, while decisions are taken."""

    memories: list[Memory]
    chains: dict[str, list[Memory]] = field(default_factory=dict)
    #: Passages that say what another record says already, by place: that record's id.
    same: dict[int, str] = field(default_factory=dict)


def judge(
    core: Core,
    scope: Scope,
    query: str,
    passages: Sequence[Passage],
    *,
    at: datetime,
    deadline: Deadline,
) -> list[Judgement]:
    """The passages by score, best first, each with its verdict; replaced ones say what replaced them."""
    if not passages:
        return []
    claims = [_claim(core, passage, at) for passage in passages]
    near = _similarities(core, query, passages)
    with core.records.reading(scope, deadline) as reader:
        table = _table(core, scope, reader, claims, at)
    _decide_all(core, table, at)
    return _judged(core, table, near, at)


def _claim(core: Core, passage: Passage, at: datetime) -> Claim:
    """The passage as a claim. Without a subject, the one that the rules read in it, if it is one."""
    if passage.subject is not None:
        return passage.as_claim()
    turn = Turn(role=Role.USER, content=passage.content)
    claims = core.rules.extract(Heard(turn, "", passage.event_time or at, "UTC"))
    keyed = [claim for claim in claims if claim.subject is not None and not claim.ends]
    if len(keyed) != 1:
        return passage.as_claim()
    return passage.as_claim(keyed[0].subject, **keyed[0].payload)


def _similarities(core: Core, query: str, passages: Sequence[Passage]) -> NDArray[np.float64]:
    """How near each passage is: its retriever's score; where one has none, ours for all.

    Scores outside [0, 1] are taken for a reranker's raw scores. 0 is a score, ``None`` is none.
    """
    given = [passage.score for passage in passages]
    if all(value is not None for value in given):
        return np.array(normalised([value for value in given if value is not None]))
    try:
        vectors = embed(core, [query, *(passage.content for passage in passages)])
    except HindsightError:
        vectors = [None]
    asked, *others = vectors
    if asked is None:
        return _shared_words(query, passages)
    return np.array([max(0.0, float(asked @ other)) for other in others if other is not None])


def _shared_words(query: str, passages: Sequence[Passage]) -> NDArray[np.float64]:
    """The share of the question's words that each passage holds: what is left without an encoder."""
    asked = set(words(query))
    return np.array([len(asked & set(words(p.content))) / max(1, len(asked)) for p in passages])


def _table(
    core: Core, scope: Scope, reader: RecordReader, claims: Sequence[Claim], at: datetime
) -> _Table:
    memories = [
        replace(
            record(core, scope, claim, at),
            id=f"{_PREFIX}{place}",
            created_at=min(claim.event_time or at, at),
        )
        for place, claim in enumerate(claims)
    ]
    table = _Table(memories)
    for memory in memories:
        if memory.subject_key is not None and core.settings.single(memory.subject_key):
            known = [item for item in reader.chain(memory.subject_key) if semantic(item)]
            table.chains.setdefault(memory.subject_key, known)
    return table


def _decide_all(core: Core, table: _Table, at: datetime) -> None:
    """Let each dated passage meet its chain in the order of time; of one time, the better found comes last."""
    order = sorted(range(len(table.memories)), key=lambda n: (table.memories[n].valid_from, -n))
    last = max((m.sequence for chain in table.chains.values() for m in chain), default=0)
    for number, place in enumerate(order, last + 1):
        new = replace(table.memories[place], sequence=number)
        chain = table.chains.get(new.subject_key or "")
        if chain is None or new.event_time is None:
            continue
        decision = decide(new, chain, at, core.settings)
        changed = {memory.id: memory for memory in decision.edits}
        chain[:] = [changed.get(memory.id, memory) for memory in chain]
        if decision.new is not None:
            chain.append(decision.new)
        elif decision.kept is not None:
            table.same[place] = decision.kept.id
    _take_back(table)
    _compare_undated(table)


def _compare_undated(table: _Table) -> None:
    """A passage without a time replaces nothing; if the value that holds is another, it is in doubt."""
    for place, memory in enumerate(table.memories):
        if memory.event_time is not None or memory.subject_key not in table.chains:
            continue
        for known in table.chains[memory.subject_key]:
            if known.status is Status.ACTIVE and value_of(known) != value_of(memory):
                table.memories[place] = replace(memory, contradicted_by=known.id)


def _take_back(table: _Table) -> None:
    """Give each passage what was decided of it, or of the record that says the same."""
    by_id = {memory.id: memory for chain in table.chains.values() for memory in chain}
    for place, memory in enumerate(table.memories):
        decided = by_id.get(table.same.get(place, memory.id))
        if decided is not None:
            table.memories[place] = replace(
                decided, id=memory.id, content=memory.content, scope=memory.scope
            )


def _judged(core: Core, table: _Table, near: NDArray[np.float64], at: datetime) -> list[Judgement]:
    settings = core.settings
    outlines = Outlines.of([_row(memory) for memory in table.memories])
    conflict = penalties(outlines, micros(at), settings.score)
    scores = score(outlines, near, conflict, at, settings)
    repeats = _repeats(table.memories, scores.total())
    judged = []
    for place, memory in enumerate(table.memories):
        parts = scores.parts_of(place)
        judged.append(
            Judgement(
                place=place,
                score=combined(parts, scores.form),
                parts=parts,
                verdict=verdict(
                    conflict=float(conflict[place]),
                    unhelpful=False,
                    recency=float(scores.recency[place]),
                    settings=settings.score,
                ),
                confidence=confidence_at(memory, at, settings.confidence),
                subject=None if memory.subject_key is None else str(memory.subject_key),
                reason=repeats.get(place) or _reason(memory),
            )
        )
    return sorted(judged, key=lambda judgement: (-judgement.score, judgement.place))


def _repeats(memories: Sequence[Memory], total: NDArray[np.float64]) -> dict[int, str]:
    """Passages of the same words as a better one, by place."""
    best: dict[bytes, int] = {}
    repeats: dict[int, str] = {}
    for place in sorted(range(len(memories)), key=lambda n: (-total[n], n)):
        first = best.setdefault(said(memories[place]), place)
        if first != place:
            repeats[place] = f"it says the same as passage {first}"
    return repeats


def _reason(memory: Memory) -> str | None:
    """Why a passage does not hold any more; ``None`` if it does."""
    if memory.status is Status.ACTIVE:
        return None
    return str(memory.status_reason or memory.status.value)


def _row(memory: Memory) -> Sequence[Any]:
    return (
        memory.id,
        memory.sequence,
        memory.type.value,
        memory.tier.value,
        memory.status.value,
        micros(memory.happened_at),
        micros(memory.confirmed_at),
        micros(memory.valid_from),
        None if memory.valid_to is None else micros(memory.valid_to),
        memory.confidence,
        memory.importance,
        memory.access_count,
        memory.pinned,
        memory.contradicted_by is not None,
        memory.helpful is False,
        memory.status_reason,
        said(memory),
        "",  # a passage is a claim, and nobody's utterance
    )
