"""``hindsight move`` and ``hindsight migrate``, run in process."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from hindsight_integrations import Hindsight
from hindsight_integrations.stores.sqlite.schema import PRESENT
from hindsight_integrations.surfaces.cli import app


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def source(tmp_path: Path) -> str:
    where = f"sqlite:///{tmp_path / 'memory.db'}"
    with Hindsight.open(where) as hindsight:
        hindsight.for_user("ana").remember("Ana lives in Berlin", subject="user.location")
        hindsight.for_user("安娜").remember("安娜住在里斯本", subject="user.location")
    return where


@pytest.fixture
def target(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'moved.db'}"


def run(*args: str, code: int = 0) -> Any:
    result = CliRunner().invoke(app, args)
    assert result.exit_code == code, result.output
    return result


def test_a_move_says_what_went_and_that_it_is_alike(source: str, target: str) -> None:
    said = run("move", source, target)
    assert "users: 2, records: 2; users copied: 2, compared: 2" in said.stdout
    assert "records         2" in said.stdout
    assert "alike on both sides" in said.stdout
    assert "2/2 records" in said.stderr
    assert max(map(len, said.stdout.splitlines())) <= 80
    again = run("move", source, target)
    assert "nothing to do" in again.stdout
    assert "SHA-256" not in again.stdout
    with Hindsight.open(target) as hindsight:
        assert hindsight.for_user("安娜").recall("里斯本")[0].memory.content == "安娜住在里斯本"


def test_a_move_speaks_json(source: str, target: str) -> None:
    done = json.loads(run("move", source, target, "--json").stdout)
    assert (done["users"], done["copied"], done["behind"]) == (2, 2, 0)
    sums = {one["table"]: one for one in done["tables"]}
    assert sums["records"]["source_rows"] == sums["records"]["target_rows"] == 2
    assert sums["records"]["source_sha256"] == sums["records"]["target_sha256"]
    again = json.loads(run("move", source, target, "--check", "--json").stdout)
    assert (again["copied"], again["tables"]) == (0, done["tables"])


def test_what_cannot_be_moved_is_one_line_on_stderr(source: str, target: str) -> None:
    for arguments, why in (
        ((source, source), "error: the source and the target of the move are the same place\n"),
        ((source, "mysql://me:hunter2@host/db"), "error: mysql:… is no store this version opens"),
        ((f"{source}.none", target), "does not exist, so nothing can be moved from it\n"),
    ):
        said = run("move", *arguments, code=1)
        assert said.stdout == ""
        assert why in said.stderr
        assert said.stderr.count("\n") == 1
    assert run("move", source, code=2).stdout == ""


def test_migrate_says_from_where_to_where(source: str) -> None:
    assert run("migrate", source).stdout == f"schema {PRESENT}: nothing to do\n"
    told = json.loads(run("migrate", source, "--json").stdout)
    assert told == {"before": PRESENT, "now": PRESENT}
    assert "no memory is there" in run("migrate", f"{source}.none", code=1).stderr
