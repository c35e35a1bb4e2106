"""On which line an element stands, counted by hand and, for any JSON, by a mark left in it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations.surfaces.lines import line_of

TEXT = """
{
  "名": "a \\" ] } , :",
  "messages": [

    {"role": "user"}, [], 3,
    {"role":
       "robot"}
  ], "end": {}
}
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ((), 2),
        (("名",), 3),
        (("messages",), 4),
        (("messages", 0), 6),
        (("messages", 2), 6),
        (("messages", 3, "role"), 8),
        (("messages", 3, "content"), 7),
        (("messages", 9), 4),
        (("messages", 0, "role", "x"), 6),
        (("end", "x"), 9),
    ],
)
def test_the_line_of_an_element_or_of_what_should_hold_it(
    path: tuple[str | int, ...], line: int
) -> None:
    assert line_of(TEXT, path) == line


@given(
    st.recursive(
        st.none() | st.integers() | st.text(max_size=6),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
        max_leaves=12,
    ),
    st.data(),
)
def test_the_line_of_a_marked_element(value: Any, data: st.DataObject) -> None:
    path: list[str | int] = []
    mark, root = {"the mark": 0}, [value]
    holder: Any = root
    key: Any = 0
    while (inner := holder[key]) and isinstance(inner, list | dict) and data.draw(st.booleans()):
        names = list(range(len(inner))) if isinstance(inner, list) else list(inner)
        holder, key = inner, data.draw(st.sampled_from(names))
        path.append(key)
    holder[key] = mark
    text = json.dumps(root, indent=1, ensure_ascii=False)
    before = text.split('"the mark"')[0]

    assert line_of(text, [0, *path]) == before.count("\n")
