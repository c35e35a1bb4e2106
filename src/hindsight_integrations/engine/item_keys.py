"""Between an item's namespace and key and the subject it is kept under; pure, it reads nothing."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Sequence

from hindsight_integrations.items import Namespace
from hindsight_integrations.records import ITEMS_ROOT, SubjectKey, SubjectPattern

#: The longest label that stands as it is, or in hexadecimal; a UUID has 36 characters.
_LONGEST = 40
_HEX, _DIGEST = "x-", "h-"


def subject_of(namespace: Sequence[str], key: str) -> SubjectKey:
    """The subject of an item: ``_store.docs.prefs`` for ``("docs",), "prefs"``.

    A subject is dotted, lower-case and of few characters. A label that is no such segment is
    written in hexadecimal (``x-416e6e``), a long one as a digest (``h-…``); so keys that
    differ have subjects that differ, and the items below a namespace are those below a prefix.
    """
    labels = [ITEMS_ROOT, *map(_segment, namespace), _segment(key)]
    return str.__new__(SubjectKey, ".".join(labels))


def below(namespace: Sequence[str]) -> SubjectPattern:
    """All items of ``namespace`` and of those that begin with it."""
    return SubjectPattern(".".join([ITEMS_ROOT, *map(_segment, namespace)]), below=True)


def namespace_of(subject: str) -> Namespace | None:
    """The namespace that a subject was made of; ``None`` if a digest hides part of it."""
    segments = subject.split(".")[1:-1]
    if any(segment.startswith(_DIGEST) for segment in segments):
        return None
    return tuple(map(_label, segments))


def _segment(label: str) -> str:
    if _plain(label):
        return label
    written = label.encode("utf-8", "surrogatepass")
    if 2 * len(written) <= _LONGEST:
        return _HEX + written.hex()
    return _DIGEST + hashlib.blake2b(written, digest_size=16).hexdigest()


def _label(segment: str) -> str:
    if not segment.startswith(_HEX):
        return segment
    return bytes.fromhex(segment.removeprefix(_HEX)).decode("utf-8", "surrogatepass")


def _plain(label: str) -> bool:
    """Whether the label is a segment of a subject that stays as it is."""
    if not label or len(label) > _LONGEST or label.startswith((_HEX, _DIGEST)):
        return False
    known = all(c.isalnum() or c in "_-" or unicodedata.category(c)[0] == "M" for c in label)
    return known and unicodedata.normalize("NFKC", label).lower() == label
