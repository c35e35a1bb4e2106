"""The archive over fsspec, held to its contract on a disk, in fsspec's memory, and through a wrapper of another file system."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fsspec.implementations.asyn_wrapper import AsyncFileSystemWrapper
from fsspec.implementations.dirfs import DirFileSystem
from fsspec.implementations.memory import MemoryFileSystem

from hindsight_integrations.ports import Archive
from hindsight_integrations.stores.archive import FolderArchive, files_of
from hindsight_integrations.testing.archive import ArchiveContract

_numbers = itertools.count(1)


class TestArchiveOnDisk(ArchiveContract):
    @pytest.fixture
    def archive(self, tmp_path: Path) -> Archive:
        return FolderArchive(files_of(f"file://{tmp_path}/not yet there/冷"), self.identity)


class TestArchiveInMemory(ArchiveContract):
    @pytest.fixture
    def archive(self) -> Iterator[Archive]:
        root = f"/contract {next(_numbers)}"
        yield FolderArchive(files_of(f"memory:/{root}"), self.identity)
        filesystem = MemoryFileSystem()
        if filesystem.exists(root):
            filesystem.rm(root, recursive=True)


class TestArchiveInAFolderOfAnother(ArchiveContract):
    """Paths without a leading slash, as in an object store, and no disk that could be synced."""

    @pytest.fixture
    def archive(self, tmp_path: Path) -> Archive:
        inner: Any = DirFileSystem(str(tmp_path), target_protocol="file")
        return FolderArchive(files_of((inner, "bucket/cold")), self.identity)


class TestArchiveOnAnAsynchronousFileSystem(ArchiveContract):
    """As object stores are: no folders, many names at once, a loop of fsspec's own."""

    @pytest.fixture
    def archive(self) -> Archive:
        filesystem = AsyncFileSystemWrapper(MemoryFileSystem())
        return FolderArchive(files_of((filesystem, f"/bucket {next(_numbers)}")), self.identity)
