"""Entities that a text names, and what a question points at, in English and Chinese."""

from __future__ import annotations

import pytest

from hindsight_integrations.language.entities import Entity, entities
from hindsight_integrations.language.references import points, resolved


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
