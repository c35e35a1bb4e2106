"""Whether two texts speak of the same as over and as still to come or going on: "we sold the house", "we are selling the house"; it judges nothing else."""

from __future__ import annotations

from hindsight_integrations.language.folding import simplified
from hindsight_integrations.language.irregular import forms, lemma
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.tokens import words

_GOING = r"(?i)(?:\b(?:am|is|are)|'m|'re|'s) (?:(?:\w+ly|still|not|now|always) )?(?P<verb>\w{2,}ing)\b(?! to\b)"
_COMING = r"(?i)(?:\b(?:will|shall|going to|plan to|want to|hope to|thinking (?:of|about)|considering)|'ll) (?P<verb>[a-z]{2,})\b"
#: Behind a subject or "have": elsewhere the same form is a state ("the shop is closed", "get it repaired").
_OVER = r"(?i)\b(?:(?:i|we|you|he|she|they|it|who)(?:'ve|'d| have| has| had)?|have|has|had) (?:(?:\w+ly|just|already|finally|never|once) )?(?P<verb>[a-z]{3,})\b"
#: What Chinese says of a verb: over, or on the way. A text that says both says neither.
_ZH_OVER, _ZH_COMING = (
    "(?<![为除罢不])(?:了(?!解)|过(?!敏)|已经)",
    "(?:正在|打算|准备|将要|即将|就要|会去|要去|想去|考虑|犹豫)",
)


def tenses_differ(one: str, other: str) -> bool:
    """Whether a verb is over in one text and not yet in the other."""
    if compiled("[\u4e00-\u9fff]").search(one + other):
        return _zh(one) * _zh(other) < 0
    return bool(_over(one) & _ahead(other)) or bool(_over(other) & _ahead(one))


def _ahead(text: str) -> set[str]:
    """The verbs, in their first form, of what goes on or is to come."""
    found = (
        match["verb"] for pattern in (_GOING, _COMING) for match in compiled(pattern).finditer(text)
    )
    return {_first(verb) for verb in found}


def _over(text: str) -> set[str]:
    """The verbs in a past form: "we sold", "I have sold"."""
    verbs = (match["verb"] for match in compiled(_OVER).finditer(text))
    return {_first(verb) for verb in verbs if _past(verb.lower())}


def _past(verb: str) -> bool:
    (term,) = words(verb)[:1] or ("",)
    known = forms(term)
    irregular = len(known) > 1 and term != known[0] and not verb.endswith(("ing", "s"))
    return irregular or (verb.endswith("ed") and len(verb) > 4)


def _first(verb: str) -> str:
    return lemma(words(verb)[0])


def _zh(text: str) -> int:
    read = simplified(text)
    over = compiled(_ZH_OVER).search(read) is not None
    coming = compiled(_ZH_COMING).search(read) is not None
    return over - coming
