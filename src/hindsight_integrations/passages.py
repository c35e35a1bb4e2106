"""What another retriever found, as it is handed to be judged; nothing of it is kept."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.records import Claim, MemoryType, Source, SubjectKey
from hindsight_integrations.validation import MAX_CONTENT

#: Names under which retrievers and vector stores put what a passage needs; the first that is
#: there and can be read counts.
_SCORES = ("relevance_score", "score", "_score", "similarity")
_TIMES = ("event_time", "timestamp", "created_at", "date", "updated_at", "last_modified_date")
#: Larger numbers are milliseconds since 1970, smaller ones seconds (this is the year 5138).
_SECONDS = 1e11


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """Something another retriever found, to be judged by the memory's rules.

    ``score`` is how near that retriever says it is (0 is a score, ``None`` is none), and
    ``event_time`` when it was said or began to hold; without one it replaces nothing.
    Without a ``subject``, the one that the rules read in the content counts.
    """

    content: str = field(repr=False)
    score: float | None = None
    subject: str | None = None
    type: MemoryType = MemoryType.FACT
    source: Source = Source.TOOL
    confidence: float | None = None
    importance: float | None = None
    event_time: datetime | None = None

    def __post_init__(self) -> None:
        score = self.score
        if score is not None and (isinstance(score, bool) or not math.isfinite(score)):
            raise InvalidInput(f"a passage's score must be a finite number, got {score!r}")
        put = object.__setattr__
        claim = self.as_claim()  # which checks all the rest
        for name in (
            "content",
            "subject",
            "type",
            "source",
            "confidence",
            "importance",
            "event_time",
        ):
            put(self, name, getattr(claim, name))

    def as_claim(self, subject: str | None = None, **payload: Any) -> Claim:
        """The passage as something claimed, under ``subject`` where it has none."""
        return Claim(
            content=self.content,
            subject=subject if self.subject is None else self.subject,
            payload=payload,
            type=self.type,
            source=self.source,
            confidence=self.confidence,
            importance=self.importance,
            event_time=self.event_time,
        )


def passage_of(
    content: str, metadata: Mapping[str, Any], *, score: float | None = None, tz: str = "UTC"
) -> Passage:
    """A passage from what a retriever answers: its text, and metadata of any kind.

    Whatever of the metadata means something else here (a ``subject`` that is no key, a
    ``source`` that is a file) is passed over. Times without a zone are in ``tz``.
    """
    return Passage(
        content=content[:MAX_CONTENT],
        score=score if score is not None else _first_number(metadata, _SCORES),
        subject=_key(metadata.get("subject")),
        type=_member(MemoryType, metadata.get("type")) or MemoryType.FACT,
        source=_member(Source, metadata.get("source")) or Source.TOOL,
        confidence=_share(metadata.get("confidence")),
        importance=_share(metadata.get("importance")),
        event_time=_first_instant(metadata, _TIMES, ZoneInfo(tz)),
    )


def _first_number(metadata: Mapping[str, Any], names: tuple[str, ...]) -> float | None:
    numbers = (_number(metadata.get(name)) for name in names)
    return next((number for number in numbers if number is not None), None)


def _number(value: object) -> float | None:
    """A finite number, also one of numpy's."""
    if isinstance(value, bool | str) or not hasattr(value, "__float__"):
        return None
    number = float(value)
    return number if math.isfinite(number) else None


def _share(value: object) -> float | None:
    number = _number(value)
    return number if number is not None and 0 <= number <= 1 else None


def _key(value: object) -> str | None:
    try:
        return SubjectKey(value) if isinstance(value, str) else None
    except InvalidInput:
        return None


def _member(kind: type[Any], value: object) -> Any:
    return kind(value) if value in {member.value for member in kind} else None


def _first_instant(
    metadata: Mapping[str, Any], names: tuple[str, ...], zone: ZoneInfo
) -> datetime | None:
    instants = (_instant(metadata.get(name), zone) for name in names)
    return next((instant for instant in instants if instant is not None), None)


def _instant(value: object, zone: ZoneInfo) -> datetime | None:
    try:
        match value:
            case datetime():
                moment = value
            case date():
                moment = datetime(value.year, value.month, value.day)  # noqa: DTZ001 - zoned below
            case str():
                moment = datetime.fromisoformat(value)
            case bool():
                return None
            case int() | float():
                seconds = value / 1000 if abs(value) > _SECONDS else value
                moment = datetime.fromtimestamp(seconds, UTC)
            case _:
                return None
        return (moment if moment.tzinfo is not None else moment.replace(tzinfo=zone)).astimezone(
            UTC
        )
    except (ValueError, OverflowError, OSError):
        return None
