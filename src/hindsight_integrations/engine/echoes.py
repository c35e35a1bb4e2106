"""Finds what an assistant repeated of a value in the same session; it changes nothing."""

from __future__ import annotations

import re

from hindsight_integrations.engine.supersede import value_of
from hindsight_integrations.language.characters import CJK
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.tokens import canonical
from hindsight_integrations.ports import RecordReader
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Memory, MemoryType, Role, Status

#: Utterances of a session that are looked through, the latest first.
_LOOKED_AT = 500
#: A shorter value (a number, one letter) is found in too much that does not repeat it.
_SHORTEST = 2
#: A letter or digit that joins with its neighbours to a word; CJK characters do not.
_JOINS = rf"[^\W_{CJK}]"


def echoes(reader: RecordReader, claim: Memory) -> list[Memory]:
    """The assistant's utterances, in the session of ``claim``, that hold its value.

    A model that answers "noted, you live in Oslo" has made a copy: it must neither be told
    after the value was replaced nor outlive its being forgotten.
    """
    value = value_of(claim)
    if claim.source_turn is None or len(value) < _SHORTEST:
        return []
    where = Where(types=(MemoryType.UTTERANCE,), session=claim.scope.session)
    return [
        said
        for said in reader.find(where, limit=_LOOKED_AT)
        if said.scope.session == claim.scope.session
        and (words := _assistants_words(reader, said)) is not None
        and holds(words, value)
    ]


def _assistants_words(reader: RecordReader, said: Memory) -> str | None:
    """What the assistant said; ``None`` if somebody else did. An archived utterance is read in the log."""
    if said.status is not Status.ARCHIVED or said.content:
        mine = said.payload.get("role") == Role.ASSISTANT.value
        return said.content if mine else None
    logged = None if said.source_turn is None else reader.turn(said.source_turn)
    mine = logged is not None and logged.turn.role is Role.ASSISTANT
    return logged.turn.content if logged is not None and mine else None


def holds(content: str, value: str) -> bool:
    """Whether ``content`` holds a canonical ``value`` as words of its own: no "duke" holds "uk"."""
    before = f"(?<!{_JOINS})" if compiled(_JOINS).match(value) else ""
    after = f"(?!{_JOINS})" if compiled(_JOINS).match(value[-1]) else ""
    return re.search(f"{before}{re.escape(value)}{after}", canonical(content)) is not None
