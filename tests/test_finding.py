"""Finding without a question: the active memories of a kind; the window's length; plain data of anything."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from hindsight_integrations import Hindsight, InvalidInput, UserMemory
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.validation import MAX_DEPTH, made_plain, plain

DAY = datetime(2025, 3, 1, tzinfo=UTC)


@pytest.fixture
def memory() -> Iterator[UserMemory]:
    with Hindsight.open("sqlite:///:memory:", embedder=HashingEncoder()) as hindsight:
        found = hindsight.for_user("ann", session="s1")
        found.remember("Ann lives in Oslo", subject="user.location", event_time=DAY)
        found.remember("安住在柏林", subject="user.location", event_time=DAY + timedelta(days=2))
        found.remember("Ann likes tea", type="preference", event_time=DAY + timedelta(days=1))
        found.event("order_paid", {"order": "A-17"}, event_time=DAY)
        yield found


@pytest.mark.parametrize(
    ("wishes", "expected"),
    [
        ({}, ["安住在柏林", "Ann likes tea", "order_paid"]),
        ({"types": "fact"}, ["安住在柏林"]),
        ({"types": ["fact", "preference"], "limit": 1}, ["安住在柏林"]),
        ({"subjects": "user.*"}, ["安住在柏林"]),
        ({"session": "s2"}, []),
        ({"within": (DAY, DAY + timedelta(days=2))}, ["Ann likes tea", "order_paid"]),
        ({"limit": 0}, []),
    ],
)
def test_the_active_ones_are_found_the_latest_first(
    memory: UserMemory, wishes: dict[str, object], expected: list[str]
) -> None:
    found = memory.find(**wishes)  # type: ignore[arg-type]
    assert [m.content.partition(" {")[0].partition(":")[0] for m in found] == expected


@pytest.mark.parametrize("limit", [-1, True, 1.0])
def test_a_limit_is_a_whole_number(memory: UserMemory, limit: int) -> None:
    with pytest.raises(InvalidInput, match="limit"):
        memory.find(limit=limit)
    with pytest.raises(InvalidInput, match="last"):
        memory.window(last=limit)


def test_a_window_is_as_long_as_one_wants(memory: UserMemory) -> None:
    memory.observe([("user", f"number {n}") for n in range(30)])
    assert len(memory.window()) == 10
    assert [turn.content for turn in memory.window(last=2)] == ["number 28", "number 29"]
    assert len(memory.window(last=99)) == 30


def test_anything_becomes_data_that_can_be_kept() -> None:
    nested: object = "x"
    for _ in range(2 * MAX_DEPTH):
        nested = [nested]
    made = made_plain({1: float("inf"), "n": 2**63, "t": (1, None, True), "deep": nested})
    assert {key: made[key] for key in ("1", "n", "t")} == {
        "1": "inf",
        "n": "9223372036854775808",
        "t": [1, None, True],
    }
    assert plain(made, "data") == made
