"""Finds the event that an order question names ("what did I do before the concert?"), and so the time that it asks for; it ranks nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta

from hindsight_integrations.engine.question import Ask
from hindsight_integrations.engine.tellings import tellings
from hindsight_integrations.language.sequence import beside, says_order
from hindsight_integrations.language.times import TimeCue
from hindsight_integrations.language.tokens import query_terms
from hindsight_integrations.ports import RecordReader
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Memory, Tier, Window

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
    event = _event(reader, wanted.event, where)
    if event is None or says_order(event.content):
        return None  # "after the concert we ate" answers in its own words
    at = event.happened_at
    window = Window(start=at + _INSTANT) if wanted.after else Window(end=at - _INSTANT)
    if not reader.latest(replace(where, within=window), limit=1):
        return None  # nothing was said on that side
    side = "after" if wanted.after else "before"
    return Anchor(TimeCue(window, True, f"{side} {wanted.event}"), query_terms(wanted.rest))


def _event(reader: RecordReader, event: str, where: Where) -> Memory | None:
    """The user's likeliest telling of the event, whether it has happened yet or was planned."""
    told = tellings(reader, event, where)
    best = max(told, key=lambda telling: telling.share, default=None)
    return None if best is None else best.memory
