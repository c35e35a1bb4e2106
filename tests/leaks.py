"""Looks whether content shows where it must not: errors with their causes, reprs, log records; it knows no verb."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import pytest

from hindsight_integrations import HindsightError

E = TypeVar("E", bound=HindsightError)

#: Stands in whatever is content; no message may repeat it.
SENTINEL = "zqxsentinel"


def refused(kind: type[E], call: Callable[[], Any], match: str | None = None) -> E:
    """The error that ``call`` raises, of exactly that branch of the tree, without content."""
    with pytest.raises(kind, match=match) as caught:
        call()
    assert SENTINEL not in shown(caught.value)
    return caught.value


def shown(error: BaseException) -> str:
    """All that a report of ``error`` would print."""
    return "\n".join(f"{one!r} {one} {one.args}" for one in chain(error))


def chain(error: BaseException) -> Iterator[BaseException]:
    """The error, what it was raised from, and what was being handled meanwhile."""
    seen: set[int] = set()
    waiting: list[BaseException | None] = [error]
    while waiting:
        one = waiting.pop()
        if one is not None and id(one) not in seen:
            seen.add(id(one))
            yield one
            waiting += [one.__cause__, None if one.__suppress_context__ else one.__context__]


def logged(caplog: pytest.LogCaptureFixture) -> str:
    """Everything that was logged, formatted and raw."""
    formatter = logging.Formatter()
    return "\n".join(
        f"{formatter.format(record)} {record.args} {record.__dict__}" for record in caplog.records
    )
