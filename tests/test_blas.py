"""One thread while anyone is inside, the former number afterwards."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import pytest

from hindsight_integrations.blas import (
    MatrixLibrary,
    ThreadLimit,
    bundled_openblas,
    one_thread,
)


class Library:
    """Stands in for OpenBLAS: remembers every number it was given."""

    def __init__(self, number: int) -> None:
        self.numbers = [number]

    def controls(self) -> MatrixLibrary:
        return MatrixLibrary(lambda: self.numbers[-1], self.numbers.append)


def test_one_inside_and_the_former_number_after() -> None:
    library = Library(4)
    with ThreadLimit(library.controls()).one():
        assert library.numbers == [4, 1]
    assert library.numbers == [4, 1, 4]


def test_the_last_one_out_puts_it_back() -> None:
    library = Library(4)
    limit = ThreadLimit(library.controls())
    first, second = limit.one(), limit.one()
    with first:
        second.__enter__()
        assert library.numbers == [4, 1]
    assert library.numbers == [4, 1]
    second.__exit__(None, None, None)
    assert library.numbers == [4, 1, 4]


def test_an_error_puts_it_back_too() -> None:
    library = Library(3)
    with pytest.raises(KeyError), ThreadLimit(library.controls()).one():
        raise KeyError
    assert library.numbers == [3, 1, 3]


def test_many_threads() -> None:
    library = Library(8)
    limit = ThreadLimit(library.controls())
    seen = set()

    def work() -> None:
        for _ in range(200):
            with limit.one():
                seen.add(library.numbers[-1])

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == {1}
    assert library.numbers[-1] == 8


def test_without_a_library_nothing_happens() -> None:
    with ThreadLimit(None).one():
        pass


def test_the_library_of_this_process() -> None:
    library = bundled_openblas()
    if library is None:
        pytest.skip("numpy was built with another matrix library than OpenBLAS")
    before = library.threads()
    with one_thread():
        assert library.threads() == 1
    assert library.threads() == before


FORK = """
import os, threading
from hindsight_integrations.blas import MatrixLibrary, ThreadLimit

limit = ThreadLimit(MatrixLibrary(lambda: 2, lambda number: None))
holds, done = threading.Event(), threading.Event()

def hold():
    with limit._lock:
        holds.set()
        done.wait()

threading.Thread(target=hold).start()
holds.wait()
child = os.fork()
if child == 0:
    with limit.one():
        os._exit(7)
_, status = os.waitpid(child, 0)
done.set()
raise SystemExit(os.waitstatus_to_exitcode(status))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_child_forked_while_the_lock_is_held_goes_on() -> None:
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FORK],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        timeout=60,
        check=False,
    )
    assert run.returncode == 7
