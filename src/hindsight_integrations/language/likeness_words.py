"""The words by which likeness is judged, read from ``likeness_en.toml`` and ``likeness_zh.toml``; it knows no text."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from importlib import resources

from hindsight_integrations.language.irregular import lemma
from hindsight_integrations.language.tokens import words

#: A phrase as stems of its words; of Chinese, its characters.
Phrase = tuple[str, ...]
_CHINESE = re.compile("[\u4e00-\u9fff]")
_RUN = re.compile(r"[a-z]+|[^\W\d_a-z]")
_FIRST_FORMS = {
    form: first
    for first, forms in (
        ("be", "am is are was were been being"),
        ("have", "has had having"),
        ("do", "does did done doing"),
    )
    for form in forms.split()
}


#: Words that each stand in the line of their like: how one asks for something.
_WISHES = ("want", "need", "prefer", "like", "想 要", "需 要", "喜 欢")


@dataclass(slots=True)
class Meaning:
    """What the tables say of a phrase: its lines (``senses``), what it is told apart from, and its weight."""

    senses: list[str] = field(default_factory=list)
    apart: list[str] = field(default_factory=list)
    #: Of a turn, what is turned; empty if nothing is left beside it.
    turns: Phrase | None = None
    light: bool = False
    weak: bool = False
    carrying: bool = False


@dataclass(frozen=True)
class Lexicon:
    """What is known of each phrase, and the words that may stand inside one."""

    known: dict[Phrase, Meaning]
    #: The length of the longest phrase that begins with a stem.
    longest: dict[str, int]
    filling: frozenset[str]
    #: The lines by which one wants, needs or likes something.
    wishes: frozenset[str]


#: In a phrase it does not matter whose: "quit my job" is "quit her job".
OWNED = dict.fromkeys(("his", "her", "our", "your", "their"), "my")


@lru_cache(maxsize=1 << 14)
def stem(run: str) -> str:
    """The stem of an English word's first form; any other piece as it is."""
    if not (run.isascii() and run.isalpha()):
        return run
    return _FIRST_FORMS.get(run) or lemma(words(run)[0])


@cache
def lexicon() -> Lexicon:
    """Both tables as one; read once."""
    known: dict[Phrase, Meaning] = {}
    filling: set[str] = set()
    for language in ("en", "zh"):
        table = tomllib.loads(
            resources.files(__package__).joinpath(f"likeness_{language}.toml").read_text("utf-8")
        )
        own = frozenset(table["filling"].split())
        filling |= own
        _enter(known, table, own, language)
    wishes = {line for word in _WISHES for line in known[tuple(word.split())].senses}
    _widen(known)
    longest: dict[str, int] = {}
    for phrase in known:
        longest[phrase[0]] = max(longest.get(phrase[0], 1), len(phrase))
    return Lexicon(known, longest, frozenset(filling), frozenset(wishes))


def _enter(
    known: dict[Phrase, Meaning], table: dict[str, str], filling: frozenset[str], language: str
) -> None:
    between = ";" if language == "en" else None
    for number, phrases in enumerate(_rows(table["same"], between, filling)):
        for phrase in phrases:
            _at(known, phrase).senses.append(f"{language}{number}")
    for kind in ("apart", "fixed", "beings"):
        for phrase, member in _members(table[kind], f"{kind}-{language}", filling):
            _at(known, phrase).apart.append(member)
    for first, *others in _rows(table["turns"], between, filling):
        known |= {
            phrase: replace(_at(known, phrase), turns=first[1:]) for phrase in (first, *others)
        }
    for kind in ("light", "weak", "carrying"):
        for (phrase,) in _rows(table[kind].replace(" ", "\n"), "\n", frozenset()):
            setattr(_at(known, phrase), kind, True)


def _widen(known: dict[Phrase, Meaning]) -> None:
    """Who "is raised" may be raised in every sense of it; "in the army" is the army, too."""
    own = {phrase: tuple(meaning.senses) for phrase, meaning in known.items()}
    for phrase, meaning in known.items():
        if (beside := _bare(known, phrase)) is not None:
            meaning.senses += [line for line in own[beside] if line not in meaning.senses]


def _bare(known: dict[Phrase, Meaning], phrase: Phrase) -> Phrase | None:
    """The phrase without the small words before it, if it is itself known."""
    for place in range(1, len(phrase)):
        if not (phrase[0].isascii() and _small(known, phrase[place - 1])):
            return None
        if (bare := known.get(phrase[place:])) is not None:
            told_apart = known[phrase].apart and phrase[0] not in ("be", "get")
            return None if bare.light or told_apart else phrase[place:]
    return None


def _small(known: dict[Phrase, Meaning], stem: str) -> bool:
    return stem in ("be", "get", *OWNED, "my") or (
        (meaning := known.get((stem,))) is not None and meaning.light and meaning.turns is None
    )


def _at(known: dict[Phrase, Meaning], phrase: Phrase) -> Meaning:
    return known.setdefault(phrase, Meaning())


def _rows(table: str, between: str | None, filling: frozenset[str]) -> Iterator[list[Phrase]]:
    """The phrases of each line."""
    return (found for line in _lines(table) if (found := list(_phrases(line, between, filling))))


def _members(table: str, name: str, filling: frozenset[str]) -> Iterator[tuple[Phrase, str]]:
    """Each phrase of what is told apart, and the member of its line that it names."""
    for number, line in enumerate(_lines(table)):
        for place, member in enumerate(line.split(";")):
            for phrase in _phrases(member, ",", filling):
                yield phrase, f"{name}{number}/{place}"


def _lines(table: str) -> Iterator[str]:
    return (line for line in table.strip().splitlines() if not line.startswith("#"))


def _phrases(line: str, between: str | None, filling: frozenset[str]) -> Iterator[Phrase]:
    for part in line.split(between):
        runs = _RUN.findall(part.lower().replace("'s", " "))
        phrase = tuple(stem(run) for run in runs if run not in filling)
        # A phrase that is nothing but filling is still a word.
        if phrase := phrase or tuple(map(stem, runs)):
            yield phrase


def chinese(text: str) -> bool:
    """Whether a text holds a Chinese character."""
    return _CHINESE.search(text) is not None
