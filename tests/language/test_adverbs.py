"""Adverbs of time are no part of a value, wherever they stand; and a way of contact that was refused can be allowed again."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from hindsight_integrations.language.extraction import RuleExtractor
from hindsight_integrations.ports import Heard
from hindsight_integrations.records import Role, Turn

NOON = datetime(2025, 6, 18, 12, tzinfo=UTC)
VALUES = """
I'm moving to Lisbon soon | user.plan.location | Lisbon
We are relocating to New York City pretty soon | user.plan.location | New York City
I will move to Lisbon eventually | user.plan.location | Lisbon
I'm moving soon to Lisbon | user.plan.location | Lisbon
I live in Lisbon nowadays | user.location | Lisbon
I live in Lisbon at the moment | user.location | Lisbon
I currently live in Lisbon | user.location | Lisbon
I work at Acme presently | user.employer | Acme
My boss lives in Rome at present | person.boss.location | Rome
I drink green tea right now | user.drink | green tea
I like jazz these days | user.like | jazz
I'm into pottery nowadays | user.like | pottery
The server's port is 9092 at the moment | thing.server.port | 9092
我很快就搬到里斯本 | user.plan.location | 里斯本
我快要搬到里斯本了 | user.plan.location | 里斯本
我马上要搬到里斯本了 | user.plan.location | 里斯本
我不久要搬去上海 | user.plan.location | 上海
我住在北京目前 | user.location | 北京
我住在上海了现在 | user.location | 上海
我暂时住在杭州 | user.location | 杭州
我这段时间住在杭州 | user.location | 杭州
我在腾讯上班目前 | user.employer | 腾讯
我老板目前住在上海 | person.boss.location | 上海
我喜欢喝红茶最近 | user.drink | 红茶
我最近爱喝乌龙茶了 | user.drink | 乌龙茶
Actually, you can call me now | user.preference.contact | phone
You can call me | user.preference.contact | phone
you can phone me any time | user.preference.contact | phone
It's okay to text me again | user.preference.contact | text
Calls are fine now | user.preference.contact | phone
I don't mind phone calls anymore | user.preference.contact | phone
其实现在可以给我打电话了 | user.preference.contact | phone
可以打电话给我了 | user.preference.contact | phone
现在打电话没问题了 | user.preference.contact | phone
电话也行 | user.preference.contact | phone
现在可以给我发短信 | user.preference.contact | text
"""
NONE = """
call me now
please call me tomorrow
You can call me when it's ready
can you call me now?
现在可以打我的电话吗
等会儿给我打电话
"""


def told(text: str) -> list[tuple[str | None, object]]:
    claims = RuleExtractor().extract(Heard(Turn(role=Role.USER, content=text), "t", NOON, "UTC"))
    return [(claim.subject, claim.payload.get("value")) for claim in claims]


@pytest.mark.parametrize("row", VALUES.strip().splitlines())
def test_the_value_is_without_them(row: str) -> None:
    text, subject, value = row.split(" | ")
    assert told(text) == [(subject, value)]


@pytest.mark.parametrize("text", NONE.strip().splitlines())
def test_a_request_of_the_moment_is_no_preference(text: str) -> None:
    assert told(text) == []
