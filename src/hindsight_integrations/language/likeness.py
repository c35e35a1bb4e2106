"""Whether two texts say the same in other words, in English and Chinese: features of each, and a verdict with its reason; it knows no store and asks no model itself.

Vectors cannot tell a refund from a return, or who owes whom. So what people tell apart exactly is
compared first (numbers, names, days, relatives, opposites, negation, who does what to whom), then
the words; only what is left over on both sides is judged by its meaning.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from hindsight_integrations.language.likeness_converse import from_the_other_side
from hindsight_integrations.language.likeness_deeds import bound_otherwise
from hindsight_integrations.language.likeness_light import other_deeds
from hindsight_integrations.language.likeness_numbers import same_numbers
from hindsight_integrations.language.likeness_reading import MAX_READ, Read, Token, read
from hindsight_integrations.language.likeness_roles import swapped
from hindsight_integrations.language.likeness_signs import all_patterns
from hindsight_integrations.language.likeness_small import small_words_differ
from hindsight_integrations.language.likeness_tense import tenses_differ
from hindsight_integrations.language.likeness_words import chinese, lexicon
from hindsight_integrations.language.patterns import compiled

#: Tokens by which one of two reworded texts may say more: a verb that carries the sentence.
_MORE = 1
#: A text of more characters is compared only with what lies near.
_SHORT = 48
#: So many words and numbers in common say that two texts are about one thing, however far their vectors lie.
_ENOUGH = 2
#: More than this is more, whatever it means.
_MOST = 2
#: Tokens of a stretch that stands for another one in its place.
_STRETCH = 2
#: Days as seen from when they are named.
_MOVING = re.compile(
    r"(?i)\b(?:yesterday|today|tomorrow|tonight|(?:last|this|next) (?:week|month|year))\b"
    "|[昨今明后前][天日晚]|[上下这本](?:个?星期|个?礼拜|周(?!末[^两])|个?月)|去年|今年|明年"
)
#: What denies within a phrase that a table knows as one.
_DENIES = re.compile(r"[不没未无]|\b(?:not|no|never|without)\b")
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
    scant: float
    rest: float
    reworded: float
    rest_reworded: float
    without: float


def ready() -> None:
    """Load the words and the patterns now, so that the first comparison need not."""
    lexicon()
    for text in ("we walk", "我们走路"):
        small_words_differ(text, text, read(text), read(text))
        tenses_differ(text, text)
    for pattern in all_patterns():
        compiled(pattern)


def alike(one: str, other: str, cosine: float, bounds: Bounds, near: Nearness) -> Likeness:
    """Whether the two say the same; ``cosine`` is theirs, ``near`` that of what remains of them."""
    # Short statements of other words may lie far apart; to read a long one is not worth its time.
    if cosine < (bounds.whole if max(len(one), len(other)) <= _SHORT else bounds.reworded):
        return Likeness(False, "their meanings are apart")
    if one[MAX_READ:] != other[MAX_READ:]:
        return Likeness(False, "they differ behind what is read")
    one, other = one[:MAX_READ], other[:MAX_READ]
    found = _judged(one, other, cosine, bounds, near)
    if found.same or cosine < bounds.reworded:
        return found
    turned = from_the_other_side(one, read(one).names | read(other).names)
    if turned is not None and _judged(turned, other, cosine, bounds, near).same:
        return Likeness(True, "the same told from the other side")
    return found


def _judged(one: str, other: str, cosine: float, bounds: Bounds, near: Nearness) -> Likeness:
    first, second = read(one), read(other)
    if differing := _told_apart(first, second):
        return Likeness(False, differing)
    found = _by_their_words((one, first), (other, second), cosine, bounds, near)
    # What takes longer is asked last: of most records that lie near, the words say enough.
    return (found.same and _told_apart_late((one, first), (other, second))) or found


def _told_apart_late(told: tuple[str, Read], again: tuple[str, Read]) -> Likeness | None:
    """What texts of the same words differ in: roles, times, small words."""
    (one, first), (other, second) = told, again
    if swapped(first, second) or bound_otherwise(one, other, first, second):
        return Likeness(False, "the same words in other roles")
    if tenses_differ(one, other):
        return Likeness(False, "over in one of them, to come in the other")
    if small_words_differ(one, other, first, second):
        return Likeness(False, "other small words")
    if other_deeds(first, second):
        return Likeness(False, "another thing done")
    return None


def _by_their_words(
    told: tuple[str, Read], again: tuple[str, Read], cosine: float, bounds: Bounds, near: Nearness
) -> Likeness:
    (one, first), (other, second) = told, again
    mine, theirs = _left(first, second), _left(second, first)
    if len(mine) == len(first.matter) and len(theirs) == len(second.matter):
        return Likeness(False, "no word of the matter in common")
    if cosine < bounds.scant and min(_shared(first, mine), _shared(second, theirs)) < _ENOUGH:
        return Likeness(False, "their meanings are apart")
    if not mine and not theirs:
        return Likeness(True, "the same words in another order")
    asked = first.requests or second.requests
    if asked or all(any(token.wishes for token in side) for side in (mine, theirs)):
        mine, theirs = ([token for token in side if not token.wishes] for side in (mine, theirs))
    if (shorter := _shorter_stretch(first, second)) <= _STRETCH:
        if not (mine and theirs) and all(_spared(token, shorter) for token in (*mine, *theirs)):
            return Likeness(True, "the same in other words")
        return _not_asked(mine, theirs, cosine, bounds) or _by_the_rest(
            mine, theirs, bounds.rest, near
        )
    return _of_another_build((one, mine), (other, theirs), cosine, bounds, near)


def _shared(text: Read, left: list[Token]) -> int:
    """How much of it is in the other text, too: words of the matter and numbers."""
    common = {token.word: len(token.stems) for token in text.matter if token not in left}
    return sum(min(stems, _ENOUGH) for stems in common.values()) + len(text.numbers)


def _of_another_build(
    one: tuple[str, list[Token]],
    other: tuple[str, list[Token]],
    cosine: float,
    bounds: Bounds,
    near: Nearness,
) -> Likeness:
    """Texts of which more differs than a stretch in one place, and what is left over of each."""
    mine, theirs = ([token for token in left if not _spare(token)] for _, left in (one, other))
    if not mine and not theirs:
        if all(any(token.carrying for token in left) for _, left in (one, other)):
            return _by_the_rest(one[1], other[1], bounds.rest_reworded, near)
        return Likeness(True, "the same in other words")
    if (refusal := _not_asked(mine, theirs, cosine, bounds)) is not None:
        return refusal
    if mine and theirs:
        return _reworded(mine, theirs, bounds, near)
    text, more = (one[0], mine) if mine else (other[0], theirs)
    return _says_no_more(text, more, bounds, near)


def _not_asked(
    mine: list[Token], theirs: list[Token], cosine: float, bounds: Bounds
) -> Likeness | None:
    """Why what is left over is not asked about: it takes the encoder, and most records that lie near
    leave too much."""
    if cosine < bounds.reworded:
        return Likeness(False, "their meanings are apart")
    if max(_length([token.surface for token in side]) for side in (mine, theirs)) > _MOST:
        return Likeness(False, "too much of each is left over")
    return None


def _spared(token: Token, shorter: int) -> bool:
    """Whether one of two texts of the same build may have it more: a small noun only where other words stand
    for it, and not where it is simply added."""
    return token.carrying or (shorter > 0 and token.weak and not token.fixed)


def _spare(token: Token) -> bool:
    """Whether a text may have it more and say no more."""
    return token.weak or token.carrying


def moves_with_time(text: str) -> bool:
    """Whether it names a day as seen from when it is said: said again later, it is another day."""
    return _MOVING.search(text) is not None


def _told_apart(first: Read, second: Read) -> str | None:
    """What one of them names that the other does not, of what people tell apart exactly."""
    if first.asks != second.asks:
        return "one of them asks"
    if first.named != second.named or not same_numbers(first.numbers, second.numbers):
        return "other numbers"
    if first.turned != second.turned and first.turns != second.turns and not _meant(first, second):
        return "one of them denies it"
    if not (_holds(second, first.names) and _holds(first, second.names)):
        return "other names"
    if _members_differ(first, second) or _opposed(first, second):
        return "another one of what is told apart"
    return None


def _meant(first: Read, second: Read) -> bool:
    """Whether what denies in one is said by a word that denies nothing in the other: "is closed", "closing time"."""
    odd = 0
    for text, other in ((first, second), (second, first)):
        said = {sense for token in other.tokens if not token.turns for sense in token.senses}
        odd += sum(token.turns and said.isdisjoint(token.senses) for token in text.tokens)
    return odd % 2 == 0


def _holds(text: Read, names: frozenset[str]) -> bool:
    """Whether it has all the names, with a capital inside the sentence or at its beginning."""
    return not names or names <= {stem for token in text.tokens for stem in token.stems}


def _members_differ(first: Read, second: Read) -> bool:
    """Whether each names a member of one line that the other does not name, nor says in other words."""
    mine, theirs = _members(first, second), _members(second, first)
    return not mine.isdisjoint(theirs) or _conflict(first, second)


def _conflict(first: Read, second: Read) -> bool:
    """Whether words of both are told apart from each other, though each is said by a third."""
    mine, theirs = (
        {member for token in text.tokens for member in token.apart} for text in (first, second)
    )
    return any(
        told.split("/")[0] == again.split("/")[0] and one.senses.isdisjoint(other.senses)
        for one in first.tokens
        for told in one.apart - theirs
        for other in second.tokens
        for again in other.apart - mine
    )


def _members(text: Read, other: Read) -> set[str]:
    """The lines of which it names a member of its own."""
    return {
        member.split("/")[0]
        for token in text.tokens
        if token.apart and not _said(token, other)
        for member in token.apart
    }


#: What before a word makes it its opposite: "block" and "unblock".
_OPPOSITE = ("un", "in", "im", "dis", "non", "de", "mis", "re", "ir")


def _opposed(first: Read, second: Read) -> bool:
    """Whether a word of one is the opposite of one of the other, by what stands before it."""
    return any(
        before + one == other or before + other == one
        for one in (token.surface for token in first.matter)
        for other in (token.surface for token in second.matter)
        for before in _OPPOSITE
        if abs(len(one) - len(other)) == len(before)
    )


def _said(token: Token, other: Read) -> bool:
    """Whether the other text has a word for the same."""
    return any(not token.senses.isdisjoint(each.senses) for each in other.tokens)


def _left(first: Read, second: Read) -> list[Token]:
    """The tokens of matter for which the other text has no word."""
    stems = {stem for token in second.tokens for stem in token.stems}
    compounds = _compounds(first, second)
    return [
        token
        for token in first.matter
        if not _said(token, second)
        and not stems.issuperset(token.stems)
        and token.surface not in compounds
        and not any(_derived(token, other) for other in second.matter)
    ]


def _compounds(first: Read, second: Read) -> set[str]:
    """What one text writes as one word and the other as two: "flower pot" and "flowerpot"."""
    found: set[str] = set()
    for text, other in ((first, second), (second, first)):
        whole = {token.surface for token in other.tokens if token.surface.isascii()}
        for pair in pairwise(token.surface for token in text.tokens):
            if "".join(pair) in whole:
                found |= {*pair, "".join(pair)}
    return found


#: Endings by which a word of the same root is another kind of word.
_ENDING = re.compile(
    r"(?:e|y|i|r|ic|ion|at|ation|ment|er|or|ist|ing|al|iti|ity|ness|anc|enc|ant|ent|iv|ous|abl|ibl|ful|ly|s|d|t|th)?"
)


def _derived(one: Token, other: Token) -> bool:
    """Whether both are of one root: "allergic" and "allergy", "violin" and "violinist"."""
    mine, theirs = one.stems[-1], other.stems[-1]
    if len(one.stems) != 1 or len(other.stems) != 1 or not (mine + theirs).isascii():
        return False
    root = _common(list(mine), list(theirs))
    return root >= 5 and all(_ENDING.fullmatch(word[root:]) for word in (mine, theirs))


def _shorter_stretch(first: Read, second: Read) -> int:
    """The length of the shorter of the two stretches in one place that are all that differs: 0 if one only says more.

    Texts of which this is short look alike and say other things: who says the same again in other words
    changes more than a word in its place.
    """
    mine, theirs = ([token.surface for token in text.tokens] for text in (first, second))
    head = _common(mine, theirs)
    tail = _common(mine[head:][::-1], theirs[head:][::-1])
    return min(_length(side[head : len(side) - tail]) for side in (mine, theirs))


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


def _reworded(mine: list[Token], theirs: list[Token], bounds: Bounds, near: Nearness) -> Likeness:
    """Texts of another build: what is left over need not be as near, if the whole is, unless it is a thing of
    each that no table knows: a kayak is near a canoe."""
    things = all(any(len(token.senses) == 1 for token in side) for side in (mine, theirs))
    return _by_the_rest(mine, theirs, bounds.rest if things else bounds.rest_reworded, near)


def _says_no_more(text: str, more: list[Token], bounds: Bounds, near: Nearness) -> Likeness:
    """Texts of another build, of which one holds all of the other: what it has more says nothing of its own
    if it is one carrying word, or if the text means the same without it."""
    if any(token.apart for token in more):
        return Likeness(False, "one of them says more")
    if len(more) <= _MORE:
        return Likeness(True, "the same in other words")
    if near(text, _without(text, more)) >= bounds.without:
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
    if any(token.fixed for token in (*mine, *theirs)):
        return Likeness(False, "another one of what is told apart")
    if _letters(mine) == _letters(theirs) == 1:
        return Likeness(False, "one character apart")
    left, right = (_spoken(side) for side in (mine, theirs))
    if (_DENIES.search(left) is None) != (_DENIES.search(right) is None):
        return Likeness(False, "one of them denies it")
    if near(left, right) >= bound:
        return Likeness(True, "what differs means the same")
    return Likeness(False, "what differs means something else")


def _letters(side: list[Token]) -> int:
    """How many characters a Chinese remainder has; a word of another script counts as many."""
    return sum(
        1 if not token.surface.isascii() and len(token.surface) == 1 else 2 for token in side
    )


def _spoken(side: list[Token]) -> str:
    return ("" if any(chinese(token.surface) for token in side) else " ").join(
        token.surface for token in side
    )
