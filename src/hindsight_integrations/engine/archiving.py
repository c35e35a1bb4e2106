"""Moves records to cold storage and back, and reads them there; it does not decide when one has grown cold.

An archived record stays in the record store as a *stub*: its status, times, links and everything
a filter asks for, without content, payload, vector and words. Those are an object of the archive,
whose place the stub's payload names. The object is written before the stub is made, and removed
after the stub is gone or whole again, so a crash leaves at most an object that nobody names.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

from hindsight_integrations.answers import Action, Change
from hindsight_integrations.engine.aliases import widened
from hindsight_integrations.engine.core import Core
from hindsight_integrations.engine.drafts import embed, valued
from hindsight_integrations.engine.echoes import echoes
from hindsight_integrations.engine.remember import decided
from hindsight_integrations.engine.stubs import bare, is_stub, place_of, places, stub, told
from hindsight_integrations.engine.supersede import Reason, digest, said, semantic
from hindsight_integrations.errors import (
    ConfigurationError,
    Conflict,
    DeadlineExceeded,
    HindsightError,
    InvalidInput,
    NotFound,
    StoreError,
)
from hindsight_integrations.language.tokens import words
from hindsight_integrations.ports import (
    Archive,
    Cold,
    Deadline,
    Entry,
    RecordReader,
    RecordWriter,
    Vector,
)
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Memory, MemoryType, Scope, Status, Tier

_HOT = tuple(status for status in Status if status is not Status.ARCHIVED)
_STATEMENTS = tuple(kind for kind in MemoryType if kind is not MemoryType.ITEM)
#: More than any user has, and still a number that every store takes.
_ALL = 1_000_000_000
#: The share of the grace in which what was put must be named: the rest is for clocks that differ.
_SHARE = 0.5


# -- into the archive --------------------------------------------------------------------


def archive(core: Core, scope: Scope, where: Where, deadline: Deadline) -> int:
    """Move what ``where`` matches to the archive; how many records were moved.

    A filter without ids takes no active semantic record along unless its statuses say
    ``active``: such a one is never archived by age or in passing.
    """
    with core.records.writing(scope, deadline) as tx:  # who may not write puts nothing
        wanted = _wanted_of(tx, where)
        ids = [id for part in wanted for id in tx.latest(part, limit=_ALL)]
    objects(core)
    size = core.settings.archive.batch
    batches = (ids[start : start + size] for start in range(0, len(ids), size))
    return sum(_archive(core, scope, batch, wanted, deadline) for batch in batches)


def archivable(core: Core, scope: Scope, where: Where, deadline: Deadline) -> list[Memory]:
    """What :func:`archive` would move of what ``where`` matches."""
    with core.records.reading(scope, deadline) as reader:
        return [memory for part in _wanted_of(reader, where) for memory in reader.find(part)]


def archived(reader: RecordReader, where: Where) -> list[Memory]:
    """The archived records among those that ``where`` matches, as they are told without an archive."""
    if where.statuses is not None and Status.ARCHIVED not in where.statuses:
        return []
    found = reader.find(replace(widened(reader, where), statuses=(Status.ARCHIVED,)))
    return [bare(memory) for memory in found]


def _wanted_of(reader: RecordReader, where: Where) -> list[Where]:
    if where.empty:
        raise InvalidInput("archive() needs a filter: ids, subject, session or where")
    _check_no_items(reader, where)
    return _wanted(widened(reader, where))


def _wanted(where: Where) -> list[Where]:
    """What may be archived of what matches; a record fulfils one of these."""
    statuses = _HOT if where.statuses is None else where.statuses
    wanted = replace(
        where,
        statuses=tuple(status for status in statuses if status is not Status.ARCHIVED),
        types=tuple(kind for kind in where.types or _STATEMENTS if kind is not MemoryType.ITEM),
    )
    if where.ids is not None or where.statuses is not None:
        return [wanted]
    past = replace(wanted, statuses=tuple(s for s in _HOT if s is not Status.ACTIVE))
    tiers = tuple(tier for tier in where.tiers or tuple(Tier) if tier is not Tier.SEMANTIC)
    return [past, replace(wanted, statuses=(Status.ACTIVE,), tiers=tiers)]


def _check_no_items(reader: RecordReader, where: Where) -> None:
    """Who names an item is told that it stays; a filter passes over items."""
    if where.ids is not None and reader.count(replace(where, types=(MemoryType.ITEM,))):
        raise InvalidInput("store items are their application's own data and are not archived")


def _archive(
    core: Core, scope: Scope, ids: Sequence[str], wanted: Sequence[Where], deadline: Deadline
) -> int:
    """Archive some records. What was changed in between is read again, and put anew."""
    moved = 0
    for _ in range(1 + core.settings.runtime.conflict_retries):
        done, ids = _attempt(core, scope, ids, wanted, deadline)
        moved += done
        if not ids:
            return moved
    raise Conflict("records that were to be archived are being changed all the time: try again")


def _attempt(
    core: Core, scope: Scope, ids: Sequence[str], wanted: Sequence[Where], deadline: Deadline
) -> tuple[int, list[str]]:
    """One try: how many were archived, and those whose words changed meanwhile."""
    with core.records.reading(scope, deadline) as reader:
        known = [m for m in reader.get(ids).values() if _fulfils(m, wanted)]
        vectors = reader.vectors([m.id for m in known]) if core.embedder is not None else {}
    if not known:
        return 0, []
    model = None if core.embedder is None else core.embedder.model_id
    records = [Cold(m, vectors.get(m.id), model if m.id in vectors else None) for m in known]
    begun = core.clock()
    put = objects(core).put(scope, records, now=begun, deadline=deadline)
    named = {m.id: place for m, place in zip(known, put, strict=True)}
    with core.records.writing(scope, deadline) as tx:
        if tx.now - begun > _grace(core) * _SHARE:  # it may be swept before it is named
            raise DeadlineExceeded("archiving took too long; nothing of it was changed")
        now = {m.id: m for m in tx.get(list(named)).values() if _fulfils(m, wanted)}
        same = [m for m in known if m.id in now and _unchanged(m, now[m.id])]
        for memory in same:
            _empty(core, tx, now[memory.id], named.pop(memory.id))
    with suppress(StoreError):  # nobody names them: sweep() finds them too
        objects(core).drop(scope, named.values(), deadline)
    return len(same), [id for id in named if id in now]


def _fulfils(memory: Memory, wanted: Sequence[Where]) -> bool:
    return any(where.matches(memory) for where in wanted)


def _unchanged(put: Memory, now: Memory) -> bool:
    """Whether what is moved is what was put; the rest of a record stays with the stub."""
    return (now.status, now.content, now.payload) == (put.status, put.content, put.payload)


def _empty(core: Core, tx: RecordWriter, memory: Memory, place: str) -> None:
    """Make a stub of the record whose words lie at ``place``."""
    copies = [] if memory.subject_key is None else [echo.id for echo in echoes(tx, memory)]
    left = stub(memory, place, copies)
    tx.edit(left, _entry(core, left, stated=memory, vector=None, terms=()))


def _entry(
    core: Core, memory: Memory, *, stated: Memory, vector: Vector | None, terms: tuple[str, ...]
) -> Entry:
    return Entry(
        memory=memory,
        vector=vector,
        terms=terms,
        single=valued(core, memory),
        same=digest(stated),
        said=said(stated),
    )


# -- read there --------------------------------------------------------------------------


def fetched(
    core: Core, scope: Scope, memories: Iterable[Memory], deadline: Deadline
) -> tuple[dict[str, Memory], dict[str, HindsightError]]:
    """The stubs among ``memories`` with their words again, and why the others could not be read."""
    stubs = {memory.id: memory for memory in memories if is_stub(memory)}
    if not stubs:
        return {}, {}
    at = {id: place_of(memory) or "" for id, memory in stubs.items()}
    try:
        found = objects(core).get(scope, at, deadline)
    except (StoreError, ConfigurationError) as error:
        return {}, dict.fromkeys(stubs, error)
    whole = {id: told(stubs[id], c.memory) for id, c in found.items() if isinstance(c, Cold)}
    return whole, {id: error for id, error in found.items() if not isinstance(error, Cold)}


def whole(core: Core, scope: Scope, memories: Sequence[Memory], deadline: Deadline) -> list[Memory]:
    """``memories``, in their order, with the words of the archived ones.

    Where no archive is open, those are told without. Raises what keeps an open one from
    being read: a blank memory is never passed off as what was remembered.
    """
    if core.archive is None:
        return [bare(memory) for memory in memories]
    found, lost = fetched(core, scope, memories, deadline)
    for error in lost.values():
        raise error
    return [found.get(memory.id, memory) for memory in memories]


# -- out of the archive ------------------------------------------------------------------


def restore(core: Core, scope: Scope, archived: Memory, deadline: Deadline) -> Change:
    """Bring an archived record back whole: the same id, place in the order, and status.

    If another value was stated under its key meanwhile, it comes back as replaced by that.
    """
    place = place_of(archived) or ""
    cold = _object(core, scope, archived.id, place, deadline)
    vector = _vector(core, cold)

    def work(tx: RecordWriter) -> Change:
        known = tx.get([archived.id]).get(archived.id)
        if known is None:
            raise NotFound(
                f"there is no memory {archived.id} of this user; it may have been forgotten"
            )
        if known.status is not Status.ARCHIVED:
            return Change(Action.REPEATED, known, reason="it was restored before")
        if place_of(known) != place:
            raise Conflict(f"memory {archived.id} was archived anew meanwhile: try again")
        back = _standing(core, tx, known, cold.memory)
        terms = tuple(words(back.content))
        tx.edit(back, _entry(core, back, stated=back, vector=vector, terms=terms))
        return Change(Action.EDITED, back)

    change = decided(core, scope, deadline, work)
    try:
        objects(core).drop(scope, [place], deadline)
    except StoreError:
        return replace(change, reason="the archive's copy could not be removed: scrub() does it")
    return change


def _object(core: Core, scope: Scope, id: str, place: str, deadline: Deadline) -> Cold:
    found = objects(core).get(scope, {id: place}, deadline)[id]
    if not isinstance(found, Cold):
        raise found
    return found


def _vector(core: Core, cold: Cold) -> Vector | None:
    """The vector that came along, if the serving encoder made it; else a new one."""
    encoder = core.embedder
    if encoder is None:
        return None
    kept = cold.vector
    if kept is not None and (cold.model, len(kept)) == (encoder.model_id, encoder.dimensions):
        return kept
    return embed(core, [cold.memory.content])[0]


def _standing(core: Core, tx: RecordReader, archived: Memory, put: Memory) -> Memory:
    """An archived record with the words and the status it had; replaced, if its key has moved on.

    All else is the stub's, which has seen what happened since.
    """
    back = replace(archived, content=put.content, payload=put.payload, status=put.status)
    if put.status is not Status.ACTIVE:
        return back
    rival = _rival(core, tx, archived)
    if rival is None and (archived.superseded_by, archived.valid_to) == (None, put.valid_to):
        return back
    return replace(
        back,
        status=Status.SUPERSEDED,
        status_reason=archived.status_reason or Reason.LATER,
        superseded_by=archived.superseded_by or (rival.id if rival else None),
        valid_to=archived.valid_to
        or max(archived.valid_from, rival.valid_from if rival else tx.now),
        retired_at=archived.retired_at or tx.now,
    )


def _rival(core: Core, tx: RecordReader, archived: Memory) -> Memory | None:
    """The active record under a key that holds one value."""
    if archived.subject_key is None or not valued(core, archived):
        return None
    chain = tx.chain(archived.subject_key)
    return next((m for m in chain if m.status is Status.ACTIVE and semantic(m)), None)


# -- what is to go -----------------------------------------------------------------------


def erase(
    core: Core, scope: Scope, ids: Iterable[str] | None, deadline: Deadline, *, cold: bool
) -> dict[str, bool]:
    """Remove the objects of erased records (``None``: of the user); whether that place is clean now.

    ``cold`` says that some were archived: without an archive their objects cannot be reached.
    What is left behind is found again by :func:`sweep`, for no record names it.
    """
    if core.archive is None:
        return {"archive": False} if cold else {}
    try:
        core.archive.erase(scope, ids, deadline)
    except (StoreError, ConfigurationError):
        return {"archive": False}
    return {"archive": True}


def sweep(core: Core, deadline: Deadline) -> bool:
    """Remove the objects that no record names; whether all are gone.

    One that was put lately may be about to be named, and is left for a later call, like all
    that cannot be reached.
    """
    if core.archive is None:
        return True
    try:
        walls = core.archive.walls(deadline)
        return not sum([_sweep(core, core.archive, wall, deadline) for wall in walls])
    except StoreError:
        return False


def _sweep(core: Core, archive: Archive, wall: str, deadline: Deadline) -> int:
    """How many objects of a user are left that nobody names."""
    now = core.clock()
    payloads = core.records.archived(wall, deadline)
    return archive.sweep(
        wall,
        named=set(places(payloads or ())),
        # Whoever has no record at all has none that could yet be archived.
        before=now if payloads is None else now - _grace(core),
        deadline=deadline,
    )


def _grace(core: Core) -> timedelta:
    return timedelta(seconds=core.settings.archive.grace_seconds)


def objects(core: Core) -> Archive:
    """The archive, or :class:`ConfigurationError` where none is open."""
    if core.archive is None:
        raise ConfigurationError(
            'there is no archive: name one, Hindsight.open(…, archive="file:///absolute/folder")'
        )
    return core.archive
