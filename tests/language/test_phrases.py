"""Every phrase of the built-in catalogue is read under its attribute when somebody says it of themselves, and every question is understood."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import NamedTuple

import pytest

from hindsight_integrations import Role, Turn
from hindsight_integrations.language.catalogue import builtin
from hindsight_integrations.language.extraction import RuleExtractor
from hindsight_integrations.language.subjects import asked_subjects
from hindsight_integrations.ports import Heard

NOW = datetime(2025, 6, 1, 12, tzinfo=UTC)
READER = RuleExtractor()

#: What an attribute's value is for, and the holes that want it said in another way, by language.
VALUES = {
    "en": {
        "name": "Nora Hale", "phone": "555-0142", "email": "nora@example.org", "employer": "Acme Robotics", "location": "Lisbon", "work_location": "Porto",
        "job": "a nurse", "diet": "vegan", "drink": "green tea", "allergy": "peanuts", "birthday": "March 3", "age": "34", "language": "Spanish", "pet": "a dog",
        "relationship": "married", "family": "two sons", "dating": "Theo", "origin": "Chile", "school": "Leeds University", "study": "history", "health": "asthma",
        "medication": "ibuprofen", "editor": "Vim", "phone_model": "a Pixel 8", "operating_system": "Linux", "team_tool": "Slack", "tool": "Blender", "bank": "Monzo",
        "commute": "the bus", "vehicle": "a Honda Civic", "dislike": "mushrooms", "like": "jazz",
    },
    "zh": {
        "name": "林小雨", "phone": "18600000030", "email": "lin@example.org", "employer": "启明科技", "location": "苏州", "work_location": "无锡", "job": "护士",
        "diet": "素", "drink": "绿茶", "allergy": "花生", "birthday": "3月3日", "age": "34岁", "language": "西班牙语", "pet": "狗", "relationship": "已婚",
        "family": "两个儿子", "dating": "小宇", "origin": "四川", "school": "苏州大学", "study": "历史", "health": "哮喘", "medication": "布洛芬", "editor": "Vim",
        "phone_model": "华为", "operating_system": "Linux", "team_tool": "飞书", "tool": "网易云音乐", "bank": "招商银行", "commute": "地铁", "vehicle": "比亚迪",
        "dislike": "香菜", "like": "爵士乐",
    },
}  # fmt: skip
HOLES = {
    "en": {
        "abode": "Leeds", "begun": "Acme Robotics on Monday", "newcomer": "a nurse last week", "attack": "a stroke", "fandom": "a big jazz fan", "lawschool": "law school", "lodging": "a flat in Leeds", "people": "Chilean",
        "pets": "a dog", "quarters": "a new flat in Leeds", "settled": "Leeds now", "shunned": "meat", "sold": "a car", "taught": "yoga", "trade": "a nurse",
        "unloved": "a big jazz fan", "university": "Leeds University", "weak": "nuts",
    },
    "zh": {
        "app": "微信读书", "born": "88年的", "dwelling": "学校宿舍", "eaten": "肉", "fandom": "爵士乐迷", "hometown": "贵州", "kin_of_none": "独生女", "known_firm": "华为",
        "livelihood": "送外卖", "lodging": "苏州租了个小房子", "moved": "苏州定居", "native": "四川人", "people": "四川人", "pets": "狗", "ride": "坐地铁", "schooling": "苏州大学读大三",
        "shunned": "肉", "skill": "钢琴", "town": "苏州", "trade": "餐饮", "university": "苏州大学", "weak": "胃", "workplace": "华为", "years": "34",
    },
}  # fmt: skip


#: What is read of a phrase that says more when a firm or a channel stands in it.
ELSEWHERE = {("team_tool", "都用{value}"): "preference.contact"}


class Phrase(NamedTuple):
    """A phrase of the catalogue, and the sentence in which somebody says it."""

    attribute: str
    phrase: str
    sentence: str


def phrases(language: str) -> list[Phrase]:
    return [
        Phrase(attribute.name, phrase, said(language, attribute.name, phrase, sense))
        for attribute in builtin().attributes
        for sense in ("says", "becomes", "ends")
        for phrase in getattr(attribute.words[language], sense)
    ]


def said(language: str, attribute: str, phrase: str, sense: str) -> str:
    """The phrase with a value, said by the user: now, or of what has changed."""
    (hole,) = set(re.findall(r"{(\w+)}", phrase)) - {"who"}
    value = HOLES[language].get(hole, VALUES[language][attribute])
    words = phrase.replace("{who}", "me" if language == "en" else "我").replace(
        f"{{{hole}}}", value
    )
    if language == "zh":
        done = sense != "says" and not re.search("了|的$", words)
        prescribed = attribute == "medication" and phrase.startswith(("给", "开了"))
        who = "" if "{who}" in phrase else "医生" if prescribed else "我"
        return f"{who}{words}{'了' * done}"
    if "{who}" in phrase:
        return words
    verb, _, rest = words.partition(" ")
    if verb == "not":
        return (
            f"I am not {rest.removeprefix('be ')}" if rest.startswith("be ") else f"I do not {rest}"
        )
    if verb == "be":
        return f"I {'am' if sense == 'says' else 'was'} {rest}"
    return f"I {verb if sense == 'says' else past(verb)} {rest}"


#: Of the verbs of the catalogue, those that do not only take "ed".
_PAST = """
    become became | begin began | break broke | buy bought | come came | cut cut | drop dropped | drink drank
    dump dumped | eat ate | find found | get got | give gave | go went | grow grew | have had
    hold held | keep kept | lay laid | leave left | lose lost | make made | put put | quit quit
    say said | sell sold | speak spoke | split split | stop stopped | swap swapped | swear swore | take took
    teach taught | transfer transferred | plan planned | wean weaned | write wrote | bring brought | meet met | land landed
"""
PAST = dict(pair.split() for row in _PAST.strip().splitlines() for pair in row.split("|"))


def past(verb: str) -> str:
    if irregular := PAST.get(verb):
        return irregular
    if verb.endswith("y") and verb[-2] not in "aeou":
        return f"{verb[:-1]}ied"
    return f"{verb}{'d' if verb.endswith('e') else 'ed'}"


def read(sentence: str) -> list[str]:
    heard = Heard(Turn(role=Role.USER, content=sentence), "t", NOW, "UTC")
    return [str(claim.subject) for claim in READER.extract(heard)]


def keys(attribute: str, phrase: str) -> set[str]:
    """The keys that a phrase may be read under."""
    name = ELSEWHERE.get((attribute, phrase), attribute)
    return {f"user.{name}", f"user.plan.{name}"}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_phrase_is_read(language: str) -> None:
    missed = [
        (attribute, phrase, sentence, found)
        for attribute, phrase, sentence in phrases(language)
        if not keys(attribute, phrase) & set(found := read(sentence))
    ]
    assert not missed, "\n".join(map(str, missed))


def questions(language: str) -> list[tuple[str, str]]:
    """Each question and each noun of the catalogue, asked of somebody, with the attribute that is asked for."""
    name = {"en": "Ana", "zh": "王芳"}[language]
    noun_asked = {"en": "what is Ana's {}?", "zh": "王芳的{}是什么？"}[language]
    auxiliaries = {"do": "does", "be": "is", "have": "has"} if language == "en" else {}
    asked = []
    for attribute in builtin().attributes:
        words = attribute.words[language]
        for phrase in words.asks:
            before, _, after = phrase.partition("{who}")
            verbs = [auxiliaries.get(word, word) for word in before.split(" ")]
            asked.append((attribute.name, f"{' '.join(verbs)}{name}{after}?"))
        asked += [(attribute.name, noun_asked.format(noun)) for noun in words.nouns]
    return asked


#: Nouns that may mean a number as well: what they ask for is the number.
NUMBERS = {"phone", "mobile", "手机"}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_question_is_understood(language: str) -> None:
    owner = {"en": "person.ana", "zh": "person.王芳"}[language]
    missed = [
        (attribute, question, found)
        for attribute, question in questions(language)
        if not (attribute == "phone_model" and any(noun in question for noun in NUMBERS))
        and f"{owner}.{attribute}" not in (found := [s.key for s in asked_subjects(question)])
    ]
    assert not missed, "\n".join(map(str, missed))
