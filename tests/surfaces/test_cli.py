"""The commands, run in process and as the installed program."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from hindsight_integrations import Hindsight
from hindsight_integrations.surfaces.cli import app

USER = "ana"


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HINDSIGHT_URL", "HINDSIGHT_USER", "HINDSIGHT_TENANT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A memory in which Ana moved from Berlin to Lisbon."""
    where = f"sqlite:///{tmp_path / 'memory.db'}"
    with Hindsight.open(where) as hindsight:
        memory = hindsight.for_user(USER)
        for city, year in (("Ana lives in Berlin", 2023), ("Ana 搬到了里斯本", 2024)):
            then = datetime(year, 5, 1, tzinfo=UTC)
            memory.remember(city, subject="user.location", event_time=then)
    return where


def run(*args: str, code: int = 0) -> Any:
    result = CliRunner().invoke(app, args)
    assert result.exit_code == code, result.output
    return result


def data(*args: str) -> Any:
    """What ``--json`` prints on stdout: it must be JSON and nothing else."""
    return json.loads(run(*args, "--json").stdout)


def test_recall_prints_the_answer_with_its_score_and_id(url: str) -> None:
    page = run("recall", "where does Ana live?", "--url", url, "--user", USER).stdout

    assert "Ana 搬到了里斯本" in page
    assert "Ana lives in Berlin" not in page
    assert "part × weight" in page
    assert "\nscore " in page


def test_recall_as_of_a_past_day_tells_what_was_true(url: str) -> None:
    whose = ("--url", url, "--user", USER)
    told = data("recall", "where does Ana live?", *whose, "--as-of", "2023-06-01", "-k", "1")

    assert [item["memory"]["content"] for item in told["recollections"]] == ["Ana lives in Berlin"]
    assert told["trace"]["at"] == "2023-06-01T00:00:00+00:00"


def test_json_of_a_recall_holds_parts_and_no_vectors(url: str) -> None:
    [item] = data("recall", "Ana 住在哪里？", "--url", url, "--user", USER)["recollections"]

    assert item["memory"]["scope"] == {
        "tenant": "default",
        "user": USER,
        "agent": None,
        "session": None,
    }
    assert "embedding" not in item["memory"]
    total = sum(part["value"] * part["weight"] for part in item["parts"])
    assert item["score"] == pytest.approx(total)


def test_history_prints_the_latest_first_with_an_arrow(url: str) -> None:
    page = run("history", "user.location", "--url", url, "--user", USER).stdout
    lines = [line.strip() for line in page.splitlines()]

    assert lines == [
        "user.location",
        "Ana 搬到了里斯本  (active since 2024-05-01)",
        "← Ana lives in Berlin  (superseded, 2023-05-01 to 2024-05-01)",
    ]
    told = data("history", "user.location", "--url", url, "--user", USER)
    assert [value["status"] for value in told["values"]] == ["active", "superseded"]


def test_explain_says_why_and_why_not(url: str) -> None:
    whose = ("--url", url, "--user", USER)
    new, old = data("history", "user.location", *whose)["values"]

    assert "used, at rank 1" in run("explain", "where does Ana live?", new["id"], *whose).stdout
    assert "not used" in run("explain", "where does Ana live?", old["id"], *whose).stdout
    why = data("explain", "where does Ana live?", old["id"], *whose)
    assert (why["used"], new["id"] in why["reason"]) == (False, True)


def test_the_wall_holds(url: str) -> None:
    others = (("--user", "bo"), ("--user", USER, "--tenant", "acme"))

    for whose in others:
        assert data("recall", "Ana", "--url", url, *whose)["recollections"] == []


def test_the_environment_names_the_memory(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HINDSIGHT_URL", url)
    monkeypatch.setenv("HINDSIGHT_USER", USER)

    assert len(data("history", "user.location")["values"]) == 2
    assert data("history", "user.location", "--user", "bo")["values"] == []
    monkeypatch.setenv("HINDSIGHT_TENANT", "acme")
    assert data("history", "user.location")["values"] == []


@pytest.mark.parametrize(
    "args",
    [
        ("recall", "x", "--user", USER),
        ("recall", "x", "--url", "sqlite:///:memory:"),
        ("recall", "x", "--url", "sqlite:///:memory:", "--user", USER, "-k", "0"),
        ("recall", "x", "--url", "sqlite:///:memory:", "--user", USER, "--as-of", "soon"),
        ("history", "a", "--url", "sqlite:///:memory:", "--user", USER, "--tz", "Mars/Base"),
        ("demo", "--ask", "where?"),
        ("demo", "--url", "sqlite:///:memory:"),
        ("demo", "--tz", "Mars/Base"),
        ("remember",),
    ],
)
def test_bad_usage_is_code_2(args: tuple[str, ...]) -> None:
    result = run(*args, code=2)

    assert result.stdout == ""
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (("history", "user location"), "error: subject 'user location' is not a dotted key"),
        (("explain", "x", "no-such-id"), "error: there is no memory no-such-id"),
        (("demo", "--chat", "none.json"), "error: none.json: No such file or directory"),
    ],
)
def test_an_error_of_the_tree_is_one_line_and_code_1(
    url: str, args: tuple[str, ...], reason: str
) -> None:
    whose = () if args[0] == "demo" else ("--url", url, "--user", USER)
    result = run(*args, *whose, code=1)

    assert result.stdout == ""
    assert result.stderr.startswith(reason)
    assert result.stderr.count("\n") == 1


def test_a_memory_that_does_not_exist_is_not_made_by_a_question(tmp_path: Path) -> None:
    missing = tmp_path / "typo.db"
    result = run("recall", "x", "--url", f"sqlite:///{missing}", "--user", USER, code=1)

    assert result.stderr.startswith("error: ")
    assert not missing.exists()


CHAT = [
    {"role": "user", "content": "My name is Noa. I live in Oslo.", "at": "2024-01-01T10:00:00Z"},
    {"role": "assistant", "content": "Welcome, Noa.", "at": "2024-01-01T10:00:05Z"},
    {"role": "user", "content": "我搬到了卑尔根。", "at": "2024-03-01T10:00:00Z"},
]


def test_a_real_export_is_read_counted_and_asked(tmp_path: Path) -> None:
    chat = tmp_path / "export.json"
    chat.write_text(json.dumps(CHAT), encoding="utf-8")
    result = run("demo", "--chat", str(chat), "--ask", "Where does Noa live?", "-k", "2")

    assert result.stdout.startswith("sessions: 1, turns: 3, claims learnt: ")
    assert "? Where does Noa live?" in result.stdout
    assert "score" in result.stdout
    assert "3/3 turns" in result.stderr


def test_reading_the_same_export_again_writes_nothing(tmp_path: Path) -> None:
    chat = tmp_path / "export.json"
    chat.write_text(json.dumps(CHAT), encoding="utf-8")
    args = ("demo", "--chat", str(chat), "--url", f"sqlite:///{tmp_path / 'm.db'}")
    first, again = data(*args)["replayed"], data(*args)["replayed"]

    assert (first["sessions"], first["turns"], first["repeated"]) == (1, 3, 0)
    assert first["learnt"] >= 2
    assert (again["turns"], again["learnt"], again["repeated"]) == (0, 0, 3)


def test_a_bad_export_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    chat = tmp_path / "export.jsonl"
    chat.write_text('{"messages": []}\n{"messages": [{"role": "x"}]}\n', encoding="utf-8")
    where = tmp_path / "m.db"
    result = run("demo", "--chat", str(chat), "--url", f"sqlite:///{where}", code=1)

    assert result.stderr.startswith(f"error: {chat}:2: messages[0].role: 'x' is no role")
    assert not where.exists()


def program(*args: str, encoding: str = "utf-8") -> subprocess.CompletedProcess[str]:
    """The installed program in a process of its own; a warning would be an error."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "hindsight_integrations.surfaces", *args],
        capture_output=True,
        text=True,
        encoding=encoding,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        check=False,
    )


def test_the_program_runs_as_installed(url: str) -> None:
    done = program("recall", "where does Ana live?", "--url", url, "--user", USER)

    assert (done.returncode, done.stderr) == (0, "")
    assert "Ana 搬到了里斯本" in done.stdout


def test_the_program_tells_an_error_in_one_line() -> None:
    failed = program("recall", "x", "--url", "mysql://h/d", "--user", USER)

    assert (failed.returncode, failed.stdout) == (1, "")
    assert failed.stderr.startswith("error: ")
    assert failed.stderr.count("\n") == 1


def test_a_terminal_without_chinese_is_served(url: str) -> None:
    done = program("history", "user.location", "--url", url, "--user", USER, encoding="ascii")

    assert (done.returncode, done.stderr) == (0, "")
    assert "Ana lives in Berlin" in done.stdout


def test_without_the_extra_one_line_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['typer'] = None;"
        "from hindsight_integrations.surfaces.__main__ import main; main()"
    )
    failed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )

    assert failed.returncode == 1
    assert failed.stderr == (
        "error: the command line needs the extra 'cli': pip install 'hindsight-integrations[cli]'\n"
    )


def test_the_version_is_that_of_the_package() -> None:
    from hindsight_integrations import __version__

    assert run("--version").stdout == f"hindsight-integrations {__version__}\n"


def test_a_misused_command_line_is_told_what_to_add_and_no_more() -> None:
    assert run("recall", "x", code=2).output.splitlines()[-1] == (
        "Error: say which memory: --url sqlite:///memory.db, or HINDSIGHT_URL"
    )


COMMANDS = (
    "demo",
    "recall",
    "history",
    "explain",
    "explain-text",
    "remember",
    "observe",
    "correct",
    "forget",
    "find",
    "get",
    "count",
    "window",
    "archive",
    "restore",
    "doctor",
    "health",
    "users",
    "scrub",
    "reindex",
    "move",
    "migrate",
    "serve",
)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_and_option_is_documented(command: str) -> None:
    page = (Path(__file__).parents[2] / "docs" / "command_line.md").read_text(encoding="utf-8")
    listed = run("--help").stdout.partition("Commands:")[2].split("\n")
    names = {line.split()[0] for line in listed if line.startswith("  ") and line[2:3].strip()}
    options = re.findall(r"^  (--?[a-z][a-z-]*)", run(command, "--help").stdout, re.MULTILINE)

    assert names == set(COMMANDS)
    assert f"| `{command}` |" in page
    assert ("--json" in options) is (command != "serve")  # which answers no page
    assert [option for option in options if option not in page] == []


@pytest.mark.parametrize(
    ("text", "subject", "value"),
    [
        ("My sister Ana moved to Rome", "person.ana.location", "Rome"),
        ("我表妹在腾讯上班", "person.表妹.employer", "腾讯"),
    ],
)
def test_a_text_is_explained_without_a_memory(text: str, subject: str, value: str) -> None:
    assert f"fact {subject}: {value}" in run("explain-text", text).stdout
    read = json.loads(run("explain-text", text, "--json").stdout)
    # Who Ana is, is said as well.
    named = ["person.sister.name"] if "sister" in text else []
    assert sorted(claim["subject"] for claim in read["claims"]) == [subject, *named]
    assert [part["verdict"] for part in read["sentences"]] == ["a statement"]


def test_what_makes_no_claim_says_why() -> None:
    assert "a question states nothing" in run("explain-text", "Where do I live?").stdout
    assert "small talk" in run("explain-text", "谢谢").stdout
    assert "a wish to forget" in run("explain-text", "forget that").stdout
