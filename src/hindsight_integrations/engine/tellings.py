"""Finds the user's own tellings of an event that a question names, and when it was; it reads no question and ranks nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from hindsight_integrations.language.clauses import asks
from hindsight_integrations.language.folding import simplified
from hindsight_integrations.language.irregular import forms, lemma
from hindsight_integrations.language.likeness_reading import read as meaning
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.sequence import event_terms
from hindsight_integrations.language.times import find_times
from hindsight_integrations.language.tokens import query_terms
from hindsight_integrations.ports import RecordReader
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Memory, MemoryType, Role, Tier

#: Records that are looked at, and the share of an event's words that its telling holds.
LOOKED_AT, SHARE = 40, 0.5
#: What is told like this has not happened, or not then.
_NOT_HAPPENED = (
    r"(?i)\b(?:never|not yet|want(?:s|ed)? to|would (?:like|love) to|plan(?:s|ned|ning)? (?:to|on)|going to (?!the\b|a\b|my\b|see\b)|am thinking|thinking (?:of|about)|hop(?:e|ing) to|might|considering|haven't|didn't|don't|won't|can't wait|looking forward|'ll|will|dream of)\b"
    "|从来没|从没|还没|没有?(?:去|来|买|见|吃|看|换|搬|做|学)|想(?:去|要|买|换|学|搬|再)|打算|计划|准备|希望|将要|下[周个次]|以后要|考虑"
)


@dataclass(frozen=True, slots=True)
class Telling:
    """A record in which the user tells of the event, the share of its words, and whether it says that it happened."""

    memory: Memory
    share: float
    happened: bool


def tellings(reader: RecordReader, event: str, where: Where) -> list[Telling]:
    """The user's tellings of ``event``, the likeliest first; of equals, those that the keyword index prefers."""
    wanted = replace(where, tiers=(Tier.EPISODIC,))
    hits = reader.keyword(_looked_for(event), wanted, limit=LOOKED_AT)
    records = reader.get([hit.id for hit in hits])
    told = [records[hit.id] for hit in hits if hit.id in records]
    found = [_telling(event, memory) for memory in told if not only_asks(memory)]
    likely = [item for item in found if item.share >= SHARE]
    return sorted(likely, key=lambda item: (not item.happened, -item.share))


def _telling(event: str, memory: Memory) -> Telling:
    return Telling(memory, share(event, memory.content), happened(memory))


def happened(memory: Memory) -> bool:
    """Whether it tells of something that was so, and not of a wish or a plan."""
    return compiled(_NOT_HAPPENED).search(simplified(memory.content)) is None


def _looked_for(event: str) -> Sequence[str]:
    """The event's words, each form of its verbs, and its Chinese characters alone: 搬家 is told as 搬到."""
    terms = event_terms(event)
    other = [form for term in terms for form in forms(term)]
    singles = [
        f"{character}*" for character in simplified(event) if "\u4e00" <= character <= "\u9fff"
    ]
    return tuple(dict.fromkeys((*terms, *other, *singles)))


def share(event: str, content: str) -> float:
    """How much of an event a text tells: of its words, or of its meanings where these are more."""
    return max(held(event_terms(event), content), _meant(event, content))


def held(terms: Sequence[str], content: str) -> float:
    """How many of the words stand in a text; a term that ends in ``*`` is a prefix."""
    words = {lemma(word) for word in query_terms(content)}
    return sum(_in(lemma(term), words) for term in terms) / len(terms) if terms else 0.0


def _in(term: str, words: Collection[str]) -> bool:
    if term.endswith("*"):
        return any(word.startswith(term[:-1]) for word in words)
    return term in words


def _meant(event: str, content: str) -> float:
    wanted = {token.word: token.senses for token in meaning(event).matter}
    told = {sense for token in meaning(content).tokens for sense in token.senses}
    return (
        sum(not senses.isdisjoint(told) for senses in wanted.values()) / len(wanted)
        if wanted
        else 0.0
    )


def only_asks(memory: Memory) -> bool:
    """Whether it is a question or an answer about the event rather than the user's telling of it."""
    if memory.type is not MemoryType.UTTERANCE:
        return False
    return memory.payload.get("role") != Role.USER.value or asks(memory.content)


def when(memory: Memory, tz: str) -> datetime:
    """When it happened: at the one clear past time that it names, else when it was told."""
    told = memory.happened_at
    named = [
        mention.window.start
        for mention in find_times(memory.content, told, tz)
        if not mention.vague and mention.window.start is not None and mention.window.start <= told
    ]
    return named[0] if len(named) == 1 else told
