"""Keeps the session's entities on the stack of its working memory, and puts them into questions that point at them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from hindsight_integrations.engine.core import Core
from hindsight_integrations.engine.question import Ask
from hindsight_integrations.errors import StoreError
from hindsight_integrations.language.entities import Entity, entities
from hindsight_integrations.language.references import points, resolved
from hindsight_integrations.language.things import things
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
    if not points(ask.query):
        return ask
    try:
        stack = core.working.entities(scope, now=core.clock(), deadline=deadline)
    except StoreError as error:
        degraded.append(f"entities: {type(error).__name__}")
        return ask
    query = resolved(ask.query, [Entity(item["kind"], item["text"]) for item in stack])
    return ask if query == ask.query else replace(ask, query=query, asked=ask.query)
