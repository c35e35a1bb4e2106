"""Reads traditional Chinese characters as simplified ones, one for one, so that every place in a text stays where it is; it knows no words.

Only for reading and comparing: what is kept is kept as it was written. Words that differ between
regions (計程車, 出租车) stay different.
"""

from __future__ import annotations

from functools import cache
from importlib import resources


def simplified(text: str) -> str:
    """``text``, as long as it was, with simplified characters in the place of traditional ones."""
    if text.isascii():
        return text
    return text.translate(_tables()[0]).replace("甚么", "什么")


def traditional(text: str) -> str:
    """``text`` with the usual traditional character in the place of each simplified one: a guess, since one may stand for several."""
    return text if text.isascii() else text.translate(_tables()[1])


def spelt_before(words: str) -> str:
    """How a text that holds these simplified words may have been written by somebody who writes traditional characters.

    Files hold such words and keys from before they were folded, so questions look for both.
    """
    return traditional(words)


def as_written(words: str, text: str) -> str:
    """``words``, which were read in ``text``, as they stand there; as they are if they do not."""
    read = simplified(text).replace("\u2019", "'")
    if read == text:
        return words
    for skipped in (0, 1):  # a clause may have been given the 我 of the one before it
        place = read.find(words[skipped:])
        if place >= 0:
            return words[:skipped] + text[place : place + len(words) - skipped]
    return words


@cache
def _tables() -> tuple[dict[int, str], dict[int, str]]:
    """From traditional, and back; from ``simplified.txt``."""
    lines = resources.files(__package__).joinpath("simplified.txt").read_text("utf-8")
    usual, _, other = lines.partition("\n\n")
    both = "".join(line for line in usual.splitlines() if not line.startswith("#"))
    more = other.replace("\n", "")
    back = {ord(simple): old for old, simple in zip(both[::2], both[1::2], strict=True)}
    fold = {ord(old): simple for old, simple in zip(both[::2], both[1::2], strict=True)}
    fold |= {ord(old): simple for old, simple in zip(more[::2], more[1::2], strict=True)}
    return fold, back
