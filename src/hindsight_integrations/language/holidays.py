"""Holidays whose day follows from the solar calendar, by name, in English and Chinese; lunar ones are left alone.

A name leads to a rule, a rule and a year to a day. Days off, bridges and regional customs are
not known. Easter is the western one, by the algorithm of Meeus, Jones and Butcher.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from hindsight_integrations.language.spans import wall


def on(rule: str, year: int) -> datetime:
    """The day of the rule in the year: ``12-25``, ``easter -2``,
    ``11 thu 4`` (the fourth Thursday; -1: the last) or ``11 thu 4 1`` (the day after it)."""
    if rule.startswith("easter"):
        return easter(year) + timedelta(days=int(rule[6:] or 0))
    if " " in rule:
        month, weekday, count, *later = rule.split()
        found = nth(year, int(month), _WEEKDAYS.index(weekday), int(count))
        return found + timedelta(days=sum(map(int, later)))
    month, day = rule.split("-")
    return wall(year, int(month), int(day))


_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def nth(year: int, month: int, weekday: int, count: int) -> datetime:
    """The ``count``-th such weekday of the month; -1 is the last one."""
    if count < 0:
        after = wall(year + month // 12, month % 12 + 1, 1)
        last = after - timedelta(days=(after.weekday() - weekday - 1) % 7 + 1)
        return last + timedelta(weeks=count + 1)
    first = wall(year, month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7, weeks=count - 1)


def easter(year: int) -> datetime:
    """Easter Sunday of the Gregorian calendar (Meeus, Astronomical Algorithms, chapter 8)."""
    a, b, c = year % 19, year // 100, year % 100
    d, e = divmod(b, 4)
    g = (b - (b + 8) // 25 + 1) // 3
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    m = (32 + 2 * e + 2 * i - h - k) % 7
    n = (a + 11 * h + 22 * m) // 451
    month, day = divmod(h + m - 7 * n + 114, 31)
    return wall(year, month, day + 1)


_TABLE = """
    01-01 | new year's day, new years day, new year day, new year's, new year, new years | 元旦节, 元旦, 新年
    01 mon 3 | martin luther king day, martin luther king's day, martin luther kings day, mlk day, mlk jr day, mlk jr. day, civil rights day | 马丁路德金日
    02-02 | groundhog day | 土拨鼠日
    02-14 | valentine's day, valentines day, valentine's, valentine day | 情人节, 圣瓦伦丁节
    02 mon 3 | presidents day, presidents' day, president's day | 总统日
    03-08 | international women's day, women's day | 妇女节, 三八节, 国际妇女节, 女神节
    03-12 | arbor day in china | 植树节
    03-15 | world consumer rights day | 国际消费者权益日, 消费者权益日, 三一五
    03-17 | st patrick's day, st patricks day, saint patrick's day, saint patricks day, st paddy's day, saint patrick | 圣帕特里克节
    04-01 | april fools' day, april fools day, april fool's day, april fools | 愚人节
    04-22 | earth day | 世界地球日, 地球日
    05-01 | may day, international workers' day, international workers day, international labour day | 五一国际劳动节, 国际劳动节, 五一劳动节, 劳动节, 五一
    05-04 | star wars day | 五四青年节, 青年节
    05 sun 2 | mother's day, mothers day, mothers' day | 母亲节
    05 mon -1 | memorial day | 阵亡将士纪念日
    06-01 | international children's day, children's day | 国际儿童节, 六一儿童节, 儿童节, 六一
    06-19 | juneteenth | 六月节
    06 sun 3 | father's day, fathers day, fathers' day | 父亲节
    07-01 | canada day | 建党节, 香港回归纪念日
    07-04 | independence day | 美国独立日
    07-14 | bastille day | 法国国庆日
    08-01 | swiss national day | 八一建军节, 建军节
    09 mon 1 | labor day, labour day | 美国劳动节
    09-10 | teachers' day in china | 教师节
    10-01 | chinese national day | 国庆节, 国庆日, 国庆, 十一黄金周
    10 mon 2 | columbus day, indigenous peoples day | 哥伦布日
    10-16 | boss's day, boss's, bosses day | 老板节
    10-31 | halloween, hallowe'en, halloween day | 万圣节, 万圣夜
    11-05 | guy fawkes night, bonfire night | 篝火之夜
    11-11 | veterans day, veterans' day, armistice day, remembrance day, singles' day, singles day | 光棍节, 双十一, 双11
    11 thu 4 | thanksgiving day, thanksgiving | 感恩节
    11 thu 4 1 | black friday | 黑色星期五, 黑五
    12-12 | double twelve | 双十二, 双12
    12-20 | macau handover day | 澳门回归纪念日
    12-24 | christmas eve, xmas eve | 平安夜, 圣诞夜
    12-25 | christmas day, christmas, xmas day, xmas | 圣诞节, 圣诞
    12-26 | boxing day | 节礼日
    12-31 | new year's eve, new years eve, new year eve, nye | 元旦前夜, 跨年夜
    easter -48 | shrove monday | 玫瑰星期一
    easter -47 | mardi gras, shrove tuesday, pancake day, fat tuesday | 忏悔星期二
    easter -46 | ash wednesday | 圣灰星期三, 圣灰礼仪日, 圣灰日
    easter -7 | palm sunday | 棕枝主日, 圣枝主日
    easter -3 | maundy thursday, holy thursday, covenant thursday | 圣周四, 神圣星期四, 濯足节
    easter -2 | good friday | 耶稣受难日, 主受难节, 主受难日, 受难节, 圣周五
    easter -1 | holy saturday, black saturday, easter eve | 圣周六, 复活节前夜
    easter 0 | easter sunday, easter day, easter | 复活节, 主复活日
    easter 1 | easter monday | 复活节星期一
    easter 39 | ascension day, ascension thursday | 耶稣升天节
    easter 49 | pentecost, whit sunday, whitsun | 五旬节, 圣灵降临节, 圣灵降临日
    easter 50 | whit monday, pentecost monday | 圣灵节庆日
    easter 56 | trinity sunday | 圣三一主日, 天主圣三一节
    easter 60 | corpus christi | 基督圣体节, 基督圣体圣血节
"""


def names() -> dict[str, str]:
    """Rule by name, in lower case and simplified characters."""
    rules = {}
    for line in _TABLE.strip().splitlines():
        rule, english, chinese = line.split(" | ")
        for name in (*english.split(", "), *chinese.split(", ")):
            rules[name.strip()] = rule.strip()
    return rules
