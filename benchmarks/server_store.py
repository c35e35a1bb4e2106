"""Prints what a memory costs on a PostgreSQL server, beside the raw client calls that it makes.

Needs the server's programs, or a URL in HINDSIGHT_TEST_POSTGRES. ``--users`` and ``--each`` set the size
(default: 1,000 users with 100 memories each). Encoding is left out: every text has its vector beforehand.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from queue import Queue
from typing import Any

import psycopg

sys.path.append(str(Path(__file__).parent.parent / "tests"))

from hindsight_integrations import Claim, Hindsight
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.ports import Vector
from hindsight_integrations.stores.connecting.address import address
from hindsight_integrations.stores.connecting.session import Session
from hindsight_integrations.stores.connecting.texts import adapt
from schemas import fresh_schema
from servers import postgres_server, served

_DIMENSIONS = 512
_THINGS = ("parcel", "crate", "letter", "sample", "order", "invoice", "报告", "样品")
_PLACES = ("Lisbon", "Oslo", "Bergen", "Porto", "里斯本", "harbour", "warehouse", "office")


class Known(HashingEncoder):
    """The hashing encoder, which encodes a text once."""

    def __init__(self) -> None:
        super().__init__(_DIMENSIONS)
        self._known: dict[tuple[str, ...], Vector] = {}

    def embed(self, texts: Sequence[str]) -> Vector:
        key = tuple(texts)
        if key not in self._known:
            self._known[key] = super().embed(texts)
        return self._known[key]


def text(chance: random.Random, n: int) -> str:
    return (
        f"{chance.choice(_THINGS)} {n} goes to {chance.choice(_PLACES)} by {chance.choice(_PLACES)}"
    )


def question(chance: random.Random, each: int) -> str:
    return (
        f"where does {chance.choice(_THINGS)} {chance.randrange(each)} go? {chance.choice(_PLACES)}"
    )


def fill(hindsight: Hindsight, users: int, each: int, encoder: Known) -> float:
    """Write everything; answers memories a second, the encoding left out."""
    chance, spent = random.Random(1), 0.0
    for user in range(users):
        claims = [Claim(content=text(chance, n)) for n in range(each)]
        encoder.embed([claim.content for claim in claims])
        began = time.perf_counter()
        hindsight.for_user(f"user {user}").remember_many(claims)
        spent += time.perf_counter() - began
    return users * each / spent


@contextmanager
def recorded() -> Iterator[list[tuple[str, Sequence[Any] | None]]]:
    """The statements that sessions send meanwhile."""
    sent: list[tuple[str, Sequence[Any] | None]] = []
    run, script = Session._run, Session.script

    def running(self: Session, sql: str, values: Sequence[Any]) -> Any:
        sent.append((sql, values))
        return run(self, sql, values)

    def scripted(self: Session, sql: str) -> Any:
        sent.append((sql, None))
        return script(self, sql)

    Session._run, Session.script = running, scripted  # type: ignore[method-assign, assignment]
    try:
        yield sent
    finally:
        Session._run, Session.script = run, script  # type: ignore[method-assign]


def raw(connection: psycopg.Connection[Any], sent: Sequence[tuple[str, Any]]) -> None:
    """The same statements through the plain client."""
    for sql, values in sent:
        if values is None:
            cursor = connection.execute(sql, prepare=False)
            while cursor.nextset():
                pass
        else:
            connection.execute(sql, values, binary=True).fetchall()
    connection.execute("COMMIT", prepare=False)


def timed(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    call()
    return (time.perf_counter() - began) * 1000


def spread(times: Sequence[float]) -> str:
    ordered = sorted(times)
    return (
        f"p50 {statistics.median(ordered):.2f} ms, p95 {ordered[int(len(ordered) * 0.95)]:.2f} ms, "
        f"p99 {ordered[int(len(ordered) * 0.99)]:.2f} ms"
    )


def recalls(hindsight: Hindsight, url: str, users: int, each: int) -> None:
    """Cold, warm, and warm beside the raw calls, one after the other in turn."""
    chance, encoder = random.Random(2), hindsight._core.embedder
    asked = [(f"user {chance.randrange(users)}", question(chance, each)) for _ in range(400)]
    assert encoder is not None
    for _, query in asked:
        encoder.embed([query])

    def ask(user: str, query: str) -> object:
        return hindsight.for_user(user).recall(query, touch=False)

    store: Any = hindsight.store
    store._cache.clear()
    first = list(dict.fromkeys(user for user, _ in asked))
    print(
        f"recall, a user's first:  {spread([timed(partial(ask, user, 'Oslo')) for user in first])}"
    )
    ours: list[float] = []
    theirs: list[float] = []
    trips: list[int] = []
    with plain(url) as connection:
        for user, query in asked:
            with recorded() as sent:
                ask(user, query)
            trips.append(len(sent) + 1)
            ours.append(timed(partial(ask, user, query)))
            theirs.append(timed(partial(raw, connection, sent)))
    print(f"recall, warm:            {spread(ours)}; {statistics.mean(trips):.1f} round trips")
    print(f"its raw client calls:    {spread(theirs)}")
    print(f"ratio of the medians:    {statistics.median(ours) / statistics.median(theirs):.2f}")


@contextmanager
def plain(url: str) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(
        **address(url).parameters, autocommit=True, prepare_threshold=3
    ) as connection:
        adapt(connection)
        yield connection


def concurrent(hindsight: Hindsight, url: str, users: int, each: int) -> None:
    """Recalls by 64 threads, and the same statements through 64 plain clients, in turn."""
    chance = random.Random(3)
    asked = [(f"user {chance.randrange(users)}", question(chance, each)) for _ in range(640)]
    statements = []
    for user, query in asked:
        with recorded() as sent:
            hindsight.for_user(user).recall(query, touch=False)
        statements.append(sent)

    def rate(threads: int, call: Callable[[int], object]) -> float:
        began = time.perf_counter()
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(call, range(len(asked))))
        return len(asked) / (time.perf_counter() - began)

    def ours(n: int) -> object:
        return hindsight.for_user(asked[n][0]).recall(asked[n][1], touch=False)

    with plain_clients(url, 64) as idle:

        def plainly(n: int) -> None:
            client = idle.get()
            raw(client, statements[n])
            idle.put(client)

        pairs = [(rate(64, ours), rate(64, plainly)) for _ in range(3)]
    many, theirs = (statistics.median(side) for side in zip(*pairs, strict=True))
    print(f"recalls a second:        {rate(1, ours):.0f} by one thread, {many:.0f} by 64")
    print(f"their raw client calls:  {theirs:.0f} by 64 plain clients of this process")
    print(f"ratio, 64 at a time:     {many / theirs:.2f}")


@contextmanager
def plain_clients(url: str, many: int) -> Iterator[Queue[psycopg.Connection[Any]]]:
    """Plain clients, to be taken and put back."""
    with ExitStack() as opened:
        idle: Queue[psycopg.Connection[Any]] = Queue()
        for _ in range(many):
            idle.put(opened.enter_context(plain(url)))
        yield idle


def heartbeat(hindsight: Hindsight, users: int, each: int) -> None:
    """How late a 10 ms heartbeat of the loop comes while 64 ``arecall`` are under way."""
    chance = random.Random(5)
    gaps: list[float] = []

    async def beat() -> None:
        last = time.perf_counter()
        while True:
            await asyncio.sleep(0.01)
            now = time.perf_counter()
            gaps.append((now - last) * 1000)
            last = now

    async def ask() -> None:
        for _ in range(10):
            user = hindsight.for_user(f"user {chance.randrange(users)}")
            await user.arecall(question(chance, each), touch=False)

    async def run() -> None:
        beating = asyncio.create_task(beat())
        await asyncio.gather(*(ask() for _ in range(64)))
        beating.cancel()

    asyncio.run(run())
    print(f"10 ms heartbeat:         {spread(gaps)}, longest gap {max(gaps):.0f} ms")


NEIGHBOUR = """
import sys
from hindsight_integrations import Claim, Hindsight
from hindsight_integrations.models.hashing import HashingEncoder
with Hindsight.open(sys.argv[1], embedder=HashingEncoder(512)) as hindsight:
    memory = hindsight.for_user("bulk", tenant="neighbour")
    print("ready", flush=True)
    sys.stdin.readline()
    for start in range(0, 10_000, 500):
        memory.remember_many([Claim(content=f"crate {start + n} of bulk") for n in range(500)])
"""


def beside(hindsight: Hindsight, url: str, each: int) -> None:
    """One user's recalls alone, and while another process writes 10,000 memories of another tenant."""
    chance = random.Random(4)
    asked = [question(chance, each) for _ in range(300)]
    memory = hindsight.for_user("user 0")

    def once(query: str) -> float:
        return timed(lambda: memory.recall(query, touch=False))

    for query in asked:
        once(query)
    alone = [once(query) for query in asked]
    process = subprocess.Popen(
        [sys.executable, "-c", NEIGHBOUR, url], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.stdin.write(b"go\n")  # type: ignore[union-attr]
    process.stdin.flush()  # type: ignore[union-attr]
    busy: list[float] = []
    while process.poll() is None:
        busy.append(once(asked[len(busy) % len(asked)]))
    print(f"recall alone:            {spread(alone)}")
    print(f"beside a bulk write:     {spread(busy)} ({len(busy)} recalls)")


_SIZES = (
    "SELECT c.relname::text, pg_table_size(c.oid), pg_indexes_size(c.oid) FROM pg_class AS c "
    "WHERE c.relnamespace = %s::regnamespace AND c.relkind = 'r' "
    "AND pg_table_size(c.oid) + pg_indexes_size(c.oid) > 1000000 ORDER BY 2 + 3 DESC"
)


def sizes(url: str, memories: int) -> None:
    with plain(url) as connection:
        rows = connection.execute(_SIZES, (address(url).schema,)).fetchall()
    total = 0
    for table, heap, indexes in rows:
        total += heap + indexes
        print(
            f"bytes a memory, {table + ':':9}{heap / memories:7.0f} rows {indexes / memories:6.0f} indexes"
        )
    print(f"bytes a memory on disk:  {total / memories:.0f}")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--users", type=int, default=1000)
    options.add_argument("--each", type=int, default=100)
    given = options.parse_args()
    encoder = Known()
    with (
        served("postgres", postgres_server) as server,
        fresh_schema(server) as url,
        Hindsight.open(url, embedder=encoder) as hindsight,
    ):
        measure(hindsight, url, encoder, given.users, given.each)


def measure(hindsight: Hindsight, url: str, encoder: Known, users: int, each: int) -> None:
    print(f"{users} users with {each} memories each, {_DIMENSIONS} dimensions")
    print(f"bulk write:              {fill(hindsight, users, each, encoder):.0f} memories a second")
    recalls(hindsight, url, users, each)
    concurrent(hindsight, url, users, each)
    heartbeat(hindsight, users, each)
    resident = hindsight.health()["records"]["resident_bytes"]
    sizes(url, users * each)
    print(f"resident bytes:          {resident}")
    beside(hindsight, url, each)


if __name__ == "__main__":
    main()
