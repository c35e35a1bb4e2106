"""The end of a session: what goes, what stays, and what opens it again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

import pytest

from hindsight_integrations import Hindsight, InvalidInput, SessionEnd, Unavailable, UserMemory
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.ports import Deadline
from hindsight_integrations.records import Scope
from hindsight_integrations.testing import MOMENT, FrozenClock
from hindsight_integrations.testing.fakes import InMemoryWorkingMemory


@pytest.fixture
def hindsight() -> Iterator[Hindsight]:
    with Hindsight.open(
        "sqlite:///:memory:", embedder=HashingEncoder(), clock=FrozenClock(MOMENT)
    ) as opened:
        yield opened


def pushed(hindsight: Hindsight, session: str, now: datetime = MOMENT) -> list[str]:
    """What the session's window holds."""
    scope = hindsight.for_user("ann", session=session).scope
    kept = hindsight._core.working.window(scope, last=9, now=now, deadline=Deadline.after(9))
    return [item.turn.content for item in kept]


@pytest.mark.parametrize("said", ["I live in Oslo.", "我住在上海。"])
def test_the_window_goes_and_what_was_said_and_learnt_stays(
    hindsight: Hindsight, said: str
) -> None:
    memory = hindsight.for_user("ann", session="s1")
    memory.observe([("user", said)])
    hindsight.for_user("ann", session="s2").observe([("user", "Green tea, please.")])
    assert memory.end_session() == SessionEnd("s1", ended=True)

    assert pushed(hindsight, "s1") == []
    assert pushed(hindsight, "s2") == ["Green tea, please."]
    assert [turn.content for turn in memory.window()] == [said]
    assert len(memory.history("user.location")) == 1


def test_a_session_ends_once_until_something_is_said_again(hindsight: Hindsight) -> None:
    memory = hindsight.for_user("ann", session="s1")
    assert not memory.end_session().ended  # nothing was said in it yet
    memory.observe([("user", "I live in Oslo.")])
    assert [memory.end_session().ended for _ in range(2)] == [True, False]
    memory.observe([("user", "I moved to Bergen.")])
    assert pushed(hindsight, "s1") == ["I moved to Bergen."]
    assert memory.end_session().ended


def test_access_counts_are_written_at_the_end(hindsight: Hindsight) -> None:
    memory = hindsight.for_user("ann", session="s1")
    change = memory.remember("Ann drinks tea")
    assert change.memory is not None
    memory.recall("tea")
    memory.end_session()
    kept = memory.get(change.memory.id)
    assert kept is not None
    assert kept.access_count == 1


def test_no_session_cannot_end(hindsight: Hindsight) -> None:
    with pytest.raises(InvalidInput, match="session="):
        hindsight.for_user("ann").end_session()


class Away(InMemoryWorkingMemory):
    """A window on a server that cannot be reached."""

    def end(self, scope: Scope, *, deadline: Deadline) -> None:
        raise Unavailable("the server is away")


def test_a_window_that_cannot_be_reached_is_told(hindsight: Hindsight) -> None:
    whole = hindsight.for_user("ann", session="s1")
    memory = UserMemory(replace(whole._core, working=Away()), whole.lanes, whole.scope, "UTC")
    memory.observe([("user", "I live in Oslo.")])
    degraded = ("working memory: Unavailable",)
    assert memory.end_session() == SessionEnd("s1", ended=True, degraded=degraded)
