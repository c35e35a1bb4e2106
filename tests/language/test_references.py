"""Entities that a text names, and what a question points at, in English and Chinese."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from hindsight_integrations.language.entities import Entity, entities
from hindsight_integrations.language.references import points, resolved
from hindsight_integrations.language.things import things


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("my order number is 88213, please", [("order", "88213")]),
        ("Ticket #TK-4711 and ticket TK-4712", [("ticket", "TK-4711"), ("ticket", "TK-4712")]),
        ("booking reference: QX7P2L", [("booking", "QX7P2L")]),
        ("order A100, order A100", [("order", "A100")]),
        ("write to ana.b@example.org or see https://example.org/a?b=1.",
         [("email", "ana.b@example.org"), ("url", "https://example.org/a?b=1")]),
        ("call +49 30 1234 5678", [("phone", "+49 30 1234 5678")]),
        ("it cost $1,299.50", [("money", "$1,299.50")]),
        ("see JIRA-2041", [("code", "JIRA-2041")]),
        ("订单号是88213，麻烦查一下", [("order", "88213")]),
        ("工单TK-4711还没处理", [("ticket", "TK-4711")]),
        ("我的电话13800138000", [("phone", "13800138000")]),
        ("一共299元", [("money", "299元")]),
        ("发到ana@example.org", [("email", "ana@example.org")]),
        ("I ordered twice in 2024", []),
        ("in order to win", []),
        ("我买了3个苹果", []),
        ("", []),
    ],
)  # fmt: skip
def test_entities(text: str, found: list[tuple[str, str]]) -> None:
    assert entities(text) == [Entity(*item) for item in found]


#: The most recent first.
STACK = [
    Entity("phone", "13800138000"),
    Entity("ticket", "TK-4712"),
    Entity("order", "88213"),
    Entity("ticket", "TK-4711"),
]


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("When was that order placed?", "When was that order 88213 placed?"),
        ("What is the ticket about?", "What is the ticket TK-4712 about?"),
        ("Has it been resolved?", "Has ticket TK-4712 been resolved?"),
        ("What about the one I mentioned?", "What about ticket TK-4712?"),
        ("那个订单什么时候发货？", "订单88213什么时候发货？"),
        ("这个工单怎么样了？", "工单TK-4712怎么样了？"),
        ("上次说的那个怎么样了？", "TK-4712怎么样了？"),
        ("它解决了吗？", "TK-4712解决了吗？"),
    ],
)
def test_what_is_pointed_at(question: str, meant: str) -> None:
    assert points(question)
    assert resolved(question, STACK) == meant
    assert resolved(meant, STACK) == meant  # what is named points at nothing
    assert resolved(question, []) == question


@pytest.mark.parametrize(
    "question",
    [
        "What is ticket TK-4711 about?",
        "What about that invoice?",  # none was named
        "Is it raining?",
        "Where does she live?",
        "What were the orders of the day?",
        "那张发票呢？",
        "工单TK-4711是什么？",
        "她住在哪里？",
        "那个人是谁？",
        "",
    ],
)
def test_what_points_at_nothing_known_is_left(question: str) -> None:
    assert resolved(question, STACK) == question


AT = datetime(2025, 6, 18, 4, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I live at 221B Baker Street, Apt 4", [("address", "221B Baker Street, Apt 4")]),
        ("Send it to 14 Crown Street please", [("address", "14 Crown Street")]),
        ("My office is at Lindenstraße 12", [("address", "Lindenstraße 12")]),
        ("It's at Via della Conciliazione 4", [("address", "Via della Conciliazione 4")]),
        ("我住在朝阳区建国路88号3栋502室", [("address", "朝阳区建国路88号3栋502室")]),
        ("寄到上海市浦东新区世纪大道100号", [("address", "上海市浦东新区世纪大道100号")]),
        ("他家在阳光花园5栋", [("address", "阳光花园5栋")]),
        ("I bought an iPhone 15 Pro", [("product", "iPhone 15 Pro")]),
        ("My laptop is an XPS 13", [("product", "XPS 13")]),
        ("I ordered the Aeron chair", [("product", "Aeron chair")]),
        ("My WH-1000XM5 broke", [("product", "WH-1000XM5")]),
        ("We ordered the “Long Kettle”", [("product", "Long Kettle")]),
        ("我买了小米14", [("product", "小米14")]),
        ("我在用华为Mate60Pro", [("product", "华为Mate60Pro")]),
        ("我买了“月光台灯”", [("product", "月光台灯")]),
        ("We met on May 4", [("date", "2025-05-04")]),
        ("I was ill yesterday", [("date", "2025-06-17")]),
        ("我们昨天见的面", [("date", "2025-06-17")]),
        ("Room 12 is free on flight LH 456", []),
        ("I have 3 dogs and 2 cats", []),
        ("Chapter 7 of Season 2", []),
        ("我在路上", []),
        ("过三个路口", []),
        ("", []),
    ],
)  # fmt: skip
def test_things_and_days(text: str, found: list[tuple[str, str]]) -> None:
    assert things(text, AT, "Asia/Shanghai") == [Entity(*item) for item in found]


NAMED = [
    Entity("date", "2025-05-04"),
    Entity("product", "Aeron chair"),
    Entity("product", "小米14"),
    Entity("product", "iPhone 15 Pro"),
    Entity("address", "22 Mill Lane"),
    Entity("address", "建国路88号"),
]


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("what goes to that address?", "what goes to that address 22 Mill Lane?"),
        ("Is the product in stock?", "Is the product Aeron chair in stock?"),
        ("How is that chair?", "How is that chair Aeron chair?"),
        ("Is that phone any good?", "Is that phone 小米14 any good?"),
        ("What else did I do that day?", "What else did I do that day 2025-05-04?"),
        ("那个地址在哪个区？", "那个地址（22 Mill Lane）在哪个区？"),
        ("那款手机多少钱？", "那款手机（小米14）多少钱？"),
        ("这个产品有货吗？", "这个产品（Aeron chair）有货吗？"),
        ("那天我还做了什么？", "那天（2025-05-04）我还做了什么？"),
    ],
)
def test_the_thing_or_day_that_is_pointed_at(question: str, meant: str) -> None:
    assert points(question)
    assert resolved(question, NAMED) == meant
    assert resolved(question, []) == question


@pytest.mark.parametrize(
    "question",
    [
        "What is the day today?",
        "the day I met her",
        "What is that phone number?",
        "Which phone should I buy?",
        "Is that sofa new?",
        "今天天气怎么样？",
        "那天气好吗？",
        "我买什么手机好？",
        "那张沙发呢？",
    ],
)
def test_what_names_no_such_thing_is_left(question: str) -> None:
    assert resolved(question, [*NAMED[:2], *NAMED[4:]]) == question
