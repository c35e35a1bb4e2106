"""The expected times of the sources in ``time_expressions``, in one form, and how a reading is judged against them.

Each source keeps its conventions. A gold time has alternatives ("Friday" may be the last or the
next one); a row is right if every expected time has an alternative that some reading meets.
Ends of "from .. to" may be one unit off, since sources differ in whether the last day counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

Reading = tuple[datetime | None, datetime | None]
DAY = timedelta(days=1)


@dataclass(frozen=True)
class Gold:
    """One alternative. ``form``: day, point, span, clock, since, before; ``loose``: its end may be one unit off."""

    form: str
    start: datetime | None
    end: datetime | None
    grain: str
    loose: bool = False


def golds(row: dict[str, Any]) -> list[list[Gold]] | None:
    """The expected times of a row, each with its alternatives; ``None`` if it cannot be scored."""
    if not isinstance(row["ref"], str) or not re.match(r"\d{4}-", row["ref"]):
        return None
    read = _OF_SOURCE[row["source"].partition("/")[0]]
    found = [read(entity, row["ref"], row["text"]) for entity in row["expected"]]
    kept = [alternatives for alternatives in found if alternatives]
    return kept if kept or not row["expected"] else None


def _instant(text: str) -> datetime:
    return datetime.fromisoformat(text.replace(" ", "T"))


_TWO_ENDS = re.compile(r"\b(?:to|through|till|until|and|thru)\b|[-~–—到至和与]")


def _recognizers(entity: dict[str, Any], *_: str) -> list[Gold]:
    found = (_recognized(value, entity) for value in entity["values"])
    return [gold for gold in found if gold is not None]


def _recognized(value: dict[str, Any], entity: dict[str, Any]) -> Gold | None:
    kind = entity["type"]
    if "not resolved" in str(value.get("value")) or "24:" in str(value):
        return None
    if kind == "time":
        return Gold("clock", _instant("2000-01-01 " + value["value"]), None, "minute")
    if kind == "timerange":
        ends = [
            value.get(side) and _instant("2000-01-01 " + value[side]) for side in ("start", "end")
        ]
        return Gold("clock", ends[0] or ends[1], ends[1] if ends[0] else None, "minute")
    grain = "minute" if "time" in kind else "day"
    if "value" in value:
        return Gold("day" if kind == "date" else "point", _instant(value["value"]), None, grain)
    start, end = (value.get(side) and _instant(value[side]) for side in ("start", "end"))
    if start and end:
        return Gold("span", start, end, grain, bool(_TWO_ENDS.search(entity["span"])))
    return Gold("since" if start else "before", start, end, grain) if start or end else None


def _duckling(entity: dict[str, Any], ref: str, text: str) -> list[Gold]:
    start, grain = _instant(entity["start"]), entity["grain"]
    if entity["end"] is not None:
        fine = "day" if grain in ("day", "week", "month", "quarter", "year") else "minute"
        return [Gold("span", start, _instant(entity["end"]), fine, fine == "minute")]
    if grain == "hour" and start.hour == _instant(ref).hour and "day" in text.lower():
        grain = "day"  # "14 days ago" carries the hour of now along
    if grain in ("second", "minute", "hour"):
        return [Gold("point", start, None, grain)]
    return [Gold("span", _floor(start, "day"), _later(start, grain), "day")]


def _jionlp(entity: dict[str, Any], ref: str, _: str) -> list[Gold]:
    if entity["type"] not in ("time_point", "time_span"):
        return []
    first, last = entity["time"]
    start = None if first == "-inf" else _instant(first)
    end = None if last == "inf" else _instant(last) + timedelta(seconds=1)
    if start is None or end is None:
        return [Gold("before" if start is None else "since", start, end, "day")]
    now = _instant(ref)
    grain = (
        "minute" if end - start < DAY or (entity["type"] == "time_point" and start.hour) else "day"
    )
    if grain == "minute" and end - start <= timedelta(hours=1, seconds=1):
        return [Gold("point", start, None, "minute")]
    found = [Gold("span", start, end, grain, grain == "minute")]
    if abs(end - now) < timedelta(seconds=2):
        found.append(Gold("since", start, None, "day"))
    if abs(start - now) < timedelta(seconds=2):
        found.append(Gold("before", None, end, "day"))
    return found


def _memdaily(entity: dict[str, Any], *_: str) -> list[Gold]:
    return [Gold("point", _instant(entity["value"]), None, "minute")]


_OF_SOURCE: dict[str, Callable[..., list[Gold]]] = {
    "recognizers-text": _recognizers, "duckling": _duckling, "jionlp": _jionlp, "memdaily": _memdaily,
}  # fmt: skip


def _floor(moment: datetime, grain: str) -> datetime:
    if grain in ("day", "week", "month", "quarter", "year"):
        return moment.replace(hour=0, minute=0, second=0, microsecond=0)
    if grain == "hour":
        return moment.replace(minute=0, second=0, microsecond=0)
    return moment.replace(second=0, microsecond=0)


def _later(moment: datetime, grain: str) -> datetime:
    if grain in ("day", "week"):
        return _floor(moment, "day") + (1 if grain == "day" else 7) * DAY
    months = {"month": 1, "quarter": 3, "year": 12}[grain]
    total = moment.year * 12 + moment.month - 1 + months
    return moment.replace(year=total // 12, month=total % 12 + 1, day=1, hour=0, minute=0)


def judge(expected: list[list[Gold]], readings: list[Reading]) -> tuple[bool, bool]:
    """Whether every start, and every start and end, is met."""
    starts = all(any(_start(g, r) for g in gold for r in readings) for gold in expected)
    ranges = all(
        any(_start(g, r) and _range(g, r) for g in gold for r in readings) for gold in expected
    )
    return starts, ranges


def _start(gold: Gold, reading: Reading) -> bool:
    start, end = reading
    if gold.form == "clock":
        told = start if start is not None else end
        return told is not None and gold.start is not None and told.time() == gold.start.time()
    if gold.form == "before":
        assert gold.end is not None
        edges = [_floor(edge, gold.grain) for edge in (start, end) if edge is not None]
        return any(
            edge in (_floor(gold.end, gold.grain), _next(gold.end, gold.grain)) for edge in edges
        )
    assert gold.start is not None
    if start is None:
        return False
    wanted, told = _floor(gold.start, gold.grain), _floor(start, gold.grain)
    return told == wanted or (gold.form == "since" and told in (wanted + DAY, _next(wanted, "day")))


def _range(gold: Gold, reading: Reading) -> bool:
    start, end = reading
    if gold.form == "since":
        return end is None
    if gold.form == "before":
        return start is None
    if start is None or end is None:
        return False
    if gold.form == "day":
        return start == _floor(start, "day") and end == start + DAY
    if gold.form == "point":
        return end - start <= timedelta(hours=1)
    if gold.form == "clock":
        return gold.end is None or end.time() == gold.end.time()
    return _end(gold, end)


def _end(gold: Gold, end: datetime) -> bool:
    assert gold.end is not None
    if gold.end.time().replace(microsecond=0).isoformat() == "23:59:59":
        gold_end = _floor(gold.end, "day") + DAY
    else:
        gold_end = _floor(gold.end, gold.grain)
    told = _floor(end, gold.grain)
    if told == gold_end:
        return True
    if not gold.loose:
        return False
    steps = [timedelta(minutes=1), timedelta(hours=1), DAY]
    near = {gold_end + step for step in steps} | {gold_end - step for step in steps}
    return told in near or told in (
        _later(gold_end, "month"),
        _later(gold_end, "quarter"),
        _later(gold_end, "year"),
    )


def _next(moment: datetime, grain: str) -> datetime:
    return _floor(moment, grain) + (DAY if grain == "day" else timedelta(minutes=1))


_CUES = {
    "en": {
        "ago": r"\bago\b",
        "last N units": r"\b(?:last|past|previous)\s+(?:\d+|two|three|five|six|eleven|\w+teen)\s+\w+s\b|\b\d+ (?:past|last) \w+s\b",
        "last/this unit": r"\b(?:last|this|past|current|previous|same|that)\s+(?:past\s+)?(?:week|month|year|yr|quarter|qtr|week-?end|wkend|season|summer|winter|spring|fall)",
        "last weekday": r"\b(?:last|past|previous)\s+(?:mon|tue|wed|thu|fri|sat|sun)\w*",
        "yesterday, today": r"\b(?:yesterday|today|tonight|last night|this morning|this afternoon)\b",
        "two ends": r"\b(?:between|from)\b.+\b(?:and|to|till|until|through)\b|\w\s?(?:-|~|to|through|thru)\s?\w.*\d",
        "since, before, after": r"\b(?:since|before|after|or later|or earlier|and after|no later|until)\b",
        "early, mid, late": r"\b(?:early|mid|late|beginning|end|start|middle|earlier|later|[bE]o[ymw]|eoy|eom)\b",
    },
    "zh": {
        "N units 前": r"[\d一二两三四五六七八九十半]+(?:个|個)?(?:多)?[天日周年月秒星礼禮分小钟鐘].{0,3}前",
        "上/过去 N units": r"(?:上|过去的?|過去|近|前|最近)(?:[\d一二两兩三四五六七八九十仨]+)(?:个|個)?[天日周週年月秒星礼禮分小]",
        "上个月, 去年, 上周": r"去年|前年|今年|[上这這本今当當](?:一|个|個)?(?:周|週|月|年|星期|礼拜|禮拜|季)",
        "上周X": r"[上这這](?:个|個)?(?:周|週|星期|礼拜|禮拜)[一二三四五六日天]",
        "昨天, 前天": r"[昨前今尋]天|[昨前今尋]日|[昨今]晚|[今昨]晨",
        "two ends": r".[到至~—–-].|和.+(?:之间|间)",
        "之前, 以来": r"之前|以前|之后|以后|以来|起|开始",
        "初, 底, 中旬": r"[年月周]?[初底末]|[上中下]旬|伊始|上半年|下半年",
    },
}  # fmt: skip


def cues(row: dict[str, Any], language: str, expected: list[list[Gold]]) -> list[str]:
    """The kinds of past cue in a row: it may start by the day of asking, and the text has such a cue."""
    today = _floor(_instant(row["ref"]), "day") + DAY
    begins = [
        (gold.start is None or gold.start < today) and gold.form != "clock" and gold.grain == "day"
        for alternatives in expected
        for gold in alternatives
    ]
    if not any(begins):
        return []
    found = (
        kind for kind, cue in _CUES[language].items() if re.search(cue, row["text"], re.IGNORECASE)
    )
    return list(found)[:1]
