"""Closing: once, at any time, at the end of the process; what is shared stays open; nothing is pickled."""

from __future__ import annotations

import asyncio
import copy
import pickle
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gates import PATIENCE, GatedEncoder
from hindsight_integrations import (
    Action,
    ConfigurationError,
    Hindsight,
    HindsightError,
    Settings,
    Unavailable,
)
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.settings import RuntimeSettings
from processes import run
from verbs import admin_calls, memory_calls, seeded


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.db"


@pytest.fixture
def url(path: Path) -> str:
    return f"sqlite:///{path}"


def test_closing_twice_is_closing_once(url: str, path: Path) -> None:
    hindsight = Hindsight.open(url, embedder=HashingEncoder())
    hindsight.for_user("alice").remember("Alice lives in Lisbon")
    assert repr(hindsight) == "<Hindsight open>"
    hindsight.close()
    hindsight.close()
    asyncio.run(hindsight.aclose())
    assert repr(hindsight) == "<Hindsight closed>"
    assert [item.name for item in path.parent.iterdir()] == ["memory.db"]  # no journal is left


@pytest.mark.parametrize("awaited", [False, True], ids=["called", "awaited"])
@pytest.mark.parametrize("name", memory_calls({"lisbon": "", "berlin": ""}))
def test_no_verb_works_on_a_closed_memory(url: str, name: str, awaited: bool) -> None:
    """Not even while another Hindsight has the same file open in this process."""
    with Hindsight.open(url, embedder=HashingEncoder()):
        hindsight = Hindsight.open(url, embedder=HashingEncoder())
        memory = hindsight.for_user("alice", session="s")
        args, kwargs = memory_calls(seeded(memory))[name]
        hindsight.close()
        with pytest.raises(Unavailable, match="closed"):
            finished(getattr(memory, f"a{name}" if awaited else name)(*args, **kwargs))


@pytest.mark.parametrize("awaited", [False, True], ids=["called", "awaited"])
@pytest.mark.parametrize("name", admin_calls())
def test_no_verb_works_on_a_closed_tenant(url: str, name: str, awaited: bool) -> None:
    with Hindsight.open(url, embedder=HashingEncoder()) as kept:
        kept.for_user("alice").remember("Alice lives in Lisbon")
        hindsight = Hindsight.open(url, embedder=HashingEncoder())
        admin = hindsight.admin()
        args, kwargs = admin_calls()[name]
        hindsight.close()
        with pytest.raises(Unavailable, match="closed"):
            finished(getattr(admin, f"a{name}" if awaited else name)(*args, **kwargs))
        assert kept.for_user("alice").count() == 1


def finished(answer: Any) -> Any:
    return asyncio.run(answer) if asyncio.iscoroutine(answer) else answer


@pytest.mark.parametrize(
    "use",
    [
        lambda hindsight: hindsight.for_user("alice"),
        lambda hindsight: hindsight.admin(),
        lambda hindsight: hindsight.health(),
        lambda hindsight: hindsight.warm(),
        lambda hindsight: asyncio.run(hindsight.ahealth()),
        lambda hindsight: asyncio.run(hindsight.awarm()),
    ],
    ids=["for_user", "admin", "health", "warm", "ahealth", "awarm"],
)
def test_a_closed_front_door_stays_shut(url: str, use: Callable[[Hindsight], object]) -> None:
    hindsight = Hindsight.open(url, embedder=HashingEncoder())
    hindsight.close()
    with pytest.raises(Unavailable, match="closed"):
        use(hindsight)


async def test_closing_refuses_what_waits_and_lets_what_runs_end(url: str) -> None:
    encoder, settings = GatedEncoder(), Settings(runtime=RuntimeSettings(workers=1))
    hindsight = Hindsight.open(url, embedder=encoder, settings=settings)
    memory = hindsight.for_user("alice")
    running = asyncio.create_task(memory.aremember("this one runs"))
    await encoder.gate.one_came()
    waiting = asyncio.create_task(memory.aremember("this one waits"))
    await asyncio.sleep(0)
    hindsight.close()
    with pytest.raises(Unavailable, match="closed"):  # an error, not a cancelled task
        await waiting
    encoder.gate.open()
    with pytest.raises(Unavailable, match="closed"):  # it came to the store after the closing
        await running


def test_closing_while_verbs_run_never_breaks_one_in_two(url: str) -> None:
    """Each write is either done or refused with an error of ours; the file is whole."""
    hindsight = Hindsight.open(url, embedder=HashingEncoder())
    memory = hindsight.for_user("alice")
    acknowledged: list[str] = []
    errors: list[BaseException] = []
    under_way = threading.Semaphore(0)

    def write(worker: int) -> None:
        for n in range(200):
            try:
                acknowledged.append(str(memory.remember(f"worker {worker} wrote {n}").memory))
            except HindsightError as error:
                errors.append(error)
                return
            under_way.release()

    writers = [threading.Thread(target=write, args=(worker,)) for worker in range(4)]
    closers = [threading.Thread(target=hindsight.close) for _ in range(4)]
    for writer in writers:
        writer.start()
    for _ in range(8):
        assert under_way.acquire(timeout=PATIENCE)
    for thread in closers:
        thread.start()
    for thread in writers + closers:
        thread.join(PATIENCE)
    assert {type(error) for error in errors} <= {Unavailable}
    with Hindsight.open(url, embedder=HashingEncoder()) as again:
        assert again.for_user("alice").count() == len(acknowledged)


def test_a_file_that_is_opened_twice_is_shared_until_both_are_closed(url: str, path: Path) -> None:
    encoder = HashingEncoder()
    first = Hindsight.open(url, embedder=encoder)
    second = Hindsight.open(url, embedder=encoder)
    third = Hindsight.open(url, embedder=encoder)
    assert first.store is second.store is third.store
    first.for_user("alice").remember("Alice lives in Lisbon")
    closers = [threading.Thread(target=first.close) for _ in range(8)]
    for thread in closers:
        thread.start()
    for thread in closers:
        thread.join(PATIENCE)
    assert second.for_user("alice").count() == 1
    second.close()
    assert third.for_user("alice").remember("Alice has a cat").action is Action.ADDED
    third.close()
    assert [item.name for item in path.parent.iterdir()] == ["memory.db"]


def test_memories_in_memory_are_never_shared() -> None:
    encoder = HashingEncoder()
    with (
        Hindsight.open("sqlite:///:memory:", embedder=encoder) as first,
        Hindsight.open("sqlite:///:memory:", embedder=encoder) as second,
    ):
        first.for_user("alice").remember("Alice lives in Lisbon")
        assert second.for_user("alice").count() == 0


def test_a_file_that_was_deleted_is_made_anew_and_the_old_one_closes_apart(
    url: str, path: Path
) -> None:
    encoder = HashingEncoder()
    first, second = Hindsight.open(url, embedder=encoder), Hindsight.open(url, embedder=encoder)
    first.for_user("alice").remember("Alice lives in Lisbon")
    for item in path.parent.iterdir():
        item.unlink()
    third = Hindsight.open(url, embedder=encoder)
    first.close()
    assert second.for_user("alice").count() == 1
    assert third.for_user("alice").count() == 0
    second.close()
    third.close()


# -- the end of the process --------------------------------------------------------------


def test_the_end_of_the_process_closes(path: Path) -> None:
    run(
        """
        memory = opened(sys.argv[1]).for_user("alice")
        memory.remember("Alice lives in Lisbon")
        memory.recall("Lisbon")
        """,
        path,
    )
    assert [item.name for item in path.parent.iterdir()] == ["memory.db"]
    with Hindsight.open(f"sqlite:///{path}", embedder=HashingEncoder()) as hindsight:
        [found] = hindsight.for_user("alice").recall("Lisbon")
        assert found.memory.access_count == 1  # what had gathered was written


def test_the_end_of_the_process_closes_what_was_dropped(path: Path) -> None:
    run(
        """
        import gc
        opened(sys.argv[1]).for_user("alice").remember("Alice lives in Lisbon")
        gc.collect()
        """,
        path,
    )
    assert [item.name for item in path.parent.iterdir()] == ["memory.db"]


def test_a_verb_that_runs_when_the_process_ends_comes_to_its_end(path: Path) -> None:
    run(
        """
        import asyncio, atexit, threading

        class Late(HashingEncoder):
            came, gate = threading.Event(), threading.Event()

            def embed(self, texts):
                self.came.set()
                self.gate.wait()
                return super().embed(texts)

        async def main():
            hindsight = Hindsight.open(f"sqlite:///{sys.argv[1]}", embedder=Late())
            asyncio.create_task(hindsight.for_user("alice").aremember("Alice lives in Lisbon"))
            await asyncio.to_thread(Late.came.wait)

        asyncio.run(main())  # which cancels the task
        atexit.register(Late.gate.set)  # called before the package's own
        """,
        path,
    )
    assert [item.name for item in path.parent.iterdir()] == ["memory.db"]
    with Hindsight.open(f"sqlite:///{path}", embedder=HashingEncoder()) as hindsight:
        assert hindsight.for_user("alice").count() == 1


def test_a_model_that_never_answers_does_not_keep_the_process(path: Path) -> None:
    said = run(
        """
        import threading
        from hindsight_integrations.settings import RuntimeSettings

        class Hanging:
            slow = True

            def extract(self, heard):
                threading.Event().wait()

        settings = Settings(runtime=RuntimeSettings(model_timeout=0.1))
        memory = opened(sys.argv[1], extractor=Hanging(), settings=settings).for_user("alice")
        say(len(memory.observe([("user", "I live in Lisbon.")]).turns))
        """,
        path,
    )
    assert said == ["1"]


# -- pickling ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "of",
    [lambda hindsight: hindsight, lambda hindsight: hindsight.for_user("alice")],
    ids=["Hindsight", "UserMemory"],
)
@pytest.mark.parametrize("how", [pickle.dumps, copy.copy, copy.deepcopy])
def test_pickling_is_a_clear_error(
    url: str, of: Callable[[Hindsight], object], how: Callable[[object], object]
) -> None:
    with Hindsight.open(url, embedder=HashingEncoder()) as hindsight:
        with pytest.raises(ConfigurationError, match=r"cannot be pickled.* in the process that"):
            how(of(hindsight))
        assert hindsight.for_user("alice").count() == 0
