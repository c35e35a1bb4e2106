"""The commands that write and erase, run in process; what they did is read through the front door."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from hindsight_integrations import Hindsight, UserMemory
from hindsight_integrations.surfaces.cli import app
from verbs import of


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    for name in ("HINDSIGHT_TENANT", "HINDSIGHT_ARCHIVE", "HINDSIGHT_INDEX", "HINDSIGHT_WORKING"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HINDSIGHT_URL", url)
    monkeypatch.setenv("HINDSIGHT_USER", "ana")
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'memory.db'}"


@pytest.fixture
def memory(url: str) -> Iterator[UserMemory]:
    with Hindsight.open(url) as hindsight:
        yield hindsight.for_user("ana", session="s1")


def run(*args: str, code: int = 0, said: str | None = None) -> Any:
    result = CliRunner().invoke(app, args, input=said)
    assert result.exit_code == code, result.output
    return result


def data(*args: str, said: str | None = None) -> Any:
    return json.loads(run(*args, "--json", said=said).stdout)


def contents(memory: UserMemory) -> list[str]:
    return [item.content for item in memory.find()]


# -- write -------------------------------------------------------------------------------


def test_the_first_statement_begins_a_memory(tmp_path: Path, url: str) -> None:
    told = data("remember", "Ana lives in Berlin", "--subject", "user.location", "--tag", "家")
    assert (told["action"], told["memory"]["tags"]) == ("added", ["家"])
    page = run("remember", "Ana 搬到了里斯本", "--subject", "user.location").stdout
    assert page.startswith("superseded: user.location: Ana 搬到了里斯本")
    assert "instead of: Ana lives in Berlin" in page
    with Hindsight.open(url) as hindsight:
        assert contents(hindsight.for_user("ana")) == ["Ana 搬到了里斯本"]


def test_a_statement_has_its_time_in_the_users_zone(memory: UserMemory) -> None:
    args = ("--event-time", "2024-05-31", "--tz", "Asia/Shanghai", "--type", "event")
    run("remember", "Ana met Bo", *args)
    [event] = memory.find(types="event")
    assert event.event_time is not None
    assert event.event_time.isoformat() == "2024-05-30T16:00:00+00:00"


def test_what_is_said_is_observed(memory: UserMemory) -> None:
    page = run("observe", "I am allergic to peanuts.", "--session", "s1").stdout
    assert "turns: 1, claims learnt: 1" in page
    assert "user.allergy" in page
    [change] = data("observe", "-", "--session", "s1", said="我住在里斯本")["changes"]
    assert change["memory"]["subject_key"] == "user.location"
    assert [turn.content for turn in memory.window()] == [
        "I am allergic to peanuts.",
        "我住在里斯本",
    ]


def test_a_memory_is_corrected(memory: UserMemory) -> None:
    id = of(memory.remember("Ana lives in Berlin", subject="user.location"))
    assert "instead of: Ana lives in Berlin" in run("correct", id, "Ana lives in Bern").stdout
    assert contents(memory) == ["Ana lives in Bern"]
    assert "no memory nope" in run("correct", "nope", "x", code=1).stderr


# -- look --------------------------------------------------------------------------------


def test_memories_are_listed_shown_and_counted(memory: UserMemory) -> None:
    old = of(memory.remember("Ana lives in Berlin", subject="user.location"))
    new = of(memory.remember("Ana lives in Lisbon", subject="user.location"))
    memory.event("paid", {"order": 7})
    assert old not in run("find").stdout
    assert [item["id"] for item in data("find", "--subject", "user.*")["memories"]] == [new]
    assert {
        item["id"] for item in data("find", "--status", "all", "--type", "fact")["memories"]
    } == {
        old,
        new,
    }
    assert data("find", "--until", "2020-01-01")["memories"] == []
    assert "nothing was found" in run("find", "--type", "task").stdout
    page = run("get", old).stdout
    assert "Ana lives in Berlin" in page
    assert f"replaced by: {new}" in page
    assert data("get", new)["content"] == "Ana lives in Lisbon"
    assert "no memory nope" in run("get", "nope", code=1).stderr
    assert run("count", "--event-type", "paid").stdout == "1\n"
    assert data("count", "--since", "2999-01-01") == {"count": 0}
    assert "status must be one of" in run("find", "--status", "gone", code=1).stderr


def test_the_window_of_a_session(memory: UserMemory) -> None:
    memory.observe([("user", "I drink tea"), ("assistant", "好的")])
    assert run("window", "--session", "s1").stdout.splitlines()[1].startswith("assistant: 好的")
    assert [t["content"] for t in data("window", "--session", "s1", "--last", "1")["turns"]] == [
        "好的"
    ]
    assert "nothing was said" in run("window", "--session", "s2").stdout
    assert "--session" in run("window", code=2).stderr


# -- forget ------------------------------------------------------------------------------


def test_what_is_named_is_shown_and_then_erased(memory: UserMemory) -> None:
    berlin = of(memory.remember("Ana lives in Berlin", subject="user.location"))
    memory.remember("Ana lives in Lisbon", subject="user.location")
    tea = of(memory.remember("Ana drinks tea", subject="user.drink"))
    seen = data("forget", "--subject", "user.location", "--dry-run")
    assert (seen["count"], len(seen["memories"])) == (2, 2)
    assert memory.count() == 3
    gone = data("forget", berlin, "--subject", "user.location", "--yes", "--reason", "gdpr")
    assert (gone["memories"], gone["reason"]) == ([berlin], "gdpr")
    assert "memories 2" in run("forget", "--everything", "-y").stdout
    assert memory.count() == 0
    assert memory.get(tea) is None


def test_nobody_is_erased_unasked(memory: UserMemory) -> None:
    memory.remember("Ana drinks tea")
    assert "say --yes" in run("forget", "--everything", code=2).stderr
    for args in ((), ("--everything", "--session", "s1")):
        assert "--everything alone" in run("forget", *args, "--yes", code=2).stderr
    assert memory.count() == 1


@pytest.mark.parametrize(
    "args",
    [
        ("forget", "--everything", "--yes"),
        ("forget", "x", "--dry-run"),
        ("correct", "x", "y"),
        ("archive", "--all-cold", "--archive", "memory://cold"),
        ("restore", "--all"),
        ("scrub",),
        ("doctor", "--repair"),
        ("health",),
        ("users",),
        ("find",),
    ],
    ids=" ".join,
)
def test_a_mistyped_name_makes_no_file(tmp_path: Path, args: tuple[str, ...]) -> None:
    assert "does not exist" in run(*args, code=1).stderr
    assert list(tmp_path.iterdir()) == []


def test_who_reads_its_own_words_is_told_of_an_empty_text() -> None:
    assert "say something" in run("observe", "  ", code=2).stderr
    assert "--role" in run("observe", "x", "--role", "tool", code=2).stderr


def test_operators_see_users_and_what_answers(memory: UserMemory, tmp_path: Path) -> None:
    memory.remember("Ana drinks tea")
    assert data("users") == {"tenant": "default", "users": {"ana": 1}}
    assert "nobody" in run("users", "--tenant", "acme").stdout
    assert run("health").stdout.rstrip().endswith("all answer")
    (tmp_path / "taken").write_text("x")
    taken = f"file://{tmp_path / 'taken'}"
    assert "archive       ConfigurationError" in run("health", "--archive", taken, code=1).stdout
    assert "archive       ConfigurationError" in run("doctor", "--archive", taken, code=1).stdout
    assert data("scrub") == {"clean": True}
