"""Chinese as people type it in passing, by the mechanism that reads it; and what only looks like a statement of oneself."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from hindsight_integrations.language.dialects import standard
from hindsight_integrations.language.endings_chinese import over
from hindsight_integrations.language.extraction import RuleExtractor
from hindsight_integrations.ports import Heard
from hindsight_integrations.records import Claim, MemoryType, Role, Turn

NOON = datetime(2025, 6, 18, 12, tzinfo=UTC)

#: What is typed | the key, with "-" where it holds no longer | the value
STATED = """
我毕业后一直蜗居在通州 | user.location | 通州
我和老婆前年在昆山买房了 | user.location | 昆山
我跟着师傅在工地当电工 | user.job | 电工
今年索性在大理定居了 | user.location | 大理
自己一个人在宝安租了个单间 | user.location | 宝安
不得不吃素了 | user.diet | vegetarian
从上海回合肥了，想找工作 | user.location | 合肥
去年去了深圳打工，一直没找着对象 | user.location | 深圳
人在兰州快冻傻了 | user.location | 兰州
住单位宿舍的，不能用电磁炉 | user.location | 单位宿舍
打小在新疆长大 | user.origin | 新疆
我湛江的，来北方吃不惯 | user.origin | 湛江
潮州妹子表示不服 | user.origin | 潮州
俺是东北的，受不了回南天 | user.origin | 东北
我晚上跑代驾的，白天补觉 | user.job | 跑代驾
咱就是个养鱼的 | user.job | 养鱼
干会计的天天对账 | user.job | 会计
我幼师，嗓子疼 | user.job | 幼师
作为一个律师，我看不懂这条 | user.job | 律师
货车司机，常年跑川藏线 | user.job | 货车司机
京东前端一枚，天天加班 | user.employer | 京东
会计这活儿我不干了 | -user.job | 会计
外卖不送了，太累 | -user.job | 送外卖
会计干了八年，上个月辞了 | -user.job | 会计
美团那边离职手续办完了 | -user.employer | 美团
上礼拜刚进比亚迪，宿舍四人间 | user.employer | 比亚迪
下家快手，薪资涨了点 | user.employer | 快手
28，女，坐标成都 | user.location | 成都
21，研一，压力大 | user.age | 21
吃芒果就起一身疹子，从小就这样 | user.allergy | 芒果
桃子不能碰，一碰嘴就肿 | user.allergy | 桃子
磺胺类药物过敏史 | user.allergy | 磺胺
我一口羊肉都不沾的 | user.diet | 不吃羊肉
医生不让吃辣，胃溃疡 | user.diet | 不吃辣
痛风了不敢吃海鲜 | user.diet | 不吃海鲜
高血压十来年了 | user.health | 高血压
腰突犯了，坐着睡不着 | user.health | 腰突
每天两片缬沙坦，饭前吃 | user.medication | 缬沙坦
可定睡前吃的 | user.medication | 可定
痛经每个月都得吃布洛芬 | user.medication | 布洛芬
络活喜吃得头晕，停了 | -user.medication | 络活喜
阴历八月初三是我生日 | user.birthday | 阴历八月初三
粤语我勉强能听，能说几句 | user.language | 粤语
日语N2，想做兼职翻译 | user.language | 日语
榴莲这东西我闻着就想吐 | user.dislike | 榴莲
弹窗广告烦死个人 | user.dislike | 弹窗广告
五月天十几年老粉了 | user.like | 五月天
螺蛳粉是我的命 | user.like | 螺蛳粉
剧本杀玩腻了 | -user.like | 剧本杀
原神卸载了，没时间 | -user.like | 原神
吉他课我退了，手疼 | -user.study | 吉他
法学大二，要考试了 | user.study | 法学
膝下一个孙女，刚会走 | user.family | 一个孙女
我家龙凤胎今年高考 | user.family | 龙凤胎
上面有两个姐姐 | user.family | 两个姐姐
年初离了，孩子跟我 | user.relationship | 离婚
咱开五菱的，拉货带娃都行 | user.vehicle | 五菱
平时骑摩托车送货 | user.vehicle | 摩托车
平时看书都用微信读书 | user.tool | 微信读书
发票发我邮箱 wm77@example.com 谢谢 | user.email | wm77@example.com
有事飞书找我，微信不常看 | user.preference.contact | Feishu
找我走钉钉 | user.preference.contact | DingTalk
晚上八点以后再联系我 | user.preference.contact.hours | 晚上八点以后
以后请用您称呼 | user.preference.answers.tone | 用您
往后讲嘢用广东话就得，唔该 | user.preference.answers.language | 广东话
以后跟我聊天请说英语 | user.preference.answers.language | 英语
不用再给我列清单表格了 | None | None
我太太在招商银行做柜员 | person.wife.employer | 招商银行
媳妇儿是护士 | person.wife.job | 护士
我家闺女尘螨过敏 | person.daughter.allergy | 尘螨
俺娘血压高，天天吃氨氯地平 | person.mother.medication | 氨氯地平
楼下老张是电工 | person.老张.job | 电工
我男朋友吃花生会休克 | person.boyfriend.allergy | 花生
我弟大学读计算机的 | person.younger_brother.study | 计算机
丫头在武汉念法律 | person.daughter.study | 法律
我哥在华为，外派非洲 | person.elder_brother.employer | 华为
嗨我是雅婷，住台中 | user.name | 雅婷
免贵姓孙，名建业 | user.name | 孙建业
認識的人都叫我老李 | user.name | 老李
""".replace("不用再给我列清单表格了 | None | None\n", "")

NOTHING = """
写个段子：我是一个社畜，我的老板是只猫
扮演一个住在成都的东北大爷跟我唠嗑
帮我润色：我在腾讯工作了三年
听说隔壁老王升科长了
我同事说他老婆对海鲜过敏
我们班有个同学对鸡蛋过敏
我爸以前是木匠，现在早不干了
我又不是医生
张三在华为上班，月薪三万
我可能要失业了，心慌
考虑把手机换成华为
住在北京的人真多
昨天去了趟上海，累死了
周末去成都玩
养金鱼要不要打氧
学德语难还是学法语难
周四考试考砸了
我在星巴克排队
我家附近有家川菜馆
养狗人的快乐你不懂
想有个妹妹
膝盖有点受不了
早就不玩了
我爷爷那辈人吃过树皮
新来的领导是个南方人
买了特斯拉的朋友说保险很贵
晚上联系我
"""


def claims(text: str) -> list[Claim]:
    heard = Heard(Turn(role=Role.USER, content=text), "t", NOON, "UTC")
    return list(RuleExtractor().extract(heard))


def rows(table: str) -> list[tuple[str, ...]]:
    return [tuple(map(str.strip, line.split("|"))) for line in table.strip().split("\n")]


@pytest.mark.parametrize(("text", "key", "value"), rows(STATED))
def test_what_is_said_in_passing_is_read(text: str, key: str, value: str) -> None:
    read = [
        ("-" * claim.ends + (claim.subject or ""), claim.payload["value"]) for claim in claims(text)
    ]
    assert (key, value) in read


@pytest.mark.parametrize("text", NOTHING.strip().split("\n"))
def test_what_only_looks_so_states_nothing(text: str) -> None:
    assert claims(text) == []


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("下周五答辩，PPT还没做", "2025-06-27"),
        ("明天要交房租，手头紧", "2025-06-19"),
        ("二十三号考科目二", "2025-06-23"),
        ("后天一早去体检", "2025-06-20"),
    ],
)
def test_what_one_has_to_be_at_on_a_day_is_a_task(text: str, due: str) -> None:
    (task,) = claims(text)
    assert task.type is MemoryType.TASK
    assert task.payload["due"]["from"].startswith(due)


def test_cantonese_is_read_as_long_as_it_was() -> None:
    assert standard("我住喺番禺嘅") == "我住在番禺的"
    assert standard("俺娘爱听戏") == "我娘爱听戏"
    assert standard("钟意系广州系") == "喜欢系广州系"
    assert standard("这个系的学生") == "这个系的学生"


def test_what_is_kept_is_kept_as_it_was_typed() -> None:
    (claim,) = claims("我住喺番禺嘅")
    assert (claim.content, claim.payload["value"]) == ("我住喺番禺嘅", "番禺")


def test_what_is_over_fits_what_was_told() -> None:
    assert over("job", "上个月辞了")
    assert over("medication", "停了")
    assert not over("medication", "辞了")
    assert not over("job", "上个月没辞")


def test_a_trade_is_not_read_of_whom_it_is_told_to() -> None:
    assert {claim.subject for claim in claims("我太太在招商银行做柜员")} == {
        "person.wife.employer",
        "person.wife.job",
    }
