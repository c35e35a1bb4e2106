"""Answers as plain JSON data, for programs that read a surface; it renders nothing for people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from typing import Any

from hindsight_integrations.answers import Trace

#: Members of our nouns that are nobody's business outside; private ones are kept back too.
_KEPT_BACK = frozenset({"embedding", "dedup_key"})


def jsonable(value: Any) -> Any:
    """``value`` as JSON data: nouns become objects by their fields, times ISO 8601 in UTC."""
    match value:
        case Trace():
            return jsonable(value.as_dict())
        case Enum():
            return value.value
        case datetime():
            return value.isoformat()
        case Mapping():
            return {str(jsonable(key)): jsonable(item) for key, item in value.items()}
        case list() | tuple() | set() | frozenset():
            return [jsonable(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        names = [item.name for item in fields(value)]
        kept = [name for name in names if name not in _KEPT_BACK and not name.startswith("_")]
        return {name: jsonable(getattr(value, name)) for name in kept}
    return str(value) if isinstance(value, str) else value
