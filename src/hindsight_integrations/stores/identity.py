"""The hashes that stand for a user and for a dedup key in a file; keyed, so that they tell nobody anything."""

from __future__ import annotations

import hashlib
import json
import uuid
from functools import lru_cache

from hindsight_integrations.records import Scope


class Identity:
    """Hashes under the file's own secret. A user is found by hash, so the name can be erased."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self.wall = lru_cache(maxsize=4096)(self._wall)

    def store(self) -> bytes:
        """Stands for the store itself, where several share a place."""
        return self._hash(["store"])

    def scope(self, scope: Scope) -> bytes:
        """Stands for tenant and user."""
        return self.wall(scope.wall)

    def dedup(self, scope: Scope, key: str) -> bytes:
        """Stands for a dedup key of one user."""
        return self._hash([*scope.wall, key])

    def session(self, scope: Scope) -> bytes:
        """Stands for the scope's session."""
        return self._hash([*scope.wall, "session", scope.session or ""])

    def turn(self, scope: Scope, id: str) -> bytes:
        """Stands for a turn of one user."""
        return self._hash([*scope.wall, "turn", id])

    def _wall(self, wall: tuple[str, str]) -> bytes:
        return self._hash(list(wall))

    def _hash(self, parts: list[str]) -> bytes:
        message = json.dumps(parts).encode()
        return hashlib.blake2b(message, key=self._secret, digest_size=16).digest()


def point_key(wall: str, id: str) -> str:
    """The UUID of a user's record in an outside index: two users may have records of one id."""
    return str(uuid.uuid5(uuid.UUID(hex=wall), id))
