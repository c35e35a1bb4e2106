"""Why a memory was used or not, in one call, and never for another user's."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from hindsight_integrations.errors import NotFound
from hindsight_integrations.records import Claim
from hindsight_integrations.settings import RouteSettings, Settings
from hindsight_integrations.testing import MOMENT
from hindsight_integrations.user_memory import UserMemory
from scene import (
    PointingEncoder,
    Scene,
    keep,
    moved,
    on_both_stores,
    utterance,
)

DAY = timedelta(days=1)


@on_both_stores
class TestExplanations:
    def stocked(self, store: str, **how: Any) -> tuple[Scene, UserMemory]:
        scene = Scene(store, **how)
        memory = scene.user()
        keep(memory, *(Claim(content=f"tea {n}") for n in range(4)))
        return scene, memory

    def test_used(self, store: str) -> None:
        _, memory = self.stocked(store)
        explained = memory.explain("tea 2", "m3")
        assert (explained.used, explained.rank, explained.reason) == (True, 1, "ranked 1 of 4")
        assert explained.scored is not None
        assert explained.scored.id == "m3"
        assert explained.routes["keyword"] == 1

    def test_ranked_below(self, store: str) -> None:
        _, memory = self.stocked(store)
        explained = memory.explain("tea 2", "m1", k=2)
        assert not explained.used
        assert explained.rank == 4
        assert explained.reason == "ranked 4 of 4; only the first 2 are answered"

    def test_filtered(self, store: str) -> None:
        scene = Scene(store)
        berlin, lisbon = moved(scene.user())
        explained = scene.user().explain("Ada lives", berlin.id)
        assert (explained.used, explained.rank, explained.scored) == (False, None, None)
        assert explained.reason == f"it was superseded by {lisbon.id}"

    def test_cut_off_by_a_window(self, store: str) -> None:
        memory = Scene(store).user()
        keep(
            memory,
            utterance("tea long ago", event_time=MOMENT - 60 * DAY),
            utterance("tea with Bob", event_time=MOMENT - DAY),
        )
        explained = memory.explain("tea yesterday", "m1")
        assert not explained.used
        assert explained.reason == "window: it happened outside the asked time"

    def test_repeating_another(self, store: str) -> None:
        memory = Scene(store).user()
        keep(memory, utterance("I drink tea"), Claim(content="I drink tea"))
        explained = memory.explain("tea", "m1")
        assert explained.reason == "conflicts: says the same as m2"

    def test_never_found(self, store: str) -> None:
        settings = Settings(routes=RouteSettings(recent=1, vector=1, keyword=1))
        encoder = PointingEncoder({"coffee": 90, "tea": 0, "tea again": 10})
        memory = Scene(store, settings, embedder=encoder).user()
        keep(memory, Claim(content="coffee"), Claim(content="tea"), Claim(content="tea again"))
        explained = memory.explain("tea", "m1", k=1)
        assert not explained.used
        assert explained.reason.startswith("no route found it (the last they took: keyword ")
        assert "vector 1.000" in explained.reason
        assert explained.routes == {}

    @pytest.mark.parametrize("whose", ["nobody's", "another user's", "another tenant's"])
    def test_an_id_that_is_not_the_users(self, store: str, whose: str) -> None:
        scene, memory = self.stocked(store)
        keep(scene.user("bob"), Claim(content="tea for Bob"))
        keep(scene.user("ada", tenant="other"), Claim(content="tea elsewhere"))
        id = {"nobody's": "m99", "another user's": "m5", "another tenant's": "m6"}[whose]
        with pytest.raises(NotFound, match=f"no memory {id} of this user"):
            memory.explain("tea", id)

    def test_every_candidate_agrees_with_the_recall(self, store: str) -> None:
        _, memory = self.stocked(store)
        answer = memory.recall("tea 2", k=2, touch=False)
        for place, id in enumerate([item.id for item in answer.trace.scored], 1):
            explained = memory.explain("tea 2", id, k=2)
            assert (explained.rank, explained.used) == (place, place <= 2)
