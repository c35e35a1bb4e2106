"""What an assistant repeated of a value: found as words of its own, in the same session, and nowhere else."""

from __future__ import annotations

import pytest

from hindsight_integrations.engine.echoes import echoes, holds
from hindsight_integrations.records import Claim, Memory
from hindsight_integrations.testing import ample
from hindsight_integrations.user_memory import UserMemory
from scene import Scene, on_both_stores


@pytest.mark.parametrize(
    ("content", "value", "found"),
    [
        ("Noted: you live in Oslo.", "oslo", True),
        ("OSLO!", "oslo", True),
        ("Oslo's harbour", "oslo", True),
        ("The Duke of Wellington", "uk", False),
        ("You live in the UK, noted", "uk", True),
        ("Indian food", "ian", False),
        ("Ian, hello", "ian", True),
        ("flight KL1234", "123", False),
        ("room 123", "123", True),
        ("São Paulo is big", "são paulo", True),
        ("Éva likes tea", "va", False),
        ("好的，您住在北京。", "北京", True),
        ("您住在UK吗", "uk", True),
        ("UK里", "uk", True),
        ("天津", "北京", False),
        ("a.b", "a.b", True),
        ("axb", "a.b", False),
        ("C++ it is", "c++", True),
    ],
)
def test_words_of_their_own(content: str, value: str, found: bool) -> None:
    assert holds(content, value) == found


@on_both_stores
class TestFinding:
    def found(self, memory: UserMemory, claim: Memory) -> list[str]:
        with memory._core.records.reading(memory.scope, ample()) as reader:
            return [said.content for said in echoes(reader, claim)]

    def claim(self, memory: UserMemory) -> Memory:
        return memory.history("user.location")[0]

    def test_only_what_the_assistant_said_in_that_session(self, store: str) -> None:
        scene = Scene(store)
        memory = scene.user(session="s1")
        memory.observe(
            [
                ("user", "I live in Oslo"),
                ("assistant", "Noted: you live in Oslo."),
                ("user", "Oslo is cold in winter"),
                ("assistant", "Winters there are long"),
            ]
        )
        scene.user(session="s2").observe([("assistant", "Oslo has many parks")])
        scene.user().observe([("assistant", "Oslo has a harbour")])
        assert self.found(memory, self.claim(memory)) == ["Noted: you live in Oslo."]

    def test_none_of_what_was_remembered_without_a_turn(self, store: str) -> None:
        memory = Scene(store).user(session="s1")
        memory.remember("Oslo", subject="user.location")
        memory.observe([("assistant", "Oslo is cold")])
        assert self.found(memory, self.claim(memory)) == []

    def test_none_of_a_value_of_one_character(self, store: str) -> None:
        memory = Scene(store).user(session="s1")
        memory.observe([("assistant", "a plan, plan B")])
        memory.remember_many([Claim(content="b", subject="user.location", source_turn="s1/x")])
        assert self.found(memory, self.claim(memory)) == []
