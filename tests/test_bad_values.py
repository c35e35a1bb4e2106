"""What callers pass by mistake, kinds, numbers, names and filters: refused with a clear error before anything is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from hindsight_integrations import Claim, Hindsight, InvalidInput, NotFound, Turn, UserMemory
from hindsight_integrations.models.hashing import HashingEncoder
from leaks import SENTINEL, refused
from shelves import everything
from spoiled import nothing_written, only, opened, watched
from verbs import memory_calls, of

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


# -- kinds, numbers, names ---------------------------------------------------------------

UNKNOWN: dict[str, Use] = {
    "remember type": lambda m, kind: m.remember("x", type=kind),
    "remember source": lambda m, kind: m.remember("x", source=kind),
    "recall types": lambda m, kind: m.recall("x", types=kind),
    "recall tiers": lambda m, kind: m.recall("x", tiers=[kind]),
    "forget statuses": lambda m, kind: m.forget(where={"statuses": kind}, reason="r"),
    "Turn role": lambda m, kind: m.observe([Turn(role=kind, content="x")]),
}


@pytest.mark.parametrize("kind", ["rumour", "FACT", "", "事实"])
@pytest.mark.parametrize("use", UNKNOWN)
def test_unknown_kinds_are_refused_with_the_known_ones(
    memory: UserMemory, use: str, kind: str
) -> None:
    refused(InvalidInput, lambda: UNKNOWN[use](memory, kind), "must be one of .*, ")
    assert nothing_written(memory)


@pytest.mark.parametrize("k", [0, -1, True, False, "3", 2.0, None])
def test_k_is_a_number_of_answers(memory: UserMemory, k: Any) -> None:
    refused(InvalidInput, lambda: memory.recall("x", k=k), "k must be a whole number")
    refused(InvalidInput, lambda: memory.explain("x", only(memory), k=k), "k must be a whole")


def test_k_may_be_larger_than_the_memory(memory: UserMemory) -> None:
    assert len(memory.recall("Lisbon", k=10**12)) == 1


FRACTIONS = [-0.1, 1.1, float("nan"), float("inf"), True, "0.5"]


@pytest.mark.parametrize("value", FRACTIONS)
@pytest.mark.parametrize("name", ["confidence", "importance"])
def test_fractions_are_numbers_from_0_to_1(memory: UserMemory, name: str, value: Any) -> None:
    given = {name: value}
    refused(InvalidInput, lambda: memory.remember("x", **given), f"{name} must be a number from 0")
    refused(InvalidInput, lambda: memory.update(only(memory), **given), f"{name} must be")
    assert nothing_written(memory)


@pytest.mark.parametrize("priority", ["high", 1.5, True, 2**70, -(2**70)])
@pytest.mark.parametrize(
    "use",
    [
        lambda m, n: m.remember("x", priority=n),
        lambda m, n: m.update(only(m), priority=n),
    ],
    ids=["remember", "update"],
)
def test_priority_is_a_whole_number(memory: UserMemory, use: Use, priority: Any) -> None:
    refused(InvalidInput, lambda: use(memory, priority), "priority")
    assert nothing_written(memory)


TAGS = ["home", 5, [5], [""], ["\ud800"], {"home": 1}]


@pytest.mark.parametrize("tags", TAGS)
def test_tags_are_strings(memory: UserMemory, tags: Any) -> None:
    refused(InvalidInput, lambda: memory.remember("x", tags=tags), "tag")
    assert nothing_written(memory)


@pytest.mark.parametrize(
    "tags",
    [
        pytest.param(
            tags,
        )
        for tags in TAGS
    ],
)
def test_changed_tags_are_strings(memory: UserMemory, tags: Any) -> None:
    refused(InvalidInput, lambda: memory.update(only(memory), tags=tags), "tag")


deep: dict[str, Any] = {}
place = deep
for _ in range(5000):
    place = place.setdefault("a", {})

PAYLOADS = {
    "a list": [SENTINEL],
    "a string": SENTINEL,
    "an object": {"a": object()},
    "bytes": {"a": SENTINEL.encode()},
    "not a number": {"a": float("nan")},
    "a key that is no string": {1: SENTINEL},
    "a moment": {"a": AWARE},
    "too deep": deep,
    "a number too long to print": {"a": 10**5000},
}


PAYLOAD_USES: dict[str, Use] = {
    "remember": lambda m, payload: m.remember("x", payload=payload),
    "update": lambda m, payload: m.update(only(m), payload=payload),
    "event": lambda m, payload: m.event("paid", payload),
    "Turn": lambda m, payload: m.observe([Turn(role="user", content="x", payload=payload)]),  # type: ignore[arg-type]
}


def spoiled() -> Iterator[Any]:
    for payload in PAYLOADS:
        for use in PAYLOAD_USES:
            yield pytest.param(use, payload)


@pytest.mark.parametrize(("use", "payload"), list(spoiled()))
def test_payloads_are_json(memory: UserMemory, use: str, payload: str) -> None:
    refused(InvalidInput, lambda: PAYLOAD_USES[use](memory, PAYLOADS[payload]))
    assert nothing_written(memory)


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ("User.Town", "user.town"),
        ("ＵＳＥＲ.name", "user.name"),
        ("用户.城市", "用户.城市"),
        ("user.job_title-2", "user.job_title-2"),
        ("u" * 200, "u" * 200),
    ],
)
def test_subjects_are_kept_in_one_form(memory: UserMemory, given: str, key: str) -> None:
    memory.remember("Alice said so", subject=given)
    assert [item.subject_key for item in memory.history(key)] == [key]


SUBJECTS = [
    "a b", " a", "a ", "a..b", ".a", "a.", ".", "", "a/b", "a\x00b", "a\ud800", "🍵", "x" * 201,
    "user." + "x" * 300, "a.*.b", "*", 5, b"a",
]  # fmt: skip
SUBJECT_USES: dict[str, Use] = {
    "remember": lambda m, subject: m.remember("x", subject=subject),
    "Claim": lambda m, subject: m.remember_many([Claim(content="x", subject=subject)]),
    "history": lambda m, subject: m.history(subject),
    "recall": lambda m, subject: m.recall("x", subjects=[subject]),
    "forget": lambda m, subject: m.forget(subject=subject, reason="r"),
}


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: ascii(subject)[:20])
@pytest.mark.parametrize("use", SUBJECT_USES)
def test_bad_subjects_are_refused(memory: UserMemory, use: str, subject: Any) -> None:
    refused(InvalidInput, lambda: SUBJECT_USES[use](memory, subject), "subject|one value or a list")
    assert nothing_written(memory)


@pytest.mark.parametrize("use", ["remember", "Claim", "history"])
def test_a_prefix_is_no_subject_to_write_under(memory: UserMemory, use: str) -> None:
    refused(InvalidInput, lambda: SUBJECT_USES[use](memory, "user.*"), "subject")
    assert nothing_written(memory)


IDS = [None, 5, b"x", "", "\ud800", ["x"]]
ID_USES: dict[str, Use] = {
    "get": lambda m, one: m.get(one),
    "explain": lambda m, one: m.explain("x", one),
    "update": lambda m, one: m.update(one, priority=1),
    "correct": lambda m, one: m.correct(one, SENTINEL),
    "confirm": lambda m, one: m.confirm(one),
    "feedback": lambda m, one: m.feedback(one, helpful=True),
    "pin": lambda m, one: m.pin(one),
    "restore": lambda m, one: m.restore(one),
}


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("use", ID_USES)
def test_ids_are_strings(memory: UserMemory, use: str, id: Any) -> None:
    refused(InvalidInput, lambda: ID_USES[use](memory, id), "id")


@pytest.mark.parametrize("use", [name for name in ID_USES if name != "get"])
def test_an_unknown_id_is_not_found(memory: UserMemory, use: str) -> None:
    refused(NotFound, lambda: ID_USES[use](memory, "no-such-id"), "no-such-id")
    assert memory.get("no-such-id") is None
    assert nothing_written(memory)


@pytest.mark.parametrize("value", ["no", 0, None])
def test_yes_or_no_is_a_bool(memory: UserMemory, value: Any) -> None:
    refused(InvalidInput, lambda: memory.feedback(only(memory), helpful=value), "True or False")
    refused(InvalidInput, lambda: memory.pin(only(memory), pinned=value), "True or False")


@pytest.mark.parametrize("name", ["tenant", "user", "agent", "session"])
@pytest.mark.parametrize("value", ["", 5, b"x", "a\ud800"])
def test_names_are_strings_that_a_store_can_keep(
    hindsight: Hindsight, name: str, value: Any
) -> None:
    named = {"user": "alice", name: value}
    refused(InvalidInput, lambda: hindsight.for_user(**named), name)


def test_a_missing_user_is_an_error(hindsight: Hindsight) -> None:
    refused(InvalidInput, lambda: hindsight.for_user(None), "user must be a string")  # type: ignore[arg-type]


@pytest.mark.parametrize("tz", ["", "Mars/Base", "../etc/passwd", "Europe", "UTC\x00", 5, None])
def test_time_zones_are_known_ones(hindsight: Hindsight, tz: Any) -> None:
    refused(InvalidInput, lambda: hindsight.for_user("alice", tz=tz), "time zone")


@pytest.mark.parametrize(
    ("filters", "why"),
    [
        ({}, "needs a filter"),
        ({"where": {}}, "needs a filter"),
        ({"where": SENTINEL}, "where must be"),
        ({"where": [SENTINEL]}, "where must be"),
        ({"where": {"colour": "red"}}, "unknown filter colour"),
        ({"where": {"ids": "x"}, "ids": "y"}, "given twice"),
        ({"ids": 5}, "one value or a list"),
        ({"ids": [5]}, "id must be a string"),
        ({"session": ""}, "session must not be empty"),
        ({"everything": True, "session": "s"}, "without a filter"),
    ],
)
def test_filters_that_are_none_forget_nothing(
    memory: UserMemory, filters: dict[str, Any], why: str
) -> None:
    refused(InvalidInput, lambda: memory.forget(**filters, reason="asked"), why)
    assert nothing_written(memory)


@pytest.mark.parametrize(
    "reason",
    ["", "  ", "x" * 65, None, 5, ["asked"]],
)
def test_a_reason_is_a_short_code(memory: UserMemory, reason: Any) -> None:
    refused(InvalidInput, lambda: memory.forget(everything=True, reason=reason), "reason")
    assert nothing_written(memory)


@pytest.mark.parametrize("actor", [object(), "a\ud800"])
def test_an_actor_is_a_string(memory: UserMemory, actor: Any) -> None:
    refused(InvalidInput, lambda: memory.forget(everything=True, reason="r", actor=actor), "actor")
    assert nothing_written(memory)


@pytest.mark.parametrize("key", ["", 5, "a\ud800"])
def test_dedup_keys_are_strings(memory: UserMemory, key: Any) -> None:
    refused(InvalidInput, lambda: memory.remember("x", dedup_key=key), "dedup_key")
    assert nothing_written(memory)


@pytest.mark.parametrize("name", ["a\ud800", {"first": SENTINEL}, 5])
def test_a_speakers_name_is_a_string_that_a_store_can_keep(memory: UserMemory, name: Any) -> None:
    said = {"role": "user", "content": "I have a cat at home", "name": name}
    refused(InvalidInput, lambda: memory.observe([said]), "name")
    assert nothing_written(memory)


@pytest.mark.parametrize("index", ["1", 1.5, True, -1])
def test_a_turns_index_is_its_place(memory: UserMemory, index: Any) -> None:
    said = {"role": "user", "content": "I have a cat at home", "index": index}
    refused(InvalidInput, lambda: memory.observe([said]), "index")
    assert nothing_written(memory)


def test_a_naive_clock_is_refused(tmp_path: Path) -> None:
    with Hindsight.open(
        f"sqlite:///{tmp_path}/other.db", embedder=HashingEncoder(), clock=lambda: NAIVE
    ) as hindsight:
        memory = hindsight.for_user("alice")
        with pytest.raises(TypeError):  # a program's own mistake: told by its kind, nothing written
            memory.remember("Alice lives in Lisbon")


def test_no_repr_holds_content(memory: UserMemory, hindsight: Hindsight) -> None:
    memory.observe([("user", f"I live in {SENTINEL}.")])
    answer = memory.recall(SENTINEL)
    first = everything(memory)[0]
    shown = [
        memory, hindsight, answer, answer[0], answer.trace, first, Claim(content=SENTINEL),
        Turn(role="user", content=SENTINEL), memory.window(), memory.history("user.location"),  # type: ignore[arg-type]
        memory.explain(SENTINEL, first.id), memory.update(first.id, tags=[SENTINEL]),
        memory.observe([("user", SENTINEL)]), memory.forget(ids=of(memory.remember(SENTINEL)), reason="r"),
    ]  # fmt: skip
    assert answer.memories
    assert [value for value in shown if SENTINEL in repr(value)] == []
    assert [value for value in shown if SENTINEL in str(value)] == []


def test_the_calls_of_the_other_tests_are_valid(memory: UserMemory) -> None:
    """The tables above spoil one argument each; unspoiled, every verb accepts its call."""
    id = only(memory)
    for name, (args, kwargs) in memory_calls({"lisbon": id, "berlin": id}).items():
        if name not in ("forget", "correct", "archive"):
            getattr(memory, name)(*args, **kwargs)
