"""Reads one turn whole and says what would be remembered of it, and why; for people who ask, it keeps nothing."""

from __future__ import annotations

from dataclasses import dataclass

from hindsight_integrations.language.clauses import Plain, asks, states
from hindsight_integrations.language.extraction import RuleExtractor
from hindsight_integrations.language.happenings import Happening, happening
from hindsight_integrations.language.importance import Weight, weight
from hindsight_integrations.language.salience import trivial
from hindsight_integrations.language.unsaying import only_asks, unsays
from hindsight_integrations.ports import Heard
from hindsight_integrations.records import Claim, Role


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a turn, and what kept it from stating anything, if something did."""

    text: str
    verdict: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What a turn is read as. ``kept`` says in a word what becomes of it beside the log."""

    kept: str
    claims: tuple[Claim, ...]
    event: Happening | None
    sentences: tuple[Sentence, ...]
    weight: Weight | None = None


def reading(heard: Heard, extractor: RuleExtractor) -> Reading:
    """Read a turn as ``observe`` does."""
    turn = heard.turn
    return Reading(
        kept=_kept(turn.role, turn.content),
        claims=extractor.extract(heard),
        event=happening(turn.role, turn.content),
        weight=weight(turn.content) if turn.role is Role.USER else None,
        sentences=tuple(
            Sentence(sentence, _verdict(sentence))
            for sentence in Plain.of(turn.content).sentences()
        ),
    )


def _kept(role: Role, text: str) -> str:
    if role is Role.SYSTEM or trivial(text):
        return "small talk: logged alone"
    if role is Role.USER and unsays(text):
        return "a wish to forget: what the session wrote last is erased"
    if role is Role.USER and only_asks(text):
        return "a wish to forget: what it names is erased"
    return "an utterance: found by its words and meaning"


def _verdict(sentence: str) -> str:
    if asks(sentence):
        return "a question states nothing"
    return "a statement" if states(sentence) else "supposed or reported: it states nothing"
