"""A text as what likeness compares: its words of matter, its numbers, its turns, and what it names of things told apart; it judges nothing."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace
from functools import lru_cache

from hindsight_integrations.language.clauses import asks
from hindsight_integrations.language.entities import entities
from hindsight_integrations.language.folding import simplified
from hindsight_integrations.language.likeness_plain import plain
from hindsight_integrations.language.likeness_words import (
    OWNED,
    Lexicon,
    Meaning,
    Phrase,
    lexicon,
    stem,
)
from hindsight_integrations.language.numerals import (
    NUMBER_WORDS,
    chinese_number,
    spoken,
    spoken_ordinal,
)

#: A text is read up to here; a longer one is like another only word by word.
MAX_READ = 500
_PIECE = re.compile(
    r"\d+(?:[.,:]\d+)*|[a-z]+|[零一二两三四五六七八九十百千万]+|[^\W\d_a-z]|[,，;；]"
)
_NUMERALS = "零一二两三四五六七八九十百千万"
_ARTICLES = ("a", "an", "the")
_MARKS = ",，;；"
#: "When we are away, …" tells; "When are we away" asks.
_TELLS = re.compile(
    r"(?i)^\W*(?:when|where|what|who|how|why|which)(?:ever)? (?!(?:is|are|am|was|were|do|does|did|can|could|should|shall|will|would|have|has)\b)[^?？]*$"
    r"|^我(?:总|老|经常|常|从|记|忘|不知道)[^?？吗]*$"
    r"|^\W*(?:can|could|would|will|may) (?:you|i (?:have|get))\b"
)
#: What is asked of the reader, and not told.
_REQUESTS = re.compile(
    r"(?i)\bplease\b|\bkindly\b|\b(?:you should|you must|you can|you may|could you|can you|would you|could i (?:have|get)|can i (?:have|get)|may i (?:have|get))\b"
    r"|^\W*(?:(?:do not|don't|never|always|only|just) )?(?:remind|send|give|use|keep|call|address|answer|write|show|avoid|do|let|make|include|add|tell|explain|speak|reply|ask"
    r"|put|translate|summarize|summarise|format|stop|start|respond|check|remember|forget|notify|inform|warn|book|order|buy|pay|wake|pick|bring|text|email|mention|share|store|save|delete|list|provide|describe|suggest|recommend|refer|stick|limit|leave|skip|cite|quote|schedule|set|turn|wait|contact|talk|assume|treat|follow|prefer|no|read|limit|round|convert|confirm|double-check|proofread)\b"
    r"|[请别勿]|不要|不用|不许|麻烦|务必|帮我|给我|提醒我|叫我|告诉我|称呼我|必须|应该|(?:^|[,，])(?:用|回答|回复|解释|直接|永远|始终)"
)
#: Whatever names something exactly has one of these.
_HAS_NAME = re.compile(r"[\d@]|://|www")
_NO_MEANING = Meaning()


@dataclass(frozen=True, slots=True)
class Token:
    """A word or phrase: a word that stands for it, all it may mean, and how it was written.

    ``senses`` are lines of the tables and the phrase itself: tokens that share one say the same.
    ``apart`` are the members that it is of what people tell apart, as "line/member".
    """

    word: str
    surface: str
    senses: frozenset[str] = frozenset()
    light: bool = False
    weak: bool = False
    carrying: bool = False
    wishes: bool = False
    apart: frozenset[str] = frozenset()
    turns: bool = False
    stems: Phrase = ()

    @property
    def fixed(self) -> bool:
        """Whether no other words say it, and no text may have it more: a time, a person, how sure one is."""
        return any(not member.startswith("apart") for member in self.apart)


@dataclass(frozen=True, slots=True)
class Number:
    """A number and the pieces before and after it: "round 1 number 2" is not "round 2 number 1"."""

    value: str
    before: str
    after: str
    #: All words of the text, as stems.
    words: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Read:
    """A text as likeness sees it. ``tokens`` are in its order; commas and the like are kept in it."""

    tokens: tuple[Token, ...]
    numbers: tuple[Number, ...]
    named: frozenset[str]
    names: frozenset[str]
    turned: bool
    turns: int
    asks: bool
    text: str

    @property
    def requests(self) -> bool:
        """Whether something is asked of the reader."""
        return _REQUESTS.search(self.text) is not None

    @property
    def matter(self) -> list[Token]:
        """The tokens that say something of the matter, and are judged by nothing else."""
        return [token for token in self.tokens if not token.light and not token.turns]


@lru_cache(maxsize=1024)
def read(text: str) -> Read:
    """The features of ``text``."""
    text = simplified(text[:MAX_READ])
    pieces, numbers, counted = _pieces(plain(text))
    tokens = _tokens(lexicon(), pieces, counted)
    return Read(
        tokens=tuple(tokens),
        numbers=tuple(numbers),
        named=_named(text),
        names=_names(text),
        turned=_turned(tokens),
        turns=sum(token.turns for token in tokens),
        asks=asks(text) and _TELLS.search(text) is None,
        text=text,
    )


def _named(text: str) -> frozenset[str]:
    """Addresses, codes and the like in one spelling; plain numbers and sums of money are among the numbers."""
    if _HAS_NAME.search(text) is None:
        return frozenset()
    return frozenset(
        re.sub(r"[\s-]", "", found.text.lower())
        for found in entities(text)
        if found.kind != "money" and not found.text.isdigit()
    )


def _turned(tokens: list[Token]) -> bool:
    """Whether a clause denies: an odd number of turns in it."""
    odd = False
    for token in tokens:
        if token.surface in _MARKS:
            if odd:
                return True
        elif token.turns:
            odd = not odd
    return odd


def _pieces(text: str) -> tuple[list[tuple[str, str]], list[Number], set[int]]:
    """(stem, as written) of every piece that is no number, the numbers, and before which pieces they stand."""
    pieces: list[tuple[str, str]] = []
    values: list[tuple[str, int]] = []
    place = 0
    while (match := _PIECE.search(text, place)) is not None:
        run, place = match[0], match.end()
        if (counted := _counted(match, text, pieces)) is not None:
            value, place = counted
            values.append((value, len(pieces)))
        elif run[0] in _NUMERALS:
            pieces.extend((character, character) for character in run)
        elif run not in _ARTICLES:
            pieces.append((stem(run), run))
    return pieces, [_placed(value, at, pieces) for value, at in values], {at for _, at in values}


def _placed(value: str, at: int, pieces: list[tuple[str, str]]) -> Number:
    before = pieces[at - 1][0] if at else ""
    after = pieces[at][0] if at < len(pieces) else ""
    return Number(value, before, after, frozenset(stem for stem, _ in pieces))


def _counted(
    match: re.Match[str], text: str, pieces: list[tuple[str, str]]
) -> tuple[str, int] | None:
    """The number that begins here, in one spelling, and where it ends."""
    run = match[0]
    if run[0].isdigit():
        return run.replace(",", ""), match.end()
    if run in NUMBER_WORDS:
        said = spoken(text, match.start()) or spoken_ordinal(text, match.start())
        return None if said is None else (str(said[0]), said[1])
    if run[0] in _NUMERALS and _counts(run, text[match.end() : match.end() + 1], pieces):
        try:
            return f"{chinese_number(run):g}", match.end()
        except ValueError:
            return None
    return None


#: After these a run of Chinese numerals counts, measures or orders something.
_MEASURES = frozenset(
    "个只条张把次回遍天日号月年周岁点分秒块元毛斤克米里升楼层台本辆件位名种套双杯瓶家间份封盆篇码英公欧美小"
)


def _counts(run: str, after: str, pieces: list[tuple[str, str]]) -> bool:
    """Whether Chinese numerals are a number: before a measure they are; 一般, 一点 and 周一 are words."""
    if len(run) == 1 and pieces and pieces[-1][1] in "周期拜":
        return False
    if run == "一" and after in ("点", "份", "家"):
        return False
    return len(run) > 1 or run == "两" or (after != "" and after in _MEASURES)


def _tokens(table: Lexicon, pieces: list[tuple[str, str]], counted: set[int]) -> list[Token]:
    """The longest phrases that the tables know, none across a number, and single pieces between them."""
    places = [at for at, piece in enumerate(pieces) if piece[1] not in table.filling]
    kept = [pieces[at] for at in places]
    ends = [*sorted(bisect_left(places, at) for at in counted), len(kept)]
    tokens: list[Token] = []
    place = 0
    while place < len(kept):
        end = ends[bisect_right(ends, place)] if place < ends[-1] else len(kept)
        phrase = _phrase(table, [each[0] for each in kept[place : min(end, place + _LONG)]])
        tokens += _meant(phrase, tuple(run for _, run in kept[place : place + len(phrase)]))
        place += len(phrase)
    return tokens


#: No phrase of the tables is longer than this.
_LONG = 9


def _phrase(table: Lexicon, stems: list[str]) -> Phrase:
    """The longest phrase that begins here; a Chinese name is one, too."""
    for length in range(min(table.longest.get(stems[0], 1), len(stems)), 1, -1):
        phrase = tuple(OWNED.get(stem, stem) for stem in stems[:length])
        if phrase in table.known:
            return phrase
    if stems[0] in _CALLED and len(stems) > 1 and names_somebody(*stems[:2]):
        return tuple(stems[:2])
    return (stems[0],)


#: What stands before a Chinese name that is said among friends: 小李, 老张.
_CALLED = "小老阿"
_SURNAMES = frozenset(
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文章"
)
_NO_NAME = frozenset(
    "的了是在有和跟都也就不很太会要能说想去来时点些个家到得着过给把被我你他她们这那"
)


def names_somebody(called: str, character: str) -> bool:
    """Whether 小, 老 or 阿 and this character are a name."""
    if called == "老":  # 老醒 is who often wakes
        return character in _SURNAMES
    return character not in _NO_NAME and not character.isascii()


@lru_cache(maxsize=1 << 13)
def _meant(phrase: Phrase, runs: Phrase) -> tuple[Token, ...]:
    """The phrase as a token; "hate" is a turn and "like"."""
    table = lexicon()
    known = table.known.get(phrase, _NO_MEANING)
    if known.turns is None:
        return (_token(known, phrase, runs),)
    own = frozenset(known.senses)
    turn = Token("", _joined(runs), senses=own, turns=True)
    if not known.turns:
        return (turn,)
    turned = table.known.get(known.turns, _NO_MEANING)
    beside = _token(turned, known.turns, known.turns)
    # "I don't want ads" says no more than "no ads".
    return turn, replace(beside, weak=beside.weak or beside.wishes, senses=beside.senses | own)


def _token(known: Meaning, phrase: Phrase, runs: Phrase) -> Token:
    surface, own = _joined(runs), _joined(phrase)
    return Token(
        word=known.senses[0] if known.senses else own,
        surface=surface,
        senses=frozenset((own, *known.senses, *known.apart)),
        light=known.light or surface in _MARKS,
        weak=known.weak,
        carrying=known.carrying,
        wishes=not lexicon().wishes.isdisjoint(known.senses),
        apart=frozenset(known.apart),
        stems=phrase,
    )


def _joined(runs: Phrase) -> str:
    return ("" if not runs[0].isascii() else " ").join(runs)


def _names(text: str) -> frozenset[str]:
    """Words with a capital inside a sentence: names, in English."""
    inside = re.findall(r"(?<=[a-z0-9,;] )[A-Z][a-z]+(?:'s)?\b(?!-)", text)
    known = lexicon().known
    return frozenset(
        name
        for word in inside
        if (name := stem(plain(word).strip())) and not _common(known.get((name,)))
    )


def _common(known: Meaning | None) -> bool:
    return known is not None and bool(known.senses or known.apart)
