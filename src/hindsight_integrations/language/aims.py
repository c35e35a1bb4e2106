"""Which of the values a fact has had a question asks for: the one of now, of before, the first, or that of a time.

It reads words of order and a window of time that was found already; it knows no record.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from hindsight_integrations.language.folding import simplified
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.records import Window


class Order(Enum):
    """A place in the chain of a fact's values."""

    NOW = "now"
    BEFORE = "before"
    FIRST = "first"
    AS_OF = "as of"


@dataclass(frozen=True, slots=True)
class Aim:
    """What of a chain is asked for; ``instant`` is set for ``AS_OF`` alone."""

    order: Order
    instant: datetime | None = None

    @property
    def past(self) -> bool:
        """Whether values that hold no longer can answer."""
        return self.order is not Order.NOW


NOW = Aim(Order.NOW)

_FIRST = (
    r"(?i)\b(?:originally|initially|in the beginning|to begin with|at first|earliest|very first)\b|\b(?:\'s|my|your|his|her|their|our|the) (?:first|original|initial) (?!name\b)"
    r"|\bfirst (?:live|work|like|have|use|job)|\bstart(?:ed)? out\b"
    "|最早|最初|最开始|一开始|起初|当初|第一[个次家份]"
)
_BEFORE = (
    r"(?i)\b(?:before|earlier|previously|formerly|beforehand)\W*$|\bbefore (?:that|this|then|now|the (?:move|change|switch))\b|\bused? to\b(?!\w)|\bin the past\b|\bpreviously\b|\bformerly\b"
    r"|(?:\'s|\b(?:my|your|his|her|their|our|the)) (?:old|former|previous|prior|past|ex-?|last)\b(?! (?:week|month|year|night|name))"
    "|以前|之前|原来(?!如此)|从前|过去|曾经?(?=[^孙祖])|先前|原先|旧的?(?!金山)|上一[个家份任]|此前"
)


#: "What was I driving before the Kia?"; "what do I drink before bed?" asks for a habit.
_BEFORE_IT = (
    r"(?i)\b(?:did|was|were|had|used to)\b.*\b(?:before|prior to) (?!(?:work|bed|bedtime|lunch|dinner|breakfast|noon|midnight|school|class|the (?:meeting|class|show|flight)|going|leaving|sleeping|eating|\d)\b)\S"
    r"|\bused to\b|\blast (?:season|term|semester|one)\b"
    "|(?<![睡饭餐课会班门面目眼跟生产婚史空当提从以之日年天周月时钟向往朝靠台胸窗楼墙床考赛战幕屋学])(?<=[\u4e00-\u9fff]{2})前(?![天年台面后往进来去途头者景提所夜晚期半方辈往])|转学前|开学前|起先|原本"
)

#: What has happened: a question in these words about a time that is not over yet looks back in it.
_PAST = (
    r"(?i)\b(?:did|was|were|had|been|used to|earlier|so far)\b"
    "|[^通经]过(?![度于程来去敏节年生])|曾经?(?=[^孙祖])|当时|那时|刚才|早些时候|来着"
)


_AS_AT = r"(?i)\bas (?:of|at)(?= )|截[至止]到?"


def asked_time(question: str) -> str:
    """The question with "as of May" read as "in May": asked of a memory, it means what held then.

    In a statement "as of May" means from then on, which is how ``times`` reads it.
    """
    return compiled(_AS_AT).sub(
        lambda found: "in" if found[0].isascii() else "", simplified(question)
    )


def aim_of(question: str, window: Window | None, at: datetime) -> Aim:
    """What ``question`` asks for when it is asked at ``at``; ``window`` is a clear time that it names.

    A time decides before words of order: "before May" is as of the beginning of May. Within a
    window the value of its middle is meant, so that a change on its first or last day does not
    decide. What lies after a time ("since then") is what holds now; and so is what a time that
    is not over ("now", "this week") is asked for, unless the question looks back in it.
    """
    if window is not None and window.end is not None:
        if window.end > at and not compiled(_PAST).search(simplified(question)):
            return NOW
        end = min(window.end, at)
        start = window.start
        if start is None:
            return Aim(Order.AS_OF, end)
        return Aim(Order.AS_OF, start + (end - start) / 2) if start < end else NOW
    if window is not None:
        return NOW
    question = simplified(question)
    if compiled(_FIRST).search(question):
        return Aim(Order.FIRST)
    earlier = compiled(_BEFORE).search(question) or compiled(_BEFORE_IT).search(question)
    return Aim(Order.BEFORE) if earlier else NOW
