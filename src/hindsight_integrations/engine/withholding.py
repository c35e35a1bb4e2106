"""Takes secrets out of what is about to be kept, by the policy of each kind; it writes nothing and keeps no original.

First every text of a write is searched, then what was found is replaced in all of them: a
password that one turn announces is also gone from the echo of the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hindsight_integrations.answers import Action, Change
from hindsight_integrations.engine.core import Core
from hindsight_integrations.language.secrets import find_secrets, secret_named
from hindsight_integrations.records import Claim, Turn
from hindsight_integrations.settings import PrivacySettings, SecretKind, SecretPolicy

#: Shorter secrets are replaced only where nothing adjoins them: 1234 is a part of many numbers.
_SHORT = 6


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A claim or turn without its secrets, the kinds that were found, and the policies that met them."""

    claim: Claim | None = None
    turn: Turn | None = None
    secrets: tuple[str, ...] = ()
    blocked: bool = False
    tags: tuple[str, ...] = ()


class _Found:
    """The secrets of one write, by their wording, and what takes their place."""

    def __init__(self, privacy: PrivacySettings) -> None:
        self._policies = privacy.secrets
        self._words: dict[str, SecretKind] = {}
        self._pattern: re.Pattern[str] | None = None

    def policy(self, kind: SecretKind) -> SecretPolicy:
        return SecretPolicy(self._policies.get(kind, SecretPolicy.REDACT))

    def search(self, value: object, name: str = "") -> None:
        """Note every secret in ``value``: a text, a number, or data that holds such."""
        for text, field in _texts(value, name):
            for secret in find_secrets(text):
                self._words[text[secret.start : secret.end]] = secret.kind
            named = secret_named(field) if field else None
            if named is not None and len(text) >= 3 and not text.startswith("[withheld: "):
                self._words.setdefault(text, named)

    def __bool__(self) -> bool:
        return bool(self._words)

    def kinds(self, *values: object) -> list[SecretKind]:
        """The kinds of the secrets that stand in ``values``, one for each."""
        texts = [text for value in values for text, _ in _texts(value, "")]
        return [
            kind
            for word, kind in self._words.items()
            if any(self._standing(word).search(text) for text in texts)
        ]

    def without(self, value: Any) -> Any:
        """``value`` with every secret replaced by its kind, unless its policy is to tag it."""
        if isinstance(value, str):
            return self._all().sub(self._instead, value)
        if isinstance(value, Mapping):
            return {self.without(name): self.without(item) for name, item in value.items()}
        if isinstance(value, list | tuple):
            return type(value)(self.without(item) for item in value)
        if type(value) in (int, float) and str(value) in self._words:
            return self.without(str(value))
        return value

    def _instead(self, match: re.Match[str]) -> str:
        kind = self._words[match[0]]
        tagged = self.policy(kind) is SecretPolicy.TAG
        return match[0] if tagged else f"[withheld: {kind.value}]"

    def _all(self) -> re.Pattern[str]:
        if self._pattern is None:
            longest = sorted(self._words, key=len, reverse=True)
            self._pattern = re.compile("|".join(map(_bounded, longest)))
        return self._pattern

    def _standing(self, word: str) -> re.Pattern[str]:
        return re.compile(_bounded(word))


def _bounded(word: str) -> str:
    inner = re.escape(word)
    return rf"(?<!\w){inner}(?!\w)" if len(word) < _SHORT else inner


def _texts(value: object, name: str) -> Iterator[tuple[str, str]]:
    """Every text and number inside, with the name of the field that holds it."""
    if isinstance(value, str):
        yield value, name
    elif isinstance(value, Mapping):
        for field, item in value.items():
            yield str(field), ""
            yield from _texts(item, str(field))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item, name)
    elif type(value) in (int, float):
        yield str(value), name


def clean_claims(core: Core, claims: Iterable[Claim]) -> list[Cleaned]:
    """Each claim without secrets; a blocked one is none. What was found is counted."""
    cleaned = []
    for claim in claims:
        found = _Found(core.settings.privacy)
        for part in (claim.content, claim.payload, claim.tags, claim.dedup_key):
            found.search(part)
        cleaned.append(_claim(found, claim) if found else Cleaned(claim=claim))
    return _counted(core, cleaned)


def _counted(core: Core, cleaned: list[Cleaned]) -> list[Cleaned]:
    for item in cleaned:
        core.secrets.update(item.secrets)
    return cleaned


def blocked(item: Cleaned) -> Change:
    """The answer to a write that a policy forbids."""
    reason = f"it holds a secret ({', '.join(item.secrets)}), which the policy blocks"
    return Change(Action.WITHHELD, None, reason=reason, secrets=item.secrets)


def told(change: Change, item: Cleaned) -> Change:
    """``change`` with the kinds of what was found."""
    return replace(change, secrets=item.secrets) if item.secrets else change


def _claim(found: _Found, claim: Claim) -> Cleaned:
    kinds = found.kinds(claim.content, claim.payload, claim.tags, claim.dedup_key)
    told = tuple(kind.value for kind in kinds)
    if any(found.policy(kind) is SecretPolicy.BLOCK for kind in kinds):
        return Cleaned(secrets=told, blocked=True)
    tags = _tags(found, kinds)
    clean = replace(
        claim,
        content=found.without(claim.content),
        payload=found.without(claim.payload),
        tags=(*found.without(claim.tags), *tags),
        dedup_key=found.without(claim.dedup_key),
    )
    return Cleaned(claim=clean, secrets=told, tags=tags)


def clean_turns(core: Core, turns: Sequence[Turn]) -> list[Cleaned]:
    """Each turn without the secrets of any; a blocked one says only what kinds it held."""
    found = _Found(core.settings.privacy)
    for turn in turns:
        for part in (turn.content, turn.payload, turn.original):
            found.search(part)
    if not found:
        return [Cleaned(turn=turn) for turn in turns]
    return [_turn(found, turn) for turn in turns]


def _turn(found: _Found, turn: Turn) -> Cleaned:
    kinds = found.kinds(turn.content, turn.payload, turn.original)
    if not kinds:
        return Cleaned(turn=turn)
    told = tuple(kind.value for kind in kinds)
    blocked = any(found.policy(kind) is SecretPolicy.BLOCK for kind in kinds)
    content = (
        f"[blocked: {', '.join(dict.fromkeys(told))}]" if blocked else found.without(turn.content)
    )
    clean = replace(
        turn,
        content=content,
        payload={} if blocked else found.without(turn.payload),
        original={} if blocked else found.without(turn.original),
    )
    return Cleaned(turn=clean, secrets=told, blocked=blocked, tags=_tags(found, kinds))


def _tags(found: _Found, kinds: Iterable[SecretKind]) -> tuple[str, ...]:
    tagged = (kind for kind in kinds if found.policy(kind) is SecretPolicy.TAG)
    return tuple(dict.fromkeys(f"secret:{kind.value}" for kind in tagged))
