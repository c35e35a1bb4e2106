"""The rules' extractor: what the user states of themselves and others, and asks to have remembered; it asks no model."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo
from typing import Any

from hindsight_integrations.language import addressed, contact
from hindsight_integrations.language.catalogue import Catalogue, builtin
from hindsight_integrations.language.clauses import Plain, asks, clauses, opened, states, takes_back
from hindsight_integrations.language.folding import as_written
from hindsight_integrations.language.introductions import own_name
from hindsight_integrations.language.owners import USER
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.possessions import possessions, presumes
from hindsight_integrations.language.salience import trivial
from hindsight_integrations.language.slips import leans
from hindsight_integrations.language.stated import Context, Mode, Stated
from hindsight_integrations.language.statements import Said, statements
from hindsight_integrations.language.subjects import SUBJECTS
from hindsight_integrations.language.times import find_times, zone_of
from hindsight_integrations.language.typed import as_typed, spelled
from hindsight_integrations.language.wishes import coming, due, reminder, scoped, wishes
from hindsight_integrations.ports import Heard
from hindsight_integrations.records import Claim, MemoryType, Role, Turn

#: The priority of what the user asked to have remembered.
ASKED = 10
#: Earlier turns longer than this are not read again for what they leave in mind.
_LOOKED_BACK = 500
#: "She" and "the new one" mean what was spoken of in one sitting; days later they mean something else.
_SITTING = timedelta(hours=12)
NAME = f"{USER}.name"
#: The confidence of what is said with "I think", "maybe", 好像.
UNSURE = 0.6

_REMEMBER = (
    r"(?i)(?P<polite>(?:please|can you|could you|would you|will you|i (?:want|need) you to|you (?:should|must)),? )*"
    r"(?:please )?(?:also |always )?(?P<verb>note to self|for (?:future reference|next time|the record|your records|your notes)|(?:jot|note|write) (?:this |it |that )?down|(?:save|store|log|file) (?:this|that)(?: away)?|(?:make|take) (?:a )?(?:mental )?note|remember|keep in mind|bear in mind|don't forget|do not forget"
    r"|(?:make a |take )?note)(?:,|:)?(?:(?<=:)|(?<=reference,)|(?<=record,)|(?<=records,)|(?<=time,)|(?<=note,)|(?<=notes,)|(?<=down,)|(?: that|:)(?! (?:time|day|night|one|when)\b)|(?= (?:i|i'm|i've|my|we|our)\b)|(?<=mind)(?= (?:the|there|this)\b)|(?= (?:the|there|our|his|her|(?-i:[A-Z][a-z]+))\b.{3,60}\b(?:is|are|isn't|aren't|has|have|changes|goes|opens|closes|starts|ends|lives|works|needs|takes|comes|costs|means|runs|lies|hangs|stays)\b)|(?P<task> to))"
    r"[\s:,]*(?P<what>.+)"
    r"|(?P<zh_polite>(?:你|您|先|再|那|可以|能|给我|替我|请|麻烦|拜托|帮我|帮忙|一定要?|务必|要|千万|也)*)"
    r"(?:(?P<zh_verb>记住|记一下|记下来?|备忘|记着|牢记)|(?P<zh_task>记得|别忘记?了?|不要忘记?了?))"
    r"(?:一下|哦|啊|(?P<zh_done>了))?[，,：:\s]*(?P<zh_what>.+)"
)
#: What advice begins with as well.
_TOLD_ANYBODY = r"(?i)remember|(?:keep|bear) in mind|don't forget|do not forget"
#: "Don't let me forget the key is under the mat": what is so, and nothing to do.
_IS_SO = r"(?i)^(?!(?:to|about) )(?:the|my|our|that|there|i|we|he|she|they|it)\b(?!.*\b(?:due|by|before|at \d|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|tonight)\b).*\b(?:is|are|was|were|has|have|lives|keeps)\b"
#: What only points at something said elsewhere.
_POINTS = "吗.*|(?:这|那)(?:个|些|件事|点|句话)?|我(?:刚才|刚刚)?说的.*"
#: What Chinese says of a deed that is done: beside 了, 刚, and 的 at the end, unless the day named can only come.
_DONE = "[了过完被]|刚(?!好)|已经?|才[搬来入]|(?:入职|加入|搬[来到去]|转[到去]|跳槽[到去]?|定居|落户|买|租)的|^(?!.*(?:下(?:个|周|月|星期|礼拜|学期|半年)|明[天年早晚]|后[天年])).*的\\W*$"
_SOMEONE = "我|你|您|他|她|它|咱"


@dataclass(frozen=True, slots=True)
class _Fact:
    """A claim to be: its key, its value, and the words that say it."""

    subject: str
    value: str
    type: MemoryType
    content: str
    ends: bool = False
    replaces: bool = False
    unsure: bool = False


class RuleExtractor:
    """Implements the ``Extractor`` port; the same turn always makes the same claims.

    Only the user's turns make claims: what is asked, supposed, quoted or reported makes none.
    What is said of a named person or thing goes under that one's key. "Remember that …" makes
    a claim of whatever follows, with priority ``ASKED``; its subject is set only if the
    grammar knows it. A plan is a task under ``….plan.…``, never the fact it may become.
    """

    def __init__(self, catalogue: Catalogue | None = None) -> None:
        self._catalogue = catalogue

    def extract(self, heard: Heard) -> tuple[Claim, ...]:
        """The turn's claims in the order in which they are made, each once."""
        if heard.turn.role is not Role.USER:
            return ()
        reading = _Reading(heard, self._catalogue or builtin())
        reading.look_back()
        sentences = list(reading.plain.sentences())
        claims = [
            claim
            for place, sentence in enumerate(sentences)
            if not takes_back("".join(sentences[place + 1 : place + 2]))
            for claim in reading.claims(sentence, place)
        ]
        said = {(claim.subject, claim.content): claim for claim in claims}
        return tuple(_written(claim, heard.turn.content) for claim in said.values())


class _Reading:
    """One turn as it is read, sentence by sentence."""

    def __init__(self, heard: Heard, catalogue: Catalogue) -> None:
        self.heard, self.catalogue = heard, catalogue
        self.plain = Plain.of(heard.turn.content)
        self.context = Context()
        #: Whoever is called by name is told to remember it: 妈，记得吃药.
        self.to_another = addressed.to_another(heard.turn.content)
        self.recalled: str | None = None

    def look_back(self) -> None:
        """Keep in mind of whom and of what the user spoke just before, where this turn leans on it."""
        if not leans(self.plain.text):
            return
        own = (turn.content for turn in self.heard.before if self.goes_on_from(turn))
        for said in (Plain.of(content) for content in own if len(content) <= _LOOKED_BACK):
            for sentence in () if said.quoted else said.sentences():
                for _ in statements(sentence, self.context, self.catalogue):
                    pass  # read for what it leaves in mind
        self.context.linked, self.context.before = False, ""
        self.recalled = self.context.other

    def goes_on_from(self, turn: Turn) -> bool:
        """Whether a turn before may be meant: the user's own, of the same sitting."""
        soon = turn.at is None or self.heard.at - turn.at <= _SITTING
        return turn.role is Role.USER and soon

    def fades(self, sentence: str, place: int) -> None:
        """Forget whom an earlier turn spoke of where this one begins with something else: a later 她 means somebody of its own."""
        if compiled("[他她]|^[^\u4e00-\u9fff]*$").search(sentence):
            self.recalled = None
        elif place and self.recalled and self.context.other == self.recalled:
            self.context.other = self.recalled = None

    def claims(self, sentence: str, place: int) -> Iterator[Claim]:
        self.fades(sentence, place)
        usual = opened(sentence)
        asked = compiled(_REMEMBER).match(usual)
        if asked is None:
            yield from self.told(sentence, usual)
            return
        if (asks(sentence) and not asked["polite"]) or self.to_another:
            return
        what = (asked["what"] or asked["zh_what"]).strip(" ?？")
        if len(what) < (3 if what.isascii() else 2) or compiled(_POINTS).fullmatch(what):
            return
        if self.of_hearer(asked, what):
            return
        facts = [] if asks(what) or _is_task(asked, what) else list(self.facts(what))
        for fact in facts:
            yield self.claim(fact, priority=ASKED)
        # What no rule knows was asked for as well, so then the whole is kept beside the facts.
        if len(facts) < sum(not trivial(clause) for clause in clauses(what)):
            yield self.noted(what, task=_is_task(asked, what))

    def of_hearer(self, asked: re.Match[str], what: str) -> bool:
        """Whether "remember …", 记得… and 记下了… leave the user's life out: they are advice to whom is spoken to."""
        if asked["what"]:
            told = compiled(_TOLD_ANYBODY).fullmatch(asked["verb"] or "")
            free = not told or asked["polite"]
            return not free and addressed.advice(what, to_do=bool(asked["task"]))
        done = bool(asked["zh_done"]) and not asked["zh_task"] and not asked["zh_polite"]
        if not done and not asked["zh_task"]:
            return False
        dated = bool(find_times(what, self.heard.at, self.heard.tz, prefer="future"))
        return addressed.spoken_to_hearer(what, done=done, dated=dated)

    def told(self, sentence: str, usual: str) -> Iterator[Claim]:
        """What a sentence says that does not ask to be remembered: a thing to be reminded of or due, wishes, facts."""
        if what := reminder(usual):
            yield self.noted(what, task=compiled(_IS_SO).search(what) is None)
            return
        if due(usual) and states(sentence):
            task = self.noted(usual, task=True)
            until = task.payload.get("due", {}).get("to")
            if until and datetime.fromisoformat(until) > self.heard.at:
                yield replace(task, priority=0)
        yield from self.wished(sentence, usual)
        stated = list(self.facts(sentence))
        for fact in stated:
            yield self.claim(fact, priority=0)
        if not any(fact.type is MemoryType.TASK for fact in stated) and states(sentence):
            yield from self.to_come(usual)
        for fact in self.in_passing(usual, {fact.subject for fact in stated}):
            yield self.claim(fact, priority=0)

    def wished(self, sentence: str, usual: str) -> Iterator[Claim]:
        """What the sentence wishes of answers: of all by its key, of those on one matter as it is said."""
        if scoped(usual) and states(sentence):
            yield replace(self.noted(usual, task=False), type=MemoryType.PREFERENCE, priority=0)
        wished = list(wishes(usual))
        for wish in wished if wished and (states(sentence) or asks(sentence)) else ():
            yield self.claim(
                _Fact(wish.key, wish.value, MemoryType.PREFERENCE, wish.words), priority=0
            )

    def to_come(self, sentence: str) -> Iterator[Claim]:
        """What the sentence says that somebody is to do, at a time that it names."""
        if coming(sentence):
            task = self.noted(sentence, task=True)
            due = task.payload.get("due")
            if due and (
                datetime.fromisoformat(due["from"]) > self.heard.at
                or (
                    datetime.fromisoformat(due["to"]) > self.heard.at
                    and compiled(r"(?i)\b(?:by|before|today|tonight|this)\b").search(sentence)
                )
            ):
                yield replace(task, priority=0)

    def in_passing(self, sentence: str, stated: Collection[str]) -> Iterator[_Fact]:
        """What the sentence takes for granted, where it states nothing of that kind itself."""
        things = list(possessions(sentence))
        if not things or not (states(sentence) or presumes(sentence)):
            return
        for thing in things:
            known = self.catalogue.names.get(thing.attribute)
            subject = f"{USER}.{thing.attribute}"
            if known is not None and subject not in stated:
                yield _Fact(subject, thing.value, known.type, sentence, unsure=not known.many)

    def facts(self, sentence: str) -> Iterator[_Fact]:
        own = own_name(sentence)
        own = own if own is not None and states(sentence) else None
        if own is not None:
            yield _Fact(NAME, own.name, SUBJECTS[NAME].type, own.words)
        for clause, said in statements(sentence, self.context, self.catalogue):
            fact = _wanted(clause, sentence)
            stated = None if said is None else self.dated(said)
            if fact is None and said is not None and stated is not None and _worth(stated):
                fact = _fact(stated, said.words)
            if fact is not None and not (own and _about_the_name(fact, own.name)):
                yield fact

    def dated(self, said: Said) -> Stated:
        """What is stated; a change that Chinese dates ahead is a plan, since its verbs have no tense: 我们五一搬去无锡."""
        stated, words = said.stated, said.words
        begins = stated.mode is Mode.HOLDS and stated.changes and words[:1] >= "\u4e00"
        if not begins or compiled(_DONE).search(words):
            return stated
        for named in find_times(words, self.heard.at, self.heard.tz, prefer="future"):
            if not named.vague and (named.window.start or self.heard.at) > self.heard.at:
                return replace(stated, mode=Mode.PLANNED, changes=False)
        return stated

    def claim(self, fact: _Fact, *, priority: int) -> Claim:
        return Claim(
            content=self.plain.filled(fact.content),
            subject=fact.subject,
            type=fact.type,
            confidence=UNSURE if fact.unsure else None,
            priority=priority,
            payload={"value": self.plain.filled(fact.value)} | self.due(fact.type, fact.content),
            event_time=self.heard.turn.at,
            source_turn=self.heard.id,
            ends=fact.ends,
            replaces=fact.replaces,
        )

    def noted(self, content: str, *, task: bool) -> Claim:
        return Claim(
            content=self.plain.filled(content),
            type=MemoryType.TASK if task else MemoryType.FACT,
            priority=ASKED,
            payload=self.due(MemoryType.TASK, content) if task else {},
            event_time=self.heard.turn.at,
            source_turn=self.heard.id,
        )

    def due(self, kind: MemoryType, content: str) -> dict[str, Any]:
        """When a task is for, as its words say it from the turn's own time, in the user's zone."""
        if kind is not MemoryType.TASK:
            return {}
        zone = zone_of(self.heard.tz)
        for named in find_times(content, self.heard.at, self.heard.tz, prefer="future"):
            start, end = named.window.start, named.window.end
            if not named.vague and end is not None:
                # "By June 3" is due from now on.
                return {
                    "due": {"from": _local(start or self.heard.at, zone), "to": _local(end, zone)}
                }
        return {}


def _written(claim: Claim, text: str) -> Claim:
    """The claim in the characters in which it was said."""
    value = claim.payload.get("value")
    if not isinstance(value, str):
        return replace(claim, content=as_typed(claim.content, text))
    payload = {**claim.payload, "value": as_written(value, spelled(text))}
    return replace(claim, content=as_typed(claim.content, text), payload=payload)


def _local(moment: datetime, zone: tzinfo) -> str:
    return moment.astimezone(zone).isoformat()


def _is_task(asked: re.Match[str], what: str) -> bool:
    return bool(asked["task"] or (asked["zh_task"] and not compiled(_SOMEONE).match(what)))


def _worth(stated: Stated) -> bool:
    """Whether it says anything: "maybe I'll get a van" is no plan yet."""
    liking = stated.known is not None and stated.known.type is MemoryType.PREFERENCE
    if stated.mode is Mode.PLANNED and (stated.hedged or liking):
        return False
    return stated.mode is not Mode.DENIED


def _about_the_name(fact: _Fact, name: str) -> bool:
    """Whether a fact is what an introduction says: "I'm Dr. Lee" tells no trade."""
    return fact.subject == NAME or (fact.subject.startswith("user.") and fact.value == name)


def _wanted(clause: str, sentence: str) -> _Fact | None:
    """How the user wants to be reached, where a clause says so: it says nothing else then."""
    way = contact.wanted(clause) if contact.is_wish(clause, sentence) else None
    if way is None:
        return None
    key = contact.HOURS if contact.is_time(way) else contact.CONTACT
    return _Fact(key, way, SUBJECTS[contact.CONTACT].type, clause)


def _fact(stated: Stated, words: str) -> _Fact:
    known = stated.known
    planned = stated.mode is Mode.PLANNED
    kind = known.type if known is not None else MemoryType.FACT
    return _Fact(
        subject=f"{stated.owner}.plan.{stated.attribute}"
        if planned
        else f"{stated.owner}.{stated.attribute}",
        value=stated.value,
        type=MemoryType.TASK if planned else kind,
        content=words,
        ends=stated.mode is Mode.ENDS,
        replaces=stated.changes and known is not None and known.many,
        unsure=stated.hedged,
    )
