"""Measures the reading of time expressions beside the recorded figures of libraries; it knows no rule.

    HINDSIGHT_BENCH_DATA=folder python benchmarks/times.py [--misses]

The folder holds ``time_expressions/{en,zh}.jsonl.gz``. Libraries that are installed beside us
(dateparser, parsedatetime, recognizers_text_date_time, jionlp) are measured again.
"""

from __future__ import annotations

import contextlib
import gzip
import importlib
import io
import json
import os
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from time_gold import Reading, cues, golds, judge

from hindsight_integrations.language.times import find_times

Read = Callable[[str, datetime, str], list[Reading]]

#: Recorded on another machine: start right / range right of the best library that is not at home in the source.
RECORDED = {
    ("en", "past cues"): "Recognizers-Text .65 / .50",
    ("zh", "past cues"): "JioNLP 1.5.29 .71 / .55",
    ("en", "duckling"): "Recognizers-Text .40 / .36",
    ("zh", "duckling"): "Recognizers-Text .34 / .33",
    ("zh", "memdaily"): "JioNLP 1.0 / 1.0",
    ("en", "recognizers-text/DateTimeModel"): "dateparser .395 / .227",
    ("zh", "recognizers-text/DateTimeModel"): "JioNLP .643 / .409",
    ("zh", "recognizers-text/DateTimeModelExperimentalMode"): "dateparser .96 / .00",
    ("zh", "jionlp"): "Recognizers-Text .365 / .244",
}
#: Sources whose bare weekdays and dates are the next ones.
FORWARD = ("duckling", "memdaily")


def main() -> None:
    folder = os.environ.get("HINDSIGHT_BENCH_DATA")
    if not folder or not (Path(folder) / "time_expressions").is_dir():
        sys.exit("times: NOT RUN. Set HINDSIGHT_BENCH_DATA to a folder with time_expressions/.")
    for name, read, languages in [("hindsight", _ours, "en zh"), *_libraries()]:
        for language in languages.split():
            _measure(name, read, language, Path(folder))


def _measure(name: str, read: Read, language: str, folder: Path) -> None:
    tables: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
    kinds: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
    alarms, negatives, seconds = 0, 0, []
    with gzip.open(
        folder / "time_expressions" / f"{language}.jsonl.gz", "rt", encoding="utf-8"
    ) as file:
        rows = [json.loads(line) for line in file]
    for row in rows:
        expected = golds(row)
        if expected is None:
            continue
        prefer = "future" if row["source"] in FORWARD else "past"
        begin = time.perf_counter()
        readings = read(row["text"], datetime.fromisoformat(row["ref"]), f"{language} {prefer}")
        seconds.append(time.perf_counter() - begin)
        if not expected:
            negatives += 1
            alarms += bool(readings)
            _tell(name, "FALSE ALARM", row, readings) if readings else None
            continue
        result = judge(expected, readings)
        tables[row["source"]].append(result)
        found = cues(row, language, expected)
        for kind in found:
            kinds[kind].append(result)
        if found:
            tables["past cues"].append(result)
        if not all(result):
            _tell(
                name,
                f"{'range' if result[0] else 'start'}{' PAST' if found else ''}",
                row,
                readings,
            )
    _print(name, language, tables, kinds)
    print(f"  false alarms {alarms}/{negatives}; a text p50 {statistics.median(seconds) * 1e3:.3f} ms, "
          f"p95 {statistics.quantiles(seconds, n=20)[-1] * 1e3:.3f} ms")  # fmt: skip


def _print(name: str, language: str, tables: Any, kinds: Any) -> None:
    print(f"\n{name}, {language}: rows, start right, range right | yardstick")
    for title, results in [
        *tables.items(),
        *((f"  {kind}", found) for kind, found in kinds.items()),
    ]:
        count = (
            Counter(start for start, _ in results)[True],
            Counter(end for _, end in results)[True],
        )
        share = " ".join(f"{right / len(results):6.3f}" for right in count)
        print(f"  {title:52} {len(results):4} {share} | {RECORDED.get((language, title), '')}")


def _tell(name: str, what: str, row: dict[str, Any], readings: list[Reading]) -> None:
    if "--misses" in sys.argv and name == "hindsight":
        told = [
            "..".join("" if edge is None else edge.isoformat()[:16] for edge in reading)
            for reading in readings
        ]
        print(
            what, "|", row["source"][:6], "|", row["text"][:100], "@", row["ref"][:16], "=>", told
        )


def _ours(text: str, now: datetime, how: str) -> list[Reading]:
    prefer: Any = how.split()[1]
    found = find_times(text, now.replace(tzinfo=UTC), "UTC", prefer)
    return [(_naive(mention.window.start), _naive(mention.window.end)) for mention in found]


def _naive(edge: datetime | None) -> datetime | None:
    return None if edge is None else edge.replace(tzinfo=None)


# Libraries ----------------------------------------------------------------------------------


def _libraries() -> list[tuple[str, Read, str]]:
    """Those that are installed, each with how it is asked and for which languages."""
    found: list[tuple[str, Read, str]] = []
    for name, make, languages in (
        ("dateparser.search", _dateparser, "en zh"),
        ("parsedatetime", _parsedatetime, "en"),
        ("recognizers_date_time", _recognizers, "en zh"),
        ("jionlp", _jionlp, "zh"),
    ):
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                found.append((name, make(importlib.import_module(name)), languages))
        except ImportError:
            print(f"{name}: NOT RUN, it is not installed")
    return found


def _dateparser(module: Any) -> Read:
    from datetime import timedelta

    def read(text: str, now: datetime, how: str) -> list[Reading]:
        language, prefer = how.split()
        settings = {"RELATIVE_BASE": now, "PREFER_DATES_FROM": prefer}
        found = module.search_dates(text, languages=[language], settings=settings) or []
        days = (moment.replace(tzinfo=None) for _, moment in found)
        return [(day, day.replace(hour=0, minute=0) + timedelta(days=1)) for day in days]

    return read


def _parsedatetime(module: Any) -> Read:
    from datetime import timedelta

    calendar = module.Calendar()

    def read(text: str, now: datetime, _: str) -> list[Reading]:
        found = calendar.nlp(text, now) or ()
        return [(row[0], row[0].replace(hour=0, minute=0) + timedelta(days=1)) for row in found]

    return read


def _recognizers(module: Any) -> Read:
    from datetime import timedelta

    def read(text: str, now: datetime, how: str) -> list[Reading]:
        culture = "en-us" if how.startswith("en") else "zh-cn"
        readings: list[Reading] = []
        for entity in module.recognize_datetime(text, culture, reference=now):
            for value in (entity.resolution or {}).get("values", ()):
                ends = [_moment(value.get(key)) for key in ("start", "end", "value")]
                if ends[2] is not None:
                    readings.append(
                        (
                            ends[2],
                            ends[2]
                            + timedelta(
                                days=1 if ends[2] == ends[2].replace(hour=0, minute=0) else 0,
                                hours=1 if ends[2].hour else 0,
                            ),
                        )
                    )
                elif any(ends):
                    readings.append((ends[0], ends[1]))
        return readings

    return read


def _moment(text: str | None) -> datetime | None:
    if not text:
        return None
    try:
        return datetime.fromisoformat(text if "-" in text else f"2000-01-01 {text}")
    except ValueError:
        return None


def _jionlp(module: Any) -> Read:
    from datetime import timedelta

    def read(text: str, now: datetime, _: str) -> list[Reading]:
        readings: list[Reading] = []
        for entity in module.ner.extract_time(text, time_base=now.timestamp()):
            ends = entity["detail"].get("time", ())
            if (
                isinstance(ends, list)
                and len(ends) == 2
                and all(isinstance(end, str) for end in ends)
            ):
                start, end = _moment(ends[0]), _moment(ends[1])
                readings.append((start, end and end + timedelta(seconds=1)))
        return readings

    return read


if __name__ == "__main__":
    main()
