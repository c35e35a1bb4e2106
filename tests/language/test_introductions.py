"""Names: the user's own in their introductions, and those of people near to them; moods, peoples, trades and places are none."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from hindsight_integrations.language.extraction import RuleExtractor
from hindsight_integrations.ports import Heard
from hindsight_integrations.records import Role, Turn

NOON = datetime(2025, 6, 18, 12, tzinfo=UTC)


def said(text: str) -> dict[str, str]:
    """What is read of names in a user's turn, by key."""
    claims = RuleExtractor().extract(Heard(Turn(role=Role.USER, content=text), "t", NOON, "UTC"))
    return {
        str(claim.subject): claim.payload["value"]
        for claim in claims
        if str(claim.subject).endswith(".name")
    }


OWN = """
Hi, I'm Alice | Alice
Hello! I'm Alice Moreau. | Alice Moreau
I'm Tomás, nice to meet you | Tomás
hey there, I am Priya | Priya
Hello, this is Bob here | Bob
Hi, this is Bob. | Bob
This is Carla speaking | Carla
Good morning, this is Jean-Luc from accounting | Jean-Luc
Hi, Bob here. | Bob
I'm Alice and I live in Rome | Alice
By the way, I'm Adrian | Adrian
Everyone calls me Kit | Kit
My name is Alice | Alice
Call me Ishmael | Ishmael
Feel free to call me Sam | Sam
I'm Dr. Okafor | Dr. Okafor
我是小王 | 小王
你好，我是小李。 | 小李
我是王小明 | 王小明
大家好，我是张伟 | 张伟
叫我阿明就行 | 阿明
你可以叫我小陈 | 小陈
大家都叫我老周 | 老周
我叫林芳 | 林芳
我是李医生 | 李医生
嗨，我是Tony | Tony
朋友们都叫我阿珍 | 阿珍
这里是小赵 | 小赵
"""
NOBODY = """
I'm tired
I'm vegetarian
I'm Vegetarian
I'm Portuguese
I'm home
I'm Home
I'm Catholic
I'm Gemini
I'm Canadian and proud of it
I'm OK
I'm in Lisbon
I'm Alice's sister
I'm not Alice
Is it true I'm Alice?
This is Paris
This is great
This is Important
I'm Nurse
If I'm Alice, who are you?
She said "I'm Alice"
我是老师
我是北京人
我是学生
我是单身
我是白领
我是双子座
我是左撇子
我是小白
我是高中生
我是安徽人
我是路痴
我是应届生
我是老外
我是新手
如果我是小王呢
他说“我是小王”
别叫我
叫我起床
"""
OTHERS = """
My dentist is Dr. Chen | person.dentist | Dr. Chen
Dr. Chen is my dentist | person.dentist | Dr. Chen
My sister is called Irina | person.sister | Irina
Irina is my sister | person.sister | Irina
My sister Irina lives in Oslo | person.sister | Irina
I went to Rome with my sister Irina | person.sister | Irina
My landlord's name is Boris | person.landlord | Boris
My dog Rex is allergic to chicken | person.dog | Rex
My wife, Ana, works at Globex | person.wife | Ana
My boss is now Petra | person.boss | Petra
我的医生是李医生 | person.doctor | 李医生
我的房东是王阿姨 | person.landlord | 王阿姨
王阿姨是我的房东 | person.landlord | 王阿姨
我妹妹叫小芳 | person.younger_sister | 小芳
小芳是我妹妹 | person.younger_sister | 小芳
我妹妹小芳住在奥斯陆 | person.younger_sister | 小芳
我老板是张总 | person.boss | 张总
我的牙医是陈大夫 | person.dentist | 陈大夫
我姐姐王芳在华为上班 | person.elder_sister | 王芳
我的班主任换成李老师了 | person.班主任 | 李老师
"""
NO_OTHERS = """
My friend Tom lives in Oslo
My sister is Portuguese
My sister is tired
My dentist is great
My boss is a doctor
Irina is my friend
My colleague Ana moved to Rome
My sister lives in Oslo
我老板是医生
我妹妹是学生
我的医生是北京人
我朋友小王住在上海
我妹妹常喝咖啡
小王是我同事
我姐姐是老师
"""


@pytest.mark.parametrize("row", OWN.strip().splitlines())
def test_the_user_s_own_name(row: str) -> None:
    text, name = row.split(" | ")
    assert said(text) == {"user.name": name}


@pytest.mark.parametrize("text", NOBODY.strip().splitlines())
def test_what_is_no_name(text: str) -> None:
    assert said(text) == {}


@pytest.mark.parametrize("row", OTHERS.strip().splitlines())
def test_who_stands_in_a_relation(row: str) -> None:
    text, owner, name = row.split(" | ")
    assert said(text) == {f"{owner}.name": name}


@pytest.mark.parametrize("text", NO_OTHERS.strip().splitlines())
def test_who_is_not_named_or_one_of_many(text: str) -> None:
    assert said(text) == {}
