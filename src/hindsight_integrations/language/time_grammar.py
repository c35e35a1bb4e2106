"""Reduces pieces of text to times by rules over their kinds; it knows no word and no date.

A rule's pattern is a regular expression whose letters are kinds: ``"month of? year"``. What it
matches becomes one piece of the kind that its builder answers. Rules are tried in order, each
wherever it fits, so that small things are built before larger ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import Any

from hindsight_integrations.language.spans import Span
from hindsight_integrations.language.time_marks import Prefer, Time, place
from hindsight_integrations.language.time_pieces import KINDS, Piece


@dataclass(frozen=True, slots=True)
class Now:
    """The moment of wall time that expressions are relative to, and the side that is meant if both could be."""

    moment: datetime
    prefer: Prefer

    def span(self, time: Time) -> Span:
        return place(time, self.moment, self.prefer)

    def closed(self, time: Time) -> tuple[datetime, datetime]:
        """The span of a time with both sides; :class:`ValueError` for an open one."""
        start, end = self.span(time)
        if start is None or end is None:
            raise ValueError("an open span")
        return start, end


@dataclass(frozen=True, slots=True)
class Parts:
    """The pieces that a rule matched, and the moment they are relative to."""

    pieces: Sequence[Piece]
    now: Now

    def get(self, kind: str, default: Any = None) -> Any:
        """The value of the first piece of that kind."""
        return next((piece.value for piece in self.pieces if piece.kind == kind), default)

    def all(self, *kinds: str) -> list[Any]:
        """The values of every piece of these kinds, in order."""
        return [piece.value for piece in self.pieces if piece.kind in kinds]

    def has(self, *kinds: str) -> bool:
        return any(piece.kind in kinds for piece in self.pieces)

    def plus(self, **values: Any) -> Parts:
        """The same with more pieces, in front: their values by kind."""
        made = [replace(self.pieces[0], kind=kind, value=value) for kind, value in values.items()]
        return Parts([*made, *self.pieces], self.now)


#: The kind and the value of a new piece, or ``None``: the rule does not fit here.
Built = tuple[str, Any] | None
Build = Callable[[Parts], Built]


@dataclass(frozen=True, slots=True)
class Rule:
    """``pattern`` over kinds, what is built of a match, and what values it must have to be one."""

    pattern: str
    build: Build
    only: Mapping[str, Any]


def rule(pattern: str, build: Build, **only: Any) -> Rule:
    """A rule; ``unit="week"`` admits only a match whose unit is the week."""
    return Rule(pattern, build, only)


def becomes(kind: str, value: Any) -> Build:
    """A builder that always answers the same."""
    return lambda _: (kind, value)


_BITS = {name: 1 << place for place, name in enumerate(KINDS)}


@cache
def needed(pattern: str) -> int:
    """The kinds without which the pattern cannot match, as bits: they settle most rules without a search."""
    bare = re.sub(
        r"\([^()]*(?:\([^()]*\)[^()]*)*\)", " ", pattern
    )  # what is in brackets may be optional
    return sum({_BITS[name] for name in re.findall(r"[a-z_]+(?![a-z_?*])", bare)})


@cache
def compiled_kinds(pattern: str) -> re.Pattern[str]:
    """A pattern over kinds as one over their characters."""
    return re.compile(re.sub(r"[a-z_]+", lambda name: KINDS[name[0]], pattern).replace(" ", ""))


class Grammar:
    """Rules in the order in which they are tried; their patterns are compiled when they are first needed."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._rules = [(rule, needed(rule.pattern)) for rule in rules]

    def reduce(self, pieces: list[Piece], now: Now) -> list[Piece]:
        """The pieces after every rule had its turn."""
        shape = "".join([KINDS[piece.kind] for piece in pieces])
        present = 0
        for piece in pieces:
            present |= _BITS[piece.kind]
        for rule, mask in self._rules:
            if mask & ~present:
                continue
            search = compiled_kinds(rule.pattern).search
            match = search(shape)
            while match is not None:
                start, end = match.span()
                built = _built(rule, now, pieces[start:end])
                if built is None:
                    match = search(shape, start + 1)
                    continue
                pieces[start:end] = [built]
                present |= _BITS[built.kind]
                shape = shape[:start] + KINDS[built.kind] + shape[end:]
                match = search(shape, start)
        return pieces


def _built(rule: Rule, now: Now, matched: list[Piece]) -> Piece | None:
    parts = Parts(matched, now)
    if any(parts.get(kind) != value for kind, value in rule.only.items()):
        return None
    try:
        built = rule.build(parts)
    except (ValueError, OverflowError):  # no such day, or beyond the calendar
        return None
    if built is None or (len(matched) == 1 and built[0] == matched[0].kind):
        return None
    return Piece(built[0], built[1], matched[0].start, matched[-1].end)
