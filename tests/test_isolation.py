"""The wall: nothing of one tenant's user is read, changed, counted, found or forgotten from another's memory."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hindsight_integrations import Action, Hindsight, Memory, NotFound, UserMemory
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.testing import MOMENT, FrozenClock
from shelves import everything
from verbs import of

Ids = tuple[str, str]
#: Two (tenant, user) that are alike: joined, folded, cut or matched they would be the same.
PAIRS: dict[str, tuple[Ids, Ids]] = {
    "users": (("acme", "alice"), ("acme", "bob")),
    "tenants": (("acme", "alice"), ("initech", "alice")),
    "swapped": (("acme", "alice"), ("alice", "acme")),
    "colon": (("a", "b:c"), ("a:b", "c")),
    "slash": (("a", "b/c"), ("a/b", "c")),
    "NUL": (("a", "b\x00c"), ("a\x00b", "c")),
    "NUL at the end": (("a", "b"), ("a", "b\x00")),
    "unit separator": (("a", "b\x1fc"), ("a\x1fb", "c")),
    "JSON": (('a", "b', "c"), ("a", 'b", "c')),
    "brackets": (('["a"', '"b"]'), ("a", "b")),
    "case": (("acme", "Alice"), ("acme", "alice")),
    "blank at the end": (("acme", "alice"), ("acme", "alice ")),
    "blank": (("acme", " "), ("acme", "  ")),
    "composed": (("acme", "zo\u00eb"), ("acme", unicodedata.normalize("NFD", "zo\u00eb"))),
    "wide": (("acme", "ａｌｉｃｅ"), ("acme", "alice")),
    "sharp s": (("acme", "straße"), ("acme", "strasse")),
    "dotless i": (("acme", "ı"), ("acme", "i")),
    "invisible": (("acme", "al\u200bice"), ("acme", "alice")),
    "Chinese": (("公司", "李雷"), ("公司", "李雷雷")),
    "simplified": (("公司", "张伟"), ("公司", "張偉")),
    "emoji": (("acme", "👩"), ("acme", "👩🏽")),
    "percent": (("acme", "%"), ("acme", "alice")),
    "underscore": (("acme", "_"), ("acme", "a")),
    "star": (("acme", "*"), ("*", "alice")),
    "numbers": (("acme", "1"), ("acme", "01")),
    "null": (("acme", "None"), ("acme", "null")),
    "quote": (("acme", "x' OR '1'='1"), ("acme", "x")),
    "long": (("acme", "x" * 9_999), ("acme", "x" * 10_000)),
    "prefix": (("acme", "user.a"), ("acme", "user.a.b")),
}


@pytest.fixture
def hindsight() -> Iterator[Hindsight]:
    with Hindsight.open(
        "sqlite:///:memory:", embedder=HashingEncoder(64), clock=FrozenClock(MOMENT)
    ) as opened:
        yield opened


@pytest.fixture(params=PAIRS)
def both(request: pytest.FixtureRequest, hindsight: Hindsight) -> list[UserMemory]:
    """Two alike users' memories with the same session and agent, filled alike but for a canary."""
    users = [
        hindsight.for_user(user, tenant=tenant, session="s", agent="bot")
        for tenant, user in PAIRS[request.param]
    ]
    for canary, memory in zip(("goldfinch", "chaffinch"), users, strict=True):
        fill(memory, canary)
    return users


def fill(memory: UserMemory, canary: str) -> None:
    memory.remember(f"the {canary} nests in an oak", subject="user.location", dedup_key="k")
    memory.remember(f"the {canary} nests in an elm", subject="user.location", dedup_key="l")
    memory.remember(f"the {canary} eats seeds", tags=("bird",))
    memory.event("sighting", {"bird": canary})
    memory.observe([{"role": "user", "content": f"I saw a {canary} 在树上。", "id": "m1"}])


def told(memory: UserMemory) -> list[Memory]:
    """Everything that any reading verb tells of a memory."""
    questions = ("goldfinch chaffinch nests oak", "where does it live?", "在树上", "sighting", "")
    answers = [
        memory.recall(
            question, k=50, include_superseded=True, include_archived=True, touch=False, **wishes
        )
        for question in questions
        for wishes in WISHES
    ]
    found = [one.memory for answer in answers for one in answer]
    found += [one.predecessor for answer in answers for one in answer if one.predecessor]
    routed = {hit.id for a in answers for route in a.trace.routes for hit in route.hits}
    found += [item for id in sorted(routed) if (item := memory.get(id)) is not None]
    assert routed <= {item.id for item in found}, "a route named what the store does not show"
    return found + memory.history("user.location") + everything(memory)


WISHES: list[dict[str, Any]] = [
    {},
    {"as_of": MOMENT},
    {"known_at": MOMENT},
    {"subjects": ["user.*"]},
    {"types": ["utterance", "event"]},
]


def test_no_reading_verb_tells_of_the_other(both: list[UserMemory]) -> None:
    for memory, own, other in zip(both, ("gold", "chaff"), ("chaff", "gold"), strict=True):
        found = told(memory)
        assert all(own in item.content for item in found)
        assert not any(other in item.content for item in found)
        assert {item.scope.wall for item in found} == {memory.scope.wall}
        assert memory.count() == len(everything(memory)) == 5
        assert memory.count(event_type="sighting") == 1
        assert [own in turn.content for turn in memory.window()] == [True]
        assert other not in memory.recall("finch nests").as_prompt()


def test_dedup_keys_and_turn_ids_are_each_users_own(both: list[UserMemory]) -> None:
    """The second user's writes under the same keys were written, not taken for repeated."""
    for memory in both:
        again = memory.remember("the same again", subject="user.location", dedup_key="l")
        assert again.action is Action.REPEATED
        assert again.memory is not None
        assert again.memory.scope.wall == memory.scope.wall
        assert memory.observe([{"role": "user", "content": "again", "id": "m1"}]).repeated == 1


CHANGES: dict[str, Callable[[UserMemory, str], object]] = {
    "explain": lambda m, one: m.explain("finch", one),
    "update": lambda m, one: m.update(one, tags=["stolen"], confidence=0.1),
    "correct": lambda m, one: m.correct(one, "the canary is gone"),
    "confirm": lambda m, one: m.confirm(one),
    "feedback": lambda m, one: m.feedback(one, helpful=False),
    "pin": lambda m, one: m.pin(one),
    "restore": lambda m, one: m.restore(one),
}


def test_no_changing_verb_reaches_the_other(both: list[UserMemory]) -> None:
    for memory, victim in (both, both[::-1]):
        before = everything(victim)
        for item in before:
            assert memory.get(item.id) is None
            for change in CHANGES.values():
                with pytest.raises(NotFound):
                    change(memory, item.id)
        assert everything(victim) == before


def test_no_twin_reaches_the_other(both: list[UserMemory]) -> None:
    memory, victim = both
    before = everything(victim)

    async def attempts() -> None:
        for item in before:
            assert await memory.aget(item.id) is None
            with pytest.raises(NotFound):
                await memory.acorrect(item.id, "the canary is gone")
            assert (await memory.aforget(item.id, reason="r")).memories == ()

    asyncio.run(attempts())
    assert everything(victim) == before


FILTERS: list[dict[str, Any]] = [
    {"subject": "user.*"},
    {"session": "s"},
    {"where": {"tags": ["bird"]}},
    {"where": {"agent": "bot"}},
    {"where": {"event_type": "sighting"}},
    {"where": {"source_turns": ["s/m1"]}},
    {"everything": True},
]


def test_no_forgetting_reaches_the_other(both: list[UserMemory]) -> None:
    for memory, victim in (both, both[::-1]):
        before, window = everything(victim), victim.window()
        assert memory.forget([item.id for item in before], reason="r").memories == ()
        for filters in FILTERS:
            gone = memory.forget(**filters, reason="r")
            assert not {item.id for item in before} & {*gone.memories}
        assert everything(memory) == []
        assert everything(victim) == before
        assert victim.window() == window
        assert len(victim.recall("finch nests", touch=False)) > 0
        fill(memory, "goldfinch" if memory is both[0] else "chaffinch")


def test_the_forgotten_keys_of_one_are_free_for_the_other(both: list[UserMemory]) -> None:
    memory, other = both
    memory.forget(everything=True, reason="r")
    assert other.remember("new", dedup_key="k2").action is Action.ADDED
    assert memory.remember("again", dedup_key="k").action is Action.WITHHELD
    assert other.observe([{"role": "user", "content": "I see another bird", "id": "m2"}]).turns


def test_touches_are_counted_for_the_one_who_asked(both: list[UserMemory]) -> None:
    memory, other = both
    memory.recall("nests in an elm", k=1)
    memory.remember("a write, which settles what was counted")
    other.remember("a write, which settles what was counted")
    assert sum(item.access_count for item in everything(memory)) == 1
    assert sum(item.access_count for item in everything(other)) == 0


def test_a_tenants_admin_sees_and_forgets_that_tenant_only(
    hindsight: Hindsight, both: list[UserMemory]
) -> None:
    memory, other = both
    counts = hindsight.admin(tenant=memory.scope.tenant).counts()
    same = memory.scope.tenant == other.scope.tenant
    assert counts == {one.scope.user: 5 for one in (both if same else both[:1])}
    hindsight.admin(tenant=memory.scope.tenant).forget_user(memory.scope.user, reason="r")
    assert everything(memory) == []
    assert len(everything(other)) == 5
    if not same:
        tenant = memory.scope.tenant
        hindsight.admin(tenant=tenant).forget_tenant(confirm=tenant, reason="r")
        assert len(everything(other)) == 5


def test_a_neighbour_does_not_change_an_answer(tmp_path: Path) -> None:
    """Not the order, not one score: statistics of words are each user's own."""
    with Hindsight.open(
        f"sqlite:///{tmp_path}/memory.db", embedder=HashingEncoder(), clock=FrozenClock(MOMENT)
    ) as hindsight:
        memory = hindsight.for_user("alice")
        for content in ("the oak is old", "the elm is old", "an oak by the river", "a river"):
            memory.remember(content)
        before = memory.recall("old oak river", touch=False)
        neighbour = hindsight.for_user("bob")
        for n in range(200):
            neighbour.remember(f"the old oak number {n} stands by the river")
        after = memory.recall("old oak river", touch=False)
        assert [(one.memory.id, one.score, one.parts) for one in after] == [
            (one.memory.id, one.score, one.parts) for one in before
        ]
        assert after.trace.routes == before.trace.routes


def test_sessions_and_agents_are_no_wall(hindsight: Hindsight) -> None:
    """They say where a memory comes from; a subject is one across all of them."""
    first = hindsight.for_user("alice", session="s1", agent="a1")
    second = hindsight.for_user("alice", session="s2", agent="a2")
    first.remember("Alice lives in Berlin", subject="user.location")
    change = second.remember("Alice lives in Lisbon", subject="user.location")
    assert change.action is Action.SUPERSEDED
    assert [item.content for item in first.history("user.location")] == [
        "Alice lives in Lisbon",
        "Alice lives in Berlin",
    ]
    assert first.get(of(change)) is not None
    second.observe([("user", "I have a cat at home.")])
    assert first.window() == ()  # a window is a session's own
