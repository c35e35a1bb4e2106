"""Compiles a catalogue's phrases into what a clause is matched with, English and Chinese; it reads no text itself.

English frames are found by the verb with which they begin, in all its forms; Chinese ones by
their first character. A frame with ``{who}`` in it is a pattern for a whole clause.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache

from hindsight_integrations.language.adverbs import BESIDE, ZH
from hindsight_integrations.language.catalogue import Attribute, Catalogue
from hindsight_integrations.language.kinds import KINDS, OPEN_KINDS, Judge, judge_of, judged
from hindsight_integrations.language.patterns import compiled


class Sense(Enum):
    """What a phrase says of its value."""

    HOLDS = "holds"
    BEGINS = "begins"
    ENDS = "ends"


class Form(Enum):
    """A form of an English verb."""

    BASE = "base"
    PRESENT = "present"
    PAST = "past"
    PERFECT = "perfect"
    ING = "ing"


@dataclass(frozen=True, slots=True)
class Frame:
    """One phrase. English: ``pattern`` follows the verb. Chinese: it is the whole predicate.

    ``denied`` says that the phrase itself is a denial ("not like {value}", 不住{value}). ``loose``
    is the pattern with words that no list holds before the preposition ("live up in {value}").
    """

    attribute: Attribute
    sense: Sense
    judge: Judge
    pattern: str
    #: The less, the sooner it is tried.
    order: tuple[int, bool, int]
    denied: bool = False
    #: It says itself that the value takes the place of others: "switch to {value}", 改学{value}.
    instead: bool = False
    loose: str = ""


@dataclass(frozen=True)
class Frames:
    """All frames of a catalogue, ready to look up."""

    english: Mapping[str, tuple[Frame, ...]]
    forms: Mapping[str, tuple[tuple[str, Form], ...]]
    chinese: Mapping[str, tuple[Frame, ...]]
    of_someone: tuple[Frame, ...]
    zh_of_someone: tuple[Frame, ...]
    nouns: Mapping[str, Attribute]
    zh_nouns: Mapping[str, Attribute]
    #: By a noun of several attributes, those after the first: "my phone is" may tell a number or a model.
    shared: Mapping[str, tuple[Attribute, ...]]
    english_nouns: str
    chinese_nouns: str
    judges: Mapping[str, Judge] = field(default_factory=dict)

    def told(self, attribute: Attribute, noun: str, words: str) -> tuple[Attribute, str | None]:
        """Of the attributes that share the noun, the one that the words are a value of; the noun's own if of none."""
        for one in (attribute, *self.shared.get(noun.lower(), ())):
            if value := judged(self.judges[one.name], words):
                return one, value
        return attribute, None


ADVERBS = (
    rf"(?:(?:{BESIDE}|now|just|still|also|already|always|only|both|often|very much|quite|even|since|then|instead|so|sort of|kind of|kinda|sorta|pretty much"
    r"|(?!(?:hardly|barely|scarcely|rarely|nearly|allegedly|supposedly|family|early)\b)[a-z]{2,}ly) )*"
)
#: What may not stand between a verb and its preposition: it would turn the sense or be the verb's object.
_BARRED = (
    r"not|never|no|to|if|than|like|and|or|but|the|an?|my|our|your|his|her|their|its|this|that|these|those|some|any|every|each|all|it|him|them|you|me|us|one|what|who|how|why"
    r"|in|at|on|for|of|by|from|into|onto|about|around|through|against|over and|without|under|between|as|because|so|when|while|where|which|hard|best|better|well|fine|great|better|together|today|tonight|tomorrow|yesterday"
)
_GAP = rf"(?:(?:with (?:my|our|his|her|their|the|an?|some|two|three|four) (?:[\w'-]+ ){{1,2}}?|from home |(?!(?:{_BARRED}|with)\b)[\w'-]+,? )){{0,3}}?"
_PREPOSITION = frozenset({"in", "at", "for", "as", "near", "outside"})
_IRREGULAR = {
    "be": ("is are am", "was were", "been", "being"),
    "have": ("has", "had", "had", "having"),
    "go": ("goes", "went", "gone", "going"),
    "leave": ("leaves", "left", "left", "leaving"),
    "quit": ("quits", "quit quitted", "quit", "quitting"),
    "get": ("gets", "got", "got gotten", "getting"),
    "take": ("takes", "took", "taken", "taking"),
    "become": ("becomes", "became", "become", "becoming"),
    "give": ("gives", "gave", "given", "giving"),
    "drink": ("drinks", "drank", "drunk", "drinking"),
    "eat": ("eats", "ate", "eaten", "eating"),
    "speak": ("speaks", "spoke", "spoken", "speaking"),
    "make": ("makes", "made", "made", "making"),
    "stand": ("stands", "stood", "stood", "standing"),
    "lose": ("loses", "lost", "lost", "losing"),
    "keep": ("keeps", "kept", "kept", "keeping"),
    "stick": ("sticks", "stuck", "stuck", "sticking"),
    "drive": ("drives", "drove", "driven", "driving"),
    "wear": ("wears", "wore", "worn", "wearing"),
    "buy": ("buys", "bought", "bought", "buying"),
    "begin": ("begins", "began", "begun", "beginning"),
    "write": ("writes", "wrote", "written", "writing"),
    "run": ("runs", "ran", "run", "running"),
    "hold": ("holds", "held", "held", "holding"),
    "teach": ("teaches", "taught", "taught", "teaching"),
    "sell": ("sells", "sold", "sold", "selling"),
    "grow": ("grows", "grew", "grown", "growing"),
    "come": ("comes", "came", "come", "coming"),
    "see": ("sees", "saw", "seen", "seeing"),
    "find": ("finds", "found", "found", "finding"),
    "bring": ("brings", "brought", "brought", "bringing"),
    "ride": ("rides", "rode", "ridden", "riding"),
    "break": ("breaks", "broke", "broken", "breaking"),
    "split": ("splits", "split", "split", "splitting"),
    "put": ("puts", "put", "put", "putting"),
    "cut": ("cuts", "cut", "cut", "cutting"),
}
_DOUBLING = re.compile(
    r"^(?:stop|plan|swap|drop|transfer|prefer|refer|ship|shop|jog|swim|sit|hop)$"
)


def conjugated(verb: str) -> dict[str, set[Form]]:
    """The forms of an English verb: irregular ones by the table, others by the rules of spelling."""
    forms: dict[str, set[Form]] = defaultdict(set)
    forms[verb].add(Form.BASE)
    if verb in _IRREGULAR:
        rows: Iterable[str] = _IRREGULAR[verb]
    else:
        stem = verb[:-1] if verb.endswith("e") else verb
        if _DOUBLING.match(verb):
            stem += verb[-1]
        past = verb[:-1] + "ied" if re.search("[^aeiou]y$", verb) else stem + "ed"
        present = (
            verb[:-1] + "ies"
            if re.search("[^aeiou]y$", verb)
            else verb + ("es" if re.search("(?:s|sh|ch|x|z|o)$", verb) else "s")
        )
        rows = (present, past, past, stem + "ing")
    for row, form in zip(rows, (Form.PRESENT, Form.PAST, Form.PERFECT, Form.ING), strict=True):
        for word in row.split():
            forms[word].add(form)
    return forms


@lru_cache(maxsize=16)
def frames(catalogue: Catalogue) -> Frames:
    """The catalogue's frames; compiled once for each catalogue."""
    phrases = _Phrases(catalogue)
    forms: dict[str, list[tuple[str, Form]]] = defaultdict(list)
    for verb in phrases.english:
        for word, kinds in conjugated(verb).items():
            forms[word] += [(verb, form) for form in sorted(kinds, key=lambda form: form.value)]
    nouns = _nouns(catalogue, "en")
    zh_nouns = _nouns(catalogue, "zh")
    return Frames(
        english={verb: tuple(group) for verb, group in phrases.english.items()},
        forms={word: tuple(group) for word, group in forms.items()},
        chinese={start: tuple(group) for start, group in phrases.chinese.items()},
        of_someone=tuple(phrases.of_someone),
        zh_of_someone=tuple(phrases.zh_of_someone),
        nouns=nouns,
        zh_nouns=zh_nouns,
        shared=_shared(catalogue),
        english_nouns=_longest_first(nouns),
        chinese_nouns=_longest_first(zh_nouns),
        judges={item.name: judge_of(item.value, catalogue) for item in catalogue.attributes},
    )


class _Phrases:
    """The frames of a catalogue, sorted as they are compiled."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._position = 0
        self.english: dict[str, list[Frame]] = defaultdict(list)
        self.chinese: dict[str, list[Frame]] = defaultdict(list)
        self.of_someone: list[Frame] = []
        self.zh_of_someone: list[Frame] = []
        for attribute in catalogue.attributes:
            for sense, name in _SENSES:
                for phrase in getattr(attribute.words["en"], name):
                    self._add_english(phrase, attribute, sense)
                for phrase in getattr(attribute.words["zh"], name):
                    self._add_chinese(phrase, attribute, sense)
        for group in (*self.chinese.values(), self.of_someone, self.zh_of_someone):
            group.sort(key=lambda frame: frame.order)

    def _frame(
        self, phrase: str, pattern: str, attribute: Attribute, sense: Sense, loose: str = ""
    ) -> Frame:
        (hole,) = _HOLE.findall(phrase)
        kind = attribute.value if hole == "value" else hole
        judge = judge_of(kind, self._catalogue)
        denied = phrase.startswith(("not ", "can not ", "be not ", "be no ", "不"))
        instead = compiled(_INSTEAD).match(phrase) is not None
        order = self._order(phrase, kind)
        return Frame(attribute, sense, judge, pattern, order, denied, instead, loose)

    def _order(self, phrase: str, kind: str) -> tuple[int, bool, int]:
        """The phrase that says more is tried first ("be over at" before "be over"), then the kind that proves more, then as listed."""
        self._position += 1
        words = compiled(r"[a-z']+|[\u4e00-\u9fff]").findall(compiled(r"\{\w+\}").sub("", phrase))
        known = kind in KINDS or kind in (self._catalogue.values or {})
        return (-len(words), kind in OPEN_KINDS or not known, self._position)

    def _add_english(self, phrase: str, attribute: Attribute, sense: Sense) -> None:
        if "{who}" in phrase:
            self.of_someone.append(self._frame(phrase, _en_pattern(phrase), attribute, sense))
            return
        words = phrase.removeprefix("can not ").removeprefix("not ")
        verb, _, rest = words.partition(" ")
        # "Moved from Berlin to Porto", "switched from tea to coffee".
        origin = "(?:from [^,]+? )?" if rest.startswith("to ") else ""
        pattern = f"{ADVERBS}{origin}{_en_pattern(rest)}"
        free = verb != "be" and rest.split(" ", 1)[0] in _PREPOSITION
        loose = f"{_GAP}{_en_pattern(rest)}" if free else ""
        self.english[verb].append(self._frame(phrase, pattern, attribute, sense, loose))
        if verb == "be" and sense is not Sense.HOLDS:  # "got laid off", as well as "was"
            self.english["get"].append(self._frame(phrase, pattern, attribute, sense))

    def _add_chinese(self, phrase: str, attribute: Attribute, sense: Sense) -> None:
        frame = self._frame(phrase, _zh_pattern(phrase), attribute, sense)
        if "{who}" in phrase:
            self.zh_of_someone.append(frame)
        else:
            self.chinese["" if phrase.startswith("{") else phrase[0]].append(frame)


_INSTEAD = "(?:switch|change|swap|move|trade|migrate|convert|upgrade)\\b|[改换转变]|从.*换"
_SENSES = ((Sense.ENDS, "ends"), (Sense.BEGINS, "becomes"), (Sense.HOLDS, "says"))
_HOLE = re.compile(r"\{(?!who\})(\w+)\}")
#: Articles of a phrase, and what else may stand in their place: "quit my job at", "found another job at".
_FREE = {
    "the": "(?:the|my|our|his|her|their)",
    "a": "(?:an?|another|my first)(?: (?:new|different|better|great|good|proper|part[- ]time|full[- ]time|summer|temp))?",
}


def _en_pattern(phrase: str) -> str:
    """The words of a phrase; after its last hole nothing but what its value's judge trims."""
    parts = []
    for word in phrase.split():
        if word == "{who}":
            parts.append(r"(?P<who>.{1,40}?)" + r"\W*$" * phrase.endswith(word))
        elif word in _FREE:
            parts.append(_FREE[word])
        elif _HOLE.fullmatch(word):
            last = phrase.endswith(word)
            parts.append("(?P<value>.+)" if last else "(?:the |an? )?(?P<value>.+?)")
        else:
            parts.append(re.escape(word))
    pattern = r"\s+".join(parts)
    return pattern if phrase.endswith("}") else rf"{pattern}(?=\W|$)"


_ZH_TAIL = f"(?:得?(?:挺|很|特别|非常|比较|有点|蛮|还挺)?(?:严重|厉害|多年))?(?:{ZH})?(?:了|的|呢|啦|啊|呀|哦|吧)*(?:[一二两三四五六七八九十几半\\d]+多?(?:年|个?月|天|周)了?)?(?:{ZH})?$"


def _zh_pattern(phrase: str) -> str:
    parts = re.split(r"(\{\w+\})", phrase)
    pattern = ""
    for place, part in enumerate(parts):
        if part == "{who}":
            pattern += "(?P<who>.{1,8}?)"
        elif part.startswith("{"):
            last = not any(parts[place + 1 :])
            opening = "了?(?:是|为)?" if pattern else "是?"
            pattern += f"{opening}(?P<value>.+)" if last else "(?P<value>.+?)"
        else:
            pattern += re.escape(part)
    return pattern if phrase.endswith("}") else pattern + _ZH_TAIL


def _nouns(catalogue: Catalogue, language: str) -> dict[str, Attribute]:
    found: dict[str, Attribute] = {}
    for attribute in catalogue.attributes:
        for noun in attribute.words[language].nouns:
            found.setdefault(noun.lower(), attribute)
    return found


def _shared(catalogue: Catalogue) -> dict[str, tuple[Attribute, ...]]:
    found: dict[str, tuple[Attribute, ...]] = defaultdict(tuple)
    for attribute in catalogue.attributes:
        for words in attribute.words.values():
            for noun in dict.fromkeys(noun.lower() for noun in words.nouns):
                found[noun] += (attribute,)
    return {noun: several[1:] for noun, several in found.items() if len(several) > 1}


def _longest_first(words: Iterable[str]) -> str:
    listed = sorted(words, key=lambda word: (-len(word), word))
    return "|".join(map(re.escape, listed)) or "(?!)"
