"""The ways by which recall finds: each alone is enough, each looks as far as it was told, and a time cue widens when it must."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from hindsight_integrations.answers import Recall
from hindsight_integrations.records import Claim
from hindsight_integrations.settings import RouteSettings, Settings
from hindsight_integrations.testing import MOMENT, BrokenEmbedder
from scene import (
    PointingEncoder,
    Scene,
    UnreachableIndex,
    contents,
    keep,
    on_both_stores,
    utterance,
)

DAY = timedelta(days=1)
YESTERDAY = MOMENT - DAY
#: No route but those that a test gives room.
_NOWHERE: dict[str, int] = {"vector": 0, "keyword": 0, "recent": 0, "time": 0, "subject": 0}


def only(**widths: int) -> Settings:
    return Settings(routes=RouteSettings(**_NOWHERE | widths))


def hits(answer: Recall, route: str) -> list[str]:
    """The ids that a route found, each time it ran."""
    return [hit.id for trace in answer.trace.routes if trace.name == route for hit in trace.hits]


@on_both_stores
class TestEachAloneCanFind:
    @pytest.mark.parametrize(
        ("content", "query"),
        [
            ("Ada plays the violin on Sundays", "violins?"),
            ("艾达喜欢在周末拉小提琴", "谁会小提琴"),
        ],
    )
    def test_words(self, store: str, content: str, query: str) -> None:
        scene = Scene(store, only(keyword=1), embedder=None)
        (known,) = keep(scene.user(), Claim(content=content))
        answer = scene.user().recall(query)
        assert contents(answer.memories) == [content]
        assert hits(answer, "keyword") == [known.id]
        assert answer.degraded == ()

    @pytest.mark.parametrize(
        ("content", "query"),
        [("Ada is fond of felines", "which pets?"), ("艾达养了一只猫", "宠物？")],
    )
    def test_meaning(self, store: str, content: str, query: str) -> None:
        encoder = PointingEncoder({content: 0, query: 60, "unlike": 150})
        scene = Scene(store, only(vector=1), embedder=encoder)
        keep(scene.user(), Claim(content=content), Claim(content="unlike"))
        answer = scene.user().recall(query, k=1)
        assert contents(answer.memories) == [content]
        (scored,) = answer.trace.scored
        assert scored.raw["vector"] == pytest.approx(0.5, abs=1e-3)  # the cosine of 60 degrees

    @pytest.mark.parametrize("query", ["where does she live?", "她住在哪里？"])
    def test_the_subject(self, store: str, query: str) -> None:
        scene = Scene(store, only(subject=1), embedder=None)
        keep(
            scene.user(),
            Claim(content="Lisbon", subject="user.location"),
            Claim(content="Acme", subject="user.employer"),
        )
        answer = scene.user().recall(query)
        assert contents(answer.memories) == ["Lisbon"]
        (route,) = (trace for trace in answer.trace.routes if trace.name == "subject")
        assert route.note == "user.location"

    @pytest.mark.parametrize("query", ["what happened yesterday?", "昨天怎么样？"])
    def test_the_time(self, store: str, query: str) -> None:
        scene = Scene(store, only(time=5), embedder=None)
        keep(
            scene.user(),
            utterance("I baked a cake", event_time=YESTERDAY),
            utterance("I sold my boat", event_time=YESTERDAY - DAY),
        )
        answer = scene.user().recall(query)
        assert contents(answer.memories) == ["I baked a cake"]

    @pytest.mark.parametrize("query", ["", "   ", "quux", "！"])
    def test_the_most_recent(self, store: str, query: str) -> None:
        scene = Scene(store, only(recent=2), embedder=None)
        for content in ("one", "two", "three"):
            keep(scene.user(), Claim(content=content))
            scene.clock.advance(DAY)
        assert contents(scene.user().recall(query, k=2).memories) == ["three", "two"]

    def test_no_route_no_answer(self, store: str) -> None:
        scene = Scene(store, only(), embedder=None)
        keep(scene.user(), Claim(content="tea", subject="user.location"))
        assert len(scene.user().recall("where does she live? tea yesterday", k=1)) == 0


@on_both_stores
class TestReach:
    def test_a_route_looks_as_far_as_it_was_told(self, store: str) -> None:
        encoder = PointingEncoder({f"tea {n}": n for n in range(9)} | {"tea": 0})
        scene = Scene(store, only(vector=4, keyword=3, recent=2), embedder=encoder)
        keep(scene.user(), *(Claim(content=f"tea {n}") for n in range(9)))
        answer = scene.user().recall("tea", k=1)
        found = {trace.name: len(trace.hits) for trace in answer.trace.routes}
        assert found == {"vector": 4, "keyword": 3, "recent": 2}

    def test_k_is_exact_however_narrow_the_routes(self, store: str) -> None:
        scene = Scene(store, embedder=None)
        keep(scene.user(), *(Claim(content=f"number {n}") for n in range(70)))
        for k in (1, 5, 60, 70):
            assert len(scene.user().recall("what is it?", k=k)) == k
        for k in (71, 10**30):
            assert len(scene.user().recall("what is it?", k=k)) == 70

    def test_the_cosines_of_what_others_found_are_asked_for(self, store: str) -> None:
        encoder = PointingEncoder({"far": 80, "near": 10, "word": 0})
        scene = Scene(store, only(vector=1, recent=2), embedder=encoder)
        keep(scene.user(), Claim(content="far"), Claim(content="near"))
        answer = scene.user().recall("word", k=1)
        raw = {scored.id: scored.raw["vector"] for scored in answer.trace.scored}
        # cos 80° = 0.173648, cos 10° = 0.984808
        assert raw == {"m1": pytest.approx(0.1736, abs=1e-3), "m2": pytest.approx(0.9848, abs=1e-3)}
        assert hits(answer, "vector") == ["m2"]


@on_both_stores
class TestSubjects:
    def remembered(self, store: str) -> Scene:
        scene = Scene(store, only(subject=9), embedder=None)
        keep(
            scene.user(),
            Claim(content="Lisbon", subject="user.location"),
            Claim(content="Ada", subject="user.name"),
        )
        return scene

    @pytest.mark.parametrize(
        ("wanted", "told"),
        [
            (None, ["Lisbon"]),
            ("user.location", ["Lisbon"]),
            ("user.*", ["Lisbon"]),
            ("user.name", []),
            ("user.location.*", []),
            (["user.name", "user.location"], ["Lisbon"]),
        ],
    )
    def test_what_is_asked_for_within_what_the_caller_wants(
        self, store: str, wanted: Any, told: list[str]
    ) -> None:
        answer = self.remembered(store).user().recall("where does she live?", subjects=wanted)
        assert contents(answer.memories) == told
        assert ("subject" in [route.name for route in answer.trace.routes]) == bool(told)

    @pytest.mark.parametrize(
        ("user", "question", "told"),
        [
            ("x7", "Where does Ada live?", ["Lisbon"]),  # by the name they gave
            ("grace", "Where does Grace live?", ["Lisbon", "Oslo"]),  # by id; or another Grace
            ("grace", "Where does Ada live?", ["Lisbon"]),
            ("李雷", "李雷住在哪里？", ["Lisbon"]),
            ("x7", "Where does Grace live?", ["Oslo"]),
            ("x7", "Where does Tom live?", []),
        ],
    )
    def test_who_is_called_by_name_or_id_is_the_user(
        self, store: str, user: str, question: str, told: list[str]
    ) -> None:
        scene = Scene(store, only(subject=9), embedder=None)
        keep(
            scene.user(user),
            Claim(content="Lisbon", subject="user.location"),
            Claim(content="Ada", subject="user.name"),
            Claim(content="Oslo", subject="person.grace.location"),
        )
        assert sorted(contents(scene.user(user).recall(question).memories)) == told


@on_both_stores
class TestWindows:
    """What a clear time cue does to the other routes."""

    def spoken(self, store: str, *days: int, embedder: Any = None) -> Scene:
        scene = Scene(store, embedder=embedder)
        for day in days:
            said = utterance(f"I heard jazz {day} days ago", event_time=MOMENT - day * DAY)
            keep(scene.user(), said)
        return scene

    @pytest.mark.parametrize("query", ["what jazz did I hear yesterday?", "昨天的 jazz"])
    def test_it_filters_what_happened(self, store: str, query: str) -> None:
        answer = self.spoken(store, 1, 2, 30).user().recall(query)
        assert contents(answer.memories) == ["I heard jazz 1 days ago"]
        assert answer.trace.notes[0].endswith("told is what happened in it, and standing facts")

    @pytest.mark.parametrize("query", ["what jazz did I hear recently?", "最近的 jazz"])
    def test_a_vague_one_filters_nothing(self, store: str, query: str) -> None:
        answer = self.spoken(store, 1, 2, 300).user().recall(query)
        assert len(answer) == 3
        assert answer.trace.notes[0].endswith("filters nothing")

    @pytest.mark.parametrize("query", ["what jazz did I hear yesterday?", "昨天的 jazz"])
    @pytest.mark.parametrize("embedder", [None, PointingEncoder()], ids=["words", "both"])
    def test_if_nothing_happened_in_it_all_routes_look_everywhere(
        self, store: str, query: str, embedder: Any
    ) -> None:
        scene = self.spoken(store, 300, embedder=embedder)
        # Ten later ones fill the route of the most recent.
        keep(
            scene.user(),
            *(utterance(f"I baked {n} cakes", event_time=MOMENT - 9 * DAY) for n in range(12)),
        )
        answer = scene.user().recall(query)
        assert answer.trace.routes[0].name == "keyword"
        assert hits(answer, "keyword") == ["m1"]
        assert "m1" in [scored.id for scored in answer.trace.scored]
        assert answer.trace.notes[0].endswith("nothing happened in it, so it filters nothing")

    def test_a_fact_learnt_in_it_does_not_narrow_the_search(self, store: str) -> None:
        scene = self.spoken(store, 300)
        keep(
            scene.user(),
            Claim(content="allergic to nuts", event_time=YESTERDAY),
            *(utterance(f"I baked {n} cakes", event_time=MOMENT - 9 * DAY) for n in range(12)),
        )
        answer = scene.user().recall("what jazz did I hear yesterday?", k=20)
        assert "I heard jazz 300 days ago" in contents(answer.memories)

    def test_facts_stand_whenever_they_were_said(self, store: str) -> None:
        scene = self.spoken(store, 1, 9)
        keep(scene.user(), Claim(content="jazz is her favourite", event_time=MOMENT - 400 * DAY))
        answer = scene.user().recall("jazz yesterday")
        assert sorted(contents(answer.memories)) == [
            "I heard jazz 1 days ago",
            "jazz is her favourite",
        ]

    def test_the_callers_window_wins(self, store: str) -> None:
        scene = self.spoken(store, 1, 5, 30)
        within = (MOMENT - 10 * DAY, MOMENT - 2 * DAY)
        answer = scene.user().recall("jazz yesterday", within=within)
        assert contents(answer.memories) == ["I heard jazz 5 days ago"]
        assert answer.trace.notes[0].endswith("filters nothing")


@on_both_stores
class TestWhatFails:
    def remembered(self, store: str, **models: Any) -> Scene:
        scene = Scene(store, **models)
        keep(scene.user(), Claim(content="Ada drinks tea", subject="user.drink"))
        return scene

    def test_an_index_that_cannot_be_reached(self, store: str) -> None:
        scene = self.remembered(store, index=lambda _: UnreachableIndex())
        answer = scene.user().recall("tea")
        assert contents(answer.memories) == ["Ada drinks tea"]
        assert answer.degraded == ("vector route: Unavailable",)
        (vector,) = (trace for trace in answer.trace.routes if trace.name == "vector")
        assert (vector.hits, vector.note) == ((), "the index did not answer")

    def test_an_encoder_that_fails(self, store: str) -> None:
        encoder = _Breaking()
        scene = self.remembered(store, embedder=encoder)
        encoder.broken = BrokenEmbedder()
        answer = scene.user().recall("tea")
        assert contents(answer.memories) == ["Ada drinks tea"]
        assert answer.degraded == ("encoder: ModelError",)

    @pytest.mark.parametrize("error", [KeyError("choices"), AttributeError("x"), OSError("down")])
    def test_whatever_an_encoder_raises(self, store: str, error: Exception) -> None:
        encoder = _Breaking()
        scene = self.remembered(store, embedder=encoder)
        encoder.broken = BrokenEmbedder(error)
        answer = scene.user().recall("tea")
        assert contents(answer.memories) == ["Ada drinks tea"]
        assert answer.degraded == ("encoder: ModelError",)

    def test_no_encoder_is_no_failure(self, store: str) -> None:
        answer = self.remembered(store, embedder=None).user().recall("tea")
        assert answer.degraded == ()
        (vector,) = (trace for trace in answer.trace.routes if trace.name == "vector")
        assert vector.note == "no encoder: words only"


class _Breaking(PointingEncoder):
    """An encoder that works until it is given a broken one."""

    broken: BrokenEmbedder | None = None

    def embed(self, texts: Any) -> Any:
        return super().embed(texts) if self.broken is None else self.broken.embed(texts)
