"""Questions that ask for one side of an event, in both languages, and those that only sound so."""

from __future__ import annotations

import pytest

from hindsight_integrations.language.sequence import beside

ASKED = """
What did I do before the concert in Leipzig? | before | the concert in Leipzig
What happened after I left Acme? | after | I left Acme
Where did I go right after the dentist appointment? | after | the dentist appointment
After the wedding, where did we go? | after | the wedding
Before I moved to Rome, where did I live? | before | I moved to Rome
What have I done since I joined Globex? | after | I joined Globex
Who did I meet the day before the interview? | before | the interview
Where was I prior to joining Acme? | before | joining Acme
搬家之前我住在哪里？ | before | 搬家
音乐会以后我们去了哪里？ | after | 音乐会
自从我搬到上海以来发生了什么？ | after | 我搬到上海
去罗马之前我在哪里上班？ | before | 去罗马
参加完婚礼后又去了哪里？ | after | 参加完婚礼
我在面试之前见了谁？ | before | 面试
"""
NOT_ASKED = """
What should I do before the exam?
Can you call me after the meeting?
What was my dog named after?
Who did I ask to look after my cat?
Where did I live before?
What did I do before that?
Where did Irina work before?
I went home after the concert
What did Melanie do after the road trip?
How did I feel after the accident?
Why did I move after the wedding?
考试之后我为什么搬家？
小李在音乐会之后去了哪里？
事故之后我感觉怎么样？
考试之前我应该做什么？
我妹妹以前在哪个单位？
我以前住在哪里？
小李之前住在哪里？
你能在会议之后打给我吗？
"""


@pytest.mark.parametrize("row", ASKED.strip().splitlines())
def test_a_side_of_an_event(row: str) -> None:
    question, side, event = row.split(" | ")
    found = beside(question)
    assert found is not None
    assert (found.event, found.after) == (event, side == "after")


@pytest.mark.parametrize("question", NOT_ASKED.strip().splitlines())
def test_no_order_is_asked_for(question: str) -> None:
    assert beside(question) is None
