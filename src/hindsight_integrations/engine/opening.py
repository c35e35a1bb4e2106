"""Proposes what to ask a user of whom little is known (REQUIREMENTS W8), each thing once; it asks nobody."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from hindsight_integrations.answers import Action, Opener
from hindsight_integrations.engine.core import Core
from hindsight_integrations.engine.remember import decided
from hindsight_integrations.language.catalogue import builtin
from hindsight_integrations.language.openers import openers
from hindsight_integrations.ports import Deadline, RecordReader, RecordWriter
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Role, Scope, Status

#: After this many turns of the user a session is no beginning any more, and at most this many questions.
_TURNS, _QUESTIONS = 3, 2


def propose(
    core: Core, scope: Scope, task: str, deadline: Deadline, ahead: int = 0
) -> tuple[Opener, ...]:
    """Questions for what is unknown and of use; each is noted as asked, for good.

    ``ahead`` turns of the user stand in no log yet.
    """
    found = openers(task, core.catalogue or builtin())
    listed = [Opener(f"user.{name}", question) for name, question in found]
    if not listed:
        return ()
    with core.records.reading(scope, deadline) as reader:
        if not _begins(reader, scope, ahead) or not _open(reader, listed):
            return ()
    return decided(core, scope, deadline, partial(_noted, listed))


def _begins(reader: RecordReader, scope: Scope, ahead: int) -> bool:
    said = ahead + sum(item.turn.role is Role.USER for item in reader.turns(scope.session))
    return said <= _TURNS


def _open(reader: RecordReader, listed: Sequence[Opener]) -> list[Opener]:
    """Those whose subject is unknown and that were never proposed, at most two."""
    known = set(reader.keys(Where.of(statuses=Status.ACTIVE, subjects="user.*")))
    left = [
        item for item in listed if item.subject not in known and reader.done(_key(item)) is None
    ]
    return left[:_QUESTIONS]


def _noted(listed: Sequence[Opener], tx: RecordWriter) -> tuple[Opener, ...]:
    chosen = _open(tx, listed)
    for item in chosen:
        tx.note(_key(item), Action.ADDED, None)
    return tuple(chosen)


def _key(opener: Opener) -> str:
    return f"asked:{opener.subject}"
