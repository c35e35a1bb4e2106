"""Small numbers and calendar names as people write them, in English and Chinese; it knows no date."""

from __future__ import annotations

from hindsight_integrations.language.patterns import compiled

_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty"
)
_SMALL = {word: value for value, word in enumerate(_WORDS.split())} | {
    "a": 1, "an": 1, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90,
}  # fmt: skip
_DIGITS = {character: value for value, character in enumerate("零一二三四五六七八九")}
_DIGITS |= {"〇": 0, "两": 2, "俩": 2, "仨": 3}

#: The body of a pattern for a number, and the characters of a Chinese one.
ENGLISH_NUMBER = r"\d{1,4}|" + "|".join(sorted(_SMALL, key=len, reverse=True))
CHINESE_NUMBER = r"\d{1,4}|[一二两三四五六七八九十百]{1,5}"

_MONTHS = "january february march april may june july august september october november december"
MONTHS = {name: value for value, name in enumerate(_MONTHS.split(), 1)}
SHORT_MONTHS = {name[:3]: value for name, value in MONTHS.items()} | {"sept": 9}
_WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday"
WEEKDAYS = {name: value for value, name in enumerate(_WEEKDAYS.split())}
CHINESE_WEEKDAYS = {name: value for value, name in enumerate("一二三四五六日")} | {"天": 6}


def number(text: str) -> int:
    """``text`` as a whole number: digits, English up to twenty and the tens, Chinese up to 999.

    Raises :class:`ValueError` for anything else.
    """
    folded = text.strip().lower()
    if folded.isdecimal():
        return int(folded)
    if folded in _SMALL:
        return _SMALL[folded]
    return _chinese(folded)


def _chinese(text: str) -> int:
    total, digit = 0, None
    for character in text:
        if character in "十百":
            # 十五 is 15: a missing digit before the unit is one.
            total += (1 if digit is None else digit) * (10 if character == "十" else 100)
            digit = None
        elif character in _DIGITS and digit in (None, 0):
            digit = _DIGITS[character]
        else:
            raise ValueError(f"{text!r} is no small number")
    if not text:
        raise ValueError("an empty text is no number")
    return total + (digit or 0)


def chinese_number(text: str) -> float:
    """A run of Chinese numerals: 二零一六 digit by digit, 十五, 一百零五, 三千, 廿二.

    Raises :class:`ValueError` for a run that is no number (七八 is a guess).
    """
    plain = text.replace("廿", "二十").replace("卅", "三十").replace("二十十", "二十")
    if len(plain) > 1 and all(character in _DIGITS for character in plain):
        if len(plain) in (2, 4):
            return int("".join(str(_DIGITS[character]) for character in plain))
        raise ValueError(f"{text!r} is no small number")
    head, thousand, rest = plain.partition("千")
    if thousand:
        return _chinese(head or "一") * 1000 + (_chinese(rest) if rest else 0)
    return _chinese(plain)


_TENS = {
    word: value * 10
    for value, word in enumerate(
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2
    )
}
_ORDINALS = {
    word: value
    for value, word in enumerate(
        [
            "first",
            "second",
            "third",
            "fourth",
            "fifth",
            "sixth",
            "seventh",
            "eighth",
            "ninth",
            "tenth",
            "eleventh",
            "twelfth",
            "thirteenth",
            "fourteenth",
            "fifteenth",
            "sixteenth",
            "seventeenth",
            "eighteenth",
            "nineteenth",
        ],
        1,
    )
} | {"twentieth": 20, "thirtieth": 30}
_COUNTS = {word: value for word, value in _SMALL.items() if word not in ("a", "an")} | _TENS


def spoken(text: str, start: int) -> tuple[int, int] | None:
    """The number in English words that begins at ``start`` of lower-case text, and where it ends.

    Up to 99, years ("nineteen ninety six", "two thousand and fifteen"), "two hundred".
    """
    words = _words(text, start)
    if not words or words[0][0] not in _COUNTS:
        return None
    value, used = _below_hundred(words)
    rest = words[used:]
    if rest and rest[0][0] in ("thousand", "hundred"):
        value *= 1000 if rest[0][0] == "thousand" else 100
        used += 1
        more = rest[2:] if len(rest) > 2 and rest[1][0] == "and" else rest[1:]
        if more and more[0][0] in _COUNTS:
            small, further = _below_hundred(more)
            value, used = value + small, used + further + (len(rest) - 1 - len(more))
    elif 17 <= value <= 20 and rest and (rest[0][0] in _TENS or _COUNTS.get(rest[0][0], 0) > 9):
        small, further = _below_hundred(rest)
        value, used = value * 100 + small, used + further
    return value, words[used - 1][1]


def spoken_ordinal(text: str, start: int) -> tuple[int, int] | None:
    """The ordinal in English words that begins at ``start``: "twenty-fourth", and where it ends."""
    words = _words(text, start)
    if not words:
        return None
    if words[0][0] in _ORDINALS:
        return _ORDINALS[words[0][0]], words[0][1]
    if len(words) > 1 and words[0][0] in _TENS and _ORDINALS.get(words[1][0], 99) < 10:
        return _TENS[words[0][0]] + _ORDINALS[words[1][0]], words[1][1]
    return None


def _words(text: str, start: int) -> list[tuple[str, int]]:
    """Up to six words from ``start``, each with its end, as long as spaces or hyphens join them."""
    found: list[tuple[str, int]] = []
    if text[start : start + 3] not in _STARTS:
        return found
    after = start
    for match in compiled(r"([a-z]+)(?:[ -](?=[a-z]))?").finditer(text, start):
        if match.start() != after:
            break
        found.append((match[1], match.end(1)))
        after = match.end()
        if len(found) == 6 or after == match.end(1):
            break
    return found


def _below_hundred(words: list[tuple[str, int]]) -> tuple[int, int]:
    """The value of one or two words, and how many they are."""
    value = _COUNTS[words[0][0]]
    if words[0][0] in _TENS and len(words) > 1 and 0 < _COUNTS.get(words[1][0], 0) < 10:
        return value + _COUNTS[words[1][0]], 2
    return value, 1


#: The words that a number in words begins with.
NUMBER_WORDS = frozenset((*_COUNTS, *_ORDINALS))
_STARTS = frozenset(word[:3] for word in NUMBER_WORDS)


def month(text: str) -> int:
    """``text`` as a month from 1 to 12; :class:`ValueError` for anything else."""
    folded = text.lower().rstrip(".")
    value = MONTHS.get(folded) or SHORT_MONTHS.get(folded) or number(folded)
    if not 1 <= value <= 12:
        raise ValueError(f"there is no month {value}")
    return value


def weekday(text: str) -> int:
    """``text`` (``monday``, ``一``) as a day of the week, Monday is 0."""
    return WEEKDAYS[text.lower()] if text.isascii() else CHINESE_WEEKDAYS[text]
