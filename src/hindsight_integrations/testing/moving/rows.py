"""What stands at a place, and its rows: plain values, whose they are, in which order, of one state."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from datetime import timedelta

import pytest

from hindsight_integrations.errors import ConfigurationError
from hindsight_integrations.ports.moving import Origin, Stage
from hindsight_integrations.queries import Where
from hindsight_integrations.stores.tables import TABLES
from hindsight_integrations.testing.builders import ample
from hindsight_integrations.testing.fakes import FrozenClock
from hindsight_integrations.testing.moving.fixtures import (
    ANN,
    CHEN,
    SECRET,
    Ground,
    MovingFixtures,
    key_of,
    named,
)
from hindsight_integrations.testing.record_store.fixtures import put


class RowsPart(MovingFixtures):
    """What a source answers, and an untouched target."""

    # -- what is there -------------------------------------------------------------------

    def test_where_nothing_is_nothing_is_made_by_looking(self, bare: Ground) -> None:
        assert bare.moving.number() == 0
        with pytest.raises(ConfigurationError):
            bare.moving.origin()
        with closing(bare.moving.goal(SECRET)) as goal:
            assert goal.stage is Stage.NEW
        assert bare.moving.number() == 0

    def test_an_empty_memory_can_be_moved_and_moved_to(self, bare: Ground) -> None:
        bare.open().close()
        assert bare.moving.number() > 0
        with closing(bare.moving.origin()) as origin, origin.snapshot() as rows:
            assert (rows.model(), rows.users(0, 10), rows.marks([1])) == (self.model, [], {})
            assert {table: rows.count(table) for table in TABLES} == dict.fromkeys(TABLES, 0)
        with closing(bare.moving.goal(SECRET)) as goal:
            assert goal.stage is Stage.NEW

    def test_a_place_is_one_place_under_its_name(self, grounds: Callable[[], Ground]) -> None:
        one, other = grounds(), grounds()
        for ground in (one, other):
            ground.open().close()
        assert one.moving.site == one.moving.site
        assert one.moving.site != other.moving.site

    def test_the_secret_goes_with_the_hashes(self, lived: Ground, bare: Ground) -> None:
        bare.open().close()
        with closing(lived.moving.origin()) as origin, closing(bare.moving.origin()) as other:
            assert len(origin.secret) >= 16
            assert origin.secret != other.secret
            assert origin.where
        with closing(lived.moving.origin()) as again:
            assert again.secret == origin.secret

    def test_both_ends_may_be_closed_twice(self, lived: Ground, bare: Ground) -> None:
        for end in (lived.moving.origin(), bare.moving.goal(SECRET)):
            end.close()
            end.close()

    # -- rows ----------------------------------------------------------------------------

    def test_users_come_in_the_order_of_their_numbers(self, origin: Origin) -> None:
        with origin.snapshot() as rows:
            listed = rows.users(0, 100)
            assert listed == sorted(listed)
            assert min(user for user, _ in listed) >= 1
            assert sorted(records for _, records in listed) == [0, 2, 2]
            paged, after = list[tuple[int, int]](), 0
            while page := rows.users(after, 1):
                paged += page
                after = page[-1][0]
            assert paged == listed

    def test_rows_are_plain_values_by_user_andkey_of(self, origin: Origin) -> None:
        with origin.snapshot() as rows:
            told = self.all_of(rows)
            for table, spec in TABLES.items():
                assert rows.count(table) == len(told[table])
                keys = [key_of(table, row) for row in told[table]]
                assert keys == sorted(set(keys)), table
                for row in told[table]:
                    assert len(row) == len(spec.columns)
                    assert {type(value) for value in row} <= {str, int, float, bytes, type(None)}
                    flags = {value for name, value in named(table, row) if name in spec.flags}
                    assert flags <= {0, 1, None}
        assert all(told[table] for table in ("scopes", "records", "vectors", "postings", "turns"))
        assert all(told[table] for table in ("sessions", "dedup", "audit"))

    def test_rows_are_those_of_the_users_that_are_asked_for(self, origin: Origin) -> None:
        with origin.snapshot() as rows:
            users, whole = self.users(rows), self.all_of(rows)
            parts = [self.all_of(rows, [user]) for user in users]
            for table in TABLES:
                assert sorted(map(repr, whole[table])) == sorted(
                    repr(row) for part in parts for row in part[table]
                )
            assert self.all_of(rows, []) == {table: [] for table in TABLES}
            assert self.all_of(rows, [max(users) + 1]) == {table: [] for table in TABLES}

    def test_what_was_written_is_in_the_columns(self, origin: Origin) -> None:
        with origin.snapshot() as rows:
            told = self.all_of(rows)
        people = [dict(named("scopes", row)) for row in told["scopes"]]
        assert [(one["tenant"], one["user"]) for one in people if one["records"]] == [
            ("acme", "ann"),
            ("acme", "陈"),
        ]
        assert "ben" not in {one["user"] for one in people}  # who was erased has no name
        records = [dict(named("records", row)) for row in told["records"]]
        assert [one["content"] for one in records if one["id"] == "m2"] == ["爱喝茶", "爱喝茶"]
        assert {one["status"] for one in records} == {"active"}
        vectors = [dict(named("vectors", row))["vector"] for row in told["vectors"]]
        assert {len(vector) for vector in vectors} == {2 * 8}  # float16

    def test_equal_marks_are_equal_data(
        self, lived: Ground, origin: Origin, clock: FrozenClock
    ) -> None:
        with origin.snapshot() as rows:
            users = self.users(rows)
            before = rows.marks([*users, max(users) + 1])
            ann = self.number(rows, ANN)
        assert before.keys() == set(users)
        with closing(lived.open()) as store:
            store.touch(ANN, {"m2": 1}, clock() + timedelta(hours=1))
            touched = self.marks(origin, users)
            assert touched[ann].version == before[ann].version
            put(store, self.entry("m3", "Ann skis", ANN))
        written = self.marks(origin, users)
        assert before[ann] != touched[ann] != written[ann]
        assert written[ann].version > before[ann].version
        assert all(written[user] == before[user] for user in users if user != ann)
        assert self.marks(origin, users) == written

    def test_a_snapshot_is_one_state(self, lived: Ground, origin: Origin) -> None:
        with origin.snapshot() as rows, closing(lived.open()) as store:
            before = self.all_of(rows)
            put(store, self.entry("m3", "Ann skis", ANN))
            with store.writing(CHEN, ample()) as tx:
                tx.erase(Where(ids=("m2",)), reason="asked", actor=None)
            assert self.all_of(rows) == before
        with origin.snapshot() as rows:
            assert self.all_of(rows) != before
