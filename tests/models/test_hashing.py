"""The hashing encoder: its contract, and its numbers recomputed from the rule."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import numpy as np
import pytest

from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.ports import Embedder
from hindsight_integrations.testing.embedder import EmbedderContract


class TestHashingEncoder(EmbedderContract):
    @pytest.fixture
    def embedder(self) -> Embedder:
        return HashingEncoder()


class TestNarrowHashingEncoder(EmbedderContract):
    @pytest.fixture
    def embedder(self) -> Embedder:
        return HashingEncoder(dimensions=48)


def test_id_and_dimensions() -> None:
    assert HashingEncoder().model_id == "hashing-256-v1"
    assert HashingEncoder(64).model_id == "hashing-64-v1"
    assert HashingEncoder(64).dimensions == 64


@pytest.mark.parametrize("dimensions", [0, 1, -5, True, 2.5, "8"])
def test_dimensions_are_checked(dimensions: int) -> None:
    with pytest.raises(InvalidInput):
        HashingEncoder(dimensions)


def test_the_rule_word_by_word() -> None:
    wanted = np.zeros(16)
    for word in ("cat", "cat", "dog"):
        number = int.from_bytes(hashlib.blake2b(word.encode(), digest_size=8).digest(), "big")
        wanted[1 + (number // 2) % 15] += 1 if number % 2 else -1
    wanted /= np.sqrt((wanted**2).sum())
    assert HashingEncoder(16).embed(["cats cat dog"])[0] == pytest.approx(wanted, abs=1e-6)


def test_empty_text_is_the_first_axis_and_like_nothing_else() -> None:
    empty, signs, words = HashingEncoder().embed(["", "?!", "Lisbon 里斯本"])
    assert empty.tolist() == [1.0] + [0.0] * 255
    assert signs.tolist() == empty.tolist()
    assert words[0] == 0.0


def test_common_words_bring_texts_together() -> None:
    asked, near, far = HashingEncoder().embed(
        ["她住在里斯本", "爱丽丝住在里斯本", "I like strong coffee"]
    )
    assert asked @ near > 0.6
    assert abs(asked @ far) < 0.3


def test_every_process_gives_the_same_vector() -> None:
    program = (
        "import sys; from hindsight_integrations.models.hashing import HashingEncoder;"
        "sys.stdout.write(HashingEncoder().embed(['Alice moved to 里斯本'])[0].tobytes().hex())"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert answers == {HashingEncoder().embed(["Alice moved to 里斯本"])[0].tobytes().hex()}
