"""Reads the messages that a block is shown: what is asked, what is visible, what was not seen before; it knows no memory."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import cached_property

from llama_index.core.base.llms.types import ChatMessage

from hindsight_integrations.llamaindex.codec import words_of_messages
from hindsight_integrations.records import Role, Turn

#: How many turns at the log's end may have been taken back.
_BACK = 8


@dataclass(frozen=True)
class Visible:
    """The messages that a model is about to read."""

    messages: Sequence[ChatMessage] = field(repr=False)

    @cached_property
    def turns(self) -> list[Turn]:
        """What was said, without system messages, in order."""
        turns = words_of_messages(self.messages)
        return [turn for turn in turns if turn.role is not Role.SYSTEM]

    @cached_property
    def asked(self) -> str:
        """What the user said last, or nothing."""
        return next((t.content for t in reversed(self.turns) if t.role is Role.USER), "")

    @cached_property
    def times(self) -> int:
        """How often the user has spoken: tells one turn from another that says the same."""
        return sum(turn.role is Role.USER for turn in self.stated)

    @cached_property
    def words(self) -> frozenset[str]:
        """What stands in the messages already, message by message."""
        return frozenset(turn.content for turn in self.turns)

    @cached_property
    def stated(self) -> list[Turn]:
        """The turns without the input that ``Memory`` puts behind a message that says it already."""
        users = [turn for turn in self.turns if turn.role is Role.USER]
        if (
            len(users) > 1
            and self.turns[-1] is users[-1]
            and users[-1].content == users[-2].content
        ):
            return self.turns[:-1]
        return self.turns


def unseen(log: Sequence[Turn], turns: Sequence[Turn]) -> list[Turn]:
    """Those of ``turns``, a conversation's visible part, that come after what ``log`` holds.

    Messages of LlamaIndex have no ids, so the log's end is laid over the turns where most of
    them agree; of several such places, the first. Where the last turns were taken back (an
    edited message, an answer made anew), what lies before them must agree in two turns. Each
    turn's id follows from what it says and the one before it, so that two who look at once
    find the same ids.
    """
    laid = [_laid(log[: len(log) - back], turns) for back in range(min(_BACK, len(log)) + 1)]
    taken_back = max(range(len(laid)), key=lambda back: (laid[back][0], -back), default=0)
    agreed, start = laid[taken_back]
    if taken_back and agreed < 2:
        start = laid[0][1]
    before = (log[-1].id or "") if log else ""
    return _chained(before, turns[start:])


def _laid(log: Sequence[Turn], turns: Sequence[Turn]) -> tuple[int, int]:
    """In how many turns the log's end agrees with the turns before a place, at best, and that place."""
    places = range(len(turns) + 1)
    start = max(places, key=lambda place: (_agreement(log, turns[:place]), -place))
    return _agreement(log, turns[:start]), start


def uncounted(log: Sequence[Turn], turns: Sequence[Turn]) -> list[Turn]:
    """Those of ``turns``, a part of a conversation from anywhere in it, that ``log`` does not hold."""
    known = Counter(map(_said, log))
    fresh = []
    for turn in turns:
        if known[_said(turn)] > 0:
            known[_said(turn)] -= 1
        else:
            fresh.append(turn)
    return _chained((log[-1].id or "") if log else "", fresh)


def _agreement(log: Sequence[Turn], turns: Sequence[Turn]) -> int:
    """How many of the last turns of both say the same."""
    count = 0
    for one, other in zip(reversed(log), reversed(turns), strict=False):
        if _said(one) != _said(other):
            break
        count += 1
    return count


def _chained(before: str, turns: Sequence[Turn]) -> list[Turn]:
    named = []
    for turn in turns:
        words = "\x00".join((before, *_said(turn))).encode()
        before = hashlib.blake2b(words, digest_size=12).hexdigest()
        named.append(replace(turn, id=before))
    return named


def _said(turn: Turn) -> tuple[str, str]:
    return (turn.role.value, turn.content)


@dataclass(eq=False)
class Reading:
    """One reading of a memory by its blocks, one after the other: what they have told so far."""

    messages: object = field(repr=False)
    told: set[str] = field(default_factory=set)
    tellers: list[object] = field(default_factory=list, repr=False)


_reading: ContextVar[Reading | None] = ContextVar("hindsight_reading", default=None)


def reading(messages: object, teller: object) -> Reading:
    """The reading in which ``teller`` takes part: ``Memory`` hands all its blocks the same list.

    A block that was asked in it already begins another one.
    """
    present = _reading.get()
    if present is None or present.messages is not messages or _is_in(present.tellers, teller):
        present = Reading(messages)
        _reading.set(present)
    present.tellers.append(teller)
    return present


def _is_in(tellers: Sequence[object], teller: object) -> bool:
    return any(one is teller for one in tellers)
