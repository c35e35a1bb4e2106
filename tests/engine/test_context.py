"""What an utterance gains from its neighbours, its talk and its speaker, worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import numpy as np
import pytest

from hindsight_integrations.engine.context import around, named_in
from hindsight_integrations.outlines import Outlines
from hindsight_integrations.settings import ContextSettings
from hindsight_integrations.testing.builders import MOMENT, make_memory
from scene import outlined

#: Only neighbours, only talks, only speakers.
NEIGHBOURS = ContextSettings(neighbours=(0.5, 0.25), talk=0.0, speaker=0.0)
TALKS = ContextSettings(neighbours=(), talk=1.0, talk_best=2, speaker=0.0)
SPEAKERS = ContextSettings(neighbours=(), talk=0.0, speaker=0.3)


def talk(*minutes: float, kind: str = "utterance", names: tuple[str, ...] = ()) -> Outlines:
    """One record at each of these minutes, written in this order."""
    named = names or ("",) * len(minutes)
    memories = [
        make_memory(f"m{n}", type=kind, at=MOMENT + timedelta(minutes=at), payload={"name": name})
        for n, (at, name) in enumerate(zip(minutes, named, strict=True))
    ]
    return outlined(*memories)


def gains(
    outlines: Outlines, own: list[float], how: ContextSettings, asked: str = ""
) -> list[float]:
    return [float(gain) for gain in around(outlines, np.array(own), asked, how)]


def test_neighbours_give_a_share_of_their_own() -> None:
    found = gains(talk(0, 1, 2, 3), [1.0, 0.0, 0.4, 0.0], NEIGHBOURS)
    # m1: half of 1.0 and of 0.4; m2: a quarter of 1.0; m3: half of 0.4, m0: a quarter of 0.4
    assert found == pytest.approx([0.1, 0.7, 0.25, 0.2])


def test_a_gap_between_candidates_is_no_neighbourhood() -> None:
    outlines = replace(talk(0, 1), sequences=np.array([1, 4]))
    assert gains(outlines, [1.0, 1.0], NEIGHBOURS) == [0.0, 0.0]


def test_another_talk_is_no_neighbour() -> None:
    assert gains(talk(0, 61), [1.0, 1.0], NEIGHBOURS) == [0.0, 0.0]
    assert gains(talk(0, 60), [1.0, 1.0], NEIGHBOURS) == [0.5, 0.5]


def test_a_talk_lifts_all_of_it_by_its_best() -> None:
    found = gains(talk(0, 1, 2, 200), [0.2, 0.6, 0.4, 0.8], TALKS)
    assert found == pytest.approx([0.5, 0.5, 0.5, 0.4])


def test_order_of_the_candidates_is_no_matter() -> None:
    outlines, turned = talk(0, 1, 2, 200), [3, 1, 0, 2]
    columns: dict[str, Any] = {
        name: tuple(column[n] for n in turned) if isinstance(column, tuple) else column[turned]
        for name in outlines.__slots__
        for column in [getattr(outlines, name)]
    }
    how = ContextSettings(neighbours=(0.5, 0.25), talk=1.0, talk_best=2)
    own = [0.2, 0.6, 0.4, 0.8]
    straight = gains(outlines, own, how)
    again = gains(Outlines(**columns), [own[n] for n in turned], how)
    assert again == pytest.approx([straight[n] for n in turned])


def test_facts_neither_gain_nor_give() -> None:
    assert gains(talk(0, 1, kind="fact"), [1.0, 1.0], ContextSettings()) == [0.0, 0.0]
    assert gains(talk(), [], ContextSettings()) == []


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("What did Ana buy?", [0.3, 0.0, 0.0]),
        ("小林买了什么？", [0.0, 0.0, 0.3]),
        ("what did ana and Bob say", [0.3, 0.3, 0.0]),
        ("What did Anabel buy?", [0.0, 0.0, 0.0]),
    ],
)
def test_what_was_said_by_whom_the_question_names(asked: str, found: list[float]) -> None:
    outlines = talk(0, 1, 2, names=("Ana Silva", "Bob", "小林"))
    assert gains(outlines, [0.0] * 3, SPEAKERS, asked) == pytest.approx(found)


def test_nobody_is_named_by_nothing() -> None:
    assert named_in("", ["Ana", "", "小林"]) == set()


def test_whose_words_are_asked_for() -> None:
    outlines = talk(0, 1, names=("<user>", "<assistant>"))
    asked = "What did you recommend?"
    assert gains(outlines, [0.0, 0.0], SPEAKERS, asked) == [0.0, 0.3]
    assert gains(outlines, [0.0, 0.0], SPEAKERS, "她说了什么？") == [0.3, 0.0]
