"""Between an item's value and the record that keeps it: its payload, and the text that recall reads; pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.items import Item, Namespace
from hindsight_integrations.records import Memory
from hindsight_integrations.validation import MAX_DEPTH, MAX_NUMBER, storable

#: What not every store keeps as it is: such a value is packed into one text of plain ASCII.
_PACKED = "packed"
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def payload_of(
    namespace: Namespace, key: str, value: Mapping[str, Any], since: datetime, ttl: float | None
) -> dict[str, Any]:
    """What a record keeps of an item, so that its value comes back to the last character."""
    body = {
        "namespace": list(namespace),
        "key": key,
        "value": dict(value),
        "since": since.isoformat(),
        "ttl": ttl,
    }
    if all(map(_keepable, _scalars(body))):
        return body
    return {_PACKED: json.dumps(body)}


def copied(value: Mapping[str, Any]) -> dict[str, Any]:
    """The value as plain JSON data of its own; what JSON has no word for is refused."""
    copy: dict[str, Any] = _copy(value)
    return copy


def body_of(memory: Memory) -> Mapping[str, Any]:
    """What ``payload_of`` was given, by name."""
    return unpacked(memory.payload)


def unpacked(payload: Mapping[str, Any]) -> Mapping[str, Any]:
    """What ``payload_of`` was given, from what it made of it."""
    packed = payload.get(_PACKED)
    if packed is None:
        return payload
    body: dict[str, Any] = json.loads(packed)
    return body


def item_of(
    memory: Memory, score: float | None = None, why: Mapping[str, float] | None = None
) -> Item:
    """The item that a record keeps."""
    body = body_of(memory)
    return Item(
        namespace=tuple(body["namespace"]),
        key=body["key"],
        value=body["value"],
        created_at=datetime.fromisoformat(body["since"]),
        updated_at=memory.happened_at,
        score=score,
        why=why,
    )


def told(value: Mapping[str, Any], otherwise: str, longest: int) -> str:
    """The value in words: its one text, or ``name: text; name: text``; ``otherwise`` if it has none."""
    leaves = list(_leaves(value, ""))
    if len(leaves) == 1 and isinstance(leaves[0][1], str):
        said = leaves[0][1]
    else:
        said = "; ".join(f"{name}: {_word(leaf)}" for name, leaf in leaves)
    said = said[:longest] if said[:longest].strip() else otherwise[:longest]
    return storable(said if said.strip() else "(blank)")


def _leaves(value: Any, name: str) -> Iterator[tuple[str, Any]]:
    match value:
        case Mapping():
            for part, inner in value.items():
                yield from _leaves(inner, f"{name}.{part}" if name else part)
        case list() if any(isinstance(item, Mapping | list) for item in value):
            for item in value:
                yield from _leaves(item, name)
        case list():
            yield name, ", ".join(map(_word, value))
        case _:
            yield name, value


def _word(leaf: Any) -> str:
    return leaf if isinstance(leaf, str) else json.dumps(leaf)


def _copy(value: Any, depth: int = 0) -> Any:
    if depth > MAX_DEPTH:
        raise InvalidInput(f"an item's value is nested deeper than {MAX_DEPTH} levels")
    match value:
        case None | bool() | int() | float() | str():
            return value
        case Mapping():
            return {_name(key): _copy(item, depth + 1) for key, item in value.items()}
        case list() | tuple():
            return [_copy(item, depth + 1) for item in value]
    raise InvalidInput(f"an item's value holds what JSON cannot express: {type(value).__name__}")


def _name(key: object) -> str:
    if isinstance(key, str):
        return key
    raise InvalidInput(f"an item's value has a key that is no string: {type(key).__name__}")


def _scalars(value: Any) -> Iterator[Any]:
    match value:
        case dict():
            yield from value
            for item in value.values():
                yield from _scalars(item)
        case list():
            for item in value:
                yield from _scalars(item)
        case _:
            yield value


def _keepable(scalar: Any) -> bool:
    match scalar:
        case str():
            return _UNSTORABLE.search(scalar) is None
        case float():
            return abs(scalar) < float("inf")
        case int():
            return -MAX_NUMBER <= scalar < MAX_NUMBER
    return True
