"""Filters over items' values: each operator by a table, what has no order, fields inside fields."""

from __future__ import annotations

from typing import Any

import pytest

from hindsight_integrations.engine.item_filters import matcher
from hindsight_integrations.errors import InvalidInput

VALUE = {
    "city": "Oslo",
    "城市": "奥斯陆",
    "age": 9,
    "score": 4.5,
    "on": True,
    "none": None,
    "a.b": "literal",
    "a": {"b": "inside", "c": {"d": 3}},
    "list": [1, "二"],
    "when": "2025-03-01",
}


@pytest.mark.parametrize(
    ("conditions", "passes"),
    [
        ({"city": "Oslo"}, True),
        ({"city": "oslo"}, False),
        ({"城市": "奥斯陆", "age": 9}, True),
        ({"城市": "奥斯陆", "age": 10}, False),
        ({"age": {"$eq": 9}}, True),
        ({"age": {"$ne": 9}}, False),
        ({"age": {"$gt": 10}}, False),  # as numbers: "9" > "10" as text
        ({"age": {"$gt": 8.5, "$lte": 9}}, True),
        ({"score": {"$lt": float("inf")}}, True),
        ({"score": {"$gte": 10**100}}, False),
        ({"score": {"$eq": float("nan")}}, False),
        ({"on": True}, True),
        ({"on": 1}, False),
        ({"age": {"$gt": True}}, False),
        ({"on": {"$gte": 0}}, False),
        ({"city": {"$gt": 3}}, False),
        ({"when": {"$gte": "2025-01-01", "$lt": "2026"}}, True),
        ({"missing": {"$gt": 0}}, False),
        ({"missing": {"$ne": 1}}, True),
        ({"missing": None}, True),
        ({"none": None}, True),
        ({"none": {"$lt": 1}}, False),
        ({"a.b": "literal"}, True),
        ({"a.c.d": {"$gte": 3}}, True),
        ({"a.c.x": 3}, False),
        ({"city.x": 3}, False),
        ({"a": {"b": "inside"}}, True),
        ({"a": {"c": {"d": {"$lt": 3}}}}, False),
        ({"city": {"b": 1}}, False),
        ({"list": [1, "二"]}, True),
        ({"list": [True, "二"]}, False),
        ({"list": [1]}, False),
        ({"a.c": {"$eq": {"d": 3}}}, True),
        ({"a": {"$eq": {"b": "inside"}}}, False),
    ],
)
def test_a_filter(conditions: dict[str, Any], passes: bool) -> None:
    test = matcher(conditions)
    assert test is not None
    assert test(VALUE) is passes


def test_no_conditions_test_nothing() -> None:
    assert matcher(None) is matcher({}) is None


@pytest.mark.parametrize("conditions", [{"a": {"$in": [1]}}, {"a": {"$gt": 1, "b": 2}}])
def test_an_unknown_operator_is_refused(conditions: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput, match="unknown operator"):
        matcher(conditions)
    assert issubclass(InvalidInput, ValueError)
