"""Keeps the session's entities on the stack of its working memory, and puts them into questions that point at them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hindsight_integrations.engine.core import Core
from hindsight_integrations.engine.question import Ask
from hindsight_integrations.errors import StoreError
from hindsight_integrations.language.entities import Entity, entities
from hindsight_integrations.language.references import points, resolved
from hindsight_integrations.language.things import things
from hindsight_integrations.ports import Deadline, LoggedTurn
from hindsight_integrations.records import Scope


def mention(
    core: Core,
    scope: Scope,
    logged: Sequence[LoggedTurn],
    deadline: Deadline,
    degraded: list[str],
    *,
    tz: str,
) -> None:
    """Put the entities of these turns on the stack. It can be lost: then fewer questions are resolved."""
    named = [entity for item in logged for entity in _named(item, tz)]
    if not named:
        return
    stack = [{"kind": entity.kind, "text": entity.text} for entity in named]
    try:
        core.working.mention(scope, stack, now=core.clock(), deadline=deadline)
    except StoreError as error:
        degraded.append(f"entities: {type(error).__name__}")


def _named(item: LoggedTurn, tz: str) -> list[Entity]:
    return [*entities(item.turn.content), *things(item.turn.content, item.at, tz)]


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
