"""The walk of one recall: read, find, judge, load, tell; every step is kept in the trace."""

from __future__ import annotations

import json
import logging
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

from hindsight_integrations.answers import Left, Recall, Recollection, Trace, combined
from hindsight_integrations.engine.anchoring import anchored
from hindsight_integrations.engine.archiving import fetched
from hindsight_integrations.engine.conflicts import predecessor_id
from hindsight_integrations.engine.consulting import consult
from hindsight_integrations.engine.core import Core
from hindsight_integrations.engine.drafts import embed
from hindsight_integrations.engine.fading import confidence_at
from hindsight_integrations.engine.funnel import absent, why_not
from hindsight_integrations.engine.judging import Judged, judge, led, lifted, rejudge
from hindsight_integrations.engine.pointing import rewritten
from hindsight_integrations.engine.question import Ask, Question, aimed, read
from hindsight_integrations.engine.routes import Found, by_archive, by_meaning, by_record
from hindsight_integrations.engine.saying import Wanted
from hindsight_integrations.engine.scoring import normalised
from hindsight_integrations.engine.sequencing import Course, chronological, sequenced
from hindsight_integrations.engine.stubs import is_stub
from hindsight_integrations.engine.succession import succeeded
from hindsight_integrations.engine.telling import fitting, tell
from hindsight_integrations.errors import HindsightError, ModelError
from hindsight_integrations.language.catalogue import builtin
from hindsight_integrations.language.tokens import query_terms
from hindsight_integrations.language.updates import asks_past_state
from hindsight_integrations.ports import Deadline, RecordReader, Vector
from hindsight_integrations.records import Memory, Scope

_log = logging.getLogger("hindsight_integrations.recall")
#: Candidates that a reranker judges.
_RERANKED = 20
#: The best that are looked through for near copies and later values.
_COMPARED = 6
_LIFTED = {
    "newer_copy": "says nearly the same as",
    "later_value": "tells another value of what is asked than",
    "change": "announces a change of what is said by",
}


@dataclass
class _Loaded:
    """Candidates read whole from the record store, best first, and those it did not confirm."""

    memories: dict[str, Memory]
    predecessors: dict[str, Memory]
    refused: list[Left]


def recall(core: Core, scope: Scope, ask: Ask, deadline: Deadline) -> Recall:
    """Answer ``ask`` from the scope's memories, best first, with the trace of how."""
    found = Found()
    ask = rewritten(core, scope, ask, deadline, found.degraded)
    vector = _query_vector(core, ask, found)
    with core.records.reading(scope, deadline) as reader:
        asked, course = _placed(reader, read(ask, vector, reader.now, core.catalogue))
        if course.ids:
            found.add_ranked("order", list(chain.from_iterable(course.ids)), course.note)
        by_record(reader, asked, found, core.settings.routes, core.settings.context)
        by_meaning(core, scope, asked, found, deadline)
        if core.archive is not None:
            asked = by_archive(reader, asked, found, core.settings.routes)
        judged = led(judge(reader.outline(found.ids), asked, found, core.settings), course.ids)
        need = max(ask.k, _COMPARED if core.reranker is None else _RERANKED)
        loaded = _load(reader, core, judged, need)
    _warm(core, scope, loaded, found, deadline)
    judged = _of_its_time(core, judged, loaded)
    if core.reranker is not None:
        judged = _reranked(core, judged, loaded, found)
    judged = led(judged, _in_time(judged, loaded) if course.told else course.ids)
    answer = _answer(core, judged, loaded, found, course)
    if _log.isEnabledFor(logging.DEBUG):
        _log.debug("%s", log_line(answer.trace, scope, content=core.settings.privacy.log_content))
    return answer


def _placed(reader: RecordReader, asked: Question) -> tuple[Question, Course]:
    """The question with the time of an event that it names, or with the order of events that it asks for."""
    if course := sequenced(reader, asked):
        return asked.looking_back(reader.now, query_terms(course.rest)), course
    if not (asked.cue and asked.cue.clear) and (anchor := anchored(reader, asked.ask)):
        return asked.beside(anchor.cue, anchor.terms, reader.now), Course()
    if (known := asked.known_by) is not None and reader.latest(known, limit=1):
        return replace(asked, where=known), Course()
    return asked, Course()


def _in_time(judged: Judged, loaded: _Loaded) -> tuple[tuple[str, ...], ...]:
    """The answers that fit the question, in the order of time."""
    ids, ask = judged.outlines.ids, judged.question.ask
    best = [place for place in judged.order if ids[place] in loaded.memories][: ask.k]
    return chronological(
        [(loaded.memories[ids[place]], float(judged.near[place])) for place in best], ask.tz
    )


def log_line(trace: Trace, scope: Scope, *, content: bool) -> str:
    """One recall as one line of JSON: who asked, and the trace; the query's text only if allowed."""
    who = {"tenant": scope.tenant, "user": scope.user, "session": scope.session}
    return json.dumps({"recall": who} | trace.as_dict(content=content), ensure_ascii=False)


def _query_vector(core: Core, ask: Ask, found: Found) -> Vector | None:
    """The question as a vector; an encoder that fails leaves the other routes to answer."""
    if not ask.query.strip():
        return None
    try:
        return embed(core, [ask.query])[0]
    except HindsightError as error:
        found.degraded.append(f"encoder: {type(error).__name__}")
        return None


def _load(reader: RecordReader, core: Core, judged: Judged, need: int) -> _Loaded:
    """Read the best from the record store until ``need`` of them are confirmed to match.

    An index may be late, the record store is not: what it does not have, or what does not
    match there, is not used.
    """
    loaded = _Loaded({}, {}, [])
    ids, where = judged.outlines.ids, judged.question.where
    for start in range(0, len(judged.order), need):
        batch = [ids[place] for place in judged.order[start : start + need]]
        records = reader.get(batch)
        for memory in (records[id] for id in batch if id in records):
            if where.matches(memory):
                loaded.memories[memory.id] = memory
            else:
                loaded.refused.append(Left(memory.id, "filter", why_not(memory, where)))
        if len(loaded.memories) >= need:
            break
    wanted = [predecessor_id(memory, core.settings) for memory in loaded.memories.values()]
    if earlier := [id for id in wanted if id is not None]:
        known = reader.get(earlier)
        loaded.predecessors = {id: item for id, item in known.items() if not is_stub(item)}
    return loaded


def _warm(core: Core, scope: Scope, loaded: _Loaded, found: Found, deadline: Deadline) -> None:
    """Give archived records among the best their words; those that cannot be read are not told."""
    soon = deadline.within(core.settings.archive.answer_seconds)
    whole, lost = fetched(core, scope, loaded.memories.values(), soon)
    loaded.memories.update(whole)
    for id, error in lost.items():
        del loaded.memories[id]
        loaded.refused.append(Left(id, "archive", f"its words cannot be read: {error}"))
    found.degraded += sorted({f"archive: {type(error).__name__}" for error in lost.values()})


def _of_its_time(core: Core, judged: Judged, loaded: _Loaded) -> Judged:
    """Of statements that succeeded one another, let the one go first that held at the time asked for."""
    question, ids = judged.question, judged.outlines.ids
    head = [place for place in judged.order if ids[place] in loaded.memories][:_COMPARED]
    best = [(place, loaded.memories[ids[place]], float(judged.near[place])) for place in head]
    aim = question.aim
    if not question.subjects and asks_past_state(question.ask.query):
        aim = aimed(question.ask, question.cue)
    wanted = Wanted(frozenset(question.terms), question.ask.query, aim)
    return lifted(judged, succeeded(wanted, best, (core.catalogue or builtin()).names))


def _reranked(core: Core, judged: Judged, loaded: _Loaded, found: Found) -> Judged:
    """Let the reranker judge the best; its failure is noted and the order stays."""
    reranker, query = core.reranker, judged.question.ask.query
    if reranker is None or not loaded.memories or not query.strip():
        return judged
    ids = judged.outlines.ids
    head = [place for place in judged.order if ids[place] in loaded.memories][:_RERANKED]
    passages = [_passage(loaded.memories[ids[place]]) for place in head]
    try:
        raw = consult(
            core,
            reranker,
            lambda: reranker.score(query, passages),
            partial(_scores, count=len(passages)),
        )
    except HindsightError as error:
        found.degraded.append(f"reranker: {type(error).__name__}")
        return judged
    pairs = zip(raw, normalised(raw), strict=True)
    return rejudge(judged, dict(zip(head, pairs, strict=True)))


def _scores(answer: Iterable[float], *, count: int) -> list[float]:
    scores = [float(value) for value in answer]
    if len(scores) != count or not all(map(math.isfinite, scores)):
        raise ModelError("a reranker must answer one finite number a passage")
    return scores


def _passage(memory: Memory) -> str:
    """What a reranker reads: the time, then the words."""
    return f"[{memory.happened_at.date().isoformat()}] {memory.content}"


def _answer(core: Core, judged: Judged, loaded: _Loaded, found: Found, course: Course) -> Recall:
    ask, settings = judged.question.ask, core.settings
    ids = judged.outlines.ids
    places = [place for place in judged.order if ids[place] in loaded.memories][: ask.k]
    told = tuple(_recollection(core, judged, loaded, place) for place in places)
    trace = Trace(
        query=ask.query if ask.asked is None else ask.asked,
        rewritten=ask.query,
        at=ask.moment,
        form=settings.score.form,
        routes=tuple(found.traces),
        notes=(*_notes(judged), *filter(None, [course.note]), *_copied(judged)),
        degraded=tuple(found.degraded),
        _scored=judged.all_scored,
        _left=lambda: _left_out(judged, loaded, found, {ids[place] for place in places}),
        _injected=lambda: _injected(core, told),
    )
    return Recall(told, trace, lambda *how: tell(how[0], settings.telling, how[1], how[2]))


def _injected(core: Core, told: Sequence[Recollection]) -> list[str]:
    telling = core.settings.telling
    return [found.memory.id for found in fitting(told, telling, "json", telling.budget)]


def _recollection(core: Core, judged: Judged, loaded: _Loaded, place: int) -> Recollection:
    memory = loaded.memories[judged.outlines.ids[place]]
    parts = judged.scores.parts_of(place)
    earlier = predecessor_id(memory, core.settings)
    return Recollection(
        memory=memory,
        score=combined(parts, judged.scores.form),
        parts=parts,
        verdict=judged.verdict(place),
        turns=memory.turns,
        confidence=confidence_at(memory, judged.question.ask.moment, core.settings.confidence),
        predecessor=None if earlier is None else loaded.predecessors.get(earlier),
    )


def _left_out(judged: Judged, loaded: _Loaded, found: Found, answered: set[str]) -> Iterator[Left]:
    """Every candidate that is not among the answers, by the step that left it out."""
    yield from absent(found.ids, judged.outlines)
    yield from judged.left
    yield from loaded.refused
    refused = {left.id for left in loaded.refused}
    k = judged.question.ask.k
    for place in judged.order:
        id = judged.outlines.ids[place]
        if id not in answered and id not in refused:
            yield Left(id, "rank", f"ranked below the first {k}")


def _copied(judged: Judged) -> Iterator[str]:
    ids = judged.outlines.ids
    for place, lift in judged.lifts.items():
        if lift.kind == "held":
            yield f"{ids[place]} held at the time asked for, before {ids[lift.older]}: it goes first"
        else:
            yield f"{ids[place]} {_LIFTED[lift.kind]} {ids[lift.older]}, later: it goes first"


def _notes(judged: Judged) -> Sequence[str]:
    cue = judged.question.cue
    if cue is None:
        return ()
    if judged.question.window is None:
        return (f"'{cue.span}' filters nothing",)
    if judged.happened:
        return (f"'{cue.span}': told is what happened in it, and standing facts",)
    return (f"'{cue.span}': nothing happened in it, so it filters nothing",)
