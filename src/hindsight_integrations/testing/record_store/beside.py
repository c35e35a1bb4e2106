"""What was said beside a record: utterances before and after it, in the order of writing."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hindsight_integrations.ports import Entry, RecordStore
from hindsight_integrations.queries import Where
from hindsight_integrations.testing.builders import make_entry, make_memory, make_scope
from hindsight_integrations.testing.record_store.fixtures import (
    ALL,
    RecordStoreFixtures,
    put,
    reading,
    writing,
)

ANN = make_scope("ann")


def talk(*ids: str) -> list[Entry]:
    """Utterances of these ids; an id that begins with f is a fact."""
    return [
        make_entry(make_memory(id, type="fact" if id.startswith("f") else "utterance"))
        for id in ids
    ]


def beside(
    store: RecordStore, ids: Sequence[str], where: Where = ALL, *, reach: int = 1
) -> list[str]:
    with reading(store, ANN) as read:
        return read.beside(ids, where, reach=reach)


class BesideTests(RecordStoreFixtures):
    """``beside``."""

    @pytest.mark.parametrize(
        ("ids", "reach", "found"),
        [
            (["u3"], 1, ["u2", "u4"]),
            (["u3"], 2, ["u1", "u2", "u4", "u5"]),
            (["u1"], 2, ["u2", "u3"]),
            (["u5"], 9, ["u1", "u2", "u3", "u4"]),
            (["u2", "u3"], 1, ["u1", "u4"]),
            (["f1"], 1, ["u2", "u3"]),  # it stands between these
            (["never"], 2, []),
            ([], 2, []),
            (["u3"], 0, []),
        ],
    )
    def test_utterances_before_and_after(
        self, store: RecordStore, ids: list[str], reach: int, found: list[str]
    ) -> None:
        put(store, *talk("u1", "u2", "f1", "u3", "u4", "u5"))
        assert beside(store, ids, reach=reach) == found

    def test_only_what_matches_counts(self, store: RecordStore) -> None:
        put(store, *talk("u1", "u2", "u3"))
        put(
            store, make_entry(make_memory("u4", type="utterance", status="superseded")), *talk("u5")
        )
        assert beside(store, ["u3"], Where.of(statuses="active")) == ["u2", "u5"]
        assert beside(store, ["u4"], Where.of(statuses="active")) == ["u3", "u5"]

    def test_what_was_erased_is_beside_nothing(self, store: RecordStore) -> None:
        put(store, *talk("u1", "u2", "u3"))
        assert beside(store, ["u3"]) == ["u2"]
        with writing(store, ANN) as write:
            write.erase(Where.of(ids="u2"), reason="asked", actor=None)
        assert beside(store, ["u3"]) == ["u1"]

    def test_of_a_stranger_there_is_nothing(self, store: RecordStore) -> None:
        put(store, *talk("u1", "u2"))
        with reading(store, make_scope("bob")) as read:
            assert read.beside(["u1"], ALL, reach=3) == []
