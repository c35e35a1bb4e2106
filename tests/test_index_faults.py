"""An index on a real server that stops, comes back, is shared by a child process or asked in a hurry."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from gates import PATIENCE
from hindsight_integrations import Hindsight, Settings, Unavailable, doctor
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.settings import IndexSettings
from hindsight_integrations.testing.fakes import InMemoryOutsideIndex, OutsideService
from processes import Program
from servers import pgvector_cluster

QUICK = Settings(index=IndexSettings(pause_seconds=0.05, longest_pause_seconds=0.2))


def eventually(true: Callable[[], bool]) -> bool:
    end = time.monotonic() + PATIENCE
    while not true() and time.monotonic() < end:
        time.sleep(0.02)
    return true()


@pytest.mark.slow
def test_a_server_that_is_down_for_a_while_catches_up(tmp_path: Path) -> None:
    """Two users write and ask all the time, while the index stops and starts again."""
    over = threading.Event()
    written: list[str] = []
    with pgvector_cluster() as cluster:
        hindsight = Hindsight.open(
            f"sqlite:///{tmp_path}/memory.db",
            index=cluster.url.replace("postgresql:", "pgvector:"),
            embedder=HashingEncoder(),
            settings=QUICK,
        )

        def work(user: str) -> None:
            memory, n = hindsight.for_user(user), 0
            while not over.is_set():
                n += 1
                change = memory.remember(f"{user} notes number {n}")
                assert change.memory is not None
                written.append(change.memory.id)
                found = memory.recall(f"{user} notes number {n}", touch=False)
                assert change.memory.id in {hit.memory.id for hit in found}
                time.sleep(0.01)

        def behind() -> int:
            return int(hindsight.health()["index"]["behind"])

        workers = [threading.Thread(target=work, args=(name,)) for name in ("ann", "安娜")]
        for worker in workers:
            worker.start()
        assert eventually(lambda: len(written) > 20)
        cluster.stop()
        assert eventually(lambda: not hindsight.health()["ok"])
        many = len(written)
        assert eventually(lambda: len(written) > many + 20)  # nobody waits for the index
        assert behind() > 0
        cluster.start()
        assert eventually(lambda: bool(hindsight.health()["ok"]))
        over.set()
        for worker in workers:
            worker.join(PATIENCE)
        assert eventually(lambda: behind() == 0)
        found = doctor(hindsight)
        assert found.ok
        assert found.difference is not None
        assert (found.difference.compared, found.health["index"]["points"]) == (len(written),) * 2
        hindsight.close()


FORKING = """
import time
hindsight = opened(sys.argv[1], index=sys.argv[2])
memory = hindsight.for_user("alice")
memory.remember("written by the parent")
while hindsight.health()["index"]["behind"]:
    time.sleep(0.01)
child = os.fork()
if not child:
    memory.remember("written by the child")
    found = memory.recall("written by the child", touch=False)
    while hindsight.health()["index"]["behind"]:
        time.sleep(0.01)
    os._exit(0 if found.trace.degraded == () and found[0].memory.content.endswith("child") else 1)
_, status = os.waitpid(child, 0)
memory.remember("written by the parent again")
while hindsight.health()["index"]["behind"]:
    time.sleep(0.01)
say(status, hindsight.health()["index"]["points"])
hindsight.close()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_parent_and_child_feed_one_index(pgvector_place: str, tmp_path: Path) -> None:
    index = pgvector_place.replace("postgresql:", "pgvector:")
    with Program(FORKING, f"sqlite:///{tmp_path}/memory.db", index) as process:
        assert process.hear() == "0 3"


def test_a_caller_in_a_hurry_lets_the_index_work_for_others() -> None:
    service = OutsideService()
    with Hindsight.open(
        "sqlite:///:memory:", index=InMemoryOutsideIndex(service), embedder=HashingEncoder()
    ) as hindsight:
        memory = hindsight.for_user("alice")
        memory.remember("Alice plays the cello")
        assert eventually(lambda: hindsight.health()["index"]["behind"] == 0)
        service.slow = 0.5
        began = time.monotonic()
        with hindsight.deadline(0.1), suppress(Unavailable):
            assert memory.recall("cello").trace.degraded
        assert time.monotonic() - began < 2.0
        service.slow = 0.0
        service.calls.clear()
        assert memory.recall("Alice plays the cello").trace.degraded == ()
        assert "nearest" in service.calls  # it was not sent to rest
