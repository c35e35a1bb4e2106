"""Reads whether a question asks for a value that may have changed since it was told, and whether a text tells a new one; it knows no memory.

"How many commits have been merged?", "when is the webinar?", 每月预算是多少？ ask for what holds now; "how many did I
buy in Rome?" asks for what happened. "Raised to $75", "the new deadline", 改到周五, 现在是 tell a new value.
"""

from __future__ import annotations

from enum import Enum

from hindsight_integrations.language.folding import simplified
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.tokens import query_terms
from hindsight_integrations.language.typed import spelled

#: Texts are read up to here.
MAX_READ = 2_000

_MEASURES = (
    "(?:percentage|percent|rate|ratio|score|grade|level|accuracy|coverage|count|number|total|amount|sum|size|length|height|weight|speed|time|date|day"
    "|deadline|due date|schedule|budget|price|cost|fee|salary|rent|income|balance|limit|quota|target|goal|estimate|version|capacity|distance|age|dose|dosage|temperature)s?"
)
_ASKED = (
    r"(?i)\bhow (?:many|much|long|often|old|far|big|large|fast|high|tall|heavy|soon)\b|\bwhen(?:'s| is| are| will| should| do| does| am| can| shall)\b|\b(?:what|which) (?:time|date|day|month|floor|room|gate|version)\b"
    rf"|\b(?:what|which)(?:'s| is| are)? (?:the |my |our |his |her |their |its )?(?:[\w'-]+ ){{0,4}}{_MEASURES}\b"
    "|多少|多久|多长|多大|多高|多远|多快|多重|几(?![乎率])|什么时候|何时|哪天|哪一天|哪个(?:月|日)|百分之几|(?:比例|比率|预算|价格|费用|目标|上限|期限|日期|时间|次数|数量|分数|版本)(?:是|为|现在|目前|[?？])"
)
#: What was, is asked of its own time: 来了多少人, but 学了多久了 goes on.
_PAST = (
    r"(?i)\b(?:did|was|were|had|used to|ago|came|went|saw|ate|drank|took|gave|began|wrote|ran|rode|drove|flew|swam|sang|spoke|fell|chose|threw|drew|knew)\b"
    "|当时|那时|曾经|过的?(?:吗|[?？]|$)|了(?:多少|几|多[久长])[^了]*$|(?:以前|之前|原来|从前|过去|最初|当初)"
)
_WHEN = (
    r"(?i)\bwhen\b|\b(?:what|which) (?:time|date|day|month)\b|\b(?:dead ?line|due|date|schedule)s?\b"
    "|什么时候|何时|哪天|哪一天|哪个(?:月|日)|几[点号月]|日期|期限|截止"
)
_DAYS = "(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|noon|midnight"
_MONTHS = "january|february|march|april|june|july|august|september|october|november|december"
_HOURS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_TIME = (
    rf"(?i)\d{{1,2}}:\d\d|\b\d{{1,2}} ?[ap]\.?m\b|\b\d{{1,2}}(?:st|nd|rd|th)\b|\b\d{{4}}-\d\d(?:-\d\d)?|\b(?:{_DAYS})s?\b|\b(?:{_MONTHS}|may(?= \d)|sept)(?:\.? \d{{1,2}}\b)?(?:,? \d{{4}}\b)?"
    rf"|\b(?:at|by|until|till|from) (?:{_HOURS}|\d{{1,2}}(?::\d\d)?)\b(?! ?[%$€£]| \w+s\b)"
    "|(?:\\d+|[一二三四五六七八九十两]+)(?:月|日|号(?!楼)|点(?!钟?内))[\\d一二三四五六七八九十半]*[日号分]?|(?:周|星期|礼拜)[一二三四五六日末天]|明天|后天"
)
_AMOUNT = (
    rf"(?i)\d|\b(?:{_HOURS}|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|half|twice|once)\b"
    "|[一二两三四五六七八九十百千万半][个次天周月年岁元块米人位分页本台条件片公斤%％千百万]"
)
#: Where a clause ends; not the comma of 4,500.
_PART = r"(?:(?<!\d)[,.]|[,.](?!\d))|[;!?，；。！？\n]|\s[—–-]+\s|\b(?:so|and|but) (?=(?:how|what|when|can|could|should|do|is|are)\b)"
_ASKS = (
    r"(?i)^\W*(?:and |so |but |or )?(?:how|what|when|where|who|whom|whose|which|why|can|could|would|will|should|shall|do|does|did|is|are|am|was|were|have|has|any)\b"
    "|吗|呢|什么|怎么|如何|多少|哪|能不能|是不是|会不会|要不要|可不可以|请问|几(?=[个次点号天月])"
)
_WHETHER = r"(?i)^\W*(?:and |so |but |or )?(?:will|would|should|shall|do|does|did|is|are|am|was|were|have|has)\b|吗|是不是|会不会|要不要|多少|什么|几(?=[个次点号天月])"
#: Capitals that begin no name.
_NO_NAMES = frozenset(
    [
        "I",
        "I'm",
        "I've",
        "I'll",
        "I'd",
        "Monday",
        "Tuesday",
        "Wednesday",
        "Thursday",
        "Friday",
        "Saturday",
        "Sunday",
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
        "AM",
        "PM",
    ]
)
_TO = r"(?: (?:[\w'$€£-]+ ){0,3}?(?:to|by|from)\b| up| down)"
_TOLD = (
    r"(?i)\b(?:rescheduled|postponed|extended|shortened|adjusted|revised|updated|upgraded|increased|decreased|raised|lowered|reduced|bumped|boosted|doubled|halved|expanded|changed|shifted|corrected)\b"
    rf"|\b(?:moved|moving|pushed|brought|went|gone|going|grew|grown|rose|risen|fell|fallen|dropped|cut|got|get|came|improved|jumped|climbed|switched|set){_TO}"
    r"|\b(?:reached|hit|exceeded|passed) (?:[\w$€£]+ ){0,2}?\$?\d|\bnew(?!s\b| year\b)\b|\b(?:now|currently|recently|lately|as of|so far|latest|no longer|instead of)\b"
    "|改[到成为在期至了]|推迟|提前|延[长期后到]|缩短|调整|更新|升级|增加|减少|提高|降低|上调|下调|涨到|降到|升到|加到|减到|翻倍|换[到成]|变成|达到|突破|新的?(?=[^闻年])|现在|目前|如今|最近|最新|不再"
)

#: What happened, or was said, in a question about the past: no state that held.
_EVENTS = (
    r"(?i)\b(?:talk(?:ed|ing)?|chat(?:ted|ting)?|discuss(?:ed)?|mention(?:ed)?|happen(?:ed)?|tell|told|said|say|suggest(?:ed)?|recommend(?:ed)?|advise[d]?|remind(?:ed)?|ask(?:ed)?|wrote|why)\b"
    r"|\bdid (?:i|we|he|she|they|my \w+|[a-z]+) (?:just |ever |finally )?(?:go|meet(?! for\b| on\b)|visit|buy|see|attend|do|get|find|eat|watch|read|finish|start|take up|make|come|give|send|receive|order|book|cook|bake|win|lose|break|learn|paint|plant|try|build|join|leave|quit|sell|travel|fly|celebrate|help|adopt|enter|sign up|decide|realize|realise|spend)\b(?! (?:to|for) (?:work|school|church|the gym|the office)\b)(?! up by)"
    "|聊|说过|提到|提过|发生|为什么|为何|(?:做|去|吃|买|看|见|聊|参加|完成|送|收|写|读|学|玩)(?:了|过)|告诉|推荐"
)
_STATE = (
    r"(?i)\b(?:what|what's|which|where|where's|who|who's|whose|whom|how|when|when's)\b|\b(?:give|get|order|book|send) me\b.*\b(?:usual|favou?rite)\b"
    "|什么|啥|哪|谁|多少|几|怎么|咋|何时|给我|推荐"
)
_OWN = r"(?:i|we|my|our|mine|ours)"
_WHOSE = r"(?:my |our |the |his |her |their )?[\w'’]+(?: [\w'’]+)?"
#: How something stood over a time: "who was my boss?", "where was Ana studying?", "what was the band called?", "what did I pay?"
_STOOD = (
    rf"(?i)\b(?:was|were) {_OWN}\b|\b(?:was|were) (?:{_WHOSE} )?(?:still |usually )?(?!going to\b|planning\b|thinking\b)\w{{2,}}ing\b|\b(?:was|were) {_WHOSE} (?:called|named|made of|worth|on|due|open|closed)\b"
    rf"|\bdid {_WHOSE} (?:still |usually |mostly |normally )?(?:live|work|have|own|use|drive|ride|like|prefer|want|need|pay|weigh|rent|earn|charge|cost|keep|report|answer|belong|go by|train|teach|speak|bank|sit|sleep|park|commute|follow|run on|look like|take for|take to (?:work|school))\b"
    rf"|\bdid {_WHOSE} go to (?:work|school|church|the gym|college|university)\b|\bused to\b"
)
#: Chinese has no tense: what was done is told by its particle, and by the deeds that are asked for.
_DEED = "了(?!解)|(?<![通经])过(?![年节敏程度])|哪(?:一)?[天日次]|几[次号]|什么时候|何时|去(?:哪|什么)|怎么样|为|如何|活动|事"
#: Characters of a Chinese question for a state; a longer one tells of a deed, to tell it from others.
_LONGEST_STATE = 22
#: What is over, or was said, is asked of its own time.
_OVER = (
    r"(?i)\b(?:did|was|were|had|used to|ago|happened|said|told|talked|mentioned|discussed|why|went|came|last (?:week|month|year|night|time)|yesterday)\b"
    "|聊|说过|提到|发生|为什么|为何|当时|那时|曾经|(?<!的)过(?:吗|[?？]|$)|上次|昨天|以前|之前|原来|从前|最初|当初"
)
_CHANGES = (
    r"(?i)\b(?:now|these days|nowadays|from now on|instead|no longer|any ?more|moved|changed?|changes|switch(?:ed|ing)?|swapped|replaced|ditched|dropped|quit|left|sold|closed|stopped|gave up|transferred|upgraded"
    r"|joined|shifted|pushed|back on|over now|postponed|slipped|rescheduled|brought forward|went (?:up|down)|raised|passed away|died|broke up|new)\b"
    "|现在|如今|改(?!天|日|善|良)|换|变成|变为|不再|再也不|搬|挪|调[到去成至]|推迟|往后推|延期|提前|涨|提到|降|卖了|戒|停了|转[学到行去]|升|辞|离职|分手|销户|注销|走了|新(?![闻年鲜冠疆生手意奇颖娘郎房型浪]|加坡|西兰)|又[养买领]"
)
#: What says that something holds no longer.
_OVER_NOW = (
    r"(?i)\b(?:no longer|any ?more|gave up|given up|giving up|quit|left|sold|stopped|dropped|ditched|passed away|died|broke up|split up|cancell?ed|got rid of|done with|over with|moved (?:on|away|out) from|moved out)\b"
    "|不再|再也不|不(?:住|做|干|吃|喝|用|去|在|玩|养|学)[^，。]{0,8}了|戒|停了|退了|卖了|辞|离职|离开|分手|分了|注销|销户|走了|没了|搬走|搬离"
)
_BEFORE_WHAT = r"(?i)\b(?:before|prior to) (?P<what>[^?.,]{2,60})|(?P<zh>[\u4e00-\u9fffA-Za-z0-9]{2,16}?)(?:之|以)?前"
_BACK = r"(?i)\b(?:used to|was|were|back then|previously|formerly)\b|以前|之前|原来|曾经|过去"


class Value(Enum):
    """What is asked for."""

    TIME = "time"
    AMOUNT = "amount"


def asked_value(question: str) -> Value | None:
    """Whether a time, or a number or measure, is asked for that may be another one by now."""
    read = simplified(question[:MAX_READ])
    if compiled(_ASKED).search(read) is None or compiled(_PAST).search(read):
        return None
    return Value.TIME if compiled(_WHEN).search(read) else Value.AMOUNT


def names(text: str) -> frozenset[str]:
    """The terms of a text that are names, as far as capitals within a sentence tell."""
    words = compiled(r"(?<=[\w,;:'’] )[A-Z][\w'-]*").findall(text[:MAX_READ])
    return frozenset(term for word in words if word not in _NO_NAMES for term in query_terms(word))


def holds(text: str, value: Value) -> bool:
    """Whether a text holds such a value."""
    return _in(simplified(text[:MAX_READ]), value)


def _in(text: str, value: Value) -> bool:
    if value is Value.TIME:
        return compiled(_TIME).search(text) is not None
    return compiled(_AMOUNT).search(compiled(_TIME).sub(" ", text)) is not None


def states(text: str, value: Value) -> bool:
    """Whether a text states one, be it beside or within what it asks.

    "It was moved to May 20, so when do I begin?", "remind me that it was moved to May 20?"; "was it moved to
    May 20?" states nothing.
    """
    parts = compiled(_PART).split(simplified(text[:MAX_READ]))
    return any(_in(part, value) and _states(part) for part in parts)


def _states(part: str) -> bool:
    if compiled(_ASKS).search(part) is None:
        return True
    return tells_new(part) and compiled(_WHETHER).search(part) is None


def tells_new(text: str) -> bool:
    """Whether a text tells in its own words that something is another than before."""
    return compiled(_TOLD).search(simplified(text[:MAX_READ])) is not None


def asks_past_state(question: str) -> bool:
    """Whether how something stood is asked for: "which day was choir?", 我以前哪天去健身？; not what happened or was said."""
    read = simplified(spelled(question[:MAX_READ]))
    return compiled(_STATE).search(read) is not None and compiled(_EVENTS).search(read) is None


def asks_standing(question: str) -> bool:
    """Whether a state is asked for that lasted: "where was I working in May?", 去年我住在哪？ What began before the time named answers it."""
    if not asks_past_state(question):
        return False
    read = simplified(spelled(question[:MAX_READ]))
    if compiled("[\u4e00-\u9fff]").search(read):
        return len(read) <= _LONGEST_STATE and compiled(_DEED).search(read) is None
    return compiled(_STOOD).search(read) is not None


def before_what(question: str) -> str:
    """What a question asks the time before: "where did I sit before the reorg?", 转学前她念哪？; empty where it names nothing."""
    read = simplified(question[:MAX_READ])
    found = compiled(_BEFORE_WHAT).search(read)
    return (found["what"] or found["zh"]) if found else ""


def asks_state(question: str) -> bool:
    """Whether how something stands now is asked for: "who do I answer to?", 爷爷现在谁照顾？; not what happened."""
    read = simplified(spelled(question[:MAX_READ]))
    return compiled(_STATE).search(read) is not None and compiled(_OVER).search(read) is None


def announces_change(text: str) -> bool:
    """Whether a text tells that something is otherwise, be it by what was done: "sold the car", 辞职了."""
    return compiled(_CHANGES).search(simplified(text[:MAX_READ])) is not None


def ends_something(text: str) -> bool:
    """Whether a text tells that something holds no longer: "gave up the gym", 不住那儿了."""
    return compiled(_OVER_NOW).search(simplified(text[:MAX_READ])) is not None


def looks_back(text: str) -> bool:
    """Whether a text tells how it was: "I used to row", 以前我划船."""
    return compiled(_BACK).search(simplified(text[:MAX_READ])) is not None
