"""Every row by which Chinese is put in order is the one that decides for a sentence as people type it, and that sentence is read. Written by hand."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from hindsight_integrations.language.extraction import RuleExtractor
from hindsight_integrations.language.order_chinese import ROWS, no_topic
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.turned import _CHINESE, _fronted
from hindsight_integrations.ports import Heard
from hindsight_integrations.records import Role, Turn

NOON = datetime(2025, 6, 18, 12, tzinfo=UTC)
#: What somebody types, the key, and the value that must be read; with a dash where it holds no longer.
TOLD = """
作为班主任，我天天七点到校 | user.job | 班主任
养了八年的金毛上周走了 | -user.pet | 金毛
公司上周给我提了主管 | user.job | 主管
咖啡我改喝红茶了 | user.drink | 红茶
比亚迪上周把我录了 | user.employer | 比亚迪
美团那边我不干了 | -user.employer | 美团
芒果我碰都不能碰，过敏 | user.allergy | 芒果
芒果我一吃就肿 | user.allergy | 芒果
海鲜我不行 | user.diet | 不吃海鲜
螺蛳粉我可以顿顿吃都不腻 | user.like | 螺蛳粉
苦瓜太难吃了 | user.dislike | 苦瓜
电话我一般不接 | user.preference.contact | no phone
来珠海三年了 | user.location | 珠海
安卓换成苹果了 | user.phone_model | 苹果
去年离的婚 | user.relationship | 离婚
手机号18611112222 | user.phone | 18611112222
以后用gulin@mail.cn吧 | user.email | gulin@mail.cn
以后打18611112222吧 | user.phone | 18611112222
还是发邮件方便点 | user.preference.contact | e-mail
微信联系我最方便 | user.preference.contact | WeChat
比起打电话，我更愿意收短信 | user.preference.contact | text
请发短信给我，不要打电话 | user.preference.contact | text
我和阿哲上周分了 | -user.dating | 阿哲
我烟酒不沾 | user.diet | 不吃酒
青霉素皮试阳性 | user.allergy | 青霉素
狼人杀彻底上瘾了 | user.like | 狼人杀
离异带一个儿子 | user.relationship | 离异
成都这边的 | user.location | 成都
坐标青岛的打工人求推荐 | user.location | 青岛
深圳真待不下去了 | -user.location | 深圳
厨师干了十二年 | user.job | 厨师
美团那边离职手续办完了 | -user.employer | 美团
一吃香菜就想吐 | user.dislike | 香菜
每周打两次羽毛球 | user.like | 羽毛球
蟑螂简直要我命 | user.dislike | 蟑螂
古筝学了三年 | user.study | 古筝
长沙人在上海漂着 | user.origin | 长沙
青霉素过敏史 | user.allergy | 青霉素
柯基一只 | user.pet | 一只柯基
葱姜蒜一样都不吃 | user.diet | 不吃葱姜蒜
医生给开了二甲双胍 | user.medication | 二甲双胍
资料发我 gulin@mail.cn 就行 | user.email | gulin@mail.cn
恐怖题材的电影我真看不了 | user.dislike | 恐怖题材
苦瓜我从来不爱吃 | user.dislike | 苦瓜
自行车昨天被偷了 | -user.vehicle | 自行车
我就一个普通文员 | user.job | 文员
东莞待了六年 | user.location | 东莞
外卖我不送了 | -user.job | 送外卖
坐月子不能吃螃蟹 | user.diet | 不吃螃蟹
家里还养着两只乌龟 | user.pet | 两只乌龟
早上一杯豆浆 | user.drink | 豆浆
三十五了还单身 | user.relationship | 单身
重庆妹子路过 | user.origin | 重庆
农历八月十六是我生日 | user.birthday | 农历八月十六
我日语N2 | user.language | 日语
租的房子在昌平 | user.location | 昌平
朝阳那套房子上个月退租了 | -user.location | 朝阳
去年从北京撤回成都了 | user.location | 成都
医生不让吃海鲜 | user.diet | 不吃海鲜
原神早就玩腻了 | -user.like | 原神
法语我勉强能交流 | user.language | 法语
保安那份工作辞了 | -user.job | 保安
司机这活儿我不干了 | -user.job | 司机
抖音我卸载了 | -user.like | 抖音
钢琴课已经退了 | -user.study | 钢琴
榴莲味我闻不得 | user.dislike | 榴莲味
满屏广告看着就烦 | user.dislike | 广告
公司打卡烦死人了 | user.dislike | 打卡
一吃芒果就起疹子 | user.allergy | 芒果
芒果我根本不能吃，一吃就嘴肿 | user.allergy | 芒果
我花粉过敏现在好了 | -user.allergy | 花粉
我一口肥肉都不吃 | user.diet | 不吃肥肉
肥肉我一口都吃不下 | user.dislike | 肥肉
去年就离了 | user.relationship | 离婚
下家是比亚迪 | user.employer | 比亚迪
公司电脑只能用WPS | user.team_tool | WPS
发票发邮箱 gulin@mail.cn | user.email | gulin@mail.cn
家里座机0755-83321456 | user.phone | 0755-83321456
曼联追了十年 | user.like | 曼联
曼联二十年老球迷 | user.like | 曼联
螺蛳粉简直是我的命 | user.like | 螺蛳粉
"""
#: What has the form of a row and states nothing of the kind.
NOTHING = """
今天的汤太难喝了
这次旅行真让人崩溃
孩子作业真让人抓狂
新公司在装修
下家还没找到
客户那边不干了
鲫鱼一条
照片昨天删了
北京人来了很多
一吃药就恶心
吃多了就会肿
伤口一碰就痒
没有希望活不下去
水果能每天吃
药物过敏史
离异带娃的同事
租的房子在漏水
日语能听懂吗
咖啡换成冰的了
手机13800000000是诈骗
警察把我录了
来大姨妈都一年了
他写信到 gulin@mail.cn
周杰伦喜欢了二十年了
和室友分了
"""
LINES = [tuple(line.split(" | ")) for line in TOLD.strip().splitlines()]


def read(text: str) -> list[tuple[str, str]]:
    heard = Heard(Turn(role=Role.USER, content=text, at=NOON), "t", NOON, "UTC")
    return [
        ("-" * claim.ends + (claim.subject or ""), str(claim.payload.get("value")))
        for claim in RuleExtractor().extract(heard)
    ]


def fitting(clause: str) -> Iterator[tuple[str, str]]:
    """The rows that put a clause in order: of the first table all that fit one after another, of the second the first."""
    words = _fronted(clause)
    for row in _CHINESE:
        found = compiled(row[0]).match(words)
        if found and not no_topic(found.groupdict().get("x") or ""):
            words = found.expand(row[1]) + words[found.end() :]
            yield row
    for row in ROWS:
        found = compiled(row[0]).match(words)
        if found and not no_topic(found.groupdict().get("x") or ""):
            yield row
            return


@pytest.mark.parametrize(("text", "subject", "value"), LINES)
def test_what_a_row_puts_in_order_is_read(text: str, subject: str, value: str) -> None:
    assert (subject, value) in read(text)


def test_every_row_decides_for_a_sentence() -> None:
    decided = {row for text, _, _ in LINES for row in fitting(text)}
    assert not [row for row in (*_CHINESE, *ROWS) if row not in decided]


@pytest.mark.parametrize("text", NOTHING.strip().splitlines())
def test_what_only_has_the_form_of_a_row_states_nothing(text: str) -> None:
    assert read(text) == []
