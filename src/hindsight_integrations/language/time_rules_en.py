"""How English names times: a table of patterns over kinds of pieces, from the smallest to the largest; it knows no word."""

from __future__ import annotations

from hindsight_integrations.language import time_dates as dates
from hindsight_integrations.language import time_english as english
from hindsight_integrations.language import time_english_hours as clocks
from hindsight_integrations.language import time_hours as hours
from hindsight_integrations.language import time_ranges as ranges
from hindsight_integrations.language.time_grammar import Grammar, Rule, becomes, rule

_N = "(num | ordinal)"
_TO = "(dash | until)"
#: What may stand between two parts of one time.
_J = "(on | in | of | the | comma | noise | own | from)*"

_HOURS = (
    rule("(clock | num num? oclock?) noise? the? ampm", clocks.meridian),
    rule("clock in the ampm", clocks.meridian),
    rule("num oclock", clocks.oclock),
    rule("a? (half | num unit? | unit) (recent | after) (clock | num) oclock?", clocks.past_hour),
    rule("edge in? (the | of)* part", clocks.early_part),
    rule("edge rel part", clocks.early_rel_part),
)
_LENGTHS = (
    rule("a? few of? unit (?= ago)", english.several),
    rule("(a | num) unit and a half", english.length_of),
    rule("(num | year) and a half unit", english.length_of),
    rule("num unit", english.length_of),
    rule("year unit (?= ago | later | before | after | from)", english.length_of),
    rule("a? few of? unit", english.length_of),
    rule("half (a | of)* unit", english.length_of),
    rule("a half? unit (?= ago | later | before | after | from | and)", english.length_of),
    rule("(?<= in) a half? unit", english.length_of),
    rule("num (rel | recent | adjacent) unit", english.num_rel_unit),
    rule("length (and | comma)? length", english.lengths_of),
    rule(
        "every (num | length | ordinal)? (unit | weekday | part | month | time)",
        becomes("other", 0),
    ),
)
_DATES = (
    rule(
        f"(from | between | on)? the? month the? {_N} {_TO} the? {_N} comma? year",
        english.day_range,
    ),
    rule(
        f"(from | between | on)? the? {_N} ({_TO} | and) the? {_N} of? month of? comma? year",
        english.day_range,
    ),
    rule(
        f"(from | between | on)? the? month the? {_N} {_TO} the? {_N} (?! unit | ampm | clock)",
        english.day_range,
    ),
    rule(
        f"(from | between | on)? the? {_N} ({_TO} | and) the? {_N} (of | in)? month",
        english.day_range,
    ),
    rule(f"the? month (between | from) the? {_N} ({_TO} | and) the? {_N}", english.day_range),
    rule(f"month comma? dash? the? {_N} comma? (of | in | dash | noise)* year", dates.date),
    rule("num (dash | slash) month (dash | slash) (year | num)", dates.date),
    rule("year slash month slash num", dates.date),
    rule(f"the? {_N} unit? (of | dash)? month comma? (of | in | dash)* year", dates.date),
    rule("year dash? month dash? num", dates.date),
    rule("month dash year dash num", dates.date),
    rule("num dash year dash month", dates.date),
    rule("month (slash | dash) num (?! num | dash | month | unit | ampm | clock)", dates.date),
    rule("month ordinal num (?! ampm | clock | unit | num)", dates.date),
    rule("the? ordinal unit? of? month", dates.date),
    rule("month comma? the? ordinal", dates.date),
    rule("month comma? the? num (?! ampm | unit | oclock)", dates.date),
    rule("on the? num of? month", dates.date),
    rule("the? num of? month (?! ordinal)", dates.date),
    rule("month comma? (of | in | dash | on | slash)* year", dates.month_of_year),
    rule("month of num", english.short_year),
    rule("season (of | in)? year", english.season_of_year),
    rule("rel season", english.rel_named),
    rule("season", english.season),
    rule("month", dates.month),
    rule("unit num of year", english.week_number, unit="week"),
    rule("(in | on)? the? unit num (?! unit)", english.week_number, unit="week"),
    rule("the? unit of month", dates.month, unit="month"),
    rule("(the | in)? unit of? year", dates.year, unit="year"),
    rule("decade", english.decade),
    rule("ordinal unit (?! of rel)", english.century, unit="century"),
    rule("the? ordinal unit (of | in)? year", english.quarter, unit="quarter"),
    rule("the? ordinal unit (of the unit)?", english.quarter, unit="quarter"),
    rule("(?<= since | before | after | until | from | between | by) the? year", dates.year),
    rule("(in | on) year", dates.year),
    rule("year (?= (dash | until | and) (the? year | time | edge))", dates.year),
    rule("year (?= (or | and) (later | after | since | before | sooner))", dates.year),
    rule("(?<= edge) the? year", dates.year),
    rule("(?<= edge of) the? year", dates.year),
    rule("(?<= half of) year", dates.year),
    rule("(?<= (unit | length) (of | in)) year", dates.year),
    rule("time comma? (of | in | dash)? year", english.yearly),
    rule("(?<= time (dash | until | and)) year", dates.year),
    rule("year time", english.year_quarter),
)
_RELATIVE = (
    rule("(in | on | within) the recent unit", english.over_the_past),
    rule("in the recent (?= stop | comma | other | $)", becomes("vague", "ever")),
    rule("recent", becomes("rel", -1)),
    rule("the? adjacent weekday (?! of | in)", english.adjacent_weekday),
    rule("adjacent", english.adjacent),
    rule("rel rel", english.this_past),
    rule("weekday (before | after) rel", english.weekday_after_next),
    rule("the? rel weekday (?! of | in)", english.rel_weekday),
    rule("weekday", dates.weekday),
    rule("time comma? the? ordinal (?! unit | time | of)", english.ordinal_date),
    rule("time num (?= stop | comma | clock | from | between | $)", english.weekday_date),
    rule("rel time", english.rel_named),
    rule("^ year $", dates.year),
    rule("same (in | on | the)* rel unit", english.same_time),
    rule("the? rel unit (?! (of | in) the? (time | rel | year))", english.rel_unit),
    rule("the? (ordinal | rel) (length | unit) (of | in | from) the? time", dates.nth),
    rule("the? ordinal rel unit (of | in) the? time", dates.nth),
    rule("the? (ordinal | rel) time (of | in) the? (time | unit)", english.nth_day),
    rule("the? ordinal unit? of the? time", english.ordinal_of),
    rule("half of time", english.half_of),
    rule("the? time year? unit year?", english.long_weekend, unit="weekend"),
    rule("the? (weekof | unit (of | from)) the? time", english.week_of),
    rule("the? (weekof | unit of) the? ordinal", english.week_of_date),
    rule("(on | in | within)? the? rel length", english.rel_length),
    rule("on the (ordinal | num) (?! unit | other | month)", english.ordinal_date),
    rule("on the? ordinal (?= stop | other | comma | dash | $)", english.ordinal_date),
    rule(
        "(?<= from | between | dash) the? ordinal (?= dash | until | and | stop)",
        english.ordinal_date,
    ),
)
_EDGES = (
    rule(
        "(before | until | by) the? edge (in | of | on)* the? (time | unit)",
        english.before_end,
        edge="late",
    ),
    rule("(on | in) the unit (?! of)", english.the_weekend, unit="weekend"),
    rule("the? edge (in | of | on | dash)* (the | noise | on)* time", dates.edge),
    rule("the? edge (in | of)* the? unit", dates.edge),
    rule("the? zedge", english.short_edge),
    rule("(later | sooner) (in | of)? the? (time | unit)", english.half_edge),
)
_DAYS = (
    rule(f"(from | between | on | in)* (clock | num) ({_TO} | and) clock oclock?", clocks.clocks),
    rule(f"(from | between | on | in)* clock ({_TO} | and) (clock | num) oclock?", clocks.clocks),
    rule(f"(?<= time) (from | between | on | in)* num ({_TO} | and) num (?! unit)", clocks.clocks),
    rule(f"(from | between)? num ({_TO} | and) num (?= in? the? part | time)", clocks.clocks),
    rule(f"time {_J} time", dates.joined),
    rule(f"time {_J} part", hours.time_part),
    rule("part (of | on) time", hours.time_part),
    rule("rel part", clocks.rel_part),
    rule(f"time {_J} both", clocks.hours_of),
    rule(f"both {_J} time", clocks.hours_of),
    rule("time ampm", clocks.time_half),
    rule("num num (?= in? the? part | ampm | stop? $)", clocks.spoken_clock),
    rule("(?<= on | time) num num (?! unit)", clocks.spoken_clock),
    rule("part on* num (?! unit)", clocks.num_part),
    rule("num in? the? part", clocks.num_part),
    rule("clock in? the? part", hours.clock_part),
    rule("part (on | comma)* clock", hours.clock_part),
    rule(f"time {_J} clock", hours.time_clock),
    rule(f"clock {_J} time", hours.time_clock),
    rule("time (on | comma) noise? num (?! unit | other)", clocks.at_hour),
    rule("on? num time", clocks.at_hour),
    rule("both", clocks.hours_of),
    rule("time on? (before | until | by) on? noise? clock", clocks.open_clock),
    rule("time on? (after | since) on? noise? clock", clocks.open_clock),
    rule("clock or later on? time", clocks.open_clock),
    rule("clock", hours.bare_clock),
    rule("part", hours.bare_part),
    rule(f"time {_J} time", dates.joined),
)
_AWAY = (
    rule("(num | few) of? weekdays (ago | later)", english.weekdays_away),
    rule("(more | less) length ago", english.farther),
    rule("length ago", english.ago),
    rule("length later", english.hence),
    rule("in rel? noise? length", english.hence),
    rule("within the? rel? length", english.within),
    rule("(from | since)? time on length", english.lasting),
    rule("on length comma? (from | since)+ on? time", english.lasting),
    rule("length comma? since (from | on)* time", english.lasting),
    rule("length (from | before | after) the? time", english.around),
    rule(f"time {_J} time", dates.joined),
)
_SIDES = (
    rule("(in | on) the? time", dates.surer),
    rule(
        "(from | between | on | in)? noise? the? time (dash | until) from? the? time",
        ranges.between,
    ),
    rule("between noise? the? time (and | dash) the? time", ranges.between),
    rule("from time dash the? (ordinal | num) (?! unit)", english.date_after),
    rule("time (dash | until) the? ordinal", english.date_after),
    rule("from? time open", english.until_now),
    rule(
        "time (or | and) (later | after | since) (?! the? (time | year))", ranges.open_side("since")
    ),
    rule("time (or | and) (before | edge) (?! the? (time | year))", ranges.open_side("until")),
    rule("since (on | from | the | weekof)* time (?! own)", ranges.open_side("since")),
    rule("before (on | the | noise)* time (?! own)", ranges.open_side("before")),
    rule("(until | by) (on | the)* time (?! own)", ranges.open_side("until")),
    rule("after (on | the)* time (?! own)", ranges.open_side("after")),
)
_HINTS = (
    rule("before (?= stop* $)", becomes("vague", "ever")),
    rule("sooner", becomes("vague", "ever")),
    rule("vague", ranges.vague),
)

_ALL: tuple[tuple[Rule, ...], ...] = (
    _HOURS, _LENGTHS, _DATES, _RELATIVE, _EDGES, _DAYS, _AWAY, _SIDES, _HINTS,
)  # fmt: skip
ENGLISH = Grammar([each for rules in _ALL for each in rules])
