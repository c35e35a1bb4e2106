"""What somebody likes, dislikes or does not tolerate, and any short phrase: each judges words and trims them; it knows no attribute."""

from __future__ import annotations

from hindsight_integrations.language.adverbs import AFTER, ZH
from hindsight_integrations.language.english_senses import no_pursuit, of_the_moment, only_praised
from hindsight_integrations.language.patterns import compiled

_END = (
    rf"(?is)(?:[\s,]+(?:{AFTER}|best|most|anymore|any more|again|these days|from now on|instead|at the moment|for now|too|as well"
    r"|so much|a lot|very much|the most|more than anything|nowadays|please|thanks|though|actually|lately|right now|btw|by the way|if that helps)"
    r"|\s*(?:(?:(?<!\bDr)(?<!\bM[rs])(?<!\bMrs)(?<!\bSt)\.(?!\d)|[!;(（]).*|[,，].*|-+\s.*))+$"
)
_ON = (
    r"(?is)\s+(?:(?:because|since|but|so(?! far\b)|although|when|while|if|where|which|who|after|before|until|and (?:i|we|he|she|they|it|my|that|then|so|(?:his|her|their|our|the) (?:\w+ ){1,2}(?:is|are|was|has|have)))\b"
    r"|(?:it|he|she|we|they|i)(?:'ll| will)|(?:an?|one|two|three|four|five|six|ten|\d+|a few|a couple of|several|many) (?:day|week|month|year|hour)s? (?:ago|back)|(?:last|this) (?:night|week|weekend|month|year|spring|summer|autumn|fall|winter)|yesterday"
    r"|in (?:the )?(?:morning|evening|afternoon)s?|every (?:day|morning|evening|week)|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?).*$"
)
_ZH_END = f"(?:了|啦|呢|的|啊|呀|哦|噢|吧|而已|就好|就行|最多|这个|这件事|{ZH})+$"
_ZH_ON = "(?:因为|但是?|不过|所以|，|。|；).*$"
_POINTING = (
    r"(?i)(?:it|that|this|them|these|those|him|her|you|me|us|to|what|how|there|here|the (?:idea|way|fact|sound|look|old|new|one|first|second)\b.*|one|so|both|(?:all|more|most|less)\W*$|(?:every|any|some|no)where|each other|the (?:former|latter|ones?|same)\b.*"
    r"|your|his|their|when|if|(?:my|your|him|her|our|them)sel(?:f|ves)|not|him|where|why|who|which|everything|nothing|something|anything)(?:\b.*)?"
)
_ZH_POINTING = "^(?:很|是|也|都|并|而|这|那|它|他|她|你|您|什么|哪|啥|怎么|谁|我|原来|以前|之前|一下|个(?!人|性|体|位|股)|的|了|得|不|没|是|就|过|着)"
MAX_WORDS, MAX_HAN = 8, 16


def _han(words: str) -> bool:
    return "\u4e00" <= words[:1] <= "\u9fff"


#: An adjective at the end, whose noun stood behind a comma: "trainers with a soft, …".
_ADJECTIVE = r"(?:very |really |slightly |more )?(?:[a-z]{3,}(?:ous|ful|less|ish|able|ible|ical|ated|istic)|sleek|soft|wide|long|short|thick|thin|slim|warm|cool|cold|hot|dark|bright|light|big|small|large|huge|tiny|rich|deep|strong|slow|fast|quick|smooth|rough|clean|simple|plain|modern|classic|quiet|loud|calm|cosy|cozy|bold|sharp|flat|high|low|tall|fresh|crisp|creamy|crunchy|spicy|sweet|salty|smoky|fruity|nutty|good|great|nice|solid|sturdy|heavy|funny|moody|gritty|witty|quirky|earthy|elegant|vintage|minimal|natural|dry|wet|old|new|young|happy|sad)"
_HANGS = rf"(?i) (?:with|in|of|for|on|by|from|at) an? {_ADJECTIVE}$"


def thing(words: str) -> str | None:
    """A short phrase: a drink, a food, an activity, an object."""
    if _han(words):
        words = compiled("^(?:吃|喝|玩|看|听|做)?的(?:就|还|一直)?是(?=.)").sub("", words.strip())
        value = compiled(_ZH_END).sub("", compiled(_ZH_ON).sub("", words.strip()))
        good = 1 <= len(value) <= MAX_HAN and not compiled(_ZH_POINTING).search(value)
        return value if good and not compiled("(?:吗|么|呢)$").search(value) else None
    value = compiled(_END).sub("", compiled(_ON).sub("", words.strip())).strip(" ,:")
    value = compiled(_HANGS).sub("", value)
    if not 1 <= len(value.split()) <= MAX_WORDS or compiled(_POINTING).fullmatch(value):
        return None
    return value if compiled(r"\w").search(value) else None


_NO_LIKING = (
    r"(?i)(?:(?:the |my )?(?:wi-?fi|internet|electricity|air|sleep|phone|oxygen|google)|activities|things|places|something|anything|ideas|options|stuff|what you)\b|(?:人(?![参物文工像])|to (?:know|see|book|get|have|ask|cancel|change|make|use|fly|return|exchange|add|check|confirm|speak|talk|proceed|go ahead|buy|order)\b|your|(?:option|version|plan|draft|choice|size|number) \w\b|the (?:one|new|first|last|second)\b|a (?:refund|quote|copy)\b"
    # A wish of the moment: "I'd prefer the cheapest option available", "a flight that leaves at noon".
    r"|(?:an?|the|any) (?:[\w-]+ )*(?:available|option|refund|replacement)\b|(?:an?|any) (?:[\w-]+ )*(?:that|which)\b)"
)


#: What ends too early or goes on with a verb of its own: 爱吃|这个, 喜欢能看海的, 迷|上了, 烦|心.
_NO_ZH_LIKING = "^[一二两三四五六七八九十几半\\d]+多?(?:年|个?月|天)$|\\s|打卡|\\d{2}|^(?:[上于恋能会让被把先再很挺]|可以|今天|明天|下[周个次])|^(?:[吃喝玩看听做用去学想]的?|[心人躁恼死透])$|^[吃喝玩看听做](?:的|[你他她您])|^次|^[菜歌书饭人][^，]{0,2}是|^(?:广泛|很多|不多|太多|众多)$|了.|都是|起来$|主意$|^[并既俩们只]"


def liking(words: str) -> str | None:
    """What someone likes: a thing or an activity; no request ("I'd like to know")."""
    value = aversion(words)
    if value is None or compiled(_NO_LIKING).match(value):
        return None
    if _han(value):
        return None if compiled(_NO_ZH_LIKING).search(value) else value
    idle = compiled(_EVERYDAY).fullmatch(value) or compiled(_SOMEBODY).match(value)
    return None if idle or only_praised(value) else value


#: What nobody has by choice: "never miss a deadline", "spend all my money on rent".
_EVERYDAY = r"(?i)(?:an? |the |my |our |all )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekend|today|tomorrow|money|time|life|work|job|school|rent|bills?|tax(?:es)?|deadlines?|payments?|homework|traffic|strength|pain|seat belts?|receipts|emails|track|script|sick|topic|duty|easy|going|crazy)"
#: Somebody whom nobody else knows: "some other guy".
_SOMEBODY = r"(?i)(?:some|an?other|this|that) (?:other |random |new )?(?:guy|girl|man|woman|boy|dude|person|lad|bloke|one)\b"


def aversion(words: str) -> str | None:
    """What someone dislikes: what has a meaning by itself."""
    value = thing(words)
    return None if value is None or of_the_moment(value) else value


def pursuit(words: str) -> str | None:
    """A pastime that somebody takes up; no quarrel and no school that one gets into."""
    value = liking(words)
    return None if value is None or no_pursuit(value) else value


def loved(words: str) -> str | None:
    """The same behind a verb of one character, which is often half a word: 戒|指丢了, 可爱|极了, 恋爱|与婚姻."""
    value = liking(words)
    return None if value and compiled(_NO_LOVED).match(value) else value


_NO_LOVED = "[骄欢铁迷和与到而并就也都但是本极茫路糊宫信惘失离彩备指尺律严心恼躁人请劳琐杂忙慕情护惜国好丽玛]|晚亭|尔兰|因斯坦|不得|自己|家人$|事$|莫能助|不释手"
_JOKES = r"(?i)(?:effort|responsibility|responsibilities|adulting|commitment|idiots|fools|bad vibes|waking up|small talk|努力|奋斗|领导|贫穷|穷|内卷|老板|work|working|mondays?|mornings?|stupid|stupidity|bullshit|drama|nonsense|people|you|exercise|losing|meetings|工作|上班|加班|早起|开会|学习|周一|运动)\b"


_NO_ALLERGEN = "[说确保且易防抗脱测查会能他她你我家们有对]|同学|同事|朋友|闺女|儿子|女儿|老婆|老公|孩子|妈|爸|^(?:(?:acting|playing|flaring|getting|killing|driving|bad|worse|worst|mild|severe|back|gone|terrible|awful|under|better|kicking|so|very|really)\\b|嘴|脸|手|脚|喉咙|嗓子|身上|皮肤|眼睛|全身|浑身|鼻子|舌头|胃|肚子|嘴唇|就|对|应该|没|不|好像|也|就|会|容易|老是?|有点|有些|又|皮肤|怕)|不$|啥|什么| and an? "


def allergen(words: str) -> str | None:
    """What someone does not tolerate; "allergic to work" is a joke."""
    value = thing(compiled(r"(?i)^(?:some|any|a lot of) (?=\S)").sub("", words.strip()))
    bad = value is None or compiled(_JOKES).match(value) or compiled(_NO_ALLERGEN).search(value)
    return None if bad else value
