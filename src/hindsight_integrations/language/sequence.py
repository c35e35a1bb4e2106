"""Reads in a question what something came before or after: "what did I do before the concert?", 搬家之前我住在哪里？; it knows no memory.

Only a question about the user's own past asks for an order ("what should I do before the exam?" does
not), and only where an event is named: a time is read by ``times``, an owner's "before" by ``aims``.
How one felt and why is told together with the event, so such questions are left to the words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from hindsight_integrations.language import owners
from hindsight_integrations.language.clauses import asks
from hindsight_integrations.language.folding import simplified
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
        """The words to find the event by."""
        return event_terms(self.event)


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
#: What happened, by its verb; any verb that is over (拆了石膏之后) is one.
_ZH_EVENT = "[\u4e00-\u9fff][了完过]|去|来|到|搬|换|买|卖|见|吃|看|开始|结束|结婚|离|辞|入职|参加|回|做|订|签|出|毕业|完|病|会议|音乐会|演唱会|婚礼|旅行|旅游|考试|面试|比赛|手术|聚会|生日|约会|体检|出差|演出|展览|电影|晚饭"
_CHINESE = (
    "^(?:请问|那)?(?:我们?)?(?:自从|自打|打从)(?P<event>[^，。？?,]{2,24}?)(?P<side>以后|以来|之后|后)?[，,](?P<rest>.+)$",
    f"^(?:请问|那|你知道)?(?:我们?|他们?|她们?)?(?:在|自从?|从)(?P<event>[^，。？?,]{{2,24}}?)(?:的时候)?{_ZH_SIDE}(?:的|，|,)?(?P<rest>.+)$",
    f"^(?:请问|那|你知道)?(?P<event>[^，。？?,]{{2,24}}?)(?:的时候)?{_ZH_SIDE}(?:的|，|,)?(?P<rest>.+)$",
    f"^(?P<rest>我们?|他们?|她们?)(?:在|自从?)?(?P<event>[^，。？?,]{{2,24}}?){_ZH_SIDE}(?P<more>.+)$",
)
_ZH_PAST = "了|过|什么|哪|谁|多少|怎么"
#: Of others nobody tells as it happens.
_OWN = r"(?i)\b(?:i|we|my|our|me|us|happened)\b"
_ZH_AHEAD = "为什么|为何|怎么样|感觉|应该|需要|要不要|打算|可以|能不能|必须|会不会|该"


def event_terms(event: str) -> tuple[str, ...]:
    """The words to find an event by; 完, 过, 了 and pronouns are none of them."""
    parts = compiled("完|过|了|我们?|他们?|她们?|在").split(event)
    return tuple(dict.fromkeys(term for part in parts for term in query_terms(part)))


_THEN = r"(?i)\b(?:ever )?since then\b|\bever since\b(?=\W*$)|\bfrom then on\b|(?:从|自|打)那(?:以后|之后|时起|时候起|天起|以来)|(?<![\u4e00-\u9fff])那(?:以后|之后)|此后|自此(?:以后)?"
_PARTS = r"(?<=[.!?;。！？；])\s*|[,，]\s*(?:and |but |so )?(?=\D|$)|\s+[—–-]+\s+|\b(?:and|but|so) (?=(?:what|who|where|which|how)\b)"


def _then(question: str) -> re.Match[str] | None:
    """Where it says so; few do, so the words are looked for before the pattern."""
    if len(question) > MAX_READ:
        return None
    if question.isascii() and not any(word in question.lower() for word in ("since", "then")):
        return None
    return compiled(_THEN).search(question)


def points_to_then(question: str) -> bool:
    """Whether it says "since then", 从那以后."""
    return _then(simplified(question)) is not None


def since(question: str, named: str, *, timed: bool) -> str:
    """The question with an event, or with a time, in the place of "then"."""
    if compiled("[\u4e00-\u9fff]").search(question):
        then = f"{named}以来" if timed else f"自从{named}以后"
    else:
        then = f"since {named}"
    return compiled(_THEN).sub(lambda _: then, simplified(question), count=1)


def told_before(question: str) -> tuple[str, str] | None:
    """What the text itself told before it asks what was since then, and the question: "I moved to Rome. What did I do since then?"."""
    question = simplified(question)
    found = _then(question)
    if found is None:
        return None
    cuts = [cut for cut in compiled(_PARTS).finditer(question[: found.start()]) if cut.start()]
    cut = next((cut for cut in reversed(cuts) if _told(question[: cut.start()])), None)
    if cut is None:
        return None
    told = compiled(_PARTS).split(question[: cut.start()].rstrip(" .,;!，。；！"))[-1]
    return told.strip(), question[cut.end() :].strip()


def _told(text: str) -> bool:
    return bool(event_terms(text)) and not asks(text)


def beside(question: str) -> Beside | None:
    """The side of an event that a question about the past asks for."""
    text = simplified(question.strip())
    if not text or len(text) > MAX_READ:
        return None
    found = _chinese(text) if not text.isascii() else _english(text)
    return found if found is not None and found.terms else None


def says_order(text: str) -> bool:
    """Whether a telling has an order in its own words: "after the concert we went home"."""
    return (
        compiled(r"(?i)\b(?:before|after|since|prior to)\b|之前|以前|之后|以后|以来").search(
            simplified(text)
        )
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
            or not (
                compiled("^(?:自从|自打|打从)").match(text)
                or compiled(_ZH_EVENT).search(found["event"])
            )
        ):
            continue
        more = found.groupdict().get("more") or ""
        return Beside((found["side"] or "后")[-1] in "后来", found["event"], found["rest"] + more)
    return None
