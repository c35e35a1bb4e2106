"""Chooses among the values that one subject has had; pure, it loads nothing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from hindsight_integrations.engine.supersede import BESIDE
from hindsight_integrations.language.aims import Aim, Order
from hindsight_integrations.records import Memory, Status


def fits(values: Sequence[Memory], aim: Aim) -> list[Memory]:
    """The values at which a question aims, the best first; none if the chain has no such value.

    Before: what holds no longer, the last one first. First: the earliest. As of an instant:
    what held then; if nothing is known of then, what began soonest after it.
    """
    chain = sorted(
        (value for value in values if value.status_reason not in BESIDE),
        key=lambda value: (value.valid_from, value.sequence),
    )
    if aim.order is Order.FIRST:
        return chain[:1]
    if aim.order is Order.BEFORE:
        return [value for value in reversed(chain) if value.status is not Status.ACTIVE]
    if aim.instant is None:
        return []
    held = [value for value in reversed(chain) if _held(value, aim.instant)]
    return held or chain[:1]


def _held(value: Memory, instant: datetime) -> bool:
    return value.valid_from <= instant and (value.valid_to is None or instant < value.valid_to)
