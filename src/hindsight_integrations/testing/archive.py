"""The contract of an archive, as a suite that its author subclasses; it knows no archive.

::

    class TestMyArchive(ArchiveContract):
        @pytest.fixture
        def archive(self):
            return MyArchive(..., identity=self.identity)
"""

from __future__ import annotations

import itertools
import os
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations.errors import DeadlineExceeded, StoreError
from hindsight_integrations.ports import Archive, Cold, Deadline
from hindsight_integrations.records import Memory, Scope
from hindsight_integrations.stores.identity import Identity
from hindsight_integrations.testing.builders import (
    MOMENT,
    ample,
    direction,
    make_memory,
    make_scope,
)
from hindsight_integrations.testing.generated import AWKWARD, examined, fresh_scope, memories

ANN = make_scope("ann")
HOUR = timedelta(hours=1)
#: Subjects that a file system may take for something else, cut off, or fold together.
SUBJECTS = (
    None, "_", "user.location", "user.locations", "user.location.city", "user.喜好.饮料", "con",
    "nul.a", "com1", "a" * 200, "a" * 199 + "b", "汉" * 150, "-", "--help", "user.e\u0301",
    "user.é", "x_y", "x-y",
)  # fmt: skip


def cold(id: str = "m1", content: str = "Ann likes tea", /, **fields: Any) -> Cold:
    return Cold(make_memory(id, content, **fields))


class ArchiveContract:
    """Every promise of :class:`~hindsight_integrations.ports.Archive` as a test.

    A subclass provides the fixture ``archive``: an empty archive for the records of the store
    of ``identity``.
    """

    identity = Identity(b"the secret of the suite")

    @pytest.fixture
    def archive(self) -> Archive:
        """An empty archive; a subclass provides (and closes) it."""
        raise NotImplementedError("a subclass of the suite provides the fixture 'archive'")

    def put(
        self, archive: Archive, *records: Cold, scope: Scope = ANN, now: datetime = MOMENT
    ) -> dict[str, str]:
        """Put ``records``; their places by id."""
        places = archive.put(scope, records, now=now, deadline=ample())
        assert len(places) == len(records)
        return {record.memory.id: at for record, at in zip(records, places, strict=True)}

    def told(
        self, archive: Archive, places: dict[str, str], *, scope: Scope = ANN
    ) -> dict[str, str]:
        """What the records at ``places`` say; an error by its kind."""
        found = archive.get(scope, places, ample())
        assert found.keys() == places.keys()
        return {
            id: kept.memory.content if isinstance(kept, Cold) else type(kept).__name__
            for id, kept in found.items()
        }

    def wall(self, scope: Scope = ANN) -> str:
        return self.identity.scope(scope).hex()

    def test_nothing_is_there(self, archive: Archive) -> None:
        assert archive.put(ANN, [], now=MOMENT, deadline=ample()) == []
        assert archive.get(ANN, {}, ample()) == {}
        assert archive.walls(ample()) == []
        assert archive.sweep(self.wall(), named=(), before=MOMENT, deadline=ample()) == 0
        archive.drop(ANN, [], ample())
        archive.erase(ANN, ["m1"], ample())
        archive.erase(ANN, None, ample())
        assert archive.health(ample())["kind"]

    def test_a_record_comes_back_as_it_was(self, archive: Archive) -> None:
        memory = make_memory(
            "m1",
            '她说：我搬到了里斯本 😀\r\n\t "quoted" \\ \'',
            scope=make_scope("ann", agent="助手", session="s/1 会话"),
            subject_key="user.地点",
            payload={"value": "里斯本", "deep": [1, 1.5, None, True, {"a": ["\ufffd", ""]}]},
            tags=("红", 'a"b'),
            source="tool",
            source_turn="s1/3",
            said_again=("s1/5",),
            status="superseded",
            status_reason="a later value took its place",
            superseded_by="m2",
            supersedes="m0",
            contradicted_by="m3",
            event_time=MOMENT - HOUR,
            valid_to=MOMENT + timedelta(microseconds=1),
            retired_at=MOMENT + HOUR,
            last_accessed_at=MOMENT,
            access_count=7,
            helpful=False,
            pinned=True,
            importance=0.1,
            confidence=1 / 3,
            priority=-2,
            dedup_key="key 一",
            sequence=12,
        )
        places = self.put(archive, Cold(memory, direction(30), "model-8"))
        (back,) = archive.get(ANN, places, ample()).values()
        assert isinstance(back, Cold)
        assert back.memory == memory
        assert back.memory.scope == memory.scope
        assert back.model == "model-8"
        assert back.vector is not None
        assert back.vector.dtype == np.float32
        assert back.vector.tolist() == direction(30).astype(np.float16).tolist()

    @examined
    @given(data=st.data())
    def test_whatever_is_kept_comes_back(self, archive: Archive, data: st.DataObject) -> None:
        scope = fresh_scope()
        id = data.draw(st.sampled_from((*AWKWARD, "r1")))
        memory: Memory = data.draw(memories(id, scope))
        places = self.put(archive, Cold(memory), scope=scope)
        assert archive.get(scope, places, ample()) == {id: Cold(memory)}

    def test_many_records_are_put_at_once(self, archive: Archive) -> None:
        records = [cold(f"m{n}", f"number {n} 号", sequence=n) for n in range(300)]
        places = self.put(archive, *records)
        assert len(set(places.values())) == 300
        found = archive.get(ANN, places, ample())
        assert list(found.values()) == records
        archive.drop(ANN, list(places.values())[:299], ample())
        assert [said for said in self.told(archive, places).values() if said != "StoreError"] == [
            "number 299 号"
        ]

    def test_a_place_is_new_each_time(self, archive: Archive) -> None:
        """So the removal of an earlier object never reaches a later one."""
        first, second = (self.put(archive, cold("m1", word)) for word in ("one", "two"))
        assert first != second
        archive.drop(ANN, first.values(), ample())
        assert self.told(archive, first) == {"m1": "StoreError"}
        assert self.told(archive, second) == {"m1": "two"}
        archive.drop(ANN, first.values(), ample())

    def test_an_object_answers_for_its_own_record_alone(self, archive: Archive) -> None:
        places = self.put(archive, cold("m1"))
        assert self.told(archive, {"m2": places["m1"]}) == {"m2": "StoreError"}

    @pytest.mark.parametrize(
        "place", ["", "nowhere", "..", "../x", "/etc/passwd", "a/../../b", "*", "*/*"]
    )
    def test_a_place_leads_to_nothing_but_an_object(self, archive: Archive, place: str) -> None:
        kept = self.put(archive, cold("m1"))
        assert self.told(archive, {"m1": place}) == {"m1": "StoreError"}
        archive.drop(ANN, [place], ample())
        assert self.told(archive, kept) == {"m1": "Ann likes tea"}

    @pytest.mark.parametrize(
        ("one", "two"), list(itertools.pairwise(SUBJECTS)), ids=lambda name: f"{name}"[:12]
    )
    def test_subjects_do_not_meet(self, archive: Archive, one: str | None, two: str | None) -> None:
        places = self.put(
            archive, cold("m1", "one", subject_key=one), cold("m2", "two", subject_key=two)
        )
        assert self.told(archive, places) == {"m1": "one", "m2": "two"}
        archive.erase(ANN, ["m1"], ample())
        assert self.told(archive, places) == {"m1": "StoreError", "m2": "two"}

    @pytest.mark.parametrize(
        ("one", "two"),
        [*itertools.pairwise(AWKWARD), ("a", "A"), ("m1", "m1.x"), ("a", "a/b"), ("con", "CON"),
         ("x" * 400, "x" * 399 + "y"), ("é", "e\u0301"), ("..", "."), ("~", "$HOME")],
        ids=lambda name: ascii(name)[:12],
    )  # fmt: skip
    def test_ids_do_not_meet(self, archive: Archive, one: str, two: str) -> None:
        places = self.put(archive, cold(one, "one"), cold(two, "two"))
        assert self.told(archive, places) == {one: "one", two: "two"}
        archive.erase(ANN, [one], ample())
        assert self.told(archive, places) == {one: "StoreError", two: "two"}

    @pytest.mark.parametrize(
        ("one", "two"),
        [
            *((make_scope(a), make_scope(b)) for a, b in itertools.pairwise(AWKWARD)),
            (make_scope("b", tenant="a"), make_scope("a", tenant="b")),
            (make_scope("a/b", tenant="t"), make_scope("b", tenant="t/a")),
            (make_scope("../ann"), make_scope("ann")),
            (make_scope("Ann"), make_scope("ann")),
        ],
        ids=lambda scope: ascii(scope.user)[:12],
    )
    def test_users_never_meet(self, archive: Archive, one: Scope, two: Scope) -> None:
        places = {
            scope: self.put(archive, cold("m1", word, scope=scope), scope=scope)
            for scope, word in ((one, "mine"), (two, "yours"))
        }
        assert self.told(archive, places[one], scope=one) == {"m1": "mine"}
        assert "mine" not in self.told(archive, places[one], scope=two).values()
        archive.drop(two, places[one].values(), ample())
        archive.erase(two, None, ample())
        assert self.told(archive, places[one], scope=one) == {"m1": "mine"}
        assert self.told(archive, places[two], scope=two) == {"m1": "StoreError"}
        assert archive.walls(ample()) == [self.wall(one)]

    def test_a_session_is_no_wall(self, archive: Archive) -> None:
        places = self.put(archive, cold("m1"))
        other = make_scope("ann", session="s2")
        (back,) = archive.get(other, places, ample()).values()
        assert isinstance(back, Cold)
        assert back.memory.scope.session is None

    def test_erasing_reaches_every_object_of_a_record(self, archive: Archive) -> None:
        """Also what nobody names, and what lies under a subject that it had once."""
        first = self.put(archive, cold("m1", subject_key="person.sister.phone"))
        second = self.put(archive, cold("m1", subject_key="person.ana.phone"))
        other = self.put(archive, cold("m2"))
        archive.erase(ANN, ["m1", "m3"], ample())
        assert self.told(archive, first) == self.told(archive, second) == {"m1": "StoreError"}
        assert self.told(archive, other) == {"m2": "Ann likes tea"}
        archive.erase(ANN, [], ample())
        assert self.told(archive, other) == {"m2": "Ann likes tea"}
        assert archive.walls(ample()) == [self.wall()]

    def test_erasing_a_user_leaves_nothing(self, archive: Archive) -> None:
        ben = make_scope("ben")
        for scope in (ANN, ben):
            self.put(archive, cold("m1", scope=scope), cold("m2", scope=scope), scope=scope)
        archive.erase(ANN, None, ample())
        assert archive.walls(ample()) == [self.wall(ben)]
        assert archive.sweep(self.wall(), named=(), before=MOMENT, deadline=ample()) == 0

    def test_sweeping_spares_what_is_named_and_what_is_young(self, archive: Archive) -> None:
        places: dict[str, str] = {}
        for n, at in enumerate((MOMENT - HOUR, MOMENT - HOUR, MOMENT, MOMENT + HOUR), 1):
            places |= self.put(archive, cold(f"m{n}", f"{n}"), now=at)

        def sweep(before: datetime) -> int:
            named = {places["m1"], "gone"}
            return archive.sweep(self.wall(), named=named, before=before, deadline=ample())

        assert sweep(MOMENT - HOUR) == 3
        assert self.told(archive, places) == {"m1": "1", "m2": "2", "m3": "3", "m4": "4"}
        assert sweep(MOMENT) == 2
        assert self.told(archive, places) == {"m1": "1", "m2": "StoreError", "m3": "3", "m4": "4"}
        assert sweep(MOMENT + 2 * HOUR) == 0
        assert [id for id, said in self.told(archive, places).items() if said == id[1]] == ["m1"]

    def test_another_stores_objects_are_not_seen(self, archive: Archive) -> None:
        self.put(archive, cold("m1"))
        assert self.wall() in archive.walls(ample())
        other = Identity(b"another").scope(ANN).hex()
        assert archive.sweep(other, named=(), before=MOMENT + HOUR, deadline=ample()) == 0
        assert archive.walls(ample()) == [self.wall()]

    def test_threads_may_use_it_at_once(self, archive: Archive) -> None:
        def one(n: int) -> bool:
            scope = make_scope(f"user {n % 3}")
            record = cold(f"m{n}", f"number {n}", scope=scope, subject_key="user.job")
            places = self.put(archive, record, scope=scope)
            found = archive.get(scope, places, ample())
            archive.drop(scope, places.values(), ample())
            return found == {f"m{n}": record}

        with ThreadPoolExecutor(8) as pool:
            assert all(pool.map(one, range(48)))

    def test_a_deadline_that_passed_is_kept_to(self, archive: Archive) -> None:
        places = self.put(archive, cold("m1"))
        late = Deadline.after(0)
        for call in (
            lambda: archive.put(ANN, [cold("m2")], now=MOMENT, deadline=late),
            lambda: archive.get(ANN, places, late),
            lambda: archive.drop(ANN, places.values(), late),
            lambda: archive.erase(ANN, None, late),
            lambda: archive.walls(late),
        ):
            with pytest.raises(DeadlineExceeded):
                call()
        assert self.told(archive, places) == {"m1": "Ann likes tea"}

    def test_errors_name_the_record_and_not_what_it_said(self, archive: Archive) -> None:
        places = self.put(archive, cold("m1", "zqx secret"))
        archive.drop(ANN, places.values(), ample())
        (error,) = archive.get(ANN, places, ample()).values()
        assert isinstance(error, StoreError)
        assert "m1" in str(error)
        assert "zqx" not in str(error)

    @pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
    def test_a_child_may_use_it(self, archive: Archive) -> None:
        places = self.put(archive, cold("m1"))
        child = os.fork()
        if not child:
            fine = False
            try:
                self.put(archive, cold("m2"))
                fine = self.told(archive, places) == {"m1": "Ann likes tea"}
            finally:
                os._exit(0 if fine else 1)
        assert os.waitpid(child, 0)[1] == 0
        assert self.told(archive, places) == {"m1": "Ann likes tea"}

    def test_it_may_be_closed_twice(self, archive: Archive) -> None:
        archive.close()
        archive.close()
