"""File systems for archives that go away, lose what is written, or stop in the middle; they test nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fsspec.implementations.dirfs import DirFileSystem

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
