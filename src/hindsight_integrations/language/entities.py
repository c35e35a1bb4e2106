"""Key entities of a text: what has a number (an order, a ticket, a flight), phones, e-mails, links, sums of money; it resolves nothing."""

from __future__ import annotations

from dataclasses import dataclass

from hindsight_integrations.language.folding import simplified
from hindsight_integrations.language.patterns import compiled

#: A text is read up to here.
MAX_READ = 10_000

#: What carries a number: the kind, then the words for it.
_NUMBERED = """
order | order purchase | 订单 单子
ticket | ticket case issue | 工单 案件 案例
booking | booking reservation | 预订 预定 预约
invoice | invoice bill receipt | 发票 账单
parcel | parcel package shipment delivery tracking | 包裹 快递 运单 快递单
flight | flight | 航班
contract | contract policy | 合同 保单
account | account membership customer | 账号 账户 会员
claim | claim refund | 理赔 退款单
serial | serial device | 序列号 设备
"""
_EN_KINDS: dict[str, str] = {}
_ZH_KINDS: dict[str, str] = {}
for _line in _NUMBERED.strip().splitlines():
    _kind, _english, _chinese = _line.split("|")
    _EN_KINDS |= dict.fromkeys(_english.split(), _kind.strip())
    _ZH_KINDS |= dict.fromkeys(_chinese.split(), _kind.strip())
EN_NOUN = "(?:" + "|".join(sorted(_EN_KINDS, key=len, reverse=True)) + ")"
ZH_NOUN = "(?:" + "|".join(sorted(_ZH_KINDS, key=len, reverse=True)) + ")"

_ID = r"(?=[A-Za-z-]*\d)[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*"
#: A letter or digit: Chinese goes on without a gap.
_A = "[A-Za-z0-9]"
_ENTITY = (
    rf"(?P<email>{_A}[A-Za-z0-9_.+-]*@{_A}[A-Za-z0-9_-]*(?:\.{_A}[A-Za-z0-9_-]*)+)"
    r"|(?P<url>(?i:https?://|www\.)[^\s<>\"'，。；！？）]+[^\s<>\"'，。；！？）.,;!?)])"
    r"|(?P<money>[$€£¥￥]\s?\d[\d,]*(?:\.\d+)?|(?<![A-Za-z0-9_.])\d[\d,]*(?:\.\d+)?\s?"
    r"(?:元|块钱|美元|欧元|英镑|(?i:dollars|euros|pounds|usd|eur|gbp|rmb|cny)\b))"
    rf"|(?i:\b(?P<noun>{EN_NOUN})(?: (?:number|no\.?|id|code|reference|ref))?(?: is| was|:)? ?#?)(?P<number>{_ID})\b"
    rf"|(?P<zh_noun>{ZH_NOUN})(?:的?(?:号码|编号|单号|号))?(?:是|为|：|:)?\s*#?(?P<zh_number>{_ID})"
    r"|(?<![A-Za-z0-9_+-])(?P<phone>\+?\d{1,3}[ -]?\(?\d{2,4}\)?[ -]\d{3,4}[ -]?\d{3,4}|1[3-9]\d{9})(?![A-Za-z0-9_-])"
    r"|(?<![A-Za-z0-9_-])(?P<code>[A-Z]{1,6}-?\d{3,}[A-Z0-9]*(?:-\d+)*)(?![A-Za-z0-9_-])"
)
#: Every entity has one of these: a cheap look before the pattern.
_MARKS = r"\d|@|(?i:://|www\.)"
_KINDS = ("email", "url", "money", "phone", "code")


@dataclass(frozen=True, slots=True)
class Entity:
    """Something a text names exactly: its kind (``order``, ``phone`` …) and how it is written."""

    kind: str
    text: str

    @property
    def numbered(self) -> bool:
        """Whether it is a thing that one can point at again: "that order"."""
        return self.kind not in ("email", "url", "money", "phone", "address", "product", "date")


def entities(text: str) -> list[Entity]:
    """The entities of ``text`` in its order, each once."""
    read = simplified(text[:MAX_READ])
    if compiled(_MARKS).search(read) is None:
        return []
    found = []
    for match in compiled(_ENTITY).finditer(read):
        if match["number"]:
            kind, group = _EN_KINDS[match["noun"].lower()], "number"
        elif match["zh_number"]:
            kind, group = _ZH_KINDS[match["zh_noun"]], "zh_number"
        else:
            kind = group = next(name for name in _KINDS if match[name])
        found.append(Entity(kind, text[match.start(group) : match.end(group)].strip()))
    return list(dict.fromkeys(found))


def kind_named(noun: str) -> str | None:
    """The kind that a noun names: "ticket", 工单."""
    return _EN_KINDS.get(noun.lower()) or _ZH_KINDS.get(simplified(noun))
