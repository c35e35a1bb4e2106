"""Prints how well changed facts are told from stale ones when nobody names their subject.

    HINDSIGHT_BENCH_DATA=folder python benchmarks/updates.py [--misses] [--only chain_en]

The folder holds ``updates/chain_en_dev.jsonl.gz``, ``chain_zh_dev.jsonl.gz`` (chains of facts
about several people, with questions for now, before and as of a day) and
``updates/letta_*.jsonl.gz`` (facts that later ones contradict). Each line is observed at its
own time as a user's turn; then the questions are recalled. Right at 1: the first memory was
drawn from a line with the answer. The yardstick is a keyless vector search (MiniLM).
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from hindsight_integrations import Hindsight, Recall, Role, Turn, UserMemory

YARDSTICK = {
    "chain_en_dev": "MiniLM: now 0.20, before 0.49, as-of 0.44; by time: 0.44, 0.01, 0.00",
    "chain_zh_dev": "keyed, with this core, current value: 0.66",
}
BOUNDS = {"now": 0.90, "before": 0.85, "asof": 0.85, "now-unchanged": 0.90}


def rows(folder: Path, name: str) -> list[dict[str, Any]]:
    path = folder / "updates" / f"{name}.jsonl.gz"
    if not path.exists():
        sys.exit(f"{path} is missing: set HINDSIGHT_BENCH_DATA to the folder that holds updates/")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def instant(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def first(found: Recall) -> list[str]:
    """The ids of the lines that each answer was drawn from, best first."""
    return [turn.rsplit("/", 1)[-1] for item in found for turn in item.turns[:1]]


def filled(
    hindsight: Hindsight, user: str, lines: Iterable[tuple[str, str, datetime]]
) -> UserMemory:
    memory = hindsight.for_user(user, session="told")
    memory.observe([Turn(role=Role.USER, content=text, id=id, at=at) for id, text, at in lines])
    return memory


def chains(hindsight: Hindsight, folder: Path, name: str, *, misses: bool) -> None:
    right: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for space in rows(folder, name):
        told = [(r["id"], r["text"], instant(r["time"])) for r in space["records"]]
        texts = {id: text for id, text, _ in told}
        memory = filled(hindsight, space["space"], told)
        for query in space["queries"]:
            kind = query["kind"]
            found = memory.recall(query["question"], at=instant(query["ask_time"]), touch=False)
            best = first(found)[:1]
            asked[kind] += 1
            right[kind] += bool(best) and best[0] in query["new"]
            wrong[kind] += bool(best) and best[0] in query.get("stale", ())
            if misses and not (best and best[0] in query["new"]):
                wanted = " / ".join(texts[id] for id in query["new"])
                got = texts.get(best[0], "?") if best else "nothing"
                print(f"  {kind} | {query['question']} | {got} | wanted: {wanted}")
    for kind, bound in BOUNDS.items():
        share, stale = right[kind] / asked[kind], wrong[kind] / asked[kind]
        print(
            f"{name:<14} {kind:<14} right@1 {share:.3f} (≥ {bound:.2f})  stale@1 {stale:.3f}  of {asked[kind]}"
        )
    print(f"{'':<14} yardstick: {YARDSTICK[name]}")


def letta(hindsight: Hindsight, folder: Path, *, misses: bool) -> None:
    facts, queries = defaultdict(list), rows(folder, "letta_queries")
    for fact in rows(folder, "letta_facts"):
        facts[fact["item"]].append(fact)
    start = datetime(2025, 1, 1, tzinfo=UTC)
    above = {1: 0, 5: 0}
    memories = {}
    for item, told in facts.items():
        lines = [(f["id"], f["text"], start + timedelta(hours=f["seq"])) for f in told]
        memories[item] = filled(hindsight, f"letta-{item}", lines)
    texts = {f["id"]: f["text"] for told in facts.values() for f in told}
    for query in queries:
        at = start + timedelta(days=30)
        best = first(memories[query["item"]].recall(query["question"], at=at, touch=False))
        for k in above:
            places = {id: place for place, id in reversed(list(enumerate(best[:k])))}
            new = min((places[id] for id in query["new"] if id in places), default=None)
            old = min((places[id] for id in query["stale"] if id in places), default=k)
            above[k] += new is not None and new < old
        if misses and not set(best[:1]) & set(query["new"]):
            print(
                f"  {query['question']} | {texts.get(best[0])} | wanted {[texts[i] for i in query['new']]}"
            )
    for k, count in above.items():
        bound = " (≥ 0.80)" if k == 1 else ""
        print(
            f"letta          new above stale at {k}: {count / len(queries):.3f}{bound}  of {len(queries)}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--misses", action="store_true", help="print each question that misses")
    parser.add_argument("--only", default="", help="chain_en, chain_zh or letta")
    wanted = parser.parse_args()
    if "HINDSIGHT_BENCH_DATA" not in os.environ:
        sys.exit("set HINDSIGHT_BENCH_DATA to the folder that holds updates/ (see the docstring)")
    folder = Path(os.environ["HINDSIGHT_BENCH_DATA"])
    with Hindsight.open("sqlite:///:memory:") as hindsight:
        for name in YARDSTICK:
            if name.startswith(wanted.only):
                chains(hindsight, folder, name, misses=wanted.misses)
        if "letta".startswith(wanted.only):
            letta(hindsight, folder, misses=wanted.misses)


if __name__ == "__main__":
    main()
