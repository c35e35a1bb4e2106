"""The grammar of times: what is read out of sentences, worked out on the calendar of June 2025 (the 18th is a Wednesday)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hindsight_integrations.language.times import find_times, find_window

#: Wednesday 18 June 2025, noon.
NOON = datetime(2025, 6, 18, 12, 0, tzinfo=UTC)

PAST = """
    the first week of May | 2025-04-28 | 2025-05-05
    the last Friday of May | 2025-05-30 | 2025-05-31
    the second Monday of last month | 2025-05-12 | 2025-05-13
    the 3rd of last month | 2025-05-03 | 2025-05-04
    the last 3 days of May | 2025-05-29 | 2025-06-01
    the week of June 3rd | 2025-06-02 | 2025-06-09
    early March | 2025-03-01 | 2025-03-11
    mid-March | 2025-03-11 | 2025-03-21
    at the end of 2024 | 2024-09-01 | 2025-01-01
    earlier this month | 2025-06-01 | 2025-06-16
    between May 8th and June 9th | 2025-05-08 | 2025-06-10
    from January to March 2022 | 2022-01-01 | 2022-04-01
    Nov-Feb 2017 | 2016-11-01 | 2017-03-01
    March 3-5 | 2025-03-03 | 2025-03-06
    from April twenty-seventh to the third | 2025-04-27 | 2025-05-04
    2019 - 2021 | 2019-01-01 | 2022-01-01
    from March to date | 2025-03-01 | 2025-06-18 12:00
    since late May | 2025-05-21 | -
    before the end of May | - | 2025-06-01
    2019 or later | 2019-01-01 | -
    more than two weeks ago | - | 2025-06-05
    less than two weeks ago | 2025-06-04 | 2025-06-18 12:00
    the previous Monday | 2025-06-09 | 2025-06-10
    two Sundays ago | 2025-06-08 | 2025-06-09
    Friday the 13th | 2025-06-13 | 2025-06-14
    Friday, March 7 | 2025-03-07 | 2025-03-08
    3/3/2015 | 2015-03-03 | 2015-03-04
    23/08/2019 | 2019-08-23 | 2019-08-24
    31-Oct-74 | 1974-10-31 | 1974-11-01
    20200701 | 2020-07-01 | 2020-07-02
    march eighteenth two thousand and fifteen | 2015-03-18 | 2015-03-19
    q1 of 2024 | 2024-01-01 | 2024-04-01
    last quarter | 2025-01-01 | 2025-04-01
    the first half of 2023 | 2023-01-01 | 2023-07-01
    in the nineties | 1990-01-01 | 2000-01-01
    last summer | 2024-06-01 | 2024-09-01
    last Christmas | 2024-12-25 | 2024-12-26
    Thanksgiving a year ago | 2024-11-28 | 2024-11-29
    Easter 2010 | 2010-04-04 | 2010-04-05
    Labor Day weekend 2021 | 2021-09-04 | 2021-09-07
    a year and a half ago | 2023-12-18 | 2023-12-19
    a couple of weeks ago | 2025-06-04 | 2025-06-05
    two days before yesterday | 2025-06-15 | 2025-06-16
    3 days after Easter | 2025-04-23 | 2025-04-24
    this time last year | 2024-06-18 | 2024-06-19
    last 2 weeks | 2025-06-02 | 2025-06-16
    the last 2 weeks | 2025-06-04 | 2025-06-18 12:00
    last Tuesday at 7:30 pm | 2025-06-17 19:30 | 2025-06-17 19:31
    half past three yesterday | 2025-06-17 03:30 | 2025-06-17 03:31
    Monday from 9 to 11 am | 2025-06-16 09:00 | 2025-06-16 11:00
    yesterday before 5pm | - | 2025-06-17 17:00
    yesterday afternoon | 2025-06-17 12:00 | 2025-06-17 18:00
    30 minutes ago | 2025-06-18 11:30 | 2025-06-18 11:31
    五月的第一周 | 2025-05-05 | 2025-05-12
    五月第二个星期一 | 2025-05-12 | 2025-05-13
    上个月3号 | 2025-05-03 | 2025-05-04
    去年前三个月 | 2024-01-01 | 2024-04-01
    去年最后两个月 | 2024-11-01 | 2025-01-01
    上个月中旬 | 2025-05-11 | 2025-05-21
    3月上旬 | 2025-03-01 | 2025-03-11
    去年年底 | 2024-11-01 | 2025-01-01
    去年5月底 | 2024-05-25 | 2024-06-01
    月初 | 2025-06-01 | 2025-06-06
    上半年 | 2025-01-01 | 2025-07-01
    去年下半年 | 2024-07-01 | 2025-01-01
    5月8号到6月9号 | 2025-05-08 | 2025-06-10
    2022年1月到3月 | 2022-01-01 | 2022-04-01
    前年11月到去年3月 | 2023-11-01 | 2024-04-01
    3月3号到5号 | 2025-03-03 | 2025-03-06
    2015年和2018年之间 | 2015-01-01 | 2019-01-01
    从去年9月起 | 2024-09-01 | -
    2015年2月1日或之前 | - | 2015-02-02
    年底前 | - | 2026-01-01
    上上周三 | 2025-06-04 | 2025-06-05
    三周前的周五 | 2025-05-30 | 2025-05-31
    週三 | 2025-06-11 | 2025-06-12
    上個禮拜二 | 2025-06-10 | 2025-06-11
    兩天前 | 2025-06-16 | 2025-06-17
    2015/3/3 | 2015-03-03 | 2015-03-04
    07年8月 | 2007-08-01 | 2007-09-01
    二零一六年三月三号 | 2016-03-03 | 2016-03-04
    十二月二十四号 | 2024-12-24 | 2024-12-25
    2024年第一季度 | 2024-01-01 | 2024-04-01
    上个季度 | 2025-01-01 | 2025-04-01
    90年代 | 1990-01-01 | 2000-01-01
    去年夏天 | 2024-06-01 | 2024-09-01
    去年圣诞节 | 2024-12-25 | 2024-12-26
    去年暑假 | 2024-07-01 | 2024-09-01
    一年半以前 | 2023-12-18 | 2023-12-19
    两周前 | 2025-06-04 | 2025-06-05
    去年的今天 | 2024-06-18 | 2024-06-19
    五年前的今天 | 2020-06-18 | 2020-06-19
    上两周 | 2025-06-02 | 2025-06-16
    最近两周 | 2025-06-04 | 2025-06-18 12:00
    近半年 | 2024-12-18 | 2025-06-18 12:00
    昨天下午三点半 | 2025-06-17 15:30 | 2025-06-17 15:31
    周一上午10点到12点 | 2025-06-16 10:00 | 2025-06-16 12:00
    昨天下午 | 2025-06-17 12:00 | 2025-06-17 18:00
    前天晚上 | 2025-06-16 18:00 | 2025-06-17
    三十分钟前 | 2025-06-18 11:30 | 2025-06-18 11:31
"""
FUTURE = """
    Friday | 2025-06-20 | 2025-06-21
    next Monday | 2025-06-23 | 2025-06-24
    tomorrow at 5pm | 2025-06-19 17:00 | 2025-06-19 18:00
    in March | 2026-03-01 | 2026-04-01
    in three weeks | 2025-07-09 | 2025-07-10
    the day after tomorrow | 2025-06-20 | 2025-06-21
    Christmas | 2025-12-25 | 2025-12-26
    下周三晚上七点 | 2025-06-25 19:00 | 2025-06-25 20:00
    周五 | 2025-06-20 | 2025-06-21
    后天 | 2025-06-20 | 2025-06-21
    3月 | 2026-03-01 | 2026-04-01
    三周后 | 2025-07-09 | 2025-07-10
    明年年初 | 2026-01-01 | 2026-03-01
    圣诞节 | 2025-12-25 | 2025-12-26
"""


def rows(table: str) -> list[tuple[str, ...]]:
    return [tuple(part.strip() for part in row.split("|")) for row in table.strip().splitlines()]


def moment(text: str) -> datetime | None:
    return None if text == "-" else datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(("text", "start", "end"), rows(PAST))
def test_past(text: str, start: str, end: str) -> None:
    (mention,) = find_times(text, NOON, "UTC")
    assert (mention.window.start, mention.window.end) == (moment(start), moment(end))
    assert not mention.vague


@pytest.mark.parametrize(("text", "start", "end"), rows(FUTURE))
def test_future(text: str, start: str, end: str) -> None:
    (mention,) = find_times(text, NOON, "UTC", "future")
    assert (mention.window.start, mention.window.end) == (moment(start), moment(end))


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        # What people mean by a distance is wider than its day.
        ("two months ago", "2025-04-01", "2025-05-01"),
        ("a week ago", "2025-06-09", "2025-06-16"),
        ("last night", "2025-06-17 18:00", "2025-06-18 06:00"),
        ("last 2 weeks", "2025-06-02", "2025-06-19"),
        ("两个月前", "2025-04-01", "2025-05-01"),
        ("一周前", "2025-06-09", "2025-06-16"),
        ("昨晚", "2025-06-17 18:00", "2025-06-18 06:00"),
        ("月初", "2025-06-01", "2025-06-11"),
    ],
)
def test_the_reach_is_what_may_be_meant(text: str, start: str, end: str) -> None:
    (mention,) = find_times(text, NOON, "UTC")
    assert (mention.reach.start, mention.reach.end) == (moment(start), moment(end))
    cue = find_window(text, NOON, "UTC")
    assert cue is not None
    assert cue.window == mention.reach


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Last week I met Ann, and yesterday Bob.", ["Last week", "yesterday"]),
        (
            "We left in nineteen ninety six and came back in May 2015",
            ["in nineteen ninety six", "May 2015"],
        ),
        (
            "next Monday or Tuesday or previous Wednesday",
            ["next Monday", "Tuesday", "previous Wednesday"],
        ),
        ("Ｌａｓｔ　ｗｅｅｋ", ["Ｌａｓｔ　ｗｅｅｋ"]),
        ("上周见了安，昨天见了鲍勃", ["上周", "昨天"]),
        ("去年三月去的，今年五月回来", ["去年三月", "今年五月"]),
        ("下周一或者周二", ["下周一", "周二"]),
        ("我２０２５年３月去的", ["２０２５年３月"]),
    ],
)
def test_every_time_with_its_words(text: str, words: list[str]) -> None:
    assert [text[found.start : found.end] for found in find_times(text, NOON, "UTC")] == words


@pytest.mark.parametrize(
    ("text", "grain"),
    [
        ("yesterday", "day"), ("last week", "week"), ("May 2024", "month"), ("in 2023", "year"),
        ("昨天", "day"), ("上周", "week"), ("2024年5月", "month"), ("2023年", "year"),
        ("yesterday at 5pm", "hour"), ("昨天下午三点", "hour"),
    ],
)  # fmt: skip
def test_the_grain(text: str, grain: str) -> None:
    assert [found.grain for found in find_times(text, NOON, "UTC")] == [grain]


NOTHING = """
    This may take longer than expected.
    may I ask why?
    we march with Sam
    my friend May
    the sun is out
    he sat down
    a second opinion, please
    give me a second
    24/7 support
    half a cup, or 1/2 of it
    call me at (206) 555-1212
    the number is 138-2010-2015
    version 2.3.1 is out
    order 20231
    room 2024
    see page 12
    up to date
    good morning!
    have a nice day
    it costs 300 dollars
    there are 10 students
    she is 25 years old
    a 3 month old baby
    every Friday
    each week
    on Mondays
    Chinese New Year
    https://example.com/a?id=3am3ioY
    192.168.255.255
    from A to B
    back to the start
    the end of the line
    I have a date
    the daily news
    ten people, two dogs
    first come, first served
    一日三餐
    我有两点建议
    前面有一家店
    后来怎么样了
    每周三开会
    每天早上跑步
    一周三次
    学了三年
    三个月
    号码是多少
    五月天的歌
    天气怎么样
    日本菜很好吃
    他的生日
    半天没说话
    这里有人吗
    星期几
    农历八月十五
    正月初一
    除夕
    中秋节
    春节快乐
    从来没去过
    打开点心
    晚饭吃什么
    今日头条
    上海很大
    下雨了
    十个人
    电话13812345678
    订单20231
    两三个朋友
    中间那个
    分数不高
    第一名
    几点了
    12号
    7号。
"""


@pytest.mark.parametrize("text", [line.strip() for line in NOTHING.strip().splitlines()])
def test_no_time_is_found_where_none_is_named(text: str) -> None:
    assert find_times(text, NOON, "UTC") == ()


WORDS = """
    last this next week month year Friday May 3 the of and to from between since before 5pm on at
    early morning ago two days 上 下 这 周 三 月 年 5 号 前 后 到 从 初 底 半 个 点 早上 昨天 去年 第 季度 的 和
    之间 刻 刻钟 几 小时 分钟 上上 今 之后 世纪 quarter half spring Christmas 1990s 2/3 12:30 - , .
"""
#: A quarter of an hour is a length; as a place in the calendar it once broke the reading.
QUARTERS = [
    ("下下 刻钟 初三 三 今", None),
    ("last 刻钟", None),
    ("年 之后 上上 几 刻钟", None),
    ("三刻钟之后", (12, 45)),
    ("一刻钟前", (11, 45)),
]


@pytest.mark.parametrize(("text", "clock"), QUARTERS)
def test_a_quarter_of_an_hour_is_read_or_left(text: str, clock: tuple[int, int] | None) -> None:
    at = datetime(2025, 3, 10, 12, tzinfo=UTC)
    found = find_times(text, at, "UTC")
    if clock is not None:
        (start,) = [mention.window.start for mention in found]
        assert start is not None
        assert (start.hour, start.minute) == clock


ZONES = ("UTC", "Pacific/Kiritimati", "America/New_York", "Asia/Shanghai")
MOMENTS = st.datetimes(datetime(1970, 1, 3), datetime(2100, 1, 1), timezones=st.just(UTC))


@given(
    st.lists(st.sampled_from(WORDS.split()), max_size=12),
    st.sampled_from([" ", ""]),
    MOMENTS,
    st.sampled_from(ZONES),
    st.sampled_from(["past", "future"]),
)
@settings(max_examples=400, deadline=None)
def test_a_window_starts_before_it_ends_and_lies_in_the_text(
    words: list[str], glue: str, at: datetime, tz: str, prefer: str
) -> None:
    text = glue.join(words)
    last = 0
    for found in find_times(text, at, tz, prefer):  # type: ignore[arg-type]
        assert last <= found.start < found.end <= len(text)
        last = found.end
        for window in (found.window, found.reach):
            assert window.start is None or window.end is None or window.start < window.end
            assert (window.start, window.end) != (None, None)


@given(
    MOMENTS, st.sampled_from(["yesterday", "three days ago", "tomorrow", "昨天", "三天前", "明天"])
)
@settings(max_examples=60, deadline=None)
def test_a_day_later_all_lies_a_day_later(at: datetime, text: str) -> None:
    day = timedelta(days=1)
    (today,), (next_day,) = find_times(text, at, "UTC"), find_times(text, at + day, "UTC")
    assert today.window.start is not None
    assert next_day.window.start == today.window.start + day


@given(MOMENTS, st.sampled_from(["Friday", "in March", "March 4th", "周五", "三月", "三月四号"]))
@settings(max_examples=60, deadline=None)
def test_the_two_sides_lie_on_both_sides(at: datetime, text: str) -> None:
    (past,), (future,) = find_times(text, at, "UTC"), find_times(text, at, "UTC", "future")
    assert past.window.start is not None
    assert future.window.end is not None
    assert past.window.start <= at < future.window.end


def test_a_long_text_is_read_up_to_its_limit() -> None:
    assert find_times("word " * 10_000 + "yesterday", NOON, "UTC") == ()
