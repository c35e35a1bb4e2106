"""Every verb ends in time: locked files, full queues, long searches, models that do not answer."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from gates import Gate, GatedEncoder
from hindsight_integrations import (
    DeadlineExceeded,
    Hindsight,
    InvalidInput,
    ModelError,
    Settings,
    Unavailable,
)
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.ports import Deadline, Heard
from hindsight_integrations.records import Claim
from hindsight_integrations.settings import RuntimeSettings
from hindsight_integrations.stores.sqlite.connections import Connections
from processes import Program
from shelves import contents

#: Holds the write lock of a file until it is told to let go.
LOCK = """
import sqlite3
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("BEGIN IMMEDIATE")
say("locked")
hear()
db.execute("ROLLBACK")
db.close()
say("free")
hear()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.db"


@pytest.fixture
def hindsight(path: Path) -> Iterator[Hindsight]:
    with Hindsight.open(f"sqlite:///{path}", embedder=HashingEncoder()) as opened:
        yield opened


def called(verb: Callable[..., Any], twin: Callable[..., Any], awaited: bool) -> Any:
    """The verb itself, or its twin in a loop of its own."""
    return (lambda *args: asyncio.run(twin(*args))) if awaited else verb


@pytest.mark.parametrize("awaited", [False, True], ids=["called", "awaited"])
def test_a_write_on_a_locked_file_ends_in_time(
    hindsight: Hindsight, path: Path, awaited: bool
) -> None:
    memory = hindsight.for_user("alice")
    memory.remember("Alice lives in Berlin", subject="user.location")
    with Program(LOCK, path) as other:
        assert other.hear() == "locked"
        began = time.monotonic()
        with hindsight.deadline(0.3), pytest.raises(Unavailable, match=r"busy|time"):
            called(memory.remember, memory.aremember, awaited)("Alice lives in Lisbon")
        # The store alone would wait for 10 seconds.
        assert time.monotonic() - began < 5
        assert [found.memory.content for found in memory.recall("where?")] == [
            "Alice lives in Berlin"  # reading goes on meanwhile
        ]
        other.say("let go")
        assert other.hear() == "free"
        assert contents(memory) == {"Alice lives in Berlin"}
        memory.remember("Alice lives in Porto", subject="user.location")
        other.say("end")
    assert contents(memory) == {"Alice lives in Berlin", "Alice lives in Porto"}


async def test_the_time_in_the_queue_counts(path: Path) -> None:
    encoder, settings = GatedEncoder(), Settings(runtime=RuntimeSettings(workers=1))
    with Hindsight.open(f"sqlite:///{path}", embedder=encoder, settings=settings) as hindsight:
        memory = hindsight.for_user("alice")
        running = asyncio.create_task(memory.aremember("this one has the worker"))
        await encoder.gate.one_came()
        with hindsight.deadline(0.1), pytest.raises(DeadlineExceeded, match="never begun"):
            await memory.aremember("this one waits too long")
        encoder.gate.open()
        await running
        await memory.aremember("this one comes later")
        assert contents(memory) == {"this one has the worker", "this one comes later"}


def test_a_deadline_that_has_passed_lets_nothing_begin(hindsight: Hindsight) -> None:
    memory = hindsight.for_user("alice")
    with hindsight.deadline(1e-9):
        with pytest.raises(DeadlineExceeded):
            memory.remember("Alice lives in Lisbon")
        with pytest.raises(DeadlineExceeded):
            asyncio.run(memory.aremember("Alice lives in Lisbon"))
        with pytest.raises(DeadlineExceeded):
            memory.recall("Lisbon")
    assert memory.count() == 0


def test_an_inner_deadline_never_outlasts_the_outer_one(hindsight: Hindsight) -> None:
    memory = hindsight.for_user("alice")
    with hindsight.deadline(1e-9), hindsight.deadline(60), pytest.raises(DeadlineExceeded):
        memory.remember("Alice lives in Lisbon")
    memory.remember("Alice lives in Porto")  # the block is over
    assert contents(memory) == {"Alice lives in Porto"}


@pytest.mark.parametrize("seconds", [math.inf, 1e12, 1e300])
def test_a_deadline_may_be_as_far_off_as_one_likes(hindsight: Hindsight, seconds: float) -> None:
    memory = hindsight.for_user("alice")
    with hindsight.deadline(seconds):
        memory.remember("Alice lives in Lisbon")
        asyncio.run(memory.aremember("Alice has a cat"))
    assert memory.count() == 2


@pytest.mark.parametrize("seconds", [0, -1, math.nan, True, None, "2"])
def test_what_is_no_time_is_refused(hindsight: Hindsight, seconds: Any) -> None:
    with pytest.raises(InvalidInput, match="positive number of seconds"):
        hindsight.deadline(seconds)


#: Would run for minutes.
LONG = (
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000000000) "
    "SELECT count(*) FROM n"
)


@pytest.fixture
def connections(path: Path) -> Iterator[Connections]:
    path.touch()
    pool = Connections(str(path), read_only=False, busy_seconds=1)
    with pool.writing(Deadline.after(10)) as db:
        db.execute("CREATE TABLE said (what)")
    yield pool
    pool.close()


def test_a_long_query_is_interrupted(connections: Connections) -> None:
    began = time.monotonic()
    with pytest.raises(DeadlineExceeded, match="too slow"):
        read(connections, LONG, seconds=0.2)
    assert time.monotonic() - began < 5
    assert read(connections, "SELECT 1", seconds=10) == [(1,)]  # the connection is fit for use


def read(connections: Connections, query: str, *, seconds: float) -> list[Any]:
    with connections.reading(Deadline.after(seconds)) as db:
        return db.execute(query).fetchall()


def test_a_long_write_is_interrupted_and_rolled_back(connections: Connections) -> None:
    with pytest.raises(DeadlineExceeded, match="rolled back"):
        write(connections, "INSERT INTO said VALUES ('half')", LONG, seconds=0.2)
    write(connections, "INSERT INTO said VALUES ('whole')", seconds=10)
    assert read(connections, "SELECT what FROM said", seconds=10) == [("whole",)]


def write(connections: Connections, *statements: str, seconds: float) -> None:
    with connections.writing(Deadline.after(seconds)) as db:
        for statement in statements:
            db.execute(statement).fetchall()


# -- models that do not answer -----------------------------------------------------------


class Hanging:
    """A model that answers only after the test: extractor and reranker."""

    model_id = "hanging"
    slow = True

    def __init__(self) -> None:
        self.gate = Gate()

    def extract(self, heard: Heard) -> Sequence[Claim]:
        self.gate.pass_through()
        return []

    def score(self, query: str, passages: Sequence[str]) -> Sequence[float]:
        self.gate.pass_through()
        return [0.5] * len(passages)


@pytest.fixture
def hanging() -> Iterator[Hanging]:
    model = Hanging()
    yield model
    model.gate.open()


SAID = [("user", "I live in Lisbon.")]


def test_a_turn_is_kept_when_its_extractor_does_not_answer(path: Path, hanging: Hanging) -> None:
    settings = Settings(runtime=RuntimeSettings(model_timeout=0.1))
    with Hindsight.open(
        f"sqlite:///{path}", embedder=HashingEncoder(), extractor=hanging, settings=settings
    ) as hindsight:
        memory = hindsight.for_user("alice", session="s")
        seen = memory.observe(SAID)
        assert len(seen.degraded) == 1
        assert "ModelError" in seen.degraded[0]
        assert [turn.content for turn in memory.window()] == ["I live in Lisbon."]
        [living] = memory.history("user.location")
        assert living.payload["value"] == "Lisbon"  # the rules read the turn


@pytest.mark.parametrize("awaited", [False, True], ids=["called", "awaited"])
def test_an_extractor_does_not_use_up_the_time_for_writing(
    path: Path, hanging: Hanging, awaited: bool
) -> None:
    """A model may be given longer than the verb: the turn is logged within the verb's time."""
    settings = Settings(runtime=RuntimeSettings(model_timeout=60, deadline=1))
    with Hindsight.open(
        f"sqlite:///{path}", embedder=HashingEncoder(), extractor=hanging, settings=settings
    ) as hindsight:
        memory = hindsight.for_user("alice", session="s")
        seen = called(memory.observe, memory.aobserve, awaited)(SAID)
        assert len(seen.turns) == 1
        assert len(seen.degraded) == 1


def test_a_slow_encoder_that_does_not_answer_is_an_error_and_nothing_is_written(path: Path) -> None:
    encoder = GatedEncoder(slow=True)
    settings = Settings(runtime=RuntimeSettings(model_timeout=0.1))
    with Hindsight.open(f"sqlite:///{path}", embedder=encoder, settings=settings) as hindsight:
        memory = hindsight.for_user("alice")
        with pytest.raises(ModelError, match=r"hashing-256-v1 took longer than 0\.1 s"):
            memory.remember("Alice lives in Lisbon")
        assert memory.count() == 0
        assert memory.recall("Lisbon").degraded == ("encoder: ModelError",)
        encoder.gate.open()
        memory.remember("Alice lives in Lisbon")
        assert memory.count() == 1


def test_recall_answers_without_a_reranker_that_does_not_answer(
    path: Path, hanging: Hanging
) -> None:
    settings = Settings(runtime=RuntimeSettings(model_timeout=0.1))
    with Hindsight.open(
        f"sqlite:///{path}", embedder=HashingEncoder(), reranker=hanging, settings=settings
    ) as hindsight:
        memory = hindsight.for_user("alice")
        memory.remember("Alice lives in Lisbon")
        answer = memory.recall("Lisbon")
        assert answer.degraded == ("reranker: ModelError",)
        assert [found.memory.content for found in answer] == ["Alice lives in Lisbon"]


def test_models_that_hang_fill_their_lane_only(path: Path, hanging: Hanging) -> None:
    """With every model worker taken for good, turns are still logged and verbs still answer."""
    settings = Settings(runtime=RuntimeSettings(model_workers=1, queue=1, model_timeout=0.05))
    with Hindsight.open(
        f"sqlite:///{path}", embedder=HashingEncoder(), extractor=hanging, settings=settings
    ) as hindsight:
        memory = hindsight.for_user("alice", session="s")
        for town in ("Lisbon", "Porto", "Faro", "Braga"):
            assert memory.observe([("user", f"I live in {town}.")]).degraded
        assert memory.history("user.location")[0].payload["value"] == "Braga"
        assert len(memory.window()) == 4
