"""Instants as the columns of outlines hold them: microseconds since 1970, UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def micros(moment: datetime) -> int:
    """Whole microseconds since 1970, exactly."""
    return (moment - _EPOCH) // _MICROSECOND
