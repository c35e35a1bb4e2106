"""Names test cases by their values, the same in every process, so that the suite can be spread over several."""

from __future__ import annotations

import re


def named(value: object) -> str:
    """The value as text: sets in order, objects without their addresses."""
    if isinstance(value, set | frozenset):
        return f"{{{', '.join(sorted(map(repr, value)))}}}"
    return re.sub(r" at 0x[0-9a-f]+", "", str(value))
