"""Where a plan stands beside what it is a plan for, and what ends it: that it came true; it knows no language."""

from __future__ import annotations

from dataclasses import replace

from hindsight_integrations.engine.supersede import (
    Reason,
    inferred,
    replaced_by,
    semantic,
    value_of,
)
from hindsight_integrations.ports import RecordReader, RecordWriter
from hindsight_integrations.records import Memory, Status

_PLAN = "plan"


def plan_of(key: str) -> str | None:
    """The key of a plan for what stands under ``key``: ``user.plan.location`` for ``user.location``; a plan has none."""
    owner, _, attribute = key.rpartition(".")
    return f"{owner}.{_PLAN}.{attribute}" if owner and not owner.endswith(f".{_PLAN}") else None


def came_true(tx: RecordWriter, fact: Memory) -> tuple[Memory, ...]:
    """End the plans that ``fact`` fulfils: who planned to move to Oslo and says that they live there plans it no longer.

    What was inferred ends no plan that was stated, as it replaces no statement.
    """
    key = None if fact.subject_key is None else plan_of(str(fact.subject_key))
    if key is None or not semantic(fact) or fact.status is not Status.ACTIVE:
        return ()
    done = [
        replace(replaced_by(plan, fact, tx.now), status_reason=Reason.CAME_TRUE)
        for plan in tx.chain(key)
        if plan.status is Status.ACTIVE
        and value_of(plan) == value_of(fact)
        and plan.valid_from <= fact.valid_from
        and (inferred(plan) or not inferred(fact))
    ]
    for plan in done:
        tx.edit(plan)
    return tuple(done)


def fulfilled(tx: RecordReader, fact: Memory) -> tuple[Memory, ...]:
    """The plans that came true in ``fact``: they say the same, so who forgets it forgets them."""
    key = None if fact.subject_key is None else plan_of(str(fact.subject_key))
    if key is None:
        return ()
    return tuple(plan for plan in tx.chain(key) if plan.superseded_by == fact.id)
