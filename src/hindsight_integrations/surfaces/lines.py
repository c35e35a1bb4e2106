"""Finds on which line of a JSON text an element stands, so that an error can say it; it knows no format."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

_BLANKS = re.compile(r"[ \t\n\r]*")
_DECODER = json.JSONDecoder()


def line_of(text: str, path: Sequence[str | int]) -> int:
    """The line, counted from 1, where the element at ``path`` begins; ``text`` must be valid JSON.

    ``path`` holds names and positions counted from 0. Of an element that is missing, it is
    the line of what should hold it.
    """
    at = _skip(text, 0)
    for step in path:
        below = next((start for name, start in _elements(text, at) if name == step), None)
        if below is None:
            break
        at = below
    return text.count("\n", 0, at) + 1


def _elements(text: str, at: int) -> Iterator[tuple[str | int, int]]:
    """The elements of the list or object that begins at ``at``: name or number, and beginning."""
    if text[at] not in "[{":
        return
    named = text[at] == "{"
    at, number = _skip(text, at + 1), 0
    while text[at] not in "]}":
        name: str | int = number
        if named:
            name, at = _DECODER.raw_decode(text, at)
            at = _skip(text, _skip(text, at) + 1)  # behind the colon
        yield name, at
        at = _skip(text, _DECODER.raw_decode(text, at)[1])
        if text[at] == ",":
            at = _skip(text, at + 1)
        number += 1


def _skip(text: str, at: int) -> int:
    found = _BLANKS.match(text, at)
    return at if found is None else found.end()
