"""Judges candidates in columns: settles, scores and orders them; takes scores apart when asked; pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from hindsight_integrations.answers import Left, Scored, Verdict, combined
from hindsight_integrations.engine.conflicts import penalties, settle
from hindsight_integrations.engine.context import around
from hindsight_integrations.engine.funnel import filters, inside, keep_inside, without_question
from hindsight_integrations.engine.moments import micros
from hindsight_integrations.engine.question import Question
from hindsight_integrations.engine.routes import Found
from hindsight_integrations.engine.scoring import (
    Evidence,
    Scores,
    found_by,
    score,
    similarity,
    verdict,
)
from hindsight_integrations.engine.succession import Lift
from hindsight_integrations.outlines import Outlines
from hindsight_integrations.settings import Settings

#: Digits to which scores are compared: two ways of adding the same parts agree to these.
_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Judged:
    """The candidates with their scores; ``order`` holds the places of those that may answer, best first."""

    outlines: Outlines
    evidence: Evidence
    scores: Scores
    settings: Settings
    order: tuple[int, ...]
    left: tuple[Left, ...]
    happened: bool
    near: NDArray[np.float64]
    question: Question
    reranked: Mapping[int, tuple[float, float]] = field(default_factory=dict)
    lifts: Mapping[int, Lift] = field(default_factory=dict)

    def verdict(self, place: int) -> Verdict:
        """How far one candidate is to be relied on."""
        return verdict(
            conflict=self.evidence.conflict.item(place),
            unhelpful=self.outlines.unhelpful.item(place),
            recency=self.scores.recency.item(place),
            settings=self.settings.score,
        )

    def scored(self, place: int) -> Scored:
        """One candidate's score, taken apart."""
        parts = self.scores.parts_of(place)
        evidence = self.evidence
        raw = {"vector": evidence.cosine.item(place), "keyword": evidence.words.item(place)}
        if context := evidence.context.item(place):
            raw["context"] = context
        if place in self.lifts:
            raw[self.lifts[place].kind] = self.lifts[place].similarity
        if place in self.reranked:
            raw["rerank"], raw["rerank_normalised"] = self.reranked[place]
        return Scored(
            id=self.outlines.ids[place],
            score=combined(parts, self.scores.form),
            parts=parts,
            raw=raw,
            verdict=self.verdict(place),
        )

    def all_scored(self) -> Iterator[Scored]:
        """Every candidate that may answer, best first."""
        return (self.scored(place) for place in self.order)


def judge(
    outlines: Outlines,
    question: Question,
    found: Found,
    settings: Settings,
) -> Judged:
    """Settle, score and order the candidates that the routes found."""
    happened = inside(outlines, question.window)
    places, cut = keep_inside(outlines, happened)
    places, echoed = without_question(outlines, places, question.ask.query)
    places, same = settle(outlines, places, question.where, found.scores("subject"))
    cosine, words = _column(outlines, found.cosines), _column(outlines, found.scores("keyword"))
    own = found_by(cosine, words, settings.score)
    evidence = Evidence(
        cosine=cosine,
        words=words,
        subject=np.maximum.reduce(
            [_column(outlines, found.scores(name)) for name in ("subject", "plan", "entity")]
        ),
        in_window=happened,
        conflict=_conflict(outlines, question, found, settings),
        context=around(outlines, own, question.ask.query, settings.context),
    )
    near = similarity(evidence, None if question.vector is None else own, settings.score)
    scores = score(outlines, near, evidence.conflict, question.ask.moment, settings)
    return Judged(
        outlines=outlines,
        evidence=evidence,
        scores=scores,
        settings=settings,
        order=_ordered(outlines, scores, places),
        left=(*cut, *echoed, *same),
        happened=filters(outlines, happened),
        near=near,
        question=question,
    )


def rejudge(judged: Judged, reranked: Mapping[int, tuple[float, float]]) -> Judged:
    """Let a reranker's normalised scores be the similarity of the candidates it judged.

    ``reranked`` holds its raw and normalised score by place; the judged ones go first.
    """
    head = list(reranked)
    near = judged.near.copy()
    near[head] = [share for _, share in reranked.values()]
    ask = judged.question.ask
    scores = score(judged.outlines, near, judged.evidence.conflict, ask.moment, judged.settings)
    tail = [place for place in judged.order if place not in reranked]
    order = (*_ordered(judged.outlines, scores, head), *tail)
    return replace(judged, near=near, scores=scores, order=order, reranked=reranked)


def lifted(judged: Judged, lifts: Mapping[int, Lift]) -> Judged:
    """Let those that go before others have the similarity of these; what held then goes first of all."""
    if not lifts:
        return judged
    near = judged.near.copy()
    near[list(lifts)] = [lift.similarity for lift in lifts.values()]
    ask = judged.question.ask
    scores = score(judged.outlines, near, judged.evidence.conflict, ask.moment, judged.settings)
    order = _ordered(judged.outlines, scores, judged.order)
    held = [place for place, lift in lifts.items() if lift.kind == "held"]
    order = (*held, *(place for place in order if place not in held))
    return replace(judged, near=near, scores=scores, order=order, lifts=lifts)


def led(judged: Judged, ids: Sequence[Sequence[str]]) -> Judged:
    """Let these candidates go first, in their order, each as near to the question as the nearest.

    Each place names several that say the same: the first that may answer does.
    """
    if not ids:
        return judged
    known = {id: place for place, id in enumerate(judged.outlines.ids)}
    may = set(judged.order)
    firsts = (next((known[id] for id in group if known.get(id) in may), None) for group in ids)
    head = list(dict.fromkeys(place for place in firsts if place is not None))
    if not head:
        return judged
    near = judged.near.copy()
    near[head] = near[list(judged.order)].max()
    ask = judged.question.ask
    scores = score(judged.outlines, near, judged.evidence.conflict, ask.moment, judged.settings)
    tail = [place for place in judged.order if place not in head]
    return replace(judged, near=near, scores=scores, order=(*head, *tail))


def _conflict(
    outlines: Outlines, question: Question, found: Found, settings: Settings
) -> NDArray[np.float64]:
    """The penalties; a question for an earlier value turns them round for its subject."""
    conflict = penalties(outlines, _valid_time(question), settings.score)
    if found.passed_over:
        conflict[_column(outlines, found.scores("subject")) > 0] = 0.0
        conflict[[id in found.passed_over for id in outlines.ids]] = (
            settings.score.conflict_replaced
        )
    return conflict


def _valid_time(question: Question) -> int | None:
    """The instant at which a value must hold to be in no conflict; ``None`` for what was known once."""
    if question.where.known_at is not None:
        return None
    return micros(question.where.valid_at or question.ask.at)


def _column(outlines: Outlines, scores: Mapping[str, float]) -> NDArray[np.float64]:
    count = len(outlines.ids)
    if not scores:
        return np.zeros(count)
    return np.fromiter(map(scores.get, outlines.ids, repeat(0.0)), np.float64, count)


def _ordered(outlines: Outlines, scores: Scores, places: Sequence[int]) -> tuple[int, ...]:
    """The places, best score first; equal scores: the later written first."""
    chosen = np.array(places, np.intp)
    total = scores.total()[chosen].round(_DIGITS)
    ranks = np.lexsort((outlines.sequences[chosen], total))
    return tuple(chosen[ranks[::-1]].tolist())
