"""Jokes, irony, works and dreams state nothing; what only looks like them is stated. Written by hand before the rules for them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from hindsight_integrations.language.extraction import RuleExtractor
from hindsight_integrations.ports import Heard
from hindsight_integrations.records import Role, Turn

NOON = datetime(2025, 6, 18, 12, tzinfo=UTC)
MADE_UP = """
In my novel the hero lives in Rome
In my novel I live in Rome and hunt dragons
just kidding, I moved to Mars
I moved to Mars, just kidding
haha I'm basically a penguin
lol I live in the fridge now
I'm a vampire, obviously
In the game I'm playing I'm a doctor
My character's name is Zorn
My character lives in a castle
The protagonist works at a bank
In the film she works at Acme
I dreamt that I lived in Paris
In my dream I work at NASA
I work for peanuts
My boss is a dinosaur lol
I'm married to my job
I live on coffee and regret
My name is Bond, James Bond, haha
I moved to Narnia last week 😂
I joined the circus, jk
I'm allergic to effort
I live under a rock
I'm from another planet
Kidding! I work at the North Pole
As the song goes, I live in a yellow submarine
As the saying goes, home is where the heart is
In this story my name is Alice
My D&D wizard is called Merrick
I'm 200 years old, or so it feels
在我的小说里，主角住在罗马
我小说里的主角在银行上班
开玩笑的，我搬到火星了
我搬到火星了，开玩笑的
哈哈我住在月球上
哈哈哈我是一只企鹅
我是吸血鬼，逗你的
游戏里我是医生
我在游戏里住在一座城堡
我的角色叫佐恩
电影里她在腾讯上班
我梦见我住在巴黎
梦里我在NASA工作
我给老板当牛做马
我老板是恐龙哈哈
我嫁给了工作
我靠咖啡续命
我搬到霍格沃茨了😂
我加入马戏团了，说笑的
我对努力过敏
我住在石头底下
我来自外星
骗你的，我在北极上班
歌里唱的，我住在黄色潜水艇里
俗话说，我家就是我的城堡
故事里我叫爱丽丝
我演的角色住在上海
我今年两百岁了哈哈
我在火星上班，才怪
要我说我住在垃圾堆里，笑死
I moved to Mars. Just kidding!
I work at the North Pole. I'm only joking.
我搬到火星路了。开玩笑的！
我在腾讯上班。骗你的哈哈
"""
MEANT = """
I live in Rome, Georgia
Haha, yes, I live in Rome
lol I moved to Lisbon last week
I'm a novelist
I play a doctor at work, I'm an actor
I moved to Mars, Pennsylvania
My name is James
I'm allergic to penguins' feathers
I'm a game designer
I like the movie Rome
My favourite film is Dune
I joined Circus Labs as an engineer
My boss is a comedian
I work for Peanut Labs
No joke, I moved to Lisbon
I'm not kidding, I work at Acme
Seriously, I live in Berlin
Funny story: I live in Bath
I love coffee
My dog is called Merlin
I hate mornings
I'm allergic to cats, sadly
Fun fact: I was born in 1980
My story begins in Porto. I live in Rome now.
I quit Acme lol
我住在罗马镇
哈哈，对，我住在杭州
哈哈我上周搬到里斯本了
我是小说家
我是演员
我搬到火星路了
我叫小林
我对羽毛过敏
我姐姐在梦想酒店上班
我是游戏设计师
我喜欢电影
我最喜欢喝红茶
我住在上海，家里很吵
我入职了马戏科技
我老板是医生
不开玩笑，我搬到里斯本了
我没开玩笑，我在腾讯上班
说真的，我住在柏林
说来好笑，我住在苏州
哈哈其实我吃素
我爱喝咖啡
我的狗叫梅林
我讨厌早起
我对猫过敏
我生于1980年
故事从波尔图开始。我现在住在罗马。
我从阿里离职了哈哈
认真的，我改吃素了
I moved to Lisbon. I'm not kidding!
我搬到里斯本了。没开玩笑。
"""


def told(text: str) -> list[str | None]:
    claims = RuleExtractor().extract(Heard(Turn(role=Role.USER, content=text), "t", NOON, "UTC"))
    return [claim.subject for claim in claims]


@pytest.mark.parametrize("text", MADE_UP.strip().splitlines())
def test_what_is_made_up_states_nothing(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize("text", MEANT.strip().splitlines())
def test_what_is_meant_is_stated(text: str) -> None:
    assert told(text)
