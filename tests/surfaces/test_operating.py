"""The operator's commands, run in process."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from hindsight_integrations import Hindsight
from hindsight_integrations.surfaces.cli import app


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HINDSIGHT_URL", "HINDSIGHT_INDEX"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture
def url(tmp_path: Path) -> str:
    where = f"sqlite:///{tmp_path / 'memory.db'}"
    with Hindsight.open(where) as hindsight:
        hindsight.for_user("ana").remember("Ana lives in Berlin", subject="user.location")
        hindsight.for_user("安娜").remember("安娜住在里斯本", subject="user.location")
    return where


def run(*args: str, code: int = 0) -> Any:
    result = CliRunner().invoke(app, args)
    assert result.exit_code == code, result.output
    return result


def test_the_doctor_says_that_all_is_well(url: str) -> None:
    page = run("doctor", "--url", url).stdout
    assert "2 of 2 users" in page
    assert "none beside the records" in page
    assert page.rstrip().endswith("all is well")


def test_the_doctor_speaks_json(url: str) -> None:
    found = json.loads(run("doctor", "--url", url, "--json").stdout)
    assert found["ok"] is True
    assert found["integrity"] == []
    assert found["difference"] is None
    assert found["health"]["records"]["records"] == 2


def test_the_doctor_sees_a_count_that_is_wrong(url: str, tmp_path: Path) -> None:
    import sqlite3

    with sqlite3.connect(tmp_path / "memory.db") as db:
        db.execute("UPDATE scopes SET records = 7 WHERE scope = 1")
    page = run("doctor", "--url", url, code=1).stdout
    assert "1 users have another number of records than is kept" in page
    assert "something is wrong" in page


def test_a_mistyped_name_makes_no_file(tmp_path: Path) -> None:
    missing = f"sqlite:///{tmp_path / 'mistyped.db'}"
    assert "does not exist" in run("doctor", "--url", missing, code=1).stderr
    assert "no memory" in run("reindex", "--url", missing, "--none", code=1).stderr
    assert list(tmp_path.iterdir()) == []


def test_a_command_that_names_too_little_says_what_is_missing(url: str) -> None:
    assert "HINDSIGHT_URL" in run("doctor", code=2).stderr
    assert "--index INDEX" in run("reindex", "--url", url, code=2).stderr
    both = run("reindex", "--url", url, "--none", "--index", "qdrant://:memory:", code=2)
    assert "--index INDEX" in both.stderr


def test_an_index_of_an_unknown_kind_is_refused(url: str) -> None:
    said = run("reindex", "--url", url, "--index", "milvus://secret@host", code=1).stderr
    assert "milvus" in said
    assert "secret" not in said


def test_a_memory_without_an_index_can_let_it_go_too(url: str) -> None:
    assert "no index is fed" in run("reindex", "--url", url, "--none").stdout


def test_an_index_is_compared_mended_and_made_anew(url: str, tmp_path: Path) -> None:
    beside = f"qdrant:///{tmp_path / 'points'}"
    assert "2 users were told of" in run("reindex", "--url", url, "--index", beside).stdout
    page = run("doctor", "--url", url, "--index", beside).stdout
    assert "2 points, 0 users behind" in page
    assert page.rstrip().endswith("all is well")
    from qdrant_client import QdrantClient

    client = QdrantClient(path=str(tmp_path / "points"))
    points, _ = client.scroll("hindsight")
    client.delete("hindsight", [points[0].id])
    client.close()
    found = json.loads(run("doctor", "--url", url, "--index", beside, "--json", code=1).stdout)
    assert found["difference"]["missing"] == 1
    page = run("doctor", "--url", url, "--index", beside, "--repair").stdout
    assert "mended        1" in page
    assert json.loads(run("doctor", "--url", url, "--index", beside, "--json").stdout)["ok"]
