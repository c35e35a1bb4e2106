"""File systems for archives that go away, lose what is written, stop in the middle, or never answer; they test nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fsspec.implementations.dirfs import DirFileSystem

from gates import Gate

Place = tuple[Any, str]


class Away(DirFileSystem):  # type: ignore[misc]
    """A folder that cannot be reached while ``away`` is true."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path), target_protocol="file", skip_instance_cache=True)
        self.away = False

    def _join(self, path: Any) -> Any:
        if self.away:
            raise OSError("zqx the network is down")
        return super()._join(path)

    @contextmanager
    def unreachable(self) -> Iterator[None]:
        self.away = True
        try:
            yield
        finally:
            self.away = False


class Lossy(DirFileSystem):  # type: ignore[misc]
    """A folder that keeps all but the last byte."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path), target_protocol="file", skip_instance_cache=True)

    def pipe_file(self, path: str, value: bytes, **options: Any) -> None:
        super().pipe_file(path, value[:-1], **options)


def objects(folder: Path) -> list[Path]:
    """The files of an archive in ``folder``, by name."""
    return sorted(file for file in folder.rglob("*") if file.is_file())


def blobs(folder: Path) -> bytes:
    """Everything that they hold, and what they are called."""
    files = objects(folder)
    names = "\n".join(str(file.relative_to(folder)) for file in files)
    return names.encode() + b"".join(file.read_bytes() for file in files)


class Hanging(DirFileSystem):  # type: ignore[misc]
    """A folder whose ``calls`` do not come back until ``gate`` is opened; at first it answers."""

    def __init__(self, path: Path, *calls: str) -> None:
        super().__init__(str(path), target_protocol="file", skip_instance_cache=True)
        self.calls = calls or ("makedirs", "cat", "find", "ls", "rm_file")
        self.gate = Gate()
        self.gate.open()

    def _passed(self, call: str) -> None:
        if call in self.calls:
            self.gate.pass_through()

    def makedirs(self, *given: Any, **options: Any) -> Any:
        self._passed("makedirs")
        return super().makedirs(*given, **options)

    def cat(self, *given: Any, **options: Any) -> Any:
        self._passed("cat")
        return super().cat(*given, **options)

    def find(self, *given: Any, **options: Any) -> Any:
        found = super().find(*given, **options)
        self._passed("find")
        return found

    def ls(self, *given: Any, **options: Any) -> Any:
        self._passed("ls")
        return super().ls(*given, **options)

    def rm_file(self, *given: Any, **options: Any) -> Any:
        self._passed("rm_file")
        return super().rm_file(*given, **options)


class Greedy(DirFileSystem):  # type: ignore[misc]
    """A file system that, like some, takes along what is in a folder that it is to remove."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path), target_protocol="file", skip_instance_cache=True)

    def rmdir(self, path: str) -> None:
        self.rm(path, recursive=True)
