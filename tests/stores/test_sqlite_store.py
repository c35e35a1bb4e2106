"""What is the embedded store's own beyond the contracts: its cache, its coarse scan, its file, its words."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from hindsight_integrations.answers import Action
from hindsight_integrations.errors import ConfigurationError
from hindsight_integrations.ports import Deadline
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Scope
from hindsight_integrations.settings import StoreSettings
from hindsight_integrations.stores.resident.vectors import sign_codes, widened
from hindsight_integrations.stores.sqlite import SqliteStore, schema
from hindsight_integrations.stores.sqlite.files import file_system, refuse_network
from hindsight_integrations.testing import FrozenClock
from hindsight_integrations.testing.builders import (
    ample,
    make_entry,
    make_memory,
    make_scope,
    make_turn,
)

ANN = make_scope("ann")
ALL = Where()
NOW = datetime(2026, 6, 1, tzinfo=UTC)


def opened(path: Path | str, *, dimensions: int = 8, **settings: int) -> SqliteStore:
    return SqliteStore(
        path,
        clock=FrozenClock(NOW),
        model=("model", dimensions),
        settings=StoreSettings(**settings),
    )


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    store = opened(tmp_path / "own.db")
    yield store
    store.close()


def put(store: SqliteStore, *ids: str, scope: Scope = ANN, word: str = "tea") -> None:
    with store.writing(scope, ample()) as write:
        for id in ids:
            write.put(make_entry(make_memory(id, scope=scope), terms=(word, id)))


def found(store: SqliteStore, word: str = "tea", scope: Scope = ANN) -> list[str]:
    with store.reading(scope, ample()) as read:
        return sorted(hit.id for hit in read.keyword([word], ALL, limit=50))


class TestTheCache:
    def test_what_a_writer_saw_and_rolled_back_is_seen_by_nobody(self, store: SqliteStore) -> None:
        put(store, "m0")
        assert found(store) == ["m0"]
        with pytest.raises(ValueError, match="stop"):
            self.look_and_fail(store)
        put(store, "m2")  # takes the version that the failed block would have had
        assert found(store) == ["m0", "m2"]

    def look_and_fail(self, store: SqliteStore) -> None:
        with store.writing(ANN, ample()) as write:
            write.put(make_entry(make_memory("m1"), terms=("tea",)))
            seen = [hit.id for hit in write.keyword(["tea"], ALL, limit=5)]
            assert seen == ["m1", "m0"]
            assert write.outline(["m1"]).ids == ("m1",)
            raise ValueError("stop")

    def test_it_follows_what_another_opening_of_the_file_wrote_and_erased(
        self, store: SqliteStore
    ) -> None:
        put(store, "m0", "m1")
        assert found(store) == ["m0", "m1"]
        other = opened(store.path)
        put(other, "m2")
        assert found(store) == ["m0", "m1", "m2"]
        with other.writing(ANN, ample()) as write:
            write.erase(Where(ids=("m1",)), reason="asked", actor=None)
        other.close()
        assert found(store) == ["m0", "m2"]
        with store.reading(ANN, ample()) as read:
            assert read.outline(["m0", "m1", "m2"]).ids == ("m0", "m2")

    def test_users_leave_it_when_the_bytes_are_used_up_and_are_read_again(
        self, tmp_path: Path
    ) -> None:
        store = opened(tmp_path / "small.db", resident_bytes=4000)
        scopes = [make_scope(f"user {n}") for n in range(20)]
        for scope in scopes:
            put(store, "m1", "m2", scope=scope)
        for scope in scopes * 2:
            assert found(store, scope=scope) == ["m1", "m2"]
            assert store.health()["resident_bytes"] <= 4000
        store.close()

    def test_touches_show_without_a_new_version(self, store: SqliteStore) -> None:
        put(store, "m0")
        with store.reading(ANN, ample()) as read:
            version = read.version()
            assert read.outline(["m0"]).accesses.tolist() == [0]
        store.touch(ANN, {"m0": 3}, NOW)
        with store.reading(ANN, ample()) as read:
            assert (read.version(), read.outline(["m0"]).accesses.tolist()) == (version, [3])


class TestTheCoarseScan:
    def test_every_finite_half_is_widened_as_numpy_does_it(self) -> None:
        every = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
        finite = every[np.isfinite(every)]
        assert len(finite) == 2 * 31 * 1024
        np.testing.assert_array_equal(
            widened(finite).view(np.uint32), finite.astype(np.float32).view(np.uint32)
        )

    def test_sign_codes_hold_one_bit_a_dimension(self) -> None:
        rows = np.array([[1.0, -1.0, 0.5] + [0.0] * 67, [-1.0] * 70], np.float32)
        codes = sign_codes(rows)
        assert codes.shape == (2, 2)
        assert np.bitwise_count(codes).sum(axis=0).tolist() == [2, 0]

    @pytest.mark.parametrize("halved_above", [1000, 10_000])
    def test_it_keeps_the_nearest(self, tmp_path: Path, halved_above: int) -> None:
        rng = np.random.default_rng(1)
        rows = rng.standard_normal((3000, 64)).astype(np.float32)
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        store = opened(
            tmp_path / "coarse.db",
            dimensions=64,
            coarse_above=1000,
            coarse_keep=600,
            halved_above=halved_above,
        )
        with store.writing(ANN, ample()) as write:
            for place, row in enumerate(rows):
                write.put(make_entry(make_memory(f"m{place}"), vector=row))
        kept = []
        for query in rows[:20]:
            near = store.index.search(ANN, query, ALL, limit=10, deadline=ample()).hits
            cosines = rows @ query
            exact = {f"m{place}" for place in np.argsort(-cosines)[:10]}
            kept.append(len(exact & {hit.id for hit in near}))
            assert near[0].score == pytest.approx(1.0, abs=2e-3)
            for hit in near:  # scores are exact whatever picked the candidates (float16 stored)
                assert hit.score == pytest.approx(cosines[int(hit.id[1:])], abs=2e-3)
        assert sum(kept) >= 0.9 * 10 * len(kept)
        for limit in (5, 600, 1500, 3000):
            near = store.index.search(ANN, rows[0], ALL, limit=limit, deadline=ample()).hits
            assert len(near) == limit
        store.close()


class TestLimits:
    def test_none_asked_for_is_none_given(self, store: SqliteStore) -> None:
        put(store, "m0")
        with store.reading(ANN, ample()) as read:
            assert read.keyword(["tea"], ALL, limit=0) == []
        query = np.ones(8, np.float32)
        assert store.index.search(ANN, query, ALL, limit=0, deadline=ample()).hits == []


class TestTheFile:
    def test_an_erased_users_name_and_words_leave_the_file(self, tmp_path: Path) -> None:
        store = opened(tmp_path / "names.db")
        scope = make_scope("ludwiga.sentinel@example.org", tenant="sentinel-tenant")
        with store.writing(scope, ample()) as write:
            write.log("sentinel-session", [("t1", make_turn("sentinel-content"), NOW)])
            memory = make_memory("m1", "sentinel-content", scope=scope, source_turn="t1")
            write.put(make_entry(memory, terms=("sentinel-term",)))
            write.note("sentinel-key", Action.ADDED, "m1")
        put(store, "m1")
        with store.writing(scope, ample()) as write:
            write.erase_all(reason="asked", actor="ops")
        assert store.scrub(ample()) == {"unused pages": True, "journal": True}
        for path in tmp_path.iterdir():
            assert b"sentinel" not in path.read_bytes(), path.name
        assert found(store) == ["m1"]
        store.close()

    def test_audit_rows_hold_ids_reasons_and_no_content(self, store: SqliteStore) -> None:
        put(store, "m0", word="sentinel")
        with store.writing(ANN, ample()) as write:
            write.erase(Where(ids=("m0",)), reason="asked", actor="ops")
        rows = sqlite3.connect(store.path).execute("SELECT * FROM audit").fetchall()
        assert [row[2:] for row in rows] == [
            (int(NOW.timestamp() * 1_000_000), "forget", "m0", "asked", "ops")
        ]

    def test_every_migration_has_a_number_and_the_last_is_the_present_schema(self) -> None:
        assert sorted(schema.migrations()) == list(range(1, schema.PRESENT + 1))

    def test_every_index_of_a_users_rows_begins_with_the_user(self, store: SqliteStore) -> None:
        db = sqlite3.connect(store.path)
        ours = {"records", "postings", "turns", "sessions", "working", "mentions"}
        indexes = db.execute("SELECT name, tbl_name FROM sqlite_master WHERE type = 'index'")
        for name, table in indexes.fetchall():
            if table in ours and name != "sessions_open":  # which is asked for a whole tenant
                first = db.execute("SELECT name FROM pragma_index_info(?)", (name,)).fetchone()
                assert first == ("scope",), name

    def test_vectors_of_another_model_are_refused_by_name_and_number(self, tmp_path: Path) -> None:
        opened(tmp_path / "model.db").close()
        with pytest.raises(ConfigurationError, match=r"model \(8 dimensions\).*other \(16"):
            SqliteStore(tmp_path / "model.db", clock=FrozenClock(NOW), model=("other", 16))
        SqliteStore(tmp_path / "model.db", clock=FrozenClock(NOW), model=None).close()


MOUNTS = (
    "/dev/vda / ext4 rw 0 0\nhost:/x /mnt/share nfs4 rw 0 0\n//h/s /mnt/my\\040files cifs rw 0 0\n"
)


class TestNetworkFiles:
    @pytest.mark.parametrize(
        ("path", "kind"),
        [
            ("/mnt/share/a.db", "nfs4"),
            ("/mnt/shared/a.db", "ext4"),
            ("/mnt/my files/deep/a.db", "cifs"),
            ("/home/a.db", "ext4"),
        ],
    )
    def test_the_longest_mount_point_above_decides(self, path: str, kind: str) -> None:
        assert file_system(Path(path), MOUNTS) == kind

    def test_they_are_refused_with_the_remedy(self) -> None:
        with pytest.raises(ConfigurationError, match="local disk"):
            refuse_network(Path("/mnt/share/a.db"), MOUNTS)
        refuse_network(Path("/home/a.db"), MOUNTS)


class TestWords:
    def test_common_words_refine_and_rare_ones_find(self, tmp_path: Path) -> None:
        store = SqliteStore(
            tmp_path / "words.db", clock=FrozenClock(NOW), model=("model", 8), postings=50
        )
        with store.writing(ANN, ample()) as write:
            for n in range(400):
                terms = ("the", "order") + (("parcel",) if n in (7, 300) else ())
                terms += ("blue",) if n == 300 else ()
                write.put(make_entry(make_memory(f"m{n}"), terms=terms))
        with store.reading(ANN, Deadline.after(30)) as read:
            rare = [h.id for h in read.keyword(["the", "order", "parcel", "blue"], ALL, limit=9)]
            common = read.keyword(["order"], ALL, limit=60)
        assert rare == ["m300", "m7"]
        # Alone it is scored everywhere; equal scores: the later first.
        assert [hit.id for hit in common] == [f"m{n}" for n in range(399, 339, -1)]
        store.close()

    def test_one_users_words_do_not_weigh_on_another(self, store: SqliteStore) -> None:
        put(store, "m0", "m1")
        with store.reading(ANN, ample()) as read:
            before = read.keyword(["tea", "m0"], ALL, limit=5)
        put(store, *(f"x{n}" for n in range(200)), scope=make_scope("ben"))
        with store.reading(ANN, ample()) as read:
            assert read.keyword(["tea", "m0"], ALL, limit=5) == before
