"""Judges whether words can be the value of a fact (a place, a company, a name) and trims them; it knows no subject key.

Each function gives the value, or ``None`` where the words mean something else: "live in
fear", "work at night", "call me later". A missed fact can be told again; a wrong one would
take the place of a right one.
"""

from __future__ import annotations

from hindsight_integrations.language.adverbs import AFTER, ZH
from hindsight_integrations.language.english_words import MONTHS, is_application
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.places_chinese import CITIES, DISTRICTS, PROVINCES, any_of

MAX_WORDS = 6
MAX_CHINESE = 20

#: Where a value ends and the sentence goes on. "and" before a capital belongs to a name.
_GOES_ON = (
    r"(?is)\s+(?:and(?!\s+(?!I\b)(?-i:[A-Z]))|but|because|since|so|where|which|who|when|while|with|for|near"
    r"|as|to|on|at|in|from|until|till|last|this|next|(?<=\w\s)first|now|again|today|yesterday|recently|these|right now"
    r"|already|currently|though|after|before|about|full[- ]time|part[- ]time|anymore|any more|btw"
    rf"|please|instead|only|too|also|thanks|by the way|actually|permanently|{AFTER}"
    r"|(?:an?|one|two|three|four|five|six|ten|\d+|a few|several|some|many) (?:day|week|month|year|time)s?)\b.*$"
    r"|\s*[(（\ue000-\uf8ff].*$|(?<!\b[SM]t)(?<!\b[MD][rs])(?<!\bMrs)\s*[.!;](?:\s.*)?$"
)
_ZH_GOES_ON = (
    "(?:已经|快|有|差不多)*[一二两三四五六七八九十几半\\d]+多?(?:年|个?月|天|周|个?星期).*$"
    "|(?:因为|但|不过|所以|[和跟与](?=父|母|家|朋|老|我|女|男|室|同|妻|丈|孩)).*$"
    "|(?:去了|来了|了|啦|呢|的|哦|喔|呀|啊|吧|而已|工作|生活|居住|定居|打工|上班|上学|读书|念书|发展|闯荡|打拼|养老|陪读|带娃|带孩子|带孙[子女]|做生意|创业|实习|安家|落户|谋生|讨生活|务工|出差|外派|过年|租房|合租|买房|这边|那边|这里|那里|"
    f"{ZH})+$"
)


#: A town with more of the sentence behind it: 兰州|快呛死了.
_ZH_TOWN = f"^({any_of(PROVINCES, CITIES)}(?:[市省]|{any_of(DISTRICTS)}(?:区)?)?)(?:快|好[^望]|都|已|就|也|还|被|每天|天天|老是|真|太|实在|一直|这么|那么|又|才|挺|特别|冻|热|冷|没|不)"


def _han(words: str) -> bool:
    return "\u4e00" <= words[:1] <= "\u9fff"


def _trimmed(words: str) -> str:
    # The blank lets a word that goes on stand first, too: then nothing is left.
    return compiled(_GOES_ON).sub("", " " + words.strip()).strip(" ,.;:!-")


def _chinese(words: str) -> str | None:
    value = compiled(_ZH_GOES_ON).sub("", compiled(r"[^\w）)]+$").sub("", words)).strip()
    if town := compiled(_ZH_TOWN).match(value):
        value = town[1]
    return value if 2 <= len(value) <= MAX_CHINESE else None


_PHONE = r"[+(]{0,2}\d[\d\s().-]{4,18}\d(?:\s*(?:ext|x|转)\.?\s*\d{1,5})?"
_EMAIL = r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"


def phone(words: str) -> str | None:
    """A telephone number."""
    found = compiled(rf"[^\w+(]*({_PHONE})(?!\d)").match(words.strip())
    return found[1].strip() if found and sum(char.isdigit() for char in found[1]) >= 6 else None


def email(words: str) -> str | None:
    """An e-mail address."""
    found = compiled(rf"\W*({_EMAIL})").match(words.strip())
    return found[1].rstrip(".") if found else None


_COUNTRY = (
    r"us|usa|u\.s\.(?:a\.)?|uk|uae|eu|netherlands|philippines|hague|bahamas|maldives|bay area|bronx"
    r"|united \w+|czech \w+"
)
_NO_PLACE = (
    rf"(?i)(?:(?:the|an?)$|(?:the|a|an) (?!(?:{_COUNTRY})\b)|\d|{MONTHS}\b(?! [a-z])|(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|(?:phase|chapter|level|step|part|stage|unit|version|page|plan|class|grade|tier|round|week|day|year)\b|(?:my|our|your|his|her|their|this|that|these|those|some|any"
    r"|one|two|three|four|another|different|old|small|big|constant|fear|hope|peace|pain|poverty|denial"
    r"|silence|mind|order|file|question|trouble|time|need|progress|view|sight|danger|doubt|debt|tears|court|jail|prison|luxury|harmony|sin|style|here|there|somewhere|nowhere|town|shared|student|temporary|general"
    r"|together|new(?! (?:york|jersey|mexico|orleans|haven|hampshire|zealand|delhi|south)\b)"
    r"|bed|what|which|it|them|him|you|myself|vegan|veganism|vegetarian|accommodation|housing|dorms?|houses?"
    # What is moved to at work.
    r"|apartments?|linux|windows|macos?|pc|android|ios|python|java|rust|vim|emacs|slack|teams|zoom|notion"
    r"|jira|github|gitlab|aws|azure|gcp|kubernetes|docker|chrome|firefox|safari|gmail|outlook|plan)\b)"
)
_NO_ZH_PLACE = (
    r"^[得到往]|^回(?![龙民族])|^(?:宿(?![州迁城松豫])|院|校|户(?!县)|手|口|嘴|同住)|[着把被让]|了.|很(?!久)|一下|进行|已经?安|同住|^(?:照顾|帮忙|看病|和(?![田平县硕静布])|跟|与)|^(?:在|一|这|那|哪|新(?![疆竹加西余乡北德昌沂郑会都津华丰兴野密洲民])|公司|单位|学校|宿舍|酒店|宾馆|医院|家|自己|父母|我|他|她|朋友|出租|租|[二三四五六]楼|\d)"
    "|附近|旁边|边上|里头|对过|边儿|对面|(?<![鼓钟城鹤])楼|层|号|隔壁|里面|房"
)
#: Beyond the earth or in a book, unless a region follows ("Mars, Pennsylvania").
_UNEARTHLY = (
    r"(?i)(?:the )?(?:moon|mars|venus|jupiter|saturn|pluto|outer space|space|narnia|hogwarts|mordor|middle[- ]earth|wonderland|neverland|atlantis|hell"
    r"|heaven|oz|gotham|cloud nine|la[- ]la land|fantasy land|the matrix|north pole|my (?:head|dreams))"
    "|(?:月球|月亮|火星|金星|木星|外太空|太空|外星|宇宙|霍格沃茨|纳尼亚|仙境|天堂|地狱|天上|梦|梦境|童话|云端|北极|南极|石头|桌子|冰箱|垃圾堆|潜水艇)(?:上|里|中|里面|底下|下面)?|.*(?:潜水艇|冰箱|垃圾堆|石头)(?:上|里|底下)"
)
#: "A little town called Bath".
_CALLED = r"(?i)^an? (?:[\w-]+ ){0,2}?(?:town|city|village|suburb|hamlet|place) (?:called|named) (?=(?-i:[A-Z]))"
_NAMED_COUNTRY = f"the (?:{_COUNTRY})"


#: A name and what belongs to it in small letters: "Rio de Janeiro", "the Isle of Man", not "Kansas means trouble".
_PROPER = r"(?i:the )?(?:[^\s,]*[A-Z\d][^\s]*|(?:of|the|de|la|le|les|du|di|del|do|da|dos|and|on|upon|sur|am|an|der|den|by|y|al|el|near|under|city|area|county|island|state|region|district|suburbs|town|village|side|valley|bay|coast)\b,?)(?=\s|$)"


_PART_OF_FIRM = rf"(?:{_PROPER}|(?:for|with|without|corp|inc|ltd|llc|group|media|labs?|bank|university|college|hospital|schools?|council|airlines?|airport|records|books|studios?|solutions|software|systems|services|consulting|partners|foundation|library|museum|office|stores?|shop|bakery|caf[eé]|restaurant|hotel|clinic|pharmacy|foods?|motors|energy|insurance|railways?|police|warehouse|factory|depot|branch|startup|agency|primary|high|secondary|elementary|middle)\b)(?=\s|$)"


def _proper(value: str, part: str = _PROPER) -> str:
    """The name with which a value begins that has a capital; any other as it is."""
    if not compiled(r"(?:the )?[A-Z]").match(value):
        return value
    found = compiled(rf"{part}(?: {part})*").match(value)
    named = found[0] if found else value
    return (
        compiled(r"(?: (?:of|the|de|la|and|on|by|an|am|near|under|for|with))+$")
        .sub("", named)
        .rstrip(",")
    )


#: In what the names of places end.
_ZH_PLACE_END = "[省市县区镇乡村州旗岛港湾路街道巷弄里园苑庭府居城庄屯堡坊寨桥门口河江湖海山坡岭沟塘泉滩洲岸阁轩邸湘郡墅营店场站楼厦号座栋带边圈家院校厂]|花园|小区|公寓|宿舍|新村|家属院|开发区|市区|郊区|城区|农村|乡下|老家|国|[东西南北中]部"
#: What no name of a place has.
_NO_ZH_NAMED = "[是有就也很着了过把被要想已没最更吃喝看听找给对帮说写]|[都会能不](?![江匀安市昌兰区县展城馆所同宁理夜])|一手|进行|开始|利用|储存|安排|装修|施工|[一二两三四五]室|[一二两三四]厅"


def _named_place(value: str) -> bool:
    """Whether Chinese words look like a place: a long one ends like one, a short one has nothing of a clause."""
    if not _han(value) or compiled(any_of(PROVINCES, CITIES)).match(value):
        return len(value) <= MAX_CHINESE and not compiled(
            "[是就也着把被]|都[^江匀安市昌兰区县]"
        ).search(value)
    if compiled(_NO_ZH_NAMED).search(value):
        return False
    return len(value) <= _SHORT_PLACE or compiled(f"(?:{_ZH_PLACE_END})$").search(value) is not None


_SHORT_PLACE = 4
#: What one does in a place for a while.
_VISIT = "(?:出差|旅游|旅行|度假|开会|办事|转[机车]|看病|过[年节]|参观|培训|集训|路过|玩)[了呢啊中]*$|^(?:机场|外面|路上|车上|[\u4e00-\u9fff]{0,2}车站|高铁站|楼下|现场|户外|室外|半路)$"


def place(words: str) -> str | None:
    """Where someone lives: a city, a country, a district."""
    if _han(words):
        value = _chinese(words)
        bad = (
            value is None
            or compiled(_VISIT).search(words)
            or not _named_place(value)
            or compiled(_NO_ZH_PLACE).search(value)
            or compiled(_UNEARTHLY).fullmatch(value)
        )
        return None if bad else value
    value = _proper(_trimmed(compiled(_CALLED).sub("", words.strip())))
    if compiled(_UNEARTHLY).fullmatch(value) or is_application(value):
        return None
    count = len(value.split())
    if not 1 <= count <= MAX_WORDS or compiled(_NO_PLACE).match(value):
        return None
    # Typed in lower case, more than two words cannot be told from a phrase.
    unsure = count > 2 and value == value.lower() and not compiled(_NAMED_COUNTRY).fullmatch(value)
    return None if unsure else value


_NO_COMPANY = (
    r"(?i)(?:the|a|an|my|our|your|his|her|their|this|that|these|those|some|it|them|him|her|you|me|myself|us"
    r"|speaking|which|anyway|thanks?|hi|hello|hey|yes|no|okay|sorry|well|home|nights?|weekends?|free|fun|money|hours|days|noon|least|most|all|full|part|times?|first|school"
    r"|work|what|whatever|cash|food|charity|men|women|children|kids|people|different|several|many|two"
    r"|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|christmas|easter|halloween|lent"
    r"|three|once|peanuts|coffee|love|tips|free food|the money|pizza|chocolate|\d+)\b"
)
_NO_ZH_COMPANY = (
    "[着把被让、；]|了.|走路|步行|分钟|小时|公里|附近|旁边|离[我家]|才[\\d一二三四五六七八九十]|很(?!久)|一下|进行|后[^\\W勤]|[措推]$|^(?:地铁|高铁|火车|飞机|公交|大巴|车|电梯|厨房|卧室|浴室|洗手间|厕所|收藏|购物|群|讨论|自)|(?:[姨舅叔伯姑哥姐妹弟嫂]|爷爷|奶奶|外[婆公]|姥[姥爷]|朋友|同学|同事|亲戚|婆婆|岳母|丈母娘|闺蜜|邻居|[爸妈])家$|[家心]中$|里面$|[群车]$|^(?:咖啡|梦想|爱情|生活|房贷|房子|奶茶|工资|(?:火星|月球|北极|南极|外太空|太空|马戏团)上?)$|^(?:家|外地|外面|外|国外|国内|海外|这|那|哪|户外|室内|办公室|线上|网上|远程|夜里|晚上|白天|周末|早上|他|她"
    "|我|你|努力|认真|拼命|忙|不同|做|搞|公司$|单位$)|一[家个所]|[省市县区镇乡村国洲]$|[城村店厂屋]里$|[天月年]$"
)
_CITIES = (
    "北京 上海 广州 深圳 杭州 成都 重庆 武汉 西安 南京 苏州 天津 长沙 郑州 青岛 宁波 无锡 厦门 福州 济南 合肥 昆明 "
    "大连 沈阳 哈尔滨 长春 石家庄 太原 南昌 南宁 贵阳 海口 三亚 兰州 西宁 银川 拉萨 乌鲁木齐 呼和浩特 佛山 东莞 珠海 "
    "中山 惠州 温州 嘉兴 绍兴 香港 澳门 台北 台湾 新加坡 东京 大阪 首尔 伦敦 巴黎 柏林 纽约 洛杉矶 旧金山 硅谷 西雅图 "
    "波士顿 多伦多 温哥华 悉尼 墨尔本 里斯本 马德里 罗马 米兰 慕尼黑 莫斯科 曼谷 日本 加拿大 澳大利亚 浙江 江苏 广东 "
    "四川 山东 福建 湖北 湖南 河南 河北"
)
#: 在北京工作 names no employer.
_ZH_CITIES = frozenset(_CITIES.split())


#: Employers that have no name of their own.
_INSTITUTION = (
    r"(?i)(?:the|our|my) (?:[a-z]+ ){0,2}?(?:council|county|city|state|federal government|government|civil service|police(?: force)?|army|navy|air force|fire (?:brigade|service|department)|police department|post office|railways?|local authority|health service|forest service|coast ?guard|red cross|sheriff's office|parks? department|school district|ministry|embassy|water (?:board|company)|library|hospital|university|airport|post office|zoo|museum|nursery|prison|courthouse|co-?op|brewery|bakery|docks|shipyard|steelworks|power station|sorting office|job ?centre|local (?:hospital|library|school|paper|newspaper|radio|college|university|museum|zoo|hospice)"
    r"|(?:city|county|university|children's|general|state|public) (?:hospital|library|museum|zoo))"
)


def company(words: str) -> str | None:
    """For whom someone works."""
    if _han(words):
        value = _chinese(words)
        if value is None or value in _ZH_CITIES or compiled(_NO_ZH_COMPANY).search(value):
            return None
        return value
    value = compiled(
        r"^the (?=[A-Z]{2,}\b|(?:Guardian|Times|Telegraph|Economist|Independent|Observer|Mirror|Post|Met|Co-?op|Ministry|Home Office|Treasury|Foreign Office|Crown|National|Royal|British|University|Post Office|Red Cross|Gap|Body Shop)\b)"
    ).sub("", _proper(_trimmed(words), _PART_OF_FIRM))  # the BBC
    if compiled(_INSTITUTION).fullmatch(value):
        return value
    count = len(value.split())
    if not 1 <= count <= MAX_WORDS or compiled(_NO_COMPANY).match(value):
        return None
    return None if count > 1 and value == value.lower() else value


_NO_NAME = (
    r"(?i)(?:on|in|at|not|no|mud|hard|easy|being|a|an|the|my|your|his|her|spelled|spelt|pronounced|back|later"
    r"|now|tomorrow|today|tonight|when|if|crazy|old|names?|maybe|anytime|again|by|before|after|as|asap"
    r"|soon|please|only|instead|up|out|over|first|and|or|but|to|so|too|for|from|with|whatever|anything"
    r"|what|unlisted|taken|wrong|hidden|unknown|private|confidential|irrelevant|important|none|nobody"
    r"|missing|misspelled|also|never|still|there|here|written|known|(?:mon|tues|wednes|thurs|fri|satur"
    r"|sun)day|january|february|march|april|june|july|august|september|october|november|december)\b"
)
_NAME_PART = r"[^\W\d_][^\s\d_,;!?]*"
_ZH_NAME = r"[^\W\da-zA-Z]{2,4}|[^\W\da-zA-Z]{1,6}·[^\W\da-zA-Z]{1,6}"
_NO_ZH_NAME = (
    "^[好个辆份]|^上(?!官)|晚上|半天|一[天夜晚]|整[天夜]|[车单餐菜酒饭茶]$|^[他她它你您我人不这那车停号什啥谁哪]|[了来去过吃接送帮做买]|外卖|快递|滴滴|出租|救命|代驾|服务|名字|怎么|一声"
    "|一下|醒|起床|朋友|妈|爸"
)
_ZH_NAME_END = "(?:就好|就行|就可以|好了|吧|了)+$"


def person(words: str) -> str | None:
    """What someone is called."""
    if _han(words):
        value = compiled(_ZH_NAME_END).sub("", words)
        return (
            value
            if compiled(_ZH_NAME).fullmatch(value) and not compiled(_NO_ZH_NAME).search(value)
            else None
        )
    value = _trimmed(words)
    parts = value.split()
    if not 1 <= len(parts) <= 4 or compiled(_NO_NAME).match(value):
        return None
    if not all(compiled(_NAME_PART).fullmatch(part) for part in parts):
        return None
    return value if len(parts) == 1 or all(part[0].isupper() for part in parts) else None


def nickname(words: str) -> str | None:
    """What someone wants to be called; in English with a capital: "call me paranoid"."""
    value = person(words)
    return None if value is None or value[0].islower() else value


#: Ways to reach someone, by the words for them.
_CHANNELS = {
    "e-mail": "e-?mail(?:s|ed|ing)?|邮[件箱]",
    "text": "te?xt(?:s|ed|ing)?|text messages?|sms|messag(?:es?|ed|ing)|短信|信息",
    "phone": "(?:phone )?call(?:s|ed|ing)?|phon(?:e|ed|ing)|ring(?:ing)?|电话|手机|座机",
    "WhatsApp": "whats ?app",
    "WeChat": "we ?chat|微信",
    "Telegram": "telegram",
    "Signal": "signal",
    "voicemail": "voicemails?",
    "video": "video calls?",
    "post": "post|letters?",
    "Teams": "teams",
    "Discord": "discord",
    "iMessage": "imessage",
    "Messenger": "messenger",
    "Slack": "slack",
    "DingTalk": "钉钉",
    "QQ": "qq",
    "Feishu": "飞书",
    "WeCom": "企业微信|企微",
    "Weibo": "微博",
    "LINE": "line",
    "direct message": "私信",
}


def channel(words: str) -> str | None:
    """A way to reach someone, by one name in both languages."""
    said = words.strip().lower()
    return next((name for name, way in _CHANNELS.items() if compiled(way).fullmatch(said)), None)


def hours(words: str) -> str | None:
    """When somebody can be reached, in the words that were said."""
    said = words.strip()
    return said if len(said) > 1 and said not in _TODAY else None


#: Without more these are of today.
_TODAY = ("早上", "上午", "中午", "下午", "傍晚", "晚上", "夜里", "白天", "时间")


def no_channel(words: str) -> str | None:
    """A way that is not wanted."""
    name = channel(words)
    return f"no {name}" if name else None


_DIETS = {
    "吃素": "vegetarian",
    "素食": "vegetarian",
    "素食者": "vegetarian",
    "素食主义者": "vegetarian",
    "吃纯素": "vegan",
    "纯素": "vegan",
    "纯素食者": "vegan",
    "吃斋": "vegetarian",
    "斋": "vegetarian",
    "长斋": "vegetarian",
    "长素": "vegetarian",
    "吃长斋": "vegetarian",
    "吃长素": "vegetarian",
    "茹素": "vegetarian",
    "吃清真": "halal",
    "清真": "halal",
}


def diet(words: str) -> str | None:
    """A way of eating, by one name in both languages."""
    said = words.strip().lower()
    return _DIETS.get(said, said) or None


def avoided(words: str) -> str | None:
    """What someone does not eat."""
    said = words.strip().lower().removesuffix("的")
    return f"不吃{said}" if _han(said) else f"no {said}"


def eats(words: str) -> str | None:
    """What someone eats again."""
    said = words.strip().lower().removesuffix("的")
    return f"吃{said}" if _han(said) else f"eats {said}"
