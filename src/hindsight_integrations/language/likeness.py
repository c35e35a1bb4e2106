"""Whether two texts say the same in other words, in English and Chinese: features of each, and a verdict with its reason; it knows no store and asks no model itself.

Vectors cannot tell a refund from a return, or who owes whom. So what people tell apart exactly is
compared first (numbers, names, days, relatives, opposites, negation, who does what to whom), then
the words; only what is left over on both sides is judged by its meaning.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from hindsight_integrations.language.likeness_reading import Number, Read, Token, read
from hindsight_integrations.language.likeness_roles import swapped
from hindsight_integrations.language.likeness_tense import tenses_differ
from hindsight_integrations.language.tokens import words

#: Tokens by which one of two reworded texts may say more: a verb that carries the sentence.
_MORE = 1
#: More than this is more, whatever it means.
_MOST = 3
#: Tokens of a stretch that stands for another one in its place.
_STRETCH = 2
#: Days as seen from when they are named, as ``likeness.toml`` calls them.
_MOVING = frozenset(
    " ".join(words(day))
    for day in (
        "yesterday", "today", "tomorrow", "tonight", "last week", "last month", "last year",
        "this week", "this month", "next week", "next month", "next year",
    )
)  # fmt: skip
#: How near two remainders are, as cosine; asked only for pairs that agree in all else.
Nearness = Callable[[str, str], float]


@dataclass(frozen=True, slots=True)
class Likeness:
    """The verdict on two texts; ``reason`` says what it rests on, without their words."""

    same: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Bounds:
    """From which cosine on texts, and what remains of them, may say the same.

    Cosines; ``LikenessSettings`` says of what and how they were chosen.
    """

    whole: float
    rest: float
    reworded: float
    rest_reworded: float
    without: float


def alike(one: str, other: str, cosine: float, bounds: Bounds, near: Nearness) -> Likeness:
    """Whether the two say the same; ``cosine`` is theirs, ``near`` that of what remains of them."""
    if cosine < bounds.whole:
        return Likeness(False, "their meanings are apart")
    first, second = read(one), read(other)
    if tenses_differ(one, other):
        return Likeness(False, "over in one of them, to come in the other")
    if differing := _told_apart(first, second):
        return Likeness(False, differing)
    mine, theirs = _left(first, second), _left(second, first)
    if len(mine) == len(first.matter) and len(theirs) == len(second.matter):
        return Likeness(False, "no word of the matter in common")
    if not mine and not theirs:
        return Likeness(True, "the same words in another order")
    if _one_edit(first, second):
        return _by_the_rest(mine, theirs, bounds.rest, near)
    if mine and theirs:
        return _reworded(mine, theirs, cosine, bounds, near)
    text, more = (one, mine) if mine else (other, theirs)
    return _says_no_more(text, more, cosine, bounds, near)


def moves_with_time(text: str) -> bool:
    """Whether it names a day as seen from when it is said: said again later, it is another day."""
    return bool(read(text).apart & _MOVING)


def _told_apart(first: Read, second: Read) -> str | None:
    """What one of them names that the other does not, of what people tell apart exactly."""
    if first.asks != second.asks:
        return "one of them asks"
    if first.named != second.named or not _same_numbers(first.numbers, second.numbers):
        return "other numbers"
    if first.turned != second.turned:
        return "one of them denies it"
    if first.names != second.names:
        return "other names"
    if first.apart - second.apart and second.apart - first.apart:
        return "another one of what is told apart"
    return "the same words in other roles" if swapped(first, second) else None


def _same_numbers(one: tuple[Number, ...], other: tuple[Number, ...]) -> bool:
    """The same in the same order; or each with the same word before or after it."""
    if [number.value for number in one] == [number.value for number in other]:
        return True
    beside = {(n.value, side, word) for n in other for side, word in _beside(n)}
    return len(one) == len(other) and all(
        any((n.value, side, word) in beside for side, word in _beside(n)) for n in one
    )


def _beside(number: Number) -> tuple[tuple[str, str], ...]:
    return (("before", number.before), ("after", number.after))


def _left(first: Read, second: Read) -> list[Token]:
    """The tokens of matter that the other text does not have."""
    theirs = Counter(token.word for token in second.matter)
    left = []
    for token in first.matter:
        if theirs[token.word]:
            theirs[token.word] -= 1
        else:
            left.append(token)
    shared = {token.word for token in second.matter}
    # Said twice is not said more.
    return [token for token in left if token.word not in shared]


def _one_edit(first: Read, second: Read) -> bool:
    """Whether one short stretch in one place is all that differs: so look texts that say other things.

    Who says the same again in other words changes more than a word in its place.
    """
    mine, theirs = ([token.surface for token in text.tokens] for text in (first, second))
    head = _common(mine, theirs)
    tail = _common(mine[head:][::-1], theirs[head:][::-1])
    stretches = (side[head : len(side) - tail] for side in (mine, theirs))
    return min(map(_length, stretches)) <= _STRETCH


def _length(stretch: list[str]) -> int:
    """How many words a stretch has; of Chinese ones that no table knows, two characters are about one."""
    single = sum(len(word) == 1 and not word.isascii() for word in stretch)
    return len(stretch) - single + (single + 1) // 2


def _common(one: list[str], other: list[str]) -> int:
    """How many places from the beginning are the same."""
    return next(
        (place for place, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]),
        min(len(one), len(other)),
    )


def _reworded(
    mine: list[Token], theirs: list[Token], cosine: float, bounds: Bounds, near: Nearness
) -> Likeness:
    """Texts of another build: what is left over need not be as near, if the whole is."""
    if any(token.apart for token in (*mine, *theirs)) or cosine < bounds.reworded:
        return _by_the_rest(mine, theirs, bounds.rest, near)
    return _by_the_rest(mine, theirs, bounds.rest_reworded, near)


def _says_no_more(
    text: str, more: list[Token], cosine: float, bounds: Bounds, near: Nearness
) -> Likeness:
    """Texts of another build, of which one holds all of the other: what it has more says nothing of its own
    if it is one carrying word, or if the text means the same without it."""
    apart = any(token.apart for token in more)
    if len(more) <= _MORE and not apart and cosine >= bounds.reworded:
        return Likeness(True, "the same in other words")
    if len(more) <= _MOST and near(text, _without(text, more)) >= bounds.without:
        return Likeness(True, "what one says more says nothing of its own")
    return Likeness(False, "one of them says more")


def _without(text: str, tokens: list[Token]) -> str:
    """``text`` without these words."""
    for token in tokens:
        head, _, tail = text.lower().partition(token.surface)
        if tail or text.lower().endswith(token.surface):
            text = text[: len(head)] + text[len(head) + len(token.surface) :]
    return text


def _by_the_rest(mine: list[Token], theirs: list[Token], bound: float, near: Nearness) -> Likeness:
    if not mine or not theirs:
        return Likeness(False, "one of them says more")
    if _letters(mine) == _letters(theirs) == 1:
        return Likeness(False, "one character apart")
    left, right = (_spoken(side) for side in (mine, theirs))
    if near(left, right) >= bound:
        return Likeness(True, "what differs means the same")
    return Likeness(False, "what differs means something else")


def _letters(side: list[Token]) -> int:
    """How many characters a Chinese remainder has; a word of another script counts as many."""
    return sum(
        1 if not token.surface.isascii() and len(token.surface) == 1 else 2 for token in side
    )


def _spoken(side: list[Token]) -> str:
    chinese = any(not token.surface.isascii() for token in side)
    return ("" if chinese else " ").join(token.surface for token in side)
