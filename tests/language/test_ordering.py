"""Questions for the order of events, in both languages, and those that only sound so."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations.language.irregular import forms, lemma
from hindsight_integrations.language.ordering import Line, ordered
from hindsight_integrations.language.sequence import told_before

ASKED = """
Which came first, the flood or the fire? | compared | the flood / the fire
What did I do first: paint the fence or mow the lawn? | compared | paint the fence / mow the lawn
Who did I call first, Olga or Henk? | compared | Olga / Henk
Did I paint the fence before I mowed the lawn? | compared | paint the fence / mowed the lawn
Did the flood or the fire come first? | compared | the flood / the fire
Was it the flood or the fire that came first? | compared | the flood / the fire
Was my graduation before or after the flood? | compared | my graduation / the flood
我是先刷墙还是先修屋顶的？ | compared | 刷墙 / 修屋顶
水灾和火灾哪个在前？ | compared | 水灾 / 火灾
哪件事更早：刷墙还是修屋顶？ | compared | 刷墙 / 修屋顶
我刷墙是在修屋顶之前吗？ | compared | 刷墙 / 修屋顶
毕业旅行比搬家晚吗？ | compared | 毕业旅行 / 搬家
When was the first time I rode a camel? | first | rode a camel
When did I last ride a camel? | last | ride a camel
What was the last museum I painted? | last | museum I painted
When did I most recently see Olga? | None |
我第一次骑骆驼是什么时候？ | first | 骑骆驼
我上一次骑骆驼是哪天？ | last | 骑骆驼
什么时候我最后一次见到老胡？ | last | 老胡
In what order did I paint the fence, the gate and the shed? | in order | paint the fence / the gate / the shed
Tell me in chronological order what I did to the house | in order |
我按什么顺序刷了围栏、大门和棚子？ | in order | 刷了围栏 / 大门 / 棚子
按时间顺序说说我对房子做过的事 | in order |
"""
NOT_ASKED = """
Which should I do first, the flood report or the fire report?
Did I call you before?
Did we meet before noon?
What is my first name?
What was my first job?
Where did I live before that?
I painted the fence in order to sell the house
Where is my order?
Will I ride a camel before I ride a horse?
我应该先刷墙还是先修屋顶？
我先去哪里吃饭还是先休息？
上次说的那个订单到了吗？
我以前住在哪里？
我去之前做了什么？
帮我看看这个顺序对不对
"""


@pytest.mark.parametrize("row", ASKED.strip("\n").splitlines())
def test_an_order_that_is_asked_for(row: str) -> None:
    question, line, events = (part.strip() for part in row.split("|"))
    found = ordered(question)
    if line == "None":
        assert found is None
        return
    assert found is not None
    assert (found.line.value, " / ".join(found.events)) == (line, events)


@pytest.mark.parametrize("question", NOT_ASKED.strip().splitlines())
def test_no_order_is_asked_for(question: str) -> None:
    assert ordered(question) is None


@given(st.text(max_size=200))
def test_any_text_is_accepted_and_events_have_words(text: str) -> None:
    found = ordered(text)
    if found is not None and found.line in (Line.FIRST, Line.LAST):
        assert len(found.events) == 1
    told_before(text)


@pytest.mark.parametrize(
    ("question", "told", "asked"),
    [
        (
            "I moved to Bergen. What have I bought since then?",
            "I moved to Bergen",
            "What have I bought since then?",
        ),
        (
            "I started at the mill, and what have I learnt since then?",
            "I started at the mill",
            "what have I learnt since then?",
        ),
        ("我搬到卑尔根了。从那以后我买了什么？", "我搬到卑尔根了", "从那以后我买了什么？"),
        ("六月我辞职了，此后我去过哪里？", "六月我辞职了", "此后我去过哪里？"),
    ],
)
def test_what_then_stands_for(question: str, told: str, asked: str) -> None:
    assert told_before(question) == (told, asked)


@pytest.mark.parametrize("question", ["What have I bought since then?", "从那以后我买了什么？"])
def test_then_of_nothing_that_was_told(question: str) -> None:
    assert told_before(question) is None


def test_forms_of_a_verb_are_one() -> None:
    assert {lemma(term) for term in ("went", "gone", "go")} == {"go"}
    assert forms("bought") == ("buy", "bought")
    assert (lemma("lamp"), forms("lamp")) == ("lamp", ("lamp",))
