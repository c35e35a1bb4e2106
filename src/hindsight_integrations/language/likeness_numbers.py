"""Whether two texts count the same: their numbers, each with what stands beside it; it knows no meaning."""

from __future__ import annotations

from hindsight_integrations.language.likeness_reading import Number
from hindsight_integrations.language.likeness_words import lexicon


def same_numbers(one: tuple[Number, ...], other: tuple[Number, ...]) -> bool:
    """The same in the same order; or each with the same word before or after it.

    "A day" is "one day": where the texts have not as many numbers, ones are not counted.
    """
    if len(one) != len(other):
        one, other = (tuple(n for n in side if n.value != "1") for side in (one, other))
    if [number.value for number in one] == [number.value for number in other]:
        return not _counts_change(one, other)
    beside = {(n.value, side, word) for n in other for side, word in _beside(n)}
    return len(one) == len(other) and all(
        any((n.value, side, word) in beside for side, word in _beside(n)) for n in one
    )


def _counts_change(one: tuple[Number, ...], other: tuple[Number, ...]) -> bool:
    """Whether the only number of each counts something else, which both count: "two cats", "two dogs"."""
    counted = {number.after for number in (*one, *other)}
    return (
        len(one) == 1
        and len(counted) == 2
        and all(word in one[0].words and word in other[0].words for word in counted)
        and not any(
            _light(number.after) or number.before in ("at", "by", "since", "until", "in", "from")
            for number in (*one, *other)
        )
    )


def _light(stem: str) -> bool:
    known = lexicon().known.get((stem,))
    return known is not None and known.light


def _beside(number: Number) -> tuple[tuple[str, str], ...]:
    return (("before", number.before), ("after", number.after))
