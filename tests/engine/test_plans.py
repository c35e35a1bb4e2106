"""A plan is told behind what holds, and ends when it comes true; days by hand, on both stores."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from hindsight_integrations import Role, Turn
from hindsight_integrations.engine.plans import plan_of
from hindsight_integrations.engine.supersede import Reason
from hindsight_integrations.records import Source, Status
from scene import Scene, on_both_stores

SAID = {
    "en": ("I live in Utrecht", "We're moving to Malmo in May", "I moved to Malmo", "where do I live?"),
    "zh": ("我住在乌特勒支", "我打算搬到马尔默", "我搬到马尔默了", "我住在哪里？"),
}  # fmt: skip
both_languages = pytest.mark.parametrize("language", SAID)


@on_both_stores
@both_languages
class TestAPlan:
    def test_it_is_told_behind_what_holds(self, store: str, language: str) -> None:
        user = Scene(store).user(session="s")
        home, plan, _, question = SAID[language]
        user.observe([Turn(role=Role.USER, content=home)])
        user.observe([Turn(role=Role.USER, content=plan)])
        found = user.recall(question)
        keys = [str(item.memory.subject_key) for item in found if item.memory.subject_key]
        assert keys == ["user.location", "user.plan.location"]
        assert [route.name for route in found.trace.routes if route.name == "plan"] == ["plan"]

    def test_it_ends_when_it_comes_true(self, store: str, language: str) -> None:
        made = Scene(store)
        user = made.user(session="s")
        home, plan, done, question = SAID[language]
        for text in (home, plan, done):
            user.observe([Turn(role=Role.USER, content=text)])
            made.clock.advance(timedelta(days=30))
        (kept,) = user.history("user.plan.location")
        assert (kept.status, kept.status_reason) == (Status.SUPERSEDED, Reason.CAME_TRUE)
        (home_now,) = user.find(subjects="user.location", statuses="active")
        assert kept.superseded_by == home_now.id
        assert "user.plan.location" not in {
            str(item.memory.subject_key) for item in user.recall(question)
        }

    def test_who_forgets_what_it_came_to_forgets_it_too(self, store: str, language: str) -> None:
        made = Scene(store)
        user = made.user(session="s")
        _, plan, done, question = SAID[language]
        for text in (plan, done):
            user.observe([Turn(role=Role.USER, content=text)])
            made.clock.advance(timedelta(days=30))
        (fact,) = user.find(subjects="user.location")
        user.forget(fact.id, reason="asked")
        assert user.history("user.plan.location") == []
        assert user.count() == 0
        assert list(user.recall(question)) == []

    def test_another_value_ends_no_plan(self, store: str, language: str) -> None:
        user = Scene(store).user(session="s")
        home, plan, _, _ = SAID[language]
        user.observe([Turn(role=Role.USER, content=plan)])
        user.observe([Turn(role=Role.USER, content=home)])
        (kept,) = user.history("user.plan.location")
        assert kept.status is Status.ACTIVE

    def test_what_somebody_infers_ends_no_plan_that_was_stated(
        self, store: str, language: str
    ) -> None:
        user = Scene(store).user(session="s")
        _, plan, done, _ = SAID[language]
        user.observe([Turn(role=Role.USER, content=plan)])
        (kept,) = user.history("user.plan.location")
        guess: dict[str, Any] = {
            "subject": "user.location",
            "payload": {"value": kept.payload["value"]},
        }
        user.remember(done, source=Source.INFERRED, **guess)
        assert [item.status for item in user.history("user.plan.location")] == [Status.ACTIVE]
        user.remember(done, **guess)
        assert [item.status for item in user.history("user.plan.location")] == [Status.SUPERSEDED]


@on_both_stores
def test_the_callers_own_subjects_bound_the_plans_too(store: str) -> None:
    user = Scene(store).user(session="s")
    home, plan, _, question = SAID["en"]
    user.observe([Turn(role=Role.USER, content=home), Turn(role=Role.USER, content=plan)])
    found = user.recall(question, subjects="user.location")
    assert [route.name for route in found.trace.routes if route.name == "plan"] == []


def test_where_a_plan_stands() -> None:
    assert plan_of("user.location") == "user.plan.location"
    assert plan_of("person.ana.job") == "person.ana.plan.job"
    assert plan_of("user.plan.location") is None
    assert plan_of("diet") is None
