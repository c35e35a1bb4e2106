"""Reads conversations kept as dated sessions (LoCoMo, LongMemEval) into drafts; it opens no file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime, tzinfo
from typing import Any

from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.records import Role, Turn
from hindsight_integrations.surfaces.dialects import read_message
from hindsight_integrations.surfaces.moments import read_moment
from hindsight_integrations.surfaces.places import Found

_SESSION = re.compile(r"session_(\d+)")


def is_locomo(value: object) -> bool:
    """Whether ``value`` holds ``session_1``, ``session_2`` …"""
    return isinstance(value, Mapping) and any(_SESSION.fullmatch(name) for name in value)


def locomo(
    conversation: Found[Mapping[str, Any]], name: str, zone: tzinfo
) -> Iterator[tuple[str, list[Turn]]]:
    """The sessions in order. Two people talk, so every turn is a user's and begins with its speaker."""
    numbers = sorted(int(m[1]) for key in conversation.value if (m := _SESSION.fullmatch(key)))
    for number in numbers:
        key = f"session_{number}"
        at = read_moment(conversation.get(f"{key}_date_time"), zone)
        lines = conversation.get(key).as_list().items()
        yield f"{name}/{key}", [_line(line, at, index) for index, line in enumerate(lines)]


def _line(found: Found[Any], at: datetime | None, index: int) -> Turn:
    line = found.as_mapping()
    speaker = line.get("speaker").as_text()
    caption = line.value.get("blip_caption")
    image = f" [image: {caption}]" if caption else ""
    label = line.get("dia_id").as_text() if "dia_id" in line.value else None
    said = line.get("text").as_text()
    try:
        return Turn(
            role=Role.USER,
            content=f"{speaker}: {said}{image}",
            at=at,
            id=label,
            index=index,
            name=speaker,
        )
    except InvalidInput as error:
        raise found.place.wrong(str(error)) from error


def longmemeval(
    sample: Found[Mapping[str, Any]], name: str, zone: tzinfo
) -> Iterator[tuple[str, list[Turn]]]:
    """The sessions of one question's haystack, each with its date."""
    dates = _parallel(sample, "haystack_dates")
    ids = _parallel(sample, "haystack_session_ids")
    for n, session in enumerate(sample.get("haystack_sessions").as_list().items()):
        at = read_moment(dates[n], zone) if n < len(dates) else None
        label = ids[n].as_text() if n < len(ids) else f"session_{n + 1}"
        turns = (
            read_message(found, index=index, zone=zone, at=at)
            for index, found in enumerate(session.as_list().items())
        )
        yield f"{name}/{label}", [turn for turn in turns if turn is not None]


def _parallel(sample: Found[Mapping[str, Any]], name: str) -> list[Found[Any]]:
    return sample.get(name).as_list().items() if name in sample.value else []
