"""Takes apart how people sum themselves up ("Sam, 26, barista in Reno", 我小山，在大理做咖啡师); it knows no key.

Each part is given back as a clause of its own, for the grammars to read.
"""

from __future__ import annotations

import re

from hindsight_integrations.language.adverbs_chinese import ADVERBIAL
from hindsight_integrations.language.kinds import city, role, vocation
from hindsight_integrations.language.life_kinds import field
from hindsight_integrations.language.livelihoods import known_firm, livelihood, workplace
from hindsight_integrations.language.names_chinese import may_be_name
from hindsight_integrations.language.owners import chinese, relation, words_of
from hindsight_integrations.language.patterns import compiled

_PROFILE = (
    r"^(?:(?P<name>[A-Z][a-z]{1,12})(?: here)?, )?(?:(?P<age>[1-9]\d)(?: ?(?:yo|m|f|y/o|years old))?, )?(?:an? )?(?P<role>[a-z][\w -]{2,30}?)"
    r"(?:,? (?:based |living |working )?(?:in|from|out of) (?P<place>[A-Z][\w'-]+(?: [A-Z][\w'-]+)?))?(?=\W*$|[,.!] )"
)
_WORKS_IN = f"^(?:{ADVERBIAL}){{0,3}}在(?P<place>[\u4e00-\u9fffA-Za-z]{{2,8}}?)(?P<verb>做|当|干|开(?!户)|念|读|学|教|搞|卖|跑|送|修|种|养|带|摆)(?P<role>[^，。]{{1,10}})$"
_WORKS_FOR = f"^(?:{ADVERBIAL}){{0,3}}给(?P<firm>[^，。]{{2,8}}?)(?P<deed>(?:送|跑|开|拉|做|当|干|写|修|带)[^，。]{{1,8}})$"
_STAYS = "^(?:带|[读念学上](?!习|校|会|堂|车|班)|当兵|养老|陪读)"
_ONE = "^(?:我是?)?(?P<what>[\u4e00-\u9fffA-Za-z]{2,10}?)(?:狗|汪|人|党|牛马|民工|社畜)?(?:一枚|一个|一名|一只|一条)$"
#: What stands between marks where people sum themselves up: 19，大二 and 28，女，坐标成都.
_ITEM = (
    "(?P<age>[1-9]\\d)(?:岁|周岁)?|(?P<sex>男|女|男生|女生|男的|女的|m|f|M|F)|(?P<grade>(?:大|研|博|高|初)[一二三四五]|本科|硕士|博士|应届(?:生|毕业生)?)(?:在读|狗|党|学生)?|(?P<bound>单身|已婚|未婚|离异|单身狗)"
    "|(?:坐标|base|人在|现居|在)?(?P<town>[\u4e00-\u9fff]{2,5})|(?:做|搞|干|从事)?(?P<role>[\u4e00-\u9fffA-Za-z]{2,8}?)(?:的|一枚)?|\\d{{3}}(?:cm|/)?\\d*(?:kg|斤)?"
)
_NICK = "^我(?P<name>[小阿老][\u4e00-\u9fff])[啊呀哦哈]?$"


def parts(sentence: str) -> list[str]:
    """The clauses that a summary of oneself comes to; none if it is no summary."""
    if max(sentence, default="") >= "\u4e00":
        return []
    found = compiled(_PROFILE).match(sentence)
    if found is None or role(found["role"]) is None or not (found["place"] or found["name"]):
        return []
    said = (
        ("My name is {}", "name"),
        ("I am {} years old", "age"),
        ("I am a {}", "role"),
        ("I live in {}", "place"),
    )
    return [words.format(found[group]) for words, group in said if found[group]]


def chinese_parts(clause: str) -> list[str]:
    """The same of one Chinese clause; as it is if it says one thing."""
    if (one := compiled(_ONE).match(clause)) and (said := _one(one["what"])):
        return said
    nick = compiled(_NICK).match(clause)
    if nick and may_be_name(nick["name"]) and not relation(nick["name"]):
        return [f"我叫{nick['name']}"]
    owned = next(chinese(clause), None)
    rest = owned.rest if owned else clause
    whose = clause[: len(clause) - len(rest)] or "我"
    firm = None if owned and owned.of else compiled(_WORKS_FOR).match(rest)
    if firm and known_firm(firm["firm"]):
        return [f"{whose}在{firm['firm']}上班", f"{whose}{firm['deed']}"]
    where = None if owned and owned.of else compiled(_WORKS_IN).match(rest)
    if where is None:
        return [clause]
    who, deed = clause[: len(clause) - len(rest)] or "我", f"{where['verb']}{where['role']}"
    if city(where["place"]) and role(where["role"]) and where["role"][-1] != "的":
        return [f"{who}在{where['place']}工作", f"{who}{deed}"]
    if city(where["place"]) and _lasts(deed, where["role"]):
        return [f"{who}在{where['place']}生活", f"{who}{deed}"]
    return (
        [f"{who}在{where['place']}上班", f"{who}{deed}"] if workplace(where["place"]) else [clause]
    )


def _lasts(deed: str, what: str) -> bool:
    """Whether one who does so in a town lives there: 做咖啡师, 读大二, 带娃; 做手术, 开会 and 教堂 are no such deeds."""
    trained = role(what) or what in _TRADES or livelihood(deed)
    called = deed[0] not in "做干搞弄" and livelihood(f"{deed}的")
    return bool(trained or called or compiled(_STAYS).match(deed))


def _one(what: str) -> list[str]:
    """What 美团后端一枚 and 土木狗一枚 say: a trade, its firm, a subject."""
    for end in range(2, len(what) - 1):
        if known_firm(what[:end]) and (role(what[end:]) or what[end:] in _TRADES):
            return [f"我在{what[:end]}上班", f"我做{what[end:]}"]
    if role(what):
        return [f"我是{what}"]
    if field(what):
        return [f"我学{what}"]
    return [f"我做{what}"] if what in _TRADES else []


_TRADES = frozenset(
    words_of(
        "后端 前端 算法 测试 产品 运营 设计 客服 销售 开发 运维 数据 财务 人事 行政 市场 策划 采购 法务 审计 会计 金融 外贸 电商"
    )
)


def chinese_summary(sentence: str) -> list[str]:
    """The clauses of a sentence that begins with age, sex or grade between marks (19，大二); none if it does not."""
    if max(sentence, default="") < "\u4e00":
        return []
    said: list[str] = []
    pieces = compiled("[，、\\s/|]+").split(compiled("^我(?:今年)?(?=\\d)").sub("", sentence))
    if len(pieces) > 1 and _is_trade(pieces[0]) and compiled(_OF_WORK).match(pieces[1]):
        return [f"我是{pieces[0]}", *pieces[1:]]
    kinds = 0
    for place, piece in enumerate(pieces):
        found = compiled(_ITEM).fullmatch(piece)
        if found is None:
            break
        kinds += any(found[group] for group in ("age", "sex", "grade", "bound"))
        if place < 2 and kinds == 0:
            return []
        said += _item(found)
    return [*said, *pieces[place:]] if kinds > 1 or (kinds and len(said) > 1) else []


#: How somebody goes on who has said what they are: 货车司机，常年跑川藏线.
_OF_WORK = f"^(?:{ADVERBIAL}|带|干|做|熬|上|入行|工作|从业|月薪|工资|夜班|白班|三班倒|两班倒|倒班|编外|合同工|自由|刚|才|一个月|年薪|\\d|[一二三四五六七八九十]+年)"


def _is_trade(words: str) -> bool:
    """Whether they name a trade, and nobody near to the speaker or called upon."""
    return 2 < len(words) < 9 and vocation(words) == words and not relation(words)


def _item(found: re.Match[str]) -> list[str]:
    if found["age"]:
        return [f"我{found['age']}岁"]
    if found["town"] and city(found["town"]):
        return [f"我住{found['town']}"]
    if found["bound"]:
        return [f"我{found['bound'].removesuffix('狗')}"]
    what = found["town"] or found["role"]
    return _one(what) if what else []
