"""The pieces of text that time rules are made of, and the words of both languages that are such pieces; it decides nothing.

A piece has a kind (``month``, ``weekday``, ``ago``) and a value. Rules are written over kinds,
so one rule serves both languages where they order a time alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from hindsight_integrations.language import holidays
from hindsight_integrations.language.numerals import MONTHS, SHORT_MONTHS, WEEKDAYS
from hindsight_integrations.language.time_marks import Mark, Time, counted, mark, of

#: Every kind of piece, each with the character that stands for it in a compiled rule.
KINDS = {
    name: chr(0x61 + place) if place < 26 else chr(0x41 + place - 26) if place < 52 else chr(0xC0 + place)
    for place, name in enumerate(
        ["other", "comma", "stop", "num", "year", "ordinal", "month", "weekday", "weekdays", "unit", "rel", "time", "part", "clock", "ampm", "oclock", "half", "length", "ago", "later", "in", "within", "since", "before", "after", "until", "by", "dash", "between", "and", "or", "edge", "of", "the", "on", "a", "few", "own", "from", "noise", "both", "amid", "zmonth", "zday", "zyear", "zhour", "zminute", "zsecond", "zquarter", "ge", "qian", "hou", "nei", "di", "zedge", "ju", "zero", "more", "every", "decade", "season", "ofday", "vague", "open", "slash", "weekof", "recent", "adjacent", "sooner", "less", "same"]
    )
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of the text, from ``start`` to ``end``, that is of one kind."""

    kind: str
    value: Any
    start: int
    end: int


def _night(day: int, part: str) -> Time:
    return of(Mark("day", (day,), relative=True), mark("part", part))


def _season(name: str) -> Time:
    return of(mark("season", name), sure=False)


_PLAIN = """
    last -> rel -1
    previous preceding prior -> adjacent -1
    following -> adjacent 1
    past -> recent -1
    this current -> rel 0
    next coming upcoming -> rel 1
    day days -> unit day
    week weeks wk wks -> unit week
    weekend weekends week-end wkend -> unit weekend
    month months mth mths -> unit month
    quarter quarters qtr qtrs -> unit quarter
    year years yr yrs -> unit year
    decade decades -> unit decade
    century centuries -> unit century
    fortnight fortnights -> unit fortnight
    hour hours hr hrs -> unit hour
    minute minutes min mins -> unit minute
    seconds sec secs -> unit second
    ago back -> ago 0
    later hence afterwards -> later 0
    in -> in 0
    within -> within 0
    since starting beginning commencing -> since 0
    before -> before 0
    after -> after 0
    until till untill til -> until 0
    by -> by 0
    to through thru -> dash 0
    between -> between 0
    and & -> and 0
    or -> or 0
    of -> of 0
    the these those -> the 0
    on at for during over around about sometime @ -> on 0
    a an -> a 0
    from -> from 0
    early -> edge early
    earlier -> sooner 0
    mid middle -> edge mid
    late -> edge late
    later -> later 0
    end -> edge late
    start -> edge early
    morning mornings morn -> part morning
    afternoon afternoons -> part afternoon
    evening evenings -> part evening
    night nights nite -> part night
    lunch lunchtime -> part lunch
    daytime -> part daytime
    dawn sunrise -> part dawn
    dusk sunset -> part dusk
    am a.m pm p.m -> ampm 0
    o'clock oclock -> oclock 0
    half -> half 0
    couple pair -> few 2
    few several some many -> few 3
    every each -> every 0
    approximately roughly exactly ish -> noise 0
    afternoonish -> part afternoon
""".strip()

_PHRASES: dict[str, tuple[str, Any]] = {
    "today": ("time", counted("day", 0)),
    "yesterday": ("time", counted("day", -1)),
    "tomorrow": ("time", counted("day", 1)),
    "tmrw": ("time", counted("day", 1)),
    "the day before yesterday": ("time", counted("day", -2)),
    "day before yesterday": ("time", counted("day", -2)),
    "the day after tomorrow": ("time", counted("day", 2)),
    "day after tomorrow": ("time", counted("day", 2)),
    "tonight": ("time", _night(0, "night")),
    "tonite": ("time", _night(0, "night")),
    "last night": ("time", _night(-1, "night")),
    "last evening": ("time", _night(-1, "evening")),
    "last morning": ("time", _night(-1, "morning")),
    "now": ("time", counted("minute", 0)),
    "right now": ("time", counted("minute", 0)),
    "at the moment": ("time", counted("minute", 0)),
    "at present": ("time", counted("minute", 0)),
    "at the present time": ("time", counted("minute", 0)),
    "current date": ("time", counted("day", 0)),
    "to date": ("open", "now"),
    "till date": ("open", "now"),
    "so far": ("open", "now"),
    "until now": ("open", "now"),
    "till now": ("open", "now"),
    "up to now": ("open", "now"),
    "to present": ("open", "now"),
    "to the present": ("open", "now"),
    "to now": ("open", "now"),
    "noon": ("clock", (12, 0, 0, "minute", True)),
    "midday": ("clock", (12, 0, 0, "minute", True)),
    "mid day": ("clock", (12, 0, 0, "minute", True)),
    "midnight": ("clock", (0, 0, 0, "minute", True)),
    "mid night": ("clock", (0, 0, 0, "minute", True)),
    "from now": ("later", 0),
    "from now on": ("other", 0),
    "up to": ("until", 0),
    "prior to": ("before", 0),
    "up until": ("until", 0),
    "as of": ("since", 0),
    "at the beginning of": ("edge", "early"),
    "the beginning of": ("edge", "early"),
    "beginning of": ("edge", "early"),
    "the start of": ("edge", "early"),
    "start of": ("edge", "early"),
    "the end of": ("edge", "late"),
    "end of": ("edge", "late"),
    "the middle of": ("edge", "mid"),
    "middle of": ("edge", "mid"),
    "part of": ("noise", 0),
    "early hours of the": ("edge", "early"),
    "as early as": ("since", 0),
    "as late as": ("until", 0),
    "more than": ("more", 0),
    "over": ("on", 0),
    "less than": ("less", 0),
    "under": ("less", 0),
    "ytd": ("time", counted("year", 0)),
    "no later than": ("until", 0),
    "not later than": ("until", 0),
    "later than": ("after", 0),
    "earlier than": ("before", 0),
    "eoy": ("zedge", ("year", "late")),
    "boy": ("other", 0),
    "the boy": ("other", 0),
    "eom": ("zedge", ("month", "late")),
    "bom": ("zedge", ("month", "early")),
    "eod": ("zedge", ("day", "late")),
    "spring": ("season", _season("spring")),
    "summer": ("season", _season("summer")),
    "autumn": ("season", _season("autumn")),
    "fall": ("season", _season("autumn")),
    "winter": ("season", _season("winter")),
    "the twenties": ("decade", 1920),
    "sixties": ("decade", 1960),
    "seventies": ("decade", 1970),
    "eighties": ("decade", 1980),
    "nineties": ("decade", 1990),
    "second half": ("half", 2),
    "first half": ("half", 1),
    "may be": ("other", 0),
    "the march": ("other", 0),
    "week in week out": ("other", 0),
    "not before": ("since", 0),
    "week after next": ("time", counted("week", 2)),
    "week before last": ("time", counted("week", -2)),
    "month before last": ("time", counted("month", -2)),
    "month after next": ("time", counted("month", 2)),
    "year before last": ("time", counted("year", -2)),
    "year after next": ("time", counted("year", 2)),
    "weekend before last": ("time", counted("weekend", -2)),
    "weekend after next": ("time", counted("weekend", 2)),
    "chinese new year": ("other", 0),
    "chinese new years": ("other", 0),
    "chinese new year's": ("other", 0),
    "lunar new year": ("other", 0),
    "islamic new year": ("other", 0),
    "jewish new year": ("other", 0),
    "orthodox easter": ("other", 0),
    "orthodox good friday": ("other", 0),
    "orthodox christmas": ("other", 0),
    "w/c": ("weekof", "week"),
    "week starting": ("weekof", "week"),
    "week starting on": ("weekof", "week"),
    "week beginning": ("weekof", "week"),
    "week commencing": ("weekof", "week"),
    "recently": ("vague", "month"),
    "lately": ("vague", "month"),
    "of late": ("vague", "month"),
    "these days": ("vague", "month"),
    "nowadays": ("vague", "month"),
    "just now": ("vague", "day"),
    "a moment ago": ("vague", "day"),
    "a minute ago": ("vague", "day"),
    "the other day": ("vague", "fortnight"),
    "a while ago": ("vague", "ever"),
    "a while back": ("vague", "ever"),
    "a little while ago": ("vague", "ever"),
    "a long while ago": ("vague", "ever"),
    "a long time ago": ("vague", "ever"),
    "long ago": ("vague", "ever"),
    "long time ago": ("vague", "ever"),
    "some time ago": ("vague", "ever"),
    "previously": ("vague", "ever"),
    "formerly": ("vague", "ever"),
    "last time": ("vague", "ever"),
    "how long ago": ("other", 0),
    "this time": ("same", 0),
    "this day": ("same", 0),
    "same time": ("same", 0),
    "same day": ("same", 0),
    "the same time": ("same", 0),
    "the same day": ("same", 0),
    "the last straw": ("other", 0),
    "date night": ("other", 0),
    "day to day": ("other", 0),
    "up to date": ("other", 0),
    "back to back": ("other", 0),
    "good morning": ("other", 0),
    "good night": ("other", 0),
    "good evening": ("other", 0),
    "good afternoon": ("other", 0),
    "nice day": ("other", 0),
    "one day": ("other", 0),
    "some day": ("other", 0),
    "these few days": ("vague", "month"),
}  # fmt: skip

_SHORT_DAYS = {
    "mon": 0, "tue": 1, "tues": 1, "wed": 2, "weds": 2, "thu": 3, "thur": 3, "thurs": 3,
    "fri": 4, "sat": 5, "sun": 6,
}  # fmt: skip
#: Words that are names of times only with their capital letter, or beside other pieces.
DOUBTFUL = frozenset(
    {"may", "march", "mar", "sat", "sun", "wed", "fri", "mon", "jan", "dec", "sep"}
)


@cache
def english() -> dict[str, list[tuple[tuple[str, ...], str, Any]]]:
    """Phrases by their first word, the longest first: the words, the kind, the value."""
    found: dict[str, list[tuple[tuple[str, ...], str, Any]]] = {}
    for phrase, kind, value in _english():
        words = tuple(phrase.split())
        found.setdefault(words[0], []).append((words, kind, value))
    for rows in found.values():
        rows.sort(key=lambda row: -len(row[0]))
    return found


def _english() -> Iterator[tuple[str, str, Any]]:
    yield from _plain()
    for phrase, (kind, value) in _PHRASES.items():
        yield phrase, kind, value
    for kind, names in (
        ("month", MONTHS | SHORT_MONTHS),
        ("weekday", WEEKDAYS | _SHORT_DAYS),
        ("weekdays", {f"{name}s": value for name, value in WEEKDAYS.items()}),
    ):
        for name, number in names.items():
            yield name, kind, number
    for name, rule in holidays.names().items():
        if name.isascii():
            yield name, "time", of(mark("holiday", rule))


def _plain() -> Iterator[tuple[str, str, Any]]:
    for line in _PLAIN.splitlines():
        words, row = line.strip().split(" -> ")
        kind, text = row.split()
        value: Any = int(text) if text.lstrip("-").isdigit() else text
        for word in words.split():
            yield word, kind, word if kind == "ampm" else value
