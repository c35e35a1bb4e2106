"""Reads in a question what something came before or after: "what did I do before the concert?", 搬家之前我住在哪里？; it knows no memory.

Only a question about the user's own past asks for an order ("what should I do before the exam?" does
not), and only where an event is named: a time is read by ``times``, an owner's "before" by ``aims``.
How one felt and why is told together with the event, so such questions are left to the words.
"""

from __future__ import annotations

from dataclasses import dataclass

from hindsight_integrations.language import owners
from hindsight_integrations.language.clauses import asks
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.tokens import query_terms

#: A longer question is left alone.
MAX_READ = 300


@dataclass(frozen=True, slots=True)
class Beside:
    """One side of an event: ``after`` it or before, its words, and the question without them."""

    after: bool
    event: str
    rest: str

    @property
    def terms(self) -> tuple[str, ...]:
        """The words to find the event by; 完, 过, 了 and pronouns are none of them."""
        parts = compiled("完|过|了|我们?|他们?|她们?|在").split(self.event)
        return tuple(dict.fromkeys(term for part in parts for term in query_terms(part)))


_PAST = r"(?i)\b(?:did|was|were|had|happened|came|went|said|told|have (?:i|we)|has (?:he|she|my))\b"
_AHEAD = r"(?i)^\W*(?:how|why)\b(?! (?:many|much|long|often))|\b(?:should|will|shall|would|can|could|need to|must|do i have to|going to)\b"
_SIDE = r"(?:(?P<before>(?:right |just |shortly |the (?:day|week) )?(?:before|prior to))|(?P<after>(?:right |just |shortly |soon |the (?:day|week) |ever )?(?:after|since|following)))"
_EVENT = r"(?P<event>(?!(?:that|this|then|now|it|all|which|what|who)\b(?! \w))(?:(?:i|we|my|our|he|she|they|his|her|their|the|that|this|a|an)\b|[a-z]+ing\b|(?-i:[A-Z])).+?)"
#: "Look after", "named after" are verbs of their own.
_ENGLISH = (
    rf"(?i)^(?P<rest>.*?(?<!look)(?<!looks)(?<!looking)(?<!looked)(?<!named)(?<!called)(?<!take)(?<!took)(?<!go)(?<!run)(?<!ask)) {_SIDE} {_EVENT}[?.!\s]*$",
    rf"(?i)^\W*{_SIDE} {_EVENT}, (?P<rest>.+)$",
)
_ZH_SIDE = "(?P<side>之前|以前|前|之后|以后|后|以来)"
_ZH_EVENT = "去|来|到|搬|换|买|卖|见|吃|看|开始|结束|结婚|离|辞|入职|参加|回|做|订|签|出|毕业|完|病|会议|音乐会|演唱会|婚礼|旅行|旅游|考试|面试|比赛|手术|聚会|生日|约会|体检|出差|演出|展览|电影|晚饭"
_CHINESE = (
    f"^(?:请问|那|你知道)?(?:我们?|他们?|她们?)?(?:在|自从?|从)(?P<event>[^，。？?,]{{2,24}}?)(?:的时候)?{_ZH_SIDE}(?:的|，|,)?(?P<rest>.+)$",
    f"^(?:请问|那|你知道)?(?P<event>[^，。？?,]{{2,24}}?)(?:的时候)?{_ZH_SIDE}(?:的|，|,)?(?P<rest>.+)$",
    f"^(?P<rest>我们?|他们?|她们?)(?:在|自从?)?(?P<event>[^，。？?,]{{2,24}}?){_ZH_SIDE}(?P<more>.+)$",
)
_ZH_PAST = "了|过|什么|哪|谁|多少|怎么"
#: Of others nobody tells as it happens.
_OWN = r"(?i)\b(?:i|we|my|our|me|us|happened)\b"
_ZH_AHEAD = "为什么|为何|怎么样|感觉|应该|需要|要不要|打算|可以|能不能|必须|会不会|该"


def beside(question: str) -> Beside | None:
    """The side of an event that a question about the past asks for."""
    text = question.strip()
    if not text or len(text) > MAX_READ:
        return None
    found = _chinese(text) if not text.isascii() else _english(text)
    return found if found is not None and found.terms else None


def says_order(text: str) -> bool:
    """Whether a telling has an order in its own words: "after the concert we went home"."""
    return (
        compiled(r"(?i)\b(?:before|after|since|prior to)\b|之前|以前|之后|以后|以来").search(text)
        is not None
    )


def _english(text: str) -> Beside | None:
    ahead = compiled(_AHEAD).search(text) or not compiled(_PAST).search(text)
    if ahead or not asks(text) or not compiled(_OWN).search(text):
        return None
    for pattern in _ENGLISH:
        if found := compiled(pattern).match(text):
            return Beside(bool(found["after"]), found["event"], found["rest"].strip())
    return None


def _chinese(text: str) -> Beside | None:
    if compiled(_ZH_AHEAD).search(text) or not compiled(_ZH_PAST).search(text):
        return None
    if any((one.owner or "").startswith("person.") for one in owners.chinese(text)):
        return None
    for pattern in _CHINESE:
        found = compiled(pattern).match(text)
        # 我妹妹以前: whose earlier value is asked for is no event.
        if (
            found is None
            or owners.one(found["event"])
            or not compiled(_ZH_EVENT).search(found["event"])
        ):
            continue
        more = found.groupdict().get("more") or ""
        return Beside(found["side"][-1] in "后来", found["event"], found["rest"] + more)
    return None
