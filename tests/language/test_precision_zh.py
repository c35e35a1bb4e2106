"""What only looks like a statement in Chinese is not read, and a true statement of the same form is. Sentences written by hand, by kind."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from hindsight_integrations.language.extraction import RuleExtractor
from hindsight_integrations.ports import Heard
from hindsight_integrations.records import Role, Turn

NOON = datetime(2025, 6, 18, 12, tzinfo=UTC)
#: Nothing is said of anybody under any key, or nothing that is worth to be kept.
NOTHING = """
钱班长，三号车床又响了
许主任您好，我想问一下报销流程
孙护士长早上好，昨晚三床睡得不好
宋老师，下午的排练改到几点
我正打算去看沈大夫
我在学习高数，快考试了
麻烦帮我找个靠谱的电工
水开以后加入枸杞和红枣
花生粉
黑芝麻粉
已加入回收站
这个季度进了新的货架
我从电梯出来，发现没信号
我从外婆家出来
买了一条黄花鱼，晚上红烧
网上买了猫砂和狗粮
我去看了趟骑车的比赛
附近可以骑骑车
我已经叫好菜了
议题有三个：1.预算；2.人手；3.时间
住宿订好了，离车站不远
我家在装修
今天在工地浇了一天混凝土
我今天在阅览室工作
我今天晚上只喝粥和热水
刚跟室友喝了杯奶茶
我吃了片布洛芬
爸说这几天睡眠不好
这里的风景太可爱了
我很迷茫
有点烦心
我恨铁不成钢
我倾向于周五走
我更愿意坐后排
我喜欢能一眼看到湖的
他总爱吃这个
最关键的环节是试运行
绿色的围巾可以作为道具
我做饭的时候总是手忙脚乱
我的核心是先稳住客户
在南京教堂做了一天义工
我在长春做手术
她升了。现在是支行的副行长了。
今天合作交流很顺利
我是主讲人
这批瓷器来自拍卖行
我婆婆不喜欢我
她挺烦心的
今天聚餐很尽兴
今天考试没发挥好
今天比赛输得很难看
今晚聚餐吃得太饱
周三面试挺顺利的
今天演讲反响热烈
今天去面试路上爆胎
今天面试，面试官挺凶的
我叫上阿强一块儿去钓鱼
我叫了小罗
我咨询律师
昨天咨询心理医生
我备考高级焊工
我报考公务员
我采访企业家
周末去做足疗
我做按摩
小罗是我同事，做好客服
作为班主任，她特别耐心
作为一名护士，他天天熬夜
作为老板，你应该体谅员工
医生诊断是滑膜炎
早上来一杯豆浆我就饱了
早上来一杯出门遛弯
我最喜欢的人是小罗
我最喜欢的一点是不用排队
记下了你的号码
记下了，谢谢你的建议
记得给我点个赞
记得按时吃药
记得关注我
记得早点睡
我有一辆玩具车
我儿子买了辆遥控越野车
"""
#: Words, the key and the value that they state.
STATED = """
我在厂里当班长 | user.job | 班长
我是骨科的护士长 | user.job | 骨科的护士长
我姐在大学当老师 | person.elder_sister.job | 老师
我在学电工 | user.job | 电工
我是国乐的铁杆粉丝 | user.like | 国乐
资深摇滚老粉一枚 | user.like | 摇滚
我去年加入了腾讯 | user.employer | 腾讯
我从美团出来了 | user.employer | 美团
我进了市第一医院 | user.employer | 市第一医院
我买了一条金鱼 | user.pet | 一条金鱼
我领养了一只橘猫 | user.pet | 一只橘猫
我骑自行车上班 | user.commute | 自行车
我叫林晓 | user.name | 林晓
我今年28岁 | user.age | 28
我刚满34 | user.age | 34
我住在宿州 | user.location | 宿州
我家在和平路 | user.location | 和平路
我在阅览室工作 | user.employer | 阅览室
我每天喝奶茶 | user.drink | 奶茶
我每天吃二甲双胍 | user.medication | 二甲双胍
我爸睡眠不好 | person.father.health | 睡眠
我爱看悬疑剧 | user.like | 悬疑剧
我迷上了做陶 | user.like | 做陶
我讨厌下雨天 | user.dislike | 下雨天
服务器的密码是kite77 | thing.服务器.密码 | kite77
店里的工读生叫小葵 | thing.店里.工读生 | 小葵
我在大连教英语 | user.location | 大连
我是洛阳人 | user.origin | 洛阳
我来自河南农村 | user.origin | 河南农村
贺明在腾讯上班 | person.贺明.employer | 腾讯
王师傅住在南通 | person.王师傅.location | 南通
医生，高血压六年了 | user.health | 高血压
店长升职了，现在是区域经理 | person.店长.job | 区域经理
我叫上官雪 | user.name | 上官雪
我弟弟叫罗凯 | person.younger_brother.name | 罗凯
我咨询顾问 | user.job | 咨询顾问
我是高级焊工 | user.job | 高级焊工
我是做足疗的 | user.job | 足疗
我做餐饮 | user.job | 餐饮
作为班主任，我天天七点到校 | user.job | 班主任
作为店主，看到客人回来很高兴 | user.job | 店主
小罗作为店员，很认真 | person.小罗.job | 店员
医生说我有滑膜炎 | user.health | 滑膜炎
罗医生说我有滑膜炎 | user.health | 滑膜炎
早上来一杯豆浆 | user.drink | 豆浆
我最喜欢的恐龙是剑龙 | user.like | 剑龙
我最喜欢的花就是茉莉 | user.like | 茉莉
最讨厌的水果是榴莲 | user.dislike | 榴莲
记住了，我对芒果过敏 | user.allergy | 芒果
记得我对芒果过敏 | user.allergy | 芒果
我有一辆本田 | user.vehicle | 一辆本田
"""


def told(*texts: str) -> list[tuple[str | None, str]]:
    turns = tuple(Turn(role=Role.USER, content=text, at=NOON) for text in texts)
    heard = Heard(turns[-1], "t", NOON, "UTC", before=turns[:-1])
    return [
        (claim.subject, str(claim.payload.get("value") or claim.content))
        for claim in RuleExtractor().extract(heard)
    ]


@pytest.mark.parametrize("text", NOTHING.strip().splitlines())
def test_what_only_looks_like_a_statement_states_nothing(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize("line", STATED.strip().splitlines())
def test_a_true_statement_of_the_same_form_is_read(line: str) -> None:
    text, subject, value = line.split(" | ")
    assert (subject, value) in told(text)


@pytest.mark.parametrize(
    "text",
    ["妈，我到家了。记得吃药", "小杜，我先走了，记得关窗", "爸，注意身体，记得按时吃降压药"],
)
def test_what_somebody_called_by_name_is_to_do_is_no_task_of_the_speakers(text: str) -> None:
    assert told(text) == []


def test_what_the_speaker_is_to_do_is_noted_all_the_same() -> None:
    assert told("记得给我妈打电话") == [(None, "给我妈打电话")]


@pytest.mark.parametrize(
    "text",
    ["今晚有聚餐", "周三面试", "周五要答辩", "今天下午三点开会", "今天晚上有面试，有点紧张"],
)
def test_what_is_still_to_come_is_a_task(text: str) -> None:
    assert told(text) == [(None, text)]


def test_what_was_fixed_for_this_morning_is_nothing_to_do_at_noon() -> None:
    assert told("今天上午考试") == []


@pytest.mark.parametrize(
    "what", ["去邮局寄包裹", "明天早上吃药", "提醒我妈吃药", "我周五要去医院", "给我妈打电话"]
)
def test_a_note_of_the_speaker_of_a_day_or_of_an_errand_is_kept(what: str) -> None:
    assert told(f"记得{what}") == [(None, what)]


def test_what_follows_a_name_alone_is_not_said_of_whoever_is_called() -> None:
    assert told("妈，在图书馆上班的日子真清静") == []
    assert told("爸，我在青岛上班") == [("user.work_location", "青岛")]


def test_a_pronoun_means_nobody_whom_it_cannot_mean() -> None:
    assert ("person.mother.vehicle", "捷达") not in told("我妈退休了。", "他开捷达")
    assert ("person.father.vehicle", "捷达") in told("我爸退休了。", "他开捷达")


def test_what_a_stranger_does_is_not_the_speakers() -> None:
    assert told("他说先歇一阵。之后打算在上海上班，开个小店。") == []
    assert ("user.job", "区域经理") in told("上周升职了，现在是区域经理")


def test_a_pronoun_late_in_a_turn_of_its_own_means_nobody_of_an_earlier_turn() -> None:
    before = "我妹妹在学画画。"
    late = "周末聚会的安排。\n场地订在河边。\n她喜欢草莓蛋糕"
    assert not any("sister" in (subject or "") for subject, _ in told(before, late))
    assert ("person.younger_sister.like", "草莓蛋糕") in told(before, "她喜欢草莓蛋糕")


@pytest.mark.parametrize("text", ["目前在长春出差，周六回", "我人在候车站", "我有点想养仓鼠"])
def test_a_visit_and_a_wish_are_nothing_to_keep(text: str) -> None:
    assert told(text) == []


def test_a_verb_that_is_done_once_and_one_that_lasts() -> None:
    assert told("我昨天喝了咖啡") == []
    assert ("user.medication", "二甲双胍") in told("我吃二甲双胍三年了")
    assert ("user.language", "日语") in told("我学日语三个月了")


@pytest.mark.parametrize(
    "text",
    [
        "我又领了只橘的，叫锅巴",
        "新单位走路过去才八分钟",
        "春节后遗症，不想上班",
    ],
)
def test_what_is_told_of_an_animal_a_way_or_a_mood_is_no_fact_of_the_speaker(text: str) -> None:
    heard = Heard(Turn(role=Role.USER, content=text), "t", datetime(2025, 6, 1, tzinfo=UTC), "UTC")
    kept = {claim.subject for claim in RuleExtractor().extract(heard)}
    assert not kept & {"user.name", "user.employer", "user.health"}


@pytest.mark.parametrize(
    ("text", "town"),
    [
        ("我搬到云麓镇去了", "云麓镇"),
        ("我搬云麓镇去了", "云麓镇"),
        ("我们搬回云麓镇去了", "云麓镇"),
    ],
)
def test_where_somebody_moved_to_begins_behind_the_preposition(text: str, town: str) -> None:
    heard = Heard(Turn(role=Role.USER, content=text), "t", datetime(2025, 6, 1, tzinfo=UTC), "UTC")
    (claim,) = RuleExtractor().extract(heard)
    assert (claim.subject, claim.payload["value"]) == ("user.location", town)
