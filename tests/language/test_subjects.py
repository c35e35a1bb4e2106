"""Which subject keys a question asks for, in both languages, and that other sentences ask for none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations.language.subjects import CATALOGUE, SUBJECTS, asked_subjects
from hindsight_integrations.records import SubjectPattern

ASKS = {
    "user.location": """
        where does she live?
        Where do I live now
        where is he living these days?
        where did she move to?
        Which city does the user live in?
        does he still live in Berlin?
        what's her address?
        where is she based
        她住在哪里？
        他住哪儿
        我家在哪里
        你知道我住在什么地方吗
        她搬到哪里去了
        用户的住址是什么
        他现在在哪个城市""",
    "user.preference.answers.language": """
        which language should you answer in?
        what language do I want you to reply in
        应该用什么语言回答我？
        之前我让你用什么语言
        """,
    "user.preference.answers.*": """
        how do I like your answers?
        how long should your answers be?
        你应该怎么回答我？
        我希望你怎么回复
        """,
    "user.employer": """
        where does he work?
        Who does she work for?
        which company is he working for
        who is her employer?
        does she still work at Acme?
        她在哪家公司工作
        他在哪里上班？
        我的工作单位是什么
        他给谁打工
        她在什么公司""",
    "user.name": """
        what's my name?
        What is the user's full name
        do you know my name
        who am I?
        what should I call you?
        他叫什么名字
        我叫什么
        怎么称呼您？
        用户的姓名是什么
        您贵姓""",
    "user.diet": """
        what can't she eat?
        is he still vegetarian?
        Does she eat meat?
        what is his diet?
        any dietary requirements?
        他吃素吗
        她不吃什么
        我能吃肉吗
        有什么忌口吗
        他的饮食习惯是什么""",
    "user.allergy": """
        what is she allergic to?
        any allergies?
        他对什么过敏？
        我有什么过敏""",
    "user.preference.contact": """
        how may I contact him?
        How does she want to be reached?
        does he prefer calls or email?
        can I call her?
        is she okay with phone calls?
        what is the contact preference
        怎么联系他？
        用什么方式联系她比较好
        可以给他打电话吗
        她喜欢打电话还是发邮件？
        能打电话吗""",
    "user.phone": """
        what's his phone number?
        her mobile number please
        他的手机号是多少
        电话号码是多少""",
    "user.email": """
        what is her email address
        what's his e-mail?
        她的邮箱是什么
        邮件地址""",
    "user.birthday": """
        when is her birthday?
        what is his date of birth
        When was she born?
        他的生日是哪天
        她的出生日期""",
    "user.age": """
        how old is he?
        what is her age
        他今年多大
        她几岁了
        我的年龄""",
    "user.language": """
        what languages does she speak?
        which language do I know
        what's his native language
        她会说什么语言
        他的母语是什么""",
}
ROWS = [
    (key, question.strip()) for key, block in ASKS.items() for question in block.strip().split("\n")
]


@pytest.mark.parametrize(("key", "question"), ROWS)
def test_a_question_asks_for_its_key(key: str, question: str) -> None:
    assert asked_subjects(question) == (SubjectPattern.parse(key),)


@pytest.mark.parametrize(
    ("question", "keys"),
    [
        ("what is her job?", ["user.employer", "user.job"]),
        ("what does she do for a living?", ["user.job"]),
        ("他是做什么工作的", ["user.employer", "user.job"]),
        ("他的职业是什么", ["user.job"]),
        ("他的联系方式", ["user.preference.contact", "user.phone", "user.email"]),
        ("who am I dating at the moment?", ["user.dating"]),
        ("What’s her name and where does she live?", ["user.location", "user.name"]),
        ("ＷＨＥＲＥ does she live", ["user.location"]),
    ],
)
def test_some_ask_for_several(question: str, keys: list[str]) -> None:
    assert [str(pattern) for pattern in asked_subjects(question)] == keys


ORDINARY = """
    I love live music
    the concert was live on television
    We live and learn
    It works for me
    does this work?
    who works on the roof?
    who's working for me on the farm these days?
    who works for us?
    a diet coke, please
    the birthday party was fun
    she named the price
    what is the name of the restaurant?
    the phone rang all night
    I called it a day
    how old is the house?
    where is the nearest bakery?
    what did she eat yesterday?
    the email arrived late
    which languages does the app support?
    address the problem first
    where did I put my keys?
    what should I cook tonight?
    I live in Lisbon
    does my dog eat meat?
    住院手续怎么办
    这首歌叫什么
    这家店叫什么名字
    他昨天吃了什么
    生日蛋糕很好吃
    这个房子多大
    电话响了一晚上
    我搬到里斯本了
    我在字节跳动工作
    我住在杭州
    今天工作很忙
    这家餐厅在哪里
    怎么做红烧肉
    邮件已经发了
"""


@pytest.mark.parametrize("text", [*ORDINARY.strip().split("\n"), "", "?", "\x00\ud800", "😀"])
def test_other_sentences_ask_for_none(text: str) -> None:
    assert asked_subjects(text.strip()) == ()


OTHERS = """
    What is Alice's current address? | person.alice.location
    where does irina work now? | person.irina.employer
    where does her sister live? | person.sister.location
    what is my boss's phone number? | person.boss.phone
    how old is his daughter? | person.daughter.age
    what's the name of my dog? | person.dog.name
    How do I call Bob? | person.bob.phone
    What should I order for Bob? | person.bob.drink
    What was Bob's old phone number? | person.bob.phone
    As of May 3, 2024: What diet does Bob follow? | person.bob.diet
    他妈妈住在哪里 | person.mother.location
    我表妹以前在哪个单位？ | person.表妹.employer
    我朋友在哪家公司工作 | person.friend.employer
    老板的电话号码是多少 | person.boss.phone
    给王芳发邮件发到哪里？ | person.王芳.email
    怎么打电话给王芳？ | person.王芳.phone
    2024年5月3日那天，王芳担任什么？ | person.王芳.job
    王芳现在喜欢什么？ | person.王芳.like
    服务器的端口是多少？ | thing.服务器.端口
"""


@pytest.mark.parametrize("row", OTHERS.strip().split("\n"))
def test_a_question_about_another_asks_for_theirs(row: str) -> None:
    question, key = (part.strip() for part in row.split("|"))
    assert [str(pattern) for pattern in asked_subjects(question)] == [key]


def test_every_key_of_the_catalogue_is_asked_for_in_both_languages() -> None:
    for subject in CATALOGUE:
        if subject.key == "user.job":
            continue  # always together with the employer; see above
        languages = {question.isascii() for key, question in ROWS if key == subject.key}
        assert languages == {True, False}


def test_keys_are_valid_and_unique() -> None:
    assert len(SUBJECTS) == len(CATALOGUE)
    for subject in CATALOGUE:
        assert str(SubjectPattern.parse(subject.key)) == subject.key


@given(st.text(st.characters(), max_size=300))
def test_any_text_is_accepted(text: str) -> None:
    assert isinstance(asked_subjects(text), tuple)
