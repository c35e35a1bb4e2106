"""Greetings, thanks and acknowledgements are trivial; whatever says something is not."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations.language.salience import trivial

_TRIVIAL = """
hi
Hello!
hey there
Good morning
good evening :)
Hi, how are you?
How's it going
What’s up?
Nice to meet you!
bye
Goodbye, take care!
see you later
Have a nice day!
Thanks
THANK YOU!!!
thank you so much
Thanks a lot for your help
Thankssss
thx
ty
ok
Okay, great.
OK thanks
got it, thanks!
I see
makes sense
sounds good
sure
yes
yeah yeah
No problem
you're welcome
Perfect, thank you
haha
hahahaha
lol
hmm
wow, awesome
great 👍
sorry
Noted.
that's all, thanks
你好
您好！
你好啊
大家好
嗨
哈喽
早上好
晚上好！
晚安
在吗？
再见
拜拜
谢谢
谢谢你！
多谢多谢
非常感谢
谢谢你的帮助
辛苦了
不客气
没关系
没问题
好
好的
好的，谢谢
好好好
行吧
可以
嗯
嗯嗯嗯
哦
哈哈哈哈
明白了
我知道了
收到，谢谢
了解
是的
对对
没错
当然
很好
太好了！
太棒了
不错
那好吧
不好意思
辛苦啦
👍
😀😀
...
？
"""
_WORTH = """
no
No, thanks
not yet
hi Tom
Hello, my name is Ana
Thanks, I moved to Lisbon
ok, book the 9 am train
ok 5
yes, the blue one
yes please book it
sure, call me tomorrow
good morning, any news on my order?
thanks for the red bicycle
I see a problem
I understand French
see you at 8
see you on Monday
bye the way it broke
great wall
nice is a city in France
call me
help
stop
cancel
why?
what?
who are you
good idea but too expensive
that's all wrong
it's fine by me if Tom pays
hey siri play music
123
42
a
fine dining tonight
you are wrong
不
不用了
不是
没有
好的，明天三点
好的，就订那家酒店
你好，我叫小林
您好，我的订单还没到
谢谢，我搬家了
谢谢小王
可以便宜一点吗
可以退货
行李丢了
对花生过敏
是北京
嗯，我不想去
我明白你的意思但是不同意
我知道了答案
好吃
好贵
早饭吃什么
早上九点
在吗？我想退款
没问题的话就发货
再见到他时告诉我
收到货了
了解一下价格
当然不行
太贵了
不错过
哈尔滨
请帮我查一下
请问几点
为什么
怎么办
取消
晚安排在八点
"""
TRIVIAL = _TRIVIAL.strip().split("\n")
WORTH = _WORTH.strip().split("\n")


@pytest.mark.parametrize("text", TRIVIAL)
def test_trivial(text: str) -> None:
    assert trivial(text)
    assert trivial(f"  {text.upper()}\n")


@pytest.mark.parametrize("text", WORTH)
def test_worth_keeping(text: str) -> None:
    assert not trivial(text)


def test_the_tables_are_long_enough_in_both_languages() -> None:
    for table in (TRIVIAL, WORTH):
        chinese = [text for text in table if any("\u4e00" <= sign <= "\u9fff" for sign in text)]
        assert len(chinese) >= 25
        assert len(table) - len(chinese) >= 25


@given(st.sampled_from(TRIVIAL), st.sampled_from([text for text in WORTH if len(text) > 2]))
def test_a_word_of_matter_makes_a_greeting_worth_keeping(greeting: str, matter: str) -> None:
    assert not trivial(f"{greeting}. {matter} Lisbon 里斯本")


@given(st.text(st.characters(), max_size=200))
def test_any_text_is_accepted(text: str) -> None:
    assert trivial(text) in (True, False)


def test_a_text_that_nearly_fits_takes_no_time() -> None:
    start = time.process_time()
    for near in ("ha" * 59 + "!x", "好" * 119 + "猫", "so " * 39 + "cat", "好的" * 59 + "猫"):
        assert not trivial(near)
    assert not trivial("hi " * 400_000)
    assert time.process_time() - start < 1
