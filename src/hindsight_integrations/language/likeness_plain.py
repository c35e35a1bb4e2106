"""A text in plainer spelling before it is cut into words: contractions, numbers and hours written one way; it judges nothing."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from hindsight_integrations.language.numerals import chinese_number

_FULL = (
    ("can't", "can not"), ("cannot", "can not"), ("won't", "will not"), ("shan't", "shall not"),
    ("n't", " not"), ("i'm", "i am"), ("'re", " are"), ("'ve", " have"), ("'ll", " will"), ("'d", " 'd"), ("'s", " "),
    ("e-mail", "email"), ("wi-fi", "wifi"), ("t-shirt", "t shirt"), ("twice", "2 times"), ("once a", "1 times a"),
    ("once every", "1 times every"), ("thrice", "3 times"), ("dozen", "12"), ("fortnight", "2 weeks"),
    ("o'clock", ""), ("driver license", "driver's license"),
)  # fmt: skip
_BRITISH = {"is": "iz", "our": "or"}
_SPELT = re.compile(r"(?<=[a-z]{3})is(?=e[sd]?\b|ing\b)|(?<=[a-z]{2})our(?=s?\b|ful|ite|ed\b)")
_UNITS = {"千": 1000, "万": 10_000, "亿": 100_000_000, "百": 100}
_NUMERALS = "零一二两三四五六七八九十百千"
#: "may" in small letters is a permission, unless a month stands there.
_MAY = re.compile(r"(?<!in )(?<!of )(?<!this )(?<!next )(?<!last )(?<!by )(?<!until )\bmay\b")
_CURRENCIES = {"$": "dollars", "€": "euros", "£": "pounds", "¥": "元", "￥": "元"}


@dataclass(frozen=True, slots=True)
class _Rule:
    """``pattern`` becomes ``plain``; looked for only in a text that holds one of ``marks``."""

    marks: tuple[str, ...]
    pattern: re.Pattern[str]
    plain: str


def _rules(*rows: tuple[str, str, str]) -> tuple[_Rule, ...]:
    return tuple(
        _Rule(tuple(marks.split("|")), re.compile(pattern), other) for marks, pattern, other in rows
    )


def _ruled(text: str, rules: tuple[_Rule, ...]) -> str:
    for rule in rules:
        for mark in rule.marks:
            if mark in text:
                text = rule.pattern.sub(rule.plain, text)
                break
    return text


_ENGLISH = _rules(
    ("am|pm|a.m|p.m", r"(?<=\d) ?([ap])\.?m\b\.?", r" \1mtime"),
    ("00", r"(?<=\d)[:.]00\b(?!\d)", ""),
    ("some ", r"\bsome (?!of\b)", ""),
    ("every", r"\bevery (?:two|2|other|second) (week|day|month|year|night|evening|morning|\w+day)s?\b", r"every other \1"),
    ("dozen|12", r"\bhalf (?:a dozen|a 12|12)\b", "6"),
    ("fifty|50", r"\b(?:fifty|50)[-/ ](?:fifty|50)\b", "equally"),
    ("some", r"^(?:someone|somebody) (?=\w)", ""),
    ("noon|midday", r"\b12 ?(?:o'clock )?(?:at )?(?:noon|midday)\b", "noon"),
    ("12", r"\b12(?::00)? ?p\.?m\b\.?", "noon"),
    ("midnight|12", r"\b12 ?(?:o'clock )?(?:at )?midnight\b|\b12(?::00)? ?a\.?m\b\.?", "midnight"),
    ("instead of|rather than", r"\b(?:instead of|rather than)\b", "not"),
    ("without", r"\bcan not (.+?) without (.+?)(?=[.,]|$)", r"need \2 to \1"),
    ("st|nd|rd|th", r"(?<=\d)(?:st|nd|rd|th)\b", ""),
    ("quit", r"\bquit(?:ting)? (?=(?:the |my |his |her |our )?(?:army|navy|team|band|company|club|board|school|university|college|course|job))", "leave "),
    ("one of the", r"(?<=am |is )one of the (?=\w+s\b)", ""),
    ("one of", r"\bone of\b", "oneof"),
    (" in | with ", r"\bends? (?:in|with) (?=\d)", "last digit "),
    ("left", r"\b(no|not any|any|not have|not) (.+?) left\b", r"\1 \2"),
    ("ache", r"\b(head|back|tooth|stomach|ear|belly|tummy)aches?\b", r"\1 ache"),
    ("more than any", r"\bmore than any(?:thing(?: else)?| other \w+)?\b", "most"),
    ("best|most", r"\b(?:like|love|enjoy) (.+?) (?:best|most)\b", r"favorite \1"),
    ("half|min", r"\b(?:half an hour|half hour|half-hour|30 ?min)\b", "30 minutes"),
    ("half", r"\b(?:an|one|1) hour and a half\b|\bone and a half hours\b", "90 minutes"),
    ("half", r"\bhalf a year\b", "6 months"),
    ("hour", r"\b(?:an|one|1)[- ]hour\b", "60 minutes"),
    ("18 month|year", r"\b(?:a|one|1) year and a half\b|\bone and a half years\b", "18 months"),
    ("couple|pair", r"\ba couple of\b|\ba pair of\b", "2"),
    ("k|thousand", r"(?<=\d) ?k\b(?!g)|(?<=\d) thousand\b", "000"),
    (",", r"(?<=\d),(?=\d{3}\b)", ""),
    ("any|at all", r"\b(?:any ?more|any longer|at all)\b", ""),
    ("free", r"\b(\w+)-free\b|\b(sugar|gluten|dairy|lactose|nut|meat|alcohol|caffeine|fat|smoke) free\b", r"without \1\2"),
    ("left|right", r"\b(my|his|her|the|their|our|your|upper|lower|on) (left|right)\b(?= [a-z]|[.,]?$)", r"\1 \2side"),
    ("better", r"\b(?:no ?one|nobody|nothing) (\w+) (?:a |an )?better (.+?) than (.+)", r"\3 \1 best \2"),
    ("nothing", r"\b(?:there is|there's) nothing (.+?) (?:more than|better than) (.+)", r"\1 best \2"),
    ("old", r"\b(\d+)[- ]years?[- ]old\b", r"\1 years old"),
    ("remember|note|mind|aware|fyi|know|information", r"^\W*(?:please )?(?:remember|note|keep in mind|bear in mind|be aware|fyi|just so you know|for your information)(?: that|[,:])? (?!to\b)", ""),
    ("in the ", r"\bin the (morning|afternoon|evening)s?\b", r"\1"),
    ("fail|forget", r"\b(?:do not|never) (?:ever )?(fail|forget) to\b", "always"),
)  # fmt: skip
_ZH = _rules(
    ("家在", r"家在(?=翻|装|搬|重新|打扫|修|换)", "家正在"),
    ("晚|夜|早", r"([昨今明])(?=[晚早]上|夜里)", r"\1天"),
    ("晚|夜|早", r"([昨今明])([晚早])(?!上|报|点)", r"\1天\2上"),
    (
        "年",
        r"(?<![\d零〇一二三四五六七八九十百千第])([五六七八九])[零〇](?=年(?!代|级|的))",
        r"19\g<1>0",
    ),
    ("散步", r"带(?:着)?狗狗?(去[^,，。]{1,6}?)?散步", r"\1遛狗"),
    ("儿", r"(?<![说声文证聪透发表])([今明昨后])儿个?(?![子童女])", r"\1天"),
    ("儿", r"(?<![女侄婴幼孤胎男婴健])儿(?![子童女媳科歌时园])", ""),
    ("今|明|昨|后", r"(?<=[今明昨后])(?:日|天)(?!然|真)", "天"),
    ("俩", r"(?<![我咱他她你])俩(?=[^,，。])", "两个"),
    ("仨", r"仨(?=[^,，。])", "三个"),
    ("今|明|昨", r"([今明昨])(?=晚上|早上)", r"\1天"),
    ("高|初", r"(?<![最很更至])([高初])([一二三])(?![年月号日点个十百千万爷楼中])", r"\1中\2年级"),
    (
        "大",
        r"(?<![最很更至老])大([一二三四])(?![年月号日点个十百千万伯姐哥舅姨叔爷楼岁倍公斤厘米度寸圈轮])",
        r"大学\1年级",
    ),
    ("个", r"(?<=[上下这本])个(?=月|星期|礼拜|周(?!末)|季度|学期)", ""),
    ("本", r"本(?=月|周|年度|季度|学期)", "这"),
    ("头", r"(?<![额石木罐馒念])头(?=[一两三四五六七八九十\d])", "第"),
    ("第一", r"第一个(?=周|星期|礼拜|月)", "第一"),
    ("月租", r"月租(?=[一二两三四五六七八九十百千万\d]+)", "每月"),
    (
        "月",
        r"(?<![\d一二两三四五六七八九十第半几上下这那])一个?月(?=\d|[一二两三四五六七八九十百千万]{2}|[要得交付挣赚花租给])",
        "每月",
    ),
    (
        "块|元|人民币",
        r"(?<=[\d零一二两三四五六七八九十百千万])(?:块钱|块|元钱|元|人民币)(?=$|[,，。;；！!\s的了多左吧呢给押房以每])",
        "",
    ),
    ("人在", r"(?<![别病没有家两客等本商工夫男女情爱])人在(?=[\u4e00-\u9fff]{2})", "在"),
    ("之行", r"([\u4e00-\u9fff]{2})之行", r"去\1旅行"),
    ("没", r"([忘落][^,，。]{1,8}?)没(?:有)?带", r"\1"),
    (
        "欠|差|还有",
        r"(欠|差着?|还有)([^,，。]{2,14}?)(?:还)?没(?:有)?(?:还给?|给|付|交)(?:给?(?:银行|人家|他|她|房东))?",
        r"欠\2",
    ),
    (
        "不",
        r"不([戴吃喝开听有用看抱盖])([^,，。不]{1,6}?)(?:我)?(?:就|是)?([睡看听做吃出])不[着了好下去见清]",
        r"需要\1\2才能\3",
    ),
    ("不了", r"([洗写听看做吃用打开修甩])不了(干|完|车|门)?", r"不能\1\2"),
    ("一", r"一(?=[看吃喝坐到闻碰沾听见想][^,，。]{1,8}就)", ""),
    ("号", r"(?<=\d)号", "日"),
    ("宁", r"宁[愿可](.+?)也?不[想愿要]?(.+)", r"比起\2更喜欢\1"),
    ("与其", r"与其(.+?)[,，]?(?:我)?(?:宁[愿可]|不如)(.+)", r"比起\1更喜欢\2"),
    ("一周|星期", r"一(?:周|个?星期)(?=.{0,3}[一二两三四五六七八九十\d]+[次天回遍])", "每周"),
    ("每", r"每(?:个?星期|礼拜)", "每周"),
    ("周|星期|礼拜", r"(?:周|星期|礼拜)(?=[一二三四五六日天](?![个次]))", "周"),
    ("每周", r"每(?=周[一二三四五六日天末](?![个次]))", ""),
    ("周天", r"周天", "周日"),
    ("到", r"(?:营业|开)到(.{1,4}点)", r"\1关门"),
    ("只有", r"只有(?=[上下中早晚周星]|能)", "只"),
    ("没有", r"没有(.{1,4}?)我?就?(.)不[着了]", r"需要\1才能\2"),
    ("千万", r"千万(?=别|不|要|记)", ""),
    ("每", r"每(?:两|2)个?(周|月|天|日|年)(?:去|做|看)?(?:一次)?", r"隔\1"),
    ("隔", r"隔(?:一|1)?个?(周|月|天|年)(?:一次)?", r"隔\1"),
    ("平方米|平米", r"平方米|平米", "平方"),
    ("一边", r"一边(.+?)一边", r"\1时"),
    ("没有", r"没有?(.+?)(我|他|她)?(?:就|我)?(睡不着|不能|没法|不行|看不)", r"\3要\1才\2")
    if False
    else ("上只", r"上只", "只"),
    (
        "除",
        r"除了?(.+?)(?:以外|之外|外)?[,，]?(我.*?|)(?:什么|谁|哪里|哪儿|别的|其他的?)都?不(.)",
        r"\2只\3\1",
    ),
    (
        "前|原|过去",
        r"(?<![\d点日号月年天周饭班课会睡])(?:以前|之前|原来|原先|过去)(?=[在是住用有做当喜爱抽吃喝养常总从也会学叫没不玩打练看听])",
        "从前",
    ),
    ("一天", r"(?<![有第哪某])一天(?=[要得喝吃只\d一二三四五六七八九十两])", "每天"),
    ("吃完", r"吃完(早饭|早餐|午饭|午餐|晚饭|晚餐|饭)(?:之?以?后)?", r"\1后"),
    ("记|备注", r"^\W*请?(?:你)?(?:记住|记一下|备注)[，,:：]?(?!我的名字)", ""),
    ("只有", r"只有(?=[一二两三四五六七八九十\d])", "只"),
    ("个半", r"个半小时", "个小时30分钟"),
    ("半", r"半个?(?:小时|钟头)", "30分钟"),
    ("半年", r"半年", "6个月"),
    ("点半", r"(?<=[一二三四五六七八九十两\d])点半", "点30"),
    ("刻", r"(?<=[一二三四五六七八九十两\d])点一刻", "点15"),
    ("点", r"(?<=[一二三四五六七八九十两\d])点(?:钟|整)", "点"),
    ("00", r"(?<=\d)[:：]00", "点"),
    ("30", r"(?<=\d)[:：]30", "点30"),
    (":|：", r"[:：](?=\d)", "点"),
    ("分", r"(?<=\d点)(\d+)分(?!钟)", r"\1"),
    ("kg", r"(?<=\d) ?kg\b", "公斤"),
    ("km", r"(?<=\d) ?km\b", "公里"),
    ("cm", r"(?<=\d) ?cm\b", "厘米"),
    ("m", r"(?<=\d) ?m\b", "米"),
    ("更好吃", r"没有?(?:什么|任何人|谁|人)比(.+?)(?:做|弄)的?(.+?)更好吃", r"\1做\2最好吃"),
    ("礼拜", r"礼拜", "星期"),
)
_HOURS = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
_MINUTES = {"five": 5, "ten": 10, "quarter": 15, "twenty": 20, "twenty-five": 25, "half": 30}
_HALF = re.compile(rf"(?<=at )half (?=(?:{'|'.join(_HOURS)})\b)")
_RANGE = re.compile(r"\bfrom $")
_PAST_HOUR = re.compile(
    rf"\b(?:a )?(twenty[- ]five|twenty|quarter|half|ten|five|\d{{1,2}})(?: minutes?)? (past|to|after) (\d{{1,2}}|{'|'.join(_HOURS)})\b(?! (?:minutes|hours|days|weeks|people|euros|dollars|pounds|kilos|times|percent))"
)
_HOUR = re.compile(r"(?<![\d:.])(1[3-9]|2[0-3])(:\d\d|点)")
_SPOKEN = re.compile(
    rf"(?<![{_NUMERALS}])([{_NUMERALS}]+)([万亿])([{_NUMERALS}]*)|(\d+(?:\.\d+)?)([百千万亿])(?!米)"
)


def plain(text: str) -> str:
    """``text`` in lower case and one spelling; what is meant stays."""
    folded = unicodedata.normalize("NFKC", text).replace("\u2019", "'")
    folded = _MAY.sub("can", folded).lower()
    for sign, name in _CURRENCIES.items():
        if sign in folded:
            folded = re.sub(rf"{re.escape(sign)} ?(\d[\d,.]*\d|\d)", rf"\1 {name}", folded)
    if folded.isascii():
        return _english(folded)
    folded = _SPOKEN.sub(_amount, folded.replace("千万别", "别").replace("千万不", "不"))
    folded = _DECADE.sub(_year, folded)
    folded = _HUNDREDS.sub(_hundreds, _ruled(folded, _ZH))
    folded = _KILOS.sub(_in_pounds, folded)
    folded = _HOUR.sub(lambda hour: f"pmtime{int(hour[1]) - 12}{hour[2]}", folded)
    return _english(folded)


#: 五零年 is 1950.
_DECADE = re.compile("19([五六七八九])0(?=年)")


def _year(found: re.Match[str]) -> str:
    return f"19{int(chinese_number(found[1]))}0"


#: 两百六 is 260, 三千五 is 3,500.
_HUNDREDS = re.compile(
    "([一二两三四五六七八九])([百千])([一二三四五六七八九])(?![十百千万亿零点个\\d])"
)
_KILOS = re.compile("(\\d+(?:\\.\\d+)?|[一二两三四五六七八九十百]+)(?:公斤|千克)")


def _hundreds(found: re.Match[str]) -> str:
    unit = _UNITS[found[2]]
    return str(int(chinese_number(found[1]) * unit + chinese_number(found[3]) * unit // 10))


def _in_pounds(found: re.Match[str]) -> str:
    """A 公斤 is two 斤."""
    try:
        said = found[1]
        kilos = float(said) if said[0].isdigit() else chinese_number(said)
    except ValueError:
        return found[0]
    return f"{2 * kilos:g}斤"


def _english(folded: str) -> str:
    if "half " in folded:
        folded = _HALF.sub("half past ", folded)
    if " past " in folded or " to " in folded or " after " in folded:
        folded = _PAST_HOUR.sub(_past_hour, folded)
    for short, full in _FULL:
        folded = folded.replace(short, full)
    folded = _ruled(folded, _ENGLISH)
    folded = _HOUR.sub(lambda hour: f"{int(hour[1]) - 12}{hour[2]} pmtime", folded)
    return _SPELT.sub(lambda found: _BRITISH[found[0]], folded)


def _past_hour(found: re.Match[str]) -> str:
    """ "Half past six" is 6:30, "twenty to six" is 5:40; "from ten to six" is no time."""
    said, side, named = found.groups()
    minutes = int(said) if said.isdigit() else _MINUTES[said.replace(" ", "-")]
    hour = int(named) if named.isdigit() else _HOURS.index(named) + 1
    if side != "past" and (said.isdigit() or _RANGE.search(found.string[: found.start()])):
        return found[0]
    if side == "to":
        minutes, hour = 60 - minutes, (hour - 2) % 12 + 1
    return f"{hour}:{minutes:02}"


def _amount(found: re.Match[str]) -> str:
    """三万五千 and 1.5万 in digits; what is no number stays as it is."""
    try:
        if found[4]:
            return f"{float(found[4]) * _UNITS[found[5]]:.0f}"
        rest = chinese_number(found[3]) if found[3] else 0
        if len(found[3]) == 1 and found[3] in "一二三四五六七八九":
            rest *= _UNITS[found[2]] / 10  # 一万二 is 12,000
        return f"{chinese_number(found[1]) * _UNITS[found[2]] + rest:.0f}"
    except ValueError:
        return found[0]
