"""Prints how well questions for the order of events are answered, over made memories of a year.

    python benchmarks/order.py [--misses]

26 turns a language, a fortnight apart, and questions that were written by hand (``data/order_*.tsv``): which of
two came first, the first and the last time, what happened since, all in order. "Tuned" ones were written before
the rules, "held out" ones after them; Chinese ones that were "looked at" after their first measuring (10 of 18) led to repairs, and
new ones were held out. Right: "first" and "told" if the events go
first, in order; "edge" if its telling goes first; "since" if the first of the answers that happened lies on that side
(``>n``), or is the one. Beside it: plain vectors, nearest first.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from hindsight_integrations import Hindsight, Role, Turn
from hindsight_integrations.models.bundled import BundledEncoder

DATA = Path(__file__).parent / "data"
ASKED_AT = datetime(2025, 1, 10, 12, tzinfo=UTC)


def rows(name: str) -> list[list[str]]:
    lines = (DATA / f"{name}.tsv").read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines]


def right(wanted: str, found: Sequence[int]) -> bool:
    if wanted.startswith(">"):
        return bool(found) and found[0] > int(wanted[1:])
    places = [int(place) for place in wanted.split()]
    return list(found[: len(places)]) == places


def measured(language: str, misses: bool) -> None:
    encoder = BundledEncoder()
    told = rows(f"order_told_{language}")
    texts = [text for _, text in told]
    vectors = encoder.embed(texts)
    figures: dict[tuple[str, str], list[tuple[bool, bool]]] = defaultdict(list)
    with Hindsight.open("sqlite:///:memory:", embedder=encoder) as hindsight:
        memory = hindsight.for_user("order")
        memory.observe(
            Turn(
                role=Role.USER,
                content=text,
                id=str(n),
                at=datetime.fromisoformat(day).replace(tzinfo=UTC) + timedelta(hours=9),
            )
            for n, (day, text) in enumerate(told)
        )
        for half, kind, question, wanted in rows(f"order_asked_{language}"):
            answer = memory.recall(question, k=5, at=ASKED_AT, touch=False)
            turns = dict.fromkeys(turn for found in answer for turn in found.turns)
            ours = [int(turn.rpartition("/")[2]) for turn in turns]
            plain = (vectors @ encoder.embed([question])[0]).argsort()[::-1].tolist()
            figures[half, kind].append((right(wanted, ours), right(wanted, plain)))
            if misses and not right(wanted, ours):
                print(
                    "miss",
                    half,
                    kind,
                    question,
                    wanted,
                    ours,
                    answer.trace.rewritten,
                    answer.trace.notes,
                )
    for (half, kind), pairs in [*figures.items(), *_together(figures)]:
        ours, plain = (sum(column) for column in zip(*pairs, strict=True))
        print(f"{language} {half:<8} {kind:<8} right {ours} of {len(pairs)}  plain vectors {plain}")


def _together(
    figures: dict[tuple[str, str], list[tuple[bool, bool]]],
) -> list[tuple[tuple[str, str], list[tuple[bool, bool]]]]:
    halves: dict[tuple[str, str], list[tuple[bool, bool]]] = defaultdict(list)
    for (half, _), pairs in figures.items():
        halves[half, "together"] += pairs
    return list(halves.items())


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--misses", action="store_true", help="print every question that is answered wrongly"
    )
    misses = parser.parse_args().misses
    for language in ("en", "zh"):
        measured(language, misses)


if __name__ == "__main__":
    main()
