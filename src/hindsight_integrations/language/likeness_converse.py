"""A comparison told from the other side: he is older than I, I am younger than he; it judges nothing, and knows no vector."""

from __future__ import annotations

from hindsight_integrations.language.folding import simplified
from hindsight_integrations.language.likeness_deeds import persons
from hindsight_integrations.language.patterns import compiled

#: A text without any of these has no other side.
_ANY = r"(?i)\b(?P<en>older|younger|taller|shorter|bigger|smaller|heavier|lighter|richer|poorer) than\b|比.{1,4}?(?P<zh>[大小高矮重轻胖瘦])(?=[\d零一二三两四五六七八九十几半很好多得了]|$|[,，。])"
_OPPOSITES = (
    ("older", "younger"), ("taller", "shorter"), ("bigger", "smaller"), ("heavier", "lighter"), ("richer", "poorer"),
    ("大", "小"), ("高", "矮"), ("重", "轻"), ("胖", "瘦"),
)  # fmt: skip
_OTHER = dict((*_OPPOSITES, *(pair[::-1] for pair in _OPPOSITES)))
_FIRST = {"me": "I", "us": "we", "him": "he", "her": "she", "them": "they"}
_SECOND = {subject: sufferer for sufferer, subject in _FIRST.items()}


def from_the_other_side(text: str, called: frozenset[str]) -> str | None:
    """The comparison of two persons with each in the other's place, if it is one.

    ``called`` are the names that the pair has. Deeds are not told so: who buys need not buy of him who sells.
    """
    text = simplified(text)
    found = compiled(_ANY).search(text)
    if found is None or len(two := persons(text, called)) != 2 or two[0][0] == two[1][0]:
        return None
    (_, a, b), (_, c, d) = two
    at, end = found.span("en" if found["en"] else "zh")
    other = _OTHER[text[at:end].lower()]
    one, another = _FIRST.get(text[c:d], text[c:d]), _SECOND.get(text[a:b], text[a:b])
    if end <= c:
        return f"{text[:a]}{one}{text[b:at]}{other}{text[end:c]}{another}{text[d:]}"
    return f"{text[:a]}{one}{text[b:c]}{another}{text[d:at]}{other}{text[end:]}"
