"""Reading a question: the law that every answer must pass, the windows it names, and what it asks for."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from hindsight_integrations.engine.question import Ask, Question, answerable, read
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Status, Tier, Window
from hindsight_integrations.testing import MOMENT, direction, make_memory

DAY = timedelta(days=1)
NOW = MOMENT
PAST = MOMENT - 30 * DAY
LATER = MOMENT + 30 * DAY

STANDING = (Status.ACTIVE, Status.SUPERSEDED)


def ask(query: str = "tea", **wishes: Any) -> Ask:
    asked: dict[str, Any] = {"k": 5, "at": MOMENT, "tz": "UTC", "where": Where()} | wishes
    return Ask(query=query, **asked)


def question(query: str, **wishes: Any) -> Question:
    return read(ask(query, **wishes), None, NOW)


class TestAnswerable:
    @pytest.mark.parametrize(
        ("wishes", "expected"),
        [
            ({}, Where(statuses=STANDING, valid_at=NOW)),
            ({"as_of": PAST}, Where(statuses=(*STANDING, Status.EXPIRED), valid_at=PAST)),
            ({"known_at": PAST}, Where(statuses=(*STANDING, Status.EXPIRED), known_at=PAST)),
            (
                {"as_of": PAST, "known_at": NOW},
                Where(statuses=(*STANDING, Status.EXPIRED), valid_at=PAST, known_at=NOW),
            ),
            ({"include_superseded": True}, Where(statuses=STANDING)),
            (
                {"include_archived": True},
                Where(statuses=(*STANDING, Status.ARCHIVED), valid_at=NOW),
            ),
            (
                {"include_archived": True, "include_superseded": True},
                Where(statuses=(*STANDING, Status.ARCHIVED)),
            ),
            (
                {"include_superseded": True, "as_of": PAST},
                Where(statuses=(*STANDING, Status.EXPIRED), valid_at=PAST),
            ),
        ],
        ids=str,
    )
    def test_status_and_time(self, wishes: dict[str, Any], expected: Where) -> None:
        assert answerable(ask(**wishes), NOW) == expected

    @pytest.mark.parametrize(
        ("at", "valid_at"), [(LATER, LATER), (PAST, NOW), (NOW, NOW)], ids=["later", "past", "now"]
    )
    def test_the_asked_moment_counts_but_never_an_earlier_one_than_now(
        self, at: datetime, valid_at: datetime
    ) -> None:
        assert answerable(ask(at=at), NOW).valid_at == valid_at

    def test_the_callers_own_filter_is_kept(self) -> None:
        own = Where.of(types="fact", tiers="semantic", subjects="user.*", within=(PAST, None))
        law = answerable(ask(where=own), NOW)
        assert (law.types, law.tiers, law.subjects, law.within) == (
            own.types,
            own.tiers,
            own.subjects,
            own.within,
        )

    def test_by_default_only_what_holds_now_passes(self) -> None:
        law = answerable(ask(), NOW)
        assert law.matches(make_memory(at=PAST))
        assert not law.matches(make_memory(at=PAST, status="expired", valid_to=PAST))
        assert not law.matches(make_memory(at=PAST, status="archived"))
        assert not law.matches(make_memory(at=LATER))
        replaced: dict[str, Any] = {"at": PAST, "status": "superseded"}
        assert not law.matches(make_memory(**replaced, valid_to=NOW))
        # Its successor is dated in the future.
        assert law.matches(make_memory(**replaced, valid_to=LATER))

    def test_the_moment_whose_confidence_is_asked_for(self) -> None:
        assert ask().moment == MOMENT
        assert ask(at=LATER).moment == LATER
        assert ask(known_at=PAST).moment == PAST
        assert ask(known_at=PAST, as_of=LATER).moment == LATER


class TestWindows:
    @pytest.mark.parametrize("query", ["what did I say yesterday?", "我昨天说了什么？"])
    def test_a_clear_one_filters(self, query: str) -> None:
        asked = question(query)
        assert asked.cue is not None
        assert asked.cue.clear
        day = datetime(2025, 3, 2, tzinfo=UTC)
        assert asked.window == Window(day, day + DAY)
        assert asked.inside.within == asked.window
        assert asked.inside.valid_at == NOW

    @pytest.mark.parametrize("query", ["what did I say recently?", "我最近说了什么？"])
    def test_a_vague_one_does_not(self, query: str) -> None:
        asked = question(query)
        assert asked.cue is not None
        assert not asked.cue.clear
        assert asked.window is None

    @pytest.mark.parametrize("query", ["where do I live?", "我住在哪里？"])
    def test_none(self, query: str) -> None:
        asked = question(query)
        assert (asked.cue, asked.window) == (None, None)

    @pytest.mark.parametrize("query", ["what did I say yesterday?", "我昨天说了什么？"])
    def test_the_callers_wins(self, query: str) -> None:
        own = Where.of(within=(PAST, NOW))
        asked = question(query, where=own)
        assert asked.window is None
        assert asked.where.within == Window(PAST, NOW)

    @pytest.mark.parametrize("query", ["what did I say yesterday?", "我昨天说了什么？"])
    def test_yesterday_is_the_users(self, query: str) -> None:
        # Monday noon in UTC is Monday 20:00 in Shanghai: Sunday there began at 16:00 on Saturday.
        asked = question(query, tz="Asia/Shanghai")
        start = datetime(2025, 3, 1, 16, tzinfo=UTC)
        assert asked.window == Window(start, start + DAY)

    def test_yesterday_is_relative_to_the_moment_of_asking(self) -> None:
        asked = question("yesterday", at=LATER)
        assert asked.window is not None
        assert asked.window.start == datetime(2025, 4, 1, tzinfo=UTC)

    @pytest.mark.parametrize(
        ("tiers", "standing"),
        [
            (None, (Tier.SEMANTIC,)),
            (("semantic", "episodic"), (Tier.SEMANTIC,)),
            ("episodic", ()),
        ],
    )
    def test_facts_stand_whenever_they_were_said(
        self, tiers: Any, standing: tuple[Tier, ...]
    ) -> None:
        asked = question("yesterday", where=Where.of(tiers=tiers))
        assert asked.standing.tiers == standing
        assert asked.standing.within is None


class TestReading:
    @pytest.mark.parametrize(
        ("query", "subject"),
        [
            ("where does she live?", "user.location"),
            ("她住在哪里？", "user.location"),
            ("what is my name?", "user.name"),
            ("我叫什么名字？", "user.name"),
        ],
    )
    def test_the_subjects_it_asks_for(self, query: str, subject: str) -> None:
        assert [str(pattern) for pattern in question(query).subjects] == [subject]

    def test_its_words(self) -> None:
        assert question("Where are the cats?").terms == ("cat",)
        assert question("花生过敏").terms == ("花生", "生过", "过敏")

    @pytest.mark.parametrize("query", ["", "  ", "?!", "？"])
    def test_a_question_without_words(self, query: str) -> None:
        asked = question(query)
        assert (asked.terms, asked.cue, asked.subjects) == ((), None, ())

    def test_the_vector_is_kept(self) -> None:
        vector = direction(30)
        assert read(ask("tea"), vector, NOW).vector is vector
