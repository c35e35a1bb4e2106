"""Models that break their promise: a clear error or a fallback, and never a vector that spoils the store."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hindsight_integrations import Claim, ConfigurationError, Hindsight, ModelError
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.ports import Heard, Vector
from leaks import SENTINEL, refused
from shelves import contents


class Misbehaving(HashingEncoder):
    """The hashing encoder, spoiled by ``how`` where it is set."""

    how: Callable[[Vector], Any] | None = None

    def embed(self, texts: Sequence[str]) -> Vector:
        good = super().embed(texts)
        spoiled: Vector = good if self.how is None else self.how(good)
        return spoiled


def failing(error: Exception) -> Callable[[Vector], Any]:
    def fail(good: Vector) -> Any:
        raise error

    return fail


def nans(good: Vector) -> Vector:
    return np.full_like(good, np.nan)


WAYS: dict[str, Callable[[Vector], Any]] = {
    "too few rows": lambda good: good[:-1],
    "too many rows": lambda good: np.concatenate([good, good]),
    "other dimensions": lambda good: good[:, :8],
    "one dimension": lambda good: good[0],
    "not a number": nans,
    "infinite": lambda good: np.full_like(good, np.inf),
    "zeros": np.zeros_like,
    "nothing": lambda good: None,
    "a string": lambda good: "vector",
    "objects": lambda good: [object() for _ in good],
    "an error of its own": failing(ZeroDivisionError("division")),
    "an error that tells": failing(KeyError("cl100k")),
    "a time-out": failing(TimeoutError("late")),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.db"


@pytest.fixture
def encoder() -> Misbehaving:
    return Misbehaving()


@pytest.fixture
def hindsight(path: Path, encoder: Misbehaving) -> Iterator[Hindsight]:
    with Hindsight.open(f"sqlite:///{path}", embedder=encoder) as opened:
        opened.for_user("alice").remember("Alice lives in Lisbon")
        yield opened


@pytest.mark.parametrize("way", WAYS)
def test_an_encoder_that_breaks_its_promise_spoils_nothing(
    hindsight: Hindsight, encoder: Misbehaving, way: str
) -> None:
    memory = hindsight.for_user("alice", session="s")
    encoder.how = WAYS[way]
    refused(ModelError, lambda: memory.remember(f"Alice said {SENTINEL}"), "hashing-256-v1")
    refused(ModelError, lambda: asyncio.run(memory.aremember(f"Alice said {SENTINEL}")))
    answer = memory.recall("Lisbon")
    assert answer.degraded == ("encoder: ModelError",)  # words alone answer
    assert [found.memory.content for found in answer] == ["Alice lives in Lisbon"]
    encoder.how = None
    assert memory.recall("Lisbon").degraded == ()
    memory.remember("Alice has a cat")
    assert contents(memory) == {"Alice lives in Lisbon", "Alice has a cat"}
    assert {found.memory.content for found in memory.recall("Lisbon cat")} == contents(memory)


@pytest.mark.parametrize(
    "way",
    [lambda good: good.tolist(), lambda good: good.astype(float), lambda good: good * 7],
    ids=["a list", "double precision", "not of length 1"],
)
def test_an_encoder_may_answer_in_another_form(
    hindsight: Hindsight, encoder: Misbehaving, way: Callable[[Vector], Any]
) -> None:
    memory = hindsight.for_user("alice")
    encoder.how = way
    memory.remember("Bob has a dog")
    [first, _] = memory.recall("Bob has a dog")
    assert first.memory.content == "Bob has a dog"
    [scored, *_] = memory.recall("Bob has a dog").trace.scored
    assert scored.raw["vector"] == pytest.approx(1.0, abs=1e-3)


def test_an_encoder_whose_answer_is_awaited_is_checked_too(path: Path) -> None:
    class Awaited(HashingEncoder):
        rows = 1

        async def embed(self, texts: Sequence[str]) -> Any:  # type: ignore[override]
            return super().embed(texts)[: self.rows]

    encoder: Any = Awaited()
    with Hindsight.open(f"sqlite:///{path}", embedder=encoder) as hindsight:
        memory = hindsight.for_user("alice")
        memory.remember("Alice lives in Lisbon")
        assert asyncio.run(memory.arecall("Lisbon")).degraded == ()
        encoder.rows = 0
        refused(ModelError, lambda: memory.remember("Alice has a cat"), "shape")
        assert contents(memory) == {"Alice lives in Lisbon"}


# -- another encoder ---------------------------------------------------------------------


class Renamed(HashingEncoder):
    model_id = "other-model"


@pytest.mark.parametrize(
    ("other", "names"),
    [
        (HashingEncoder(128), ["hashing-256-v1", "256 dimensions", "hashing-128-v1", "128 dim"]),
        (Renamed(), ["hashing-256-v1", "256 dimensions", "other-model"]),
    ],
    ids=["dimensions", "id"],
)
@pytest.mark.parametrize("mode", ["", "?mode=ro"])
def test_another_encoder_is_refused_by_name_and_the_file_is_left_alone(
    path: Path, other: HashingEncoder, names: list[str], mode: str
) -> None:
    url = f"sqlite:///{path}"
    with Hindsight.open(url, embedder=HashingEncoder()) as hindsight:
        hindsight.for_user("alice").remember("Alice lives in Lisbon")
    before = path.read_bytes()
    error = refused(
        ConfigurationError, lambda: Hindsight.open(url + mode, embedder=other), "re-embed"
    )
    assert [name for name in names if name not in str(error)] == []
    assert path.read_bytes() == before
    with Hindsight.open(url, embedder=HashingEncoder()) as hindsight:
        assert len(hindsight.for_user("alice").recall("Lisbon")) == 1


def test_another_encoder_is_refused_while_the_file_is_open(
    path: Path, hindsight: Hindsight
) -> None:
    refused(
        ConfigurationError,
        lambda: Hindsight.open(f"sqlite:///{path}", embedder=HashingEncoder(128)),
        "hashing-128-v1",
    )
    assert hindsight.for_user("alice").count() == 1


# -- extractors and rerankers ------------------------------------------------------------


class Own(Exception):
    """Of no kind that the package knows, as those of providers are."""


class Odd:
    """An extractor and reranker that raises or answers what it is given."""

    model_id = "odd"

    def __init__(self, answer: Any, *, slow: bool) -> None:
        self.slow = slow
        self._answer = answer

    def extract(self, heard: Heard) -> Any:
        return self._told()

    def score(self, query: str, passages: Sequence[str]) -> Any:
        return self._told()

    def _told(self) -> Any:
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer


ERRORS = [Own(SENTINEL), KeyError(SENTINEL), AttributeError(), AssertionError(), StopIteration()]
ANSWERS = [None, 5, "claims", [None], [{"content": SENTINEL}], [Claim]]


@pytest.mark.parametrize("slow", [False, True], ids=["quick", "slow"])
@pytest.mark.parametrize("answer", [*ERRORS, *ANSWERS], ids=lambda answer: ascii(answer)[:30])
def test_a_turn_survives_its_extractor(path: Path, answer: Any, slow: bool) -> None:
    with Hindsight.open(
        f"sqlite:///{path}", embedder=HashingEncoder(), extractor=Odd(answer, slow=slow)
    ) as hindsight:
        memory = hindsight.for_user("alice", session="s")
        seen = memory.observe([("user", "I live in Lisbon.")])
        assert len(seen.degraded) == 1
        assert SENTINEL not in seen.degraded[0]
        assert [turn.content for turn in memory.window()] == ["I live in Lisbon."]
        assert memory.history("user.location")[0].payload["value"] == "Lisbon"


SCORES = [None, 5, "scores", [], [0.1, 0.2], [float("nan")], ["high"], [None]]


@pytest.mark.parametrize("answer", [*ERRORS, *SCORES], ids=lambda answer: ascii(answer)[:30])
def test_recall_survives_its_reranker(path: Path, answer: Any) -> None:
    with Hindsight.open(
        f"sqlite:///{path}", embedder=HashingEncoder(), reranker=Odd(answer, slow=False)
    ) as hindsight:
        memory = hindsight.for_user("alice")
        memory.remember("Alice lives in Lisbon")
        found = memory.recall("Lisbon")
        assert [one.memory.content for one in found] == ["Alice lives in Lisbon"]
        assert len(found.degraded) == 1
        assert "reranker" in found.degraded[0]
        assert SENTINEL not in found.degraded[0]
