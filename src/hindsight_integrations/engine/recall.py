"""The walk of one recall: read, find, sift, settle, score, tell; each step writes into the trace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..answers import Left, Recall, Recollection, Scored, Trace, combined
from ..errors import HindsightError
from ..ports import Deadline, RecordReader, Vector
from ..records import Memory, Scope
from .conflicts import penalty, settle, told_with
from .core import Core
from .drafts import embed
from .fading import confidence_at
from .funnel import best, keep_inside, sift
from .question import Ask, Question, read
from .routes import Found, by_meaning, by_record, load, similarities
from .scoring import Evidence, normalised, parts, verdict
from .telling import fitting, tell

#: Candidates that a reranker judges.
_RERANKED = 20


@dataclass(frozen=True, slots=True)
class _Scene:
    """Everything known about the candidates once the stores have answered."""

    asked: Question
    found: Found
    memories: Mapping[str, Memory]
    cosines: Mapping[str, float]
    words: Mapping[str, float]
    subject: frozenset[str]
    inside: bool


def recall(core: Core, scope: Scope, ask: Ask, deadline: Deadline) -> Recall:
    """Answer ``ask`` from the scope's memories, best first, with the trace of how."""
    found = Found()
    vector = _query_vector(core, ask, found)
    asked = read(ask, vector, core.clock())
    by_meaning(core, scope, asked, found, deadline)
    with core.records.reading(scope, deadline) as reader:
        by_record(reader, asked, found, core.settings.routes)
        load(reader, found)
        _load_predecessors(reader, core, found)
    candidates, left = sift(found.ids, found.memories, asked.where)
    candidates, cut, inside = keep_inside(candidates, asked.window)
    candidates, same = settle(candidates)
    scene = _Scene(
        asked=asked,
        found=found,
        memories=found.memories,
        cosines=similarities(core, scope, asked, found, deadline),
        words=found.scores("keyword"),
        subject=frozenset(found.scores("subject")),
        inside=inside,
    )
    scored = best([_score(core, scene, memory) for memory in candidates], scene.memories)
    scored = _reranked(core, scene, scored)
    return _answer(core, scene, scored, [*left, *cut, *same])


def _query_vector(core: Core, ask: Ask, found: Found) -> Vector | None:
    """The question as a vector; an encoder that fails leaves the other routes to answer."""
    if not ask.query.strip():
        return None
    try:
        return embed(core, [ask.query])[0]
    except HindsightError as error:
        found.degraded.append(f"encoder: {type(error).__name__}")
        return None


def _load_predecessors(reader: RecordReader, core: Core, found: Found) -> None:
    """Load what is told beside a preference."""
    wanted = [
        memory.supersedes
        for memory in found.memories.values()
        if memory.supersedes is not None
        and memory.supersedes not in found.memories
        and told_with(memory, {memory.supersedes: memory}, core.settings) is not None
    ]
    if wanted:
        found.memories.update(reader.get(wanted))


def _score(core: Core, scene: _Scene, memory: Memory, rerank: float | None = None) -> Scored:
    ask, settings = scene.asked.ask, core.settings
    window = scene.asked.window
    evidence = Evidence(
        cosine=scene.cosines.get(memory.id, 0.0),
        words=scene.words.get(memory.id, 0.0),
        subject=memory.id in scene.subject,
        in_window=window is not None and window.holds(memory.happened_at),
        conflict=penalty(memory, scene.asked.where.valid_at, settings.score),
        rerank=rerank,
    )
    taken = parts(memory, evidence, ask.moment, settings, encoder=scene.asked.vector is not None)
    raw = {"vector": evidence.cosine, "keyword": evidence.words}
    return Scored(
        id=memory.id,
        score=combined(taken, settings.score.form),
        parts=taken,
        raw=raw,
        verdict=verdict(memory, evidence.conflict, ask.moment, settings.score),
    )


def _reranked(core: Core, scene: _Scene, scored: list[Scored]) -> list[Scored]:
    """Let the reranker, if there is one, judge the best; its failure is noted and the order stays."""
    reranker = core.reranker
    if reranker is None or not scored:
        return scored
    head, tail = scored[:_RERANKED], scored[_RERANKED:]
    passages = [_passage(scene.memories[item.id]) for item in head]
    query = scene.asked.ask.query
    try:
        raw = [float(s) for s in core.ask(reranker, lambda: reranker.score(query, passages))]
        judged = normalised(raw)
        pairs = list(zip(head, judged, raw, strict=True))
    except (HindsightError, ValueError, TypeError, RuntimeError, OSError) as error:
        scene.found.degraded.append(f"reranker: {type(error).__name__}")
        return scored
    renewed = [_judged(core, scene, item, share, score) for item, share, score in pairs]
    return [*best(renewed, scene.memories), *tail]


def _judged(core: Core, scene: _Scene, item: Scored, share: float, raw: float) -> Scored:
    again = _score(core, scene, scene.memories[item.id], rerank=share)
    judged = {**item.raw, "rerank": raw, "rerank_normalised": share}
    return Scored(again.id, again.score, again.parts, judged, again.verdict)


def _passage(memory: Memory) -> str:
    """What a reranker reads: the time, then the words."""
    return f"[{memory.happened_at.date().isoformat()}] {memory.content}"


def _answer(core: Core, scene: _Scene, scored: Sequence[Scored], left: Sequence[Left]) -> Recall:
    ask, settings = scene.asked.ask, core.settings
    told = tuple(_recollection(core, scene, item) for item in scored[: ask.k])
    behind = [Left(item.id, "rank", f"ranked below the first {ask.k}") for item in scored[ask.k :]]
    injected = fitting(told, settings.telling, "json", settings.telling.budget)
    trace = Trace(
        query=ask.query,
        rewritten=ask.query,
        at=ask.moment,
        form=settings.score.form,
        routes=tuple(scene.found.traces),
        left_out=(*left, *behind),
        scored=tuple(scored),
        injected=tuple(item.memory.id for item in injected),
        notes=tuple(_notes(scene)),
        degraded=tuple(scene.found.degraded),
    )
    return Recall(
        told, trace, lambda found, form, budget: tell(found, settings.telling, form, budget)
    )


def _recollection(core: Core, scene: _Scene, item: Scored) -> Recollection:
    memory = scene.memories[item.id]
    return Recollection(
        memory=memory,
        score=item.score,
        parts=item.parts,
        verdict=item.verdict,
        turns=() if memory.source_turn is None else (memory.source_turn,),
        confidence=confidence_at(memory, scene.asked.ask.moment, core.settings.confidence),
        predecessor=told_with(memory, scene.memories, core.settings),
    )


def _notes(scene: _Scene) -> list[str]:
    cue = scene.asked.cue
    if cue is None:
        return []
    if not cue.clear:
        return [f"'{cue.span}' is a vague time: it filters nothing"]
    if scene.inside:
        return [f"'{cue.span}' kept what happened inside it"]
    return [f"'{cue.span}': nothing happened inside it, so it filters nothing"]
