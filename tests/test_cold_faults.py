"""Archives that stop, lie, are damaged or raced for: nothing is lost, nothing is half written, and what is left behind is swept."""

from __future__ import annotations

import errno
import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from cold import Away, Lossy, blobs, objects
from hindsight_integrations import (
    ConfigurationError,
    Conflict,
    Hindsight,
    HindsightError,
    Memory,
    ReadOnly,
    StoreError,
    Unavailable,
    UserMemory,
    reembed,
)
from hindsight_integrations.errors import SchemaTooNew
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.records import Status
from hindsight_integrations.testing import FrozenClock
from processes import Program
from shelves import everything
from verbs import of

HOUR = timedelta(hours=1)
KEY = "user.location"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "postgresql":
        found: str = request.getfixturevalue("schema_url")
        return found
    return f"sqlite:///{tmp_path}/memory.db"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "archive"
    folder.mkdir()
    return folder


def opened(url: str, archive: Any, **options: Any) -> Hindsight:
    chosen: dict[str, Any] = {"embedder": HashingEncoder()} | options
    return Hindsight.open(url, archive=archive, **chosen)


@pytest.fixture
def memory(url: str, folder: Path) -> Iterator[UserMemory]:
    with opened(url, (Away(folder), "cold"), clock=FrozenClock()) as hindsight:
        yield hindsight.for_user("alice", session="s")


def kept(memory: UserMemory, *words: str) -> list[Memory]:
    for n, word in enumerate(words):
        memory.remember(word, subject=f"user.k{n}")
    return everything(memory)


# -- damage ------------------------------------------------------------------------------


def _flipped(blob: bytes) -> bytes:
    return blob.replace(b"Lisbon", b"London")


def _of_a_later_format(blob: bytes) -> bytes:
    return json.dumps(json.loads(blob) | {"format": 2}).encode()


DAMAGE: dict[str, tuple[Callable[[bytes], bytes | None], type[Exception], str]] = {
    "a letter": (_flipped, StoreError, "damaged"),
    "cut off": (lambda blob: blob[:-40], StoreError, "damaged"),
    "empty": (lambda blob: b"", StoreError, "damaged"),
    "no JSON": (lambda blob: b"\xff\xfe", StoreError, "damaged"),
    "a list": (lambda blob: b"[]", StoreError, "damaged"),
    "a number": (lambda blob: b"5", StoreError, "damaged"),
    "no checksum": (lambda blob: json.dumps({"format": 1}).encode(), StoreError, "damaged"),
    "gone": (lambda blob: None, StoreError, "does not hold"),
    "of a later format": (_of_a_later_format, SchemaTooNew, "format 2"),
}


@pytest.mark.parametrize("how", DAMAGE)
def test_a_damaged_object_is_told_and_nothing_is_half_written(
    memory: UserMemory, folder: Path, how: str
) -> None:
    spoil, kind, says = DAMAGE[how]
    lisbon, tea = kept(memory, "Alice lives in Lisbon", "Alice drinks tea")
    memory.archive([lisbon.id, tea.id])
    (file,) = [file for file in objects(folder) if lisbon.id in file.name]
    spoilt = spoil(file.read_bytes())
    if spoilt is None:
        file.unlink()
    else:
        file.write_bytes(spoilt)
    before = everything(memory)
    for read in (
        lambda: memory.restore(lisbon.id),
        lambda: memory.get(lisbon.id),
        lambda: memory.history("user.k0"),
    ):
        with pytest.raises(kind, match=says) as caught:
            read()
        assert lisbon.id in str(caught.value)
        assert "Lisbon" not in str(caught.value)
    assert everything(memory) == before
    told = memory.recall("Alice", include_archived=True)
    assert [item.memory.content for item in told] == ["Alice drinks tea"]
    assert told.trace.degraded == (f"archive: {kind.__name__}",)
    assert [(left.id, left.step) for left in told.trace.left_out] == [(lisbon.id, "archive")]
    assert memory.restore(tea.id).memory == tea
    assert memory.forget(lisbon.id, reason="asked").complete or objects(folder) == []
    assert objects(folder) == []


def test_an_object_of_another_record_or_user_is_not_taken(
    memory: UserMemory, folder: Path, url: str
) -> None:
    one, two = kept(memory, "Alice lives in Lisbon", "Alice drinks tea")
    memory.archive([one.id, two.id])
    first, second = (
        next(file for file in objects(folder) if item.id in file.name) for item in (one, two)
    )
    first.write_bytes(second.read_bytes())
    with pytest.raises(StoreError, match="damaged"):
        memory.restore(one.id)
    with opened(url, (Away(folder), "cold"), clock=memory._core.clock) as hindsight:
        ben = hindsight.for_user("ben")
        ben.remember("Ben drinks milk")
        (milk,) = everything(ben)
        ben.archive(milk.id)
        (theirs,) = [file for file in objects(folder) if milk.id in file.name]
        document = json.loads(second.read_text("utf-8"))
        document["record"]["id"] = milk.id
        theirs.write_text(json.dumps(document), "utf-8")
        with pytest.raises(StoreError, match="damaged"):
            ben.restore(milk.id)


# -- reach -------------------------------------------------------------------------------


def test_what_cannot_be_written_is_not_archived(url: str, folder: Path) -> None:
    files = Away(folder)
    with opened(url, (files, "cold")) as hindsight:
        memory = hindsight.for_user("alice")
        before = kept(memory, "Alice lives in Lisbon")
        with files.unreachable(), pytest.raises(Unavailable, match="OSError") as caught:
            memory.archive(before[0].id)
        assert "zqx" not in str(caught.value)
        assert everything(memory) == before
        assert memory.archive(before[0].id) == 1
        with files.unreachable():
            for read in (lambda: memory.get(before[0].id), lambda: memory.restore(before[0].id)):
                with pytest.raises(Unavailable):
                    read()
            told = memory.recall("Lisbon", include_archived=True)
            assert (list(told), told.trace.degraded) == ([], ("archive: Unavailable",))
            assert memory.count() == 1
        assert memory.restore(before[0].id).memory == before[0]


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_is_told_as_such(url: str, folder: Path, number: int) -> None:
    class Full(Away):
        def pipe_file(self, *given: Any, **options: Any) -> None:
            raise OSError(number, "zqx no room")

    with opened(url, (Full(folder), "cold")) as hindsight:
        memory = hindsight.for_user("alice")
        before = kept(memory, "Alice lives in Lisbon")
        with pytest.raises(Unavailable, match="has no room") as caught:
            memory.archive(before[0].id)
        assert "zqx" not in str(caught.value)
        assert everything(memory) == before


def test_what_is_not_given_back_as_it_was_put_is_not_archived(url: str, folder: Path) -> None:
    with opened(url, (Lossy(folder), "cold")) as hindsight:
        memory = hindsight.for_user("alice")
        before = kept(memory, "Alice lives in Lisbon")
        with pytest.raises(Unavailable, match="does not give back"):
            memory.archive(before[0].id)
        assert everything(memory) == before


def test_a_folder_that_is_a_file_is_a_matter_of_configuration(url: str, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("x")
    with opened(url, f"file://{tmp_path}/taken") as hindsight:
        memory = hindsight.for_user("alice")
        before = kept(memory, "Alice lives in Lisbon")
        with pytest.raises(ConfigurationError, match="is no folder"):
            memory.archive(before[0].id)
        assert everything(memory) == before
        assert hindsight.health()["archive"] == {"error": "ConfigurationError"}


def test_who_may_only_read_puts_nothing_away(tmp_path: Path, folder: Path) -> None:
    url = f"sqlite:///{tmp_path}/memory.db"
    with opened(url, (Away(folder), "cold")) as hindsight:
        cold, hot = kept(hindsight.for_user("alice"), "Alice lives in Lisbon", "Alice skis")
        hindsight.for_user("alice").archive(cold.id)
    with opened(f"{url}?mode=ro", (Away(folder), "cold")) as hindsight:
        memory = hindsight.for_user("alice")
        assert memory.get(cold.id) == replace(cold, status=Status.ARCHIVED)
        for write in (lambda: memory.archive(hot.id), lambda: memory.restore(cold.id)):
            with pytest.raises(ReadOnly):
                write()
    assert len(objects(folder)) == 1


# -- killed ------------------------------------------------------------------------------

#: Archives or restores one memory, and waits in the middle: after an object was read back
#: (``cat``) or before it is removed (``rm_file``).
STOPPING = """
from fsspec.implementations.dirfs import DirFileSystem

class Stopping(DirFileSystem):
    def cat(self, *given, **options):
        found = super().cat(*given, **options)
        if sys.argv[3] == "cat":
            say("here"), hear()
        return found

    def rm_file(self, *given, **options):
        if sys.argv[3] == "rm_file":
            say("here"), hear()
        return super().rm_file(*given, **options)

files = Stopping(sys.argv[2], target_protocol="file")
memory = opened(sys.argv[1], archive=(files, "cold")).for_user("alice", session="s")
getattr(memory, sys.argv[4])(sys.argv[5])
say("done")
"""


def killed(url: str, folder: Path, step: str, verb: str, id: str) -> None:
    process = Program(STOPPING, url.removeprefix("sqlite:///"), folder, step, verb, id)
    assert process.hear() == "here"
    assert process.kill() == []


def later(url: str, folder: Path) -> Hindsight:
    """Opened two hours from now."""
    clock = FrozenClock(datetime.now(UTC) + 2 * HOUR)
    return opened(url, (Away(folder), "cold"), clock=clock)


def test_a_kill_between_object_and_row_loses_nothing(url: str, folder: Path) -> None:
    with opened(url, (Away(folder), "cold")) as hindsight:
        before = kept(hindsight.for_user("alice", session="s"), "爱丽丝住在里斯本 Lisbon")
    killed(url, folder, "cat", "archive", before[0].id)
    assert len(objects(folder)) == 1  # nobody names it
    with opened(url, (Away(folder), "cold")) as hindsight:
        memory = hindsight.for_user("alice", session="s")
        assert everything(memory) == before
        hindsight.scrub()
        assert len(objects(folder)) == 1  # it might be about to be named
        assert memory.archive(before[0].id) == 1
        assert len(objects(folder)) == 2
    with later(url, folder) as hindsight:
        hindsight.scrub()
        assert len(objects(folder)) == 1
        memory = hindsight.for_user("alice", session="s")
        assert memory.restore(before[0].id).memory == before[0]
    assert objects(folder) == []


def test_waste_of_a_kill_is_forgotten_with_its_record(url: str, folder: Path) -> None:
    with opened(url, (Away(folder), "cold")) as hindsight:
        memory = hindsight.for_user("alice", session="s")
        (item,) = kept(memory, "zqxsecret")
        killed(url, folder, "cat", "archive", item.id)
        assert b"zqxsecret" in blobs(folder)
        assert memory.forget(item.id, reason="asked").where["archive"].value == "scrubbed"
        assert objects(folder) == []


def test_a_kill_between_row_and_object_leaves_waste_that_is_swept(url: str, folder: Path) -> None:
    with opened(url, (Away(folder), "cold")) as hindsight:
        memory = hindsight.for_user("alice", session="s")
        before = kept(memory, "Alice lives in Lisbon")
        memory.archive(before[0].id)
        killed(url, folder, "rm_file", "restore", before[0].id)
        assert everything(memory) == before  # it is back
        assert len(objects(folder)) == 1
    with later(url, folder) as hindsight:
        assert hindsight._core.records.archived("00" * 16, hindsight.lanes.deadline()) is None
        hindsight.scrub()
        assert objects(folder) == []
        assert everything(hindsight.for_user("alice", session="s")) == before


# -- races -------------------------------------------------------------------------------


def test_threads_that_archive_and_restore_lose_nothing(memory: UserMemory, folder: Path) -> None:
    before = kept(memory, *(f"note {n} 记" for n in range(6)))
    ids = [item.id for item in before]

    def work(n: int) -> None:
        try:
            if n % 3:
                memory.archive(ids if n % 2 else ids[n % 6])
            else:
                memory.restore(ids[n % 6])
        except (Conflict, StoreError):
            pass

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(work, range(60)))
    for id in ids:
        memory.restore(id)
    assert everything(memory) == before
    assert objects(folder) == []


def test_what_is_changed_while_it_is_put_away_is_put_anew(url: str, folder: Path) -> None:
    class Slow(Away):
        """Changes the record each time an object was put, at first."""

        left = 2

        def cat(self, *given: Any, **options: Any) -> Any:
            if self.left:
                self.left -= 1
                user.update(id, payload={"round": self.left})
            return super().cat(*given, **options)

    with opened(url, (Slow(folder), "cold")) as hindsight:
        user = hindsight.for_user("alice")
        id = of(user.remember("Alice lives in Lisbon"))
        assert user.archive(id) == 1
        assert len(objects(folder)) == 1
        assert user.restore(id).memory.payload == {"round": 0}  # type: ignore[union-attr]


def test_what_is_forgotten_while_it_is_put_away_stays_nowhere(url: str, folder: Path) -> None:
    class Forgetting(Away):
        def cat(self, *given: Any, **options: Any) -> Any:
            user.forget(id, reason="asked")
            return super().cat(*given, **options)

    with opened(url, (Forgetting(folder), "cold")) as hindsight:
        user = hindsight.for_user("alice")
        id = of(user.remember("zqxsecret"))
        with pytest.raises(HindsightError):  # its object was taken away before it was read back
            user.archive(id)
        assert user.get(id) is None
        assert objects(folder) == []


def test_a_sweep_spares_what_is_being_put_away(url: str, folder: Path) -> None:
    put, go = threading.Event(), threading.Event()

    class Waiting(Away):
        def cat(self, *given: Any, **options: Any) -> Any:
            put.set()
            assert go.wait(20)
            return super().cat(*given, **options)

    with opened(url, (Waiting(folder), "cold")) as hindsight, ThreadPoolExecutor(1) as pool:
        memory = hindsight.for_user("alice")
        before = kept(memory, "Alice lives in Lisbon")
        moving = pool.submit(memory.archive, before[0].id)
        assert put.wait(20)
        with opened(url, (Away(folder), "cold")) as other:
            other.scrub()
        go.set()
        assert moving.result(20) == 1
        go.set()
        assert memory.restore(before[0].id).memory == before[0]


def test_putting_away_that_took_too_long_changes_nothing(url: str, folder: Path) -> None:
    """By then a sweep may have removed what was put."""
    clock = FrozenClock()

    class Late(Away):
        def cat(self, *given: Any, **options: Any) -> Any:
            clock.advance(HOUR)
            return super().cat(*given, **options)

    with opened(url, (Late(folder), "cold"), clock=clock) as hindsight:
        memory = hindsight.for_user("alice")
        before = kept(memory, "Alice lives in Lisbon")
        with pytest.raises(Unavailable, match="took too long"):
            memory.archive(before[0].id)
        assert everything(memory) == before


# -- another encoder ---------------------------------------------------------------------


def test_another_encoder_passes_over_what_is_archived_and_encodes_it_when_it_is_back(
    url: str, folder: Path
) -> None:
    other = HashingEncoder(64)
    with opened(url, (Away(folder), "cold")) as hindsight:
        memory = hindsight.for_user("alice")
        cold, _ = kept(memory, "Alice lives in Lisbon", "Alice drinks tea")
        memory.archive(cold.id)
    assert reembed(url, other) == 1
    with opened(url, (Away(folder), "cold"), embedder=other) as hindsight:
        memory = hindsight.for_user("alice")
        assert memory.restore(cold.id).memory == cold
        with hindsight._core.records.reading(memory.scope, hindsight.lanes.deadline()) as reader:
            (vector,) = reader.vectors([cold.id]).values()
        expected = other.embed([cold.content])[0]
        assert vector == pytest.approx(expected, abs=1e-3)
        assert memory.recall("Lisbon")[0].memory == cold
