"""The lanes themselves: threads come when needed and go when closed, answers and errors reach their callers."""

from __future__ import annotations

import asyncio
import gc
import threading
import time
import weakref
from collections.abc import Iterator

import pytest

from gates import PATIENCE, Gate
from hindsight_integrations import ModelError, Unavailable
from hindsight_integrations.lanes import Lanes
from hindsight_integrations.settings import RuntimeSettings


@pytest.fixture
def lanes() -> Iterator[Lanes]:
    lanes = Lanes(RuntimeSettings(workers=2, queue=2, model_workers=1, model_timeout=PATIENCE))
    yield lanes
    lanes.close()


class Slow:
    slow = True


def threads_of(lane: str) -> list[threading.Thread]:
    return [one for one in threading.enumerate() if one.name.startswith(f"hindsight-{lane}")]


async def test_threads_come_when_they_are_needed(lanes: Lanes) -> None:
    before = set(threads_of("verbs"))
    assert await lanes.verb(lambda: 1) == 1
    assert await lanes.verb(lambda: 2) == 2
    # One after the other: one thread, or two if the first had answered but was not idle yet.
    assert len({*threads_of("verbs")} - before) in (1, 2)
    gate = Gate()
    two = [asyncio.create_task(lanes.verb(gate.pass_through)) for _ in range(2)]
    for _ in two:
        await gate.one_came()
    assert len({*threads_of("verbs")} - before) == 2
    gate.open()
    await asyncio.gather(*two)


def test_threads_go_when_the_lanes_close() -> None:
    lanes = Lanes(RuntimeSettings())
    asyncio.run(lanes.verb(lambda: None))
    lanes.ask(Slow(), lambda: None)
    mine = [*threads_of("verbs"), *threads_of("models")]
    lanes.close()
    for thread in mine:
        thread.join(PATIENCE)
    assert not any(thread.is_alive() for thread in mine)
    assert all(thread.daemon for thread in mine)


@pytest.mark.parametrize("error", [ValueError("v"), KeyboardInterrupt(), StopAsyncIteration()])
async def test_errors_reach_the_one_who_awaits(lanes: Lanes, error: BaseException) -> None:
    def fail() -> None:
        raise error

    with pytest.raises(type(error)) as caught:
        await lanes.verb(fail)
    assert caught.value is error
    assert await lanes.verb(lambda: "and the worker goes on") == "and the worker goes on"


def test_what_a_model_raises_is_a_model_error(lanes: Lanes) -> None:
    def fail() -> None:
        raise KeyError("some content")

    for model in (object(), Slow()):
        with pytest.raises(ModelError, match="failed with KeyError") as caught:
            lanes.ask(model, fail)
        assert "content" not in str(caught.value)
    assert lanes.ask(Slow(), lambda: "and the worker goes on") == "and the worker goes on"


def test_a_model_is_named_by_its_id(lanes: Lanes) -> None:
    class Named:
        model_id = "acme-large"

    def fail() -> None:
        raise OSError

    with pytest.raises(ModelError, match="acme-large failed"):
        lanes.ask(Named(), fail)


def test_upkeep_that_finds_no_room_is_left_for_later(lanes: Lanes) -> None:
    gate, done = Gate(), threading.Event()
    for _ in range(4):  # two that run, two that wait
        lanes.later(gate.pass_through)
    lanes.later(done.set)
    gate.open()
    lanes.drain(PATIENCE)
    assert not done.is_set()
    lanes.close()
    lanes.later(done.set)  # and after the closing it is not even asked for
    assert not done.is_set()


def test_draining_waits_for_what_runs(lanes: Lanes) -> None:
    gate, ended = Gate(), threading.Event()

    def run() -> None:
        gate.pass_through()
        ended.set()

    lanes.later(run)
    gate.await_one()
    lanes.drain(0.01)
    assert not ended.is_set()  # it does not wait for ever
    gate.open()
    lanes.drain(PATIENCE)
    assert ended.is_set()


async def test_a_process_without_room_for_threads_says_so(
    lanes: Lanes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", refuse)
        with pytest.raises(Unavailable, match="no thread"):
            await lanes.verb(lambda: None)
    assert await lanes.verb(lambda: 1) == 1


async def test_an_answer_goes_when_nobody_holds_it() -> None:
    """A cycle would keep each answer until the collector comes, which then stops the loop for long."""

    class Answer:
        """Something that can be watched."""

    lanes = Lanes(RuntimeSettings(workers=1))
    gc.collect()
    gc.disable()
    try:
        watched = [weakref.ref(await lanes.verb(Answer)) for _ in range(5)]
        await lanes.verb(lambda: None)  # the worker has let go of the last one
        end = time.monotonic() + PATIENCE
        while any(one() is not None for one in watched) and time.monotonic() < end:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        assert [one() for one in watched] == [None] * 5
    finally:
        gc.enable()
        lanes.close()
