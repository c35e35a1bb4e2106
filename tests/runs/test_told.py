"""The cache of what turns were told: bounded, least recently used first out, one entry a turn and scope."""

from __future__ import annotations

from hindsight_integrations.records import Role, Scope, Turn
from hindsight_integrations.runs.told import Asked, Told, ToldTurns


def asked(turn: str, user: str = "alice", said: str = "tea?") -> Asked:
    return Asked(Scope("default", user), turn, (Turn(role=Role.USER, content=said, id=turn),))


def test_a_turn_is_found_by_scope_and_id_alone() -> None:
    turns = ToldTurns(8)
    turns.put(asked("m1"), Told("tea"))

    assert turns.get(asked("m1", said="other words")) == Told("tea")
    assert turns.get(Asked(Scope("default", "alice"), "m1", ())) == Told("tea")
    assert turns.get(asked("m2")) is None
    assert turns.get(asked("m1", user="bob")) is None


def test_the_least_recently_used_leaves_first() -> None:
    turns = ToldTurns(2)
    turns.put(asked("m1"), Told("1"))
    turns.put(asked("m2"), Told("2"))
    turns.get(asked("m1"))
    turns.put(asked("m3"), Told("3"))

    assert [turns.get(asked(id)) for id in ("m1", "m2", "m3")] == [Told("1"), None, Told("3")]


def test_nothing_that_is_printed_holds_content() -> None:
    assert "tea" not in repr((asked("m1"), Told("tea", ("id",))))
