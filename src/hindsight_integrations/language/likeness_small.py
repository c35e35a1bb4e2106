"""Whether two texts of the same words differ in small ones that carry the meaning: in and out, until and from, each and in all, not yet and no longer; it knows no vector."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache

from hindsight_integrations.language.folding import simplified
from hindsight_integrations.language.likeness_reading import Read
from hindsight_integrations.language.likeness_signs import (
    ALONE_EN,
    ALONE_ZH,
    GRANTED,
    OPPOSED_EN,
    OPPOSED_ZH,
)
from hindsight_integrations.language.likeness_words import chinese
from hindsight_integrations.language.patterns import compiled

#: Small words that say where, whither, when or how far; one in another's place is another statement.
_PARTICLES_ROW = (
    "to from into onto in on at for with by via about before after until till since during "
    "over under through off out up down away back round around across along within without "
    "against towards each all both some any every too also only yet still again never "
    "always ago 从 到 去 来 上 下 进 出 里 外 才 就 又 还 也 只 先 再 给 跟 对 向 被 过 着 都 前 后"
)
_PARTICLES = frozenset(_PARTICLES_ROW.split())
#: Of these either may stand for the other: work at, work for; in, at school.
_EITHER = tuple(
    frozenset(line.split())
    for line in ("in at on", "at for", "to for", "at from", "by with via on", "about for", "round around", "给 对 跟 向", "就 都 也", "来 去 到 上")
)  # fmt: skip
#: One such word in place of another in texts that agree in all else, or two.
_FEW = 2


#: Whose it is: the speaker's, or that of others.
_OWN = r"\b(?:i|me|my|mine|myself|we|us|our|ours)\b|我|咱"
_OF_OTHERS = r"\b(?:he|him|his|she|her|hers|they|them|their|theirs)\b|[他她]"


#: Whose several, or only one of them.
_MANY_OR_ONE = r"\b(?:my|our) (?:\w+ )?(son|daughter|brother|sister|cousin|nephew|niece|aunt|uncle|dog|cat|car|boss|neighbou?r|friend|flat|house|knee|hand|foot|eye|ear|leg|arm|wrist|ankle|shoulder|hip)(e?s)?\b(?!')"
#: Which floor it is, and how many floors.
_WHICH = r"\b(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:st|nd|rd|th)) (\w+?)s?\b"
_HOW_MANY = r"\b(?:two|three|four|five|six|seven|eight|nine|ten|\d+) (\w+?)s\b"
#: What is named before the kind of place: Chinese has no capitals.
_PLACE_ZH = r"([\u4e00-\u9fff]{2})(?<![这那哪个小地市城乡住在的校])(小区|(?<![小社郊地市城山景时])区|(?<![城上超夜菜早])市(?!场|民)|县|镇|大?街|(?<![走马公铁一在上问带修半家])路(?!上|过|由|线|费|口|程|人)|(?<![念读上是的在考学名进到])大学|(?<![是的在去到家住])医院|(?<![车网铁])站)"


@dataclass(frozen=True, slots=True)
class _Sign:
    """A pattern, and of what it finds one stands in the text: most texts have none and are not searched."""

    pattern: str
    marks: tuple[str, ...]

    def stands_in(self, text: str) -> bool:
        for mark in self.marks:
            if mark in text:
                return compiled(self.pattern).search(text) is not None
        return False


@dataclass(frozen=True, slots=True)
class _Signs:
    """What a text says of the tables: places in lines, what it must share, what goes with what."""

    opposed: frozenset[tuple[int, int]]
    alone: frozenset[int]
    said: frozenset[int]
    granted: frozenset[int]
    own: bool
    others: bool
    several: frozenset[tuple[str, bool]]
    places: frozenset[tuple[str, str]]


def small_words_differ(one: str, other: str, first: Read, second: Read) -> bool:
    """Whether one says another of what each text says one of, or alone what both must say."""
    if _in_place(first, second):
        return True
    mine, theirs = _signs(one), _signs(other)
    return (
        mine.alone != theirs.alone
        or not (mine.said <= theirs.granted and theirs.said <= mine.granted)
        or _of_others((mine, second), theirs)
        or _of_others((theirs, first), mine)
        or any((who, not many) in theirs.several - mine.several for who, many in mine.several)
        or _elsewhere(mine.places, theirs.places)
        or _opposed(mine.opposed, theirs.opposed)
    )


@lru_cache(maxsize=1 << 12)
def _signs(text: str) -> _Signs:
    text = _spelt(text)
    opposed, alone, granted = _table(zh := chinese(text))
    return _Signs(
        opposed=frozenset(
            (number, place)
            for number, line in enumerate(opposed)
            for place, sign in enumerate(line)
            if sign.stands_in(text)
        ),
        alone=_standing(alone, text),
        said=_standing((said for said, _ in granted), text),
        granted=_standing((granting for _, granting in granted), text),
        own=_has(_OWN, text),
        others=_has(_OF_OTHERS, text),
        several=frozenset(
            [(m[1], bool(m[2])) for m in compiled(_MANY_OR_ONE).finditer(text)]
            + [("#" + m[1], True) for m in compiled(_WHICH).finditer(text)]
            + [("#" + m[1], False) for m in compiled(_HOW_MANY).finditer(text)]
        ),
        places=frozenset((m[2], m[1]) for m in compiled(_PLACE_ZH).finditer(text) if zh),
    )


def _standing(signs: Iterable[_Sign], text: str) -> frozenset[int]:
    return frozenset(place for place, sign in enumerate(signs) if sign.stands_in(text))


_Table = tuple[tuple[tuple[_Sign, ...], ...], tuple[_Sign, ...], tuple[tuple[_Sign, _Sign], ...]]


@cache
def _table(zh: bool) -> _Table:
    opposed, alone = (OPPOSED_ZH, ALONE_ZH) if zh else (OPPOSED_EN, ALONE_EN)
    return (
        tuple(tuple(map(_sign, line)) for line in opposed),
        tuple(map(_sign, alone)),
        tuple((_sign(said), _sign(granting)) for said, granting in GRANTED),
    )


def _sign(pattern: str) -> _Sign:
    """The pattern with the letters that stand in it: of each of its branches some do."""
    bare = re.sub(r"\(\?<?[=!][^()]*\)|\[[^\]]*\]|\\.|.[?*]", " ", pattern)
    found = re.findall(r"[a-z]{2,}|[\u4e00-\u9fff]+", bare)
    return _Sign(pattern, tuple(dict.fromkeys(found)))


def _of_others(told: tuple[_Signs, Read], others: _Signs) -> bool:
    """Whether one speaks of the speaker only, the other only of others whom it does not name."""
    own, text = told
    return (own.own and not own.others and others.others and not others.own) and not (
        text.names
        or any(
            each.startswith("beings") and not each.startswith(("beings-en2", "beings-zh2"))
            for token in text.tokens
            for each in token.apart
        )
    )


def _elsewhere(mine: frozenset[tuple[str, str]], theirs: frozenset[tuple[str, str]]) -> bool:
    """Whether each names another place of a kind: 西湖区, 滨江区."""
    kinds = {kind for kind, _ in mine} & {kind for kind, _ in theirs}
    return any(all(place not in theirs for place in mine if place[0] == kind) for kind in kinds)


def _opposed(mine: frozenset[tuple[int, int]], theirs: frozenset[tuple[int, int]]) -> bool:
    """Whether each says of a line what the other does not."""
    lines = {line for line, _ in mine} & {line for line, _ in theirs}
    return any(all(sign not in theirs for sign in mine if sign[0] == line) for line in lines)


def _in_place(first: Read, second: Read) -> bool:
    """Whether all that differs is one small word in another's place."""
    mine, theirs = ([token.surface for token in text.tokens] for text in (first, second))
    head = _common(mine, theirs)
    tail = _common(mine[head:][::-1], theirs[head:][::-1])
    edits = [set(side[head : len(side) - tail]) for side in (mine, theirs)]
    if max(map(len, edits)) > _FEW:
        return False
    left, right = (_PARTICLES & side for side in edits)
    only, others = left - right, right - left
    return bool(only and others) and not any(only | others <= either for either in _EITHER)


def _common(one: list[str], other: list[str]) -> int:
    """How many places from the beginning are the same."""
    return next(
        (place for place, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]),
        min(len(one), len(other)),
    )


def _has(pattern: str, text: str) -> bool:
    return compiled(pattern).search(text) is not None


def _spelt(text: str) -> str:
    text = simplified(text).lower().replace("\u2019", "'").strip(" .!。！")
    return text.replace("won't", "will not").replace("n't", " not").replace("'ll", " will")
