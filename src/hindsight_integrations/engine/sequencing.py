"""Answers a question for the order of events: which records tell it, in which order they go first, and what the trace says; it ranks nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from hindsight_integrations.engine.question import Question
from hindsight_integrations.engine.tellings import Telling, happened, only_asks, tellings, when
from hindsight_integrations.language.ordering import Line, Ordered, ordered
from hindsight_integrations.language.times import zone_of
from hindsight_integrations.ports import RecordReader
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Memory

#: What fits the question less than half as well as the best is not told with it in order.
_AS_NEAR = 0.5


@dataclass(frozen=True, slots=True)
class Course:
    """What answers: records that go first, in this order, and a line for the trace.

    For each place the first of its ids that may answer. ``told``: all that fits goes in the order of time.
    """

    ids: tuple[tuple[str, ...], ...] = ()
    note: str = ""
    told: bool = False
    #: The words to look for what is told by, where the question has words of order besides.
    rest: str = ""


@dataclass(frozen=True, slots=True)
class _Event:
    words: str
    memory: Memory
    at: datetime


def sequenced(reader: RecordReader, asked: Question) -> Course | None:
    """What the order of events answers; ``None`` if no order is asked for or not enough of them is known.

    A time that the question names is kept to if that answers.
    """
    wanted = ordered(asked.ask.query)
    if wanted is None or (asked.subjects and wanted.line in (Line.FIRST, Line.LAST)):
        return None  # the first and the last value of a fact are its chain's matter
    asked = asked.looking_back(reader.now)
    within = (asked.window, None) if asked.window is not None else (None,)
    for window in within:
        where = replace(asked.where, within=window or asked.where.within)
        if course := _course(reader, asked, wanted, where):
            return course
    if wanted.line is Line.TOLD:
        return Course(note="told in the order of time", told=True, rest=wanted.rest)
    return None


def _course(reader: RecordReader, asked: Question, wanted: Ordered, where: Where) -> Course | None:
    if wanted.line in (Line.FIRST, Line.LAST):
        return _edge(reader, asked, wanted, where)
    return _line(reader, asked, wanted, where) if wanted.events else None


def _line(reader: RecordReader, asked: Question, wanted: Ordered, where: Where) -> Course | None:
    """The events, each by its likeliest telling, the earliest first."""
    found: list[_Event] = []
    for words in wanted.events:
        best = _best(tellings(reader, words, where), found)
        if best is None:
            return None
        found.append(_Event(words, best.memory, when(best.memory, asked.ask.tz)))
    found.sort(key=lambda event: (event.at, event.memory.sequence))
    return Course(_ids(reader, asked, found), _told(found, asked.ask.tz))


def _best(told: Sequence[Telling], taken: Sequence[_Event]) -> Telling | None:
    """The likeliest that tells no other of the events, since one text seldom tells two."""
    ids = {event.memory.id for event in taken}
    return next((item for item in told if item.memory.id not in ids), None)


def _edge(reader: RecordReader, asked: Question, wanted: Ordered, where: Where) -> Course | None:
    """The tellings that hold as much of the event as the best, from that end of time."""
    (words,) = wanted.events
    told = tellings(reader, words, where)
    if not told:
        return None
    top = told[0]
    alike = [item for item in told if (item.happened, item.share) == (top.happened, top.share)]
    events = [_Event(words, item.memory, when(item.memory, asked.ask.tz)) for item in alike]
    events.sort(
        key=lambda event: (event.at, event.memory.sequence), reverse=wanted.line is Line.LAST
    )
    day = _day(events[0].at, asked.ask.tz)
    end = "earliest" if wanted.line is Line.FIRST else "latest"
    note = f"'{words}': the {end} of {len(events)} tellings is of {day}"
    return Course(_ids(reader, asked, events), note)


def _ids(
    reader: RecordReader, asked: Question, events: Sequence[_Event]
) -> tuple[tuple[str, ...], ...]:
    """Each event's record, and what was drawn from the same turn: it may answer in the record's place."""
    turns = tuple(event.memory.source_turn for event in events if event.memory.source_turn)
    drawn = reader.find(replace(asked.where, source_turns=turns)) if turns else []
    return tuple(
        (event.memory.id, *(item.id for item in drawn if _drawn(item, event.memory)))
        for event in events
    )


def _drawn(item: Memory, telling: Memory) -> bool:
    return item.id != telling.id and item.source_turn == telling.source_turn is not None


def _told(events: Sequence[_Event], tz: str) -> str:
    days = [f"'{event.words}' ({_day(event.at, tz)})" for event in events]
    if len(events) == 2 and events[0].at == events[1].at:
        return f"{days[0]} and {days[1]} are of the same instant"
    return " was earlier than ".join(days)


def _day(moment: datetime, tz: str) -> str:
    try:
        return moment.astimezone(zone_of(tz)).date().isoformat()
    except OverflowError:
        return moment.date().isoformat()


def chronological(memories: Sequence[tuple[Memory, float]], tz: str) -> tuple[tuple[str, ...], ...]:
    """Of records and how near they are to the question, the tellings that fit it, the earliest first."""
    told = [
        (memory, near) for memory, near in memories if happened(memory) and not only_asks(memory)
    ]
    least = _AS_NEAR * max((near for _, near in told), default=0.0)
    fitting = [memory for memory, near in told if near >= least]
    fitting.sort(key=lambda memory: (when(memory, tz), memory.sequence))
    return tuple((memory.id,) for memory in fitting)
