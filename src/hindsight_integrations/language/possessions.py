"""Reads what a statement of the user's takes for granted: "my two cats woke me" says that there are cats; it knows no sentence but the words around "my" and 我的.

Only possessions that nothing else can mean: animals, makes of cars and phones, illnesses that stay. A question, a
supposition or a report takes nothing for granted here either.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hindsight_integrations.language.english_senses import laboratory
from hindsight_integrations.language.english_words import ANIMALS
from hindsight_integrations.language.life_kinds import MAKES, condition
from hindsight_integrations.language.patterns import compiled


@dataclass(frozen=True, slots=True)
class Possession:
    """An attribute of the user's and its value, in the words that were said."""

    attribute: str
    value: str


_ANIMAL = ANIMALS
_PETS = rf"(?i)(?<![\w'])(?:my|our) (?P<value>(?:(?:two|three|four|five|new|old|poor|little|big|fat|stupid|silly|lovely|crazy|elderly|rescue|late|deaf|blind|other) )*(?:(?!(?:mate|friend|sister|brother|neighbour|neighbor|mum|mom|dad|boss|local|favou?rite|spirit|dream|next|first|hot|stuffed|toy|lucky|pet)\b)[a-z-]{{3,}} )?(?:{_ANIMAL}))\b(?!'s (?:owner|name)| (?:food|walker|sitter|person|allergy|toy|bed|cafe|breeder|owner|videos?|pictures?|avatar|nap))(?=\W*$|,? (?-i:[A-Z])[a-z]+\b|[,.!?;:)]|\s+(?:\w+n't|cannot|will|would|might|keep|is|are|was|were|has|have|had|and|who|that|in|to|on|at|with|so|for|out|up|again|over|from|all|just|never|always|still|really|wakes?|keeps?|sleeps?|eats?|hates?|loves?|likes?|barks?|needs?|gets?|makes?|scratch|chews?|fights?|lives?|threw|woke|ate|slept|got|ran|bit|[a-z]{{3,}}(?:ed|es|[^aious]s))\b)"
_MAKES = rf"(?:{MAKES})"
_THINGS = rf"(?i)(?<![\w'])(?:my|our) (?P<value>(?:(?:new|old|trusty|beat[- ]up|ancient|shiny|second[- ]hand|used|red|blue|black|white|grey|green) )*(?:{_MAKES})(?: (?:{_MAKES}|(?-i:[A-Z0-9])[\w-]*))?)\b(?! (?:dealer|dealership|key|keys|app)\b)"
_PHONES = r"(?i)(?<![\w'])(?:my|our) (?:(?:new|old|work|personal) )*(?P<value>iphone|pixel|galaxy|oneplus|fairphone|xiaomi|huawei)\b"
_ILLS = r"(?i)(?<![\w'])my (?P<value>(?:[\w'-]+ )?(?:diabetes|asthma|eczema|psoriasis|adhd|ocd|migraines?|insomnia|epilepsy|arthritis|scoliosis|sciatica|tinnitus|gout|lupus|ibs|crohn's|endometriosis|pcos|hay fever|sleep apnea|high blood pressure))\b"
_ZH_PETS = "(?:(?:我|我们|咱)(?:家|们家)?(?:里|的)?|(?:^|(?<=[，。！我]))养了?(?:快|好几|[一二两三四五六七八九十多\\d])+年的|(?:^|(?<=[，。！]))家里?(?:有|的)?)(?:那|这)?(?P<value>[一二两三四五俩几]?[只条个]?(?:老|小|大|胖|新)?(?:狗狗|猫咪|狗子|主子|毛孩子|拉布拉多|贵宾|博美|比熊|法斗|雪纳瑞|萨摩耶|阿拉斯加|德牧|柴犬|暹罗|缅因|狸花|三花|蓝猫|狗|猫|仓鼠|兔子|鹦鹉|乌龟|陆龟|金鱼|柯基|金毛|泰迪|布偶|英短|橘猫|哈士奇|边牧|豚鼠))(?!粮|砂|窝|咖|舍|毛过敏|过敏|奴|年马月)"
_ZH_THINGS = "(?:我|我们|咱)(?:家|们家)?(?:的|那|这|那辆|这辆|那台|的那辆|家那辆)(?P<value>(?:老|旧|新|二手|破|小)?(?:特斯拉|比亚迪|蔚来|丰田|本田|大众|别克|福特|宝马|奔驰|奥迪|沃尔沃|凯美瑞|卡罗拉|雅阁|思域|帕萨特|捷达|朗逸|飞度|五菱|哈弗|吉利))"
_ZH_PHONES = "(?:我|我们)(?:的|这|那|这个|那个|这台|那台)(?P<value>苹果手机|小米手机|华为手机|安卓手机|苹果|小米|华为|荣耀|三星)(?=手机|屏|电池|坏|碎|卡|黑|没电|又|掉|进水)"
_ZH_ILLS = "我的?(?P<value>糖尿病|哮喘|湿疹|鼻炎|痛风|偏头痛|高血压|抑郁症|焦虑症|多动症|失眠症?|癫痫|颈椎病|胃病|荨麻疹)(?=又|最近|老|总|一直|犯|发作|加重|控制|好多|把|让|还|越来越)"

_ZH_FAMILY = "(?:我|我们|咱)家(?:里|的|那|这)?(?P<value>龙凤胎|双胞胎|三胞胎|[两俩三四五](?:个)?(?:娃|孩子|儿子|女儿|闺女|小子|丫头))(?!吗|的(?:话|人))"


#: Questions that ask about what there is, and not whether it is so.
_PRESUMES = r"(?i)^(?:so |and |ok |hey |hi |also )?(?:what(?:'s)?|where|when|which|how(?! about)|why|t[iy]re|best|any)\b"
_OPEN = r"(?i)\b(?:if|would|wish|imagine|suppose|pretend|name|call|future|dream|said|says|told)\b"


def presumes(sentence: str) -> bool:
    """Whether a question takes for granted that there is what it asks about: "what can my hamster eat?"."""
    return bool(compiled(_PRESUMES).match(sentence) and not compiled(_OPEN).search(sentence))


def possessions(sentence: str) -> Iterator[Possession]:
    """What the user has, by what a statement says of it in passing."""
    rows: tuple[tuple[str, str], ...]
    if max(sentence, default="") >= "\u4e00":
        rows = (
            ("pet", _ZH_PETS),
            ("vehicle", _ZH_THINGS),
            ("phone_model", _ZH_PHONES),
            ("health", _ZH_ILLS),
            ("family", _ZH_FAMILY),
        )
    else:
        rows = (("pet", _PETS), ("vehicle", _THINGS), ("phone_model", _PHONES), ("health", _ILLS))
    for attribute, pattern in rows:
        for found in compiled(pattern).finditer(sentence):
            if value := _judged(attribute, found["value"]):
                yield Possession(attribute, value)
                break


#: What "our …" may call something else: a laboratory, shorts, a hint, a dinner.
_DOUBTFUL = r"(?i)(?:(?:new|old|big|little|late|other|first) )*(?:labs?|pointers?|boxers|setters?|terriers|mice|bees|chicken|turkeys?|duck|goose|lambs?|fish|pig|snails?|bengals)"


def _judged(attribute: str, value: str) -> str | None:
    if attribute == "health":
        return condition(value)
    doubtful = compiled(_DOUBTFUL).fullmatch(value) or laboratory(value)
    return None if doubtful else value.strip()
