"""One person, one key: a relative by relation and by name, in whatever order they are told."""

from __future__ import annotations

import pytest

from hindsight_integrations.user_memory import UserMemory
from scene import Scene, on_both_stores


def told(store: str, *texts: str) -> UserMemory:
    memory = Scene(store).user(session="s1")
    for text in texts:
        memory.observe([("user", text)])
    return memory


def homes(memory: UserMemory, key: str) -> list[tuple[str, str]]:
    return [(str(one.payload["value"]), one.status.value) for one in memory.history(key)]


CHANGED = [
    ["My sister Irina lives in Oslo", "Irina moved to Bergen"],
    ["My sister Irina lives in Oslo", "My sister moved to Bergen"],
    ["My sister lives in Oslo", "My sister's name is Irina", "Irina moved to Bergen"],
    ["My sister lives in Oslo", "Irina is my sister", "My sister moved to Bergen"],
    ["Irina lives in Oslo", "Irina is my sister", "My sister moved to Bergen"],
    ["I went to Oslo with my sister Irina", "My sister lives in Oslo", "Irina moved to Bergen"],
]
ZH_CHANGED = [
    ["我妹妹小芳住在奥斯陆", "小芳搬到卑尔根了"],
    ["我妹妹小芳住在奥斯陆", "我妹妹搬到卑尔根了"],
    ["我妹妹住在奥斯陆", "我妹妹叫小芳", "小芳搬到卑尔根了"],
    ["我妹妹住在奥斯陆", "小芳是我妹妹", "我妹妹搬到卑尔根了"],
    ["小芳住在奥斯陆", "小芳是我妹妹", "我妹妹搬到卑尔根了"],
]


@on_both_stores
@pytest.mark.parametrize("texts", CHANGED, ids=[" | ".join(texts) for texts in CHANGED])
def test_a_later_home_takes_the_place_of_the_older(store: str, texts: list[str]) -> None:
    memory = told(store, *texts)
    chain = [("Bergen", "active"), ("Oslo", "superseded")]
    assert homes(memory, "person.irina.location") == chain
    assert homes(memory, "person.sister.location") == chain


@on_both_stores
@pytest.mark.parametrize("texts", ZH_CHANGED, ids=[" | ".join(texts) for texts in ZH_CHANGED])
def test_the_same_in_chinese(store: str, texts: list[str]) -> None:
    memory = told(store, *texts)
    chain = [("卑尔根", "active"), ("奥斯陆", "superseded")]
    assert homes(memory, "person.小芳.location") == chain
    assert homes(memory, "person.younger_sister.location") == chain


@on_both_stores
@pytest.mark.parametrize(
    ("texts", "question", "answer"),
    [
        (CHANGED[0], "Where does my sister live?", "Bergen"),
        (CHANGED[1], "Where does Irina live now?", "Bergen"),
        (ZH_CHANGED[0], "我妹妹住在哪里？", "卑尔根"),
        (ZH_CHANGED[1], "小芳现在住在哪里？", "卑尔根"),
    ],
)
def test_either_name_asks_for_the_one_person(
    store: str, texts: list[str], question: str, answer: str
) -> None:
    memory = told(store, *texts)
    assert answer in memory.recall(question)[0].memory.content


@on_both_stores
def test_another_dentist_is_another_person(store: str) -> None:
    memory = told(
        store,
        "My dentist is Dr. Chen",
        "My dentist's phone number is 555 010 2233",
        "My dentist is now Dr. Wu",
        "My dentist's phone number is 555 010 4455",
    )
    assert homes(memory, "person.dr_chen.phone") == [("555 010 2233", "active")]
    assert homes(memory, "person.dentist.phone") == [("555 010 4455", "active")]
    assert homes(memory, "person.dentist.name")[0] == ("Dr. Wu", "active")


@on_both_stores
def test_one_of_many_friends_is_not_the_friend(store: str) -> None:
    memory = told(store, "My friend Tom lives in Oslo", "My friend lives in Rome")
    assert homes(memory, "person.tom.location") == [("Oslo", "active")]
    assert homes(memory, "person.friend.location") == [("Rome", "active")]


@on_both_stores
@pytest.mark.parametrize(
    "asking", ["forget everything about my sister", "Delete what you know about Irina"]
)
def test_all_of_a_person_is_forgotten_by_either_name(store: str, asking: str) -> None:
    memory = told(store, "My sister Irina lives in Oslo", "I live in Rome", asking)
    assert homes(memory, "person.irina.location") == []
    assert homes(memory, "user.location") == [("Rome", "active")]
    assert (
        memory.recall("Oslo").memories == ()
        or "Oslo" not in memory.recall("Oslo")[0].memory.content
    )


@on_both_stores
def test_a_name_that_is_forgotten_binds_nothing(store: str) -> None:
    memory = told(store, "My sister is called Irina")
    memory.forget(subject="person.sister.name", reason="test")
    memory.observe([("user", "My sister lives in Oslo")])
    assert homes(memory, "person.sister.location") == [("Oslo", "active")]
    assert homes(memory, "person.irina.location") == []
