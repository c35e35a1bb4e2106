"""The nouns of an application's items: what is put by key, asked for, and answered; plain data, it keeps nothing."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from hindsight_integrations.errors import InvalidInput

Namespace = tuple[str, ...]
Matches = Callable[[Mapping[str, Any]], bool]


class Ranking(StrEnum):
    """What orders the items that a question finds."""

    SIMILARITY = "similarity"  # nearness to the question alone, as LangGraph's own stores do
    HINDSIGHT = "hindsight"  # the score of recall: nearness, words, confidence, use


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A value under its key. ``created_at`` is when the key was first put, ``updated_at`` when last.

    ``score`` is set where a question ranked it; ``why`` holds the parts of a recall's score.
    """

    namespace: Namespace
    key: str
    value: dict[str, Any] = field(repr=False)
    created_at: datetime
    updated_at: datetime
    score: float | None = None
    why: Mapping[str, float] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemPut:
    """A value to be kept under a key; ``None`` deletes what is kept there, and its history.

    ``ttl`` is in minutes; ``None`` keeps it for good. ``indexed=False``: no question finds it.
    ``texts`` are the parts that are encoded one by one; without any, the whole value is.
    """

    namespace: Namespace
    key: str
    value: Mapping[str, Any] | None = field(repr=False)
    ttl: float | None = None
    indexed: bool = True
    texts: tuple[str, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.key, str) or not self.key:
            raise InvalidInput(f"an item's key must be a non-empty string, got {self.key!r}")
        if self.value is not None and not isinstance(self.value, Mapping):
            raise InvalidInput(f"an item's value maps names to data, not {_kind(self.value)}")
        lifetime(self.ttl)


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemGet:
    """Asks for the item of one key; ``refresh`` starts its time to live anew."""

    namespace: Namespace
    key: str
    refresh: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemSearch:
    """Asks for the items below a namespace, a page of them.

    Without a ``query`` the latest put come first; with one the best, then those that nothing
    ranks. ``matches`` is a filter over values.
    """

    namespace: Namespace
    query: str | None = field(default=None, repr=False)
    matches: Matches | None = field(default=None, repr=False)
    limit: int = 10
    offset: int = 0
    refresh: bool = False

    def __post_init__(self) -> None:
        check_page(self.limit, self.offset)


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemNamespaces:
    """Asks for the namespaces below one that hold items, sorted."""

    below: Namespace = ()


ItemAsk = ItemGet | ItemSearch | ItemNamespaces
ItemAnswer = Item | list[Item] | list[Namespace] | None


def lifetime(minutes: float | None) -> timedelta | None:
    """A time to live; it must be a positive number of minutes."""
    if minutes is None:
        return None
    number = not isinstance(minutes, bool) and isinstance(minutes, int | float)
    if not number or not math.isfinite(minutes) or minutes <= 0:
        raise InvalidInput(f"ttl is a positive number of minutes, or None; got {minutes!r}")
    try:
        return timedelta(minutes=minutes)
    except OverflowError:
        raise InvalidInput(f"ttl reaches beyond all dates: {minutes!r} minutes") from None


def check_page(limit: int, offset: int) -> None:
    """Refuse what is no page: upstream stores disagree about what a negative one means."""
    for name, value in (("limit", limit), ("offset", offset)):
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise InvalidInput(f"{name} must be a whole number of at least 0, got {value!r}")


def _kind(value: object) -> str:
    return type(value).__name__
