"""Finds the event that an order question names ("what did I do before the concert?"), and so the time that it asks for; it ranks nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from hindsight_integrations.engine.question import Ask
from hindsight_integrations.language.clauses import asks
from hindsight_integrations.language.sequence import beside, says_order
from hindsight_integrations.language.times import TimeCue
from hindsight_integrations.language.tokens import query_terms
from hindsight_integrations.ports import RecordReader
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Memory, MemoryType, Role, Tier, Window

#: Records that are looked at, and the share of the event's words that the right one holds.
_LOOKED_AT, _SHARE = 20, 0.5
#: What happened in the instant of the event itself lies on neither side.
_INSTANT = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Anchor:
    """The side of an event as a time, and what is asked of it."""

    cue: TimeCue
    terms: tuple[str, ...]


def anchored(reader: RecordReader, ask: Ask) -> Anchor | None:
    """The time before or after the event that a question names; ``None`` if it names none that is known."""
    wanted = beside(ask.query)
    if wanted is None or ask.where.within is not None:
        return None
    where = replace(ask.where, tiers=(Tier.EPISODIC,))
    event = _event(reader, wanted.terms, where)
    if event is None or says_order(event.content):
        return None  # "after the concert we ate" answers in its own words
    at = event.happened_at
    window = Window(start=at + _INSTANT) if wanted.after else Window(end=at - _INSTANT)
    if not reader.latest(replace(where, within=window), limit=1):
        return None  # nothing was said on that side
    side = "after" if wanted.after else "before"
    return Anchor(TimeCue(window, True, f"{side} {wanted.event}"), query_terms(wanted.rest))


def _event(reader: RecordReader, terms: Sequence[str], where: Where) -> Memory | None:
    """The user's telling that holds the most of the event's words; of equals, the one the keyword index prefers."""
    hits = reader.keyword(terms, where, limit=_LOOKED_AT)
    records = reader.get([hit.id for hit in hits])
    told = [
        records[hit.id] for hit in hits if hit.id in records and not _only_asks(records[hit.id])
    ]
    best = max(told, key=lambda memory: _share(terms, memory.content), default=None)
    return best if best is not None and _share(terms, best.content) >= _SHARE else None


def _share(terms: Sequence[str], content: str) -> float:
    """How many of the words stand in a text; a term that ends in ``*`` is a prefix."""
    words = query_terms(content)
    held = sum(
        any(word.startswith(term[:-1]) for word in words) if term.endswith("*") else term in words
        for term in terms
    )
    return held / len(terms)


def _only_asks(memory: Memory) -> bool:
    """Whether it is a question or an answer about the event rather than the user's telling of it."""
    if memory.type is not MemoryType.UTTERANCE:
        return False
    return memory.payload.get("role") != Role.USER.value or asks(memory.content)
