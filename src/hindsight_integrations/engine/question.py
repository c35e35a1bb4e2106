"""What is asked in one recall, read once: words, vector, times, subjects, and the filters they make."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime

from hindsight_integrations.language.aims import NOW, Aim, Order, aim_of, asked_time
from hindsight_integrations.language.catalogue import Catalogue
from hindsight_integrations.language.subjects import asked_subjects
from hindsight_integrations.language.times import TimeCue, find_window
from hindsight_integrations.language.tokens import query_terms
from hindsight_integrations.language.updates import asks_standing
from hindsight_integrations.ports import Vector
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Status, SubjectPattern, Tier, Window


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A call of ``recall``, checked: the caller's words and wishes."""

    query: str = field(repr=False)
    k: int
    at: datetime
    tz: str
    where: Where
    as_of: datetime | None = None
    known_at: datetime | None = None
    include_superseded: bool = False
    include_archived: bool = False
    #: The user's id, which may be the name that the question calls them by.
    user: str = field(default="", repr=False)
    #: The caller's words, where ``query`` was rewritten.
    asked: str | None = field(default=None, repr=False)

    @property
    def moment(self) -> datetime:
        """The instant whose confidence and recency are asked for."""
        return self.as_of or self.known_at or self.at


@dataclass(frozen=True, slots=True)
class Question:
    """An ``Ask`` with what reading it found. ``where`` is what any answer must fulfil."""

    ask: Ask
    where: Where
    terms: tuple[str, ...] = field(repr=False)
    vector: Vector | None
    cue: TimeCue | None
    subjects: tuple[SubjectPattern, ...]
    aim: Aim = NOW

    @property
    def window(self) -> Window | None:
        """The window that filters what happened: a clear one in the query, if the caller set none.

        A time at which a value is asked for ("where did she live in May?") filters nothing.
        """
        if self.cue is None or not self.cue.clear or self.ask.where.within is not None:
            return None
        if self.aim.order is Order.AS_OF:
            return None
        return self.cue.window

    @property
    def known_by(self) -> Where | None:
        """What was told by the time at which a state is asked for that no key names; ``None`` for other questions.

        What was told before the time still held in it; what was told after it says what held later.
        """
        if self.subjects or self.aim.order is not Order.AS_OF or self.ask.where.within is not None:
            return None
        assert self.cue is not None
        return replace(self.where, within=Window(None, self.cue.window.end))

    @property
    def inside(self) -> Where:
        """What happened inside the window."""
        assert self.window is not None
        return replace(self.where, within=self.window)

    @property
    def episodes(self) -> Where:
        """What happened inside the window, facts apart: without any of it the window filters nothing."""
        tiers = self.where.tiers or tuple(Tier)
        return replace(
            self.inside, tiers=tuple(tier for tier in tiers if tier is not Tier.SEMANTIC)
        )

    @property
    def standing(self) -> Where:
        """What holds whenever it was said: a window in the query does not cut facts off."""
        tiers = self.where.tiers or tuple(Tier)
        return replace(self.where, tiers=tuple(tier for tier in tiers if tier is Tier.SEMANTIC))

    def looking_back(self, now: datetime, terms: tuple[str, ...] = ()) -> Question:
        """The question with all of the past to answer it, by ``terms`` if there are any."""
        where = answerable(self.ask, now, Aim(Order.FIRST))
        return replace(self, where=where, terms=terms or self.terms)

    def beside(self, cue: TimeCue, terms: tuple[str, ...], now: datetime) -> Question:
        """The question with the time of an event that it names, and without the event's words.

        Unless a fact is asked for, only what was said on that side answers.
        """
        aim = aimed(self.ask, cue) if self.subjects else NOW
        where = answerable(self.ask, now, aim)
        if not self.subjects:
            where = replace(where, within=cue.window)
        return replace(self, cue=cue, aim=aim, where=where, terms=terms or self.terms)


def read(
    ask: Ask, vector: Vector | None, now: datetime, catalogue: Catalogue | None = None
) -> Question:
    """Read the question. ``now`` is the store's instant."""
    cue = find_window(asked_time(ask.query), ask.at, ask.tz)
    subjects = asked_subjects(ask.query, catalogue)
    timed = cue is not None and cue.clear
    aim = aimed(ask, cue) if subjects or (timed and asks_standing(ask.query)) else NOW
    return Question(
        ask=ask,
        where=answerable(ask, now, aim),
        terms=query_terms(ask.query),
        vector=vector,
        cue=cue,
        subjects=subjects,
        aim=aim,
    )


def aimed(ask: Ask, cue: TimeCue | None) -> Aim:
    """Which of a fact's values is asked for; the caller's own ``as_of`` goes before the words."""
    if ask.as_of is not None or ask.known_at is not None:
        return NOW
    clear = cue is not None and cue.clear
    if clear and ask.where.within is not None:
        return NOW
    return aim_of(ask.query, cue.window if cue is not None and clear else None, ask.at)


def answerable(ask: Ask, now: datetime, aim: Aim = NOW) -> Where:
    """The filter on status and time that an answer must pass.

    By default: what is true at the asked moment. A superseded record passes that only while
    its successor has not begun to hold (a change that is dated in the future). A question for
    an earlier value lets every value of the past pass.
    """
    statuses = [Status.ACTIVE, Status.SUPERSEDED]
    if ask.as_of is not None or ask.known_at is not None or aim.past:
        statuses.append(Status.EXPIRED)
    if ask.include_archived:
        statuses.append(Status.ARCHIVED)
    if ask.as_of is not None:
        holds_at: datetime | None = ask.as_of
    elif ask.known_at is not None or ask.include_superseded or aim.past:
        holds_at = ask.where.valid_at
    else:
        holds_at = max(ask.at, now)
    return replace(ask.where, statuses=tuple(statuses), known_at=ask.known_at, valid_at=holds_at)
