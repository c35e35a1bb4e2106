"""Answers why one memory was used for a question, or why it was not; it recalls, then reads the trace."""

from __future__ import annotations

from hindsight_integrations.answers import Explanation, Recall, RouteTrace, Trace
from hindsight_integrations.engine.core import Core
from hindsight_integrations.engine.funnel import why_not
from hindsight_integrations.engine.question import Ask, read
from hindsight_integrations.engine.recall import recall
from hindsight_integrations.errors import NotFound
from hindsight_integrations.ports import Deadline
from hindsight_integrations.records import Scope


def explain(core: Core, scope: Scope, ask: Ask, id: str, deadline: Deadline) -> Explanation:
    """Why the memory ``id`` is or is not among the answers to ``ask``.

    Raises :class:`NotFound` if no such memory is in the scope.
    """
    with core.records.reading(scope, deadline) as reader:
        memory = reader.get([id]).get(id)
    if memory is None:
        raise NotFound(f"there is no memory {id} of this user; it may have been forgotten")
    answer = recall(core, scope, ask, deadline)
    if explained := _among(answer, id):
        return explained
    where = read(ask, None, core.clock(), core.catalogue).where
    if not where.matches(memory):
        return _not_used(answer.trace, id, why_not(memory, where))
    return _not_used(answer.trace, id, _missed(answer.trace))


def _among(answer: Recall, id: str) -> Explanation | None:
    """The explanation, if the memory was a candidate."""
    trace = answer.trace
    refused = {left.id for left in trace.left_out if left.step == "filter"}
    ranked = [item for item in trace.scored if item.id not in refused]
    place = next((n for n, item in enumerate(ranked, 1) if item.id == id), None)
    if place is not None:
        used = place <= len(answer)
        reason = f"ranked {place} of {len(ranked)}"
        if not used:
            reason += f"; only the first {len(answer)} are answered"
        return Explanation(id, used, reason, place, ranked[place - 1], places(trace, id), trace)
    for left in trace.left_out:
        if left.id == id:
            return _not_used(trace, id, f"{left.step}: {left.reason}")
    return None


def _not_used(trace: Trace, id: str, reason: str) -> Explanation:
    return Explanation(id, False, reason, routes=places(trace, id), trace=trace)


def places(trace: Trace, id: str) -> dict[str, int]:
    """On which routes it was found, and at which place."""
    return {
        route.name: place
        for route in trace.routes
        for place, hit in enumerate(route.hits, 1)
        if hit.id == id
    }


def _missed(trace: Trace) -> str:
    last = [f"{route.name} {route.hits[-1].score:.3f}" for route in trace.routes if _full(route)]
    bars = f" (the last they took: {', '.join(last)})" if last else ""
    return f"no route found it{bars}"


def _full(route: RouteTrace) -> bool:
    return bool(route.hits) and route.name in {"vector", "keyword"}
