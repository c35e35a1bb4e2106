"""A text as what likeness compares: its words of matter, its numbers, its turns, and what it names of things told apart; it judges nothing."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources

from hindsight_integrations.language.clauses import asks
from hindsight_integrations.language.entities import entities
from hindsight_integrations.language.folding import simplified
from hindsight_integrations.language.numerals import (
    NUMBER_WORDS,
    chinese_number,
    spoken,
    spoken_ordinal,
)
from hindsight_integrations.language.tokens import words

#: A text is read up to here; a longer one is like another only word by word.
MAX_READ = 500
_PIECE = re.compile(
    r"\d+(?:[.,:]\d+)*|[a-z]+|[零一二两三四五六七八九十百千万]+|[^\W\d_a-z]|[,，;；]"
)
_FULL = (
    ("can't", "can not"), ("cannot", "can not"), ("won't", "will not"), ("shan't", "shall not"),
    ("n't", " not"), ("'m", " am"), ("'re", " are"), ("'ve", " have"), ("'ll", " will"), ("'d", " 'd"), ("'s", " "),
    ("e-mail", "email"), ("wi-fi", "wifi"), ("twice", "2 times"), ("once a", "1 times a"),
)  # fmt: skip
_SPELT = re.compile(r"(?<=[a-z]{3})is(?=e[sd]?\b|ing\b)|(?<=[a-z]{2})our(?=s?\b|ful|ite|ed\b)")
#: "6 am" is a time; who would rather one than the other prefers it to the other.
_PLAINER = tuple(
    (re.compile(pattern), plain)
    for pattern, plain in (
        (r"(?<=\d) ?([ap])\.?m\b\.?", r" \1mtime"),
        (r"(?<=\d)号", "日"),
        (r"宁[愿可](.+?)也?不[想愿要]?(.+)", r"比起\2更喜欢\1"),
        (r"一(?:周|个?星期)(?=.{0,3}[一二两三四五六七八九十\d]+[次天回遍])", "每周"),
        (r"每(?:个?星期|礼拜)", "每周"),
        (r"(?:周|星期|礼拜)(?=[一二三四五六日天](?![个次]))", "周"),
        (r"周天", "周日"),
    )
)
_BRITISH = {"is": "iz", "our": "or"}


_NUMERALS = "零一二两三四五六七八九十百千万"
_ARTICLES = ("a", "an", "the")


@dataclass(frozen=True, slots=True)
class Token:
    """A word or phrase: what stands for it and all that say the same, and how it was written."""

    word: str
    surface: str
    light: bool = False
    apart: str | None = None
    turns: bool = False


@dataclass(frozen=True, slots=True)
class Number:
    """A number and the pieces before and after it: "round 1 number 2" is not "round 2 number 1"."""

    value: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Read:
    """A text as likeness sees it. ``tokens`` are in its order; commas and the like are kept in it."""

    tokens: tuple[Token, ...]
    numbers: tuple[Number, ...]
    named: frozenset[str]
    names: frozenset[str]
    apart: frozenset[str]
    turned: bool
    asks: bool

    @property
    def matter(self) -> list[Token]:
        """The tokens that say something of the matter, and are judged by nothing else."""
        return [token for token in self.tokens if not token.light and not token.turns]


@dataclass(frozen=True)
class _Lexicon:
    """Phrases, as tuples of stemmed pieces, and what is known of each."""

    same: dict[tuple[str, ...], tuple[str, ...]]
    apart: dict[tuple[str, ...], str]
    turns: dict[tuple[str, ...], tuple[str, ...]]
    light: frozenset[tuple[str, ...]]
    longest: int


@lru_cache(maxsize=512)
def read(text: str) -> Read:
    """The features of ``text``."""
    text = simplified(text)
    pieces, numbers = _pieces(_plain(text[:MAX_READ]))
    tokens = _tokens(pieces)
    return Read(
        tokens=tuple(tokens),
        numbers=tuple(numbers),
        named=frozenset(entity.text.lower() for entity in entities(text)),
        names=_names(text),
        apart=frozenset(token.apart for token in tokens if token.apart is not None),
        turned=_turned(tokens),
        asks=asks(text),
    )


def _turned(tokens: list[Token]) -> bool:
    """Whether a clause denies: an odd number of turns in it."""
    odd = False
    for token in tokens:
        if token.surface in ",，;；":
            if odd:
                return True
        elif token.turns:
            odd = not odd
    return odd


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).lower().replace("\u2019", "'")
    for short, full in _FULL:
        folded = folded.replace(short, full)
    for pattern, plain in _PLAINER:
        folded = pattern.sub(plain, folded)
    return _SPELT.sub(lambda found: _BRITISH[found[0]], folded)


def _pieces(text: str) -> tuple[list[tuple[str, str]], list[Number]]:
    """(stem, as written) of every piece that is no number, and the numbers."""
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
            pieces.append((_stem(run), run))
    return pieces, [_placed(value, at, pieces) for value, at in values]


def _placed(value: str, at: int, pieces: list[tuple[str, str]]) -> Number:
    before = pieces[at - 1][0] if at else ""
    return Number(value, before, pieces[at][0] if at < len(pieces) else "")


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
    "个只条张把次遍天日号月年周岁点分秒块元毛斤克米里升楼层台本辆件位名种套双杯瓶家间份封盆篇码英公欧美小"
)


def _counts(run: str, after: str, pieces: list[tuple[str, str]]) -> bool:
    """Whether Chinese numerals are a number: before a measure they are; 一般, 一点 and 周一 are words."""
    if len(run) == 1 and pieces and pieces[-1][1] in "周期拜":
        return False
    if run == "一" and after in ("点", "份", "家"):
        return False
    return len(run) > 1 or run == "两" or (after != "" and after in _MEASURES)


def _stem(run: str) -> str:
    return words(run)[0] if run.isascii() and run.isalpha() else run


def _tokens(pieces: list[tuple[str, str]]) -> list[Token]:
    """The longest phrases that the lexicon knows, and single pieces between them."""
    lexicon = _lexicon()
    tokens, place = [], 0
    while place < len(pieces):
        for length in range(min(lexicon.longest, len(pieces) - place), 0, -1):
            phrase = tuple(stem for stem, _ in pieces[place : place + length])
            if length == 1 or _known(lexicon, phrase):
                tokens += _meant(
                    lexicon, phrase, [run for _, run in pieces[place : place + length]]
                )
                place += length
                break
    return tokens


def _known(lexicon: _Lexicon, phrase: tuple[str, ...]) -> bool:
    return any(
        phrase in known for known in (lexicon.same, lexicon.apart, lexicon.turns, lexicon.light)
    )


def _meant(lexicon: _Lexicon, phrase: tuple[str, ...], runs: list[str]) -> list[Token]:
    """The phrase as a token; "hate" is a turn and "like"."""
    turned = lexicon.turns.get(phrase)
    if turned is None:
        return [_token(lexicon, phrase, runs)]
    turn = Token("", " ".join(runs), turns=True)
    return [turn, _token(lexicon, turned, list(turned))] if turned else [turn]


def _token(lexicon: _Lexicon, phrase: tuple[str, ...], runs: list[str]) -> Token:
    chinese = not phrase[0].isascii()
    surface = ("" if chinese else " ").join(runs)
    plain = lexicon.same.get(phrase, phrase)
    word = ("" if chinese else " ").join(plain)
    apart = lexicon.apart.get(phrase) or lexicon.apart.get(plain)
    light = phrase in lexicon.light or plain in lexicon.light or surface in ",，;；"
    return Token(word, surface, light and apart is None, apart)


def _names(text: str) -> frozenset[str]:
    """Words with a capital inside a sentence: names, in English."""
    inside = re.findall(r"(?<=[a-z,] )[A-Z][a-z]+(?:'s)?\b", text)
    found = {_stem(_plain(word).strip()) for word in inside}
    lexicon = _lexicon()
    return frozenset(
        name
        for name in found
        if name and (name,) not in lexicon.apart and (name,) not in lexicon.same
    )


@cache
def _lexicon() -> _Lexicon:
    tables = tomllib.loads(
        resources.files(__package__).joinpath("likeness.toml").read_text("utf-8")
    )
    same: dict[tuple[str, ...], tuple[str, ...]] = {}
    for phrases in map(_phrases, tables["same"].strip().splitlines()):
        for phrase in phrases:
            same.setdefault(phrase, phrases[0])
    apart = {}
    for phrases in map(_phrases, tables["apart"].strip().splitlines()):
        for phrase in phrases:
            apart[phrase] = " ".join(phrases[0])
    turns: dict[tuple[str, ...], tuple[str, ...]] = {}
    for phrases in map(_phrases, tables["turns"].strip().splitlines()):
        turns |= dict.fromkeys(phrases, phrases[0][1:])
    light = frozenset(
        phrase for line in tables["light"].strip().splitlines() for phrase in _light(line)
    )
    longest = max(map(len, (*same, *apart, *turns, *light)))
    return _Lexicon(same, apart, turns, light, longest)


def _phrases(line: str) -> list[tuple[str, ...]]:
    """The phrases of a line: English ones are parted by semicolons, Chinese ones by spaces."""
    found = []
    for part in line.split(";"):
        chinese = any("\u4e00" <= character <= "\u9fff" for character in part)
        for phrase in part.split() if chinese else [part]:
            pieces = tuple(
                _stem(run)
                for run in re.findall(r"[a-z]+|[^\W\d_a-z]", phrase.lower())
                if run not in _ARTICLES
            )
            if pieces:
                found.append(pieces)
    return found


def _light(line: str) -> list[tuple[str, ...]]:
    return [phrase for word in line.split() for phrase in _phrases(word)]
