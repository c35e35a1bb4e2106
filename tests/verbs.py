"""A call of every public verb that works on a seeded memory, by name; it checks nothing."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from hindsight_integrations import Change, Claim, Hindsight, Passage, UserMemory
from hindsight_integrations.admin import TenantAdmin
from hindsight_integrations.testing import MOMENT

Call = tuple[tuple[Any, ...], dict[str, Any]]
#: Methods that do nothing worth awaiting.
#: What answers nothing of the seed, of which nothing is archived.
NOTHING = {"archived"}
INSTANT = {"for_user", "items", "admin", "deadline", "transcript"}
EARLIER = MOMENT - timedelta(days=30)


def seeded(memory: UserMemory) -> Mapping[str, str]:
    """Write a few memories; answers their ids by name."""
    first = memory.remember("Alice lives in Berlin", subject="user.location", event_time=EARLIER)
    second = memory.remember("Alice lives in Lisbon", subject="user.location", event_time=MOMENT)
    memory.observe([("user", "I would like my tea without sugar."), ("assistant", "Noted.")])
    memory.event("order_placed", {"order": "A-17"})
    return {"berlin": of(first), "lisbon": of(second)}


def of(change: Change) -> str:
    """The id of the memory that was written."""
    assert change.memory is not None
    return change.memory.id


def call(*args: Any, **kwargs: Any) -> Call:
    return args, kwargs


def memory_calls(ids: Mapping[str, str]) -> dict[str, Call]:
    """Arguments for each verb of a seeded user's memory."""
    lisbon, berlin = ids["lisbon"], ids["berlin"]
    return {
        "remember": call("Alice has a cat", subject="user.pet", event_time=MOMENT),
        "remember_many": call([Claim(content="Alice skis"), Claim(content="Alice swims")]),
        "observe": call([("user", "I am allergic to peanuts.")], at=MOMENT),
        "event": call("order_paid", {"order": "A-17"}, result="paid"),
        "recall": call("where does Alice live", k=3),
        "get": call(lisbon),
        "find": call(types="fact", limit=3),
        "history": call("user.location"),
        "count": call(event_type="order_placed"),
        "explain": call("where does Alice live", berlin),
        "judge": call("where does Alice live", [Passage(content="Alice lives in Rome", score=0.5)]),
        "summarize": call("user.*"),
        "window": call(),
        "end_session": call(),
        "ask_first": call("book a restaurant for dinner"),
        "update": call(lisbon, tags=["home"], importance=0.9),
        "correct": call(lisbon, "Alice lives in Porto"),
        "confirm": call(lisbon),
        "feedback": call(lisbon, helpful=False),
        "pin": call(lisbon),
        "archivable": call(subject="user.location"),
        "archived": call(subject="user.location"),
        "archive": call(berlin),
        "restore": call(berlin),
        "forget": call(subject="user.location", reason="asked"),
    }


def admin_calls() -> dict[str, Call]:
    """Arguments for each verb of the tenant ``default``."""
    return {
        "counts": call(),
        "sweep": call(),
        "end_idle": call(idle=timedelta(hours=1), limit=5),
        "forget_user": call("alice", reason="asked"),
        "forget_tenant": call(confirm="default", reason="asked"),
    }


def verbs_of(kind: type) -> dict[str, Callable[..., Any]]:
    """The public methods of a class that a caller may want to await, by name."""
    members = inspect.getmembers(kind, callable)
    named = {name: member for name, member in members if not name.startswith("_")}
    twins = {name for name in named if name[0] == "a" and name[1:] in named}
    return {name: member for name, member in named.items() if name not in twins | INSTANT}


KINDS = (Hindsight, UserMemory, TenantAdmin)
