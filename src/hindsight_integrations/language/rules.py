"""How people state a fact about themselves, as one table in English and Chinese; it knows no turn.

Each pattern must fit the beginning of a clause, so another person's facts cannot fit. The group
``value`` holds the words that a function of ``values`` judges. The first row that gives a value
decides.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.values import (
    avoided,
    channel,
    company,
    diet,
    eaten,
    nickname,
    no_channel,
    person,
    place,
)

Judge = Callable[[str], str | None]
NAME = "user.name"
HOME = "user.location"
WORK = "user.employer"
DIET = "user.diet"
CONTACT = "user.preference.contact"


@dataclass(frozen=True, slots=True)
class StatementRule:
    """Clauses that claim something under ``subject``; ``ends``: that it holds no longer."""

    subject: str
    judge: Judge
    pattern: str
    ends: bool

    def value(self, clause: str) -> str | None:
        """The value that ``clause`` states, or ``None`` if it states none."""
        found = compiled(self.pattern, re.IGNORECASE).match(clause)
        return self.judge(found["value"]) if found else None


_Rows = tuple[tuple[str, Judge, str], ...]
_V = "(?P<value>.+)"

_AM = "(?:i'm|i am)"
_HAVE = "(?:i've|i have|i)"
_NOT = "(?:don't|do not|never)"
_SOON = "(?:(?:now|just|recently|currently|still|finally|actually|also|already) )*"
_AGAIN = r"(?:anymore|any more|any longer|now)\W*$"
_WISH = r"(?:[\s,]+(?:please|anymore|any more|ever|again|at all|thanks|from now on))*\W*$"
_NAMED = r"(?P<value>(?-i:[A-Z])[\w.&'-]*(?: (?-i:[A-Z])[\w.&'-]*){0,3})"
_GONE = r"(?: for good| last (?:week|month|year|summer|winter|spring|autumn|fall))?\W*$"
_STOP = r"(?=\W*$|,?\s+(?:and|since|for|now|because|so|but|too|again|these days|this)\b)"
_EATER = "(?P<value>vegetarian|vegan|pescatarian|flexitarian|lactose intolerant|gluten[- ]free)"
_REGIME = "(?P<value>halal|kosher|keto|paleo|vegan|vegetarian|gluten[- ]free|plant[- ]based)"
_FOOD = (
    "(?:(?:red )?meat|pork|beef|chicken|fish|seafood|shellfish|eggs|dairy|gluten|sugar|lamb|nuts)"
)
_FOODS = f"(?P<value>{_FOOD}(?:,? (?:or|and) {_FOOD})*)"
_WAY = (
    "(?P<value>e-?mails?|texts?|text messages?|sms|phone calls?|calls?|phone|whats ?app|we ?chat"
    "|telegram|signal|slack|messages?)"
)
_ACT = "(?P<value>call|phone|ring|text|e-?mail|message)"
_ACTING = "(?P<value>calling|phoning|ringing|texting|e-?mailing|messaging)"
_DONE = "(?P<value>called|phoned|texted|e-?mailed|messaged)"

_ENGLISH_ENDS: _Rows = (
    (HOME, place, rf"(?:i|we) no longer live in {_V}"),
    (HOME, place, rf"(?:i|we) (?:don't|do not) live in {_V} {_AGAIN}"),
    (HOME, place, rf"{_HAVE} (?:just )?moved (?:away|out) (?:from|of) {_V}"),
    (WORK, company, rf"i no longer work (?:at|for) {_V}"),
    (WORK, company, rf"i (?:don't|do not) work (?:at|for) {_V} {_AGAIN}"),
    (WORK, company, rf"{_HAVE} (?:just )?(?:quit|left|lost|resigned from) my job (?:at|with) {_V}"),
    (WORK, company, rf"{_HAVE} (?:just )?(?:stopped|quit) working (?:at|for) {_V}"),
    (WORK, company, rf"i (?:was|got) (?:laid off|fired) (?:from|by) {_V}"),
    (WORK, company, rf"{_HAVE} (?:just )?(?:resigned|retired) from {_V}"),
    # "I left Acme at five" is no farewell.
    (WORK, company, rf"{_HAVE} {_SOON}left {_NAMED}{_GONE}"),
    (WORK, company, rf"{_HAVE} {_SOON}quit {_NAMED}(?:{_GONE}| (?:and|to|for|because)\b)"),
    (DIET, diet, rf"{_AM} no longer (?:an? )?{_EATER}\b"),
    (DIET, diet, rf"{_AM} not (?:an? )?{_EATER} {_AGAIN}"),
    (DIET, diet, rf"{_HAVE} (?:stopped|quit|gave up|given up) being (?:an? )?{_EATER}\b"),
)
_ENGLISH: _Rows = (
    (NAME, person, rf"my (?:full |real |first )?name(?:'s| is)(?: now)? {_V}"),
    (NAME, person, rf"{_AM} called {_V}"),
    (NAME, nickname, rf"(?:please )?(?:you can |you may )?(?:just )?call me {_V}"),
    (HOME, place, rf"(?:i|we) {_SOON}(?:live|reside)(?: now)? in {_V}"),
    (HOME, place, rf"(?:i'm|i am|we're|we are) {_SOON}(?:living|based|residing) in {_V}"),
    (HOME, place, rf"(?:my|our) (?:home|house|apartment|flat|place) is (?:now )?in {_V}"),
    (
        HOME,
        place,
        rf"{_HAVE} {_SOON}(?:moved|relocated)(?: from [^,]+?)?(?: back| over)? to {_V}",
    ),
    (WORK, company, rf"i {_SOON}work(?: now)? (?:at|for) {_V}"),
    (WORK, company, rf"{_AM} {_SOON}(?:working (?:at|for)|employed (?:at|by)) {_V}"),
    (WORK, company, rf"{_HAVE} been working (?:at|for) {_V}"),
    (WORK, company, rf"{_HAVE} {_SOON}started(?: work| working)? (?:at|with) {_V}"),
    (
        WORK,
        company,
        rf"{_HAVE} {_SOON}(?:got|gotten|took|accepted|started) an? (?:new )?job (?:at|with) {_V}",
    ),
    # Alone, "joined" is said of clubs and calls.
    (WORK, company, rf"{_HAVE} {_SOON}joined (?P<value>.+) as an? "),
    (WORK, company, rf"my (?:new |current )?employer is (?:now )?{_V}"),
    (DIET, diet, rf"{_AM} {_SOON}(?:an? )?{_EATER}{_STOP}"),
    (DIET, diet, rf"{_HAVE} {_SOON}(?:gone|became|become|went|turned) (?:an? )?{_EATER}{_STOP}"),
    (DIET, diet, rf"i {_SOON}(?:only )?(?:eat|follow|keep)(?: an?| only)? {_REGIME}(?: diet| food)?{_STOP}"),
    (DIET, diet, rf"{_AM} {_SOON}on an? {_REGIME} diet{_STOP}"),
    (DIET, avoided, rf"i {_SOON}(?:{_NOT}|can't|cannot|no longer) eat (?:any )?{_FOODS}{_STOP}"),
    (DIET, eaten, rf"i {_SOON}eat {_FOODS} again{_STOP}"),
    (CONTACT, no_channel, rf"(?:please )?{_NOT} {_ACT} me(?: on the phone| by phone)?{_WISH}"),
    (CONTACT, no_channel, rf"(?:please )?stop {_ACTING} me{_WISH}"),
    (
        CONTACT,
        no_channel,
        (rf"i (?:really )?(?:{_NOT}|no longer) (?:want|like|take|answer)"
        rf"(?: to get| to receive| getting| receiving| any| more| your)* {_WAY}{_WISH}"),
    ),
    (CONTACT, no_channel, rf"i (?:really )?{_NOT} (?:want|like) to be {_DONE}{_WISH}"),
    (CONTACT, no_channel, rf"i (?:hate|dislike)(?: getting| receiving)? {_WAY}{_WISH}"),
    (CONTACT, no_channel, rf"no(?: more)? {_WAY}{_WISH}"),
    (
        CONTACT,
        channel,
        (rf"(?:i'd|i would|i) {_SOON}(?:much )?(?:prefer|rather)(?: to be| being)?(?: contacted| reached)?"
        rf"(?: by| via| through| over| on)? {_WAY}(?:,? (?:over|to|rather than|instead of|not) .*|,? now|,? these days)?{_WISH}"),
    ),
    (
        CONTACT,
        channel,
        rf"(?:please )?(?:only |always |just )?(?:contact|reach|get in touch with) me (?:only |always )?(?:by|via|through|on|over) {_WAY}{_WISH}",
    ),
    (
        CONTACT,
        channel,
        rf"(?:i want|i like|i'd like|i would like) to be (?:contacted|reached) (?:by|via|through|on|over) {_WAY}{_WISH}",
    ),
    (CONTACT, channel, rf"the best way to (?:contact|reach) me is (?:by |via |through )?{_WAY}{_WISH}"),
    (CONTACT, channel, rf"(?:please )?(?:only|always) {_ACT} me{_WISH}"),
    (CONTACT, channel, rf"(?:you can|you may|feel free to|please|just) {_ACT} me (?:again|any ?time|instead){_WISH}"),
    # What was refused is allowed: without more it is no request of the moment, as "call me now" is.
    (
        CONTACT,
        channel,
        (rf"(?:you can|you may|feel free to|it's (?:ok|okay|fine|alright|all right) (?:to|if you)|you're welcome to|it is (?:ok|okay|fine) to) {_ACT} me"
        rf"(?: on the phone| by phone)?(?: now| if you (?:like|want|need to)| whenever you (?:like|want)| too)*{_WISH}"),
    ),
    (CONTACT, channel, rf"{_WAY} (?:is|are) (?:fine|ok|okay|alright|all right|welcome)(?: again| now| with me| for me)*{_WISH}"),
    (CONTACT, channel, rf"i (?:don't|do not) mind (?:getting |receiving |your )?{_WAY}(?: now)?{_WISH}"),
)  # fmt: skip

_WO = "我们?"
_ZH_SOON = (
    "(?:现在|目前|已经|刚刚?|最近|上周|上个?月|去年|今年|昨天|前几天|这周|这个月|终于|就|也|一直|都|又"
    "|后来|年初|今天|正式|还){0,3}"
)
_ZH_MOVED = "搬家?[到去回来]"
_ZH_AT = "(?P<value>.{2,20}?)(?:工作|上班|任职|就职)"
_ZH_YOU = "(?:你们?|您)?"
_ZH_PLEASE = f"(?:请|麻烦|以后|{_ZH_YOU})*"
_ZH_END = "[了的吧啊呀哦啦]*$"
_ZH_FINE = f"(?:就好|就行|就可以)?{_ZH_END}"
_ZH_WAY = "(?P<value>电话|短信|邮件|微信|钉钉|信息|QQ)"
_ZH_FOODS = "(?P<value>(?:肉类?|荤腥?|[猪牛羊鸡鸭鱼]肉?|海鲜|鸡蛋|蛋|奶制品|辣的?|香菜|糖|葱|蒜|[、和或])+?)"
_ZH_DIET = "(?P<value>素食者|素食主义者|纯素食者|吃纯素|吃素|素食|纯素|吃清真|清真)"
_ZH_BEING = "(?:是(?:一?[个名])?)?"

_CHINESE_ENDS: _Rows = (
    (HOME, place, f"{_WO}{_ZH_SOON}不再住在?{_V}"),
    # Without 了 it denies, and says nothing of an end.
    (HOME, place, f"{_WO}{_ZH_SOON}不住在?{_V}了$"),
    (HOME, place, f"{_WO}{_ZH_SOON}从(?P<value>.{{2,12}}?)搬(?:走|出来)了?$"),
    (WORK, company, f"我{_ZH_SOON}不再在{_ZH_AT}"),
    (WORK, company, f"我{_ZH_SOON}不在{_ZH_AT}了$"),
    (WORK, company, f"我{_ZH_SOON}从(?P<value>.{{2,20}}?)(?:离职|辞职|退休)了?$"),
    (DIET, diet, f"我{_ZH_SOON}不再{_ZH_BEING}{_ZH_DIET}{_ZH_END}"),
    (DIET, diet, f"我{_ZH_SOON}不{_ZH_BEING}{_ZH_DIET}了$"),
)
_CHINESE: _Rows = (
    (NAME, person, f"我的?(?:名字|全名|大名)(?:是|叫){_V}"),
    (NAME, person, f"我(?:现在)?名?叫做?{_V}"),
    (NAME, person, f"{_ZH_YOU}(?:请|可以|以后|就)*叫我{_V}"),
    (HOME, place, f"{_WO}家?{_ZH_SOON}(?:住在|居住在|定居在?)了?{_V}"),
    (HOME, place, f"{_WO}{_ZH_SOON}住(?![院校宿宅在]){_V}"),
    (HOME, place, f"{_WO}家{_ZH_SOON}(?:在|住){_V}"),
    (HOME, place, f"{_WO}{_ZH_SOON}(?:从[^，,]{{1,10}}?)?{_ZH_MOVED}了?{_V}"),
    (WORK, company, f"我{_ZH_SOON}在{_ZH_AT}了?$"),
    (WORK, company, f"我{_ZH_SOON}(?:入职|就职于|任职于|供职于|受雇于|跳槽到)了?{_V}"),
    (WORK, company, f"{_WO}的?新?(?:公司|单位)(?:名?叫|名称是){_V}"),
    (WORK, company, f"我的?新?(?:雇主|东家)是{_V}"),
    (DIET, diet, f"我{_ZH_SOON}(?:开始|改)?{_ZH_BEING}{_ZH_DIET}{_ZH_END}"),
    (DIET, avoided, f"我{_ZH_SOON}(?:从来)?不(?:能|再)?吃{_ZH_FOODS}{_ZH_END}"),
    (DIET, eaten, f"我{_ZH_SOON}(?:又|重新|恢复)(?:开始|可以)?吃{_ZH_FOODS}{_ZH_END}"),
    (
        CONTACT,
        no_channel,
        f"{_ZH_PLEASE}(?:不要|别|勿|不用)再?(?:给我)?[打发]我?的?{_ZH_WAY}(?:给我|找我)?{_ZH_END}",
    ),
    (
        CONTACT,
        no_channel,
        f"我(?:真的|很|再也)?不(?:想|喜欢|愿意|希望|方便|要)?再?[接收听]?到?(?:任何|你们的?)?{_ZH_WAY}{_ZH_END}",
    ),
    (CONTACT, no_channel, f"我不(?:想|喜欢|愿意|希望){_ZH_YOU}(?:给我)?[打发]{_ZH_WAY}(?:给我)?{_ZH_END}"),
    (
        CONTACT,
        channel,
        (f"我{_ZH_SOON}(?:更|比较|还是)?(?:喜欢|希望|习惯|倾向于?|愿意|想){_ZH_YOU}(?:用|通过)?{_ZH_WAY}来?"
        f"(?:联系|沟通|交流|联络)我?{_ZH_END}"),
    ),
    (
        CONTACT,
        channel,
        f"(?:{_ZH_PLEASE}|只|都|尽量|最好)*(?:用|通过){_ZH_WAY}(?:的?方式)?来?(?:联系|通知|找)我{_ZH_FINE}",
    ),
    (CONTACT, channel, f"(?:有事|以后)(?:请|就|都|还是)*(?:给我)?[发打]{_ZH_WAY}(?:给我)?{_ZH_FINE}"),
    # 就好 says how it is done from now on; without it one mail is asked for.
    (CONTACT, channel, f"(?:给我)?[发打]{_ZH_WAY}(?:给我)?(?:就好|就行|就可以){_ZH_END}"),
    (CONTACT, channel, f"(?:其实|现在|以后|{_ZH_YOU})*(?:又)?可以(?:再|重新)?(?:给我)?[打发]我?的?{_ZH_WAY}(?:给我|联系我|找我)?{_ZH_END}"),
    (CONTACT, channel, f"(?:其实|现在|以后|{_ZH_YOU})*(?:给我)?[打发]?{_ZH_WAY}(?:给我|联系我?)?(?:也|都)?(?:行|可以|没问题|没关系|没事|OK|ok){_ZH_END}"),
)  # fmt: skip


def _rules(rows: _Rows, *, ends: bool) -> tuple[StatementRule, ...]:
    return tuple(StatementRule(subject, judge, pattern, ends) for subject, judge, pattern in rows)


#: What ends comes before what holds: "no longer" decides.
ENGLISH_RULES = _rules(_ENGLISH_ENDS, ends=True) + _rules(_ENGLISH, ends=False)
CHINESE_RULES = _rules(_CHINESE_ENDS, ends=True) + _rules(_CHINESE, ends=False)
