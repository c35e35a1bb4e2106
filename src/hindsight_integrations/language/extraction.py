"""The rules' extractor: plainly stated facts of the user, and what they ask to have remembered; it asks no model."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hindsight_integrations.language.clauses import Plain, asks, clauses, opened, states
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.rules import CHINESE_RULES, ENGLISH_RULES
from hindsight_integrations.language.salience import trivial
from hindsight_integrations.language.subjects import SUBJECTS
from hindsight_integrations.ports import Heard
from hindsight_integrations.records import Claim, MemoryType, Role

#: The priority of what the user asked to have remembered.
ASKED = 10

_REMEMBER = (
    r"(?i)(?P<polite>(?:please|can you|could you|would you|will you|i (?:want|need) you to|you (?:should|must)),? )*"
    r"(?:please )?(?:also |always )?(?P<verb>remember|keep in mind|bear in mind|don't forget|do not forget"
    r"|(?:make a |take )?note)(?:,|:)?(?:(?<=:)|(?: that|:)(?! (?:time|day|night|one|when)\b)|(?= (?:i|i'm|i've|my|we|our)\b)|(?P<task> to))"
    r"[\s:,]*(?P<what>.+)"
    r"|(?P<zh_polite>(?:请|麻烦|拜托|帮我|帮忙|一定要?|务必|要|千万|也)*)"
    r"(?:(?P<zh_verb>记住|记一下|记下来?|记着|牢记)|(?P<zh_task>记得|别忘记?了?|不要忘记?了?))"
    r"(?:一下|哦|啊|了)?[，,：:\s]*(?P<zh_what>.+)"
)
#: What only points at something said elsewhere.
_POINTS = "吗.*|(?:这|那)(?:个|些|件事|点|句话)?|我(?:刚才|刚刚)?说的.*"
_SOMEONE = "我|你|您|他|她|它|咱"


@dataclass(frozen=True, slots=True)
class _Fact:
    subject: str
    value: str
    ends: bool
    content: str


class RuleExtractor:
    """Implements the ``Extractor`` port; the same turn always makes the same claims.

    Only the user's turns make claims. Facts come from the table in ``rules``: what is asked,
    supposed, denied, quoted or said of others makes none. "Remember that …" makes a claim of
    whatever follows, with priority ``ASKED``; its subject is set only if a rule knows it.
    """

    def extract(self, heard: Heard) -> tuple[Claim, ...]:
        """The turn's claims in the order in which they are made, each once."""
        if heard.turn.role is not Role.USER:
            return ()
        plain = Plain.of(heard.turn.content)
        claims = [
            claim for sentence in plain.sentences() for claim in _claims(sentence, plain, heard)
        ]
        return tuple({(claim.subject, claim.content): claim for claim in claims}.values())


def _claims(sentence: str, plain: Plain, heard: Heard) -> Iterator[Claim]:
    asked = compiled(_REMEMBER).match(opened(sentence))
    if asked is None:
        for fact in _facts(sentence):
            yield _claim(fact, plain, heard, priority=0)
        return
    if asks(sentence) and not asked["polite"]:
        return
    what = (asked["what"] or asked["zh_what"]).strip(" ?？")
    if len(what) < 3 or compiled(_POINTS).fullmatch(what):
        return
    facts = [] if asks(what) else list(_facts(what))
    for fact in facts:
        yield _claim(fact, plain, heard, priority=ASKED)
    # What no rule knows was asked for as well, so then the whole is kept beside the facts.
    if len(facts) < sum(not trivial(clause) for clause in clauses(what)):
        yield _noted(plain.filled(what), _is_task(asked, what), heard)


def _is_task(asked: re.Match[str], what: str) -> bool:
    return bool(asked["task"] or (asked["zh_task"] and not compiled(_SOMEONE).match(what)))


def _facts(sentence: str) -> Iterator[_Fact]:
    if not states(sentence):
        return
    for clause in clauses(sentence):
        if fact := _fact(clause):
            yield fact


def _fact(clause: str) -> _Fact | None:
    # A clause in English may name a Chinese place, and the other way round: its start decides.
    for rule in ENGLISH_RULES if clause[0].isascii() else CHINESE_RULES:
        if value := rule.value(clause):
            return _Fact(rule.subject, value, rule.ends, clause)
    return None


def _claim(fact: _Fact, plain: Plain, heard: Heard, *, priority: int) -> Claim:
    return Claim(
        content=plain.filled(fact.content),
        subject=fact.subject,
        type=SUBJECTS[fact.subject].type,
        priority=priority,
        payload={"value": fact.value},
        event_time=heard.turn.at,
        source_turn=heard.id,
        ends=fact.ends,
    )


def _noted(content: str, task: bool, heard: Heard) -> Claim:
    return Claim(
        content=content,
        type=MemoryType.TASK if task else MemoryType.FACT,
        priority=ASKED,
        event_time=heard.turn.at,
        source_turn=heard.id,
    )
