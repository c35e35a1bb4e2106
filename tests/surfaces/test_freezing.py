"""``hindsight archive`` and ``hindsight restore``: what they show, what they move, what keeps them from it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cold import objects
from hindsight_integrations import Hindsight, UserMemory
from hindsight_integrations.surfaces import freezing
from hindsight_integrations.surfaces.cli import app
from shelves import everything
from verbs import of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "cold"


@pytest.fixture
def memory(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[UserMemory]:
    """Ana moved twice, drinks tea, and said something."""
    url = f"sqlite:///{tmp_path / 'memory.db'}"
    monkeypatch.delenv("HINDSIGHT_TENANT", raising=False)
    monkeypatch.setenv("HINDSIGHT_URL", url)
    monkeypatch.setenv("HINDSIGHT_USER", "ana")
    monkeypatch.setenv("HINDSIGHT_ARCHIVE", f"file://{folder}")
    monkeypatch.setenv("COLUMNS", "100")
    with Hindsight.open(url, archive=f"file://{folder}") as hindsight:
        memory = hindsight.for_user("ana", session="s1")
        for city in ("Berlin", "里斯本", "Porto"):
            memory.remember(f"Ana lives in {city}", subject="user.location")
        memory.remember("Ana drinks tea", subject="user.drink")
        memory.observe([("user", "The weather in Porto was dreadful all of last week.")])
        yield memory


def run(*args: str, code: int = 0) -> Any:
    result = CliRunner().invoke(app, args)
    assert result.exit_code == code, result.output
    return result


def data(*args: str, code: int = 0) -> Any:
    return json.loads(run(*args, "--json", code=code).stdout)


def statuses(memory: UserMemory) -> list[str]:
    return [item.status.value for item in everything(memory)]


def test_a_preview_shows_what_would_go_and_moves_nothing(memory: UserMemory, folder: Path) -> None:
    before = statuses(memory)
    page = run("archive", "--all-cold", "--dry-run").stdout
    assert "memories that would be archived: 3" in page
    assert "Ana lives in 里斯本" in page
    assert "Porto was" in page
    assert "tea" not in page
    assert data("archive", "--subject", "user.location", "--dry-run")["count"] == 2
    assert statuses(memory) == before
    assert not folder.exists()


def test_what_was_replaced_or_said_goes_and_comes_back(
    memory: UserMemory, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(freezing, "_STEP", 1)
    before = everything(memory)
    assert data("archive", "--all-cold") == {"archived": 3}
    assert statuses(memory) == ["archived", "archived", "active", "active", "archived"]
    assert len(objects(folder)) == 3
    assert "memories archived: 0" in run("archive", "--all-cold").stdout
    assert data("restore", "--subject", "user.*", "--dry-run")["count"] == 2
    told = data("restore", "--subject", "user.location")
    assert [change["memory"]["status"] for change in told["restored"]] == ["superseded"] * 2
    assert "memories restored: 1" in run("restore", "--all").stdout
    assert everything(memory) == before
    assert objects(folder) == []


def test_what_holds_now_goes_by_its_id_alone(memory: UserMemory) -> None:
    porto = everything(memory)[2]
    assert data("archive", porto.id) == {"archived": 1}
    assert data("restore", porto.id)["restored"][0]["memory"]["status"] == "active"
    berlin = everything(memory)[0]
    [back] = data("restore", berlin.id)["restored"]
    assert (back["action"], back["memory"]["content"]) == ("superseded", "Ana lives in Berlin")


def test_a_damaged_object_does_not_keep_the_others_away(memory: UserMemory, folder: Path) -> None:
    run("archive", "--all-cold")
    berlin = everything(memory)[0].id
    [spoilt] = [file for file in objects(folder) if berlin in file.name]
    spoilt.write_bytes(b"{}")
    told = data("restore", "--all", code=1)
    assert len(told["restored"]) == 2
    assert list(told["failed"]) == [berlin]
    assert "damaged" in told["failed"][berlin]
    assert f"{berlin} could not be restored" in run("restore", berlin, code=1).stdout


def test_an_archive_that_cannot_be_reached_is_said_once(memory: UserMemory, folder: Path) -> None:
    run("archive", "--all-cold")
    before = statuses(memory)
    wrong = f"file://{folder.parent / 'memory.db'}"
    told = run("restore", "--all", "--archive", wrong, code=1)
    assert told.stderr.rstrip().endswith("is no folder: name one")
    assert statuses(memory) == before


@pytest.mark.parametrize("command", ["archive", "restore"])
def test_a_command_that_names_nothing_or_too_much_is_refused(
    memory: UserMemory, command: str
) -> None:
    every = {"archive": "--all-cold", "restore": "--all"}[command]
    for args in ((), ("x", every), ("x", "--subject", "user.*"), ("--session", "s1", every)):
        assert f"or {every}" in run(command, *args, code=2).stderr
    assert "no memory x" in run("restore", "x", code=1).stdout


def test_without_an_archive_it_is_asked_for(
    memory: UserMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    of(memory.remember("Ana lives in Rome", subject="user.location"))
    monkeypatch.delenv("HINDSIGHT_ARCHIVE")
    assert "--archive" in run("archive", "--all-cold", code=2).stderr
    assert data("archive", "--all-cold", "--dry-run")["count"] == 4
    assert data("restore", "--all") == {"restored": [], "failed": {}}
