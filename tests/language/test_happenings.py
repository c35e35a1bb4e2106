"""Which turns are events: one of each kind in both languages, and what is none."""

from __future__ import annotations

import pytest

from hindsight_integrations.language.happenings import happening
from hindsight_integrations.records import Role

EVENTS = """
    user | feedback | That answer was wrong
    user | feedback | 你又弄错了
    user | intent_change | I changed my mind, make it the red one
    user | intent_change | 算了，不换了，我要退货
    user | task_state | The contract has been signed
    user | task_state | 合同签好了
    user | standing_wish | From now on, answer in French
    user | standing_wish | 以后都用中文回答
    user | entity | My order number is 881-204
    user | entity | 我的订单号是881204
    assistant | decision | I have cancelled your order
    assistant | decision | 已为您取消订单
    user | entity | The policy number is Q1-4477
    user | task_state | 我已经提交报告
    user | task_state | 我们签了合同
    user | intent_change | Forget about the hotel
    user | standing_wish | I only drink tea before noon
    user | feedback | That's wrong
"""
NONE = """
    user | Is the contract signed?
    user | 合同签好了吗？
    user | If the refund has arrived, tell me
    user | 要是退款到账了就好了
    user | He said the order has been shipped
    user | What is the order number?
    assistant | I can cancel your order if you like
    assistant | 需要我取消订单吗？
    tool | The contract has been signed
    system | The contract has been signed
    user | We built on the Pricing Policy Q1
    user | I'll release vocabulary version 0.1 tonight
    user | Forget about sleeping, the crowd pushed me along
    user | I only need a one-way ticket
    user | Yes, that's correct.
    user | That's perfect!
    user | 对的，没错
    user | 解决方案：加一个字段
    user | 这算是问题的阶段性解决
"""


@pytest.mark.parametrize("row", EVENTS.strip().splitlines())
def test_an_event(row: str) -> None:
    role, kind, text = (part.strip() for part in row.split("|"))
    found = happening(Role(role), text)
    assert found is not None
    assert (found.kind, found.words) == (kind, text)


@pytest.mark.parametrize("row", NONE.strip().splitlines())
def test_none(row: str) -> None:
    role, text = (part.strip() for part in row.split("|"))
    assert happening(Role(role), text) is None


@pytest.mark.parametrize("text", ["The refund has arrived", "退款到账了"])
def test_money_weighs_more(text: str) -> None:
    found = happening(Role.USER, text)
    assert found is not None
    assert found.importance == 0.8
