"""Ids as labels of a namespace and back: LangGraph refuses labels with a period; pure."""

from __future__ import annotations

import re
from uuid import UUID

from hindsight_integrations.errors import InvalidInput

#: What no label may hold, and what the writing itself is made of.
_WRITTEN = re.compile(r"[~.\x00*]")
_SIGN = re.compile("~([0-7][0-9A-F])")
#: LangGraph keeps this root label for itself.
_KEPT = "langgraph"


def label_of(id: str | int | UUID) -> str:
    """An id as a label: ``alice@example.com`` is ``alice@example~2Ecom``.

    What a label cannot hold is written as ``~`` and two digits (deepagents would refuse a
    ``%``); an id without such characters stays as it is. ``id_of`` reads it back.
    """
    if isinstance(id, bool) or not isinstance(id, str | int | UUID):
        raise InvalidInput(f"an id is a string, a number or a UUID, not a {type(id).__name__}")
    text = str(id)
    if not text:
        raise InvalidInput("an id must not be empty")
    if text == _KEPT:
        return _sign(text[0]) + text[1:]
    return _WRITTEN.sub(lambda found: _sign(found[0]), text)


def id_of(label: str) -> str:
    """The id that a label was made of."""
    return _SIGN.sub(lambda found: chr(int(found[1], 16)), label)


def _sign(character: str) -> str:
    return f"~{ord(character):02X}"
