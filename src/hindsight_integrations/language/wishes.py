"""How somebody wants to be answered (length, form, tone, units, language) and what they want to be reminded of, read from a sentence; it knows no fact of a life.

A wish must say that it stands: it speaks of "your answers" and 回答 as such, or of "from now on", "always", 以后, 都.
What is asked of one answer ("make it shorter") is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hindsight_integrations.language.patterns import compiled

ANSWERS = "user.preference.answers"
CONTACT = "user.preference.contact"


@dataclass(frozen=True, slots=True)
class Wish:
    """A key under ``user.preference.answers``, the value, and the words that say it."""

    key: str
    value: str
    words: str


_TONGUE = "english|french|german|spanish|portuguese|italian|dutch|polish|russian|ukrainian|czech|greek|turkish|arabic|hebrew|hindi|mandarin|cantonese|chinese|japanese|korean|thai|vietnamese|indonesian|swedish|norwegian|danish|finnish|hungarian|romanian|latin|catalan|welsh|irish"
_ZH_TONGUE = "英[语文]|中文|汉语|普通话|国语|粤语|广东话|上海话|四川话|方言|闽南语|日[语文]|韩[语文]|法[语文]|德[语文]|俄[语文]|西班牙[语文]|葡萄牙[语文]|意大利[语文]|繁体(?:字|中文)?|简体(?:字|中文)?|文言文|双语"
#: What can be wished of answers: the facet, and its words.
_FACETS = (
    ("length", r"short(?:er)?|brief(?:er)?|concise|terse|succinct|to the point|one[- ]liners?|tl;?dr|long(?:er|[- ]winded)?|detailed?|thorough|in[- ]depth|elaborate|verbose|walls? of text|essays?|more detail|(?:more|all the|full|lots of) details",
     "简短|简单|简明|言简|干脆|短一?点|简洁|精简|短|一句话|长篇大论|太长|长|详细|详尽|细|啰嗦|废话|言简意赅|展开"),
    ("examples", r"(?:more |with )?examples|analog(?:y|ies)", "举(?:个|几个|点)?(?:例子?|栗子)|例子|打比方|比喻|类比"),
    ("format", r"bullet(?:[- ]?point)?(?:s|ed)?|numbered lists?|lists?|tables?|markdown|headings|headers|paragraphs|plain text|prose|step[- ]by[- ]step", "分点|列点|要点|分条|列表|表格|[mM]arkdown|大段|分段|分步骤"),
    ("emoji", r"emojis?|emoticons?|smileys|smiley faces", "表情(?:符号|包)?|[eE]moji|颜文字"),
    ("tone", r"formal|informal|casual|friendly|friendlier|polite|blunt|direct|professional|chatty|sarcastic|sarcasm|apologi[sz]e|apologi[sz]ing|apologies|small talk|simple (?:words|language|terms|english)|plain (?:words|language|english)|jargon|technical|flattery|exclamation marks|honest",
     "客气|正式|随意|随便|口语化?|专业|礼貌|直接(?!给)|委婉|大白话|通俗|术语|严肃|活泼|幽默|拍马屁|奉承|敬语"),
    ("units", r"metric(?: (?:units|system))?|imperial(?: (?:units|system))?|celsius|fahrenheit|kilomet(?:er|re)s|24[- ]?h(?:ou)?r?(?: (?:clock|times?|format))?|12[- ]?h(?:ou)?r(?: clock)?|am/pm|pounds and ounces|feet and inches|miles|kilos|grams|litres|cups", "公制|英制|摄氏度?|华氏度?|24小时制"),
    ("sources", r"sources?|citations?|references|footnotes?", "出处|来源|参考文献"),
    ("spelling", r"(?:british|american|uk|us|australian|canadian) (?:english|spellings?)|(?:the )?oxford comma", "(?!)"),
    ("caution", r"disclaimers?|warnings|caveats|lectures?|lecturing|moralis?z?ing|preambles?|filler|fluff|waffle", "免责声明|说教|套话"),
    ("code", r"(?:just|only)(?: give me)?(?: the)? code|code only|comments in (?:the )?code|explain (?:the|your) code|type hints|no explanations?", "先(?:贴|给|上|写|放|发)(?:代码|结论|答案)|先代码|直接(?:贴|上|给)代码|直接给代码|只给代码|给代码就行|代码注释|别解释|不要解释|不用解释"),
)  # fmt: skip
#: A form of answers at the beginning of a wish: "24 hour clock for all times".
_FACET = (
    "(?:an? |the )?(?:"
    + "|".join(words for _, words, _ in _FACETS)
    + r")\b(?! (?:is|are|was|were|has|have)\b)"
)
_NOT = r"(?i)\b(?:no|not|don't|do not|don't need to|stop|never|without|avoid|less|quit|skip|lay off|enough with|hate|cut|drop)\b"
_ZH_NOT = "别|不要|不用|少|无需|不必|禁止|不需要|甭|不想"
_ANSWERS_EN = r"(?:your|the) (?:answers?|repl(?:y|ies)|responses?|messages?|explanations?|summaries|writing|tone|style)|answers|replies|responses|when(?:ever)? (?:you|i ask)|with me|to me"
_STANDS = r"from now on|going forward|in (?:the )?future|always|every time|never again|any ?more|from here on|as a rule|for the rest of|in general|by default"
_ORDER = r"(?i)^(?:(?:please|pls|just|ok|also|and|so|actually|hey|from now on|going forward|in future|always),? )*(?:(?:can|could|would|will) (?:you|we) (?:please )?(?:just )?|you (?:can|could|should|don't (?:need|have) to|needn't|may)(?: now)? (?:stop with |lose |skip |drop |quit |leave out )?|i(?:'d| would| should)? (?:prefer|like|want|rather have|rather|need|appreciate)(?: (?:you to|it if you|that you|if you))? |let's |feel free to )?(?:please )?"
_VERB = r"(?:keep|make|give|be|use|write|answer|reply|respond|talk|speak|explain|stop|skip|avoid|don't|do not|never|no|cut|drop|lay off|less|more|go|stick|try|start|format|show|put|stay|switch|short|shorter|long|longer|brief|concise|detailed|bullet|lists?|tables?|get|your|only|just|code|metric|plain|simple|cite|include|add|provide|list|convert|spell|assume|default|tell|leave|open|begin|end|summari[sz]e|quote|link|one|two|three|max|maximum)\b"
#: What is said of nothing but answers, so that to be rid of it is to be rid of it for good.
_RID = r"(?i)^(?:(?:please|pls|ok|and|also|so|just|hey|oh),? )*(?:you can |could you |can you |i'd like you to )?(?:stop|skip|no|no more|enough|enough with|quit|lose|drop|ditch|spare me|cut|cut out|go easy on|easy on|easy with|lay off|less of|hold|leave out|without|lose all)(?: with| using| doing| adding| giving me| writing(?: me)?| sending(?: me)?| it with| putting| out)?(?: all)?(?: the| your| those| these| any| so many)? (?P<what>bullet[- ]?points?|bullets|emojis?|emoticons|smileys|markdown|jargon|disclaimers?|apologies|apologising|apologizing|flattery|lectures?|preambles?|walls? of text|exclamation marks|small talk|headings|headers|caveats|waffle|filler|fluff|tables|numbered lists|long answers|essays|sarcasm|pleasantries|links|hyperlinks|follow-?up questions)\b"
#: In which units somebody thinks.
_THINKS = r"(?i)^(?:i|we) (?:only |always |still )?(?:think|work|measure|cook|bake|only know|was raised|grew up) (?:in |with )?(?P<what>feet and inches|pounds and ounces|metric|imperial|celsius|fahrenheit|miles|kilomet(?:er|re)s|grams|cups|litres|kilos|stones? and pounds)\b"
#: A form or a unit, and that it is for everything.
_FOR_ALL = r"(?:for|with|in|on|after|to) (?:all|every|everything|any|each)\b|\balways\b|\bthroughout\b|\bevery ?time\b|\bwherever possible\b"
_TALK = rf"(?i)(?:answer|reply|respond|talk|speak|write|chat|explain things|communicate|switch|go back|stick|change|back)(?: back)?(?: (?:to|with))?(?: (?:me|us))?(?: (?:only|always|just))?(?: (?:in|to))? (?P<tongue>{_TONGUE})(?=\W|$)(?! (?:class|teacher|food|grammar|homework|exam|course|version))"
_ZH_STANDS = (
    "接下来|以后|之后|往后面?|从今天起|从今以后|打今儿起|往后|今后|从现在起|从今往后|一律|每次|永远"
)
_ZH_BEFORE = f"(?:全程|全部|始终|统一|请|麻烦|拜托|你|您|咱们?|我们|接下来|温度|单位|距离|价格|跟你说|{_ZH_STANDS}|都|还是|可以|能|我?希望|最好|尽量|记得|,|，)*"
_ZH_ANSWERS = "(?:聊天|咱们聊天|跟我聊天|讲概念的?时候?|举例|解释的?时候|写东西|写代码的?时候?|给我的|你的|问你问题时?)?(?:回答|回复|答复|答案|回话|答得|解释|说话|讲话|回我|[跟和对]我(?:说话|讲话|说|讲|聊天)?|我要代码的?时候?)"
_ZH_BETWEEN = "(?:我|多|问题|时|的时候|里面?|中|的|，|请|都|也|要|得|能|可以|就|尽量|稍微|用|再|更|麻烦|最好|能|个|一个|几个|些|点|跟|给|写|弄|列|加|说|讲|带|直接(?!给)|一律|别|不要|不用|少|无需|不必|不需要|这么|那么|太|老是?|总是?|搞|成|讲究|出现)*"
#: The whole of a clause that says how answers are to be; what only speaks of answers does not fit.
_ZH_WISH = (
    f"^(?P<before>{_ZH_BEFORE})(?P<answers>{_ZH_ANSWERS})?(?P<between>{_ZH_BETWEEN})(?P<rest>.+)$"
)
#: What was wished before is taken back: "actually English is fine again", 算了还是中文吧.
_TONGUE_AGAIN = rf"(?i)^(?:(?:actually|ok|okay|never ?mind|no|well|alright|you know what|scratch that|on second thoughts?|let's|just|maybe),? )*(?P<tongue>{_TONGUE})(?: is|'s| will be)? (?:(?:fine|ok|okay|good|alright|better|easier) )?(?:again|now|after all|instead)\W*$"
_ZH_TONGUE_AGAIN = f"^(?:算了|那就|那|好了|不用了|要不|嗯|唉|，)*(?:还是|换回|改回|切回|回到)(?:用|说|讲|换回|改回)?(?P<tongue>{_ZH_TONGUE})(?:吧|就行|就好|好了|了|来|回答|聊|说话|交流)*\\W*$"
_ZH_TALK = f"(?:用|说|讲|回我|回复我|换成?|改[用成]|换回)(?:回)?(?P<tongue>{_ZH_TONGUE})"
_ZH_TO_ME = "(?:就行|就好|就可以|好了)$|回答?我|回复我|[跟和对]我[说讲聊交沟]|答我|回我|(?:回复|回答|交流|沟通|聊)(?:吧|就好|即可|就行)?$"
#: What is to end: 不用再给我列表格了.
_ZH_NO_MORE = f"^(?:{_ZH_BEFORE})?(?:不用|别|不要|不必|甭|少|拜托别)(?:老是?|总是?|再|给我|跟我|对我|每次|都|又|乱|这么|那么|带|用|发|列|写|加|弄|整|搞|来|说|讲|动不动就?|一上来就)+(?P<rest>[^，。]{{1,12}}?)(?:了|啦|行吗|好吗)$|^(?:别|不要|不用)(?:这么|那么|老是?|总是?|动不动就?|每次都?)(?:跟我|给我|用|发|说|写|搞|带|列|弄|太|客)*(?P<so>[^，。]{{1,8}})$"
#: By which word the user is to be called.
_ZH_CALLED = f'(?:{_ZH_STANDS}|请|别|不要|不用|都|跟我|对我|希望你?)[^，。]{{0,6}}?(?P<how>(?:用|说|叫|称|称呼)[“"「]?(?:您|你)[”"」]?(?=称呼|来?称|就|吧|了|$|相称|说话)|(?:用)?(?:敬语|尊称|敬称)|(?:别|不要|不用)(?:用|说|叫|称)(?:我)?[“"「]?您[”"」]?)'
_CLAUSES = 6
#: A wish is short.
_WHENEVER = r"(?i)^when(?:ever)? (?:i|you)(?:'re| are)? [^,]{3,30}?(?:, ?| (?=(?:just|only|please|give|always|never|don't|skip|keep|use|show)\b))(?=.*\b(?:just|only|always|never|please|don't)\b)"
_LONGEST, _MOST_WORDS = 24, 14
#: What is wished stands near the beginning.
_SOON = 60
_ONE = r"(?i)\b(?:this|that|it|the (?:email|letter|essay|text|story|code|report|paragraph|summary|title))\b"
_ZH_ONE = "这[篇段封个句]|那[篇段封个句]|翻译|作文|邮件写|文章"


def wishes(sentence: str) -> Iterator[Wish]:
    """What a sentence wishes of every answer, by facet; nothing where it speaks of one."""
    if max(sentence, default="") >= "\u4e00":
        yield from _chinese(sentence)
    else:
        yield from _english(sentence)
        yield from hours(sentence)


#: Of which answers alone it is wished: "… when I ask about taxes".
_SCOPE = r"(?i)(?<=\w )when(?:ever)? (?:i|we) (?:ask|talk|inquire|speak|request|discuss|mention)\w*(?: you| to you)?(?: (?:about|for|on|regarding))? (?!(?:you|me|something|anything|(?:an?|any)? ?questions?|things?|stuff)\b)\w"


def scoped(sentence: str) -> bool:
    """Whether a sentence wishes something of answers on one matter only, which is no wish of all."""
    ordered = compiled(rf"(?i)(?:{_VERB})").match(_begun(sentence)[1]) is not None
    return ordered and _stands(sentence) and compiled(_SCOPE).search(sentence) is not None


def _english(sentence: str) -> Iterator[Wish]:
    if compiled(_SCOPE).search(sentence):
        return
    if len(sentence.split()) > _MOST_WORDS:
        sentence = compiled(r"(?:,|;| - | because | so i | since ).*$").sub("", sentence)
    if len(sentence.split()) <= _MOST_WORDS:
        sentence = compiled(_WHENEVER).sub("", sentence)
        yield from _rid(sentence) or _tongue(sentence) or _wished(sentence)


def _rid(sentence: str) -> list[Wish]:
    """What answers are to be rid of, which nothing but answers has."""
    found = compiled(_RID).match(sentence)
    if thinks := compiled(_THINKS).match(sentence):
        return [Wish(f"{ANSWERS}.units", thinks["what"].lower(), sentence)]
    return [
        Wish(f"{ANSWERS}.{facet}", f"no {found['what'].lower()}", sentence)
        for facet, words, _ in (_FACETS if found else ())
        if found and compiled(rf"(?i)(?:{words})").fullmatch(found["what"])
    ][:1]


def _asked(sentence: str) -> bool:
    return sentence.rstrip().endswith("?") or bool(
        compiled(r"(?i)^(?:can|could|would|will) ").match(sentence)
    )


def _stands(sentence: str) -> bool:
    return compiled(rf"(?i)\b(?:{_STANDS})\b|{_FOR_ALL}").search(sentence) is not None


def _begun(sentence: str) -> tuple[str, str]:
    """A wish's opening ("could you please"), and what is wished."""
    opening = compiled(_ORDER).match(sentence)
    return (opening[0], sentence[opening.end() :]) if opening else ("", sentence)


def _tongue(sentence: str) -> list[Wish]:
    """The language of answers."""
    rest = _begun(sentence)[1]
    talk = compiled(_TALK).match(rest) or compiled(
        rf"(?i)^(?:back to |in )?(?P<tongue>{_TONGUE})(?: again| only)?,? (?:from now on|again|please|going forward)"
    ).match(rest)
    talk = talk or compiled(_TONGUE_AGAIN).match(sentence)
    said = talk and (_stands(sentence) or not _asked(sentence))
    if not talk or not said or compiled(r"^[^?]*:").match(rest):
        return []
    return [Wish(f"{ANSWERS}.language", talk["tongue"].lower(), sentence)]


_HEADED = r"(?i)^(?!(?:note|ps|fyi|reminder|rules?|format|style|tone|language|please|update|pls)\b)[a-z][\w ]{2,30}:\s"


def _wished(sentence: str) -> Iterator[Wish]:
    """Length, form, tone, units …, of all answers."""
    if compiled(_HEADED).match(sentence):
        return  # "Interview feedback: long answers should be avoided" is no wish of the speaker's
    opening, rest = _begun(sentence)
    stands = _stands(sentence)
    speaks = compiled(rf"(?i)\b(?:{_ANSWERS_EN})\b").search(sentence)
    if not (stands or (speaks and (opening or not _asked(sentence)))):
        return
    wanted = compiled(r"(?i)\b(?:prefer|like|want|rather|need|appreciate)\b").search(opening)
    begins = wanted or compiled(rf"(?i)(?:{_VERB}|{_FACET})").match(rest)
    if not begins or (compiled(_ONE).search(rest) and not stands):
        return
    for facet, words, _ in _FACETS:
        if found := compiled(rf"(?i)\b(?:{words})\b").search(rest.split(" when ")[0][:_SOON]):
            before = sentence[: len(sentence) - len(rest) + found.start()]
            no = "no " if compiled(_NOT).search(before) else ""
            yield Wish(f"{ANSWERS}.{facet}", no + found[0].lower().removeprefix("no "), sentence)


_REACH = r"(?:contact|call|ring|phone|text|message|e-?mail|bother|disturb|reach|get hold of)"
_AT = r"(?:at|on|before|after|during|between|in|over|past|until|till|from|once|when|while|most|weekdays?|weekends?|evenings?|mornings?|afternoons?) ?"
_HOURS = (
    (rf"(?i)^(?:please )?(?:do not|don't|never|no need to|try not to|avoid|stop|you mustn't)(?: ever)? {_REACH}(?:ing)?(?: me| us)? (?P<t>{_AT}[\w:. ]{{2,30}}?)(?=[,.;!]|$| (?:i|unless|because|as i|please|thanks)\b)", "not "),
    (rf"(?i)^(?:please |only |just )*(?:(?:i'm|i am)(?= .{{0,20}}(?:reachable|available|contactable|free to talk|on the phone|by (?:the )?phone))|(?:you can (?:get|reach|catch|call|ring) me|catch me|i can talk|i can take calls|i answer(?: the phone)?|ring me|call me|reach me|contact me|text me)) (?:only |usually |best |always |easiest |generally )*(?:reachable |available |contactable |free to talk |on the phone |by the phone |by phone )?(?:only )?(?P<t>{_AT}[\w:. ]{{2,30}}?)(?: only)?(?=[,.;!]|$| (?:i|because|as i|please|thanks|otherwise)\b)", ""),
    (rf"(?i)^(?:best|the best|a good|good) times? (?:to (?:{_REACH}|get|catch)(?: me)?|for (?:a call|calls|me)) (?:is|are|would be|:)? ?(?P<t>[\w:. ]{{3,30}}?)(?=[,.;!]|$| (?:i|because|as i|please|thanks)\b)", ""),
    (r"(?i)^(?P<t>(?:(?:sunday|monday|tuesday|wednesday|thursday|friday|saturday|early|late|week ?day|weekend) )?(?:evenings?|mornings?|weekends?|weekdays?|afternoons?|lunch ?times?|(?:after|before|between) [\w:. ]{1,14}?)) (?:only|are best|is best|is better|are better|works? best|suits? me(?: best)?)\b(?=(?: please| pls| thanks|,? for calls)*\W*$|.*\b(?:ring|call|phone|contact|reach|text|message|e-?mail|get hold|catch me)\b)", ""),
    (rf"(?i)^(?:no (?:calls|texts|messages|e-?mails)|i (?:can't|cannot|don't|won't) (?:take|answer|do) (?:calls|the phone|my phone)) (?P<t>{_AT}[\w:. ]{{2,30}}?)(?=[,.;!]|$| (?:i|because|please|thanks)\b)", "not "),
)  # fmt: skip


def hours(sentence: str) -> Iterator[Wish]:
    """When somebody wants to be reached, or not."""
    standing = compiled(
        r"(?i)\b(?:only|never|don't|do not|best|always|avoid|stop|no|reachable|available|contactable|usually|can't|generally)\b"
    )
    for pattern, no in _HOURS if standing.search(sentence) else ():
        if found := compiled(pattern).match(sentence):
            yield Wish(f"{CONTACT}.hours", no + found["t"].strip().lower(), sentence)
            return


def _chinese(sentence: str) -> Iterator[Wish]:
    if compiled(f"{_ZH_ONE}|[?？吗呢]\\W*$").search(sentence):
        return
    standing = ""
    for clause in compiled("[，,。！!]").split(sentence)[:_CLAUSES]:
        if 1 < len(clause) <= _LONGEST:
            made = list(_of_clause(standing + clause, sentence))
            yield from made
            if made:
                return
        # 今后问你问题，先贴代码再解释: what stands from now on is said first.
        standing = (
            clause if compiled(f"^(?:{_ZH_STANDS})").match(clause) and len(clause) < 12 else ""
        )


def _of_clause(clause: str, sentence: str) -> Iterator[Wish]:
    if refused := compiled(_ZH_NO_MORE).match(clause):
        yield from _facets(refused["rest"] or refused["so"], "不", sentence)
        return
    if called := compiled(_ZH_CALLED).search(clause):
        yield Wish(f"{ANSWERS}.tone", called["how"], sentence)
        return
    talk = compiled(
        f"^{_ZH_BEFORE}(?:(?:[跟和对]我)?(?:聊天?|说话|讲话|交流|沟通|对话)?(?:的?时候?)?(?:请|都|就|也|还是|要)*)?{_ZH_TALK}"
    ).match(clause)
    if again := compiled(_ZH_TONGUE_AGAIN).match(clause):
        yield Wish(f"{ANSWERS}.language", again["tongue"], sentence)
        return
    if talk and (compiled(_ZH_STANDS).search(clause) or compiled(_ZH_TO_ME).search(clause)):
        yield Wish(f"{ANSWERS}.language", talk["tongue"], sentence)
        return
    if short := compiled(
        "^(?:请|麻烦|你|直接|就|以后|都)*(?:(?:说|讲)重点|少废话|别废话|废话少说|少啰嗦|别啰嗦)(?:点|了|就行|就好|吧)*$"
    ).match(clause):
        yield Wish(f"{ANSWERS}.length", short[0], sentence)
        return
    found = compiled(_ZH_WISH).match(clause)
    if found is None or not (found["answers"] or compiled(_ZH_STANDS).search(found["before"])):
        return
    no = "不" if compiled(_ZH_NOT).search(found["between"]) else ""
    made = list(_facets(found["rest"], no, sentence, speaks=bool(found["answers"])))
    by = compiled("(?:都|一律|全部?|统一|尽量|请|最好)(?:用|按|以|带|加)(?P<rest>.+)").search(
        found["rest"]
    )
    yield from made or (_facets(by["rest"] or by["first"], "", sentence) if by else ())


def _facets(rest: str, no: str, sentence: str, *, speaks: bool = True) -> Iterator[Wish]:
    """What is wished of answers by the words with which ``rest`` begins."""
    for facet, _, words in _FACETS:
        said = compiled(f"^(?:{words})").match(rest)
        if said and (facet != "length" or speaks):
            yield Wish(f"{ANSWERS}.{facet}", no + said[0], sentence)


_REMIND = (
    r"(?i)^(?:(?:please|pls|hey|ok|and|also|can you|could you|will you|would you),? (?:please )?)*(?:remind|ping|nudge|poke|buzz|alert) me (?:again )?(?=(?:to|about|that|tomorrow|tonight|today|on|at|in|every|next|later|before|after|this|by|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b)(?!about (?:what|how|who|when|where)\b)(?P<what>.{3,})"
    r"|^(?:please |pls )*(?:don't|do not) let me forget(?: about| that)? (?P<kept>.{3,})"
)
_ZH_REMIND = "^(?P<front>[^，。？]{0,14}?)(?:请|麻烦|记得|到时候?|帮我)*提醒(?:我|一下我)(?:一下)?(?:[，,：:]|要)?(?P<what>.{2,})|^(?P<at>(?:今天|今晚|明[天早晚]|后天|下?周[一二三四五六日天末]|\\d{1,2}[月点号日]|早上|晚上|下午|中午)[^，。？]{0,10}?)(?:叫|喊|催)我(?P<do>.{2,})|^(?:千万)?(?:别|不要)让我忘(?:了|记)(?P<kept>.{2,})"
#: What one has to do by a time. What an assistant is asked for is a request of the moment.
_DUE = (
    r"(?i)^(?:(?:i|we)(?: really| still| also|'ve)? (?:have to|need to|ought to|must|should|got to|had better)|have to|need to|must) "
    r"(?!know|ask|change|cancel|modify|refund|rebook|reschedule|upgrade|speak|talk|check|fly|return|exchange|track|find|confirm|add|remove|switch|make a|be able|understand|see|clarify|book a|go|leave|sleep|run|mention|say|admit|note|point|proceed)"
    r"(?P<what>[a-z]+ .{3,80}?\b(?:by|before|until|no later than|due) .+)"
)
_ZH_DUE = "^(?:我们?)?(?P<when>[^，。？]{1,12}?)(?:之?前)(?:我们?)?(?:必须|一定)?(?:得|要|需要|必须|应该|该)(?!不要|是|不)(?P<what>.{2,})"

#: What somebody has to be at or to have done on a day that is named: 二十号考科目二, 周四要述职.
_ZH_AT = (
    "(?:今[天晚]|明[天早晚日儿]|后[天儿]|大后天|(?:这个?|本|下个?|下下个?)?(?:周|星期|礼拜)[一二三四五六日天末]?(?![一二三四五六日天末])|下个?月(?:初|底|[一二三四五六七八九十\\d]{1,3}[号日])?|(?:[一二三四五六七八九十\\d]{1,3}月)?[一二三四五六七八九十\\d]{1,3}[号日]|月底|月初|周末|过[两几]天)"
    "(?:的?(?:一?大?早上?|上午|下午|中午|晚上|傍晚|[一二三四五六七八九十两\\d]{1,3}点半?))*"
)
_ZH_EVENT = (
    "考(?:试|科目.|研|编|公|驾照|雅思|托福|[四六]级|证|完?[\u4e00-\u9fff]{1,4}$)|体检|述职|面试|笔试|复试|答辩|复查|复诊|复检|开(?:会|庭|题|学|家长会|组会|标)|家长会|出差|手术|住院|拔牙|补牙|看(?:牙|病|医生|房|诊|中医)|打(?:疫苗|加强针)|产检|抽血|做(?:核磁|胃镜|肠镜|B超|CT|手术|体检|汇报|报告|演讲)|交(?![流通谈往换给情易叉错友手心代集互货际])(?:房租|作业|论文|报告|稿|材料|水电|物业|社保|学费|税|钱|房|[\u4e00-\u9fff]{2,5})"
    "|还(?:信用卡|花呗|房贷|车贷|借呗|贷款|钱|书|[\u4e00-\u9fff]{1,5}[款贷])|报到|入职|签约|签合同|过户|搬家|结婚|办婚礼|领证|汇报|演讲|比赛|演出|彩排|值班|飞[\u4e00-\u9fff]{2,4}|赶飞机|赶火车|接(?:机|人|孩子|[\u4e00-\u9fff]{1,3}$)|同学会|聚餐|年检|车检|年审|提车|保养车?|办(?:护照|签证|身份证|证|居住证|社保|[\u4e00-\u9fff]{2,4})|续费|缴费|截止|到期|上线|发版|评审|投标|验收|去(?:[\u4e00-\u9fff]{1,8}?)(?:体检|面试|报到|签|办|取|接|拿|交|考试|复查|检查|看病)|有(?:个|场|一[个场])[\u4e00-\u9fff]{0,6}(?:面试|考试|会议?|答辩|汇报|讲座|活动|饭局|婚礼|手术|比赛|演出|直播|培训|体检)"
)
_ZH_ENGAGED = f"(?:^|[，；])(?:我们?|咱)?(?P<at>{_ZH_AT})(?:我们?)?(?:就|还|又)?(?P<must>(?:有|必须|一定|需要|约了?|安排了?|轮到我?|要|得|该|去|就|去医院|去单位)*)(?:{_ZH_EVENT})(?P<rest>[^，。]*)"
_ZH_OVER = "[了过]|砸|挂$|完|没过"
#: How it went, which can be told of nothing that is still to come.
_ZH_JUDGED = "^的?(?:很|挺|蛮|太|真|超|好|还[行不]|特别|非常|相当|比较|一般般?$|[\u4e00-\u9fff]?得(?!去|要|早)|没|不|差点|失败|成功|顺利|迟到|遇|碰|后|回来|结束|之?后)"
#: The same in the next clause; nerves come before.
_ZH_WENT = "[，；][^，。；]{0,6}[很太真挺](?!紧张|慌|怕|担心|期待|激动)"
_ZH_AHEAD = "明[天早晚日儿]|后[天儿]|下个?(?:周|星期|礼拜|月)|要|得|必须"


_OCCASION = (
    r"(?:appointment|interview|exams?|tests?|meeting|flight|wedding|party|scan|surgery|operation|procedure|class|deadline|viewing|trip|visit|check-?up|viva|presentation|audition|race|marathon|hearing|mot|delivery|lesson|driving test|dinner|gig|concert|funeral|due date|theory(?: test)?|driving theory|ultrasound|x-?ray|mri|biopsy|blood test|jab|vaccination|booster|haircut|service"
    r"|orientation|induction|open day|graduation|ceremony|christening|baptism|half marathon|10k|moving day|move|holiday|vacation|festival|reunion|parents' evening|recital|match|game|final|tournament|conference|webinar|call|review|inspection|survey|move-in|closing|completion|exhibition|launch|performance|show|court date|first day|midterms?|finals|assessment|consultation|dentist|doctor|vet|optician|physio|hospital)"
)
_TIME_COMES = r"(?:on|at|in|this|next|for|by|before|tomorrow|tonight|later|monday|tuesday|wednesday|thursday|friday|saturday|sunday|the \d)"
_AT_WORK = r"(?!(?:being|having|feeling|trying|thinking|wondering|looking|hoping|asking|getting (?!married|my|the|our|a)|living|working (?:at|for|as)|calling|contacting|reaching|writing|experiencing|considering|planning on|flying from|having trouble|referring|talking|something|anything|nothing|everything|interested|willing|during|according|following|concerning|regarding|morning|evening|building|thing|string|bring|sing|king|ring|spring)\b)(?:[a-z]+ing)"
#: A verb of which what one is doing is the subject: "flying on Monday sounds good".
_FINITE = r"(?<!\bi)(?<!\bit)(?<!\bwe)(?<!\bhe)(?<!\bshe)(?<!\bthey)(?<!\bthat)(?<!\bwho)(?<!\bwhich) (?:is|are|was|were|sounds?|seems?|looks?|can|could|will|would|should|may|might|has|helps?|means?|makes?|gives?|takes?|feels?|works)\b(?!')"
#: What is to come: what one is doing then, what one has then, what is fixed for then.
_COMING = (
    rf"(?i)^(?:(?:(?:on|this|next|come|first thing|by) )?(?:tomorrow|tonight|monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend|week|month)(?: (?:morning|afternoon|evening|night|week))?,? )?(?:i'm|i am|we're|we are)(?: (?:both|all|also|just|[a-z]+ly))? {_AT_WORK} .{{2,70}}$"
    rf"|^{_AT_WORK} (?!.*{_FINITE}).{{2,40}}?\b{_TIME_COMES}\b.*$"
    rf"|^(?:(?:i|we)(?:'ve| have| got|'ve got| have got|'ve just got)|got|have|just got) (?:an?|my|the|our|another) (?:(?!(?:on|in|at|for|from|of|to|with|by|about)\b)[\w'-]+ ){{0,5}}?{_OCCASION}\b.*$"
    rf"|^(?:my|our|the|\w+'s|(?:my|our) \w+'s) (?:[\w'-]+ ){{0,4}}?{_OCCASION}(?:'s| is| are| has been|'s been)(?: booked| scheduled| set| fixed| arranged| due| coming up| happening)? {_TIME_COMES}\b.*$"
    rf"|^(?:(?:my|our|the) )?(?:[\w'-]+ ){{0,3}}?[\w'-]+(?:'s| is| are|'s been| has been|'m| am| got)? booked(?: in)?(?: for| on| at| with| to)\b.*$"
    rf"|^(?:(?:my|our|the) )?(?!(?:it|that|this|what)\b)[\w' ]{{3,25}}?(?:'s| is| are) due (?:on|by|in|tomorrow|next|this|back)\b.*$"
    r"|^(?:my|our) (?!(?:\w+ )?(?:birthday|bday)\b)[\w' ]{3,28}(?:'s| is) (?:on|at|this|next|tomorrow|tonight|coming up) .*$"
    rf"|^{_OCCASION} (?:is )?(?:on|at|this|next|tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b.*$"
    rf"|^(?:i|we)(?:'ve| have)? ?(?:(?:really|still|also|just) )*(?:got to|have to|need to|must|gotta|had better|should) (?!like|love|think|imagine|hope|guess|suppose|be so|know|ask|change|cancel|speak|talk|check|fly|return|exchange|find|understand|see if|book|go to bed|work|get up|wake|go in|leave|sleep|run now|mention|say|admit|be able)[a-z]+ .{{2,60}}$|^(?:need to|have to|must|gotta) (?!know|ask|change|cancel|speak|talk|check|fly|return|exchange|find|understand|see if|book a|go to bed|work|get up|wake|go in|leave|sleep|say|be able)[a-z]+ .{{2,60}}$"
)


#: A longer sentence tells a story.
_SHORT = 140


def coming(sentence: str) -> bool:
    """Whether a sentence may say what somebody is to do or to be at; that it names the time is for the caller to see."""
    return len(sentence) <= _SHORT and compiled(_COMING).match(sentence) is not None


def reminder(sentence: str) -> str | None:
    """What somebody asks to be reminded of."""
    if found := compiled(_REMIND).match(sentence):
        return compiled(r"(?i)^(?:to|about|that) ").sub("", found["what"] or found["kept"])
    if found := compiled(_ZH_REMIND).match(sentence):
        return (found["front"] or found["at"] or "") + (
            found["what"] or found["do"] or found["kept"]
        )
    return None


def due(sentence: str) -> bool:
    """Whether a sentence says what somebody has to do by a time."""
    if compiled(_DUE).match(sentence) or compiled(_ZH_DUE).match(sentence):
        return True
    found = compiled(_ZH_ENGAGED).search(sentence)
    return found is not None and (
        compiled(_ZH_AHEAD).search(found["at"] + found["must"] + found["rest"].replace("得", ""))
        is not None
        or not _been(found, sentence)
    )


def _been(found: re.Match[str], sentence: str) -> bool:
    """Whether something fixed for a day is told of as done: 今天考试没考好, 周三面试很顺利, 今天聚餐，吃撑了."""
    rest, on = found["rest"], sentence[found.end() :]
    if compiled(f"{_ZH_OVER}|{_ZH_JUDGED}").search(rest):
        return True
    today = found["at"].startswith("今")
    told = compiled("今[天晚]|这?个?周末?").fullmatch(found["at"]) and not found["must"].strip("去")
    if told and (compiled("[^了呢啊哦吧呀的]").search(rest) or compiled(_ZH_WENT).match(on)):
        return True  # 今天演出圆满结束: nothing says that it is still to come
    return (
        today
        and compiled(f"^[，；](?:[^，。；]*(?:{_ZH_OVER})|[^，。；]{{0,4}}没(?![有准时空]))").match(
            on
        )
        is not None
    )
