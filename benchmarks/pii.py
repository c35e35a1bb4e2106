"""Measures what of secrets is found, what looks alike and is found wrongly, and what reading a text costs.

    HINDSIGHT_BENCH_DATA=folder python benchmarks/pii.py

The folder holds ``pii/*.jsonl.gz``. Look-alikes of our own (orders, parcels, phones, stamps of time, hashes) are made here.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hindsight_integrations.language.secrets import find_secrets

SECRET = {"CREDIT_CARD", "IBAN_CODE", "US_SSN"}
#: How numbers are spoken of that are no secret: sixteen digits each.
FRAMES = (
    "my order number is {}", "tracking number {}", "the parcel {} is late", "invoice {} is paid",
    "ticket {} was closed", "transaction {} failed", "订单号{}", "快递单号是{}", "运单{}到了吗",
    "流水号 {}", "工单{}已关闭", "发票编号：{}",
)  # fmt: skip


def main() -> None:
    folder = os.environ.get("HINDSIGHT_BENCH_DATA")
    if not folder or not (Path(folder) / "pii").is_dir():
        sys.exit("pii: NOT RUN. Set HINDSIGHT_BENCH_DATA to a folder with pii/.")
    vectors(rows(Path(folder) / "pii" / "cn_id_bank_vectors.jsonl.gz"))
    sentences(list(rows(Path(folder) / "pii" / "presidio_synthetic_half.jsonl.gz")))
    made()


def rows(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


def vectors(found: Iterator[dict[str, Any]]) -> None:
    """Bare numbers: valid ones are to be found, all others are not."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for row in found:
        secret = row["valid"] and row["kind"] in ("cn_id", "bank_card")
        counts[f"{row['kind']} {'valid' if row['valid'] else 'not valid'}{' *' if secret else ''}"][
            0
        ] += bool(find_secrets(row["text"]))
        counts[f"{row['kind']} {'valid' if row['valid'] else 'not valid'}{' *' if secret else ''}"][
            1
        ] += 1
    print("bare numbers: found of all (* is to be found)")
    for kind, (hits, count) in sorted(counts.items()):
        print(f"  {kind:24} {hits:4} / {count}")


def sentences(found: list[dict[str, Any]]) -> None:
    hits: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    alarms, seconds = 0, []
    for row in found:
        begin = time.perf_counter()
        secrets = find_secrets(row["full_text"])
        seconds.append(time.perf_counter() - begin)
        spans = [(s["start_position"], s["end_position"], s["entity_type"]) for s in row["spans"]]
        wanted = [span for span in spans if span[2] in SECRET]
        for start, end, kind in wanted:
            hits[kind][0] += any(one.start < end and start < one.end for one in secrets)
            hits[kind][1] += 1
        alarms += any(
            not any(one.start < end and start < one.end for start, end, _ in wanted)
            for one in secrets
        )
    print("sentences: recall by kind")
    for kind, (right, count) in hits.items():
        print(f"  {kind:24} {right:4} / {count}")
    print(f"  false alarms {alarms} / {len(found)} sentences")
    print(
        f"  a text p50 {statistics.median(seconds) * 1e3:.3f} ms, p95 {statistics.quantiles(seconds, n=20)[-1] * 1e3:.3f} ms"
    )


def made() -> None:
    """Random numbers of sixteen digits in sentences that say what they are, and without any.

    A tenth of all numbers pass the Luhn check, and 16 % begin like a Visa, a Mastercard or a UnionPay card: whoever
    finds every valid card of these networks without a word takes 1.6 % of random sixteen digits for one.
    """
    chance = random.Random(7)
    numbers = ["".join(chance.choices("0123456789", k=16)) for _ in range(2_000)]
    framed = sum(bool(find_secrets(chance.choice(FRAMES).format(number))) for number in numbers)
    phones = sum(
        bool(find_secrets(f"1{chance.randrange(3, 10)}{chance.randrange(10**9):09d}"))
        for _ in range(2_000)
    )
    stamps = sum(
        bool(find_secrets(f"at {chance.randrange(1_500_000_000_000, 1_900_000_000_000)}"))
        for _ in range(2_000)
    )
    bare = sum(bool(find_secrets(number)) for number in numbers)
    long_ids = [str(chance.randrange(10**17, 10**19)) for _ in range(2_000)]
    long_bare = sum(bool(find_secrets(number)) for number in long_ids)
    print("look-alikes made here, of 2,000 each: found")
    print(
        f"  order, parcel, invoice … {framed}; phones {phones}; stamps of time {stamps}; bare digits {bare}; "
        f"18 or 19 bare digits {long_bare}; all {framed + phones + stamps + bare + long_bare} of 10,000"
    )


if __name__ == "__main__":
    main()
