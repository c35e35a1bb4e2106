"""What a pet is and what it is called are two things; and what Chinese dates ahead is a plan."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from hindsight_integrations.language.extraction import RuleExtractor
from hindsight_integrations.language.pets import animal, goes_by, parted
from hindsight_integrations.ports import Heard
from hindsight_integrations.records import Role, Turn

NOW = datetime(2025, 1, 6, 9, tzinfo=UTC)


def told(text: str) -> list[tuple[str, object]]:
    heard = Heard(turn=Turn(role=Role.USER, content=text), id="t", at=NOW, tz="UTC")
    return [(str(one.subject), one.payload.get("value")) for one in RuleExtractor().extract(heard)]


@pytest.mark.parametrize(
    ("text", "pet", "key", "name"),
    [
        ("we adopted a cat, her name is Sable", "a cat", "person.cat.name", "Sable"),
        ("we adopted a kitten named Sable", "a kitten", "person.cat.name", "Sable"),
        ("I got a dog, his name's Rusk", "a dog", "person.dog.name", "Rusk"),
        ("领养了一只小橘猫，起名叫汤圆", "一只小橘猫", "person.cat.name", "汤圆"),
        ("我养了一只狗，叫旺财", "一只狗", "person.dog.name", "旺财"),
        ("家里有只柴犬叫豆包", "只柴犬", "person.dog.name", "豆包"),
    ],
)
def test_the_animal_and_its_name(text: str, pet: str, key: str, name: str) -> None:
    assert told(text) == [("user.pet", pet), (key, name)]


def test_a_pet_without_a_name_has_none() -> None:
    assert told("we adopted a cat") == [("user.pet", "a cat")]
    assert told("我养了只仓鼠，叫米粒") == [("user.pet", "只仓鼠")]


def test_parts() -> None:
    assert animal("two old greyhounds named") is None
    assert animal("an old greyhound") == "person.dog"
    assert parted("a cat called Sable") == ("a cat", "Sable")
    assert parted("a cat") == ("a cat", None)
    assert goes_by("名字叫汤圆") == "汤圆"
    assert goes_by("叫我起床") is None


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("我们五一搬去无锡", "user.plan.location"),
        ("我们搬去无锡", "user.location"),
        ("我们五一搬去了无锡", "user.location"),
        ("我去年搬去无锡", "user.location"),
        ("我五月份从苏州搬来的无锡", "user.location"),
        ("我五月才搬来无锡", "user.location"),
        ("我们五月搬来无锡的", "user.location"),
        ("我们五一刚搬到无锡", "user.location"),
        ("我们明年搬去无锡的", "user.plan.location"),
    ],
)
def test_a_change_that_chinese_dates_ahead_is_a_plan(text: str, key: str) -> None:
    assert told(text) == [(key, "无锡")]


@pytest.mark.parametrize(
    ("text", "tongue"),
    [
        ("Actually english is fine again", "english"),
        ("ok, French after all", "french"),
        ("算了还是中文吧", "中文"),
        ("那就换回英文吧", "英文"),
    ],
)
def test_a_wish_for_a_language_is_taken_back(text: str, tongue: str) -> None:
    assert ("user.preference.answers.language", tongue) in told(text)


def test_a_language_that_is_only_spoken_of_is_no_wish() -> None:
    assert told("English is a hard language now") == []
