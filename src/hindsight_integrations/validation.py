"""Checks on what callers pass: names, instants, texts, JSON data; each answers the value or says what is wrong."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, TypeVar

from hindsight_integrations.errors import InvalidInput

#: The longest content one memory or turn may have, in characters (1 MB of ASCII).
MAX_CONTENT = 1_000_000
#: How deep data may be nested, and the first whole number too large for every store's JSON.
MAX_DEPTH = 100
MAX_NUMBER = 2**63

E = TypeVar("E", bound=StrEnum)


def choice(kind: type[E], value: str, name: str) -> E:
    """``value`` as a member of ``kind``; :class:`InvalidInput` names the allowed ones."""
    try:
        return kind(value)
    except ValueError:
        allowed = ", ".join(member.value for member in kind)
        raise InvalidInput(f"{name} must be one of {allowed}; got {value!r}") from None


def utc(moment: datetime, name: str) -> datetime:
    """``moment`` in UTC; a naive one is refused, since its instant is not known."""
    if not isinstance(moment, datetime):
        raise InvalidInput(f"{name} must be a datetime, got {type(moment).__name__}")
    if moment.tzinfo is None or moment.utcoffset() is None:
        raise InvalidInput(
            f"{name} is naive: its instant is unknown. Give it a time zone, "
            "for example datetime.now(timezone.utc)"
        )
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        raise InvalidInput(f"{name} lies beyond the time that can be kept, in UTC") from None


def identifier(value: str, name: str) -> str:
    """A tenant, user, agent, session or record id: any non-empty Unicode string, taken as it is."""
    if not isinstance(value, str):
        raise InvalidInput(f"{name} must be a string, got {type(value).__name__}")
    if not value:
        raise InvalidInput(f"{name} must not be empty")
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise InvalidInput(f"{name} holds a lone surrogate, which no store can keep")
    return value


_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def storable(value: str) -> str:
    """Text that every store can keep: NUL and lone surrogates become U+FFFD."""
    return _UNSTORABLE.sub("\ufffd", value)


def text(value: str, name: str) -> str:
    """Content fit for every store: NUL and lone surrogates become U+FFFD, the rest is kept as it is.

    Raises :class:`InvalidInput` for text that is blank or longer than ``MAX_CONTENT``.
    """
    if not isinstance(value, str):
        raise InvalidInput(f"{name} must be a string, got {type(value).__name__}")
    if not value.strip():
        raise InvalidInput(f"{name} is empty")
    if len(value) > MAX_CONTENT:
        raise InvalidInput(
            f"{name} has {len(value):,} characters; at most {MAX_CONTENT:,} are kept. Split it"
        )
    return storable(value)


def fraction(value: float, name: str) -> float:
    """A number from 0 to 1."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise InvalidInput(f"{name} must be a number from 0 to 1, got {value!r}")
    return float(value)


def whole(value: int, name: str) -> int:
    """A whole number of at least 0."""
    if type(value) is not int or value < 0:
        raise InvalidInput(f"{name} must be a whole number of at least 0, got {value!r}")
    return value


def mapping(value: Mapping[str, Any], name: str) -> dict[str, Any]:
    """A JSON object (a copy): names to plain data, not nested deeper than ``MAX_DEPTH``."""
    if not isinstance(value, Mapping):
        raise InvalidInput(f"{name} must map names to data, got a {type(value).__name__}")
    data: dict[str, Any] = plain(value, name)
    return data


def plain(value: Any, name: str, depth: int = 0) -> Any:
    """``value`` as plain JSON data (a copy); anything that JSON cannot hold is refused."""
    if depth > MAX_DEPTH:
        raise InvalidInput(f"{name} is nested deeper than {MAX_DEPTH} levels")
    match value:
        case Mapping():
            return {_member(key, name): plain(item, name, depth + 1) for key, item in value.items()}
        case list() | tuple():
            return [plain(item, name, depth + 1) for item in value]
    return _scalar(value, name)


def made_plain(value: Any, depth: int = 0) -> Any:
    """Data from elsewhere as every store can keep it: what JSON cannot express becomes text.

    Numbers of more than 64 bits, infinite ones, and what lies deeper than ``MAX_DEPTH``.
    """
    match value:
        case Mapping() if depth < MAX_DEPTH:
            return {str(key): made_plain(item, depth + 1) for key, item in value.items()}
        case list() | tuple() if depth < MAX_DEPTH:
            return [made_plain(item, depth + 1) for item in value]
        case None | bool() | str():
            return value
        case int() if -MAX_NUMBER <= value < MAX_NUMBER:
            return value
        case float() if math.isfinite(value):
            return value
    return str(value)


def _scalar(value: Any, name: str) -> Any:
    match value:
        case None | bool():
            return value
        case str():
            return storable(str(value))
        case int() if -MAX_NUMBER <= value < MAX_NUMBER:
            return int(value)
        case int():
            raise InvalidInput(f"{name} holds a whole number of more than 64 bits")
        case float() if math.isfinite(value):
            return float(value)
    raise InvalidInput(f"{name} holds what JSON cannot express: {type(value).__name__}")


def _member(key: object, name: str) -> str:
    if not isinstance(key, str):
        raise InvalidInput(f"{name} has a key that is not a string: {type(key).__name__}")
    return storable(key)
