"""What a question points at without naming it ("that order", 那个订单, "it", 上次说的那个), resolved against what was named before; it knows no store."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hindsight_integrations.language.entities import (
    EN_NOUN,
    ZH_NOUN,
    Entity,
    entities,
    kind_named,
)
from hindsight_integrations.language.folding import simplified
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.sequence import points_to_then, since
from hindsight_integrations.language.things import EN_THING, ZH_THING, fits

#: A longer question is left as it is.
MAX_READ = 500

_EN = (
    rf"\b(?:that|this|the|the same|my last|my latest|the last|the latest)(?: same)? (?P<noun>{EN_NOUN})\b"
    r"(?! (?:number |no\.? |id )?#?[\w-]*\d)(?!s\b)"
)
_ZH = f"(?:上次(?:说|提到?)?的?|刚才(?:说|提到?)?的?)?(?:那|这)(?:个|张|笔|单|份|趟|件)?(?P<zh_noun>{ZH_NOUN})(?!\\s*#?[A-Za-z]*\\d)|该(?P<zh_that>{ZH_NOUN})(?!\\s*\\d)"
#: Words that point at the last thing, whatever it is; "it" only where something is asked of a thing with a number.
_EN_IT = (
    r"\b(?:the one (?:i|we|you) (?:just )?(?:mentioned|said|talked about)(?: (?:before|last time|earlier))?|that one)\b"
    r"|\bit\b(?=.*\b(?:arrive[ds]?|ship(?:ped)?|deliver(?:ed|y)?|cancel(?:led|ed)?|refund(?:ed)?|track(?:ed)?|status|resolved|fixed|closed|paid|due|here|sent|processed)\b)"
    r"|(?<=\bwhere is )it\b|(?<=\bwhere's )it\b|(?<=\bstatus of )it\b"
)
_ZH_IT = "(?:上次|刚才|之前|前面)(?:我|我们|你)?(?:说|提|提到|讲)的(?:那|这)个(?![\u4e00-\u9fff]{0,2}(?:人|店|地方))|它(?=.*(?:到|发货|取消|退款|状态|处理|解决|付|寄))"
#: "that address", "the product", "that day"; a noun of gear only behind "that".
_EN_POINTED = (
    rf"\b(?:that|this|that same|the same|the last)(?: same)? (?P<noun>{EN_THING})\b(?! (?:number|book|of|when|i|we|you|he|she)\b)(?!s\b)"
    r"|\bthe (?P<named>product)\b(?! of\b)"
)
_ZH_POINTED = f"(?:上次(?:说|提到?)?的?|刚才(?:说|提到?)?的?)?(?:那|这)(?:个|款|台|部|把|件|处|一)?(?P<noun>{ZH_THING})(?!气|才|[a-zA-Z]*\\d)"

_ENGLISH, _CHINESE = (_EN, _EN_IT, _EN_POINTED), (_ZH, _ZH_IT, _ZH_POINTED)


def resolved(question: str, stack: Sequence[Entity]) -> str:
    """``question`` with what it points at put in, the most recent of its type in ``stack`` (most recent first).

    A question that names such a thing itself points at nothing, and what nothing was named
    for stays as it is.
    """
    if not question.strip() or len(question) > MAX_READ:
        return question
    read = simplified(question)
    pointed = _pointed(read, stack)
    return question if pointed == read else pointed


def _pointed(question: str, stack: Sequence[Entity]) -> str:
    question = _with_things(_since_day(question, stack), stack)
    things = [entity for entity in stack if entity.numbered]
    if not things:
        return question
    named = {entity.kind for entity in entities(question) if entity.numbered}

    def typed(found: re.Match[str]) -> str:
        noun = next(word for word in found.groups() if word)
        kind = kind_named(noun)
        last = next((thing for thing in things if thing.kind == kind), None)
        if last is None or kind in named:
            return found[0]
        return f"{found[0]} {last.text}" if noun.isascii() else f"{noun}{last.text}"

    for pattern in (_EN, _ZH):
        question = compiled(pattern, re.IGNORECASE).sub(typed, question)
    if named or any(entity.numbered for entity in entities(question)):
        return question
    last = things[0]
    question = compiled(_EN_IT, re.IGNORECASE).sub(f"{last.kind} {last.text}", question, count=1)
    return compiled(_ZH_IT).sub(last.text, question, count=1)


def _since_day(question: str, stack: Sequence[Entity]) -> str:
    """ "Since then" as since the last day that was named."""
    day = next((entity.text for entity in stack if entity.kind == "date"), None)
    return (
        since(question, day, timed=True)
        if day is not None and points_to_then(question)
        else question
    )


def _with_things(question: str, stack: Sequence[Entity]) -> str:
    """The question with the address, product or day that it points at behind the noun that points."""

    def put(found: re.Match[str]) -> str:
        kinds = {"address", "product", "date"} & {
            name for name, said in found.groupdict().items() if said
        }
        kind = next(iter(kinds), "product")
        noun = found["noun"] or found.groupdict().get("named") or ""
        last = next((one for one in stack if one.kind == kind and fits(one, noun)), None)
        if last is None or last.text in question:
            return found[0]
        return f"{found[0]} {last.text}" if noun.isascii() else f"{found[0]}（{last.text}）"

    for pattern in (_EN_POINTED, _ZH_POINTED):
        question = compiled(pattern, re.IGNORECASE).sub(put, question)
    return question


def points(question: str) -> bool:
    """Whether a question may point at something: then it is worth looking what was named."""
    if len(question) > MAX_READ:
        return False
    read = simplified(question)
    patterns = _ENGLISH if read.isascii() else _ENGLISH + _CHINESE
    return any(compiled(pattern, re.IGNORECASE).search(read) for pattern in patterns)
