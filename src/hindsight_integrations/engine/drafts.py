"""Turns claims into records-to-be with their vectors and words; it opens no transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial

from hindsight_integrations.engine.core import Core
from hindsight_integrations.engine.fading import starting_confidence
from hindsight_integrations.engine.supersede import digest, said, semantic
from hindsight_integrations.language.tokens import words
from hindsight_integrations.ports import Entry, Vector
from hindsight_integrations.records import Claim, Memory, MemoryType, Scope, SubjectKey, Tier

_TIERS = {
    MemoryType.UTTERANCE: Tier.EPISODIC,
    MemoryType.EVENT: Tier.EPISODIC,
    MemoryType.EMOTION: Tier.EPISODIC,
    MemoryType.SUMMARY: Tier.EPISODIC,
}
#: Texts that go to the encoder in one call.
_BATCH = 256


@dataclass(frozen=True, slots=True)
class Restated:
    """A record that a claim says again in other words, as it was worded then, and why it is the same."""

    id: str
    worded: bytes
    reason: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A claim with what it takes a model to know: made before the transaction, used in it."""

    claim: Claim
    vector: Vector | None
    terms: tuple[str, ...] = field(repr=False)
    restates: Restated | None = None
    again: Again | None = None


@dataclass(frozen=True, slots=True)
class Again:
    """An earlier draft of the same call that a claim says again in other words, and why it is the same."""

    draft: Draft = field(repr=False)
    reason: str


def draft(core: Core, claims: Sequence[Claim]) -> list[Draft]:
    """Encode and tokenise claims, in order."""
    vectors = embed(core, [claim.content for claim in claims])
    return [
        replace(plain, vector=vector) for plain, vector in zip(worded(claims), vectors, strict=True)
    ]


def worded(claims: Sequence[Claim]) -> list[Draft]:
    """The claims with their words alone."""
    return [Draft(claim, None, tuple(words(claim.content))) for claim in claims]


def embed(core: Core, texts: Sequence[str]) -> list[Vector | None]:
    """One vector a text; ``None`` for all if there is no encoder. Raises :class:`ModelError`."""
    encoder = core.embedder
    if encoder is None:
        return [None] * len(texts)
    vectors: list[Vector | None] = []
    for start in range(0, len(texts), _BATCH):
        batch = list(texts[start : start + _BATCH])
        vectors += list(core.ask(encoder, partial(encoder.embed, batch)))
    return vectors


def record(core: Core, scope: Scope, claim: Claim, now: datetime) -> Memory:
    """The record a claim becomes if nothing is known that bears on it."""
    settings = core.settings
    tier = _TIERS.get(claim.type, Tier.SEMANTIC)
    when = claim.event_time or now
    confidence = claim.confidence
    if confidence is None:
        confidence = starting_confidence(claim.source, settings.confidence)
    importance = claim.importance
    if importance is None:
        importance = settings.importance.by_type[claim.type]
    return Memory(
        id=core.new_id(),
        scope=scope,
        tier=tier,
        type=claim.type,
        content=claim.content,
        subject_key=None if claim.subject is None else SubjectKey(claim.subject),
        payload=claim.payload,
        tags=claim.tags,
        source=claim.source,
        source_turn=claim.source_turn,
        priority=claim.priority,
        importance=importance,
        confidence=confidence,
        created_at=now,
        event_time=claim.event_time,
        # An appointment is known before it happens; a fact holds from when it happened.
        valid_from=min(when, now) if tier is Tier.EPISODIC else when,
        confirmed_at=now if tier is Tier.SEMANTIC and when > now else when,
        dedup_key=claim.dedup_key,
    )


def valued(core: Core, memory: Memory) -> bool:
    """Whether it is the value of a key that holds one: what happened under a key is none."""
    return semantic(memory) and core.settings.single(memory.subject_key)


def entry(core: Core, memory: Memory, drafted: Draft) -> Entry:
    """What a store keeps of a record."""
    return Entry(
        memory=memory,
        vector=drafted.vector,
        terms=drafted.terms,
        single=valued(core, memory),
        same=digest(memory),
        said=said(memory),
    )
