"""Puts the tables of one command in order, as a person reads them; it asks nothing and prints nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import tzinfo

from hindsight_integrations.errors import MissingExtra
from hindsight_integrations.surfaces import story, tables
from hindsight_integrations.surfaces.replaying import Asked, Replayed

try:
    from rich.console import RenderableType
    from rich.text import Text
except ImportError as missing:
    raise MissingExtra("cli", "the command line") from missing


def counts(done: Replayed) -> Iterator[RenderableType]:
    """What a replay did."""
    known = f", known already: {done.repeated}" if done.repeated else ""
    withheld = f", forgotten before: {done.withheld}" if done.withheld else ""
    yield Text(
        f"sessions: {done.sessions}, turns: {done.turns}, claims learnt: {done.learnt}"
        f"{known}{withheld}"
    )
    yield from (tables.note(f"could not be done: {text}") for text in done.degraded)


def answer(
    asked: Asked, zone: tzinfo, *, ids: bool = False, workings: bool = True
) -> Iterator[RenderableType]:
    """A question, what was found, and how."""
    yield tables.heading(f"? {tables.shown(asked.question)}")
    yield tables.found(asked.recall, zone, ids=ids)
    if workings:
        yield tables.workings(asked.recall, asked.known)


def imported(done: Replayed, answers: Sequence[Asked], zone: tzinfo) -> Iterator[RenderableType]:
    """An export that was read, and what it answers."""
    yield from counts(done)
    for asked in answers:
        yield from answer(asked, zone)


def demonstration(told: story.Story, zone: tzinfo) -> Iterator[RenderableType]:
    """The whole demo: what is known, what replaced what, answers, a past, a forgetting."""
    yield from counts(told.replayed)
    yield tables.heading("What is remembered")
    yield tables.memories(told.remembered, zone)
    yield tables.heading("What superseded what")
    for subject, chain in told.chains.items():
        if any(memory.superseded_by for memory in chain):
            yield tables.history(subject, chain, zone)
    for asked in told.asked:
        yield from answer(asked, zone)
    yield tables.heading(f"As of {tables.day(story.THEN, zone)}")
    yield from answer(told.past, zone, workings=False)
    yield from _forgetting(told, zone)


def _forgetting(told: story.Story, zone: tzinfo) -> Iterator[RenderableType]:
    yield tables.heading(f"Forget {story.FORGOTTEN}, and ask again under that subject")
    yield from answer(told.before, zone, workings=False)
    yield tables.erasure(told.erasure)
    yield from answer(told.after, zone, workings=False)
    yield tables.note(f"of the {told.left} memories left, {told.echoes} repeat what was forgotten")
