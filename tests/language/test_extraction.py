"""What the rules learn from a turn, and above all what they must not learn."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hindsight_integrations.language.extraction import ASKED, UNSURE, RuleExtractor
from hindsight_integrations.ports import Extractor, Heard
from hindsight_integrations.records import Claim, MemoryType, Role, Source, Turn

NOW = datetime(2025, 6, 18, 4, 0, tzinfo=UTC)


def heard(text: str, role: Role = Role.USER, at: datetime | None = None) -> Heard:
    return Heard(turn=Turn(role=role, content=text, at=at), id="turn-7", at=NOW, tz="UTC")


def claims(text: str) -> tuple[Claim, ...]:
    return RuleExtractor().extract(heard(text))


def told(text: str) -> list[tuple[str | None, object]]:
    """Subject and value of each claim; a value that ends has a minus before it."""
    return [
        (claim.subject, f"-{claim.payload['value']}" if claim.ends else claim.payload.get("value"))
        for claim in claims(text)
    ]


STATEMENTS = """
    name | My name is Ana. | Ana
    name | my name's ana | ana
    name | Hi, my full name is Ana Maria Lopez! | Ana Maria Lopez
    name | my name is now Ana Silva | Ana Silva
    name | Please call me Bob | Bob
    name | You can call me Bob, thanks | Bob
    name | 我叫小林 | 小林
    name | 你好，我叫林小雨。 | 林小雨
    name | 我的名字是王芳 | 王芳
    name | 以后请叫我老王吧 | 老王
    name | 叫我艾丽丝就好 | 艾丽丝
    location | I live in Lisbon. | Lisbon
    location | i live in berlin | berlin
    location | Actually, I now live in New York City | New York City
    location | We live in the Netherlands | the Netherlands
    location | I live in Lisbon, Portugal. | Lisbon, Portugal
    location | I live in St. Louis. | St. Louis
    location | I'm based in Berlin at the moment | Berlin
    location | I moved to Lisbon last week | Lisbon
    location | I've just moved from Berlin to Porto because of work. | Porto
    location | I have recently relocated to São Paulo | São Paulo
    location | i moved to lisbon a month ago | lisbon
    location | I moved to New Delhi two years ago | New Delhi
    location | I moved back to London in May | London
    location | Our apartment is in Vienna | Vienna
    location | 我住在里斯本。 | 里斯本
    location | 我现在住杭州 | 杭州
    location | 我搬到里斯本了 | 里斯本
    location | 我上周从柏林搬到了里斯本 | 里斯本
    location | 我们去年搬去上海了 | 上海
    location | 我家在成都 | 成都
    location | 我家住在北京朝阳区 | 北京朝阳区
    location | 我已经定居在温哥华了 | 温哥华
    location | 我住在北京三年了 | 北京
    location | 我住在上海和父母一起 | 上海
    employer | I work at Acme. | Acme
    employer | I now work for Johnson and Johnson | Johnson and Johnson
    employer | I'm working at Bright Foods as a cook | Bright Foods
    employer | I work at Acme and I like it | Acme
    employer | I've just started at Northwind | Northwind
    employer | I got a new job at Contoso in Paris | Contoso
    employer | I joined Contoso as an engineer | Contoso
    employer | My new employer is Fabrikam | Fabrikam
    employer | 我在阿里巴巴工作 | 阿里巴巴
    employer | 我现在在字节跳动上班 | 字节跳动
    employer | 我在Acme工作 | Acme
    employer | 我刚入职腾讯 | 腾讯
    employer | 我们公司叫星光科技 | 星光科技
    employer | 我最近跳槽到了华夏银行 | 华夏银行
    diet | I'm vegetarian | vegetarian
    diet | I am a vegan. | vegan
    diet | I'm vegan now and I feel great | vegan
    diet | I've recently become a pescatarian | pescatarian
    diet | I went vegan | vegan
    diet | I only eat halal | halal
    diet | I'm on a keto diet | keto
    diet | I don't eat meat | no meat
    diet | I never eat pork or beef | no pork or beef
    diet | I eat meat again | eats meat
    diet | I now eat fish and eggs again. | eats fish and eggs
    diet | 我吃素 | vegetarian
    diet | 我又吃肉了 | 吃肉
    diet | 我重新开始吃鱼、鸡蛋了 | 吃鱼、鸡蛋
    diet | 我没什么忌口，我吃素 | vegetarian
    diet | 我是素食者 | vegetarian
    diet | 我是一个素食主义者。 | vegetarian
    diet | 我开始吃素了 | vegetarian
    diet | 我不吃肉 | 不吃肉
    diet | 我从来不吃猪肉、牛肉 | 不吃猪肉、牛肉
    diet | 我不吃辣的 | 不吃辣
    diet | 我12岁就开始吃素了 | vegetarian
    pet | 上周末从救助站领养了两只猫 | 两只猫
    study | 我在大学学生物 | 生物
    location | 我住在里斯本,天气怎么样? | 里斯本
    location | 我住在里斯本 最近天气不错 | 里斯本
    location | where can I swim, I live in Lisbon | Lisbon
    pet | I have a hamster and nobody told me that they bite | a hamster
    family | I have one sister | one sister
    family | I have children, any tips? | children
    family | we are raising three boys on our own | three boys
    relationship | I'm a married man now | married
    like | I do love a cryptic crossword | a cryptic crossword
    age | im 31 n the landlord says i need a cosigner | 31
    location | I relocated from Bonn to Turin for love | Turin
    employer | I got another job at Contoso | Contoso
    preference.contact | I don't want phone calls | no phone
    preference.contact | Please don't call me. | no phone
    preference.contact | please do not text me anymore | no text
    preference.contact | Stop emailing me please | no e-mail
    preference.contact | I hate phone calls | no phone
    preference.contact | No more calls, please | no phone
    preference.contact | I don't like to be called | no phone
    preference.contact | I prefer email | e-mail
    preference.contact | I'd prefer to be contacted by e-mail over phone | e-mail
    preference.contact | I prefer calls to texts | phone
    preference.contact | Please contact me by text | text
    preference.contact | please only email me | e-mail
    preference.contact | The best way to reach me is WhatsApp | WhatsApp
    preference.contact | you can call me again | phone
    preference.contact | I prefer phone calls now | phone
    preference.contact | Just text me instead | text
    preference.contact | 不要给我打电话 | no phone
    preference.contact | 请别再打电话给我了 | no phone
    preference.contact | 我不想接电话 | no phone
    preference.contact | 我不喜欢电话 | no phone
    preference.contact | 我更喜欢用邮件联系 | e-mail
    preference.contact | 请用微信联系我 | WeChat
    preference.contact | 以后请通过短信通知我。 | text
    preference.contact | 有事发邮件就好 | e-mail
    preference.contact | 发短信就行 | text
    preference.contact | 以后还是发短信给我吧 | text
    preference.contact | 你们可以给我打电话了 | phone
"""
ENDINGS = """
    location | I no longer live in Berlin | Berlin
    location | I don't live in Berlin anymore. | Berlin
    location | I've moved away from Berlin | Berlin
    location | 我不再住在北京 | 北京
    location | 我已经不住在北京了 | 北京
    location | 我从北京搬走了 | 北京
    employer | I no longer work at Acme | Acme
    employer | I don't work for Acme any more | Acme
    employer | I quit my job at Acme | Acme
    employer | I was laid off from Acme last week | Acme
    employer | I've stopped working at Acme | Acme
    employer | I left Acme | Acme
    diet | i quit keto | keto
    employer | We got laid off from Acme yesterday | Acme
    employer | I've finally left Bright Foods for good. | Bright Foods
    employer | 我不在腾讯工作了 | 腾讯
    employer | 我不再在腾讯上班 | 腾讯
    employer | 我上个月从腾讯离职了 | 腾讯
    employer | 我已经从阿里离职了 | 阿里
    diet | I'm no longer vegetarian | vegetarian
    diet | I am not vegan anymore | vegan
    diet | I stopped being a vegetarian | vegetarian
    diet | 我不再吃素 | vegetarian
    diet | 我不吃素了 | vegetarian
    diet | 我不吃素了，现在什么都吃 | vegetarian
    diet | 我现在不是素食者了 | vegetarian
"""


def rows(table: str) -> list[tuple[str, ...]]:
    return [tuple(part.strip() for part in row.split("|")) for row in table.strip().split("\n")]


@pytest.mark.parametrize(("subject", "text", "value"), rows(STATEMENTS))
def test_statements(subject: str, text: str, value: str) -> None:
    assert told(text) == [(f"user.{subject}", value)]


@pytest.mark.parametrize(("subject", "text", "value"), rows(ENDINGS))
def test_what_holds_no_longer(subject: str, text: str, value: str) -> None:
    assert told(text) == [(f"user.{subject}", f"-{value}")]


OTHERS = """
    My brother lives in Rome | person.brother.location | Rome
    My wife's phone number is 555 010 2233. | person.wife.phone | 555 010 2233
    My sister's name is Ana | person.sister.name | Ana
    my mum works as a nurse | person.mother.job | nurse
    My friend Ana moved to Lisbon | person.ana.location | Lisbon
    Alice moved to Lisbon | person.alice.location | Lisbon
    Alice Moreau is allergic to nuts | person.alice_moreau.allergy | nuts
    Bob's wife lives in Leeds | person.bob_wife.location | Leeds
    You can write to Jo at jo@example.org | person.jo.email | jo@example.org
    Bob is no longer vegan | person.bob.diet | -vegan
    Bob no longer works at Acme | person.bob.employer | -Acme
    The e-mail address of Bob is bob@example.org | person.bob.email | bob@example.org
    The server's port is 9092 | thing.server.port | 9092
    My favourite book is Dune | user.favourite_book | Dune
    I'm a vegan chef | user.job | vegan chef
    I prefer tea | user.drink | tea
    I'm moving to Lisbon next year | user.plan.location | Lisbon
    Bob is going to work at Acme | person.bob.plan.employer | Acme
    我妈妈住在上海 | person.mother.location | 上海
    我老公的手机号是13800138000 | person.husband.phone | 13800138000
    我妹妹叫小丽 | person.younger_sister.name | 小丽
    小林搬到上海了 | person.小林.location | 上海
    王芳对花生过敏 | person.王芳.allergy | 花生
    给老周发邮件用zhou@example.org | person.老周.email | zhou@example.org
    王芳不再吃素 | person.王芳.diet | -vegetarian
    王芳不在腾讯上班了 | person.王芳.employer | -腾讯
    服务器的端口是9092 | thing.服务器.端口 | 9092
    我在北京工作 | user.work_location | 北京
    我喜欢邮件 | user.like | 邮件
    我打算搬到上海 | user.plan.location | 上海
"""


@pytest.mark.parametrize(("text", "subject", "value"), rows(OTHERS))
def test_others_things_and_plans(text: str, subject: str, value: str) -> None:
    assert told(text) == [(subject, value)]


CARRIED = """
    My dad is 70 and he's a carpenter | person.father.age 70; person.father.job carpenter
    My wife lives in Rome and I work at Acme | person.wife.location Rome; user.employer Acme
    I quit Acme and joined Globex | user.employer -Acme; user.employer Globex
    Bob left the old firm in May and joined Globex | person.bob.employer Globex
    Bob eats kosher. Bob gave that up and is vegan now. | person.bob.diet kosher; person.bob.diet vegan
    Bob changed jobs and now works at Globex | person.bob.employer Globex
    I live in Berlin with my sister Irina. She works at Acme. | user.location Berlin; person.sister.name Irina; person.irina.employer Acme
    I moved to Rome. She works at Acme. | user.location Rome
    Irina lives in Oslo. I live in Rome. She works at Acme. | person.irina.location Oslo; user.location Rome; person.irina.employer Acme
    我搬到上海了。她在华为工作。 | user.location 上海
    我想和我妹妹去旅行。她在华为工作。 | person.younger_sister.employer 华为
    My sister changed numbers; the new one is 555 010 4455 | person.sister.phone 555 010 4455
    Bob's old number is dead, use 555 010 4455. | person.bob.phone 555 010 4455
    My name isn't Ana, it's Anna | user.name Anna
    Bob no longer lives there; he is in Leeds now | person.bob.location Leeds
    Bob lives in Leeds. He works at Acme. | person.bob.location Leeds; person.bob.employer Acme
    王芳换工作了，现在在腾讯上班 | person.王芳.employer 腾讯
    王芳上个月离开了原来的公司，入职了腾讯 | person.王芳.employer 腾讯
    我姐姐换手机号了，新号码是13900139000 | person.elder_sister.phone 13900139000
    王芳的旧号停用了，改用13900139000 | person.王芳.phone 13900139000
    我的电话不是13800138000，是13900139000 | user.phone 13900139000
    王芳上个月搬去苏州了，以后常驻那边 | person.王芳.location 苏州; person.王芳.work_location 苏州
    王芳住在苏州。她在腾讯上班。 | person.王芳.location 苏州; person.王芳.employer 腾讯
"""


SLIPS = """
    I live in Berlin. No wait, Potsdam. | Berlin Potsdam
    I live in Berlin - sorry, I mean Potsdam. | Berlin Potsdam
    My number is 555 010 0100. Sorry, I meant 555 010 0101. | 555 010 0100 555 010 0101
    I live in Berlin. Actually, it's Potsdam, not Berlin. | Berlin Potsdam
    My sister works at Acme, no wait, Globex. | Acme Globex
    我住在柏林，不对，是波茨坦。 | 柏林 波茨坦
    我住在柏林。哦不，波茨坦。 | 柏林 波茨坦
    我的电话是13800138000，说错了，是13900139000。 | 13800138000 13900139000
    I live in Berlin. Sorry, Tom. | Berlin
    I like tea. Actually it's late. | tea
    I work at Acme. I mean, it is fine. | Acme
    我住在柏林。不是吗 | 柏林
"""


@pytest.mark.parametrize(("text", "expected"), rows(SLIPS))
def test_who_misspoke_says_what_is_right(text: str, expected: str) -> None:
    """The right value comes after the wrong one, under the same subject, so it is the one that holds."""
    subjects, values = zip(*told(text), strict=True)
    assert (len({*subjects}), " ".join(values)) == (1, expected)


BEFORE = """
    I live in Berlin. | Sorry, I meant Potsdam. | user.location Potsdam
    I live in Berlin. | It's Potsdam, not Berlin. | user.location Potsdam
    My sister Irina came to see me. | She works at Acme. | person.irina.employer Acme
    I moved to Rome. | She works at Acme. |
    我住在柏林。 | 说错了，是波茨坦。 | user.location 波茨坦
    我妹妹来看我了。 | 她在华为工作。 | person.younger_sister.employer 华为
    He said: "I live in Berlin." | Sorry, I meant Potsdam. |
    I live in Berlin. | Thanks! |
"""


@pytest.mark.parametrize(("before", "text", "expected"), rows(BEFORE))
def test_a_turn_goes_on_from_the_one_before(before: str, text: str, expected: str) -> None:
    earlier = (Turn(role=Role.USER, content=before), Turn(role=Role.ASSISTANT, content="I see."))
    found = RuleExtractor().extract(replace(heard(text), before=earlier))
    assert "; ".join(f"{c.subject} {c.payload['value']}" for c in found) == expected
    assert all(claim.content == text for claim in found)


@pytest.mark.parametrize(
    ("before", "text", "subject"),
    [
        ("My sister Irina came to see me.", "She works at Acme.", "person.irina.employer"),
        ("我妹妹来看我了。", "她在华为工作。", "person.younger_sister.employer"),
    ],
)
@pytest.mark.parametrize(("hours", "goes_on"), [(2, True), (13, False), (24 * 7, False)])
def test_what_was_said_days_ago_is_not_meant_by_she(
    before: str, text: str, subject: str, *, hours: int, goes_on: bool
) -> None:
    now = heard(text)
    at = now.at - timedelta(hours=hours)
    earlier = (Turn(role=Role.USER, content=before, at=at),)
    found = RuleExtractor().extract(replace(now, before=earlier))
    assert [claim.subject for claim in found] == ([subject] if goes_on else [])


def test_a_correction_stands_with_what_it_corrects() -> None:
    claims = RuleExtractor().extract(heard("I live in Berlin. No wait, Potsdam."))
    assert claims[-1].content == "I live in Berlin. No wait, Potsdam."


@pytest.mark.parametrize(("text", "expected"), rows(CARRIED))
def test_a_clause_goes_on_from_the_one_before(text: str, expected: str) -> None:
    assert [f"{subject} {value}" for subject, value in told(text)] == expected.split("; ")


@pytest.mark.parametrize(
    "text", ["I think my sister lives in Rome", "Maybe Bob works at Acme", "我妈妈可能住在上海"]
)
def test_what_is_unsure_is_less_sure(text: str) -> None:
    (claim,) = claims(text)
    assert claim.confidence == UNSURE


@pytest.mark.parametrize("text", ["Bob likes chess now", "王芳改成喜欢下棋了"])
def test_a_change_takes_the_place_of_many_values(text: str) -> None:
    (claim,) = claims(text)
    assert claim.replaces


@pytest.mark.parametrize(
    ("text", "kind"),
    [("I'm moving to Rome in May", MemoryType.TASK), ("我要搬到上海", MemoryType.TASK)],
)
def test_a_plan_is_a_task(text: str, kind: MemoryType) -> None:
    (claim,) = claims(text)
    assert claim.type is kind


@pytest.mark.parametrize(
    "text", ["We adopted a cat", "我们领养了一只猫", "My sister now has a hamster"]
)
def test_what_adds_to_others_takes_the_place_of_none(text: str) -> None:
    (claim,) = claims(text)
    assert str(claim.subject).endswith(".pet")
    assert not claim.replaces


NOTHING = """
    Where do I live?
    do I live in Lisbon
    Am I vegetarian?
    If I lived in Lisbon, I would be happy
    If I moved to Paris and I worked at Acme, it would be fun
    I wish I lived in Lisbon
    Imagine I live in Lisbon
    Suppose my name is Bob
    I don't live in Berlin
    I do not work at Acme
    I'm not vegetarian
    My name isn't Ana
    I used to live in Berlin
    I lived in Berlin for years
    I worked at Acme once
    I might move to Porto
    I want to live in Rome
    I would like to work at Acme
    He works at Acme
    They call me crazy
    He said, I live in Paris
    She told me: I work at Acme
    My boss thinks I live in Lisbon
    The letter says "I live in Paris"
    She wrote 'I am vegan' on it
    I live in fear
    I live in a small flat
    I live in a new city
    I live in my car
    I live in the moment
    I moved to a new flat
    I moved to the marketing team
    I moved to the front row
    I moved to Kubernetes last month
    I work at night
    I work for a bank
    I work for myself
    I work at home
    I want to live in Rome and work at Acme
    I used to live in Rome and work at Acme
    I left Acme at 5pm
    I left my phone at Acme
    I quit smoking
    I joined the gym
    I joined Acme's call
    Call me later
    call me tomorrow
    Call me on Monday
    Call me Monday
    call me paranoid
    My name is on the list
    my name is spelled with two n
    I am called to the office
    email me the report
    please text me the address
    Don't call me Shirley
    I'm allergic to work
    I don't eat out
    I don't want calls from Bob
    Translate: I live in Paris
    Is my name Ana
    live music in Lisbon
    我住在哪里？
    我叫什么名字
    我是不是吃素
    如果我住在上海就好了
    要是我在腾讯工作
    假如我吃素
    我想住在里斯本
    我想住在上海，在腾讯工作
    我以前住在上海，在腾讯工作
    我住在什么地方
    我以前住在北京
    我曾经在腾讯工作
    我不住在北京
    我不在腾讯工作
    我不吃素
    他住在北京
    他说我住在巴黎
    她告诉我她在腾讯工作
    他写道：“我住在巴黎”
    书里有「我叫鲁滨逊」
    翻译：我住在巴黎
    我住在公司附近
    我住在三楼
    我住院了
    我搬到新公司宿舍了
    我在家工作
    我在国外工作
    我在努力工作
    我叫了外卖
    我叫他来
    我叫车了
    我叫小林来接你
    他们叫我起床
    请给我发邮件
    请发短信给客户
    我不吃早饭
    我不吃这家的菜
    我在阿里巴巴工作的时候很忙
    我们公司是做软件的
"""


@pytest.mark.parametrize("text", [line.strip() for line in NOTHING.strip().split("\n")])
def test_no_claim(text: str) -> None:
    assert told(text) == []
    assert told(f"{text}\n") == []


def test_a_text_that_a_colon_introduces_is_not_the_user_s() -> None:
    assert told("Please translate this:\nI live in Paris. My name is Jean.") == []
    assert told("请润色下面这段话：\n我住在巴黎。") == []
    assert told("About me:\n- My name is Ana\n- I live in Lisbon") == [
        ("user.name", "Ana"),
        ("user.location", "Lisbon"),
    ]


@pytest.mark.parametrize("role", [Role.ASSISTANT, Role.TOOL, Role.SYSTEM])
def test_only_the_user_claims(role: Role) -> None:
    for text in ("I live in Lisbon", "remember that I am vegan", "我住在里斯本"):
        assert RuleExtractor().extract(heard(text, role)) == ()


def test_several_claims_in_the_order_of_the_words() -> None:
    assert told("Hi! My name is Ana and I live in Lisbon. I work at Acme, I don't eat meat.") == [
        ("user.name", "Ana"),
        ("user.location", "Lisbon"),
        ("user.employer", "Acme"),
        ("user.diet", "no meat"),
    ]
    assert told("我叫小林，住在杭州，在阿里巴巴工作。我不吃辣。") == [
        ("user.name", "小林"),
        ("user.location", "杭州"),
        ("user.employer", "阿里巴巴"),
        ("user.diet", "不吃辣"),
    ]


def test_a_second_statement_shares_the_subject_of_the_first() -> None:
    assert told("I live in Oslo and work at Acme") == [
        ("user.location", "Oslo"),
        ("user.employer", "Acme"),
    ]
    assert told("I now work for Acme and live in Oslo.") == [
        ("user.employer", "Acme"),
        ("user.location", "Oslo"),
    ]
    assert [claim.content for claim in claims("I live in Oslo and now work for Acme")] == [
        "I live in Oslo",
        "I work for Acme",
    ]
    assert told("别给我打电话，发邮件就好") == [
        ("user.preference.contact", "no phone"),
        ("user.preference.contact", "e-mail"),
    ]


def test_the_same_said_twice_is_one_claim() -> None:
    assert told("I live in Lisbon. Yes, I live in Lisbon!") == [("user.location", "Lisbon")]


def test_a_claim_is_complete() -> None:
    at = datetime(2025, 3, 4, 9, 30, tzinfo=UTC)
    (claim,) = RuleExtractor().extract(heard("Well, I moved to Lisbon last week.", at=at))
    assert claim == Claim(
        content="I moved to Lisbon last week",
        subject="user.location",
        type=MemoryType.FACT,
        source=Source.USER_STATED,
        payload={"value": "Lisbon"},
        event_time=at,
        source_turn="turn-7",
    )
    (claim,) = RuleExtractor().extract(heard("我不再吃素"))
    assert claim.event_time is None
    assert claim.content == "我不再吃素"
    (claim,) = RuleExtractor().extract(heard("I prefer email"))
    assert claim.type is MemoryType.PREFERENCE


REMEMBER = """
    Remember that I don't want phone calls | user.preference.contact | I don't want phone calls
    please remember: my name is Ana | user.name | my name is Ana
    Can you remember that I'm vegan? | user.diet | I'm vegan
    Remember I live in Lisbon | user.location | I live in Lisbon
    Keep in mind that I work at Acme. | user.employer | I work at Acme
    Don't forget that my sister is allergic to nuts | person.sister.allergy | my sister is allergic to nuts
    Remember that my favourite book is "Dune". | None | my favourite book is "Dune"
    Please note that the door code is 4711 | None | the door code is 4711
    Remember that if it rains, the shop closes early | None | if it rains, the shop closes early
    请记住我不吃辣 | user.diet | 我不吃辣
    记住：我叫小林 | user.name | 我叫小林
    帮我记一下，我的护照在抽屉里 | None | 我的护照在抽屉里
    别忘了我对花生过敏。 | user.allergy | 我对花生过敏
    记得我妈妈喜欢兰花 | person.mother.like | 我妈妈喜欢兰花
    记住这个密码是1234 | None | 这个密码是1234
    请记住门锁密码改过了 | None | 门锁密码改过了
"""


@pytest.mark.parametrize(("text", "subject", "content"), rows(REMEMBER))
def test_what_is_asked_to_be_remembered(text: str, subject: str, content: str) -> None:
    (claim,) = claims(text)
    assert str(claim.subject) == subject
    assert claim.content == content
    assert claim.priority == ASKED
    assert claim.type is not MemoryType.TASK


def test_nothing_that_was_asked_for_is_lost() -> None:
    assert [
        (claim.subject, claim.content)
        for claim in claims("Remember that I live in Lisbon and my door sticks, thanks")
    ] == [
        ("user.location", "I live in Lisbon"),
        (None, "I live in Lisbon and my door sticks, thanks"),
    ]
    assert [(claim.subject, claim.content) for claim in claims("记住我叫小林，门有点卡")] == [
        ("user.name", "我叫小林"),
        (None, "我叫小林，门有点卡"),
    ]
    assert told("Remember that I live in Lisbon, thanks!") == [("user.location", "Lisbon")]


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("remember to buy milk", "buy milk"),
        ("Please don't forget to call the plumber tomorrow.", "call the plumber tomorrow"),
        ("记得买牛奶", "买牛奶"),
        ("别忘了给花浇水。", "给花浇水"),
    ],
)
def test_what_is_to_be_done_is_a_task(text: str, content: str) -> None:
    (claim,) = claims(text)
    assert (claim.content, claim.type, claim.priority) == (content, MemoryType.TASK, ASKED)
    assert claim.subject is None


@pytest.mark.parametrize(
    "text",
    [
        "Do you remember that I like tea?",
        "remember what I told you?",
        "Remember when we met?",
        "Remember that time in Paris?",
        "I remember that I lived there",
        "remember me",
        "Remember that?",
        "你还记得我住在哪里吗？",
        "记得吗",
        "我记得我住过那里",
        "记住这个",
        "请记住我喜欢什么",
    ],
)
def test_what_is_only_said_about_remembering(text: str) -> None:
    assert claims(text) == ()


def test_it_keeps_the_port() -> None:
    assert isinstance(RuleExtractor(), Extractor)


@given(st.text(st.characters(), min_size=1, max_size=300).filter(str.strip))
@settings(max_examples=100)
def test_any_text_is_accepted(text: str) -> None:
    assert claims(text) == claims(text)


@given(st.sampled_from([row[1] for row in rows(STATEMENTS)]))
@settings(max_examples=60)
def test_quoting_a_statement_takes_the_claim_away(text: str) -> None:
    assert told(f'The sign reads "{text}" today') == []
    assert told(f"墙上写着“{text}”这句话") == []


def test_a_long_turn_takes_no_time() -> None:
    extractor = RuleExtractor()
    texts = (
        "I live in " * 100_000,
        "我住在" * 300_000,
        "and I " * 1300,
        ", I, my " * 1000,
        "“" * 9999,
    )
    turns = [heard(text[:1_000_000]) for text in texts]
    start = time.process_time()
    for turn in turns:
        extractor.extract(turn)
    assert time.process_time() - start < 3


DUE = """
    I'm moving to Lisbon in May. | UTC | 2023-05-01T00:00:00+00:00
    Remember to call Bob on 3 May. | Asia/Shanghai | 2023-05-03T00:00:00+08:00
    我下个月要搬到深圳。 | Asia/Shanghai | 2023-04-01T00:00:00+08:00
    I'm moving to Lisbon. | UTC |
    I live in Lisbon since May. | UTC |
"""


@pytest.mark.parametrize(("text", "tz", "due"), rows(DUE))
def test_a_task_has_the_day_that_its_words_mean(text: str, tz: str, due: str) -> None:
    said = datetime(2023, 3, 15, 12, tzinfo=UTC)
    (claim,) = RuleExtractor().extract(replace(heard(text), at=said, tz=tz))
    assert claim.payload.get("due", {}).get("from", "") == due
