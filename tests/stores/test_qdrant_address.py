"""URLs that name an index on Qdrant: what they say, what is refused, and that no message holds a key."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hindsight_integrations.errors import ConfigurationError
from hindsight_integrations.stores.qdrant.address import Address, address
from leaks import shown

SECRET = "hunter2"
HOST = Address(host="host")


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("qdrant://host", HOST),
        ("qdrant://host/", HOST),
        ("qdrant://host:7000/notes", replace(HOST, port=7000, collection="notes")),
        ("qdrant://host?collection=my-notes.v2", replace(HOST, collection="my-notes.v2")),
        ("qdrant://:k%2Fey@host", replace(HOST, key="k/ey", https=True)),
        ("qdrant://:key@host?https=false", replace(HOST, key="key")),
        ("qdrant://host?https=true&grpc=true", replace(HOST, https=True, grpc=True)),
        ("qdrant://host?grpc_port=7001&timeout=3", replace(HOST, grpc_port=7001, timeout=3.0)),
        ("qdrant://host?prefix=/a/b/", replace(HOST, prefix="a/b")),
        ("qdrant://[::1]:6333", replace(HOST, host="::1")),
        ("qdrant:////var/vectors", Address(folder="/var/vectors")),
        ("qdrant:////var/a%20b?collection=c", Address("c", "/var/a b")),
        ("qdrant://:memory:", Address(folder=":memory:")),
        ("qdrant://:memory:/notes", Address("notes", ":memory:")),
        ("qdrant://:memory:?collection=notes", Address("notes", ":memory:")),
    ],
)
def test_urls_name_places(url: str, expected: Address) -> None:
    assert address(url) == expected


def test_a_relative_folder_is_about_the_present_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert address("qdrant:///vectors").folder == str(tmp_path / "vectors")


@pytest.mark.parametrize(
    ("known", "where"),
    [
        (HOST, "Qdrant at host:6333 (collection hindsight)"),
        (replace(HOST, prefix="a", key=SECRET), "Qdrant at host:6333/a (collection hindsight)"),
        (Address("c", "/v"), "Qdrant in /v (collection c)"),
        (Address("c", ":memory:"), "Qdrant in memory (collection c)"),
    ],
)
def test_places_are_named_without_their_keys(known: Address, where: str) -> None:
    assert known.where == where
    assert SECRET not in repr(known)


@pytest.mark.parametrize(
    "url",
    [
        f"qdrant://{SECRET}@host:6333",
        f"qdrant://{SECRET}:{SECRET}@host",
        f"qdrant://a@{SECRET}@host",
        f"qdrant://host:{SECRET}/",
        f"qdrant://host/{SECRET}/more",
        f"qdrant://host?key={SECRET}",
        f"qdrant://host?https={SECRET}",
        f"qdrant://host?timeout={SECRET}",
        "qdrant://host?timeout=0",
        "qdrant://host?timeout=1&timeout=2",
        f"qdrant://host?{SECRET}",
        f"qdrant:///folder?https={SECRET}",
        f"qdrant:///{SECRET}%00",
        f"qdrant://[{SECRET}",
        "qdrant:///",
        "qdrant://",
        "qdrant:",
        "",
        f"http://{SECRET}@host",
    ],
    ids=ascii,
)
def test_what_names_no_place_is_refused_without_its_secrets(url: str) -> None:
    with pytest.raises(ConfigurationError, match="qdrant://host:6333/collection") as told:
        address(url)
    assert SECRET not in shown(told.value)
