"""A session's transcript: what a framework shows of the log, appended and rearranged; it keeps no words of its own."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from hindsight_integrations.answers import Observation
from hindsight_integrations.engine.core import Core
from hindsight_integrations.engine.observe import observe, turn_id
from hindsight_integrations.engine.remember import decided
from hindsight_integrations.engine.withholding import clean_turns
from hindsight_integrations.ports import Deadline, LoggedTurn, RecordReader, RecordWriter
from hindsight_integrations.records import Scope, Turn


@dataclass(frozen=True, slots=True)
class _Placed:
    """A turn of a new arrangement: the id it has in the log, and whether it is to be logged."""

    id: str
    turn: Turn
    fresh: bool


Pick = Callable[[Sequence[LoggedTurn]], Sequence[LoggedTurn]]
"""Chooses turns among those that are shown."""


def shown(
    core: Core, scope: Scope, deadline: Deadline, *, archived: bool | None, last: int | None
) -> list[LoggedTurn]:
    """The transcript's turns, in its order; ``None``: the archived ones and then the others."""
    with core.records.reading(scope, deadline) as reader:
        if archived is not None:
            return reader.shown(scope.session, archived=archived, last=last)
        whole = [*reader.shown(scope.session, archived=True), *reader.shown(scope.session)]
        return whole if last is None else whole[max(0, len(whole) - last) :]


def archive(core: Core, scope: Scope, pick: Pick, deadline: Deadline) -> list[LoggedTurn]:
    """Move the picked turns to the end of the archived ones, in one transaction; answers them."""

    def move(tx: RecordWriter) -> list[LoggedTurn]:
        listed, before = tx.shown(scope.session), tx.shown(scope.session, archived=True)
        picked = list(pick(listed))
        if picked:
            kept = _without(listed, picked)
            tx.arrange(scope.session, kept, archived=[item.id for item in (*before, *picked)])
        return picked

    return decided(core, scope, deadline, move)


def remove(
    core: Core, scope: Scope, pick: Pick, deadline: Deadline, *, archived: bool
) -> list[LoggedTurn]:
    """Show the picked turns no longer, in one transaction; answers them. The log keeps them."""

    def take_out(tx: RecordWriter) -> list[LoggedTurn]:
        active, stored = tx.shown(scope.session), tx.shown(scope.session, archived=True)
        picked = list(pick(stored if archived else active))
        if picked:
            tx.arrange(scope.session, _without(active, picked), archived=_without(stored, picked))
        return picked

    return decided(core, scope, deadline, take_out)


def _without(listed: Sequence[LoggedTurn], picked: Sequence[LoggedTurn]) -> list[str]:
    gone = {item.id for item in picked}
    return [item.id for item in listed if item.id not in gone]


def alike(core: Core, turns: Sequence[Turn]) -> Pick:
    """Picks, for each of ``turns``, the listed one that says just this; one with its id first."""
    clean = [item.turn or turn for item, turn in zip(clean_turns(core, turns), turns, strict=True)]

    def pick(listed: Sequence[LoggedTurn]) -> list[LoggedTurn]:
        free = _by_message(listed)
        found = [(turn, free.get(_message(turn), [])) for turn in clean]
        return [same.pop(_named_alike(same, turn)) for turn, same in found if same]

    return pick


def arrange(
    core: Core,
    scope: Scope,
    turns: Sequence[Turn],
    *,
    archived: Sequence[Turn] | None,
    tz: str,
    deadline: Deadline,
) -> Observation:
    """Make the transcript exactly ``turns``; what was never logged is observed first.

    ``archived`` replaces the archived turns, which else stay.
    """
    given = [*turns, *(archived or ())]
    cleaned = clean_turns(core, given)
    given = [item.turn or turn for item, turn in zip(cleaned, given, strict=True)]
    with core.records.reading(scope, deadline) as reader:
        before = reader.shown(scope.session, archived=True)
        listed = [*reader.shown(scope.session), *before]
        placed = _placed(core, reader, scope.session, given, listed)
    ids = [item.id for item in placed]
    kept = ids[len(turns) :] if archived is not None else [item.id for item in before]
    fresh = [item.turn for item in placed if item.fresh]
    seen = observe(core, scope, fresh, tz, deadline) if fresh else Observation((), ())
    held = [
        kind
        for one, item in zip(placed, cleaned, strict=True)
        if one.fresh
        for kind in item.secrets
    ]
    core.secrets.update(held)
    decided(
        core,
        scope,
        deadline,
        lambda tx: tx.arrange(scope.session, ids[: len(turns)], archived=kept),
    )
    return replace(seen, secrets=tuple(held))


def _placed(
    core: Core,
    reader: RecordReader,
    session: str | None,
    turns: Sequence[Turn],
    listed: Sequence[LoggedTurn],
) -> list[_Placed]:
    """Each turn with its place in the log: a listed turn that says just this, each used once, or a new one."""
    free = _by_message(listed)
    placed = []
    for turn in turns:
        same = free.get(_message(turn), [])
        if same:
            item = same.pop(_named_alike(same, turn))
            placed.append(_Placed(item.id, item.turn, fresh=False))
        else:
            placed.append(_new(core, reader, session, turn))
    return placed


def _by_message(listed: Sequence[LoggedTurn]) -> dict[str, list[LoggedTurn]]:
    free: dict[str, list[LoggedTurn]] = {}
    for item in listed:
        free.setdefault(_message(item.turn), []).append(item)
    return free


def _named_alike(same: Sequence[LoggedTurn], turn: Turn) -> int:
    """Of turns that say the same, the one with the same id, else the first."""
    return next((place for place, item in enumerate(same) if item.turn.id == turn.id), 0)


def _new(core: Core, reader: RecordReader, session: str | None, turn: Turn) -> _Placed:
    """A turn that is not listed. One that was edited goes by its id and its words: the log is never changed."""
    named = turn if turn.id is not None else replace(turn, id=core.new_id())
    logged = reader.turn(turn_id(session, named) or "")
    if logged is not None and _message(logged.turn) != _message(named):
        edition = hashlib.blake2b(_message(named).encode(), digest_size=6).hexdigest()
        named = replace(named, id=f"{named.id}~{edition}")
    return _Placed(turn_id(session, named) or "", named, fresh=True)


def _message(turn: Turn) -> str:
    """What makes two turns the same message."""
    said = turn.original or {"role": turn.role, "content": turn.content, "name": turn.name}
    return json.dumps(said, sort_keys=True)
