"""Reads how somebody wants to be reached ("please don't call me", 有事发邮件就好) from a clause; it knows no other fact.

Each pattern must fit the beginning of a clause, so another person's wishes cannot fit. The group ``value`` holds the
words for a way, which a function of ``values`` gives its one name in both languages. The first row that gives one decides.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.values import channel, hours, no_channel

CONTACT = "user.preference.contact"
HOURS = f"{CONTACT}.hours"

_Rows = tuple[tuple[Callable[[str], str | None], str], ...]

_NOT = "(?:don't|do not|never)"
_SOON = "(?:(?:now|just|recently|currently|still|finally|actually|also|already) )*"
_WISH = r"(?:[\s,]+(?:please|anymore|any more|ever|again|at all|thanks|from now on))*\W*$"
_WAY = (
    "(?P<value>e-?mails?|texts?|text messages?|sms|phone calls?|calls?|phone|whats ?app|we ?chat"
    "|telegram|signal|slack|messages?|texting|e-?mailing|calling|phoning|messaging|voicemails?|video calls?|post|letters?|teams|discord|imessage|messenger)"
)
_ACT = "(?P<value>call|phone|ring|te?xt|e-?mail|message|whats ?app)"
_ACTING = "(?P<value>calling|phoning|ringing|texting|e-?mailing|messaging)"
#: What else stands behind a way: whither, when and why.
_ON = r"(?:(?:,? (?:please|pls|thanks|ever|never|at work|at home|at all|only|always|from now on|i'm begging you|for (?:me|us|anything)|if (?:possible|you (?:can|need|must|want).*)|as i .*|because .*|since .*|i .*|the .*|not .*|no .*|don't .*|and .*|so .*|when .*|to (?:reach|get|contact|find|catch) .*|is (?:best|fine) .*))*)\W*$"
_DONE = "(?P<value>called|phoned|texted|e-?mailed|messaged)"

_ENGLISH: _Rows = (
    (no_channel, rf"(?:please )?{_NOT} {_ACT} me(?: on the phone| by phone)?{_WISH}"),
    (no_channel, rf"(?:please )?stop {_ACTING} me{_WISH}"),
    (no_channel, (rf"i (?:really )?(?:{_NOT}|no longer) (?:want|like|take|answer)"
        rf"(?: to get| to receive| getting| receiving| any| more| your)* {_WAY}{_WISH}")),
    (no_channel, rf"i (?:really )?{_NOT} (?:want|like) to be {_DONE}{_WISH}"),
    (no_channel, rf"i (?:hate|dislike)(?: getting| receiving)? {_WAY}{_WISH}"),
    (no_channel, rf"no(?: more)? {_WAY}{_WISH}"),
    (channel, (rf"(?:i'd|i would|i) {_SOON}(?:much )?(?:prefer|rather)(?: to be| being)?(?: contacted| reached)?"
        rf"(?: by| via| through| over| on)? {_WAY}(?:,? (?:over|to|rather than|instead of|not) .*|,? now|,? these days)?{_WISH}")),
    (channel, rf"(?:please )?(?:only |always |just )?(?:(?:contact|reach|get in touch with|get back to|write to|update|notify|message) me|reply|respond|answer|write back|communicate|correspond|keep me posted) (?:only |always )?(?:by|via|through|on|over) {_WAY}(?:,? (?:rather than|instead of|not) .*)?{_WISH}"),
    (channel, rf"(?:i want|i like|i'd like|i would like) to be (?:contacted|reached) (?:by|via|through|on|over) {_WAY}{_WISH}"),
    (channel, rf"the best way to (?:contact|reach) me is (?:by |via |through )?{_WAY}{_WISH}"),
    (channel, rf"(?:please )?(?:only|always) {_ACT} me{_WISH}"),
    (channel, rf"(?:you can|you may|feel free to|please|just) {_ACT} me (?:again|any ?time|instead){_WISH}"),
    # What was refused is allowed: without more it is no request of the moment, as "call me now" is.
    (channel, (rf"(?:you can|you may|feel free to|it's (?:ok|okay|fine|alright|all right) (?:to|if you)|you're welcome to|it is (?:ok|okay|fine) to) {_ACT} me"
        rf"(?: on the phone| by phone)?(?: now| if you (?:like|want|need to)| whenever you (?:like|want)| too)*{_WISH}")),
    (channel, rf"{_WAY} (?:is|are) (?:fine|ok|okay|alright|all right|welcome)(?: again| now| with me| for me)*{_WISH}"),
    (channel, rf"i (?:don't|do not) mind (?:getting |receiving |your )?{_WAY}(?: now)?{_WISH}"),
    (channel, rf"(?:please |just |it's |strictly )*{_WAY} only{_ON}"),
    (channel, rf"(?:only|strictly|just) (?:by |via |through |on )?{_WAY}(?: please| only| for me| thanks)*{_WISH}"),
    (channel, rf"(?:please )?(?:just )?{_ACT}(?: me)?,? (?:rather than|instead of|don't|do not|never|not|over) (?:to )?(?:ring|call|phon(?:e|ing)|text|e-?mail|messag(?:e|ing)|writ(?:e|ing))\w*{_ON}"),
    (channel, rf"{_WAY}(?:'s| is| are|s are)? (?:always |usually |definitely |probably |by far |much |still )*(?:(?:the|my) )?(?:best|easiest|quickest|fastest|safest|only|preferred|simplest|surest|most reliable|better|easier|quicker)(?: way| bet| method| thing| route| option| means)?(?: (?:to (?:get hold of|get a hold of|reach|contact|get|catch|find|get to|bother)|for getting|of getting|of reaching|for reaching|of contacting) (?:me|us|hold of me))?{_ON}"),
    (channel, rf"(?:(?:it's|it is) )?(?:much |far |always |usually )?(?:easier|easiest|better|best|quicker|quickest) (?:if you |to (?:just )?|when you )?(?:get|reach|catch|find|contact|get hold of|get a hold of) me (?:is )?(?:on|by|via|through|over) (?:my )?{_WAY}{_ON}"),
    (channel, rf"you(?:'ll| will|'re| are| can)? (?:only |always |more likely to |best off )*(?:get|getting|reach|reaching|catch|catching|find|finding) me (?:quicker |quickest |faster |fastest |best |easiest |only )?(?:by|on|via|through|over) {_WAY}{_ON}"),
    (channel, rf"(?:i'm|i am|i) (?:only |mostly |always |usually |best |easily )*(?:reachable|contactable|reached|available|respond|reply|answer|check|read)(?: to)? (?:by|on|via|through|over|quickest (?:to|on|by)|fastest (?:to|on|by)) {_WAY}{_ON}"),
    (channel, rf"(?:i'd|i would|i|we) (?:much |really |far |always |strongly |still )*(?:prefer|rather|sooner|favou?r|go for)(?: that you| you| if you| it if you| to be| being| to)?(?: (?:contact(?:ed)?|reach(?:ed)?|write|communicate|talk|deal|get|send|had|have|do))*(?: me| with me| things)?(?: (?:by|via|through|over|on|an?))? {_WAY}{_ON}"),
    (no_channel, rf"(?:please )?(?:never(?: ever)?|don't(?: you)?(?: ever)?|do not(?: ever)?|no need to|stop) {_ACT}(?:ing)?(?: me| us|(?= ever\b| at\b| please\b))(?: on (?:my|the) \w+| at (?:work|home|all))?{_ON}"),
    (no_channel, rf"(?:please )?(?:don't|do not|never|stop) (?:leave|leaving|send|sending|give) (?:me )?(?:any |a |your )?{_WAY}{_ON}"),
    (no_channel, rf"(?:absolutely |please,? |strictly )?no {_WAY}(?: at work| ever| whatsoever| under any circumstances)?{_ON}"),
    (no_channel, rf"i (?:never|don't ever|don't|rarely|hardly ever|can't|cannot|won't|refuse to|do not) (?:really )?(?:answer|pick up|check|read|use|take|listen to|look at|do|have|open|talk on|like) (?:the |my |any )?{_WAY}{_ON}"),
    (no_channel, rf"i(?:'m| am) (?:useless|hopeless|rubbish|terrible|awful|no good|bad|crap) (?:with|on|at|over) (?:the |my )?{_WAY}{_ON}"),
)  # fmt: skip

_ZH_SOON = (
    "(?:现在|目前|已经|刚刚?|最近|上周|上个?月|去年|今年|昨天|前几天|这周|这个月|终于|就|也|一直|都|又"
    "|后来|年初|今天|正式|还){0,3}"
)
_ZH_YOU = "(?:你们?|您)?"
_ZH_PLEASE = f"(?:请|麻烦|以后|{_ZH_YOU})*"
_ZH_END = "[了的吧啊呀哦啦]*$"
_ZH_FINE = f"(?:就好|就行|就可以)?{_ZH_END}"
_ZH_WAY = "(?P<value>电话|短信|邮件|邮箱|微信|钉钉|飞书|企业微信|企微|私信|微博|信息|QQ|qq|LINE|line|座机|手机)"
#: When somebody can be reached, as it is said.
_ZH_HOURS = "(?:每天|平时|工作日|周末|周[一二三四五六日到至]{1,3})?(?:早上|上午|中午|下午|傍晚|晚上|夜里|白天|下班|午休|下课|放学)?(?:[一二三四五六七八九十两\\d]{1,3}(?:点半?|:\\d\\d))?(?:[到至-][一二三四五六七八九十两\\d]{1,3}点半?)?(?:(?:之|以)?[后前]|的时候|时间?|之间|这段)?"

_CHINESE: _Rows = (
    (hours, f"(?:{_ZH_PLEASE})*(?:有事)?(?:联系|找|打给|打电话给|呼|给)我(?:打?电话|的话|最好|请|就|尽量|都|要)*(?:在|等|于|到)?(?P<value>{_ZH_HOURS})(?:再?(?:打|联系|找我?|说))?{_ZH_END}"),
    (hours, f"(?:{_ZH_PLEASE}|有事|最好|只|尽量|都)*(?:在|等|到)?(?P<value>{_ZH_HOURS})(?:再|都|才|方便|可以)*(?:联系|找|打给|打电话给|呼|call|给)我(?:打?电话)?{_ZH_END}"),
    (channel, f"(?:{_ZH_PLEASE}|有事|急事|(?:工作|公事|私事|业务|要紧事?)(?:上)?(?:的)?(?:事情?|话)?|找我|联系我|都|就|还是|一般|直接|只|尽量|最好)*(?:用|走|上|通过|发|打|去|在)?{_ZH_WAY}(?:上|里)?(?:直接|就|都)*(?:找|联系|戳|敲|滴|喊|叫|call|留言|私信?|呼)(?:我|就行|就好)?{_ZH_FINE}"),
    (channel, f"(?:有事|急事|{_ZH_PLEASE})*(?:找|联系|通知)我(?:的话|一般|都|就|请|直接|最好|还是)*(?:用|走|上|通过|发|打|去|在)+我?的?{_ZH_WAY}(?:上|里)?(?:吧|就行|就好|就可以|即可|沟通|说)*{_ZH_END}"),
    (channel, f"(?:{_ZH_PLEASE}|有事|直接)*加(?:我|一下我?|个)的?{_ZH_WAY}(?:聊|说|沟通|联系|细聊)*(?:吧|就行|就好|哈|呗)*$"),
    (channel, f"(?:工作|公事|私事|业务|要紧事?|急事|有事)(?:上)?(?:的)?(?:事情?|话)?(?:都|就|请|一律|统一|尽量)*(?:用|走|上|发|打){_ZH_WAY}(?:沟通|说|聊|联系)*{_ZH_END}"),
    (channel, f"(?:我)?(?:一般|基本上?|平时)?(?:只|就|都)(?:看|回|接|用){_ZH_WAY}{_ZH_END}"),
    (no_channel, f"{_ZH_WAY}(?:就|也|都|以后|千万)*(?:别|不要|不用|勿)(?:再)?(?:找|联系|打|发|呼|私)(?:给)?我?{_ZH_END}"),
    (no_channel, f"{_ZH_PLEASE}(?:不要|别|勿|不用)再?(?:给我)?[打发]我?的?{_ZH_WAY}(?:给我|找我)?{_ZH_END}"),
    (no_channel, f"我(?:真的|很|再也)?不(?:想|喜欢|愿意|希望|方便|要)?再?[接收听]?到?(?:任何|你们的?)?{_ZH_WAY}{_ZH_END}"),
    (no_channel, f"我不(?:想|喜欢|愿意|希望){_ZH_YOU}(?:给我)?[打发]{_ZH_WAY}(?:给我)?{_ZH_END}"),
    (channel, (f"我{_ZH_SOON}(?:更|比较|还是)?(?:喜欢|希望|习惯|倾向于?|愿意|想){_ZH_YOU}(?:用|通过)?{_ZH_WAY}来?"
        f"(?:联系|沟通|交流|联络)我?{_ZH_END}")),
    (channel, f"(?:{_ZH_PLEASE}|只|都|尽量|最好)*(?:用|通过){_ZH_WAY}(?:的?方式)?来?(?:联系|通知|找)我{_ZH_FINE}"),
    (channel, f"(?:有事|以后)(?:请|就|都|还是)*(?:给我)?[发打]{_ZH_WAY}(?:给我)?{_ZH_FINE}"),
    # 就好 says how it is done from now on; without it one mail is asked for.
    (channel, f"(?:给我)?[发打]{_ZH_WAY}(?:给我)?(?:就好|就行|就可以){_ZH_END}"),
    (channel, f"(?:其实|现在|以后|{_ZH_YOU})*(?:又)?可以(?:再|重新)?(?:给我)?[打发]我?的?{_ZH_WAY}(?:给我|联系我|找我)?{_ZH_END}"),
    (channel, f"(?:其实|现在|以后|{_ZH_YOU})*(?:给我)?[打发]?{_ZH_WAY}(?:给我|联系我?)?(?:也|都)?(?:行|可以|没问题|没关系|没事|OK|ok){_ZH_END}"),
)  # fmt: skip


def is_time(way: str) -> bool:
    """Whether what is wanted is a time rather than a way."""
    return compiled("点|[后前]$|时|周|上|下").search(way) is not None


#: "No emails" alone: of a holiday as well as of the speaker.
_BARE = r"(?i)(?:absolutely |strictly )*no\b"
_TO_ME = r"(?i)\b(?:me|us|please|pls|thanks|contact|reach|prefer|rather|only)\b"


def is_wish(clause: str, sentence: str) -> bool:
    """Whether a clause can wish for a way: "no emails" must begin its sentence, or that must speak of reaching somebody."""
    begins = sentence.lower().lstrip().startswith(clause.lower())
    return not compiled(_BARE).match(clause) or begins or bool(compiled(_TO_ME).search(sentence))


def wanted(clause: str) -> str | None:
    """The way by which the speaker wants to be reached (``no …``: does not), if the clause says so."""
    # A clause in English may name a Chinese way, and the other way round: its start decides.
    for judge, pattern in _ENGLISH if clause[0].isascii() else _CHINESE:
        found = compiled(pattern, re.IGNORECASE).match(clause)
        if found and (value := judge(found["value"])):
            return value
    return None
