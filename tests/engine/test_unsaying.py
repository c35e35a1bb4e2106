"""'Forget what I just said': what the session wrote last goes, and nothing else."""

from __future__ import annotations

import pytest

from hindsight_integrations.language.catalogue import builtin
from hindsight_integrations.language.unsaying import unsays, wishes, without
from hindsight_integrations.user_memory import UserMemory
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


#: What is asked, and the statement or the keys that are named.
NAMED = """
forget that I live in Berlin | I live in Berlin
Please forget that I work at Acme. | I work at Acme
Can you forget that my sister lives in Oslo? | my sister lives in Oslo
Actually, erase the fact that I am allergic to nuts | I am allergic to nuts
don't remember that I was ill last week | I was ill last week
Stop remembering that Ana drinks rum | Ana drinks rum
forget where I live | user.location
Forget where I work, please | user.employer
forget my phone number | user.phone
Delete my email address from your memory | user.email
don't store my home address | user.location
Don't keep my sister's birthday | person.sister.birthday
forget about my allergy | user.allergy
forget everything about my sister | person.sister.*
Delete what you know about Irina | person.irina.*
忘掉我住在柏林这件事 | 我住在柏林
请忘记我在腾讯上班 | 我在腾讯上班
把我住在柏林这件事忘了吧 | 我住在柏林
忘了我对花生过敏这事吧 | 我对花生过敏
别记住我妹妹住在成都 | 我妹妹住在成都
别记我的电话了 | user.phone
帮我把我的电话号码删掉 | user.phone
不要再记我的生日 | user.birthday
请删除我的邮箱地址 | user.email
忘掉我妈妈的生日吧 | person.mother.birthday
忘掉我住在哪里 | user.location
forget I live in Berlin | I live in Berlin
Could you forget that I said I live in Berlin? | I live in Berlin
Remove my birthday from your memory | user.birthday
你能忘掉我住在柏林吗？ | 我住在柏林
我住在柏林这件事你忘了吧 | 我住在柏林
我住在柏林这件事请忘掉 | 我住在柏林
删掉关于我妹妹的记录 | person.younger_sister.*
"""
NOT_NAMED = """
Don't forget that I live in Berlin
Never forget that I'm allergic to nuts
I forget that I live here sometimes
I forgot my phone number
Forget about the car, I'll take the train
Did you forget that I live in Berlin?
Remember that I live in Berlin
Delete the file that I sent
forget everything about me
Remove my birthday from the calendar
我住在柏林这件事你知道吗
别忘了我住在柏林
不要忘记我的生日
我忘了我的电话号码
我忘记带钥匙了
忘了带钥匙
你是不是忘了我的生日
记住我的电话是13800138000
"""


@pytest.mark.parametrize("row", NAMED.strip().splitlines())
def test_what_is_named(row: str) -> None:
    text, meant = (part.strip() for part in row.split("|"))
    (wish,) = wishes(text, builtin())
    assert meant in (wish.statement, *map(str, wish.subjects))
    assert (wish.statement == "") == bool(wish.subjects)


@pytest.mark.parametrize("text", NOT_NAMED.strip().splitlines())
def test_what_names_nothing_to_forget(text: str) -> None:
    assert wishes(text, builtin()) == ()


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (
            "Forget that I live in Berlin. I live in Rome.",
            "Forget that [forgotten]. I live in Rome.",
        ),
        ("Forget that I\u2019m a nurse", "Forget that [forgotten]"),
        ("忘掉我住在柏林这件事。我搬到罗马了。", "忘掉[forgotten]这件事。我搬到罗马了。"),
        ("forget my phone number", "forget my phone number"),
    ],
)
def test_the_asking_keeps_no_copy(text: str, left: str) -> None:
    assert without(text, wishes(text, builtin())) == left


TOLD = {
    "en": ["I live in Berlin and I work at Acme.", "My phone number is 555 010 2233.",
           "My sister lives in Berlin.", "I am afraid of open stairs.", "I went to see the sea lions."],
    "zh": ["我住在柏林，我在腾讯上班。", "我的电话是13800138000。", "我妹妹住在柏林。", "我害怕走开放式楼梯。", "我去看了海狮。"],
}  # fmt: skip


def said(memory: UserMemory) -> int:
    """How many of the told turns are still in the window."""
    told = [*TOLD["en"], *TOLD["zh"]]
    return sum(turn.content in told for turn in memory.window())


@on_both_stores
@pytest.mark.parametrize(
    ("language", "asking", "gone", "left"),
    [
        ("en", "Forget that I live in Berlin", "user.location", ["user.employer", "user.phone", "person.sister.location"]),
        ("zh", "忘掉我住在柏林这件事", "user.location", ["user.employer", "user.phone", "person.younger_sister.location"]),
        ("en", "don't keep my phone number", "user.phone", ["user.employer", "user.location", "person.sister.location"]),
        ("zh", "别记我的电话了", "user.phone", ["user.employer", "user.location", "person.younger_sister.location"]),
        ("en", "forget everything about my sister", "person.sister.location", ["user.employer", "user.location", "user.phone"]),
    ],
)  # fmt: skip
def test_what_is_named_goes_and_nothing_else(
    store: str, language: str, asking: str, gone: str, left: list[str]
) -> None:
    memory = Scene(store).user(session="s1")
    for text in TOLD[language]:
        memory.observe([("user", text)])
    seen = memory.observe([("user", asking)])
    assert len(seen.forgotten) == 1
    assert seen.not_known == ()
    assert memory.history(gone) == []
    assert all(memory.history(key) for key in left)
    assert said(memory) == len(TOLD[language]) - 1


@on_both_stores
@pytest.mark.parametrize(
    ("language", "asking", "word"),
    [
        ("en", "Please forget that I'm afraid of open stairs.", "stairs"),
        ("zh", "请忘掉我害怕走开放式楼梯", "楼梯"),
    ],
)
def test_what_no_rule_reads_is_found_by_its_words(
    store: str, language: str, asking: str, word: str
) -> None:
    memory = Scene(store).user(session="s1")
    for text in TOLD[language]:
        memory.observe([("user", text)])
    (gone,) = memory.observe([("user", asking)]).forgotten
    assert len(gone.turns) == 1
    assert not any(word in item.memory.content for item in memory.recall(word, k=50))
    assert said(memory) == len(TOLD[language]) - 1


@on_both_stores
def test_a_statement_told_twice_goes_twice(store: str) -> None:
    memory = Scene(store).user(session="s1")
    memory.observe([("user", "I live in Berlin")])
    memory.observe([("user", "Yes, I live in Berlin, near the zoo")])
    memory.observe([("user", "forget that I live in Berlin")])
    assert memory.count() == 0


@on_both_stores
@pytest.mark.parametrize(
    "asking", ["forget that I live in Oslo", "忘掉我住在奥斯陆这件事", "forget that"]
)
def test_what_is_not_known_is_said(store: str, asking: str) -> None:
    memory = Scene(store).user(session="s1")
    memory.remember("I live in Berlin", subject="user.location", payload={"value": "Berlin"})
    seen = memory.observe([("user", asking)])
    assert seen.forgotten == ()
    assert len(seen.not_known) == 1
    assert memory.count() == 1


@on_both_stores
def test_the_asking_turn_is_logged_without_what_it_names(store: str) -> None:
    memory = Scene(store).user(session="s1")
    memory.observe([("user", "I live in Berlin")])
    (turn,) = memory.observe([("user", "forget that I live in Berlin. I live in Rome.")]).turns
    assert turn.content == "forget that [forgotten]. I live in Rome."
    (home,) = memory.history("user.location")
    assert home.payload["value"] == "Rome"
