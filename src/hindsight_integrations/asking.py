"""Makes a filter and a question of what callers of the verbs write, and refuses what is no question; it asks nobody."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from hindsight_integrations.engine.question import Ask
from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Window
from hindsight_integrations.validation import utc

Span = Window | tuple[datetime | None, datetime | None] | timedelta
"""A window of time: a Window, a (start, end) pair, or 'the last so long' as a timedelta."""

#: Characters of a question that are read; encoders and word statistics gain nothing beyond.
MAX_QUERY = 4000


def where_of(now: datetime, *, within: Span | None = None, **parts: Any) -> Where:
    """The filter of the given parts; ``within`` may reach back from ``now``."""
    if isinstance(within, timedelta):
        try:
            within = Window(now - within, now + timedelta(microseconds=1))
        except OverflowError as error:
            raise InvalidInput("within reaches back before all dates") from error
    given = {name: value for name, value in parts.items() if value is not None}
    return Where.of(within=within, **given) if given or within else Where()


def ask_of(
    query: str, *, k: int, at: datetime, tz: str, where: Where | None = None, **wishes: Any
) -> Ask:
    """The question, checked; of a very long one, the beginning."""
    if not isinstance(query, str):
        raise InvalidInput(f"query must be a string, got {type(query).__name__}")
    if isinstance(k, bool) or not isinstance(k, int) or k < 1:
        raise InvalidInput(f"k must be a whole number of at least 1, got {k!r}")
    for name in ("as_of", "known_at"):
        if wishes.get(name) is not None:
            wishes[name] = utc(wishes[name], name)
    return Ask(
        query=query[:MAX_QUERY], k=k, at=utc(at, "at"), tz=tz, where=where or Where(), **wishes
    )
