"""Reads in a question which of several events came first, the first or the last time of one, or an order of telling; it knows no memory.

"Which came first, the move or the wedding?", "did I sell the car before I bought the bicycle?", 我是先搬家还是先换工作？;
"when was the last time I saw Marta?", 我第一次去罗马是什么时候？; "tell me in order what I did in Rome",
按时间顺序说说我换过哪些工作. One side of an event ("what did I do before the concert?") is read by ``sequence``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from hindsight_integrations.language.clauses import asks
from hindsight_integrations.language.folding import simplified
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.sequence import MAX_READ, event_terms


class Line(Enum):
    """What is asked of events in time."""

    COMPARED = "compared"
    FIRST = "first"
    LAST = "last"
    TOLD = "in order"


@dataclass(frozen=True, slots=True)
class Ordered:
    """What is asked, and the events in the words of the question: none where all that fits is to be told in order."""

    line: Line
    events: tuple[str, ...] = ()
    #: Of an order of telling, the question without the words of order.
    rest: str = ""


_AHEAD = r"(?i)\b(?:should|shall|will|would|can|could|must|need to|have to|going to|do i|supposed to)\b|应该|该|要不要|打算|准备|可以|能不能|必须|会不会|将来|以后要"
_OWN = r"(?i)\b(?:i|we|my|our|me|us)\b|我|咱"
_FIRST_WORDS = r"(?P<word>first|earlier|earliest|last|later|latest|sooner)"
_COMPARED = (
    # Asked of two after the question: "who did I meet first, A or B?"
    rf"(?i)^\W*(?:\w+ )?(?:which|what|where|who|whom)\b[^,:?]*? (?:the )?{_FIRST_WORDS}\s*(?:[,:—–-]+|was it|is it)\s*(?P<list>.+?\bor\b.+)$",
    rf"(?i)^\W*was it (?P<list>.+?\bor\b.+?) (?:that |which )?(?:came|happened|was|were) (?:the )?{_FIRST_WORDS}\W*$",
    # Asked within the question: "did A or B come first?"
    rf"(?i)^\W*(?:did|have|had|was|were) (?P<list>.+?\bor\b.+?) (?:(?:come|happen|take place|go|start|begin) )?(?:the )?{_FIRST_WORDS}\W*$",
    r"(?i)^\W*(?:did|was|were|had|have|is it true that|is it right that|am i right that) (?P<one>.+?),? (?:(?:come|happen|take place|start|begin) )?(?:right |just |long |shortly )?(?:before or after|after or before|before|after|earlier than|later than|prior to) (?P<two>(?!(?:that|then|now|all|this|work|noon|lunch|dinner|breakfast|midnight)\W*$).+)$",
)
_ZH_WHICH = "(?:哪个|哪件(?:事情?)?|哪一[个件次](?:事情?)?|谁|何者)"
_ZH_EARLIER = (
    "(?:更|比较|是|发生|发生得|来得|要|做得|做)*(?:在前面?|在先|最先|先|早|之前|靠前|在后|后|晚)"
)
_ZH_COMPARED = (
    "^(?:请问|那|你记得|你知道)?(?:我们?|咱们)?(?:当时|那时)?(?:是)?先(?P<one>.+?)[，,]?(?:还是|或者?)(?:是)?(?:我们?)?先?(?P<two>.+?)(?:的|呢|来着)*[？?。\\s]*$",
    f"^(?:请问|那)?(?P<one>.+?)[，,]?(?:和|跟|与|还是|、|或者?)(?P<two>.+?)[，,]?(?:这两件事情?|两件事情?|当中|之中|中|里)?[，,]?(?:我们?)?(?:是)?{_ZH_WHICH}{_ZH_EARLIER}(?:发生|做|来|开始|完成|去|办|买|一些?|一点)*(?:的|了|呢|来着)*[？?。\\s]*$",
    f"^(?:请问|那)?(?P<one>.+?)(?:和|跟|与|还是|、|或者?)(?P<two>.+?)[，,]\\s*(?:我们?)?(?:是)?先[^，。]{{1,4}}的?(?:是)?{_ZH_WHICH}[？?。\\s]*$",
    f"^(?:请问|那)?(?:我们?)?(?:是)?{_ZH_WHICH}{_ZH_EARLIER}(?:发生|做|来|开始|一些?|一点)*(?:的|了|呢)*[，,：:？?]\\s*(?P<list>.+?(?:还是|或者?|和|、).+?)[？?。\\s]*$",
    "^(?:请问|那)?(?P<one>.+?)(?:是|发生)*(?:不是)?比(?P<two>.+?)(?:要|更|来得|发生得)*(?:早|先|晚)(?:发生|一些?)?(?:的|吗|么|呢)+[？?。\\s]*$",
    "^(?:请问|那)?(?P<one>.+?)(?:是不是|是|发生)?在(?P<two>.+?)(?:之前|以前|前面?|之后|以后|后面?)(?:还是(?:之|以)?[前后]面?)?(?:发生|做|去|买|办)?(?:的|了)?(?:吗|么|呢)?[？?。\\s]*$",
    "^(?:请问|那)?(?:我们?)?(?:是不是|是)?在?(?P<two>.+?)(?:之前|以前|前|之后|以后)[，,]?(?:我们?)?(?:就|才)?(?:是不是)?(?P<one>.+?)(?:的|了|过)?(?:吗|(?<!什)么)[？?。\\s]*$",
)
_EDGE_WORDS = r"(?P<which>(?:very )?first|last|latest|most recent|previous)"
_EDGE = (
    rf"(?i)\b(?:the|my|our) {_EDGE_WORDS} time (?:that |when |where )?(?P<event>(?:i|we)\b.+?)(?:,.*)?[?.!\s]*$",
    rf"(?i)^\W*(?:(?:so|and|but|ok|do you (?:know|remember)) )*(?:when|where|how long ago|what day|which day|on (?:what|which) day|in (?:what|which) (?:month|year|city)) (?:did|have|was|were) (?P<who>i|we) {_EDGE_WORDS} (?P<event>.+?)[?.!\s]*$",
    rf"(?i)^\W*(?:what|which|who|where) (?:was|were|is) (?:the|my) {_EDGE_WORDS} (?P<event>(?!(?:name|week|month|year|night|day|thing|time)\b)[a-z'-]+(?: [a-z'-]+)?(?: that| which)? (?:i|we) .+?)[?.!\s]*$",
)
_ZH_FIRST, _ZH_LAST = (
    "(?:第一次|头一次|头一回|第一回|首次|初次)",
    ("(?:上一次|上次|上一回|上回|最近一次|最近一回|最后一次|最后一回)"),
)
_ZH_WHEN = "(?:什么时候|何时|哪天|哪一天|哪年|哪一年|几月|几号|哪里|哪儿|多久|哪个|在哪|和谁|跟谁)"
#: 上次说的那个 points at something that was said.
_ZH_EDGE = (
    f"^(?:请问|那|你记得|还记得)?(?:我们?)?(?:在|是)?(?:(?P<first>{_ZH_FIRST})|(?P<last>{_ZH_LAST}))(?!我?[说提讲聊])(?P<event>.+?)(?:的时候|那时|那次)?[，,]?(?:是在?|在|距离?现在|离现在|已经)?{_ZH_WHEN}",
    f"{_ZH_WHEN}(?:我们?)?(?:是)?(?:(?P<first>{_ZH_FIRST})|(?P<last>{_ZH_LAST}))(?!我?[说提讲聊])(?P<event>.+?)(?:的|呢|来着)*[？?。\\s]*$",
    f"^(?:请问|那|你记得|还记得)?(?:我们?)?(?:(?P<first>{_ZH_FIRST})|(?P<last>{_ZH_LAST}))(?!我?[说提讲聊])(?P<event>.+?)(?:和谁|跟谁|做了什么|见了谁|买了什么|吃了什么|去了哪里?).*$",
)
_TOLD = r"(?i)\b(?:in (?:what|which) (?:order|sequence)|in (?:the )?(?:chronological|time|temporal|right|correct|proper) (?:order|sequence)|in order(?! (?:to|for|that)\b)|chronologically|in sequence|what was the (?:order|sequence)|from (?:first|earliest|oldest) to (?:last|latest|newest)|timeline)\b"
_ZH_TOLD = "(?:[按以]|按照)什么顺序|按(?:照)?(?:时间|发生)?的?(?:先后|顺序|时间)(?:顺序|次序)?|(?:时间|先后)(?:顺序|次序)|顺序(?:是|怎么?样|如何)|什么顺序|依次|时间线|从[早先]到[晚后]"
#: What is told in order, one by one: "did I visit Rome, Paris and Oslo", 罗马、巴黎和奥斯陆.
_LISTED = r"(?i)(?:^|[\s:：])(?P<list>(?:[^,，、:：]{2,60}[,，、]\s*)+[^,，、]{0,60}(?:\band\b|\bor\b|和|与|以及|还有|跟)[^,，、]{2,60})"


def ordered(question: str) -> Ordered | None:
    """What the question asks of the order of the user's own past; ``None`` if of none."""
    text = simplified(question.strip())
    if not text or len(text) > MAX_READ:
        return None
    ahead = compiled(_AHEAD).search(text)
    if ahead or not (
        compiled(_OWN).search(text) or compiled(r"(?i)\bor\b|还是|[和跟与、比在先]").search(text)
    ):
        return None
    found = _told(text) or _compared(text) or _edge(text)
    if found is None or any(_asks(event) for event in found.events):
        return None
    return found


def _asks(event: str) -> bool:
    """Whether what stands for an event is a question's word, or says nothing."""
    return not event_terms(event) or compiled(_WHAT).search(event) is not None


_WHAT = r"(?i)^(?:what|who|whom|where|which|when|how)\b|什么|哪|谁|多少|怎么|几[个次天年]"


def _told(text: str) -> Ordered | None:
    order = compiled(_TOLD).search(text) or compiled(_ZH_TOLD).search(text)
    if order is None or not (asks(text) or compiled(_TELLS).search(text)):
        return None
    parts = [part.strip(" ?？。.!") for part in (text[: order.start()], text[order.end() :])]
    lists = (compiled(_LISTED).search(part) for part in parts)
    found = next((item for item in lists if item is not None), None)
    return Ordered(Line.TOLD, _events(found["list"]) if found else (), " ".join(parts))


_TELLS = r"(?i)^\W*(?:please )?(?:can you )?(?:tell|list|give|show|name|recount|put|go through|walk)\b|列|说说|讲讲|告诉|排|整理|说一下|讲一下"


def _compared(text: str) -> Ordered | None:
    for pattern in _ZH_COMPARED if compiled("[\u4e00-\u9fff]").search(text) else _COMPARED:
        if found := compiled(pattern).match(text):
            parts = found.groupdict()
            said = [parts["list"]] if "list" in parts else [parts["one"], parts["two"]]
            events = tuple(event for part in said for event in _events(part, alone="one" in parts))
            return Ordered(Line.COMPARED, events) if len(events) > 1 else None
    return None


def _edge(text: str) -> Ordered | None:
    for pattern in _EDGE:
        if found := compiled(pattern).search(text):
            first = found["which"].lower().endswith("first")
            return Ordered(Line.FIRST if first else Line.LAST, (_matter(found["event"]),))
    for pattern in _ZH_EDGE:
        if found := compiled(pattern).search(text):
            return Ordered(Line.FIRST if found["first"] else Line.LAST, (_matter(found["event"]),))
    return None


#: Verbs that say little beside what they are said of: who sees Marta may tell that they met.
_SLIGHT = (
    r"(?i)^(?:(?:i|we|did|had|have|was|were|ever|go|went|gone|been|be|see|saw|seen|meet|met|visit|visited|do|done|get|got|eat|ate|eaten|spend|spent|talk|talked|speak|spoke|use|used|at|to|in|on|with|for|a|an|the|my|our|some)\s+)+(?=\w)"
    "|^(?:我们?|去了?|见到?了?|看到?了?|到了?|来了?|做了?|吃了?|喝了?|在|跟|和|用了?|参加了?)+(?=[\u4e00-\u9fff\\w]{2})|(?:吃饭|见面|聊天)$"
)


def _matter(event: str) -> str:
    """The event without verbs that say little, where anything else is left."""
    left = compiled(_SLIGHT).sub("", event.strip())
    return left if event_terms(left) else event.strip()


def _events(listed: str, *, alone: bool = False) -> tuple[str, ...]:
    """The events of a list; one that stands ``alone`` is no list."""
    cut = (
        r"(?!)"
        if alone
        else r"(?i)\s*(?:,|，|、|;|；)\s*(?:(?:and|or)\b)?\s*|\s+(?:or|and)\s+|还是|或者|以及|还有|[和与跟或]"
    )
    parts = (_bare(part) for part in re.split(cut, listed))
    return tuple(part for part in parts if part)


def _bare(event: str) -> str:
    """An event without the words that only introduce it."""
    said = compiled(r"(?i)^\W*(?:(?:either|when|that|the time|the day|did|was|i|we|had)\s+)+").sub(
        "", event
    )
    return compiled("^(?:我们?|是|先|在)+|(?:的|了|呢|这件事|那件事|那次|的时候)+$").sub(
        "", said.strip(" ?？。.!,，")
    )
