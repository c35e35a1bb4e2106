"""Moving a file to another encoder: the old vectors serve until the new ones are complete."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from hindsight_integrations import ConfigurationError, Hindsight, ModelError, reembed
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.ports import Vector

OLD, NEW = HashingEncoder(32), HashingEncoder(64)


class Stopping(HashingEncoder):
    """The new encoder, which fails after so many batches."""

    def __init__(self, batches: int) -> None:
        super().__init__(64)
        self.left = batches
        self.texts = 0

    def embed(self, texts: Sequence[str]) -> Vector:
        if not self.left:
            raise ModelError("stopped")
        self.left -= 1
        self.texts += len(texts)
        return super().embed(texts)


@pytest.fixture
def url(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path / 'memory.db'}"
    with Hindsight.open(url, embedder=OLD) as hindsight:
        for user in ("ann", "ben"):
            memory = hindsight.for_user(user)
            for n in range(300):
                memory.remember(f"{user} keeps parcel {n}")
    return url


def first(url: str, embedder: HashingEncoder) -> str:
    with Hindsight.open(url, embedder=embedder) as hindsight:
        return hindsight.for_user("ann").recall("ann keeps parcel 77")[0].memory.content


def test_it_moves_every_record_and_says_how_far_it_is(url: str) -> None:
    told: list[tuple[int, int]] = []
    assert reembed(url, NEW, progress=lambda done, total: told.append((done, total))) == 600
    assert told == [(256, 600), (512, 600), (600, 600)]
    assert first(url, NEW) == "ann keeps parcel 77"
    with pytest.raises(ConfigurationError, match=r"hashing-64.*hashing-32"):
        Hindsight.open(url, embedder=OLD)


def test_interrupted_it_leaves_the_old_vectors_serving_and_goes_on_where_it_was(url: str) -> None:
    with pytest.raises(ModelError):
        reembed(url, Stopping(1))
    assert first(url, OLD) == "ann keeps parcel 77"
    again = Stopping(9)
    assert reembed(url, again) == 600
    assert again.texts == 600 - 256
    assert first(url, NEW) == "ann keeps parcel 77"


def test_what_is_written_and_erased_meanwhile_is_right_in_the_end(url: str) -> None:
    with Hindsight.open(url, embedder=OLD) as hindsight:
        memory = hindsight.for_user("ann")
        gone = memory.recall("ann keeps parcel 5", k=1)[0].memory

        def meanwhile(done: int, total: int) -> None:
            if done == 256:
                memory.remember("ann keeps a lamp")
                memory.forget(gone.id, reason="asked")

        assert reembed(url, NEW, progress=meanwhile) == 601
    with Hindsight.open(url, embedder=NEW) as hindsight:
        memory = hindsight.for_user("ann")
        assert memory.recall("a lamp")[0].memory.content == "ann keeps a lamp"
        assert memory.get(gone.id) is None


def test_a_memory_that_is_open_with_the_old_encoder_says_so(url: str) -> None:
    with Hindsight.open(url, embedder=OLD) as hindsight:
        memory = hindsight.for_user("ann")
        assert len(memory.recall("parcel")) == 5
        reembed(url, NEW)
        with pytest.raises(ConfigurationError, match="hashing-64"):
            memory.recall("parcel")


def test_only_a_file_that_can_be_written_is_moved(url: str) -> None:
    for refused in ("sqlite:///:memory:", f"{url}?mode=ro"):
        with pytest.raises(ConfigurationError):
            reembed(refused, NEW)
