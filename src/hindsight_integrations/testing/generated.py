"""Hypothesis strategies for records and filters whose values are few, so that they meet, and awkward, so that they tell; no store."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from hindsight_integrations.queries import Where
from hindsight_integrations.records import (
    Memory,
    MemoryType,
    Scope,
    Source,
    Status,
    SubjectKey,
    SubjectPattern,
    Tier,
    Window,
)
from hindsight_integrations.testing.builders import MOMENT, make_memory, make_scope

#: For tests of a class that is subclassed and takes fixtures: each example brings a user of its own.
examined: Callable[[Any], Any] = settings(
    max_examples=50,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.differing_executors],
)
_numbers = itertools.count(1)


def fresh_scope() -> Scope:
    """A user that no other example of this process has."""
    return make_scope(f"generated {next(_numbers)}", tenant="examples")


#: Ids that a careless store mixes up, cuts off or runs.
AWKWARD = (
    "a_b",
    "100%",
    "x'; --",
    'say "hi"',
    "back\\slash",
    "line\nbreak",
    " ",
    "eve ",
    "a\x00b",
    "张伟",
    "😀",
    "👩‍💻",
    "e\u0301",
    "\u202eabc",
    "u" * 300,
    "None",
    "*",
    "[]",
)

_SUBJECTS = (
    "user.job",
    "user.job.title",
    "user.jobs.title",
    "user.j_b.title",
    "user.job-x",
    "user.工作",
    "user.工作.城市",
)
_PATTERNS = (*_SUBJECTS, "user.*", "user.job.*", "user.j_b.*", "user.工作.*", "other.*")
_TAGS = ("red", "r_d", "RED", "红", "it's", 'a"b', "%")
_NAMES = ("s1", "S1", "s_1", "会话")
_TURNS = ("t1", "t2", "t%")
_EVENTS = ("call", "Call", "打电话", "5", 5, True, None, ["call"], {"call": 1})
_IDS = tuple(f"r{n}" for n in range(12))
_MOMENTS = tuple(
    MOMENT + timedelta(days=days, microseconds=micros)
    for days in (-400, -1, 0, 1)
    for micros in (-1, 0, 1)
)

moments = st.sampled_from(_MOMENTS)
_maybe = st.none() | moments


@st.composite
def memories(draw: st.DrawFn, id: str, scope: Scope) -> Memory:
    """A record of ``scope`` with every field that a filter looks at drawn."""
    event = draw(st.none() | st.sampled_from(_EVENTS).map(lambda value: {"event_type": value}))
    subject = draw(st.none() | st.sampled_from(_SUBJECTS).map(SubjectKey))
    names = st.none() | st.sampled_from(_NAMES)
    return make_memory(
        id,
        scope=Scope(scope.tenant, scope.user, draw(names), draw(names)),
        tier=draw(st.sampled_from(Tier)),
        type=draw(st.sampled_from(MemoryType)),
        status=draw(st.sampled_from(Status)),
        source=draw(st.sampled_from(Source)),
        subject_key=subject,
        payload=event or {},
        tags=tuple(draw(st.lists(st.sampled_from(_TAGS), max_size=3, unique=True))),
        source_turn=draw(st.none() | st.sampled_from(_TURNS)),
        created_at=draw(moments),
        event_time=draw(_maybe),
        valid_from=draw(moments),
        valid_to=draw(_maybe),
        retired_at=draw(_maybe),
    )


def scopes_of_memories(scope: Scope) -> st.SearchStrategy[list[Memory]]:
    """Up to twelve records of ``scope``, with ids ``r0``, ``r1`` …"""
    count = st.integers(0, len(_IDS))
    return count.flatmap(
        lambda many: st.tuples(*(memories(name, scope) for name in _IDS[:many])).map(list)
    )


def _several(values: Any) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(st.sampled_from(values), max_size=3, unique=True).map(tuple)


def _window(pair: tuple[Any, Any]) -> Window:
    start, end = pair
    if start is not None and end is not None and start >= end:
        return Window(end, start) if end < start else Window(start, None)
    return Window(start, end)


def _where(parts: dict[str, Any]) -> Where:
    return Where(**parts)


#: Filters with none, some or all parts given, also with empty lists (which match nothing).
wheres: st.SearchStrategy[Where] = st.fixed_dictionaries(
    {},
    optional={
        "ids": _several((*_IDS, "unknown")),
        "statuses": _several(tuple(Status)),
        "types": _several(tuple(MemoryType)),
        "tiers": _several(tuple(Tier)),
        "subjects": _several(tuple(map(SubjectPattern.parse, _PATTERNS))),
        "tags": _several(_TAGS),
        "session": st.sampled_from(_NAMES),
        "agent": st.sampled_from(_NAMES),
        "event_type": st.sampled_from(("call", "Call", "打电话", "5", "True", "1")),
        "source_turns": _several(_TURNS),
        "within": st.tuples(_maybe, _maybe).map(_window),
        "valid_at": moments,
        "known_at": moments,
    },
).map(_where)
