"""How people name times, as one table in English and Chinese: a pattern and the span of wall time it means; it knows no time zone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from hindsight_integrations.language import spans
from hindsight_integrations.language.numerals import (
    CHINESE_NUMBER,
    ENGLISH_NUMBER,
    MONTHS,
    SHORT_MONTHS,
    WEEKDAYS,
    month,
    number,
    weekday,
)
from hindsight_integrations.language.spans import Span

Found = re.Match[str]
#: Gives the span that a match means at a moment of wall time. ValueError: no such date.
Read = Callable[[Found, datetime], Span]


@dataclass(frozen=True, slots=True)
class TimeRule:
    """A way to name a time; ``clear`` if it says exactly which."""

    pattern: str
    read: Read
    clear: bool


_UNIT = {
    "天": "day", "日": "day", "周": "week", "星期": "week", "礼拜": "week", "月": "month",
    "年": "year",
}  # fmt: skip


def _unit(found: Found) -> str:
    return _UNIT.get(found["unit"]) or found["unit"].lower()


def _date(found: Found, now: datetime) -> Span:
    named = found.groupdict()
    which = month(named["month"])
    when = number(named["day"])
    if not named.get("year"):
        return spans.past_date(now, which, when)
    return spans.day(now.replace(year=number(named["year"]), month=which, day=when))


def _month(found: Found, now: datetime) -> Span:
    named = found.groupdict()
    which = month(named["month"])
    if not named.get("year"):
        return spans.past_month(now, which)
    return spans.month(now.replace(year=number(named["year"]), month=which, day=1))


def _year(found: Found, now: datetime) -> Span:
    return spans.year(now.replace(year=number(found["year"]), month=1, day=1))


_YEARS_BACK = {"this": 0, "last": 1, "今": 0, "去": 1, "前": 2}


def _month_of(found: Found, now: datetime) -> Span:
    year = now.year - _YEARS_BACK[found["which"].lower()]
    which = month(found["month"])
    if found.groupdict().get("day"):
        return spans.day(now.replace(year=year, month=which, day=number(found["day"])))
    return spans.month(now.replace(year=year, month=which, day=1))


def _ago(found: Found, now: datetime) -> Span:
    return spans.UNITS[_unit(found)](now, number(found["n"]))


def _last(found: Found, now: datetime) -> Span:
    return spans.last(now, number(found["n"] or "1"), _unit(found))


def _weekday(found: Found, now: datetime) -> Span:
    return spans.past_weekday(now, weekday(found["weekday"]))


def _weekday_of(found: Found, now: datetime) -> Span:
    start, _ = spans.week(now, _weeks_back(found["which"]))
    assert start is not None
    return spans.day(start + weekday(found["weekday"]) * spans.DAY)


def _weeks_back(which: str) -> int:
    return which.count("上") if "上" in which else int(which.lower() == "last")


def _back(unit: Callable[[datetime, int], Span], count: int) -> Read:
    return lambda _, now: unit(now, count)


def _days_up_to_now(count: int) -> Read:
    return lambda _, now: (spans.midnight(now) - count * spans.DAY, None)


def _up_to_now(_: Found, now: datetime) -> Span:
    return None, now


_NAMES = "|".join((*MONTHS, *SHORT_MONTHS))
#: "may" and "march" are verbs as well: without a preposition they need their capital letter.
_SURE_NAMES = "|".join(
    f"(?-i:{name.capitalize()})" if name in ("may", "march", "mar") else name
    for name in (*MONTHS, *SHORT_MONTHS)
)
_WEEKDAY = f"(?P<weekday>{'|'.join(WEEKDAYS)})"
_Y = r"(?P<year>(?:19|20)\d\d)"
_D = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_DTH = r"(?P<day>\d{1,2})(?:st|nd|rd|th)"
_N = f"(?P<n>{ENGLISH_NUMBER})"
_UNITS = "(?P<unit>day|week|month|year)s?"
_SIDE = r"(?:(?<=since )|(?<=before )|(?<=after )|(?<=until ))"

_ZH_M = r"(?P<month>\d{1,2}|[一二三四五六七八九十]{1,2})月"
_ZH_D = r"(?P<day>\d{1,2}|[一二三四五六七八九十]{1,3})[日号]"
_ZH_WEEK = "个?(?:周|星期|礼拜)"
_ZH_WEEKDAY = "(?P<weekday>[一二三四五六日天])(?![次个天])"
_ZH_N = rf"(?<!\d)(?P<n>{CHINESE_NUMBER})"
# 3个月 is three months, 3月 is March.
_ZH_UNITS = "个?(?P<unit>[天日周年]|星期|礼拜|(?<=个)月)"

#: What is read, how English names it, how Chinese does (empty: not at all), exact rows first.
_CLEAR: tuple[tuple[Read, str, str], ...] = (
    (_date, rf"\b{_Y}([-/.])(?P<month>\d{{1,2}})\2(?P<day>\d{{1,2}})\b", rf"{_Y}年{_ZH_M}{_ZH_D}"),
    (_date, rf"\b(?P<month>{_NAMES})\.? {_D},? {_Y}\b", ""),
    (_date, rf"\b{_D}(?: of)? (?P<month>{_NAMES})\.?,? {_Y}\b", ""),
    (
        _month_of,
        rf"\b(?P<month>{_NAMES}) (?:of )?(?P<which>last|this) year\b",
        rf"(?P<which>[今去前])年的?{_ZH_M}(?:{_ZH_D})?",
    ),
    (_month, rf"\b(?P<month>{_NAMES})\.?,?(?: of)? {_Y}\b", rf"{_Y}年{_ZH_M}份?"),
    (_month, rf"(?<![\d-]){_Y}-(?P<month>0[1-9]|1[0-2])(?![\d-])", ""),
    (_date, rf"\bon (?:the )?(?P<month>{_NAMES})\.? {_D}\b", rf"(?<![\d个]){_ZH_M}{_ZH_D}"),
    (_date, rf"\b(?P<month>{_NAMES})\.? (?:the )?{_DTH}\b", ""),
    (_date, rf"\b(?P<month>{_SURE_NAMES})\.? {_D}\b(?!:\d)", ""),
    (_date, rf"\b{_DTH}(?: of)? (?P<month>{_NAMES})\b", ""),
    (_date, rf"\b(?P<day>\d{{1,2}}) (?P<month>{_SURE_NAMES})\b", ""),
    (_back(spans.day, 3), "", "大前天"),
    (_back(spans.day, 2), r"\b(?:the )?day before yesterday\b", "前[天日]"),
    (
        _back(spans.evening, 1),
        r"\b(?:last night|yesterday (?:evening|night))\b",
        "昨[晚夜]|昨天(?:晚上|夜里)",
    ),
    (_back(spans.day, 1), r"\byesterday\b", "昨[天日]"),
    (_back(spans.evening, 0), r"\b(?:tonight|this evening)\b", "今[晚夜]|今天晚上"),
    (_back(spans.day, 0), r"\btoday\b", "今[天日]"),
    (_ago, rf"\b{_N} {_UNITS} (?:ago|back)\b", f"{_ZH_N}{_ZH_UNITS}(?:之|以)?前"),
    (
        _last,
        rf"\b(?:(?:in|over|during|within|for) )?(?:the |these |this )?(?:last|past|previous) {_N} {_UNITS}\b",
        rf"(?:最近|过去|近|这)的?{_ZH_N}{_ZH_UNITS}(?:里|内|以来|来)?",
    ),
    (_last, r"\b(?:in|over|during|within|for) the past (?P<n>)(?P<unit>week|month|year)\b", ""),
    (
        _weekday_of,
        rf"\b{_WEEKDAY} (?:of )?(?P<which>last|this) week\b",
        rf"(?P<which>上上|上|这|本)一?{_ZH_WEEK}{_ZH_WEEKDAY}",
    ),
    (_weekday_of, rf"\b(?P<which>this) {_WEEKDAY}\b", ""),
    (_back(spans.weekend, 1), r"\b(?:last|past) weekend\b", "上个?周末"),
    (_back(spans.weekend, 0), r"\bthis weekend\b", "(?:这个?|本)周末"),
    (_back(spans.week, 2), r"\b(?:the )?week before last\b", rf"上上{_ZH_WEEK}"),
    (_back(spans.week, 1), r"\b(?:last|previous) week\b", rf"上一?{_ZH_WEEK}"),
    (_back(spans.week, 0), r"\bthis week\b", rf"[这本]一?{_ZH_WEEK}"),
    (_back(spans.month, 2), r"\b(?:the )?month before last\b", "上上个?月"),
    (_back(spans.month, 1), r"\b(?:last|previous) month\b", "上一?个?月"),
    (_back(spans.month, 0), r"\bthis month\b", "(?:这个|[本这])月"),
    (_back(spans.year, 2), r"\b(?:the )?year before last\b", "前年"),
    (_back(spans.year, 1), r"\b(?:last|previous) year\b", "去年"),
    (_back(spans.year, 0), r"\bthis year\b", "今年"),
    (
        _weekday,
        rf"(?<!next )(?<!every )(?<!each )(?<!coming )\b(?:(?:on|last|past) )?{_WEEKDAY}\b",
        rf"(?<![上下这本每个一二两三四五六])(?:周|星期|礼拜){_ZH_WEEKDAY}",
    ),
    (
        _month,
        rf"(?:\b(?:in|during|last|early|late|mid) |{_SIDE})(?P<month>{_NAMES})\b",
        rf"(?<![\d个下每一二三四五六七八九十]){_ZH_M}(?!天)份?",
    ),
    (_year, rf"(?:\b(?:in|during|of) |{_SIDE}){_Y}\b", rf"(?<!\d){_Y}年"),
)

_FEW = "(?:a few|a couple(?: of)?|several|some|many)"
_VAGUE: tuple[tuple[Read, str, str], ...] = (
    (_days_up_to_now(1), r"\bjust now\b|\ba (?:moment|minute) ago\b", "刚才|刚刚"),
    (
        _days_up_to_now(14),
        rf"\bthe other day\b|\b{_FEW} days (?:ago|back)\b",
        "前些[天日]|前[几两][天日]|几天(?:之|以)?前|前阵子|前段时间|前不久|不久(?:之|以)?前",
    ),
    (
        _up_to_now,
        rf"\b(?:{_FEW} (?:weeks|months|years)|a (?:long |little )?while) (?:ago|back)\b|\b(?:time|long) ago\b",
        "几(?:周|个?星期|个?礼拜|个月|年)(?:之|以)?前|很久(?:之|以)?前|好久(?:之|以)?前",
    ),
    (
        _days_up_to_now(30),
        r"\b(?:recently|lately|of late|these days)\b",
        "最近|近来|近期|近日|这阵子|这段时间|这几[天周]|这些天",
    ),
    (
        _up_to_now,
        r"\b(?:earlier|previously|formerly|last time|in the past)\b|\bbefore(?=\s*[?.!]*\s*$)",
        "之前|以前|先前|从前|早些时候|上次|上回|曾经",
    ),
)


def _rules(rows: Iterable[tuple[Read, str, str]], *, clear: bool) -> Iterator[TimeRule]:
    for read, english, chinese in rows:
        if english:
            yield TimeRule(english, read, clear)
        if chinese:
            yield TimeRule(chinese, read, clear)


_HINTS = (
    "day week month year night evening last past ago back recent lately late moment just earlier "
    "previous former before 19 20 天 日 号 周 星期 礼拜 月 年 前 刚 近 晚 夜 这阵子 这段时间 早些 "
    "上次 上回 曾经"
)
#: Without any of these, a text in lower case names no time: the table need not be tried.
HINTS = (*_HINTS.split(), *SHORT_MONTHS)
#: In the order in which they are tried.
RULES = (*_rules(_CLEAR, clear=True), *_rules(_VAGUE, clear=False))
