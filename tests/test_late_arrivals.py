"""Statements about the past that arrive late: they take their place in the history and never become current."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import timedelta
from itertools import count, pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chains import unbroken
from hindsight_integrations import Hindsight
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.testing import MOMENT, FrozenClock
from shelves import everything

#: Every run of the law has a user of its own.
users = count()
DAYS = st.lists(st.integers(0, 60), min_size=1, max_size=8, unique=True)


@pytest.mark.parametrize("kind", ["fact", "preference", "task"])
@given(days=DAYS, order=st.randoms(use_true_random=False))
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_a_late_statement_about_the_past_never_becomes_current(
    shelf: Hindsight, kind: str, days: list[int], order: random.Random
) -> None:
    """However dated statements arrive, the latest holds, and the history is in their order."""
    arriving = list(days)
    order.shuffle(arriving)
    memory = shelf.for_user(f"user {next(users)}", tenant=kind)
    for number, day in enumerate(arriving):
        memory.remember(
            f"on day {day} it was so",
            subject="user.location",
            type=kind,
            event_time=MOMENT - timedelta(days=day),
        )
        latest = min(arriving[: number + 1])
        assert memory.history("user.location")[0].content == f"on day {latest} it was so"
    chain = unbroken(everything(memory))
    assert [item.content for item in chain] == [
        f"on day {day} it was so" for day in sorted(days, reverse=True)
    ]
    assert memory.history("user.location") == chain[::-1]
    for earlier, later in pairwise(chain):
        asked = memory.recall("so", as_of=later.valid_from - timedelta(seconds=1), touch=False)
        assert [found.memory.id for found in asked] == [earlier.id]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hindsight]:
    path = tmp_path_factory.mktemp("late") / "memory.db"
    with Hindsight.open(
        f"sqlite:///{path}", embedder=HashingEncoder(), clock=FrozenClock(MOMENT)
    ) as hindsight:
        yield hindsight
