"""Reads how people correct what they have just said ("no wait, Potsdam", 说错了，是波茨坦); it knows no key but the one spoken of."""

from __future__ import annotations

import re

from hindsight_integrations.language.catalogue import Catalogue
from hindsight_integrations.language.frames import frames
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.stated import Context, Mode, Stated

#: Words that take back what was said last. "Sorry" and "no" alone do other things as well.
_SLIP = (
    r"(?i)^(?:(?:oh|oops|ah|sorry|um|er|and|but)[\s,.!–—-]+)*(?:no[\s,]+wait|wait[\s,]+no|no[\s,]+sorry|scratch that|i mean|i meant"
    r"|make that|make it|my mistake|correction|let me correct (?:that|myself)|actually[\s,]+no)\b[\s,.:;!–—-]*"
    r"|^(?:哦|噢|啊|抱歉|不好意思|等等|等一下|[，,、\s])*(?:不对|不是|说错了?|口误|更正一下|更正|我是说|哦不|噢不|应该说)(?:[，,：:、。！!\s]|$)*"
)
#: What may stand before the right value.
_LEAD = r"(?i)^(?:(?:it|that|this)(?:'s| is| was| should be)|i mean|i meant|make (?:it|that)|in|at|on|其实|应该)?\s*(?:in|at|on|是|在|叫)?\s*(?=\S)"
_NOTS = re.compile(r"(?i)\bnot\b|不是|不在")
_NOT = r"(?i)[,，]?\s*(?:and |, )?not (?:in |at )?.+$|[，,]?\s*(?:而?不是|并非).+$"


def leans(text: str) -> bool:
    """Whether a text may go on from what was said before it: by a pronoun, or by taking it back."""
    pronoun = r"(?i)\b(?:he|she|they|his|her|their)\b|[他她]"
    return bool(compiled(pronoun).search(text) or compiled(_SLIP).match(text) or _NOTS.search(text))


def _denied(value: str, sentence: str) -> bool:
    """Whether a sentence says that it is not this value: "it's Potsdam, not Berlin"."""
    lower, was = sentence.lower(), value.lower()
    return bool(was) and any(f"{no}{was}" in lower for no in ("not ", "not in ", "不是", "不在"))


def corrected(
    clause: str, sentence: str, said: Context, catalogue: Catalogue, *, stated_here: bool = False
) -> Stated | None:
    """The value that a clause puts in the place of the one stated last, if it does that.

    Where the sentence has ``stated_here`` what is right, 不是嘉兴 only says again what was wrong.
    """
    if stated_here and compiled("不是(?![，,、：:\\s])").match(clause):
        return None
    if said.owner is None or said.attribute is None:
        return None
    slip = compiled(_SLIP).match(clause)
    if slip is None and not said.slipped and not _denied(said.value, sentence):
        return None
    if slip and said.attribute.many and slip[0].lower().startswith("make"):
        return None  # "make it Potsdam", but "make it look neat" is no allergy
    rest = (clause[slip.end() :] if slip else clause).rstrip(" .!。！")
    said.slipped = not rest
    words = compiled(_NOT).sub("", compiled(_LEAD).sub("", rest, count=1))
    value = frames(catalogue).judges[said.attribute.name](words) if words else None
    if not value:
        return None
    said.settle(said.attribute, value)
    return Stated(
        said.owner,
        said.attribute.name,
        value,
        Mode.HOLDS,
        said.attribute,
        changes=True,
        carried=True,
    )
