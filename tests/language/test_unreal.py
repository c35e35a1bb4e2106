"""What is said and is not so: tales and roles, mocking, younger years. All sentences were written for it."""

from __future__ import annotations

import pytest

from hindsight_integrations.language.clauses import Plain, states
from hindsight_integrations.language.extraction import RuleExtractor
from hindsight_integrations.language.unreal import bygone, mocks, tale
from hindsight_integrations.ports import Heard
from hindsight_integrations.records import Role, Turn
from hindsight_integrations.testing import MOMENT


def told(text: str) -> list[object]:
    heard = Heard(turn=Turn(role=Role.USER, content=text), id="t", at=MOMENT, tz="UTC")
    return [claim.payload.get("value") for claim in RuleExtractor().extract(heard)]


@pytest.mark.parametrize(
    "text",
    [
        "Write me a short story. I'm a baker in Malmo and I'm allergic to flour.",
        "let's role-play: I'm a pilot, I live in Oslo",
        "You are a waiter and I'm a vegan",
        "please translate into French: I work at Acme",
        "yeah right, I love standing in line",
        "sure, because I live in Buckingham Palace",
        "I was a vegetarian back in college",
        "when I was six I had a hamster",
        "写个段子：我是个住在海底的会计",
        "咱们玩角色扮演，我是精灵，住在森林里",
        "帮我设计个人物，三十岁，在上海做侦探",
        "翻译一下这句：我住在巴黎",
        "可不嘛，我最喜欢加班了",
        "我小时候住在西安，养过一只猫",
    ],
)
def test_it_states_nothing(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("I'm a baker. Write me a short story about bread.", "baker"),
        ("I've been vegetarian since I was six", "vegetarian"),
        ("I hated olives as a kid and I still hate olives", "olives"),
        ("我从小就对花生过敏", "花生"),
        ("I have to check the train at 8:15 and I live in Oslo", "Oslo"),
        ("我喜欢画画，也在小红书写笔记", "画画"),
        ("A man came by today. I live in Oslo.", "Oslo"),
        ("That lady from the bank called. I live in Oslo.", "Oslo"),
        ("You are a lifesaver and I live in Oslo", "Oslo"),
        ("Ana works at Acme. How long is she there on Mondays?", "Acme"),
        ("呵呵，我叫小林", "小林"),
        ("小丽搬到上海了，她的新电话是多少？", "上海"),
        ("你是客服，我是会员，我住在上海", "上海"),
        ("my son is six, how tall is he meant to be?", "six"),
        ("我是面包师，帮我写个段子", "面包师"),
    ],
)
def test_what_stands_before_it_or_holds_still_is_stated(text: str, value: str) -> None:
    assert value in told(text)


def test_where_a_tale_begins() -> None:
    assert tale("I'm a baker, write me a poem") == 13
    assert tale("I have to write a story by Friday") is None
    assert tale("I write songs") is None
    assert list(Plain.of("I'm tired. Tell me a joke. I live in Oslo.").sentences()) == [
        "I'm tired.",
        "Tell me a joke.",
    ]
    assert not states("Tell me a joke.")


def test_mocking_and_younger_years() -> None:
    assert mocks("yeah right, as if")
    assert not mocks("yeah, I live in Oslo")
    assert bygone("I was vegan in my twenties")
    assert not bygone("I was vegan in my twenties and still am")
    assert not bygone("从小住在西安")


@pytest.mark.parametrize(
    "text",
    [
        "assume I'm 70 and retired, what changes",
        "my brain is a sieve today",
        "fix the grammar: I is allergic to dust",
        "my dnd character is a blind smith",
        "you be the barber, ill be the client. I'm on statins",
        "make up a profile for a fake guy: 40, pilot, two cats, lives in Bern",
        "应用题：小明今年9岁，他妈妈比他大25岁",
        "狼人杀里我拿到的角色是预言家",
        "把这句翻成法语：我对虾过敏",
        "布洛芬一般饭后吃",
        "Ida is 9. Her brother is twice as old. How old is he? show working",
        "小红今年8岁，她妈妈比她大20岁，妈妈几岁？",
        "supposedly the baker's got nine cats",
        "看微博上有个博主说自己是清华的",
        "演一下：你是老板，我是新来的会计",
        "呵呵我最爱排队了",
        "so this guy's a history teacher, gets gout, wife's pregnant",
        "yeah yeah I'm a rocket scientist",
        "I've got a frog in my throat",
        "turn this into reported speech: I adopted a dog",
        "I could eat the pan, then its handle",
        "没准儿以后学个韩语",
        "把这句四川话改成普通话：我婆娘在银行上班",
        "做张角色卡：四十岁，法医，对尘螨过敏",
        "四十岁转行来得及不",
        "世界上最懂我的果然是手机",
    ],
)
def test_more_that_states_nothing(text: str) -> None:
    assert told(text) == []


def test_the_hair_of_a_cat_is_nobody() -> None:
    assert told("我猫毛过敏") == ["猫毛"]
