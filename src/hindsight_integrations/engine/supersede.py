"""Decides what a new record does to what is known under its key (REQUIREMENTS S1-S3); pure, it writes nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from hindsight_integrations.answers import Action
from hindsight_integrations.engine.fading import confidence_at
from hindsight_integrations.language.tokens import canonical, canonical_before
from hindsight_integrations.records import Memory, MemoryType, Source, Status, Tier
from hindsight_integrations.settings import Settings, Strategy


class Reason(StrEnum):
    """Why a record is not the active one."""

    LATER = "a later value took its place"
    LATE = "it arrived late: a later value was known"
    LESS_SURE = "the other value is surer"
    ONLY_INFERRED = "an inference does not replace a statement"
    STATED = "a statement replaced the inference"
    ENDED = "it was said to hold no longer"
    CORRECTED = "it was corrected"
    SAID_OVER = "what it said was replaced"
    CAME_TRUE = "the plan came true"


#: Records with these reasons never were the value: they stand beside the chain, not in it.
BESIDE = frozenset({Reason.LESS_SURE, Reason.ONLY_INFERRED, Reason.STATED, Reason.CORRECTED})


@dataclass(frozen=True, slots=True)
class Decision:
    """What to do: a record to add (if any), known records to change, and what that amounts to."""

    action: Action
    new: Memory | None = None
    edits: tuple[Memory, ...] = ()
    kept: Memory | None = None
    reason: str | None = None


def value_of(memory: Memory) -> str:
    """What a record says, for 'the same again': its payload's ``value``, else its content."""
    value = memory.payload.get("value")
    return canonical(value if isinstance(value, str) else memory.content)


def digest(memory: Memory) -> bytes:
    """Equal for records of one tier that say the same."""
    return _digest(memory, value_of(memory))


def digest_before(memory: Memory) -> bytes:
    """The digest that a record with these very characters has in files from before traditional ones were folded."""
    value = memory.payload.get("value")
    return _digest(memory, canonical_before(value if isinstance(value, str) else memory.content))


def _digest(memory: Memory, value: str) -> bytes:
    stated = f"{memory.tier.value}\0{value}".encode("utf-8", "surrogatepass")
    return hashlib.blake2b(stated, digest_size=16).digest()


def said(memory: Memory) -> bytes:
    """Equal for records with the same words, of whatever tier and key."""
    return wording(memory.content)


def wording(content: str) -> bytes:
    """Equal for texts of the same words."""
    words = canonical(content).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(words, digest_size=16).digest()


def inferred(memory: Memory) -> bool:
    """Whether nobody said so."""
    return memory.type is MemoryType.INFERENCE or memory.source is Source.INFERRED


def stated(memory: Memory) -> bool:
    """Whether the user said so."""
    return memory.source is Source.USER_STATED and memory.type is not MemoryType.INFERENCE


def refreshed(known: Memory, new: Memory) -> Memory:
    """``known`` after the same was said again: confirmed, as sure as the surer of the two."""
    return replace(
        known,
        confirmed_at=max(known.confirmed_at, new.happened_at),
        confidence=max(known.confidence, new.confidence),
        importance=max(known.importance, new.importance),
        priority=max(known.priority, new.priority),
        tags=tuple(dict.fromkeys((*known.tags, *new.tags))),
        access_count=known.access_count + 1,
        last_accessed_at=new.created_at,
        contradicted_by=None,
        said_again=known.said_again + tuple(turn for turn in new.turns if turn not in known.turns),
    )


def decide(new: Memory, records: Sequence[Memory], now: datetime, settings: Settings) -> Decision:
    """What ``new`` does under a key that holds one value.

    ``records`` are all of the key. Identical values refresh, inferences yield to statements,
    and the strategy of the new record's type (or its key's) settles the rest. A statement
    about the past never becomes the active value.
    """
    chain = _in_order([record for record in records if record.status_reason not in BESIDE])
    new = _placed_in_time(new, chain)
    active = next((record for record in chain if record.status is Status.ACTIVE), None)
    if again := _said_again(new, chain, active):
        return again
    if active is not None and (verdict := _by_standing(new, active, chain, now, settings)):
        return verdict
    return _by_time(new, chain)


def ended(known: Memory, at: datetime, now: datetime) -> Memory:
    """``known`` after it was said to hold no longer."""
    return replace(
        known,
        status=Status.EXPIRED,
        status_reason=Reason.ENDED,
        valid_to=max(at, known.valid_from),
        retired_at=now,
    )


def _in_order(chain: Sequence[Memory]) -> list[Memory]:
    """By valid time. Of one instant, what was replaced comes before what replaced it.

    The order of writing does not tell: a correction is written late and takes an early place.
    """
    by_id = {record.id: record for record in chain}

    def followers(record: Memory) -> int:
        count, after = 0, by_id.get(record.superseded_by or "")
        while after is not None and after.valid_from == record.valid_from and count < len(chain):
            count, after = count + 1, by_id.get(after.superseded_by or "")
        return count

    return sorted(chain, key=lambda record: (record.valid_from, -followers(record)))


def _placed_in_time(new: Memory, chain: Sequence[Memory]) -> Memory:
    """Only an explicit time reorders: without one, ``new`` is later than all that have none."""
    if new.event_time is not None:
        return new
    implicit = [record.valid_from for record in chain if record.event_time is None]
    return replace(new, valid_from=max([new.valid_from, *implicit]))


def _said_again(new: Memory, chain: Sequence[Memory], active: Memory | None) -> Decision | None:
    """The value that held at the new record's time is the same: confirm it instead."""
    holding = _before(new, chain)
    if holding is None or value_of(holding) != value_of(new) or not _open_at(holding, new):
        return None
    if inferred(holding) and stated(new):
        return None
    if holding is not active:
        return Decision(Action.REFRESHED, kept=holding)
    kept = refreshed(holding, new)
    return Decision(Action.REFRESHED, edits=(kept,), kept=kept)


def _open_at(record: Memory, new: Memory) -> bool:
    return record.valid_to is None or new.valid_from < record.valid_to


def _by_standing(
    new: Memory, active: Memory, chain: Sequence[Memory], now: datetime, settings: Settings
) -> Decision | None:
    """Who says it, and how surely, where that goes before time; ``None`` if time decides."""
    if inferred(new) and stated(active):
        return _yields(new, active, Reason.ONLY_INFERRED, now)
    if stated(new) and inferred(active):
        return _outranks(new, active, chain, Reason.STATED, now)
    if settings.strategy(new.type, new.subject_key) is not Strategy.CONFIDENCE:
        return None
    mine = confidence_at(new, now, settings.confidence)
    theirs = confidence_at(active, now, settings.confidence)
    if mine < theirs:
        return _yields(new, active, Reason.LESS_SURE, now)
    return _outranks(new, active, chain, Reason.LESS_SURE, now)


def _yields(new: Memory, active: Memory, reason: Reason, now: datetime) -> Decision:
    """``new`` is kept beside the chain; if it is the later one, the active value is in doubt."""
    beside = replace(
        new,
        status=Status.SUPERSEDED,
        status_reason=reason,
        superseded_by=active.id,
        valid_to=new.valid_from,
        retired_at=now,
    )
    later = new.valid_from >= active.valid_from
    edits = (replace(active, contradicted_by=new.id),) if later else ()
    return Decision(Action.FILED, new=beside, edits=edits, reason=reason)


def _outranks(
    new: Memory, active: Memory, chain: Sequence[Memory], reason: Reason, now: datetime
) -> Decision:
    """``new`` becomes active whatever its time; an older-dated winner makes the other void."""
    if new.valid_from > active.valid_from:
        return _on_top(new, active, now)
    rest = [record for record in chain if record is not active]
    before = _before(new, rest)
    void = replace(
        active,
        status=Status.SUPERSEDED,
        status_reason=reason,
        superseded_by=new.id,
        valid_to=active.valid_from,
        retired_at=now,
        supersedes=None,
    )
    edits = [void]
    if before is not None:
        edits.append(_followed(before, new))
    top = replace(new, supersedes=active.id if before is None else before.id)
    return Decision(Action.SUPERSEDED, new=top, edits=tuple(edits), reason=reason)


def _by_time(new: Memory, chain: Sequence[Memory]) -> Decision:
    """The later one holds; a late arrival takes its place in the chain."""
    after = next((record for record in chain if record.valid_from > new.valid_from), None)
    before = _before(new, chain)
    if after is not None and after.status is Status.ACTIVE and value_of(after) == value_of(new):
        return _held_longer(new, before, after)
    if after is not None:
        return _filed(new, before, after)
    if before is None:
        return Decision(Action.ADDED, new=new)
    if before.status is Status.ACTIVE:
        return _on_top(new, before, new.created_at)
    return Decision(
        Action.ADDED,
        new=replace(new, supersedes=before.id),
        edits=(_closed(before, new),),
    )


def _closed(before: Memory, new: Memory) -> Memory:
    """A predecessor that was not active: an archived one may have held until now."""
    if before.status is Status.ARCHIVED:
        return _followed(before, new)
    return replace(before, superseded_by=new.id)


def replaced_by(known: Memory, new: Memory, now: datetime) -> Memory:
    """``known`` after a later value took its place."""
    return replace(
        known,
        status=Status.SUPERSEDED,
        status_reason=Reason.LATER,
        superseded_by=new.id,
        valid_to=new.valid_from,
        retired_at=now,
    )


def _on_top(new: Memory, active: Memory, now: datetime) -> Decision:
    replaced = replaced_by(active, new, now)
    return Decision(Action.SUPERSEDED, new=replace(new, supersedes=active.id), edits=(replaced,))


def _filed(new: Memory, before: Memory | None, after: Memory) -> Decision:
    """``new`` goes between its neighbours in the chain."""
    filed = replace(
        new,
        status=Status.SUPERSEDED,
        status_reason=Reason.LATE,
        superseded_by=after.id,
        supersedes=before.id if before else None,
        valid_to=after.valid_from,
        retired_at=new.created_at,
    )
    edits = [replace(after, supersedes=new.id)]
    if before is not None:
        edits.append(_followed(before, new))
    return Decision(Action.FILED, new=filed, edits=tuple(edits), reason=Reason.LATE)


def _held_longer(new: Memory, before: Memory | None, after: Memory) -> Decision:
    """The active value held earlier than was known: it starts earlier."""
    kept = replace(refreshed(after, new), valid_from=new.valid_from)
    edits = [kept]
    if before is not None:
        edits.append(_followed(before, kept))
    return Decision(Action.REFRESHED, edits=tuple(edits), kept=kept)


def _followed(before: Memory, new: Memory) -> Memory:
    """``before`` with ``new`` as its successor in valid time."""
    until = new.valid_from if before.valid_to is None else min(before.valid_to, new.valid_from)
    return replace(before, superseded_by=new.id, valid_to=max(until, before.valid_from))


def _before(new: Memory, chain: Sequence[Memory]) -> Memory | None:
    """The last record of the chain that does not start later than ``new``."""
    earlier = [record for record in chain if record.valid_from <= new.valid_from]
    return earlier[-1] if earlier else None


def semantic(memory: Memory) -> bool:
    """Whether 'the same again' refreshes it: what happened twice stays two events."""
    return memory.tier is Tier.SEMANTIC
