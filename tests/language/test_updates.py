"""Which questions ask for a value that may have changed, what holds and states one, and what says that it is new."""

from __future__ import annotations

import pytest

from hindsight_integrations.language.updates import (
    Value,
    asked_value,
    asks_standing,
    holds,
    names,
    states,
    tells_new,
)

TIME, AMOUNT = Value.TIME, Value.AMOUNT


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("When is the webinar?", TIME),
        ("What time does the night bus leave?", TIME),
        ("What is the deadline for the draft?", TIME),
        ("How many commits have been merged?", AMOUNT),
        ("What is my monthly budget for books?", AMOUNT),
        ("How long is the warranty?", AMOUNT),
        ("研讨会是什么时候？", TIME),
        ("末班车几点开？", TIME),
        ("交稿期限是哪天？", TIME),
        ("研討會是什麼時候？", TIME),
        ("已经合并了几个提交了？", AMOUNT),
        ("每月买书的预算是多少？", AMOUNT),
        ("保修多久？", AMOUNT),
        # What happened is told of its own time.
        ("How many people came to the party?", None),
        ("When did I visit Rome?", None),
        ("What was my rent in Berlin?", None),
        ("聚会来了多少人？", None),
        ("我以前的房租是多少？", None),
        ("当时预算是多少？", None),
        # No value is asked for.
        ("Where do I live?", None),
        ("Who chairs the committee?", None),
        ("我住在哪里？", None),
        ("委员会由谁主持？", None),
        ("", None),
    ],
)
def test_what_is_asked_for(question: str, value: Value | None) -> None:
    assert asked_value(question) is value


@pytest.mark.parametrize(
    ("text", "time", "amount"),
    [
        ("The draft is due on May 20", True, False),
        ("We meet at six", True, False),
        ("We meet on Friday at 16:30", True, False),
        ("It may cost 20 euros", False, True),
        ("The budget is $4,500", False, True),
        ("Twelve guests", False, True),
        ("12 guests on June 3", True, True),
        ("The cat sleeps", False, False),
        ("初稿5月20日交", True, False),
        ("周五下午四点半开会", True, False),
        ("预算是4500块", False, True),
        ("十二位客人", False, True),
        ("6月3日来12位客人", True, True),
        ("猫在睡觉", False, False),
    ],
)
def test_what_holds_a_value(text: str, time: bool, amount: bool) -> None:
    assert (holds(text, TIME), holds(text, AMOUNT)) == (time, amount)


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("The budget went up to 4,500, so how do I spend it?", True),
        ("Can you remind me that the budget was raised to 4500?", True),
        ("How do I use the budget now that it was raised to 4500?", True),
        ("Is the budget 4500?", False),
        ("Was the budget raised to 4500?", False),
        ("How can I save 4500?", False),
        ("预算提高到4500了，怎么用？", True),
        ("能不能帮我记一下预算提高到4500了？", True),
        ("预算是4500吗？", False),
        ("预算提高到4500了吗？", False),
        ("怎么省下4500块？", False),
    ],
)
def test_a_question_states_what_it_takes_for_granted(text: str, stated: bool) -> None:
    assert states(text, AMOUNT) is stated


@pytest.mark.parametrize(
    "text",
    [
        "The deadline was extended to May 20",
        "my new budget",
        "we now have 60 guests",
        "I got it down to 4 hours",
        "the branch has reached 165",
        "they moved the rehearsal to Friday",
        "期限延到5月20日",
        "新预算",
        "现在有60位客人",
        "降到4小时了",
        "已经达到165个",
        "彩排改到周五",
        "期限延長到5月20日",
    ],
)
def test_what_says_that_it_is_new(text: str) -> None:
    assert tells_new(text)


@pytest.mark.parametrize(
    "text",
    [
        "The deadline is May 20",
        "60 guests will come",
        "Happy New Year",
        "期限是5月20日",
        "来60位客人",
    ],
)
def test_what_only_tells(text: str) -> None:
    assert not tells_new(text)


def test_names_are_capitals_within_a_sentence() -> None:
    assert names("When is my flight to Oslo in May with Ana?") == {"oslo", "ana"}
    assert names("I saw that I'm late on Monday") == frozenset()
    assert names("我去奥斯陆的航班") == frozenset()


@pytest.mark.parametrize(
    ("question", "lasted"),
    [
        ("where was I working in March 2023", True),
        ("who was our cleaner in January 2024", True),
        ("what was the band called in Feb 2024", True),
        ("which dog was helping me in November", True),
        ("where did my sister live in 2022?", True),
        ("how did we go to work in February?", True),
        ("what did I pay for the room in May?", True),
        ("去年五月我住在哪里", True),
        ("2023年12月小军在干啥", True),
        ("當時誰帶我", True),
        # What happened, was said, or is asked of now.
        ("what did we chat about in May?", False),
        ("what did Ana paint in October?", False),
        ("where did we go in August?", False),
        ("what happened in June?", False),
        ("where do I work?", False),
        ("2023年5月我去了哪里", False),
        ("去年五月我们聊了什么", False),
        ("我五月参加过什么", False),
    ],
)
def test_what_lasted_is_told_from_what_happened(question: str, lasted: bool) -> None:
    assert asks_standing(question) is lasted
