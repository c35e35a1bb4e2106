"""A folder of any file system that fsspec knows: whole files are written, read, listed and removed; it knows no record."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from hindsight_integrations.errors import ConfigurationError, MissingExtra
from hindsight_integrations.stores.archive.failures import translating

try:
    import fsspec
    from fsspec.implementations.arrow import ArrowFSWrapper
    from fsspec.implementations.dirfs import DirFileSystem
    from fsspec.implementations.local import LocalFileSystem
    from fsspec.registry import known_implementations, registry
except ImportError as missing:
    raise MissingExtra("archive", "an archive") from missing

_KNOWN = (
    'use "file:///absolute/folder", "s3://bucket/folder" or another URL of fsspec\'s, '
    "or (filesystem, folder)"
)
#: How often a folder is made again that others remove because it is empty.
_AGAIN = 20
#: What fsspec takes for a pattern where it should be a name.
_PATTERN = frozenset("*?[")


class Files:
    """Paths are relative to ``root``, with ``/`` between their parts.

    ``name`` calls it by words that hold no password. On a local disk, what was written is
    synced; elsewhere it is as durable as the file system makes it.
    """

    def __init__(self, filesystem: Any, root: str) -> None:
        self._given = filesystem
        self._pid = os.getpid()
        kind = filesystem.protocol
        self.kind: str = kind if isinstance(kind, str) else kind[0]
        stripped = type(filesystem)._strip_protocol(root)  # noqa: SLF001 (what every fsspec caller does)
        self._root: str = stripped.rstrip("/")
        self._local = isinstance(filesystem, LocalFileSystem)
        self.name = f"the archive ({self._root if self._local else f'{self.kind}:…'})"
        if not self._root.strip("/") and self.kind != "dir":
            raise ConfigurationError(f"{self.name} names no folder: {_KNOWN}")
        if _PATTERN & set(self._root):
            raise ConfigurationError(f"{self.name}: name a folder without *, ? and [")

    def write(self, contents: Mapping[str, bytes]) -> None:
        """Write new files; their folders are made."""
        with self._translated() as fs:
            if self._local:
                _write_synced(self._root, contents)
            elif _has_no_folders(fs):
                fs.pipe({self._at(path): content for path, content in contents.items()})
            else:
                for path, content in contents.items():
                    _in_folder(partial(self._write_plain, fs, self._at(path), content))

    @staticmethod
    def _write_plain(fs: Any, path: str, content: bytes) -> None:
        fs.makedirs(path.rpartition("/")[0], exist_ok=True)
        fs.pipe_file(path, content)

    def read(self, paths: Sequence[str]) -> dict[str, bytes]:
        """The contents of those of ``paths`` that are there."""
        if not paths:
            return {}
        with self._translated() as fs:
            found = fs.cat([self._at(path) for path in paths], on_error="return")
            contents = {path: found[self._at(path)] for path in paths if self._at(path) in found}
            for content in contents.values():
                if isinstance(content, Exception) and not isinstance(content, FileNotFoundError):
                    raise content
        return {path: content for path, content in contents.items() if isinstance(content, bytes)}

    def remove(self, paths: Collection[str]) -> None:
        """Remove files, and their folders if nothing is left in them; a missing one is no error."""
        with self._translated() as fs:
            if _has_no_folders(fs):
                _remove_together(fs, [self._at(path) for path in paths])
                return
            for path in paths:
                with suppress(FileNotFoundError):
                    fs.rm_file(self._at(path))
            for folder in {path.rpartition("/")[0] for path in paths}:
                _remove_empty(fs, self._at(folder))

    def remove_folders(self, folder: str) -> None:
        """Remove a folder and those in it, as far as no file is left in them."""
        with self._translated() as fs:
            if _has_no_folders(fs):
                return
            fs.invalidate_cache()
            top = self._at(folder)
            inside = {path.rstrip("/") for path in fs.find(top, withdirs=True)} | {top}
            for path in sorted(inside, key=len, reverse=True):
                _remove_empty(fs, path)

    def found(self, folder: str) -> list[str]:
        """The paths of all files below a folder, relative to it."""
        with self._translated() as fs:
            fs.invalidate_cache()
            top = self._at(folder)
            return [path.removeprefix(top).lstrip("/") for path in fs.find(top)]

    def folders(self, folder: str) -> list[str]:
        """The names of what lies directly in a folder; none if there is no such folder."""
        with self._translated() as fs:
            fs.invalidate_cache()
            try:
                inside = fs.ls(self._at(folder), detail=False)
            except FileNotFoundError:
                return []
            return sorted(path.rstrip("/").rpartition("/")[2] for path in inside)

    def _at(self, path: str) -> str:
        return f"{self._root}/{path}" if self._root else path

    @contextmanager
    def _translated(self) -> Iterator[Any]:
        with translating(self.name):
            if self._pid != os.getpid():
                self._given, self._pid = _anew(self._given), os.getpid()
            yield self._given


def files_of(given: Any) -> Files:
    """The folder that a URL names, or a pair of a file system and a folder in it."""
    if isinstance(given, str):
        return _of_url(given)
    if isinstance(given, tuple) and len(given) == 2:
        filesystem, folder = given
        if isinstance(filesystem, fsspec.AbstractFileSystem) and isinstance(folder, str):
            return Files(filesystem, folder)
    raise ConfigurationError(
        f"archive must be a URL or a pair of a file system and a folder: {_KNOWN}"
    )


def _of_url(url: str) -> Files:
    scheme, colon, _ = url.partition("://")
    if not colon:
        raise ConfigurationError(f"archive: this is no URL: {_KNOWN}")
    scheme = scheme.partition("::")[0]
    if scheme not in {*fsspec.available_protocols(), *registry}:
        raise ConfigurationError(
            f"archive: {scheme}:… is no file system that fsspec knows: {_KNOWN}"
        )
    with translating(f"the archive ({scheme}:…)"):
        try:
            filesystem, root = fsspec.core.url_to_fs(url)
        except ImportError:
            how = known_implementations.get(scheme, {}).get("err", "install its package")
            raise ConfigurationError(f"archive: {scheme}:… lacks its driver: {how}") from None
        except ValueError:  # its message quotes the URL
            raise ConfigurationError(f"archive: {scheme}:… is no such URL: {_KNOWN}") from None
    return Files(filesystem, str(root))


def _has_no_folders(filesystem: Any) -> bool:
    """Whether a folder is but a part of names, as in object stores: those are fsspec's asynchronous ones."""
    inner = filesystem.fs if isinstance(filesystem, DirFileSystem) else filesystem
    return bool(inner.async_impl)


def _remove_together(fs: Any, paths: list[str]) -> None:
    """Object stores take many names at once; some stop at one that is not there."""
    if not paths:
        return
    try:
        fs.rm(paths)
    except FileNotFoundError:
        for path in paths:
            with suppress(FileNotFoundError):
                fs.rm_file(path)


def _remove_empty(fs: Any, folder: str) -> None:
    """Remove a folder in which nothing is; not every file system refuses to remove a full one."""
    inner = fs.fs if isinstance(fs, DirFileSystem) else fs
    with suppress(OSError):  # something is in it, or it is gone
        if isinstance(inner, ArrowFSWrapper) or fs.isfile(folder):
            return  # that one would take along what is put there meanwhile
        fs.invalidate_cache()
        if not fs.ls(folder, detail=False):
            fs.rmdir(folder)


def _anew(filesystem: Any) -> Any:
    """In a child: a file system with threads of its own, where it has any."""
    if isinstance(filesystem, DirFileSystem):
        return DirFileSystem(filesystem.path, _anew(filesystem.fs))
    if not filesystem.async_impl:
        return filesystem
    options = {**filesystem.storage_options, "skip_instance_cache": True}
    return type(filesystem)(*filesystem.storage_args, **options)


def _write_synced(root: str, contents: Mapping[str, bytes]) -> None:
    """Write files that nobody else may read, and have the disk keep them and their names."""
    touched: set[Path] = set()
    for path, content in contents.items():
        file = Path(root, *path.split("/"))
        above = [folder for folder in file.parents if len(folder.parts) >= len(Path(root).parts)]
        touched |= {*above, *(folder.parent for folder in file.parents if not folder.exists())}
        _in_folder(partial(_write_one, above[::-1], file, content))
    for folder in sorted(touched):
        _sync(folder)


def _in_folder(write: Callable[[], None]) -> None:
    """Make a folder and write in it, again if somebody removed it, for it was empty, in between."""
    for _ in range(_AGAIN):
        with suppress(FileNotFoundError, FileExistsError):
            return write()
    return write()


def _write_one(folders: Sequence[Path], file: Path, content: bytes) -> None:
    folders[0].parent.mkdir(parents=True, exist_ok=True)
    for folder in folders:  # each, for a mode holds for the last one that is made
        folder.mkdir(mode=0o700, exist_ok=True)
    number = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(number, "wb") as opened:  # noqa: PTH123
        opened.write(content)
        opened.flush()
        os.fsync(opened.fileno())


def _sync(folder: Path) -> None:
    if os.name == "nt":  # a folder cannot be opened there
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
