"""What happened, as a claim: a structured event that can be counted; it writes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.records import Claim, MemoryType, Source
from hindsight_integrations.validation import identifier, mapping


def event(
    event_type: str, payload: Mapping[str, Any], result: str | None, event_time: datetime | None
) -> Claim:
    """The claim that ``event_type`` happened; its content tells the payload and the result."""
    kind = identifier(event_type, "event_type")
    payload = mapping(payload, "payload")
    if result is not None and not isinstance(result, str):
        raise InvalidInput(f"result must be a string, got a {type(result).__name__}")
    detail = ", ".join(f"{name}={value}" for name, value in payload.items())
    content = f"{kind}: {detail}" if detail else kind
    return Claim(
        content=content if result is None else f"{content} → {result}",
        type=MemoryType.EVENT,
        source=Source.TOOL,
        payload={**payload, "event_type": kind} | ({} if result is None else {"result": result}),
        event_time=event_time,
    )
