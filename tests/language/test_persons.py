"""Of whom else than the speaker a text speaks, in English and Chinese."""

from __future__ import annotations

import pytest

from hindsight_integrations.language.persons import SOMEBODY, doers, persons


@pytest.mark.parametrize(
    ("clause", "who"),
    [
        ("my sister sold her car", "person.sister"),
        ("sister sold her car", "person.sister"),
        ("Ana moved to Oslo", "person.ana"),
        ("they show old films now", SOMEBODY),
        ("they moved me to another ward", None),
        ("Lise is my boss", None),
        ("the train has new seats", None),
        ("I moved to Oslo", None),
        ("我妹妹卖了车", "person.younger_sister"),
        ("楼上邻居换房东了", "person.neighbour"),
        ("媽媽換工作了", "person.mother"),
        ("鄰居換房東了", "person.neighbour"),
        ("他换工作了", SOMEBODY),
        ("我搬家了", None),
        ("全家都改口了", None),
    ],
)
def test_who_does_what_a_clause_says(clause: str, who: str | None) -> None:
    assert [one for _, one in doers(clause)] == [who]


def test_a_clause_that_names_nobody_goes_on_from_the_one_before() -> None:
    assert [who for _, who in doers("Mia has stopped eating porridge, it's toast now")] == [
        "person.mia",
        "person.mia",
    ]
    assert [who for _, who in doers("Mia left, I stay")] == ["person.mia", None]


def test_everyone_whom_a_text_names() -> None:
    assert persons("where does my sister live?") == {"person.sister"}
    assert persons("我妹妹住哪里？") == {"person.younger_sister"}
    assert persons("where do I live?") == frozenset()
