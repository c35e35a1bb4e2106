"""Keeps the session's entities on the stack of its working memory, and puts them into questions that point at them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from hindsight_integrations.engine.core import Core
from hindsight_integrations.engine.question import Ask
from hindsight_integrations.errors import StoreError
from hindsight_integrations.language.entities import Entity, entities
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.references import points, resolved
from hindsight_integrations.language.sequence import points_to_then, since, told_before
from hindsight_integrations.language.things import things
from hindsight_integrations.language.times import find_times
from hindsight_integrations.ports import Deadline
from hindsight_integrations.records import Scope


def names(content: str, at: datetime, tz: str) -> tuple[Entity, ...]:
    """What a turn that was said at ``at`` names: to be read before the turn is kept."""
    return (*entities(content), *things(content, at, tz))


def mention(
    core: Core,
    scope: Scope,
    mentioned: Sequence[Entity],
    deadline: Deadline,
    degraded: list[str],
) -> None:
    """Put them on the stack. They can be lost: then fewer questions are resolved."""
    if not mentioned:
        return
    stack = [{"kind": entity.kind, "text": entity.text} for entity in mentioned]
    try:
        core.working.mention(scope, stack, now=core.clock(), deadline=deadline)
    except StoreError as error:
        degraded.append(f"entities: {type(error).__name__}")


def rewritten(core: Core, scope: Scope, ask: Ask, deadline: Deadline, degraded: list[str]) -> Ask:
    """The question with what it points at put in; as it is, if nothing was named for it."""
    asked = since_told(ask.query, ask.at, ask.tz)
    if not points(asked) and not points_to_then(asked):
        return _asked_so(ask, asked)
    try:
        stack = core.working.entities(scope, now=core.clock(), deadline=deadline)
    except StoreError as error:
        degraded.append(f"entities: {type(error).__name__}")
        return _asked_so(ask, asked)
    return _asked_so(ask, resolved(asked, [Entity(item["kind"], item["text"]) for item in stack]))


def since_told(question: str, at: datetime, tz: str) -> str:
    """ "I moved in March. What did I buy since then?" as "What did I buy since March?"; without a time, since the event."""
    told = told_before(question)
    if told is None:
        return question
    event, asked = told
    named = [mention for mention in find_times(event, at, tz) if not mention.vague]
    if len(named) == 1:
        event = event[named[0].start : named[0].end]
    event = compiled(r"(?i)^(?:in|on|at)(?= )|^在").sub("", event).strip()
    return since(asked, event, timed=len(named) == 1)


def _asked_so(ask: Ask, query: str) -> Ask:
    return ask if query == ask.query else replace(ask, query=query, asked=ask.query)
