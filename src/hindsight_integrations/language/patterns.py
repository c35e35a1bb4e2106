"""Compiles patterns when they are first used, since a program that imports the package may need none; it knows no pattern."""

from __future__ import annotations

import re
from functools import cache

#: How Chinese begins, also with a number or a name in Latin letters: 27岁了, PPT我不会.
HAN = "[\\w.+-]{0,10}?[\u4e00-\u9fff]"


def begins_chinese(words: str) -> bool:
    """Whether a clause is Chinese by its first word."""
    return compiled(HAN).match(words) is not None


@cache
def compiled(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """``pattern`` as ``re.compile`` gives it, kept for the life of the process."""
    return re.compile(pattern, flags)
