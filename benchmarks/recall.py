"""Prints how well recall finds the turn that answers, on conversations and diaries that others made.

    HINDSIGHT_BENCH_DATA=folder python benchmarks/recall.py [--only locomo] [--vectors FILE]

locomo: one user a conversation, a user's turn for each line ("speaker: text [image: caption]") at
its session's date; evidence recall at 1, 5 and 10, questions of categories 1 to 4. beam: one user a
chat; of the questions on updated facts, the new turn above the stale one. madial: what a dialogue
calls up, in English and Chinese. lifebench: a year of four Chinese users, questions asked at the end
of their month. temporal: what was said on a day. ``--vectors`` keeps the encoder's vectors in a file
between runs.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import math
import os
import re
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from hindsight_integrations import Hindsight, Role, Turn, UserMemory
from hindsight_integrations.models.bundled import BundledEncoder
from hindsight_integrations.ports import Vector

#: The yardsticks, on the whole sets and untuned.
YARDSTICK = {
    "locomo": "turn recall@10: BM25 0.57 to 0.61, MiniLM vectors 0.44; a tuned sum with context 0.75",
    "beam": "BM25 and vectors: new above stale 0.47",
    "lifebench": "nDCG@10: BM25 with jieba 0.316; month or day of the question boosted 0.419",
}


class Keeping:
    """The bundled encoder with every vector it made kept, so that a second run encodes nothing."""

    def __init__(self, path: str) -> None:
        self._encoder, self._path = BundledEncoder(), Path(path) if path else None
        self._known: dict[str, Vector] = {}
        self._fresh = False
        if self._path is not None and self._path.exists():
            with np.load(self._path) as kept:
                self._known = dict(zip(kept["texts"].tolist(), kept["rows"], strict=True))

    model_id = property(lambda self: self._encoder.model_id)
    dimensions = property(lambda self: self._encoder.dimensions)

    def embed(self, texts: Sequence[str]) -> Vector:
        keys = [hashlib.blake2b(text.encode(), digest_size=16).hexdigest() for text in texts]
        missing = {
            key: text for key, text in zip(keys, texts, strict=True) if key not in self._known
        }
        if missing:
            rows = self._encoder.embed(list(missing.values()))
            self._known |= dict(zip(missing, rows, strict=True))
            self._fresh = True
        return np.stack([self._known[key] for key in keys]).astype(np.float32)

    def close(self) -> None:
        if self._path is not None and self._fresh:
            rows = np.stack(list(self._known.values())).astype(np.float16)
            np.savez(self._path, texts=np.array(list(self._known), np.str_), rows=rows)


def rows(folder: Path, name: str) -> list[dict[str, Any]]:
    path = folder / f"{name}.jsonl.gz"
    if not path.exists():
        print(f"{name:<14} NOT RUN: {path} is missing")
        return []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def told(memory: UserMemory, lines: Iterable[tuple[str, Role, str, datetime]]) -> None:
    turns = [Turn(role=role, content=text, id=id, at=at) for id, role, text, at in lines]
    for start in range(0, len(turns), 300):
        memory.observe(turns[start : start + 300])


def answered(
    memory: UserMemory, question: str, k: int, at: datetime, spent: list[float]
) -> list[str]:
    """The turns of the ``k`` best memories, in their order."""
    start = time.perf_counter()
    found = memory.recall(question, k=k, at=at, touch=False)
    spent.append((time.perf_counter() - start) * 1e3)
    return [item.turns[0].partition("/")[2] if item.turns else "" for item in found]


class Means:
    """Sums of named figures."""

    def __init__(self) -> None:
        self.values: dict[str, list[float]] = defaultdict(list)
        self.spent: list[float] = []

    def recalls(self, best: Sequence[str], wanted: set[str], places: Iterable[int]) -> None:
        for k in places:
            self.values[f"recall@{k}"].append(len(wanted & set(best[:k])) / len(wanted))

    def gain(self, best: Sequence[str], wanted: set[str]) -> None:
        seen = dict.fromkeys(best[:10])
        made = sum(1 / math.log2(n + 2) for n, id in enumerate(seen) if id in wanted)
        full = sum(1 / math.log2(n + 2) for n in range(min(10, len(wanted))))
        self.values["nDCG@10"].append(made / full)

    def line(self, name: str, note: str = "") -> None:
        count = max(map(len, self.values.values()), default=0)
        parts = [f"{kind} {np.mean(values):.3f}" for kind, values in self.values.items()]
        cost = f"  p50 {np.median(self.spent):.1f} ms" if self.spent else ""
        print(f"{name:<14} {'  '.join(parts)}  of {count}{cost}  {note}", flush=True)


def locomo(hindsight: Hindsight, folder: Path) -> None:
    means = Means()
    kinds: defaultdict[int, Means] = defaultdict(Means)
    for made in rows(folder, "locomo/conversations"):
        talk, lines = made["conversation"], []
        for number in range(1, 100):
            for turn in talk.get(f"session_{number}", ()):
                at = datetime.strptime(
                    talk[f"session_{number}_date_time"], "%I:%M %p on %d %B, %Y"
                ).replace(tzinfo=UTC)
                image = f" [image: {turn['blip_caption']}]" if turn.get("blip_caption") else ""
                lines.append(
                    (turn["dia_id"], Role.USER, f"{turn['speaker']}: {turn['text']}{image}", at)
                )
        memory = hindsight.for_user(f"locomo-{made['sample_id']}")
        told(memory, lines)
        for asked in made["qa"]:
            found = re.findall(r"D(\d+):(\d+)", " ".join(asked.get("evidence", ())))
            wanted = {f"D{session}:{place}" for session, place in found}
            if not wanted or asked["category"] == 5:
                continue
            at = lines[-1][3] + timedelta(days=1)
            best = answered(memory, asked["question"], 10, at, means.spent)
            for figures in (means, kinds[asked["category"]]):
                figures.recalls(best, wanted, (1, 5, 10))
                figures.gain(best, wanted)
    means.line("locomo", YARDSTICK["locomo"])
    for kind, figures in sorted(kinds.items()):
        figures.line(f"  category {kind}")


def beam(hindsight: Hindsight, folder: Path) -> None:
    chats, means, found = defaultdict(list), Means(), Means()
    start = datetime(2024, 1, 1, tzinfo=UTC)
    for turn in rows(folder, "beam/chats_100k"):
        at = start + timedelta(days=turn["batch"] * 7, minutes=turn["id"])
        chats[turn["chat"]].append((str(turn["id"]), Role(turn["role"]), turn["content"], at))
    for chat, lines in chats.items():
        told(hindsight.for_user(f"beam-{chat}"), lines)
    for asked in rows(folder, "beam/questions_100k"):
        memory = hindsight.for_user(f"beam-{asked['chat']}")
        at = chats[asked["chat"]][-1][3] + timedelta(days=1)
        if asked["evidence"]:
            best = answered(memory, asked["question"], 10, at, found.spent)
            found.recalls(best, set(map(str, asked["evidence"])), (5, 10))
        if asked["category"] == "knowledge_update":
            order = answered(memory, asked["question"], 50, at, means.spent)
            new, old = (
                min((order.index(str(id)) for id in asked["source_chat_ids"][which] if str(id) in order), default=99)
                for which in ("updated_info", "original_info")
            )  # fmt: skip
            means.values["new above stale"].append(new < old)
            means.values["new@5, stale not"].append(new < 5 <= old)
            means.values["both@10"].append(new < 10 and old < 10)
    found.line("beam")
    means.line("  updates", YARDSTICK["beam"])


def madial(hindsight: Hindsight, folder: Path) -> None:
    for language, place in (("en", "en"), ("zh", "ch")):
        base = folder / "madial" / place
        if not base.exists():
            print(f"madial {language}      NOT RUN: {base} is missing")
            continue
        users, means = defaultdict(list), Means()
        for line in _lines(base / f"MADial-Bench-{language}-memory.json"):
            for id, event in line.items():
                at = datetime.fromisoformat(event["time"]).replace(tzinfo=UTC)
                users[event.get("user-id")].append((id, Role.USER, event["event"], at))
        memory = hindsight.for_user(f"madial-{language}")
        told(memory, [line for lines in users.values() for line in lines])
        for asked in _lines(base / f"MADial-Bench-{language}-dialogue.json"):
            wanted = set(map(str, asked["relevant-id"]))
            said = [re.sub(r"^<\w+>:\s*|[\"\n]", "", line) for line in asked["dialogue"]]
            turns = [line for line in said[1 : asked["test-turn"][0]] if line]
            best = answered(
                memory, " ".join(turns[-3:]), 10, datetime(2024, 6, 1, tzinfo=UTC), means.spent
            )
            means.recalls(best, wanted, (1, 5, 10))
            first = next((n for n, id in enumerate(best) if id in wanted), None)
            means.values["MRR@10"].append(0.0 if first is None else 1 / (first + 1))
        means.line(f"madial {language}")


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def lifebench(hindsight: Hindsight, folder: Path) -> None:
    kept, means = defaultdict(list), Means()
    for row in rows(folder, "lifebench_zh/records"):
        at = datetime.fromisoformat(row["time"]).replace(tzinfo=UTC)
        kept[row["user"]].append((row["id"], Role.USER, row["text"], at))
    for user, lines in kept.items():
        told(hindsight.for_user(f"life-{user}"), sorted(lines, key=lambda line: line[3]))
    for asked in rows(folder, "lifebench_zh/questions"):
        wanted = set(asked["evidence"])
        if not wanted:
            continue
        # A month, or a day of it.
        month = datetime.strptime(asked["ask_time"][:7], "%Y-%m").replace(tzinfo=UTC)
        memory = hindsight.for_user(f"life-{asked['user']}")
        best = answered(memory, asked["question"], 20, month + timedelta(days=31), means.spent)
        means.gain(best, wanted)
        means.values["hit@10"].append(bool(wanted & set(best[:10])))
        means.recalls(best, wanted, (20,))
    means.line("lifebench zh", YARDSTICK["lifebench"])


def temporal(hindsight: Hindsight, folder: Path) -> None:
    talks, means = defaultdict(list), Means()
    for row in rows(folder, "temporal_locomo/corpus"):
        at = datetime.strptime(row["time"], "%I:%M:%S %p on %A %d %B, %Y").replace(tzinfo=UTC)
        image = f" [image: {row['blip']}]" if row.get("blip") else ""
        talks[row["conv"]].append(
            (str(row["id"]), Role.USER, f"{row['speaker']}: {row['text']}{image}", at)
        )
    for talk, lines in talks.items():
        told(hindsight.for_user(f"temporal-{talk}"), lines)
    for asked in rows(folder, "temporal_locomo/questions"):
        if asked["kind"] == "ambiguous_time_qs" or "session" in asked["sub"]:
            continue
        memory, wanted = (
            hindsight.for_user(f"temporal-{asked['conv']}"),
            set(map(str, asked["evidence"])),
        )
        at = talks[asked["conv"]][-1][3] + timedelta(hours=1)
        k = max(5, len(wanted))
        best = answered(memory, asked["questions"][0], k, at, means.spent)
        if asked["kind"] == "content_time_qs":
            means.recalls(best, wanted, (5,))
        else:
            means.values["R-precision"].append(len(wanted & set(best[: len(wanted)])) / len(wanted))
    means.line("temporal")


SETS: dict[str, Callable[[Hindsight, Path], None]] = {
    "locomo": locomo,
    "beam": beam,
    "madial": madial,
    "lifebench": lifebench,
    "temporal": temporal,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--only", default="", help=", ".join(SETS))
    parser.add_argument("--vectors", default="", help="a file (.npz) that keeps the vectors")
    wanted = parser.parse_args()
    if "HINDSIGHT_BENCH_DATA" not in os.environ:
        sys.exit("set HINDSIGHT_BENCH_DATA to the folder that holds locomo/, beam/ and the others")
    folder, encoder = Path(os.environ["HINDSIGHT_BENCH_DATA"]), Keeping(wanted.vectors)
    for name, run in SETS.items():
        if name.startswith(wanted.only):
            with Hindsight.open("sqlite:///:memory:", embedder=encoder) as hindsight:
                run(hindsight, folder)
            encoder.close()


if __name__ == "__main__":
    main()
