"""Takes in turns: logs each, indexes what was said, and writes the claims made, in one transaction."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from hindsight_integrations.answers import Action, Change, Observation
from hindsight_integrations.engine.consulting import consult
from hindsight_integrations.engine.core import Core
from hindsight_integrations.engine.drafts import Draft, draft, worded
from hindsight_integrations.engine.earlier import Earlier
from hindsight_integrations.engine.pointing import mention, names
from hindsight_integrations.engine.remember import Written, decided, write
from hindsight_integrations.engine.restating import compared
from hindsight_integrations.engine.unsaying import asked, unsay
from hindsight_integrations.engine.weighing import Scales
from hindsight_integrations.engine.withholding import Cleaned, clean_turns
from hindsight_integrations.errors import HindsightError, ModelError, StoreError
from hindsight_integrations.language.entities import Entity
from hindsight_integrations.language.happenings import Happening, happening
from hindsight_integrations.language.salience import trivial
from hindsight_integrations.language.speakers import speaker
from hindsight_integrations.language.unsaying import only_asks, unsays
from hindsight_integrations.ports import Deadline, Heard, LoggedTurn, RecordReader, RecordWriter
from hindsight_integrations.records import Claim, MemoryType, Role, Scope, Source, Turn

#: Characters of a tool's result that its event tells; the log holds all of it.
_RESULT = 2000
#: A list that repeats the log's end this soon is a retry; later, people said the same again.
_RETRY = timedelta(minutes=1)
#: Turns before one that an extractor may look at.
_BEFORE = 4


@dataclass(frozen=True, slots=True)
class _Read:
    """A turn with everything that is known of it before the transaction."""

    id: str
    turn: Turn
    drafts: tuple[Draft, ...]
    #: What it names, for questions that point back at it.
    names: tuple[Entity, ...]


def observe(
    core: Core,
    scope: Scope,
    turns: Sequence[Turn],
    tz: str,
    deadline: Deadline,
    *,
    shown: bool = False,
) -> Observation:
    """Log ``turns`` and learn from them; turns that were observed before change nothing.

    With ``shown`` they are also added to the session's transcript, in the same transaction.
    """
    cleaned = clean_turns(core, turns)
    read_for = [asked(core, item.turn or turn) for item, turn in zip(cleaned, turns, strict=True)]
    turns = [turn for turn, _ in read_for]
    named, known, earlier = _named(core, scope, turns, deadline)
    hidden = {id: item for (id, _), item in zip(named, cleaned, strict=True) if item.secrets}
    fresh: dict[str, Turn] = {}
    for id, turn in named:
        if id not in known:
            fresh.setdefault(id, turn)
    degraded: list[str] = []
    read = _read(
        core, scope, earlier, list(fresh.items()), tz=tz, deadline=deadline, degraded=degraded
    )
    marked = [_marked(item, hidden.get(item.id)) for item in read]
    read = _compared(core, scope, marked, deadline)
    core.secrets.update(kind for id in fresh if id in hidden for kind in hidden[id].secrets)
    show = [id for id, _ in named] if shown else []
    logged, changes = decided(core, scope, deadline, lambda tx: _write(core, tx, scope, read, show))
    _push(core, scope, logged, deadline, degraded)
    mention(core, scope, _mentioned(read, logged), deadline, degraded)
    wishes = {id: wanted for (id, _), (_, wanted) in zip(named, read_for, strict=True) if wanted}
    forgotten, unknown = unsay(core, scope, logged, wishes, deadline)
    withheld = sum(known.get(id, False) for id, _ in named)
    return Observation(
        turns=tuple(item.turn for item in logged),
        changes=tuple(changes),
        repeated=len(named) - len(logged) - withheld,
        withheld=withheld,
        degraded=tuple(degraded),
        forgotten=forgotten,
        not_known=unknown,
        secrets=tuple(kind for id in fresh if id in hidden for kind in hidden[id].secrets),
    )


def _marked(read: _Read, item: Cleaned | None) -> _Read:
    """A turn whose secrets a policy blocks is logged by their kinds alone; tags tell of those it keeps."""
    if item is None:
        return read
    if item.blocked:
        return replace(read, drafts=())
    if not item.tags:
        return read
    tagged = tuple(
        replace(drafted, claim=replace(drafted.claim, tags=(*drafted.claim.tags, *item.tags)))
        for drafted in read.drafts
    )
    return replace(read, drafts=tagged)


def _mentioned(read: Sequence[_Read], logged: Sequence[LoggedTurn]) -> list[Entity]:
    """What those turns name that were logged just now."""
    new = {item.id for item in logged}
    return [entity for item in read if item.id in new for entity in item.names]


def _push(
    core: Core,
    scope: Scope,
    logged: Sequence[LoggedTurn],
    deadline: Deadline,
    degraded: list[str],
) -> None:
    """Move the session's window on. All is committed by now, and the window can be made again."""
    if not logged:
        return
    window = [
        replace(item, turn=replace(item.turn, original={})) for item in logged if item.turn.content
    ]
    try:
        core.working.push(scope, window, now=core.clock(), deadline=deadline)
    except StoreError as error:
        degraded.append(f"working memory: {type(error).__name__}")


def turn_id(session: str | None, turn: Turn) -> str | None:
    """The id a turn has in the log: bound to its session, since providers reuse theirs."""
    where = (session or "").replace("%", "%25").replace("/", "%2F")
    if turn.id is not None:
        return f"{where}/{turn.id.replace('%', '%25').replace('#', '%23')}"
    if turn.index is not None:
        return f"{where}/#{turn.index}"
    return None


def turn_key(id: str) -> str:
    """The dedup key of a logged turn."""
    return f"turn:{id}"


def _named(
    core: Core, scope: Scope, turns: Sequence[Turn], deadline: Deadline
) -> tuple[list[tuple[str, Turn]], dict[str, bool], list[Turn]]:
    """Each turn with its id; which ids were observed before (True: and forgotten); what was said last.

    What is said without a session may be anywhere, so nothing comes before it.
    """
    with core.records.reading(scope, deadline) as reader:
        given = [turn_id(scope.session, turn) for turn in turns]
        if len(turns) > 1 and not any(given):
            given = _placed(reader, scope.session, turns)
        named = [(name or core.new_id(), turn) for name, turn in zip(given, turns, strict=True)]
        known = {}
        for id, _ in named:
            if (done := reader.done(turn_key(id))) is not None:
                known[id] = done.forgotten
        log = [] if scope.session is None else reader.turns(scope.session, last=_BEFORE)
    ids = {id for id, _ in named}
    return named, known, [item.turn for item in log if item.id not in ids]


def _placed(reader: RecordReader, session: str | None, turns: Sequence[Turn]) -> list[str | None]:
    """The ids of nameless turns: by their place in a transcript, if they are one; else by the log.

    A transcript begins a session, begins with the whole log, or, where turns were forgotten,
    begins with two that were known in these places. Of other lists, one that is the log's
    end, within a minute or with the same times, is a retry of the last call. All others are
    new, and so is a single turn: people repeat themselves.
    """
    places = [_place(session, number, turn) for number, turn in enumerate(turns)]
    log = reader.turns(session)
    said, now = [_said(item.turn) for item in log], [_said(turn) for turn in turns]
    if not log or _begun_before(reader, log, places):
        return list(places)
    if now[: len(said)] == said:
        return [*(item.id for item in log), *places[len(log) :]]
    end = log[-len(now) :]
    soon = reader.now - log[-1].at < _RETRY
    if said[-len(now) :] == now and (soon or [t.at for t in turns] == [item.at for item in end]):
        return [item.id for item in end]
    return [None] * len(now)


def _begun_before(reader: RecordReader, log: Sequence[LoggedTurn], places: Sequence[str]) -> bool:
    """Whether a list begins like a transcript of which turns were forgotten since."""
    first = [done for place in places[:2] if (done := reader.done(turn_key(place))) is not None]
    gaps = log[-1].sequence > len(log)
    return len(first) == 2 and (gaps or any(done.forgotten for done in first))


def _place(session: str | None, number: int, turn: Turn) -> str:
    """An id for what was said in this place of a transcript."""
    words = json.dumps(_said(turn)).encode()
    return f"{session or ''}/@{number}:{hashlib.blake2b(words, digest_size=12).hexdigest()}"


def _said(turn: Turn) -> tuple[Role, str, str | None]:
    return (turn.role, turn.content, turn.name)


def _read(
    core: Core,
    scope: Scope,
    earlier: Sequence[Turn],
    fresh: Sequence[tuple[str, Turn]],
    *,
    tz: str,
    deadline: Deadline,
    degraded: list[str],
) -> list[_Read]:
    """Extract and encode outside the transaction: models may take their time."""
    claims: list[list[Claim]] = []
    named: list[tuple[Entity, ...]] = []
    said, scales = list(earlier), Scales(core, scope, deadline, degraded)
    for id, turn in fresh:
        deadline.check()
        heard = Heard(turn, id, turn.at or core.clock(), tz, tuple(said[-_BEFORE:]))
        said.append(turn)
        claims.append(_claims(core, heard, scales, degraded))
        named.append(names(turn.content, heard.at, tz))
    drafts = _drafted(core, [claim for of_turn in claims for claim in of_turn], degraded)
    read, start = [], 0
    for (id, turn), of_turn, its_names in zip(fresh, claims, named, strict=True):
        read.append(_Read(id, turn, tuple(drafts[start : start + len(of_turn)]), its_names))
        start += len(of_turn)
    return read


def _drafted(core: Core, claims: Sequence[Claim], degraded: list[str]) -> list[Draft]:
    """The claims with vectors; if the encoder fails, with their words alone: no turn is lost for it."""
    try:
        return draft(core, claims)
    except ModelError as error:
        kind = type(error).__name__
        degraded.append(f"encoder: {kind}; the turns are found by their words until re-embedded")
        return worded(claims)


def _claims(core: Core, heard: Heard, scales: Scales, degraded: list[str]) -> list[Claim]:
    """What becomes of a turn: itself, and what it claims, each with its weight."""
    weighed = scales.weighed(heard)
    event = happening(heard.turn.role, heard.turn.content)
    spoken = [
        scales.utterance(claim, event, weighed) if claim.type is MemoryType.UTTERANCE else claim
        for claim in _said_itself(heard.turn, heard.id, event)
    ]
    claimed = _claimed(core, heard, degraded)
    return spoken + [replace(one, importance=scales.claim(one, weighed)) for one in claimed]


def _claimed(core: Core, heard: Heard, degraded: list[str]) -> list[Claim]:
    """The turn's claims; a failing extractor is noted and the rules read the turn instead."""
    if not heard.turn.content:
        return []
    try:
        claims = consult(core, core.extractor, lambda: core.extractor.extract(heard), _checked)
    except HindsightError as error:
        degraded.append(f"extractor failed on a turn ({type(error).__name__}); the rules read it")
        claims = list(core.rules.extract(heard))
    return [
        replace(
            claim,
            source_turn=heard.id,
            event_time=claim.event_time or heard.turn.at,
            dedup_key=claim.dedup_key or f"claim:{heard.id}:{place}",
        )
        for place, claim in enumerate(claims)
    ]


def _checked(answer: Iterable[object]) -> list[Claim]:
    claims = []
    for claim in answer:
        if not isinstance(claim, Claim):
            raise ModelError(f"an extractor must answer claims, not {type(claim).__name__}")
        claims.append(claim)
    return claims


def _said_itself(turn: Turn, id: str, event: Happening | None) -> list[Claim]:
    """The turn as something to recall: an utterance, a tool's event, or nothing (small talk)."""
    if turn.role is Role.TOOL:
        return [_tool_event(turn, id)]
    if turn.role is Role.SYSTEM or not turn.content or trivial(turn.content) or _unsays(turn):
        return []
    name = turn.name or speaker(turn.content)
    spoken = {"role": turn.role.value} | ({"name": name} if name else {})
    if event is not None:
        spoken["event_type"] = event.kind
    return [
        Claim(
            content=turn.content,
            type=MemoryType.UTTERANCE,
            source=Source.USER_STATED if turn.role is Role.USER else Source.INFERRED,
            payload=spoken,
            event_time=turn.at,
            source_turn=id,
        )
    ]


def _unsays(turn: Turn) -> bool:
    said = turn.content
    return turn.role is Role.USER and (unsays(said) or only_asks(said))


def _tool_event(turn: Turn, id: str) -> Claim:
    name = turn.name or "tool"
    result = turn.content[:_RESULT]
    status = turn.payload.get("status", "success")
    return Claim(
        content=f"{name}: {result}",
        type=MemoryType.EVENT,
        source=Source.TOOL,
        payload={
            **turn.payload,
            "event_type": "tool_call",
            "tool": name,
            "result": result,
            "status": status,
        },
        event_time=turn.at,
        source_turn=id,
    )


def _compared(core: Core, scope: Scope, read: Sequence[_Read], deadline: Deadline) -> list[_Read]:
    """The turns with what their claims say again of what is known, or of what a turn before them said."""
    done: list[_Read] = []
    before = Earlier()
    for item in read:
        drafts = compared(core, scope, item.drafts, deadline, before)
        done.append(replace(item, drafts=tuple(drafts)))
    return done


def _write(
    core: Core, tx: RecordWriter, scope: Scope, read: Sequence[_Read], show: Sequence[str]
) -> tuple[list[LoggedTurn], list[Change]]:
    """Log what is still unknown, write its claims, and show all of it in the transcript."""
    logged, changes = _learn(core, tx, scope, read)
    if show:
        tx.show(scope.session, show)
    return logged, changes


def _learn(
    core: Core, tx: RecordWriter, scope: Scope, read: Sequence[_Read]
) -> tuple[list[LoggedTurn], list[Change]]:
    fresh = [item for item in read if tx.done(turn_key(item.id)) is None]
    if not fresh:
        return [], []
    moments: list[datetime] = [item.turn.at or tx.now for item in fresh]
    rows = [(item.id, item.turn, at) for item, at in zip(fresh, moments, strict=True)]
    sequences = tx.log(scope.session, rows)
    changes: list[Change] = []
    written: Written = {}
    for item in fresh:
        tx.note(turn_key(item.id), Action.ADDED, None)
        made = [write(core, tx, scope, drafted, written) for drafted in item.drafts]
        changes += [change for change in made if _worth_telling(change)]
    logged = [
        LoggedTurn(id, sequence, turn, at)
        for sequence, (id, turn, at) in zip(sequences, rows, strict=True)
    ]
    return logged, changes


def _worth_telling(change: Change) -> bool:
    """Utterances are a matter of course; claims and events are what was learnt."""
    memory = change.memory
    return (
        memory is None or memory.type is not MemoryType.UTTERANCE or "event_type" in memory.payload
    )
