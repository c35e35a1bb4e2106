"""How Chinese names times: a table of patterns over kinds of pieces, from the smallest to the largest; it knows no word."""

from __future__ import annotations

from hindsight_integrations.language import time_chinese as chinese
from hindsight_integrations.language import time_chinese_hours as clocks
from hindsight_integrations.language import time_dates as dates
from hindsight_integrations.language import time_hours as hours
from hindsight_integrations.language import time_ranges as ranges
from hindsight_integrations.language.time_grammar import Grammar, Rule, becomes, rule

_UNIT = "(unit | zday | zyear | zmonth | zquarter)"

#: Lunar dates and what happens every so often are no times of the calendar.
_NONE = (
    rule(
        "zero (year | num | zyear | zmonth | zday | edge | zedge | ge | ordinal | half | time)+",
        becomes("other", 0),
    ),
    rule(
        "every (num | ge | half)* (unit | weekday | zyear | zmonth | zday | zquarter | part | time | season)",
        becomes("other", 0),
    ),
)
_HOURS = (
    rule("di num", chinese.ordinal_of),
    rule("ordinal ge", chinese.ordinal_of),
    rule("num zhour num zminute num (zsecond | unit)?", clocks.clock_of),
    rule("num zhour num (unit | zminute)", clocks.clock_of),
    rule("num zhour num (?! dash | zday | zmonth | ge | unit)", clocks.clock_of),
    rule("num zhour half", clocks.clock_of),
    rule("num zhour ge? (?! ge)", clocks.clock_of),
    rule("num dash clock", clocks.clocks),
)
_DATES = (
    rule("year dash year zyear?", chinese.years_between),
    rule("year zyear", chinese.year_of),
    rule(
        "num zyear (?= num (zmonth | dash) | num zquarter | ordinal | zedge | edge | time | half)",
        chinese.short_year,
    ),
    rule("num zyear (?= qian | hou | nei | since)", chinese.leading_zero),
    rule("num zyear (?! qian | hou | nei | since | half | more | ge | decade)", chinese.short_year),
    rule("num unit num decade", chinese.decade_of),
    rule("num decade", chinese.decade_of),
    rule("num unit", chinese.century_of, unit="century"),
    rule("from? time of? num zmonth? dash num zmonth", chinese.same_year),
    rule("from? (?<! time | zmonth | of) num zmonth? dash num zmonth", chinese.same_year),
    rule(
        "(?<! recent | vague) num zmonth (?! qian | hou | nei | since num | more)",
        chinese.month_named,
    ),
    rule("num zmonth (?= qian | hou)", chinese.month_named),
    rule("time of? time", dates.joined),
    rule("from? time? num zday? dash num zday", chinese.same_month),
)
_LENGTHS = (
    rule("num (ge | more)* half ge? " + _UNIT, chinese.length_of),
    rule("num (ge | more)+ " + _UNIT + " half?", chinese.length_of),
    rule("num unit half?", chinese.length_of),
    rule("half ge? " + _UNIT, chinese.length_of),
    rule(
        "num more? zyear half? (?= qian | hou | nei | since | of | stop | other | comma | $)",
        chinese.length_of,
    ),
    rule(
        "(?<= rel | recent | qian | hou | vague | ju) num (zyear | zday | zquarter | zmonth)",
        chinese.length_of,
    ),
    rule("(?<= (rel | vague | recent) of) num (zyear | zday | zquarter)", chinese.length_of),
    rule("(?<! time) num zday (?= qian | hou | nei)", chinese.length_of),
    rule("few ge? " + _UNIT + " qian", chinese.several),
)
_RELATIVE = (
    rule("rel (unit | zmonth)? zedge", chinese.edge_named),
    rule("rel unit? weekday", chinese.rel_weekday),
    rule("rel (zmonth | zquarter | zyear)", chinese.rel_unit),
    rule("rel unit", chinese.rel_long_unit),
    rule("length qian of? weekday", chinese.weekday_of_week),
    rule("(?<! ordinal) weekday", dates.weekday),
    rule("season", chinese.season),
    rule("(time of?)? ofday", chinese.school_break),
    rule("time of? time", chinese.same_day),
    rule("length qian of? time", chinese.same_day),
)
_PARTS = (
    rule("time of? time", dates.joined),
    rule("time of? num zday", chinese.date_of),
    rule("time num (?= dash | stop | comma | part | $)", chinese.date_of),
    rule("num zday (?! qian | hou | nei)", chinese.day_alone),
    rule("time of? (ordinal | num) zquarter", chinese.quarter_of),
    rule("time of? (qian | hou | ju) length", chinese.first_units),
    rule("time of? qian num zquarter", chinese.first_quarters),
    rule("(ordinal | num) zquarter", chinese.quarter_of),
    rule("time of? ordinal (weekday | unit | zmonth | zday)", chinese.nth_of),
    rule("time of? half", chinese.half_of),
    rule("(?<! num | ge) half (?! ge | unit | zyear | zmonth)", chinese.half_of),
    rule("time? of? (zedge | edge) qian", chinese.before_end),
    rule("(time of?)? (year | num) zedge", chinese.numbered_edge),
    rule("time of? (zedge | edge)", chinese.edge_named),
    rule("zedge", chinese.edge_named),
    rule("time (comma | of)* time", dates.joined),
)
_DAYS = (
    rule("part noise? clock", hours.clock_part),
    rule("part both", clocks.part_hours),
    rule("clock dash clock", clocks.clocks),
    rule("time (of | noise)* part", hours.time_part),
    rule("time (of | noise)* clock", hours.time_clock),
    rule("time? both", clocks.hours_of),
)
_AWAY = (
    rule("(recent | vague) of? length (nei | since)?", chinese.last_length),
    rule("rel length (nei | since)?", chinese.rel_length),
    rule("(qian | hou) length", chinese.last_length),
    rule("length qian", chinese.ago),
    rule("length hou", chinese.hence),
    rule("length nei? since", chinese.last_length),
    rule("length nei", chinese.within),
    rule("clock (stop | comma | noise | of)?", clocks.bare_hour),
)
_SIDES = (
    rule("(from | noise)* time since? dash+ time (amid | noise | nei)*", ranges.between),
    rule("time and time amid", ranges.between),
    rule("time (or | and) qian", ranges.open_side("until")),
    rule("time (or | and) hou", ranges.open_side("since")),
    rule("until time (amid | noise)?", ranges.open_side("before")),
    rule("from time since?", ranges.open_side("since")),
    rule("time (of | noise)* qian (?! length | num)", ranges.open_side("before")),
    rule("time (of | noise)* hou", ranges.open_side("after")),
    rule("time since", ranges.open_side("since")),
    rule("(?<! noise | num) qian (?! num | length)", chinese.formerly),
)

_ALL: tuple[tuple[Rule, ...], ...] = (
    _NONE, _HOURS, _DATES, _LENGTHS, _RELATIVE, _PARTS, _DAYS, _AWAY, _SIDES,
)  # fmt: skip
CHINESE = Grammar([each for rules in _ALL for each in rules])
