"""Statements as people type them: in haste, without a subject, with the object first; and what only looks like them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from hindsight_integrations.language.extraction import RuleExtractor
from hindsight_integrations.language.subjects import asked_subjects
from hindsight_integrations.language.typed import as_typed, spelled
from hindsight_integrations.ports import Heard
from hindsight_integrations.records import Claim, MemoryType, Role, Turn

NOON = datetime(2025, 6, 18, 12, tzinfo=UTC)

#: What is typed | the key, with "-" where it holds no longer | the value
STATED = """
im lactose intolerant | user.diet | lactose intolerant
dont call me anymore | user.preference.contact | no phone
my bday is June 2 | user.birthday | June 2
just relocated to Malmo, loving it | user.location | Malmo
finally left Oracle | -user.employer | Oracle
been living in Graz for ages | user.location | Graz
got hired by Zalando! | user.employer | Zalando
diagnosed with epilepsy two years ago | user.health | epilepsy
born in 1979 | user.birthday | 1979
allergic to bees btw | user.allergy | bees
not a fan of opera | user.dislike | opera
can't stand olives | user.dislike | olives
sold the truck last week | -user.vehicle | the truck
originally from Peru | user.origin | Peru
ramen is my all-time favourite | user.like | ramen
trains over planes any day | user.like | trains
olives, hate them | user.dislike | olives
they made me head chef in May | user.job | head chef
electrician by trade | user.job | electrician
my doctor says I have sleep apnea | user.health | sleep apnea
mom moved to Bergen | person.mother.location | Bergen
my brother's a nurse | person.brother.job | nurse
our rabbit died on Sunday | -user.pet | rabbit
I've got three kids | user.family | three kids
I got married last year | user.relationship | married
me and Lou broke up | -user.dating | Lou
I drive a red Fiat Panda | user.vehicle | a red Fiat Panda
I'm a junior at Cornell | user.school | Cornell
I'm studying law | user.study | law
I take insulin before meals | user.medication | insulin
we bought a house in Utrecht | user.location | Utrecht
whatsapp works best for me | user.preference.contact | WhatsApp
总算搬到合肥啦 | user.location | 合肥
在兰州住了三年了 | user.location | 兰州
在江北租了个小公寓 | user.location | 江北
被顺丰录用了 | user.employer | 顺丰
上周被联想裁了 | -user.employer | 联想
从中兴出来了 | -user.employer | 中兴
榴莲真的受不了 | user.dislike | 榴莲
海鲜我不太喜欢 | user.dislike | 海鲜
自行车卖了 | -user.vehicle | 自行车
芒果过敏 | user.allergy | 芒果
我对芒果不过敏了 | -user.allergy | 芒果
我芒果过敏挺严重的 | user.allergy | 芒果
咖啡改喝美式了 | user.drink | 美式
火锅才是我的最爱 | user.like | 火锅
给我升了店长 | user.job | 店长
做电商三年了 | user.job | 电商
医生说我有哮喘 | user.health | 哮喘
家里的仓鼠死了 | -user.pet | 仓鼠
我有两个弟弟 | user.family | 两个弟弟
我单身 | user.relationship | 单身
和阿明分手了 | -user.dating | 阿明
我开一辆老捷达 | user.vehicle | 一辆老捷达
我是河北人 | user.origin | 河北
我在川大念大二 | user.school | 川大
我每天吃两次二甲双胍 | user.medication | 二甲双胍
微信联系我最方便 | user.preference.contact | WeChat
我妈秋天搬去珠海了 | person.mother.location | 珠海
我弟从京东辞职了 | -person.younger_brother.employer | 京东
vim, love it | user.like | vim
I use Emacs for everything | user.editor | Emacs
switched to a Pixel | user.phone_model | a Pixel
closed my account at HSBC | -user.bank | HSBC
I take the tram to work | user.commute | tram
left Oracle, I'm at Zalando now | user.employer | Zalando
我写代码用emacs | user.editor | emacs
换成小米了 | user.phone_model | 小米
我骑自行车上班 | user.commute | 自行车
从中兴出来了，现在在联想 | user.employer | 联想
我不住嘉兴了，现在在绍兴 | user.location | 绍兴
Mia, 31, welder in Leipzig | user.name | Mia
Mia, 31, welder in Leipzig | user.job | welder
Mia, 31, welder in Leipzig | user.location | Leipzig
你好，我小山，在厦门做咖啡师 | user.name | 小山
你好，我小山，在厦门做咖啡师 | user.work_location | 厦门
摄影师一枚 | user.job | 摄影师
免贵姓何，何敏 | user.name | 何敏
hey, lou here, my bill is wrong | user.name | lou
keep your answers brief | user.preference.answers.length | brief
no emojis in your replies please | user.preference.answers.emoji | no emojis
can you answer in French from now on? | user.preference.answers.language | french
always use imperial units with me | user.preference.answers.units | imperial units
you don't need to be so formal with me | user.preference.answers.tone | no formal
回答简短一点 | user.preference.answers.length | 简短
回复里别加表情 | user.preference.answers.emoji | 不表情
以后用法语回我 | user.preference.answers.language | 法语
以后都分点列出来 | user.preference.answers.format | 分点
跟我不用这么客气 | user.preference.answers.tone | 不客气
"""
#: What looks like a statement of the user's and is none.
NOTHING = """
moved to the next step
moved to done
living in Paris is expensive
left early today
from Monday to Friday
sold out already
vegan options please
I'm in Paris for a conference
my code got promoted to production
the hero lives in Prague
he has a cold and a car
I have an idea and a question
drive safely
take the bus if it rains
I have a bad feeling
fix the car
我对努力过敏
我应该没啥过敏的
我叫啥不重要
主角是个侦探，住在布拉格
我是病人
我不住在长春
住在北京的人真多
买车要多少钱
这车卖了吗
做饭好累
Sounds like a blast
I've got a few projects, like my short stories
I'm getting there, Caroline
Learning German has been tough
here's a photo of my horse painting
can you remind me of the video you recommended?
I've been using a planner
I will always love reading
Ana is loving her new pet bed
Rock on and I hope they love it
我12岁那年学会了游泳
make it shorter
write this letter in French
answer in one word
the report needs bullet points
is your answer always this long?
hey, nothing here
remind me what my address is
I need to change my flight before May 20
回答自动分段做了个版本
把这段写短一点
随便，大家都开心就行
来源放回答首行右侧，展开详情
"""


def claims(text: str) -> list[Claim]:
    turn = Turn(role=Role.USER, content=text)
    return list(RuleExtractor().extract(Heard(turn, "t", NOON, "UTC")))


def rows(table: str) -> list[tuple[str, ...]]:
    return [tuple(part.strip() for part in row.split("|")) for row in table.strip().split("\n")]


@pytest.mark.parametrize(("text", "key", "value"), rows(STATED))
def test_what_is_typed_in_haste_is_read(text: str, key: str, value: str) -> None:
    read = [
        ("-" * claim.ends + (claim.subject or ""), claim.payload.get("value"))
        for claim in claims(text)
    ]
    assert (key, value) in read


@pytest.mark.parametrize("text", NOTHING.strip().split("\n"))
def test_what_only_looks_so_states_nothing(text: str) -> None:
    assert claims(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "12 hrs on my feet again",
        "Make it look neat would you",
        "十三岁的老狗，心里空落落的",
        "到那天给我说句吉利话",
        "八十岁的膝盖配十八岁的作业",
        "I'm no doctor, but that looks bad",
        "我住得挺远",
    ],
)
def test_numbers_and_orders_beside_a_life_are_none_of_it(text: str) -> None:
    before = Turn(role=Role.USER, content="I'm allergic to penicillin.")
    heard = Heard(
        turn=Turn(role=Role.USER, content=text),
        id="t",
        at=datetime(2025, 6, 1, tzinfo=UTC),
        tz="UTC",
        before=(before,),
    )
    assert [claim.subject for claim in RuleExtractor().extract(heard)] == []


def test_a_programme_is_nobody() -> None:
    assert not [
        c for c in claims("wps会员到期不续了，改用飞书文档了") if "person" in str(c.subject)
    ]


def test_the_name_of_a_pet_is_not_the_users() -> None:
    assert [(c.subject, c.payload["value"]) for c in claims("我们养了只柯基，叫豆豆")] == [
        ("user.pet", "只柯基"),
        ("person.dog.name", "豆豆"),
    ]


def test_what_is_not_so_does_not_take_the_place_of_what_is() -> None:
    assert [(c.subject, c.payload["value"]) for c in claims("说错了，我住绍兴，不是嘉兴")] == [
        ("user.location", "绍兴")
    ]


@pytest.mark.parametrize(
    ("text", "content", "until"),
    [
        ("remind me to water the plants on Friday", "water the plants on Friday", "2025-06-21"),
        ("don't let me forget the rent", "the rent", None),
        (
            "gotta pay the rent by June 30",
            "I have to pay the rent by June 30",
            "2025-07-01",
        ),
        ("周五提醒我浇花", "周五浇花", "2025-06-21"),
        ("别让我忘了交房租", "交房租", None),
        ("我6月30号之前得还书", "我6月30号之前得还书", "2025-06-30"),
    ],
)
def test_what_one_is_to_be_reminded_of_is_a_task(
    text: str, content: str, until: str | None
) -> None:
    (task,) = claims(text)
    due = task.payload.get("due")
    assert (task.type, task.subject) == (MemoryType.TASK, None)
    assert task.content in (content, text)
    assert (due["to"][:10] if due else None) == until


def test_typed_words_are_written_out_where_they_can_mean_nothing_else() -> None:
    assert spelled("im ok, dont worry, gotta go") == "I'm ok, don't worry, have to go"
    assert spelled("its id is in im.example.org, were fine") == (
        "its id is in im.example.org, were fine"
    )


def test_what_is_kept_stands_as_it_was_typed() -> None:
    assert [claim.content for claim in claims("ok so im allergic to latex, ur gloves?")] == []
    assert [claim.content for claim in claims("so im allergic to latex")] == [
        "im allergic to latex"
    ]
    assert [claim.content for claim in claims("just moved to Malmo")] == ["I just moved to Malmo"]
    assert as_typed("I don't eat pork", "well i dont eat pork") == "I dont eat pork"


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("switched dentists, it's Dr. Novak now", "person.dentist.name", "Dr. Novak"),
        ("换医生了，现在是罗大夫", "person.doctor.name", "罗大夫"),
        ("got a new phone number, 555 0142 300", "user.phone", "555 0142 300"),
        ("换新号了，13855500199", "user.phone", "13855500199"),
        ("that inbox is dead, use mia@example.net instead", "user.email", "mia@example.net"),
        ("那个邮箱不用了，改用mia@example.net", "user.email", "mia@example.net"),
        ("too wet for that, taking the tram to work", "user.commute", "tram"),
        ("太热了骑不动，坐公交上班了", "user.commute", "公交"),
        ("嘉兴待不下去，现在人在绍兴了", "user.location", "绍兴"),
        ("Lena left, Omar is my boss now", "person.boss.name", "Omar"),
        ("在通州租房呢", "user.location", "通州"),
    ],
)
def test_a_change_is_read_from_the_clause_that_says_it(text: str, key: str, value: str) -> None:
    assert (key, value) in [(claim.subject, claim.payload["value"]) for claim in claims(text)]


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("who's my dentist?", "person.dentist.name"),
        ("who was my boss before Omar?", "person.boss.name"),
        ("我领导是谁？", "person.boss.name"),
        ("what car do I drive?", "user.vehicle"),
        ("我开什么车？", "user.vehicle"),
        ("which bank did I use before?", "user.bank"),
        ("我以前用哪家银行？", "user.bank"),
    ],
)
def test_a_question_finds_what_was_read(question: str, key: str) -> None:
    assert [str(pattern) for pattern in asked_subjects(question)] == [key]


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("my two cats wake me at 5", "user.pet", "two cats"),
        ("my old Skoda barely starts", "user.vehicle", "old Skoda"),
        ("my iPhone is dead again", "user.phone_model", "iPhone"),
        ("my eczema is flaring up", "user.health", "eczema"),
        ("我那只老猫又吐了", "user.pet", "只老猫"),
        ("我那辆老捷达打不着火了", "user.vehicle", "老捷达"),
        ("我的小米手机又没电了", "user.phone_model", "小米手机"),
        ("我哮喘又犯了", "user.health", "哮喘"),
    ],
)
def test_what_is_taken_for_granted_is_read(text: str, key: str, value: str) -> None:
    assert (key, value) in [(claim.subject, claim.payload["value"]) for claim in claims(text)]


@pytest.mark.parametrize(
    "text",
    [
        "is my cat too fat?",
        "my cat food order is late",
        "my friend's dog bit me",
        "if my dog could talk",
        "my performance anxiety meeting notes",
        "我猫粮买错了",
        "我猫养得好吗",
        "我朋友的狗咬了我",
    ],
)
def test_what_is_asked_or_of_others_is_not_taken_for_granted(text: str) -> None:
    assert [claim.subject for claim in claims(text)] == []
