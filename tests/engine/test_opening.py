"""What to ask a user of whom little is known: related to the task, at the beginning, and never twice."""

from __future__ import annotations

import pytest

from hindsight_integrations.answers import Opener
from hindsight_integrations.errors import InvalidInput
from scene import Scene, on_both_stores

DIET = {
    "en": Opener("user.diet", "Is there anything you do not eat, or a diet that you follow?"),
    "zh": Opener("user.diet", "您有什么忌口或饮食习惯吗？"),
}
ALLERGY = {
    "en": Opener("user.allergy", "Do you have any allergies?"),
    "zh": Opener("user.allergy", "您对什么过敏吗？"),
}
TASKS = {"en": "find a recipe for a family meal", "zh": "帮我找个做饭的菜谱"}
both_languages = pytest.mark.parametrize("language", ["en", "zh"])


@on_both_stores
@both_languages
class TestAskFirst:
    def test_two_questions_in_the_language_of_the_task(self, store: str, language: str) -> None:
        asked = Scene(store).user(session="s").ask_first(TASKS[language])
        assert asked == (DIET[language], ALLERGY[language])

    def test_what_is_known_is_not_asked(self, store: str, language: str) -> None:
        user = Scene(store).user(session="s")
        user.remember("Ada is vegan", subject="user.diet")
        assert user.ask_first(TASKS[language]) == (ALLERGY[language],)

    def test_nothing_is_asked_twice_not_in_another_session_either(
        self, store: str, language: str
    ) -> None:
        made = Scene(store)
        assert made.user(session="s").ask_first(TASKS[language])
        assert made.user(session="s").ask_first(TASKS[language]) == ()
        assert made.user(session="later").ask_first(TASKS[language]) == ()
        assert len(made.user("bob", session="s").ask_first(TASKS[language])) == 2

    def test_after_the_third_turn_nothing_is_asked(self, store: str, language: str) -> None:
        user = Scene(store).user(session="s")
        user.observe([("user", f"the garden has {n} trees") for n in (3, 4, 5)])
        user.observe([("assistant", "Which trees are these, and how old?")])
        assert len(user.ask_first(TASKS[language])) == 2
        other = Scene(store).user(session="s")
        other.observe([("user", f"the garden has {n} trees") for n in (3, 4, 5, 6)])
        assert other.ask_first(TASKS[language]) == ()


@pytest.mark.parametrize("task", ["prove the theorem", "证明这个定理", "!?"])
def test_a_task_that_no_attribute_helps_with(task: str) -> None:
    assert Scene().user(session="s").ask_first(task) == ()


def test_a_task_is_a_text() -> None:
    with pytest.raises(InvalidInput, match="task"):
        Scene().user().ask_first("")


@both_languages
def test_turns_that_are_not_observed_yet_count(language: str) -> None:
    user = Scene().user(session="s")
    user.observe([("user", f"the garden has {n} trees") for n in (3, 4, 5)])
    assert user.ask_first(TASKS[language], unobserved=1) == ()
    assert len(user.ask_first(TASKS[language])) == 2


@pytest.mark.parametrize("number", [-1, True, 1.5, "1"])
def test_unobserved_turns_are_a_number(number: object) -> None:
    with pytest.raises(InvalidInput, match="unobserved"):
        Scene().user().ask_first("dinner", unobserved=number)  # type: ignore[arg-type]
