"""Runs Python programs in processes of their own and talks with them over pipes; it knows nothing of memories."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import threading
from pathlib import Path
from typing import Self

SOURCE = Path(__file__).parent.parent / "src"
#: Seconds after which a program that is stuck is killed.
PATIENCE = 60.0

#: What the programs of these tests begin with: ``opened(path)``, a file or a URL, with the cheap encoder.
PRELUDE = """
import os, sys
from hindsight_integrations import *
from hindsight_integrations.models.hashing import HashingEncoder

def opened(path, **options):
    url = path if "://" in path else f"sqlite:///{path}"
    return Hindsight.open(url, embedder=HashingEncoder(), **options)

def say(*words):
    print(*words, flush=True)

def hear():
    return sys.stdin.readline().strip()
"""


class Program:
    """A Python program with arguments, running. Leaving the block waits for a clean end.

    ``prefix`` is a command that runs it, as ``setpriv`` does; ``patience`` when it counts as stuck.
    """

    def __init__(
        self,
        source: str,
        *arguments: object,
        prefix: tuple[str, ...] = (),
        patience: float = PATIENCE,
    ) -> None:
        words = [*prefix, sys.executable, "-c", PRELUDE + textwrap.dedent(source)]
        self.process = subprocess.Popen(
            [*words, *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONDONTWRITEBYTECODE": "1"},
        )
        self._watch = threading.Timer(patience, self.process.kill)
        self._watch.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if kind is not None:
            self.process.kill()
        _, errors = self.process.communicate()
        self._watch.cancel()
        if kind is None:
            assert self.process.returncode == 0, errors

    def hear(self) -> str:
        """The next line the program says; empty when it has ended."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def say(self, line: str) -> None:
        """Send the program a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def kill(self) -> list[str]:
        """End it at once (SIGKILL); answers the whole lines it still had said."""
        self.process.kill()
        assert self.process.stdout is not None
        said = self.process.stdout.read()  # communicate() passes over what hear() has read ahead
        self.process.communicate()
        self._watch.cancel()
        self.process.returncode = 0
        return said.split("\n")[:-1]


def run(source: str, *arguments: object, prefix: tuple[str, ...] = ()) -> list[str]:
    """Run a program to its clean end; answers the lines it said."""
    with Program(source, *arguments, prefix=prefix) as program:
        said, errors = program.process.communicate()
        assert program.process.returncode == 0, errors
        return said.splitlines()
