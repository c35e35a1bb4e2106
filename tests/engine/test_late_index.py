"""An index that lags behind: whatever it answers, only what the record store confirms is shown, and every refusal is told."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from hindsight_integrations.records import Claim, MemoryType
from scene import (
    LateIndex,
    PointingEncoder,
    Scene,
    contents,
    keep,
    left_out,
    moved,
    on_both_stores,
    utterance,
)

DAY = timedelta(days=1)


@on_both_stores
class TestALateIndex:
    """An index is advice; the record store decides what may be shown."""

    def late(self, store: str, **how: Any) -> tuple[Scene, LateIndex]:
        held: list[LateIndex] = []

        def behind(index: Any) -> LateIndex:
            held.append(LateIndex(index))
            return held[0]

        scene = Scene(store, index=behind, **how)
        return scene, held[0]

    def test_a_superseded_value(self, store: str) -> None:
        scene, index = self.late(store)
        berlin, lisbon = moved(scene.user())
        index.stale = [berlin.id]
        answer = scene.user().recall("where does Ada live?")
        assert [memory.id for memory in answer.memories] == [lisbon.id]
        assert left_out(answer) == {berlin.id: ("filter", f"it was superseded by {lisbon.id}")}

    def test_what_was_deleted_or_never_written(self, store: str) -> None:
        scene, index = self.late(store)
        (gone, kept) = keep(scene.user(), Claim(content="tea"), Claim(content="tea with milk"))
        scene.user().forget(gone.id, reason="asked")
        index.stale = [gone.id, "never"]
        answer = scene.user().recall("tea")
        assert [memory.id for memory in answer.memories] == [kept.id]
        found = left_out(answer)
        assert {step for step, _ in found.values()} == {"load"}
        assert set(found) == {gone.id, "never"}
        assert all("not in the record store" in reason for _, reason in found.values())

    @pytest.mark.parametrize("other", [{"name": "bob"}, {"name": "ada", "tenant": "other"}])
    def test_another_users(self, store: str, other: dict[str, str]) -> None:
        scene, index = self.late(store)
        (foreign,) = keep(scene.user(**other), Claim(content="tea, the secret one"))
        keep(scene.user(), Claim(content="tea"))
        index.stale = [foreign.id]
        answer = scene.user().recall("tea")
        assert contents(answer.memories) == ["tea"]
        assert left_out(answer)[foreign.id][0] == "load"

    def test_what_was_said_to_hold_no_longer(self, store: str) -> None:
        scene, index = self.late(store)
        (nuts,) = keep(scene.user(), Claim(content="nuts", subject="user.allergy"))
        keep(scene.user(), Claim(content="nuts", subject="user.allergy", ends=True))
        index.stale = [nuts.id]
        answer = scene.user().recall("nuts")
        assert len(answer) == 0
        assert left_out(answer)[nuts.id] == ("filter", "it is expired")

    def test_what_the_caller_did_not_ask_for(self, store: str) -> None:
        scene, index = self.late(store)
        task, fact = keep(
            scene.user(),
            Claim(content="tea: buy", type=MemoryType.TASK),
            Claim(content="tea"),
        )
        index.stale = [task.id]
        answer = scene.user().recall("tea", types="fact")
        assert [memory.id for memory in answer.memories] == [fact.id]
        assert left_out(answer) == {task.id: ("filter", "its type is task")}

    def test_k_is_exact_nevertheless(self, store: str) -> None:
        scene, index = self.late(store)
        berlin, _ = moved(scene.user())
        index.stale = [berlin.id, "never", "gone"]
        keep(scene.user(), *(Claim(content=f"Ada lives well {n}") for n in range(8)))
        for k in (1, 3, 9):
            assert len(scene.user().recall("Ada lives", k=k)) == k

    def test_a_stale_double_does_not_hide_what_may_be_shown(self, store: str) -> None:
        scene, index = self.late(store)
        fact, said = keep(scene.user(), Claim(content="I drink tea"), utterance("I drink tea"))
        index.stale = [fact.id]
        answer = scene.user().recall("tea", types="utterance")
        assert [memory.id for memory in answer.memories] == [said.id]
        assert left_out(answer) == {fact.id: ("filter", "its type is fact")}

    def test_explanations_count_only_what_may_be_shown(self, store: str) -> None:
        # The stale one is nearest by far, so it is scored first: 0.5 for the best > 0.3.
        scene, index = self.late(store, embedder=PointingEncoder({"Berlin": 0}))
        berlin, lisbon = moved(scene.user())
        index.stale = [berlin.id]
        assert scene.user().recall("Berlin").trace.scored[0].id == berlin.id
        used = scene.user().explain("Berlin", lisbon.id, k=1)
        assert (used.used, used.rank, used.reason) == (True, 1, "ranked 1 of 1")
        stale = scene.user().explain("Berlin", berlin.id, k=1)
        assert not stale.used
        assert stale.reason == f"filter: it was superseded by {lisbon.id}"
        assert stale.routes == {"vector": 1}
