"""The kinds of values that a catalogue's holes name: each judges words and trims them; it knows no attribute.

A judge gives the value, or ``None`` where the words mean something else. A kind that is not
listed here is a set of values of the catalogue (``[values]``), or else a ``thing``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from hindsight_integrations.language.catalogue import Catalogue
from hindsight_integrations.language.english_kinds import ENGLISH_KINDS
from hindsight_integrations.language.english_senses import (
    BESIDE_PET,
    eaten,
    just_begun,
    laboratory,
    no_firm,
)
from hindsight_integrations.language.english_words import (
    ANIMALS,
    DOING,
    GROWN,
    NUMBERS,
    TRADES,
)
from hindsight_integrations.language.life_kinds import LIFE_KINDS
from hindsight_integrations.language.liking_kinds import (
    allergen,
    aversion,
    liking,
    loved,
    pursuit,
    thing,
)
from hindsight_integrations.language.livelihoods import LIVELIHOODS
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.places_chinese import (
    CITIES,
    DISTRICTS,
    PARTS,
    PROVINCES,
    any_of,
)
from hindsight_integrations.language.trades_chinese import chinese_role
from hindsight_integrations.language.values import company, diet, email, person, phone, place

Judge = Callable[[str], str | None]


def _han(words: str) -> bool:
    return "\u4e00" <= words[:1] <= "\u9fff"


_REGIME = (
    r"vegetarian|veggie|vegan|pescatarian|flexitarian|omnivore|halal|kosher|keto|paleo|carnivore|mediterranean|macrobiotic|fodmap|atkins|whole30"
    r"|lactose[- ]intolerant|(?:plant|whole[- ]food|fruit|meat)[- ]based|raw(?: food)?|low[- ]salt|diabetic diet|(?:gluten|dairy|lactose|sugar|(?:tree |pea)?nuts?|egg|soy|meat|wheat|grain|alcohol|caffeine|salt|fat|milk|oil|yeast|fish|shellfish|carb|corn|casein|starch|additive)[- ]free|(?:(?:very )?(?:low|high|no|reduced|zero)[- ](?:added[- ])?(?:sugar|salt|sodium|carbs?|carbohydrate|fat|fib(?:re|er)|protein|fodmap|dairy|gluten|meat|red meat|cholesterol|potassium|iron|histamine|residue|gi|calories?|oxalate|purine|acid|iodine|lactose|caffeine|alcohol|grains?|starch|phosphate)(?:[- ](?:fat|carb|protein))?)"
)
_ZH_REGIME = "吃?斋|吃?长斋|吃?长素|茹素|纯素|全素|蛋奶素|奶素|鱼素|半素|素|清真|素食|素食者|素食主义者|纯素食者|生酮|低碳|低糖|低盐|低脂|无麸质|无乳糖|无糖|地中海饮食|轻食"


def regime(words: str) -> str | None:
    """A way of eating."""
    said = words.strip().lower()
    if _han(said):
        found = compiled(f"(?:个|名|一个|一名)?({_ZH_REGIME})(?:了|的|饮食|餐)*$").match(said)
        return (
            diet(f"吃{found[1]}")
            if found and found[1] == "素"
            else diet(found[1])
            if found
            else None
        )
    found = compiled(
        rf"(?:an? |the |strictly |mostly |fully |only )*(({_REGIME}))(?: (?:now|last \w+|this \w+|years ago|ages ago|a (?:year|month|week|while) ago|diet|food|household|family|home|kitchen|house|myself|ourselves|here|on us|for life|anymore|these days|again|from now on|at the moment))*\W*(?:(?:,|and|but|so|because|since|for|with|except|apart|unless|on|at|during|who|when|though|bar) .*)?$"
    ).match(said)
    return found[1] if found and found[1] not in _NO_REGIME else None


_NO_REGIME = frozenset(
    {"risk-free", "free", "no one", "low key", "low-key", "carefree", "hands-free", "no good"}
)

_ROLE_HEADS = (
    r"(?:[a-z]+(?:ologist|ographer|ician|ician|smith|wright|keeper|maker|worker|man|woman|driver|herd)|[a-z]{3,}(?:ist|eer)|doctor|surgeon|nurse|teacher"
    r"|professor|lecturer|tutor|engineer|developer|programmer|designer|architect|lawyer|attorney|judge|paralegal|accountant|auditor|analyst|consultant"
    r"|manager|director|executive|officer|president|ceo|cto|cfo|coo|founder|co-?founder|owner|partner|lead|head(?= of)|chief|supervisor|coordinator"
    r"|administrator|assistant|secretary|clerk|cashier|chef|cook|baker|barista|bartender|waiter|waitress|server|host|farmer|gardener|fisherman"
    r"|pilot|captain|sailor|soldier|sergeant|lieutenant|detective|inspector|guard|firefighter|paramedic|mechanic|electrician|plumber|carpenter"
    r"|builder|painter|welder|technician|operator|courier|driver|conductor|composer|musician|singer|actor|actress|dancer|writer|author|poet|editor"
    r"|journalist|reporter|translator|interpreter|photographer|filmmaker|producer|animator|researcher|scientist|librarian|curator|historian"
    r"|student|intern|apprentice|trainee|postdoc|phd|recruiter|salesman|saleswoman|salesperson|seller|buyer|broker|agent|realtor|banker|trader|investor"
    r"|coach|trainer|instructor|athlete|player|referee|hairdresser|barber|tailor|butcher|florist|vet|veterinarian|dentist|pharmacist|optician"
    r"|midwife|carer|caregiver|nanny|au pair|cleaner|janitor|caretaker|minister|priest|pastor|rabbi|imam|monk|diplomat|politician|senator|mayor"
    r"|attendant|steward|stewardess|representative|rep|specialist|expert|advisor|adviser|counsellor|counselor|strategist|planner|marketer|freelancer"
    r"|contractor|entrepreneur|salaryman|civil servant|teller|sculptor|biologist|chemist|physicist|mathematician|violinist|pianist|sommelier|comedian"
    rf"|{TRADES})"
)
#: Between an article and a trade stand no other article, no pronoun and nobody's deed.
_QUALIFIES = rf"(?!(?:an?|the|my|our|your|his|her|their|its|i|we|you|he|she|they|to|as|of|from|with|by|is|are|am|was|were|be|been|got|{DOING})\b)[\w&'/-]+ "
_ROLE = rf"(?i)^(?:an? |the |our |their )?((?:{_QUALIFIES}){{0,4}}?{_ROLE_HEADS}(?:(?:,? (?:of|for|at|in) (?!(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|the (?:morning|evening|end|moment)|\d)\b)[\w&' -]+)?))(?:\s+(?:now|these days|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|in (?:january|february|march|april|may|june|july|august|september|october|november|december)|last (?:week|month|year)|yesterday|again|currently|at the moment|since .*|here|by (?:trade|training|profession|day|night)))?\W*$"
_NO_ROLE = r"(?i)^(?:then|its|it|this|that|these|those|his|her|their|your|and|or|but|if|using|learning|looking|trying|going|making|getting|doing|working|writing|reading|building|watching|seeing|being|having|taking|playing|thinking|starting|talking|speaking|studying|meeting|helping|visiting|hiring|calling|waiting|asking|dating|becoming|buying|bringing|wearing|feeling|living)\b|\b(?:german|roman|norman|human|gentleman|snowman|batman|superman|spiderman|ironman|career|peer|beer|team player)$|(?:perfection|pessim|optim|real|ideal|minimal|maximal|femin|narciss|rac|sex|athe|theist|individual|extrem|nation|essential|final|tour|check|short|wish|play|black|white|wait|tw)ist$|\b(?:dog|cat|pet|puppy|horse|home|house|car|bike|boat|phone|iphone|android|laptop|gun)[ -]?owner$|\b(?:not|good|great|bad|terrible|big|huge|early|light|heavy|slow|fast|happy|proud|only|little|better|your|fan|best|worst|sure|frequent|first[- ]time|same|nice|real|such|some|kind of|a bit|like|top|former|potential|possible|bad|natural|clear|strong|main|trickiest)\b"


def role(words: str) -> str | None:
    """A profession or a position."""
    said = words.strip().lstrip("。，")
    if _han(said) or compiled("[A-Z]{2,4}[\u4e00-\u9fff]").match(said):
        return chinese_role(said)
    found = compiled(_ROLE).match(
        compiled(
            r",? (?:and|but|so|because|with|who|which|til|till|until|'til|now that|these days|full[- ]time|part[- ]time) .*$|,? (?:full|part)[- ]time$"
        ).sub("", said)
    )
    if found is None or found[1].lower().startswith("no "):
        return None
    return None if compiled(_NO_ROLE).search(found[1]) else found[1]


def newcomer(words: str) -> str | None:
    """A position in which somebody has just begun; "started as an analyst in 2001" tells of long ago."""
    return role(words) if just_begun(words) else None


def mourned(words: str) -> str | None:
    """An animal that is lost for good, not for an hour."""
    strayed = compiled(r"(?i)\b(?:at|in|on|for|outside) (?:an?|the|my|our)\b").search(words)
    return None if strayed else pets(words)


_NAMED = any_of(PROVINCES, CITIES)
_PLACED = "(?:省|市|自治区|特区)?"
_ZH_CITY = f"(?:{_NAMED}{_PLACED})+(?:{any_of(DISTRICTS)}|[\u4e00-\u9fff]{{1,4}}[区县镇州旗])?|{any_of(DISTRICTS)}(?:区|那边|这边)?|[\u4e00-\u9fff]{{2,4}}[市县省州]"


def vocation(words: str) -> str | None:
    """A trade that is said without 是 (我幼师): nobody near to the speaker."""
    said = words.strip()
    bad = len(said) > 8 or compiled(
        "[看是不没又前原曾想要会当做像的我你他各两每这那有先A-Za-z]|老板|领导|同学|老师$"
    ).search(said)
    return role(said) if _han(said) and not bad and said == role(said) else None


def moved(words: str) -> str | None:
    """The town of 去了深圳打工 and 回合肥养老: one goes there to stay."""
    found = compiled(
        f"^了?(?P<town>{_NAMED}{_PLACED}|[\u4e00-\u9fff]{{2,3}}[市县])(?:这边|那边)?(?:打工|发展|闯荡|打拼|工作|生活|做生意|定居|养老|带孙[子女]|带娃|带孩子|谋生|讨生活|创业|读书|上学|上大学|念书|读大学|读研|陪读|安家|落户|务工|安顿)了?"
    ).match(words.strip())
    return found["town"] if found else None


_NATIVE = f"^(?:是|地地道道的?|土生土长的?|正宗的?|个|一个)*(?P<region>(?:{any_of(PARTS, PROVINCES, CITIES)}{_PLACED})+(?:[\u4e00-\u9fff]{{1,3}}[区县镇市州])?)(?:本地|土著|老)?(?:人|的|滴|娃|妹子|姑娘|小伙子?|汉子|银)(?:氏)?[了啊呀哈呢嘛吧]*$"


def native(words: str) -> str | None:
    """Where 四川人 and 山东的 come from; only regions that everybody knows."""
    found = compiled(_NATIVE).match(words.strip())
    return found["region"] if found else None


def homeland(words: str) -> str | None:
    """Where one comes from who 来自: a region or a town, since money and letters come from somewhere, too."""
    value = place(compiled("人$").sub("", words))
    known = value and (
        city(value)
        or compiled(f"{any_of(PARTS, PROVINCES, CITIES)}|.{{1,6}}[省市区县镇乡村庄旗州国]$").match(
            value
        )
    )
    return value if known else None


_HERE = "^(?:那边|那里|那儿|这边|这里|当地)$"


def city(words: str) -> str | None:
    """A town or a region; no firm and no building."""
    value = place(words)
    if value is None:
        return None
    if _han(value):
        return value if compiled(_ZH_CITY).fullmatch(value) else None
    return value if value[0].isupper() else None


def firm(words: str) -> str | None:
    """For whom someone works; no town."""
    said = words.strip()
    if _han(said) and (
        city(said)
        or compiled(
            "^(?:原来|以前|之前|旧|老|前|外企|事业单位|国企|新(?:学校|公司|单位|厂|店|东家|医院|部门|团队|家|地方)$)"
        ).match(said)
    ):
        return None
    if compiled(r"(?i)(?:now|there|the (?:old|same|new))\b|.*'s \w").match(said):
        return None
    value = company(said)
    # "quit smoking" names no firm; "quit acme" may, but cannot be told from it.
    unsure = value is None or no_firm(said, value) or (value.isascii() and value == value.lower())
    return None if unsure else value


_DATE = (
    r"(?i)^(?:the )?((?:\d{4}|\d{1,2}[./-]\d{1,2}(?:[./-]\d{2,4})?|(?:\d{1,2}(?:st|nd|rd|th)? (?:of )?)?(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*"
    r"(?: \d{1,2}(?:st|nd|rd|th)?)?(?:,? \d{4})?))\b"
    "|^((?:国庆|元旦|春节|圣诞|中秋|端午|元宵|七夕|情人节|妇女节|儿童节|六一|五一|教师节|重阳|清明|腊八|愚人节|平安夜|除夕|双十一|大年初[一二三四五六七八])节?(?=当天|那天|生日|的?生|过|$)|(?:农历|阴历|旧历|阳历|公历)?[\\d一二三四五六七八九十正腊]{1,3}月初?[\\d一二三四五六七八九十]{1,3}[日号]?|(?:农历)?(?:\\d{2,4}|[一二三四五六七八九零〇]{2,4})年?(?:[\\d一二三四五六七八九十]{1,3}月)?(?:[\\d一二三四五六七八九十]{1,3}[日号])?"
    "|(?:农历)?[\\d一二三四五六七八九十正腊]{1,3}月(?:初?[\\d一二三四五六七八九十]{1,3}[日号]?)?)"
)


def date(words: str) -> str | None:
    """A day, a month or a year, as it is written."""
    found = compiled(_DATE).match(words.strip())
    return (found[1] or found[2]) if found else None


def bare_date(words: str) -> str | None:
    """A date with nothing beside it: 我是五月的 tells when one was born, 我是五月入职的 does not."""
    value = date(words)
    if value and compiled("\\d{4}年?").fullmatch(value):
        return None
    return value if value == words.strip(" 的了啊呀哦。！") else None


def age(words: str) -> str | None:
    """Years of age."""
    found = compiled(
        r"(?i)(\d{1,3})(?: years? old| years of age| yo|$)|(?:已经|快|今年)?(\d{1,3}|[一二三四五六七八九十]{1,3})岁(?=$|了|啦|喽|整|多|半|大|高龄|的人|[，。！、\s])"
    ).match(words.strip()) or compiled(_AGE_IN_WORDS).match(words.strip())
    return (found[1] or found[2]) if found else None


def aged(words: str) -> str | None:
    """The same with its unit: a number alone may count anything."""
    return age(words) if "岁" in words else None


#: "Six" may be a party of six, "forty" is a life.
_AGE_IN_WORDS = rf"(?i)({NUMBERS}) (?:years? old|yo)\b|({GROWN}|\d{{1,3}})(?= (?:on|in|this|next|now|today|tomorrow|years young|and (?:i|my|still|never|not|have|feel|counting|a half))\b|[,!]|\.(?!\d)|$)"
_TONGUES = (
    r"(?i)(english|french|german|spanish|portuguese|italian|dutch|polish|russian|ukrainian|czech|greek|turkish|arabic|hebrew|hindi|urdu|bengali|tamil"
    r"|mandarin|cantonese|chinese|japanese|korean|thai|vietnamese|indonesian|malay|swahili|swedish|norwegian|danish|finnish|hungarian|romanian|bulgarian"
    r"|serbian|croatian|farsi|persian|latin|catalan|basque|irish|welsh|esperanto|sign language)"
    "|(?:(?:一点|半吊子|几句|流利的|标准的)*(?:英|中|汉|国|法|德|日|韩|俄|葡|西|泰|粤|闽|吴|藏|蒙|维|壮|满|阿|拉丁|希腊|土耳其|西班牙|葡萄牙|意大利|阿拉伯|波斯|荷兰|波兰|捷克|匈牙利|瑞典|挪威|丹麦|芬兰|越南|老挝|缅甸|柬埔寨|印尼|印度尼西亚|马来|印地|乌克兰|世界|外|双|手|母|方|少数民族)[语文言]"
    "|(?:普通|广东|广州|客家|潮汕|潮州|闽南|闽东|福州|莆田|温州|上海|苏州|宁波|杭州|四川|重庆|成都|东北|山东|河南|陕西|天津|北京|南京|长沙|湖南|湖北|武汉|江西|台山|海南|台湾|香港|当地|家乡|老家|俄国|英国|法国|德国|日本|韩国|外国|中国|本地|白)话|闽南语|客家语|手语|普通话|国语|台语)"
)


_NO_TONGUE = "^.{0,3}[用跟]|^[\u4e00-\u9fff]{0,3}(?:笑话|电话|好话|实话|真话|假话|废话|人话|情话|胡话|梦话|脏话|坏话|大话|闲话|说话|对话|空话|气话|听话|语文|作文|课文|论文|原文|下文|正文|散文|英文名)"


def tongue(words: str) -> str | None:
    """Languages that someone speaks."""
    said = compiled(r"(?i)^(?:a (?:bit|little) (?:of )?|some |fluent |native |一点|流利的?)").sub(
        "", words.strip()
    )
    if compiled(_TONGUES).match(said) is None or compiled(_NO_TONGUE).match(said):
        return None
    return thing(
        compiled(
            r"(?i) (?:on|in|with|at|for|from|through|via|by|every|since|instead|again|just)\b.*$"
            "|(?<=[语话文])[一二两三四五六七八九十几半\\d]+多?(?:个?月|年|天|周|个?星期).*$"
        ).sub("", words)
    )


_PETS = (
    rf"(?i)^(?!(?:had|been|seen|got|lost|this|that|these|those|no|never|to|not)\b)(?:(?:an?|our|my|one|two|three|four|five|six|seven|eight|some|several|a pair of|a couple of|\d+) )?(?:[\w-]+ ){{0,3}}?{ANIMALS}(?![\w-]){BESIDE_PET}"
    "|^(?:了)?[一两二三四五六七八九十俩几\\d]*[只条个匹窝]?[^年岁，。]{0,4}(?:狗|猫|喵|主子|柴犬|拉布拉多|边牧|哈士奇|贵宾|博美|比熊|法斗|雪纳瑞|萨摩耶|阿拉斯加|德牧|田园犬|土狗|狸花|橘猫|暹罗|缅因|加菲|蓝猫|三花|奶牛猫|守宫|蜥蜴|陆龟|龙猫|荷兰猪|豚鼠|刺猬|蜜袋鼯|蛇|锦鲤|画眉|八哥|鸽子|鸟|鱼|兔子|仓鼠|乌龟|鹦鹉|金毛|柯基|泰迪|布偶|英短)"
)


def pets(words: str) -> str | None:
    """Animals that someone keeps."""
    kept = compiled(r"(?i),? and an? [\w -]*(?:allergy|garden|car|house|job)\b.*$").sub(
        "", words.strip()
    )
    if compiled(
        r"(?i)\bin (?:my|the) (?:throat|stomach|belly|tummy|head|mouth|soul|basement of my)\b|要不|不要|[吗会能想怕追]|人的|[的了]."
    ).search(kept):
        return None
    alive = compiled(_PETS).match(kept) and not eaten(kept) and not compiled(_GOODS).match(kept)
    value = thing(kept) if alive else None
    return None if value is None or laboratory(value) else value


def companion(words: str) -> str | None:
    """The same of what may be bought or found for the pot: a fish must be one that swims for show."""
    value = pets(words)
    dish = value and compiled("(?<![金锦斗])鱼|鸽子|[蛇鸟]$|[只条]?[鸡鸭鹅]").search(value)
    return None if dish and not compiled("热带鱼|孔雀鱼|观赏|小鱼|宠物").search(words) else value


_GOODS = "^(?:了)?[^，。]{0,6}(?:[狗猫鱼鸟][粮砂窝咖舍抓爬薄罐包毛尾绳链衣牌食缸笼]|热狗|熊猫|招财猫|单身狗|玩具|毛绒|玩偶|公仔|手办|机器)"


KINDS: Mapping[str, Judge] = {
    "thing": thing, "allergen": allergen, "liking": liking, "loved": loved, "aversion": aversion, "pursuit": pursuit, "phone": phone, "email": email, "regime": regime, "role": role, "newcomer": newcomer,
    "city": city, "company": firm, "place": place, "name": person, "date": date, "bare_date": bare_date, "age": age, "aged": aged,
    "tongue": tongue, "pets": pets, "companion": companion, "mourned": mourned, "town": city, "native": native, "homeland": homeland, "moved": moved, "vocation": vocation, **LIFE_KINDS, **ENGLISH_KINDS, **LIVELIHOODS,
}  # fmt: skip


#: Kinds that nearly any name or noun may be of: where one phrase may tell of several attributes
#: (换到…, "move to …"), those whose values prove themselves are asked before.
OPEN_KINDS = frozenset(
    ("company", "hirer", "staff", "parted", "joined", "entered", "begun", "place", "abode", "city", "moved", "lodging", "settled",
     "thing", "liking", "loved", "aversion", "pursuit", "name")
)  # fmt: skip


def judge_of(kind: str, catalogue: Catalogue) -> Judge:
    """The judge of a kind: built in, or a set of values of the catalogue."""
    if kind in KINDS:
        return KINDS[kind]
    known = (catalogue.values or {}).get(kind)
    return thing if known is None else lambda words: _of_set(words, known)


#: What begins another clause behind a value. Other words may change what it means ("married to my job", "left Acme at five").
_CLAUSE_ON = r"(?i)\s+(?:so|because|but|and|or|which|who|since|though|although|if|whereas|cause|cos|hence|then|where)\b.*$"


def judged(judge: Judge, words: str) -> str | None:
    """The value that ``words`` begin with: all of them if the judge takes them, or those of the first clause."""
    value = judge(words)
    if value is None:
        first = compiled(_CLAUSE_ON).sub("", words, 1)
        value = judge(first) if first.strip() and first != words else None
    return value


#: What stands before no member of a set: then it is a clause that ends in one (刚做完|一个动画), or one of a day (一杯茶).
_NO_KIND = "[会要想没不别差快将怕能可又得了完说对于作为把被给从到去来是入并和跟与我你他她它们]|^好|报考|备考|应聘|[一这那]个|范围|多年|结果|^[个份杯瓶罐口壶碗听扎点款种]"


def _of_set(words: str, known: frozenset[str]) -> str | None:
    """A phrase whose head is in the set: "oat latte" is a latte, "tea with milk" is tea."""
    value = thing(
        compiled(
            "(?<=[A-Za-z0-9])[的了]+$|快?[一二两三四五六七八九十几\\d]+多?(?:年|个月)了?$"
        ).sub("", words)
    )
    if value is None or compiled(r"(?i)(?:more|less|fewer|enough|too much|no|any)\b").match(value):
        return None
    low = compiled(r"^(?:an?|the|some|my) ").sub("", value.lower())
    head = re.split(r" (?:with|without|and|or|in|for|on|as) |\s+v?\d", low)[0]
    if low in known or head in known:
        return value.split(" for ")[0]
    if _han(value):
        word = next(filter(low.endswith, sorted(known, key=len, reverse=True)), None)
        free = word and not compiled(_NO_KIND).search(value.removesuffix(word))
        return value if free else None
    parts = head.split()
    return (
        value if any(" ".join(parts[n:]).rstrip("s") in known for n in range(len(parts))) else None
    )


def points(words: str) -> bool:
    """Whether words only point at a place named before ("there", 那边)."""
    return compiled(rf"(?i)^there\b|{_HERE}").match(words.strip().rstrip("了。")) is not None
