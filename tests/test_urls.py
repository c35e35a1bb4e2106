"""URLs that name a memory: what they open, what is refused, and that no message holds a password."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hindsight_integrations import ConfigurationError, Hindsight
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.wiring import FilePlace, place
from leaks import shown

SECRET = "hunter2"
SERVERS = [
    f"redis://:{SECRET}@localhost:6379/0",
    f"qdrant://{SECRET}@host:6333",
    f"mysql+pymysql://alice:{SECRET}@host/db?password={SECRET}",
    f"http://alice:{SECRET}@host/",
    f"file:///home/alice/{SECRET}.db",
    f"SQLITE+extra:///{SECRET}.db",
    f"javascript:{SECRET}",
]
MISSPELT = [
    f"sqlite://alice:{SECRET}@host/memory.db",
    f"sqlite://{SECRET}.db",
    f"sqlite:///memory.db?password={SECRET}",
    f"sqlite:///memory.db?mode={SECRET}",
    f"sqlite:///memory.db?mode=ro&key={SECRET}",
    f"sqlite://[{SECRET}/memory.db",
    f"sqlite:///{SECRET}%00.db",
    f"sqlite:///{SECRET}\x00.db",
    f"sqlite:///{SECRET}\ud800.db",
    f"sqlite:{SECRET}.db",
    f"sqlite:/var/lib/{SECRET}.db",
    "sqlite://",
    "sqlite:",
    "sqlite:///",
    "",
    "memory.db",
    "/var/lib/memory.db",
]


@pytest.mark.parametrize("url", [*SERVERS, *MISSPELT], ids=ascii)
@pytest.mark.parametrize("by", ["url", "records"])
def test_what_names_no_file_is_refused_without_its_secrets(url: str, by: str) -> None:
    given: dict[str, Any] = {by: url}
    with pytest.raises(ConfigurationError, match=r"sqlite:///file\.db|mode=ro") as caught:
        Hindsight.open(**given, embedder=HashingEncoder())
    assert SECRET not in shown(caught.value)


@pytest.mark.parametrize("url", [Path("memory.db"), 5, b"sqlite:///memory.db"])
def test_a_url_is_a_string(url: Any) -> None:
    with pytest.raises(ConfigurationError, match="URL must be a string"):
        Hindsight.open(url, embedder=HashingEncoder())


@pytest.mark.parametrize("name", ["index", "archive"])
def test_servers_beside_the_file_are_refused(name: str, tmp_path: Path) -> None:
    given: dict[str, Any] = {name: f"nothing://:{SECRET}@localhost"}
    with pytest.raises(ConfigurationError, match=name) as caught:
        Hindsight.open(f"sqlite:///{tmp_path}/memory.db", embedder=HashingEncoder(), **given)
    assert SECRET not in shown(caught.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("given", [{}, {"url": "sqlite:///a.db", "records": "sqlite:///b.db"}])
def test_the_place_is_named_exactly_once(given: dict[str, Any]) -> None:
    with pytest.raises(ConfigurationError, match="say where the memory lives, once"):
        Hindsight.open(**given, embedder=HashingEncoder())


@pytest.mark.parametrize(
    ("url", "path", "read_only"),
    [
        ("sqlite:////var/lib/m.db", "/var/lib/m.db", False),
        ("sqlite:////var/lib/m.db?mode=ro", "/var/lib/m.db", True),
        ("sqlite:////var/lib/m.db?mode=rw", "/var/lib/m.db", False),
        ("sqlite:////var/./lib/../m.db", "/var/m.db", False),
        ("sqlite:////var/a%20b%3F.db", "/var/a b?.db", False),
        ("sqlite:////var/a#b.db", "/var/a#b.db", False),
        ("sqlite:////var/a#b.db?mode=ro", "/var/a#b.db", True),
        ("sqlite:////var/记忆.db", "/var/记忆.db", False),
        ("sqlite:///:memory:", ":memory:", False),
        ("sqlite://:memory:", ":memory:", False),
    ],
)
def test_urls_name_files(url: str, path: str, read_only: bool) -> None:
    assert place(url) == FilePlace(path, read_only)


def test_a_relative_url_is_about_the_present_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    where = place("sqlite:///notes/m.db")
    assert where == FilePlace(str(tmp_path / "notes" / "m.db"), read_only=False)


@pytest.mark.parametrize("name", ["a b.db", "a#b.db", "记忆.db", "a'b.db", "a%41.db"])
def test_odd_names_open_the_file_of_that_name(tmp_path: Path, name: str) -> None:
    written = name.replace("%", "%25")
    with Hindsight.open(f"sqlite:///{tmp_path}/{written}", embedder=HashingEncoder()) as hindsight:
        hindsight.for_user("alice").remember("Alice lives in Lisbon")
    assert [item.name for item in tmp_path.iterdir()] == [name]
