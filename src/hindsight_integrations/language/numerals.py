"""Small numbers and calendar names as people write them, in English and Chinese; it knows no date."""

from __future__ import annotations

_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty"
)
_SMALL = {word: value for value, word in enumerate(_WORDS.split())} | {
    "a": 1, "an": 1, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90,
}  # fmt: skip
_DIGITS = {character: value for value, character in enumerate("零一二三四五六七八九")}
_DIGITS |= {"〇": 0, "两": 2, "俩": 2}

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
