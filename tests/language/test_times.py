"""Time windows of questions, worked out on the calendar of June 2025 (the 18th is a Wednesday)."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.language.times import find_window

#: Wednesday 18 June 2025, 12:00 in Shanghai, which is 8 hours ahead of UTC all year.
NOON = datetime(2025, 6, 18, 4, 0, tzinfo=UTC)
SHANGHAI = timedelta(hours=8)


def moment(text: str) -> datetime | None:
    """``2025-06-17`` or ``2025-06-17 18`` (hour) of Shanghai, in UTC; ``-`` is an open side."""
    if text == "-":
        return None
    form = "%Y-%m-%d %H" if " " in text else "%Y-%m-%d"
    return datetime.strptime(text, form).replace(tzinfo=UTC) - SHANGHAI


CLEAR = """
    today | 2025-06-18 | 2025-06-19
    what did I say yesterday? | 2025-06-17 | 2025-06-18
    the day before yesterday | 2025-06-16 | 2025-06-17
    last night | 2025-06-17 18 | 2025-06-18 06
    Yesterday evening | 2025-06-17 18 | 2025-06-18 06
    this week | 2025-06-16 | 2025-06-23
    last week | 2025-06-09 | 2025-06-16
    the week before last | 2025-06-02 | 2025-06-09
    this month | 2025-06-01 | 2025-07-01
    last month | 2025-05-01 | 2025-06-01
    this year | 2025-01-01 | 2026-01-01
    last year | 2024-01-01 | 2025-01-01
    last weekend | 2025-06-14 | 2025-06-16
    1 day ago | 2025-06-17 | 2025-06-18
    three days ago | 2025-06-15 | 2025-06-16
    10 days ago | 2025-06-08 | 2025-06-09
    a week ago | 2025-06-09 | 2025-06-16
    two weeks ago | 2025-06-02 | 2025-06-09
    2 months ago | 2025-04-01 | 2025-05-01
    six months ago | 2024-12-01 | 2025-01-01
    a year ago | 2024-01-01 | 2025-01-01
    in the last 3 days | 2025-06-15 | 2025-06-19
    over the past two weeks | 2025-06-04 | 2025-06-19
    during the last 6 months | 2024-12-18 | 2025-06-19
    in the past month | 2025-05-18 | 2025-06-19
    the last 2 years | 2023-06-18 | 2025-06-19
    last Monday | 2025-06-16 | 2025-06-17
    on Tuesday | 2025-06-17 | 2025-06-18
    Wednesday | 2025-06-11 | 2025-06-12
    last Sunday | 2025-06-15 | 2025-06-16
    this Monday | 2025-06-16 | 2025-06-17
    Friday last week | 2025-06-13 | 2025-06-14
    on 2025-03-04 | 2025-03-04 | 2025-03-05
    2024/12/31 | 2024-12-31 | 2025-01-01
    in 2025-03 | 2025-03-01 | 2025-04-01
    in March | 2025-03-01 | 2025-04-01
    in june | 2025-06-01 | 2025-07-01
    in July | 2024-07-01 | 2024-08-01
    last December | 2024-12-01 | 2025-01-01
    in May | 2025-05-01 | 2025-06-01
    March 2024 | 2024-03-01 | 2024-04-01
    March last year | 2024-03-01 | 2024-04-01
    March 4th | 2025-03-04 | 2025-03-05
    on March 4 | 2025-03-04 | 2025-03-05
    on dec 24 | 2024-12-24 | 2024-12-25
    June 18 | 2025-06-18 | 2025-06-19
    June 19 | 2024-06-19 | 2024-06-20
    the 4th of March | 2025-03-04 | 2025-03-05
    4 March 2023 | 2023-03-04 | 2023-03-05
    March 4, 2023 | 2023-03-04 | 2023-03-05
    May 4 | 2025-05-04 | 2025-05-05
    on February 29th | 2024-02-29 | 2024-03-01
    in 2023 | 2023-01-01 | 2024-01-01
    since March | 2025-03-01 | -
    since yesterday | 2025-06-17 | -
    since last week | 2025-06-09 | -
    before 2024 | - | 2024-01-01
    before last week | - | 2025-06-09
    until Monday | - | 2025-06-17
    after March 4th | 2025-03-05 | -
    after yesterday's call | 2025-06-17 | 2025-06-18
    recently, I mean yesterday | 2025-06-17 | 2025-06-18
    今天 | 2025-06-18 | 2025-06-19
    昨天我说了什么？ | 2025-06-17 | 2025-06-18
    前天 | 2025-06-16 | 2025-06-17
    大前天 | 2025-06-15 | 2025-06-16
    昨晚 | 2025-06-17 18 | 2025-06-18 06
    昨天晚上 | 2025-06-17 18 | 2025-06-18 06
    这周 | 2025-06-16 | 2025-06-23
    本周 | 2025-06-16 | 2025-06-23
    这个星期 | 2025-06-16 | 2025-06-23
    上周 | 2025-06-09 | 2025-06-16
    上个星期 | 2025-06-09 | 2025-06-16
    上上周 | 2025-06-02 | 2025-06-09
    上周末 | 2025-06-14 | 2025-06-16
    上周三 | 2025-06-11 | 2025-06-12
    上个礼拜天 | 2025-06-15 | 2025-06-16
    上上周五 | 2025-06-06 | 2025-06-07
    这周一 | 2025-06-16 | 2025-06-17
    本周二 | 2025-06-17 | 2025-06-18
    周二 | 2025-06-17 | 2025-06-18
    星期三 | 2025-06-11 | 2025-06-12
    周日 | 2025-06-15 | 2025-06-16
    这个月 | 2025-06-01 | 2025-07-01
    本月 | 2025-06-01 | 2025-07-01
    上个月 | 2025-05-01 | 2025-06-01
    上上个月 | 2025-04-01 | 2025-05-01
    今年 | 2025-01-01 | 2026-01-01
    去年 | 2024-01-01 | 2025-01-01
    前年 | 2023-01-01 | 2024-01-01
    三天前 | 2025-06-15 | 2025-06-16
    3天之前 | 2025-06-15 | 2025-06-16
    十五天前 | 2025-06-03 | 2025-06-04
    两周前 | 2025-06-02 | 2025-06-09
    一个星期前 | 2025-06-09 | 2025-06-16
    两个月前 | 2025-04-01 | 2025-05-01
    3个月前 | 2025-03-01 | 2025-04-01
    一年前 | 2024-01-01 | 2025-01-01
    最近三天 | 2025-06-15 | 2025-06-19
    最近3天 | 2025-06-15 | 2025-06-19
    过去两周 | 2025-06-04 | 2025-06-19
    最近6个月 | 2024-12-18 | 2025-06-19
    过去的一年 | 2024-06-18 | 2025-06-19
    3月 | 2025-03-01 | 2025-04-01
    三月份 | 2025-03-01 | 2025-04-01
    十二月 | 2024-12-01 | 2025-01-01
    7月我去了哪里 | 2024-07-01 | 2024-08-01
    3月4日 | 2025-03-04 | 2025-03-05
    三月四号 | 2025-03-04 | 2025-03-05
    十二月二十四日 | 2024-12-24 | 2024-12-25
    6月19日 | 2024-06-19 | 2024-06-20
    2025年3月 | 2025-03-01 | 2025-04-01
    2024年12月31日 | 2024-12-31 | 2025-01-01
    2023年 | 2023-01-01 | 2024-01-01
    去年3月 | 2024-03-01 | 2024-04-01
    去年三月四日 | 2024-03-04 | 2024-03-05
    ２０２５年３月 | 2025-03-01 | 2025-04-01
    3月以前 | - | 2025-03-01
    3月以来 | 2025-03-01 | -
    2024年之前 | - | 2024-01-01
    上周之后 | 2025-06-16 | -
    昨天后来怎么样了 | 2025-06-17 | 2025-06-18
    昨天起床以后 | 2025-06-17 | 2025-06-18
    最近怎么样，昨天呢 | 2025-06-17 | 2025-06-18
"""
ROWS = [tuple(part.strip() for part in row.split("|")) for row in CLEAR.strip().split("\n")]


@pytest.mark.parametrize(("question", "start", "end"), ROWS)
def test_clear_windows(question: str, start: str, end: str) -> None:
    cue = find_window(question, NOON, "Asia/Shanghai")
    assert cue is not None
    assert (cue.window.start, cue.window.end) == (moment(start), moment(end))
    assert cue.clear


@pytest.mark.parametrize(
    ("question", "start", "end"),
    [
        ("what have I been doing recently?", "2025-05-19", "-"),
        ("lately", "2025-05-19", "-"),
        ("the other day", "2025-06-04", "-"),
        ("a few days ago", "2025-06-04", "-"),
        ("several weeks ago", "-", "2025-06-18 12"),
        ("a while ago", "-", "2025-06-18 12"),
        ("have I told you that before?", "-", "2025-06-18 12"),
        ("what did I mention earlier", "-", "2025-06-18 12"),
        ("last time", "-", "2025-06-18 12"),
        ("最近怎么样", "2025-05-19", "-"),
        ("这几天", "2025-05-19", "-"),
        ("前些天", "2025-06-04", "-"),
        ("几天前", "2025-06-04", "-"),
        ("几个月前", "-", "2025-06-18 12"),
        ("我之前说过吗", "-", "2025-06-18 12"),
        ("上次去哪了", "-", "2025-06-18 12"),
        ("以前", "-", "2025-06-18 12"),
    ],
)
def test_vague_windows(question: str, start: str, end: str) -> None:
    cue = find_window(question, NOON, "Asia/Shanghai")
    assert cue is not None
    assert (cue.window.start, cue.window.end) == (moment(start), moment(end))
    assert not cue.clear


NO_CUE = """
    where does she live?
    next Monday
    tonight
    this weekend
    every Friday
    on Mondays
    may I go?
    march on
    I may 4 times
    before I moved
    the last straw
    call 2025-0345
    room 2024
    daylight
    a monthly plan
    她住在哪里？
    下周三
    今晚
    下个月
    每周三
    一周三次
    三个月
    五月天的歌
    天气怎么样
    前面有什么
    号码是多少
    星期几
    明天
""".strip().split("\n")


@pytest.mark.parametrize("text", [*NO_CUE, "", "\x00\ud800 😀", "2025-02-30", "99999 years ago"])
def test_no_cue(text: str) -> None:
    assert find_window(text.strip(), NOON, "Asia/Shanghai") is None


def test_the_words_are_told() -> None:
    cue = find_window("What did I say two weeks ago about it?", NOON, "UTC")
    assert cue is not None
    assert cue.span == "two weeks ago"
    cue = find_window("她上周三说了什么", NOON, "UTC")
    assert cue is not None
    assert cue.span == "上周三"


@pytest.mark.parametrize(
    ("tz", "at", "question", "start", "end"),
    [
        # 11 hours behind: it is still the 17th there.
        ("Pacific/Midway", "2025-06-18T04:00", "today", "2025-06-17T11:00", "2025-06-18T11:00"),
        ("Pacific/Midway", "2025-06-18T04:00", "昨天", "2025-06-16T11:00", "2025-06-17T11:00"),
        # 14 hours ahead: it is already the 19th.
        ("Pacific/Kiritimati", "2025-06-18T12:00", "today", "2025-06-18T10:00", "2025-06-19T10:00"),
        ("UTC", "2025-06-18T04:00", "yesterday", "2025-06-17T00:00", "2025-06-18T00:00"),
        # 5 hours 45 minutes ahead.
        ("Asia/Kathmandu", "2025-06-18T04:00", "今天", "2025-06-17T18:15", "2025-06-18T18:15"),
        # The clocks in Berlin went forward on 30 March 2025: a day of 23 hours.
        ("Europe/Berlin", "2025-03-31T10:00", "yesterday", "2025-03-29T23:00", "2025-03-30T22:00"),
        # and back on 26 October: a day of 25 hours.
        ("Europe/Berlin", "2025-10-27T10:00", "昨天", "2025-10-25T22:00", "2025-10-26T23:00"),
        ("Europe/Berlin", "2025-10-27T10:00", "last week", "2025-10-19T22:00", "2025-10-26T23:00"),
        # In Beirut they go forward at midnight: the day begins at 01:00.
        ("Asia/Beirut", "2025-03-31T10:00", "yesterday", "2025-03-29T22:00", "2025-03-30T21:00"),
    ],
)
def test_days_are_those_of_the_user_s_zone(
    tz: str, at: str, question: str, start: str, end: str
) -> None:
    cue = find_window(question, datetime.fromisoformat(at).replace(tzinfo=UTC), tz)
    assert cue is not None
    assert cue.window.start == datetime.fromisoformat(start).replace(tzinfo=UTC)
    assert cue.window.end == datetime.fromisoformat(end).replace(tzinfo=UTC)


def test_the_moment_may_be_in_any_zone() -> None:
    there = NOON.astimezone(ZoneInfo("Asia/Tokyo"))
    assert find_window("yesterday", there, "UTC") == find_window("yesterday", NOON, "UTC")


def test_bad_arguments() -> None:
    with pytest.raises(InvalidInput, match="naive"):
        find_window("yesterday", datetime(2025, 6, 18), "UTC")
    for tz in ("Mars/Olympus", "", "../etc/passwd", "\x00"):
        with pytest.raises(InvalidInput, match="time zone"):
            find_window("yesterday", NOON, tz)


ZONES = ("UTC", "Pacific/Midway", "Pacific/Kiritimati", "Europe/Berlin", "America/New_York")
MOMENTS = st.datetimes(datetime(1990, 1, 1), datetime(2060, 1, 1), timezones=st.just(UTC))


def there_was(day: date, tz: str) -> bool:
    """Whether the clocks of a zone showed this day: some have crossed the date line."""
    first = datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(tz))
    return first.astimezone(UTC).astimezone(ZoneInfo(tz)).date() == day


def test_a_day_that_a_zone_skipped_has_no_window() -> None:
    at = datetime(1995, 1, 5, 12, tzinfo=UTC)  # 6 January on Kiritimati, which had no 31 December
    assert find_window("6 days ago", at, "Pacific/Kiritimati") is None
    late, early = (find_window(f"{n}天前", at, "Pacific/Kiritimati") for n in (5, 7))
    assert late is not None
    assert early is not None
    assert early.window.end == late.window.start == datetime(1994, 12, 31, 10, tzinfo=UTC)


@given(MOMENTS, st.integers(1, 400), st.sampled_from(ZONES))
@settings(max_examples=100)
def test_days_ago_follow_one_another(at: datetime, count: int, tz: str) -> None:
    today = at.astimezone(ZoneInfo(tz)).date()
    assume(all(there_was(today - timedelta(days=days), tz) for days in (count, count + 1)))
    late = find_window(f"{count} days ago", at, tz)
    early = find_window(f"{count + 1}天前", at, tz)
    assert late is not None
    assert early is not None
    assert early.window.end == late.window.start
    assert late.window.end is not None
    assert late.window.end <= at


@given(MOMENTS, st.sampled_from(ZONES))
@settings(max_examples=100)
def test_the_present_lies_inside_and_the_past_before(at: datetime, tz: str) -> None:
    today = at.astimezone(ZoneInfo(tz)).date()
    assume(all(there_was(today - timedelta(days=days), tz) for days in range(1, 15)))
    for question in ("today", "this week", "this month", "this year", "今天", "这周", "本月"):
        cue = find_window(question, at, tz)
        assert cue is not None
        assert cue.window.holds(at)
    for question in ("yesterday", "last week", "last month", "last year", "last Monday", "上周三"):
        cue = find_window(question, at, tz)
        assert cue is not None
        assert cue.window.end is not None
        assert cue.window.end <= at


@given(MOMENTS, st.integers(1, 12), st.sampled_from(ZONES))
@settings(max_examples=100)
def test_a_month_is_the_most_recent_one_that_has_begun(at: datetime, number: int, tz: str) -> None:
    cue = find_window(f"{number}月", at, tz)
    assert cue is not None
    assert cue.window.start is not None
    assert cue.window.start <= at < cue.window.start + timedelta(days=366, hours=2)


@given(st.text(st.characters(), max_size=200), MOMENTS)
@settings(max_examples=100)
def test_any_text_is_accepted(text: str, at: datetime) -> None:
    find_window(text, at, "Europe/Berlin")


@pytest.mark.parametrize("year", [1, 9999])
def test_the_ends_of_the_calendar(year: int) -> None:
    at = datetime(year, 6, 1, tzinfo=UTC)
    for question in ("a year ago", "last year", "this year", "10 years ago", "去年", "今年3月"):
        find_window(question, at, "Pacific/Kiritimati")


@pytest.mark.parametrize("text", ["what did I buy yesterday?", "我昨天买了什么？"])
@pytest.mark.parametrize(
    ("at", "tz"),
    [
        (datetime(1, 1, 1, 3, tzinfo=UTC), "America/New_York"),
        (datetime(9999, 12, 31, 23, tzinfo=UTC), "Asia/Shanghai"),
    ],
)
def test_a_moment_that_the_zone_puts_beyond_the_calendar(text: str, at: datetime, tz: str) -> None:
    assert find_window(text, at, tz) is None
