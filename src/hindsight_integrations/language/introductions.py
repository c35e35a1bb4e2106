"""Who says by which name they go, and by which name they call someone near to them; it knows no attribute but the name.

"Hi, I'm Alice" and 叫我阿明就行 name the user. "My sister Irina", "Dr. Chen is my dentist" and 王阿姨是我的房东 say who stands in
a relation: then "my sister" and "Irina" are one person. A nationality, a mood, a trade or a place after "I'm" is no name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from hindsight_integrations.language import owners
from hindsight_integrations.language.english_persons import may_be_named
from hindsight_integrations.language.kinds import regime, role, tongue
from hindsight_integrations.language.names_chinese import titled
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.values import person


@dataclass(frozen=True, slots=True)
class Introduction:
    """Whose name it is (``user``, ``person.sister``), the name, and the words that say so."""

    owner: str
    name: str
    words: str


_WORD = (
    r"(?-i:[A-Z\u00c0-\u00de])(?-i:[a-z\u00c0-\u024f]+(?:[-'’](?:[A-Z])?[a-z\u00c0-\u024f]+)?|\.)"
)
_TITLED = (
    rf"(?:(?:Dr|Mr|Mrs|Ms|Miss|Prof|Professor|Uncle|Aunt|Auntie)\.? )?{_WORD}(?: {_WORD}){{0,2}}"
)
_HELLO = r"(?:(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening)|greetings|yes|ok|well|oh|nice to meet you|pleased to meet you|by the way|btw|so|and)(?: there| all| everyone| again)?[\s,.!:–—-]+)*"
_REST = r"(?=\W*$|,| (?:here|again|by the way|and|from|with|but|speaking|calling|btw|your|the|at|so|because|since|for short|everywhere)\b|[.!;])"
_EN_SELF = (
    rf"(?i)^{_HELLO}(?:i'm|i am|im) (?P<am>{_TITLED}){_REST}"
    rf"|^{_HELLO}(?:(?:oh|no|actually)[ ,]+)*(?:this is|it'?s|it is) (?P<this>{_TITLED}) (?:here|speaking|calling|again|from|btw|by the way|with an? [A-Z]\b)"
    rf"|^(?:(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening))(?: there| all| everyone)?[\s,.!:–—-]+)+(?:this is (?P<call>{_TITLED}){_REST}|(?P<here>{_TITLED}) (?:here|again)\b)"
    r"|^(?:hi|hello|hey|yo)[\s,!]+(?P<low>(?!(?:nothing|same|anyone|everyone|someone|nobody|you|it|right|over|new|back|down|out|up|user|guest|still|not|me|all|there|more|newbie|noob|first|just|only|also|am|is|are|was|problem|question)\b)[a-z]{3,10}) here(?=[\s]*[,.!])"
    rf"|^{_HELLO}(?:(?:people|everyone|everybody|friends|they|most people|my friends) calls? me|(?:please |you can |you may |feel free to )*(?:just )?call me|the name's|i'm known as|i am known as|i go by) (?P<call_me>{_TITLED}){_REST}"
)
#: Adjectives that are written like names: peoples, faiths, signs, ranks and brands of people.
_NO_NAME = frozenset(
    owners.words_of(
        """
    american english british irish scottish welsh french german italian spanish portuguese dutch belgian swiss austrian danish
    swedish norwegian finnish icelandic polish czech slovak hungarian romanian bulgarian greek turkish russian ukrainian
    belarusian serbian croatian bosnian slovenian albanian macedonian estonian latvian lithuanian georgian armenian
    azerbaijani kazakh uzbek iranian persian iraqi syrian lebanese israeli jordanian saudi emirati egyptian moroccan
    algerian tunisian libyan sudanese ethiopian kenyan nigerian ghanaian ugandan tanzanian african european asian
    indian pakistani bangladeshi nepali tibetan sri chinese taiwanese japanese korean mongolian vietnamese thai lao
    cambodian burmese malaysian malay singaporean indonesian filipino filipina australian canadian mexican
    brazilian argentinian argentine chilean colombian peruvian venezuelan bolivian cuban jamaican haitian puerto
    latino latina hispanic arab kurdish catalan basque breton bavarian
    christian catholic protestant orthodox lutheran methodist baptist mormon muslim jewish hindu buddhist sikh taoist
    atheist agnostic aries taurus gemini cancer leo virgo libra scorpio sagittarius capricorn aquarius pisces
    gold silver platinum premium pro batman superman santa god satan team type generation gen born home back here there
    tired hungry happy sad busy free sorry fine good great okay ok ready sure late early new old single married
    divorced pregnant sick ill vegan vegetarian pescatarian male female straight gay lesbian bi trans left right
    democrat republican liberal conservative communist socialist
    """
    )
)
_DEMONYM = r"(?i)(?:ese|ish)$"
_ZH_NICK = "[小老阿][\u4e00-\u9fff]"
_ZH_HELLO = "(?:(?:老师|医生|客服|小助手|主任|师傅|学长|学姐)(?:您好|你好|好)|你好|您好|大家好|各位好|你们好|老师好|嗨|哈喽|哈啰|哈罗|hi|hello|hey|早上好|早安|早|下午好|晚上好|在吗|初次见面|新人报到|新来的|第一次(?:来|用))"
_ZH_GREETING = f"(?:(?:{_ZH_HELLO}[呀啊哈]?|对了|嗯|哦|那个)[\\s，,。！!]*)*"
_ZH_FINE = "(?:就行|就好|就可以|好了|吧|了|啊|哦|呀|即可)*"
_ZH_SELF = (
    f"^(?P<hello>(?i:{_ZH_HELLO})[呀啊哈]?[\\s，,。！!]*)?{_ZH_GREETING}(?:我|这里|这边)是(?:你们?的)?(?P<am>[\u4e00-\u9fff]{{2,4}}?|[A-Z][a-z]+)(?P<end>啊|呀|哦|哈|呢|啦|，|。|！|,|!|\\s|$)"
    f"|^{_ZH_GREETING}(?:我)?(?:免贵)?姓(?P<family>[\u4e00-\u9fff])[，,](?:我|名字?)?叫?(?P<whole>(?P=family)[\u4e00-\u9fff]{{1,2}})(?=[，。！,!\\s]|$)"
    f"|^{_ZH_GREETING}(?:我|本人)?(?:免贵|敝|小|在下)?姓(?P<surname>[\u4e00-\u9fff])[，,、\\s]?(?:单|大|全|草)?(?:名字?(?:叫|是)?|叫)(?P<given>[\u4e00-\u9fff]{{1,2}})(?=[，。！,!\\s]|$)"
    f"|^{_ZH_GREETING}(?:(?:[^，。我他她]{{2,6}}?(?=都|全|一般|平时)|你们?|您|大家|朋友们?|同事们?|别人|他们)?(?:都|可以|就|请|平时|一般|直接|还是|以后)*(?:叫|喊|称呼|管)我(?:叫|做|为)?)(?P<call>[\u4e00-\u9fff]{{2,4}}?|[A-Z][a-z]+){_ZH_FINE}[，。！,!\\s]*(?:$|(?<=[，。！,!\\s]))"
)
#: What 我是 is followed by and begins like a name.
_ZH_NO_SELF = (
    "[人生员迷党族者师家手客座民工友子辈女男孩狗痴货户方星级派粉控]$|^(?:单身|单亲|白领|白痴|金领|金主|路痴|常客|方便|江湖|万能|高手|高管|程序|任性|任何|黄牛|何人|龙套|左撇|路过|路人|全职|全部|应届|向来"
    "|小白|小编|小号|小米|小区|小组|小学|小于|老公|老婆|老外|老手|老铁|老板|老师|老大|老二|老赖|阿里|阿姨|阿根廷|小三|小康|老江|老实|小时|小心|小孩|安全|安静|平凡|平民|文科|理科|康复|成年|成人|毛坯)"
)
#: Characters of which given names are mostly made.
_GIVEN = (
    "雅婷慕白国栋一诺子涵轩浩宇欣怡梓晨阳雨佳琪思远志强建军伟芳娜敏静丽洋勇艳杰娟涛明超兰霞平刚桂英华玉萍红鹏辉飞鑫波斌莉鑫宁琳倩雪梅淑秀珍凤洁燕颖慧巧美珠翠香月莺媛瑞凡嘉琼勤贞荻薇菁梦岚苑婕馨瑗琰韵融园艺咏卿聪澜纯毓悦昭冰爽琬茗羽希欣飘育滢馥筠柔竹霭凝晓欢霄枫芸菲寒伊亚宜可姬舒影荔枝丽秀"
    "毅俊峰保东文山仁宏才发武新利清彬富顺信昌成康星光天达安岩中茂进林有坚和彪博诚先敬震振壮会思群豪心邦承乐绍功松善厚庆磊民友裕河哲江浩亮政谦亨奇固之轮翰朗伯言若鸣朋梁栋维启克伦翔旭泽辰士以泰盛雄琛钧冠策腾楠榕航弘骏睿翊沐曦妍姝萱蕊璇彤可琪瑾璐珊莎诗语桐苒冉依然静怡钰婉宸煜熙奕铭昊霖皓然怀瑜念安知夏云帆乔"
)
_ZH_TITLE = "(?:先生|女士|小姐|老师|经理|医生|大夫|教授|主任|律师|师傅|同学|护士|校长|总|哥|姐|叔|姨|阿姨|叔叔|伯伯|大哥|大姐|大妈|大爷|奶奶|爷爷|太太)"

#: Relations in which several stand: naming one of them does not say whom the word means next time.
_MANY = frozenset(
    owners.words_of(
        "friend colleague neighbour classmate client cousin uncle aunt child children kids sibling nephew niece intern tenant parents 同学 朋友"
    )
)


def own_name(sentence: str) -> Introduction | None:
    """The name by which a statement introduces its speaker."""
    if max(sentence) >= "\u4e00" and (zh := compiled(_ZH_SELF).match(sentence)):
        if name := _zh_own(zh):
            return Introduction(owners.USER, name, sentence[: zh.end()].strip(" ，。！,!"))
        return None
    found = compiled(_EN_SELF).match(sentence)
    if found is None:
        return None
    name = next(words for words in found.groups() if words).strip()
    if name.endswith(".") or not is_name(name):
        return None
    return Introduction(owners.USER, name, found[0].strip(" ,.!"))


def _zh_own(found: re.Match[str]) -> str | None:
    """The name of a Chinese introduction, if its words can be one."""
    if found["am"]:
        sure = _zh_name(found["am"]) or (found["hello"] and _given(found["am"]))
        return found["am"] if sure else None
    name = found["call"] or found["whole"] or f"{found['surname']}{found['given']}"
    return name if person(name) else None


def _given(name: str) -> bool:
    """Whether two characters are such as parents give: 雅婷, 一诺."""
    return compiled(f"[{_GIVEN}]{{2}}").fullmatch(name) is not None and not role(name)


def is_name(name: str) -> bool:
    """Whether English words with capitals are somebody's name, and no people, mood, trade or tongue."""
    words = name.lower().split()
    if not may_be_named(words[0]):
        return False
    if words[0] in _NO_NAME or words[-1] in _NO_NAME or compiled(_DEMONYM).search(words[0]):
        return False
    return bool(person(name)) and not (role(name) or regime(name) or tongue(name))


def _zh_name(name: str) -> bool:
    if name[0].isascii():
        return name.lower() not in _NO_NAME
    if compiled(_ZH_NO_SELF).search(name) and not compiled(f"{_ZH_TITLE}$").search(name):
        return False
    if role(name) and not titled(name):
        return False
    return owners.named(name)


_KIN_IS = rf"(?i)^(?P<name>{_TITLED}) (?:is|has been|'s) (?:now )?(?:my|our) (?:new |own )?(?P<kin>[a-z-]+(?: [a-z-]+)??)(?: now)?\W*$"
_ZH_KIN_IS = "^(?P<name>[\u4e00-\u9fff]{2,4}?|[A-Z][a-z]+)(?:现在)?(?:就)?是(?:我|我们|咱)(?:家|现在)?的?(?:新)?(?P<kin>[\u4e00-\u9fff]{1,4})[。！!]*$"


def another(clause: str) -> Introduction | None:
    """Whom a clause names that stands in a relation to the user, of which there is one: "my sister Irina"."""
    if found := compiled(_KIN_IS).match(clause) or compiled(_ZH_KIN_IS).match(clause):
        name = found["name"]
        good = is_name(name) if name[0].isascii() else owners.named(name)
        # "Coffee is my best friend"
        spoken = compiled("(?i)(?:best |closest )?friend").fullmatch(found["kin"])
        return _introduced(found["kin"], name, clause) if good and not spoken else None
    if called := owners.called(clause):
        return _introduced(*called)
    return None


def _introduced(kin: str, name: str, words: str) -> Introduction | None:
    owner = owners.relation(kin)
    if owner is None or owner.partition(".")[2] in _MANY:
        return None
    return Introduction(owner, name, words)


def of_one(owner: str) -> bool:
    """Whether an owner is a relation in which one person stands, so that its name says who is meant."""
    kind, _, word = owner.partition(".")
    return kind == "person" and word not in _MANY and owners.is_relation(word)
