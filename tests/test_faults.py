"""Writers that race, processes that are killed, disks that fill: nothing acknowledged is lost, nothing is half written."""

from __future__ import annotations

import random
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from chains import sound, unbroken
from gates import PATIENCE
from hindsight_integrations import Hindsight
from hindsight_integrations.models.hashing import HashingEncoder
from processes import Program, run
from shelves import contents, everything
from writers import ENDLESS, THREADS, Ledger, whole


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.db"


def opened(path: Path) -> Hindsight:
    return Hindsight.open(f"sqlite:///{path}", embedder=HashingEncoder())


# -- races -------------------------------------------------------------------------------


@pytest.mark.slow
def test_twenty_threads_in_two_processes_make_one_chain(path: Path) -> None:
    opened(path).close()
    with Program(THREADS, path, "one") as one, Program(THREADS, path, "two") as two:
        for process in (one, two):
            assert process.hear() == "ready"
        for process in (one, two):
            process.say("go")
        acknowledged = one.hear().split() + two.hear().split()
        assert one.hear() == two.hear() == ""  # no error
    assert len(set(acknowledged)) == 200
    with opened(path) as hindsight:
        memory = hindsight.for_user("alice")
        records = everything(memory)
        assert {item.id for item in records} == set(acknowledged)
        chain = unbroken(records)
        assert [item.sequence for item in chain] == list(range(1, 201))  # the order of writing
        assert memory.history("user.location")[0].id == chain[-1].id
    assert sound(path)


def test_threads_that_write_many_subjects_keep_them_apart(path: Path) -> None:
    with opened(path) as hindsight:
        memory = hindsight.for_user("alice")
        start = threading.Barrier(8)

        def write(worker: int) -> None:
            start.wait(PATIENCE)
            for n in range(12):
                memory.remember(f"worker {worker} value {n}", subject=f"user.slot{n % 3}")

        threads = [threading.Thread(target=write, args=(n,)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        for slot in range(3):
            key = f"user.slot{slot}"
            chain = unbroken([item for item in everything(memory) if item.subject_key == key])
            assert len(chain) == 32


def test_the_same_write_from_many_threads_is_written_once(path: Path) -> None:
    with opened(path) as hindsight:
        memory = hindsight.for_user("alice")
        start = threading.Barrier(8)
        actions: list[str] = []

        def write() -> None:
            start.wait(PATIENCE)
            for n in range(10):
                change = memory.remember(f"value {n}", subject="user.x", dedup_key=f"key {n}")
                actions.append(change.action.value)

        threads = [threading.Thread(target=write) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        assert actions.count("repeated") == 70
        assert len(everything(memory)) == 10
        unbroken(everything(memory))


WRITER = """
memory = opened(sys.argv[1]).for_user("alice")
say("ready")
hear()
for n in range(500):
    memory.remember(f"process {sys.argv[2]} wrote number {n}")
say("done")
"""
READER = """
memory = opened(sys.argv[1]).for_user("alice")
say("ready")
hear()
counts = []
while not counts or counts[-1] < 1000:
    counts.append(memory.count())
    memory.recall("process wrote number", touch=False)
say(counts == sorted(counts))
"""


@pytest.mark.slow
def test_two_writing_processes_and_a_reader_share_a_file(path: Path) -> None:
    opened(path).close()
    with (
        Program(WRITER, path, 1) as first,
        Program(WRITER, path, 2) as second,
        Program(READER, path) as reader,
    ):
        for process in (first, second, reader):
            assert process.hear() == "ready"
        for process in (first, second, reader):
            process.say("go")
        assert first.hear() == second.hear() == "done"
        assert reader.hear() == "True"  # it never saw less than before
    with opened(path) as hindsight:
        assert contents(hindsight.for_user("alice")) == {
            f"process {process} wrote number {n}" for process in (1, 2) for n in range(500)
        }
    assert sound(path)


# -- killed ------------------------------------------------------------------------------


#: Writes for ever, under two subjects and without one, and says each acknowledged id.
@pytest.mark.slow
def test_a_killed_process_loses_nothing_that_was_acknowledged(path: Path) -> None:
    chance, ledger = random.Random(20250303), Ledger()
    for round in range(20):
        process = Program(ENDLESS, path, round)
        lines = [process.hear() for _ in range(chance.randrange(1, 25))]
        # To a moment within a write, not just after one: some steps of this process's own.
        sum(range(chance.randrange(1, 60_000)))
        ledger.note(lines + process.kill())
        assert sound(path)
        with opened(path) as hindsight:
            memory = hindsight.for_user("alice", session="s")
            ledger.settle(memory)
            whole(memory)
            assert len(memory.recall(f"round {round} number")) == 5


# -- full disks --------------------------------------------------------------------------


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A disk of two megabytes."""
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m,mode=700", "tmpfs", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no small disk can be mounted here (that takes root)")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


FILLING = """
memory = opened(sys.argv[1]).for_user("alice")
memory.remember("Alice lives in Berlin", subject="user.location")
written = 1
try:
    for n in range(10_000):
        memory.remember(f"number {n} " + "fills the disk " * 200)
        written += 1
except Unavailable as error:
    say("full:", type(error).__name__, error)
for n in range(20):
    try:
        memory.remember(f"number {n} of another subject " * 100, subject="user.location")
        written += 1
    except Unavailable:
        pass
say(written == memory.count())
say(len(memory.history("user.location")), memory.history("user.location")[0].status.value)
say(len(memory.recall("Berlin")) > 0)
hear()
say(memory.remember("Alice lives in Lisbon", subject="user.location").action.value)
say(memory.history("user.location")[0].content)
say(written + 1 == memory.count())
"""


def test_a_full_disk_is_told_and_nothing_is_half_written(tmp_path: Path) -> None:
    with small_disk(tmp_path) as disk:
        ballast = disk / "ballast"
        ballast.write_bytes(b"x" * 500_000)
        with Program(FILLING, disk / "memory.db") as process:
            assert "has no room: the disk is full" in process.hear()
            assert process.hear() == "True"
            assert process.hear().split()[1] == "active"
            assert process.hear() == "True"
            ballast.unlink()  # there is room again
            process.say("go on")
            assert process.hear() == "superseded"
            assert process.hear() == "Alice lives in Lisbon"
            assert process.hear() == "True"
        assert sound(disk / "memory.db")


LIMITED = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1_500_000, resource.RLIM_INFINITY))
"""


def test_a_file_that_may_not_grow_is_told_and_nothing_is_half_written(path: Path) -> None:
    pytest.importorskip("resource", reason="this system knows no limits of size")
    program = LIMITED + FILLING.replace(
        "hear()\n",
        "hear()\nresource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)\n",
    )
    with Program(program, path) as process:
        assert process.hear().startswith("full: Unavailable")
        assert process.hear() == "True"
        assert process.hear().split()[1] == "active"
        assert process.hear() == "True"
        process.say("go on")
        assert process.hear() == "superseded"
        assert process.hear() == "Alice lives in Lisbon"
        assert process.hear() == "True"
    assert sound(path)


def test_a_full_disk_refuses_to_open_a_new_file(tmp_path: Path) -> None:
    with small_disk(tmp_path) as disk:
        fill(disk / "ballast")
        said = run(
            """
            try:
                opened(sys.argv[1])
            except Unavailable as error:
                say(error)
            """,
            disk / "memory.db",
        )
        assert len(said) == 1
        (disk / "ballast").unlink()
        assert run("say(opened(sys.argv[1]).for_user('a').count())", disk / "memory.db") == ["0"]


def fill(ballast: Path) -> None:
    """Write until nothing fits any more."""
    with ballast.open("wb", buffering=0) as file:
        try:
            while file.write(b"x" * 4096) == 4096:
                pass
        except OSError:
            return
