"""The policy: the numbers of the requirements as defaults, which keys hold one value, which strategy a record follows."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, is_dataclass
from typing import Any

import pytest

from hindsight_integrations.errors import ConfigurationError, HindsightError
from hindsight_integrations.records import MemoryType, Source, Tier
from hindsight_integrations.settings import (
    ConfidenceSettings,
    RuntimeSettings,
    Settings,
    Strategy,
    SubjectSettings,
)

DEFAULT = Settings()


class TestDefaults:
    """Figures of the requirements, as numbers."""

    def test_confidence(self) -> None:
        by_source = DEFAULT.confidence.by_source
        assert {source.value: sure for source, sure in by_source.items()} == {
            "user_stated": 0.95,
            "tool": 0.8,
            "inferred": 0.7,
            "summarised": 0.6,
        }
        assert (DEFAULT.confidence.retained, DEFAULT.confidence.period_days) == (0.95, 30)

    def test_every_kind_has_its_numbers(self) -> None:
        assert set(DEFAULT.confidence.by_source) == set(Source)
        said = set(MemoryType) - {
            MemoryType.ITEM
        }  # items have numbers of their own, and do not age
        assert set(DEFAULT.importance.by_type) == said
        assert set(DEFAULT.score.half_life_days) == said
        assert (DEFAULT.items.confidence, DEFAULT.items.importance) == (0.8, 0.5)
        assert set(DEFAULT.score.tier_weights) == set(Tier)
        assert all(0 <= share <= 1 for share in DEFAULT.importance.by_type.values())

    def test_the_score(self) -> None:
        score = DEFAULT.score
        assert (score.similarity, score.confidence, score.recency) == (0.5, 0.2, 0.15)
        assert (score.access, score.importance, score.conflict) == (0.1, 0.1, -0.3)
        assert (score.conflict_replaced, score.conflict_suspected) == (1.0, 0.5)
        assert (score.access_full, score.product_rate) == (50, 0.01)
        lives = {kind.value: days for kind, days in score.half_life_days.items()}
        assert (lives["event"], lives["preference"], lives["fact"], lives["inference"]) == (
            14,
            365,
            365,
            90,
        )
        weights = {tier.value: weight for tier, weight in score.tier_weights.items()}
        assert weights == {"semantic": 1.0, "episodic": 0.9, "working": 0.8}
        assert DEFAULT.importance.half_life_days == 180

    def test_routes_and_telling(self) -> None:
        routes = DEFAULT.routes
        assert (routes.vector, routes.keyword, routes.recent) == (50, 20, 10)
        assert DEFAULT.telling.items == 5
        assert (DEFAULT.working.turns, DEFAULT.working.ttl_seconds) == (10, 7200)

    def test_nothing_of_the_content_is_logged(self) -> None:
        assert DEFAULT.privacy.log_content is False

    def test_every_group_is_frozen(self) -> None:
        for item in fields(Settings):
            group = getattr(DEFAULT, item.name)
            assert is_dataclass(group)
            with pytest.raises(FrozenInstanceError):
                setattr(group, fields(group)[0].name, None)


class TestCardinality:
    @pytest.mark.parametrize(
        ("subject", "single"),
        [
            (None, False),
            ("user.location", True),
            ("user.preference.contact", True),
            ("user.allergy", False),
            ("user.allergy.food", False),
            ("user.allergyx", True),
            ("user", True),
            ("用户.住址", True),
        ],
    )
    def test_a_key_holds_one_value_unless_it_is_named(
        self, subject: str | None, single: bool
    ) -> None:
        assert DEFAULT.single(subject) == single

    @pytest.mark.parametrize("named", ["user.plan", "user.plan.*"])
    def test_a_name_covers_itself_and_what_is_below(self, named: str) -> None:
        settings = Settings(subjects=SubjectSettings(many=(named,)))
        assert not settings.single("user.plan")
        assert not settings.single("user.plan.weekend")
        assert settings.single("user.plans")
        assert settings.single("user.allergy")

    @pytest.mark.parametrize("named", ["User.Plan", "ｕｓｅｒ.plan"])
    def test_it_is_compared_like_any_key(self, named: str) -> None:
        assert not Settings(subjects=SubjectSettings(many=(named,))).single("user.plan")


class TestStrategies:
    @pytest.mark.parametrize(
        ("kind", "strategy"),
        [
            ("fact", Strategy.LATEST),
            ("task", Strategy.LATEST),
            ("event", Strategy.LATEST),
            ("inference", Strategy.CONFIDENCE),
            ("preference", Strategy.BOTH),
            ("emotion", Strategy.LATEST),
        ],
    )
    def test_by_type(self, kind: str, strategy: Strategy) -> None:
        assert DEFAULT.strategy(MemoryType(kind), "user.x") is strategy
        assert DEFAULT.strategy(MemoryType(kind), None) is strategy

    def test_a_key_goes_before_the_type(self) -> None:
        settings = Settings(
            subjects=SubjectSettings(
                by_subject={"user.plan": Strategy.BOTH, "User.Guess.*": Strategy.CONFIDENCE}
            )
        )
        fact = MemoryType.FACT
        assert settings.strategy(fact, "user.plan") is Strategy.BOTH
        assert settings.strategy(MemoryType.INFERENCE, "user.plan") is Strategy.BOTH
        assert settings.strategy(fact, "user.plan.weekend") is Strategy.LATEST
        assert settings.strategy(fact, "user.guess.age") is Strategy.CONFIDENCE
        assert settings.strategy(fact, "user.guess") is Strategy.LATEST

    def test_of_several_the_closest_decides(self) -> None:
        by_subject = {"user.*": Strategy.CONFIDENCE, "user.plan": Strategy.BOTH}
        settings = Settings(subjects=SubjectSettings(by_subject=by_subject))
        assert settings.strategy(MemoryType.FACT, "user.plan") is Strategy.BOTH


class TestRefusals:
    @pytest.mark.parametrize(
        "groups",
        [
            {"subjects": SubjectSettings(many=("a b",))},
            {"subjects": SubjectSettings(by_subject={"*": Strategy.BOTH})},
            {"confidence": ConfidenceSettings(retained=0)},
            {"confidence": ConfidenceSettings(retained=1.1)},
            {"confidence": ConfidenceSettings(period_days=0)},
            {"runtime": RuntimeSettings(workers=0)},
            {"runtime": RuntimeSettings(queue=0)},
            {"runtime": RuntimeSettings(model_workers=0)},
        ],
        ids=lambda groups: str(groups)[:60],
    )
    def test_what_cannot_work(self, groups: dict[str, Any]) -> None:
        with pytest.raises(HindsightError):
            Settings(**groups)

    def test_they_name_what_is_wrong(self) -> None:
        with pytest.raises(ConfigurationError, match="confidence must retain a share"):
            Settings(confidence=ConfidenceSettings(retained=0))
        with pytest.raises(ConfigurationError, match="at least one worker"):
            Settings(runtime=RuntimeSettings(workers=0))
