"""Cold storage in folders: one a user, in it one a subject key, in it one file a record; it decides nothing."""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import Any

from hindsight_integrations.errors import StoreError, Unavailable
from hindsight_integrations.ports import Cold, Deadline
from hindsight_integrations.records import Scope
from hindsight_integrations.stores.archive import names, objects
from hindsight_integrations.stores.archive.files import Files
from hindsight_integrations.stores.identity import Identity

#: Objects that are written, read back or read together: as many as a store takes at once.
_TOGETHER = 64
_WALL = re.compile("[0-9a-f]{32}")


class FolderArchive:
    """A :class:`~hindsight_integrations.ports.Archive` over :class:`Files`.

    ``<root>/<store>/<user>/<subject key>/<id>.<time>-<mark>.json``: store and user are hashes
    under the record store's secret, so several stores may share a root.
    """

    def __init__(self, files: Files, identity: Identity) -> None:
        self._files = files
        self._identity = identity
        self._home = identity.store().hex()

    def put(
        self, scope: Scope, records: Sequence[Cold], *, now: datetime, deadline: Deadline
    ) -> list[str]:
        wall, folder = self._wall(scope)
        places = []
        for some in _batches(records):
            deadline.check()
            fresh = [_place(record, now) for record in some]
            blobs = {
                f"{folder}/{place}": objects.written(record, wall)
                for place, record in zip(fresh, some, strict=True)
            }
            self._files.write(blobs)
            if self._files.read(list(blobs)) != blobs:
                raise Unavailable(f"{self._files.name} does not give back what was written")
            places += fresh
        return places

    def get(
        self, scope: Scope, places: Mapping[str, str], deadline: Deadline
    ) -> dict[str, Cold | StoreError]:
        wall, folder = self._wall(scope)
        found: dict[str, Cold | StoreError] = {}
        for some in _batches(list(places.items())):
            deadline.check()
            paths = {id: f"{folder}/{place}" for id, place in some if _is_place(place)}
            blobs = self._files.read(list(paths.values()))
            for id, _ in some:
                found[id] = _read(blobs.get(paths.get(id, "")), wall, scope, id)
        return found

    def drop(self, scope: Scope, places: Iterable[str], deadline: Deadline) -> None:
        _, folder = self._wall(scope)
        self._remove(folder, [place for place in places if _is_place(place)], deadline)

    def erase(self, scope: Scope, ids: Iterable[str] | None, deadline: Deadline) -> None:
        deadline.check()
        _, folder = self._wall(scope)
        labels = None if ids is None else set(map(names.label, ids))
        held = self._files.found(folder)
        # By name, also where all is to go: what is put later than it was listed is not reached.
        going = [at for at in held if labels is None or names.labelled(at) in labels]
        self._remove(folder, going, deadline)
        if ids is None:
            self._files.remove_folders(folder)

    def walls(self, deadline: Deadline) -> list[str]:
        deadline.check()
        return [name for name in self._files.folders(self._home) if _WALL.fullmatch(name)]

    def sweep(
        self, wall: str, *, named: Collection[str], before: datetime, deadline: Deadline
    ) -> int:
        deadline.check()
        folder = f"{self._home}/{wall}"
        waste = [at for at in self._files.found(folder) if at not in named]
        old = [at for at in waste if (put := names.written_at(at)) is None or put < before]
        self._remove(folder, old, deadline)
        return len(waste) - len(old)

    def health(self, deadline: Deadline) -> Mapping[str, Any]:
        return {"kind": self._files.kind, "users": len(self.walls(deadline))}

    def close(self) -> None:
        """Nothing is held open."""

    def _wall(self, scope: Scope) -> tuple[str, str]:
        """What stands for the user, and the user's folder."""
        wall = self._identity.scope(scope).hex()
        return wall, f"{self._home}/{wall}"

    def _remove(self, folder: str, places: Sequence[str], deadline: Deadline) -> None:
        for some in _batches(places):
            deadline.check()
            self._files.remove([f"{folder}/{place}" for place in some])


def _place(record: Cold, now: datetime) -> str:
    kept = record.memory
    return names.place(kept.subject_key, kept.id, now, secrets.token_hex(8))


def _is_place(place: str) -> bool:
    """Whether it is of the form of a place, so that it cannot lead out of the user's folder."""
    folder, _, name = place.partition("/")
    return folder not in ("", ".", "..") and "/" not in name and names.written_at(place) is not None


def _read(blob: bytes | None, wall: str, scope: Scope, id: str) -> Cold | StoreError:
    if blob is None:
        return objects.missing(id)
    try:
        return objects.read(blob, wall=wall, scope=scope, id=id)
    except StoreError as error:
        return error


def _batches(items: Sequence[Any]) -> Iterator[list[Any]]:
    rest = iter(items)
    while some := list(islice(rest, _TOGETHER)):
        yield some
