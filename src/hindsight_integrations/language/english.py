"""The English grammar of statements: owner, mode, verb and value of one clause; it knows no turn.

A clause is an owner with a predicate ("Ana no longer works at Acme"), an owner's noun with a
value ("Ana's phone number is …"), a phrase about someone ("reach Ana on …"), or it goes on from
the clause before ("the new one is …").
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from hindsight_integrations.language import owners
from hindsight_integrations.language.catalogue import Attribute, Catalogue
from hindsight_integrations.language.english_persons import fits, leaves_open, of_another
from hindsight_integrations.language.english_verbs import Head, Verb, of_a_third
from hindsight_integrations.language.frames import ADVERBS, Form, Frame, Frames, Sense, frames
from hindsight_integrations.language.introductions import is_name
from hindsight_integrations.language.kinds import judged, points
from hindsight_integrations.language.open_attributes import open_value
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.stated import Context, Mode, Stated
from hindsight_integrations.records import MemoryType

_CONTRACTED = (
    (r"(?i)\b(I)'m\b", r"\1 am"),
    (r"(?i)\b(you|we|they)'re\b", r"\1 are"),
    (r"(?i)\b(he|she|it|that|there|who)'s\b(?! (?:been|got|moved|left|joined|gone|become|switched|taken|started|changed|quit)\b)", r"\1 is"),
    (r"(?i)\b(he|she|it)'s\b", r"\1 has"),
    (r"(?i)\b(I|you|we|they)'ve\b", r"\1 have"),
    (r"(?i)\b(I|you|we|they|he|she)'ll\b", r"\1 will"),
    (r"(?i)\b(I|you|we|they|he|she)'d\b", r"\1 would"),
    (r"(?i)\bcan(?:no|')t\b", "can not"),
    (r"(?i)\bwon't\b", "will not"),
    (r"(?i)\b(is|are|was|were|do|does|did|have|has|had|could|should|would)n't\b", r"\1 not"),
    (r"(?i)\b(have|has) got (?!(?:rid|to|into|married|divorced|engaged|used|better|worse|older|the|promoted|hired|an? (?:new )?job)\b)", r"\1 "),
)  # fmt: skip
#: Words at the front that make it unsure.
_HEDGE = (
    r"(?i)^(?:i (?:think|guess|believe|suppose|reckon|assume)(?: that)?|maybe|perhaps|probably|possibly|apparently|supposedly|as far as i know"
    r"|if i remember (?:right|correctly)|i'm (?:pretty |fairly |quite )?sure(?: that)?|not sure,? but|i am not sure,? but),? "
)
_CORRECTION = (
    r"(?i)^(?:correction|update|fyi|note|small (?:correction|update)|heads[- ]up)\s*[:,-]?\s+"
)
_ADJECTIVE = r"(?P<adj>(?:(?:new|current|present|actual|main|own|old|previous|former|personal|private|work|home|usual|latest) )*)"
_COPULA = (
    r"(?:(?:\s+|(?='s ))(?P<is>'s|is|are|was|were|will be|has been|have been)\b(?P<not> not| no longer)?"
    r"(?:\s+(?:changed|switched|updated|moved|set)\s+to)?(?:\s+(?:now|still|currently|actually|already|just))?(?:\s+(?:in|at|on)\b(?! the [a-z]))?|\s+(?:has |have |just |recently |now )*(?P<change>changed|switched|became|become|becomes|changes|turned into|went)"
    r"(?: from .+?)?(?: to\b|\s*:|,? (?:it is|it's)(?: now)?|(?<=became)|(?<=become)|(?<=becomes))|\s*:|\s*=)\s*"
)
_OLD = r"\b(?:old|previous|former)\b"
_TURN = r"(?i)\b(?:chang|switch|swapp?|quit|left|lost|got|new|old|previous|former|gave up|no longer|dropp?|replac)\w*\b"
_FOLLOW = (
    r"(?i)^(?:(?:and |so )?(?:the (?:new|right|correct|current) (?:one|\w+)|it|that|this|he|she|they|the \w+) (?:is|was|should be|has to be|are)"
    r"|(?:please )?(?:use|try|dial|take|write to|make it|go with|change it to|put))(?P<not> not)?(?: now)?(?: (?:in|at|with|on|to))? (?P<value>.+)"
)
_ORDER = r"(?i)^(?:please )?(?:use|try|dial|take|write to|make it|go with|change it to|put)\b"
_LOOSE = r"(?i)^(?:am|is|are)(?: now)?(?P<at> (?:in|at|with|on))? (?P<value>.+)"


def plain(clause: str) -> tuple[str, bool]:
    """The clause with contractions written out and without words that only make it unsure."""
    text = compiled(_CORRECTION).sub("", clause)
    if "'" in text or " got " in text or "cannot" in text.lower():
        for pattern, whole in _CONTRACTED:
            text = compiled(pattern).sub(whole, text)
    sure = compiled(_HEDGE).sub("", text)
    return sure, sure != text


class EnglishGrammar:
    """Reads English clauses by the frames of a catalogue."""

    def __init__(self, catalogue: Catalogue, frames: Frames) -> None:
        self._catalogue, self._frames = catalogue, frames
        nouns = frames.english_nouns
        self._noun = rf"(?i)^{_ADJECTIVE}(?P<noun>{nouns})s?(?![\w-]){_COPULA}(?P<value>.+)"
        self._of = rf"(?i)^the {_ADJECTIVE}(?P<noun>{nouns}) (?:of|for) (?P<who>.{{1,40}}?)(?= (?:is|was|are|has|changed)\b)"
        self._any_noun = rf"(?i)\b(?P<noun>{nouns}|job|one)s?\b(?!'s|-)(?! (?!(?:to|from|in|at|on|for|with|and|but|so|because|since|as|of|last|this|next|again|today|yesterday|now|twice|after|before|when|is|was|has)\b)[a-z])"
        verbs = "|".join(sorted(word for word in frames.forms if len(word) > 1))
        self._joined = rf"(?i)\s+and\s+(?=(?:he|she|they)(?:'s|'re|'ve)\b|(?:(?:he|she|they|we|i) )?{ADVERBS}(?:no longer )?(?:{verbs}|has|will|does)\b(?!'))"

    def parts(self, clause: str) -> list[str]:
        """A clause cut where a new predicate begins after "and"."""
        joined = " and " in clause and not compiled(_ONE_DEED).search(clause)
        found = compiled(self._joined).split(clause) if joined else [clause]
        return [clause] if any(_again(part, found[0]) for part in found[1:]) else found

    def read(self, clause: str, said: Context) -> Stated | None:
        """What one clause states; ``said`` is brought up to date."""
        text, hedged = plain(clause)
        stated = self._of_someone(text, said) or self._owned(text, said)
        if stated is None:
            return None
        return stated if not hedged else _unsure(stated)

    def _owned(self, text: str, said: Context) -> Stated | None:
        if turned := compiled(self._of).match(text):
            text = f"{turned['who']}'s {turned['adj']}{turned['noun']}{text[turned.end() :]}"
        if stated := self._follow(text, said):
            return stated
        owned = owners.english(text)
        if owned is not None and owned.rest.startswith("has got "):
            owned = replace(owned, rest=plain(owned.rest)[0])  # "dad's got"
        if owned is None:
            return self._elided(text, said)
        owner = owned.owner or _meant(owned.said, said)
        said.bare = owner == owners.USER and not owned.of and not leaves_open(owned.rest)
        if owner is None:
            said.barred = True
            return None
        carried = owned.owner is None
        said.about(owner)
        if owned.of:
            return self._noun_of(owner, owned.rest, said, carried) or (
                self._contracted(owner, owned.rest, said)
                if text.endswith(f"'s {owned.rest}")
                else None
            )
        return self._predicate_or_loose(owner, owned.rest, said, carried) or self._named(
            owner, owned.rest
        )

    def _contracted(self, owner: str, rest: str, said: Context) -> Stated | None:
        """ "Dad's six foot", "Ana's moved to Bonn": the mark stands for "is" or "has"."""
        turned, attribute = said.turned, said.attribute
        for verb in ("is", "has") if compiled(_DONE).match(rest) else ("is",):
            stated = self._predicate(owner, f"{verb} {rest}", said, carried=False)
            # "Ana's promotion to manager" is of Ana: a trade without an article is none here.
            if stated and (stated.attribute != "job" or compiled(_TRADE).match(rest)):
                return stated
        said.turned, said.attribute = turned, attribute
        return None

    def _predicate_or_loose(
        self, owner: str, rest: str, said: Context, carried: bool
    ) -> Stated | None:
        """What changed in an earlier clause may be filled here; what changes in this one may not."""
        turned = said.turned
        found = self._predicate(owner, rest, said, carried)
        return found or (self._loose(owner, rest, said) if turned else None)

    def _named(self, owner: str, rest: str) -> Stated | None:
        """ "My dentist is Dr. Lee": who stands in a relation is an attribute of the user's."""
        found = compiled(
            r"(?:is|are)(?: now)?(?: called| named)? (?P<name>(?:Dr|Mr|Mrs|Ms|Prof)?\.? ?[A-Z].*)"
        ).match(rest)
        kind, _, relation = owner.partition(".")
        name = found and self._frames.judges["name"](found["name"])
        if kind != "person" or not name or not owners.is_relation(relation) or not is_name(name):
            return None
        return Stated(owner, "name", name, Mode.HOLDS, self._catalogue.names.get("name"))

    def _elided(self, text: str, said: Context) -> Stated | None:
        """A predicate without a subject: that of the clause before."""
        if of_another(text, goes_on=said.linked):
            said.barred = True
        if said.owner is None or not said.linked or said.barred:
            return None
        if not said.bare and self._bare(text):
            return None
        said.bare = said.bare and not leaves_open(text)
        if said.owner == owners.USER and of_a_third(text, self._frames):
            said.barred = True
            return None
        if compiled(r"(?i)^(?:kinda |kind of |sort of |sorta |just |much )*like\b").match(text):
            return None  # ", like my sister": no verb
        return self._predicate_or_loose(said.owner, text, said, carried=True)

    def _bare(self, text: str) -> bool:
        """Whether a predicate begins with a verb without an ending, which needs another verb before it."""
        head = Head.of(text)
        forms = {verb.form for verb in head.verbs(self._frames) if not verb.auxiliary}
        return head.mode is None and Form.BASE in forms and Form.PAST not in forms

    def _of_someone(self, text: str, said: Context) -> Stated | None:
        for frame in self._frames.of_someone:
            verb = frame.pattern.split("\\", 1)[0]
            if verb not in text.lower():
                continue
            found = compiled(_ASKED_TO + frame.pattern, re.IGNORECASE).match(text)
            owner = found and owners.one(found["who"])
            value = found and frame.judge(found["value"])
            if owner and value:
                said.about(owner)
                return self._settled(owner, frame.attribute, value, Mode.HOLDS, said)
        return None

    def _noun_of(self, owner: str, rest: str, said: Context, carried: bool) -> Stated | None:
        found = compiled(self._noun).match(rest)
        if found is None:
            self._turned(rest, said)
            known = compiled(rf"(?i)^(?:{self._frames.english_nouns})\b").match(rest)
            return None if known else open_value(owner, rest, carried)
        attribute = self._frames.nouns[found["noun"].lower()]
        if compiled(_OLD).search(found["adj"] or ""):
            said.turn(attribute)
            return None
        attribute, value = self._frames.told(attribute, found["noun"], found["value"])
        if value is None and attribute.type.value == "preference":
            value = (
                self._frames.judges["like"](found["value"])
                if "like" in self._frames.judges
                else None
            )
        if value and value[0].islower() and attribute.value == "place":
            return None  # "my city is beautiful"
        if attribute.name == "name" and not _nameless(owner):
            return None  # "Ana came. Her name is Coco": of another
        mode = _noun_mode(found)
        if value is None or mode is Mode.DENIED:
            said.turn(attribute)
            return None
        changes = bool(found["change"]) or "now" in rest.lower().split()
        return self._settled(owner, attribute, value, mode, said, changes=changes, carried=carried)

    def _predicate(self, owner: str, rest: str, said: Context, carried: bool) -> Stated | None:
        head = Head.of(rest)
        said.barred = head.mode is Mode.PAST
        readings = [
            (frame, *found)
            for verb in head.verbs(self._frames)
            for frame in self._frames.english[verb.lemma]
            if (found := _fitting(frame, verb, said)) and _agrees(owner, head, verb, frame)
        ]
        if not readings:
            self._turned(rest, said)
            return None
        frame, value, mode = min(readings, key=lambda reading: reading[0].order)
        changes = _takes_place(head, frame, rest)
        stated = self._settled(
            owner, frame.attribute, value, mode, said, changes=changes, carried=carried
        )
        return _unsure(stated) if head.hedged else stated

    def _turned(self, rest: str, said: Context) -> None:
        """ "changed numbers", "left the old company": the attribute changes, to what is still open."""
        if not compiled(_TURN).search(rest):
            return
        found = compiled(self._any_noun).search(rest)
        if found and found["noun"].lower() in self._frames.nouns:
            said.turn(self._frames.nouns[found["noun"].lower()])
            return
        known = self._catalogue.names.get("name")
        kin = compiled(
            r"(?i)\b(?:changed|switched|got an? new|have an? new|has an? new) (?P<kin>[a-z]+?)s?$"
        ).search(rest)
        if known and kin and (owner := owners.relation(kin["kin"])):
            said.about(owner)  # "changed doctors": whoever is named next
            said.turn(known)

    def _follow(self, text: str, said: Context) -> Stated | None:
        if said.owner is None or said.attribute is None or not said.turned:
            return None
        found = compiled(_FOLLOW).match(text)
        if found is None and said.attribute.value in ("phone", "email"):
            return self._filled(said.owner, text, said)  # "got a new number, 555 0199"
        if found is None or found["not"]:
            return None
        if said.attribute.many and compiled(_ORDER).match(text):
            return None  # "make it look neat" fills a number or a place, no allergy
        return self._filled(said.owner, found["value"], said)

    def _loose(self, owner: str, rest: str, said: Context) -> Stated | None:
        """ "… is in Rome now", after it was said that the old place holds no longer."""
        if said.attribute is None or not said.turned:
            return None
        found = compiled(_LOOSE).match(rest)
        placed = said.attribute.value not in ("place", "city") or (found and found["at"])
        return self._filled(owner, found["value"], said) if found and placed else None

    def _filled(self, owner: str, words: str, said: Context) -> Stated | None:
        assert said.attribute is not None
        value = self._frames.judges[said.attribute.name](words)
        if value is None:
            return None
        return self._settled(
            owner, said.attribute, value, Mode.HOLDS, said, changes=True, carried=True
        )

    def _settled(
        self,
        owner: str,
        attribute: Attribute,
        value: str,
        mode: Mode,
        said: Context,
        *,
        changes: bool = False,
        carried: bool = False,
    ) -> Stated:
        if mode is Mode.HOLDS:
            said.settle(attribute, value)
        elif mode is Mode.ENDS:
            said.turn(attribute)
        return Stated(
            owner, attribute.name, value, mode, attribute, changes=changes, carried=carried
        )


#: Two words for one thing, which "and" does not part.
_ONE_DEED = r"(?i)\bborn and (?:raised|bred|brought up)\b"


def _nameless(owner: str) -> bool:
    """Whether an owner is known by no name: the user, a thing, a relation."""
    kind, _, name = owner.partition(".")
    return kind != "person" or owners.is_relation(name.rsplit("_", 1)[-1])


def _again(part: str, before: str) -> bool:
    """Whether what looks like a verb is a noun, since the verb is there already: "I love the light and love songs"."""
    word = part.split(" ", 1)[0]
    return word in before.split() and not compiled(_AUXILIARY).fullmatch(word)


_AUXILIARY = r"(?i)(?:has|have|had|is|are|was|were|will|does|did|i|we|he|she|they|also|just|now|never|always)(?:'\w+)?"


def _meant(pronoun: str, said: Context) -> str | None:
    """Whom a pronoun means: the last of whom something was said, if it can."""
    return said.other if said.other and fits(said.other, pronoun) else None


_ASKED_TO = r"(?:(?:you|we|people|one) (?:can|could|may|should|must|have to)(?: \w+)? |please |now |always |just |to |the best way to |from now on,? )*"


def _agrees(owner: str, head: Head, verb: Verb, frame: Frame) -> bool:
    """Whether a single person's verb has its "-s" where a taste is read: "sounds like fun" is none of anybody's."""
    bare = (
        verb.form is Form.BASE and not verb.auxiliary and head.mode is None and verb.lemma != "be"
    )
    single = owner.startswith("person.") and owner not in _SEVERAL
    return not (bare and single and frame.attribute.type is MemoryType.PREFERENCE)


_SEVERAL = frozenset({"person.parents", "person.children"})


def _takes_place(head: Head, frame: Frame, rest: str) -> bool:
    """Whether the value takes the place of others. Where it adds to others ("we adopted a cat") the words must say so."""
    if frame.attribute.adds:
        return frame.instead or compiled(r"(?i)\binstead\b").search(rest) is not None
    now = head.now or compiled(r"(?i)\bnow\W*$").search(rest) is not None
    return now or frame.sense is Sense.BEGINS


def _fitting(frame: Frame, verb: Verb, said: Context) -> tuple[str, Mode] | None:
    """The value that a frame reads after a verb, and in which sense."""
    sense = verb.sense_of(frame)
    if sense is None:
        return None
    mode, tail = sense
    if points(tail) and frame.attribute.value == "place":
        if mode is Mode.HOLDS and said.place:
            return said.place, mode
        said.turn(frame.attribute)
        return None
    found = compiled(frame.pattern, re.IGNORECASE).match(tail)
    value = found and judged(frame.judge, found["value"])
    if not value and frame.loose and (found := compiled(frame.loose, re.IGNORECASE).match(tail)):
        # Over words that no list holds: what follows must be a name or of a closed set then.
        value = judged(frame.judge, found["value"])
        named = value and (
            value[:1].isupper() or value.startswith("the ") or frame.attribute.value in _CLOSED
        )
        value = value if named else None
    return (value, mode) if value else None


_TRADE = rf"(?i)^{ADVERBS}(?:an?|the|training|working|head|chief|self|retired|employed)\b"
#: "Ana's got", "Ana's just moved": not "Ana's dog".
_DONE = rf"(?i)^{ADVERBS}(?:been|got|gone|had|taken|become|begun|left|quit|lost|sold|bought|kept|taught|come|[a-z]{{2,}}ed)\b"
#: Kinds of values that are lists of words.
_CLOSED = frozenset({"role", "condition", "field", "medicine", "vehicle"})


def _noun_mode(found: re.Match[str]) -> Mode:
    if found["not"]:
        return Mode.DENIED
    if found["is"] and found["is"].lower() == "will be":
        return Mode.PLANNED
    if found["is"] and found["is"].lower() in ("was", "were") and "to" not in found[0].split():
        return Mode.DENIED
    return Mode.HOLDS


def _unsure(stated: Stated) -> Stated:
    return replace(stated, hedged=True)


@lru_cache(maxsize=16)
def english_grammar(catalogue: Catalogue) -> EnglishGrammar:
    """The grammar of a catalogue; built once."""
    return EnglishGrammar(catalogue, frames(catalogue))
