"""The walk of one recall, end to end: filters, history, both languages, the trace, and that no candidate goes missing."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations.answers import combined
from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.records import Claim, MemoryType, Status
from hindsight_integrations.settings import RouteSettings, Settings
from hindsight_integrations.testing import MOMENT, ample
from hindsight_integrations.user_memory import UserMemory
from scene import (
    LateIndex,
    PointingEncoder,
    Scene,
    candidates,
    contents,
    keep,
    left_out,
    moved,
    on_both_stores,
    utterance,
)

DAY = timedelta(days=1)


@on_both_stores
class TestFilters:
    def stocked(self, store: str) -> UserMemory:
        memory = Scene(store).user(session="s1")
        keep(
            memory,
            Claim(content="tea is a fact", subject="user.drink"),
            Claim(
                content="tea is preferred",
                subject="user.preference.drink",
                type=MemoryType.PREFERENCE,
            ),
            Claim(content="tea is to be bought", type=MemoryType.TASK),
            utterance("tea was spoken of", event_time=MOMENT - 3 * DAY),
        )
        memory.event("tea_made", {"pot": "tea"}, event_time=MOMENT - 9 * DAY)
        return memory

    @pytest.mark.parametrize(
        ("wishes", "expected"),
        [
            ({"types": "fact"}, {"tea is a fact"}),
            ({"types": ["task", "preference"]}, {"tea is to be bought", "tea is preferred"}),
            ({"tiers": "episodic"}, {"tea was spoken of", "tea_made: pot=tea"}),
            ({"tiers": "working"}, set()),
            ({"subjects": "user.drink"}, {"tea is a fact"}),
            ({"subjects": "user.*"}, {"tea is a fact", "tea is preferred"}),
            ({"subjects": "user.preference.*"}, {"tea is preferred"}),
            ({"within": (MOMENT - 5 * DAY, MOMENT - DAY)}, {"tea was spoken of"}),
            (
                {"within": timedelta(days=4), "tiers": "episodic"},
                {"tea was spoken of"},
            ),
            ({"within": (None, MOMENT - 5 * DAY)}, {"tea_made: pot=tea"}),
            ({"types": "event", "within": (MOMENT - DAY, None)}, set()),
        ],
        ids=lambda value: str(sorted(value) if isinstance(value, set) else value),
    )
    def test_each(self, store: str, wishes: dict[str, Any], expected: set[str]) -> None:
        found = self.stocked(store).recall("tea", k=10, **wishes)
        assert set(contents(found.memories)) == expected

    @pytest.mark.parametrize(
        "wishes",
        [
            {"types": "rumour"},
            {"tiers": "deep"},
            {"subjects": "user..x"},
            {"within": 5},
            {"within": (MOMENT, MOMENT)},
            {"k": 0},
            {"k": True},
            {"k": 2.5},
            {"at": MOMENT.replace(tzinfo=None)},
            {"as_of": MOMENT.replace(tzinfo=None)},
            {"known_at": MOMENT.replace(tzinfo=None)},
        ],
        ids=str,
    )
    def test_what_cannot_be_asked(self, store: str, wishes: dict[str, Any]) -> None:
        (name,) = wishes
        with pytest.raises(InvalidInput) as refused:
            Scene(store).user().recall("tea", **wishes)
        named = {"types": "type", "tiers": "tier", "subjects": "subject"}.get(name, name)
        assert named in str(refused.value) or "window" in str(refused.value)

    def test_the_query_must_be_text(self, store: str) -> None:
        with pytest.raises(InvalidInput, match="query must be a string, got NoneType"):
            Scene(store).user().recall(None)  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        "query", ["NOT tea", '"tea', "tea:*", "a AND (tea", "t\0ea tea", "茶*"]
    )
    def test_a_query_is_data(self, store: str, query: str) -> None:
        memory = Scene(store).user()
        keep(memory, Claim(content="tea 茶叶"))
        assert contents(memory.recall(query).memories) == ["tea 茶叶"]


@on_both_stores
class TestHistory:
    def test_by_default_only_the_value_that_holds(self, store: str) -> None:
        scene = Scene(store)
        moved(scene.user())
        assert contents(scene.user().recall("Ada lives").memories) == ["Ada lives in Lisbon"]

    def test_with_superseded_ones_each_says_so_and_pays(self, store: str) -> None:
        scene = Scene(store)
        berlin, lisbon = moved(scene.user())
        answer = scene.user().recall("Ada lives", include_superseded=True)
        told = {item.memory.id: item for item in answer}
        assert set(told) == {berlin.id, lisbon.id}
        assert answer[0].memory.id == lisbon.id
        assert (told[berlin.id].verdict, told[lisbon.id].verdict) == ("replaced", "fresh")
        penalty = next(part for part in told[berlin.id].parts if part.name == "conflict")
        assert (penalty.value, penalty.contribution) == (1.0, -0.3)

    def test_a_change_to_come_has_replaced_nothing_yet(self, store: str) -> None:
        scene = Scene(store)
        memory = scene.user()
        memory.remember("Berlin", subject="user.location")
        memory.remember("Lisbon", subject="user.location", event_time=MOMENT + 30 * DAY)
        answer = memory.recall("Berlin", include_superseded=True)
        verdicts = {item.memory.content: item.verdict for item in answer}
        assert verdicts == {"Berlin": "fresh", "Lisbon": "fresh"}

    def test_what_was_known_then_is_told_as_it_was_known(self, store: str) -> None:
        scene = Scene(store)
        memory = scene.user()
        memory.remember("Berlin", subject="user.location")
        scene.clock.advance(30 * DAY)
        memory.remember("Lisbon", subject="user.location")
        (then,) = memory.recall("Berlin", known_at=MOMENT + DAY)
        assert (then.memory.content, then.verdict) == ("Berlin", "fresh")
        # A day after it was said: 0.95 · 0.95^(1/30)
        assert then.confidence == pytest.approx(0.948377, abs=1e-6)

    @pytest.mark.parametrize(("kind", "told"), [("preference", True), ("fact", False)])
    def test_a_preference_is_told_with_its_predecessor(
        self, store: str, kind: str, told: bool
    ) -> None:
        memory = Scene(store).user()
        memory.remember("tea", subject="user.drink", type=kind)
        memory.remember("coffee", subject="user.drink", type=kind)
        (found,) = memory.recall("drink")
        assert found.memory.content == "coffee"
        assert (found.predecessor is not None) == told
        if found.predecessor is not None:
            assert found.predecessor.content == "tea"

    def test_an_archived_one_only_if_it_is_asked_for(self, store: str) -> None:
        scene = Scene(store)
        (tea,) = keep(scene.user(), Claim(content="tea"))
        with scene.core.records.writing(scene.user().scope, ample()) as tx:
            tx.edit(replace(tea, status=Status.ARCHIVED))
        assert len(scene.user().recall("tea")) == 0
        assert contents(scene.user().recall("tea", include_archived=True).memories) == ["tea"]

    def test_the_turn_it_comes_from_is_named(self, store: str) -> None:
        memory = Scene(store).user(session="s1")
        memory.observe([{"role": "user", "content": "I live in Lisbon", "id": "t1"}])
        (found,) = memory.recall("Lisbon")
        assert found.turns == ("s1/t1",)
        keep(memory, Claim(content="unrelated"))
        assert memory.recall("unrelated")[0].turns == ()


@on_both_stores
class TestBothLanguages:
    @pytest.mark.parametrize(
        ("said", "query", "first"),
        [
            (
                ["My cat is called Miso", "I work at Acme", "I cycle to the office"],
                "what is the cat called?",
                0,
            ),
            (["我的猫叫味噌", "我在顶峰科技工作", "我骑车去办公室"], "猫叫什么？", 0),
            (
                ["我的猫叫味噌", "I work at Acme", "我骑车去办公室"],
                "where does she work, at Acme?",
                1,
            ),
        ],
    )
    def test_the_best_answer_is_first(
        self, store: str, said: list[str], query: str, first: int
    ) -> None:
        memory = Scene(store).user()
        keep(memory, *(Claim(content=content) for content in said))
        assert memory.recall(query)[0].memory.content == said[first]


@on_both_stores
class TestTraces:
    def test_every_step_is_there(self, store: str) -> None:
        scene = Scene(store)
        moved(scene.user())
        answer = scene.user().recall("where does Ada live?")
        trace = answer.trace
        assert (trace.query, trace.at, trace.form) == ("where does Ada live?", MOMENT, "weighted")
        names = {route.name for route in trace.routes}
        assert names == {"keyword", "subject", "recent", "vector"}
        assert [item.id for item in trace.scored] == [memory.id for memory in answer.memories]
        assert trace.injected == tuple(memory.id for memory in answer.memories)
        assert (trace.notes, trace.degraded) == ((), ())

    def test_the_answers_scores_are_the_traces(self, store: str) -> None:
        memory = Scene(store).user()
        keep(memory, *(Claim(content=f"tea {n}") for n in range(4)))
        answer = memory.recall("tea 2")
        for told, scored in zip(answer, answer.trace.scored, strict=True):
            assert (told.score, told.parts, told.verdict) == (
                scored.score,
                scored.parts,
                scored.verdict,
            )
            assert told.score == combined(told.parts, answer.trace.form)

    def test_as_data_it_is_json_and_can_leave_the_words_out(self, store: str) -> None:
        memory = Scene(store).user()
        keep(memory, Claim(content="a secret drink"), Claim(content="tea"))
        trace = memory.recall("a secret question yesterday?", k=1).trace
        told = json.dumps(trace.as_dict(), ensure_ascii=False)
        assert json.loads(told)["query"] == "a secret question yesterday?"
        assert "drink" not in told
        without = json.dumps(trace.as_dict(content=False))
        assert "secret" not in without

    def test_a_route_that_ranks_scores_by_place(self, store: str) -> None:
        memory = Scene(store, Settings(routes=RouteSettings(keyword=0, vector=0, recent=4))).user()
        keep(memory, *(Claim(content=f"n {n}") for n in range(4)))
        (recent,) = memory.recall("", k=1).trace.routes[-2:-1] or memory.recall("").trace.routes
        assert recent.name == "recent"
        assert [hit.score for hit in recent.hits] == [1.0, 0.75, 0.5, 0.25]


@st.composite
def memories(draw: st.DrawFn) -> list[tuple[Claim, bool]]:
    """Claims of all sorts, and whether a late index holds each."""
    claim = st.builds(
        lambda content, kind, subject, days, ends: Claim(
            content=content,
            type=kind,
            subject=subject if kind in ("fact", "preference") else None,
            event_time=None if days is None else MOMENT - days * DAY,
            ends=ends and kind == "fact" and subject is not None,
        ),
        st.sampled_from(["tea", "tea and milk", "coffee", "茶", "喝茶"]),
        st.sampled_from(["fact", "preference", "utterance", "event"]),
        st.sampled_from([None, "user.drink", "user.allergy"]),
        st.sampled_from([None, 0, 1, 2, 400]),
        st.booleans(),
    )
    return draw(st.lists(st.tuples(claim, st.booleans()), max_size=10))


class TestLaws:
    @given(
        memories(),
        st.sampled_from(["tea", "what did I drink yesterday?", "昨天喝茶", ""]),
        st.integers(1, 6),
        st.sampled_from(
            [{}, {"include_superseded": True}, {"types": "fact"}, {"as_of": MOMENT - DAY}]
        ),
    )
    def test_every_candidate_is_answered_or_left_out_once(
        self,
        drawn: list[tuple[Claim, bool]],
        query: str,
        k: int,
        wishes: dict[str, Any],
    ) -> None:
        held: list[LateIndex] = []

        def behind(index: Any) -> LateIndex:
            held.append(LateIndex(index))
            return held[0]

        scene = Scene(index=behind, embedder=PointingEncoder())
        memory = scene.user()
        for claim, late in drawn:
            change = memory.remember_many([claim])[0]
            if late and change.memory is not None:
                held[0].stale.append(change.memory.id)
        held[0].stale.append("never")
        answer = memory.recall(query, k=k, touch=False, **wishes)
        answered = {found.memory.id for found in answer}
        assert len(answered) == len(answer) <= k
        gone = left_out(answer)
        assert answered.isdisjoint(gone)
        assert answered | set(gone) == candidates(answer)
        assert {step for step, _ in gone.values()} <= {
            "load",
            "filter",
            "window",
            "conflicts",
            "rank",
        }
        ranked = [id for id, (step, _) in gone.items() if step == "rank"]
        assert len(answer) == k or not ranked
        again = memory.recall(query, k=k, touch=False, **wishes)
        assert [found.memory.id for found in again] == [found.memory.id for found in answer]
