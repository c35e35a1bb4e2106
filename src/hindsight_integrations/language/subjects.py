"""The subject keys that questions and statements about a user share, and how a question asks for each; it knows no stored memory."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from hindsight_integrations.language.asking import questions
from hindsight_integrations.language.catalogue import Catalogue, builtin
from hindsight_integrations.language.folding import simplified
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.typed import spelled
from hindsight_integrations.records import MemoryType, SubjectPattern

#: A question is read up to here.
MAX_READ = 2_000


@dataclass(frozen=True, slots=True)
class Subject:
    """A key, the type of what is claimed under it, and patterns of questions that ask for it."""

    key: str
    type: MemoryType
    english: str
    chinese: str


#: Whose it is: the user. A question about someone else's is left to the other routes.
_WHO = r"(?:i|you|he|she|they|we|the (?:user|customer|client))"
_WHOSE = r"(?:my|your|his|her|their|our|the (?:user|customer|client)'s|user|[a-z]+'s)"
_ZH_WHO = "(?:我们?|你们?|您|他们?|她们?|用户|客户)"
_GAP = r"[^.!?\n]{0,60}?"
_ZH_GAP = "[^。！？\n]{0,12}?"

CATALOGUE = (
    Subject(
        "user.location",
        MemoryType.FACT,
        rf"\bwhere\b{_GAP}\b(?:live|lives|living|lived|reside|resides|residing|based|home)\b"
        rf"|\bwhere\b{_GAP}\b(?:move|moved|moving|relocate|relocated)\b"
        rf"|\b(?:what|which) (?:city|town|country|place|part of)\b(?!.*\bwork){_GAP}\b(?:live|lives|living|in|based)\b"
        rf"|\b(?:does|do|did) \w+ (?:still |now )?live (?:in|at|near)\b"
        r"|\b(?:home|postal|street|mailing|shipping|delivery|residential) address\b"
        rf"|\b{_WHOSE} (?:current |new )?(?:address|hometown|home town|place of residence)\b",
        "住在?(?:了|的)?(?:哪|什么地方|什么城市|何处)|住址|居住地|居住在|住的(?:地方|城市)"
        "|(?:家|家庭|收货|通讯|邮寄)(?:庭)?(?:的)?地址|(?<!老)家在(?:哪|什么)"
        f"|搬(?:家)?(?:到|去|往)了?(?:哪|什么)|{_ZH_WHO}现?在?在?哪(?:个|座)城市",
    ),
    Subject(
        "user.employer",
        MemoryType.FACT,
        rf"\bwhere\b{_GAP}\b(?:work|works|working|employed)\b"
        rf"|\bwho\b{_GAP}\b(?:work|works|working) for\b(?! (?:me|us|him|her|them|my|our)\b)"
        rf"|\b(?:what|which) (?:company|firm|organi[sz]ation)\b{_GAP}\b(?:work|works|working|for|at|employ\w*)\b"
        r"|\bemployer\b|\bworkplace\b|\bemployed (?:by|at)\b"
        rf"|\b(?:does|do|did) \w+ (?:still |now )?work (?:at|for)\b"
        rf"|\bwhat\b{_GAP}\b{_WHOSE} (?:current |new )?(?:job|company)\b",
        f"在哪(?:家|个|里|儿|边)?{_ZH_GAP}(?:工作|上班|任职|就职|打工)|(?:工作|上班)的?(?:单位|公司|地方)"
        "|(?:什么|哪家|哪个|哪间)(?:公司|单位)|雇主|(?:给|为|替)谁(?:工作|打工)|就职于|什么工作"
        f"|{_ZH_WHO}的(?:新)?公司(?:是|叫)",
    ),
    Subject(
        "user.job",
        MemoryType.FACT,
        rf"\bwhat\b{_GAP}\b{_WHOSE} (?:current |new )?(?:job|occupation|profession|position|role|work)\b(?! (?:location|place|address|e-?mail|phone|number))"
        rf"|\bwhat (?:do|does) \w+ do(?: for (?:a living|work))?\s*\??$|\bfor a living\b"
        r"|\bjob title\b|\b(?:occupation|profession)\b",
        f"{_ZH_WHO}(?:是)?(?:做|干)(?:什么|啥)(?:工作|职业|的)|职业|职位|什么工作|头衔",
    ),
    Subject(
        "user.name",
        MemoryType.FACT,
        rf"\b(?:my|your|his|her|their|the (?:user|customer|client)'s) (?:full |first |last |real )?(?:name|surname)\b"
        rf"|\bwhat (?:am|is|are|should|do) {_WHO} (?:be )?(?:called|call (?:him|her|me|you|them))\b"
        r"|\bwhat (?:should|do|did|can|shall) (?:i|we|you) call (?:him|her|me|you|them|the user)\b|\bwho am i\b(?= *(?:again|called|to you|really)?\W*$)|\bwhat name (?:do|did|does|should) {_WHO} (?:go by|use|prefer)\b",
        f"{_ZH_WHO}的?(?:名字|姓名|全名|大名)|{_ZH_WHO}(?:叫|姓)(?:什么|啥)|{_ZH_WHO}怎么称呼|怎么称呼{_ZH_WHO}"
        f"|贵姓|我是谁|叫{_ZH_WHO}(?:什么|啥)",
    ),
    Subject(
        "user.diet",
        MemoryType.FACT,
        r"\bdiet(?! coke| pepsi| soda)s?\b|\bdietary\b"
        rf"|\b(?:is|are|am) {_WHO} (?:still |a |an )*(?:vegan|vegetarian|pescatarian)\b"
        rf"|\bwhat (?:do|does|can|can't|cannot|shouldn't|doesn't|don't) {_WHO} (?:not |usually |normally )?eat\b"
        rf"|\b(?:do|does|can|may) {_WHO} (?:still |not )?eat\b",
        f"忌口|饮食|{_ZH_WHO}(?:还|现在|平时|一般|能|可以|不能|不可以)*不?吃(?:(?:什么|啥)(?!药)|肉|荤|素|鱼|猪肉|牛肉|羊肉|海鲜|辣)"
        f"|{_ZH_WHO}(?:还)?是(?:不是)?(?:素食|纯素)",
    ),
    Subject(
        "user.allergy",
        MemoryType.FACT,
        r"\ballerg(?:y|ies|ic|en|ens)\b",
        "过敏",
    ),
    Subject(
        "user.preference.contact",
        MemoryType.PREFERENCE,
        rf"\bhow\b{_GAP}\b(?:contact|contacted|reach|reached|get in touch|get hold)\b"
        r"|\b(?:contact|communication) (?:preference|method|channel)s?\b"
        rf"|\b(?:may|can|could|should|shall|do|might) (?:i|we|you) (?:still )?(?:call|phone|ring|text|e-?mail|message|contact) "
        r"(?:him|her|them|me|the (?:user|customer|client))\b"
        rf"|\b(?:do|does|did|would|is|are) {_WHO}\b{_GAP}\b(?:prefer|like|want|mind|ok|okay|happy)\b{_GAP}"
        r"\b(?:calls?|called|phoned?|e-?mails?|e-?mailed|texts?|texted|sms|messages?|contacted)\b"
        rf"|\bprefer\w*\b{_GAP}\b(?:contacted|phone calls?|calls|e-?mails?|texts?)\b{_GAP}\?",
        f"(?:怎么|如何|怎样|用?什么方式|什么渠道){_ZH_GAP}联系|联系方式|联络方式"
        f"|(?:能|可以|可不可以|能不能|要不要|应该|方便)(?:给{_ZH_WHO})?(?:打|接)电话"
        f"|{_ZH_WHO}(?:更)?(?:喜欢|愿意|希望|介意|想要?){_ZH_GAP}(?:电话|短信|邮件|微信|联系){_ZH_GAP}(?:还是|吗|么|？|\\?)",
    ),
    Subject(
        "user.preference.answers.language",
        MemoryType.PREFERENCE,
        rf"\b(?:what|which) language\b{_GAP}\b(?:answer|answers|answered|reply|replies|respond|responses|write|use|talk to)\b|\b(?:what|which) language\b{_GAP}\b(?:did|do) i (?:want|ask|prefer)\b",
        "用(?:什么|哪种|哪个)语言?(?:来)?(?:回|答|跟|和)|(?:什么|哪种|哪个)语言(?:来)?(?:回答|回复|跟我|和我)|让你(?:用|说|讲)(?:什么|哪种)语言|(?:要|想让|希望)你用(?:什么|哪种)语言",
    ),
    Subject(
        "user.preference.answers.*",
        MemoryType.PREFERENCE,
        rf"\bhow\b{_GAP}\b(?:your|my) (?:answers|replies|responses)\b|\bhow\b{_GAP}\b(?:want|like|prefer)\b{_GAP}\b(?:answers|replies|responses|to be answered)\b|\bhow (?:should|do|can|must) (?:i|you) (?:answer|reply|respond)\b|\bhow long should{_GAP}\banswers?\b|\bwhat style\b{_GAP}\banswers?\b",
        "(?:怎么|如何|怎样)回(?:答|复)|回[答复](?:应该|要|该|得)?(?:多长|什么样|什么风格|怎么样|是长|是短)|希望你怎么回|要你怎么回",
    ),
    Subject(
        "user.phone",
        MemoryType.FACT,
        r"\b(?:phone|telephone|mobile|cell|cellphone|contact) (?:number|no\b)"
        rf"|\bwhat(?:'s| is) {_WHOSE} (?:phone|mobile|cell|number)\b(?! (?:model|make|brand))",
        "电话号码?(?:是|多少|几)|手机号|电话号码|(?:电话|手机)是多少|联系方式",
    ),
    Subject(
        "user.email",
        MemoryType.FACT,
        rf"\be-?mail (?:address|id|account)\b|\bwhat(?:'s| is) {_WHOSE} e-?mail\b",
        "邮箱|(?:电子)?邮件地址|联系方式",
    ),
    Subject(
        "user.birthday",
        MemoryType.FACT,
        r"\bbirthday(?!'?s? (?:party|parties|cake|present|gift|card|dinner|wish|song))|\bbirth ?date\b"
        rf"|\bdate of birth\b|\b(?:when|what (?:day|year|date)) (?:was|were|am|is|are) {_WHO} born\b",
        "生日(?!蛋糕|礼物|派对|聚会|会|快乐|贺卡|宴)|出生日期"
        f"|{_ZH_WHO}(?:是)?(?:哪[一]?[天年]|什么时候|几月几号|哪年哪月)出?生",
    ),
    Subject(
        "user.age",
        MemoryType.FACT,
        rf"\bhow old (?:am|is|are) {_WHO}\b|\b(?:my|your|his|her|their|the user's) age\b",
        f"{_ZH_WHO}(?:今年|现在|到底)?(?:多大|几岁|多少岁)|{_ZH_WHO}的?(?:年龄|岁数|年纪)",
    ),
    Subject(
        "user.language",
        MemoryType.FACT,
        rf"\b(?:what|which) languages?\b{_GAP}\b(?:speak|speaks|know|knows|understand)\b"
        r"|\b(?:native language|mother tongue|first language)\b",
        f"{_ZH_WHO}(?:会)?(?:说|讲|懂)?(?:什么|哪些|哪几种|几种|哪种)语言|母语",
    ),
)  # fmt: skip

#: Key to subject, for extraction.
SUBJECTS = {subject.key: subject for subject in CATALOGUE}

_PATTERNS = {subject.key: SubjectPattern.parse(subject.key) for subject in CATALOGUE}
#: Someone beside the user: then the question is about that person's facts.
_SOMEONE_ELSE = (
    r"\b(?:my|your|his|her|their|our|[a-z]+'s) (?:\w+ )?(?:sister|brother|mother|father|mom|mum|dad"
    r"|parents?|son|daughter|child|children|kids?|wife|husband|partner|girlfriend|boyfriend|friends?"
    r"|boss|manager|colleagues?|co-?workers?|neighbou?rs?|aunt|uncle|cousin|grand\w+|doctor|dentist"
    r"|teacher|dog|cat|pets?|team|landlord|roommate|flatmate)\b"
    "|妈妈|爸爸|父母|父亲|母亲|哥哥|弟弟|姐姐|妹妹|儿子|女儿|孩子|老婆|老公|妻子|丈夫|太太|爱人"
    "|朋友|同事|老板|经理|邻居|奶奶|爷爷|外婆|外公|姥姥|姥爷|叔叔|阿姨|舅舅|老师|医生|房东|室友"
    "|(?:小?狗|小?猫|宠物)"
)


def asked_subjects(question: str, catalogue: Catalogue | None = None) -> tuple[SubjectPattern, ...]:
    """The keys that ``question`` asks for: the user's, or those of whomever it names; mostly none or one.

    Only patterns of words decide, so a statement that shares words with a question gives
    nothing. Those of the user are in the catalogue's order, of others the likeliest is first.
    """
    whole = spelled(unicodedata.normalize("NFKC", question[:MAX_READ]).replace("\u2019", "'"))
    text = simplified(whole)
    keys = questions(builtin() if catalogue is None else catalogue).asked(text)
    others = [key for key in keys if not key.startswith("user.")]
    if others:
        return tuple(map(SubjectPattern, others))
    known = _of_the_user(text.lower())
    more = [key for key in keys if key not in known] if not known else []
    return (
        *(pattern for key, pattern in _PATTERNS.items() if key in known),
        *map(SubjectPattern, more),
    )


def _of_the_user(folded: str) -> set[str]:
    asked = {subject.key for subject in CATALOGUE if compiled(subject.english).search(folded)}
    if not folded.isascii():
        asked |= {subject.key for subject in CATALOGUE if compiled(subject.chinese).search(folded)}
    return set() if asked and compiled(_SOMEONE_ELSE).search(folded) else asked
