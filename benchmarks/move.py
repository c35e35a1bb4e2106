"""Prints what moving a memory costs, beside writing the same memories anew and beside the databases' own copying.

    python benchmarks/move.py [--records 100000] [--users 1]

Needs the server's programs, or a URL in HINDSIGHT_TEST_POSTGRES; without one, files alone are moved.
Encoding is left out: vectors are prepared (see made.py). "Its own copying" is SQLite's backup of the whole
file, or psql's way, ``COPY`` of the same tables from one schema to another through this process. Each move
runs in a process of its own, which tells its peak memory and that of an idle one.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path

from made import Prepared, Texts

sys.path.append(str(Path(__file__).parent.parent / "tests"))

from hindsight_integrations import Claim, Hindsight, migrate
from hindsight_integrations.stores.tables import TABLES

#: Memories written at a time.
_BATCH = 500

MOVING = """
import json, sys, time
from hindsight_integrations import move

def peak():
    with open("/proc/self/status") as known:
        return next(int(line.split()[1]) / 1024 for line in known if line.startswith("VmHWM"))

move  # loaded by now
idle = peak()
began = time.perf_counter()
done = move(sys.argv[1], sys.argv[2])
print(json.dumps({
    "seconds": time.perf_counter() - began, "records": done.records,
    "idle": idle, "peak": peak(),
}))
"""


def say(what: str, figure: str) -> None:
    print(f"{what:<58} {figure:>30}", flush=True)


def timed(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def written(url: str, records: int, users: int) -> float:
    """Write memories with ``remember_many``; answers how many a second."""
    encoder, texts, spent = Prepared(), Texts(), 0.0
    with Hindsight.open(url, embedder=encoder) as hindsight:
        for user in range(users):
            memory = hindsight.for_user(f"user {user}")
            for start in range(0, records // users, _BATCH):
                many = texts.sentences(min(_BATCH, records // users - start))
                encoder.prepare(many)
                claims = [Claim(content=text) for text in many]
                spent += timed(partial(memory.remember_many, claims))
    return records / spent


def moved(source: str, target: str) -> float:
    """Move in a new process; answers records a second."""
    ran = subprocess.run(
        [sys.executable, "-c", MOVING, source, target], capture_output=True, text=True, check=True
    )
    told = json.loads(ran.stdout)
    rate: float = told["records"] / told["seconds"]
    kinds = " → ".join(url.split(":")[0] for url in (source, target))
    say(f"move {kinds}, compared", f"{rate:,.0f} records/s")
    say("    its memory at the peak, and before", f"{told['peak']:.0f} MB, {told['idle']:.0f} MB")
    return rate


def backed_up(source: str, target: str, records: int) -> float:
    paths = [url.removeprefix("sqlite:///") for url in (source, target)]
    with closing(sqlite3.connect(paths[0])) as one, closing(sqlite3.connect(paths[1])) as other:
        return records / timed(lambda: one.backup(other))


def copied(source: str, target: str, records: int) -> float:
    """``COPY`` of the same tables, out of one schema and into another with the same indexes."""
    import psycopg

    from hindsight_integrations.stores.connecting.address import address

    migrate(target)
    one, other = address(source), address(target)
    with psycopg.connect(**one.parameters) as reading, psycopg.connect(**other.parameters) as db:

        def all_tables() -> None:
            for name in (*TABLES, "turn_ids"):
                out = f"COPY (SELECT * FROM {one.schema}.{name}) TO STDOUT (FORMAT BINARY)"
                into = f"COPY {other.schema}.{name} FROM STDIN (FORMAT BINARY)"
                with reading.cursor().copy(out) as rows, db.cursor().copy(into) as taking:
                    for data in rows:
                        taking.write(data)
            db.commit()

        return records / timed(all_tables)


@contextmanager
def schemas(count: int) -> Iterator[list[str]]:
    """New schemas on the server; none, if there is no server."""
    with ExitStack() as open_:
        try:
            from schemas import fresh_schema
            from servers import CannotStart, postgres_server

            url = open_.enter_context(postgres_server())
        except (ImportError, CannotStart) as reason:
            print(f"NOT RUN, no server: {reason}")
            yield []
            return
        yield [open_.enter_context(fresh_schema(url)) for _ in range(count)]


def beside(what: str, yardstick: float, rate: float) -> None:
    say(f"    {what}", f"{yardstick:,.0f} records/s, {rate / yardstick:.2f} ×")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--records", type=int, default=100_000)
    options.add_argument("--users", type=int, default=1)
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as folder, schemas(4) as servers:
        first, second, third = (f"sqlite:///{folder}/{name}.db" for name in ("a", "b", "c"))
        anew = written(first, asked.records, asked.users)
        rate = moved(first, second)
        beside("remember_many of the same into the file, and the move beside it", anew, rate)
        beside(
            "SQLite's own backup of the file, and the move beside it",
            backed_up(first, third, asked.records),
            rate,
        )
        if not servers:
            return
        there, again, plain, raw = servers
        rate = moved(first, there)
        anew = written(plain, asked.records, asked.users)
        beside("remember_many of the same into the server, and the move beside it", anew, rate)
        rate = moved(there, f"sqlite:///{folder}/d.db")
        rate = moved(there, again)
        beside(
            "COPY of the tables, and the move beside it",
            copied(there, raw, asked.records),
            rate,
        )


if __name__ == "__main__":
    main()
