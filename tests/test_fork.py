"""Fork after use: parent and child both go on, nothing either of them wrote is lost; memories in memory stay behind."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from chains import sound, unbroken
from hindsight_integrations import Hindsight
from hindsight_integrations.models.hashing import HashingEncoder
from processes import run
from shelves import contents, everything

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.db"


def written(path: Path, user: str = "alice") -> set[str]:
    with Hindsight.open(f"sqlite:///{path}", embedder=HashingEncoder()) as hindsight:
        return contents(hindsight.for_user(user))


def test_parent_and_child_both_go_on(path: Path) -> None:
    run(
        """
        import asyncio
        hindsight = opened(sys.argv[1])
        memory = hindsight.for_user("alice")
        memory.remember("the parent wrote before")
        asyncio.run(memory.arecall("parent"))  # so that there are worker threads
        child = os.fork()
        who = "parent" if child else "child"
        assert len(memory.recall("before")) >= 1
        memory.remember(f"the {who} wrote after, called")
        asyncio.run(memory.aremember(f"the {who} wrote after, awaited"))
        asyncio.run(memory.arecall("after"))
        if not child:
            hindsight.close()
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        assert memory.count() == 5
        hindsight.close()
        """,
        path,
    )
    assert written(path) == {
        "the parent wrote before",
        "the parent wrote after, called",
        "the parent wrote after, awaited",
        "the child wrote after, called",
        "the child wrote after, awaited",
    }
    assert sound(path)


def test_a_child_goes_on_when_the_parent_has_closed(path: Path) -> None:
    """SQLite keeps its locks per process: inherited handles would make the parent, closing last
    by its own account, delete the journal that the child is writing."""
    run(
        """
        hindsight = opened(sys.argv[1])
        memory = hindsight.for_user("alice")
        memory.remember("the parent wrote this")
        started, closed = os.pipe(), os.pipe()
        child = os.fork()
        if not child:
            memory.remember("the child wrote this first")
            os.write(started[1], b"1")
            os.read(closed[0], 1)
            for n in range(5):
                memory.remember(f"the child wrote {n} later")
            os._exit(0)
        os.read(started[0], 1)
        hindsight.close()
        os.write(closed[1], b"1")
        assert os.waitpid(child, 0)[1] == 0
        """,
        path,
    )
    later = {f"the child wrote {n} later" for n in range(5)}
    assert written(path) == {"the parent wrote this", "the child wrote this first"} | later
    assert sound(path)


def test_children_write_side_by_side_under_one_key(path: Path) -> None:
    """As the workers of a server that was loaded before it forked."""
    run(
        """
        memory = opened(sys.argv[1]).for_user("alice")
        memory.remember("place 0", subject="user.location")
        children = []
        for worker in range(3):
            child = os.fork()
            if not child:
                for n in range(20):
                    memory.remember(f"worker {worker} place {n}", subject="user.location")
                os._exit(0)
            children.append(child)
        for child in children:
            assert os.waitpid(child, 0)[1] == 0
        """,
        path,
    )
    with Hindsight.open(f"sqlite:///{path}", embedder=HashingEncoder()) as hindsight:
        records = everything(hindsight.for_user("alice"))
    assert len(records) == 61
    unbroken(records)
    assert sound(path)


def test_a_fork_waits_for_transactions_of_other_threads(path: Path) -> None:
    """Threads that write while the process forks, again and again; the child writes as well."""
    run(
        """
        import threading
        hindsight = opened(sys.argv[1])
        memory = hindsight.for_user("alice")
        stop, started, count = threading.Event(), threading.Semaphore(0), [0, 0]

        def write(worker):
            while not stop.is_set():
                memory.remember(f"thread {worker} wrote {count[worker]}")
                memory.recall("thread", touch=False)
                count[worker] += 1
                started.release()

        threads = [threading.Thread(target=write, args=(n,)) for n in range(2)]
        for thread in threads:
            thread.start()
        for round in range(10):
            started.acquire()
            child = os.fork()
            if not child:
                memory.remember(f"child {round} wrote")
                os._exit(0)
            assert os.waitpid(child, 0)[1] == 0
        stop.set()
        for thread in threads:
            thread.join()
        assert memory.count() == sum(count) + 10
        """,
        path,
    )
    assert {f"child {n} wrote" for n in range(10)} <= written(path)
    assert sound(path)


def test_a_fork_in_the_midst_of_a_transaction_refuses_the_file(path: Path) -> None:
    """Nothing could make that safe: the child says so instead of risking the file."""
    said = run(
        """
        from hindsight_integrations.ports import Deadline
        from hindsight_integrations.records import Scope
        hindsight = opened(sys.argv[1])
        memory = hindsight.for_user("alice")
        memory.remember("the parent wrote this")
        store = hindsight._core.records
        with store.reading(Scope("default", "alice"), Deadline.after(60)):
            child = os.fork()
            if not child:
                for use in (memory.count, lambda: opened(sys.argv[1])):
                    try:
                        use()
                    except ConfigurationError as error:
                        say("forked while a transaction" in str(error))
                os._exit(0)
            assert os.waitpid(child, 0)[1] == 0
        memory.remember("the parent goes on")
        """,
        path,
    )
    assert said == ["True", "True"]
    assert written(path) == {"the parent wrote this", "the parent goes on"}


def test_a_child_may_open_the_file_again(path: Path) -> None:
    said = run(
        """
        hindsight = opened(sys.argv[1])
        hindsight.for_user("alice").remember("the parent wrote this")
        child = os.fork()
        if not child:
            with opened(sys.argv[1]) as own:
                own.for_user("alice").remember("the child wrote this")
                say(own.for_user("alice").count(), hindsight.for_user("alice").count())
            say(hindsight.for_user("alice").count())
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        say(hindsight.for_user("alice").count())
        """,
        path,
    )
    assert said == ["2 2", "2", "2"]


def test_what_the_parent_gathered_is_written_once(path: Path) -> None:
    """Access counts wait in memory; a child must not write its copy of them too."""
    run(
        """
        hindsight = opened(sys.argv[1])
        memory = hindsight.for_user("alice")
        memory.remember("Alice lives in Lisbon")
        memory.recall("Lisbon")
        for _ in range(2):
            child = os.fork()
            if not child:
                hindsight.close()
                os._exit(0)
            assert os.waitpid(child, 0)[1] == 0
        hindsight.close()
        """,
        path,
    )
    with Hindsight.open(f"sqlite:///{path}", embedder=HashingEncoder()) as hindsight:
        [only] = everything(hindsight.for_user("alice"))
    assert only.access_count == 1


def test_a_slow_model_works_in_a_child(path: Path) -> None:
    said = run(
        """
        class Slow(HashingEncoder):
            slow = True

        hindsight = Hindsight.open(f"sqlite:///{sys.argv[1]}", embedder=Slow())
        memory = hindsight.for_user("alice")
        memory.remember("the parent wrote this")
        child = os.fork()
        if not child:
            memory.remember("the child wrote this")
            say(len(memory.recall("wrote")))
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        """,
        path,
    )
    assert said == ["2"]


def test_a_memory_in_memory_does_not_cross_a_fork() -> None:
    said = run(
        """
        hindsight = opened(":memory:")
        memory = hindsight.for_user("alice")
        memory.remember("Alice lives in Lisbon")
        child = os.fork()
        if not child:
            try:
                memory.count()
            except ConfigurationError as error:
                say(error)
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        say(memory.count())
        """
    )
    assert said == [
        "an in-memory store does not cross a fork: open one in the child, or use a file",
        "1",
    ]


def test_multiprocessing_may_fork(path: Path) -> None:
    said = run(
        """
        import multiprocessing
        hindsight = opened(sys.argv[1])
        memory = hindsight.for_user("alice")
        memory.remember("the parent wrote this")

        def work(n):
            return memory.remember(f"child {n} wrote this").action.value

        with multiprocessing.get_context("fork").Pool(2) as pool:
            say(*pool.map(work, range(6)))
        say(memory.count())
        """,
        path,
    )
    assert said == [" ".join(["added"] * 6), "7"]
    assert sound(path)
