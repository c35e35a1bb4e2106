"""Names of folders and objects that every file system takes and no two records share; pure."""

from __future__ import annotations

import hashlib
import re
from datetime import UTC, datetime

#: Characters that mean themselves on every file system and in every object store; an upper-case
#: letter does not, where ``A`` and ``a`` are one file.
_OF_IDS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_-")
_OF_SUBJECTS = _OF_IDS | {"."}
#: What Windows takes for a device, whatever follows behind a dot.
_DEVICE = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)")
#: A file's name may have 255 bytes, and time, mark and ending are to be added.
_LONGEST = 120
#: The folder of what has no subject; a subject of this name is written in another way.
_NO_SUBJECT = "_"
_TIME = "%Y%m%dT%H%M%S%fZ"
_ENDING = "json"


def folder(subject: str | None) -> str:
    """The folder of a subject key. ``user.location`` is itself; other scripts are spelt out."""
    return _NO_SUBJECT if subject is None else _safe(subject, _OF_SUBJECTS)


def label(id: str) -> str:
    """A record's id as the beginning of a file's name, without a dot."""
    return _safe(id, _OF_IDS)


def place(subject: str | None, id: str, at: datetime, mark: str) -> str:
    """Where an object lies, below its user's folder. ``mark`` tells objects of one record apart."""
    stamp = at.astimezone(UTC).strftime(_TIME)
    return f"{folder(subject)}/{label(id)}.{stamp}-{mark}.{_ENDING}"


def labelled(place: str) -> str:
    """The label in a place's file name."""
    return place.rpartition("/")[2].partition(".")[0]


def written_at(place: str) -> datetime | None:
    """When the object at ``place`` was put; ``None`` if that is no place of ours."""
    parts = place.rpartition("/")[2].split(".")
    if len(parts) != 3 or parts[2] != _ENDING:
        return None
    try:
        return datetime.strptime(parts[1].partition("-")[0], _TIME).replace(tzinfo=UTC)
    except ValueError:
        return None


def _safe(name: str, plain: frozenset[str]) -> str:
    """``name`` with every other character as ``=`` and the hexadecimal of its bytes; a long one as a digest."""
    spelt = "".join(char if char in plain else _spelt(char) for char in name)
    if name == _NO_SUBJECT or _DEVICE.match(spelt):
        spelt = _spelt(spelt[0]) + spelt[1:]
    if len(spelt) > _LONGEST:
        return "==" + hashlib.blake2b(name.encode(), digest_size=16).hexdigest()
    return spelt


def _spelt(character: str) -> str:
    return "".join(f"={byte:02x}" for byte in character.encode())
