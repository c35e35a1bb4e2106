"""Whether what stands with what in one clause, or is denied in one, trades its place in another text of the same words; it knows no vector."""

from __future__ import annotations

from itertools import combinations

from hindsight_integrations.language.likeness_reading import Read, read
from hindsight_integrations.language.patterns import compiled

CLAUSES = r"(?i)[,;.，。；、]|\b(?:and|but|while|whereas|when|if|because|so|then)\b"
#: Whom a small word points to.
_POINTS = {
    "i": "i", "me": "i", "我": "i", "he": "he", "him": "he", "他": "he", "she": "she", "her": "she", "她": "she",
    "they": "they", "them": "they", "他们": "they", "她们": "they",
}  # fmt: skip
#: Too many words to be compared pair by pair.
_MANY = 12


def crossed(one: str, other: str, first: Read) -> bool:
    """Whether two things trade their companions: "walk to work, drive home", "drive to work, walk home"."""
    parts, others = compiled(CLAUSES).split(one), compiled(CLAUSES).split(other)
    if len(parts) < 2 or len(others) < 2:
        return False
    if _denies_another(parts, others, first):
        return True
    mine, theirs = _together(parts, first), _together(others, first)
    only, back = mine - theirs, theirs - mine
    return any(_traded(tuple(a), tuple(b), back) for a, b in combinations(only, 2) if not a & b)


def _denies_another(parts: list[str], others: list[str], known: Read) -> bool:
    """Whether what one clause denies and another says is said and denied in the other text."""
    (mine, said), (theirs, told) = (_denied(each, known) for each in (parts, others))
    return not (mine - said).isdisjoint(told - theirs) and not (said - mine).isdisjoint(
        theirs - told
    )


def _denied(parts: list[str], known: Read) -> tuple[set[str], set[str]]:
    """The words of the clauses that deny, and of those that do not."""
    denied: set[str] = set()
    said: set[str] = set()
    for part in parts:
        (denied if read(part).turned else said).update(_words(part, known))
    return denied, said


def _traded(one: tuple[str, ...], other: tuple[str, ...], back: set[frozenset[str]]) -> bool:
    (a, b), (c, d) = one, other
    return {frozenset((a, c)), frozenset((b, d))} <= back or {
        frozenset((a, d)), frozenset((b, c)),
    } <= back  # fmt: skip


def _together(parts: list[str], known: Read) -> set[frozenset[str]]:
    """Any two that one clause says."""
    return {
        frozenset(pair)
        for part in parts
        for pair in combinations(sorted(_words(part, known))[:_MANY], 2)
    }


def _words(part: str, known: Read) -> set[str]:
    """The matter, the persons and the numbers of a clause, each by the name it has in ``known``."""
    own = read(part)
    said = {
        next((k.word for k in known.tokens if not k.senses.isdisjoint(token.senses)), token.word)
        for token in own.matter
    }
    spoken = {_POINTS[token.surface] for token in own.tokens if token.surface in _POINTS}
    return said | spoken | {number.value for number in own.numbers}
