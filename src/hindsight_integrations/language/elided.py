"""Gives a statement its subject back where the speaker left it out ("just moved to Leeds", 在昆明住了五年); it knows no key.

People who type leave "I" and 我 away at the beginning. Orders do that too, so English ones need a form that no order has
(past, perfect, "-ing", an adjective), and Chinese ones a beginning that nobody is asked for.
"""

from __future__ import annotations

from hindsight_integrations.language.adverbs_chinese import ADVERBIAL
from hindsight_integrations.language.frames import Form, Frames
from hindsight_integrations.language.names_chinese import SURNAME
from hindsight_integrations.language.patterns import begins_chinese, compiled

_ADVERBS = r"(?:(?:just|finally|recently|also|now|still|already|officially|currently|actually|really|totally|super|lately|always|literally|legit|mostly|basically|(?:in|since|last|this) \w+) )*"
#: What is felt of something; orders have no such form.
_FELT = r"(?i)^(?:just |totally |completely |absolutely |really |so |big |well |pretty )*(?:hooked on|mad about|obsessed with|crazy about|nuts about|keen on|partial to|addicted to|into (?!the |an? |my |it|this)|sick of|allergic to|intolerant to|diagnosed with|based in|married to|engaged to|trained as|employed (?:at|by)|enrolled (?:at|in)|stationed in|posted to|raised in|born in)(?:(?<= )| )"
_FIRST = rf"(?i)^(?P<adverbs>{_ADVERBS})(?P<word>[a-z]+)\b(?P<tail>.*)"
#: What is said of oneself with "am".
_STATES = (
    r"(?i)^(?:originally from (?=[A-Z])|from (?=[A-Z][\w ,]{2,30}? (?:originally|here|btw|myself)\b)|(?:severely |very |badly |deathly |mildly )?allergic to |lactose |based in |fluent in |fond of |born (?:in|on|and|january|february|march|april|may|june|july|august|september|october|november|december|\d{4})"
    r"|(?:still |now |happily |recently )*(?:married|divorced|single(?! or\b| use\b|[- ](?:bed|room|ticket|malt|file|player|origin|page|core|most|best|biggest|thread|sign|quote))|engaged|widowed|separated|retired|self[- ]employed|unemployed|pregnant|vegan|vegetarian|pescatarian|diabetic|asthmatic)\b(?!.*\b(?:options?|food|recipes?|ideas?|restaurants?|places?|dishes|people)\b)"
    r"|(?:not|no longer) (?:an? |into |keen on |vegan|vegetarian)|(?:an? )?(?:big|huge|massive|lifelong) .{2,30} (?:fan|person|supporter|lover|nerd|addict)\b)"
)
_UNDERGONE = r"(?i)^(?:(?:got|was|been) )?(?P<done>diagnosed|hired|promoted|laid off|fired|let go|transferred|relocated|posted|raised|sacked) (?:with|at|by|to|from|as|in)\b"
_CANNOT = r"(?i)^(?:can't|cannot|can not|don't|do not) (?:really )?(?:stand|bear|eat|drink|do (?:dairy|gluten|lactose|spicy)|like|have (?:dairy|gluten|nuts|lactose)|handle)\b"
#: A noun phrase that says what one is, and stands alone.
_TRADE = r"(?i)^(?P<what>[a-z][\w /-]{2,40}?),? (?:by (?:trade|profession|training)|here)(?=\W*$|,)"
_IS = r"(?i)\b(?:is|are|was|were|has|have|had|will|would|can|could|makes?|made|means?|costs?|requires?|gives?|takes?|brings?|comes with|seems?|sounds?|looks?|feels?|helps?)\b"
#: What stands before a statement of somebody else who knows, about the speaker.
_EXPERT = r"(?i)^(?:(?:my|the) )?(?:doc|doctor|gp|allergist|dermatologist|dentist|nutritionist|cardiologist|psychiatrist|therapist) (?:says?|said|told me|confirmed|reckons?|thinks?)(?: that)? (?=i\b|i'm\b|i've\b)|^(?:i(?:'ve| have)? )?(?:was |got |been |just |recently |finally )*(?:told|informed)(?: (?:today|yesterday|last \w+|by [\w ]{3,20}?))?(?: that)? (?=i'm\b|i am\b|i have\b|i've got\b)"
_ZH_EXPERT = f"(?:^|(?<=[，,])){SURNAME}?(?:医生|大夫|医院|体检|中医|专家|护士)(?:都|就|刚|今天|昨天|也)?(?:说|告诉我|查出来?|讲|诊断)(?:的?是)?[，,]?(?=我)"

_ZH_TIME = "(?:上个?(?:周末?|星期|礼拜|月)[一二三四五六日天末]?|去年(?:春天|夏天|秋天|冬天|年底)?|今年|昨[天晚]|前天|今天|前几天|这几天|最近|[一二三四五六七八九十\\d]{1,2}月份?|周[一二三四五六日天末]|\\d{4}年|这[两几]年|近[两几]年|[一二两三四五六七八九十几半\\d]+个?(?:天|周|月|年|星期)(?:前|之前|以前))"
_ZH_BEFORE = f"(?:{_ZH_TIME}|{ADVERBIAL}|刚刚?|总算|终于|已经|现在|目前|又|也|正式|一直|好不容易|最后|最终|暂时|尽量|基本|在|正|还|就|才|平时|一般|开始|每天|天天|以后|实在|真的?|可|老){{0,6}}"
#: Beginnings of statements about oneself; nobody is ordered to do so.
_ZH_OWN = (
    f"^(?={_ZH_BEFORE}(?:搬[来到去回]|搬家[到去]|住[在]?[\u4e00-\u9fff]|在.{{1,12}}?(?:住了|租[了房]|买了?房|定居|安家|安顿|落脚|扎根|上班|打工|打暑假工|兼职|实习|搬砖|长大|工作|读[大研博书初高]|念[大研博书]|上[大高初]?学|待了|干了|当[\u4e00-\u9fff]|做[\u4e00-\u9fff])"
    "|从.{2,12}?(?:领养|收养|辞|离职|出来|跳槽|毕业|搬|换[到成])|被.{2,12}?(?:录用|录取|裁|开除|辞退)|换[成到]了?|改[用喝吃当做学]|(?:领养|收养|买|提|卖)了|养了?[一两二三只条]|戒了?|戒掉|确诊|查出|入职|跳槽|转学|转行|转岗"
    "|结婚了?|离婚了?|订婚了?|离的婚|老家|来自|出生|毕业于|喝不了|吃不了|受不了|[最特超真]?(?:烦|恨)(?![躁恼人死请心]|周[一二三四五六日](?:了|$)|上班|上学|起床|早起)|爱[听看吃喝玩打逛唱跳喝]|好这口|(?:最|特|超|特别|就|独)?(?:讨厌|喜欢)|(?:最|特|超|特别|就|独)爱(?![人情心国])|家[在住里]|家有|新?(?:手机号码?|电话号码?|号码|手机号|邮箱|地址)(?:是|：|:|改成|换成)|常住|在读[\u4e00-\u9fff]|给自己[买换提]|[一二两三四五六七八九十\\d]{1,3}岁|给.{2,8}干活?|人在[\u4e00-\u9fff]|升[职了任为]?[\u4e00-\u9fff]{2}|坐.{1,4}上班|改?骑.{0,4}上班|改坐|把.{1,6}换成|迷(?![路茫信糊])|玩(?![笑])|在(?:生酮|减脂|低碳|吃素|备孕)|吃素|不吃[\u4e00-\u9fff]|不喝[\u4e00-\u9fff]|不住|(?:在|正在)?学[\u4e00-\u9fff]{1,4}[语文工]|干[\u4e00-\u9fff]{1,6}?(?:好几|[一二两三四五六七八九十\\d])+多?年|做[\u4e00-\u9fff]{2,8}|读[\u4e00-\u9fff]+(?:专业|学院)|主修|服用|吃[一二两三四\\d]次|用的(?:是|(?=[A-Za-z]))|用[A-Za-z]|卸载|单曲循环|狂刷|租在|身在|居于|膝下|得过|有个?[一两二三俩]?[个对]?(?:儿子|女儿|闺女|孩子|娃|妹妹|弟弟|哥哥|姐姐)|开的|骑的|常驻|养的|打小|会[说讲]|只会[说讲]|离[了开](?=[\u4e00-\u9fff])|养[了着]|患有|得了"
    "|坐标))"
)
_ZH_OF_OTHERS = "的(?:人|时候|房|地方|价|生活|话|感觉|都)"
_ZH_WHOSE = "^(?:记得|麻烦|注意|务必|千万|提醒|祝|我|咱|你|您|他|她|它|请|别|不要|帮|谁|有人|大家|人家|这(?![两几段阵些]|会儿)|那|如果)"


def known_by_experts(sentence: str) -> str:
    """What a doctor says of the speaker is so: "doc says I have asthma" is "I have asthma"."""
    return compiled(_ZH_EXPERT).sub("", compiled(_EXPERT).sub("", sentence))


_OTHERS = r"(?i)^(?:i|i'm|we|the|an?|my|our|his|her|their|your|this|that|these|those|he|she|they|it|you|there|if|when|who|everyone|nobody|people|someone|somebody|anyone|one|another|some|most|many|each|every|met|saw|know|knew)\b|^(?-i:[A-Z])[a-z]+ (?!too\b)"
_ZH_OTHERS = (
    "^(?:我|咱|他|她|它|这|那|你|您|谁|有人|大家|人家|主角|[\u4e00-\u9fff]{1,6}(?:是|叫|说|的))"
    f"|^(?!{ADVERBIAL})[\u4e00-\u9fff]{{2,4}}?(?:升职|升|跳槽|离职|辞职|毕业|退休|结婚|离婚|怀孕|入职|住院|去世|当上|考上|成功)了"
)


def of_nobody(clause: str) -> bool:
    """Whether a clause that stated nothing named nobody either, so that the next one may be the speaker's."""
    return not compiled(_ZH_OTHERS if begins_chinese(clause) else _OTHERS).match(clause)


def with_subject(clause: str, frames: Frames) -> str:
    """``clause`` with the subject that it leaves out, or as it is."""
    if begins_chinese(clause):
        return _chinese(clause)
    return _english(clause, frames)


def _chinese(clause: str) -> str:
    if compiled(_ZH_WHOSE).match(clause) or compiled(_ZH_OF_OTHERS).search(clause):
        return clause
    return "我" + clause if compiled(_ZH_OWN).match(clause) else clause


_ZH_SIGN = f"^{ADVERBIAL}|[了着过](?:$|[^，。])|[年的]$|^(?:干|跑|做|搞|当|开|种|养|住|吃|打|服|患|得|属|姓|学|读|念|考|在[学读念练考吃用养服]|家(?:就|也|都)?[安在住]|在[^，。的]{{2,10}}?(?:打|搬|做|当|干|上|实习|兼职|混|念|带))"
_ZH_REQUEST = "^(?:推荐|介绍|写|翻译|查|讲|说|列|总结|解释|分析|对比|比较|看看|给|来|出|想|求|找|要|麻烦|把|让|叫|用一|改|再|继续|换个|算|做(?:个|一|份|张)|搞(?:个|一)|开(?:个|始|头)|打(?:个|分|扰)|当(?:然|时|年)|得(?:到|了吧)|读(?:一|下)|念(?:一|下)|住(?:手|口|嘴))"
#: What is read so where it is said without a subject; likings are not, since anything may be liked.
OWN_KINDS = frozenset(
    [
        "location",
        "employer",
        "work_location",
        "job",
        "allergy",
        "medication",
        "health",
        "family",
        "pet",
        "vehicle",
        "origin",
        "age",
        "relationship",
        "diet",
        "study",
        "school",
        "language",
        "birthday",
        "tool",
        "team_tool",
        "editor",
        "commute",
    ]
)


def may_be_own(clause: str) -> bool:
    """Whether a Chinese clause may have left out 我: it begins like a statement, and asks for nothing."""
    return (
        begins_chinese(clause)
        and len(clause) <= _LONGEST
        and not compiled(_ZH_WHOSE).match(clause)
        and not compiled(_ZH_OF_OTHERS).search(clause)
        and not compiled(_ZH_REQUEST).match(clause)
        and compiled(_ZH_SIGN).search(clause) is not None
    )


_LONGEST = 24


def _english(clause: str, frames: Frames) -> str:
    if undergone := compiled(_UNDERGONE).match(clause):
        return "I was " + clause[undergone.start("done") :]
    if compiled(_STATES).match(clause) or compiled(_FELT).match(clause):
        return "I am " + clause
    if compiled(_CANNOT).match(clause):
        return "I " + clause
    if trade := compiled(_TRADE).match(clause):
        return "I am a " + trade["what"]
    found = compiled(_FIRST).match(clause)
    if found is None or (compiled(_UNSURE).match(clause) and not compiled(_OWN).search(clause)):
        return clause
    return _prefix(found["word"].lower(), found["tail"], frames) + clause


def _prefix(word: str, tail: str, frames: Frames) -> str:
    """The subject and auxiliary before a verb that stands first, by its form."""
    if word in ("been", "gone"):
        return "I have "
    if word == "got" or word in _PAST_OF_ITS_OWN:
        return "I "
    forms = {form for _, form in frames.forms.get(word, ())}
    if Form.PAST in forms and Form.BASE not in forms | {Form.PRESENT}:
        return "I "
    lasting = forms == {Form.ING} and not compiled(_IS).search(tail)
    return "I am " if lasting and word != "being" else ""


#: In lower case they may be said of files and rows as well, unless the time or a name tells of a life.
_UNSURE = rf"(?i)^{_ADVERBS}(?:moved|moving|left|quit(?! being)|joined|started|relocated|settled|transferred|switched|changed)\b"
_OWN = (
    r"[a-z] [A-Z]|(?i:\b(?:just|finally|recently|now|still|officially|yesterday|ago|since|these days|last (?:night|week|weekend|month|year|spring|summer|fall|autumn|winter)|in (?:january|february|march|april|may|june|july"
    r"|august|september|october|november|december|spring|summer|\d{4})|coffee|decaf|tea|vegan|my)\b)"
)
#: Orders have them too, but not before a name: "quit Acme".
_PAST_OF_ITS_OWN = frozenset({"quit"})
