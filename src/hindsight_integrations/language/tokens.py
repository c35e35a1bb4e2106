"""Text as terms of the keyword index, as a key for 'the same again', and as a number of tokens; it knows no store and no language model.

One tokenizer serves every store, so that a search finds the same on each of them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import islice

from Stemmer import Stemmer

from hindsight_integrations.language.characters import CJK, LETTER, marks
from hindsight_integrations.language.folding import simplified
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.stopwords import (
    CHINESE_LIGHT,
    CHINESE_PARTICLES,
    CHINESE_PHRASES,
    CHINESE_WHOLES,
    ENGLISH,
)

#: A longer run (a hash, a link, base64) is indexed by its first characters only.
MAX_TERM = 64
#: A question is read up to here, and gives at most this many terms: what a search costs is bounded.
MAX_QUESTION = 10_000
MAX_QUERY_TERMS = 256

_ASCII_RUN = re.compile(r"[a-z]+(?:'[a-z]+)*|[0-9]+")
_CJK = f"[{CJK}]"
#: What nearly every Chinese or typeset text holds. Replacing it first spares the slow path of
#: NFKC, which takes longer than all the rest.
_COMMON = [(mark, " ") for mark in "，。！？：；（）～"] + [("\u2019", "'"), ("\u02bc", "'")]


def words(text: str) -> list[str]:
    """The index terms of ``text``, repeated as often as they occur; any string is accepted.

    The text is put in NFKC, simplified Chinese characters and lower case. Then:

    - a run of letters is a word, a run of digits another (``gpt4`` is ``gpt 4``). English
      words are stemmed. An apostrophe between letters belongs to the word: ``don't`` stays
      one term, and the stemmer removes a possessive ``'s``;
    - a run of CJK characters is its overlapping pairs and then its last character:
      ``花生酱`` is ``花生 生酱 酱``, so that every character begins some term.

    Everything else (spaces, punctuation, emoji, NUL, lone surrogates) only separates.
    """
    runs = _runs(text)
    cjk = compiled(_CJK).match
    terms: list[str] = []
    for run in runs:
        if run.isascii() or not cjk(run):
            terms.append(_word(run))
        else:
            terms += [run[place : place + 2] for place in range(len(run))]
    return terms


def query_terms(text: str) -> tuple[str, ...]:
    """The distinct terms to search for ``text``, in order; empty if it has no letter and no digit.

    Terms are made as in :func:`words`, without a run's last character. Function words of
    English and Chinese are dropped, unless nothing would be left. A single CJK character is
    a prefix term: ``店*`` also finds ``店铺``. At most ``MAX_QUERY_TERMS`` are given.
    """
    text = text[:MAX_QUESTION]
    runs = _runs(text)
    if text.isascii():
        terms = [_word(run) for run in runs if run not in ENGLISH]
    else:
        terms = [term for run in runs for term in _matter(run)]
    if not terms:
        terms = [term for run in runs for term in _all_terms(run)]
    return tuple(islice(dict.fromkeys(terms), MAX_QUERY_TERMS))


def _runs(text: str) -> list[str]:
    if text.isascii():
        return _ASCII_RUN.findall(text.lower())
    for mark, plain in _COMMON:
        text = text.replace(mark, plain)
    return _run().findall(simplified(unicodedata.normalize("NFKC", text)).lower())


@cache
def _run() -> re.Pattern[str]:
    word = f"{LETTER}+(?:[{marks()}]+{LETTER}*)*"
    return re.compile(rf"[{CJK}]+|{word}(?:'{word})*|\d+")


def _word(run: str) -> str:
    return _stem(run) if len(run) <= MAX_TERM else run[:MAX_TERM]


@lru_cache(maxsize=1 << 15)
def _stem(run: str) -> str:
    if len(run) < 3 or not run.isascii() or run.isdigit():
        return run
    # A stemmer holds the word it works on, so threads must not share one; one costs 2 µs.
    return str(Stemmer("english", 0).stemWord(run))


def _all_terms(run: str) -> list[str]:
    if not compiled(_CJK).match(run):
        return [_word(run)]
    return [run[place : place + 2] for place in range(len(run) - 1)] or [run + "*"]


def _matter(run: str) -> Iterator[str]:
    """The terms of one run without those that only carry the question."""
    if not compiled(_CJK).match(run):
        if run not in ENGLISH:
            yield _word(run)
        return
    for fragment in _fragments(run):
        yield from _fragment_terms(fragment)


_LONGEST_FIRST = sorted(CHINESE_PHRASES, key=len, reverse=True)
_CUT = f"(?P<whole>{'|'.join(CHINESE_WHOLES)})|{'|'.join(_LONGEST_FIRST)}|[{CHINESE_PARTICLES}]"
_LIGHT = frozenset(CHINESE_LIGHT)


def _fragments(run: str) -> Iterator[str]:
    """What is left of a run when question phrases, particles and pronouns are cut out."""
    start = 0
    for cut in compiled(_CUT).finditer(run):
        if cut["whole"]:
            continue
        if cut.start() > start:
            yield run[start : cut.start()]
        start = cut.end()
    if start < len(run):
        yield run[start:]


def _fragment_terms(fragment: str) -> Iterator[str]:
    """Pairs of two characters of matter; a character that has no such pair still gets one term.

    That term is the prefix ``住*`` if nothing or a light character follows it (``住在``), else
    its pair with the light character before it (``有限``).
    """
    matter = [character not in _LIGHT for character in fragment]
    last = len(fragment) - 1
    for place, character in enumerate(fragment):
        if not matter[place]:
            continue
        if place < last and matter[place + 1]:
            yield fragment[place : place + 2]
        elif place and matter[place - 1]:
            continue
        elif place and place == last:
            yield fragment[place - 1 : place + 1]
        else:
            yield character + "*"


#: Characters that NFKC turns into digits although they stand for something else beside a
#: digit: 10² is not 102. They are set apart before.
_RAISED = (
    "[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070\u2074-\u2079\u2080-\u2089\u2150-\u215f\u2189"
    "\u2460-\u249b\u24ea\u3251-\u325f\u32b1-\u32bf\u32c0-\u32cb\u3358-\u3370\u33e0-\u33fe"
    "\U0001f100-\U0001f10a]"
)
_ENDING = ".。!,;:、…~ "


def canonical(text: str) -> str:
    """A form that is equal for the same content said again, for comparison only.

    Width, case, spacing, closing punctuation and traditional or simplified characters make no difference. A closing question
    mark does, and so do every word, number and sign inside.
    """
    return _canonical(text, simplified)


def canonical_before(text: str) -> str:
    """The form that ``canonical`` gave before it folded traditional characters: files hold digests of it."""
    return _canonical(text, str)


def _canonical(text: str, read: Callable[[str], str]) -> str:
    if not text.isascii():
        raised = compiled(_RAISED).sub(lambda found: f"^{found[0]}^", text)
        folded = unicodedata.normalize("NFKC", raised).casefold()
        text = read(unicodedata.normalize("NFKC", folded))
    else:
        text = text.lower()
    spaced = " ".join(text.split())
    return spaced.rstrip(_ENDING) or spaced


#: Matches of limited length, one after the other, round each run up by themselves.
_BEYOND = "\U00010000-\U0010ffff"
_TOKEN = rf"[A-Za-z]{{1,4}}|[0-9]{{1,3}}|[{CJK}]|[^\W_A-Za-z0-9{CJK}{_BEYOND}]{{1,2}}|\n+|\S"
_WIDE = f"[{_BEYOND}]"


def count_tokens(text: str) -> int:
    """About how many tokens a language model will count, for a budget; no model is asked.

    English words take a token for every 4 letters begun (the makers' rule of thumb: 4
    characters a token), numbers one for 3 digits, words of other alphabets one for 2
    letters, each CJK character one (makers name 0.6 to 1 and more, so this is on the safe
    side), each sign one, each character outside the basic plane (emoji) two, a block of line
    ends one, other spaces none.

    Law, since only the two runs that meet can join::

        count(a) + count(b) - 1 <= count(a + b) <= count(a) + count(b)
    """
    count = len(compiled(_TOKEN).findall(text))
    return count if text.isascii() else count + len(compiled(_WIDE).findall(text))
