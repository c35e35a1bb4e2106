"""``hindsight serve`` as a process of its own: it waits, listens, answers, and ends in order."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from hindsight_integrations import Hindsight
from hindsight_integrations.surfaces.cli import app
from processes import SOURCE
from servers import CannotStart, missing, postgres_cluster

KEY, PATIENCE = "0123456789abcdef", 60.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(url: str, *options: str, key: str = KEY) -> Iterator[tuple[Any, str]]:
    """The process and its address; it is killed if the test leaves it running."""
    port = free_port()
    environment = {
        **{name: value for name, value in os.environ.items() if "HINDSIGHT" not in name},
        "PYTHONPATH": str(SOURCE),
        "HINDSIGHT_URL": url,
        "HINDSIGHT_API_KEYS": key,
    }
    command = [
        sys.executable,
        "-m",
        "hindsight_integrations.surfaces",
        "serve",
        "--port",
        str(port),
    ]
    process = subprocess.Popen(
        [*command, *options],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process, f"http://127.0.0.1:{port}"
    finally:
        process.kill()
        process.communicate()


def ready(process: Any, address: str) -> None:
    """Wait until it says that it is well."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/health", timeout=PATIENCE) as answer:
                assert json.load(answer) == {"ok": True}
                return
        except (urllib.error.URLError, ConnectionError):
            with suppress(subprocess.TimeoutExpired):
                process.wait(0.05)  # returns early if it gives up
    pytest.fail(f"it is not ready: {process.communicate()[0]}")


def asked(address: str, verb: str, **body: Any) -> Any:
    request = urllib.request.Request(
        f"{address}/v1/{verb}",
        data=json.dumps({"tenant": "acme", "user": "爱丽丝", **body}).encode(),
        headers={"Content-Type": "application/json", "Authorization": f"Bearer {KEY}"},
    )
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


def test_many_are_kept_archived_and_brought_back_by_a_running_service(tmp_path: Path) -> None:
    url, cold = f"sqlite:///{tmp_path}/memory.db", f"file://{tmp_path}/cold"
    with serving(url, "--archive", cold) as (process, address):
        ready(process, address)
        claims = [
            {"content": f"爱丽丝住在{city}", "subject": "user.location"}
            for city in ("柏林", "里斯本")
        ]
        changes = asked(address, "remember_many", claims=claims)["changes"]
        assert [change["action"] for change in changes] == ["added", "superseded"]
        berlin, lisbon = (change["memory"]["id"] for change in changes)
        assert asked(address, "pin", id=lisbon)["memory"]["pinned"] is True
        assert asked(address, "archive", subject="user.location") == {"archived": 1}
        assert len(list((tmp_path / "cold").rglob("*.json"))) == 1
        chain = asked(address, "history", subject="user.location")["memories"]
        assert [one["status"] for one in chain] == ["active", "archived"]
        assert asked(address, "restore", id=berlin)["memory"]["content"] == "爱丽丝住在柏林"
        why = asked(address, "explain", query="爱丽丝住在哪里？", id=berlin)
        assert why["used"] is False
        with pytest.raises(urllib.error.HTTPError) as caught:
            asked(address, "restore", id="nope")
        assert (caught.value.code, json.load(caught.value)["error"]["type"]) == (404, "NotFound")
        assert asked(address, "count") == {"count": 2}


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_port_that_is_taken_is_said_before_anything_is_opened(tmp_path: Path, host: str) -> None:
    with socket.create_server((host, 0)) as taken:
        port = taken.getsockname()[1]
        url = f"sqlite:///{tmp_path}/memory.db"
        result = CliRunner().invoke(
            app, ["serve", "--url", url, "--host", host, "--port", str(port)]
        )
    assert result.exit_code == 1
    assert f"port {port}, cannot be listened on: Address already in use" in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("host", ["192.0.2.1", "nosuchhost.invalid"])
def test_a_host_that_is_not_this_machine_is_said(tmp_path: Path, host: str) -> None:
    command = ["serve", "--url", f"sqlite:///{tmp_path}/memory.db", "--host", host]
    result = CliRunner().invoke(app, command, env={"HINDSIGHT_API_KEYS": KEY})
    assert result.exit_code == 1
    assert f"error: {host}, port 8090, cannot be listened on" in result.stderr


def test_it_serves_and_a_request_that_runs_is_answered_after_sigterm(tmp_path: Path) -> None:
    """The body of the last request arrives after the signal; its memory is kept all the same."""
    url = f"sqlite:///{tmp_path}/memory.db"
    with serving(url) as (process, address):
        ready(process, address)
        asked(address, "remember", content="爱丽丝住在里斯本", subject="user.location")
        found = asked(address, "recall", query="爱丽丝住在哪里？", k=1)["recollections"]
        assert found[0]["memory"]["content"] == "爱丽丝住在里斯本"
        body = json.dumps(
            {"tenant": "acme", "user": "爱丽丝", "content": "the last words"}
        ).encode()
        with socket.create_connection(("127.0.0.1", int(address.rsplit(":", 1)[1]))) as late:
            late.settimeout(PATIENCE)
            head = (
                "POST /v1/remember HTTP/1.1\r\nHost: localhost\r\n"
                f"Authorization: Bearer {KEY}\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\nExpect: 100-continue\r\n\r\n"
            )
            late.sendall(head.encode())
            assert b" 100 " in late.recv(4096)  # the service reads the body now
            process.send_signal(signal.SIGTERM)
            wait_until_refused(address)
            late.sendall(body)
            assert late.recv(4096).startswith(b"HTTP/1.1 200")
        said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, said
    for private in (KEY, "爱丽丝", "last words", "Traceback"):
        assert private not in said
    with Hindsight.open(f"{url}?mode=ro") as hindsight:
        memory = hindsight.for_user("爱丽丝", tenant="acme")
        assert {one.content for one in memory.find()} == {"爱丽丝住在里斯本", "the last words"}


def wait_until_refused(address: str) -> None:
    """Until no new connection is taken: the signal was heard."""
    port, end = int(address.rsplit(":", 1)[1]), time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=PATIENCE).close()
        except OSError:  # refused, or reset while it was being closed
            return
    pytest.fail("it still takes connections")


def test_it_waits_for_a_server_and_says_for_what(tmp_path: Path) -> None:
    url = f"postgresql://hindsight:hunter2@127.0.0.1:{free_port()}/memory"
    with serving(url, "--wait", "3") as (process, _):
        said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert "waiting up to 3 s" in said
    assert "error: not ready after 3 s" in said
    assert "hunter2" not in said


@pytest.mark.slow
def test_it_starts_when_its_server_does_and_outlives_the_servers_death() -> None:
    """The service is started first; then PostgreSQL, which later dies and comes back."""
    with ExitStack() as running:
        try:
            cluster = running.enter_context(postgres_cluster())
        except CannotStart as reason:
            missing("postgres", str(reason))
        cluster.stop()
        process, address = running.enter_context(serving(cluster.url, "--wait", str(PATIENCE)))
        assert "waiting up to" in process.stdout.readline()
        cluster.start()
        ready(process, address)
        asked(address, "remember", content="爱丽丝有一只猫")
        cluster.stop()
        with pytest.raises(urllib.error.HTTPError) as refused:
            asked(address, "count")
        with refused.value as answer:
            assert (answer.code, json.load(answer)["error"]["type"]) == (503, "Unavailable")
        with pytest.raises(urllib.error.HTTPError) as unwell:
            urllib.request.urlopen(f"{address}/health", timeout=PATIENCE)
        with unwell.value as answer:
            assert (answer.code, json.load(answer)) == (503, {"ok": False})
        cluster.start()
        assert asked(address, "count") == {"count": 1}
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
        assert process.returncode == 0


def test_it_does_not_wait_for_what_cannot_work(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/missing/memory.db", "--wait", "600") as (process, _):
        said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert "does not exist" in said


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "memory.example"])
def test_without_a_key_it_listens_on_loopback_alone(
    host: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HINDSIGHT_API_KEYS", raising=False)
    url = f"sqlite:///{tmp_path}/memory.db"
    refused = CliRunner().invoke(app, ["serve", "--url", url, "--host", host])
    assert refused.exit_code == 1
    assert "HINDSIGHT_API_KEYS" in refused.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_command_line_that_names_no_memory_is_misused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HINDSIGHT_URL", raising=False)
    refused = CliRunner().invoke(app, ["serve"])
    assert refused.exit_code == 2
    assert "HINDSIGHT_URL" in refused.stderr
