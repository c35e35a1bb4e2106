"""Items' values: told in words, and back from their record to the last character."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations.engine.item_values import body_of, copied, payload_of, told
from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.testing import MOMENT
from hindsight_integrations.testing.builders import make_memory

VALUES = st.dictionaries(
    st.text(),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=8,
    ),
    max_size=4,
)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"content": "User likes tea"}, "User likes tea"),
        ({"内容": "用户喜欢喝茶"}, "用户喜欢喝茶"),
        ({"theme": "dark", "size": 3}, "theme: dark; size: 3"),
        ({"主题": "深色", "开": True}, "主题: 深色; 开: true"),
        ({"user": {"name": "Wang", "langs": ["en", "zh"]}}, "user.name: Wang; user.langs: en, zh"),
        ({"turns": [{"role": "user"}, {"role": "tool"}]}, "turns.role: user; turns.role: tool"),
        ({"n": 3}, "n: 3"),
        ({}, "the key"),
        ({"text": "  "}, "the key"),
        ({"text": "a\0b"}, "a\ufffdb"),
    ],
)
def test_a_value_in_words(value: dict[str, Any], said: str) -> None:
    assert told(value, "the key", 100) == said


def test_words_are_cut_and_never_blank() -> None:
    assert told({"text": "abcdef"}, "key", 3) == "abc"
    assert told({}, " ", 10) == "(blank)"


@given(VALUES)
def test_a_value_comes_back_as_it_was(value: dict[str, Any]) -> None:
    payload = payload_of(("n",), "k", copied(value), MOMENT, 1.5)
    kept = json.loads(json.dumps(payload))
    json.dumps(payload, ensure_ascii=False).encode()  # no lone surrogate reaches a store
    assert "\0" not in str(payload)
    body = body_of(make_memory(payload=kept))
    assert body["value"] == value
    assert (body["namespace"], body["key"], body["ttl"]) == (["n"], "k", 1.5)


@pytest.mark.parametrize("number", [math.inf, -math.inf, 2**200, -(2**63) - 1])
def test_numbers_that_not_every_store_keeps_are_packed(number: float) -> None:
    payload = payload_of(("n",), "k", {"n": number}, MOMENT, None)
    assert payload.keys() == {"packed"}
    assert body_of(make_memory(payload=payload))["value"] == {"n": number}


@pytest.mark.parametrize("value", [{"when": MOMENT}, {"b": b"x"}, {1: "a"}, {"s": {1, 2}}])
def test_what_json_cannot_express_is_refused(value: Any) -> None:
    with pytest.raises(InvalidInput, match="item's value"):
        copied(value)


def test_a_copy_shares_nothing() -> None:
    value = {"list": [{"deep": (1, 2)}]}
    copy = copied(value)
    value["list"].append({})
    assert copy == {"list": [{"deep": [1, 2]}]}
