"""What the user says weighs more for somebody who complains often; a scorer may weigh instead of the rules."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations import Hindsight
from hindsight_integrations.engine.weighing import COMPLAINT, raised, share
from hindsight_integrations.errors import ConfigurationError, ModelError
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.models.rating import RatingFunction
from hindsight_integrations.records import Memory
from hindsight_integrations.settings import ImportanceSettings, Settings
from scene import Scene, on_both_stores

COMPLAINTS = {
    "en": [
        "I want to complain about the noise",
        "This is unacceptable",
        "I'm fed up with the lift",
    ],
    "zh": ["我要投诉噪音", "服务太差了", "这次真是忍无可忍"],
}
REQUEST = {"en": "Please book a table by the lake", "zh": "帮我订一张湖边的桌子"}


def of(memory: Any, text: str) -> Memory:
    (found,) = [item for item in memory.find() if item.content == text]
    assert isinstance(found, Memory)
    return found


class TestHistory:
    @on_both_stores
    @pytest.mark.parametrize("language", ["en", "zh"])
    def test_who_complained_three_times_counts_a_tenth_more(
        self, store: str, language: str
    ) -> None:
        scene = Scene(store)
        often, seldom = scene.user("often", session="s"), scene.user("seldom", session="s")
        for text in COMPLAINTS[language]:
            often.observe([("user", text)])
        seldom.observe([("user", COMPLAINTS[language][0])])
        for memory in (often, seldom):
            memory.observe([("user", REQUEST[language])])
        assert of(often, REQUEST[language]).importance == pytest.approx(0.6)
        assert of(seldom, REQUEST[language]).importance == 0.5
        assert of(often, COMPLAINTS[language][0]).tags == (COMPLAINT,)

    def test_the_third_complaint_is_no_history_of_itself_and_the_fourth_has_one(self) -> None:
        memory = Scene().user(session="s")
        for text in COMPLAINTS["en"]:
            memory.observe([("user", text)])
        memory.observe([("user", "Your support is terrible")])
        assert of(memory, COMPLAINTS["en"][2]).importance == 0.9
        assert of(memory, "Your support is terrible").importance == 1.0

    def test_complaints_of_other_sessions_count_and_old_ones_do_not(self) -> None:
        scene = Scene()
        for number, text in enumerate(COMPLAINTS["zh"]):
            scene.user(session=f"s{number}").observe([("user", text)])
        scene.clock.advance(timedelta(days=89))
        scene.user(session="late").observe([("user", REQUEST["zh"])])
        scene.clock.advance(timedelta(days=2))
        scene.user(session="later").observe([("user", REQUEST["en"])])
        memory = scene.user()
        assert of(memory, REQUEST["zh"]).importance == pytest.approx(0.6)
        assert of(memory, REQUEST["en"]).importance == 0.5

    def test_a_claim_that_is_weighed_counts_more_too_and_small_talk_does_not(self) -> None:
        memory = Scene().user(session="s")
        for text in COMPLAINTS["en"]:
            memory.observe([("user", text)])
        memory.observe([("user", "Remember that my bank account ends in 77"), ("user", "thanks")])
        noted = [item for item in memory.find() if item.type.value == "fact"]
        assert [item.importance for item in noted] == [pytest.approx(0.9)]

    def test_zero_switches_it_off(self) -> None:
        settings = Settings(importance=ImportanceSettings(often=0))
        memory = Scene(settings=settings).user(session="s")
        for text in (*COMPLAINTS["en"], REQUEST["en"]):
            memory.observe([("user", text)])
        assert of(memory, REQUEST["en"]).importance == 0.5

    @given(st.floats(0, 1), st.integers(0, 9))
    def test_it_never_lowers_and_never_passes_one(self, value: float, complaints: int) -> None:
        assert value <= raised(value, complaints, ImportanceSettings()) <= 1


class TestScorer:
    @pytest.mark.parametrize(("rating", "value"), [(1, 0.1), (5, 0.5), (7.5, 0.75), (10, 1.0)])
    def test_one_to_ten(self, rating: float, value: float) -> None:
        assert share(rating) == value

    @pytest.mark.parametrize("rating", [0, 11, -1, 0.5, float("nan"), True, "7", None, [5]])
    def test_anything_else_is_no_rating(self, rating: object) -> None:
        with pytest.raises(ModelError, match="from 1 to 10"):
            share(rating)

    @on_both_stores
    @pytest.mark.parametrize("text", ["I feed the heron every noon", "我每天中午喂苍鹭"])
    def test_it_weighs_the_turn(self, store: str, text: str) -> None:
        asked: list[str] = []
        scorer = RatingFunction(lambda said: asked.append(said) or 8)  # type: ignore[func-returns-value]
        memory = Scene(store, scorer=scorer).user(session="s")
        seen = memory.observe([("user", text), ("assistant", "Noted."), ("user", "thanks")])
        assert (asked, seen.degraded) == ([text], ())
        assert of(memory, text).importance == 0.8

    @pytest.mark.parametrize("answer", [42, "high", KeyError("secret words")])
    @pytest.mark.parametrize(("text", "value"), [("The refund never came", 0.8), ("退款没到", 0.8)])
    def test_where_it_fails_the_rules_weigh(self, answer: Any, text: str, value: float) -> None:
        def rate(_: str) -> Any:
            if isinstance(answer, Exception):
                raise answer
            return answer

        with Hindsight.open(
            "sqlite:///:memory:", embedder=HashingEncoder(64), scorer=rate
        ) as hindsight:
            memory = hindsight.for_user("ann", session="s")
            seen = memory.observe([("user", text)])
            assert seen.degraded == ("scorer failed on a turn (ModelError); the rules weighed it",)
            assert of(memory, text).importance == value

    def test_what_is_no_scorer_is_refused_at_the_door(self) -> None:
        with pytest.raises(ConfigurationError, match="scorer must have rate"):
            Hindsight.open("sqlite:///:memory:", scorer=7)  # type: ignore[arg-type]
