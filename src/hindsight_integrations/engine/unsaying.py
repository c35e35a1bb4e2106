"""Forgets what a turn asks to have forgotten: what its session wrote last, or what it names (REQUIREMENTS W9); the forgetting itself is ``forget``'s."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from hindsight_integrations.answers import Erasure
from hindsight_integrations.engine.aliases import widened
from hindsight_integrations.engine.archiving import fetched
from hindsight_integrations.engine.core import Core
from hindsight_integrations.engine.echoes import holds
from hindsight_integrations.engine.forget import forget
from hindsight_integrations.engine.supersede import value_of
from hindsight_integrations.language.catalogue import builtin
from hindsight_integrations.language.tokens import canonical, query_terms
from hindsight_integrations.language.unsaying import Wish, unsays, wishes, without
from hindsight_integrations.ports import Deadline, Heard, LoggedTurn, RecordReader
from hindsight_integrations.queries import Where
from hindsight_integrations.records import (
    Claim,
    Memory,
    MemoryType,
    Role,
    Scope,
    SubjectPattern,
    Turn,
)

Warm = Callable[[Sequence[Memory]], list[Memory]]

#: The reason that goes into the audit.
REASON = "asked-in-conversation"
#: Records that are looked through for the words of a statement, and words that it must have to be found by them.
_LOOKED_AT, _WORDS = 200, 2


def asked(core: Core, turn: Turn) -> tuple[Turn, tuple[Wish, ...]]:
    """What a turn names and wants forgotten, and the turn without the words of it."""
    if turn.role is not Role.USER:
        return turn, ()
    wanted = wishes(turn.content, core.catalogue or builtin())
    content = without(turn.content, wanted)
    if content == turn.content:
        return turn, wanted
    return replace(turn, content=content, payload={}, original={}), wanted


def unsay(
    core: Core,
    scope: Scope,
    logged: Sequence[LoggedTurn],
    named: Mapping[str, tuple[Wish, ...]],
    deadline: Deadline,
) -> tuple[tuple[Erasure, ...], tuple[str, ...]]:
    """What was forgotten for these turns, and the ids of those that asked for what is not known.

    ``named`` holds what turns name, by their ids. A turn that points back means the user's last
    turn before it of which something is kept.
    """
    done, nothing = [], []
    for item in logged:
        wheres = list(_wanted(core, scope, item, named.get(item.id, ()), deadline))
        found = [where for where in wheres if where is not None]
        done += [
            forget(core, scope, where, reason=REASON, actor=None, deadline=deadline)
            for where in found
        ]
        if len(found) < len(wheres):
            nothing.append(item.id)
    return tuple(done), tuple(nothing)


def _wanted(
    core: Core, scope: Scope, item: LoggedTurn, named: Sequence[Wish], deadline: Deadline
) -> Iterator[Where | None]:
    """Where each thing stands that a turn wants forgotten; ``None`` for what is not known."""
    if item.turn.role is not Role.USER:
        return
    unread: list[str] = []

    def warm(memories: Sequence[Memory]) -> list[Memory]:
        """The records with their words, also of those in the archive that can be read."""
        whole, lost = fetched(core, scope, memories, deadline)
        unread.extend(lost)
        return [whole.get(memory.id, memory) for memory in memories]

    with core.records.reading(scope, deadline) as reader:
        if unsays(item.turn.content):
            target = _last_before(reader, scope, item)
            yield Where(source_turns=(target,)) if target else None
        for wish in named:
            unread.clear()
            ids = tuple(memory.id for memory in _of(core, reader, item, wish, warm))
            if ids:
                yield Where(ids=ids)
            if unread or not ids:  # what could not be read may be what was meant
                yield None


def _of(core: Core, reader: RecordReader, item: LoggedTurn, wish: Wish, warm: Warm) -> list[Memory]:
    if wish.subjects:
        return reader.find(widened(reader, Where(subjects=wish.subjects)))
    claims = [claim for claim in _claims(core, item, wish.statement) if claim.subject is not None]
    if found := [memory for claim in claims for memory in _stating(reader, claim, warm)]:
        # Their own turns go with them, and leave the other facts of those turns.
        sources = {memory.source_turn for memory in found}
        again = _told_again(core, reader, item, claims)
        return found + [memory for memory in again if memory.source_turn not in sources]
    return _worded(reader, wish.statement)


def _claims(core: Core, item: LoggedTurn, text: str) -> Sequence[Claim]:
    heard = Heard(Turn(role=Role.USER, content=text), item.id, item.at, "UTC")
    return tuple(core.rules.extract(heard))


def _stating(reader: RecordReader, claim: Claim, warm: Warm) -> list[Memory]:
    """The records under the claim's key that say its value, current or not."""
    where = widened(reader, Where(subjects=(SubjectPattern.parse(str(claim.subject)),)))
    said = canonical(str(claim.payload.get("value", claim.content)))
    return [memory for memory in warm(reader.find(where)) if holds(value_of(memory), said)]


def _told_again(
    core: Core, reader: RecordReader, item: LoggedTurn, claims: Sequence[Claim]
) -> list[Memory]:
    """The user's utterances that state the same and of which no record was drawn, since it was known."""
    named = {(claim.subject, canonical(str(claim.payload.get("value")))) for claim in claims}
    words = " ".join(str(claim.payload.get("value")) for claim in claims)
    return [
        memory
        for memory in _spoken(reader, words)
        if memory.type is MemoryType.UTTERANCE
        and any(
            (claim.subject, canonical(str(claim.payload.get("value")))) in named
            for claim in _claims(core, item, memory.content)
        )
    ]


def _worded(reader: RecordReader, statement: str) -> list[Memory]:
    """Records of the user's own with all the words of a statement that no rule reads."""
    words = set(query_terms(statement))
    if len(words) < _WORDS:
        return []
    return [
        memory for memory in _spoken(reader, statement) if words <= set(query_terms(memory.content))
    ]


def _spoken(reader: RecordReader, words: str) -> list[Memory]:
    hits = reader.keyword(query_terms(words), Where(), limit=_LOOKED_AT)
    found = reader.find(Where(ids=tuple(hit.id for hit in hits))) if hits else []
    return [memory for memory in found if memory.payload.get("role") in (None, Role.USER.value)]


def _last_before(reader: RecordReader, scope: Scope, asking: LoggedTurn) -> str | None:
    for earlier in reversed(reader.turns(scope.session)):
        before = earlier.sequence < asking.sequence and earlier.turn.role is Role.USER
        if before and reader.find(Where(source_turns=(earlier.id,)), limit=1):
            return earlier.id
    return None
