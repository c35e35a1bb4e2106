"""What HindsightStore keeps and gives back: batches, values, times, history, deletion, recall (S05, S33, S57, S60)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from langgraph.store.base import GetOp, InvalidNamespaceError, Item, PutOp, SearchOp

from hindsight_integrations import Hindsight
from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.langgraph import HindsightStore, RecalledItem
from hindsight_integrations.settings import ItemSettings, Settings
from hindsight_integrations.testing import MOMENT, FrozenClock

DOCS = ("docs", "资料")
TICK = timedelta(microseconds=1)


def keys(found: Sequence[Item]) -> list[str]:
    return [item.key for item in found]


def test_reads_of_a_batch_see_what_was_before_its_puts(store: HindsightStore) -> None:
    store.put(DOCS, "k", {"n": 1})
    results = store.batch(
        [
            PutOp(DOCS, "k", {"n": 2}),
            GetOp(DOCS, "k"),
            PutOp(DOCS, "k", {"n": 3}),
            PutOp(DOCS, "other", {"n": 4}),
            SearchOp(DOCS),
            PutOp(DOCS, "other", None),
        ]
    )
    assert [type(result).__name__ for result in results] == [
        "NoneType",
        "Item",
        "NoneType",
        "NoneType",
        "list",
        "NoneType",
    ]
    assert isinstance(results[1], Item)
    assert results[1].value == {"n": 1}
    assert [item.value for item in store.search(DOCS)] == [{"n": 3}]


def test_one_bad_operation_refuses_the_whole_batch(store: HindsightStore) -> None:
    bad = (PutOp(("a.b",), "k", {}), PutOp(DOCS, "", {}), PutOp(DOCS, "k", {"b": b"x"}))
    for op in (*bad, SearchOp(DOCS, limit=-1), SearchOp(DOCS, filter={"a": {"$no": 1}})):
        with pytest.raises(ValueError):
            store.batch([PutOp(DOCS, "good", {"n": 1}), op])
    assert store.search(()) == []
    with pytest.raises(InvalidNamespaceError):
        store.put(("langgraph",), "k", {})


def test_lists_stand_for_tuples(store: HindsightStore) -> None:
    store.put(["docs"], "k", {"n": 1})  # type: ignore[arg-type]
    assert keys(store.search(["docs"])) == ["k"]  # type: ignore[arg-type]
    assert store.list_namespaces(prefix=["docs"]) == [("docs",)]  # type: ignore[arg-type]


def test_values_come_back_equal_and_as_copies(store: HindsightStore) -> None:
    value = {"s": "a\0b 茶 🍵", "big": 2**80, "f": 0.1, "l": [None, True, {"d": []}], "lc": 1}
    store.put(DOCS, "k", value)
    first = store.get(DOCS, "k")
    assert first is not None
    assert first.value == value
    first.value["l"].append("leak")
    again = store.get(DOCS, "k")
    assert again is not None
    assert again.value == value


def test_s33_an_envelope_of_langchains_stays_data(store: HindsightStore) -> None:
    envelope = {"lc": 1, "type": "constructor", "id": ["os", "system"], "kwargs": {"x": "y"}}
    store.put(DOCS, "k", envelope)
    kept = store.get(DOCS, "k")
    assert kept is not None
    assert kept.value == envelope
    assert type(kept.value) is dict


def test_s60_created_once_and_updated_strictly_later(
    store: HindsightStore, clock: FrozenClock
) -> None:
    store.put(DOCS, "k", {"n": 1})
    store.put(DOCS, "k", {"n": 2})  # the clock stands still
    store.put(DOCS, "k", {"n": 2})
    item = store.get(DOCS, "k")
    assert item is not None
    assert (item.created_at, item.updated_at) == (MOMENT, MOMENT + 2 * TICK)
    clock.advance(timedelta(hours=1))
    store.put(DOCS, "k", {"n": 3})
    item = store.get(DOCS, "k")
    assert item is not None
    assert (item.created_at, item.updated_at) == (MOMENT, MOMENT + timedelta(hours=1))


def test_without_a_query_the_latest_put_comes_first(store: HindsightStore) -> None:
    for key in ("a", "b", "c"):
        store.put(DOCS, key, {"key": key})
    store.put(DOCS, "a", {"key": "a"})
    found = store.search(DOCS, query="")
    assert (keys(found), [item.score for item in found]) == (["a", "c", "b"], [None] * 3)
    assert keys(store.search(DOCS, limit=1, offset=1)) == ["c"]
    assert keys(store.search(DOCS, limit=0)) == []


def test_a_question_ranks_and_what_is_not_indexed_comes_after(store: HindsightStore) -> None:
    store.put(DOCS, "tea", {"text": "green tea 绿茶"})
    store.put(DOCS, "car", {"text": "a fast car"})
    store.put(DOCS, "raw", {"text": "green tea 绿茶"}, index=False)
    found = store.search(DOCS, query="green tea 绿茶")
    assert keys(found) == ["tea", "car", "raw"]
    assert found[0].score == pytest.approx(1.0, abs=1e-3)
    assert found[2].score is None
    assert keys(store.search(DOCS, query="green tea 绿茶", limit=2)) == ["tea", "car"]
    assert keys(store.search(DOCS, query="green tea 绿茶", limit=1, offset=2)) == ["raw"]


def test_pages_of_a_question_are_the_whole_in_pieces(store: HindsightStore) -> None:
    for n in range(23):
        store.put(
            DOCS, f"k{n}", {"text": "tea" if n % 3 else f"tea {n}"}, index=None if n % 4 else False
        )
    whole = keys(store.search(DOCS, query="tea", limit=100))
    pages = [keys(store.search(DOCS, query="tea", limit=5, offset=at)) for at in range(0, 25, 5)]
    assert [key for page in pages for key in page] == whole
    assert len(set(whole)) == 23


def test_each_part_of_a_value_may_answer(store: HindsightStore) -> None:
    store.put(DOCS, "two", {"a": "green tea", "b": "fast car"}, index=["a", "b"])
    store.put(DOCS, "list", {"notes": [{"t": "绿茶"}, {"t": "slow train"}]}, index=["notes[*].t"])
    for question, key in (("green tea", "two"), ("fast car", "two"), ("绿茶", "list")):
        best: Any = store.search(DOCS, query=question)[0]
        assert (best.key, best.score) == (key, pytest.approx(1.0, abs=1e-3))


def test_filters_go_before_pages(store: HindsightStore) -> None:
    for n in range(60):
        store.put(DOCS, f"k{n}", {"n": n, "even": n % 2 == 0})
    found = store.search(DOCS, filter={"even": True, "n": {"$lt": 50}}, limit=3, offset=20)
    assert [item.value["n"] for item in found] == [8, 6, 4]
    found = store.search(DOCS, filter={"n": {"$gte": 58}}, query="n", limit=5)
    assert {item.value["n"] for item in found} == {58, 59}


def test_s31_a_strange_field_matches_nothing(store: HindsightStore) -> None:
    store.put(DOCS, "k", {"access": "private"})
    for field in ("x') OR 1=1 --", "access') = 'public' OR '1'='1", "$.access", "'"):
        assert store.search(DOCS, filter={field: "private"}) == []


@pytest.mark.parametrize(
    "key", ["a:b", "a b", "用户1", "x'; --", "x" * 300, "😀", "/a/b.txt", "A", "é"]
)
def test_s15_any_key_is_a_key(store: HindsightStore, key: str) -> None:
    store.put(DOCS, key, {"is": key})
    store.put(DOCS, key + "!", {"is": "another"})
    item = store.get(DOCS, key)
    assert item is not None
    assert (item.key, item.value) == (key, {"is": key})
    store.delete(DOCS, key)
    assert store.get(DOCS, key) is None
    assert keys(store.search(DOCS)) == [key + "!"]


def test_what_a_key_held_is_its_history(hindsight: Hindsight, store: HindsightStore) -> None:
    for city in ("柏林", "Lisbon", "Lisbon", "Porto"):
        store.put(DOCS, "home", {"city": city})
    held = store.history(DOCS, "home")
    assert [item.value["city"] for item in held] == ["Porto", "Lisbon", "柏林"]
    memory = hindsight.for_user("ann")
    chain = memory.history(store.subject(DOCS, "home"))
    assert [(m.payload["value"]["city"], m.status.value) for m in chain] == [
        ("Porto", "active"),
        ("Lisbon", "superseded"),
        ("柏林", "superseded"),
    ]
    assert len(store.search(())) == 1


def test_a_history_is_bounded() -> None:
    settings = Settings(items=ItemSettings(history=2))
    with Hindsight.open("sqlite:///:memory:", settings=settings) as hindsight:
        store = HindsightStore(hindsight, user="ann")
        for n in range(6):
            store.put(DOCS, "k", {"n": n})
        assert [item.value["n"] for item in store.history(DOCS, "k")] == [5, 4, 3]
        assert hindsight.for_user("ann").count() == 3


def test_recall_sees_what_was_put_and_no_longer_what_it_replaced(
    hindsight: Hindsight, store: HindsightStore, clock: FrozenClock
) -> None:
    store.put(DOCS, "home", {"city": "Kiel"})
    store.put(DOCS, "home", {"city": "Oslo"})  # at the same instant
    clock.advance(timedelta(days=1))
    store.put(DOCS, "home", {"city": "Bergen"})
    memory = hindsight.for_user("ann")
    assert [found.memory.content for found in memory.recall("city of Oslo or Bergen?")] == [
        "Bergen"
    ]
    was = memory.recall("which city?", as_of=MOMENT)
    assert [found.memory.content for found in was] == ["Oslo"]
    assert "Bergen" in memory.recall("city").as_prompt()


def test_s05_s57_a_delete_is_real(hindsight: Hindsight, store: HindsightStore) -> None:
    store.put(DOCS, "secret", {"text": "the sunken treasure 宝藏"})
    store.put(DOCS, "secret", {"text": "the sunken treasure 宝藏 again"})
    store.delete(DOCS, "secret")
    memory = hindsight.for_user("ann")
    assert store.get(DOCS, "secret") is None
    assert store.search((), query="treasure 宝藏") == []
    assert store.history(DOCS, "secret") == []
    assert store.list_namespaces() == []
    assert list(memory.recall("treasure 宝藏", include_superseded=True)) == []
    assert memory.count() == 0
    store.delete(DOCS, "secret")  # again, and nothing happens
    store.put(DOCS, "secret", {"text": "new"})
    assert [item.value for item in store.history(DOCS, "secret")] == [{"text": "new"}]


def test_only_its_store_changes_an_item(hindsight: Hindsight, store: HindsightStore) -> None:
    store.put(DOCS, "k", {"n": 1})
    memory = hindsight.for_user("ann")
    (item,) = memory.history(store.subject(DOCS, "k"))
    changes: list[Any] = [
        lambda: memory.update(item.id, payload={}),
        lambda: memory.correct(item.id, "wrong"),
        lambda: memory.restore(item.id),
        lambda: memory.remember("mine", subject=store.subject(DOCS, "k")),
        lambda: memory.remember("mine", type="item"),
    ]
    for change in changes:
        with pytest.raises(InvalidInput, match="item"):
            change()
    kept = store.get(DOCS, "k")
    assert kept is not None
    assert kept.value == {"n": 1}
    memory.forget(subject="_store.docs.*", reason="asked")
    assert store.get(DOCS, "k") is None


def test_items_do_not_fade(hindsight: Hindsight, store: HindsightStore, clock: FrozenClock) -> None:
    store.put(DOCS, "k", {"text": "tea"})
    fresh = hindsight.for_user("ann").recall("tea")[0]
    clock.advance(timedelta(days=3650))
    old = hindsight.for_user("ann").recall("tea")[0]
    assert (old.score, old.confidence, old.verdict) == (fresh.score, 0.8, fresh.verdict)


def test_ranked_by_hindsight_nothing_drops_out(hindsight: Hindsight) -> None:
    store = HindsightStore(hindsight, user="ann", ranking="hindsight")
    store.put(DOCS, "tea", {"text": "green tea"})
    store.put(DOCS, "twin", {"text": "green tea"})  # recall would tell it once
    store.put(DOCS, "car", {"text": "fast car"})
    store.put(("else",), "tea", {"text": "green tea"})
    found = store.search(DOCS, query="green tea")
    assert {item.key for item in found[:1]} < {"tea", "twin"}
    assert sorted(keys(found)) == ["car", "tea", "twin"]
    best = found[0]
    assert isinstance(best, RecalledItem)
    assert best.why is not None
    assert best.score == pytest.approx(sum(best.why.values()))
    assert best.dict()["why"] == {**best.why}
    assert keys(store.search(DOCS, query="green tea", filter={"text": "fast car"})) == ["car"]
