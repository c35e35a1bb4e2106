"""Measures whether the window read from a question holds what is asked for, without any recall; it knows no rule.

    HINDSIGHT_BENCH_DATA=folder python benchmarks/time_windows.py

The folder holds ``temporal_locomo/`` (the evidence has times; asked a moment after the conversation's last turn)
and ``chronoqa_zh/`` (asked on a date; the evidence names days in its text).
"""

from __future__ import annotations

import gzip
import json
import os
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from hindsight_integrations.language.times import find_window

#: Questions that name a time of the calendar (the others count sessions).
TIMED = (
    "dates",
    "date_span",
    "day_span",
    "earlier_today",
    "last_named_day",
    "month",
    "rel_day",
    "rel_month",
)


def rows(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


def main() -> None:
    folder = Path(os.environ.get("HINDSIGHT_BENCH_DATA", ""))
    for name, measure in (("temporal_locomo", locomo), ("chronoqa_zh", chronoqa)):
        if not (folder / name).is_dir():
            print(
                f"{name}: NOT RUN. Set HINDSIGHT_BENCH_DATA to a folder with {name}/.",
                file=sys.stderr,
            )
        else:
            measure(folder / name)


def locomo(folder: Path) -> None:
    """Of the turns inside the window, how many are evidence; of the evidence, how much is inside."""
    said: dict[str, dict[int, datetime]] = defaultdict(dict)
    for row in rows(folder / "corpus.jsonl.gz"):
        when = datetime.strptime(row["time"], "%I:%M:%S %p on %A %d %B, %Y").replace(tzinfo=UTC)
        said[row["conv"]][row["id"]] = when
    figures: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for row in rows(folder / "questions.jsonl.gz"):
        if row["kind"] != "time_qs" or row["sub"] not in TIMED:
            continue
        times = said[row["conv"]]
        asked, wanted = max(times.values()) + timedelta(minutes=1), set(row["evidence"])
        for question in row["questions"]:
            cue = find_window(question, asked, "UTC")
            inside = {id for id, when in times.items() if cue and cue.window.holds(when)}
            hit = len(inside & wanted)
            figures[row["sub"]].append((hit / len(inside) if inside else 0.0, hit / len(wanted)))
    print("temporal_locomo: questions, precision and recall of the window")
    for kind, found in figures.items():
        means = [sum(column) / len(found) for column in zip(*found, strict=True)]
        print(f"  {kind:16} {len(found):5} {means[0]:6.3f} {means[1]:6.3f}")


def chronoqa(folder: Path) -> None:
    """A question whose window holds a day that its evidence names is read right."""
    texts = {row["id"]: row["text"] for row in rows(folder / "corpus.jsonl.gz")}
    read = right = total = 0
    for row in rows(folder / "questions.jsonl.gz"):
        days = [day for id in row["evidence"] for day in _days(texts[id])]
        if not days:
            continue
        total += 1
        asked = datetime.fromisoformat(row["question_date"]).replace(hour=12, tzinfo=UTC)
        cue = find_window(row["question"], asked, "UTC")
        read += cue is not None
        right += cue is not None and any(cue.window.holds(day) for day in days)
    print(
        f"chronoqa_zh: {total} questions with dated evidence; a window in {read}, it holds a named day in {right}"
    )


def _days(text: str) -> list[datetime]:
    """Noon of every full date in a text."""
    found = []
    for year, month, day in re.findall(r"(\d{4})年(\d{1,2})月(\d{1,2})日", text):
        try:
            found.append(datetime(int(year), int(month), int(day), 12, tzinfo=UTC))
        except ValueError:
            continue
    return found


if __name__ == "__main__":
    main()
