"""What a block has not seen before: a visible part of a conversation laid over the log; no memory."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations.llamaindex.visible import Visible, reading, uncounted, unseen
from hindsight_integrations.records import Turn
from llama_script import answer, said


def turns(text: str) -> list[Turn]:
    """``uP aQ``: the user said P, the assistant Q."""
    roles = {"u": "user", "a": "assistant"}
    return [Turn(role=roles[item[0]], content=item[1:]) for item in text.split()]  # type: ignore[arg-type]


def text(listed: list[Turn]) -> str:
    return " ".join(f"{turn.role.value[0]}{turn.content}" for turn in listed)


@pytest.mark.parametrize(
    ("log", "visible", "fresh"),
    [
        ("", "uParis aOk", "uParis aOk"),
        ("uParis aOk", "uParis aOk", ""),
        ("uParis", "uParis aOk uBerlin", "aOk uBerlin"),
        # the beginning has left the window
        ("uA aB uC aD", "uC aD uE", "uE"),
        ("uA aB uC aD", "aD uE", "uE"),
        # somebody says again what was said before another thing
        ("u巴黎 u柏林", "u巴黎 u柏林 u巴黎", "u巴黎"),
        ("uParis uBerlin", "uBerlin uParis", "uParis"),
        ("uYes", "uYes aWell uYes", "aWell uYes"),
        # the conversation began anew, or was edited
        ("uA aB", "uC", "uC"),
        ("uA aB uX", "uA aB uC", "uC"),
        ("uA aB uX aY uZ", "uA aB uC", "uC"),
        ("u巴黎 u柏林", "u巴黎", "u巴黎"),
        # the log holds something besides
        ("uA uA", "uA aB uC", "aB uC"),
    ],
)
def test_what_comes_after_the_log_is_new(log: str, visible: str, fresh: str) -> None:
    assert text(unseen(turns(log), turns(visible))) == fresh


@given(
    st.lists(st.sampled_from("abc"), max_size=12),
    st.lists(st.sampled_from("abc"), max_size=5),
    st.integers(0, 12),
)
def test_after_what_was_logged_all_of_the_rest_is_new(
    before: list[str], after: list[str], left: int
) -> None:
    """As long as the visible part reaches back to where words are told apart by their place."""
    log = [Turn(role="user", content=f"{n}{letter}") for n, letter in enumerate(before)]  # type: ignore[arg-type]
    new = [Turn(role="user", content=f"{n}{letter}") for n, letter in enumerate(after, len(log))]  # type: ignore[arg-type]
    assert text(unseen(log, [*log[left:], *new])) == text(new)


def test_two_who_look_at_once_find_the_same_ids_and_repetitions_differ() -> None:
    log = turns("uA")
    visible = turns("uA aB uA aB")
    first, second = unseen(log, visible), unseen(log, visible)
    assert [turn.id for turn in first] == [turn.id for turn in second]
    assert len({turn.id for turn in first}) == 3


@pytest.mark.parametrize(
    ("log", "flushed", "fresh"),
    [("uA aB uC", "uA aB", ""), ("uA", "uA uA", "uA"), ("", "uA", "uA"), ("uA", "aA", "aA")],
)
def test_of_what_is_flushed_only_what_was_never_seen(log: str, flushed: str, fresh: str) -> None:
    assert text(uncounted(turns(log), turns(flushed))) == fresh


def test_the_input_behind_the_message_that_says_it_is_no_second_one() -> None:
    twice = Visible([said("a"), answer("b"), said("你好"), said("found", "tool"), said("你好")])
    assert text(twice.stated) == "ua ab u你好 tfound"
    assert (twice.asked, twice.times) == ("你好", 2)
    assert Visible([said("a"), answer("b"), said("c")]).times == 2
    assert Visible([said("sys", "system")]).asked == ""
    assert Visible([]).stated == []


def test_one_reading_is_one_list_and_each_block_once() -> None:
    messages, one, two = [said("a")], object(), object()
    first = reading(messages, one)
    assert reading(messages, two) is first
    assert reading(messages, one) is not first
    assert reading([said("a")], two).told == set()
