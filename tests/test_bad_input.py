"""What callers pass by mistake, texts and moments: refused with a clear error before anything is written, or kept as documented."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from hindsight_integrations import Claim, Hindsight, InvalidInput, Passage, Turn, UserMemory, Window
from hindsight_integrations.validation import MAX_CONTENT
from leaks import SENTINEL, refused
from spoiled import nothing_written, only, opened, watched
from verbs import verbs_of

NAIVE = datetime(2025, 3, 3, 12)
AWARE = datetime(2025, 3, 3, 12, tzinfo=UTC)
Use = Callable[[UserMemory, Any], object]


@pytest.fixture
def hindsight(tmp_path: Path) -> Iterator[Hindsight]:
    with opened(tmp_path) as hindsight:
        yield hindsight


@pytest.fixture
def memory(hindsight: Hindsight, caplog: pytest.LogCaptureFixture) -> Iterator[UserMemory]:
    yield from watched(hindsight, caplog)


# -- texts -------------------------------------------------------------------------------

KEPT = {
    "emoji": ("Alice likes 🍵 and 👩‍👩‍👧", "Alice likes 🍵 and 👩‍👩‍👧"),
    "right to left": ("אליס גרה בליסבון", "אליס גרה בליסבון"),
    "directions mixed": (
        "Alice said \u202bمرحبا\u202c twice",
        "Alice said \u202bمرحبا\u202c twice",
    ),
    "Chinese": ("爱丽丝住在里斯本。", "爱丽丝住在里斯本。"),
    "NUL bytes": ("Alice\x00 lives\x00", "Alice\ufffd lives\ufffd"),
    "lone surrogates": ("Alice \ud83d lives \udc00", "Alice \ufffd lives \ufffd"),
    "control characters": ("Alice\x07\x1b[31m lives", "Alice\x07\x1b[31m lives"),
    "blanks around": ("  Alice lives \n", "  Alice lives \n"),
    "combining marks": ("Zoe\u0308 lives", "Zoe\u0308 lives"),
    "SQL": ("'; DROP TABLE records; --", "'; DROP TABLE records; --"),
    "one megabyte": ("word " * (MAX_CONTENT // 5), "word " * (MAX_CONTENT // 5)),
    "one endless word": ("x" * MAX_CONTENT, "x" * MAX_CONTENT),
}
REFUSED: dict[str, tuple[Any, str]] = {
    "empty": ("", "is empty"),
    "blanks": (" \t\n", "is empty"),
    "ideographic space": ("\u3000", "is empty"),
    "too long": (SENTINEL.ljust(MAX_CONTENT + 1, "x"), "at most 1,000,000"),
    "nothing": (None, "must be a string"),
    "bytes": (SENTINEL.encode(), "must be a string"),
    "a number": (5, "must be a string"),
    "a list": ([SENTINEL], "must be a string"),
}


@pytest.mark.parametrize("text", KEPT)
def test_odd_texts_are_kept(memory: UserMemory, text: str) -> None:
    said, kept = KEPT[text]
    change = memory.remember(said)
    assert change.memory is not None
    assert change.memory.content == kept
    stored = memory.get(change.memory.id)
    assert stored is not None
    assert stored.content == kept


@pytest.mark.parametrize("text", KEPT)
def test_odd_turns_are_logged(memory: UserMemory, text: str) -> None:
    said, kept = KEPT[text]
    memory.observe([("user", said)])
    assert [turn.content for turn in memory.window()] == [kept]


def test_the_longest_chinese_text_is_kept(memory: UserMemory) -> None:
    said = "爱丽丝住在里斯本" * (MAX_CONTENT // 8)
    assert memory.remember(said).memory is not None
    found = memory.recall("里斯本", k=1)
    assert found.memories[0].content == said


@pytest.mark.parametrize("text", REFUSED)
@pytest.mark.parametrize(
    "use",
    [
        lambda memory, said: memory.remember(said),
        lambda memory, said: memory.remember_many([Claim(content="fine"), Claim(content=said)]),
        lambda memory, said: memory.correct(only(memory), said),
        lambda memory, said: memory.observe([Turn(role="user", content=said)]),  # type: ignore[arg-type]
    ],
    ids=["remember", "remember_many", "correct", "Turn"],
)
def test_bad_texts_are_refused(memory: UserMemory, use: Use, text: str) -> None:
    said, why = REFUSED[text]
    refused(InvalidInput, lambda: use(memory, said), why)
    assert nothing_written(memory)


@pytest.mark.parametrize("text", [name for name in REFUSED if name != "nothing"])
def test_a_bad_turn_among_good_ones_writes_none(memory: UserMemory, text: str) -> None:
    said, _ = REFUSED[text]
    error = refused(InvalidInput, lambda: memory.observe([("user", "fine"), ("user", said)]))
    assert str(error).startswith("turn 1: ")
    assert nothing_written(memory)


@pytest.mark.parametrize(
    ("turns", "why"),
    [
        (SENTINEL, "list of turns"),
        (None, "list of turns"),
        (7, "list of turns"),
        ({"role": "user", "content": SENTINEL}, "list of turns"),
        ([SENTINEL], "neither a .role, text. pair nor a message"),
        ([("user", SENTINEL, "third")], "neither a .role, text. pair nor a message"),
        ([{"content": SENTINEL}], "the message has no role"),
        ([{"role": "user", "content": SENTINEL, "at": "yesterday"}], "at must be a datetime"),
        ([{"role": "user", "content": SENTINEL, "id": 5}], "id must be a string"),
        ([{"role": "user", "content": 5}], "content is a int"),
        ([{"role": "wizard", "content": SENTINEL}], "role must be one of"),
        ([("wizard", SENTINEL)], "role must be one of"),
    ],
)
def test_what_is_no_turn_is_refused(memory: UserMemory, turns: Any, why: str) -> None:
    refused(InvalidInput, lambda: memory.observe(turns), why)
    assert nothing_written(memory)


def test_a_pair_the_wrong_way_round_is_refused_without_its_text(memory: UserMemory) -> None:
    refused(InvalidInput, lambda: memory.observe([(f"my pin is {SENTINEL}", "user")]), "role must")


@pytest.mark.parametrize("claims", [None, 5, SENTINEL, {"content": SENTINEL}])
def test_what_is_no_list_of_claims_is_refused(memory: UserMemory, claims: Any) -> None:
    refused(InvalidInput, lambda: memory.remember_many(claims), "a list of Claim objects")


@pytest.mark.parametrize("item", [SENTINEL, None, {"content": SENTINEL}, ("user", SENTINEL)])
def test_one_bad_claim_in_a_batch_writes_none(memory: UserMemory, item: Any) -> None:
    good = [Claim(content=f"claim {n}") for n in range(3)]
    refused(
        InvalidInput, lambda: memory.remember_many([*good, item]), "takes Claim objects, not a "
    )
    assert nothing_written(memory)


# -- moments -----------------------------------------------------------------------------

MOMENTS: dict[str, Use] = {
    "remember event_time": lambda m, at: m.remember("x", event_time=at),
    "event event_time": lambda m, at: m.event("paid", {}, event_time=at),
    "observe at": lambda m, at: m.observe([("user", "I have a cat")], at=at),
    "observe turn": lambda m, at: m.observe([Turn(role="user", content="x", at=at)]),  # type: ignore[arg-type]
    "observe message": lambda m, at: m.observe([{"role": "user", "content": "x", "at": at}]),
    "remember_many claim": lambda m, at: m.remember_many([Claim(content="x", event_time=at)]),
    "recall as_of": lambda m, at: m.recall("x", as_of=at),
    "recall known_at": lambda m, at: m.recall("x", known_at=at),
    "recall at": lambda m, at: m.recall("x", at=at),
    "recall within": lambda m, at: m.recall("x", within=(at, None)),
    "recall within end": lambda m, at: m.recall("x", within=(None, at)),
    "recall within Window": lambda m, at: m.recall("x", within=Window(at, None)),
    "count within": lambda m, at: m.count(within=(at, None)),
    "find within": lambda m, at: m.find(within=(at, None)),
    "summarize within": lambda m, at: m.summarize(within=(at, None)),
    "judge at": lambda m, at: m.judge("x", [Passage(content="x")], at=at),
    "judge passage": lambda m, at: m.judge("x", [Passage(content="x", event_time=at)]),
    "explain at": lambda m, at: m.explain("x", only(m), at=at),
    "forget within": lambda m, at: m.forget(where={"within": (at, None)}, reason="r"),
    "forget valid_at": lambda m, at: m.forget(where={"valid_at": at}, reason="r"),
    "forget known_at": lambda m, at: m.forget(where={"known_at": at}, reason="r"),
}


def test_every_moment_that_a_verb_takes_is_in_the_table() -> None:
    taken = {
        f"{verb} {name}"
        for verb, function in verbs_of(UserMemory).items()
        for name, parameter in inspect.signature(function).parameters.items()
        if "datetime" in str(parameter.annotation) or "Span" in str(parameter.annotation)
    }
    assert taken <= {*MOMENTS}
    assert len(taken) == 12


@pytest.mark.parametrize("use", MOMENTS)
def test_naive_moments_are_refused(memory: UserMemory, use: str) -> None:
    refused(InvalidInput, lambda: MOMENTS[use](memory, NAIVE), "naive")
    assert nothing_written(memory)


@pytest.mark.parametrize("use", MOMENTS)
@pytest.mark.parametrize("moment", ["2025-03-03", 0, AWARE.date()])
def test_what_is_no_moment_is_refused(memory: UserMemory, use: str, moment: Any) -> None:
    refused(InvalidInput, lambda: MOMENTS[use](memory, moment), "must be a datetime")
    assert nothing_written(memory)


EDGES = [
    datetime.min.replace(tzinfo=UTC),
    datetime.max.replace(tzinfo=UTC),
    datetime.min.replace(tzinfo=timezone(timedelta(hours=14))),
    datetime.max.replace(tzinfo=timezone(timedelta(hours=-12))),
]


@pytest.mark.parametrize("use", [name for name in MOMENTS if not name.startswith("forget")])
@pytest.mark.parametrize("moment", EDGES)
def test_the_ends_of_time_are_accepted_or_refused(
    memory: UserMemory, use: str, moment: datetime
) -> None:
    """Whatever lies beyond what a datetime can hold is the caller's error, not a crash."""
    try:
        MOMENTS[use](memory, moment)
    except InvalidInput:
        assert nothing_written(memory)
    assert memory.recall("Lisbon").memories


@pytest.mark.parametrize("within", [timedelta(days=-1), timedelta(0), timedelta.max])
def test_spans_that_are_none_are_refused(memory: UserMemory, within: timedelta) -> None:
    if within == timedelta(0):  # 'the last no time at all' is this instant
        assert memory.count(within=within) == 0
    else:
        refused(InvalidInput, lambda: memory.count(within=within), "window|reaches back")


@pytest.mark.parametrize("within", ["last week", 7, (AWARE,), (AWARE, AWARE), (AWARE, NAIVE)])
def test_windows_that_are_none_are_refused(memory: UserMemory, within: Any) -> None:
    refused(InvalidInput, lambda: memory.recall("x", within=within))
    refused(InvalidInput, lambda: memory.count(within=within))
