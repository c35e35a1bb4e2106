"""Looks at the place where a database file is to live: rights, network file systems; it opens no database."""

from __future__ import annotations

import os
from pathlib import Path

from hindsight_integrations.errors import ConfigurationError, Unavailable

#: File systems on which SQLite's locks or shared memory do not hold.
NETWORK_TYPES = frozenset(
    {
        "nfs",
        "nfs4",
        "cifs",
        "smb3",
        "smbfs",
        "afs",
        "9p",
        "ceph",
        "glusterfs",
        "lustre",
        "fuse.sshfs",
    }
)


def prepare(path: Path, mounts: str | None = None) -> None:
    """Make the file if it is missing, readable by its owner alone; refuse places that cannot work.

    ``mounts`` is the text of /proc/mounts (for tests); on systems without one nothing is refused.
    """
    folder = path.absolute().parent
    if not folder.is_dir():
        raise ConfigurationError(f"the folder {folder} does not exist; create it first")
    if path.is_dir():
        raise ConfigurationError(f"{path} is a folder; name a file")
    refuse_network(path, _mounts() if mounts is None else mounts)
    if not path.exists():
        try:
            os.close(os.open(path, os.O_CREAT | os.O_RDWR | os.O_EXCL, 0o600))
        except FileExistsError:
            return
        except OSError as error:
            raise Unavailable(f"{path} cannot be created: {error.strerror}") from error


def refuse_network(path: Path, mounts: str) -> None:
    """Raise :class:`ConfigurationError` if ``path`` lies on a network file system."""
    kind = file_system(path, mounts)
    if kind in NETWORK_TYPES:
        raise ConfigurationError(
            f"{path} is on a network file system ({kind}), where SQLite's locks do not hold. "
            "Put the file on a local disk, or use a server store"
        )


def file_system(path: Path, mounts: str) -> str | None:
    """The type of the file system that holds ``path``, by the longest mount point above it.

    Links are followed: what counts is where the file really lies.
    """
    place = str(path.resolve())
    best, kind = "", None
    for line in mounts.splitlines():
        fields = line.split()
        if len(fields) < 3:
            continue
        point = fields[1].replace("\\040", " ")
        inside = place == point or place.startswith(point.rstrip("/") + "/")
        if inside and len(point) >= len(best):
            best, kind = point, fields[2]
    return kind


def _mounts() -> str:
    try:
        return Path("/proc/mounts").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
