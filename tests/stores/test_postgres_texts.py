"""Text that PostgreSQL cannot hold travels in another form and comes back as it was."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations.stores.connecting.texts import escaped, unescaped

#: Few characters, so that what the escaping itself writes is drawn often.
awkward = st.text(alphabet="\0\1ab\\😀", max_size=12)


@given(awkward)
def test_what_was_escaped_comes_back_and_holds_no_nul(text: str) -> None:
    assert unescaped(escaped(text)) == text
    assert "\0" not in escaped(text)


@given(awkward, awkward)
def test_different_texts_stay_different(one: str, other: str) -> None:
    assert (escaped(one) == escaped(other)) is (one == other)


def test_ordinary_text_is_left_as_it_is() -> None:
    assert escaped("back\\slash 里斯本 \n") == "back\\slash 里斯本 \n"
    assert (escaped("a\0b"), escaped("a\1b")) == ("a\1ab", "a\1bb")
