"""Any thread, any loop: the ``a`` verbs, verbs inside verbs, cancelled awaits, full queues."""

from __future__ import annotations

import asyncio
import contextvars
import gc
import threading
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from gates import PATIENCE, Gate, GatedEncoder
from hindsight_integrations import Action, Claim, Hindsight, Settings, Unavailable, UserMemory
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.ports import Heard, Vector
from hindsight_integrations.settings import RuntimeSettings
from shelves import contents

#: One worker of each kind: whoever waits on his own lane waits for ever.
NARROW = Settings(
    runtime=RuntimeSettings(workers=1, model_workers=1, deadline=PATIENCE, model_timeout=PATIENCE)
)


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/memory.db"


@pytest.fixture
def gated(url: str) -> Iterator[tuple[Hindsight, Gate]]:
    """A memory of one worker and two places to wait, whose encoder waits for its gate."""
    runtime = RuntimeSettings(workers=1, queue=2)
    encoder = GatedEncoder()
    with Hindsight.open(url, embedder=encoder, settings=Settings(runtime=runtime)) as hindsight:
        yield hindsight, encoder.gate
        encoder.gate.open()


async def test_sixty_four_verbs_on_four_workers_end(url: str) -> None:
    settings = Settings(runtime=RuntimeSettings(workers=4))
    async with await Hindsight.aopen(url, embedder=HashingEncoder(), settings=settings) as h:
        memory = h.for_user("alice")
        async with asyncio.timeout(PATIENCE):
            changes = await asyncio.gather(
                *(memory.aremember(f"number {n} is odd or even") for n in range(64))
            )
            answers = await asyncio.gather(*(memory.arecall(f"number {n}") for n in range(64)))
    assert [change.action for change in changes] == [Action.ADDED] * 64
    assert {len(answer) for answer in answers} == {5}


# -- verbs inside verbs ------------------------------------------------------------------


class Asking:
    """An extractor that asks the memory it works for, in one of several ways.

    It answers what it was told as a note, so that a test sees whether it was listened to.
    """

    def __init__(self, ask: Callable[[UserMemory], Any], *, slow: bool) -> None:
        self.slow = slow
        self.memory: UserMemory | None = None
        self._ask = ask

    def extract(self, heard: Heard) -> Any:
        assert self.memory is not None
        if heard.turn.content.startswith("inner"):
            return []
        answer = self._ask(self.memory)
        if isinstance(answer, Awaitable):
            return self._awaited(answer)
        return self._claims(answer)

    async def _awaited(self, answer: Awaitable[Any]) -> Sequence[Claim]:
        return self._claims(await answer)

    @staticmethod
    def _claims(answer: Any) -> Sequence[Claim]:
        return [Claim(content=f"it was told {len(answer)}", subject="user.note")]


def recalls(memory: UserMemory) -> Any:
    return memory.recall("Lisbon")


def awaits(memory: UserMemory) -> Any:
    return memory.arecall("Lisbon")


def runs_a_loop(memory: UserMemory) -> Any:
    return asyncio.run(memory.arecall("Lisbon"))


def asks_on_another_thread(memory: UserMemory) -> Any:
    return asyncio.run(asyncio.to_thread(memory.recall, "Lisbon"))


def awaits_on_another_thread(memory: UserMemory) -> Any:
    async def inner() -> Any:
        return await asyncio.to_thread(lambda: asyncio.run(memory.arecall("Lisbon")))

    return inner()


def observes(memory: UserMemory) -> Any:
    return memory.observe([("user", "inner: I have a cat at home")]).turns


def awaits_observing(memory: UserMemory) -> Any:
    async def inner() -> Any:
        return (await memory.aobserve([("user", "inner: I have a cat at home")])).turns

    return inner()


WAYS = [
    recalls,
    awaits,
    runs_a_loop,
    asks_on_another_thread,
    awaits_on_another_thread,
    observes,
    awaits_observing,
]


@pytest.fixture(params=[False, True], ids=["quick", "slow"])
def slow(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("awaited", [False, True], ids=["called", "awaited"])
def test_an_extractor_may_ask_the_memory(
    url: str, way: Callable[[UserMemory], Any], slow: bool, awaited: bool
) -> None:
    extractor = Asking(way, slow=slow)
    with Hindsight.open(
        url, embedder=HashingEncoder(), extractor=extractor, settings=NARROW
    ) as hindsight:
        memory = extractor.memory = hindsight.for_user("alice", session="s")
        memory.remember("Alice lives in Lisbon")
        turns = [("user", "Where do I live? I forgot the name of the town.")]
        seen = asyncio.run(memory.aobserve(turns)) if awaited else memory.observe(turns)
        assert seen.degraded == ()
        assert "it was told 1" in contents(memory)


async def test_an_async_extractor_works_in_a_verb_called_inside_a_loop(url: str) -> None:
    """As in a notebook, whose cells all run inside a loop."""
    extractor = Asking(awaits, slow=False)
    with Hindsight.open(
        url, embedder=HashingEncoder(), extractor=extractor, settings=NARROW
    ) as hindsight:
        memory = extractor.memory = hindsight.for_user("alice")
        memory.remember("Alice lives in Lisbon")
        assert memory.observe([("user", "My town has seven hills.")]).degraded == ()
        assert "it was told 1" in contents(memory)


# -- loops -------------------------------------------------------------------------------


class Beating(HashingEncoder):
    """An encoder that goes on only while the loop's heart beats: a blocked loop is found out."""

    def __init__(self) -> None:
        super().__init__()
        self.beat = threading.Condition()
        self.beats = 0
        self.stopped = 0

    def embed(self, texts: Sequence[str]) -> Vector:
        with self.beat:
            seen = self.beats
            if not self.beat.wait_for(lambda: self.beats > seen, timeout=5):
                self.stopped += 1
        return super().embed(texts)


async def test_a_running_loop_is_never_blocked(url: str) -> None:
    encoder = Beating()
    done = asyncio.Event()

    async def heart() -> None:
        while not done.is_set():
            with encoder.beat:
                encoder.beats += 1
                encoder.beat.notify_all()
            await asyncio.sleep(0)

    async with await Hindsight.aopen(url, embedder=encoder) as hindsight:
        memory = hindsight.for_user("alice")
        beating = asyncio.create_task(heart())
        await memory.aremember("Alice lives in Lisbon")
        answers = await asyncio.gather(*(memory.arecall("Lisbon") for _ in range(100)))
        done.set()
        await beating
    assert [len(answer) for answer in answers] == [1] * 100
    assert encoder.stopped == 0


def test_one_memory_serves_several_loops_in_a_row_and_side_by_side(url: str) -> None:
    with Hindsight.open(url, embedder=HashingEncoder()) as hindsight:
        memory = hindsight.for_user("alice")
        asyncio.run(memory.aremember("the first loop wrote this"))
        asyncio.run(memory.aremember("the second loop wrote this"))
        loops = [
            threading.Thread(target=asyncio.run, args=(memory.aremember(f"thread {n} wrote this"),))
            for n in range(4)
        ]
        for loop in loops:
            loop.start()
        for loop in loops:
            loop.join(PATIENCE)
        assert memory.count() == 6


# -- cancelled ---------------------------------------------------------------------------


async def test_a_cancelled_write_may_be_tried_again(gated: tuple[Hindsight, Gate]) -> None:
    hindsight, gate = gated
    memory = hindsight.for_user("alice")
    write = asyncio.create_task(memory.aremember("Alice lives in Lisbon", dedup_key="w1"))
    await gate.one_came()
    write.cancel()
    with pytest.raises(asyncio.CancelledError):
        await write
    gate.open()
    again = await memory.aremember("Alice lives in Lisbon", dedup_key="w1")
    assert again.action is Action.REPEATED  # the one worker did the cancelled write first
    assert memory.count() == 1
    assert contents(memory) == {"Alice lives in Lisbon"}


async def test_a_write_that_is_cancelled_while_it_waits_never_happens(
    gated: tuple[Hindsight, Gate],
) -> None:
    hindsight, gate = gated
    memory = hindsight.for_user("alice")
    running = asyncio.create_task(memory.aremember("this one runs"))
    await gate.one_came()
    waiting = asyncio.create_task(memory.aremember("this one waits"))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    gate.open()
    await running
    await memory.aremember("this one comes later")
    assert contents(memory) == {"this one runs", "this one comes later"}


async def test_a_storm_of_cancelled_awaits_leaves_the_memory_usable(url: str) -> None:
    encoder = GatedEncoder()
    settings = Settings(runtime=RuntimeSettings(workers=4, queue=196))
    async with await Hindsight.aopen(url, embedder=encoder, settings=settings) as hindsight:
        memory = hindsight.for_user("alice")
        storm = [asyncio.create_task(memory.aremember(f"drop {n} fell")) for n in range(200)]
        for _ in range(4):
            await encoder.gate.one_came()
        for drop in storm:
            drop.cancel()
        ends = await asyncio.gather(*storm, return_exceptions=True)
        assert {type(end) for end in ends} == {asyncio.CancelledError}
        # The places of those that waited are free at once: as many fit in again.
        more = [asyncio.create_task(memory.aremember(f"later {n} came")) for n in range(196)]
        encoder.gate.open()
        assert len(await asyncio.gather(*more)) == 196
        written = contents(memory)
    assert {text for text in written if text.startswith("later")} == {
        f"later {n} came" for n in range(196)
    }
    assert len(written) == 200  # the four that ran came to their ends


async def test_a_full_queue_refuses(gated: tuple[Hindsight, Gate]) -> None:
    hindsight, gate = gated
    memory = hindsight.for_user("alice")
    running = asyncio.create_task(memory.aremember("number 0 runs"))
    await gate.one_came()
    waiting = [asyncio.create_task(memory.aremember(f"number {n} waits")) for n in (1, 2)]
    await asyncio.sleep(0)
    with pytest.raises(Unavailable, match="2 calls are waiting"):
        await memory.aremember("number 3 finds no place")
    gate.open()
    await asyncio.gather(running, *waiting)
    assert contents(memory) == {"number 0 runs", "number 1 waits", "number 2 waits"}
    assert (await memory.aremember("there is room again")).action is Action.ADDED


# -- context -----------------------------------------------------------------------------

caller: contextvars.ContextVar[str] = contextvars.ContextVar("caller", default="nobody")


class Listening:
    """An extractor and an encoder that note for whom they work."""

    def __init__(self, *, slow: bool) -> None:
        self.slow = slow
        self.heard: list[str] = []

    def extract(self, heard: Heard) -> Sequence[Claim]:
        self.heard.append(caller.get())
        return []


@pytest.mark.parametrize("awaited", [False, True], ids=["called", "awaited"])
async def test_context_variables_reach_the_models(url: str, slow: bool, awaited: bool) -> None:
    extractor = Listening(slow=slow)
    turns = [("user", "I would like some tea with milk.")]
    with Hindsight.open(url, embedder=HashingEncoder(), extractor=extractor) as hindsight:
        memory = hindsight.for_user("alice")
        for name in ("ann", "bob"):
            caller.set(name)
            if awaited:
                await memory.aobserve(turns)
            else:
                memory.observe(turns)
    assert extractor.heard == ["ann", "bob"]


def test_a_memory_that_is_dropped_unclosed_leaves_no_thread(url: str) -> None:
    before = set(threading.enumerate())
    hindsight = Hindsight.open(url, embedder=HashingEncoder())
    asyncio.run(hindsight.for_user("alice").aremember("Alice lives in Lisbon"))
    workers = [one for one in set(threading.enumerate()) - before if "verbs" in one.name]
    assert workers
    del hindsight
    end = time.monotonic() + PATIENCE
    while any(worker.is_alive() for worker in workers) and time.monotonic() < end:
        gc.collect()  # again: a worker may not have let go of its last call yet
        workers[0].join(0.05)
    assert not any(worker.is_alive() for worker in workers)
