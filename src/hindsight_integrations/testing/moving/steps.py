"""A move step by step: what is taken over, who may open it meanwhile, what a target is refused for."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import pytest

from hindsight_integrations.errors import ConfigurationError, HindsightError, StoreError
from hindsight_integrations.ports import RecordStore
from hindsight_integrations.ports.moving import Goal, Origin, Stage
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Scope
from hindsight_integrations.stores.tables import TABLES
from hindsight_integrations.testing.builders import ample, make_memory, make_scope
from hindsight_integrations.testing.moving.fixtures import (
    ANN,
    EVERYBODY,
    SECRET,
    Ground,
    MovingFixtures,
)
from hindsight_integrations.testing.record_store.fixtures import get, put


class StepsPart(MovingFixtures):
    """What a target takes, keeps and refuses."""

    def test_what_is_taken_over_is_the_same_memory(
        self, lived: Ground, origin: Origin, bare: Ground
    ) -> None:
        self.moved(origin, bare)
        with closing(bare.moving.origin()) as other, other.snapshot() as there:
            with origin.snapshot() as here:
                users = self.users(here)
                assert self.all_of(there) == self.all_of(here)
                assert there.marks(users) == here.marks(users)
                assert there.model() == here.model()
            assert other.secret == origin.secret
        with closing(lived.open()) as one, closing(bare.open()) as two:
            for scope in EVERYBODY:
                assert self.told(two, scope) == self.told(one, scope)

    def told(self, store: RecordStore, scope: Scope) -> list[Any]:
        """What a reader of the store sees of a user."""
        with store.reading(scope, ample()) as read:
            found = read.find(Where())
            vectors = read.vectors([memory.id for memory in found])
            return [
                found,
                {id: vector.tolist() for id, vector in vectors.items()},
                [read.turns(session) for session in ("s1", None)],
                [read.shown(session) for session in read.transcripts()],
                read.keyword(["爱喝茶"], Where(), limit=9),
                read.version(),
            ]

    def test_life_goes_on_after_a_move(self, origin: Origin, bare: Ground) -> None:
        """Numbers go on after those that were copied: nothing is written over."""
        self.moved(origin, bare)
        dora = make_scope("dora")
        with closing(bare.open()) as store:
            before = self.told(store, ANN)[0]
            put(store, self.entry("m1", "Dora skis", dora))
            put(store, self.entry("m9", "Ann skis", ANN))
            with store.writing(dora, ample()) as tx:
                tx.erase(Where(ids=("m1",)), reason="asked", actor=None)
            assert [m for m in self.told(store, ANN)[0] if m.id != "m9"] == before
            assert get(store, make_memory("m1", scope=dora)) is None
        with (
            closing(bare.moving.origin()) as other,
            other.snapshot() as rows,
            origin.snapshot() as was,
        ):
            assert max(self.users(rows)) > max(self.users(was))
            assert rows.count("audit") > was.count("audit")

    def test_nobody_opens_what_is_not_done(self, origin: Origin, bare: Ground) -> None:
        with closing(bare.moving.goal(origin.secret)) as goal:
            goal.begin(self.model)
            self.copy(origin, goal)
            for use in (bare.open, bare.moving.origin):
                with pytest.raises(HindsightError):
                    use()
        with closing(bare.moving.goal(origin.secret)) as goal:
            assert goal.stage is Stage.BEGUN
            goal.begin(self.model)
            with goal.snapshot() as there, origin.snapshot() as here:
                assert self.all_of(there) == self.all_of(here)  # what was taken over stays
            goal.finish(replaced=False)
        bare.open().close()

    def broken(self, origin: Origin, goal: Goal) -> None:
        with origin.snapshot() as rows, goal.taking() as taking:
            self.add(rows, taking, self.users(rows))
            raise KeyError

    def test_a_step_is_whole_or_nothing(self, origin: Origin, bare: Ground) -> None:
        with closing(bare.moving.goal(origin.secret)) as goal:
            goal.begin(self.model)
            with pytest.raises(KeyError):
                self.broken(origin, goal)
            with goal.snapshot() as there:
                assert {there.count(table) for table in TABLES} == {0}

    def test_who_is_dropped_is_dropped_wholly_and_alone(self, origin: Origin, bare: Ground) -> None:
        with closing(bare.moving.goal(origin.secret)) as goal:
            goal.begin(self.model)
            self.copy(origin, goal)
            with origin.snapshot() as rows:
                ann, others = self.number(rows, ANN), self.users(rows)
                others.remove(ann)
                expected = self.all_of(rows, others)
            with goal.taking() as taking:
                taking.drop([ann])
                assert self.all_of(taking, [ann]) == {table: [] for table in TABLES}
            with goal.snapshot() as there:
                assert self.all_of(there) == expected
                assert self.users(there) == others
            self.copy(origin, goal, [ann])
            with goal.snapshot() as there, origin.snapshot() as here:
                assert self.all_of(there) == self.all_of(here)

    def test_of_two_moves_to_one_place_the_later_goes_on(
        self, origin: Origin, bare: Ground
    ) -> None:
        with closing(bare.moving.goal(origin.secret)) as first:
            first.begin(self.model)
            with closing(bare.moving.goal(origin.secret)) as second:
                second.begin(self.model)
                with pytest.raises(StoreError), first.taking() as taking:
                    taking.drop([1])
                with pytest.raises(StoreError):
                    first.finish(replaced=False)
                self.copy(origin, second)
                second.finish(replaced=True)
        bare.open().close()

    def test_another_model_is_taken_over(self, origin: Origin, bare: Ground) -> None:
        with closing(bare.moving.goal(origin.secret)) as goal:
            for model in (("other-model", 8), None):
                goal.begin(model)
                with goal.snapshot() as rows:
                    assert rows.model() == model

    # -- what a target is refused for -----------------------------------------------------

    def test_a_target_that_was_moved_to_can_be_moved_to_again(
        self, origin: Origin, bare: Ground
    ) -> None:
        self.moved(origin, bare)
        with closing(bare.moving.goal(origin.secret)) as goal:
            assert goal.stage is Stage.DONE
        self.moved(origin, bare)
        with (
            closing(bare.moving.origin()) as other,
            other.snapshot() as there,
            origin.snapshot() as here,
        ):
            assert self.all_of(there) == self.all_of(here)

    def test_another_memory_is_left_alone(
        self, lived: Ground, origin: Origin, bare: Ground
    ) -> None:
        with closing(bare.open()) as store:
            put(store, self.entry("m1", "Ann skis", ANN))
        for ground, secret in ((bare, origin.secret), (lived, SECRET), (lived, origin.secret)):
            with pytest.raises(ConfigurationError):
                ground.moving.goal(secret)
        with closing(bare.open()) as store:
            kept = get(store, make_memory("m1", scope=ANN))
            assert kept is not None
            assert kept.content == "Ann skis"

    def test_a_target_with_a_life_of_its_own_is_not_undone(
        self, origin: Origin, bare: Ground
    ) -> None:
        self.moved(origin, bare)
        with closing(bare.open()) as store:
            put(store, self.entry("m9", "Ann skis", ANN))
        with pytest.raises(ConfigurationError):
            bare.moving.goal(origin.secret)
        with closing(bare.open()) as store:
            assert get(store, make_memory("m9", scope=ANN)) is not None
