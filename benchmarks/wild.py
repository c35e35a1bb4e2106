"""Prints how much of what the rules' extractor claims is so, in conversations that others had about anything.

    HINDSIGHT_BENCH_DATA=folder python benchmarks/wild.py [--only bfcl] [--half kept] [--show 60] [--seed 1]

Every turn of a person is read with the turns before it; each claim is shown once, with its place in the text, and
somebody who reads it says whether the text says so of whom the claim says it: ``right``, ``wrong`` or, for what nobody
need keep though it was said ("I love this picture"), ``idle``. Verdicts are kept by digest, without a word of the text, in
``data/wild_verdicts.tsv``; a claim that was never read is counted as unread. The conversations of each set are parted: those of the half
``read`` may be looked at to mend the rules, those of ``kept`` only to judge. ``--show`` prints claims without a verdict.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from hindsight_integrations import Claim, Role, Turn
from hindsight_integrations.language.extraction import RuleExtractor
from hindsight_integrations.ports import Heard

VERDICTS = Path(__file__).parent / "data" / "wild_verdicts.tsv"
NOW = datetime(2025, 6, 1, 12, tzinfo=UTC)
EXTRACTOR = RuleExtractor()
#: Turns before one that ``observe`` lets an extractor look at.
BEFORE = 4
AROUND = 70
#: A set's conversations belong to them in turn.
HALVES = ("read", "kept")

#: Who spoke, and what.
Said = tuple[Role, str]
#: A conversation's name, and its turns.
Talk = tuple[str, list[Said]]


def rows(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _role(name: str) -> Role:
    return Role.USER if name == "user" else Role.ASSISTANT


def bfcl(folder: Path) -> Iterator[Talk]:
    talks: defaultdict[str, list[Said]] = defaultdict(list)
    for row in rows(folder / "bfcl_memory/corpus.jsonl.gz"):
        talks[row["scenario"]].append((_role(row["role"]), row["content"]))
    yield from talks.items()


def beam(folder: Path) -> Iterator[Talk]:
    talks: defaultdict[str, list[Said]] = defaultdict(list)
    for row in rows(folder / "beam/chats_100k.jsonl.gz"):
        talks[row["chat"]].append((_role(row["role"]), row["content"]))
    yield from talks.items()


def longmemeval(folder: Path) -> Iterator[Talk]:
    for row in rows(folder / "longmemeval/longmemeval_single.lightmem.jsonl.gz"):
        for name, session in zip(
            row["haystack_session_ids"], row["haystack_sessions"], strict=True
        ):
            yield name, [(_role(turn["role"]), turn["content"]) for turn in session]


def locomo(folder: Path) -> Iterator[Talk]:
    """Each of the two is the user once; the other is the assistant then."""
    for place, row in enumerate(rows(folder / "locomo/conversations.jsonl.gz")):
        talk = row["conversation"]
        sessions = [talk[name] for name in talk if re.fullmatch(r"session_\d+", name)]
        for who in (talk["speaker_a"], talk["speaker_b"]):
            yield (
                f"{place}",
                [
                    (Role.USER if turn["speaker"] == who else Role.ASSISTANT, turn["text"])
                    for session in sessions
                    for turn in session
                ],
            )


def tau(folder: Path) -> Iterator[Talk]:
    for row in rows(folder / "sessions/tau_airline_40.jsonl.gz"):
        spoken = [turn for turn in row["traj"] if turn["role"] in ("user", "assistant")]
        yield (
            str(row["task_id"]),
            [(_role(turn["role"]), turn.get("content") or "") for turn in spoken],
        )


def chats(language: str) -> Callable[[Path], Iterator[Talk]]:
    def talks(folder: Path) -> Iterator[Talk]:
        for kind in ("solo", "team"):
            for row in rows(folder / f"sessions/evermemos_{kind}_chat_{language}.jsonl.gz"):
                yield (
                    kind,
                    [
                        (
                            Role.ASSISTANT
                            if "assist" in turn["sender_name"].lower()
                            else Role.USER,
                            turn["content"],
                        )
                        for turn in row["conversation_list"]
                    ],
                )

    return talks


def madial(language: str) -> Callable[[Path], Iterator[Talk]]:
    def talks(folder: Path) -> Iterator[Talk]:
        place = folder / "madial" / {"en": "en", "zh": "ch"}[language]
        text = (place / f"MADial-Bench-{language}-dialogue.json").read_text("utf-8")
        for number, line in enumerate(filter(str.strip, text.splitlines())):
            row = json.loads(line)
            said = [re.match(r'<(\w+)>:\s*"?(.*?)"?\s*$', turn) for turn in row["dialogue"]]
            yield (
                str(number),
                [
                    (_role("assistant" if turn[1] == "Assistant" else "user"), turn[2])
                    for turn in said
                    if turn
                ],
            )

    return talks


def lifebench(folder: Path) -> Iterator[Talk]:
    """What somebody sent and noted down."""
    talks: defaultdict[str, list[Said]] = defaultdict(list)
    for row in rows(folder / "lifebench_zh/records.jsonl.gz"):
        if sent := re.match(r"\S+ \S+ 短信 发送 \S+ (.+)", row["text"], re.DOTALL):
            talks[row["user"]].append((Role.USER, sent[1]))
        elif row["type"] == "note":
            talks[row["user"]].append((Role.USER, row["text"].split(" ", 3)[-1]))
    yield from talks.items()


SETS: dict[str, Callable[[Path], Iterator[Talk]]] = {
    "bfcl": bfcl,
    "beam": beam,
    "longmemeval": longmemeval,
    "locomo": locomo,
    "tau": tau,
    "chats_en": chats("en"),
    "madial_en": madial("en"),
    "chats_zh": chats("zh"),
    "madial_zh": madial("zh"),
    "lifebench": lifebench,
}


@dataclass(frozen=True)
class Made:
    """A claim, and the turn of which it was made."""

    claim: Claim
    text: str

    @property
    def digest(self) -> str:
        claim = self.claim
        said = claim.payload.get("value") or claim.content
        parts = (self.text, claim.subject or "", str(said), "ends" if claim.ends else "")
        return hashlib.blake2b("\0".join(parts).encode(), digest_size=8).hexdigest()

    def __str__(self) -> str:
        claim = self.claim
        place = max(self.text.find(claim.content[:12]), 0)
        around = self.text[max(place - AROUND, 0) : place + 2 * AROUND].replace("\n", " ")
        said = claim.payload.get("value") or claim.content
        return f"{'ends ' if claim.ends else ''}{claim.subject} [{claim.type.value}] = {said} | {around}"


def claims(said: list[Said]) -> Iterator[Made]:
    turns = [Turn(role=role, content=text, at=NOW) for role, text in said if text.strip()]
    for place, turn in enumerate(turns):
        before = tuple(turns[max(place - BEFORE, 0) : place])
        for claim in EXTRACTOR.extract(Heard(turn, "t", NOW, "UTC", before=before)):
            yield Made(claim, turn.content)


def measure(name: str, folder: Path, half: str, verdicts: dict[str, str]) -> list[Made]:
    """Print a line for the set, and answer its claims that nobody has read."""
    told = 0
    made: dict[str, Made] = {}
    names: dict[str, int] = {}
    for talk, said in SETS[name](folder):
        place = names.setdefault(talk, len(names))
        if half in ("both", HALVES[place % 2]):
            told += sum(role is Role.USER for role, _ in said)
            made |= {each.digest: each for each in claims(said)}
    counts = Counter(verdicts.get(digest, "unread") for digest in made)
    judged = counts["right"] + counts["idle"] + counts["wrong"]
    share = f"{counts['wrong'] / judged:.3f}" if judged else "  -  "
    print(
        f"{name:<12} {half:<5} {told:>5} turns  {len(made):>4} claims  wrong {share} of {judged} judged"
        f"  (right {counts['right']}, idle {counts['idle']}, wrong {counts['wrong']}, unread {counts['unread']})"
    )
    return [each for digest, each in made.items() if digest not in verdicts]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--only", nargs="+", choices=SETS, default=list(SETS))
    parser.add_argument("--half", choices=(*HALVES, "both"), default="both")
    parser.add_argument(
        "--show", type=int, default=0, help="print so many claims that nobody has read"
    )
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    if "HINDSIGHT_BENCH_DATA" not in os.environ:
        print("wild           NOT RUN: HINDSIGHT_BENCH_DATA names no folder")
        return
    lines = VERDICTS.read_text("utf-8").splitlines() if VERDICTS.exists() else []
    verdicts = dict(line.split("\t") for line in lines)
    for name in wanted.only:
        unread = measure(name, Path(os.environ["HINDSIGHT_BENCH_DATA"]), wanted.half, verdicts)
        random.Random(wanted.seed).shuffle(unread)
        for each in unread[: wanted.show]:
            print(f"  {each.digest}\t{each}")


if __name__ == "__main__":
    main()
