"""Prints the figures of the embedded core beside named yardsticks, measured in the same run.

    python benchmarks/run.py            everything (about ten minutes)
    python benchmarks/run.py --quick    without the million and the encoder

Memories are made (see made.py) and their vectors prepared, so that encoding costs nothing
where it is to be left out. Every figure is a median over many calls on this machine, now:
compare ratios, and figures only with their own yardsticks.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from made import DIMENSIONS, Prepared, Texts

from hindsight_integrations import Claim, Hindsight, UserMemory

if TYPE_CHECKING:
    from langgraph.store.base import BaseStore

_CALLS = 300


def median(call: Callable[[int], object], calls: int = _CALLS) -> tuple[float, float]:
    """Milliseconds a call takes: the median and the 99th percentile."""
    taken = []
    for turn in range(calls):
        start = time.perf_counter()
        call(turn)
        taken.append((time.perf_counter() - start) * 1e3)
    return float(np.median(taken)), float(np.percentile(taken, 99))


def say(what: str, figure: str, bound: str = "") -> None:
    print(f"{what:<58} {figure:>22}  {bound}", flush=True)


class Filled:
    """A memory file with ``count`` memories of ``users`` users, and questions about them."""

    def __init__(self, folder: Path, count: int, users: int) -> None:
        self.encoder, texts = Prepared(), Texts()
        self.path = folder / f"{count}-{users}.db"
        self.hindsight = Hindsight.open(f"sqlite:///{self.path}", embedder=self.encoder)
        self.users = [self.hindsight.for_user(f"user {n}") for n in range(users)]
        self.sample: list[str] = []
        self.rate = self._fill(texts, count // users)
        self.questions = texts.questions(self.sample, _CALLS * 2)
        self.encoder.prepare(self.questions)
        self.fresh = texts.sentences(_CALLS)
        self.encoder.prepare(self.fresh)
        self.turns = np.random.default_rng(5).integers(users, size=_CALLS * 2)

    def _fill(self, texts: Texts, each: int) -> float:
        """Write everything; answers records a second."""
        seconds = 0.0
        for user in self.users:
            said = texts.sentences(each)
            self.encoder.prepare(said)
            self.sample = (self.sample + said[:200])[-20_000:]
            start = time.perf_counter()
            user.remember_many(Claim(content=sentence) for sentence in said)
            seconds += time.perf_counter() - start
            self.encoder.forget(said)
        return each * len(self.users) / seconds

    def recall(self, turn: int) -> object:
        user: UserMemory = self.users[self.turns[turn]]
        return user.recall(self.questions[turn])

    def warmed(self, *, every: bool = False) -> tuple[float, float]:
        """Recall's median and 99th percentile, after as many calls to warm up (``every`` user once)."""
        for turn in range(_CALLS, _CALLS * 2):
            self.recall(turn)
        for user in self.users if every else ():
            user.recall(self.questions[0])
        return median(self.recall)

    def first(self) -> tuple[float, float]:
        """The same for users who were not asked before: they are read from the file first."""
        return median(lambda turn: self.users[turn].recall(self.questions[turn]))

    def close(self) -> None:
        self.hindsight.close()


def recalls(folder: Path) -> None:
    print("\nrecall, embedding excluded, median of 300 (p99)")
    for count, users, bound in ((1000, 1, 1), (10_000, 1, 2.5), (100_000, 1000, 1.5)):
        filled = Filled(folder, count, users)
        first = filled.first() if users > 1 else None
        p50, p99 = filled.warmed(every=True)
        say(
            f"{count:,} memories of {users:,} user(s)", f"{p50:.2f} ms ({p99:.2f})", f"≤ {bound} ms"
        )
        if first is not None:
            say(
                "  the first question of a user in this process",
                "{:.2f} ms ({:.2f})".format(*first),
            )
        if (count, users) == (10_000, 1):
            writes(filled)
        filled.close()


def writes(filled: Filled) -> None:
    user = filled.users[0]
    p50, p99 = median(lambda turn: user.remember(filled.fresh[turn]), 200)
    say("remember, acknowledged (synchronous=FULL)", f"{p50:.2f} ms ({p99:.2f})", "≤ 1 ms")
    say("remember_many", f"{filled.rate:,.0f} a second", "≥ 5,000 a second")
    before = filled.encoder.calls
    user.remember(filled.fresh[250], subject="user.location")
    user.remember(filled.fresh[251], subject="user.location")
    say("embeddings of a supersede", f"{filled.encoder.calls - before - 1}", "1")


def large(folder: Path) -> None:
    print("\n100,000 memories of one user")
    filled = Filled(folder, 100_000, 1)
    p50, p99 = filled.warmed()
    scan = plain_scan()
    say("recall", f"{p50:.2f} ms ({p99:.2f})", "≤ 15 ms")
    say("plain float32 numpy scan of the vectors, top 50", f"{scan:.2f} ms")
    say("recall over the scan", f"{p50 / scan:.2f} ×", "≤ 1.2 ×")
    coarse_quality(filled)
    beside_a_writer(filled)
    filled.close()
    say("size of the file", f"{filled.path.stat().st_size / 1e6:.0f} MB")
    opening(filled.path)


def plain_scan() -> float:
    """The yardstick: all cosines by one matrix product, and the top 50 of them."""
    rows = np.random.default_rng(0).standard_normal((100_000, DIMENSIONS)).astype(np.float32)
    return median(lambda turn: np.argpartition(rows @ rows[turn], -50), 60)[0]


def coarse_quality(filled: Filled) -> None:
    """How many of the exact nearest 50 the coarse first pass keeps."""
    from hindsight_integrations.ports import Deadline
    from hindsight_integrations.queries import Where
    from hindsight_integrations.stores.resident.vectors import Vectors

    core, user = filled.hindsight._core, filled.users[0]
    assert core.index is not None
    with core.records.reading(user.scope, Deadline.after(60)) as reader:
        vectors: Vectors = reader._resident().vectors  # type: ignore[attr-defined]
    kept = []
    for question in filled.questions[:40]:
        query = filled.encoder.embed([question])[0]
        found = core.index.search(user.scope, query, Where(), limit=50, deadline=Deadline.after(60))
        exact = np.sort(vectors._rows[:100_000].astype(np.float32) @ query)[-50:]
        kept.append(np.mean([hit.score >= exact[0] - 1e-6 for hit in found.hits]))
    say("exact nearest 50 that the coarse first pass keeps", f"{np.mean(kept):.1%}")


def beside_a_writer(filled: Filled) -> None:
    """Recall while another process writes to the same user all the time."""
    script = (
        "import sys\n"
        "sys.path.insert(0, sys.argv[2])\n"
        "from made import Prepared, Texts\n"
        "from hindsight_integrations import Hindsight\n"
        "encoder, texts = Prepared(12), Texts(12)\n"
        "memory = Hindsight.open(sys.argv[1], embedder=encoder).for_user('user 0')\n"
        "said = texts.sentences(100_000)\n"
        "print('writing', flush=True)\n"
        "for sentence in said:\n"
        "    encoder.prepare([sentence])\n"
        "    memory.remember(sentence)\n"
    )
    here = str(Path(__file__).parent)
    url = f"sqlite:///{filled.path}"
    with subprocess.Popen(
        [sys.executable, "-c", script, url, here], stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        p50, p99 = median(filled.recall)
        writer.kill()
    say("recall while one process writes all the time", f"{p50:.2f} ms ({p99:.2f})")
    say("p99 over p50 there", f"{p99 / p50:.1f} ×", "≤ 5 ×")


_OPENING = """
import resource, sys, time
sys.path.insert(0, sys.argv[2])
from made import Prepared
from hindsight_integrations import Hindsight
from hindsight_integrations.models.bundled import BundledEncoder
encoder, questions = Prepared(), ["kodu", "beta", "lami", "sore"]
encoder.prepare(questions)
start = time.perf_counter()
memory = Hindsight.open(sys.argv[1], embedder=encoder).for_user("user 0")
opened = (time.perf_counter() - start) * 1e3
BundledEncoder().embed(["warm"])
for question in questions * 5:
    memory.recall(question)
pages = int(open("/proc/self/statm").read().split()[1])
print(opened, pages * resource.getpagesize() / 1e6)
"""


def opening(path: Path) -> None:
    here = str(Path(__file__).parent)
    runs = [
        subprocess.run(
            [sys.executable, "-c", _OPENING, f"sqlite:///{path}", here],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for _ in range(3)
    ]
    opened = np.median([float(run[0]) for run in runs])
    memory = np.median([float(run[1]) for run in runs])
    say("open of this file (a new process)", f"{opened:.0f} ms", "≤ 50 ms")
    say("memory after recalls, with the encoder", f"{memory:.0f} MB", "≤ 450 MB")


def growth(folder: Path, *, quick: bool) -> None:
    print("\ngrowth at 100 memories a user")
    small = Filled(folder, 10_000, 100)
    p50, _ = small.warmed()
    small.close()
    say("10,000 memories of 100 users", f"{p50:.2f} ms")
    count = 100_000 if quick else 1_000_000
    big = Filled(folder, count, count // 100)
    p50_big, _ = big.warmed()
    big.close()
    say(f"{count:,} memories of {count // 100:,} users", f"{p50_big:.2f} ms")
    say("ratio", f"{p50_big / p50:.2f} ×", "≤ 2 ×")


def encoded(folder: Path) -> None:
    print("\nwith the bundled encoder")
    hindsight = Hindsight.open(f"sqlite:///{folder / 'encoded.db'}")
    memory, texts = hindsight.for_user("ada"), Texts()
    said = texts.sentences(1000)
    memory.remember_many(Claim(content=sentence) for sentence in said)
    questions = texts.questions(said, _CALLS)
    p50, p99 = median(lambda turn: memory.recall(questions[turn]))
    encoder = hindsight._core.embedder
    assert encoder is not None
    alone, _ = median(lambda turn: encoder.embed([questions[turn]]))
    say("recall at 1,000", f"{p50:.2f} ms ({p99:.2f})", "≤ 1 + 3 ms")
    say("of it the encoder, alone", f"{alone:.2f} ms")
    hindsight.close()


def yardsticks(folder: Path) -> None:
    print("\nyardsticks: LangGraph stores with an index over the same kind of vectors, search of 5")
    try:
        from langgraph.store.memory import InMemoryStore
    except ImportError:
        print("NOT RUN: langgraph is not installed")
        return
    for count, expected in ((1000, 12 / 1), (10_000, 222 / 2.5)):
        encoder, texts = Prepared(), Texts()
        said = texts.sentences(count)
        encoder.prepare(said)
        questions = texts.questions(said, 100)
        encoder.prepare(questions)

        def embed(many: Sequence[str], encoder: Prepared = encoder) -> list[list[float]]:
            return [row.tolist() for row in encoder.embed(many)]

        store = InMemoryStore(index={"dims": DIMENSIONS, "embed": embed, "fields": ["text"]})
        for place, sentence in enumerate(said):
            store.put(("ada",), str(place), {"text": sentence})
        _by_turns(folder, count, _searching(store, questions), expected)
        _sqlite_store(folder, said, questions, embed)


def _by_turns(folder: Path, count: int, search: Callable[[int], object], expected: float) -> None:
    """Ours and the yardstick in turn, so that what else the machine does weighs on both."""
    filled = Filled(folder, count, 1)
    filled.warmed()
    ours, theirs = [], []
    for turn in range(60):
        theirs.append(median(lambda _, turn=turn: search(turn), 1)[0])  # type: ignore[misc]
        first = turn * 5 % _CALLS
        ours.append(median(lambda n, first=first: filled.recall(first + n), 5)[0])  # type: ignore[misc]
    filled.close()
    mine, other = float(np.median(ours)), float(np.median(theirs))
    say(f"InMemoryStore at {count:,}", f"{other:.2f} ms")
    say("recall, in turn with it", f"{mine:.2f} ms")
    say("InMemoryStore over recall", f"{other / mine:.1f} ×", f"≥ {expected:.0f} × (the bounds)")


def _searching(store: BaseStore, questions: Sequence[str]) -> Callable[[int], object]:
    return lambda turn: store.search(("ada",), query=questions[turn], limit=5)


def _sqlite_store(
    folder: Path,
    said: Sequence[str],
    questions: Sequence[str],
    embed: Callable[[Sequence[str]], list[list[float]]],
) -> None:
    import sqlite3

    if not hasattr(sqlite3.Connection, "enable_load_extension"):
        print("SqliteStore NOT RUN: this Python's sqlite3 loads no extensions")
        return
    from langgraph.store.sqlite import SqliteStore

    path = str(folder / f"langgraph-{len(said)}.db")
    index = {"dims": DIMENSIONS, "embed": embed, "text_fields": ["text"]}
    with SqliteStore.from_conn_string(path, index=index) as store:  # type: ignore[arg-type]
        store.setup()
        for place, sentence in enumerate(said):
            store.put(("ada",), str(place), {"text": sentence})
        p50, _ = median(_searching(store, questions), 100)
    say(f"SqliteStore at {len(said):,}", f"{p50:.2f} ms")


def imports() -> None:
    print("\nthe package")
    script = (
        "import sys, time\n"
        "start = time.perf_counter()\n"
        "import hindsight_integrations\n"
        "taken = time.perf_counter() - start\n"
        "heavy = {'langchain', 'langgraph', 'llama_index', 'psycopg', 'redis', 'qdrant_client'}\n"
        "print(taken, sorted(heavy & set(sys.modules)))\n"
    )
    runs = [
        subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
        for _ in range(5)
    ]
    taken = np.median([float(run.stdout.split()[0]) for run in runs])
    say("import of hindsight_integrations", f"{taken * 1e3:.0f} ms", "< 100 ms")
    say("frameworks and drivers it imports", runs[0].stdout.split(maxsplit=1)[1].strip(), "[]")
    with (Path(__file__).parent.parent / "pyproject.toml").open("rb") as file:
        import tomllib

        needed = tomllib.load(file)["project"]["dependencies"]
    say("packages the base needs", str(len(needed)), "≤ 3")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="without the million and the encoder")
    parser.add_argument(
        "--only", help="one part: recalls, large, growth, encoded, yardsticks, imports"
    )
    options = parser.parse_args()
    print(
        json.dumps(
            {"python": sys.version.split()[0], "numpy": np.__version__, "cores": os.cpu_count()}
        )
    )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        parts: dict[str, Callable[[], None]] = {
            "imports": imports,
            "recalls": lambda: recalls(folder),
            "yardsticks": lambda: yardsticks(folder),
            "encoded": lambda: encoded(folder),
            "large": lambda: large(folder),
            "growth": lambda: growth(folder, quick=options.quick),
        }
        if options.quick:
            del parts["encoded"]
        for part, run in parts.items():
            if options.only in (None, part):
                run()


if __name__ == "__main__":
    main()
