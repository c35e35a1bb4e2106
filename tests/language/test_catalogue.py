"""The catalogue's format: what it admits, what it refuses with the place named, and how one extends another."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from hindsight_integrations.errors import ConfigurationError
from hindsight_integrations.language.catalogue import builtin, parse
from hindsight_integrations.language.extraction import RuleExtractor
from hindsight_integrations.language.subjects import asked_subjects
from hindsight_integrations.ports import Heard
from hindsight_integrations.records import MemoryType, Role, Turn

MINE = """
[instrument]
type = "preference"
value = "instruments"
many = true
en.says = ["play {value}"]
en.asks = ["what do {who} play"]
zh.says = ["会弹{value}"]
zh.asks = ["{who}会弹什么"]

[drink]
en.says = ["sip {drink}"]

[values]
instruments = "cello, grand piano, 钢琴"
drink = "nectar"
"""


def said(text: str) -> list[tuple[str | None, object, MemoryType]]:
    turn = Turn(role=Role.USER, content=text)
    heard = Heard(turn=turn, id="t", at=datetime(2025, 6, 1, tzinfo=UTC), tz="UTC")
    extractor = RuleExtractor(builtin().extended(parse(MINE)))
    return [(c.subject, c.payload.get("value"), c.type) for c in extractor.extract(heard)]


@pytest.mark.parametrize(
    ("text", "subject", "value"),
    [
        ("Bob plays the grand piano", "person.bob.instrument", "the grand piano"),
        ("I play cello", "user.instrument", "cello"),
        ("王芳会弹钢琴", "person.王芳.instrument", "钢琴"),
    ],
)
def test_a_new_attribute_is_read(text: str, subject: str, value: str) -> None:
    assert said(text) == [(subject, value, MemoryType.PREFERENCE)]


def test_a_set_of_values_decides() -> None:
    assert said("Bob plays football") == []


def test_a_known_attribute_gains_words_and_values() -> None:
    assert said("Bob sips nectar") == [("person.bob.drink", "nectar", MemoryType.PREFERENCE)]


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("what does Bob play?", "person.bob.instrument"),
        ("王芳会弹什么？", "person.王芳.instrument"),
    ],
)
def test_a_new_attribute_is_asked_for(question: str, key: str) -> None:
    catalogue = builtin().extended(parse(MINE))
    assert [str(found) for found in asked_subjects(question, catalogue)] == [key]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[a", "mine: no TOML"),
        ("a = 1", "[a] must be a table"),
        ("[a]\ntype = 'x'", "type must be one of fact, preference"),
        ("[a]\nen.says = ['live']", "'live' needs one hole for the value"),
        ("[a]\nen.asks = ['where']", "'where' needs {who}"),
        ("[a]\nen.nouns = 'x'", "must be a list of texts"),
        ("[a]\nen.verbs = []", "unknown entry 'verbs'"),
        ("[a]\nde.nouns = []", "unknown entry 'de'"),
        ("[values]\nx = 1", "values.x must be text"),
    ],
)
def test_what_is_wrong_is_named(text: str, message: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        parse(text, "mine")
    assert message.replace("mine: no TOML", "mine is no TOML") in str(caught.value)


def test_the_built_in_words_both_languages_of_every_attribute() -> None:
    for attribute in builtin().attributes:
        for wording in attribute.words.values():
            assert wording.nouns
            assert wording.says
            assert wording.asks
