"""API keys: who may ask, and in which tenant; it reads no environment and keeps no key in plain."""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Self

from hindsight_integrations.errors import ConfigurationError
from hindsight_integrations.settings import ServiceSettings
from hindsight_integrations.surfaces.refusals import Refused


@dataclass(frozen=True, slots=True)
class Caller:
    """Whom a key stands for: one tenant, or (``None``) all of them."""

    tenant: str | None = None

    def tenant_of(self, named: str | None) -> str | None:
        """The tenant of a request that names one, or leaves it to the key."""
        if self.tenant is None:
            return named
        if named not in (None, self.tenant):
            raise Refused(403, "this key is bound to another tenant")
        return self.tenant


@dataclass(frozen=True, slots=True)
class _Known:
    digest: bytes = field(repr=False)
    caller: Caller


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys that are admitted. Without any, everybody who reaches the service is."""

    known: tuple[_Known, ...] = ()

    @classmethod
    def parse(cls, text: str | None, settings: ServiceSettings | None = None) -> Self:
        """Keys from ``key,key@tenant``; :class:`ConfigurationError` for one that is too short or odd.

        The message names its place, never the key.
        """
        parts = [part.strip() for part in (text or "").split(",")]
        given = [(place, part) for place, part in enumerate(parts, 1) if part]
        return cls(tuple(_known(given, (settings or ServiceSettings()).key_length)))

    def __bool__(self) -> bool:
        return bool(self.known)

    def caller(self, authorization: str | None) -> Caller:
        """Whom the header ``Authorization`` stands for; :class:`Refused` (401) if nobody.

        All keys are compared, each in constant time, so that the time tells nothing.
        """
        if not self.known:
            return Caller()
        scheme, _, key = (authorization or "").partition(" ")
        digest = _digest(key.strip()) if scheme.lower() == "bearer" else b""
        matching = [one for one in self.known if hmac.compare_digest(one.digest, digest)]
        if not matching:
            raise Refused(401, "an API key is needed: Authorization: Bearer KEY")
        return matching[0].caller


def _known(given: Iterable[tuple[int, str]], shortest: int) -> Iterable[_Known]:
    seen = set[bytes]()
    for place, part in given:
        key, bound, tenant = part.partition("@")
        if len(key) < shortest or not key.isascii() or not key.isprintable() or " " in key:
            raise ConfigurationError(
                f"API key {place} must have at least {shortest} ASCII characters and no blank; "
                "make one with: openssl rand -hex 24"
            )
        if bound and not tenant:
            raise ConfigurationError(f"API key {place} ends in '@': name its tenant, key@tenant")
        digest = _digest(key)
        if digest in seen:
            raise ConfigurationError(f"API key {place} is given twice")
        seen.add(digest)
        yield _Known(digest, Caller(tenant or None))


def _digest(key: str) -> bytes:
    return sha256(key.encode("utf-8", "surrogateescape")).digest()
