"""Compiles patterns when they are first used, since a program that imports the package may need none; it knows no pattern."""

from __future__ import annotations

import re
from functools import cache


@cache
def compiled(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """``pattern`` as ``re.compile`` gives it, kept for the life of the process."""
    return re.compile(pattern, flags)
