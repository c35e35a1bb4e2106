"""Whether two texts speak of the same as over and as still to come or going on: "we sold the house", "we are selling the house"; it judges nothing else."""

from __future__ import annotations

from hindsight_integrations.language.folding import simplified
from hindsight_integrations.language.irregular import forms, lemma
from hindsight_integrations.language.likeness_words import chinese
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.tokens import words

_GOING = r"(?i)(?:\b(?:am|is|are)|'m|'re|'s) (?:(?:\w+ly|still|not|now|always) )?(?P<verb>\w{2,}ing)\b(?! to\b)"
_COMING = r"(?i)(?:\b(?:will|shall|going to|plan to|want to|(?:would|'d) (?:like|love) to|hope to|thinking (?:of|about)|considering)|'ll) (?P<verb>[a-z]{2,})\b"
#: Behind a subject or "have": elsewhere the same form is a state ("the shop is closed", "get it repaired").
_OVER = r"(?i)\b(?:(?:i|we|you|he|she|they|it|who)(?:'ve|'d| have| has| had)?|have|has|had) (?:(?:\w+ly|just|already|finally|never|once) )?(?P<verb>[a-z]{3,})\b"
_OVER_SIMPLE = r"(?i)(?:\b(?:i|we|you|he|she|they|it|who)|\b(?:my|our|his|her) \w+) (?:(?:\w+ly|just|once) )?(?P<verb>[a-z]{3,})\b"
_NOW = r"(?i)(?:\b(?:i|we|you|they)|\b(?:he|she|it|(?:my|our|his|her) \w+)) (?:(?:\w+ly|always|often|still|do|does) )?(?P<verb>[a-z]{2,})\b"
#: A state that is, and one that was; a form of "be" before a participle is neither.
_STATE = r"(?i)(?:\b{be})(?! (?:\w+ly |not |already |also )?(?:\w+(?:ed|ing|en)|born|made|sent|paid|told|sold|kept|lost|left|found|put|set|cut|hurt|bought|brought|taught|caught|held|built|hit|led)\b)\b"
_BE_NOW, _BE_OVER = (
    _STATE.replace("{be}", be) for be in ("(?:am|is|are)|(?<=i|u|e|y|t)'(?:m|re|s)", "(?:was|were)")
)
#: What Chinese says of a verb: over, or on the way. A text that says both says neither.
_ZH_OVER, _ZH_COMING = (
    "(?<![为除罢不约订定号])(?:了(?!解)|过(?!敏|年|期|来|去|程|道)|已经)",
    "(?:正在|打算|准备|将要|即将|就要|会去|要去|想去|想买|想要|想养|想换|想学|考虑|犹豫|计划|(?<![需就不])要[买卖搬学养租辞离考来])",
)
#: Chinese says of a verb that it was once so, or that it was done at least once.
_ZH_ONCE = "(?<!没.)(?<!没..)(?<!没...)(?<=[去来吃见看做住用学买养试听读写玩坐得教开当办修打送交谈退换聊搬洗装种拍])过(?![敏年期来去程道])"
#: A plain past form of anybody ("the vet saw"), and what is yet to come of anybody ("the vet will see").
_SIMPLE = r"(?i)(?<!\bam )(?<!\bis )(?<!\bare )(?<!\bbe )(?<!\bget )(?<!\bgets )(?<!\bgetting )(?<!\ba )(?<!\ban )(?<!\bthe )(?<!\bto )(?<!'s )(?<!'re )(?<!'m )\b(?P<verb>[a-z]{3,})\b"
_WILL = r"(?i)(?:\b(?:will|shall|going to|about to)|'ll) (?:(?:not|also|\w+ly|be|get) )?(?P<verb>[a-z]{2,})\b"
_UNDER_WAY = r"(?i)(?:\b(?:am|is|are|be)|'m|'re|'s) (?:(?:\w+ly|still|not|now|always) )?(?P<verb>\w{2,}ing)\b(?! to\b)"
#: A state that lasts since, and one that lasted for a while.
_LASTS, _LASTED = (
    r"(?i)(?:\b(?:have|has)|'ve|'s) been\b.*\b(?:for|since)\b",
    r"(?i)\b(?<!have )(?:was|were)\b.*\b(?:for|until|till)\b",
)
#: For so long: told as having lasted so far, or as lasting so long.
_FOR = r"(?i)\bfor (?:\w+ )?(?:days|weeks|months|years|a (?:day|week|month|year))\b"
_PERFECT = r"(?i)\b(?:have|has|had|been|since|ago|now|already)\b|'(?:ve|d)\b|'s been\b"
_SO_FAR, _AGO = r"(?i)\b(?:have|has|'ve) (?:\w+ly )?(?P<verb>[a-z]{3,})\b", r"(?i)\bago\b"
#: Who had twins has them, who is having twins does not yet.
_BORE, _TO_BEAR = r"(?i)\bhad\b", r"(?i)(?:\b(?:am|is|are)|'m|'re|'s) having\b|\bgoing to have\b"
#: What one has, and what one had; not where either only helps another verb.
_HAVE, _HAD = (
    rf"(?i)\b(?:i|we|you|they|he|she|it|(?:my|our) \w+) (?:still |now |also )?{form} (?:an?|the|my|our|no|some|two|three|four|\d+)\b(?! \w+ (?:\w+ed|cut|done|made)\b)"
    for form in ("(?:have|has)", "had")
)


def tenses_differ(one: str, other: str) -> bool:
    """Whether a verb is over in one text and not yet, or still, in the other."""
    if chinese(one + other):
        once = (compiled(_ZH_ONCE).search(simplified(text)) is not None for text in (one, other))
        return _zh(one) * _zh(other) < 0 or (len(set(once)) == 2 and not _zh_both_over(one, other))
    if _over(one) & _ahead(other) or _over(other) & _ahead(one):
        return True
    if _past_of_anybody(one, other) or _past_of_anybody(other, one):
        return True
    return _was_and_is(one, other) or _was_and_is(other, one)


def _past_of_anybody(past: str, coming: str) -> bool:
    """Whether the same verb is told as over, whoever does it, and as to come or under way; a state as lasting."""
    ahead = _verbs(_WILL, coming) | _verbs(_UNDER_WAY, coming)
    if ahead and ahead & _past_verbs(_SIMPLE, past) - _verbs(_WILL, past) - _verbs(
        _UNDER_WAY, past
    ):
        return True
    if (
        _has(_HAD, past)
        and not _has(_HAVE, past)
        and _has(_HAVE, coming)
        and not _has(_HAD, coming)
    ):
        return True
    if (
        _has(_FOR, past)
        and not _has(_PERFECT, past)
        and _has(_FOR, coming)
        and _has(_PERFECT, coming)
    ):
        return True
    if _has(_BORE, past) and _has(_TO_BEAR, coming) and not _has(_BORE, coming):
        return True
    lasting = _past_verbs(_SO_FAR, coming) if _has(_FOR, coming) else set()
    if lasting & _past_verbs(_SIMPLE, past) and _has(_AGO, past):
        return True
    return _has(_LASTED, past) and _has(_LASTS, coming) and not _has(_LASTS, past)


def _was_and_is(past: str, present: str) -> bool:
    """The same state as one that was, and as one that is; the same verb as done, and as a habit."""
    if _has(_BE_OVER, past) and not _has(_BE_NOW, past) and _has(_BE_NOW, present):
        return not _has(_BE_OVER, present)
    habit = _verbs(_NOW, present) - _past_verbs(_NOW, present)
    return bool(_past_verbs(_OVER_SIMPLE, past) & habit - _verbs(_OVER_SIMPLE, past, past=False))


def _has(pattern: str, text: str) -> bool:
    return compiled(pattern).search(text) is not None


def _verbs(pattern: str, text: str, *, past: bool | None = None) -> set[str]:
    found = (match["verb"] for match in compiled(pattern).finditer(text))
    return {_first(verb) for verb in found if past is None or _past(verb.lower()) is past}


def _past_verbs(pattern: str, text: str) -> set[str]:
    return _verbs(pattern, text, past=True)


def _ahead(text: str) -> set[str]:
    """The verbs, in their first form, of what goes on or is to come."""
    return _verbs(_GOING, text) | _verbs(_COMING, text)


def _over(text: str) -> set[str]:
    """The verbs in a past form: "we sold", "I have sold"."""
    return _past_verbs(_OVER, text)


def _past(verb: str) -> bool:
    (term,) = words(verb)[:1] or ("",)
    known = forms(term)
    irregular = len(known) > 1 and term != known[0] and not verb.endswith(("ing", "s"))
    return verb == "came" or irregular or (verb.endswith("ed") and len(verb) > 4)


def _first(verb: str) -> str:
    return "come" if verb in ("came", "coming") else lemma(words(verb)[0])


def _zh(text: str) -> int:
    read = simplified(text)
    over = compiled(_ZH_OVER).search(read) is not None
    coming = compiled(_ZH_COMING).search(read) is not None
    return over - coming


def _zh_both_over(one: str, other: str) -> bool:
    """Whether both are told as over, one with 过 and one with 了."""
    return all(
        "了" in text or "过" in text or "曾" in text or "已" in text
        for text in map(simplified, (one, other))
    )
