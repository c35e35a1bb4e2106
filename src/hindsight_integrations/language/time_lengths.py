"""Builds times that lie a length away from now or from another time; it knows no word and no pattern."""

from __future__ import annotations

from datetime import datetime

from hindsight_integrations.language import spans
from hindsight_integrations.language.spans import DAY
from hindsight_integrations.language.time_dates import Length, fixed
from hindsight_integrations.language.time_grammar import Built, Now, Parts

#: Units that are exact to less than a day.
FINE = ("second", "minute", "hour")


def moved(moment: datetime, length: Length, sign: int) -> datetime:
    for count, unit in length:
        moment = spans.shifted(moment, sign * count, unit)
    return moment


def at_distance(now: Now, length: Length, sign: int, anchor: datetime | None = None) -> Built:
    """The day that lies so far from now or from ``anchor`` (for hours and less: the minute).

    Who says "two months ago" may mean any day of that month: that is ``wide``.
    """
    unit = length[0][1]
    fine = length[-1][1] in FINE
    moment = moved(anchor or now.moment, length, sign)
    grain = length[-1][1] if fine else "day"
    found = spans.UNITS["minute" if fine else "day"](moment, 0)
    wide = found if anchor else spans.UNITS[unit](moment, 0)
    if fine:
        return fixed((moment.replace(microsecond=0), found[1]), grain, wide=wide)
    return fixed(found, grain, wide=wide)


def up_to_now(now: Now, length: Length) -> Built:
    fine = length[-1][1] in FINE
    start = moved(now.moment, length, -1)
    tomorrow = spans.midnight(now.moment) + DAY
    begin = start if fine else spans.midnight(start)
    return fixed((begin, now.moment), length[0][1], wide=(begin, None if fine else tomorrow))


def next_length(parts: Parts) -> Built:
    """The next 3 weeks: from tomorrow."""
    length: Length = parts.get("length")
    if length[-1][1] in FINE:
        return fixed((parts.now.moment, moved(parts.now.moment, length, 1)), length[-1][1])
    start = spans.midnight(parts.now.moment) + DAY
    return fixed((start, moved(start, length, 1)), length[0][1])
