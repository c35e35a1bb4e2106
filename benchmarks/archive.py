"""Prints what moving memories to an archive on disk and back takes, beside plain files written and synced alike.

    python benchmarks/archive.py [number]

``number`` (default 2,000) made memories of some 60 characters of one user, 512 dimensions, half of them
English and half Chinese. Plain: as many files of the same sizes, each written, synced and read back, in a
folder of its own subject, and removed.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from hindsight_integrations import Claim, Hindsight, UserMemory
from hindsight_integrations.models.hashing import HashingEncoder

TOPICS = ("garden", "kitchen", "train", "office", "river", "茶", "书房", "医院", "学校", "集市")


def claims(number: int) -> list[Claim]:
    texts = (
        "Note {n}: the {topic} was busy and parcel {n} came two days late",
        "第{n}条：今天{topic}很热闹，编号{n}的包裹晚到了两天，记得去退款并且问清楚原因",
    )
    return [
        Claim(
            content=texts[n % 2].format(n=n, topic=TOPICS[n % 10]),
            subject=f"user.hobby.t{n % 50}",
            payload={"n": n},
        )
        for n in range(number)
    ]


def timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def plain(folder: Path, blobs: list[bytes]) -> tuple[float, float]:
    """Seconds to write, sync and read back; seconds to read and remove."""
    files = [folder / f"t{n % 50}" / f"{n}.json" for n in range(len(blobs))]

    def put() -> None:
        for file, blob in zip(files, blobs, strict=True):
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("wb") as opened:
                opened.write(blob)
                opened.flush()
                os.fsync(opened.fileno())
            assert file.read_bytes() == blob

    def take() -> None:
        for file in files:
            file.read_bytes()
            file.unlink()

    return timed(put), timed(take)


def restore(memory: UserMemory, ids: list[str]) -> list[float]:
    return [timed(partial(memory.restore, id)) for id in ids]


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        url, cold = f"sqlite:///{root}/memory.db", f"file://{root}/cold"
        with Hindsight.open(url, archive=cold, embedder=HashingEncoder(512)) as hindsight:
            memory = hindsight.for_user("alice")
            made = memory.remember_many(claims(number))
            ids = [change.memory.id for change in made if change.memory is not None]
            with hindsight.deadline(3600):
                put = timed(lambda: memory.archive(ids))
                blobs = [file.read_bytes() for file in (root / "cold").rglob("*.json")]
                read = timed(lambda: [memory.get(id) for id in ids[:500]]) / 500
                back = restore(memory, ids[:500])
        raw_put, raw_take = plain(root / "plain", blobs)
    size = sum(map(len, blobs)) / len(blobs)
    print(f"an object: {size:,.0f} bytes ({len(blobs):,} of them)")
    print(
        f"archive: {number / put:,.0f} a second, plain files {number / raw_put:,.0f}: "
        f"{put / raw_put:.1f} ×"
    )
    print(f"get of an archived one: {1000 * read:.2f} ms")
    print(
        f"restore: median {1000 * statistics.median(back):.2f} ms, a plain read and removal "
        f"{1000 * raw_take / number:.2f} ms; each is a synced transaction"
    )


if __name__ == "__main__":
    main()
