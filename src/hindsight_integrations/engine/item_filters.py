"""Filters over items' values, with the operators of LangGraph's stores; pure, it reads no item by itself."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.items import Matches

Test = Callable[[Any], bool]
#: Stands for a field that a value does not have.
_MISSING = object()


def matcher(conditions: Mapping[str, Any] | None) -> Matches | None:
    """A test of values: every field must fulfil its condition. ``None`` tests nothing.

    A condition is a value (equal, ``True`` is not 1), or a mapping of operators: ``$eq``
    ``$ne`` ``$gt`` ``$gte`` ``$lt`` ``$lte``. Numbers compare as numbers, texts as texts, and
    nothing else has an order: a missing field is in no range. ``a.b`` is the field of that
    very name, else ``b`` inside ``a``. Raises :class:`InvalidInput` for an unknown operator.
    """
    if not conditions:
        return None
    if not isinstance(conditions, Mapping):
        raise InvalidInput("filter must map fields to conditions")
    tests = [(str(name), _test(condition)) for name, condition in conditions.items()]
    return lambda value: all(test(_field(value, name)) for name, test in tests)


def _field(value: Any, name: str) -> Any:
    if not isinstance(value, Mapping):
        return _MISSING
    if name in value:
        return value[name]
    first, dot, rest = name.partition(".")
    return _field(value[first], rest) if dot and first in value else _MISSING


def _test(condition: Any) -> Test:
    if not isinstance(condition, Mapping):
        return lambda found: _equal(found, condition)
    if any(isinstance(name, str) and name.startswith("$") for name in condition):
        tests = [_operation(name, wanted) for name, wanted in condition.items()]
        return lambda found: all(test(found) for test in tests)
    parts = [(str(name), _test(inner)) for name, inner in condition.items()]
    return lambda found: (
        isinstance(found, Mapping) and all(test(_field(found, name)) for name, test in parts)
    )


def _operation(name: str, wanted: Any) -> Test:
    if name == "$eq":
        return lambda found: _equal(found, wanted)
    if name == "$ne":
        return lambda found: not _equal(found, wanted)
    if name not in _ORDERS:
        raise InvalidInput(f"unknown operator {name!r}; there are $eq, $ne, {', '.join(_ORDERS)}")
    order = _ORDERS[name]
    return lambda found: _comparable(found, wanted) and order(found, wanted)


_ORDERS: Mapping[str, Callable[[Any, Any], bool]] = {
    "$gt": operator.gt,
    "$gte": operator.ge,
    "$lt": operator.lt,
    "$lte": operator.le,
}


def _comparable(found: Any, wanted: Any) -> bool:
    return (_number(found) and _number(wanted)) or (
        isinstance(found, str) and isinstance(wanted, str)
    )


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _equal(found: Any, wanted: Any) -> bool:
    """Equal as JSON is: a missing field is null, ``True`` is no number, lists element by element."""
    if found is _MISSING:
        return wanted is None
    if isinstance(wanted, list | tuple):
        same = isinstance(found, list) and len(found) == len(wanted)
        return same and all(map(_equal, found, wanted))
    if isinstance(wanted, Mapping):
        same = isinstance(found, Mapping) and found.keys() == wanted.keys()
        return same and all(_equal(found[name], wanted[name]) for name in wanted)
    return isinstance(found, bool) == isinstance(wanted, bool) and bool(found == wanted)
