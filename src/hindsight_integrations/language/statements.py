"""Reads what the sentences of a turn state, of whom and in which sense; it knows no key, no store and no model."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

from hindsight_integrations.language import addressed, owners, pets, profiles
from hindsight_integrations.language.adverbs_chinese import ADVERBIAL
from hindsight_integrations.language.catalogue import Catalogue
from hindsight_integrations.language.chinese import chinese_grammar
from hindsight_integrations.language.clauses import clauses, opened, states
from hindsight_integrations.language.elided import (
    OWN_KINDS,
    known_by_experts,
    may_be_own,
    of_nobody,
    with_subject,
)
from hindsight_integrations.language.english import english_grammar
from hindsight_integrations.language.english_persons import names_another
from hindsight_integrations.language.frames import frames
from hindsight_integrations.language.idioms import Idiom, at_length, idiom
from hindsight_integrations.language.introductions import another
from hindsight_integrations.language.kin import with_my
from hindsight_integrations.language.names_chinese import nickname
from hindsight_integrations.language.slips import corrected
from hindsight_integrations.language.stated import Context, Mode, Stated
from hindsight_integrations.language.turned import turned
from hindsight_integrations.language.values import company


@dataclass(frozen=True, slots=True)
class Said:
    """What was stated, and the words that state it: the clause, or its sentence if it cannot stand alone."""

    stated: Stated
    words: str


def statements(
    sentence: str, context: Context, catalogue: Catalogue
) -> Iterator[tuple[str, Said | None]]:
    """Each clause of a sentence with what it states; ``context`` is carried to the next sentence.

    A question, a supposition or a report states nothing.
    """
    sentence, usual = _in_order(known_by_experts(sentence))
    if not states(sentence):
        context.linked, context.words = False, ""
        context.other = _last_named(sentence, context)
        return
    whole = f"{context.words} {sentence}".strip() if context.linked else sentence
    context.bare = context.bare and context.linked
    at_once = _at_once(usual, context, catalogue)
    if at_once is not None:
        yield usual, at_once
    telling = _Telling(sentence, whole, context, catalogue)
    parts = map(with_my, _parts(sentence, usual, catalogue))
    for part, said in chain.from_iterable(map(telling.part, parts)):
        # What the whole sentence says, a part of it does not say again.
        if not (at_once and said and said.stated.attribute == at_once.stated.attribute):
            yield part, said
    context.linked = sentence.rstrip().endswith((";", "；"))
    context.words = whole if context.linked else ""


def _at_once(usual: str, context: Context, catalogue: Catalogue) -> Said | None:
    """What a sentence of the speaker's says as a whole, by an idiom that its commas would part."""
    own = context.owner in (None, owners.USER)
    said = at_length(usual) if own and usual else None
    return _meant(said, usual, context, catalogue) if said else None


@dataclass
class _Telling:
    """A sentence as it is read, part by part. ``here``: it has stated something; ``free``: it has named nobody so far."""

    sentence: str
    whole: str
    context: Context
    catalogue: Catalogue
    here: bool = False
    free: bool = True

    def part(self, part: str) -> Iterator[tuple[str, Said | None]]:
        context, catalogue = self.context, self.catalogue
        if addressed.answerer(part) or (_TOLD_TO.match(part) and not _ADDRESS.search(part)):
            return
        if addressed.called(part):
            context.leave()
            self.free = False
            return
        if meant := _idiom(part, context, catalogue, first=self.free):
            context.linked, context.before, self.here = True, self.sentence, True
            yield part, meant
            return
        clause = _completed(part, context, catalogue, first=self.free)
        self.free = self.free and not self.here and of_nobody(part)
        if christened := _pet_named(part, context, catalogue):
            yield part, christened
            return
        if pets.goes_by(part) and _BEING.search(self.sentence):
            yield part, None  # whatever animal it is, it is the one that is called so
            return
        stated, pet = _pet(*self.stated(clause), catalogue)
        yield clause, stated
        if pet is not None:
            yield clause, pet
        for beside in _beside(clause, stated.stated if stated else None, catalogue):
            yield beside.words, beside

    def stated(self, clause: str) -> tuple[Said | None, Context]:
        """What a clause states, by itself or as it puts right what was said before it."""
        context = self.context
        found = _read(clause, context, self.catalogue)
        words = self.whole if found and found.carried else clause
        if found is None and (
            found := corrected(
                clause, self.sentence, context, self.catalogue, stated_here=self.here
            )
        ):
            words = self.whole if self.here else f"{context.before} {self.sentence}".strip()
        context.linked = True
        if found is None:
            return None, context
        context.before = words if found.carried else self.sentence
        self.here = True
        return Said(found, words), context


#: An address or a number that is to be used is the speaker's, whatever was said before.
_ADDRESS = re.compile(r"\S@\S|\d{5}")
#: What somebody is told to do: 记得按时吃降压药.
_TOLD_TO = re.compile("^(?:你|您|也|要|一定|千万|再)*(?:记得|别忘|不要忘|务必|当心|小心)[^我]*$")


def _in_order(sentence: str) -> tuple[str, str]:
    """A sentence with its parts in the grammar's order ("olives, hate them"), and that without its opening."""
    usual = opened(sentence)
    other = turned(usual) if usual and not _of_another(usual) else usual
    return (sentence if other == usual else other), other


def _completed(part: str, context: Context, catalogue: Catalogue, *, first: bool) -> str:
    """A clause with the subject that it leaves out, where nobody else was spoken of and none goes on from before."""
    part = _AFTER.sub("", part)
    if _of_another(part):
        return _of_relative(part)
    if context.owner not in (None, owners.USER) and not part.startswith("我"):
        return part
    usual = turned(part)
    if context.owner is None and not first:
        return usual if _ADDRESS.search(part) else part
    whole = with_subject(usual, frames(catalogue)) if first else usual
    if whole == usual:
        return _implied(usual, catalogue) if first else usual
    return turned(whole)


def _implied(clause: str, catalogue: Catalogue) -> str:
    """A Chinese clause with 我 where the grammar can read it so, and what it says is told of somebody."""
    if not may_be_own(clause):
        return clause
    stated = chinese_grammar(catalogue).read(f"我{clause}", Context())
    own = stated is not None and stated.owner == owners.USER and stated.attribute in OWN_KINDS
    return f"我{clause}" if own else clause


#: What 医生 and 老板 do to the speaker, and 老师我不当了: the clause is the speaker's.
_TOLD = re.compile(f"(?:{ADVERBIAL})*(?:我|不?让|不[许准]|[给把]我|给开|开了|叫我|建议我|劝我)")


def _of_another(part: str) -> bool:
    """Whether a Chinese clause may begin with somebody's name; 老师我不当了 does not."""
    return part[0] > "\u4e00" and any(
        (owned.owner or "").startswith("person.") and not _TOLD.match(owned.rest)
        for owned in owners.chinese(part)
    )


#: Whose an idiom is, where somebody else was spoken of before.
_OWN = re.compile(r"(?i)\b(?:i|i'm|i've|me|my|we|our|us|we're|we've)\b")


def _idiom(part: str, context: Context, catalogue: Catalogue, *, first: bool) -> Said | None:
    """What a clause says by an idiom of the speaker's own."""
    if not part[0].isascii() or not (first or _OWN.search(part)):
        return None
    if context.owner not in (None, owners.USER) and not _OWN.match(part):
        return None
    said = idiom(part)
    return _meant(said, part, context, catalogue) if said else None


def _meant(said: Idiom, words: str, context: Context, catalogue: Catalogue) -> Said | None:
    if said.plain:
        stated = _read(said.plain, context, catalogue)
        return Said(stated, words) if stated else None
    known = catalogue.names.get(said.attribute)
    context.about(owners.USER)
    if known is not None and not said.ends:
        context.settle(known, said.value)
    mode = Mode.ENDS if said.ends else Mode.HOLDS
    stated = Stated(owners.USER, said.attribute, said.value, mode, known, changes=said.begins)
    return Said(stated, words)


#: "An intern at Globex" says for whom as well.
_AT = re.compile(
    r" (?:at|for|with) (?P<firm>(?-i:[A-Z])[\w&'.-]*(?: (?:of|and|the|[A-Z&][\w&'.-]*))*)$"
)


def _pet(
    said: Said | None, context: Context, catalogue: Catalogue
) -> tuple[Said | None, Said | None]:
    """A pet without its name, and the name, if a statement holds both; "it", "she" and "he" mean the pet from here on."""
    known = catalogue.names.get("name")
    if said is None or said.stated.attribute != "pet" or known is None:
        return said, None
    value, name = pets.parted(said.stated.value)
    pet = Said(replace(said.stated, value=value), said.words)
    owner = pets.animal(value)
    if said.stated.mode is not Mode.HOLDS or owner is None:
        return pet, None
    context.other, context.value = owner, value
    called = Stated(owner, "name", name, Mode.HOLDS, known) if name else None
    return pet, Said(called, said.words) if called else None


#: An animal by its measure word alone: 又领了只橘的.
_BEING = re.compile("(?<![船这那哪])[只条匹](?:小|[橘黑白花灰黄三][\u4e00-\u9fff]?[的色花]?)")


def _pet_named(part: str, context: Context, catalogue: Catalogue) -> Said | None:
    """What the pet is called that the clause before told of: 领养了一只猫，起名叫年糕."""
    known, name = catalogue.names.get("name"), pets.goes_by(part)
    of_pet = context.attribute is not None and context.attribute.name == "pet"
    owner = pets.animal(context.value) if of_pet else None
    if name is None or known is None or owner is None:
        return None
    return Said(Stated(owner, "name", name, Mode.HOLDS, known, carried=True), context.before)


def _beside(clause: str, stated: Stated | None, catalogue: Catalogue) -> Iterator[Said]:
    """What a clause says beside what it states: somebody's name, or whose servant the servant is."""
    if named := _named(clause, stated, catalogue):
        yield named
    employer = catalogue.names.get("employer")
    at = stated and stated.attribute == "job" and _AT.search(stated.value)
    if at and stated and employer and stated.mode is Mode.HOLDS and company(at["firm"]):
        yield Said(replace(stated, attribute="employer", value=at["firm"], known=employer), clause)


#: Since when it is so: 老伴走后我一直吃素.
_AFTER = re.compile("^[^，。我没不想要如果]{1,8}?(?:之后|以后|后|以来)(?=我(?!们?[家的妈爸]))")


_WIDOWED = re.compile(
    "^我?(?:家)?(?:的)?(?:老伴儿?|老公|丈夫|妻子|爱人|先生|太太|老头子?)(?:在|已经|早就|去年|前年|今年|上个月|前几年|[一二两三四五六七八九十\\d]+年前)*(?:就)?(?:走了|去世了?|过世了?|不在了|没了)(?:[一二两三四五六七八九十好几\\d]+年了?)?$"
)


#: What the speaker feels at others' doings: 孩子作业真让人抓狂.
_VEXING = re.compile("让[我人]|要(?:了?我)?的?老?命|死(?:个?人|我)|烦死")
_AS = re.compile("^作为(?:一[个名位]|个|名)?(?P<what>[^，。你我他她]{2,8})$")


def _of_relative(part: str) -> str:
    """A clause about somebody near to the speaker, in the grammar's order as the speaker's own would be."""
    if _WIDOWED.match(part):
        return "我丧偶"
    owned = next(owners.chinese(part))
    rest = "" if owned.of else owned.rest
    whose = part[: len(part) - len(rest)]
    if role := _AS.match(rest):
        return f"{whose}是{role['what']}"
    turns = rest[:1] > "\u4e00" and rest[0] not in "从在被给对把跟和" and not _VEXING.search(rest)
    other = turned(rest) if turns else rest
    return whose + other[1:] if other != rest and other.startswith("我") else part


def _named(clause: str, stated: Stated | None, catalogue: Catalogue) -> Said | None:
    """ "My sister Irina moved" says beside the rest that the sister is called Irina."""
    found, name = another(clause), catalogue.names.get("name")
    if found is None or name is None or (stated and stated.attribute == "name"):
        return None
    # In Chinese any two characters may follow: they are a name where the clause was read so.
    sure = found.words.isascii() or found.words == clause or nickname(found.name)
    if not sure and (stated is None or stated.owner != owners.person(found.name)):
        return None
    return Said(Stated(found.owner, "name", found.name, Mode.HOLDS, name), found.words)


def _summary(usual: str) -> list[str]:
    """The clauses of a sentence that sums its speaker up."""
    chinese = max(usual, default="") >= "\u4e00"
    return profiles.chinese_summary(usual) if chinese else profiles.parts(usual)


def _parts(sentence: str, usual: str, catalogue: Catalogue) -> Iterator[str]:
    for clause in _summary(usual) or clauses(sentence):
        if clause[0].isascii() and clause[0].isdigit() and " and " in clause and idiom(clause):
            yield clause  # "19 and already …" is one saying
        elif clause[0].isascii():
            yield from english_grammar(catalogue).parts(clause)
        else:
            yield from profiles.chinese_parts(clause)


def _read(clause: str, context: Context, catalogue: Catalogue) -> Stated | None:
    # A clause in English may name a Chinese place, and the other way round: its words decide.
    if clause.isascii() or not any("\u4e00" <= char <= "\u9fff" for char in clause[:6]):
        stated = english_grammar(catalogue).read(clause, context)
    else:
        stated = chinese_grammar(catalogue).read(clause, context)
    context.other = _last_named(clause, context)
    return stated


def _last_named(words: str, context: Context) -> str | None:
    """Whom "she" means from here on; nobody where the speaker tells of somebody without saying who that is to them."""
    if kin := owners.mentioned(words):
        return kin
    if context.other is None or not names_another(words):
        return context.other
    owned = owners.english(words)
    return None if owned is None or owned.owner == owners.USER else context.other
