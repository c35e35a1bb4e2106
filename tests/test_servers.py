"""The servers that tests talk to: they start, answer, stop, and are skipped or missed as the environment asks."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import servers
from servers import served


def ping(url: str) -> bytes:
    """What Redis answers to AUTH and PING."""
    parts = urlsplit(url)
    with socket.create_connection((str(parts.hostname), parts.port or 6379), timeout=10) as wire:
        if parts.password:
            wire.sendall(f"AUTH {parts.password}\r\n".encode())
            assert wire.recv(100) == b"+OK\r\n"
        wire.sendall(b"PING\r\n")
        return wire.recv(100)


def select_one(url: str) -> str:
    """What PostgreSQL answers to SELECT 1, through psql."""
    psql = shutil.which("psql")
    if psql is None:
        pytest.skip("psql is not installed")
    command = [psql, "--no-psqlrc", "--tuples-only", "--no-align", "--command", "SELECT 1", url]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=True)
    return done.stdout.strip()


def without_password(url: str) -> str:
    parts = urlsplit(url)
    return url.replace(f":{parts.password}@", "@")


def refuses(url: str) -> bool:
    """Whether nobody listens there any more."""
    parts = urlsplit(url)
    with socket.socket() as probe:
        return probe.connect_ex((str(parts.hostname), parts.port or 0)) != 0


@contextmanager
def broken() -> Iterator[str]:
    yield refusal()


def refusal() -> str:
    raise servers.CannotStart("its binary was left at home")


@pytest.fixture
def folders(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The temporary folders that servers were given in this test."""
    made: list[Path] = []
    make = tempfile.mkdtemp

    def recording(**how: str) -> str:
        made.append(Path(make(**how)))
        return str(made[-1])

    monkeypatch.setattr(tempfile, "mkdtemp", recording)
    return made


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take no server from the environment, and require none."""
    for name in ("REDIS", "POSTGRES", "REQUIRE"):
        monkeypatch.delenv(f"HINDSIGHT_TEST_{name}", raising=False)


def test_redis_answers(redis_url: str) -> None:
    assert ping(redis_url) == b"+PONG\r\n"


def test_postgres_answers(postgres_url: str) -> None:
    assert select_one(postgres_url) == "1"


def test_redis_is_stopped_and_leaves_nothing(own: None, folders: list[Path]) -> None:
    with served("redis", servers.redis_server) as url:
        assert ping(url) == b"+PONG\r\n"
        assert ping(without_password(url)).startswith(b"-NOAUTH")
        assert [folder.exists() for folder in folders] == [True]
    assert refuses(url)
    assert [folder.exists() for folder in folders] == [False]


def test_postgres_is_stopped_and_leaves_nothing(own: None, folders: list[Path]) -> None:
    with served("postgres", servers.postgres_server) as url:
        assert select_one(url) == "1"
        with pytest.raises(subprocess.CalledProcessError):
            select_one(without_password(url))
        assert [folder.exists() for folder in folders] == [True]
    assert refuses(url)
    assert [folder.exists() for folder in folders] == [False]


def fail_with_a_server(urls: list[str]) -> None:
    with served("redis", servers.redis_server) as url:
        urls.append(url)
        raise ZeroDivisionError


def test_a_server_is_stopped_when_the_test_fails(own: None, folders: list[Path]) -> None:
    urls: list[str] = []
    with pytest.raises(ZeroDivisionError):
        fail_with_a_server(urls)
    assert refuses(urls[0])
    assert [folder.exists() for folder in folders] == [False]


@pytest.mark.parametrize("name", ["redis", "postgres"])
def test_a_server_named_in_the_environment_is_taken(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(f"HINDSIGHT_TEST_{name.upper()}", f"{name}://elsewhere:1234/x")
    with served(name, broken) as url:
        assert url == f"{name}://elsewhere:1234/x"


@pytest.mark.parametrize("required", [None, "", "redis", "redis,qdrant"])
def test_without_a_server_the_test_is_skipped_with_the_reason(
    own: None, monkeypatch: pytest.MonkeyPatch, required: str | None
) -> None:
    if required is not None:
        monkeypatch.setenv("HINDSIGHT_TEST_REQUIRE", required)
    reason = "NOT RUN, no postgres: its binary was left at home"
    with pytest.raises(pytest.skip.Exception, match=reason), served("postgres", broken):
        raise AssertionError


@pytest.mark.parametrize("required", ["postgres", "redis,postgres", "redis, postgres"])
def test_a_required_server_that_is_missing_is_a_failure(
    own: None, monkeypatch: pytest.MonkeyPatch, required: str
) -> None:
    monkeypatch.setenv("HINDSIGHT_TEST_REQUIRE", required)
    with (
        pytest.raises(pytest.fail.Exception, match="NOT RUN, no postgres"),
        served("postgres", broken),
    ):
        raise AssertionError


def test_a_binary_that_is_not_installed_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(servers, "POSTGRES_HOMES", str(tmp_path))
    with (
        pytest.raises(servers.CannotStart, match="redis-server is not installed"),
        servers.redis_server(),
    ):
        raise AssertionError
    with (
        pytest.raises(servers.CannotStart, match="nor pg_ctl is installed"),
        servers.postgres_server(),
    ):
        raise AssertionError


def test_a_binary_that_gives_up_is_reported_with_its_last_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, folders: list[Path]
) -> None:
    binary = tmp_path / "redis-server"
    binary.write_text("#!/bin/sh\necho out of luck > redis.log\nexit 1\n")
    binary.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(servers.CannotStart, match="out of luck"), servers.redis_server():
        raise AssertionError
    assert [folder.exists() for folder in folders] == [False]
