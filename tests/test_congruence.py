"""The same verbs in the same order on a file and on a server answer the same: the embedded store is the oracle."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hindsight_integrations import Hindsight, UserMemory
from hindsight_integrations.errors import HindsightError
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.testing import FrozenClock
from shelves import everything

Verb = tuple[str, Any]
_users = itertools.count(1)

_PLACES = ("Berlin", "Lisbon", "里斯本", "São Paulo", "a\u0301b", "100% sure_thing")
_SUBJECTS = ("user.location", "user.job", "user.hobby", "user.工作.城市", None)
_TEXTS = (
    "Alice lives in {}",
    "I moved to {} last week",
    "我搬到{}了",
    "remember that I don't want calls from {}",
    "the order A-17 goes to {}",
    "forget what I just said",
    "thanks!",
)
_QUERIES = (
    "where does Alice live?",
    "What did I say about Lisbon?",
    "里斯本",
    "order A-17",
    "what happened last week?",
    "where did I live before?",
    "s*",
    "a\x01b",
)
_texts = st.builds(lambda text, place: text.format(place), *map(st.sampled_from, (_TEXTS, _PLACES)))
_days = st.integers(0, 40)

verbs: st.SearchStrategy[Verb] = st.one_of(
    st.tuples(st.just("remember"), st.tuples(_texts, st.sampled_from(_SUBJECTS), _days)),
    st.tuples(
        st.just("remember_typed"),
        st.tuples(_texts, st.sampled_from(("preference", "inference", "task", "event"))),
    ),
    st.tuples(st.just("once"), st.tuples(_texts, st.sampled_from(("k1", "k2", "k\x00")))),
    st.tuples(st.just("observe"), st.tuples(st.lists(_texts, min_size=1, max_size=3), _days)),
    st.tuples(st.just("event"), st.sampled_from(("refund", "退款"))),
    st.tuples(st.just("recall"), st.sampled_from(_QUERIES)),
    st.tuples(st.just("recall_past"), st.tuples(st.sampled_from(_QUERIES), _days)),
    st.tuples(st.just("history"), st.sampled_from(_SUBJECTS[:4])),
    st.tuples(st.just("forget"), st.sampled_from(_SUBJECTS[:4])),
    st.tuples(st.just("forget_session"), st.just(None)),
    st.tuples(st.just("forget_all"), st.just(None)),
    st.tuples(st.just("wait"), st.integers(1, 60)),
    st.tuples(st.just("count"), st.sampled_from(("refund", "退款"))),
    st.tuples(st.just("feedback"), st.booleans()),
    st.tuples(st.just("end"), st.just(None)),
)


class Pair:
    """One memory on a file and one on a server, under one clock."""

    def __init__(self, file: Hindsight, server: Hindsight, clock: FrozenClock) -> None:
        self.both = (file, server)
        self.clock = clock

    def users(self) -> tuple[UserMemory, UserMemory]:
        """A user whom neither has met."""
        name = f"user {next(_users)}"
        file, server = (one.for_user(name, session="s") for one in self.both)
        return file, server


@pytest.fixture(params=["postgresql", "postgresql, redis and qdrant"])
def pair(request: pytest.FixtureRequest, schema_url: str) -> Iterator[Pair]:
    clock = FrozenClock()
    beside: dict[str, Any] = {}
    if "qdrant" in request.param:
        beside = {"working": request.getfixturevalue("redis_url"), "index": "qdrant://:memory:"}
    with ExitStack() as open_:
        file, server = (
            open_.enter_context(Hindsight.open(url, embedder=HashingEncoder(), clock=clock, **more))
            for url, more in (("sqlite:///:memory:", {}), (schema_url, beside))
        )
        yield Pair(file, server, clock)


def answer(memory: UserMemory, clock: FrozenClock, verb: Verb) -> Any:
    """What the verb answers, without ids, which are drawn."""
    name, value = verb
    try:
        return _DOING[name](memory, clock, value)
    except HindsightError as error:
        return type(error).__name__


def _recall(memory: UserMemory, _: FrozenClock, query: str) -> Any:
    found = memory.recall(query, touch=False)
    return [(one.memory.content, round(one.score, 9), one.verdict.value) for one in found]


def _past(memory: UserMemory, clock: FrozenClock, asked: tuple[str, int]) -> Any:
    found = memory.recall(asked[0], as_of=clock() - timedelta(days=asked[1]), touch=False)
    return [(one.memory.content, round(one.score, 9)) for one in found]


def _remember(memory: UserMemory, clock: FrozenClock, said: tuple[str, str | None, int]) -> Any:
    text, subject, days = said
    at = clock() - timedelta(days=days) if days % 3 == 0 else None
    change = memory.remember(text, subject=subject, event_time=at)
    return change.action, change.reason, [item.content for item in change.superseded]


def _observe(memory: UserMemory, clock: FrozenClock, said: tuple[list[str], int]) -> Any:
    texts, days = said
    seen = memory.observe([("user", text) for text in texts], at=clock() - timedelta(days=days))
    return [(change.action, change.memory and change.memory.content) for change in seen.changes]


def _feedback(memory: UserMemory, _: FrozenClock, helpful: bool) -> Any:
    found = memory.recall("Alice", touch=False)
    return [memory.feedback(one.memory.id, helpful=helpful).action for one in list(found)[:1]]


def _forgotten(memory: UserMemory, **what: Any) -> Any:
    gone = memory.forget(**what, reason="test")
    return len(gone.memories), len(gone.turns)


_DOING: dict[str, Any] = {
    "remember": _remember,
    "remember_typed": lambda m, _, v: m.remember(v[0], type=v[1]).action,
    "once": lambda m, _, v: m.remember(v[0], subject="user.name", dedup_key=v[1]).action,
    "observe": _observe,
    "event": lambda m, _, v: m.event(v, {"order": "A-17"}).action,
    "recall": _recall,
    "recall_past": _past,
    "history": lambda m, _, v: [(item.content, item.status) for item in m.history(v)],
    "forget": lambda m, _, v: _forgotten(m, subject=v),
    "forget_session": lambda m, _, __: _forgotten(m, session="s"),
    "forget_all": lambda m, _, __: _forgotten(m, everything=True),
    "wait": lambda _, __, ___: None,
    "count": lambda m, clock, v: m.count(
        event_type=v, within=(clock() - timedelta(days=7), clock() + timedelta(days=1))
    ),
    "feedback": _feedback,
    "end": lambda m, _, __: m.end_session(),
}


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(sequence=st.lists(verbs, min_size=3, max_size=14))
def test_a_file_and_a_server_answer_the_same(pair: Pair, sequence: list[Verb]) -> None:
    file, server = pair.users()
    for verb in sequence:
        if verb[0] == "wait":
            pair.clock.advance(timedelta(hours=verb[1]))
        assert answer(server, pair.clock, verb) == answer(file, pair.clock, verb), verb
    for query in _QUERIES:
        asked = ("recall", query)
        assert answer(server, pair.clock, asked) == answer(file, pair.clock, asked), query
    kept = [[_without_ids(item) for item in everything(memory)] for memory in (server, file)]
    assert kept[0] == kept[1]


def _without_ids(memory: Any) -> tuple[Any, ...]:
    """A record's own fields: ids, and what is made of them, are drawn anew in each store."""
    return (
        memory.sequence, memory.content, memory.type, memory.tier, memory.status,
        memory.subject_key, memory.tags, memory.source, memory.confidence, memory.importance,
        memory.created_at, memory.event_time, memory.valid_from, memory.valid_to,
        memory.retired_at, memory.confirmed_at, memory.status_reason, memory.helpful,
        memory.supersedes is None, memory.superseded_by is None, memory.contradicted_by is None,
    )  # fmt: skip
