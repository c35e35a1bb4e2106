"""Holds numpy's matrix library to one thread while a small model runs; it knows no model.

A short text's matrices are too small to share out: on a busy two-core machine, two threads
that wait for each other made the slowest 5 in 100 texts take 170 ms, one thread 8 ms. The
library has one number for the whole process, so other threads' matrix work is held to one
thread too, for those few milliseconds.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np


@dataclass(frozen=True, slots=True)
class MatrixLibrary:
    """The number of threads of a loaded library: ``threads()`` reads it, ``allow(n)`` sets it."""

    threads: Callable[[], int]
    allow: Callable[[int], object]


class ThreadLimit:
    """One thread as long as anyone is inside :meth:`one`, the former number after the last one.

    Without a library (``None``) it does nothing.
    """

    def __init__(self, library: MatrixLibrary | None) -> None:
        self._library = library
        self._start_afresh()
        if hasattr(os, "register_at_fork"):
            # A child forked while the lock was held would wait for it forever.
            os.register_at_fork(after_in_child=self._start_afresh)

    def _start_afresh(self) -> None:
        self._lock = threading.Lock()
        self._inside = 0
        self._former = 1

    @contextmanager
    def one(self) -> Iterator[None]:
        if self._library is None:
            yield
            return
        self._enter(self._library)
        try:
            yield
        finally:
            self._leave(self._library)

    def _enter(self, library: MatrixLibrary) -> None:
        with self._lock:
            if self._inside == 0:
                self._former = library.threads()
                library.allow(1)
            self._inside += 1

    def _leave(self, library: MatrixLibrary) -> None:
        with self._lock:
            self._inside = max(0, self._inside - 1)
            if self._inside == 0:
                library.allow(self._former)


#: The names under which OpenBLAS is built into numpy's wheels, newest first.
_NAMES = (
    ("scipy_openblas_get_num_threads64_", "scipy_openblas_set_num_threads64_"),
    ("scipy_openblas_get_num_threads", "scipy_openblas_set_num_threads"),
    ("openblas_get_num_threads64_", "openblas_set_num_threads64_"),
    ("openblas_get_num_threads", "openblas_set_num_threads"),
)


def bundled_openblas() -> MatrixLibrary | None:
    """The OpenBLAS inside numpy's own wheel; ``None`` where numpy uses another library."""
    package = Path(np.__file__).parent
    for folder in (package.parent / "numpy.libs", package / ".dylibs"):
        for path in sorted(folder.glob("*openblas*")):
            if library := _controls(path):
                return library
    return None


def _controls(path: Path) -> MatrixLibrary | None:
    try:
        # Already loaded by numpy: the same library answers, no second one is loaded.
        loaded = ctypes.CDLL(str(path))
    except OSError:
        return None
    for read, write in _NAMES:
        if hasattr(loaded, read) and hasattr(loaded, write):
            return MatrixLibrary(loaded[read], loaded[write])
    return None


@cache
def _process_wide() -> ThreadLimit:
    return ThreadLimit(bundled_openblas())


def one_thread() -> AbstractContextManager[None]:
    """A context in which the matrix library of this process uses one thread."""
    return _process_wide().one()
