"""How much a text of the user's matters by what it is about (REQUIREMENTS W6): complaints, money and accounts most; it knows no history.

Each kind is a table of phrases in both languages, not of single words: "my account of the trip" is about
no account, and a complaint that is denied or somebody else's is none.
"""

from __future__ import annotations

from dataclasses import dataclass

from hindsight_integrations.language.folding import simplified
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.salience import trivial


@dataclass(frozen=True, slots=True)
class Weight:
    """How much, from 0 to 1, and which kind of matter says so."""

    value: float
    reason: str


#: A text is read up to here: what somebody pastes below says little of what they want.
_MAX_READ = 1_000
#: What a complaint is made of; what follows denies it or leaves it to somebody else.
_COMPLAINT = (
    r"(?i)\b(?:i (?:want|need|would like|wish|'d like|have) to (?:complain|file a complaint|make a complaint)|i(?:'m| am) (?:complaining|filing a complaint)|my complaint\b(?! (?:is|was) (?:not|no))|(?:file|make|lodge) a (?:formal )?complaint"
    r"|(?:this|that|it|your \w+|the \w+)(?:'s| is| was) (?:really |absolutely |totally |just |simply )*(?:unacceptable|outrageous|ridiculous|a disgrace|a scam|useless|terrible|awful)"
    r"|i(?:'m| am) (?:really |very |so |extremely )*(?:fed up|furious|angry|disappointed|upset|unhappy|dissatisfied) (?:with|about|at|that)|worst (?:service|support|experience)|sick of (?:waiting|this|your))"
    "|(?:我|我们)(?:要|想|得|打算|决定)?投诉(?!的不是)|投诉你们|太差了|太过分|忍无可忍|无法接受|不能接受|气死|很生气|非常不满|很不满意|差评|骗人的?"
)
_MONEY = (
    r"(?i)\b(?:refund(?:ed|s)?|money back|overcharged?|double[- ]charged|charged (?:me|us|twice|my)|(?:credit|debit) card|bank (?:account|transfer|statement)|wire transfer|direct debit|mortgage|loan|salary|invoices?|unpaid|overdue|deposit"
    r"|i (?:paid|owe|transferred|lent)|payments?|(?:my|the|gas|electricity|phone) bill)\b|[$€£¥￥]\s?\d|\b\d[\d,.]*\s?(?:dollars|euros|pounds|usd|eur|gbp|yuan|rmb)\b"
    r"|退款|退钱|付款|支付(?!宝的图标)|扣款|扣了?.{0,3}钱|多收|转账|汇款|账单|发票|贷款|房贷|信用卡|银行卡|押金|定金|欠.{0,6}钱|工资|\d+(?:\.\d+)?(?:元|块钱?|万元|美元|欧元|英镑)"
)
_ACCOUNT = (
    r"(?i)\b(?:(?:my|our|the|your|user|customer|savings|checking|e-?mail|online) accounts?(?! of (?!mine\b))|account (?:number|is|was|has been|got) ?(?:locked|blocked|hacked|suspended|closed|frozen)?|log(?:ged)? ?in(?:to)? (?:to )?my|reset my password|locked out|hacked|identity theft|fraud)\b"
    "|账户|账号|帐号|帐户|(?:重置|忘了|忘记|改|修改)(?:了)?(?:我的)?密码|登录不了|登不上|无法登录|被盗|盗刷"
)
_REQUEST = (
    r"(?i)^(?:please|could you|can you|would you|will you|i need you to|i(?:'d| would) like you to|i (?:want|need) (?:you )?to|help me|remind me|send me|book|order|find|show|tell|give|write|make|set|add|change|cancel|schedule)\b"
    "|^(?:请|麻烦|帮我|帮忙|能不能|可以帮|可否|给我|提醒我|我想请|替我|劳驾)"
)
_NOT_MINE = (
    r"(?i)\b(?:not|isn't|wasn't|no) (?:mine|my (?:complaint|account|money|bill)|a complaint|complaining|about (?:the )?money)\b|\bno complaints?\b|\bon account of\b"
    "|不是我的|不是投诉|没有投诉|不是我投诉|不算投诉|没什么可投诉"
)
#: The first that fits decides.
_HEAVY = ((_COMPLAINT, 0.9, "a complaint"), (_MONEY, 0.8, "money"), (_ACCOUNT, 0.8, "an account"))


def weight(text: str) -> Weight | None:
    """What the text's matter says of its importance; ``None`` if nothing does, and its type decides."""
    text = simplified(text[:_MAX_READ])
    if trivial(text):
        return Weight(0.2, "small talk")
    if not compiled(_NOT_MINE).search(text):
        for pattern, value, reason in _HEAVY:
            if compiled(pattern).search(text):
                return Weight(value, reason)
    if compiled(_REQUEST).search(text.lstrip()):
        return Weight(0.5, "a request")
    return None
