"""The application's own embeddings as the index: sync, async, of any size; what does not fit is named."""

from __future__ import annotations

from typing import Any

import pytest

from hindsight_integrations import Hindsight
from hindsight_integrations.errors import ConfigurationError, ModelError
from hindsight_integrations.langgraph import HindsightStore

NS = ("docs",)


def index(embed: Any, dims: int = 3, **more: Any) -> Any:
    """An index config."""
    return {"dims": dims, "embed": embed, **more}


def letters(texts: list[str]) -> list[list[float]]:
    """How many a, b and 茶 a text holds."""
    return [[float(text.count(letter)) for letter in "ab茶"] for text in texts]


async def later(texts: list[str]) -> list[list[float]]:
    return letters(texts)


@pytest.mark.parametrize("embed", [letters, later])
def test_an_embedding_function_serves(hindsight: Hindsight, embed: Any) -> None:
    store = HindsightStore(hindsight, user="ann", index=index(embed, fields=["t"]))
    store.put(NS, "a", {"t": "aaa"})
    store.put(NS, "mixed", {"t": "ab"})
    store.put(NS, "zh", {"t": "茶"})
    store.put(NS, "none", {"other": "aaa"})
    found = store.search(NS, query="a")
    assert [(item.key, item.score) for item in found] == [
        ("a", pytest.approx(1.0)),
        ("mixed", pytest.approx(0.5**0.5)),
        ("zh", pytest.approx(0.0)),
        ("none", None),
    ]
    assert store.search(NS, query="茶茶")[0].key == "zh"


async def test_an_embedding_function_serves_in_a_loop(hindsight: Hindsight) -> None:
    store = HindsightStore(hindsight, user="ann", index=index(later))
    await store.aput(NS, "a", {"t": "a"})
    store.put(NS, "b", {"t": "b"})
    assert [item.key for item in await store.asearch(NS, query="b", limit=1)] == ["b"]


@pytest.mark.parametrize(
    ("distance", "scores"), [("l2", [0.0, -1.0]), ("inner_product", [2.0, 1.0])]
)
def test_scores_by_distance(hindsight: Hindsight, distance: str, scores: list[float]) -> None:
    config = index(letters, fields=["t"], distance_type=distance)
    store = HindsightStore(hindsight, user="ann", index=config)
    store.put(NS, "x", {"t": "ab" if distance == "l2" else "aab"})
    store.put(NS, "y", {"t": "a"})
    found = store.search(NS, query="ab" if distance == "l2" else "a")
    assert [item.score for item in found] == pytest.approx(scores)


def test_s14_another_size_of_vectors_is_named(hindsight: Hindsight) -> None:
    HindsightStore(hindsight, user="ann", index=index(letters)).put(NS, "k", {"t": "a"})
    two = HindsightStore(
        hindsight, user="ann", index=index(lambda texts: [[1.0, 0.0]] * len(texts), 2)
    )
    with pytest.raises(ConfigurationError, match=r"\[3\].*answers 2"):
        two.search(NS, query="a")
    item = two.get(NS, "k")
    assert item is not None
    assert item.value == {"t": "a"}
    wrong = HindsightStore(hindsight, user="ann", index=index(letters, 4))
    with pytest.raises(ModelError, match=r"dims=4.*3 numbers"):
        wrong.put(NS, "k2", {"t": "a"})
    assert wrong.get(NS, "k2") is None


def test_embeddings_that_fail_write_nothing_and_tell_no_content(hindsight: Hindsight) -> None:
    def fails(texts: list[str]) -> list[list[float]]:
        raise RuntimeError(f"cannot embed {texts}")

    store = HindsightStore(hindsight, user="ann", index=index(fails))
    with pytest.raises(ModelError) as raised:
        store.put(NS, "k", {"t": "the hidden word"})
    assert "hidden" not in str(raised.value)
    assert store.search(NS) == []
