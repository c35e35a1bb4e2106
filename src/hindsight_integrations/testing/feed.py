"""The contract of an outbox, as a suite that a record store's author subclasses; it knows no store.

::

    class TestMyFeed(FeedContract):
        @pytest.fixture
        def store(self, clock):
            return MyStore(clock=clock, dimensions=self.dimensions)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, Protocol

import numpy as np
import pytest

from hindsight_integrations.ports import (
    Backlog,
    Changes,
    Claim,
    Entry,
    Feed,
    Held,
    RecordStore,
)
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Scope, Status
from hindsight_integrations.stores.labels import labels_of
from hindsight_integrations.testing.builders import (
    ample,
    direction,
    make_entry,
    make_memory,
    make_scope,
)
from hindsight_integrations.testing.fakes import FrozenClock

ALL = Where()
ANN, BEN = make_scope("ann"), make_scope("ben")
#: How long claims of these tests last, in seconds.
LEASE = 60.0


class FedStore(RecordStore, Protocol):
    """A record store with an outbox."""

    @property
    def feed(self) -> Feed: ...


class FeedContract:
    """Every promise of :class:`~hindsight_integrations.ports.Feed` as a test.

    A subclass provides the fixture ``store``: empty, reading the fixture ``clock``, with no
    index attached and vectors of ``dimensions``.
    """

    dimensions = 8

    @pytest.fixture
    def clock(self) -> FrozenClock:
        """The clock that the store under test must be given."""
        return FrozenClock()

    @pytest.fixture
    def store(self, clock: FrozenClock) -> FedStore:
        raise NotImplementedError("a subclass of the suite provides the fixture 'store'")

    @pytest.fixture
    def feed(self, store: FedStore) -> Feed:
        """The outbox of a store that feeds an index."""
        store.feed.attach("points", ample())
        return store.feed

    def entry(self, id: str, degrees: float = 0.0, *, scope: Scope = ANN, **fields: Any) -> Entry:
        vector = direction(degrees, self.dimensions)
        return make_entry(make_memory(id, f"words of {id}", scope=scope, **fields), vector=vector)

    def put(self, store: RecordStore, *entries: Entry) -> None:
        with store.writing(entries[0].memory.scope, ample()) as write:
            for entry in entries:
                write.put(entry)

    def erase(self, store: RecordStore, scope: Scope, *ids: str) -> None:
        with store.writing(scope, ample()) as write:
            write.erase(Where(ids=ids), reason="asked", actor=None)

    def interrupted(self, store: RecordStore) -> None:
        with store.writing(ANN, ample()) as write:
            write.put(self.entry("m1"))
            raise KeyError

    def one(self, feed: Feed, scope: Scope = ANN) -> Claim:
        (claim,) = feed.claim(10, LEASE, ample(), scope=scope)
        return claim

    def changes(self, feed: Feed, scope: Scope = ANN) -> Changes:
        return feed.changes(self.one(feed, scope), 0, 100, ample())

    def tell(self, feed: Feed) -> None:
        """Say of everybody who is due that the index knows all."""
        claims = feed.claim(100, LEASE, ample())
        feed.told(
            [(claim, feed.changes(claim, 0, 1, ample()).version) for claim in claims], ample()
        )

    def unfed(self, feed: Feed, where: Where = ALL, **how: Any) -> list[str]:
        asked: dict[str, Any] = {"limit": 100, "whole": False, "scope": ANN} | how
        return feed.unfed(asked.pop("scope"), where, deadline=ample(), **asked).ids

    def test_without_an_index_nothing_is_kept(self, store: FedStore) -> None:
        self.put(store, self.entry("m1"))
        assert store.feed.attached(ample()) is None
        assert store.feed.backlog(ample()) == Backlog(0, 0)
        assert store.feed.claim(10, LEASE, ample()) == []

    def test_an_index_that_is_attached_is_told_of_all_there_is(self, store: FedStore) -> None:
        self.put(store, self.entry("m1"))
        self.put(store, self.entry("m2", scope=BEN))
        store.feed.attach("points", ample())
        assert store.feed.attached(ample()) == "points"
        assert store.feed.backlog(ample()) == Backlog(2, 0)
        walls = {claim.wall for claim in store.feed.claim(10, LEASE, ample())}
        assert walls == {store.feed.wall(ANN), store.feed.wall(BEN)}
        assert len(walls) == 2

    def test_a_change_is_there_once_it_is_kept_and_not_before(
        self, store: FedStore, feed: Feed
    ) -> None:
        with store.writing(ANN, ample()) as write:
            write.put(self.entry("m1"))
            write.put(self.entry("m2"))
        assert feed.backlog(ample()) == Backlog(1, 0)
        self.tell(feed)
        assert feed.backlog(ample()) == Backlog(0, 0)

    def test_what_is_rolled_back_is_not_told(self, store: FedStore, feed: Feed) -> None:
        with pytest.raises(KeyError):
            self.interrupted(store)
        assert feed.backlog(ample()) == Backlog(0, 0)

    def test_a_point_is_the_record_without_its_words(self, store: FedStore, feed: Feed) -> None:
        entry = self.entry(
            "m1", 60, scope=make_scope("ann", session="s:1", agent="a"), subject_key="user.tea",
            tags=("甜", "b"), payload={"event_type": "order"}, source_turn="t1",
        )  # fmt: skip
        self.put(store, entry)
        (point,) = self.changes(feed).puts
        assert (point.id, point.wall) == ("m1", feed.wall(ANN))
        assert point.labels == labels_of(entry.memory)
        assert point.vector.dtype == np.float32
        assert point.vector == pytest.approx(direction(60, self.dimensions), abs=1e-3)

    def test_two_users_records_of_one_id_have_two_keys(self, store: FedStore, feed: Feed) -> None:
        self.put(store, self.entry("m1"))
        self.put(store, self.entry("m1", scope=BEN))
        (anns,), (bens,) = self.changes(feed, ANN).puts, self.changes(feed, BEN).puts
        assert anns.key != bens.key

    def test_a_change_is_told_again_with_a_later_version(self, store: FedStore, feed: Feed) -> None:
        self.put(store, self.entry("m1"), self.entry("m2", 90))
        self.tell(feed)
        with store.writing(ANN, ample()) as write:
            memory = write.get(["m2"])["m2"]
            write.edit(replace(memory, status=Status.SUPERSEDED))
        claim = self.one(feed)
        changes = feed.changes(claim, 0, 100, ample())
        assert [(p.id, p.labels.status) for p in changes.puts] == [("m2", "superseded")]
        assert changes.puts[0].version > claim.fed
        assert changes.version >= changes.puts[0].version
        assert changes.drops == []

    def test_what_was_erased_is_to_be_dropped(self, store: FedStore, feed: Feed) -> None:
        self.put(store, self.entry("m1"), self.entry("m2"))
        keys = {point.id: point.key for point in self.changes(feed).puts}
        self.erase(store, ANN, "m1")
        feed.attach("points", ample())  # the claim above holds the user: begin anew
        changes = self.changes(feed)
        assert [point.id for point in changes.puts] == ["m2"]
        assert changes.drops == [keys["m1"]]

    def test_what_has_no_vector_or_is_over_is_to_be_dropped(
        self, store: FedStore, feed: Feed, clock: FrozenClock
    ) -> None:
        over = clock() + timedelta(hours=1)
        self.put(
            store,
            make_entry(make_memory("bare", scope=ANN)),
            self.entry("brief", expires_at=over),
            self.entry("m1"),
        )
        clock.advance(timedelta(hours=2))
        changes = self.changes(feed)
        assert [point.id for point in changes.puts] == ["m1"]
        assert len(changes.drops) == 2

    def test_many_changes_come_in_pages(self, store: FedStore, feed: Feed) -> None:
        self.put(store, *(self.entry(f"m{n}") for n in range(5)))
        claim, seen, after = self.one(feed), list[str](), 0
        for expected in (2, 2, 1):
            changes = feed.changes(claim, after, 2, ample())
            assert len(changes.puts) == expected
            seen += [point.id for point in changes.puts]
            after = changes.after or 0
        assert sorted(seen) == ["m0", "m1", "m2", "m3", "m4"]
        assert after == 0

    def test_a_user_is_taken_on_by_one_until_the_time_is_over(
        self, store: FedStore, feed: Feed, clock: FrozenClock
    ) -> None:
        self.put(store, self.entry("m1"))
        self.put(store, self.entry("m2", scope=BEN))
        first = feed.claim(1, LEASE, ample())
        second = feed.claim(10, LEASE, ample())
        assert len(first) == len(second) == 1
        assert first[0].wall != second[0].wall
        assert feed.claim(10, LEASE, ample()) == []
        clock.advance(timedelta(seconds=LEASE - 1))
        assert feed.claim(10, LEASE, ample()) == []
        clock.advance(timedelta(seconds=1))
        assert len(feed.claim(10, LEASE, ample())) == 2

    def test_one_user_can_be_asked_for(self, store: FedStore, feed: Feed) -> None:
        self.put(store, self.entry("m1"))
        self.put(store, self.entry("m2", scope=BEN))
        assert feed.backlog(ample(), scope=BEN) == Backlog(1, 0)
        assert self.one(feed, BEN).wall == feed.wall(BEN)
        assert feed.claim(10, LEASE, ample(), scope=BEN) == []
        assert feed.claim(10, LEASE, ample(), scope=make_scope("nobody")) == []
        assert feed.backlog(ample(), scope=make_scope("nobody")) == Backlog(0, 0)

    def test_what_was_written_while_telling_waits(self, store: FedStore, feed: Feed) -> None:
        self.put(store, self.entry("m1"))
        claim = self.one(feed)
        known = feed.changes(claim, 0, 100, ample()).version
        self.put(store, self.entry("m2"))
        feed.told([(claim, known)], ample())
        assert feed.backlog(ample()) == Backlog(1, 0)
        assert [point.id for point in self.changes(feed).puts] == ["m2"]

    def test_an_older_telling_takes_nothing_back(
        self, store: FedStore, feed: Feed, clock: FrozenClock
    ) -> None:
        """A feeder that was slow beyond its lease comes after the one that took over."""
        self.put(store, self.entry("m1"))
        slow = self.one(feed)
        old = feed.changes(slow, 0, 100, ample()).version
        self.put(store, self.entry("m2"))
        clock.advance(timedelta(seconds=LEASE))
        quick = self.one(feed)
        feed.told([(quick, feed.changes(quick, 0, 100, ample()).version)], ample())
        feed.told([(slow, old)], ample())
        assert feed.backlog(ample()) == Backlog(0, 0)

    def test_what_failed_is_due_later(
        self, store: FedStore, feed: Feed, clock: FrozenClock
    ) -> None:
        self.put(store, self.entry("m1"))
        feed.failed([self.one(feed)], 30.0, ample())
        assert feed.backlog(ample()) == Backlog(1, 1)
        clock.advance(timedelta(seconds=29))
        assert feed.claim(10, LEASE, ample()) == []
        clock.advance(timedelta(seconds=1))
        claim = self.one(feed)
        assert claim.attempts == 1
        feed.told([(claim, feed.changes(claim, 0, 100, ample()).version)], ample())
        assert feed.backlog(ample()) == Backlog(0, 0)

    def test_unfed_is_what_the_index_was_not_told(self, store: FedStore, feed: Feed) -> None:
        self.put(store, self.entry("m1"), self.entry("m2", 60))
        assert sorted(self.unfed(feed)) == ["m1", "m2"]
        self.tell(feed)
        assert self.unfed(feed) == []
        self.put(store, self.entry("m3", 60, subject_key="user.tea"))
        assert self.unfed(feed) == ["m3"]
        assert self.unfed(feed, Where.of(subjects="user.coffee")) == []
        assert self.unfed(feed, scope=BEN) == []
        assert sorted(self.unfed(feed, whole=True)) == ["m1", "m2", "m3"]
        answer = feed.unfed(ANN, ALL, limit=10, whole=False, deadline=ample())
        assert answer.vectors[0] == pytest.approx(direction(60, self.dimensions), abs=1e-3)
        assert not answer.cut

    def test_of_much_that_is_unfed_the_last_written_is_answered(
        self, store: FedStore, feed: Feed
    ) -> None:
        self.put(store, *(self.entry(f"m{n}") for n in range(5)))
        answer = feed.unfed(ANN, ALL, limit=2, whole=False, deadline=ample())
        assert (sorted(answer.ids), answer.cut) == (["m3", "m4"], True)
        assert answer.vectors.shape == (2, self.dimensions)

    def test_where_no_index_is_fed_all_is_unfed(self, store: FedStore, feed: Feed) -> None:
        """Another process may have let the index go while this one still asks it."""
        self.put(store, self.entry("m1"))
        self.tell(feed)
        feed.attach(None, ample())
        assert feed.attached(ample()) is None
        self.put(store, self.entry("m2"))
        assert sorted(self.unfed(feed)) == ["m1", "m2"]
        assert feed.backlog(ample()) == Backlog(0, 0)

    def test_vectors_are_those_of_the_users_living_matching_records(
        self, store: FedStore, feed: Feed, clock: FrozenClock
    ) -> None:
        over = clock() + timedelta(hours=1)
        self.put(store, self.entry("m1", 60), self.entry("brief", expires_at=over))
        self.put(store, self.entry("theirs", scope=BEN))
        clock.advance(timedelta(hours=2))
        asked = ["m1", "brief", "theirs", "nothing"]
        found = feed.vectors(ANN, asked, ALL, ample())
        assert list(found) == ["m1"]
        assert found["m1"] == pytest.approx(direction(60, self.dimensions), abs=1e-3)
        assert feed.vectors(ANN, ["m1"], Where.of(statuses="superseded"), ample()) == {}
        assert feed.vectors(ANN, [], ALL, ample()) == {}

    def test_every_record_that_the_index_should_know(self, store: FedStore, feed: Feed) -> None:
        self.put(store, *(self.entry(f"m{n}") for n in range(3)))
        self.put(store, make_entry(make_memory("bare", scope=ANN)))
        self.put(store, self.entry("b1", scope=BEN))
        self.tell(feed)
        assert self.every(feed, 2) == ["b1", "m0", "m1", "m2"]
        self.put(store, self.entry("b2", scope=BEN))  # of Ben the index does not know all
        assert self.every(feed, 2) == ["m0", "m1", "m2"]

    def every(self, feed: Feed, limit: int) -> list[str]:
        ids, after = list[str](), 0
        while True:
            points, following = feed.every(after, limit, ample())
            assert len(points) <= limit
            ids += [point.id for point in points]
            if following is None:
                return sorted(ids)
            after = following

    def test_known_are_living_records_of_that_very_user(self, store: FedStore, feed: Feed) -> None:
        self.put(store, self.entry("m1"), self.entry("m2"))
        self.put(store, make_entry(make_memory("bare", scope=ANN)))
        self.erase(store, ANN, "m2")
        wall, other = feed.wall(ANN), feed.wall(BEN)
        held = self.held((wall, "m1"), (wall, "m2"), (wall, "bare"), (other, "m1"), ("ünfug", "m1"))
        assert feed.known(held, ample()) == {"k0"}
        assert feed.known([], ample()) == set()

    @staticmethod
    def held(*named: tuple[str, str]) -> Sequence[Held]:
        return [Held(f"k{place}", wall, id, 1) for place, (wall, id) in enumerate(named)]
