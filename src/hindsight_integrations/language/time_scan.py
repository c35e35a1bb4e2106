"""Cuts text into the pieces of time expressions, in English and Chinese; it knows no date and decides nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hindsight_integrations.language.numerals import chinese_number, spoken, spoken_ordinal
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.time_digits import calendar, full_date, links
from hindsight_integrations.language.time_marks import mark, of
from hindsight_integrations.language.time_pieces import DOUBTFUL, Piece, english
from hindsight_integrations.language.time_pieces_zh import NUMERALS, chinese

_MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_SCAN = rf"""
    (?P<chain>\d+(?:[-/~–—.:]\d+)+(?=(?P<tail>\s?[ap]\.?m\b\.?|[ap]\b)?))(?![\d_])(?!(?!\s?[ap]\.?m\b|[ap]\b)[a-z])
  | (?P<decade>'?(?:(?:1[5-9]|20)\d0|[2-9]0)\s?'?s)\b
  | (?P<quarter>(?:(?P<quarters_year>(?:19|20)\d\d)-?)?(?P<which>q[1-4]|h[12])\b)
  | (?P<suffixed>\d+(?:st|nd|rd|th))\b
  | (?P<hour>\d{{1,2}})h(?P<minute>[0-5]\d)?(?![\w])
  | (?P<glued>\d+)(?=[a-z]+)(?=(?P<unit>[ap]\.?\s?m\b|[ap]\b|{_MONTH}\b|(?:mins?|hrs?|secs?|days?|d|h|m|s|ish)\b))
  | (?P<number>\d+)(?![a-z_])
  | (?P<month>{_MONTH})(?=\d{{1,2}}\b)
  | (?P<week>w/c\b)
  | (?P<word>[a-z][a-z.]*[a-z](?:['-][a-z]+)*|[a-z])(?![\d_])
  | (?P<han>[\u3007\u4e00-\u9fff]+)
  | (?P<space>\s+)
  | (?P<junk>[\w$]+)
  | (?P<sign>.)
"""
_SIGNS = {
    ",": "comma", "、": "comma", "-": "dash", "–": "dash", "—": "dash", "~": "dash", "&": "and",
    "@": "on", "'": "noise", "(": "comma", ")": "comma",
    "/": "slash",
}  # fmt: skip


def pieces(folded: str) -> list[Piece]:
    """The pieces of a text whose characters are folded (letters keep their case)."""
    lower = folded.lower()
    if len(lower) != len(folded):  # a letter whose lower case is longer
        lower = "".join(letter.lower()[:1] for letter in folded)
    found: list[Piece] = []
    place = 0
    scan = compiled(_SCAN, re.VERBOSE | re.DOTALL | re.ASCII).match
    while place < len(lower):
        match = scan(lower, place)
        assert match is not None
        kind = match.lastgroup or ""
        for piece in _READ.get(kind, _other)(match):
            named = piece.kind in ("month", "weekday")
            found.append(_certain(piece, folded) if named else piece)
            place = max(place, piece.end)
        place = max(place, match.end())
    return found


def _other(match: re.Match[str]) -> Iterator[Piece]:
    if match.lastgroup != "space":
        yield Piece("other", match[0], *match.span())
    elif "\n" in match[0]:
        yield Piece("stop", match[0], *match.span())


def _sign(match: re.Match[str]) -> Iterator[Piece]:
    yield Piece(
        _SIGNS.get(match[0], "stop" if match[0] < "\x7f" or match[0] in "。！？；：" else "other"),
        match[0],
        *match.span(),
    )


def _decade(match: re.Match[str]) -> Iterator[Piece]:
    """1990s, 90s."""
    digits = re.sub(r"\D", "", match[0])
    yield Piece("decade", int(digits) if len(digits) > 2 else 1900 + int(digits), *match.span())


def _quarters(match: re.Match[str]) -> Iterator[Piece]:
    """Q3, 2018Q4, 2019-H1."""
    name = "quarter" if match["which"][0] == "q" else "half"
    found = of(mark(name, int(match["which"][1])), sure=name == "quarter")
    if match["quarters_year"]:
        found = found.with_marks(mark("year", int(match["quarters_year"])))
    yield Piece("time", found, *match.span("quarter"))


def _week(match: re.Match[str]) -> Iterator[Piece]:
    yield Piece("weekof", "week", *match.span())


def _number(match: re.Match[str]) -> Iterator[Piece]:
    text, (start, end) = match[0], match.span()
    if text.isdecimal() and len(text) == 8 and calendar(int(text[:4]), text[4:6], text[6:]):
        yield Piece("time", full_date(int(text[:4]), int(text[4:6]), int(text[6:])), start, end)
    elif len(text) == 4 and 1000 <= int(text) <= 2199:
        yield Piece("year", int(text), start, end)
    elif len(text) <= 6:
        yield Piece("num", int(text), start, end)
    else:
        yield Piece("other", text, start, end)


def _suffixed(match: re.Match[str]) -> Iterator[Piece]:
    yield Piece("ordinal", int(match[0][:-2][:4]), *match.span())


def _hour(match: re.Match[str]) -> Iterator[Piece]:
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    if hour <= 24 and (match["minute"] or hour > 9):
        yield Piece("clock", (hour, minute, 0, "minute", True), *match.span())
    else:
        yield Piece("num", hour, match.start(), match.end("hour"))
        yield Piece("unit", "hour", match.end("hour"), match.end())


_SHORT_UNITS = {"d": "day", "h": "hour", "m": "minute", "s": "second", "i": "ish"}


def _glued(match: re.Match[str]) -> Iterator[Piece]:
    """A number and the letters behind it: 7p, 30mins, 4Mar."""
    unit = match["unit"]
    number = Piece("num", int(match["glued"][:6]), *match.span("glued"))
    if unit[:2] in ("a", "p", "am", "pm") or (unit[0] in "ap" and unit.endswith("m")):
        yield number
        yield Piece("ampm", unit[0], *match.span("unit"))
    elif unit == "ish":
        yield Piece("clock", (number.value, 0, 0, "hour", False), number.start, match.end("unit"))
    else:
        yield number


def _word(match: re.Match[str]) -> Iterator[Piece]:
    word, (start, end) = match["word"], match.span("word")
    if phrase := _phrase(match.string, start, word):
        yield Piece(phrase[0], phrase[1], start, phrase[2])
    elif number := spoken_ordinal(match.string, start):
        yield Piece("ordinal", number[0], start, number[1])
    elif number := spoken(match.string, start):
        yield Piece("year" if number[0] > 1000 else "num", number[0], start, number[1])
    elif word.endswith("'s") and (bare := _phrase(match.string[: end - 2], start, word[:-2])):
        yield Piece(bare[0], bare[1], start, end - 2)
        yield Piece("own", "'s", end - 2, end)
    elif (head := word.rstrip(".").partition("-"))[1] and _phrase(head[0], 0, head[0]):
        yield from _halves(match)
    else:
        yield Piece("other", word, start, end)


def _halves(match: re.Match[str]) -> Iterator[Piece]:
    """ "Nov-Feb": words that a hyphen joins are read one by one."""
    place = match.start()
    for part in match["word"].split("-"):
        if place > match.start():
            yield Piece("dash", "-", place - 1, place)
        phrase = _phrase(part, 0, part)
        if phrase is None:
            yield Piece("other", part, place, place + len(part))
        else:
            yield Piece(phrase[0], phrase[1], place, place + len(part))
        place += len(part) + 1


def _phrase(text: str, start: int, word: str) -> tuple[str, Any, int] | None:
    """The longest known phrase that begins here: its kind, its value, its end."""
    for words, kind, value in english().get(word.rstrip("."), ()):
        end = start
        for wanted in words:
            if not text.startswith(wanted, end):
                break
            end += len(wanted) + 1
        else:
            if end > len(text) or not text[end - 1].isalnum():
                return kind, value, end - 1
    return None


def _certain(piece: Piece, folded: str) -> Piece:
    """A month or weekday with whether it can be nothing else: "may" can, and "Sat" only without its capital."""
    text = folded[piece.start : piece.end]
    lower = text.lower()
    capital = text[0].isupper()
    if piece.kind == "month":
        return replace(piece, value=(piece.value, lower not in DOUBTFUL, capital))
    return replace(
        piece, value=(piece.value, lower not in DOUBTFUL or (capital and lower != "sun"))
    )


def _month(match: re.Match[str]) -> Iterator[Piece]:
    phrase = _phrase(match["month"], 0, match["month"])
    if phrase is None or phrase[0] != "month":
        yield Piece("other", match["month"], *match.span("month"))
    else:
        yield Piece("month", phrase[1], *match.span("month"))


# Numbers with signs between them ------------------------------------------------------------


def _chain(match: re.Match[str]) -> Iterator[Piece]:
    """Digits with signs between them, if they are no part of a longer number or name."""
    text, (start, end) = match["chain"], match.span("chain")
    behind, ahead = match.string[max(0, start - 2) : start], match.string[end : end + 2]
    inside = re.search(r"[\w.$][/.]?$", behind, re.ASCII) and not behind.endswith("_")
    if inside or re.match(r"[-/]\w", ahead):
        yield Piece("other", text, start, end)
    else:
        yield from (
            Piece(kind, value, start + first, start + last)
            for kind, value, first, last in links(text, bool(match["tail"]))
        )


# Chinese ------------------------------------------------------------------------------------


def _han(match: re.Match[str]) -> Iterator[Piece]:
    text, base = match["han"], match.start("han")
    place, unknown = 0, 0
    while place < len(text):
        piece = _word_of(text, place, base)
        if piece is None:
            place += 1
            continue
        if unknown < place:
            yield Piece("other", text[unknown:place], base + unknown, base + place)
        yield piece
        place = unknown = piece.end - base
    if unknown < place:
        yield Piece("other", text[unknown:], base + unknown, base + place)


def _word_of(text: str, place: int, base: int) -> Piece | None:
    """The longest Chinese word or number that begins here."""
    weekday = compiled("(?:周|星期|礼拜)([一二三四五六日天])(?![次个年])").match(text, place)
    start = base + place
    if weekday is not None and not _counted(text, place):
        value = 6 if weekday[1] in "日天" else "一二三四五六".index(weekday[1])
        return Piece("weekday", value, start, start + 2 + (weekday.end() - place > 2))
    for word, kind, value in chinese().get(text[place], ()):
        if text.startswith(word, place):
            return Piece(kind, value, start, start + len(word))
    digits = compiled(f"[{NUMERALS}]+").match(text, place)
    if digits is None:
        return None
    return _numeral(digits[0], start)


def _counted(text: str, place: int) -> bool:
    """一周三次: after a number it is a week, and no Wednesday; 周一周三 are two days."""
    behind = text[max(0, place - 2) : place]
    return bool(behind) and behind[-1] in NUMERALS and behind[0] not in "周期拜上下这"


def _numeral(text: str, start: int) -> Piece | None:
    try:
        value = chinese_number(text)
    except ValueError:
        return Piece("other", text, start, start + len(text))
    return Piece(
        "year" if 1000 <= value <= 2199 and len(text) == 4 else "num",
        value,
        start,
        start + len(text),
    )


_READ = {
    "chain": _chain, "tail": _chain, "suffixed": _suffixed, "hour": _hour, "minute": _hour,
    "glued": _glued, "unit": _glued, "number": _number, "month": _month, "word": _word,
    "han": _han, "sign": _sign, "decade": _decade, "quarter": _quarters, "which": _quarters,
    "quarters_year": _quarters, "week": _week,
}  # fmt: skip
