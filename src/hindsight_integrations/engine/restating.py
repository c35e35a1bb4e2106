"""Finds what a claim says again in other words, of what is known and of its own call, before the transaction; it writes nothing, and the writer looks again.

Only where many values stand side by side: under a key that holds one value ``supersede`` decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any

from hindsight_integrations.engine.core import Core
from hindsight_integrations.engine.drafts import Again, Draft, Restated
from hindsight_integrations.engine.earlier import Earlier
from hindsight_integrations.engine.supersede import inferred, wording
from hindsight_integrations.errors import ModelError, StoreError
from hindsight_integrations.language.likeness import Bounds, alike, moves_with_time
from hindsight_integrations.ports import Deadline, RecordReader, Vector
from hindsight_integrations.queries import Where
from hindsight_integrations.records import (
    Claim,
    Memory,
    MemoryType,
    Scope,
    Source,
    Status,
    SubjectPattern,
)
from hindsight_integrations.settings import LikenessSettings

#: What stands beside others of its kind, so that it may be there twice.
_KINDS = frozenset({MemoryType.FACT, MemoryType.PREFERENCE, MemoryType.TASK})


def compared(
    core: Core,
    scope: Scope,
    drafts: Sequence[Draft],
    deadline: Deadline,
    before: Earlier | None = None,
) -> list[Draft]:
    """The drafts, each with what it restates, if anything. Vectors and the encoder are asked here.

    ``before``: drafts of the same call that were compared already, and are written before these, which join them.
    """
    listed, earlier = list(drafts), Earlier() if before is None else before
    wanted = [place for place, item in enumerate(listed) if _comparable(core, item)]
    if not wanted or len(wanted) > core.settings.likeness.batch or core.index is None:
        for place in wanted:
            earlier.add(listed[place])
        return listed
    with core.records.reading(scope, deadline) as reader:
        for place in wanted:
            found = _restated(core, reader, scope, listed[place], deadline)
            again = None if found else _again(core, earlier, listed[place])
            listed[place] = replace(listed[place], restates=found, again=again)
            earlier.add(listed[place])
    return listed


def _again(core: Core, earlier: Earlier, drafted: Draft) -> Again | None:
    """The nearest draft of the call that says the same; ``None`` too if the encoder cannot be asked."""
    claim, settings = drafted.claim, core.settings.likeness
    if moves_with_time(claim.content):
        return None
    near = earlier.near(drafted, settings.reworded)
    rivals = (pair for pair in near if _may_repeat(pair[1].claim, claim))
    try:
        for score, item in islice(rivals, settings.nearest):
            verdict = alike(
                item.claim.content, claim.content, score, bounds(settings), partial(_cosine, core)
            )
            if verdict.same:
                return Again(item, verdict.reason)
    except ModelError:
        return None  # advice, as of what is known
    return None


def _may_repeat(known: Claim, claim: Claim) -> bool:
    """Whether two claims of one kind and key, in one call, could be the same statement; see ``may_be``."""
    return _data(known.payload) == _data(claim.payload) and (
        (known.source is Source.INFERRED) == (claim.source is Source.INFERRED)
    )


def _comparable(core: Core, drafted: Draft) -> bool:
    claim = drafted.claim
    beside = claim.type in _KINDS and not core.settings.single(claim.subject)
    return beside and drafted.vector is not None and not (claim.ends or claim.replaces)


def _restated(
    core: Core, reader: RecordReader, scope: Scope, drafted: Draft, deadline: Deadline
) -> Restated | None:
    """The nearest record that says the same; ``None`` too if index or encoder cannot be asked."""
    claim, vector = drafted.claim, drafted.vector
    assert vector is not None
    assert core.index is not None
    settings = core.settings.likeness
    where = Where.of(statuses=Status.ACTIVE, types=claim.type)
    if claim.subject is not None:
        where = replace(where, subjects=(SubjectPattern.parse(claim.subject),))
    try:
        near = core.index.search(scope, vector, where, limit=settings.nearest, deadline=deadline)
        close = [
            hit
            for place, hit in enumerate(near.hits)
            if hit.score >= (settings.whole if place < settings.far else settings.reworded)
        ]
        known = reader.get([hit.id for hit in close])
        for hit in close:
            if (memory := known.get(hit.id)) is None or not may_be(memory, claim):
                continue
            verdict = alike(
                memory.content, claim.content, hit.score, bounds(settings), partial(_cosine, core)
            )
            if verdict.same:
                return Restated(memory.id, wording(memory.content), verdict.reason)
    except (StoreError, ModelError):
        return None  # advice: without it, both stand side by side
    return None


def may_be(known: Memory, claim: Claim) -> bool:
    """Whether a record could be the same statement, whatever its words: kind, key, data, standing, time."""
    return (
        known.status is Status.ACTIVE
        and known.type is claim.type
        and known.subject_key == claim.subject
        and _data(known.payload) == _data(claim.payload)
        and inferred(known) == (claim.source is Source.INFERRED)
        and not moves_with_time(claim.content)
    )


def _data(payload: Mapping[str, Any]) -> dict[str, Any]:
    """What is kept with it, like the day of a task; the value is the statement in short."""
    return {name: value for name, value in payload.items() if name != "value"}


def bounds(own: LikenessSettings) -> Bounds:
    """The settings as the judgement takes them."""
    return Bounds(own.whole, own.scant, own.rest, own.reworded, own.rest_reworded, own.without)


def _cosine(core: Core, one: str, other: str) -> float:
    encoder = core.embedder
    if encoder is None:
        return 0.0
    rows: Vector = core.ask(encoder, partial(encoder.embed, [one, other]))
    return float(rows[0] @ rows[1])
