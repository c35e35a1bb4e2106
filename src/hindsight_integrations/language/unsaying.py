"""Recognises that the user wants something forgotten (REQUIREMENTS W9), what was said last or what is named; it forgets nothing itself.

Only a whole sentence that asks for it counts: "forget about the car" is a change of plan, and
"don't forget that …" asks for the opposite.
"""

from __future__ import annotations

from dataclasses import dataclass

from hindsight_integrations.language.catalogue import Catalogue
from hindsight_integrations.language.clauses import Plain, opened
from hindsight_integrations.language.folding import simplified
from hindsight_integrations.language.owners import USER, one
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.stated import Context
from hindsight_integrations.language.statements import statements
from hindsight_integrations.language.subjects import asked_subjects
from hindsight_integrations.records import SubjectPattern

_POINTING = (
    r"(?:that|this|it|(?:what|everything|all|anything) i(?:'ve| have)? (?:just )?(?:said|told you|wrote|mentioned|shared)(?: just now| about that)?"
    r"|(?:that|my|the) last (?:one|thing|message|bit|part|sentence)(?: i (?:just )?(?:said|wrote|told you))?|that (?:last )?(?:bit|part|one|message|sentence))"
)
_POLITE = r"(?i)^(?:no,? |actually,? |oh,? |sorry,? |wait,? |please |can you |could you |would you |i want you to |i'd like you to |you (?:can|should) )*"
_DROP = r"(?:forget|erase|delete|unremember|scratch|(?:don't|do not|stop|no longer) (?:remember|sav|stor|keep|not)(?:e|ing|ering)?|remove(?=.* from (?:your |the )?(?:memory|records?|notes)))"
_FAREWELL = r"(?:,? (?:please|thanks|thank you|now|again|ok|okay))*\W*$"
_ENGLISH = rf"{_POLITE}{_DROP} (?:about )?{_POINTING}{_FAREWELL}"
_CHINESE = (
    "^(?:不|算了|等等|抱歉|不好意思|请|麻烦|帮我|你|能不能|可以|把|那|，|,|\\s)*"
    "(?:(?:忘掉|忘了|忘记|别记|别记住|不要记|不要记住|删掉|删除|抹掉|清除|不用记)(?:吧|我|掉|一下|了)*(?:刚才|刚刚|前面|上面|上一句|刚)?(?:我)?(?:说的|讲的|那句话?|这句话?|这个|那个|这件事|那件事|这条|那条|的话|话|的内容|它)+"
    "|(?:我)?(?:刚才|刚刚|前面)(?:我)?(?:说的|讲的|那句话?|那条|的话)+(?:都|你|请)*(?:忘掉|忘了|忘记|别记|不要记|删掉|删除|作废|不算)(?:住)?)(?:吧|了|好吗|哦|啊|谢谢|，)*[。！!.?？\\s]*$"
)

#: "Forget that I live in Berlin", "forget where I live", "don't keep my phone number", "delete all you know about Ana".
_NAMED = (
    rf"{_POLITE}{_DROP} (?:(?:about )?the fact )?(?:(?:that )?(?:i (?:said|told you|mentioned) (?:that )?)?(?P<i_said>(?:i|i'm|i've|i am) (?!(?:said|told|mentioned|just)\b).+?)|that (?P<said>(?:(?:i|i'm|i've|my|we|our|he|she|they|his|her|their|the|it)\b|(?-i:[A-Z])).+?)"
    r"|(?:(?:everything|all|anything|what) (?:(?:that )?you (?:know|have|remember|stored|saved) )?(?:about|on) )(?P<all>(?:my )?[\w' -]{2,40}?)"
    r"|(?:about )?(?P<asked>(?:where|what|who|which|how|when) .+?)"
    rf"|(?:about )?(?P<thing>(?:my|our|[\w.-]+'s) .+?))(?: from (?:your |the )?(?:memory|records?|notes))?{_FAREWELL}"
)
_ZH_DROP = "(?:忘掉|忘记|别再?记[住着录得]?|不要再?记[住着录得]?|不用再?记[住着录得]?|别再?保存|不要再?保存|别留着|不要留着|删掉|删除|删了|抹掉|抹去|清除)"
_ZH_FACT = "(?:这件事情?|这个事实|这事儿?|的事情?|这一?[条点]|这个?信息|的信息|的记录)?"
_ZH_POLITE = (
    "(?:不|算了|等等|抱歉|不好意思|请|麻烦|帮我|帮忙|你|您|能不能|能|可以|可不可以|，|,|\\s)*"
)
_ZH_END = "(?:吧|了|掉|吗|好吗|好不好|可以吗|行吗|哦|啊|谢谢|，)*[。！!.?？\\s]*$"
_ZH_NAMED = (
    f"^{_ZH_POLITE}{_ZH_DROP}掉?(?:关于(?P<all>[^，。？]{{1,8}}?)的(?:一切|所有|全部)?(?:记录|信息|事情?|内容|记忆)|(?P<thing>(?:我|他|她|[^，。？]{{1,6}}的).{{1,40}}?){_ZH_FACT}){_ZH_END}"
    f"|^(?P<first>我.{{1,40}}?)(?:这件事情?|这事儿?|这一?[条点])(?:请|麻烦|你|就|都)*(?:{_ZH_DROP}|忘了){_ZH_END}"
    # 忘了 alone says that one forgot: with 把, 请 or 吧 it asks.
    f"|^{_ZH_POLITE}把(?:关于)?(?P<put>.{{2,40}}?){_ZH_FACT}(?:都|给)?(?:{_ZH_DROP}|忘了){_ZH_END}"
    f"|^{_ZH_POLITE}(?<=[请你您我])忘了(?P<kindly>我.{{1,40}}?){_ZH_FACT}{_ZH_END}|^忘了(?P<bare>我.{{1,40}}?)(?:这件事情?|这事儿?)?吧[。！!]*$"
)
#: What takes the place of a statement that was asked to be forgotten.
FORGOTTEN = "[forgotten]"


@dataclass(frozen=True, slots=True)
class Wish:
    """What a sentence wants forgotten: a statement in the user's words, or all that stands under keys."""

    statement: str = ""
    subjects: tuple[SubjectPattern, ...] = ()


def unsays(text: str) -> bool:
    """Whether a turn asks to forget what was said last."""
    sentences = list(Plain.of(text).sentences())
    return len(sentences) <= 2 and any(map(_points, sentences))


def _points(sentence: str) -> bool:
    return bool(compiled(_ENGLISH).match(opened(sentence)) or compiled(_CHINESE).match(sentence))


def wishes(text: str, catalogue: Catalogue) -> tuple[Wish, ...]:
    """What the sentences of a turn name and want forgotten."""
    if (
        compiled(
            f"(?i)forget|erase|delete|scratch|remove|remember|sav|stor|keep|not(?:e|ing)|忘|记|{_ZH_DROP}"
        ).search(simplified(text))
        is None
    ):
        return ()
    plain = Plain.of(text)
    found = (_wish(sentence, catalogue) for sentence in plain.sentences() if not _points(sentence))
    return tuple(Wish(plain.filled(one.statement), one.subjects) for one in found if one)


def _wish(sentence: str, catalogue: Catalogue) -> Wish | None:
    if found := compiled(_NAMED).match(sentence):
        if said := found["i_said"] or found["said"]:
            return Wish(statement=said)
        if found["all"]:
            return _everything(found["all"])
        question = f"{found['asked'] or 'what is ' + found['thing']}?"
        return _under(asked_subjects(question, catalogue))
    if zh := compiled(_ZH_NAMED).match(sentence):
        if zh["all"]:
            return _everything(zh["all"])
        words = next(words for words in zh.groups() if words)
        if any(said for _, said in statements(words, Context(), catalogue)):
            return Wish(statement=words)
        keys = asked_subjects(f"{words}？", catalogue) or asked_subjects(
            f"{words}是什么？", catalogue
        )
        return _under(keys) or Wish(statement=words)
    return None


def _under(subjects: tuple[SubjectPattern, ...]) -> Wish | None:
    return Wish(subjects=subjects) if subjects else None


def _everything(whose: str) -> Wish | None:
    """All that is known of someone else; of the user themselves that is a verb of its own."""
    owner = one(whose)
    if owner is None or owner == USER:
        return None
    return Wish(subjects=(SubjectPattern(owner, below=True),))


def without(text: str, asked: tuple[Wish, ...]) -> str:
    """``text`` without the statements that it wants forgotten: the asking itself must keep no copy."""
    for wish in asked:
        read = simplified(text).replace("\u2019", "'")
        while wish.statement and (place := read.find(wish.statement)) >= 0:
            text = text[:place] + FORGOTTEN + text[place + len(wish.statement) :]
            read = simplified(text).replace("\u2019", "'")
    return text


def only_asks(text: str) -> bool:
    """Whether nothing is said in a turn beside what it wants forgotten."""
    sentences = list(Plain.of(text).sentences())
    return bool(sentences) and all(
        _points(one)
        or compiled(_NAMED).match(one)
        or compiled(_ZH_NAMED).match(one)
        or FORGOTTEN in one
        for one in sentences
    )
