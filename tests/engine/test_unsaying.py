"""'Forget what I just said': what the session wrote last goes, and nothing else."""

from __future__ import annotations

import pytest

from hindsight_integrations.language.unsaying import unsays
from scene import Scene, on_both_stores

ASKED = """
forget that
Forget what I just said.
please forget that last message
Actually, forget it
don't remember that
Can you forget what I told you?
忘掉刚才说的
请忘了我刚刚说的话
别记这个
刚才说的别记
把刚才那句删掉
"""
NOT_ASKED = """
Forget about the car, I'll take the train
Don't forget that I take my pills at eight
I forget that sometimes
I'll never forget that day
Delete the file
Did you forget that?
别忘了我刚才说的
我忘了他说的
忘了带钥匙
"""


@pytest.mark.parametrize("text", [*ASKED.strip().splitlines()])
def test_what_asks_for_it(text: str) -> None:
    assert unsays(text)


@pytest.mark.parametrize("text", NOT_ASKED.strip().splitlines())
def test_what_does_not(text: str) -> None:
    assert not unsays(text)


@on_both_stores
@pytest.mark.parametrize(
    ("first", "second", "asking"),
    [
        ("I live in Lisbon", "I work at Acme", "Forget what I just said."),
        ("我住在里斯本", "我在腾讯上班", "忘掉刚才说的"),
    ],
)
def test_the_last_goes_and_the_rest_stays(store: str, first: str, second: str, asking: str) -> None:
    memory = Scene(store).user(session="s1")
    memory.observe([("user", first), ("assistant", "OK.")])
    memory.observe([("user", second)])
    seen = memory.observe([("user", asking)])
    (gone,) = seen.forgotten
    assert len(gone.memories) == 2
    assert gone.reason == "asked-in-conversation"
    assert memory.history("user.employer") == []
    assert [item.content for item in memory.history("user.location")] == [first]


@on_both_stores
def test_nothing_said_before_is_nothing_forgotten(store: str) -> None:
    memory = Scene(store).user(session="s1")
    assert memory.observe([("user", "forget that")]).forgotten == ()
