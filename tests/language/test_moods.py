"""Where a sentence that runs on turns to ask or to report: by sentences written for it, with what each part must be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations.language.moods import parted

PARTED = """
    I live in Oslo, what should I wear | I live in Oslo / what should I wear
    how do I get to the airport, I live in Queens | how do I get to the airport / I live in Queens
    my son is six, he loves trains, any ideas for a gift | my son is six, he loves trains / any ideas for a gift
    I teach at Elm School and nobody told me where to park | I teach at Elm School / nobody told me where to park
    my number is 555 0100 if anyone asks | my number is 555 0100 / if anyone asks
    I live in Oslo, right? | I live in Oslo, right?
    I live in Oslo, don't I | I live in Oslo, don't I
    I live in Oslo, is that true | I live in Oslo, is that true
    I live in Oslo, he said | I live in Oslo, he said
    if I move to Oslo, I need a coat | if I move to Oslo, I need a coat
    I would move to Oslo if it were cheaper | I would move to Oslo if it were cheaper
    I live in Oslo, and my wife works there | I live in Oslo, and my wife works there
    Ana gave that up and is a vegan now | Ana gave that up and is a vegan now
    Ana left, is the office still there | Ana left / is the office still there
    我住奥斯陆，冬天穿什么 | 我住奥斯陆 / 冬天穿什么
    有什么好吃的，我住台中 | 有什么好吃的 / 我住台中
    我住奥斯陆，对吗 | 我住奥斯陆，对吗
    我住奥斯陆，你还记得吗 | 我住奥斯陆，你还记得吗
    我住奥斯陆，他说的 | 我住奥斯陆，他说的
    如果我搬到奥斯陆，我得买件大衣 | 如果我搬到奥斯陆，我得买件大衣
    我老婆是护士，听说这行很累 | 我老婆是护士 / 听说这行很累
"""


def rows(table: str) -> list[tuple[str, list[str]]]:
    halves = (row.split(" | ") for row in table.strip().splitlines())
    return [(sentence.strip(), parts.split(" / ")) for sentence, parts in halves]


@pytest.mark.parametrize(("sentence", "parts"), rows(PARTED))
def test_a_sentence_is_parted_where_its_mood_changes(sentence: str, parts: list[str]) -> None:
    assert list(parted(sentence)) == parts


@given(
    st.lists(
        st.sampled_from(
            ["I live here", "what now", ", ", "，", "如果", "我住这", "吗", " if you ", " and "]
        )
    )
)
def test_every_part_stands_in_the_sentence_in_its_order(pieces: list[str]) -> None:
    sentence, place = "".join(pieces), 0
    for part in parted(sentence):
        place = sentence.index(part, place) + len(part)
