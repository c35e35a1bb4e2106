"""Archives that never answer: every verb ends in time, threads stay bounded, and what comes back late harms nothing."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import fsspec
import pytest

from cold import Greedy, Hanging, Place, objects
from gates import Gate, only_waiting_takes_time
from hindsight_integrations import (
    ConfigurationError,
    DeadlineExceeded,
    Hindsight,
    Memory,
    Settings,
    Unavailable,
    UserMemory,
)
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.ports import Archive
from hindsight_integrations.settings import ArchiveSettings, RuntimeSettings
from hindsight_integrations.stores.archive import FolderArchive, files_of
from hindsight_integrations.testing.archive import ArchiveContract
from hindsight_integrations.timely import Patience, TimelyArchive
from shelves import everything

#: Seconds that a verb is given where it is to fail: far less than a test waits for a gate.
BRIEF = 0.2


class TestTimelyArchive(ArchiveContract):
    """What waits for an archive changes nothing of what it promises, in a child neither."""

    @pytest.fixture
    def archive(self, tmp_path: Path) -> Iterator[Archive]:
        settings = ArchiveSettings()
        inner = FolderArchive(files_of(f"file://{tmp_path}/cold"), self.identity)
        archive = TimelyArchive(inner, Patience(settings), settings)
        yield archive
        archive.close()


@contextmanager
def hurried(hindsight: Hindsight) -> Iterator[None]:
    """Verbs inside wait ``BRIEF`` seconds for an archive, and come to it on the busiest machine."""
    with only_waiting_takes_time(), hindsight.deadline(BRIEF):
        yield


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "archive"
    folder.mkdir()
    return folder


@pytest.fixture
def files(folder: Path) -> Iterator[Hanging]:
    files = Hanging(folder)
    yield files
    files.gate.open()  # or the threads would outlast the test


def opened(tmp_path: Path, place: Place, workers: int = 4, answer_seconds: float = 5) -> Hindsight:
    archive = ArchiveSettings(workers=workers, answer_seconds=answer_seconds)
    return Hindsight.open(
        f"sqlite:///{tmp_path}/memory.db",
        archive=place,
        embedder=HashingEncoder(),
        settings=Settings(archive=archive),
    )


@pytest.fixture
def hindsight(tmp_path: Path, files: Hanging) -> Iterator[Hindsight]:
    with opened(tmp_path, (files, "cold"), workers=2, answer_seconds=BRIEF) as hindsight:
        yield hindsight


@pytest.fixture
def memory(hindsight: Hindsight) -> UserMemory:
    memory = hindsight.for_user("alice", session="s")
    memory.remember("Alice lives in Lisbon", subject="user.location")
    memory.remember("Alice drinks tea", subject="user.drink")
    return memory


@pytest.fixture
def cold(memory: UserMemory) -> Memory:
    """The one that is archived."""
    first = everything(memory)[0]
    assert memory.archive(first.id) == 1
    return first


def settled(hindsight: Hindsight) -> None:
    """Wait until no call to the archive runs any more."""
    archive: Any = hindsight._core.archive
    archive._patience._lane.drain(20)


def archive_threads() -> int:
    return sum(thread.name.startswith("hindsight-archive") for thread in threading.enumerate())


VERBS: dict[str, Callable[[UserMemory, Memory, Memory], Any]] = {
    "get": lambda memory, cold, hot: memory.get(cold.id),
    "history": lambda memory, cold, hot: memory.history("user.location"),
    "restore": lambda memory, cold, hot: memory.restore(cold.id),
    "archive": lambda memory, cold, hot: memory.archive(hot.id),
}


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("awaited", [False, True], ids=["called", "awaited"])
def test_a_verb_that_needs_the_archive_ends_in_time(
    memory: UserMemory, files: Hanging, cold: Memory, *, verb: str, awaited: bool
) -> None:
    hindsight: Any = memory.owner
    before = everything(memory)

    def call() -> Any:
        return VERBS[verb](memory, cold, before[1])

    files.gate.close()
    with hurried(hindsight), pytest.raises(DeadlineExceeded, match="the archive did not"):
        asyncio.run(hindsight.lanes.verb(call)) if awaited else call()
    assert everything(memory) == before
    files.gate.open()
    settled(hindsight)
    call()


def test_recall_passes_a_hanging_archive_over_and_says_so(
    memory: UserMemory, files: Hanging, cold: Memory
) -> None:
    """It does not wait for its own deadline, which is 30 seconds."""
    files.gate.close()
    told = memory.recall("Alice", include_archived=True)
    assert [item.memory.content for item in told] == ["Alice drinks tea"]
    assert told.trace.degraded == ("archive: DeadlineExceeded",)
    assert [(left.id, left.step) for left in told.trace.left_out] == [(cold.id, "archive")]


def test_what_cannot_be_erased_in_time_is_pending(
    hindsight: Hindsight, memory: UserMemory, files: Hanging, folder: Path, cold: Memory
) -> None:
    files.gate.close()
    with hurried(hindsight):
        gone = memory.forget(cold.id, reason="asked")
    assert gone.where["archive"].value == "pending"
    assert memory.get(cold.id) is None
    with hurried(hindsight):
        assert hindsight.scrub() is False
    files.gate.open()
    settled(hindsight)
    assert len(objects(folder)) == 1  # the erasure had run out of time: nothing goes afterwards


def test_health_says_that_it_hangs(hindsight: Hindsight, files: Hanging) -> None:
    files.gate.close()
    health = hindsight.health()
    assert health["archive"] == {"error": "DeadlineExceeded"}
    assert not health["ok"]
    files.gate.open()
    settled(hindsight)
    assert hindsight.health()["ok"]


# -- bounded -----------------------------------------------------------------------------


def test_no_more_threads_hang_than_there_are_workers(
    hindsight: Hindsight, memory: UserMemory, files: Hanging, cold: Memory
) -> None:
    files.gate.close()
    before = archive_threads()
    for _ in range(2):
        with hurried(hindsight), pytest.raises(DeadlineExceeded):
            memory.get(cold.id)
    for _ in range(20):  # each at once: the deadline is 30 seconds, the gate's patience 20
        with pytest.raises(Unavailable, match="2 calls to it have not come back") as caught:
            memory.get(cold.id)
        assert not isinstance(caught.value, DeadlineExceeded)
    told = memory.recall("Alice", include_archived=True)
    assert told.trace.degraded == ("archive: Unavailable",)
    assert archive_threads() - before <= 1
    files.gate.open()
    settled(hindsight)
    found = memory.get(cold.id)
    assert found is not None
    assert found.content == "Alice lives in Lisbon"


def test_a_call_that_waits_for_its_turn_never_begins_when_its_time_is_over(
    tmp_path: Path, files: Hanging
) -> None:
    with opened(tmp_path, (files, "cold"), workers=1) as hindsight, ThreadPoolExecutor(1) as pool:
        memory = hindsight.for_user("alice")
        memory.remember("Alice lives in Lisbon")
        (item,) = everything(memory)
        memory.archive(item.id)
        files.gate = Gate()
        first = pool.submit(memory.get, item.id)
        files.gate.await_one()
        with hurried(hindsight), pytest.raises(DeadlineExceeded):
            memory.get(item.id)
        files.gate.open()
        found = first.result(20)
        assert found is not None
        assert found.content == "Alice lives in Lisbon"
        settled(hindsight)
        assert files.gate.came == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_child_is_not_held_by_what_hangs_in_its_parent(
    hindsight: Hindsight, memory: UserMemory, files: Hanging, cold: Memory
) -> None:
    files.gate.close()
    for _ in range(2):
        with hurried(hindsight), pytest.raises(DeadlineExceeded):
            memory.get(cold.id)
    child = os.fork()
    if not child:
        fine = False
        try:
            files.gate = Gate()
            files.gate.open()
            found = memory.get(cold.id)
            fine = found is not None and found.content == "Alice lives in Lisbon"
        finally:
            os._exit(0 if fine else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_a_file_system_that_connects_when_it_is_made_has_a_deadline_too(tmp_path: Path) -> None:
    gate = Gate()

    class Stuck(fsspec.AbstractFileSystem):  # type: ignore[misc]
        protocol = "stuck"

        def __init__(self) -> None:
            super().__init__()
            gate.pass_through()

    fsspec.register_implementation("stuck", Stuck)
    brief = Settings(runtime=RuntimeSettings(deadline=BRIEF))
    try:
        with pytest.raises(DeadlineExceeded, match="the archive did not answer"):
            Hindsight.open("sqlite:///:memory:", archive="stuck://cold", settings=brief)
    finally:
        gate.open()
        sys.modules["fsspec.registry"]._registry.pop("stuck")


@pytest.mark.parametrize(
    "archive", [ArchiveSettings(workers=0), ArchiveSettings(queue=0), ArchiveSettings(answer_seconds=0)]
)  # fmt: skip
def test_an_archive_without_a_worker_or_time_is_refused(archive: ArchiveSettings) -> None:
    with pytest.raises(ConfigurationError, match="archive needs"):
        Settings(archive=archive)


# -- late --------------------------------------------------------------------------------


def test_an_erasure_that_comes_back_late_reaches_nothing_new(tmp_path: Path, folder: Path) -> None:
    """The listing was made before; what was put since is another's, or of a new beginning."""
    files = Hanging(folder, "find")
    with opened(tmp_path, (files, "cold")) as hindsight:
        memory = hindsight.for_user("alice")
        memory.remember("Alice lives in Lisbon")
        memory.archive(everything(memory)[0].id)
        files.gate.close()
        with hurried(hindsight):
            gone = memory.forget(everything=True, reason="asked")
        assert gone.where["archive"].value == "pending"
        memory.remember("Alice lives in Porto")
        (new,) = everything(memory)
        assert memory.archive(new.id) == 1
        files.gate.open()
        settled(hindsight)
        assert memory.restore(new.id).memory == new


def test_a_folder_is_not_removed_with_what_is_in_it(tmp_path: Path, folder: Path) -> None:
    with opened(tmp_path, (Greedy(folder), "cold")) as hindsight:
        memory = hindsight.for_user("alice")
        for word in ("Berlin", "Lisbon", "Porto"):
            memory.remember(f"Alice lives in {word}", subject="user.location")
        berlin, lisbon, _ = everything(memory)
        assert memory.archive(subject="user.location") == 2
        assert memory.restore(berlin.id).memory == berlin  # its object goes, and not the other's
        assert memory.restore(lisbon.id).memory == lisbon
        assert objects(folder) == []
        memory.archive(berlin.id)
        memory.forget(everything=True, reason="asked")
        (home,) = folder.glob("cold/*")
        assert list(home.iterdir()) == []
